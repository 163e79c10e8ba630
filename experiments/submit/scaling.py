"""How long large runs take on many nodes, and where more nodes stop helping: SCALING.md, its numbers and its figure.

    scaling.py measure FLOORLAB   measures what things cost, into scaling.json beside this file (some ten minutes)
    scaling.py page [FOLDER]      simulates runs with these costs and writes the numbers of SCALING.md and its figure, or
                                  copies of both into FOLDER

A run is cut into shards; nodes take them as the scheduler starts them. A node fails after an exponential time: its shard is
queued again after a delay and goes on from its last checkpoint, on whichever node is free first. When all shards are there,
`merge` puts them together. Nothing else is modelled."""
import concurrent.futures
import heapq
import json
import math
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
COSTS, PAGE, SCRIPT = HERE / "scaling.json", HERE / "SCALING.md", HERE / "scaling.gp"
FIGURE = HERE.parent.parent / "plots" / "pictures" / "scaling.svg"
HOUR, DAY = 3600, 86400
NEVER = math.inf

# What is not measured but assumed, and said so on the page.
INTERVAL = 30                # seconds between checkpoints: the default of --checkpoint
REQUEUE = 300 + 120          # seconds: SlurmdTimeout and cred_expire, as Slurm has them when they are not set
TASKS_A_SECOND = 20          # that the scheduler starts
THREADS = 2                  # of a node
NODES = (1, 10, 100, 1000, 10000)
MTBF = {"none": NEVER, "once in 30 days": 30 * DAY, "once a day": DAY}
WORKS = {  # in the table: what is counted, the shipped experiment, its configurations, samples in all
    "classic": ("10¹² classic floors", "classic-billion", 1, 10**12),
    "rebirth": ("10⁹ Rebirth floors", "rebirth-stages", 44, 10**9),
}


@dataclass
class Costs:
    """Seconds, of one node."""
    start: float            # of a shard: from its call to the first floor, and its result file
    checkpoint: float       # that counting stands still for a checkpoint
    interval: float         # of counting between two checkpoints
    merge_start: float
    merge_shard: float      # of each shard
    requeue: float          # from a node's failure until its shard, and the node, can be started again
    tasks_a_second: float   # that the scheduler starts
    mtbf: float             # mean time between failures of one node


def attempt(costs: Costs, work: float, failure: float) -> tuple[float, float]:
    """How long a shard with so much counting left is at work when its node fails after `failure` seconds, and what is
    left of it then: 0 when it ended before."""
    checkpoints = max(0, math.ceil(work / costs.interval - 1e-9) - 1)    # the last part ends with the result file
    length = costs.start + work + checkpoints * costs.checkpoint
    if failure >= length:
        return length, 0.0
    saved = int(max(0.0, failure - costs.start) / (costs.interval + costs.checkpoint))
    return failure, work - min(saved, checkpoints) * costs.interval


def count(costs: Costs, work: float, nodes: int, shards: int, chance: random.Random) -> tuple[float, int]:
    """Seconds until the last of the shards is whole, and how many failures there were. As exponential times have no
    memory, one is enough for all nodes at work: what they work, one attempt after the other, until the next failure."""
    def until_failure():
        return NEVER if costs.mtbf == NEVER else -costs.mtbf * math.log(1 - chance.random())
    free, waiting = [0.0] * nodes, [(0.0, work / shards)] * shards
    begin = end = -1 / costs.tasks_a_second
    failures, clock = 0, until_failure()
    while waiting:
        ready, left = heapq.heappop(waiting)
        begin = max(ready, heapq.heappop(free), begin + 1 / costs.tasks_a_second)
        lasted, left = attempt(costs, left, clock)
        clock -= lasted
        if left:
            failures, clock = failures + 1, until_failure()
            heapq.heappush(waiting, (begin + lasted + costs.requeue, left))
        end = max(end, begin + lasted)
        heapq.heappush(free, begin + lasted + (costs.requeue if left else 0))
    return end, failures


def merge(costs: Costs, shards: int) -> float:
    return costs.merge_start + shards * costs.merge_shard


