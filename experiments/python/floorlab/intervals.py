# SPDX-License-Identifier: MIT
"""Intervals of a chance from hits and trials, by the code of the verdicts."""
from __future__ import annotations

import ctypes

import numpy
from numpy.typing import ArrayLike

from floorlab.library import Error, call


def counts(data: ArrayLike, where: str) -> numpy.ndarray:
    """Whole numbers of any type, also floating-point ones."""
    found = numpy.asarray(data)
    if found.dtype.kind not in "iuf" or (found.dtype.kind == "f" and not (found == numpy.floor(found)).all()) or (found < 0).any():
        raise Error(where, "expected whole numbers from 0 on")
    return found.astype(numpy.uint64)


def interval(hits: ArrayLike, trials: ArrayLike, alpha: float = 0.05) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Between which ends the chance lies, with a confidence of 1 - alpha: two arrays (low, high) for arrays of counts.

    It is a confidence sequence, as `floorlab verify` and result files have it: it holds over all numbers of trials at once, so one
    may look at any time and go on until it is narrow enough. For that it is about twice as wide as an interval for a number of
    trials that was fixed beforehand. 0 and 1 without trials.

    >>> low, high = interval([33, 3301], [93, 9316])
    >>> low.round(3).tolist(), high.round(3).tolist()
    ([0.206, 0.335], [0.526, 0.374])
    """
    pairs = numpy.broadcast_arrays(counts(hits, "hits"), counts(trials, "trials"))
    out = numpy.empty((2, *pairs[0].shape))
    limits = (ctypes.c_double * 2)()
    for place in numpy.ndindex(pairs[0].shape):
        call("interval", int(pairs[0][place]), int(pairs[1][place]), float(alpha), limits)
        out[(slice(None), *place)] = limits
    return out[0], out[1]
