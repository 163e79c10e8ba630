"""A small generator of someone else: first floors of the original game by the article "Dungeon Generation in Binding of Isaac"
(BorisTheBrave 2020), as lines of JSON. With --faults it gets two things wrong, for others to find.

    naive.py FLOORS [--faults] [--coin CHANCE] [--seed N]

With --coin a cell is given up with another chance than 1/2, and each floor says how many attempts it took.
"""
import json
import random
import sys

FAULTS = "--faults" in sys.argv
HAS_COIN = "--coin" in sys.argv
COIN, SEED = (float(sys.argv[sys.argv.index(word) + 1]) if word in sys.argv else usual for word, usual in (("--coin", 0.5), ("--seed", 1)))
SIDES = (1, -1, 16, -16)  # a cell is 16 x + y
BOARD = {16 * x + y for x in range(9) for y in range(8)}
START = 16 * 4 + 3


def beside(cell, cells):
    return (cell + 1 in cells) + (cell - 1 in cells) + (cell + 16 in cells) + (cell - 16 in cells)


def grow(target):
    plan, queue, ends = {START}, [START], []
    for place in queue:  # it grows meanwhile
        before = len(queue)
        for cell in (place + side for side in SIDES if len(plan) < target):
            if cell in BOARD and cell not in plan and beside(cell, plan) < 2 and random.random() < 1 - COIN:
                plan.add(cell)
                queue.append(cell)
        if len(queue) == before and place != START:
            ends.append(place)
    is_good = len(plan) == target and len(ends) >= 3 and beside(ends[-1], {START}) == 0
    return (plan, ends) if is_good else None


def find_secret(plan, ends):
    for tries in range(900):
        cell = 16 * random.randrange(9) + random.randrange(8)
        forbidden = ends[:-1] if FAULTS else ends  # the last one is the boss
        if cell not in plan and beside(cell, plan) >= 3 - tries // 300 and beside(cell, forbidden) == 0:
            return cell
    return None


def make():
    secret, attempts = None, 0
    while secret is None:
        target, grown = random.choice((7, 8)), None
        while not grown:
            attempts, grown = attempts + 1, grow(target)
        plan, ends = grown
        secret = find_secret(plan, ends)
    kinds = {START: "start", ends.pop(): "boss"}
    for kind in ("shop", "treasure"):
        kinds[ends.pop(random.randrange(len(ends)))] = kind
    roll = ["no_dead_end"]
    if ends:
        first = random.random() < (1 / 3 if FAULTS else 1 / 7)
        roll = ["rolled", "first_chance", "won", "placed"] if first else ["rolled", "second_rolled"]
        if not first and random.random() < 1 / 4:  # at full health
            roll += ["second_chance", "won", "placed"]
        if "placed" in roll:
            kinds[ends.pop(random.randrange(len(ends)))] = "sacrifice"
    rooms = [{"cells": [divmod(cell, 16)], "kind": kinds.get(cell, "normal")} for cell in sorted(plan)]
    rooms.append({"cells": [divmod(secret, 16)], "kind": "secret", "added": True})
    floor = {"rooms": rooms, "rolls": {"sacrifice": roll}}
    return floor | {"facts": {"attempts": attempts}} if HAS_COIN else floor


random.seed(int(SEED))
for _ in range(int(sys.argv[1])):
    print(json.dumps(make()))
