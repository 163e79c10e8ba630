"""Shared by the tests that attack the program: a folder of small inputs, one small call of every command, calls with a time limit,
and result files that somebody changed, under a checksum that is right again."""
import ctypes
import ctypes.util
import os
import pathlib
import re
import shutil
import signal
import subprocess
import typing

RUN = "name: x\ngenerator: classic\nvary: {level: [2, 3]}\nfloors: 300\nmetrics: [rooms, dead_ends]\n"
TARGET = "name: t\ngenerator: grid\nsettings: {rules: basement}\nfloors: 100\nmetrics: [tiles, dead_ends]\nmaps: none\n"
PLAN = "name: x\ngenerator: classic\nsettings: {level: 2}\nfloors: {only: {start: true, exit: true}}\n"
CLAIMS = """source: a document
sources: [{short: s, title: a page}]
scenarios:
  one: {generator: classic, settings: {level: 2}}
claims:
  - {id: ends, source: s, text: t, type: bound, metric: dead_ends, values: 3..40, relation: at_least, value: 0.9, on: {one: confirmed}}
"""
ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT = 10  # seconds that no call may hang
SLACK = 3 if (os.cpu_count() or 1) > 2 else 6  # the machine is shared: what takes longer than this many limits hangs


class Done(typing.NamedTuple):
    """What a call came to; the code is None when it had to be ended."""

    code: int | None
    out: bytes
    err: str


class Job(typing.NamedTuple):
    """A command with its arguments and its options with values, and what it makes."""

    words: list[str]
    options: dict[str, str] = {}
    result: str = ""

    def line(self) -> list[str]:
        return [*self.words, *(word for pair in self.options.items() for word in pair)]


JOBS = {
    "verify": Job(["verify", "c.yaml"], {"--floors": "300", "--output": "o.h5", "--threads": "1"}, "o.h5"),
    "run": Job(["run", "x.yaml"], {"--output": "o.h5", "--threads": "1"}, "o.h5"),
    "info": Job(["info", "full.h5"]),
    "plot": Job(["plot", "full.h5"], {"--figure": "metrics", "--output": "o"}, "o"),
    "report": Job(["report", "full.h5"], {"--claims": "c.yaml", "--output": "o.html"}, "o.html"),
    "merge": Job(["merge", "one.h5", "two.h5"], {"--output": "o.h5"}, "o.h5"),
    "show": Job(["show", "classic"], {"--floor": "7"}),
    "check": Job(["check", "room", "./cellar.txt"]),
    "pack": Job(["pack", "./cellar.txt"]),
    "exact": Job(["exact", "classic"], {"--threads": "1", "--metric": "dead_ends"}),
    "export": Job(["export", "classic"], {"--floors": "3", "--threads": "1"}),
    "find": Job(["find", "classic", "dead_ends >= 3"], {"--floors": "300", "--output": "o.jsonl", "--threads": "1"}, "o.jsonl"),
    "import": Job(["import", "floors.jsonl"], {"--output": "o.h5", "--threads": "1"}, "o.h5"),
    "compare": Job(["compare", "floors.jsonl", "classic"], {"--floors": "300", "--threads": "1"}),
    "fit": Job(["fit", "grid"], {"--to": "t.h5", "--output": "o.yaml", "--floors": "5", "--generations": "1"}, "o.yaml"),
    "print": Job(["print", "ruleset", "cave"], {"--output": "o.yaml"}, "o.yaml"),
    "list": Job(["list", "settings", "classic"]),
    "help": Job(["help", "show"]),
    "bench": Job(["bench", "classic"]),  # its measurement takes seconds: only what is refused is tried
}


def call(program: str, folder: pathlib.Path, words: list[str], **more) -> Done:
    """Calls the program; what lasts far too long is ended."""
    more.setdefault("stdin", subprocess.DEVNULL)
    more.setdefault("stdout", subprocess.PIPE)
    with subprocess.Popen([program, *words], cwd=folder, stderr=subprocess.PIPE, start_new_session=True, **more) as process:
        try:
            out, err = process.communicate(timeout=LIMIT * SLACK)
            return Done(process.returncode, out or b"", err.decode(errors="replace"))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return Done(None, b"", "it hangs")


def make_inputs(program: str, folder: pathlib.Path):
    """Fills a folder with what the jobs read."""
    folder.mkdir(exist_ok=True)
    for name, text in (("x.yaml", RUN), ("t.yaml", TARGET), ("c.yaml", CLAIMS), ("plan.yaml", PLAN)):
        (folder / name).write_text(text)
    shutil.copy(ROOT / "data/chunks/cellar.txt", folder / "cellar.txt")
    shutil.copy(ROOT / "data/rulesets/basement.yaml", folder / "rules.yaml")
    (folder / "rooms").mkdir(exist_ok=True)
    for source in (ROOT / "data/rooms").glob("*.xml"):
        shutil.copy(source, folder / "rooms")
    for words in (["x.yaml", "-o", "full.h5"], ["x.yaml", "-o", "one.h5", "--shard", "1/2"],
                  ["x.yaml", "-o", "two.h5", "--shard", "2/2"], ["t.yaml", "-o", "t.h5"]):
        done = call(program, folder, ["run", *words, "-q"])
        assert done.code == 0, done.err
    done = call(program, folder, ["export", "grid", "-n", "3", "--no-metrics"])
    assert done.code == 0, done.err
    (folder / "floors.jsonl").write_bytes(done.out)


def looks(folder: pathlib.Path) -> dict[str, tuple]:
    """What lies in a folder, as it can be told from outside."""
    found = {}
    for path in sorted(folder.rglob("*")):
        about = path.lstat()
        found[str(path.relative_to(folder))] = (about.st_ino, about.st_size, about.st_mtime_ns, about.st_mode)
    return found


class Hash(ctypes.Structure):
    """What XXH3_128bits returns."""

    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def seal(path: pathlib.Path):
    """Makes size and checksum right again, as somebody would who forges a file."""
    function = ctypes.CDLL(ctypes.util.find_library("xxhash")).XXH3_128bits
    function.restype, function.argtypes = Hash, [ctypes.c_char_p, ctypes.c_size_t]
    content = path.read_bytes()
    found = function(content[512:], len(content) - 512)
    head = re.sub(rb"(xxh3-128) [0-9a-f]{32}", rb"\1 %016x%016x" % (found.high, found.low), content[:512])
    head = re.sub(rb"\nsize [0-9]{20}", b"\nsize %020d" % len(content), head)
    path.write_bytes(head + content[512:])
