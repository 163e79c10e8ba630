"""Compares odds in the manual with those that the program counts: odds.py PROGRAM ROOT. Prints TAP.

Numbers are of a fixed seed; a number in the text may be off by its rounding and 4.9 standard errors, which one sample in a million exceeds.
"""
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import tap  # noqa: E402

PROGRAM, ROOT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
FLOORS = 200000
PAGES = ("data/manual/metrics.md", "data/manual/distributions.md")
# rule set -> generator, and what a page says before or after its share
RULES = {"flash": ("classic", r"(\d+\.\d) %(?: of first floors have one)?[^.;%]*\Wgame of 2011|game of 2011[^.%]* (\d+\.\d) %"),
         "repentance": ("rebirth", r"(\d+\.\d) % in Repentance|in Repentance (\d+\.\d) %"),
         "article": ("classic", r"article's (?:simplified )?rules[^%]* (\d+\.\d) %")}


def counted(folder: pathlib.Path, rules: str, generator: str) -> float:
    """The share of first floors with a sacrifice room, at full health."""
    (folder / "e.yaml").write_text(f"name: e\ngenerator: {generator}\nsettings: {{rules: {rules}}}\nmetrics: [kind_sacrifice]\n"
                                   f"floors: {FLOORS}\n")
    subprocess.run([PROGRAM, "run", "e.yaml", "-q", "-o", f"{rules}.h5"], cwd=folder, check=True)
    info = subprocess.run([PROGRAM, "info", f"{rules}.h5", "--json"], cwd=folder, capture_output=True, check=True).stdout
    return json.loads(info)["metrics"]["kind_sacrifice"][0]["mean"]


def check(folder: pathlib.Path):
    shares = {rules: counted(folder, rules, generator) for rules, (generator, _) in RULES.items()}
    for page in PAGES:
        text = " ".join((ROOT / page).read_text(encoding="utf-8").split())
        for rules, (_, pattern) in RULES.items():
            share = shares[rules]
            found = [float(first or second) for first, second in re.findall(pattern + "|($^)" * (rules == "article"), text)]
            error = 0.05 + 490 * math.sqrt(share * (1 - share) / FLOORS)
            yield f"{page}: sacrifice rooms of {rules} are {100 * share:.1f} %, it says {found}", \
                len(found) == 1 and abs(found[0] - 100 * share) <= error


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        return tap.say(check(pathlib.Path(folder)))


sys.exit(main())
