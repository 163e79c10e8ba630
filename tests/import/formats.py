"""Floors that other programs made: the game's own dump by the converter, legends and fields on the command line, floors paired by game seed.
Prints TAP.

    formats.py PROGRAM

There is no dump of the game itself here: dump.py writes one from floors of the generator rebirth.
"""
import contextlib
import io
import json
import pathlib
import random
import re
import runpy
import subprocess
import sys
import unittest.mock

import dump
from importing import Lab, tap

CONVERT = pathlib.Path(__file__).resolve().parents[2] / "experiments/python/floorlab/convert.py"
CONVERTER = runpy.run_path(str(CONVERT))
SEEDS = 12
FIRST = 700001
GOOD = '{"rooms":[{"cells":[[0,0]]}]}\n'
MAPS = "S22\nH.X\n"
LINES = "".join(f'{{"rooms":[{{"cells":[[0,0]]}},{{"cells":[[{x + 1},0]]}}],"mood":{mood},"settings":{{"size":"{size}"}}}}\n'
                for x, (mood, size) in enumerate([(3, "big"), ("3", "small"), (3.0, "big"), (10, "big"), (0.5, "small")]))


def essence(rooms: list[dict]) -> list:
    return sorted((sorted(map(tuple, room["cells"])), room["kind"], room["variant"], room["subtype"], room.get("end", False),
                   room.get("added", False)) for room in rooms)


def offsets(data: bytes) -> list[tuple[int, int, int]]:
    """Where each floor of a dump begins, its stage, and its cells."""
    found, at = [], 0
    while at < len(data):
        at += 4
        for stage, _ in dump.STAGES:
            found.append((at, stage, data[at + 3]))
            at += 4 + 8 * data[at + 3] + 5 * (3 + (stage == 6))
    return found


def convert(lab: Lab, data: bytes, *words: str, out: str = "game.jsonl") -> subprocess.CompletedProcess:
    """Writes a dump as lines, by the converter's `main`: starting it each time would take longer than its work."""
    (lab.folder / "game.bin").write_bytes(data)
    printed, told = io.StringIO(), io.StringIO()
    with contextlib.chdir(lab.folder), contextlib.redirect_stdout(printed), contextlib.redirect_stderr(told), \
            unittest.mock.patch("sys.argv", [str(CONVERT), "game.bin", *words]):
        code = CONVERTER["main"]()
    lab.write(out, printed.getvalue())
    return subprocess.CompletedProcess(words, code, printed.getvalue(), told.getvalue())


def dumps(lab: Lab):
    runs = dump.floors_of(lab.program, FIRST, SEEDS)
    data = dump.dump(runs)
    yield "there are floors to dump", len(runs) > SEEDS // 2
    n = 14 * len(runs)
    yield "a dump is converted", convert(lab, data).returncode == 0
    done = subprocess.run([sys.executable, CONVERT, "game.bin"], cwd=lab.folder, capture_output=True, text=True, check=False)
    yield "by the program, too", done.returncode == 0 and done.stdout == (lab.folder / "game.jsonl").read_text()
    done = lab.call("import", "game.jsonl", "--vary", "stage,stage_type", "--json")
    yield "its floors are counted", done.returncode == 0 and json.loads(done.stdout)["samples"] == n and done.stderr == ""
    yield "stages and their types are configurations", json.loads(done.stdout)["configurations"] == 36
    made = [json.loads(line) for line in lab.call("export", "lines", "--set", "file=game.jsonl", "--floors", str(n), "--no-metrics").stdout.splitlines()]
    lines = [line for floors in runs.values() for line in floors]
    yield "each floor is the one that was dumped", [essence(line["rooms"]) for line in made] == [essence(line["rooms"]) for line in lines]
    yield "with its doors", all({frozenset(map(tuple, door["cells"])) for door in a["doors"]} == {frozenset(map(tuple, door["cells"])) for door in b["doors"]}
                               for a, b in zip(made, lines))
    yield "and its game seed", [line["seed_text"] for line in made] == [line["seed_text"] for line in lines]
    shapes = [[[room.get("shape") for room in line["rooms"] if len(room["cells"]) > 2] for line in floors] for floors in (made, lines)]
    yield "and its large shapes", shapes[0] == shapes[1] and any(shapes[0])
    counted = json.loads(lab.call("info", "game.h5", "--json").stdout)["metrics"]["rooms"]
    yield "a configuration has the floors of its stage and type", sum(row["n"] for row in counted) == n
    yield from pairs(lab, runs, data)
    yield from judged(lab)


