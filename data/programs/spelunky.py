"""The way through a level of the freeware game Spelunky; experiments/import/SPELUNKY.md says where its rules are from.

    python3 spelunky.py FLOORS [NAME=VALUE ...]                      prints floors, one a line
    floorlab show program --set command='python3 spelunky.py'        is asked for them

Sixteen rooms, four by four. The way begins in the top row. A die says how it goes on: 1 or 2 left, 3 or 4 right, a higher number
down. A number that leads back takes it on instead. Where it would leave the last row is the exit. Settings:

    rules=source  beside a wall, numbers that lead into the wall are not rolled (the game's script)
    rules=essay   all numbers are rolled everywhere; one that leads into a wall leads down (Kazemi 2013)
    rules=turned  the same, but in a fresh row it leads away from the wall
    die=5         numbers of the die; sides=1 has the rooms beside the way, too, which nothing is said to lead to
"""
import json
import random
import sys

SIDE = 4
CELLS = [(column, row) for row in range(SIDE) for column in range(SIDE)]


def leads_to(number):
    return -1 if number < 3 else 1 if number < 5 else 0


def is_room(column):
    return 0 <= column < SIDE


def roll(rng, column, settings):
    numbers = range(1, settings.get("die", 5) + 1)
    if settings.get("rules", "source") == "source":
        numbers = [number for number in numbers if is_room(column + leads_to(number))]
    step = leads_to(rng.choice(numbers))
    return -step if settings.get("rules") == "turned" and not is_room(column + step) else step


def walk(rng, settings):
    column, row = rng.randrange(SIDE), 0
    way = [(column, row)]
    while True:
        step = roll(rng, column, settings)
        if step and (column + step, row) in way:
            step = -step
        if step and is_room(column + step):
            column += step
        elif row < SIDE - 1:
            row += 1
        else:
            return way
        way.append((column, row))


def make(rng, settings):
    """A floor. All its random numbers come from rng, so that it is the same whenever it is asked for."""
    way = walk(rng, settings)
    kinds = ["start"] + ["normal"] * (len(way) - 2) + ["end"]
    rooms = [{"cells": [cell], "kind": kind} for cell, kind in zip(way, kinds)]
    if settings.get("sides"):
        rooms += [{"cells": [cell], "kind": "side", "added": True} for cell in CELLS if cell not in way]
    cells = [room["cells"][0] for room in rooms]
    steps = set(zip(way, way[1:])) | set(zip(way[1:], way))
    pairs = [((x, y), beside) for x, y in cells for beside in ((x + 1, y), (x, y + 1)) if beside in cells]
    return {"rooms": rooms, "doors": [{"cells": pair, "wall": pair not in steps} for pair in pairs]}


def answer(request):
    for number in range(request["first"], request["first"] + request["floors"]):
        rng = random.Random(f"{request['seed']} {number}")
        print(json.dumps({"index": number, **make(rng, request["settings"])}))
    sys.stdout.flush()


if len(sys.argv) > 1:
    given = dict(word.split("=") for word in sys.argv[2:])
    values = {name: int(value) if value.isdigit() else value for name, value in given.items()}
    answer({"seed": 1, "first": 0, "floors": int(sys.argv[1]), "settings": values})
else:
    for line in sys.stdin:
        answer(json.loads(line))
