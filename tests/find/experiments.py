"""`where` and events of one's own in experiments, beside the lines that `export --where` writes. Prints TAP.

    experiments.py PROGRAM

On some thousand samples of each generator; ten times as many in a full test; FLOORLAB_EVERYDAY is set every day.
"""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
TIMES = 1 if "FLOORLAB_EVERYDAY" in os.environ else 10
PATIENCE = 500

# Generator, settings, samples, the condition of what is counted, an event, and a metric.
QUESTIONS = [
    ("classic", {"level": 3}, 20000, "dead_ends >= 5", "roll.curse.placed && boss_distance > 4", "boss_distance_ratio"),
    ("classic", {"level": 4, "max_attempts": 1}, 5000, "!(rooms > 16)", "floor_failed || dead_ends > 5", "dead_ends"),
    ("classic", {"level": 5, "curse": "random"}, 5000, "secret_neighbours == 3", "rooms % 2 == 1", "rooms"),
    ("rebirth", {"stage": 2}, 1500, "rooms == 13 || dead_ends == 4", "kind_curse == 1", "rooms"),
    ("rebirth", {"stage": 3}, 800, "loops != 0", "rooms == 18", "boss_distance"),
    ("grid", {}, 1000, "loops > 0", "dead_ends * 4 > rooms", "dead_ends"),
    ("room", {}, 2000, "walkable > 800", "clutter < 100 && walkable > 850", "clutter"),
    ("journey", {"plan": "classic"}, 500, "seen_curse >= 2", "rooms_seen % 2 == 0 && seen_curse > 2", "rooms_seen"),
]
SHARED = """name: mine
generator: classic
settings: {level: 4}
vary: {hearts: [1, 6], specials: [on, off]}
floors: 30k
streams: shared
events: {big: 'rooms >= 17 && loops == 0'}
joints: [[rooms, dead_ends]]
where: 'dead_ends >= 5 && dead_ends != 7'
"""


def call(folder: pathlib.Path, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE)


def info(folder: pathlib.Path, name: str) -> dict:
    return json.loads(call(folder, "info", name, "--json").stdout)


def run(folder: pathlib.Path, text: str, *words: str) -> dict:
    (folder / "mine.yaml").write_text(text)
    done = call(folder, "run", "mine.yaml", "--force", "-q", *words)
    return info(folder, "mine.h5") if done.returncode == 0 else {"error": done.stderr}


def naive(folder: pathlib.Path):
    """How many samples, how many hits, and how often each value of a metric, by lines that are counted here."""
    for generator, settings, samples, where, event, metric in QUESTIONS:
        samples *= TIMES
        options = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
        base = ["export", generator, "--floors", str(samples), *options, "--where"]
        lines = [json.loads(line) for line in call(folder, *base, where, "--fields", f"index,{metric}").stdout.splitlines()]
        hits = call(folder, *base, f"({where}) && ({event})", "--fields", "index").stdout.count("\n")
        values = {}
        for line in lines:
            if line.get(metric) is not None:
                values[str(line[metric])] = values.get(str(line[metric]), 0) + 1
        text = f"name: mine\ngenerator: {generator}\nsettings: {json.dumps(settings)}\nfloors: {samples}\nstreams: shared\n"
        found = run(folder, text + f"metrics: [{metric}]\nevents: [{{mine: '{event}'}}]\nwhere: '{where}'\n")
        named = found.get("events", {}).get("mine", [{}])[0]
        tried = found.get("where", [{}])[0]
        yield (f"{generator} {settings}: {len(lines)} of {samples} counted, {hits} hits",
               0 < len(lines) < samples and 0 < hits < len(lines)
               and (tried.get("tried"), tried.get("counted"), tried.get("expression")) == (samples, len(lines), where)
               and (named.get("trials"), named.get("hits"), named.get("expression")) == (len(lines), hits, event)
               and found["metrics"][metric][0]["counts"] == values)