def pairs(lab: Lab, runs: dict, data: bytes):
    """The dump beside the generator that its floors are from."""
    for stage, kind in ((1, 0), (3, 2), (6, 1), (9, 0), (10, 1), (11, 0), (12, 1)):
        words = ",".join("{}={}".format(*item) for item in dump.settings_of(stage, kind).items())
        convert(lab, data, f"stage={stage}", f"stage_type={kind}", out="some.jsonl")
        found = json.loads(lab.call("compare", "some.jsonl", "rebirth:" + words, "--seeds", "--json", "-q").stdout)
        there = sum(dump.type_of(seed, stage) == kind for seed in runs) if stage not in (10, 11) else len(runs)
        yield f"stage {stage} of type {kind}, seed for seed", found["paired_by"] == "game seed" and found["equal"] == found["floors"] == there > 0
    convert(lab, data, "stage=3", out="some.jsonl")
    done = lab.call("compare", "some.jsonl", "rebirth:rules=blade,stage=3,hard=on", "--seeds")
    yield "other random numbers have no game seeds", done.returncode == 2 and "rng=isaac" in done.stderr
    found = json.loads(lab.call("compare", "rebirth:rules=blade,stage=3,rng=isaac", "some.jsonl", "--seeds", "--json", "-q").stdout)
    yield "another difficulty is found", found["equal"] < found["floors"] / 2 and found["paired_by"] == "game seed"


def judged(lab: Lab):
    known = "rebirth:rules=blade,stage=3,hard=on"
    for words, told in (((known,), None), ((known + ",stage_type=2", known), None), (("classic",), "lacks the settings that distinguish"),
                        (("rebirth:rules=afterbirth-plus,stage=12,stage_type=2",), "stage")):
        done = lab.call("verify", "game.h5", *(word for value in words for word in ("--as", value)), "--json", "-q")
        yield f"judged as {' and '.join(words)}", (done.returncode == 2 and told in done.stderr) if told else done.returncode in (0, 4)


