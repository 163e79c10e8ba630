"""Floors of rules=repentance against what is published of the game: repentance.py PROGRAM FOLDER. Prints TAP.

Published totals are of 10,000 game seeds each in normal and hard mode, with the game's own room files (isaacmap, research/binary,
as gen/rebirth/RULES.md says). The rooms of FOLDER, data/rooms, are invented, so shares may be off by a bound that is said here, and
by chance: 4.9 standard errors of our own count, which one sample in a million exceeds. Numbers of floors and seeds are fixed.

The rule about ultra secret rooms is written here a second time, from the document, and asked of every floor.
"""
import collections
import fractions
import functools
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import tap  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
POOL = pathlib.Path(sys.argv[2])
FLOORS = 60000  # of each stage and mode
ERRORS = 4.9

THROWN_AWAY = {1: 0.0763, 2: 0.0426, 3: 0.0330, 4: 0.0207, 5: 0.0207, 6: 0.0186}  # attempts per accepted floor, less one
THROWN_AWAY_BOUND = 0.005
# of 10,000 floors of stage 1: normal, hard
KINDS = {"roll.curse.placed": (5319, 6481), "roll.dice_or_sacrifice.placed": (2750, 2726), "roll.dice.placed": (676, 706),
         "roll.library.placed": (305, 372), "roll.miniboss.placed": (573, 1457), "roll.planetarium.placed": (91, 82)}
SECRET_NEIGHBOURS = {1: (358, 138), 2: (4385, 3089), 3: (5082, 6280), 4: (175, 493)}
SHARE_BOUND = 0.01

EXPERIMENT = """name: repentance
about: retries, special rooms and secret rooms of the current game
generator: rebirth
settings: {rules: repentance, unlocks: fresh, keys: 2}
vary: {stage: [1, 2, 3, 4, 5, 6], hard: [off, on]}
metrics: [attempts, secret_doors]
floors: %d
seed: 20260
"""


def run(folder: pathlib.Path) -> dict:
    """The counts of the experiment as `info` prints them."""
    (folder / "e.yaml").write_text(EXPERIMENT % FLOORS)
    subprocess.run([PROGRAM, "run", "e.yaml", "-q", "-o", "e.h5"], cwd=folder, check=True)
    return json.loads(subprocess.run([PROGRAM, "info", "e.h5", "--json"], cwd=folder, capture_output=True, check=True).stdout)


