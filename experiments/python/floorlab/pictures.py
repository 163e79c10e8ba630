# SPDX-License-Identifier: MIT
"""Two small figures as SVG, for notebooks without a plotting library: shares with their counts and intervals, and how often two
metrics come together. Comparisons are the program's (`floorlab plot`)."""
from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping, Sequence
from html import escape
from typing import Union

import numpy

from floorlab.intervals import interval
from floorlab.library import Error

Number = Union[int, float]
INK, FAINT, BAR = "#1f2933", "#7b8794", "#3b6ea5"
LIGHT, DARK = numpy.array([232, 239, 247]), numpy.array([18, 52, 92])
FONT = "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\""


class Picture:
    """An SVG picture: notebooks show it, `write` makes a file of it."""

    def __init__(self, width: Number, height: Number, title: str, parts: Sequence[str]):
        size = f'width="{width:g}" height="{height:g}"'
        self.svg = "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} viewBox="0 0 {width:g} {height:g}" {FONT}>',
            f"<title>{escape(title)}</title>", f'<rect {size} fill="#ffffff"/>', *parts, "</svg>", ""])

    def _repr_svg_(self) -> str:
        return self.svg

    def write(self, path: str | os.PathLike) -> None:
        pathlib.Path(path).write_text(self.svg, encoding="utf-8")


def words(x: Number, y: Number, text: str, anchor: str = "start", color: str = INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{color}">{escape(text)}</text>'


def box(x: Number, y: Number, size: tuple[Number, Number], color: str, tip: str = "") -> str:
    inside = f"><title>{escape(tip)}</title></rect>" if tip else "/>"
    return f'<rect x="{x:g}" y="{y:g}" width="{size[0]:.6g}" height="{size[1]:.6g}" fill="{color}"{inside}'


def shares(title: str, panels: Mapping[str, Sequence[tuple[str, int, int]]]) -> Picture:
    """Bars of hits / trials: rows (label, hits, trials) in panels side by side, in percent on one scale from 0, with the counts and
    the interval of the chance.

    >>> first, second = [("copper", 3, 10), ("zinc", 6, 10)], [("copper", 5, 10), ("zinc", 0, 0)]
    >>> picture = shares("Coins", {"first": first, "second": second})
    >>> picture.svg.count("<rect"), "60.0 %" in picture.svg, "not asked" in picture.svg
    (4, True, True)
    """
    rows = [row for panel in panels.values() for row in panel]
    if any(not 0 <= hits <= trials for _, hits, trials in rows):
        raise Error("shares", "expected hits between 0 and trials")
    ends = {(hits, trials): [float(end) for end in interval(hits, trials)] for _, hits, trials in rows if trials}
    most = max((high for _, high in ends.values()), default=1)
    left, bar, panel, top, step = 70, 98, 276, 54, 20
    parts = [words(12, 20, title)]
    for column, (name, some) in enumerate(panels.items()):
        x = left + column * panel
        parts.append(words(x, 42, name))
        for row, (label, hits, trials) in enumerate(some):
            y = top + row * step
            if column == 0:
                parts.append(words(left - 8, y + 12, label, "end"))
            if not trials:
                parts.append(words(x, y + 12, "not asked", color=FAINT))
                continue
            low, high = ends[hits, trials]
            start, stop = (x + bar * end / most for end in (low, high))
            parts += [box(x, y + 1, (bar * hits / trials / most, step - 6), BAR, f"{name}, {label}: {hits} of {trials}, "
                          f"{100 * low:.2f} to {100 * high:.2f} %"),
                      f'<path d="M{start:.6g} {y + 8}H{stop:.6g}M{start:.6g} {y + 5}v6M{stop:.6g} {y + 5}v6" stroke="{INK}"/>',
                      words(stop + 6, y + 12, f"{100 * hits / trials:.1f} %"),
                      words(x + panel - 16, y + 12, f"{hits:,} of {trials:,}", "end", FAINT)]
    height = top + step * max((len(some) for some in panels.values()), default=0) + 8
    return Picture(left + panel * len(panels), height, title, parts)


def together(title: str, panels: Mapping[str, tuple[numpy.ndarray, numpy.ndarray]], x_name: str, y_name: str) -> Picture:
    """How often two metrics have which values together: a panel of (x, y) arrays each, all of one scale of axes and colours.
    What a floor does not have is left out.

    >>> picture = together("Pairs", {"one": (numpy.array([1, 1, 2]), numpy.array([0, 0, 3]))}, "x", "y")
    >>> "2 of 3" in picture.svg, picture.svg.count("<rect")
    (True, 3)
    """
    found = {name: pairs_of(numpy.asarray(x), numpy.asarray(y)) for name, (x, y) in panels.items()}
    every = numpy.concatenate([cells for cells, _ in found.values()]) if found else numpy.zeros((0, 2), int)
    if not len(every):
        raise Error("together", "there is no floor that has both")
    low, high = every.min(0), every.max(0)
    most = max((counts.max() / counts.sum() for _, counts in found.values() if len(counts)))
    side = max(min(int(240 // max(high - low + 1)), 14), 1)
    wide, tall = ((high - low + 1) * side).tolist()
    left, top, gap = 52, 54, 28
    parts = [words(12, 20, title), words(left, top + tall + 34, f"across: {x_name}, up: {y_name}")]
    for column, (name, (cells, counts)) in enumerate(found.items()):
        at = left + column * (wide + gap)
        parts += [words(at + wide / 2, top - 12, name, "middle"),
                  f'<path d="M{at} {top}v{tall}h{wide}" fill="none" stroke="{FAINT}"/>',
                  words(at, top + tall + 16, str(low[0])), words(at + wide, top + tall + 16, str(high[0]), "end")]
        for (x, y), count in zip(cells.tolist(), counts.tolist()):
            strength = (count / counts.sum() / most) ** 0.5
            color = "#" + bytes(numpy.rint(LIGHT + (DARK - LIGHT) * strength).astype(int).tolist()).hex()
            parts.append(box(at + (x - low[0]) * side, top + (high[1] - y) * side, (side, side), color,
                             f"{x_name} {x}, {y_name} {y}: {count} of {counts.sum()}"))
    parts += [words(left - 6, top + 10, str(high[1]), "end"), words(left - 6, top + tall, str(low[1]), "end")]
    width = left + len(found) * (wide + gap)
    parts.append(words(width - gap, top + tall + 34, f"darkest: {100 * most:.1f} % of a panel's floors", "end", FAINT))
    return Picture(width, top + tall + 44, title, parts)


def pairs_of(x: numpy.ndarray, y: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """The pairs of values that there are, and how many floors have each.

    >>> pairs_of(numpy.array([1, 1, 2, -2 ** 31]), numpy.array([0, 0, 3, 5]))
    (array([[1, 0],
           [2, 3]]), array([2, 1]))
    """
    if x.shape != y.shape or x.ndim != 1:
        raise Error("together", f"expected two arrays of one length, found {x.shape} and {y.shape}")
    both = numpy.stack([x, y], 1).astype(numpy.int64)
    both = both[(both != -2 ** 31).all(1)]
    return numpy.unique(both, axis=0, return_counts=True) if len(both) else (both, numpy.zeros(0, int))
