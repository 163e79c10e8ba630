"""The four topics of data/manual/generators.md name what there is: usage card.py PROGRAM ROOT. Prints TAP.

An item under a topic names metrics or events, experiments, figures and claims, at least one of each, and each experiment is of the
item's generator.
"""
import fnmatch
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import tap  # noqa: E402

PROGRAM, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
MUST = {(topic, generator) for topic in ("dead ends", "clustering", "secret-room neighbours", "special rooms: how often")
        for generator in ("classic", "rebirth", "grid")}


def listed(what: str) -> list:
    return json.loads(subprocess.run([PROGRAM, "list", what + "s", "--json"], capture_output=True, text=True, check=True).stdout)


def checks():
    page = (ROOT / "data/manual/generators.md").read_text(encoding="utf-8")
    items = [(topic, *item) for topic, text in re.findall(r"^### (.*)\n\n((?:[- ].*\n)+)", page, re.M)
             for item in re.findall(r"^- (\w+): ((?:.|\n  )+)", text, re.M)]
    counted = [(row["generator"], row[what]) for what in ("metric", "event") for row in listed(what)]
    generators = {path.stem: re.findall(r"generator: (\w+)", path.read_text(encoding="utf-8")) for path in (ROOT / "experiments").glob("*.yaml")}
    figures = {row["figure"] for row in listed("figure")}
    claims = {re.split("[@:]", row["claim"])[0] for row in listed("claim")}
    yield "the four topics are there, for all generators of floors", MUST <= {(topic.lower(), generator) for topic, generator, _ in items}
    for topic, generator, text in items:
        parts = [re.findall(r"`([^`]+)`", part) for part in text.split(";")]
        names = [name for owner, name in counted if owner == generator]
        yield f"{topic}, {generator}", len(parts) == 4 and all(parts) and all(fnmatch.filter(names, name) for name in parts[0]) and \
            all(generator in generators.get(name, ()) for name in parts[1]) and set(parts[2]) <= figures and set(parts[3]) <= claims


sys.exit(tap.say(checks()))