def bad_dumps(lab: Lab):
    data = dump.dump(dump.floors_of(lab.program, 9, 2))
    floors = offsets(data)
    at, stage, cells = floors[16]  # the third stage of the second record
    place = f"record 2, stage {stage}"
    first = data[:floors[14][0] - 4]

    def changed(where: int, value: int) -> bytes:
        return data[:where] + bytes([value]) + data[where + 1:]

    cells_of = {i: data[at + 4 + 8 * i:at + 12 + 8 * i] for i in range(cells)}
    large = next(i for i in range(1, cells) if sum(cell[0] == cells_of[i][0] for cell in cells_of.values()) > 1)
    other = next(i for i in range(cells) if cells_of[i][0] != cells_of[large][0])
    start = next(i for i in range(cells) if tuple(cells_of[i][1:3]) == (6, 6))
    table = (
        (changed(at, 4), f"byte {at}, {place}: found stage 4, expected stage 3"),
        (changed(at + 1, 3), f"byte {at + 1}, {place}: found stage type 3, expected 0, 1 or 2"),
        (changed(floors[24][0] + 1, 0), "found stage type 0, expected 1"),
        (changed(at + 2, 0), f"byte {at + 2}, {place}: found 0 rooms"),
        (changed(at + 2, cells + 1), "rooms on"),
        (changed(at + 3, 170), "170 cells"),
        (changed(at + 4, 200), f"byte {at + 4}, {place}: found room number 200"),
        (changed(at + 5, 13), f"byte {at + 4}, {place}: found the cell [13,"),
        (changed(at + 6, 255), "which is off the board of 13 x 13"),
        (changed(at + 8, 0), f"byte {at + 4}, {place}: found a room of type 0"),
        (changed(at + 8, 24), "found a room of type 24"),
        (changed(at + 4 + 8 * large + 6, 77), "is another than on its cell before"),
        (changed(at + 4 + 8 * other, cells_of[large][0]), "is another than on its cell before"),
        (changed(at + 4 + 8 * (cells - 1) + 1, cells_of[0][1])[:at + 4 + 8 * (cells - 1) + 2] + cells_of[0][2:3] + data[at + 7 + 8 * (cells - 1):],
         "belongs to room"),
        (changed(at + 4 + 8 * start + 1, 0)[:at + 6 + 8 * start] + b"\0" + data[at + 7 + 8 * start:], ""),
        (changed(at + 4 + 8 * cells + 1, 99), f"byte {at + 4 + 8 * cells}, {place}: found a room of type 99 off the board"),
        (data[:-1], f"byte {len(data) - 1}, record 2, stage 12: the dump ends within this floor"),
        (data[:at], "the dump ends within this floor"),
        (first + b"\1", "record 2, stage 1: the dump ends"),
        (data + b"\0", "record 3, stage 1: the dump ends"),
    )
    for content, message in table:
        done = convert(lab, content)
        yield f"refused: {message}", done.returncode == 2 and message in done.stderr and "game.bin" in done.stderr
    done = lab.call("import", "game.jsonl", "--force")
    yield "the error is a line that import refuses", done.returncode == 2 and "game.jsonl:29: rooms" in done.stderr
    convert(lab, data[:-1])
    done = lab.call("import", "game.jsonl", "--skip-bad", "1", "--json", "--force")
    yield "an end that was cut off can be left out", done.returncode == 0 and json.loads(done.stdout) | {"samples": 27, "bad_lines": 1} == json.loads(done.stdout)
    for content, message in ((b"", "there is no floor in it"), (b"\1\2\3", "the dump ends"), (b"not a dump" * 9, "found stage")):
        done = convert(lab, content)
        yield f"as a dump {content[:10]!r} is refused", done.returncode == 2 and message in done.stderr
    rng = random.Random(5)
    for _ in range(50):
        content = bytearray(data)
        for _ in range(rng.randrange(1, 4)):
            content[rng.randrange(len(content))] = rng.choice((0, 1, 6, 12, 13, 169, 255, rng.randrange(256)))
        done = convert(lab, content)
        if done.returncode not in (0, 2) or (done.returncode == 2 and not re.search("byte [0-9]+, record [12], stage [0-9]+", done.stderr)):
            yield f"a changed dump: {done.returncode} {done.stderr}", False
            return
    yield "50 changed dumps are read, or refused with their place", True


def legends(lab: Lab):
    lab.write("maps.txt", MAPS)
    yield "letters without a meaning are no maps", lab.call("import", "maps.txt").returncode == 2
    done = lab.call("import", "maps.txt", "--legend", "S=start 2=normal+ H=hut X=boss")
    lab.write("same.txt", "legend S=start 2=normal+ H=hut X=boss\n" + MAPS)
    lab.call("import", "same.txt")
    yield "a legend on the command line is one in the file", done.returncode == 0 and \
        lab.info("maps.h5")["metrics"] == lab.info("same.h5")["metrics"]
    lab.write("other.txt", "legend X=shop S=start 2=normal H=hut\n" + MAPS)
    lab.call("import", "other.txt", "--legend", "X=boss 2=normal+")
    yield "and is kept against one in the file", lab.info("other.h5")["metrics"] == lab.info("same.h5")["metrics"]
    lab.write("vary.yaml", "name: vary\ngenerator: lines\nsettings: {file: maps.txt, legend: 'S=start 2=normal+ H=hut X=boss'}\nfloors: 1\n")
    lab.call("run", "vary.yaml")
    yield "an experiment has it as a setting", lab.info("vary.h5")["metrics"] == lab.info("same.h5")["metrics"]
    lab.write("plain.jsonl", LINES)
    for words, message in ((("maps.txt", "--legend", "S"), "legend: found 'S'"), (("maps.txt", "--legend", "S=start Hhut"), "found 'Hhut'"),
                           (("plain.jsonl", "--legend", "S=start"), "it has no maps"),
                           (("same.txt", "--vary", "stage"), "maps have no fields"), (("same.txt", "--format", "json"), "not JSON"),
                           (("same.txt", "--format", "text"), "cannot be 'text'")):
        done = lab.call("import", *words, "--force", "-o", "no.h5")
        yield f"refused: {' '.join(words)}", done.returncode == 2 and message in done.stderr and not lab.has("no.h5")


