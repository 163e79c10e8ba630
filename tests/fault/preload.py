"""Every command on a machine in trouble: preload.py PROGRAM LIBRARY [--thorough [--most K]] [--only GLOB]. Prints TAP.

preload.c lets the k-th call of a kind fail, or kills the process there, and counts the calls of all libraries,
HDF5's too. Then a command succeeds or ends with exit code 3 and two lines at most, says no wrong word of a good file, leaves
the old file or the whole new one, and does its work when it is called again. Some k, drawn by lot for each commit; --thorough
tries every one."""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import random
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import counted  # noqa: E402

RUN = """name: x
generator: classic
vary: {level: [2, 3]}
floors: 3000
metrics: [rooms, dead_ends]
"""
JOURNEY = "name: j\ngenerator: journey\nsettings: {plan: classic}\nfloors: 60\nseed: 3\n"
TARGET = "name: t\ngenerator: grid\nsettings: {rules: basement}\nfloors: 300\nmetrics: [tiles, dead_ends]\nmaps: none\n"
CLAIMS = """source: a document
sources: [{short: s, title: a page}]
scenarios:
  one: {generator: classic, settings: {level: 2}}
claims:
  - {id: ends, source: s, text: t, type: bound, metric: dead_ends, values: 3..40, relation: at_least, value: 0.9, on: {one: confirmed}}
"""
OLD = b"the old file\n"
KEPT = (".svg", ".tsv", ".sh")  # of a folder that is made, what is compared
LOST = ("half a result", "a repeat ends")
WRONG = re.compile("damaged|hostile|do not trust|made this way|infinite loop|not written by|defect|Assertion|checkpoint belongs", re.I)


class Job(typing.NamedTuple):
    """A command that is put to the test."""

    name: str
    words: list[str]
    result: str = ""  # the file or folder that it makes
    again: tuple[str, ...] = ()  # added when it is called a second time


JOBS = [
    Job("run", ["run", "x.yaml", "-o", "o.h5", "--force", "-q", "-t", "2"], "o.h5", ("--resume",)),
    Job("resume", ["run", "x.yaml", "-o", "r.h5", "--force", "-q", "-t", "1", "--resume"], "r.h5"),
    Job("keep", ["run", "x.yaml", "-o", "o.h5", "--force", "-q", "-t", "1", "--keep-floors"], "o.h5", ("--resume",)),
    Job("journey", ["run", "j.yaml", "-o", "o.h5", "--force", "-q", "-t", "1"], "o.h5", ("--resume",)),
    Job("merge", ["merge", "one.h5", "two.h5", "-o", "o.h5", "--force"], "o.h5"),
    Job("info", ["info", "full.h5", "--json"]),
    Job("plot", ["plot", "full.h5", "-f", "metrics", "-f", "map", "-o", "o", "-q"], "o"),
    Job("report", ["report", "full.h5", "--claims", "c.yaml", "-o", "o.html", "--force", "-q"], "o.html"),
    Job("verify", ["verify", "c.yaml", "-n", "3000", "-o", "o.h5", "--force", "-q", "-t", "1"], "o.h5", ("--resume",)),
    Job("judge", ["verify", "c.yaml", "full.h5", "-q"]),
    Job("fit", ["fit", "grid", "--to", "t.h5", "-o", "o.yaml", "--force", "-n", "20", "--generations", "1", "-q"], "o.yaml"),
    Job("export", ["export", "classic", "-n", "20", "-t", "1"]),
    Job("show", ["show", "classic", "--floor", "7"]),
    Job("find", ["find", "classic", "rooms == 8", "-n", "3000", "-o", "o.csv", "--force", "-q", "-t", "2"], "o.csv", ("--resume",)),
    Job("rarest", ["find", "classic", "--rarest", "rooms,dead_ends", "-n", "2000", "-o", "o.csv", "--force", "-q", "-t", "1"], "o.csv", ("--resume",)),
    Job("exact", ["exact", "classic", "--set", "rooms=6", "--json", "-t", "2"]),
    Job("rooms", ["exact", "room", "--set", "set=cellar", "--json"]),
    Job("folder", ["merge", "parts/", "-o", "o.h5", "--force"], "o.h5"),
    Job("submit", ["run", "x.yaml", "--submit", "slurm", "--print", "--jobs", "3", "-o", "far/"], "far"),
    Job("compare", ["compare", "t.h5", "g.jsonl", "-t", "1"]),
    Job("import", ["import", "f.jsonl", "-o", "o.h5", "--force", "-q", "-t", "1", "--skip-bad", "10"], "o.h5"),
    Job("check", ["check", "room", "cellar"]),
    Job("plan", ["check", "journey", "classic"]),
]
# Tried in a thorough test, or when they are asked for.
MORE_JOBS = [
    Job("faithful", ["verify", "f.jsonl", "--as", "classic:level=2", "--only", "classic.secret.*", "-q", "-t", "1"]),
    Job("dry", ["run", "x.yaml", "--dry-run", "-t", "1"]),
    Job("print", ["print", "ruleset", "cave", "-o", "o.yaml", "--force"], "o.yaml"),
]
# the kinds of preload.c, in its order
CALLS = ["memory", "open", "write", "read", "fsync", "rename", "close", "fork", "pipe", "thread", "stat", "folder", "size", "lock",
         "hdf5"]
