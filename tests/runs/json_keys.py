"""Checks that --json prints JSON without a doubled key, for every command: json_keys.py PROGRAM. Prints TAP."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import attack  # noqa: E402
import tap  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())


def once(pairs: list[tuple]) -> dict:
    """The object of these pairs; a key that is there twice is an error."""
    found = dict(pairs)
    assert len(found) == len(pairs), f"twice: {[key for key, _ in pairs]}"
    return found


def read(text: str) -> list:
    """The documents of a text, one after the other."""
    decoder, found = json.JSONDecoder(object_pairs_hook=once), []
    while text.strip():
        value, end = decoder.raw_decode(text.lstrip())
        found.append(value)
        text = text.lstrip()[end:]
    return found


def call(folder: pathlib.Path, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, text=True, check=False)


def takes_json(page: str) -> bool:
    return re.search(r"^ +--json\b", page, re.M) is not None


def checks(folder: pathlib.Path):
    attack.make_inputs(PROGRAM, folder)
    names = re.findall(r"^  ([a-z]+) ", call(folder, "help").stdout.split("Exit codes")[0].split("Commands")[1], re.M)
    takers = [name for name in names if takes_json(call(folder, "help", name).stdout)]
    yield "every command with --json is looked at", len(takers) > 12 and set(takers) <= set(attack.JOBS)
    topics = re.findall(r"[a-z]+", call(folder, "help", "list").stdout.split("Usage: floorlab list")[1].split("[options]")[0])
    lines = {name: attack.JOBS[name].line() for name in takers if name not in ("bench", "find")}  # one is slow, the other prints lines
    lines |= {"verify, all claims": ["verify", "-n", "64", "-o", "all.h5"], "verify, stored": ["verify", "all.h5"],
              "verify, floors": ["verify", "floors.jsonl", "--as", "grid"], "show journey": ["show", "journey"], "show room": ["show", "room"],
              "exact room": ["exact", "room", "--set", "set=cellar"], "find, counted": ["find", "classic", "dead_ends >= 3", "--count", "-n", "99"]}
    lines |= {f"list {topic}": ["list", topic] for topic in topics}
    stored = {}
    for name, line in lines.items():
        for path in folder.glob("o.*"):
            path.unlink()
        done = call(folder, *line, "--json")
        try:
            found = read(done.stdout)
        except (AssertionError, ValueError) as error:
            found = []
            print(f"# {name}: {error}")
        stored = found[0] if name == "verify, stored" and found else stored
        yield f"{name}: no key is twice", len(found) > 0
    shown = json.loads(call(folder, "verify", "all.h5", "--json", "--verdict", "refuted").stdout)
    wanted = [row for row in stored["claims"] if row["verdict"] == "refuted"]
    yield "--verdict chooses the rows of --json", shown["claims"] == wanted and 0 < len(wanted) < len(stored["claims"])
    shown = json.loads(call(folder, "verify", "all.h5", "--json", "--against", "game").stdout)
    yield "--against, too", 0 < len(shown["claims"]) < len(wanted)
    yield "the summary is about all", shown["summary"] == stored["summary"]
    bare = call(folder, "verify", "all.h5", "--verdict", "refuted", "-q").stdout.splitlines()
    yield "with -q a row is a line, and nothing else is", [line.split()[0] for line in bare] == [row["id"] for row in wanted]
    distributions = [row["documented"] for row in stored["claims"] if row["type"] == "distribution"]
    yield "long fractions of a distribution are decimals", any("0.22521098" in distribution for distribution in distributions) and not any(re.search(r"/\d{6}", distribution) for distribution in distributions)
    done = call(folder, "compare", "full.h5", "full.h5")
    yield "compare says at once that results are identical", done.returncode == 0 and "identical: both results have the digest" in done.stdout


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        return tap.say(checks(pathlib.Path(folder)))


sys.exit(main())