def fields(lab: Lab):
    lab.write("plain.jsonl", LINES)

    def configurations(*words: str) -> list[tuple]:
        done = lab.call("import", "plain.jsonl", *words, "--force", "-o", "plain.h5")
        rows = lab.info("plain.h5")["metrics"]["rooms"] if done.returncode in (0, 1) else []  # 1: floors repeat
        return [(" ".join(f"{name}={value}" for name, value in row["configuration"].items()), row["n"]) for row in rows]

    yield "a number is one value, however it is written", configurations("--vary", "mood") == [("mood=0.5", 1), ("mood=3", 3), ("mood=10", 1)]
    yield "a key of the settings", configurations("--vary", "size") == [("size=big", 3), ("size=small", 2)]
    yield "under another name", configurations("--vary", "extent=settings.size") == [("extent=big", 3), ("extent=small", 2)]
    both = configurations("--vary", "mood,size")
    yield "two fields", dict(both)["mood=3 size=big"] == 2 and dict(both)["mood=10 size=small"] == 0 and len(both) == 6
    done = lab.call("plot", "plain.h5", "--where", "mood=3", "--where", "size=big", "--figure", "rooms", "-o", "figures")
    yield "plot chooses by them", done.returncode in (0, 2) and "no configuration" not in done.stderr
    yield "report", lab.call("report", "plain.h5").returncode == 0
    done = lab.call("show", "lines", "--set", "file=plain.jsonl", "--set", "fields=mood", "--set", "mood=10")
    yield "show, too", done.returncode == 0 and "mood" in done.stdout
    lines = LINES.splitlines(keepends=True)
    many = "".join(line for i in range(52) for line in (json.dumps({**json.loads(lines[0]), "n": 5 * i + k}) + "\n" for k in range(5)))
    for text, words, message in (
        (LINES, "nosuch", "plain.jsonl:1: nosuch: the line has no 'nosuch', neither beside"),
        (LINES, "moods", "did you mean 'mood'?"),
        (LINES, "mood=settings.mood", "the line has no 'mood' in its settings"),
        (LINES, "file=size", "'file' is the name of a setting"),
        (LINES, "mood,mood", "'mood' is named twice"),
        (LINES, "a=", "found 'a=', expected a name"),
        (LINES, "rooms", "rooms: expected a number or a word"),
        (LINES, "a b c d e f g h i", "more than 8 fields"),
        (lines[0] + GOOD, "mood", "plain.jsonl:2: mood: the line has no 'mood', which must stand beside"),
        (lines[0] + lines[0].replace("3", "null", 1).replace("[3", "["), "mood", "plain.jsonl:2: mood: expected a number"),
        (lines[0] + lines[0].replace('"mood":3', '"mood":"' + 50 * "x" + '"'), "mood", "a word of 1 to 47 bytes"),
        (many, "n", "plain.jsonl:257: n: '256' is one more than 256 different values"),
    ):
        lab.write("plain.jsonl", text)
        done = lab.call("import", "plain.jsonl", "--vary", words, "-o", "no.h5")
        yield f"refused: {message}", done.returncode == 2 and message in done.stderr and not lab.has("no.h5") and \
            (done.stderr.count("\n") == 2 or "twice" in message or "more than 8" in message)
    lab.write("plain.jsonl", lines[0] + GOOD)
    done = lab.call("import", "plain.jsonl", "--vary", "mood", "--skip-bad", "1", "-o", "skipped.h5", "--json")
    yield "a line without it can be left out", done.returncode == 0 and json.loads(done.stdout)["bad_lines"] == 1
    lab.write("other.jsonl", LINES)
    lab.write("plain.jsonl", LINES)
    done = lab.call("import", "plain.jsonl", "other.jsonl", "--vary", "mood", "-o", "no.h5")
    yield "of one file only", done.returncode == 2 and "its floors make several configurations" in done.stderr and not lab.has("no.h5")
    big = LINES.replace('"mood"', '"pad":"' + 300 * "x" + '","mood"') * 700
    lab.write("plain.jsonl", big)
    yield "a file that the result does not hold", dict(configurations("--vary", "mood,size"))["mood=3 size=big"] == 1400