HOWS = {"memory": ("once", "lasting", "kill"), "write": ("once", "lasting", "kill"), "open": ("once", "kill"),
        "fsync": ("once", "kill"), "rename": ("once", "kill"), "close": ("once", "kill")}
WHERE = ("program", "child")
REPORT = struct.Struct(f"{1 + len(CALLS) * len(WHERE)}Q")  # how many calls failed, and how many there were
# of the calls of a kind how many are drawn, where it is not one
DRAWN = {("hdf5", "once"): 4, ("memory", "once"): 2}


class Outcome(typing.NamedTuple):
    """What a call of a command came to."""

    code: int
    out: bytes
    err: str
    failed: int = 0
    calls: tuple[int, ...] = ()  # of each kind: of the program, then of its children


def without_place(content: bytes, folder: pathlib.Path) -> bytes:
    """Without the folder of this attempt, and what a submission draws by lot."""
    return re.sub(rb"token \w+", b"token", content.replace(os.fsencode(folder), b"."))


def place_of_hdf5(program: str) -> str:
    """Where HDF5's code begins and ends in the program; nothing when it is a library beside it."""
    said = subprocess.run(["nm", program], capture_output=True, text=True, check=True).stdout
    places = [int(row, 16) for row in re.findall(r"(?m)^(\w+) [tT] H5\w+$", said)]
    return f"{min(places)} {max(places)}" if places else ""


class Bench:
    """The inputs, and what each command makes of them when nothing fails."""

    def __init__(self, program: str, library: str, folder: pathlib.Path):
        self.program, self.library, self.base = program, library, folder / "base"
        self.place = folder
        self.counts = counted.Counts()
        self.hdf5 = place_of_hdf5(program)
        self.base.mkdir()
        for name, text in (("x.yaml", RUN), ("j.yaml", JOURNEY), ("t.yaml", TARGET), ("c.yaml", CLAIMS)):
            (self.base / name).write_text(text)
        for words in (["x.yaml", "-o", "full.h5"], ["x.yaml", "-o", "one.h5", "--shard", "1/2"],
                      ["x.yaml", "-o", "two.h5", "--shard", "2/2"], ["t.yaml", "-o", "t.h5"]):
            done = self.call(self.base, ["run", *words, "-q"], {})
            assert done.code == 0, done.err
        (self.base / "parts").mkdir()
        for name in ("one.h5", "two.h5"):
            os.link(self.base / name, self.base / "parts" / name)
        for name, generator in (("f.jsonl", "classic"), ("g.jsonl", "grid")):
            done = self.call(self.base, ["export", generator, "-n", "3", "--no-metrics", "-o", name], {})
            assert done.code == 0, done.err
        no_name = {"CALL": "rename", "IN": "program", "HOW": "once", "AT": "2"}
        done = self.call(self.base, ["run", "x.yaml", "-o", "r.h5", "-q"], no_name)  # leaves a checkpoint
        assert done.code == 3 and (self.base / "r.h5.checkpoint").exists(), done.err

    def call(self, folder: pathlib.Path, words: list[str], trouble: dict[str, str]) -> Outcome:
        """Calls the program, in trouble or (with an empty dictionary) not."""
        env = {key: value for key, value in os.environ.items() if not key.startswith("MALLOC_")}
        report = folder.parent / (folder.name + ".report")
        if trouble:
            report.write_bytes(bytes(REPORT.size))
            env |= {"LD_PRELOAD": self.library, "FLOORLAB_FAULT_FILE": str(report), "FLOORLAB_FAULT_HDF5": self.hdf5}
            env |= {f"FLOORLAB_FAULT_{key}": value for key, value in trouble.items()}
        try:
            with counted.Watch(self.counts):
                done = subprocess.run([self.program, *words], cwd=folder, env=env, capture_output=True, timeout=60, check=False)
        except subprocess.TimeoutExpired:
            return Outcome(-1000, b"", "it hangs")
        failed, *calls = REPORT.unpack(report.read_bytes()) if trouble else (0,)
        return Outcome(done.returncode, without_place(done.stdout, folder), done.stderr.decode(errors="replace"), failed, tuple(calls))

    def fresh(self) -> pathlib.Path:
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.place))
        for path in self.base.iterdir():
            if path.suffix == ".checkpoint":  # the only one that is changed in place
                shutil.copy(path, folder)
            elif path.is_dir():
                shutil.copytree(path, folder / path.name, copy_function=os.link)
            else:
                os.link(path, folder / path.name)
        return folder

    def look(self, folder: pathlib.Path, job: Job) -> object:
        """What the result says; of a file that was not touched OLD."""
        path = folder / job.result
        if not job.result or not path.exists():
            return None
        if path.is_dir():
            return {file.name: without_place(file.read_bytes(), folder) for file in path.iterdir() if file.suffix in KEPT}
        content = path.read_bytes()
        if content == OLD or path.suffix in (".yaml", ".csv"):
            return content
        if path.suffix == ".html":
            return re.sub(rb"[^>]*seconds?\b[^<]*", b"", content)
        about = self.call(folder, ["info", job.result, "--json"], {})
        return json.loads(about.out)["digest"] if about.code == 0 else f"exit {about.code}: {about.err}"


