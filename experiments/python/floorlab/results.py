# SPDX-License-Identifier: MIT
"""Result files of `floorlab run`, `import` and `verify` as xarray Datasets. The format is described by `floorlab help result`."""
from __future__ import annotations

import ctypes
import ctypes.util
import itertools
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy

from floorlab.intervals import interval
from floorlab.library import Error

if TYPE_CHECKING:
    import xarray

FORMAT = 4
LARGEST = 10 ** 8  # elements of an array; a larger one is not read
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
BLOCK = 512  # bytes in front of the file, with a checksum of the rest
PIECE = 1 << 20
UNCHECKED = "not compared: there is no libxxhash here; 'floorlab check FILE' compares it"
HINT = "'floorlab info FILE' says what a result file holds, and what is wrong with it"
# Names that a setting cannot have beside the rest of the Dataset, as those of arrays of metrics and events; it then gets `_setting`
# behind, as in the file.
TAKEN = {"metric", "meaning", "unit", "quantile", "quantiles", "event", "sentence", "documented", "map", "maps", "x", "y"}
HEAD = ("experiment", "about", "sample", "streams", "seed", "samples", "complete", "digest", "program_version", "date",
        "experiment_text")


class Hash(ctypes.Structure):
    """What libxxhash returns."""

    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def checksum_of(file: BinaryIO) -> str | None:
    """XXH3-128 of the rest of a file; None where there is no libxxhash."""
    name = ctypes.util.find_library("xxhash")
    if not name:
        return None
    xxhash = ctypes.CDLL(name)
    for call, returns, *takes in (("XXH3_createState", ctypes.c_void_p), ("XXH3_128bits_reset", ctypes.c_int, ctypes.c_void_p),
                                  ("XXH3_128bits_update", ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t),
                                  ("XXH3_128bits_digest", Hash, ctypes.c_void_p), ("XXH3_freeState", ctypes.c_int, ctypes.c_void_p)):
        getattr(xxhash, call).restype, getattr(xxhash, call).argtypes = returns, takes
    state = xxhash.XXH3_createState()
    xxhash.XXH3_128bits_reset(state)
    while piece := file.read(PIECE):
        xxhash.XXH3_128bits_update(state, piece, len(piece))
    found = xxhash.XXH3_128bits_digest(state)
    xxhash.XXH3_freeState(state)
    return f"{found.high:016x}{found.low:016x}"


def check(path: str) -> str:
    """Refuses a file that was changed since floorlab wrote it; says whether the checksum was compared."""
    with open(path, "rb") as file:
        mark, _, checksum = (file.read(BLOCK).split(b"\n") + [b"", b""])[:3]
        found = checksum_of(file) if mark.startswith(b"floorlab-run ") else ""
    if found == "":
        raise Error("", "it cannot be read as a result file: its first bytes are not those of one", HINT)
    if found is not None and checksum != f"xxh3-128 {found}".encode():
        raise Error("", "its checksum does not match its content: it was changed or damaged", "take a copy of it, or run the experiment again")
    return UNCHECKED if found is None else "compared"


def inside(group: Any, name: str, where: str) -> Any:
    """What lies in the file itself under a name: no link leads elsewhere, and no array has its values in another file."""
    import h5py  # pylint: disable=import-outside-toplevel
    for part in name.split("/"):
        if not isinstance(group.get(part, getlink=True), h5py.HardLink):
            raise Error(where, "it is a link to elsewhere, which floorlab never writes", HINT)
        group = group[part]
    if getattr(group, "external", None) or getattr(group, "is_virtual", False):
        raise Error(where, "its values are in another file, where floorlab never puts them", HINT)
    return group


class Table:
    """A folder of the file."""

    def __init__(self, file: Any, name: str):
        if name not in file:
            raise Error(name, "there is no such table in the file", HINT)
        self.group, self.name = inside(file, name, name), name

    def unit(self, name: str) -> str:
        """What the values of an array are."""
        return str(inside(self.group, name, f"{self.name}/{name}").attrs.get("unit", ""))

    def get(self, name: str, *shape: int | None) -> numpy.ndarray:
        """An array; texts as str, whole numbers as int64 where they fit. None stands for any length."""
        if name not in self.group:
            raise Error(f"{self.name}/{name}", "there is no such array in the file", HINT)
        item = inside(self.group, name, f"{self.name}/{name}")
        found = getattr(item, "shape", None)
        if found is None or len(found) != len(shape) or any(w not in (None, f) for w, f in zip(shape, found)):
            raise Error(f"{self.name}/{name}", f"expected an array of {shape}, found {found}", HINT)
        if item.size > LARGEST:
            raise Error(f"{self.name}/{name}", f"it has {item.size} elements, more than {LARGEST}", "read it with h5py")
        if item.dtype.kind == "O":
            words = item.asstr()[:]
            if max(map(len, words.ravel().tolist()), default=0) * words.size > LARGEST:
                raise Error(f"{self.name}/{name}", f"its texts are longer than {LARGEST} letters in all", "read it with h5py")
            return words.astype(str)
        data = item[:]
        return data.astype(numpy.int64) if data.dtype.kind == "u" and (data.size == 0 or data.max() < 2 ** 63) else data


