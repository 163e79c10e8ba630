# SPDX-License-Identifier: MIT
"""The dungeons of the Isaac problem of pcg_benchmark (Khalifa and others, arXiv 2503.21474; github.com/amidos2006/pcg_benchmark),
made by floorlab's generators and measured with its metrics. pcg_benchmark itself is not needed."""
from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy

from floorlab.generator import Floor, Generator, whole
from floorlab.library import Error
from floorlab.measuring import measure

SIDES = ((1, -1, 0), (2, 0, -1), (4, 1, 0), (8, 0, 1))  # bit of a door, and the cell behind it: left, up, right, down
OPPOSITE = {1: 4, 2: 8, 4: 1, 8: 2}
PLACES = ("start", "boss", "shop", "treasure")
HIDDEN = ("secret", "super_secret", "ultra_secret")
Cell = tuple[int, int]


class Variant(NamedTuple):
    """A board of the problem."""
    width: int
    height: int


VARIANTS = {"isaac-v0": Variant(4, 4), "isaac-medium-v0": Variant(6, 6), "isaac-large-v0": Variant(8, 8)}


def corner_of(cells: Iterable[Cell]) -> Cell:
    return tuple(min(axis) for axis in zip(*cells))


class IsaacContent:
    """Floors as contents of the problem `isaac-v0`, `isaac-medium-v0`, `isaac-large-v0`, or of a board (width, height).

    A content is a dictionary: `layout`, a number for each cell of the board, row by row, 0 for no room, else the sum of its doors
    (1 left, 2 up, 4 right, 8 down), and the cells of `start`, `boss`, `shop` and `treasure`. Floors are moved to the upper left
    corner. Secret rooms are left out, unless `hidden` is true, for the problem knows no hidden doors.

    >>> isaac = IsaacContent("isaac-medium-v0")
    >>> content = isaac.content(Generator("classic").floor(7))
    >>> content["start"], content["boss"], content["layout"][:6]
    (19, 1, [0, 8, 0, 0, 0, 0])
    >>> isaac.measure([content], "rooms", "dead_ends", "boss_distance").ravel()
    array([8, 4, 3], dtype=int32)

    A fault of the benchmark, seen in its commit 00b96f5: for `player_boss_distance` it marks start and boss by their room's
    column and row on a board that is scaled by three, where a room's middle is at 3x + 1, 3y + 1. The walk begins and ends in
    other places than the rooms. Of 600 floors of floorlab none passed on a board of 9 x 8 for this reason (the boss could not be
    reached); with the marks at the rooms 66 % of those of level 6 did, and none of level 1, since the goal is width + height steps
    of the scaled board. So `quality` of that problem says little about these contents; their metrics here are not touched by it.
    """

    def __init__(self, board: str | tuple[int, int] = "isaac-v0", hidden: bool = False):
        if isinstance(board, str) and board not in VARIANTS:
            raise Error("board", f"there is no variant {board!r}", f"there are {', '.join(VARIANTS)}; or give (width, height)")
        width, height = VARIANTS[board] if isinstance(board, str) else board
        self.width, self.height = whole(width, "width", 1, 200), whole(height, "height", 1, 200)
        self.hidden = hidden

    def content(self, floor: Floor | Mapping[str, Any]) -> dict[str, Any] | None:
        """A floor, or the dictionary of a floor line, as a content; None where it does not fit on the board, or has no start,
        boss, shop or treasure room. A room of several cells has doors between its cells."""
        line = floor.line if isinstance(floor, Floor) else floor
        rooms = [room for room in line.get("rooms", []) if self.hidden or room.get("kind") not in HIDDEN]
        owner = {tuple(cell): i for i, room in enumerate(rooms) for cell in room["cells"]}
        kinds = [room.get("kind", "normal") for room in rooms]
        if not owner or any(kind not in kinds for kind in PLACES):
            return None
        left, top = corner_of(owner)
        if max(x for x, _ in owner) - left >= self.width or max(y for _, y in owner) - top >= self.height:
            return None
        layout = [0] * (self.width * self.height)
        for one, other in self._ways(line, owner):
            for bit, x, y in SIDES:
                if (one[0] + x, one[1] + y) == other:
                    layout[self._place(one, left, top)] |= bit
                    layout[self._place(other, left, top)] |= OPPOSITE[bit]
        at = {kind: self._place(rooms[kinds.index(kind)]["cells"][0], left, top) for kind in PLACES}
        return {"layout": layout, **at}

    def _place(self, cell: Cell, left: int, top: int) -> int:
        return (cell[1] - top) * self.width + cell[0] - left

    @staticmethod
    def _ways(line: Mapping[str, Any], owner: dict[Cell, int]) -> Iterator[tuple[Cell, Cell]]:
        """Pairs of cells that are connected: by a door, or inside a room. Without doors all that touch are."""
        doors = [tuple(map(tuple, door["cells"])) for door in line["doors"] if not door.get("wall")] if "doors" in line else None
        yield from ((one, other) for one, other in doors or () if one in owner and other in owner)
        for (x, y), room in owner.items():
            for other in ((x + 1, y), (x, y + 1)):
                if other in owner and (doors is None or owner[other] == room):
                    yield (x, y), other

    def contents(self, generator: Generator, n: int, tries: int = 1_000_000) -> list[dict[str, Any]]:
        """The contents of the next n floors that have one; see `Generator.sample`. Gives up after that many floors.

        >>> made = IsaacContent("isaac-large-v0").contents(Generator("classic", level=2), 3)
        >>> [sum(door > 0 for door in content["layout"]) for content in made]
        [11, 10, 10]
        """
        n, found = whole(n, "n"), []
        for _ in range(tries):
            if len(found) == n:
                break
            content = self.content(generator.sample())
            found += [content] if content else []
        if len(found) < n:
            raise Error("board", f"only {len(found)} of {tries} floors fit on {self.width} x {self.height} with all four rooms",
                        "take a larger board, or other settings")
        return found

    def floor(self, content: Mapping[str, Any], where: str = "content") -> dict[str, Any]:
        """A content as a floor, as `floorlab.measure` takes it. There is a door where both rooms have one."""
        size = self.width * self.height
        try:
            layout = [whole(door, f"{where}.layout[{i}]", 0, 15) for i, door in enumerate(content["layout"])]
            at = {kind: whole(content[kind], f"{where}.{kind}", 0, size - 1) for kind in PLACES}
        except (KeyError, TypeError) as error:
            raise Error(where, f"it is no content of the Isaac problem: {error}",
                        "a content has layout, start, boss, shop and treasure") from error
        if len(layout) != size:
            raise Error(f"{where}.layout", f"expected {size} cells, found {len(layout)}", "name the board of these contents")
        for kind, place in at.items():
            if not layout[place]:
                raise Error(f"{where}.{kind}", f"there is no room on cell {place}")
        kinds = {place: kind for kind, place in reversed(at.items())}
        cells = {place: [place % self.width, place // self.width] for place in range(size) if layout[place]}
        rooms = [{"cells": [cell], "kind": kinds.get(place, "normal")} for place, cell in cells.items()]
        doors = [{"cells": [cells[one], cells[other]]} for one, other in itertools.chain(
            ((place, place + 1) for place in range(size) if (place + 1) % self.width),
            ((place, place + self.width) for place in range(size - self.width)))
            if one in cells and other in cells and self._meet(layout, one, other)]
        return {"rooms": rooms, "doors": doors}

    @staticmethod
    def _meet(layout: list[int], one: int, other: int) -> bool:
        bit = 4 if other == one + 1 else 8
        return bool(layout[one] & bit and layout[other] & OPPOSITE[bit])

    def measure(self, contents: Iterable[Mapping[str, Any]], *metrics: str) -> numpy.ndarray:
        """Measures contents, of any generator; see `floorlab.measure`."""
        return measure((self.floor(content, f"contents[{i}]") for i, content in enumerate(contents)), *metrics)
