"""The case study of Spelunky: its exact distributions, the generator held against them, mistakes that are caught, and the commands of its
page (experiments/import/SPELUNKY.md). Prints TAP.

    spelunky.py PROGRAM
"""
import json
import math
import pathlib
import re
import sys
import tempfile
from collections import Counter, defaultdict
from fractions import Fraction

from importing import ROOT, Lab

SCRIPT = ROOT / "data/programs/spelunky.py"
CLAIMS = (ROOT / "data/programs/spelunky.yaml").read_text()
PAGE = (ROOT / "experiments/import/SPELUNKY.md").read_text()
FLOORS = 20000
FALSE_ALARM = 1e-9  # that right floors are called wrong, by all distributions of a sample together

# What the rows of the page's table are about.
MEASURED = ("plan_rooms", "width", "height", "dead_ends", "branching", "loops", "boss_distance", "eccentricity", "clustering_sum")

RULES = ("source", "essay", "turned")

# Mistakes: settings of the generator, and in which distributions they must show.
MISTAKES = {"rules=essay": {"rooms", "exit", "width"}, "rules=turned": {"rooms", "exit", "width"}, "die=6": {"rooms", "exit", "width"}, "die=4": {"rooms"}}


PICTURES = {"spelunky-levels.svg": "levels.svg", "spelunky-imitations.svg": "imitations.svg", "spelunky-overlay.svg": "figures/overlay.svg"}


def row_law(column: int, rules: str) -> dict[tuple[int, int, int], Fraction]:
    """The chances of (column the row is left in, rooms of the way in it) for a row that is entered in a column."""
    distribution = defaultdict(Fraction)
    left, right, down = 2 * (column > 0), 2 * (column < 3), 1
    if rules == "essay":
        down += 2 * (column == 0) + 2 * (column == 3)
    if rules == "turned":
        left, right = left + 2 * (column == 3), right + 2 * (column == 0)
    total = left + right + down
    distribution[column, 1] += Fraction(down, total)
    for step, faces in [(-1, left)] * (left > 0) + [(1, right)] * (right > 0):
        chance, place, rooms = Fraction(faces, total), column + step, 2
        while 0 < place < 3:  # one number of the five leads down, all others on
            distribution[place, rooms] += chance / 5
            chance, place, rooms = chance * 4 / 5, place + step, rooms + 1
        distribution[place, rooms] += chance
    return distribution


def level_law(rules: str) -> dict[str, dict[int, Fraction]]:
    """The distributions of the number of rooms, of the columns of start and exit, and of the width."""
    states = {(column, 0, column, column): Fraction(1, 4) for column in range(4)}
    for _ in range(4):
        after = defaultdict(Fraction)
        for (column, rooms, left, right), chance in states.items():
            for (place, more), share in row_law(column, rules).items():
                after[place, rooms + more, min(left, place), max(right, place)] += chance * share
        states = after
    distributions = {name: defaultdict(Fraction) for name in ("rooms", "exit", "width")}
    for (column, rooms, left, right), chance in states.items():
        distributions["rooms"][rooms] += chance
        distributions["exit"][column] += chance
        distributions["width"][right - left + 1] += chance
    return distributions


def observed(text: str) -> dict[str, Counter]:
    counts = {name: Counter() for name in ("rooms", "exit", "width")}
    for line in text.splitlines():
        columns = [room["cells"][0][0] for room in json.loads(line)["rooms"]]
        counts["rooms"][len(columns)] += 1
        counts["exit"][columns[-1]] += 1
        counts["width"][max(columns) - min(columns) + 1] += 1
    return counts


def broken(counts: dict[str, Counter], distributions: dict[str, dict[int, Fraction]]) -> set[str]:
    """The distributions that the counts break: a share is farther from its chance than Bernstein's inequality allows."""
    out = set()
    shares = sum(len(distribution) for distribution in distributions.values())
    for name, distribution in distributions.items():
        n = counts[name].total()
        weight = math.log(2 * shares / FALSE_ALARM)
        for value in distribution.keys() | counts[name].keys():
            chance = float(distribution.get(value, 0))
            allowed = weight / (3 * n) + math.sqrt((weight / (3 * n)) ** 2 + 2 * weight * chance * (1 - chance) / n)
            if abs(counts[name][value] / n - chance) > allowed:
                out.add(name)
    return out


def distributions(lab: Lab):
    for rules in RULES:
        distribution = level_law(rules)
        yield f"{rules}: the chances sum to one", all(sum(chances.values()) == 1 for chances in distribution.values())
        yield f"{rules}: the level is its own mirror image", distribution["exit"][0] == distribution["exit"][3] and distribution["exit"][1] == distribution["exit"][2]
        right = observed(lab.shell(f"python3 {SCRIPT} {FLOORS} rules={rules}").stdout)
        yield f"{rules}: the generator keeps them", right["rooms"].total() == FLOORS and broken(right, distribution) == set()
    for mistake, found in MISTAKES.items():
        wrong = observed(lab.shell(f"python3 {SCRIPT} {FLOORS} {mistake}").stdout)
        yield f"{mistake} is found", found <= broken(wrong, level_law("source"))


def written(claim: str) -> dict[int, Fraction]:
    """The distribution of a claim in the file."""
    text = CLAIMS.split(f"- id: {claim}\n")[1].split("distribution: {")[1].split("}")[0]
    return {int(value): Fraction(chance) for value, chance in re.findall(r"(\d+): (\d+/\d+)", text)}