class Configurations:
    """Dimensions in place of configurations: the settings that vary where configurations are all their combinations, else scenarios,
    else numbers."""

    def __init__(self, table: Table, taken: set[str]):
        self.table = table
        self.n = len(table.get("configuration", None))
        every = sorted(name for name in table.group if table.unit(name) == "setting")
        values = {f"{name}_setting" if name in taken else name: table.get(name, self.n) for name in every}
        axes = {name: list(dict.fromkeys(row.tolist())) for name, row in values.items()}
        rows = list(zip(*(row.tolist() for row in values.values()))) if values else [()] * self.n
        self.places = {row: i for i, row in enumerate(rows)}
        self.order = numpy.arange(self.n)
        self.along: dict[str, numpy.ndarray] = {}
        if len(self.places) == self.n == numpy.prod([len(axis) for axis in axes.values()], dtype=int):
            self.axes: dict[str, Any] = axes
            self.order = numpy.array([self.places[row] for row in itertools.product(*axes.values())], dtype=int)
        elif "scenario" in table.group and len(set(names := table.get("scenario", self.n).tolist())) == self.n:
            self.axes = {"scenario": names}
        else:
            self.axes, self.along = {"configuration": list(range(self.n))}, values

    def spread(self, data: numpy.ndarray, *dims: str) -> tuple[list[str], numpy.ndarray]:
        shape = [len(axis) for axis in self.axes.values()]
        return [*self.axes, *dims], data[self.order].reshape((*shape, *data.shape[1:]))


def numbers_of(table: Table, configurations: int, names: int, *needed: str) -> dict[str, numpy.ndarray]:
    """The arrays with a number for each configuration and metric or event, but sums that have an upper half of their own."""
    every = [name for name in table.group if not name.endswith("_high") and f"{name}_high" not in table.group
             and len(getattr(inside(table.group, name, f"{table.name}/{name}"), "shape", ())) == 2]
    return {name: table.get(name, configurations, names) for name in dict.fromkeys((*needed, *every))}


def quantiles_of(values: numpy.ndarray, counts: numpy.ndarray, n: numpy.ndarray, shares: Sequence[float]) -> numpy.ndarray:
    """The least values that at least these shares of the samples do not exceed, for each row of counts by ascending value; NaN
    where counts are not those of all n samples.

    >>> quantiles_of(numpy.array([3, 4, 9]), numpy.array([[1, 2, 1]]), numpy.array([4]), [0.25, 0.5, 1])
    array([[3., 4., 9.]])
    """
    out = numpy.full((len(counts), len(shares)), numpy.nan)
    for row, (count, total) in enumerate(zip(counts, n)):
        if total > 0 and count.sum() == total:
            ranks = numpy.maximum(numpy.ceil(numpy.asarray(shares) * total - 1e-9), 1)
            out[row] = values[numpy.searchsorted(count.cumsum(), ranks)]
    return out


def add_metrics(data: dict, coords: dict, file: Any, configurations: Configurations, shares: Sequence[float]) -> None:
    table, cells = Table(file, "metric"), Table(file, "histogram")
    names = table.get("metric", None)
    coords |= {"metric": names, "quantile": list(shares), "meaning": ("metric", table.get("meaning", len(names))),
               "unit": ("metric", table.get("unit", len(names)))}
    found = numbers_of(table, configurations.n, len(names), "n", "mean", "variance", "min", "max")
    of, value = cells.get("metric", None), cells.get("value", None)
    count = cells.get("count", configurations.n, len(of))
    if len(value) != len(of):
        raise Error("histogram/value", "expected a value for each cell", HINT)
    quantile = numpy.full((configurations.n, len(names), len(shares)), numpy.nan)
    counts = {}
    for i, name in enumerate(names.tolist()):
        which = numpy.flatnonzero(of == name)
        which = which[numpy.argsort(value[which], kind="stable")]
        if len(which):
            quantile[:, i] = quantiles_of(value[which], count[:, which], found["n"][:, i], shares)
            counts[name] = count[:, which]
            coords[f"{name}_value"] = value[which]
    data |= {name: configurations.spread(row, "metric") for name, row in found.items()}
    data["quantiles"] = configurations.spread(quantile, "metric", "quantile")
    data |= {f"counts_{name}": configurations.spread(row, f"{name}_value") for name, row in counts.items()}


def add_events(data: dict, coords: dict, file: Any, configurations: Configurations) -> None:
    table = Table(file, "event")
    names = table.get("event", None)
    coords |= {"event": names, "sentence": ("event", table.get("sentence", len(names))),
               "documented": ("event", table.get("documented", len(names)))}
    found = numbers_of(table, configurations.n, len(names), "hits", "trials")
    if not {"low", "high"} <= set(found):  # files older than 1.0.0
        found["low"], found["high"] = interval(found["hits"], found["trials"])
    data |= {name: configurations.spread(row, "event") for name, row in found.items()}


