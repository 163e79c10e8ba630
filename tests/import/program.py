"""generator: program. Floors of a program count as those of a file do, however they are asked for; whatever goes wrong outside is
told, nothing is left running and nothing half-written; and no result starts a program. Prints TAP.

    program.py PROGRAM
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from importing import ROOT, Lab, same_counts, tap

HELPERS = {"python3": "generator.py", "node": "generator.js", "lua5.4": "generator.lua"}
OWN = "name: own\ngenerator: program\nsettings: {command: [python3, generator.py]%s}\nfloors: %d\n"

CLAIMS = """
source: "My notes"
sources: [{short: notes, title: "My notes"}]
scenarios:
  mine: {generator: program, settings: {command: python3 generator.py, rooms: 8}}
claims:
  - {id: my.eight, source: "notes, page 1", text: eight rooms, type: distribution, metric: plan_rooms, distribution: {8: 1}, on: {mine: confirmed}}
"""

# Fault -> exit code, and what the message says.
FAULTS = {
    "dies": (3, "it ended with exit code 7 after 0 of the", "its standard error output: line one / no ink ?[31mleft"),
    "killed": (3, "it was ended by signal 9 (Killed) after 0 of the", ""),
    "sleeps": (3, "it says nothing for 3 seconds after 0 of the", "flush it after each answer"),
    "child": (3, "it says nothing for 3 seconds", ""),
    "deaf": (3, "it says nothing for 3 seconds after 0 of the 16 floors from number 0 of seed 1 on", ""),
    "gone": (3, "it ended with exit code 0 after 0 of the 16 floors", "until its input ends"),
    "few": (3, "it says nothing for 3 seconds after", ""),
    "many": (2, "lines that were asked for", ""),
    "rubbish": (2, ": not JSON at byte 9", "it printed: Traceback?[31m: everything is fine"),
    "babbles": (2, "floor 0 of seed 1: not JSON", "it printed: v1.2 ready"),
    "long": (2, "it printed a line of more than 999999 bytes", ""),
    "number": (2, "floor 0 of seed 1: index: it says number 1", ""),
    "roll": (2, "rolls: 'sacrifice' is named neither by the first 16 floors nor by the setting roll_names", ""),
    "wide": (2, "a board of 150 x 2 with 150 cells of rooms, expected at most 32 x 32 with 256", ""),
    "forgets": (2, "asked twice for floor ", "run --allow-unrepeatable"),
}

SILENT = "sleeps", "child", "deaf", "few"

# A command -> what the message says; each is refused with exit code 2.
COMMANDS = {
    "": "no program is named",
    "[]": "no program is named",
    "''": "no program is named",
    "no-such-program": "cannot start 'no-such-program': No such file",
    "./generator.py": "cannot start './generator.py': Permission denied",
    "python3 'generator.py": "a ' is never closed",
    '["python3",': "it begins like a list, but is not one",
    '["python3", null]': "its words are texts",
    '["a\\u0000b"]': "its words are texts",
}


def alive(mark: str) -> list[int]:
    """Processes whose command line has the mark, or that were started by one of a folder of that name."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (mark in (entry / "cmdline").read_text() or mark in os.readlink(entry / "cwd")):
                found.append(int(entry.name))
        except (OSError, UnicodeDecodeError):
            pass
    return [number for number in found if number != os.getpid()]


def await_file(path: pathlib.Path) -> None:
    for _ in range(600):
        if path.exists():
            return
        time.sleep(0.02)


def gone(mark: str) -> bool:
    for _ in range(200):
        if not alive(mark):
            return True
        time.sleep(0.05)
    return False


def set_up(lab: Lab):
    for name in HELPERS.values():
        shutil.copy(ROOT / "data/programs" / name, lab.folder)
    shutil.copy(ROOT / "tests/import/faulty.py", lab.folder)


def floors_of(lab: Lab, *words: str) -> list[dict]:
    """Exported floors without what names their generator."""
    done = lab.call("export", *words)
    keys = ("rooms", "doors", "rolls", "facts", "metrics", "width", "height")
    return [{key: floor[key] for key in keys if key in floor} for floor in map(json.loads, done.stdout.splitlines())]


