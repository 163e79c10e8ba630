"""Judges floors of other generators: where nothing can be judged, and a faulty port. Prints TAP.

    judge.py PROGRAM
"""
import json
import random
import re
import subprocess
import sys

from importing import ROOT, Lab, tap

LEVEL = "classic:rules=article,level=1"


def made(lab: Lab, name: str, *words: str) -> str:
    """Floors of naive.py."""
    with (lab.folder / name).open("w") as file:
        subprocess.run([sys.executable, str(ROOT / "tests/import/naive.py"), *words], check=True, stdout=file)
    return name


def verdicts_of(done: subprocess.CompletedProcess) -> dict:
    return {row["id"].split("@")[0]: row["verdict"] for row in json.loads(done.stdout)["claims"]}


def nothing(lab: Lab):
    made(lab, "mine.jsonl", "500")
    lab.call("import", "mine.jsonl")
    for more in ((), ("--verdict", "changed"), ("--json",), ("-q",), ("--only", "classic.*")):
        done = lab.call("verify", "mine.h5", *more)
        yield f"verify mine.h5 {' '.join(more)}: nothing was judged", done.returncode == 4 and "as recorded" not in done.stdout and \
            "nothing was judged" in done.stderr and "verify mine.h5 --as classic:level=1" in done.stderr
    done = lab.call("verify", "mine.h5", "--as", "classic:level=1", "--verdict", "changed")
    yield "with --as something is", "nothing was judged" not in done.stderr and "There is no such row" in done.stdout
    lab.write("own.yaml", "name: own\ngenerator: classic\nsettings: {rooms: 11, level: 5}\nfloors: 100\nmetrics: [height]\n")
    lab.call("run", "own.yaml", "-q")
    yield "a run that no claim is about", lab.call("verify", "own.h5").returncode == 4


def secrets(lab: Lab):
    lines = [json.loads(line) for line in (lab.folder / made(lab, "said.jsonl", "3000")).read_text().splitlines()]
    bare = [{**line, "rooms": [{k: v for k, v in room.items() if k != "added"} for room in line["rooms"]]} for line in lines]
    none = [{**line, "rooms": [{**room, "added": False} for room in line["rooms"]]} for line in lines]
    for name, floors in (("bare", bare), ("none", none)):
        lab.write(f"{name}.jsonl", "".join(json.dumps(floor) + "\n" for floor in floors))
    said, unsaid, denied = (lab.judge(f"{name}.jsonl", LEVEL) for name in ("said", "bare", "none"))
    yield "a secret room is added by itself", unsaid == said and said["summary"]["changed"] == 0
    yield "unless a line says that it is not", denied["summary"]["changed"] > 0
    lab.write("super.jsonl", '{"rooms":[{"cells":[[0,0]]},{"cells":[[1,0]],"kind":"super_secret"},{"cells":[[0,1]],"kind":"ultra_secret"}]}\n')
    lab.write("super.txt", "@{}\n{}\n".format(*(kind_sign(lab, kind) for kind in ("super_secret", "ultra_secret"))))
    for name in ("super.jsonl", "super.txt"):
        floor = json.loads(lab.call("export", "lines", "--set", f"file={name}", "--no-metrics", "-n", "1").stdout)
        yield f"{name}: a super secret room takes a dead end, an ultra secret one is added", \
            {room["kind"]: room.get("added") for room in floor["rooms"]} == {"start": None, "super_secret": None, "ultra_secret": True}
    lab.write("kept.jsonl", lab.call("export", "lines", "--set", "file=none.jsonl", "--no-metrics", "-n", "1").stdout)
    yield "what export writes is read as it was", '"kind":"secret"' in (lab.folder / "kept.jsonl").read_text() and \
        not any(room.get("added") for room in json.loads((lab.folder / "kept.jsonl").read_text())["rooms"])


def kind_sign(lab: Lab, kind: str) -> str:
    return next(row["sign"] for row in json.loads(lab.call("list", "kinds", "--json").stdout) if kind in row.values())


