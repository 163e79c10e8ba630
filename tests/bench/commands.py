"""Cost of commands beside the floors: commands.py PROGRAM. Prints a table; judges nothing.

Seconds of processor are the least of some calls; memory of a configuration is what two hundred more of them add to a run's peak."""
import os
import pathlib
import sys
import tempfile
import typing

SHARDS = 100
ONE = "name: one\ngenerator: {}\nfloors: 1\n"
MANY = "name: many\ngenerator: {}\nvary: {{{}: [{}]}}\nfloors: 1\nmetrics: [rooms]\nmaps: none\nevents: none\n"
PARTS = "name: parts\ngenerator: classic\nfloors: 100000\n"


class Used(typing.NamedTuple):
    """What a call took."""

    processor: float  # seconds
    memory: int  # peak, bytes


class Bench:
    """Calls the program in a folder of its own."""

    def __init__(self, program: str, folder: str):
        self.program, self.folder = program, pathlib.Path(folder)

    def write(self, name: str, text: str):
        (self.folder / name).write_text(text, encoding="utf-8")

    def call(self, *words: str) -> Used:
        child = os.posix_spawn(self.program, [self.program, *words], os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
        _, status, used = os.wait4(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0, words
        return Used(used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)

    def least(self, n: int, *words: str) -> float:
        return min(self.call(*words).processor for _ in range(n))

    def run(self, name: str, *more: str) -> tuple[str, ...]:
        return "run", f"{name}.yaml", "-o", f"{name}.h5", "--force", "-q", *more


def say(what: str, value: str):
    print(f"{what:<52} {value}", flush=True)


def configuration(bench: Bench, generator: str, setting: str, values: list[int]):
    """Says what the memory of a configuration is."""
    peaks = []
    for some in (values[:1], values):
        bench.write("many.yaml", MANY.format(generator, setting, ", ".join(map(str, some))))
        peaks.append(bench.call(*bench.run("many", "-t", "1")).memory)
    say(f"a configuration of {generator}, one metric", f"{(peaks[1] - peaks[0]) / (len(values) - 1) / 1e6:.2f} MB")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory(prefix="floorlab-bench-") as folder:
        os.chdir(folder)
        bench = Bench(program, folder)
        for generator in ("classic", "rebirth", "grid"):
            bench.write("one.yaml", ONE.format(generator))
            say(f"a run of one floor, {generator}", f"{1e3 * bench.least(7, *bench.run('one', '-t', '1')):.0f} ms")
        configuration(bench, "grid", "probability", list(range(1, 202)))
        configuration(bench, "rebirth", "coins", list(range(201)))
        bench.write("parts.yaml", PARTS)
        shards = [f"{i}.h5" for i in range(1, SHARDS + 1)]
        for i, name in enumerate(shards, 1):
            bench.call("run", "parts.yaml", "--shard", f"{i}/{SHARDS}", "-o", name, "-q")
        say(f"a merge of {SHARDS} shards", f"{bench.least(3, 'merge', *shards, '-o', 'all.h5', '--force', '-q'):.2f} s")
        bench.call("run", "rebirth-stages", "--floors", "1000", "-o", "stages.h5", "-q")
        say("a report of rebirth-stages", f"{bench.least(3, 'report', 'stages.h5', '-o', 'stages.html', '--force', '-q'):.2f} s")
        say("verify with its file", f"{bench.call('verify', '-o', 'verify.h5', '-q').processor:.0f} s")


main()
