# SPDX-License-Identifier: MIT
"""Generators, and what they make: arrays of values, boards, single floors."""
from __future__ import annotations

import ctypes
import functools
import json
import operator
import pathlib
import re
import threading
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple, Union

import numpy

from floorlab.library import (HANDLE, LINE, PLAIN, SVG, CFile, COptions, CRequest, Error, call, encoded, library, text_from,
                              texts)

Setting = Union[str, bool, int, float, Fraction, pathlib.Path, list, tuple, set, frozenset, None]
MOST = 2 ** 64 - 1


class Meaning(NamedTuple):
    """What a metric or an event says; the unit of events is empty."""
    meaning: str
    unit: str


def whole(number: Any, where: str, least: int = 0, most: int = MOST) -> int:
    """A whole number of any type that is one, such as numpy's."""
    try:
        value = operator.index(number)
    except TypeError:
        raise Error(where, f"expected a whole number, found {number!r:.60}") from None
    if not least <= value <= most:
        raise Error(where, f"expected a number from {least} to {most}, found {value}")
    return value


def written(value: Setting, where: str = "") -> str:
    """A setting's value as floorlab reads it.

    >>> [written(value) for value in (True, 3, 0.25, Fraction(1, 3), "flash", ["arcade", "curse"])]
    ['on', '3', '0.25', '1/3', 'flash', '[arcade,curse]']
    """
    if isinstance(value, (bool, numpy.bool_)):
        return "on" if value else "off"
    if isinstance(value, (list, tuple, set, frozenset)):
        words = [written(item, where) for item in value]
        return f"[{','.join(sorted(words) if isinstance(value, (set, frozenset)) else words)}]"
    if isinstance(value, (float, numpy.floating)):
        return format(Decimal(repr(float(value))), "f")
    if isinstance(value, (str, int, numpy.integer, Fraction, pathlib.PurePath)):
        return str(value)
    raise Error(where, f"a setting cannot be of type {type(value).__name__}", "write it as a text")