def digests(folder: pathlib.Path):
    """The same digest by any backend, any number of threads, in shards, and where floors are kept."""
    whole = run(folder, SHARED).get("digest", "none")
    for words in (["--threads", "1"], ["--threads", "5"], ["--backend", "reference"], ["--backend", "portable"], ["--keep-floors"]):
        yield f"{' '.join(words)}: the same digest", run(folder, SHARED, *words).get("digest") == whole
    kept = call(folder, "verify", "mine.h5", "--json")
    yield "claims are not judged by some of the samples", json.loads(kept.stdout)["claims"] == [] and kept.returncode == 4
    found = call(folder, "find", "mine.h5", "rooms > 0")
    yield "nor are floors found that were left out", found.returncode == 2 and not found.stdout and "only the samples of 'where: " in found.stderr
    shards = [f"part{i}.h5" for i in range(1, 4)]
    for i, name in enumerate(shards):
        call(folder, "run", "mine.yaml", "--shard", f"{i + 1}/3", "-o", name, "-q")
    call(folder, "merge", *shards, "-o", "sum.h5")
    yield "three shards make the same digest", info(folder, "sum.h5").get("digest") == whole
    plain = "\n".join(line for line in SHARED.splitlines() if not line.startswith(("where", "events"))) + "\n"
    others = {run(folder, text).get("digest") for text in (
        SHARED, plain, SHARED.replace("!= 7", "!= 8"), SHARED.replace("big:", "large:"), SHARED.replace("rooms >= 17", "rooms >  16"))}
    yield "another condition, name or text is another experiment", len(others) == 5 and None not in others


CLAIMS = """source: mine
sources:
  - {short: page, title: A small book, author: a writer, where: nowhere, date: "2026"}
scenarios:
  deep: {generator: classic, settings: {level: 4}}
  flash: {generator: classic, settings: {level: 4, rules: flash}}
claims:
  - {id: half, source: "page 1", text: "some", type: probability, event: {big: 'rooms >= 17 && loops == 0'}, value: 1/2,
     tolerance: 0.02, on: {deep: confirmed, flash: refuted}}
  - {id: same, source: "page 2", text: "as many", type: equals, event: {big: 'rooms>=17 && loops==0'}, between: [deep, flash], expect: refuted}
  - {id: none, source: "page 3", text: "none", type: never, event: {loopy: loops > 0}, on: {deep: confirmed}}
"""


def judged(folder: pathlib.Path):
    """Claims about expressions, on floors that are made for them and by runs; an expression of the name alone does not do."""
    (folder / "claims.yaml").write_text(CLAIMS)
    made = call(folder, "verify", "claims.yaml", "--json", "-o", "verified.h5")
    verdicts = {claim["id"]: claim["verdict"] for claim in json.loads(made.stdout)["claims"]}
    yield "made for them", verdicts == {"half@deep": "confirmed", "half@flash": "refuted", "same": "refuted", "none": "confirmed"}
    again = json.loads(call(folder, "verify", "verified.h5", "--json").stdout)["claims"]
    yield "and read again from the file", {claim["id"]: claim["verdict"] for claim in again} == verdicts
    base = "name: mine\ngenerator: classic\nsettings: {level: 4}\nvary: {rules: [article, flash]}\nfloors: 300k\nmetrics: [rooms]\n"
    for event, wanted in (("big: rooms >= 17  && loops == 0", {"half@deep", "half@flash", "same"}), ("big: rooms >= 16", set()),
                          ("large: rooms >= 17 && loops == 0", set())):
        run(folder, f"{base}events: [{{{event}}}]\n")
        found = json.loads(call(folder, "verify", "claims.yaml", "mine.h5", "--json").stdout)
        told = {claim["id"]: claim["reason"] for claim in found["left_out"]}
        lacks = {"none": "needs the event loopy"} | ({} if wanted else {name: "needs the event big" for name in ("half@deep", "half@flash", "same")})
        yield f"by a run with {event}", {claim["id"] for claim in found["claims"]} == wanted and lacks.items() <= told.items()
    for wrong, word in (("{loopy: loopz > 0}", "'loopy', column 1"), ("{big: rooms > 9}", "another expression elsewhere"),
                        ("{loopy: loops, b: loops}", "a name and an expression"), ("{rooms: loops > 0}", "already"), ("loopy", "has no event")):
        (folder / "claims.yaml").write_text(CLAIMS.replace("{loopy: loops > 0}", wrong))
        done = call(folder, "verify", "claims.yaml", "-n", "64")
        yield f"{wrong} is refused with its line", done.returncode == 2 and "claims.yaml:11" in done.stderr and word in done.stderr


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(lambda folder: folder, [naive], [digests], [judged])))
