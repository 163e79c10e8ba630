"""Claims on independence, by the output of the program: usage independent.py FLOORLAB. Prints TAP.

What is independent by construction is refuted no more often than alpha promises; what depends is refuted, with the pair that
shows it; hits and trials of the pairs are those of the exported floors; wrong files are refused at their line.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HEAD = """source: notes
sources: [{short: notes, title: Notes}]
scenarios:
  draws: {generator: rebirth, settings: {stage: 2, preset: rich, interiors: off, layout: none}}
  void: {generator: rebirth, settings: {rules: wiki, stage: 12, hard: on, interiors: off, layout: none}}
  whole: {generator: classic, settings: {level: 3}}
claims:
"""
CLAIM = """  - id: %s
    source: notes, 1
    text: words
    type: independent
    among: {%s}
"""
ROLLS = "curse: curse > 0, rolls: [dice, library, miniboss, challenge]"
RUNS, ALPHA = 12, 0.5  # that all runs refute something has a chance of at most 1/4096


class Test:
    def __init__(self, program: str, folder: pathlib.Path):
        self.program, self.folder, self.n = program, folder, 0

    def verify(self, claims: str, *more: str) -> subprocess.CompletedProcess:
        path = self.folder / "mine.yaml"
        path.write_text(HEAD + claims, encoding="utf-8")
        return subprocess.run([self.program, "verify", str(path), "-q", "-o", str(self.folder / "mine.h5"), "--force", *more],
                              capture_output=True, text=True, check=False)

    def rows(self, claims: str, *more: str) -> list:
        return json.loads(self.verify(claims, "--json", *more).stdout or '{"claims": []}')["claims"]

    def say(self, is_right: bool, title: str, why: object = "") -> None:
        self.n += 1
        print(f"{'ok' if is_right else 'not ok'} {self.n} - {title}")
        if not is_right:
            print(f"# {str(why)[:2000]}")


def dependent(test: Test) -> None:
    rows = test.rows(CLAIM % ("loops", "large: plan_rooms > 12, far: boss_distance > 5") + "    on: {whole: refuted}\n"
                     + CLAIM % ("odds", "large: plan_rooms > 12, far: boss_distance > 5") + "    odds: {far: 1/2}\n"
                     + "    on: {whole: refuted}\n", "-n", "8k")
    test.say([row["verdict"] for row in rows] == ["refuted", "refuted"], "questions that depend on each other are refuted", rows)
    page = test.verify(CLAIM % ("loops", "large: plan_rooms > 12, far: boss_distance > 5") + "    on: {whole: refuted}\n",
                       "-n", "8k", "--explain", "loops").stdout
    test.say("far given large: 0." in page and "the widest of 1 pairs" in page, "the pair that shows it is named", page)


def void(test: Test) -> None:
    claim = CLAIM % ("void", "curse: [curse > 0, curse % 2 == 1], target: [target % 2 == 1, target % 4 >= 2]")
    rows = test.rows(claim + "    on: {void: confirmed}\n", "-n", "40k")
    test.say([row["verdict"] for row in rows] in (["confirmed"], ["undecided"]), "the wiki's Void draws curse and rooms apart", rows)
    found = subprocess.run([test.program, "export", "rebirth", "--set", "rules=wiki-pseudocode", "--set", "stage=12", "--set",
                            "hard=on", "--set", "interiors=off", "--set", "layout=none", "-n", "4000",
                            "--fields", "target", "--format", "csv"], capture_output=True, text=True, check=True).stdout.split()[1:]
    lacking = [n for n in range(53, 62) if found.count(str(n)) < 300]  # 400 are expected
    test.say(not lacking, "a hard Void has each number from 53 to 61 rooms once in ten", lacking)


def promise(test: Test) -> None:
    claims = CLAIM % ("pairs", ROLLS) + "    on: {draws: confirmed}\n" + CLAIM % ("chain", ROLLS)
    claims += "    odds: {dice: 27/125, library: 1/20, miniboss: 1/4, challenge: 1/2}\n    on: {draws: confirmed}\n"
    false = 0
    for seed in range(1, RUNS + 1):
        rows = test.rows(claims, "-n", "4096", "--seed", str(seed), "--alpha", str(ALPHA))
        false += any(row["verdict"] == "refuted" for row in rows)
    test.say(false < RUNS, "what is independent is refuted no more often than promised", f"{false} of {RUNS}")


def counts(test: Test) -> None:
    row = test.rows(CLAIM % ("pairs", "curse: curse > 0, rolls: [library, miniboss]") + "    on: {draws: confirmed}\n",
                    "-n", "3000")[0]
    pair = row["counts"][0]
    again = test.verify(CLAIM % ("pairs", "curse: curse > 0, rolls: [library, miniboss]") + "    on: {draws: confirmed}\n",
                        "-n", "3000", "--explain", "pairs").stdout
    command = next(line for line in again.splitlines() if line.startswith("a floor")).split()[4:]
    command = ["export", *command[:command.index("--floor")], "-n", "3000"]
    made = [json.loads(line) for line in subprocess.run([test.program, *command], capture_output=True, text=True, check=True)
            .stdout.splitlines()]
    flags = [("won" in floor["rolls"]["library"], "won" in floor["rolls"]["miniboss"]) for floor in made]
    wanted = {"true": [sum(a and b for a, b in flags), sum(a for a, _ in flags)],
              "else": [sum(b and not a for a, b in flags), sum(not a for a, _ in flags)]}
    test.say(pair.get("miniboss roll given library roll") == wanted, "hits and trials are those of the floors", (pair, wanted))


def refusals(test: Test) -> None:
    for among, more, words in [
            ("curse: curse > 0", "", "two questions or more"),
            ("rolls: library, curse: curse > 0", "", "expected a list of rolls"),
            ("rolls: [libary, curse]", "", "roll.libary.won"),
            ("curse: curse >, rooms: rooms > 8", "", "mine.yaml:12"),
            ("curse: curse > 0, rolls: [library]", "    odds: {libary: 1/20}\n", "a question of this name"),
            ("curse: curse > 0, rolls: [library]", "    odds: {library: 3/2}\n", "a chance is at most 1"),
            ("curse: curse > 0, rolls: [library]", "    metric: rooms\n", "does not belong to a claim of the type independent")]:
        said = test.verify(CLAIM % ("wrong", among) + more + "    on: {draws: confirmed}\n")
        test.say(said.returncode == 2 and words in said.stderr, f"refused: {among} {more.strip()}", said.stderr)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        test = Test(sys.argv[1], pathlib.Path(folder))
        for check in (dependent, void, promise, counts, refusals):
            check(test)
    print(f"1..{test.n}")


main()
