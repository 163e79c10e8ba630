"""Prints chunk_rooms.yaml: chunk_rooms.py FLOORLAB > chunk_rooms.yaml, with the built program.

Interior n of chapter c is chunk room 1000 c + n of seed 1 with four doors (gen/classic/RULES.md, "Interiors as chunk rooms").
What stands in it is one hexadecimal digit, from number 1 on: 1 rocks, 2 pits, 4 fires, 8 enemies.
"""
import json
import subprocess
import sys

LAST = [177, 169, 154, 136, 91, 35]  # the chapters' last interiors (interiors.yaml)
SIGNS = ["o", ":", "f", "WFSJCE"]
HEAD = """# What stands in the chunk rooms of interiors, chapter by chapter; from number 1 on a digit each: 1 rocks, 2 pits, 4 fires,
# 8 enemies, added up. Written by chunk_rooms.py; tests/unit/gen/classic/test_interior.c compares it with the rooms.
source: gen/classic/RULES.md, "Interiors as chunk rooms"
chapters:"""


def digits(program, chapter, last):
    command = [program, "export", "room", "--set", "set=basement", "--set", "doors=NESW", "--seed", "1", "--no-metrics",
               "--from", str(1000 * chapter + 1), "-n", str(last)]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    rooms = ["".join(json.loads(line)["rows"]) for line in lines]
    return "".join("%x" % sum(1 << bit for bit in range(4) if set(SIGNS[bit]) & set(room)) for room in rooms)


print(HEAD)
for number, last in enumerate(LAST, 1):
    print('  - "%s"' % digits(sys.argv[1], number, last))