class Calm(typing.NamedTuple):
    """A command when nothing fails: what it says and makes, and the names of its files."""

    outcome: Outcome
    seen: object
    names: set[str]


class Test:
    """A command, a kind of call, the processes and the way it fails."""

    def __init__(self, bench: Bench, job: Job, trouble: tuple[str, str, str]):
        self.bench, self.job = bench, job
        self.name = "/".join((job.name, *trouble))
        self.counter = WHERE.index(trouble[1]) * len(CALLS) + CALLS.index(trouble[0])
        self.trouble = dict(zip(("CALL", "IN", "HOW"), trouble))

    def begin(self) -> pathlib.Path:
        folder = self.bench.fresh()
        if self.job.result and "." in self.job.result:
            (folder / self.job.result).write_bytes(OLD)
        return folder

    def count(self) -> Calm:
        folder = self.begin()
        calm = self.bench.call(folder, self.job.words, self.trouble | {"AT": "0"})
        assert calm.code in (0, 1, 4), f"{self.name}: exit {calm.code}, {calm.err}"
        seen = self.bench.look(folder, self.job)
        names = {path.name for path in folder.iterdir()}
        shutil.rmtree(folder)
        return Calm(calm, seen, names)

    def attempt(self, k: int, calm: Calm) -> tuple[bool, str]:
        """Whether a call failed, and what was wrong then, or an empty text."""
        folder = self.begin()
        done = self.bench.call(folder, self.job.words, self.trouble | {"AT": str(k)})
        wrong = self.wrong(folder, done, calm)
        shutil.rmtree(folder)
        if done.failed:
            self.bench.counts.add("kills" if self.trouble["HOW"] == "kill" else "failures")
        if wrong and done.code != -1000:  # which is counted as a hang
            self.bench.counts.add("lost" if wrong.startswith(LOST) else "crashes" if done.code < 0 else "wrong")
        return done.failed > 0, f"k = {k}: {wrong}: exit {done.code}, {done.err!r}" if wrong else ""

    def wrong(self, folder: pathlib.Path, done: Outcome, calm: Calm) -> str:
        good = calm.outcome
        was_killed = self.trouble["HOW"] == "kill" and self.trouble["IN"] == "program" and done.code == -signal.SIGKILL
        if done.code not in (good.code, 3) and not was_killed:
            return "a wrong exit code"
        if WRONG.search(done.err):
            return "a wrong word"
        if done.err.count("\n") > 2 or (done.code == 3 and not done.err):
            return "too many words, or none"
        found = self.bench.look(folder, self.job)
        if found is not None and not is_old_or_new(found, calm.seen):
            return f"half a result: {found}"
        if done.code == good.code:
            return "" if found == calm.seen and done.out == good.out else "another result"
        again = self.bench.call(folder, [*self.job.words, *self.job.again], {})
        if again.code != good.code or self.bench.look(folder, self.job) != calm.seen:
            return f"a repeat ends with {again.code}, {again.err!r}, {self.bench.look(folder, self.job)}"
        more = {path.name for path in folder.iterdir()} - calm.names
        return f"{more} is left" if more and not was_killed else ""