def expected(costs: Costs, work: float) -> float:
    """The mean of `count` for one node and one shard, in closed form: each part between two checkpoints is tried until it
    ends without a failure, and what begins it again is another start."""
    parts = max(1, math.ceil(work / costs.interval - 1e-9))
    lengths = [costs.interval + costs.checkpoint] * (parts - 1) + [work - (parts - 1) * costs.interval]
    if costs.mtbf == NEVER:
        return costs.start + sum(lengths)
    whole = 0.0
    for number, length in enumerate(lengths):
        anew = (math.exp((costs.start + length) / costs.mtbf) - 1) * (costs.mtbf + costs.requeue)
        fails = 1 - math.exp(-length / costs.mtbf)
        whole += anew if number == 0 else fails * (costs.mtbf + costs.requeue + anew)
    return whole


# --- The page ---


def costs_of(measured: dict, mtbf: float) -> Costs:
    return Costs(measured["start"], measured["checkpoint"], INTERVAL, measured["merge_start"], measured["merge_shard"],
                 REQUEUE, TASKS_A_SECOND, mtbf)


def simulate(measured: dict, samples: int, nodes: int, shards: int, mtbf: float) -> dict:
    costs, chance = costs_of(measured, mtbf), random.Random(1)
    runs = 1 if mtbf == NEVER else min(1000, 200000 // shards)
    work = samples / measured["floors_a_second"]
    whole = [count(costs, work, nodes, shards, chance)[0] + merge(costs, shards) for _ in range(runs)]
    return {"mean": statistics.fmean(whole), "late": sorted(whole)[math.ceil(0.95 * runs) - 1],
            "merge": merge(costs, shards)}


def words(seconds: float) -> str:
    """A time to three digits."""
    for unit, size in (("d", DAY), ("h", HOUR), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"


def table(head: str, rows: list[list[str]]) -> str:
    cells = head.split(" | ")
    lines = [cells, ["---"] + ["---:"] * (len(cells) - 1), *rows]
    return "\n".join("| " + " | ".join(row) + " |" for row in lines) + "\n"


def merged(measured: dict, shards: int) -> str:
    return next((f"{seconds:.2f} s, {size:.0f} MB" for n, seconds, size in measured["merge"] if n == shards), "")


def cost_table(measured: dict) -> str:
    counts = sorted({n for work in WORKS for n, _, _ in measured[work]["merge"]})

    def row(name, form):
        return [name] + [form(measured[work]) for work in WORKS]
    return table("of one node | classic | Rebirth", [
        row("floors a second", lambda m: f"{m['floors_a_second']:,.0f}"),
        row("a shard's start and end", lambda m: f"{m['start']:.2f} s"),
        row("a checkpoint", lambda m: f"{1000 * m['checkpoint']:.0f} ms"),
        row("a checkpoint's file; a shard's", lambda m: f"{m['checkpoint_bytes'] / 1e6:.2f}; {m['shard_bytes'] / 1e6:.2f} MB"),
        row("merge: of each shard", lambda m: f"{1000 * m['merge_shard']:.1f} ms"),
        *([f"merge of {n:,} shards: time, memory", *(merged(measured[work], n) for work in WORKS)] for n in counts),
    ])


def best_nodes(measured: dict, samples: int) -> int:
    """The number of nodes, a shard each, from which more of them take longer when none fails: work / n + n (merge + start
    by the scheduler) is least there."""
    return round(math.sqrt(samples / measured["floors_a_second"] / (measured["merge_shard"] + 1 / TASKS_A_SECOND)))


def best_table(measured: dict) -> str:
    rows = []
    for work, (name, _, _, samples) in WORKS.items():
        nodes = best_nodes(measured[work], samples)
        rows.append([name, f"{nodes:,}", words(simulate(measured[work], samples, nodes, nodes, NEVER)["mean"])])
    return table("run | nodes | time", rows)


def results(measured: dict) -> dict:
    return {(work, name, nodes): simulate(measured[work], WORKS[work][3], nodes, nodes, mtbf)
            for work in WORKS for name, mtbf in MTBF.items() for nodes in NODES}


def result_table(work: str, found: dict) -> str:
    rows = []
    for nodes in NODES:
        plain, rare, daily = (found[work, name, nodes] for name in MTBF)
        share = found[work, "none", 1]["mean"] / nodes / plain["mean"]
        rows.append([f"{nodes:,}", words(plain["mean"]), f"{100 * share:.0f} %", words(plain["merge"]), words(rare["mean"]),
                     words(daily["mean"]), words(daily["late"])])
    return table("nodes | no failure | efficiency | of it merge | a failure in 30 days | a failure a day | 19 in 20 within", rows)


def failure_table(measured: dict) -> str:
    return table("failures to expect, of any number of nodes | classic | Rebirth", [
        [f"a node fails {name}", *(f"{samples / measured[work]['floors_a_second'] / mtbf:.2g}" for work, (_, _, _, samples) in WORKS.items())]
        for name, mtbf in MTBF.items() if mtbf != NEVER])


def shard_table(measured: dict) -> str:
    rows = []
    for each in (1, 2, 4):
        cells = [f"{each}"]
        for work in WORKS:
            here = simulate(measured[work], WORKS[work][3], 100, 100 * each, DAY)
            cells += [words(here["mean"]), words(here["late"])]
        rows.append(cells)
    return table("shards a node | classic: mean | 19 in 20 within | Rebirth: mean | 19 in 20 within", rows)


def numbers(measured: dict, found: dict) -> dict:
    """The generated parts of the page by name."""
    return {
        "costs": cost_table(measured),
        "machine": f"{measured['machine']}, {measured['processors']} processors, {measured['program']}, {measured['date']}.\n",
        **{work: result_table(work, found) for work in WORKS},
        "best": best_table(measured),
        "failures": failure_table(measured),
        "shards": shard_table(measured),
    }


def draw(found: dict, picture: pathlib.Path) -> None:
    if not shutil.which("gnuplot"):
        sys.exit("scaling.py: there is no gnuplot in PATH; install gnuplot-nox")
    with tempfile.TemporaryDirectory() as name:
        rows = ["work\tfailures\tnodes\tmean\tlate\tideal"]
        rows += [f"{1 + list(WORKS).index(w)}\t{1 + list(MTBF).index(f)}\t{n}\t{r['mean']:.6g}\t{r['late']:.6g}\t"
                 f"{found[w, 'none', 1]['mean'] / n:.6g}" for (w, f, n), r in found.items()]
        (pathlib.Path(name) / "scaling.tsv").write_text("\n".join(rows) + "\n")
        subprocess.run(["gnuplot", "-e", f"format = '{picture.suffix[1:]}'", str(SCRIPT)], cwd=name, check=True)
        shutil.copy(pathlib.Path(name) / f"scaling{picture.suffix}", picture)


def write_page(folder: pathlib.Path | None) -> None:
    measured = json.loads(COSTS.read_text())
    found = results(measured)
    text = PAGE.read_text()
    for name, part in numbers(measured, found).items():
        text, times = re.subn(rf"(<!-- {name}: .*? -->\n).*?(<!-- end -->)", lambda m, p=part: f"{m[1]}\n{p}\n{m[2]}", text, flags=re.DOTALL)
        if times != 1:
            sys.exit(f"scaling.py: SCALING.md has {times} places for '{name}', not 1")
    (folder / PAGE.name if folder else PAGE).write_text(text)
    draw(found, folder / FIGURE.name if folder else FIGURE)


# --- Measuring ---


class Program:
    """Calls of floorlab in a folder, noted as they could be typed."""

    def __init__(self, path: str, folder: pathlib.Path):
        self.path, self.folder = str(pathlib.Path(path).resolve()), folder

    def call(self, line: str) -> float:
        """Seconds of a call."""
        began = time.perf_counter()
        subprocess.run([self.path, *line.split()], cwd=self.folder, check=True, capture_output=True)
        return time.perf_counter() - began

    def fastest(self, line: str, times: int) -> float:
        """Whatever else is at work on the machine makes it slower, never faster."""
        return min(self.call(line) for _ in range(times))

    def work(self, line: str) -> tuple[float, float]:
        """Processor seconds of a call, those of its children among them, and the megabytes that it needs at most."""
        run = subprocess.run(["/usr/bin/time", "-f", "%U %S %M", self.path, *line.split()], cwd=self.folder, check=True,
                             capture_output=True, text=True)
        user, system, size = run.stderr.split()[-3:]
        return float(user) + float(system), int(size) / 1000


class Watch(threading.Thread):
    """Counts how often a file changes."""

    def __init__(self, path: pathlib.Path):
        super().__init__()
        self.path, self.changes, self.largest, self.is_over = path, 0, 0, threading.Event()

    def run(self):
        last = None
        while not self.is_over.wait(0.01):
            try:
                now = self.path.stat()
            except FileNotFoundError:
                continue
            grown = now.st_size - (last.st_size if last and now.st_ino == last.st_ino else 0)
            self.changes += last is None or (now.st_size, now.st_ino) != (last.st_size, last.st_ino)
            self.largest = max(self.largest, grown)
            last = now


def checkpoint_cost(program: Program, line: str) -> tuple[float, int]:
    """Seconds that a checkpoint takes, and bytes: a run with as many as there can be beside one with none, five times."""
    plain, often, saves, size = [], [], [], 0
    for _ in range(5):
        plain.append(program.call(f"{line} --checkpoint 0 --force -q -o plain.h5"))
        watch = Watch(program.folder / "often.h5.checkpoint")
        watch.start()
        often.append(program.call(f"{line} --checkpoint 0.001 --force -q -o often.h5"))
        watch.is_over.set()
        watch.join()
        saves.append(watch.changes)
        size = max(size, watch.largest)
    return max(0.0, (min(often) - min(plain)) / statistics.median(saves)), size


def merge_costs(program: Program, experiment: str, floors: int, counts: tuple) -> list:
    """Shards, seconds and megabytes of merges."""
    found = []
    for n in counts:
        where = program.folder / f"{experiment}-{n}"
        with concurrent.futures.ThreadPoolExecutor(THREADS) as workers:
            list(workers.map(lambda i, n=n, where=where: program.call(
                f"run {experiment} -n {floors * n} --shard {i}/{n} --threads 1 -q -o {where}/"), range(1, n + 1)))
        seconds, size = program.work(f"merge {where}/ --force -o sum.h5")
        found.append((n, round(seconds / THREADS, 3), round(size, 1)))
        shutil.rmtree(where)
    return found


def line_through(points: list) -> tuple[float, float]:
    """Where a straight line through (x, y) begins, and how it climbs: least squares of the relative errors."""
    weights = [1 / y**2 for _, y in points]
    total = sum(weights)
    x0 = sum(w * x for w, (x, _) in zip(weights, points)) / total
    y0 = sum(w * y for w, (_, y) in zip(weights, points)) / total
    climb = sum(w * (x - x0) * (y - y0) for w, (x, y) in zip(weights, points)) / sum(w * (x - x0) ** 2 for w, (x, _) in zip(weights, points))
    return max(0.0, y0 - climb * x0), climb


def measure_one(program: Program, experiment: str, floors: int, configurations: int, in_shard: int, counts: tuple) -> dict:
    start = program.fastest(f"run {experiment} -n 1000 --shard 7/1000 --force -q -o one.h5", 9)
    whole, few = (min(program.work(f"run {experiment} -n {n} --threads {THREADS} --force -q -o whole.h5")[0] for _ in range(3))
                  for n in (floors, floors // 10))
    checkpoint, size = checkpoint_cost(program, f"run {experiment} -n {floors}")
    merges = merge_costs(program, experiment, in_shard, counts)
    begin, climb = line_through([(n, seconds) for n, seconds, _ in merges])
    return {"floors_a_second": round(0.9 * floors * configurations / (whole - few) * THREADS), "start": round(start, 3), "checkpoint": round(checkpoint, 4),
            "checkpoint_bytes": size, "shard_bytes": (program.folder / "whole.h5").stat().st_size,
            "merge_start": round(begin, 3), "merge_shard": round(climb, 5), "merge": merges}


def measure(path: str) -> None:
    cpu = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    with tempfile.TemporaryDirectory() as name:
        program = Program(path, pathlib.Path(name))
        version = subprocess.run([program.path, "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]
        found = {"machine": cpu[1] if cpu else "unknown", "processors": len(os.sched_getaffinity(0)),
                 "program": version, "date": time.strftime("%Y-%m-%d"),
                 "classic": measure_one(program, "classic-billion", 10**8, 1, 10**5, (10, 100, 1000)),
                 "rebirth": measure_one(program, "rebirth-stages", 5000, 44, 100, (10, 30, 100))}
    COSTS.write_text(json.dumps(found, indent=1) + "\n")


def main() -> int:
    if sys.argv[1:2] == ["measure"] and len(sys.argv) == 3:
        measure(sys.argv[2])
    elif sys.argv[1:2] == ["page"] and len(sys.argv) <= 3:
        write_page(pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else None)
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