def coin(lab: Lab):
    """Coins of 0.49: exact p 6e-13, and refuted once alpha is shared among the claims about such floors alone."""
    made(lab, "fair.jsonl", "5000", "--coin", "0.5")
    made(lab, "coin.jsonl", "20000", "--coin", "0.49", "--seed", "11")
    fair, wrong = (lab.call("verify", name, "--as", LEVEL, "--json") for name in ("fair.jsonl", "coin.jsonl"))
    yield "a fair coin passes", fair.returncode in (0, 4) and json.loads(fair.stdout)["summary"]["changed"] == 0
    found = verdicts_of(wrong)
    yield "a coin of 0.49 is refuted by 20,000 floors", wrong.returncode == 1 and found["classic.exact.attempts"] == "refuted"
    told = lab.call("verify", "coin.jsonl", "--as", LEVEL, "--explain", "classic.exact.attempts").stdout
    yield "alpha is shared among the claims about such floors alone", float(re.search("share of alpha ([0-9.e-]+) of 0.001", told).group(1)) > 0.001 / 60
    asked = verdicts_of(lab.call("verify", "coin.jsonl", "--as", LEVEL, "--only", "classic.exact.*", "--json"))
    yield "asking for one claim makes no verdict easier", asked.items() <= found.items() and asked != {}


def copies(lab: Lab):
    """Floors that are copies of one another, in three ways; and floors that are not."""
    made(lab, "all.jsonl", "4000")
    lines = (lab.folder / "all.jsonl").read_text().splitlines()
    rng = random.Random(5)
    ways = {"again": (lines[:400] * 10, "repeated after 400 floors"), "threes": ([line for line in lines[:2000] for _ in range(3)], "repeated after 1 floors"),
            "few": (rng.choices(lines[:500], k=4000), "more often than those of our own")}
    for name, (floors, message) in ways.items():
        lab.write(f"{name}.jsonl", "".join(f"{line}\n" for line in floors))
        done = lab.call("verify", f"{name}.jsonl", "--as", LEVEL, "--tolerance", "0.01")
        yield f"{name}: refused", done.returncode == 1 and f"{name}.jsonl: floors are " in done.stderr and message in done.stderr
        yield "and how many differ is said", re.search(rf"^\d+ of {len(floors)} floors are different; equal are floors \d+ and \d+,", done.stdout, re.M) is not None
        yield "the error rate is not promised", "Floors are repeated" in done.stdout and "The chance that any" not in done.stdout
        done = lab.call("import", f"{name}.jsonl", "-q")
        is_fixed = "after" in message
        yield "import counts them all the same", lab.has(f"{name}.h5") and done.returncode == is_fixed and (message in done.stderr) == is_fixed
        done = lab.call("verify", f"{name}.h5", "--as", LEVEL, "--json")
        yield "and so is verify of its result, where import saw it", not is_fixed or done.returncode == 1 and not json.loads(done.stdout)["summary"]["independent"]
    lab.write("own.jsonl", lab.call("export", "classic", "--set", "rules=flash", "--floors", "6000", "--no-metrics").stdout)
    lab.write("kinds.jsonl", "".join(re.sub('"(shop|treasure|sacrifice)"', '"normal"', line) + "\n" for line in lines))
    lab.call("import", "all.jsonl")
    done = lab.call("verify", "all.h5", "--as", LEVEL)
    yield "a result without its floors is judged", done.returncode in (0, 4) and "repeated" not in done.stderr
    for name, stood_for in (("all", LEVEL), ("own", "classic:rules=flash,level=1"), ("kinds", LEVEL)):
        done = lab.call("verify", f"{name}.jsonl", "--as", stood_for)
        yield f"{name}: independent floors are not refused, though some are equal", "repeated" not in done.stdout + done.stderr and \
            "floors are different" in done.stdout


sys.exit(tap.say(tap.in_folders(lambda folder: Lab(sys.argv[1], folder), (nothing, secrets, coin), (copies,))))
