"""Writes the table "Figures reached" of tests/reached.txt: reached.py LOG..., or reached.py --check, which prints TAP.

A LOG is meson's testlog.json, or what a single test printed, in a file called as the test (kill.tap). Tests that counted attacks
said so (support/counted.py); the row of each is replaced, the others stay, and the sums are made anew. No number has
another source. `./lab test --thorough` ends with it."""
import datetime
import json
import pathlib
import re
import sys
import typing

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "support"))
import counted  # noqa: E402

PAGE = HERE / "reached.txt"
BEGIN, END = "<!-- written by tests/reached.py -->", "<!-- end -->"
COLUMNS = [*counted.SORTS, *counted.TROUBLES]
HEAD = ["test", "mutants", "`kill -9`", "other signals", "failed calls", "lost", "wrong", f"hangs over {counted.HANG} s", "crashes",
        "slowest, s", "on"]
ALL = "**all**"


class Row(typing.NamedTuple):
    """What a test counted, its slowest call in seconds, and the day."""

    counts: dict[str, int]
    longest: float
    day: str


def row_of(text: str, day: str) -> Row | None:
    """The sum of what a test said; None when it counted nothing."""
    said = counted.read(text)
    if not said:
        return None
    counts = {name: int(sum(line.get(name, 0) for line in said)) for name in COLUMNS}
    return Row(counts, max(line.get("longest", 0.0) for line in said), day)


def said_in(log: pathlib.Path) -> dict[str, str]:
    """What each test of a log printed."""
    if log.suffix != ".json":
        return {log.stem: log.read_text(errors="replace")}
    tests = [json.loads(line) for line in log.read_text().splitlines()]
    return {test["name"].split(" / ")[-1]: test.get("stdout") or "" for test in tests}


def is_fuzzer(name: str) -> bool:
    return name.startswith("fuzz_")


def table_of(rows: dict[str, Row]) -> str:
    """The table, fuzzers first, with the sums."""
    names = sorted(rows, key=lambda name: (not is_fuzzer(name), name))
    total = {name: sum(row.counts[name] for row in rows.values()) for name in COLUMNS}
    lines = [HEAD, ["---", *(["---:"] * (len(HEAD) - 2)), "---"]]
    for name in names:
        row = rows[name]
        attacks = [f"{row.counts[sort]:,}" if row.counts[sort] else "" for sort in counted.SORTS]
        lines.append([f"`{name}`", *attacks, *(str(row.counts[t]) for t in counted.TROUBLES), f"{row.longest:.1f}", row.day])
    longest = max((row.longest for row in rows.values()), default=0.0)
    lines.append([ALL, *(f"{total[name]:,}" for name in COLUMNS), f"{longest:.1f}", ""])
    return "".join("| " + " | ".join(cells) + " |\n" for cells in lines).replace("|  |", "| |").replace("|  |", "| |")


def rows_in(readme: str) -> dict[str, Row]:
    """The rows of the table that stands there."""
    rows = {}
    for line in block_of(readme).splitlines()[2:]:
        name, *cells, longest, day = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if name != ALL:
            counts = {column: int(cell.replace(",", "") or 0) for column, cell in zip(COLUMNS, cells)}
            rows[name.strip("`")] = Row(counts, float(longest), day)
    return rows


def block_of(readme: str) -> str:
    return readme.split(BEGIN + "\n")[1].split(END)[0]


def replaced(readme: str, rows: dict[str, Row]) -> str:
    before, rest = readme.split(BEGIN + "\n")
    return f"{before}{BEGIN}\n{table_of(rows)}{END}{rest.split(END, 1)[1]}"


def update(readme: str, said: dict[str, str], day: str) -> str:
    new = {name: row for name, text in said.items() if (row := row_of(text, day))}
    return replaced(readme, rows_in(readme) | new)


# ---- that it can be trusted

EXAMPLE = f"# tests\n{BEGIN}\n{table_of({'kill': Row(dict.fromkeys(COLUMNS, 0) | {'kills': 7}, 2.5, '2001-02-03')})}{END}\nmore\n"
SAID = {"fuzz_x": "ok 1\n# counted mutants=1000 lost=0 wrong=0 hangs=0 crashes=1 longest=0.1\n",
        "two": "# counted kills=2 lost=1 wrong=0 hangs=0 crashes=0 longest=1.0\n# counted failures=3 wrong=2 longest=11.5\n",
        "silent": "ok 1 - kills=99\n"}


def meson_tests() -> set[str]:
    """Every word between quotes in the build files: the names of tests are among them."""
    words = {word for path in HERE.rglob("meson.build") for word in re.findall(r"'([\w/]+)'", path.read_text())}
    return words | {f"fuzz_{word}" for word in words}


def missing_in(readme: str) -> list[str]:
    """What the table of troubles names and is not there: files, and in brackets texts of the file, where … or * stands for anything."""
    missing = []
    for line in re.findall(r"^\| .* \| `.*$", readme.split("## Trouble")[1].split("\n## ")[0], re.M):
        for file, more in re.findall(r"`(\w+/[\w/]+\.\w+)`(?: \(([^)]*)\))?", line):
            path = HERE / file
            text = path.read_text() if path.exists() else ""
            parts = [part for span in re.findall("`([^`]*)`", more) for part in re.split(r"…|\*|/", span) if part]
            missing += [f"{file}: {part}" for part in [*parts, *([] if path.exists() else ["no such file"])] if part not in text]
    return missing


def checks():
    readme = PAGE.read_text()
    rows = rows_in(readme)
    missing = missing_in(readme)
    yield "every test that is named with a trouble is there" + "".join(f"; not {name}" for name in missing), not missing
    yield "and would be missed", missing_in("## Trouble\n| a | `runs/nothing.py` (`b`), `runs/kill.py` (`kill_…_nowhere`) |\n") == \
        ["runs/nothing.py: b", "runs/nothing.py: no such file", "runs/kill.py: _nowhere"]
    yield "the table is as it is written, with right sums", replaced(readme, rows) == readme
    yield "every row is that of a test", bool(rows) and set(rows) <= meson_tests()
    after = update(EXAMPLE, SAID, "2001-02-04")
    found = rows_in(after)
    yield "rows are added, others stay", set(found) == {"kill", "fuzz_x", "two"} and found["kill"].day == "2001-02-03"
    yield "lines of a test are added up", found["two"].counts["kills"] == 2 and found["two"].counts["failures"] == 3
    yield "what was lost or wrong is said", (found["two"].counts["lost"], found["two"].counts["wrong"]) == (1, 2)
    yield "the slowest is the slowest", found["two"].longest == 11.5 and f"| {ALL} | 1,000 | 9 | 0 | 3 | 1 | 2 | 0 | 1 | 11.5 |" in after
    yield "a row is replaced, not added to", rows_in(update(after, SAID, "2001-02-05")) == \
        {name: row._replace(day="2001-02-05") if name != "kill" else row for name, row in found.items()}
    yield "what is around the table stays", after.startswith("# tests\n") and after.endswith(f"{END}\nmore\n")


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        results = list(checks())
        print(f"1..{len(results)}")
        for number, (name, is_right) in enumerate(results, 1):
            print(f"{'ok' if is_right else 'not ok'} {number} - {name}")
        return 0 if all(is_right for _, is_right in results) else 1
    said: dict[str, str] = {}
    for word in sys.argv[1:]:
        said |= {name: said.get(name, "") + text for name, text in said_in(pathlib.Path(word)).items()}
    PAGE.write_text(update(PAGE.read_text(), said, datetime.date.today().isoformat()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
