"""floorlab import: floors of ours that come back count the same, bad lines, and what works on the results. Prints TAP.

    import.py PROGRAM
"""
import json
import pathlib
import re
import subprocess
import sys

from importing import ROOT, Lab, same_counts, tap

RUN = """
name: own
generator: classic
settings: {rules: demo}
streams: shared
floors: 2000
"""
GOOD = '{"rooms":[{"cells":[[0,0]]},{"cells":[[1,0]],"kind":"boss"}]}\n'

# A text -> what the message says; each is refused with exit code 2, and nothing is written.
BAD = {
    "": "there is no floor in it",
    "\n\n": "there is no floor in it",
    GOOD + '{"rooms":[{"cells":[[0,NaN]]}]}\n': "bad.jsonl:2: not JSON",
    GOOD + '{"rooms":[{"cel': "perhaps it was cut off",
    '{"roms":[{"cells":[[0,0]]}]}\n': "bad.jsonl:1: rooms: no rooms",
    '{"rooms":[{"cells":[[0,0]]},{"cells":[[0,0]]}]}\n': "[0,0] belongs to rooms[0] already",
    '{"rooms":[{"cells":[[0,0]]},{"cells":[[1000000000,0]]}]}\n': "found 1000000000, expected a whole number from 0 to 199",
    '{"rooms":[{"cells":[[0,-1]]}]}\n': "found -1",
    '{"rooms":[{"cells":[[0,0]]}],"facts":{"attempts":-3}}\n': "found -3, expected a whole number from 0",
    GOOD.rstrip() + 1000000 * " " + "\n": "a line of more than 999999 bytes",
    "[" + GOOD.rstrip() + "]\n": "found a list, expected an object",
    "\x7fELF\0\0\n": "bad.jsonl:1: ",
}


MAPS = "legend H=hut 2=normal+\n.T.\n#@B\n?22\n H2\n\n@E\n"
LINES = (
    '{"rooms":[{"cells":[[1,1]],"kind":"start"},{"cells":[[1,0]],"kind":"treasure"},{"cells":[[0,1]]},'
    '{"cells":[[2,1]],"kind":"boss"},{"cells":[[0,2]],"kind":"secret"},{"cells":[[1,2],[2,2],[2,3]]},'
    '{"cells":[[1,3]],"kind":"hut"}]}\n{"rooms":[{"cells":[[0,0]],"kind":"start"},{"cells":[[1,0]],"kind":"end"}]}\n'
)
BAD_MAPS = {
    "@#x\n": "bad.jsonl:1: column 3: the letter 'x' has no meaning",
    "@#\n\n#@\nx.\n": "bad.jsonl:4: column 1: the letter 'x' has no meaning",
    "@#\n\n##\n": "bad.jsonl:3: the map has no start",
    "@#\n#@\n": "bad.jsonl:2: column 2: a second start",
    "legend #=\n@#": "bad.jsonl:1: legend: found '#=', expected a letter, = and a kind",
    "@" + 200 * "#": "the map has more than 200 columns",
}


def own_floors(lab: Lab):
    lab.write("own.yaml", RUN)
    floors = lab.call("export", "classic", "--set", "rules=demo", "--floors", "2000").stdout
    lab.write("own.jsonl", floors)
    lab.call("run", "own.yaml", "-o", "own.h5")
    done = lab.call("import", "own.jsonl", "-o", "mine.h5")
    yield "a file of 2000 floors is counted", done.returncode == 0 and "2000 floors of 1 file, 0 bad lines" in done.stdout
    yield "without a word", done.stderr == ""
    own, mine = lab.info("own.h5"), lab.info("mine.h5")
    yield "there is something to compare", len(own["metrics"]) > 50 and len(own["events"]) > 8
    yield "own floors that come back count the same", same_counts(own, mine)
    other = lab.call("export", "classic", "--set", "rules=demo", "--floors", "1999").stdout + GOOD
    lab.write("other.jsonl", other)
    lab.call("import", "other.jsonl", "-o", "other.h5")
    yield "one other floor is seen", not same_counts(own, lab.info("other.h5"))
    lab.call("import", "own.jsonl", "-o", "one.h5", "--threads", "1")
    yield "one thread or several: the same digest", lab.info("one.h5")["digest"] == mine["digest"]
    done = lab.call("import", "-", "-o", "pipe.h5", feed=floors)
    yield "a pipe counts as the file does", done.returncode == 0 and same_counts(own, lab.info("pipe.h5"))


