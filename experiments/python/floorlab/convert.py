# SPDX-License-Identifier: MIT
"""Writes floors of other file formats as floor lines: python3 -m floorlab.convert FILE… [stage=N] [stage_type=N] | floorlab import -

A FILE is a dump of the game's own floors as bladecoding/IsaacLevelGenDump writes it (dllmain.cpp, WriteStage and WriteRoom); - is the
standard input. Where a file is bad, the last line that is written says why, and import refuses it: --skip-bad 1 takes the
floors before it.

The bytes, lowest first: a game seed of 4; then 14 floors, of stages 1 to 9, 10 and 11 with their types 0 and 1, and 12. A floor: stage,
type, number of rooms, number of cells; for each cell room number, x, y, file of rooms, type of room, subtype, and 2 of its id; 5 for each
of 3 rooms off the board (4 on stage 6): file, type, subtype, id, all 255 if there is none. The board is 13 x 13, the start on [6,6].
"""
from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterator

STAGES = [(stage, None) for stage in range(1, 10)] + [(10, 0), (10, 1), (11, 0), (11, 1), (12, None)]
SIDE, START = 13, (6, 6)
KINDS = {1: "normal", 2: "shop", 4: "treasure", 5: "boss", 6: "miniboss", 7: "secret", 8: "super_secret", 9: "arcade", 10: "curse",
         11: "challenge", 12: "library", 13: "sacrifice", 18: "clean_bedroom", 19: "dirty_bedroom", 20: "vault", 21: "dice"}
TAGS = {3: "error", 14: "devil", 15: "angel", 16: "crawlspace", 17: "boss_rush", 22: "black_market", 23: "greed_exit"}
TYPES = 24
SHAPES = {frozenset({(0, 0), (1, 0), (0, 1), (1, 1)}): "2x2", frozenset({(1, 0), (0, 1), (1, 1)}): "LTL",
          frozenset({(0, 0), (0, 1), (1, 1)}): "LTR", frozenset({(0, 0), (1, 0), (1, 1)}): "LBL", frozenset({(0, 0), (1, 0), (0, 1)}): "LBR"}
ALPHABET = "ABCDEFGHJKLMNPQRSTWXYZ01234V6789"


class BadDump(ValueError):
    """What is wrong, and at which byte."""

    def __init__(self, at: int, what: str):
        super().__init__(what)
        self.at = at


def seed_text(seed: int) -> str:
    """The game's own writing of a seed: its bits and a checksum, five a letter.

    >>> seed_text(123456789)
    'BC4M F4A1'
    """
    check, rest = 0, seed
    while rest:
        check = check + (rest & 255) & 255
        check = check << 1 & 255 | check >> 7
        rest >>= 5
    bits = (seed ^ 0xFEF7FFD) << 8 | check
    text = "".join(ALPHABET[bits >> 5 * i & 31] for i in reversed(range(8)))
    return f"{text[:4]} {text[4:]}"


def demand(is_right: bool, at: int, what: str) -> None:
    if not is_right:
        raise BadDump(at, what)


def corner(cells: list) -> tuple[int, int]:
    return min(x for x, _ in cells), min(y for _, y in cells)


def read_rooms(data: bytes, at: int, rooms_n: int, cells_n: int) -> tuple[dict, dict]:
    """The cells of each room, and its file, type, subtype and number; the owner of a cell is unique."""
    cells, about, first, owner = {}, {}, {}, {}
    for i in range(at, at + 8 * cells_n, 8):
        room, x, y = data[i:i + 3]
        what = (data[i + 3], data[i + 4], data[i + 5], data[i + 6] | data[i + 7] << 8)
        demand(room < rooms_n, i, f"found room number {room} of a floor of {rooms_n} rooms")
        demand(x < SIDE and y < SIDE, i, f"found the cell [{x},{y}], which is off the board of {SIDE} x {SIDE}")
        demand((x, y) not in owner, i, f"the cell [{x},{y}] belongs to room {owner.get((x, y))} already")
        demand(0 < what[1] < TYPES, i, f"found a room of type {what[1]}, expected 1 to {TYPES - 1}")
        demand(about.setdefault(room, what) == what, i, f"room {room} is another than on its cell before")
        owner[x, y] = room
        first.setdefault(room, i)
        cells.setdefault(room, []).append((x, y))
        demand(len(cells[room]) <= 4, i, f"room {room} has more than 4 cells")
    for room in sorted(cells):
        width, height = (max(side) - min(side) + 1 for side in zip(*cells[room]))
        demand(width <= 2 and height <= 2 and (len(cells[room]) != 2 or width + height == 3), first[room],
               f"the cells of room {room} do not make one of the shapes")
    demand(START in owner, at - 4, "no room has the cell [6,6], where floors begin")
    return cells, about