def claims(lab: Lab):
    source, essay = level_law("source"), level_law("essay")
    yield "the distributions of the claims are these", written("spelunky.rooms.script") == source["rooms"] \
        and written("spelunky.rooms.essay") == essay["rooms"] and written("spelunky.width.script") == source["width"]
    yield "a way has a door less than rooms", written("spelunky.one_way") == {n - 1: chance for n, chance in source["rooms"].items()}
    done = lab.call("check", str(ROOT / "data/programs/spelunky.yaml"))
    yield "the file is a file of claims", done.returncode == 0


def two_ways(lab: Lab):
    """What the program prints is what it answers."""
    (lab.folder / "data").symlink_to(ROOT / "data")
    printed = lab.shell("python3 data/programs/spelunky.py 300 sides=1").stdout.splitlines()
    lab.write("printed.jsonl", "".join(line + "\n" for line in printed))
    own = ("--floors", "300", "--no-metrics")
    asked = lab.call("export", "program", "--set", "command=python3 data/programs/spelunky.py", "--set", "sides=1", *own)
    read = lab.call("export", "lines", "--set", "file=printed.jsonl", *own)
    same = [[{key: json.loads(line)[key] for key in ("rooms", "doors")} for line in done.stdout.splitlines()] for done in (asked, read)]
    yield "floors asked for are floors printed", len(same[0]) == 300 and same[0] == same[1]
    whole = lab.call("import", "printed.jsonl", "-o", "whole.h5")
    metrics = lab.info("whole.h5")["metrics"]
    yield "a whole level has sixteen rooms", whole.returncode == 0 and {row["mean"] for row in metrics["rooms"]} == {16}
    yield "every floor is one by the eight conditions", {row["max"] for row in metrics["broken_condition"]} == {0}


def table(lab: Lab):
    """The distances in the page's table, and their sums."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.startswith("| ") and "…" in line]
    yield "the table has rows", len(rows) == len(MEASURED)
    sums = []
    for place, rules in ((2, "walk"), (3, "spelunky"), (5, "spelunky_fitted")):
        done = lab.call("compare", "original.h5", f"grid:rules={rules}", "--floors", "20k", "--json")
        found = {row["name"]: row for row in json.loads(done.stdout)["rows"] if "distance" in row}
        for row, name in zip(rows, MEASURED):
            one = found[name]
            distance = f"{one['distance']:.2f} ({one['from']:.2f}…{one['to']:.2f})"
            yield f"{rules}: {name}", row[place] == distance and float(row[1]) == float(f"{one['a']:.3g}") and \
                (rules != "spelunky_fitted" or float(row[4]) == float(f"{one['b']:.3g}"))
        sums.append(f"{sum(row.get('jensen_shannon', 0) for row in found.values()):.2f}")
    yield "and their sums", f"| {sums[0]} | {sums[1]} | | {sums[2]} |" in PAGE


def page(lab: Lab):
    """Every command of the page, in a folder beside which the data lie."""
    (lab.folder / "data").symlink_to(ROOT / "data")
    (lab.folder / "lab").symlink_to(lab.program)
    for yaml in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL):
        lab.write(re.search("name: (.*)", yaml).group(1) + ".yaml", yaml)
    commands = [line.strip() for line in PAGE.splitlines() if line.startswith(("    ./lab ", "    python3 "))]
    outputs = {}
    yield "the page has commands", len(commands) > 12
    for command in commands:
        done = lab.shell(command)
        yield f"{command}", done.returncode == (" compare " in command or " check superset " in command)
        outputs[command] = done.stdout
        if "verify" in command:
            sums = re.search("[0-9]+ confirmed, .* changed", done.stdout)
            yield "it ends as the page says", sums is not None and sums.group() in PAGE
    derived = [output for command, output in outputs.items() if " check superset " in command]
    yield "as many levels as it says cannot be made", "255 can be made, 745 cannot" in derived[0] and "745 of 1000" in " ".join(PAGE.split())
    yield from table(lab)
    above = 0
    for line in lab.call("export", "grid", "--set", "rules=spelunky_fitted", "--floors", "5000", "--no-metrics").stdout.splitlines():
        row = {room["kind"]: room["cells"][0][1] for room in json.loads(line)["rooms"] if room["kind"] in ("start", "end")}
        above += row["end"] < row["start"]
    yield "the share of ends above the start", f"on {above / 5000:.0%} of the floors".replace("%", " %") in PAGE
    distribution = [level_law(rules) for rules in RULES]
    for name, numbers in (("rooms of the way, mean", [f"{float(sum(n * chance for n, chance in one['rooms'].items())):.2f}" for one in distribution]),
                          ("straight down through all rows", [f"{float(one['rooms'][4]):.4f}" for one in distribution]),
                          ("exit in a corner", [f"{float(one['exit'][0] + one['exit'][3]):.4f}" for one in distribution])):
        yield f"the exact numbers: {name}", f"| {name} | {' | '.join(numbers)} |" in PAGE


def pictures(lab: Lab):
    """The page's pictures are what its commands have drawn."""
    for name, drawn in PICTURES.items():
        is_same = (ROOT / "plots/pictures" / name).read_bytes() == (lab.folder / drawn).read_bytes()
        yield f"{name} is {drawn}, and on the page", is_same and f"plots/pictures/{name})" in PAGE


def main() -> int:
    failed = 0
    number = 0
    for group in ((distributions, claims), (two_ways,), (page, pictures)):
        with tempfile.TemporaryDirectory() as folder:
            for what, is_right in (case for cases in group for case in cases(Lab(sys.argv[1], pathlib.Path(folder)))):
                number += 1
                failed += not is_right
                print(f"{'ok' if is_right else 'not ok'} {number} - {what}", flush=True)
    print(f"1..{number}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
