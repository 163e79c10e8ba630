"""Exact distributions of the article's floors, from its text alone: article_law.py [ROOMS …]. Prints them; no test runs it.

Every sequence of coins is walked through (BorisTheBrave 2020, "The Core Algorithm" and "Special Rooms"); nothing is taken
from the program. The claims classic.exact.* hold floors against these numbers. Seven rooms take seconds, nine some minutes.
Choices that the article leaves open are those of gen/classic/RULES.md: three end rooms at least, 300 tries for each
demand of the secret room, and a floor whose 900 tries all miss begins anew.
"""
import collections
import sys

START, SIDES, CELLS = 35, (10, -10, 1, -1), [c for c in range(80) if c % 10]
WAYS = {-1: "left", -10: "up", 1: "right", 10: "down"}
TRIES = 300


def layouts(rooms: int):
    """All ways to grow: (chance, queue, end rooms, which room each was added from)."""
    def grow(chance, queue, filled, head, side, added, ends, parent):
        while True:
            if head == len(queue):
                yield chance, queue, ends, parent
                return
            if side == 4:
                if not added and head > 0:
                    ends = ends + [queue[head]]
                head, side, added = head + 1, 0, False
                continue
            cell = queue[head] + SIDES[side]
            side += 1
            is_open = (0 <= cell < 80 and cell % 10 and cell not in filled and len(queue) < rooms
                       and sum(cell + step in filled for step in SIDES) <= 1)
            if is_open:
                yield from grow(chance / 2, queue + [cell], filled | {cell}, head, side, True, ends,
                                {**parent, cell: queue[head]})
                chance /= 2
    return grow(1.0, [START], frozenset([START]), 0, 0, False, [], {})


def demands(queue, ends):
    """Cells that meet the demand of three, two and one neighbours."""
    filled, forbidden = set(queue), {end + step for end in ends for step in SIDES}
    near = [sum(c + step in filled for step in SIDES) for c in CELLS if c not in filled and c not in forbidden]
    return [sum(n >= least for n in near) for least in (3, 2, 1)]


def distance_and_way(parent, cell):
    steps, last = 0, cell
    while cell != START:
        steps, last, cell = steps + 1, cell, parent[cell]
    return steps, WAYS[last - START]


def law_of(rooms: int) -> dict:
    tables = {name: collections.Counter() for name in ("end_rooms", "boss_distance", "boss_side", "secret_criterion")}
    success = accepted = 0.0
    for chance, queue, ends, parent in layouts(rooms):
        if len(queue) != rooms or len(ends) < 3 or abs(ends[-1] - START) in (1, 10):
            continue
        accepted += chance
        left = chance
        distance, way = distance_and_way(parent, ends[-1])
        for demand, cells in zip((3, 2, 1), demands(queue, ends)):
            found = left * (1 - (1 - cells / len(CELLS)) ** TRIES)
            left -= found
            tables["secret_criterion"][demand] += found
        tables["end_rooms"][len(ends)] += chance - left
        tables["boss_distance"][distance] += chance - left
        tables["boss_side"][way] += chance - left
        success += chance - left
    distributions = {name: {value: n / success for value, n in sorted(table.items())} for name, table in tables.items()}
    return {"layout accepted": accepted, "attempts = 1": success, **distributions}


if __name__ == "__main__":
    for wanted in [int(word) for word in sys.argv[1:]] or [7, 8]:
        for key, value in law_of(wanted).items():
            print(wanted, key, value if isinstance(value, float) else {k: round(v, 8) for k, v in value.items()})