def read_file(path: pathlib.Path, where: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise Error(where, f"the file cannot be read: {error}") from error


def generators() -> dict[str, dict]:
    """All generators by name: what they make, their version, their meaning, and their settings by name.

    >>> sorted(generators())
    ['classic', 'grid', 'journey', 'lines', 'rebirth', 'room']
    >>> generators()["classic"]["settings"]["level"]["range"]
    '1…12'
    """
    rows = json.loads(text_from(lambda text: call("generators", ctypes.byref(text))))
    return {row.pop("name"): row | {"settings": {setting.pop("name"): setting for setting in row["settings"]}} for row in rows}


class Generator:
    """A generator with its settings and seed. Floor i of it is the same floor for ever, here and in the program.

    >>> with Generator("classic", level=3, curse="none") as floors:
    ...     rooms, ends = floors.values(1000, "rooms", "dead_ends")
    >>> int(rooms.min()), int(rooms.max())
    (13, 14)

    Settings are keywords, or a dictionary: `settings={"level": 5}`. True and False become on and
    off, lists and sets the sets of floorlab, numbers and fractions are written out; None leaves a setting at its default.
    The library opens no files. A setting that is a `pathlib.Path` is read here; other files that settings name are given as
    `files`, by name, as texts or paths:

    >>> walk = '{"rooms": [{"cells": [[0, 0]], "kind": "start"}, {"cells": [[1, 0]], "kind": "boss"}]}'
    >>> Generator("lines", file="mine.jsonl", files={"mine.jsonl": walk}).values(1, "boss_distance")
    array([1], dtype=int32)

    Calls let other threads go on, but each thread needs a generator of its own: see `clone`. Generators can be pickled.
    """

    def __init__(self, name: str, /, seed: int = 1, files: Mapping[str, str | pathlib.Path] | None = None,
                 settings: Mapping[str, Setting] | None = None, **more: Setting):
        self._handle = HANDLE()
        self._lock = threading.Lock()
        self.name, self.seed = name, whole(seed, "seed")
        given = {**(settings or {}), **more}
        for key in set(settings or {}) & set(more):
            raise Error(key, "it is given twice", "as a keyword or in the dictionary")
        self.files = {key: read_file(text, f"files[{key!r}]") if isinstance(text, pathlib.Path) else text
                      for key, text in (files or {}).items()}
        self.files.update({str(value): read_file(value, key) for key, value in given.items()
                           if isinstance(value, pathlib.Path) and str(value) not in self.files})
        self.settings = {key: written(value, key) for key, value in given.items() if value is not None}
        self._open()
        self.next: int = self.first
        """The number of the floor that `sample` gives next."""

    def _open(self) -> None:
        names = list(self.settings)
        files = [CFile(encoded(key, "files"), encoded(text, f"files[{key!r}]")) for key, text in self.files.items()]
        options = COptions(
            encoded(self.name, "generator"), self.seed, texts([encoded(name, "settings") for name in names]),
            texts([encoded(self.settings[name], name) for name in names]), len(names), (CFile * max(len(files), 1))(*files),
            len(files))
        try:
            call("open", ctypes.byref(options), ctypes.byref(self._handle))
        except Error as error:
            which = re.fullmatch(r"(?:names|values)\[(\d+)\]", error.where)
            raise Error(names[int(which[1])] if which else error.where, error.what, error.hint, error.status) from None

    def _call(self, function: str, *arguments) -> None:
        """One call at a time, so that nobody closes what another thread is using."""
        if not self._lock.acquire(blocking=False):
            raise Error("", "another thread is using this generator", "give each thread its own: clone()")
        try:
            if not self._handle:
                raise Error("", "the generator is closed", "open another one")
            call(function, self._handle, *arguments)
        finally:
            self._lock.release()

    def close(self) -> None:
        """Frees what the library holds; `with` does it, too."""
        if not self._lock.acquire(blocking=False):
            raise Error("", "another thread is using this generator", "wait until it has ended")
        try:
            if self._handle:
                library().floorlab_close(self._handle)
                self._handle = HANDLE()
        finally:
            self._lock.release()

    def __enter__(self) -> Generator:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self.close()

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"Generator({self.name!r}, seed={self.seed}{settings})"

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name, "seed": self.seed, "files": self.files, "settings": self.settings, "next": self.next}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._handle, self._lock = HANDLE(), threading.Lock()
        self.__dict__.update(state)
        self._open()

    def clone(self) -> Generator:
        """The same generator for another thread; what takes memory and does not change is shared."""
        other = Generator.__new__(Generator)
        other._handle, other._lock = HANDLE(), threading.Lock()
        other.__dict__.update(self.__getstate__())
        self._call("clone", ctypes.byref(other._handle))
        return other

    @functools.cached_property
    def about(self) -> dict[str, Any]:
        """What floorlab_describe says of the generator: settings, version, size of boards and so on."""
        return json.loads(text_from(lambda text: self._call("describe", ctypes.byref(text))))

    @property
    def makes(self) -> str:
        """"floors", "rooms" or "journeys"."""
        return self.about["makes"]

    @property
    def first(self) -> int:
        """The number of the first floor: 0, but 1 where numbers are game seeds."""
        return int(self.about["first"])

    @property
    def last(self) -> int:
        return int(self.about["last"])

    @property
    def metrics(self) -> dict[str, Meaning]:
        """What can be measured.

        >>> Generator("classic").metrics["dead_ends"].unit
        'rooms'
        """
        return {row["name"]: Meaning(row["meaning"], row["unit"]) for row in self.about["metrics"]}

    @property
    def events(self) -> dict[str, Meaning]:
        """What happened or not: 1 or 0 among the values, NONE where it was not asked."""
        return {row["name"]: Meaning(row["meaning"], "") for row in self.about["events"]}

    @property
    def kinds(self) -> list[str]:
        """The kinds of rooms: `boards` has 1 + the place in this list; of chunk rooms it is the tiles, from 0."""
        return self.about["tiles" if self.makes == "rooms" else "kinds"]

    def values(self, n: int, *metrics: str, first: int | None = None) -> numpy.ndarray:
        """Values of n floors: a row of int32 for each metric or event, one dimension for a single one. What a floor does not have
        is `floorlab.NONE`.

        >>> Generator("classic").values(4, "rooms", "dead_ends", first=7)
        array([[9, 9, 8, 9],
               [4, 4, 3, 3]], dtype=int32)
        """
        if not metrics:
            raise Error("metrics", "expected the names of metrics or events", "the generator's .metrics and .events list them")
        request, n = self._request(n, metrics, first)
        if n > MOST // 8 // len(metrics):
            raise Error("n", f"{n} floors are too many", "ask for a part, then for the next with first=")
        out = numpy.empty((len(metrics), n), numpy.int32)
        self._call("values", ctypes.byref(request), out.ctypes.data, out.size)
        return out[0] if len(metrics) == 1 else out

    def boards(self, n: int, first: int | None = None) -> numpy.ndarray:
        """The boards of n floors, uint8 of (n, height, width): 0 where there is no room, else 1 + its place in `kinds`.

        >>> board = Generator("classic").boards(1, first=7)[0]
        >>> board.shape, int((board > 0).sum())
        ((8, 9), 9)
        """
        request, n = self._request(n, (), first)
        if n > MOST // 8 // 2 ** 16:
            raise Error("n", f"{n} boards are too many", "ask for a part, then for the next with first=")
        out = numpy.empty((n, self.about["height"], self.about["width"]), numpy.uint8)
        self._call("boards", ctypes.byref(request), out.ctypes.data, out.size)
        return out

    def _request(self, n: int, metrics: tuple[str, ...], first: int | None) -> tuple[CRequest, int]:
        n = whole(n, "n")
        names = [encoded(name, f"metrics[{i}]") for i, name in enumerate(metrics)]
        return CRequest(self.first if first is None else whole(first, "first"), n, texts(names), len(names)), n

    def number(self, game_seed: str) -> int:
        """The number of the floor of a game seed.

        >>> Generator("rebirth", rng="isaac").number("B911 0MT3")
        1235
        """
        out = ctypes.c_uint64()
        self._call("number_of", encoded(game_seed, "game_seed"), ctypes.byref(out))
        return out.value

    def draw(self, number: int, form: int) -> str:
        number = whole(number, "number")
        return text_from(lambda text: self._call("draw", number, form, ctypes.byref(text)))

    def floor(self, number: int | str) -> Floor:
        """One floor or chunk room, by its number, or by its game seed where there are some."""
        if self.makes == "journeys":
            raise Error("floor", "a journey is no single floor", "values() has its numbers; 'floorlab show journey' draws it")
        return Floor(self, self.number(number) if isinstance(number, str) else whole(number, "number"))

    def sample(self) -> Floor:
        """The next floor each time: number `next`, which grows by one. The same seed gives the same floors in the same order.

        >>> floors = Generator("classic", seed=3)
        >>> [floors.sample().number for _ in range(3)], floors.next
        ([0, 1, 2], 3)
        """
        floor = self.floor(self.next)
        self.next += 1
        return floor


