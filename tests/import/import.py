"""floorlab import: floors of ours that come back count the same, bad lines, and what works on the results. Prints TAP.

    import.py PROGRAM
"""
import json
import pathlib
import subprocess
import sys
import tempfile

RUN = """
name: own
generator: classic
settings: {rules: demo}
streams: shared
floors: 2000
"""
GOOD = '{"rooms":[{"cells":[[0,0]]},{"cells":[[1,0]],"kind":"boss"}]}\n'

# A text -> what the message says; each is refused with exit code 2, and nothing is written.
BAD = {
    "": "there is no floor in it",
    "\n\n": "there is no floor in it",
    GOOD + '{"rooms":[{"cells":[[0,NaN]]}]}\n': "bad.jsonl:2: not JSON",
    GOOD + '{"rooms":[{"cel': "perhaps it was cut off",
    '{"roms":[{"cells":[[0,0]]}]}\n': "bad.jsonl:1: rooms: no rooms",
    '{"rooms":[{"cells":[[0,0]]},{"cells":[[0,0]]}]}\n': "[0,0] belongs to rooms[0] already",
    '{"rooms":[{"cells":[[0,0]]},{"cells":[[1000000000,0]]}]}\n': "found 1000000000, expected a whole number from 0 to 199",
    '{"rooms":[{"cells":[[0,-1]]}]}\n': "found -1",
    GOOD.rstrip() + 1000000 * " " + "\n": "a line of more than 999999 bytes",
    "[" + GOOD.rstrip() + "]\n": "found a list, expected an object",
    "\x7fELF\0\0\n": "bad.jsonl:1: ",
}


MAPS = "legend H=hut 2=normal+\n.T.\n#@B\n?22\n H2\n\n@E\n"
LINES = (
    '{"rooms":[{"cells":[[1,1]],"kind":"start"},{"cells":[[1,0]],"kind":"treasure"},{"cells":[[0,1]]},'
    '{"cells":[[2,1]],"kind":"boss"},{"cells":[[0,2]],"kind":"secret","added":true},{"cells":[[1,2],[2,2],[2,3]]},'
    '{"cells":[[1,3]],"kind":"hut"}]}\n{"rooms":[{"cells":[[0,0]],"kind":"start"},{"cells":[[1,0]],"kind":"end"}]}\n'
)
BAD_MAPS = {
    "@#\n\n#@\nx.\n": "bad.jsonl:4: column 1: the letter 'x' has no meaning",
    "@#\n\n##\n": "bad.jsonl:3: the map has no start",
    "@#\n#@\n": "bad.jsonl:2: column 2: a second start",
    "legend #=\n@#": "bad.jsonl:1: legend: found '#=', expected a letter, = and a kind",
    "@" + 200 * "#": "the map has more than 200 columns",
}


class Lab:
    def __init__(self, program: str, folder: pathlib.Path):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = folder

    def call(self, *words: str, feed: str | None = None) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True, check=False, input=feed)

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return name

    def has(self, name: str) -> bool:
        return (self.folder / name).exists()

    def info(self, name: str) -> dict:
        return json.loads(self.call("info", name, "--json").stdout)


def same_counts(own: dict, theirs: dict) -> bool:
    """Everything that was counted of the own floors was counted of the imported ones, with the same numbers. What no line names,
    such as a gate that never did anything, need not be there."""
    return all(found == theirs[table].get(name, found if is_empty(found) else None)
               for table in ("metrics", "events") for name, found in own[table].items())


def is_empty(found: list[dict]) -> bool:
    return all(row.get("hits") == 0 for row in found)


def own_floors(lab: Lab):
    lab.write("own.yaml", RUN)
    floors = lab.call("export", "classic", "--set", "rules=demo", "--floors", "2000").stdout
    lab.write("own.jsonl", floors)
    lab.call("run", "own.yaml", "-o", "own.h5")
    done = lab.call("import", "own.jsonl", "-o", "mine.h5")
    yield "a file of 2000 floors is counted", done.returncode == 0 and "2000 floors of 1 file, 0 bad lines" in done.stdout
    yield "without a word", done.stderr == ""
    own, mine = lab.info("own.h5"), lab.info("mine.h5")
    yield "there is something to compare", len(own["metrics"]) > 50 and len(own["events"]) > 8
    yield "own floors that come back count the same", same_counts(own, mine)
    other = lab.call("export", "classic", "--set", "rules=demo", "--floors", "1999").stdout + GOOD
    lab.write("other.jsonl", other)
    lab.call("import", "other.jsonl", "-o", "other.h5")
    yield "one other floor is seen", not same_counts(own, lab.info("other.h5"))
    lab.call("import", "own.jsonl", "-o", "one.h5", "--threads", "1")
    yield "one thread or several: the same digest", lab.info("one.h5")["digest"] == mine["digest"]
    done = lab.call("import", "-", "-o", "pipe.h5", feed=floors)
    yield "a pipe counts as the file does", done.returncode == 0 and same_counts(own, lab.info("pipe.h5"))


