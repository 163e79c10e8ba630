"""The promises of `floorlab verify`, on the real program: verify.py PROGRAM [TEST…]. Prints TAP.

Whatever happens to a call, going on with --resume ends with the verdicts and the digest of the uninterrupted one; what
does not fit is refused, and the files stay. The seeds of all random instants are fixed."""
import contextlib
import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile

import kill  # which knows where counted is
import counted
from kill import call, end, info, refused, test, wait_for

# Some seconds of work in three groups of scenarios; `twin` has the samples of `three`. Rows are decided early, late and never.
CLAIMS = """source: a document
sources: [{short: s, title: a page}]
scenarios:
  one: {generator: rebirth, settings: {stage: 1}}
  two: {generator: rebirth, settings: {stage: 2}}
  three: {generator: rebirth, settings: {stage: 3}}
  twin: {generator: rebirth, settings: {stage: 3}}
  level: {generator: classic, settings: {level: 3}}
  hurt: {generator: classic, settings: {level: 3, hearts: 1}}
claims:
  - {id: ends, source: s, text: t, type: mean, metric: dead_ends, values: 0..40, value: 5.163, tolerance: 0.0001,
     on: {one: confirmed, three: refuted, level: refuted}}
  - {id: far, source: s, text: t, type: mean, metric: boss_distance, values: 0..60, value: 6.28, tolerance: 0.0001,
     on: {two: refuted, twin: confirmed}}
  - {id: rises, source: s, text: t, type: order, metric: rooms, along: [one, two], expect: confirmed}
  - {id: loops, source: s, text: t, type: never, event: has_loop, tolerance: 0.00001, on: {level: confirmed, two: refuted}}
  - {id: beside, source: s, text: t, type: equals, metrics: [boss_distance, special_rooms], tolerance: 0.0001,
     between: [hurt, level], expect: undecided}
"""
LONG = ("--floors", "3M")
SHORT = ("--floors", "6k")
KILLS = 20 if "FLOORLAB_THOROUGH" in os.environ else 4  # checkpoints are two seconds apart, so each takes as long


@contextlib.contextmanager
def scene():
    """A fresh folder with the claims, its path."""
    with tempfile.TemporaryDirectory(prefix="floorlab-verify-") as name:
        folder = pathlib.Path(name)
        (folder / "mine.yaml").write_text(CLAIMS)
        yield folder


def words(folder, *more, name="x.h5", claims="mine.yaml", threads=2):
    return [kill.PROGRAM, "verify", str(folder / claims), "-o", str(folder / name), "-q", "-t", str(threads), "--force", *more]


def finish(folder, *more, name="x.h5", **options):
    """A call that must end well, whatever the verdicts are."""
    result = call(*words(folder, *more, name=name, **options))
    assert result.returncode in (0, 1, 4), f"exit {result.returncode}: {result.stderr}"
    return result


def told(path):
    """What a file says, in all forms; and its digest."""
    with counted.Watch(kill.COUNTS):
        forms = [call(kill.PROGRAM, "verify", path, *form).stdout for form in ((), ("--json",), ("--explain", "*"), ("--tsv",))]
    return (*forms, info(path)["digest"])