def own_rolls(lab: Lab):
    lab.write("rolls.yaml", RUN.replace("name: own", "name: rolls").replace("rules: demo", "rules: article, level: 2"))
    floors = lab.call("export", "classic", "--set", "level=2", "--floors", "2000", "--no-metrics").stdout
    lab.call("import", "-", "-o", "rolls-mine.h5", feed=floors)
    lab.call("run", "rolls.yaml", "-o", "rolls.h5")
    own = lab.info("rolls.h5")
    yield "rolls that lines carry count the same", "roll.sacrifice.won" in own["events"] and \
        same_counts(own, lab.info("rolls-mine.h5"))


def fields(lab: Lab):
    """Keys of lines that become configurations, and what their names clash with."""
    lines = [GOOD.replace('}\n', f',"configuration":{number % 2},"configuration_setting":{number % 3}}}\n') for number in range(30)]
    lab.write("fields.jsonl", "".join(lines))
    done = lab.call("import", "fields.jsonl", "--vary", "configuration", "-o", "fields.h5")
    yield "a key that is named is read", done.returncode == 0 and "the first is 'configuration_setting'" in done.stderr
    done = lab.call("import", "fields.jsonl", "--vary", "configuration,mine=configuration_setting", "-o", "fields.h5", "--force")
    yield "so are two", done.returncode == 0 and not done.stderr
    done = lab.call("import", "fields.jsonl", "--vary", "configuration,configuration_setting", "-o", "clash.h5")
    yield "names that a result cannot hold side by side are refused before anything is counted", done.returncode == 2 and \
        "cannot vary together" in done.stderr and "--vary my_configuration=configuration" in done.stderr and not list(lab.folder.glob("clash*"))
    lab.write("names.yaml", "name: names\ngenerator: program\nsettings: {command: none-such}\nvary: {'a/b': [1, 2]}\nfloors: 10\n")
    done = lab.call("run", "names.yaml")
    yield "so is a name that no array can have", done.returncode == 2 and "no . in front" in done.stderr


def numbers(lab: Lab):
    """How many floors an experiment has."""
    for key, value, message in (("floors", "all", "30 floors in 1 configuration"), ("floors", 10**12 + 1, "'floors' is a whole number from 1 to 10^12, or all"),
                                ("floors", 0, "from 1 to 10^12"), ("samples", 10, "no key 'samples'")):
        lab.write("all.yaml", f"name: all\ngenerator: lines\nsettings: {{file: fields.jsonl}}\n{key}: {value}\n")
        done = lab.call("run", "all.yaml", "-o", "numbers.h5", "--force")
        yield f"{key}: {value}", message in done.stdout + done.stderr and done.returncode == (0 if value == "all" else 2)


def no_room(lab: Lab):
    """A result that cannot be written leaves nothing, and no promise."""
    done = lab.shell(f"ulimit -f 100; {lab.program} import own.jsonl -o full.h5")
    yield "a result that cannot be written is told", done.returncode == 3 and "full.h5: cannot write" in done.stderr
    for words in ("export classic --floors 3000", "find classic 'rooms > 0' --floors 20000"):
        told = lab.shell(f"ulimit -f 1; {lab.program} {words} -o full.jsonl")
        yield f"{words.split()[0]} names the file", told.returncode == 3 and "full.jsonl" in told.stderr and "output:" not in told.stderr
        told = lab.shell(f"{lab.program} {words} > /dev/full")
        yield "or the standard output", told.returncode == 3 and "standard output: cannot write" in told.stderr
    yield "import promises no --resume", "resume" not in done.stderr and not list(lab.folder.glob("full.h5*"))