def own_gates(lab: Lab):
    lab.write("gates.yaml", RUN.replace("name: own", "name: gates").replace("rules: demo", "rules: article, level: 2"))
    floors = lab.call("export", "classic", "--set", "level=2", "--floors", "2000", "--no-metrics").stdout
    lab.call("import", "-", "-o", "gates-mine.h5", feed=floors)
    lab.call("run", "gates.yaml", "-o", "gates.h5")
    own = lab.info("gates.h5")
    yield "gates that lines carry count the same", "gate.sacrifice.passed" in own["events"] and \
        same_counts(own, lab.info("gates-mine.h5"))


def results(lab: Lab):
    yield "info", "boss_distance" in lab.call("info", "mine.h5").stdout
    yield "plot", lab.call("plot", "mine.h5", "--figure", "dead_ends", "-o", "figures").returncode == 0
    done = lab.call("report", "mine.h5")
    yield "report", done.returncode == 0 and lab.has("mine.html")
    done = lab.call("fit", "grid", "--to", "mine.h5", "-o", "like.yaml", "--floors", "30", "--generations", "1", "-q")
    yield "fit", done.returncode == 0 and lab.call("show", "grid", "--set", "rules=like.yaml").returncode == 0
    lab.write("vary.yaml", "name: vary\ngenerator: lines\nvary: {file: [own.jsonl, other.jsonl]}\nsamples: 500\n")
    done = lab.call("run", "vary.yaml")
    yield "an experiment can vary the file", done.returncode == 0 and "1000 floors in 2 conditions" in done.stdout
    lab.write("many.yaml", "name: many\ngenerator: lines\nsettings: {file: own.jsonl}\nsamples: 2001\n")
    done = lab.call("run", "many.yaml")
    yield "more floors than lines are refused", done.returncode == 2 and "there are only 2000" in done.stderr
    done = lab.call("import", "own.jsonl", "other.jsonl", "-o", "both.h5")
    both = lab.call("info", "both.h5").stdout
    yield "each of several files is a condition", done.returncode == 0 and "4000 samples of 2 populations" in both
    done = lab.call("import", "own.jsonl", "./own.jsonl", "-o", "twice.h5")
    yield "two conditions of one name are refused", done.returncode == 2 and "would be called 'own'" in done.stderr
    (lab.folder / "own.jsonl").unlink()
    yield "a result needs its file no more", lab.call("info", "mine.h5").returncode == 0
    done = lab.call("show", "lines", "--set", "file=own.jsonl")
    yield "a file that is not there is named", done.returncode == 2 and "own.jsonl: cannot open it" in done.stderr


def maps(lab: Lab):
    lab.write("maps.txt", MAPS)
    lab.write("lines.jsonl", LINES)
    done = lab.call("import", "maps.txt", "-o", "maps.h5", "--json")
    yield "maps are counted", done.returncode == 0 and json.loads(done.stdout)["samples"] == 2
    lab.call("import", "lines.jsonl", "-o", "lines.h5")
    yield "as the lines that say the same", same_counts(lab.info("lines.h5"), lab.info("maps.h5"))
    yield "and drawn", "boss_distance" in lab.call("show", "lines", "--set", "file=maps.txt").stdout


def bad_lines(lab: Lab):
    for text, message in {**BAD, **BAD_MAPS}.items():
        lab.write("bad.jsonl", text)
        done = lab.call("import", "bad.jsonl")
        yield f"refused: {message}", done.returncode == 2 and message in done.stderr and not lab.has("bad.h5")
    lab.write("bad.jsonl", "x\n" + GOOD + "{}\n" + GOOD)
    done = lab.call("import", "bad.jsonl", "--skip-bad", "1")
    yield "one bad line too many", done.returncode == 2 and "bad.jsonl:3" in done.stderr and not lab.has("bad.h5")
    done = lab.call("import", "bad.jsonl", "--skip-bad", "2", "--json")
    yield "as many as allowed", done.returncode == 0 and json.loads(done.stdout)["bad_lines"] == 2
    yield "and each is told", "left out: bad.jsonl:1: not JSON" in done.stderr and "bad.jsonl:3: rooms" in done.stderr
    yield "the file keeps their number", b"bad_lines" in (lab.folder / "bad.h5").read_bytes()
    lab.write("odd.jsonl", '{"mood":1,"rooms":[{"cells":[[0,0]]},{"cells":[[1,0]],"kind":"hut"}]}\n' * 3)
    done = lab.call("import", "odd.jsonl")
    yield "unknown kinds and keys have one notice each", done.returncode == 0 and done.stderr.count("\n") == 2 and \
        "on 3 floors; the first is 'hut'" in done.stderr and "the first is 'mood'" in done.stderr
    done = lab.call("import", "odd.jsonl")
    yield "a result is not replaced", done.returncode == 2 and "odd.h5: there is a file of this name" in done.stderr
    yield "which can be silenced", lab.call("import", "odd.jsonl", "-q", "--force").stderr == ""
    done = lab.call("import", "odd.jsonl", "-o", "no/such/folder.h5")
    yield "a folder that is not there", done.returncode == 2 and "no/such" in done.stderr


def main() -> int:
    failed = 0
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        lab = Lab(sys.argv[1], pathlib.Path(folder))
        for cases in (own_floors, own_gates, results, maps, bad_lines):
            for what, is_right in cases(lab):
                number += 1
                failed += not is_right
                print(f"{'ok' if is_right else 'not ok'} {number} - {what}", flush=True)
    print(f"1..{number}")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
