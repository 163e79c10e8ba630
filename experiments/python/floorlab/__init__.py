# SPDX-License-Identifier: MIT
"""Dungeon floors by the rules of the Binding of Isaac family, and what is measured on them, as numpy arrays.

>>> import floorlab
>>> floors = floorlab.Generator("classic", level=3)
>>> rooms, ends = floors.values(100_000, "rooms", "dead_ends")
>>> round(float(ends.mean()), 3)
4.809
"""
from floorlab.commands import claims, compare, run, verify
from floorlab.generator import Floor, Generator, Meaning, generators
from floorlab.intervals import interval
from floorlab.library import NONE, Error, version
from floorlab.measuring import measure
from floorlab.results import open_result as open  # pylint: disable=redefined-builtin

__all__ = ["NONE", "Error", "Floor", "Generator", "Meaning", "claims", "compare", "generators", "interval", "measure", "open", "run",
           "verify", "version"]


def __getattr__(name: str) -> str:
    """`__version__` is the library's, which is loaded when it is asked for."""
    if name == "__version__":
        return version()
    raise AttributeError(f"module 'floorlab' has no attribute '{name}'")
