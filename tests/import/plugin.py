"""generator: plugin. A shared object that was compiled with the public header alone makes floors as any generator does; its mistakes
are told; no result loads it. Prints TAP.

    plugin.py PROGRAM
"""
import json
import shutil
import subprocess
import sys

from importing import ROOT, Lab, same_counts

sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # pylint: disable=wrong-import-position,import-error

OWN = "name: own\ngenerator: plugin\nsettings: {file: ./mine.so}\nvary: {rooms: [8, 16]}\nstreams: shared\nfloors: 3000\n"

# A program that answers requests with the lines of a file.
PRINTER = """import json, sys
lines = open("own.jsonl").read().splitlines()
for request in sys.stdin:
    asked = json.loads(request)
    for i in range(asked["first"], asked["first"] + asked["floors"]):
        print(lines[i])
    sys.stdout.flush()
"""

MISTAKES = {1: "the cell [13,0] is not on the board", 2: "the cell [0,0] belongs to a room already",
            3: "the cell [5,5] belongs to a room already", 4: "a room of kind 99 with 1 cells", 5: "with 0 cells",
            6: "room 99 was to become", 7: "roll 1 has the flags 1", 8: "roll 0 has the flags 128", 9: "it has no rooms",
            10: "made twice, it was two different floors"}


def compile_plugin(lab: Lab, source, name: str, *more: str) -> subprocess.CompletedProcess:
    """With the header beside it, and nothing else of ours."""
    shutil.copy(ROOT / "gen/floorlab.h", lab.folder)
    shutil.copy(source, lab.folder / "source.c")
    return subprocess.run(["cc", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-shared", "-fPIC", "-I.", *more, "source.c",
                           "-o", name], cwd=lab.folder, capture_output=True, text=True, check=False)


def floors(lab: Lab):
    source = ROOT / "data/programs/plugin.c"
    yield "the example has less than 100 lines", source.read_text().count("\n") < 100
    yield "and needs the header alone", compile_plugin(lab, source, "mine.so").returncode == 0
    lab.write("own.yaml", OWN)
    digests = set()
    for threads in ("1", "2"):
        done = lab.call("run", "own.yaml", "-t", threads, "-o", f"own{threads}.h5", "--json")
        digests.add(json.loads(done.stdout)["digest"])
    yield "any number of threads makes the same floors", len(digests) == 1
    for shard in ("1/2", "2/2"):
        lab.call("run", "own.yaml", "--shard", shard, "-o", f"part{shard[0]}.h5")
    lab.call("merge", "part1.h5", "part2.h5", "-o", "merged.h5")
    yield "so do two shards", lab.info("merged.h5")["digest"] in digests
    own = lab.info("own1.h5")
    yield "its setting and its roll are counted", {row["mean"] for row in own["metrics"]["plan_rooms"]} != {8} and \
        "roll.sacrifice.won" in own["events"]
    done = lab.call("show", "plugin", "--set", "file=mine.so", "--set", "rooms=20", "--floor", "7")
    yield "a floor is shown, of a file in this folder", done.returncode == 0 and "boss_distance" in done.stdout


def doors(lab: Lab):
    """The same floors by all three doors: a shared object, a program, a file of lines."""
    lab.write("plain.yaml", "name: plain\ngenerator: plugin\nsettings: {file: ./mine.so}\nstreams: shared\nfloors: 2000\n")
    lab.call("run", "plain.yaml")
    lab.write("own.jsonl", lab.call("export", "plugin", "--set", "file=./mine.so", "--floors", "2000").stdout)
    lab.call("import", "own.jsonl", "-o", "lines.h5")
    lab.write("printer.py", PRINTER)
    lab.write("asked.yaml", "name: asked\ngenerator: program\nsettings: {command: python3 printer.py}\nstreams: shared\nfloors: 2000\n")
    done = lab.call("run", "asked.yaml")
    yield "a program gives them", done.returncode == 0
    own = lab.info("plain.h5")
    yield "lines count as the plug-in's floors", same_counts(own, lab.info("lines.h5"))
    yield "a program's count so, too", same_counts(own, lab.info("asked.h5"))
    done = lab.call("compare", "own.jsonl", "plugin:file=./mine.so", "--seeds", "-n", "2000")
    yield "and are equal floor by floor", done.returncode == 0 and "2000 of 2000 floors are equal" in done.stdout