def results(lab: Lab):
    yield "info", "boss_distance" in lab.call("info", "mine.h5").stdout
    yield "plot", lab.call("plot", "mine.h5", "--figure", "dead_ends", "-o", "figures").returncode == 0
    done = lab.call("report", "mine.h5")
    yield "report", done.returncode == 0 and lab.has("mine.html")
    done = lab.call("fit", "grid", "--to", "mine.h5", "-o", "like.yaml", "--floors", "30", "--generations", "1", "-q")
    yield "fit", done.returncode == 0 and lab.call("show", "grid", "--set", "rules=like.yaml").returncode == 0
    lab.write("vary.yaml", "name: vary\ngenerator: lines\nvary: {file: [own.jsonl, other.jsonl]}\nfloors: 500\n")
    done = lab.call("run", "vary.yaml")
    yield "an experiment can vary the file", done.returncode == 0 and "1000 floors in 2 configurations" in done.stdout
    lab.write("many.yaml", "name: many\ngenerator: lines\nsettings: {file: own.jsonl}\nfloors: 2001\n")
    done = lab.call("run", "many.yaml")
    yield "more floors than lines are refused", done.returncode == 2 and "there are only 2000" in done.stderr
    done = lab.call("import", "own.jsonl", "other.jsonl", "-o", "both.h5")
    both = lab.call("info", "both.h5").stdout
    yield "each of several files is a configuration", done.returncode == 0 and "4000 samples of 2 scenarios" in both
    done = lab.call("import", "own.jsonl", "./own.jsonl", "-o", "twice.h5")
    yield "two configurations of one name are refused", done.returncode == 2 and "would be called 'own'" in done.stderr
    (lab.folder / "own.jsonl").unlink()
    yield "a result needs its file no more", lab.call("info", "mine.h5").returncode == 0
    done = lab.call("show", "lines", "--set", "file=own.jsonl")
    yield "a file that is not there is named", done.returncode == 2 and "own.jsonl: cannot open it" in done.stderr


def maps(lab: Lab):
    lab.write("maps.txt", MAPS)
    lab.write("lines.jsonl", LINES)
    done = lab.call("import", "maps.txt", "-o", "maps.h5", "--json")
    yield "maps are counted", done.returncode == 0 and json.loads(done.stdout)["samples"] == 2
    lab.call("import", "lines.jsonl", "-o", "lines.h5")
    yield "as the lines that say the same", same_counts(lab.info("lines.h5"), lab.info("maps.h5"))
    yield "and drawn", "boss_distance" in lab.call("show", "lines", "--set", "file=maps.txt").stdout


def pieces(lab: Lab):
    """Two rings and a room, with no way between them, on boards of the three ways to count; the floor claims more rooms by force than
    it has."""
    rooms = [{"cells": [[x, y]]} for x, y in ((0, 0), (1, 0), (0, 1), (1, 1), (4, 0), (5, 0), (4, 1), (5, 1), (7, 5))]
    for width, height in ((9, 8), (13, 13), (60, 60)):
        floor = {"width": width, "height": height, "rooms": rooms, "facts": {"forced_ends": 20}}
        lab.write("pieces.jsonl", json.dumps(floor) + "\n")
        lab.call("import", "pieces.jsonl", "-o", "pieces.h5", "--force")
        metrics = lab.info("pieces.h5")["metrics"]
        yield f"loops of a floor in pieces, {width} x {height}", \
            all(metrics[name][0]["mean"] == 2 == metrics[name][0]["max"] for name in ("loops", "simple_loops"))
        yield "and fewer grown rooms than none are no number", metrics["grown_rooms"][0]["n"] == 0
    lab.write("rolls.yaml", "name: rolls\ngenerator: rebirth\nsettings: {layout: none, interiors: off}\nfloors: 100\nmetrics: [boss_identity]\n")
    lab.call("run", "rolls.yaml", "-o", "rolls.h5")
    yield "a floor that is only rolls has no boss", lab.info("rolls.h5")["metrics"]["boss_identity"][0]["n"] == 0


