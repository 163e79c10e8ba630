"""The committed page of findings, its data and README: findings.py FLOORLAB ROOT. Prints TAP.

analysis/FINDINGS.md is data/findings.txt with values in place of the braces, each of them a row of the claims of today, and
analysis/findings.tsv has the rows that are expected to be refuted. What README says of the games stands in FINDINGS.md. With
./lab test --thorough both are written anew and must be the same, byte for byte.
"""
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

MOST_WORDS = 900


def words_of(page: str) -> int:
    """Words of prose: without code and numbers."""
    return len(re.findall(r"[A-Za-z][A-Za-z'+-]*", re.sub(r"```.*?```|`[^`]*`", "", page, flags=re.DOTALL)))


def main() -> int:
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    text, page = (root / "data/findings.txt").read_text(), (root / "analysis/FINDINGS.md").read_text()
    listed = subprocess.run([program, "list", "claims", "--json"], capture_output=True, check=True, timeout=60)
    rows = json.loads(listed.stdout)
    named = {word.removeprefix("seed ") for word in re.findall(r"{([^}]*)}", text)} - {"floors", "alpha", "table"}
    form = "".join(part if n % 2 == 0 else "(.+?)" for n, part in
                   enumerate(re.escape(part) if n % 2 == 0 else part for n, part in enumerate(re.split(r"{([^}]*)}", text))))
    table = list(csv.DictReader((root / "analysis/findings.tsv").open(), delimiter="\t", quoting=csv.QUOTE_NONE))
    bank = (root / "tests/plants/faults.txt").read_text()
    counts = [str(len(re.findall(rule, bank, re.MULTILINE))) for rule in ("^fault ", "^seen yes", "^seen no")]
    readme = " ".join((root / "README.md").read_text().split())
    shown = re.findall(r"(?m)^\|.*?\|.*?\|([^|]*\*\*.*)\|$", (root / "README.md").read_text())
    tests = [
        ("the page is about claims of today", named - {row["claim"] for row in rows}),
        ("it is its text with values", set() if re.fullmatch(form, page, re.DOTALL) else {"the text differs"}),
        (f"at most {MOST_WORDS} words", {str(words_of(page))} if words_of(page) > MOST_WORDS else set()),
        ("the table has what some rule set breaks", {row["claim"] for row in rows if row["expected"] == "refuted"}
         ^ {row["claim"] for row in table}),
        ("README's numbers are those of the page", {number for cell in shown for number in re.findall(r"\d[\d.]* %", cell)
                                                    if number not in page}),
    ]
    told = re.search(r"A bank holds (\d+) mistakes.*?: (\d+) are for `verify` to find, (\d+) for the tests", readme)
    tests.append(("README counts the bank of faults", set(counts) - set(told.groups() if told else ())))
    if "FLOORLAB_THOROUGH" in os.environ:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([program, "verify", "-q", "-o", "v.h5"], cwd=folder, capture_output=True, check=False, timeout=1500)
            for name, words in (("FINDINGS.md", ["--findings"]), ("findings.tsv", ["--tsv", "--verdict", "refuted"])):
                again = subprocess.run([program, "verify", "v.h5", *words], cwd=folder, capture_output=True, check=False)
                tests.append((f"{name} is what the program writes",
                              set() if again.stdout == (root / "analysis" / name).read_bytes() else {"it differs"}))
    print(f"1..{len(tests)}")
    for number, (name, wrong) in enumerate(tests, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
        for word in sorted(wrong):
            print(f"# {word}", file=sys.stderr)
    return any(wrong for _, wrong in tests)


sys.exit(main())