def ask(lab: Lab, words: list[str], first: int, floors: int, **settings) -> str:
    """What a program answers, without floorlab."""
    request = json.dumps({"seed": 1, "first": first, "floors": floors, "settings": settings}) + "\n"
    return subprocess.run(words, cwd=lab.folder, input=request, capture_output=True, text=True, check=True).stdout


def doors(lab: Lab):
    """By either door the same floors."""
    set_up(lab)
    lab.write("own.yaml", OWN % ("", 600) + "streams: shared\nmetrics: all\n")
    done = lab.call("run", "own.yaml", "-t", "1")
    yield "a program is counted", done.returncode == 0 and "600 floors in 1 configuration" in done.stdout and done.stderr == ""
    own = lab.info("own.h5")
    lab.write("own.jsonl", ask(lab, ["python3", "generator.py"], 0, 600))
    lab.call("import", "own.jsonl", "-o", "lines.h5")
    lines = lab.info("lines.h5")
    yield "its lines count the same by the other door", same_counts(lines, own) and len(own["metrics"]) > 50
    yield "both doors export the same floors", \
        floors_of(lab, "program", "--set", "command=python3 generator.py", "--floors", "300") == \
        floors_of(lab, "lines", "--set", "file=own.jsonl", "--floors", "300") != []
    lab.call("run", "own.yaml", "-t", "2", "-o", "two.h5")
    yield "one thread or two: the same digest", lab.info("two.h5")["digest"] == own["digest"]
    lab.call("run", "own.yaml", "--set", 'command=["python3","generator.py"]', "-o", "list.h5", "--keep-floors")
    yield "single floors can be kept", lab.info("list.h5")["digest"] == own["digest"]
    for shard in ("1/3", "2/3", "3/3"):
        lab.call("run", "own.yaml", "--shard", shard, "-o", f"shard{shard[0]}.h5")
    lab.call("merge", "shard1.h5", "shard2.h5", "shard3.h5", "-o", "all.h5")
    yield "shards merge to the same digest", lab.info("all.h5")["digest"] == own["digest"]
    done = lab.call("show", "program", "--set", "command=python3 'generator.py'", "--set", "rooms=9", "--floor", "7")
    yield "show", done.returncode == 0 and "rooms              9" in done.stdout
    again = lab.shell(done.stdout.splitlines()[0].replace("floorlab", lab.program))
    yield "its first line is a command that shows it again", again.stdout == done.stdout
    done = lab.call("show", "program", "--set", "command=python3 generator.py", "--vary", "rooms=5,6", "--count", "2", "--format", "svg")
    yield "a gallery", done.returncode == 0 and done.stdout.count("<svg") == 1
    vary = "name: vary\ngenerator: program\nsettings: {command: python3 generator.py, more: {deep: [1, x]}}\nvary: {rooms: [5, 7]}\nfloors: 50\n"
    lab.write("vary.yaml", vary)
    done = lab.call("run", "vary.yaml")
    rooms = [(row["configuration"], row["mean"]) for row in lab.info("vary.h5")["metrics"]["rooms"]] if done.returncode == 0 else []
    yield "its settings vary", rooms == [({"rooms": "5"}, 5), ({"rooms": "7"}, 7)]
    lab.write("both.yaml", "name: both\ngenerator: program\nvary: {command: [[python3, generator.py], [python3, faulty.py, none]]}\nfloors: 60\n")
    done = lab.call("run", "both.yaml", "-t", "2")
    yield "programs vary", done.returncode == 0 and "120 floors in 2 configurations" in done.stdout
    lab.write("scenarios.yaml", "name: scenarios\nscenarios:\n  a:\n    generator: program\n    settings: {command: [python3, generator.py]}\n"
              "    floors: 100\n  b:\n    generator: classic\n    floors: 100\n")
    yield "beside other generators", lab.call("run", "scenarios.yaml").returncode == 0
    done = lab.call("verify", "own.h5", "--as", "classic:level=1", "--tolerance", "0.1", "--json")
    lab.call("import", "own.jsonl", "-o", "taken.h5")
    lab.write("taken.yaml", (OWN % ("", 300)).replace("own", "taken").replace("generator.py", "spy.py"))
    lab.write("spy.py", "open('started', 'w').close()\n")
    taken = lab.call("run", "taken.yaml")
    yield "a name that is taken is refused before the program starts", taken.returncode == 2 and "its generator is lines" in taken.stderr and \
        not lab.has("started")
    yield "floors of a program are judged", done.returncode in (1, 4) and json.loads(done.stdout)["summary"]["confirmed"] > 0
    lab.write("claims.yaml", CLAIMS)
    done = lab.call("verify", "claims.yaml", "-n", "500", "-o", "claims.h5")
    yield "claims about floors of a program", done.returncode == 0 and "1 confirmed, 0 refuted" in done.stdout
    lab.write("claims.yaml", CLAIMS.replace("generator.py", "faulty.py dies"))
    done = lab.call("verify", "claims.yaml", "-o", "no.h5")
    yield "which may go wrong", done.returncode == 3 and "it ended with exit code 7" in done.stderr and not list(lab.folder.glob("no.h5*"))
    done = lab.call("check", "superset", "program", "--set", "command=python3 generator.py", "--floors", "20")
    yield "the ruleset superset makes them", done.returncode == 0
    done = lab.call("run", "own.yaml", "--dry-run", "--floors", "1M", "-o", "other.h5")
    yield "how long it would take, which is not told by our own time", done.returncode == 0 and "about 0:00 " not in done.stdout
    yield "nothing is left running", gone(str(lab.folder))


