"""Checks data/known_samples.txt against this program, and whether each setting of its generators is off its default in
some scenario there, and what shipped experiments count: known.py PROGRAM FILE. Prints TAP."""
import json
import pathlib
import subprocess
import sys
import tempfile

made = subprocess.run([sys.argv[1], "verify", "--known"], capture_output=True, text=True, check=True).stdout.splitlines()
known = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
print(f"1..3\n{'ok' if made == known else 'not ok'} 1 - the samples of this program are the known ones")
for line in [line for line in made if line not in known][:5]:
    print(f"# not known: {line}")
for line in [line for line in known if line not in made][:5]:
    print(f"# not made: {line}")
print("# if that is on purpose: floorlab verify --known > data/known_samples.txt" if made != known else "#")

OUTSIDE = ["lines", "program", "plugin"]  # floors of others
FOLDERS = [("rebirth", "rooms")]  # of the person's own
settings = json.loads(subprocess.run([sys.argv[1], "list", "settings", "--json"], capture_output=True, text=True, check=True).stdout)
unused = [(row["generator"], row["setting"]) for row in settings if row["generator"] not in OUTSIDE]
unused = [(generator, name) for generator, name in unused if (generator, name) not in FOLDERS
          and not any(f" {generator} " in line and f" --set {name}=" in line for line in known)]
print(f"{'not ok' if unused else 'ok'} 2 - every setting is off its default in a scenario of the claims")
for generator, name in unused:
    print(f"# in none: {name} of {generator}")
# What shipped experiments count: the digests of their first samples.
SEED = "9223477587886411777"  # with bits of both halves
RUNS = pathlib.Path(__file__).parent.parent / "golden" / "known_runs.txt"


def digest_of(words: str, folder: str) -> str:
    subprocess.run([sys.argv[1], "run", *words.split(), "-n", "192", "--seed", SEED, "-q", "--force", "-o", f"{folder}/run.h5"], check=True)
    return json.loads(subprocess.run([sys.argv[1], "info", f"{folder}/run.h5", "--json"], capture_output=True, text=True,
                                     check=True).stdout)["digest"]


with tempfile.TemporaryDirectory() as folder:
    rows = [line.split(" ", 1) for line in RUNS.read_text(encoding="utf-8").splitlines()]
    other = [f"{found} {words}" for digest, words in rows if (found := digest_of(words, folder)) != digest]
print(f"{'not ok' if other else 'ok'} 3 - shipped experiments count what they are known to count")
for line in other:
    print(f"# now {line}")
sys.exit(made != known or bool(unused) or bool(other))
