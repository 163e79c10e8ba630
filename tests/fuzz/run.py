"""Runs a fuzzer with a fixed seed, from folders of examples, and prints TAP: run.py FUZZER SECONDS SEEDS...

SECONDS long; with FLOORLAB_THOROUGH until it has tried a million mutants, or for an hour and a half, and with FLOORLAB_MORE=N until
it has tried N others, where that was too short. Counts what it tried."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import counted  # noqa: E402

MUTANTS, MOST_SECONDS = 10**6, 5400
TIMEOUT = counted.HANG  # seconds for one input
# Weighing all examples anew after every input takes longer than reading it. Freed memory is kept long enough for one input,
# where it stays in the caches.
QUICKLY = ["-entropic=0", "-max_len=65536"]
# An input without examples is a list of changes to a good file: no word of it is compared with anything.
CHANGES = ["-use_memcmp=0"]
MEMORY = "quarantine_size_mb=16:malloc_context_size=12"


def limits(seconds: str, seeds: list[str]) -> list[str]:
    """How long it runs. The first runs are the examples and an empty input, which are no mutants."""
    more = os.environ.get("FLOORLAB_MORE")
    if "FLOORLAB_THOROUGH" not in os.environ and not more:
        return ["-seed=1", f"-max_total_time={seconds}"]
    examples = sum(len(files) for folder in seeds for _, _, files in os.walk(folder))
    return [f"-seed={2 if more else 1}", f"-runs={int(more or MUTANTS) + examples + 100}", f"-max_total_time={MOST_SECONDS}"]


def count(said: str, bad: list[str]) -> counted.Counts:
    """What a fuzzer says of itself: runs that were no examples, and how the last one ended."""
    counts = counted.Counts()
    runs = re.findall(r"^stat::number_of_executed_units:\s*(\d+)", said, re.M) or ["0"]
    examples = re.findall(r"^#(\d+)\s+INITED", said, re.M) or runs
    counts.add("mutants", int(runs[-1]) - int(examples[0]))
    slowest = re.findall(r"^stat::slowest_unit_time_sec:\s*(\d+)", said, re.M) or ["0"]
    counts.longest = float(slowest[-1])
    for name in bad:
        is_promise = name.startswith("crash") and "libFuzzer: deadly signal" in said  # an abort of the target itself
        counts.add("hangs" if name.startswith(("timeout", "slow")) else "wrong" if is_promise else "crashes")
    return counts


def main() -> int:
    fuzzer, seconds, *seeds = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="floorlab-fuzz-") as found:
        words = [fuzzer, *limits(seconds, seeds), f"-timeout={TIMEOUT}", "-rss_limit_mb=2048"]
        words += QUICKLY + ([] if seeds else CHANGES)
        words += ["-print_final_stats=1", f"-artifact_prefix={found}/", found, *seeds]
        env = os.environ | {"ASAN_OPTIONS": ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), MEMORY]))}
        result = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False, env=env)
        bad = [name for name in os.listdir(found) if name.startswith(("crash", "leak", "oom", "timeout"))]
        for name in bad:
            print(f"{name}: {open(os.path.join(found, name), 'rb').read()[:2000]!r}", file=sys.stderr)
    runs = [line for line in result.stderr.splitlines() if line.startswith("Done ")]
    counts = count(result.stderr, bad)
    good = result.returncode == 0 and not bad and bool(runs) and counts.counts["mutants"] > 0
    print("1..1")
    print(f"{'ok' if good else 'not ok'} 1 - {os.path.basename(fuzzer)} {runs[0].lower() if runs else ''}")
    counts.say()
    if not good:
        print(result.stderr[-4000:], file=sys.stderr)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
