"""Writes the room pool of the project: make.py [FOLDER] (without one: the folder of this file).

The rooms are invented: which types, subtypes, variants, shapes and difficulties there are is what the rules of the
Rebirth family ask for, everything else is drawn from a small generator of our own, so that the files are the same
bytes on every machine. They have nothing inside: type, subtype, variant, shape, difficulty, weight and doors are all that matters
for choosing a room. One file per stage file of the game, 00 holds the special rooms; gen/rebirth/pool reads them. Never change them by hand.
A change here changes Rebirth floors, so it needs a new version of that generator. Doors missing from a room's line do not exist; attributes missing have the reader's defaults.
"""
import pathlib
import sys

# Door slots L0 U0 R0 D0 L1 U1 R1 D1 as tile positions, by shape number: the table of the XML layout.
DOORS = {
    1: [(-1, 3), (6, -1), (13, 3), (6, 7)],
    2: [(-1, 3), None, (13, 3)],
    3: [None, (6, -1), None, (6, 7)],
    4: [(-1, 3), (6, -1), (13, 3), (6, 14), (-1, 10), None, (13, 10)],
    5: [None, (6, -1), None, (6, 14)],
    6: [(-1, 3), (6, -1), (26, 3), (6, 7), None, (19, -1), None, (19, 7)],
    7: [(-1, 3), None, (26, 3)],
    8: [(-1, 3), (6, -1), (26, 3), (6, 14), (-1, 10), (19, -1), (26, 10), (19, 14)],
    9: [(12, 3), (6, 6), (26, 3), (6, 14), (-1, 10), (19, -1), (26, 10), (19, 14)],
    10: [(-1, 3), (6, -1), (13, 3), (6, 14), (-1, 10), (19, 6), (26, 10), (19, 14)],
    11: [(-1, 3), (6, -1), (26, 3), (6, 7), (12, 10), (19, -1), (26, 10), (19, 14)],
    12: [(-1, 3), (6, -1), (26, 3), (6, 14), (-1, 10), (19, -1), (13, 10), (19, 7)],
}
NARROW = (2, 3, 5, 7)

STAGES = {
    1: "basement", 2: "cellar", 3: "burning basement", 4: "caves", 5: "catacombs", 6: "flooded caves",
    7: "depths", 8: "necropolis", 9: "dank depths", 10: "womb", 11: "utero", 12: "scarred womb",
    13: "blue womb", 14: "sheol", 15: "cathedral", 16: "dark room", 17: "chest", 26: "the void",
}
LAST = (16, 17)  # the start room is variant 0 of these stages' own files
VOID = 26

DEFAULT, SHOP, TREASURE, BOSS, MINI_BOSS, SECRET, SUPER_SECRET, ARCADE, CURSE, CHALLENGE = 1, 2, 4, 5, 6, 7, 8, 9, 10, 11
LIBRARY, SACRIFICE, CLEAN, DIRTY, VAULT, DICE, PLANETARIUM, ULTRA_SECRET = 12, 13, 18, 19, 20, 21, 24, 29

# Difficulties with many rooms; each of the others has one room of a shape.
RICH = (1, 5, 10, 15)
MANY = {1: 8, 2: 2, 3: 2, 4: 3, 5: 2, 6: 3, 7: 2, 8: 3, 9: 2, 10: 2, 11: 2, 12: 2}

BOSSES = range(1, 0x49)
FIXED_BOSSES = (6, 8, 24, 25, 39, 40, 54, 70)  # the only boss of their stage: their rooms suit every dead end
TROUBLES = (0xE74, 0xEA6, 0xED8)
SINS = (0x7D0, 0x7DA, 0x7E4, 0x7EE, 0x802, 0x80C, 0x834, 0x83E, 0x848, 0x852, 0x866, 0x870, 0x8D4)

# type, subtypes, shapes of the rooms of each subtype; all have all their doors
SPECIALS = (
    (SHOP, (0, 1, 2, 3, 4, 10, 11), (1, 1, 1)),
    (TREASURE, (1, 2, 3), (1, 1, 1, 2, 3)),
    (SECRET, (0,), (1,) * 14),
    (SUPER_SECRET, (0,), (1,) * 10),
    (ARCADE, (0,), (1, 1, 1, 1, 1, 1, 2, 3)),
    (CHALLENGE, (0, 1), (1, 1, 1, 1, 4, 4, 6, 6)),
    (LIBRARY, (0, 1, 2, 3, 4), (1,) * 4),
    (SACRIFICE, (0,), (1,) * 8),
    (CLEAN, (0,), (1, 1, 1, 2, 3)),
    (DIRTY, (0,), (1, 1, 1, 2, 3)),
    (VAULT, (0,), (1,) * 8),
    (DICE, (0,), (1, 1, 1, 1, 1, 1, 2, 3)),
    (PLANETARIUM, (0,), (1,) * 4),
    (ULTRA_SECRET, (0,), (1,) * 5),
)
# Rooms that fit fewer dead ends, in the shares that give the published numbers of retries and special rooms
# (gen/rebirth/RULES.md, "Room pools"): type, then share in %, shapes of the rooms that share it, one door each or all.
ODD_SPECIALS = (
    (TREASURE, ((75, (1,) * 16, False), (16, (2, 2, 2, 2, 3, 3, 3, 3), False), (9, (1,) * 4, True))),
    (CURSE, ((80, (1,) * 10, False), (20, (1,) * 4, True))),
)
OWN_TREASURE = ((0, (1, 1, 1, 1, 2, 3)), (1, (1, 1)), (2, (1, 1)), (3, (1, 1)))
OWN_TREASURE_FILES = (10, 11, 12, 14, 15)


