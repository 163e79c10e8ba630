"""`floorlab exact` beside a naive enumerator: usage exact_law.py PROGRAM. Prints TAP.

The enumerator walks through all sequences of coins of seven rooms, written from gen/classic/RULES.md and the article's text alone
(article_law.py), with fractions. All its chances must be the program's, to the last of thirty digits.
"""
import collections
import decimal
import fractions
import json
import pathlib
import subprocess
import sys

import article_law

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
import tap  # noqa: E402

ROOMS, TRIES = 7, 300
ROLLS = [("sacrifice", fractions.Fraction(5, 14)), ("library", fractions.Fraction(1, 20)), ("curse", fractions.Fraction(1, 2)),
         ("miniboss", fractions.Fraction(1, 2))]    # level 1 at full health: both chances of a roll together


def ask(program: str, *words: str) -> dict:
    run = subprocess.run([program, "exact", "classic", f"--rooms={ROOMS}", *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


def layouts():
    """The accepted ones: chance, rooms, end rooms, distance of the boss and side of its way."""
    for chance, queue, ends, parent in article_law.layouts(ROOMS):
        if len(queue) == ROOMS and len(ends) >= 3 and abs(ends[-1] - article_law.START) not in (1, 10):
            yield fractions.Fraction(chance), queue, ends, *article_law.distance_and_way(parent, ends[-1])


def neighbours(queue, ends):
    """Of each cell that may be secret the number of rooms beside it."""
    filled, forbidden = set(queue), {end + step for end in ends for step in article_law.SIDES}
    return [sum(cell + step in filled for step in article_law.SIDES)
            for cell in article_law.CELLS if cell not in filled and cell not in forbidden]


def distribution(with_secret: bool) -> tuple:
    """Chance of acceptance, of success, and the chances of values by metric."""
    tables = collections.defaultdict(collections.Counter)
    accepted = success = fractions.Fraction(0)
    sides = {"left": 0, "up": 1, "right": 2, "down": 3}
    for chance, queue, ends, distance, way in layouts():
        accepted += chance
        left = chance
        for demand in (3, 2, 1) if with_secret else ():
            near = [n for n in neighbours(queue, ends) if n >= demand]
            missed = left * fractions.Fraction(len(article_law.CELLS) - len(near), len(article_law.CELLS)) ** TRIES
            for n in near:
                tables["secret_neighbours"][n] += (left - missed) / len(near)
            tables["secret_criterion"][demand] += left - missed
            left = missed
        found = chance - left if with_secret else chance
        success += found
        for name, value in (("end_rooms", len(ends)), ("boss_distance", distance), ("boss_direction", sides[way])):
            tables[name][value] += found
        rolls = fractions.Fraction(1) if with_secret else 0
        roll(tables, rolls * found, len(ends) - 3, list(ROLLS))
    return accepted, success, {name: {value: n / success for value, n in table.items() if n} for name, table in tables.items()}


def roll(tables, chance, left, rolls):
    """The rolls that are left to be rolled, with the end rooms that are left."""
    if rolls and chance:
        (name, odds), rest = rolls[0], rolls[1:]
        passes = odds if left > 0 else 0
        tables["kind_" + name][1] += chance * passes
        tables["kind_" + name][0] += chance * (1 - passes)
        roll(tables, chance * passes, left - 1, rest)
        roll(tables, chance * (1 - passes), left, rest)


def is_same(digits: str, number: fractions.Fraction) -> bool:
    with decimal.localcontext() as context:
        context.prec = 30
        context.rounding = decimal.ROUND_HALF_UP
        return decimal.Decimal(digits) == decimal.Decimal(number.numerator) / decimal.Decimal(number.denominator)


def checks(program: str):
    for with_secret in (False, True):
        accepted, success, tables = distribution(with_secret)
        told = ask(program, *([] if with_secret else ["--specials=off"]))
        what = "with special rooms" if with_secret else "without special rooms"
        yield f"chances of acceptance {what}", (is_same(told["sizes"][0]["accepted"]["chance"], accepted)
                                                and is_same(told["sizes"][0]["success"]["chance"], success))
        distributions = {row["metric"]: row["values"] for row in told["distributions"] if "metric" in row}
        for name, table in sorted(tables.items()):
            found = {row["value"]: row["chance"] for row in distributions[name]}
            yield f"{name} {what}", found.keys() == table.keys() and all(is_same(found[v], n) for v, n in table.items())
            short = {row["value"]: row["fraction"] for row in distributions[name] if "fraction" in row}
            yield f"fractions of {name} {what}", all(fractions.Fraction(text) == table[v] for v, text in short.items())


if __name__ == "__main__":
    sys.exit(tap.say(checks(sys.argv[1])))