def helpers(lab: Lab):
    """The helpers of each language: at most forty lines, and they do what they are said to."""
    set_up(lab)
    for program, name in HELPERS.items():
        text = (ROOT / "data/programs" / name).read_text()
        yield f"{name} has at most 40 lines", text.count("\n") <= 40
        yield f"{program} is here", shutil.which(program) is not None
        lab.write("helper.yaml", f"name: helper\ngenerator: program\nsettings: {{command: [{program}, {name}], rooms: 9}}\nfloors: 300\n")
        done = lab.call("run", "helper.yaml", "--json", "-o", f"{name}.h5")
        yield f"{name} makes floors, each the same at any time", done.returncode == 0 and json.loads(done.stdout)["samples"] == 300
        yield f"{name} takes its setting", {row["mean"] for row in lab.info(f"{name}.h5")["metrics"]["rooms"]} == {9}
        both = ask(lab, [program, name], 5, 3, rooms=6).splitlines()
        yield f"{name}: other floors are other floors", len(set(both)) > 1
    yield "generator.cs has at most 40 lines", (ROOT / "data/programs/generator.cs").read_text().count("\n") <= 40


def faults(lab: Lab):
    """Each fault is told, ends the run, and leaves neither a process nor a file."""
    set_up(lab)
    for fault, (code, *messages) in FAULTS.items():
        seconds = 3 if fault in SILENT else 20
        lab.write("bad.yaml", f"name: bad\ngenerator: program\nsettings: {{command: [python3, faulty.py, {fault}], timeout: {seconds}}}\nfloors: 300\n")
        done = lab.call("run", "bad.yaml", "-t", "2")
        yield f"{fault}: told, with exit code {code}", done.returncode == code and all(message in done.stderr for message in messages)
        yield f"{fault}: nothing is written", not list(lab.folder.glob("bad.h5*"))
        yield f"{fault}: nothing is left running", gone(str(lab.folder))
        if fault in ("dies", "rubbish"):
            done = lab.call("export", "program", "--set", f"command=python3 faulty.py {fault}", "--floors", "3000", "-o", "bad.jsonl")
            yield f"{fault}: export", done.returncode == code and not list(lab.folder.glob("bad.jsonl*"))
    for words in (("show", "program", "--count", "64"), ("check", "ways", "program"), ("check", "superset", "program", "--floors", "90")):
        done = lab.call(*words, "--set", "command=python3 faulty.py dies")
        yield f"{' '.join(words)}: told", done.returncode == 3 and "it ended with exit code 7" in done.stderr
    for command, message in COMMANDS.items():
        done = lab.call("show", "program", "--set", f"command={command}")
        yield f"refused: {command}", done.returncode == 2 and message in done.stderr
    for words, message in (
            (("--set", "comand=x"), "did you mean 'command'?"),
            (("--set", "with=3"), "expected a JSON object"),
            (("--set", "with={"), "expected a JSON object"),
            (("--set", "rooms=" + 300 * "9"), "setting 'with' is longer than 255 bytes"),
            (("--set", "roll_names=a/b"), "'a/b' cannot be a roll's name")):
        done = lab.call("show", "program", "--set", "command=python3 generator.py", *words)
        yield f"refused: {words[1][:20]}", done.returncode == 2 and message in done.stderr
    for fault, setting in (("roll", "roll_names=sacrifice"), ("wide", "board=160")):
        lab.write("good.yaml", f"name: good\ngenerator: program\nsettings: {{command: [python3, faulty.py, {fault}]}}\nfloors: 200\n")
        yield f"{fault}: with {setting} it is counted", lab.call("run", "good.yaml", "--force", "--set", setting).returncode == 0
    for fault in ("loud", "stays"):
        lab.write("good.yaml", f"name: good\ngenerator: program\nsettings: {{command: [python3, faulty.py, {fault}]}}\nfloors: 300\n")
        done = lab.call("run", "good.yaml", "--force")
        yield f"{fault}: no fault", done.returncode == 0 and done.stderr == "" and gone(str(lab.folder))
    lab.write("odd.yaml", "name: odd\ngenerator: program\nsettings: {command: [python3, faulty.py, forgets]}\nfloors: 300\n")
    done = lab.call("run", "odd.yaml", "--allow-unrepeatable")
    yield "what cannot be repeated can be counted", done.returncode == 0
    yield "and the result says so", "unrepeatable: 'on'" in lab.call("info", "odd.h5", "--experiment").stdout or \
        b"unrepeatable: 'on'" in (lab.folder / "odd.h5").read_bytes()
    lab.write("plain.yaml", "name: plain\ngenerator: classic\nfloors: 10\n")
    done = lab.call("run", "plain.yaml", "--allow-unrepeatable")
    yield "other generators can always be repeated", done.returncode == 2 and "unrepeatable" in done.stderr


