"""Every command killed or asked to stop at random instants, while what lies beside its result is damaged, swapped or moved:
matrix.py PROGRAM. Prints TAP.

Whatever happens, the final name holds the old file or the whole new one, or what somebody else put there; no file of others is
changed; and when things are put in order, the same call gives what it gives in peace. Instants and disturbances are drawn by
lot for each commit. kill.py does the same to `run` alone, many times over; preload.py kills at calls, not at instants."""
import concurrent.futures
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import attack  # noqa: E402
import counted  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
KILLS = 100 if "FLOORLAB_THOROUGH" in os.environ else 6  # of each command
# Half of the calls are killed, the others asked to stop: what they end with then.
SIGNALS = [signal.SIGKILL] * 3 + [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
OLD = b"the old file\n"
PART = "a part that says so"  # left by a run that was asked to stop
PRECIOUS = b"of somebody else\n"
LOST = ("half a result", "a repeat", "a file of somebody else")
COUNTS = counted.Counts()
NOT_OURS = re.compile("Assertion|infinite loop|Sanitizer|defect", re.I)

# About half a second of work each, and what is added when it is called again.
RUN = attack.RUN.replace("floors: 300", "floors: 3M")
CLAIMS = """source: a document
sources: [{short: s, title: a page}]
populations:
  one: {generator: classic, settings: {level: 1}}
  three: {generator: classic, settings: {level: 3}}
claims:
  - {id: loops, source: s, text: t, type: never, event: has_loop, tolerance: 0.00001, on: {one: confirmed, three: confirmed}}
"""
JOBS = {
    "run": (["run", "x.yaml", "-q", "-t", "1", "--checkpoint", "0.05", "--force", "-o", "o.h5"], "o.h5", "--resume"),
    "keep": (["run", "x.yaml", "-q", "-t", "1", "--checkpoint", "0.05", "-n", "300k", "--keep-floors", "--force", "-o", "o.h5"], "o.h5",
             "--resume"),
    "verify": (["verify", "v.yaml", "-q", "-t", "1", "-n", "2M", "--force", "-o", "o.h5"], "o.h5", "--resume"),
    "find": (["find", "classic", "dead_ends >= 7", "--set", "level=3", "-n", "600k", "-q", "-t", "1", "--checkpoint", "0.05", "--force",
              "--fields", "index,dead_ends", "-o", "o.csv"], "o.csv", "--resume"),
    "merge": (["merge", "one.h5", "two.h5", "--force", "-o", "o.h5"], "o.h5", ""),
    "plot": (["plot", "full.h5", "-q", "-f", "metrics", "-f", "map", "-o", "o"], "o", ""),
    "report": (["report", "full.h5", "-q", "--claims", "c.yaml", "--force", "-o", "o.html"], "o.html", ""),
    "export": (["export", "classic", "-n", "3000", "-t", "2"], "", ""),
}


class Calm(typing.NamedTuple):
    """What a command makes in peace, and how long it takes."""

    seen: object
    seconds: float


class Bench:
    """The inputs, and checkpoints of other calls of the same commands."""

    def __init__(self, top: pathlib.Path):
        self.top, self.base = top, top / "base"
        attack.make_inputs(PROGRAM, self.base)
        (self.base / "x.yaml").write_text(RUN)
        (self.base / "v.yaml").write_text(CLAIMS)
        self.foreign: dict[str, bytes] = {}
        self.calm = {name: self.measure(name) for name in JOBS}
        for name in ("run", "keep", "verify", "find"):
            self.foreign[name] = self.make_foreign(name)

    def fresh(self) -> pathlib.Path:
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.top))
        for path in self.base.iterdir():
            if path.is_file():
                shutil.copy(path, folder)
        (folder / "precious").write_bytes(PRECIOUS)
        return folder

    def measure(self, name: str) -> Calm:
        folder = self.fresh()
        started = time.monotonic()
        done = attack.call(PROGRAM, folder, JOBS[name][0])
        seconds = time.monotonic() - started
        assert done.code in (0, 1, 4), f"{name}: {done.err}"
        seen = done.out if not JOBS[name][1] else look(folder, JOBS[name][1])
        shutil.rmtree(folder)
        return Calm(seen, seconds)

    def make_foreign(self, name: str) -> bytes:
        """The checkpoint of a longer call with another seed."""
        folder = self.fresh()
        (folder / "v.yaml").write_text(CLAIMS.replace("0.00001", "0.0000001"))
        longer = {"2M": "1G", "300k": "10M", "600k": "1G"}  # floors
        line = [longer.get(word, word) for word in JOBS[name][0]]
        line += ["-n", "1G"] if name == "run" else []
        checkpoint = folder / (JOBS[name][1] + ".checkpoint")
        with subprocess.Popen([PROGRAM, *line, "--seed", "77"], cwd=folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            until = time.monotonic() + 120  # verify saves for the first time after two seconds
            while not (checkpoint.exists() and checkpoint.stat().st_size) and process.poll() is None and time.monotonic() < until:
                time.sleep(0.01)
            process.kill()
        content = checkpoint.read_bytes() if checkpoint.exists() else b""
        assert content, f"{name}: there was no checkpoint to take"
        shutil.rmtree(folder)
        return content


def call(folder: pathlib.Path, words: list[str]) -> attack.Done:
    with counted.Watch(COUNTS):
        return attack.call(PROGRAM, folder, words)


def look(folder: pathlib.Path, result: str) -> object:
    """What a result says; None where there is none."""
    path = folder / result
    if not path.exists():
        return None
    if path.is_dir():
        return {file.name: file.read_bytes() for file in path.iterdir() if file.suffix in (".svg", ".tsv")}
    content = path.read_bytes()
    if content in (OLD, PRECIOUS) or path.suffix in (".yaml", ".csv"):
        return content
    if path.suffix == ".html":
        return re.sub(rb"[^>]*seconds?\b[^<]*", b"", content)
    about = call(folder, ["info", result, "--json"])
    if about.code:
        return f"exit {about.code}: {about.err}"
    told = json.loads(about.out)
    return told["digest"] if told["complete"] else PART


# ---- what somebody else does meanwhile; each returns what has to be put in order before the call is repeated

def clear(path: pathlib.Path):
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def nothing(bench: Bench, name: str, folder: pathlib.Path) -> list[str]:
    return []


def swap(bench: Bench, name: str, folder: pathlib.Path) -> list[str]:
    """The checkpoint of another call under this one's name."""
    (folder / "swap").write_bytes(bench.foreign.get(name, b"nothing"))
    place = JOBS[name][1] + ".checkpoint"
    (folder / "swap").rename(folder / place)
    return [place]


def cut(bench: Bench, name: str, folder: pathlib.Path) -> list[str]:
    """Everything beside the result is shorter now."""
    touched = [path for path in folder.glob(JOBS[name][1] + ".*") if path.is_file()]
    for path in touched:
        os.truncate(path, path.stat().st_size * 2 // 3)
    return [path.name for path in touched]


def scratch(bench: Bench, name: str, folder: pathlib.Path) -> list[str]:
    """A byte in the middle is another one."""
    touched = [path for path in folder.glob(JOBS[name][1] + ".*") if path.is_file() and path.stat().st_size]
    for path in touched:
        with open(path, "r+b") as file:
            file.seek(path.stat().st_size // 2)
            sign = file.read(1)
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([(sign[0] + 1) % 256 if sign else 1]))
    return [path.name for path in touched]


def block(bench: Bench, name: str, folder: pathlib.Path) -> list[str]:
    """A folder where the checkpoint is."""
    place = folder / (JOBS[name][1] + ".checkpoint")
    clear(place)
    place.mkdir()
    (place / "inside").write_bytes(PRECIOUS)
    return [place.name]


def link(bench: Bench, name: str, folder: pathlib.Path) -> list[str]:
    """Links to a file of somebody where the checkpoint and kept floors are."""
    places = [folder / (JOBS[name][1] + end) for end in (".checkpoint", ".floors")]
    for place in places:
        clear(place)
        place.symlink_to("precious")
    return [place.name for place in places]


def take(bench: Bench, name: str, folder: pathlib.Path) -> list[str]:
    """A folder where the result is to be."""
    place = folder / JOBS[name][1]
    clear(place)
    place.mkdir()
    (place / "inside").write_bytes(PRECIOUS)
    return [place.name] if name != "plot" else []


def aim(bench: Bench, name: str, folder: pathlib.Path) -> list[str]:
    """A link to a file of somebody where the result is to be."""
    place = folder / JOBS[name][1]
    clear(place)
    place.symlink_to("precious")
    return [place.name] if name == "plot" else []


def move(bench: Bench, name: str, folder: pathlib.Path) -> list[str]:
    """Everything beside the result has another name now."""
    touched = list(folder.glob(JOBS[name][1] + ".*"))
    for path in touched:
        path.rename(folder / ("moved-" + path.name))
    return [path.name for path in touched]


class Attempt(typing.NamedTuple):
    """A signal: to which command, when (as a part of its time), after what, and whether that comes before the start."""

    name: str
    when: float
    what: typing.Callable
    is_before: bool
    signal: int


def disturb(bench: Bench, attempt: Attempt, folder: pathlib.Path) -> list[str]:
    """Does it, once more where the program was quicker; returns what has to be put in order."""
    for _ in range(100):
        with contextlib.suppress(OSError):
            return attempt.what(bench, attempt.name, folder)
    return [path.name for path in folder.glob(JOBS[attempt.name][1] + ".*")]


MEANWHILE = [nothing, swap, cut, scratch, block, link, take, aim, move]


def attempts_of(name: str) -> list[Attempt]:
    rng = counted.lot(name)
    ways = rng.sample(MEANWHILE, len(MEANWHILE)) if JOBS[name][1] else [nothing]
    return [Attempt(name, rng.uniform(0, 0.9), ways[i % len(ways)], rng.random() < 0.3, rng.choice(SIGNALS)) for i in range(KILLS)]


def killed(bench: Bench, attempt: Attempt, folder: pathlib.Path) -> tuple[int, list[str], bytes]:
    """Starts a call, disturbs and kills it: how it ended, what is to be put in order, what it said."""
    name, (words, _, again) = attempt.name, JOBS[attempt.name]
    touched = disturb(bench, attempt, folder) if attempt.is_before else []
    more = [again] if again and attempt.is_before else []
    with subprocess.Popen([PROGRAM, *words, *more], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        out = b""
        try:
            out = process.communicate(timeout=max(0.001, bench.calm[name].seconds * attempt.when / 2))[0]
        except subprocess.TimeoutExpired:
            touched += [] if attempt.is_before else disturb(bench, attempt, folder)
            try:
                out = process.communicate(timeout=max(0.001, bench.calm[name].seconds * attempt.when / 2))[0]
            except subprocess.TimeoutExpired:
                process.send_signal(attempt.signal)
                out = process.communicate(timeout=attack.LIMIT * attack.SLACK)[0]
    return process.returncode, touched, out


def are_whole(found: object, calm: object) -> bool:
    """Whether nothing is half written; of a folder each file for itself."""
    if isinstance(found, dict) and isinstance(calm, dict):
        return all(calm.get(name) == content for name, content in found.items())
    return found in (None, OLD, PRECIOUS, calm) or found == {}


def complaint(bench: Bench, attempt: Attempt) -> tuple[bool, str]:
    """Whether the signal came in time, and what was wrong then, or an empty text."""
    name, (words, result, again), folder = attempt.name, JOBS[attempt.name], bench.fresh()
    calm = bench.calm[name]
    if result and "." in result:
        (folder / result).write_bytes(OLD)
    code, touched, out = killed(bench, attempt, folder)
    wrong = ""
    is_hit = code in (-attempt.signal, 128 + attempt.signal)
    if code not in (0, 1, 2, 3, 4) and not is_hit:
        wrong = f"exit {code}"
    elif not result:
        wrong = "" if calm.seen.startswith(out) else "lines that are not the beginning of those in peace"
    else:
        wrong = after(bench, attempt, folder, touched)
    if not wrong and (folder / "precious").read_bytes() != PRECIOUS:
        wrong = "a file of somebody else was changed"
    if is_hit:
        COUNTS.add("kills" if attempt.signal == signal.SIGKILL else "stops")
    if wrong:
        COUNTS.add("lost" if wrong.startswith(LOST) else "crashes" if code < 0 and not is_hit else "wrong")
    shutil.rmtree(folder, ignore_errors=True)  # a gnuplot whose caller was killed may still write
    return is_hit, f"{attempt.what.__name__}, {attempt.signal.name} at {attempt.when:.2f}: {wrong}" if wrong else ""


def after(bench: Bench, attempt: Attempt, folder: pathlib.Path, touched: list[str]) -> str:
    """What is wrong after the kill, or when the call is repeated."""
    name, (words, result, again) = attempt.name, JOBS[attempt.name]
    calm = bench.calm[name].seen
    found = look(folder, result)
    if not (are_whole(found, calm) or (found == PART and attempt.signal != signal.SIGKILL)):
        return f"half a result: {found!r:.300}"
    first = call(folder, [*words, *([again] if again else [])])
    if first.code not in (0, 1, 2, 3, 4) or NOT_OURS.search(first.err) or first.err.count("\n") > 2:
        return f"a repeat says {first.err!r} with exit {first.code}"
    if first.code in (2, 3):
        if not touched:
            return f"a repeat ends with {first.code}: {first.err!r}"
        for place in touched:
            clear(folder / place)
        first = call(folder, [*words, *(["--anew"] if again else [])])
    found = look(folder, result)
    if first.code not in (0, 1, 4) or found != calm:
        return f"it ends with {first.code}, {first.err!r}, {found!r:.300} instead of {calm!r:.300}"
    hidden = [path.name for path in folder.rglob(".*")]
    left = hidden if attempt.signal != signal.SIGKILL else []
    return f"{left} is left" if left else ""


def main() -> int:
    failed = hits = tried = 0
    for number, action in ((signal.SIGHUP, signal.SIG_DFL), (signal.SIGINT, signal.default_int_handler)):
        signal.signal(number, action)  # which the programs inherit: under nohup or in the background they would hear neither
    with tempfile.TemporaryDirectory(prefix="floorlab-matrix-", ignore_cleanup_errors=True) as top, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        bench = Bench(pathlib.Path(top))
        print(f"1..{len(JOBS)}")
        begun = {name: [pool.submit(complaint, bench, attempt) for attempt in attempts_of(name)] for name in JOBS}
        for number, (name, results) in enumerate(begun.items(), 1):
            ends = [result.result() for result in results]
            wrong = [text for _, text in ends if text]
            kills = sum(was_killed for was_killed, _ in ends)
            few = "" if kills else "no call was ended by a signal"
            failed += bool(wrong or few)
            hits += kills
            tried += len(ends)
            print(f"{'not ok' if wrong or few else 'ok'} {number} - {name}: {len(ends)} calls, {kills} ended by a signal", flush=True)
            for text in [*wrong[:20], *([few] if few else [])]:
                print(f"# {text}")
    COUNTS.say()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