class Dice:
    """64-bit linear congruential generator; the upper bits are used. Fixed for ever: the files depend on it."""

    def __init__(self, seed):
        self.state = seed * 0x9E3779B97F4A7C15 % 2**64
        self.below(2)

    def below(self, n):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % n

    def of(self, things):
        return things[self.below(len(things))]


def slots(shape):
    return [slot for slot, at in enumerate(DOORS[shape]) if at]


def some_doors(dice, shape):
    """The doors of a shape, but one or a few of them, rather few; at least one is left."""
    left = slots(shape)
    most = 1 if shape in NARROW else 1 + len(left) // 2
    for _ in range(1 + min(dice.below(most), dice.below(most))):
        left.remove(dice.of(left))
    return left


def deck_of_doors(dice):
    """Every set of one to three doors of a normal room, those of three thrice, in a drawn order."""
    sets = [[slot for slot in range(4) if mask >> slot & 1] for mask in range(1, 15)]
    deck = sets + 2 * [doors for doors in sets if len(doors) == 3]
    return [deck.pop(dice.below(len(deck))) for _ in range(len(deck))]


class File:
    """The rooms of one stage file, numbered from 1 within each type."""

    def __init__(self, number):
        self.dice = Dice(number + 1)
        self.lines = []
        self.last = {}
        self.deck = []

    def add(self, kind, shape, difficulty, **more):
        """One room. `more`: variant, subtype, weight; doors: a list of slots, by default all."""
        variant = more.get("variant", self.last.get(kind, 0) + 1)
        if "variant" not in more:
            self.last[kind] = variant
        weight = more.get("weight") or self.dice.of(("0.25", "0.5", "0.5", "0.75", "1", "1", "1", "2"))
        attributes = {"variant": variant, "type": kind, "subtype": more.get("subtype", 0), "shape": shape,
                      "difficulty": difficulty, "weight": weight}
        usual = {"subtype": 0, "weight": "1"}
        head = " ".join(f'{k}="{v}"' for k, v in attributes.items() if v != usual.get(k))
        doors = "".join('<door exists="1" x="%d" y="%d"/>' % DOORS[shape][k] for k in more.get("doors", slots(shape)))
        self.lines.append(f"<room {head}>{doors}</room>")

    def add_family(self, kind, subtype, shapes):
        for shape in shapes:
            self.add(kind, shape, 1 + self.dice.below(10), subtype=subtype)

    def add_shares(self, kind, groups):
        """Groups of rooms with equal weights in each; rooms with one door have one side after the other."""
        for share, shapes, is_single in groups:
            for number, shape in enumerate(shapes):
                self.add(kind, shape, 1 + self.dice.below(10), weight=f"{share / len(shapes) / 10:g}",
                         doors=[number % 4] if is_single else slots(shape))

    def missing_doors(self, shape):
        """Some doors; in normal rooms one set after the other, so that none is forgotten."""
        if shape != 1:
            return some_doors(self.dice, shape)
        self.deck = self.deck or deck_of_doors(self.dice)
        return self.deck.pop()

    def text(self, about):
        head = f'<?xml version="1.0"?>\n<!-- {about}: written by data/rooms/make.py -->\n<rooms>\n'
        return head + "\n".join(self.lines) + "\n</rooms>\n"


def add_defaults(file, shape, difficulty, is_rich):
    """Rich: the first has all doors, and every fourth after it. Otherwise one room, with all doors or not."""
    for number in range(MANY[shape] if is_rich else 1):
        whole = number % 4 == 0 if is_rich else file.dice.below(3) == 0
        file.add(DEFAULT, shape, difficulty, doors=slots(shape) if whole else file.missing_doors(shape))


def stage_text(number):
    file = File(number)
    if number in LAST:
        file.add(DEFAULT, 1, 1, variant=0)
    rich = RICH + ((20,) if number == VOID else ())
    for difficulty in sorted({*range(1, 16), *rich}):
        for shape in DOORS:
            add_defaults(file, shape, difficulty, difficulty in rich)
    for subtype, shapes in OWN_TREASURE if number in OWN_TREASURE_FILES else ():
        file.add_family(TREASURE, subtype, shapes)
    return file.text(STAGES[number])


def add_bosses(file):
    """Of each boss four rooms of one cell and one of another shape."""
    for boss in BOSSES:
        shapes = (1, 1, 1, 1, 1 if boss in FIXED_BOSSES else file.dice.of((2, 3, 4, 6, 8)))
        for number, shape in enumerate(shapes):
            file.add(BOSS, shape, 1 + file.dice.below(10), subtype=boss, variant=1000 + 10 * boss + number)
    for trouble in TROUBLES:
        for number, shape in enumerate((1, 1, 1, 2, 3, 4, 6, 8)):
            file.add(BOSS, shape, 1 + file.dice.below(10), variant=trouble + 7 * number,
                     doors=slots(shape) if number != 1 else some_doors(file.dice, shape))


def special_text():
    file = File(0)
    for variant in range(2, 10):  # the start room, then the graves
        file.add(DEFAULT, 1, 1 if variant == 2 else 1 + file.dice.below(10), variant=variant)
    for kind, subtypes, shapes in SPECIALS:
        for subtype in subtypes:
            file.add_family(kind, subtype, shapes)
    for kind, groups in ODD_SPECIALS:
        file.add_shares(kind, groups)
    for base in SINS:
        for number in range(3):
            file.add(MINI_BOSS, 1, 1 + file.dice.below(10), variant=base + 3 * number)
    add_bosses(file)
    return file.text("special rooms")


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    texts = {"00.special rooms.xml": special_text()}
    texts.update({f"{number:02}.{name}.xml": stage_text(number) for number, name in STAGES.items()})
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode("ascii"))


main()
