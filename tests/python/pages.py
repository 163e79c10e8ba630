"""The pages of the Python package: pages.py BUILD. Prints TAP.

Docstrings and the blocks of its README run as doctests, the notebooks from top to bottom, and draw the pictures that the README
shows. The wheel and what meson installs are used from where they lie, without anything else."""
import base64
import contextlib
import doctest
import hashlib
import importlib
import io
import json
import os
import pathlib
import re
import site
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HERE = ROOT / "experiments/python"
BUILD = pathlib.Path(sys.argv[1]).resolve()
LIBRARY = BUILD / "analysis/library/libfloorlab.so.0"
os.environ["FLOORLAB_LIBRARY"] = str(LIBRARY)
os.environ["FLOORLAB_PROGRAM"] = str(BUILD / "experiments/floorlab")
sys.path[:0] = [str(ROOT / "tests/support"), str(HERE)]
import tap  # pylint: disable=wrong-import-position,import-error

CELL_KEYS = {"markdown": {"cell_type", "id", "metadata", "source"},
             "code": {"cell_type", "id", "metadata", "source", "execution_count", "outputs"}}
USE = "import floorlab; print(floorlab.__file__, floorlab.Generator('classic').values(9, 'rooms').sum())"


def run(*words: str, **more) -> subprocess.CompletedProcess:
    return subprocess.run(words, capture_output=True, text=True, check=False, **more)


def docstrings(_folder):
    for path in sorted((HERE / "floorlab").glob("*.py")):
        name = "floorlab" if path.stem == "__init__" else f"floorlab.{path.stem}"
        found = doctest.testmod(importlib.import_module(name))
        yield f"the examples of {name} are true", found.failed == 0 and found.attempted > 0


def readme(folder):
    page = (HERE / "README.md").read_text(encoding="utf-8")
    for line in re.findall(r"^ {4}\./lab (run .*)$", page, re.M):
        done = run(str(BUILD / "experiments/floorlab"), *line.split(), "-q", cwd=folder)
        yield f"floorlab {line} works", done.returncode == 0
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "README.md", "README.md", 0)
    yield "the blocks of the page are found", len(blocks) >= 6 and len(example.examples) > 20
    with moved(folder):
        yield "they print what it says", doctest.DocTestRunner().run(example).failed == 0
    files = {path.name for pattern in ("floorlab/*.py", "*.py", "*.toml") for path in HERE.glob(pattern)} - {"__init__.py"}
    named = {pathlib.Path(path).name for path in re.findall(r"`([^`\n]*\.(?:py|toml))`", page)}
    yield "its list has every file", files == named
    yield "what it links to is there", all((HERE / link).exists() for link in re.findall(r"\]\(([^)#:]+)\)", page))


@contextlib.contextmanager
def moved(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def is_valid(book: dict) -> bool:
    """Whether this is a notebook of format 4.5, as its schema asks for."""
    ids = [cell["id"] for cell in book["cells"]]
    is_whole = book["nbformat"] == 4 and book["nbformat_minor"] == 5 and {"kernelspec", "language_info"} <= set(book["metadata"])
    return is_whole and len(set(ids)) == len(ids) and all(re.fullmatch(r"[\w-]{1,64}", one) for one in ids) and all(
        set(cell) == CELL_KEYS[cell["cell_type"]] and all(isinstance(line, str) for line in cell["source"])
        for cell in book["cells"])


def notebooks(folder):
    for path in sorted((HERE / "notebooks").glob("*.ipynb")):
        book = json.loads(path.read_text(encoding="utf-8"))
        yield f"{path.name} is a notebook", is_valid(book)
        yield f"{path.name} has no outputs", not any(cell.get("outputs") for cell in book["cells"])
        names: dict = {}
        said = io.StringIO()
        with moved(folder), contextlib.redirect_stdout(said):
            for cell in book["cells"]:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), path.name, "exec"), names)  # pylint: disable=exec-used
        picture = f"{path.stem}.svg"
        yield f"{path.name} runs, and says something", said.getvalue().count("\n") >= 3
        drawn, shown = (place / picture for place in (folder, HERE / "notebooks"))
        yield f"{picture} is the picture that it draws", drawn.read_bytes() == shown.read_bytes()
        yield f"{picture} is XML", xml.parse(folder / picture).getroot().tag.endswith("svg")


def used_from(place: pathlib.Path, **more: str) -> str:
    env = {name: value for name, value in os.environ.items() if name != "FLOORLAB_LIBRARY"} | more
    done = run(sys.executable, "-c", USE, cwd="/", env=env | {"PYTHONPATH": str(place)})
    return done.stdout + done.stderr


def wheel(folder):
    def made(name: str, **more: str) -> subprocess.CompletedProcess:
        (folder / name).mkdir()
        return run(sys.executable, str(HERE / "make_wheel.py"), str(folder / name), env=os.environ | more)
    done = [made("one"), made("two")]
    name = done[0].stdout.strip()
    data = (folder / "one" / name).read_bytes()
    yield "a wheel is made", re.fullmatch(r"floorlab-\d+\.\d+\.\d+-py3-none-linux_\w+\.whl", name) is not None
    yield "the same every time", (folder / "two" / name).read_bytes() == data
    with zipfile.ZipFile(folder / "one" / name) as file:
        yield "whenever that is", {entry.date_time for entry in file.infolist()} == {(2026, 1, 1, 0, 0, 0)}
        file.extractall(folder / "wheel")
        record = next(path for path in file.namelist() if path.endswith("/RECORD"))
        rows = [row.split(",") for row in file.read(record).decode().splitlines()]
        yield "its RECORD has every file with its hash", {row[0] for row in rows} == set(file.namelist()) and all(
            row[1] == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(file.read(row[0])).digest()).rstrip(b"=").decode()
            for row in rows if row[0] != record)
    said = used_from(folder / "wheel")
    yield "unpacked it works by itself", said.startswith(str(folder / "wheel/floorlab/__init__.py") + " ")
    yield "also where the variable names another library", used_from(folder / "wheel", FLOORLAB_LIBRARY="/none.so") == said
    missing = made("three", FLOORLAB_LIBRARY="/none.so")
    yield "without a library it says what to do", missing.returncode == 1 and "ninja -C build/release" in missing.stderr


def installed(folder):
    done = run("meson", "install", "-C", str(BUILD), "--no-rebuild", "--quiet", "--destdir", str(folder / "root"),
               "--tags", "runtime,python-runtime")
    package = next(iter((folder / "root").rglob("floorlab/__init__.py")), None)
    is_installed = done.returncode == 0 and package is not None
    yield "meson installs the package", is_installed
    if not is_installed:
        print(done.stdout, done.stderr, file=sys.stderr)
        return
    files = {path.name for path in (HERE / "floorlab").glob("*.py")}
    yield "with all its files", {path.name for path in package.parent.iterdir()} == files
    place = package.parent.parent
    yield "where this Python looks", f"/{place.relative_to(folder / 'root')}" in site.getsitepackages()
    library = next((folder / "root").rglob("libfloorlab.so.0")).parent
    yield "it finds the system's library", used_from(place, LD_LIBRARY_PATH=str(library)).startswith(str(package) + " ")


def all_checks():
    for part in (docstrings, readme, notebooks, wheel, installed):
        with tempfile.TemporaryDirectory() as folder:
            yield from part(pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(tap.say(all_checks()))
