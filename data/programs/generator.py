"""A generator for `floorlab run`: random walks of rooms. Keep answer() and the loop, replace make().

    floorlab show program --set command='python3 generator.py' --set rooms=9 --floor 7
"""
import json
import random
import sys


def make(rng, settings):
    """A floor. All its random numbers come from rng, so that it is the same whenever it is asked for."""
    cells = [(0, 0)]
    while len(cells) < settings.get("rooms", 8):
        x, y = rng.choice(cells)
        dx, dy = rng.choice(((1, 0), (0, 1), (-1, 0), (0, -1)))
        if (x + dx, y + dy) not in cells:
            cells.append((x + dx, y + dy))
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    kinds = ["start"] + ["normal"] * (len(cells) - 2) + ["boss"]
    return {"rooms": [{"cells": [[x - left, y - top]], "kind": kind} for (x, y), kind in zip(cells, kinds)]}


def answer(request):
    for number in range(request["first"], request["first"] + request["floors"]):
        rng = random.Random(f"{request['seed']} {number}")
        print(json.dumps({"index": number, **make(rng, request["settings"])}))
    sys.stdout.flush()


for line in sys.stdin:
    answer(json.loads(line))
