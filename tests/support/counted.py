"""Counts of an attack, in a line that tests/reached.py adds up: "# counted kills=12 lost=0 wrong=0 hangs=0 crashes=0".

A count is said only by the test that made it, after it was made."""
import collections
import os
import pathlib
import random
import subprocess
import threading
import time

SORTS = ["mutants", "kills", "stops", "failures"]  # of attacks: inputs, kill -9, other signals, calls that failed
# What must not come of them: an old file or counts that are gone; another result, or a wrong word about a good file; a call of
# more than HANG seconds; a crash.
TROUBLES = ["lost", "wrong", "hangs", "crashes"]
HANG = 10
MARK = "# counted "


def lot(name: str) -> random.Random:
    """Random numbers for a test, others for each commit: made of its tree, or of FLOORLAB_TREE to repeat them."""
    root = pathlib.Path(__file__).resolve().parents[2]
    git = subprocess.run(["git", "-C", str(root), "rev-parse", "HEAD^{tree}"], capture_output=True, text=True, check=False)
    tree = os.environ.get("FLOORLAB_TREE") or git.stdout.strip() or (root / "experiments/program/commit.txt").read_text().strip()
    print(f"# {name}: FLOORLAB_TREE={tree}", flush=True)
    return random.Random(f"{tree} {name}")


class Lost(AssertionError):
    """A file or counts that were there are gone."""


class Counts:
    """Counts of one test, and its slowest call in seconds; for all threads of the test."""

    def __init__(self):
        self.counts = collections.Counter()
        self.longest = 0.0
        self.lock = threading.Lock()

    def add(self, name: str, n: int = 1):
        assert name in SORTS + TROUBLES, name
        with self.lock:
            self.counts[name] += n

    def note(self, seconds: float):
        """A call took so long."""
        with self.lock:
            self.longest = max(self.longest, seconds)
            self.counts["hangs"] += seconds > HANG

    def say(self):
        """Says what was counted since the last time: such lines add up."""
        with self.lock:
            words = [f"{name}={self.counts[name]}" for name in SORTS if self.counts[name]]
            words += [f"{name}={self.counts[name]}" for name in TROUBLES]
            self.counts.clear()
            print(f"{MARK}{' '.join(words)} longest={self.longest:.1f}", flush=True)


class Watch:
    """Notes how long a block takes."""

    def __init__(self, counts: Counts):
        self.counts = counts

    def __enter__(self):
        self.started = time.monotonic()
        return self

    def __exit__(self, *_):
        self.counts.note(time.monotonic() - self.started)


def read(text: str) -> list[dict[str, float]]:
    """The counts of each such line of what a test said."""
    lines = [line.removeprefix(MARK) for line in text.splitlines() if line.startswith(MARK)]
    return [{name: float(value) for name, value in (word.split("=") for word in line.split())} for line in lines]
