"""Two programs' `bench --json` in turns: turns.py ROUNDS PROGRAM OTHER [WORDS OF BENCH …]. Prints the ratios of their speeds.

A line for each row of bench: floors a second of both, the median of the rounds' ratios (more than 1: PROGRAM is faster), and
the least and the largest of them."""
import json
import statistics
import subprocess
import sys


def bench(program: str, words: list[str]) -> dict[tuple, float]:
    done = subprocess.run([program, "bench", "--json", "-q", *words], check=True, capture_output=True, text=True)
    return {(row["generator"], row["settings"], row["metrics"], row["backend"]): row["floors_per_second"]
            for row in json.loads(done.stdout)["results"]}


def main(rounds: int, programs: list[str], words: list[str]) -> None:
    found = [[], []]
    for i in range(rounds):
        for which in (i % 2, 1 - i % 2):  # who begins changes, too
            found[which].append(bench(programs[which], words))
    for key in found[0][0]:
        if all(key in done for side in found for done in side):
            mine, other = ([done[key] for done in side] for side in found)
            ratios = sorted(a / b for a, b in zip(mine, other))
            print(f"{statistics.median(mine):>12,.0f} {statistics.median(other):>12,.0f}  {statistics.median(ratios):5.2f} "
                  f"{ratios[0]:5.2f}…{ratios[-1]:.2f}  {' '.join(key)}")


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(int(sys.argv[1]), sys.argv[2:4], sys.argv[4:])
