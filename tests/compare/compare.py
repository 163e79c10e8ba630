"""floorlab compare: equal generators are equal, planted faults are found, bad words are refused. Prints TAP.

    compare.py PROGRAM

Seeds are fixed. What is equal is called different with a chance of at most 0.001 a call, by --alpha; the planted faults are two
mistakes of a naive generator (tests/import/naive.py) and a roll whose chance is another.
"""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # noqa: E402

LEVELS = "name: {name}\ngenerator: classic\nseed: {seed}\nvary: {{level: {levels}}}\nfloors: 20000\nmetrics: [rooms, dead_ends]\njoints: all\n"


class Lab:
    def __init__(self, program: str, folder: pathlib.Path):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = folder

    def call(self, *words: str, feed: str | None = None) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True, check=False, input=feed)

    def compare(self, *words: str) -> dict:
        done = self.call("compare", *words, "--json", "-q")
        return {"exit": done.returncode} | (json.loads(done.stdout) if done.stdout else {"error": done.stderr})

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return name

    def naive(self, name: str, *words: str) -> str:
        made = subprocess.run([sys.executable, ROOT / "tests/import/naive.py", *words], capture_output=True, text=True, check=True)
        return self.write(name, made.stdout)


def row(found: dict, name: str, sort: str = "") -> dict:
    return next(r for r in found["rows"] if r["name"] == name and r["sort"].startswith(sort))


def different(found: dict) -> set[str]:
    return {r["name"] for r in found["rows"] if r["verdict"] == "different"}


def equal(lab: Lab):
    found = lab.compare("classic:rules=article,level=2", "classic:rules=article,level=2")
    yield "a generator is equal to itself", found["exit"] == 0 and found["different"] == found["undecided"] == 0 and found["equal"] > 80
    yield "from random numbers of its own", not found["shared_random_numbers"] and row(found, "dead_ends")["distance"] > 0
    again = lab.compare("classic:rules=article,level=2", "classic:rules=article,level=2", "--threads", "1")
    yield "for any number of threads", again == found
    found = lab.compare("classic", "classic", "-n", "300")
    yield "few floors decide nothing", found["exit"] == 4 and found["undecided"] > 50 and found["different"] == 0
    lab.write("floors.jsonl", lab.call("export", "classic", "--floors", "30000", "--no-metrics").stdout)
    found = lab.compare("floors.jsonl", "classic", "--tolerance", "0.08")
    yield "exported floors are those of their generator", found["exit"] == 0 and found["different"] == 0
    yield "the lines answer what they can", {"roll.sacrifice.won", "rooms", "boss"} <= {r["name"] for r in found["rows"] if r["verdict"] == "equal"}


def planted(lab: Lab):
    faulty = lab.compare(lab.naive("wrong.jsonl", "4000", "--faults"), "classic:rules=article,level=1")
    yield "two mistakes are found", faulty["exit"] == 1 and {"secret_touches_end_room", "roll.sacrifice.first_chance"} <= different(faulty)
    roll = row(faulty, "roll.sacrifice.first_chance")
    yield "with both chances", abs(roll["a"] - 1 / 3) < 0.03 and abs(roll["b"] - 1 / 7) < 0.01 and roll["from"] > 0.1
    right = lab.compare(lab.naive("right.jsonl", "4000"), "classic:rules=article,level=1")
    yield "what is left are rooms that it never makes", not {"secret_touches_end_room", "roll.sacrifice.first_chance"} & different(right) \
        and "kind_curse" in different(right)
    told = lab.call("compare", "wrong.jsonl", "classic:rules=article,level=1").stdout
    yield "the first floor of each oddity is drawn", "Only A has secret_touches_end_room" in told and "Only B has kind_curse = 1" in told \
        and "floorlab show lines --floor" in told and "┌───┐" in told
    yield "and its command shows it", oddity_is_shown(lab, told)
    found = lab.compare("classic:rules=flash", "classic:rules=flash,hearts=1", "--only", "roll.sacrifice.*")
    yield "a chance that is another", found["exit"] == 1 and "roll.sacrifice.won" in different(found)


def oddity_is_shown(lab: Lab, told: str) -> bool:
    """The floor of B that has a curse room, made again by the command beside it."""
    lines = told.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("Only B has kind_curse"))
    shown = lab.call(*lines[at + 1].split()[1:]).stdout
    return "curse room" in shown and all(line.rstrip()[:15] in shown for line in lines[at + 3:at + 6])