def export(floors: int, settings: dict) -> list[dict]:
    words = [word for item in settings.items() for word in ("--set", "{}={}".format(*item))]
    done = subprocess.run([PROGRAM, "export", "rebirth", *words, "--floors", str(floors), "--no-metrics"], capture_output=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def thrown_away(info: dict, stage: int) -> tuple[float, float]:
    """Attempts per accepted floor, less one, the mean of both modes; and its standard error, at most."""
    rows = [row for row in info["metrics"]["attempts"] if row["configuration"]["stage"] == str(stage)]
    assert len(rows) == 2 and all(row["n"] == FLOORS for row in rows), rows
    return sum(row["mean"] - 1 for row in rows) / 2, sum(math.sqrt(row["variance"] / row["n"]) for row in rows) / 2


def share_is_near(hits: int, published: int) -> bool:
    share, wanted = hits / FLOORS, published / 10000
    error = math.sqrt(wanted * (1 - wanted) / FLOORS)
    print(f"#   {share:.4f}, published {wanted:.4f}")
    return abs(share - wanted) <= SHARE_BOUND + ERRORS * error


def placed(info: dict, event: str, hard: str) -> int:
    return next(row["hits"] for row in info["events"][event] if row["configuration"] == {"stage": "1", "hard": hard})


def check_published(folder: pathlib.Path):
    """Retries, kinds of special rooms and secret rooms beside the published ones."""
    info = run(folder)
    for stage, published in THROWN_AWAY.items():
        found, error = thrown_away(info, stage)
        print(f"#   stage {stage}: {found:.4f} thrown away per accepted floor, published {published:.4f}")
        yield f"layouts of stage {stage} are given up as often as the game's", \
            abs(found - published) <= THROWN_AWAY_BOUND + ERRORS * error
    for mode, hard in enumerate(("off", "on")):
        for event, published in KINDS.items():
            hits = placed(info, event, hard)
            if event == "roll.dice_or_sacrifice.placed":
                hits -= placed(info, "roll.dice.placed", hard)
            yield f"{event}, hard {hard}", share_is_near(hits, published[mode])
        row = next(r for r in info["metrics"]["secret_doors"] if r["configuration"] == {"stage": "1", "hard": hard})
        for n, published in SECRET_NEIGHBOURS.items():
            yield f"secret rooms with {n} neighbours, hard {hard}", share_is_near(row["counts"].get(str(n), 0), published[mode])


# ---- forced dead ends ----

def check_forced_ends():
    """The rooms of a finished layout are the start, those asked for and the forced dead ends of this layout alone."""
    for rules in ("afterbirth-plus", "repentance"):
        floors = export(3000, {"rules": rules, "stage": 2})
        planned = [sum(not room.get("added") for room in floor["rooms"]) for floor in floors]
        yield f"forced dead ends of {rules} are those of the floor, not of layouts given up", \
            any(floor["facts"]["attempts"] > 1 for floor in floors) and all(
                n == 1 + floor["facts"]["target"] + floor["facts"]["forced_ends"] for n, floor in zip(planned, floors))


# ---- the Strange Door ----

ABOVE = [6, 5]


def above_start(floors: list[dict]) -> int:
    return sum(ABOVE in room["cells"] for floor in floors for room in floor["rooms"])


def check_strange_door():
    depths = {"rules": "repentance", "stage": 6}
    for rng in ("pcg", "isaac"):
        yield f"nothing is above the start of Depths II, rng {rng}", above_start(export(1500, {**depths, "rng": rng})) == 0
    labyrinth = {"rules": "repentance", "stage": 5, "curse": "labyrinth"}
    yield "nor of Depths I as a labyrinth", above_start(export(500, labyrinth)) == 0
    for name, settings in (("while the door is locked", {**depths, "unlocks": "terrible"}), ("on Depths I", {**labyrinth, "curse": "none"}),
                           ("in Afterbirth+", {**depths, "rules": "afterbirth-plus"})):
        yield f"there can be a room {name}", above_start(export(300, settings)) > 100


# ---- ultra secret rooms ----

SIDES = ((-1, 0), (0, -1), (1, 0), (0, 1))  # of slots 0 to 3
# By shape: the slots it has, and where the slots of its full counterpart lead from its origin.
ONE = {0: (-1, 0), 1: (0, -1), 2: (1, 0), 3: (0, 1)}
TALL = {0: (-1, 0), 1: (0, -1), 2: (1, 0), 3: (0, 2), 4: (-1, 1), 6: (1, 1)}
WIDE = {0: (-1, 0), 1: (0, -1), 2: (2, 0), 3: (0, 1), 5: (1, -1), 7: (1, 1)}
LARGE = {0: (-1, 0), 1: (0, -1), 2: (2, 0), 3: (0, 2), 4: (-1, 1), 5: (1, -1), 6: (2, 1), 7: (1, 2)}
SHAPES = {"1x1": ({0, 1, 2, 3}, ONE), "IH": ({0, 2}, ONE), "IV": ({1, 3}, ONE), "1x2": (set(TALL), TALL), "IIV": ({1, 3}, TALL),
          "2x1": (set(WIDE), WIDE), "IIH": ({0, 2}, WIDE), "2x2": (set(LARGE), LARGE),
          "LTL": (set(LARGE), {**LARGE, 0: (0, 0), 1: (0, 0)}), "LTR": (set(LARGE), {**LARGE, 2: (1, 0), 5: (1, 0)}),
          "LBL": (set(LARGE), {**LARGE, 3: (0, 1), 4: (0, 1)}), "LBR": (set(LARGE), {**LARGE, 6: (1, 1), 7: (1, 1)})}
SHUT = ("boss", "super_secret", "secret", "curse")
TILES = {(-1, 3): 0, (12, 3): 0, (6, -1): 1, (6, 6): 1, (13, 3): 2, (26, 3): 2, (6, 7): 3, (6, 14): 3, (-1, 10): 4, (12, 10): 4,
         (19, -1): 5, (19, 6): 5, (13, 10): 6, (26, 10): 6, (19, 7): 7, (19, 14): 7}


def read_doors(path: pathlib.Path) -> dict:
    """Slots with a door, by type, subtype and variant."""
    rooms = xml.etree.ElementTree.parse(path).getroot()
    return {(int(room.get("type")), int(room.get("subtype", 0)), int(room.get("variant"))):
            {TILES[int(door.get("x")), int(door.get("y"))] for door in room}
            for room in rooms}


def add(cell, step):
    return cell[0] + step[0], cell[1] + step[1]


def is_on_board(cell) -> bool:
    return 0 <= cell[0] < 13 and 0 <= cell[1] < 13


class Board:
    """A floor as it was when its ultra secret room was placed."""

    def __init__(self, floor: dict, doors: dict):
        self.rooms = [room for room in floor["rooms"] if room["kind"] != "ultra_secret"]
        self.owner = {tuple(cell): room for room in self.rooms for cell in room["cells"]}
        self.forbidden = {cell for room in self.rooms if room["kind"] not in ("start", "normal")
                          for cell in self.closed_cells(room, doors[room["type_id"], room["subtype"], room["variant"]])}
        bosses = [room for room in self.rooms if room["kind"] == "boss"]
        around = {add(cell, side) for cell in map(tuple, bosses[-1]["cells"]) for side in SIDES}
        self.blocked = around | set(map(tuple, bosses[-1]["cells"]))

    @staticmethod
    def closed_cells(room: dict, doors: set):
        _, leads = SHAPES[room["shape"]]
        return [add(room["origin"], leads[slot]) for slot in leads if room["kind"] in SHUT or slot not in doors]

    def opens(self, room: dict, slot: int) -> bool:
        has, leads = SHAPES[room["shape"]]
        target = add(room["origin"], leads[slot]) if slot in has else None
        return target is not None and is_on_board(target) and target not in self.forbidden

    def rooms_near(self, cell) -> int:
        """The cells of rooms two steps away; 0 if the ultra secret room may not be here."""
        beside = [add(cell, side) for side in SIDES]
        if cell in self.owner or cell in self.forbidden or cell in self.blocked or \
                any(one in self.owner or one in self.blocked for one in beside):
            return 0
        near = 0
        for first in range(4):
            for second in (first, (first + 1) % 4):
                room = self.owner.get(add(beside[first], SIDES[second]))
                if room is None:
                    continue
                if not all(self.opens(room, (way + 2) % 4) for way in (first, second)):
                    return 0
                near += 1
        return near


def has_red_doors(floor: dict, cell, doors: dict) -> bool:
    """Whether the interiors of normal rooms have a door to each cell beside the ultra secret room that a slot of theirs leads to."""
    red = {add(cell, side) for side in SIDES}
    normal = [room for room in floor["rooms"] if room["kind"] == "normal"]
    return all(slot in doors[room["type_id"], room["subtype"], room["variant"]] for room in normal for slot in SHAPES[room["shape"]][0]
               if add(room["origin"], SHAPES[room["shape"]][1][slot]) in red)


def chances(numbers: list[int]) -> dict[int, float]:
    """The chance that the room is at one of the cells with one, two, or three and more rooms near, by how many such cells there are:
    each weighs 10 to 14, less 6, 3 or 0, all weights equally likely, and a lot decides among the heaviest."""
    less = {1: 6, 2: 3, 3: 0}
    out = {}
    for group in less:
        total = fractions.Fraction(0)
        for drawn in range(5):
            weight = drawn - less[group]
            others = {k: numbers[k - 1] - (k == group) for k in less}
            # the sum over how many others have the same weight, of 1 / (that number + 1), as a polynomial
            terms = [fractions.Fraction(1)]
            for k, n in others.items():
                lower = fractions.Fraction(sum(d - less[k] < weight for d in range(5)), 5)
                same = fractions.Fraction(any(d - less[k] == weight for d in range(5)), 5)
                for _ in range(n):
                    terms = [(terms[i] if i < len(terms) else 0) * lower + (terms[i - 1] * same if i else 0) for i in range(len(terms) + 1)]
            total += sum(term / (i + 1) for i, term in enumerate(terms)) / 5
        out[group] = float(total * numbers[group - 1]) if numbers[group - 1] else 0.0
    return out


def check_ultra_secret():
    """Only where the rule lets it be, as often with few rooms near as the weights say, and left out only without a place."""
    shares = functools.cache(chances)
    doors = read_doors(POOL / "00.special rooms.xml")
    for stage, floors_n, file in ((1, 2500, "01.basement.xml"), (3, 1000, "04.caves.xml"), (5, 600, "07.depths.xml")):
        own_doors = read_doors(POOL / file)
        right = has_doors = True
        expected, spread, seen = collections.Counter(), collections.Counter(), collections.Counter()
        for floor in export(floors_n, {"rules": "repentance", "stage": stage, "unlocks": "terrible", "curse": "none"}):
            board = Board(floor, doors)
            near = {cell: board.rooms_near(cell) for cell in itertools.product(range(13), repeat=2)}
            at = [tuple(room["cells"][0]) for room in floor["rooms"] if room["kind"] == "ultra_secret"]
            right = right and (near[at[0]] > 0 if at else not any(near.values()))
            has_doors = has_doors and all(has_red_doors(floor, cell, own_doors) for cell in at)
            groups = collections.Counter(min(n, 3) for n in near.values() if n)
            for group, chance in shares((groups[1], groups[2], groups[3])).items():
                expected[group] += chance
                spread[group] += chance * (1 - chance)
            seen.update(min(near[cell], 3) for cell in at)
        yield f"ultra secret rooms of stage {stage} are where the rule lets them be", right
        yield f"and normal rooms have doors to the cells around them, stage {stage}", has_doors
        print("#   " + ", ".join(f"{group} near: {seen[group]}, expected {expected[group]:.1f}" for group in (1, 2, 3)))
        yield f"and as often with 1, 2, 3 rooms near as the weights say, stage {stage}", \
            all(abs(seen[k] - expected[k]) <= ERRORS * math.sqrt(spread[k]) + 1 for k in (1, 2, 3))


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        return tap.say(itertools.chain(check_forced_ends(), check_strange_door(), check_ultra_secret(),
                                       check_published(pathlib.Path(folder))))


sys.exit(main())
