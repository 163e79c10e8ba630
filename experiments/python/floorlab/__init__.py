# SPDX-License-Identifier: MIT
"""Dungeon floors by the rules of the Binding of Isaac family, and what is measured on them, as numpy arrays.

>>> import floorlab
>>> floors = floorlab.Generator("classic", level=3)
>>> rooms, ends = floors.values(100_000, "rooms", "dead_ends")
>>> round(float(ends.mean()), 3)
4.809
"""
from floorlab.generator import Floor, Generator, Meaning, generators
from floorlab.intervals import interval
from floorlab.library import NONE, Error, version
from floorlab.measuring import measure
from floorlab.results import open_result as open  # pylint: disable=redefined-builtin

__all__ = ["NONE", "Error", "Floor", "Generator", "Meaning", "generators", "interval", "measure", "open", "version"]