def start(folder, *more, name="x.h5"):
    return subprocess.Popen(words(folder, *more, name=name), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def stop_once(folder, number, *more):
    """A call that is stopped by a signal once it has a checkpoint; its exit code."""
    process = start(folder, *more)
    wait_for(folder / "x.h5.checkpoint", process)
    process.send_signal(number)
    code = end(process)[0]
    kill.COUNTS.add("stops", code == 128 + number)
    return code


# ---- going on


@test
def verify_killed_at_random_instants_ends_with_the_same_bytes():
    rng = random.Random(11)
    with scene() as folder:
        printed = finish(folder, *LONG, name="whole.h5")
        expected = told(folder / "whole.h5")
        assert expected[0] == printed.stdout and "undecided" in printed.stdout and "confirmed" in printed.stdout
        kills = 0
        while kills < KILLS:
            process = start(folder, "--resume", *LONG)
            try:
                process.communicate(timeout=rng.uniform(0.1, 5))
                assert process.returncode in (0, 1, 4), process.returncode
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                assert not (folder / "x.h5").exists() or told(folder / "x.h5") == expected
                kills += 1
                kill.COUNTS.add("kills")
        again = finish(folder, "--resume", *LONG)
        assert again.stdout == printed.stdout and again.returncode == printed.returncode
        assert told(folder / "x.h5") == expected, f"another file after {kills} kills"
        assert not (folder / "x.h5.checkpoint").exists()


@test
def verify_interrupted_goes_on_and_refuses_what_does_not_fit():
    with scene() as folder:
        finish(folder, *LONG, name="whole.h5")
        shutil.copy(folder / "mine.yaml", folder / "other.yaml")
        (folder / "other.yaml").write_text(CLAIMS.replace("5.163", "5.164"))
        (folder / "x.h5").write_text("an old file")
        assert stop_once(folder, signal.SIGINT, *LONG) == 130
        kept = (folder / "x.h5.checkpoint").read_bytes()
        refused(call(*words(folder, *LONG)), 2, "x.h5.checkpoint", "unfinished", "--resume", "--anew")
        for more, options in (((*LONG, "--seed", "2"), {}), (SHORT, {}), ((*LONG, "--only", "ends"), {}), ((*LONG, "--alpha", "0.01"), {}), ((*LONG, "--set", "stage=2"), {}),
                              (LONG, {"claims": "other.yaml"})):
            refused(call(*words(folder, "--resume", *more, **options)), 2, "x.h5", "checkpoint", "--anew")
            assert (folder / "x.h5.checkpoint").read_bytes() == kept, f"a refusal changes nothing: {more}"
        assert (folder / "x.h5").read_text() == "an old file"
        finish(folder, "--resume", *LONG, threads=3)
        assert told(folder / "x.h5") == told(folder / "whole.h5")
        assert {p.name for p in folder.iterdir()} == {"mine.yaml", "other.yaml", "whole.h5", "x.h5"}


def merge(folder, *paths):
    return call(kill.PROGRAM, "merge", "--force", *paths, "-o", folder / "all.h5")


# ---- files


@test
def verify_reads_one_file_and_makes_nothing_beside_it():
    with scene() as folder:
        finish(folder, *SHORT)
        before = (folder / "x.h5").read_bytes()
        for more in (("--seed", "2"), ("--floors", "9"), ("-o", folder / "y.h5"), ("--resume",), ("--anew",), ("--until-decided",)):
            refused(call(kill.PROGRAM, "verify", folder / "x.h5", *more), 2, "x.h5", "leave out")
        refused(call(kill.PROGRAM, "verify", folder / "x.h5", folder / "x.h5"), 2, "one result file")
        refused(call(kill.PROGRAM, "verify", folder / "x.h5", "--only", "endz"), 2, "'endz'", "did you mean 'ends'?")
        (folder / "other.yaml").write_text(CLAIMS.replace("5.163", "4"))
        other = call(kill.PROGRAM, "verify", folder / "x.h5", folder / "other.yaml", "--json")
        rows = {row["id"]: row for row in json.loads(other.stdout)["claims"]}
        assert rows["ends@one"]["documented"] == "4" and rows["ends@one"]["floors"] > 0
        (folder / "other.yaml").write_text(CLAIMS.replace("metric: rooms", "metric: romms"))
        refused(call(kill.PROGRAM, "verify", folder / "x.h5", folder / "other.yaml"), 2, "other.yaml:", "romms", "did you mean 'rooms'?")
        old = before.replace(b"floorlab-run 4", b"floorlab-run 3", 1)
        (folder / "old.h5").write_bytes(old)
        refused(call(kill.PROGRAM, "verify", folder / "old.h5"), 2, "old.h5", "version 3")
        (folder / "bad.h5").write_bytes(before[:-100] + bytes(100))
        refused(call(kill.PROGRAM, "verify", folder / "bad.h5"), 2, "bad.h5")
        assert (folder / "x.h5").read_bytes() == before and not (folder / "y.h5").exists()


def verify_in(folder, *more):
    """A call without -o, in the folder."""
    return subprocess.run([kill.PROGRAM, "verify", "mine.yaml", *more], cwd=folder, capture_output=True, text=True, check=False)


@test
def verify_replaces_only_a_file_of_the_same_claims_and_options():
    with scene() as folder:
        assert verify_in(folder, "-n", "1k").returncode in (0, 1, 4)
        before = (folder / "verify.h5").read_bytes()
        (folder / "mine.yaml").write_text(CLAIMS.replace("5.163", "5.164"))
        assert verify_in(folder, "-n", "1k", "-q", "-t", "1").returncode in (0, 1, 4)
        kept = (folder / "verify.h5").read_bytes()
        assert kept != before, "the same call replaces its own file"
        for more in (("-n", "2k"), ("-n", "1k", "--seed", "2"), ("-n", "1k", "--set", "stage=4"), ("-n", "1k", "--alpha", "0.01"),
                     ("-n", "2k", "--anew"), ("-n", "1k", "--only", "ends", "-o", "verify.h5")):
            refused(verify_in(folder, *more), 2, "verify.h5", "not of the same claims and options", "--force")
        assert (folder / "verify.h5").read_bytes() == kept
        for more, name in ((("-n", "1k", "--only", "ends*"), "verify-ends.h5"), (("--quick", "--explain", "ends@one"), "verify-quick-ends@one.h5")):
            done = verify_in(folder, *more)
            assert (folder / name).exists() and name in done.stderr, done.stderr
        assert (folder / "verify.h5").read_bytes() == kept, "a slice has a name of its own"
        (folder / "run.yaml").write_text("name: verify\ngenerator: classic\nfloors: 100\n")
        assert call(kill.PROGRAM, "run", folder / "run.yaml", "-o", folder / "verify.h5", "-q", "--force").returncode == 0
        kept = (folder / "verify.h5").read_bytes()
        refused(verify_in(folder, "-n", "1k"), 2, "verify.h5", "not of the same claims and options")
        assert (folder / "verify.h5").read_bytes() == kept, "nor is the result of a run replaced"
        assert verify_in(folder, "-n", "2k", "--force").returncode in (0, 1, 4)
        assert (folder / "verify.h5").read_bytes() != kept


SCENARIOS = """  a: {generator: classic, floors: 5000, joints: [[rooms, dead_ends]]}
  b: {generator: rebirth, floors: 700, metrics: [rooms]}
  c: {generator: classic, settings: {level: 4}, floors: 2}
"""


@test
def shards_of_scenarios_of_any_size_are_one_run():
    with scene() as folder:
        (folder / "e.yaml").write_text(f"name: e\nscenarios:\n{SCENARIOS}")
        (folder / "f.yaml").write_text(f"name: e\nscenarios:\n{SCENARIOS.replace('700', '800')}")
        for name, *more in (("whole",), ("1", "--shard", "1/3"), ("2", "--shard", "2/3"), ("3", "--shard", "3/3")):
            assert call(kill.PROGRAM, "run", folder / "e.yaml", "-q", "-o", folder / f"{name}.h5", *more).returncode == 0
        assert call(kill.PROGRAM, "run", folder / "f.yaml", "-q", "-o", folder / "f.h5", "--shard", "2/3").returncode == 0
        one, two, three, whole, other = (folder / f"{name}.h5" for name in ("1", "2", "3", "whole", "f"))
        for order in itertools.permutations((one, two, three)):
            result = merge(folder, *order)
            assert result.returncode == 0, result.stderr
            assert kill.digest_of(folder / "all.h5") == kill.digest_of(whole)
        both = [call(kill.PROGRAM, "verify", path).stdout for path in (folder / "all.h5", whole)]
        assert both[0] == both[1] and "confirmed" in both[0]
        assert "5702 samples of 3 scenarios" in result.stdout, result.stdout
        for paths, text in (((one, three), "in none of the files"), ((one, one, two), "in two of the files"),
                            ((one, other, three), "another experiment")):
            refused(merge(folder, *paths), 2, text)


# ---- documented


@test
def a_run_of_documented_judges_every_row_of_verify():
    documented = pathlib.Path(__file__).resolve().parents[2] / "experiments" / "documented.yaml"
    with scene() as folder:
        head, lines = documented.read_text().split("scenarios:\n")
        few = "\n".join(line.split(":")[0] + ": 8" for line in lines.splitlines() if line.strip())
        (folder / "documented.yaml").write_text(f"{head}scenarios:\n{few}\n")
        result = call(kill.PROGRAM, "run", folder / "documented.yaml", "-q", "-o", folder / "d.h5")
        assert result.returncode == 0, result.stderr
        judged = json.loads(call(kill.PROGRAM, "verify", folder / "d.h5", "--json").stdout)["claims"]
        listed = json.loads(call(kill.PROGRAM, "list", "claims", "--json").stdout)
        ids = [row.get("id", row["claim"]) for row in listed]
        assert [row["id"] for row in judged] == ids, "other rows than verify has"
        assert len(judged) > 700 and all(row["verdict"] and row["trace"] for row in judged), "some rows are left out"


if __name__ == "__main__":
    kill.TESTS = [t for t in kill.TESTS if t.__module__ == "__main__"]
    sys.exit(kill.main() if kill.PROGRAM else __doc__)
