"""The files that settings name are part of a run: inputs.py PROGRAM. Prints TAP.

Another content is another run; a result is read where they are not; and it opens nothing that it names."""
import contextlib
import html
import itertools
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "tests/store")]
import block  # noqa: E402
from attack import seal  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
HUGE = "100G"  # samples of a run that never ends by itself

# generator, the setting, the file (a folder for rooms), a change of its content that makes other samples
RULES = (ROOT / "data/rulesets/basement.yaml").read_text()
PLAN = "name: x\ngenerator: classic\nsettings: {level: 2}\nfloors: {only: {start: true, exit: true}}\n"
CHUNKS = (ROOT / "data/chunks/cellar.txt").read_text()
CASES = {
    "rulesets": ("grid", "rules", "mine" + 80 * "-" + ".yaml", RULES, lambda text: text.replace("min: 13", "min: 14")),
    "plans": ("journey", "plan", "mine.yaml", PLAN, lambda text: text.replace("level: 2", "level: 3")),
    "chunk sets": ("room", "set", "mine.txt", CHUNKS, lambda text: text + "\n# a remark\n"),
    "rooms": ("rebirth", "rooms", "mine", None, lambda text: re.sub(r' weight="[^"]*"', "", text)),
}

# generator, a setting that makes no rules, and what is said of it
REFUSED = [
    ("grid", "rules: basemnt", "rules: there is no ruleset 'basemnt'"),
    ("grid", "rules: ./nosuch.yaml", "./nosuch.yaml: cannot be read"),
    ("grid", "rules: ./twice.yaml", "./twice.yaml:2: "),
    ("rebirth", "rooms: nosuch", "nosuch: cannot open the folder of rooms"),
    ("journey", "plan: nosuch", "plan: there is no plan 'nosuch'"),
    ("room", "set: ./twice.yaml", "./twice.yaml:1: "),
    ("rebirth", "curse: labyrinth", "curse: no labyrinth on stage 12"),
]
CLAIMS = """sources: [{short: s, title: a page}]
source: a document
scenarios:
  first: {generator: classic}
  second:
    generator: %s
    settings:
      %s
claims:
  - {id: ends, source: s, text: t, type: bound, metric: dead_ends, values: 3..40, relation: at_least, value: 0.9, on: {second: confirmed}}
"""
SCENARIOS = """name: x
scenarios:
  first: {generator: %s, floors: 10}
  second:
    generator: %s
    settings:
      %s
%s    floors: 10
"""
# 4,096 configurations of a hundred megabytes each, which took half a minute to refuse when all rules were made first.
LARGE = """name: x
generator: grid
floors: 1000
vary: {probability: 0..63, clustering: 0..63}
joints: [[tiles, dead_ends]]
metrics: all
"""


class Scene:
    """A folder with an experiment of a case, and the file that it names."""

    def __init__(self, folder: str, case: str):
        self.folder, self.case = pathlib.Path(folder), CASES[case]
        generator, setting, name, self.text, self.change = self.case
        self.path = self.folder / name
        (self.folder / "x.yaml").write_text(f"name: x\ngenerator: {generator}\nsettings: {{{setting}: ./{name}}}\n"
                                            "floors: 2000\nseed: 3\n")
        self.put(lambda text: text)

    def put(self, change):
        """Writes the file, changed."""
        if self.text is not None:
            self.path.write_text(change(self.text))
            return
        self.path.mkdir(exist_ok=True)
        for source in (ROOT / "data/rooms").glob("*.xml"):
            (self.path / source.name).write_text(change(source.read_text()))

    def take_away(self):
        for file in [self.path] if self.text is not None else self.path.iterdir():
            file.unlink()

    def call(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([PROGRAM, *words], cwd=self.folder, capture_output=True, text=True, timeout=300, check=False)

    def run(self, *more: str, name: str = "x.h5") -> subprocess.CompletedProcess:
        return self.call("run", "x.yaml", "-o", name, "-q", *more)

    def killed(self, name: str):
        """A run that is killed after its first checkpoint."""
        with subprocess.Popen([PROGRAM, "run", "x.yaml", "-o", name, "-q", "-n", HUGE, "--checkpoint", "0.05"],
                              cwd=self.folder, stderr=subprocess.DEVNULL) as process:
            log = self.folder / (name + ".checkpoint")  # empty until the first one
            while not (log.exists() and log.stat().st_size) and process.poll() is None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.01)
            process.kill()

    def digest(self, name: str) -> str:
        result = self.call("info", name, "--json")
        return json.loads(result.stdout)["digest"] if result.returncode == 0 else result.stderr