def room_line(cells: list, about: tuple, stage: int, kind: int) -> dict:
    pool, what, subtype, number = about
    is_grave = (stage, kind, what, pool) == (11, 0, 1, 0) and 3 <= number <= 9  # the Dark Room's
    line = {"kind": "grave" if is_grave else "boss_challenge" if (what, subtype) == (11, 1) else KINDS.get(what, "special")}
    if START in cells:
        line = {"kind": "start"}
    elif what in TAGS:
        line["tag"] = TAGS[what]
    left, top = corner(cells)
    shape = SHAPES.get(frozenset((x - left, y - top) for x, y in cells))  # smaller ones could be narrow
    line |= {"shape": shape} if shape else {}
    return line | {"cells": cells, "variant": number, "subtype": subtype, "added": what == 7 and START not in cells}


def floor_line(data: bytes, at: int, wanted: tuple, seed: int) -> tuple[dict, int]:
    """The floor that begins at a byte, as a line, and where the next begins."""
    demand(at + 4 <= len(data), len(data), "the dump ends within this floor")
    stage, kind, rooms_n, cells_n = data[at:at + 4]
    demand(stage == wanted[0], at, f"found stage {stage}, expected stage {wanted[0]}")
    expected = "0, 1 or 2" if wanted[1] is None else str(wanted[1])
    demand(kind <= 2 if wanted[1] is None else kind == wanted[1], at + 1, f"found stage type {kind}, expected {expected}")
    demand(0 < rooms_n <= cells_n <= SIDE * SIDE, at + 2, f"found {rooms_n} rooms on {cells_n} cells, expected 1 to {SIDE * SIDE} cells, "
           "and at most as many rooms")
    off_board = at + 4 + 8 * cells_n
    end = off_board + 5 * (3 + (stage == 6))  # error room, crawlspace, black market; the boss rush
    demand(end <= len(data), len(data), "the dump ends within this floor")
    cells, about = read_rooms(data, at + 4, rooms_n, cells_n)
    for i in range(off_board, end, 5):
        demand(data[i + 1] < TYPES or data[i + 1] == 255, i,
               f"found a room of type {data[i + 1]} off the board, expected at most {TYPES - 1}, or 255 for none")
    order = sorted(cells, key=lambda room: (START not in cells[room], room))
    rooms = [room_line(cells[room], about[room], stage, kind) for room in order]
    ends = [room for room in rooms if room["kind"] == "boss"]
    last = next((room for room in ends if stage == 12 and room["subtype"] == 70), ends[-1] if ends else {})  # Delirium, or the last boss
    last["end"] = True
    return {"seed_text": seed_text(seed), "stage": stage, "stage_type": kind, "width": SIDE, "height": SIDE, "rooms": rooms}, end


def floors_of(data: bytes, name: str) -> Iterator[dict]:
    """The floors of a dump, as lines; the last one is an error if the dump is bad."""
    at = record = seed = 0
    try:
        demand(bool(data), 0, "there is no floor in it")
        while at < len(data):
            record += 1
            wanted = STAGES[0]
            demand(at + 4 <= len(data), len(data), "the dump ends within this floor")
            seed = int.from_bytes(data[at:at + 4], "little")
            at += 4
            for wanted in STAGES:
                line, at = floor_line(data, at, wanted, seed)
                yield line
    except BadDump as bad:
        kind = "" if not data or wanted[1] is None else f" of type {wanted[1]}"
        yield {"error": f"{name}: byte {bad.at}, record {record}, stage {wanted[0] if data else 1}{kind}: {bad}"}


def main() -> int:
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stderr)
        return 0 if sys.argv[1:] else 2
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    is_bad = False
    wanted = dict(word.split("=", 1) for word in sys.argv[1:] if word.startswith(("stage=", "stage_type=")))
    for name in sys.argv[1:]:
        if name.partition("=")[0] in wanted:
            continue
        try:
            with (sys.stdin.buffer if name == "-" else open(name, "rb")) as file:
                data = file.read()
        except OSError as error:
            sys.exit(f"floorlab.convert: {name}: {error.strerror}")
        for line in floors_of(data, name):
            if "error" in line or all(str(line[key]) == value for key, value in wanted.items()):
                print(json.dumps(line, separators=(",", ":")))
            if "error" in line:
                print(f"floorlab.convert: {line['error']}", file=sys.stderr)
                is_bad = True
    return 2 if is_bad else 0


if __name__ == "__main__":
    sys.exit(main())