def is_old_or_new(found: object, seen: object) -> bool:
    """Of a folder each file for itself."""
    if isinstance(found, dict) and isinstance(seen, dict):
        return all(seen.get(name) == content for name, content in found.items())
    return found in (OLD, seen)


def drawn(n: int, calls: int, lot: random.Random) -> list[int]:
    """Of 1 to `calls` at most n: half of them rather at the beginning, half anywhere."""
    return sorted({min(calls, int((calls + 1) ** lot.random()) if i % 2 else lot.randint(1, calls)) for i in range(n)} if calls else {})


def every(calls: int, most: int) -> list[int]:
    """Of 1 to `calls` the first `most`, and a third as many of the others."""
    rest = max(0, calls - most)
    return [*range(1, calls - rest + 1), *range(most + 1, calls + 1, max(1, 3 * rest // most))]


def tests_of(bench: Bench, only: str, is_thorough: bool) -> list[Test]:
    jobs = [*JOBS, *(MORE_JOBS if is_thorough or only != "*" else [])]
    tests = [Test(bench, job, (call, where, how)) for job in jobs for call in CALLS for where in WHERE
             for how in HOWS.get(call, ("once",))]
    return [test for test in tests if fnmatch.fnmatch(test.name, only)]


def calm_of(tests: list[Test], pool: concurrent.futures.Executor) -> dict[str, Calm]:
    """What each command does when nothing fails."""
    first = {test.job.name: test for test in reversed(tests)}
    return dict(zip(first, pool.map(Test.count, first.values())))


def plan(test: Test, calls: int, words: argparse.Namespace, lot: random.Random) -> list[int]:
    """The calls that are tried."""
    n = DRAWN.get((test.trouble["CALL"], test.trouble["HOW"]), 1)
    return every(calls, words.most) if words.thorough else drawn(n, calls, lot)


def run(bench: Bench, words: argparse.Namespace, pool: concurrent.futures.Executor) -> int:
    """Prints a line for each test that has calls; returns how many failed."""
    tests = tests_of(bench, words.only, words.thorough)
    calms = calm_of(tests, pool)
    shown = bad = hits = mistakes = 0
    begun = []
    lot = counted.lot("preload")
    for test in tests:
        calm = calms[test.job.name]
        calls = calm.outcome.calls[test.counter]
        begun.append((test, calls, [pool.submit(test.attempt, k, calm) for k in plan(test, calls, words, lot)]))
    for number, (test, calls, attempts) in enumerate(begun):
        if number and test.job != begun[number - 1][0].job:
            bench.counts.say()  # what is interrupted later has counted so much
        results = [attempt.result() for attempt in attempts]
        wrong = [text for _, text in results if text]
        if results:
            shown += 1
            bad += bool(wrong)
            hits += sum(was_hit for was_hit, _ in results)
            mistakes += len(wrong)
            print(f"{'not ok' if wrong else 'ok'} {shown} - {test.name}: {len(results)} of {calls} calls", flush=True)
        for text in wrong[:20]:
            print(f"# {text}")
    print(f"# {hits} calls failed, {mistakes} times something was wrong")
    bench.counts.say()
    print(f"1..{shown}")
    return bad


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--thorough", action="store_true", help="try every call: this takes hours")
    parser.add_argument("--only", default="*", help="tests whose name matches, such as 'run/memory/*'")
    parser.add_argument("--most", type=int, default=1 << 40, help="try every call up to this one, then some")
    words = parser.parse_args()
    if "FLOORLAB_THOROUGH" in os.environ and not words.thorough:  # minutes, as the other tests of ./lab test --thorough
        words.thorough, words.most = True, 40
    with tempfile.TemporaryDirectory(prefix="floorlab-preload-") as name, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        paths = [str(pathlib.Path(path).resolve()) for path in (words.program, words.library)]
        return run(Bench(*paths, pathlib.Path(name)), words, pool) > 0


if __name__ == "__main__":
    sys.exit(main())
