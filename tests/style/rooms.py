#!/usr/bin/env python3
"""rooms.py ROOT: the room pool is what its script writes, byte for byte. Prints TAP."""
import pathlib
import subprocess
import sys
import tempfile


def files(folder):
    return {path.name: path.read_bytes() for path in pathlib.Path(folder).glob("*.xml")}


def main():
    rooms = pathlib.Path(sys.argv[1]) / "data" / "rooms"
    shipped = (rooms.parent / "meson.build").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="floorlab-rooms-") as folder:
        subprocess.run([sys.executable, rooms / "make.py", folder], check=True)
        made, kept = files(folder), files(rooms)
    other = sorted(name for name in {*made, *kept} if made.get(name) != kept.get(name))
    unlisted = sorted(name for name in kept if f"'rooms/{name}'" not in shipped)
    claims = [("make.py writes the files of data/rooms", len(made) > 0 and not other, other),
              ("every file of data/rooms ships inside the program", not unlisted, unlisted)]
    print(f"1..{len(claims)}")
    for number, (claim, holds, names) in enumerate(claims, 1):
        print("".join(f"# {name}\n" for name in names) + f"{'ok' if holds else 'not ok'} {number} - {claim}")
    return 0 if all(holds for _, holds, _ in claims) else 1


sys.exit(main())