def bad_lines(lab: Lab):
    for text, message in {**BAD, **BAD_MAPS}.items():
        lab.write("bad.jsonl", text)
        done = lab.call("import", "bad.jsonl")
        yield f"refused: {message}", done.returncode == 2 and message in done.stderr and not lab.has("bad.h5")
    lab.write("bad.jsonl", "x\n" + GOOD + "{}\n" + GOOD)
    done = lab.call("import", "bad.jsonl", "--skip-bad", "1")
    yield "one bad line too many", done.returncode == 2 and "bad.jsonl:3" in done.stderr and not lab.has("bad.h5")
    done = lab.call("import", "bad.jsonl", "--skip-bad", "2", "--json")
    yield "as many as allowed", done.returncode == 0 and json.loads(done.stdout)["bad_lines"] == 2
    yield "and each is told", "left out: bad.jsonl:1: not JSON" in done.stderr and "bad.jsonl:3: rooms" in done.stderr
    yield "the file keeps their number", b"bad_lines" in (lab.folder / "bad.h5").read_bytes()
    lab.write("odd.jsonl", '{"mood":1,"rooms":[{"cells":[[0,0]]},{"cells":[[1,0]],"kind":"hut"}]}\n' * 3)
    done = lab.call("import", "odd.jsonl")
    yield "unknown kinds and keys have one notice each", done.returncode == 0 and done.stderr.count("\n") == 2 and \
        "on 3 floors; the first is 'hut'" in done.stderr and "the first is 'mood'" in done.stderr
    done = lab.call("import", "odd.jsonl")
    yield "a result is not replaced", done.returncode == 2 and "odd.h5: there is a file of this name" in done.stderr
    yield "which can be silenced", lab.call("import", "odd.jsonl", "-q", "--force").stderr == ""
    done = lab.call("import", "odd.jsonl", "-o", "no/such/folder.h5")
    folder = lab.call("import", ".", "-o", "folder.h5")
    yield "a folder is bad input", folder.returncode == 2 and "Is a directory" in folder.stderr and not lab.has("folder.h5")
    yield "a folder that is not there", done.returncode == 2 and "no/such" in done.stderr


def fidelity(lab: Lab):
    """Floors are judged as what they are, and refuted as what they are not."""
    for rules, words in (("article", ("level=1",)), ("flash", ("level=1",))):
        chosen = [word for pair in (f"rules={rules}", *words) for word in ("--set", pair)]
        lab.write(f"{rules}.jsonl", lab.call("export", "classic", *chosen, "--floors", "6000", "--no-metrics").stdout)
    for rules, other in (("article", "flash"), ("flash", "article")):
        right = lab.judge(f"{rules}.jsonl", f"classic:rules={rules},level=1")
        yield f"{rules} as {rules}: nothing is changed", right["summary"]["changed"] == 0
        yield "much is confirmed", right["summary"]["confirmed"] >= 8
        wrong = lab.judge(f"{rules}.jsonl", f"classic:rules={other},level=1")
        yield f"{rules} as {other}: found out", wrong["summary"]["changed"] >= 5
    lab.write("stage.jsonl", lab.call("export", "rebirth", "--set", "stage=6", "--set", "curse=none", "--set", "interiors=off",
                                      "--floors", "3000", "--no-metrics").stdout)
    stage = lab.judge("stage.jsonl", "rebirth:stage=6,curse=none,interiors=off")
    yield "rebirth as rebirth", stage["summary"]["changed"] == 0 and stage["summary"]["confirmed"] > 20
    yield "by its own distances", "order.guaranteed@game-6" in confirmed(stage)
    bare = [json.loads(line)["rooms"] for line in (lab.folder / "stage.jsonl").read_text().splitlines()]
    keys = ("cells", "kind", "shape", "added", "end")
    lab.write("bare.jsonl", "".join(json.dumps({"rooms": [{k: r[k] for k in keys if k in r} for r in rooms]}) + "\n" for rooms in bare))
    stage = lab.judge("bare.jsonl", "rebirth:stage=6,curse=none,interiors=off")
    yield "what lines do not say is left out", reason(stage, "order.guaranteed@game-6") == "needs distance and dead_end of every room"
    yield "claims about other floors, too", reason(stage, "order.guaranteed@game-1") == "needs stage=1"
    lab.write("first.jsonl", lab.call("export", "rebirth", "--set", "stage=1", "--floors", "300", "--no-metrics").stdout)
    yield "floors are not compared with themselves", \
        reason(lab.judge("first.jsonl", "rebirth:stage=1"), "rng.seed_order.roll") == "needs floors of their own for its scenarios"
    piped = lab.call("verify", "-", "--as", "classic:level=1", "--skip-bad", "1", "--json", "--tolerance", "0.01",
                     feed="no floor\n" + (lab.folder / "article.jsonl").read_text())
    yield "a pipe is judged as the file is, but for its bad line", "left out: -:1: " in piped.stderr and \
        confirmed(json.loads(piped.stdout)) == confirmed(lab.judge("article.jsonl", "classic:level=1"))
    lab.call("import", "flash.jsonl", "article.jsonl", "-o", "two.h5")
    done = lab.call("verify", "two.h5", "--as", "classic:rules=flash", "--as", "classic", "--json")
    both = json.loads(done.stdout)
    yield "a result of several files", done.returncode in (0, 4) and both["summary"]["changed"] == 0
    yield "by the claims about either", {"flash-1", "article-1"} <= {row["scenario"] for row in both["claims"]}
    done = lab.call("verify", "two.h5", "--as", "classic", "--as", "classic:rules=flash", "--json")
    yield "in the order of the files", done.returncode == 1 and json.loads(done.stdout)["summary"]["changed"] >= 10
    done = lab.call("verify", "two.h5", "--as", "classic:rules=flash")
    yield "each must stand for something", done.returncode == 2 and "--as was given 1 times for 2 scenarios" in done.stderr
    for words, message in (((), "--as needs floors"), (("article.jsonl", "two.h5"), "give result files or files of floors, not both"),
                           (("article.jsonl", "-n", "5"), "--floors is for making samples")):
        done = lab.call("verify", *words, "--as", "classic")
        yield f"refused: {message}", done.returncode == 2 and message in done.stderr
    for value, message in (("clasic", "did you mean 'classic'"), ("classic:levle=1", "did you mean 'level'"),
                           ("journey", "it makes no floors")):
        done = lab.call("verify", "article.jsonl", "--as", value)
        yield f"refused: --as {value}", done.returncode == 2 and message in done.stderr