def by_seed(lab: Lab):
    words = ("--set", "rules=blade", "--set", "rng=isaac", "--set", "stage=2")
    lines = lab.call("export", "rebirth", *words, "--from", "5000", "--floors", "60", "--no-metrics").stdout.splitlines(keepends=True)
    other = "rebirth:rules=blade,rng=isaac,stage=2"
    shuffled = lines[:]
    random.Random(3).shuffle(shuffled)

    def compare(name: str, text: list[str], to: str = other) -> dict:
        lab.write(name, "".join(text))
        done = lab.call("compare", name, to, "--seeds", "--json", "-q")
        return json.loads(done.stdout) if done.stdout else {"error": done.stderr}

    found = compare("shuffled.jsonl", shuffled)
    yield "lines in any order find their floors", found["paired_by"] == "game seed" and found["equal"] == found["floors"] == 60
    lab.write("lines.jsonl", "".join(lines))
    found = compare("shuffled.jsonl", shuffled, "lines.jsonl")
    yield "and those of another file", found["equal"] == found["floors"] == 60
    swapped = json.loads(lab.call("compare", other, "shuffled.jsonl", "--seeds", "--json", "-q").stdout)
    yield "on either side", swapped["equal"] == swapped["floors"] == 60
    found = compare("twice.jsonl", shuffled + shuffled[:5])
    yield "seeds that are there twice are told", found["repeated_seeds"] == [5, 0] and found["floors"] == 65
    told = lab.call("compare", "twice.jsonl", other, "--seeds").stdout
    first = min(map(json.loads, shuffled[:5]), key=lambda line: line["index"])["seed_text"]
    yield "with the first of them", f"A: 5 floors have the game seed of an earlier one, the first {first}." in told
    told = lab.call("compare", "lines.jsonl", "twice.jsonl", "--seeds").stdout
    yield "and what stands for them", "B: 5 floors have" in told and "which stands for both" in told
    found = compare("some.jsonl", shuffled[:20] + [GOOD], "lines.jsonl")
    yield "floors without a seed are left out", found["without_seed"] == [1, 0] and found["floors"] == found["equal"] == 20
    found = compare("shuffled.jsonl", shuffled, "some.jsonl")
    yield "floors without a partner, too", found["without_partner"] == 40 and found["floors"] == 20
    changed = [line.replace('"kind":"shop"', '"kind":"dice"').replace('"tag":"shop"', '"tag":"dice"') if i == 7 else line for i, line in enumerate(shuffled)]
    found = compare("changed.jsonl", changed)
    yield "one changed floor is found", found["equal"] == 59 and found["first_different"] == 7 and found["fields"]["kinds"]["differ"] == 1
    told = lab.call("compare", "changed.jsonl", other, "--seeds").stdout
    seed = json.loads(shuffled[7])["seed_text"]
    yield "and told by its seed", told.count(f", {seed}") == 2
    bare = [re.sub('"seed_text":"[^"]*",', "", line) for line in shuffled]
    yield "without seeds numbers count", compare("bare.jsonl", bare, "bare.jsonl")["paired_by"] == "number"
    lab.write("bare.jsonl", "".join(bare))
    yield "also beside a file with seeds", compare("shuffled.jsonl", shuffled, "bare.jsonl")["paired_by"] == "number"
    done = lab.call("compare", "some.jsonl", lab.write("far.jsonl", lines[0].replace(json.loads(lines[0])["seed_text"], "B911 99AC")), "--seeds")
    yield "no seed in common", done.returncode == 2 and "no floor of the other side has the game seed" in done.stderr
    odd = lines[0].replace(json.loads(lines[0])["seed_text"], "my own seed")
    yield "what is no game seed is none", compare("odd.jsonl", [odd], "lines.jsonl")["paired_by"] == "number"


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(lambda folder: Lab(sys.argv[1], folder), (dumps, bad_dumps, legends), (fields,), (by_seed,))))
