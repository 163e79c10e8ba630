"""floorlab find beside what `export` writes and Python filters; killed, stopped, continued. Prints TAP.

    find.py PROGRAM

On 20,000 floors every day (FLOORLAB_EVERYDAY), in a full test on 10^6.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
FLOORS = 20000 if "FLOORLAB_EVERYDAY" in os.environ else 10**6
PATIENCE = 500
NAMES = ["rooms", "dead_ends", "loops", "boss_distance", "secret_neighbours", "super_secret_neighbours", "boss_distance_ratio"]


def has(value) -> bool:
    return value is not None


def less(a, b) -> bool:
    return has(a) and has(b) and a < b


# The expression, and the same in Python, where a value that is not there is None.
QUESTIONS = [
    ("dead_ends >= 6 && boss_distance < 5", lambda f: less(5, f["dead_ends"]) and less(f["boss_distance"], 5)),
    ("secret_neighbours in 3..4 || !has(secret_neighbours)", lambda f: not has(f["secret_neighbours"]) or 3 <= f["secret_neighbours"] <= 4),
    ("super_secret_neighbours != 2", lambda f: has(f["super_secret_neighbours"]) and f["super_secret_neighbours"] != 2),
    ("rooms * 7 % 5 < dead_ends && boss_distance_ratio == 1000",
     lambda f: has(f["rooms"]) and f["rooms"] * 7 % 5 < f["dead_ends"] and has(f["boss_distance_ratio"]) and f["boss_distance_ratio"] == 1000),
]
SLOW = ["find", "rebirth", "loops == 1 && rooms > 9", "--floors", "80k", "--fields", "index,rooms", "-q", "-t", "1"]


def call(folder: pathlib.Path, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)


def filtered(folder: pathlib.Path):
    """The same hits as filtered lines of export, by kernels and by the readable path, with any number of threads."""
    for generator, settings, floors in (("classic", ["--set", "level=3"], FLOORS), ("classic", ["--set", "max_attempts=1"], FLOORS // 10),
                                        ("rebirth", ["--set", "stage=2"], FLOORS // 20)):
        base = [generator, *settings, "--floors", str(floors)]
        lines = call(folder, "export", *base, "--fields", ",".join(["index", *NAMES])).stdout.splitlines()
        samples = [json.loads(line) for line in lines]
        for number, (text, wanted) in enumerate(QUESTIONS):
            expected = [sample["index"] for sample in samples if wanted(sample)]
            done = call(folder, "find", generator, text, *base[1:], "--fields", "index", "--threads", str(1 + number))
            hits = [json.loads(line)["index"] for line in done.stdout.splitlines()]
            told = f"{len(expected)} of {floors} floors"
            is_same = len(samples) == floors and hits == expected and told in done.stderr and done.returncode == (not hits)
            yield f"{' '.join(base)}: {text}: {len(expected)} hits", is_same


def listed_numbers(folder: pathlib.Path):
    """What a list of all numbers finds is what their range does."""
    base = ["find", "classic", "dead_ends >= 6", "--set", "level=3", "--floors", "50k", "--fields", "index", "-q"]
    whole = call(folder, *base).stdout
    (folder / "list").write_text("\n".join(str(i) for i in range(50000)))
    listed = call(folder, *base[:5], "--seeds", "list", "--fields", "index", "-q").stdout
    yield "a list of all numbers finds the same", listed == whole and whole.count("\n") > 100
    (folder / "list").write_text("B911 99AC\n")
    base = ["find", "rebirth", "rooms > 0", "--seeds", "list", "--fields", "seed_text", "-q"]
    wrong = call(folder, *base)
    yield "game seeds are not taken for numbers of other floors", wrong.returncode == 2 and "list:1: " in wrong.stderr and "rng=isaac" in wrong.stderr
    yield "they find the game's floors", call(folder, *base, "--set", "rng=isaac").stdout == '{"seed_text":"B911 99AC"}\n'


def interrupted(folder: pathlib.Path, number: signal.Signals, seconds: float) -> str:
    """What a search comes to that gets a signal again and again, and is continued each time;
    empty where it never did."""
    words = [*SLOW, "-o", "hits", "--checkpoint", "1"]
    stops = 0
    for _ in range(40):
        with subprocess.Popen([PROGRAM, *words, "--resume"], cwd=folder, stderr=subprocess.DEVNULL) as process:
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.send_signal(number)
                stops += process.wait() != 0
        if (folder / "hits").exists():
            break
        seconds *= 1.4
    left = [path.name for path in folder.iterdir() if path.name.startswith("hits.")]
    return (folder / "hits").read_text() if stops > 0 and not left else ""


def stopped(folder: pathlib.Path):
    """Stopped by a signal, or killed, and continued: the same file, and nothing beside it."""
    started = time.monotonic()
    calm = call(folder, *SLOW).stdout
    seconds = max(0.05, (time.monotonic() - started) / 4)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        yield f"{number.name}, continued", calm and interrupted(folder, number, seconds) == calm
        (folder / "hits").unlink(missing_ok=True)


def files(folder: pathlib.Path):
    """Floors of a file and of a result are those of the generator."""
    base = ["--set", "rules=basement", "--floors", "400"]
    call(folder, "export", "grid", *base, "--no-metrics", "-o", "mine.jsonl")
    own = call(folder, "find", "grid", "dead_ends >= 4", *base, "--fields", "dead_ends", "-q").stdout
    yield "a file of floors", own and call(folder, "find", "mine.jsonl", "dead_ends >= 4", "--fields", "dead_ends", "-q").stdout == own
    (folder / "x.yaml").write_text("name: x\ngenerator: classic\nvary: {level: [2, 3]}\nstreams: shared\nfloors: 5k\nmetrics: [rooms]\n")
    call(folder, "run", "x.yaml", "-q")
    expected = "".join(call(folder, "find", "classic", "dead_ends >= 5", "--set", f"level={level}", "-n", "5k", "--fields", "index,rooms", "-q").stdout
                       for level in (2, 3))
    found = call(folder, "find", "x.h5", "dead_ends >= 5", "--fields", "index,rooms", "-q")
    yield "a result file, condition after condition", expected and found.stdout == expected and found.returncode == 0


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(lambda folder: folder, [filtered], [listed_numbers], [stopped], [files])))
