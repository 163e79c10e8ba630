"""A generator for `generator: program` that has one fault: python3 faulty.py FAULT. Without a fault its floors are as they should be.
What it starts or is killed by is told by tests/import/program.py."""
import json
import os
import random
import subprocess
import sys
import time

FAULT = sys.argv[1]
EARLY = 16  # floors that are asked for beforehand: what is wrong from the start shows there


def make(seed, number, rooms):
    rng = random.Random(f"{seed} {number}" if FAULT != "forgets" else time.time_ns())
    rolls = {"sacrifice": ["rolled"]} if FAULT == "roll" and number > EARLY else {}
    width = 150 if FAULT == "wide" and number > EARLY else rooms
    cells = [[x, rng.randrange(2)] for x in range(width)]
    return {"rooms": [{"cells": [cell]} for cell in cells], "rolls": rolls, "index": number + (FAULT == "number")}


def lines(request):
    """The answer, as a list of lines."""
    first, floors = request["first"], request["floors"]
    out = [json.dumps(make(request["seed"], number, request["settings"].get("rooms", 4))) for number in range(first, first + floors)]
    late = first + floors > EARLY
    if FAULT == "rubbish" and late:
        out[-1] = "Traceback\x1b[31m: everything is fine"
    if FAULT == "few" and late:
        out.pop()
    if FAULT == "many" and late:
        out.append(out[-1])
    if FAULT == "long" and late:
        out[-1] = 1000001 * " " + out[-1]
    return out


def act(request):
    late = request["first"] + request["floors"] > EARLY
    if FAULT == "dies" and late:
        print("line one\nno ink \x1b[31mleft", file=sys.stderr)
        sys.exit(7)
    if FAULT == "killed" and late:
        os.kill(os.getpid(), 9)
    if FAULT == "sleeps" and late:
        time.sleep(1000)
    if FAULT == "child" and late:
        subprocess.run(["sleep", "1000"], check=False)


if FAULT == "deaf":
    time.sleep(1000)
if FAULT == "babbles":
    print("v1.2 ready", flush=True)
if FAULT == "gone":
    sys.exit(0)
for line in sys.stdin:
    act(json.loads(line))
    sys.stderr.write("e" * 70000 + "\n" if FAULT == "loud" else "")
    print("\n".join(lines(json.loads(line))), flush=True)
    if FAULT == "slow":
        time.sleep(0.01)
if FAULT == "stays":
    time.sleep(1000)
