"""Whether the four topics of data/manual/generators.md are true: usage card.py PROGRAM ROOT. Prints TAP.

An item under a topic names metrics or events, experiments, figures and claims, at least one of each: the program lists them, each
experiment counts the metrics and events, each figure draws one of them, each claim is about one of them on floors of the column's
generator. Experiments and claims are read line by line: their form is plain.
"""
import fnmatch
import json
import pathlib
import re
import subprocess
import sys

TOPICS = ["dead ends", "clustering", "secret-room neighbours", "special rooms: how often"]
MUST = {(topic, generator) for topic in TOPICS for generator in ("classic", "rebirth", "grid")}

# What a figure needs, in the words of `list figures`, and the names that fit.
NEEDS = {"metrics": "*", "gates that were rolled": "gate.*", "journeys and the rooms they meet": "met.*"}


def read_table(root: pathlib.Path) -> list:
    """The items: topic, generator, text, and names in four lists."""
    page = (root / "data/manual/generators.md").read_text(encoding="utf-8")
    return [(topic, generator, text, [re.findall(r"`([^`]+)`", part) for part in text.split(";")])
            for topic, items in re.findall(r"^### (.*)\n\n((?:[- ].*\n)+)", page, re.M)
            for generator, text in re.findall(r"^- (\w+): ((?:.|\n  )+)", items, re.M)]


class Project:
    def __init__(self, program: str, root: pathlib.Path):
        self.counted = {} # by generator: is a metric or event counted if no list is given?
        for what in ("metric", "event"):
            for row in self.list(program, what + "s"):
                self.counted.setdefault(row["generator"], {})[row[what]] = (what + "s", row["counted"] == "yes")
        self.figures = {row["figure"]: row["needs"] for row in self.list(program, "figures")}
        self.listed_claims = {re.split("[@:]", row["claim"])[0] for row in self.list(program, "claims")}
        self.experiments = {}
        for path in sorted((root / "experiments").glob("*.yaml")):
            self.experiments[path.stem] = dict(re.findall(r"^(\w+): *(.*)$", path.read_text(encoding="utf-8"), re.MULTILINE))
        self.generator_of, self.claims = {}, {}
        for path in sorted((root / "data" / "claims").glob("*.yaml")):
            self.read_claims(path.read_text(encoding="utf-8"))

    @staticmethod
    def list(program: str, what: str) -> list:
        done = subprocess.run([program, "list", what, "--json"], capture_output=True, text=True, check=True)
        return json.loads(done.stdout)

    def read_claims(self, text: str) -> None:
        keys = {}
        for line in text.splitlines():
            if found := re.match(r"  ([\w-]+): \{generator: (\w+),", line):
                self.generator_of[found[1]] = found[2]
            elif found := re.match(r"  - id: (\S+)$", line):
                keys = self.claims.setdefault(found[1], {})
            elif found := re.match(r"    (metrics?|event|on|along|between): (.*)$", line):
                keys[found[1]] = found[2]

    def names(self, generator: str, name: str) -> list:
        return fnmatch.filter(self.counted.get(generator, {}), name)

    def counts(self, experiment: str, generator: str, name: str) -> bool:
        keys = self.experiments[experiment]
        what, by_default = self.counted[generator][name]
        choice = keys.get(what, "default")
        if keys.get("generator") != generator or choice == "none":
            return False
        if choice in ("default", "all"):
            return by_default or choice == "all"
        return any(fnmatch.fnmatch(name, pattern) for pattern in re.findall(r"[^\s,\[\]'\"]+", choice))

    def is_about(self, claim: str, generator: str, names: list) -> bool:
        keys = self.claims[claim]
        subjects = re.findall(r"[\w.]+", " ".join(keys.get(key, "") for key in ("metric", "metrics", "event")))
        populations = re.findall(r"[\w-]+", " ".join(keys.get(key, "") for key in ("on", "along", "between")))
        return bool(set(subjects) & set(names)) and generator in map(self.generator_of.get, populations)


def is_drawn(needs: str, names: list) -> bool:
    pattern = NEEDS.get(needs) or needs.removeprefix("the metric ")
    return bool(fnmatch.filter(names, pattern))


def check_cell(project: Project, generator: str, lines: list) -> list:
    named, experiments, figures, claims = lines
    names = [each for name in named for each in project.names(generator, name)]
    found = [f"{generator} has no metric or event {name}" for name in named if not project.names(generator, name)]
    for experiment in experiments:
        if experiment not in project.experiments:
            found.append(f"no experiment {experiment} ships")
        else:
            found += [f"{experiment} does not count {name} of {generator}" for name in names
                      if not project.counts(experiment, generator, name)]
    for figure in figures:
        if figure not in project.figures:
            found.append(f"there is no figure {figure}")
        elif not is_drawn(project.figures[figure], names):
            found.append(f"the figure {figure} draws {project.figures[figure]}, not {', '.join(named)}")
    for claim in claims:
        if claim not in project.claims or claim not in project.listed_claims:
            found.append(f"there is no claim {claim}")
        elif not project.is_about(claim, generator, names):
            found.append(f"the claim {claim} is not about {', '.join(named)} of {generator}")
    whats = ("metric or event", "experiment", "figure", "claim")
    return found + [f"no {what} is named" for what, line in zip(whats, lines, strict=True) if not line]


def main() -> None:
    root = pathlib.Path(sys.argv[2])
    project = Project(sys.argv[1], root)
    cells = read_table(root)
    results = [("the four topics are there, for all generators of floors",
                sorted(f"no cell of four lines: {topic}, {generator}" for topic, generator in
                       MUST - {(topic, generator) for topic, generator, _, lines in cells if len(lines) == 4}))]
    for topic, generator, text, lines in cells:
        if len(lines) == 4:
            complaints = check_cell(project, generator, lines)
        else:
            complaints = ["expected four parts"]
        results.append((f"{topic}, {generator}", complaints))
    print(f"1..{len(results)}")
    for number, (title, complaints) in enumerate(results, 1):
        print(f"{'not ok' if complaints else 'ok'} {number} - {title}")
        for complaint in complaints:
            print("# " + complaint, file=sys.stderr)


main()