def interruptions(lab: Lab):
    """Ctrl-C, resuming, and the ways in which floorlab itself may end."""
    set_up(lab)
    lab.write("slow.yaml", OWN.replace("generator.py", "faulty.py, slow") % ("", 1000))
    whole = lab.call("run", "slow.yaml", "-o", "whole.h5", "-t", "2")
    yield "a slow program", whole.returncode == 0
    for number, when in ((signal.SIGINT, "stopped"), (signal.SIGKILL, "killed")):
        process = subprocess.Popen([lab.program, "run", "slow.yaml", "--checkpoint", "0.1", "-t", "2"], cwd=lab.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await_file(lab.folder / "own.h5.checkpoint")
        process.send_signal(number)
        yield f"{when}: it ends", process.wait() != 0
        yield f"{when}: nothing is left running", gone(str(lab.folder))
        done = lab.call("run", "slow.yaml", "--resume", "--json", "-t", "1")
        yield f"{when}: and goes on to the same digest", done.returncode == 0 and json.loads(done.stdout)["digest"] == lab.info("whole.h5")["digest"]
        (lab.folder / "own.h5").unlink()
    lab.write("slow.yaml", OWN.replace("generator.py", "faulty.py, slow") % ("", 200000))  # on no machine at its end too soon
    process = subprocess.Popen([lab.program, "run", "slow.yaml", "--checkpoint", "0.1"], cwd=lab.folder, stdout=subprocess.DEVNULL)
    await_file(lab.folder / "own.h5.checkpoint")
    process.send_signal(signal.SIGINT)
    process.wait()
    with (lab.folder / "faulty.py").open("a") as file:
        file.write("# changed\n")
    done = lab.call("run", "slow.yaml", "--resume")
    yield "a changed program is not gone on with", done.returncode == 2 and 'file "faulty.py"' in done.stderr
    process = subprocess.Popen([lab.program, "show", "program", "--set", "command=python3 faulty.py deaf"], cwd=lab.folder,
                               stdout=subprocess.DEVNULL)
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    process.wait()
    yield "show is ended: nothing is left running", gone(str(lab.folder))


MODULE = "SIDE = %d\n"
LOADER = """import json, sys
from walks import SIDE
for line in sys.stdin:
    asked = json.loads(line)
    for number in range(asked["first"], asked["first"] + asked["floors"]):
        rooms = 4 if number < 100 else SIDE
        print(json.dumps({"index": number, "rooms": [{"cells": [[x, 0]]} for x in range(rooms)]}))
    sys.stdout.flush()
"""


def identity(lab: Lab):
    """Files that a program loads are part of a run where the command names them, or one file that has them."""
    folder = lab.folder / "walks"
    folder.mkdir()
    for command in ("[python3, load.py, walks.py]", "[python3, walks.pyz]"):
        lab.write("name.yaml", f"name: name\ngenerator: program\nsettings: {{command: {command}}}\nfloors: 400\n")
        for shard, side in (("1/2", 5), ("2/2", 6)):
            for place, name in ((lab.folder, "load.py"), (folder, "__main__.py")):
                (place / name).write_text(LOADER)
                (place / "walks.py").write_text(MODULE % side)
            lab.shell("python3 -m zipapp walks")
            lab.call("run", "name.yaml", "--shard", shard, "-o", f"name{shard[0]}.h5", "--force")
        done = lab.call("merge", "name1.h5", "name2.h5", "-o", "names.h5")
        yield f"a changed file of {command} is another program", lab.has("name2.h5") and done.returncode == 2 and not lab.has("names.h5")


def safety(lab: Lab):
    """A result starts nothing."""
    set_up(lab)
    lab.write("own.yaml", OWN % ("", 300))
    lab.call("run", "own.yaml")
    for shard in ("1/2", "2/2"):
        lab.call("run", "own.yaml", "--shard", shard, "-o", f"part{shard[0]}.h5")
    lab.write("generator.py", "open('started', 'w').close()\n")
    bin_folder = lab.folder / "bin"
    bin_folder.mkdir()
    spy = bin_folder / "python3"
    spy.write_text("#!/bin/sh\n: > started\n")
    spy.chmod(0o755)
    lab.environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}"}
    for words in (("info", "own.h5"), ("plot", "own.h5", "--figure", "dead_ends", "-o", "figures"), ("report", "own.h5"),
                  ("merge", "part1.h5", "part2.h5", "-o", "all.h5"), ("verify", "own.h5", "--as", "classic:level=1"),
                  ("fit", "grid", "--to", "own.h5", "-o", "like.yaml", "--floors", "30", "--generations", "1", "-q")):
        done = lab.call(*words)
        yield f"{words[0]} starts nothing", done.returncode in (0, 1, 4) and not lab.has("started")
    done = lab.call("check", "own.yaml")
    yield "nor does checking an experiment", done.returncode == 0 and "an experiment of 1 configuration" in done.stdout and not lab.has("started")
    lab.write("claims.yaml", CLAIMS)
    done = lab.call("check", "claims.yaml")
    yield "or claims", done.returncode == 0 and "1 claims in 1 rows" in done.stdout and not lab.has("started")
    done = lab.call("verify", "claims.yaml")
    yield "judging them does", lab.has("started")
    (lab.folder / "started").unlink()
    lab.call("run", "own.yaml", "--anew", "-o", "new.h5")
    yield "and running an experiment", lab.has("started")


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(lambda folder: Lab(sys.argv[1], folder),
                                    *((part,) for part in (doors, helpers, faults, interruptions, identity, safety)))))
