# SPDX-License-Identifier: MIT
"""Floors of other generators, measured."""
from __future__ import annotations

import json
import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy

from floorlab.generator import Generator
from floorlab.library import Error

BYTES = 1 << 26  # of floors that are read at once
LONGEST = 999_999  # of one floor
NAME = "floors"
HINT = "a floor is a list of rooms; 'floorlab print schema floor' says what it can have"


def as_json(value: Any) -> Any:
    """Numbers and arrays of numpy as JSON knows them."""
    if isinstance(value, numpy.ndarray):
        return value.tolist()
    if isinstance(value, (numpy.bool_, numpy.integer)):
        return value.item()
    try:
        return operator.index(value)
    except TypeError:
        raise Error("", f"expected numbers, texts, lists and dictionaries, found {type(value).__name__}", HINT) from None


def line_of(floor: Any, where: str) -> str:
    """A floor as a line of JSON.

    >>> line_of([[(0, 0)], {"cells": [(1, 0)], "kind": "boss"}], "floors[0]")
    '{"rooms": [{"cells": [[0, 0]]}, {"cells": [[1, 0]], "kind": "boss"}]}'
    """
    whole = dict(floor) if isinstance(floor, Mapping) else {"rooms": floor}
    rooms = whole.get("rooms")
    if isinstance(rooms, (list, tuple, numpy.ndarray)):
        whole["rooms"] = [room if isinstance(room, Mapping) else {"cells": room} for room in rooms]
    try:
        line = json.dumps(whole, default=as_json, allow_nan=False)
    except Error as error:
        raise Error(where, error.what, error.hint) from None
    except (TypeError, ValueError, RecursionError) as error:
        raise Error(where, f"it cannot be written as JSON: {error}", HINT) from error
    if len(line) > LONGEST:
        raise Error(where, f"it is longer than {LONGEST} bytes of JSON", "leave out what is not needed")
    return line


def parts(floors: Iterable[Any]) -> Iterator[list[str]]:
    """Lines of floors, in parts that the library reads at once."""
    lines: list[str] = []
    size = 0
    for i, floor in enumerate(floors):
        lines.append(line_of(floor, f"floors[{i}]"))
        size += len(lines[-1]) + 1
        if size > BYTES:
            yield lines
            lines, size = [], 0
    yield lines


def measure(floors: Iterable[Any], *metrics: str) -> numpy.ndarray:
    """Measures anybody's floors: a row of int32 for each metric or event, one dimension for a single one.

    A floor is a list of rooms, or a dictionary as `floorlab print schema floor` describes it; a room is a list of cells (x, y), or
    a dictionary with "cells" and mostly "kind". Without doors each two rooms that touch have one. The first room is the start,
    unless one is of that kind. What a floor does not have is `floorlab.NONE`.

    >>> corridor = [[(0, 0)], [(1, 0)], {"cells": [(2, 0)], "kind": "boss"}]
    >>> square = [[(0, 0)], [(1, 0)], [(0, 1)], [(1, 1)]]
    >>> measure([corridor, square], "rooms", "loops", "boss_distance")
    array([[          3,           4],
           [          0,           1],
           [          2, -2147483648]], dtype=int32)
    >>> measure([corridor, [[(0, 0)], [(0, 0)]]], "rooms")
    Traceback (most recent call last):
    ...
    floorlab.library.Error: floors[1]: rooms[1].cells[0]: [0,0] belongs to rooms[0] already
    """
    found = []
    done = 0
    for lines in parts(floors):
        if not lines and found:
            break
        try:
            with Generator("lines", settings={"file": NAME} if lines else {},
                           files={NAME: "\n".join(lines) + "\n"} if lines else {}) as generator:
                found.append(generator.values(len(lines), *metrics, first=0).reshape(len(metrics), -1))
        except Error as error:
            line = re.fullmatch(NAME + r":(\d+)", error.where)
            if not line:
                raise
            hint = "" if "--skip-bad" in error.hint else error.hint  # which is of files
            raise Error(f"floors[{done + int(line[1]) - 1}]", error.what, hint) from None
        done += len(lines)
    out = numpy.concatenate(found, axis=1) if len(found) > 1 else found[0]
    return out[0] if len(metrics) == 1 else out