class Floor:
    """A floor, or a chunk room. Text and picture are drawn by its generator when they are first asked for.

    >>> floor = Generator("classic").floor(7)
    >>> floor.metrics["dead_ends"], floor.rooms[7]["kind"], floor.rooms[7]["cells"]
    (4, 'boss', [[4, 0]])
    >>> print(floor)
        ┌───┐            @  start
        │ B │            B  boss
        ├╴ ╶┤            $  shop
        │   │            T  treasure room
    ┌───┼╴ ╶┼───┐        ?  secret room
    │ $     ┊ ? │        ┊  hidden door
    └───┼╴ ╶┼╌╌╌┼───┐
        │ @       T │
        ├╴ ╶┼───┴───┘
        │   │
        └───┘
    """

    def __init__(self, generator: Generator, number: int):
        self.generator, self.number = generator, number
        self.line: dict[str, Any] = {}
        """The floor as `floorlab export` writes it; empty for a chunk room."""
        if generator.makes == "floors":
            self.line = json.loads(generator.draw(number, LINE))
        else:
            self._text = generator.draw(number, PLAIN)

    @property
    def rooms(self) -> list[dict[str, Any]]:
        """Rooms with cells, kind and more; none where the floor failed."""
        return self.line.get("rooms", [])

    @functools.cached_property
    def metrics(self) -> dict[str, int]:
        """What was measured, without what the floor does not have."""
        if self.line:
            return self.line.get("metrics", {})
        names = list(self.generator.metrics)
        values = self.generator.values(1, *names, first=self.number).ravel().tolist()
        return {name: value for name, value in zip(names, values) if value != -2 ** 31}

    @functools.cached_property
    def board(self) -> numpy.ndarray:
        """uint8 (height, width); see `Generator.boards`."""
        return self.generator.boards(1, first=self.number)[0]

    @functools.cached_property
    def _text(self) -> str:
        return self.generator.draw(self.number, PLAIN)

    @functools.cached_property
    def svg(self) -> str:
        """The drawing as an SVG file."""
        return self.generator.draw(self.number, SVG)

    def __str__(self) -> str:
        return self._text.rstrip("\n")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<floor {self.number} of {self.generator!r}>"
