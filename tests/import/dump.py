"""Writes a dump as the game's own floors are dumped, from floors of the generator rebirth: naively, from the format's description.

A record is a game seed (4 bytes, the lowest first) and fourteen floors: stages 1 to 9, twice 10 and twice 11 with their types 0 and 1,
12. A floor is four bytes (stage, type, rooms, cells), eight a cell (room, x, y, file of rooms, type, subtype, id of 2 bytes), row by
row, and five for each of three rooms off the board (four on stage 6), which are missing here: all their bytes are 255.
"""
import json
import subprocess
import struct

KINDS = {"normal": 1, "start": 1, "shop": 2, "treasure": 4, "boss": 5, "miniboss": 6, "secret": 7, "super_secret": 8, "arcade": 9,
         "curse": 10, "challenge": 11, "boss_challenge": 11, "library": 12, "sacrifice": 13, "clean_bedroom": 18, "dirty_bedroom": 19,
         "vault": 20, "dice": 21, "grave": 1}
STAGES = [(stage, None) for stage in range(1, 10)] + [(10, 0), (10, 1), (11, 0), (11, 1), (12, None)]


def stage_seeds(seed: int) -> list[int]:
    """The seeds of stages 0 to 13 of a run."""
    found = []
    for _ in range(14):
        seed ^= seed >> 3
        seed ^= seed << 23 & 0xFFFFFFFF
        seed ^= seed >> 25
        found.append(seed)
    return found


def type_of(seed: int, stage: int) -> int:
    """The type that the game gives a stage of a run."""
    own = stage_seeds(seed)[stage]
    return 2 if stage < 10 and own % 3 == 0 else int(own % 2 == 0)


def settings_of(stage: int, kind: int) -> dict:
    """The settings by which the generator makes such floors; its public program has no stage 12."""
    return {"rules": "blade" if stage < 12 else "afterbirth-plus", "rng": "isaac", "hard": "on", "stage": stage, "stage_type": kind}


def export(program: str, stage: int, kind: int, first: int, seeds: int) -> list[dict]:
    words = [word for item in settings_of(stage, kind).items() for word in ("--set", "{}={}".format(*item))]
    done = subprocess.run([program, "export", "rebirth", *words, "--from", str(first), "--floors", str(seeds), "--no-metrics"],
                          capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def floors_of(program: str, first: int, seeds: int) -> dict[int, list[dict]]:
    """The fourteen floors of each seed, as lines; only of seeds all of whose floors are good."""
    runs = {seed: [] for seed in range(first, first + seeds)}
    for stage, kind in STAGES:
        made = {k: export(program, stage, k, first, seeds) for k in ((0, 1, 2) if kind is None and stage < 12 else (0, 1) if kind is None else (kind,))}
        for seed in runs:
            runs[seed].append(made[type_of(seed, stage) if kind is None else kind][seed - first])
    return {seed: floors for seed, floors in runs.items() if not any(floor.get("failed") for floor in floors)}


def room_bytes(room: dict, stage: int) -> bytes:
    pool = 0 if room["kind"] not in ("normal", "start") or (room["kind"] == "start" and stage != 11) else 1
    return struct.pack("<BBBH", pool, KINDS[room["kind"]], room["subtype"], room["variant"])


def floor_bytes(line: dict, stage: int, kind: int) -> bytes:
    cells = sorted((y, x, number) for number, room in enumerate(line["rooms"]) for x, y in room["cells"])
    out = bytes([stage, kind, len(line["rooms"]), len(cells)])
    for y, x, number in cells:
        out += bytes([number, x, y]) + room_bytes(line["rooms"][number], stage)
    return out + 5 * (3 + (stage == 6)) * b"\xff"


def record(seed: int, floors: list[dict]) -> bytes:
    out = struct.pack("<I", seed)
    for (stage, kind), line in zip(STAGES, floors):
        out += floor_bytes(line, stage, type_of(seed, stage) if kind is None else kind)
    return out


def dump(runs: dict[int, list[dict]]) -> bytes:
    return b"".join(record(seed, floors) for seed, floors in runs.items())
