# SPDX-License-Identifier: MIT
"""Makes a wheel of the package with the library inside, from a build of floorlab: python3 make_wheel.py [FOLDER].

It is also what pip calls for this folder (PEP 517). Nothing is downloaded; the standard library is enough. The library is the one
that FLOORLAB_LIBRARY names, else that of build/release. A wheel is for all Pythons of this kind of machine: nothing in it is
compiled for one of them."""
from __future__ import annotations

import base64
import hashlib
import os
import pathlib
import re
import sys
import sysconfig
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
NAME = "libfloorlab.so.0"
BUILT = HERE.parents[1] / "build/release/analysis/library" / NAME
HINT = "build it: ninja -C build/release, or set FLOORLAB_LIBRARY"
DATE = (2026, 1, 1, 0, 0, 0)  # of all files inside, so that the same files make the same wheel


def version_of(library: pathlib.Path) -> str:
    """The version stands in the file's own name: libfloorlab.so.0.1.0."""
    found = re.fullmatch(r"libfloorlab\.so\.(\d+\.\d+\.\d+)", library.resolve().name)
    if not found:
        raise SystemExit(f"make_wheel.py: {library} is no libfloorlab.so.X.Y.Z ({HINT})")
    return found[1]


def texts_of(version: str, tag: str) -> dict[str, bytes]:
    project = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    summary = re.search(r'^description = "(.*)"', project, re.M)[1]
    least = re.search(r'^requires-python = "(.*)"', project, re.M)[1]
    metadata = f"""Metadata-Version: 2.1
Name: floorlab
Version: {version}
Summary: {summary}
License: MIT
Requires-Python: {least}
Requires-Dist: numpy
Provides-Extra: results
Requires-Dist: h5py; extra == 'results'
Requires-Dist: pandas; extra == 'results'
Requires-Dist: xarray; extra == 'results'
Description-Content-Type: text/markdown

{(HERE / "README.md").read_text(encoding="utf-8")}"""
    wheel = f"Wheel-Version: 1.0\nGenerator: floorlab\nRoot-Is-Purelib: false\nTag: {tag}\n"
    licence = HERE.parents[1] / "LICENSES/MIT.txt"
    texts = {"METADATA": metadata.encode(), "WHEEL": wheel.encode()}
    return texts | ({"LICENSE": licence.read_bytes()} if licence.exists() else {})


def record_of(files: dict[str, bytes], own: str) -> bytes:
    rows = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}"
            for name, data in files.items()]
    return "\n".join([*rows, f"{own},,", ""]).encode()


def build_wheel(wheel_directory: str, config_settings=None, metadata_directory=None) -> str:
    """Writes the wheel into a folder and returns its name."""
    library = pathlib.Path(os.environ.get("FLOORLAB_LIBRARY") or BUILT)
    if not library.is_file():
        raise SystemExit(f"make_wheel.py: there is no {library} ({HINT})")
    version = version_of(library)
    tag = "py3-none-" + re.sub(r"[-.]", "_", sysconfig.get_platform())
    info = f"floorlab-{version}.dist-info"
    files = {f"floorlab/{path.name}": path.read_bytes() for path in sorted((HERE / "floorlab").glob("*.py"))}
    files[f"floorlab/{NAME}"] = library.read_bytes()
    files |= {f"{info}/{name}": data for name, data in texts_of(version, tag).items()}
    files[f"{info}/RECORD"] = record_of(files, f"{info}/RECORD")
    name = f"floorlab-{version}-{tag}.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as out:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            out.writestr(entry, data)
    return name


def build_sdist(sdist_directory: str, config_settings=None) -> str:
    raise SystemExit("make_wheel.py: there is no source package of Python alone; the sources are floorlab's own")


if __name__ == "__main__":
    print(build_wheel(sys.argv[1] if len(sys.argv) > 1 else "."))