def faults(lab: Lab):
    source = ROOT / "tests/unit/gen/plugin/faulty.c"
    yield "the faulty one", compile_plugin(lab, source, "faulty.so", "-DFL_TEST_VERSION=0", "-DFL_TEST_WIDTH=13").returncode == 0
    for mistake, message in MISTAKES.items():
        lab.write("bad.yaml", f"name: bad\ngenerator: plugin\nsettings: {{file: ./faulty.so, mistake: {mistake}}}\nfloors: 3000\n")
        done = lab.call("run", "bad.yaml", "-t", "2")
        yield f"mistake {mistake} is told", done.returncode == 2 and message in done.stderr and "faulty.so: floor " in done.stderr
        yield f"mistake {mistake}: nothing is written", not list(lab.folder.glob("bad.h5*"))
        done = lab.call("export", "plugin", "--set", "file=./faulty.so", "--set", f"mistake={mistake}", "--floors", "3000", "-o", "bad.jsonl")
        yield f"mistake {mistake}: export", done.returncode == 2 and not lab.has("bad.jsonl")
    lab.write("bad.yaml", "name: bad\ngenerator: plugin\nsettings: {file: ./faulty.so, mistake: 11}\nfloors: 30\n")
    done = lab.call("run", "bad.yaml", "-o", "failed.h5")
    yield "giving up is a failed floor and no mistake", done.returncode == 0 and "30 floors failed" in done.stdout
    for words, message in (((), "no plug-in is named"), (("file=none.so",), "cannot be loaded"),
                           (("file=./mine.so", "roms=3"), "did you mean 'rooms'?"),
                           (("file=./mine.so", "rooms=3"), "from 4 to 60")):
        done = lab.call("show", "plugin", *(word for setting in words for word in ("--set", setting)))
        yield f"refused: {' '.join(words)}", done.returncode == 2 and message in done.stderr
    for name, make in (("a pipe", "mkfifo"), ("a folder", "mkdir"), ("a part of one", "head -c 3000 faulty.so >")):
        lab.shell(f"{make} odd.so")
        done = lab.shell(f"timeout 20 {lab.program} show plugin --set file=./odd.so")
        yield f"{name} is refused before it is loaded", done.returncode == 2 and "odd.so: it cannot be loaded" in done.stderr
        lab.shell("rm -rf odd.so")
    for define, message in (('ROLLS="dice","dice"', "two rolls 'dice'"), ("SCRATCH=SIZE_MAX", "at most 2^30")):
        compile_plugin(lab, source, "odd.so", "-DFL_TEST_VERSION=0", "-DFL_TEST_WIDTH=13", f"-DFL_TEST_{define}")
        done = lab.call("show", "plugin", "--set", "file=./odd.so")
        yield f"refused: {message}", done.returncode == 2 and message in done.stderr
    lab.write("bad.yaml", "name: bad\ngenerator: plugin\nsettings: {file: ./faulty.so, mistake: 12}\nfloors: 3000\n")
    done = lab.call("run", "bad.yaml", "-t", "2")
    yield "a plug-in that calls exit is an error", done.returncode == 3 and "called exit" in done.stderr and not list(lab.folder.glob("bad.h5"))
    compile_plugin(lab, source, "old.so", "-DFL_TEST_VERSION=1", "-DFL_TEST_WIDTH=13")
    done = lab.call("show", "plugin", "--set", "file=./old.so")
    yield "another version is refused", done.returncode == 2 and "a plug-in of version 2" in done.stderr and "compile it again" in done.stderr


def safety(lab: Lab):
    """A result loads nothing, and does not go on with another plug-in."""
    for shard in ("1/2", "2/2"):
        lab.call("run", "own.yaml", "--shard", shard, "-o", f"part{shard[0]}.h5", "--force")
    mark = lab.folder / "loaded"
    spy = lab.folder / "spy.c"
    spy.write_text(f'#include <stdio.h>\n__attribute__((constructor)) static void tell(void) {{ fclose(fopen("{mark}", "w")); }}\n'
                   '#include "plugin.c"\n')
    shutil.copy(ROOT / "data/programs/plugin.c", lab.folder)
    done = compile_plugin(lab, spy, "mine.so")
    lab.call("show", "plugin", "--set", "file=./mine.so")
    yield "a spy that is loaded says so", done.returncode == 0 and mark.exists()
    mark.unlink()
    for words in (("info", "own1.h5"), ("plot", "own1.h5", "--figure", "dead_ends", "-o", "figures"), ("report", "own1.h5"),
                  ("merge", "part1.h5", "part2.h5", "-o", "all.h5"), ("check", "own.yaml"),
                  ("verify", "own1.h5", "--as", "classic:level=1", "--as", "classic:level=1")):
        done = lab.call(*words)
        yield f"{words[0]} loads nothing", done.returncode in (0, 1, 4) and not mark.exists()
    lab.call("run", "own.yaml", "--shard", "2/2", "-o", "part2.h5", "--force")
    done = lab.call("merge", "part1.h5", "part2.h5", "-o", "mixed.h5")
    yield "shards of two plug-ins are not merged", done.returncode == 2 and not lab.has("mixed.h5")


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(lambda folder: Lab(sys.argv[1], folder), (floors, doors, faults, safety))))