def checks(of: Scene, case: str):
    yield f"{case}: a run ends", of.run().returncode == 0
    of.killed("killed.h5")
    yield f"{case}: half of a run ends", of.run("--shard", "1/2", name="one.h5").returncode == 0
    before = of.digest("x.h5")
    of.put(of.change)
    resumed = of.run("-n", HUGE, "--resume", name="killed.h5")
    yield f"{case}: it is not resumed with another content", resumed.returncode == 2 and "# file" in resumed.stderr
    of.run("--shard", "2/2", name="two.h5")
    merged = of.call("merge", "one.h5", "two.h5", "-o", "both.h5")
    yield f"{case}: shards of two contents are not merged", merged.returncode == 2 and "# file" in merged.stderr
    of.run(name="other.h5")
    yield f"{case}: its digest is another one", of.digest("other.h5") not in (before, "")

    of.take_away()
    yield f"{case}: a result is read where the file is gone", of.digest("x.h5") == before
    for words in (("verify", "x.h5", "-q"), ("plot", "x.h5", "-o", "figures"), ("report", "x.h5", "-o", "x.html", "-q")):
        result = of.call(*words)
        yield f"{case}: {words[0]} needs no file but the result", result.returncode in (0, 1, 4)
    yield f"{case}: it is merged without the file", of.call("merge", "x.h5", "-o", "same.h5").returncode == 0
    yield f"{case}: what is merged has the file, too", of.digest("same.h5") == before