def add_maps(data: dict, coords: dict, file: Any, configurations: Configurations) -> None:
    table = Table(file, "map")
    coords |= {name: table.get(name, None) for name in ("map", "y", "x")}
    shape = [len(coords[name]) for name in ("map", "y", "x")]
    data["maps"] = configurations.spread(table.get("count", configurations.n, *shape), "map", "y", "x")


def add_differences(data: dict, coords: dict, file: Any, configurations: Configurations) -> None:
    """Of runs with `streams: shared`: differences from the first configuration with the intervals that stand in the file."""
    for what in ("metric", "event"):
        if f"paired/{what}" not in file or what not in coords:
            continue
        table = Table(file, f"paired/{what}")
        names, every = table.get(what, None).tolist(), list(coords[what])
        for name in ("difference", "standard_error", "low", "high"):
            whole = numpy.full((configurations.n, len(every)), numpy.nan)
            whole[:, [every.index(one) for one in names]] = table.get(name, configurations.n, len(names))
            data[f"{what}_{name}"] = configurations.spread(whole, what)


def dataset_of(file: Any, shares: Sequence[float]) -> xarray.Dataset:
    import xarray  # pylint: disable=import-outside-toplevel
    if int(file.attrs.get("format", 0)) != FORMAT:
        raise Error("", f"expected a result file of format {FORMAT}, found {file.attrs.get('format', 'another file')!s:.40}",
                    "run the experiment again with this version of floorlab")
    tables = [Table(file, name) for name in ("metric", "event") if name in file]
    taken = TAKEN.union(name for table in tables for name in table.group if table.unit(name) != "setting")
    configurations = Configurations(Table(file, "configuration"), taken)
    data: dict[str, Any] = {}
    coords: dict[str, Any] = {}
    if "metric" in file:
        add_metrics(data, coords, file, configurations, shares)
    for name, add in (("event", add_events), ("map", add_maps), ("paired", add_differences)):
        if name in file:
            add(data, coords, file, configurations)
    for name in ("samples", "failed", "settings"):
        data[name] = configurations.spread(configurations.table.get(name, configurations.n))
    coords |= {name: ("configuration", row) for name, row in configurations.along.items()} | configurations.axes
    attrs = {name: file.attrs[name] for name in HEAD if name in file.attrs}
    return xarray.Dataset(data, coords, attrs)


def read_checked(path: str | os.PathLike, read: Any) -> Any:
    """What `read` makes of a result file whose checksum was compared."""
    import h5py  # pylint: disable=import-outside-toplevel
    where = os.fspath(path)
    try:
        checked = check(where)
        with h5py.File(where, "r") as file:
            return read(file, checked)
    except Error as error:
        raise Error(f"{where}: {error.where}" if error.where else where, error.what, error.hint) from None
    except (OSError, KeyError, ValueError, RuntimeError, TypeError, AttributeError) as error:
        raise Error(where, f"it cannot be read as a result file: {error}", HINT) from error


def read_table(path: str | os.PathLike, name: str) -> dict[str, numpy.ndarray]:
    """The columns of a table of a result file."""
    def columns(file: Any, _checked: str) -> dict[str, numpy.ndarray]:
        table = Table(file, name)
        return {column: table.get(column, None) for column in table.group}
    return read_checked(path, columns)


def open_result(path: str | os.PathLike, quantiles: Sequence[float] = QUANTILES) -> xarray.Dataset:
    """What a result file counted, as one Dataset in memory. The settings that vary are its dimensions: `data.sel(level=3)`.

    - over `metric`: all of the table `metric` (`n`, `mean`, `variance`, `min`, `max`, …), and `quantiles` of the exact counts;
    - `counts_rooms` and so on, over `rooms_value`: how many samples have each value;
    - over `event`: `hits` of `trials`, and between which ends, `low` and `high`, the chance lies with 95 % confidence at any
      number of trials (see `interval`), with `sentence` and the `documented` odds; of journeys, `closed_form`;
    - `maps`, over `map`, `y` and `x`: samples with a room of a kind there; floors that failed are on none;
    - `samples`, `failed` and `settings` of each configuration;
    - with `streams: shared`, `metric_difference` and `event_difference` from the first configuration, with `_standard_error`, `_low`
      and `_high`. All intervals are those of the file, made by the code that verdicts rest on.

    The attribute `checksum` says whether the file's checksum was compared, for which libxxhash must be there. Needs h5py and xarray.
    """
    if any(not 0 < share <= 1 for share in quantiles):
        raise Error("quantiles", f"expected shares above 0 and up to 1, found {list(quantiles)}")
    return read_checked(path, lambda file, checked: dataset_of(file, quantiles).assign_attrs(checksum=checked))