def configurations(lab: Lab):
    for name, seed, levels in (("old", 1, "[1, 2, 3]"), ("new", 2, "[2, 3, 4]"), ("other", 3, "[7, 8]"), ("same", 1, "[1, 2, 3]")):
        lab.write(f"{name}.yaml", LEVELS.format(name=name, seed=seed, levels=levels))
        lab.call("run", f"{name}.yaml", "-q")
    found = lab.compare("old.h5", "new.h5")
    names = {r["configuration"] for r in found["rows"]}
    yield "configurations of equal settings are compared", names == {"level=2", "level=3"} and found["different"] == 0
    yield "joints, too", {r["second"] for r in found["rows"] if r["sort"] == "joint"} == {"dead_ends"}
    told = lab.call("compare", "old.h5", "new.h5", "--all").stdout
    yield "those without a partner are counted", "60.0k floors of 3 configurations, 1 of which the other side does not have" in told
    yield "and the rows name theirs", "level=3" in told and "rooms and dead_ends" in told
    found = lab.compare("old.h5", "same.h5")
    yield "shared random numbers are told", found["shared_random_numbers"] and row(found, "rooms")["distance"] == 0
    done = lab.call("compare", "old.h5", "other.h5")
    yield "nothing in common", done.returncode == 2 and "no configuration of A (3, the first 'level=1') is one of B (2, the first 'level=7')" in done.stderr
    found = lab.compare("old.h5", "classic:level=3", "--tolerance", "0.1")
    yield "one configuration finds its partner", {r["configuration"] for r in found["rows"]} == {"level=3"} and found["different"] == 0


def by_seed(lab: Lab):
    lab.write("demo.jsonl", lab.call("export", "classic", "--set", "rules=demo", "--floors", "500").stdout)
    done = lab.call("compare", "demo.jsonl", "classic:rules=demo", "--seeds", "-n", "500")
    yield "exported floors are equal, floor by floor", done.returncode == 0 and "500 of 500 floors are equal" in done.stdout
    lines = (lab.folder / "demo.jsonl").read_text().splitlines()
    floor = json.loads(lines[7])
    end = next(room for room in floor["rooms"] if room["kind"] == "boss")
    end["kind"] = "shop"
    lab.write("changed.jsonl", "\n".join([*lines[:7], json.dumps(floor), *lines[8:]]) + "\n")
    found = lab.compare("changed.jsonl", "classic:rules=demo", "--seeds")
    yield "one changed room is found", found["exit"] == 1 and found["equal"] == 499 and found["first_different"] == 7
    yield "in its field", found["fields"]["kinds"] == {"floors": 500, "differ": 1} and found["fields"]["rooms"]["differ"] == 0
    told = lab.call("compare", "changed.jsonl", "classic:rules=demo", "--seeds").stdout
    drawn = told[told.index("A: floor 7"):].split("\nA  floorlab")[0]
    yield "and is the only one without a point", drawn.count("$") == 1 and drawn.count("B") == 2 and drawn.count(".") >= 8
    moved = json.loads(lines[3])
    for room in moved["rooms"]:
        room["cells"] = [[x + 50, y + 20] for x, y in room["cells"]]
    moved["doors"] = [{"cells": [[x + 50, y + 20] for x, y in door["cells"]]} for door in moved["doors"]]
    lab.write("moved.jsonl", "\n".join([*lines[:3], json.dumps({"rooms": moved["rooms"], "doors": moved["doors"]}), *lines[4:]]) + "\n")
    found = lab.compare("moved.jsonl", "classic:rules=demo", "--seeds")
    yield "where it lies on the board does not matter", found["fields"]["rooms"]["differ"] == found["fields"]["doors"]["differ"] == 0
    for kind in ("shop", "library"):
        lab.write(f"{kind}.jsonl", '{"rooms":[{"cells":[[0,0]]},{"cells":[[1,0]],"kind":"%s"}]}\n' % kind)
    found = lab.compare("shop.jsonl", "library.jsonl", "--seeds")
    yield "a shop is no library, where lines say no more than that", found["exit"] == 1 and \
        {name for name, field in found["fields"].items() if field["differ"]} == {"kinds"}
    found = lab.compare("classic:rules=article", "classic:rules=flash", "--seeds", "-n", "200")
    yield "other rules make other floors", found["exit"] == 1 and found["equal"] == 0 and found["first_different"] == 0
    found = lab.compare("demo.jsonl", "classic:rules=article", "--tolerance", "0.05")
    yield "and another distribution", found["exit"] == 1


def refused(lab: Lab):
    for words, message in (
        (("clasic:level=1", "classic"), "did you mean 'classic:level=1'?"),
        (("nothing.jsonl", "classic"), "'nothing.jsonl' is neither a file nor a generator"),
        (("classic:levle=1", "classic"), "did you mean 'level'"),
        (("classic",), "compare"),
        (("classic", "classic", "-n", "0"), "--floors must be 1 or more"),
        (("classic", "classic", "--tolerance", "2"), "--tolerance needs a number between 0 and 1"),
        (("classic", "classic", "--only", "nosuch"), "no metric or event 'nosuch' is counted on both sides"),
        (("room:size=big", "room:size=big", "--seeds"), "--seeds compares floors; these are rooms"),
        (("old.h5", "new.h5", "--seeds"), "--seeds compares one configuration"),
        (("old.yaml", "classic"), "old.yaml:1"),
        (("missing.h5", "classic"), "missing.h5"),
    ):
        done = lab.call("compare", *words)
        yield f"refused: {' '.join(words)}", done.returncode == 2 and message in done.stderr and done.stdout == ""


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(lambda folder: Lab(sys.argv[1], folder), (equal, planted, configurations, by_seed, refused))))