def refusals(folder: pathlib.Path):
    """What cannot be made is refused with the line of the setting, in experiments and in the scenarios of claims."""
    (folder / "twice.yaml").write_text("name: x\nname: y\n")
    for generator, setting, text in REFUSED:
        more = "      stage: 12\n" if "curse" in setting else ""
        claims = (CLAIMS % (generator, setting)).replace("claims:", more + "claims:", 1)
        (folder / "c.yaml").write_text(claims)
        (folder / "x.yaml").write_text(f"name: x\ngenerator: {generator}\nsettings:\n  {setting}\n{more[4:]}floors: 10\n")
        (folder / "p.yaml").write_text(SCENARIOS % (generator, generator, setting, more))
        for place, words in (("x.yaml:4: ", ["run", "x.yaml"]), ("p.yaml:7: ", ["run", "p.yaml"]),
                             ("c.yaml:8: ", ["verify", "c.yaml", "-n", "300"])):
            done = subprocess.run([PROGRAM, *words, "-q"], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
            is_right = done.returncode == 2 and f"floorlab: {place}{text}" in done.stderr
            yield f"{place}{generator}: {setting} is refused there" + ("" if is_right else f" {done.stderr!r}"), is_right
    (folder / "large.yaml").write_text(LARGE)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([PROGRAM, "run", "large.yaml", "-q"], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    yield "what is too large is refused", done.returncode == 2 and "large.yaml:4: x: its tallies would take" in done.stderr
    yield f"and at once: in {seconds:.2f} s of processor time", seconds < 2


def forgeries(folder: pathlib.Path):
    """A count of the tallies changed, under a right checksum: nothing is told or drawn of it."""
    (folder / "x.yaml").write_text("name: x\ngenerator: grid\nsettings: {rules: basement}\nfloors: 500\nmetrics: [tiles, dead_ends]\n")
    subprocess.run([PROGRAM, "run", "x.yaml", "-q", "-o", "same.h5"], cwd=folder, check=True)
    for place in (0, 100):  # among the packed tallies
        forged = folder / f"{place}.h5"
        shutil.copy(folder / "same.h5", forged)
        data = bytearray(block.packed(forged))
        data[block.contents(forged)[2] + place] ^= 1
        block.put(forged, bytes(data))
        seal(forged)
        yield from refusals_of(folder, forged.name)


def refusals_of(folder: pathlib.Path, forged: str):
    for words in (["info", "{}"], ["plot", "{}", "-f", "metrics", "-o", "{}.figures"], ["report", "{}", "-o", "{}.html"],
                  ["verify", "{}"], ["merge", "{}", "-o", "{}.merged.h5"],
                  ["fit", "grid", "--to", "{}", "-n", "5", "--generations", "1", "-o", "{}.yaml"]):
        codes = []
        for name in ("same.h5", forged):
            line = [word.replace("{}", name) for word in words + ["--force"] * ("-o" in words and words[0] != "plot")]
            done = subprocess.run([PROGRAM, *line], cwd=folder, capture_output=True, text=True, timeout=300, check=False)
            codes.append(done.returncode)
        is_told = done.stderr.startswith(f"floorlab: {forged}: ")
        yield f"{words[0]} refuses the forged {forged}: exit {codes}", codes[0] != 2 and codes[1] == 2 and is_told


def commands_of_files(folder: pathlib.Path):
    """What a forged file says it was made by is shown, but nothing that a person pastes does more than its words say."""
    subprocess.run([PROGRAM, "verify", "--only", "rng.*", "-n", "200", "-q", "-o", "v.h5"], cwd=folder, check=False)
    (folder / "tools").mkdir()
    (folder / "tools/floorlab").write_text("#!/bin/sh\nprintf '%s\\n' \"$@\" >words\n")
    (folder / "tools/floorlab").chmod(0o755)
    env = {**os.environ, "PATH": f"{folder}/tools:{os.environ['PATH']}"}
    for command, words in (
            ("floorlab verify --only 'rng.*' --floors 200", ["verify", "--only", "rng.*", "--floors", "200"]),
            ("floorlab verify 'it'\\''s mine.yaml' --seed 2", ["verify", "it's mine.yaml", "--seed", "2"]),
            ("floorlab verify x $(touch PWN) `touch PWN`; touch PWN",
             ["verify", "x", "$(touch", "PWN)", "`touch", "PWN`;", "touch", "PWN"]),
            ("floorlab verify x | touch PWN", ["verify", "x", "|", "touch", "PWN"]),
            ("touch PWN", None), ("floorlab verify; touch PWN", None)):
        shutil.copy(folder / "v.h5", folder / "forged.h5")
        block.forge_attribute(folder / "forged.h5", "command", command)
        seal(folder / "forged.h5")
        done = subprocess.run([PROGRAM, "report", "forged.h5", "-o", "v.html", "--force", "-q"], cwd=folder, capture_output=True, text=True, check=False)
        found = re.search(r"How to get it again</h3>.*?<pre>(.*?)</pre>", (folder / "v.html").read_text(), re.S)
        (folder / "words").unlink(missing_ok=True)
        subprocess.run(["sh", "-c", html.unescape(found[1]) if found else ""], cwd=folder, env=env, capture_output=True, check=False)
        said = (folder / "words").read_text().splitlines() if (folder / "words").exists() else None
        yield f"{command}: the report has its words: {said}", done.returncode == 0 and said == words and not (folder / "PWN").exists()


def main() -> int:
    failed = 0
    number = 0
    with tempfile.TemporaryDirectory(prefix="floorlab-inputs-") as folder:
        checks_of_files = itertools.chain(refusals(pathlib.Path(folder)), forgeries(pathlib.Path(folder)), commands_of_files(pathlib.Path(folder)))
        for number, (name, is_right) in enumerate(checks_of_files, number + 1):
            failed += not is_right
            print(f"{'ok' if is_right else 'not ok'} {number} - {name}", flush=True)
    for case in CASES:
        with tempfile.TemporaryDirectory(prefix="floorlab-inputs-") as folder:
            for number, (name, is_right) in enumerate(checks(Scene(folder, case), case), number + 1):
                failed += not is_right
                print(f"{'ok' if is_right else 'not ok'} {number} - {name}", flush=True)
    print(f"1..{number}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
