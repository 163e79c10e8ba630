# SPDX-License-Identifier: MIT
"""The program's `run`, `verify` and `compare` from Python, and verdicts as pandas DataFrames."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from floorlab.library import Error
from floorlab.results import open_result, read_table

if TYPE_CHECKING:
    import pandas
    import xarray

VARIABLE = "FLOORLAB_PROGRAM"
WRONG = {1, 4}  # exit codes of verdicts: something differs from what was expected, something is undecided


def call_program(command: str, *words: Any, **more: Any) -> str:
    """What the program prints. Options are keywords: `floors="10k"` is --floors 10k, `only=[...]` several of them, True none."""
    program = os.environ.get(VARIABLE) or shutil.which("floorlab")
    if not program:
        raise Error("", "the program 'floorlab' is not on the PATH", f"install it, or put its place into {VARIABLE}", "trouble")
    options = [part for name, value in more.items() for one in (value if isinstance(value, (list, tuple)) else [value])
               for part in ([f"--{name.replace('_', '-')}"] + ([] if one is True else [str(one)])) if one is not False]
    done = subprocess.run([program, command, *map(str, words), *options], capture_output=True, text=True, check=False)
    if done.returncode not in {0} | (WRONG if command != "run" else set()):
        lines = done.stderr.removeprefix("floorlab: ").strip().split("\n")
        raise Error("", lines[0], " ".join(line.strip() for line in lines[1:]), "refused" if done.returncode == 2 else "trouble")
    return done.stdout


def table_of(rows: list[dict]) -> pandas.DataFrame:
    import pandas  # pylint: disable=import-outside-toplevel,redefined-outer-name
    return pandas.DataFrame(rows)


def run(experiment: str | os.PathLike | Mapping, **options: Any) -> xarray.Dataset:
    """Runs an experiment and opens what it counted, as `floorlab.open` does.

    It is a shipped experiment's name, a file, or a dictionary with a file's keys. Options are those of `floorlab run`; the result
    file is kept only with `output="mine.h5"`.

    >>> data = run({"name": "ends", "generator": "classic", "vary": {"level": [1, 2]}, "metrics": ["dead_ends"],
    ...             "floors": 1000})
    >>> data["mean"].sel(metric="dead_ends").values.round().tolist()
    [3.0, 4.0]
    """
    with tempfile.TemporaryDirectory() as folder:
        name = os.fspath(experiment) if not isinstance(experiment, Mapping) else os.path.join(folder, "experiment.yaml")
        if isinstance(experiment, Mapping):
            with open(name, "w", encoding="utf-8") as file:
                json.dump(dict(experiment), file)
        output = options.pop("output", os.path.join(folder, "result.h5"))
        call_program("run", name, output=output, quiet=True, **options)
        return open_result(output)


def verify(*words: str | os.PathLike, **options: Any) -> pandas.DataFrame:
    """Judges documented claims: a row for each claim on a scenario. Words and options are those of `floorlab verify`; its result
    file is kept only with `output=`, and with the name of one nothing is counted anew.

    >>> verify(only="miniboss.first.pseudocode@rep-1", floors="20k")["verdict"].tolist()
    ['refuted']
    """
    with tempfile.TemporaryDirectory() as folder:
        if not words and "output" not in options:
            options["output"] = os.path.join(folder, "verify.h5")
        return table_of(json.loads(call_program("verify", *words, json=True, quiet=True, **options))["claims"])


def compare(left: str | os.PathLike, right: str | os.PathLike, **options: Any) -> pandas.DataFrame:
    """Compares two generators, floor files or result files: a row for each metric, event and map. Options are those of
    `floorlab compare`.

    >>> rows = compare("classic:level=1", "classic:level=2", floors="1k").set_index("name")
    >>> rows.loc["rooms", "verdict"]
    'different'
    """
    return table_of(json.loads(call_program("compare", left, right, json=True, **options))["rows"])


def claims(path: str | os.PathLike) -> pandas.DataFrame:
    """The verdicts in a result file of `floorlab verify`, a row for each claim on a scenario: documented, observed, low, high,
    verdict and what `floorlab help result` lists. It needs no program, but h5py and pandas."""
    columns = read_table(path, "claim")
    import pandas  # pylint: disable=import-outside-toplevel,redefined-outer-name
    first = [name for name in ("id", "sentence", "documented", "observed", "low", "high", "verdict", "expected") if name in columns]
    return pandas.DataFrame({name: columns[name] for name in [*first, *(name for name in columns if name not in first)]})