def confirmed(judged: dict) -> set[str]:
    return {row["id"] for row in judged["claims"] if row["verdict"] == "confirmed"}


def unexpected(judged: dict) -> set[str]:
    return {row["id"] for row in judged["claims"] if row["recorded_verdict"] and row["verdict"] not in (row["recorded_verdict"], "undecided")}


def reason(judged: dict, name: str) -> str:
    return next((row["reason"] for row in judged["left_out"] if row["id"] == name), "")


def page(lab: Lab):
    """Every example of the page, and what its generators' floors are called (tests/manual runs its commands)."""
    text = (ROOT / "data/manual/importing.md").read_text()
    for number, (form, block) in enumerate(re.findall(r"```(json|text)\n(.*?)```", text, re.DOTALL)):
        lines = block.replace("\n", "") + "\n" if form == "json" else block
        done = lab.call("import", lab.write(f"example-{number}.txt", lines))
        yield f"example {number} is read", done.returncode == 0 and "0 bad lines" in done.stdout
    (lab.folder / "tests").symlink_to(ROOT / "tests")
    for command in ("python3 tests/import/naive.py 5000 > mine.jsonl", "python3 tests/import/naive.py 5000 --faults > wrong.jsonl",
                    "node tests/import/naive.js 8000 --faults > wrong-script.jsonl"):
        subprocess.run(command, shell=True, cwd=lab.folder, check=True)
    faults = lab.judge("wrong.jsonl", "classic:level=1")
    same = lab.judge("wrong-script.jsonl", "classic:level=1")
    yield "those of the script, too", unexpected(same) == unexpected(faults) != set()
    yield "both faults are found, and nothing else", unexpected(faults) == {
        "classic.secret.no_boss@article-1", "classic.secret.no_end@article-1", "classic.sacrifice.third@article-1"}
    right = lab.judge("mine.jsonl", "classic:level=1")
    yield "which are not there without them", unexpected(right) == set()
    reasons = {row["reason"] for row in right["left_out"]}
    yield "what its lines do not say is left out", {"needs the metric attempts", "needs the event has_secret"} <= reasons


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(lambda folder: Lab(sys.argv[1], folder),
                                    (own_floors, own_rolls, fields, numbers, no_room, results, maps, pieces, bad_lines), (fidelity,), (page,))))
