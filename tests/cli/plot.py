"""Figures by the real program and the real gnuplot: plot.py PROGRAM GOLDEN [--write | --readme]. Prints TAP.

A small run is made, plotted, and held against the tables in GOLDEN (large ones by their digest); pictures must be the
same bytes every time, and nothing half-written may be left, whatever goes wrong. With --readme: only whether the
figures in the README are as they should be, which takes a longer run."""
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as xml

LARGE = 4000  # bytes; a larger table is kept as its digest only
RUNS = {
    "a": """name: small-plots
about: a test
generator: rebirth
settings: {interiors: off}
vary: {stage: [1, 2, 6], hard: [off, on]}
floors: 300
seed: 3
joints: [[plan_rooms, dead_ends], [dead_ends, boss_distance], [boss_distance, plan_rooms]]
maps: all
streams: shared
""",
    "b": """name: other-plots
about: a test
generator: rebirth
settings: {interiors: off, rules: afterbirth-plus}
vary: {stage: [2, 6, 7], hard: [off, on]}
floors: 300
seed: 3
maps: none
streams: shared
""",
    "rooms": """name: small-rooms
about: a test
generator: room
settings: {doors: random}
vary: {budget: [5, 30]}
floors: 300
streams: shared
joints: [[clutter, path]]
""",
    "journeys": """name: small-journeys
about: a test
generator: journey
settings: {plan: isaac}
vary: {player: [usual, full, mortal]}
floors: 300
""",
    "apart": """name: apart-plots
about: a test
generator: classic
vary: {level: [1, 2, 4], rules: [article, flash]}
floors: 300
events: {winding: 'boss_distance >= 5 && dead_ends <= 4'}
joints: [[rooms, dead_ends]]
""",
    "stages": """name: some-stages
about: a test
generator: rebirth
settings: {interiors: off}
vary: {stage: [6, 8, 9, 10, 12]}
floors: 100
events: {joined: 'secret_neighbours >= 2', walled: 'has(secret_neighbours) && rooms > 9'}
maps: none
""",
    "scenarios": """name: scenarios
scenarios:
  first-floors: {generator: classic, settings: {level: 1}, floors: 300}
  basements: {generator: rebirth, settings: {stage: 1}, floors: 200, metrics: [rooms, dead_ends], events: none, maps: none}
  cellars: {generator: room, settings: {size: big}, floors: 100}
""",
    "bare": "name: bare\nabout: a test\ngenerator: classic\nfloors: 60\nmetrics: [rooms]\nmaps: none\n",
}


def call(program, *words, env=None, cwd=None, before=None):
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, errors="replace", cwd=cwd,
                          env=env, stdin=subprocess.DEVNULL, preexec_fn=before, timeout=120, check=False)


def files(folder):
    return {path.name: path.read_bytes() for path in sorted(pathlib.Path(folder).iterdir())}


def is_whole(name, data):
    ends = {"svg": b"</svg>", "png": b"IEND", "pdf": b"%%EOF", "tsv": b"\n", "gp": b"\n"}
    return ends[name.rsplit(".", 1)[1]] in data[-40:]


README = ("odds", "convergence", "map", "secret")
FOLDERS = ("one", "both", "claims", "rooms", "journeys", "apart")


class Test:
    def __init__(self, program, golden, folder):
        self.program, self.golden, self.folder = program, golden, folder
        self.pictures = golden.parents[2] / "plots" / "pictures"
        self.runs = {}
        self.said = {}  # of runs that were plotted

    def make_runs(self):
        for name, text in RUNS.items():
            (self.folder / f"{name}.yaml").write_text(text)
            self.runs[name] = self.folder / f"{name}.h5"
            result = call(self.program, "run", self.folder / f"{name}.yaml", "-q", "-o", self.runs[name])
            assert result.returncode == 0, result.stderr
        self.runs["claims"] = self.folder / "claims.h5"
        claims = pathlib.Path(__file__).parent / "claims.yaml"
        result = call(self.program, "verify", claims, "-q", "-o", self.runs["claims"])
        assert result.returncode in (0, 4), result.stderr
        for name in ("journeys", "apart"):
            self.plot(name, self.runs[name])
        for name in ("claims", "rooms"):
            result = call(self.program, "plot", "-o", self.folder / name, self.runs[name])
            assert result.returncode == 0, result.stderr
            self.said[name] = result.stdout
        self.plot("one", self.runs["a"])
        self.plot("both", self.runs["a"], self.runs["b"])
        self.plot("both", self.runs["a"], self.runs["b"], "--figure", "speed")

    def plot(self, folder, *words, **more):
        result = call(self.program, "plot", "-q", "-o", self.folder / folder, *words, **more)
        assert result.returncode == 0, result.stderr
        return files(self.folder / folder)

    def tables(self):
        planes = ("map", "range", "corner")
        return {f"{folder}/{'pairs/' * name.startswith(('paired', 'difference'))}{'planes/' * name.startswith(planes)}{name}": data for folder in FOLDERS
                for name, data in files(self.folder / folder).items() if name.endswith(".tsv") and "speed" not in name}

    def write(self):
        for path in self.golden.rglob("*.tsv"):
            path.unlink()
        tables = self.tables()
        for name, data in tables.items():
            if len(data) <= LARGE:
                (self.golden / name).parent.mkdir(parents=True, exist_ok=True)
                (self.golden / name).write_bytes(data)
        large = [f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in tables.items() if len(data) > LARGE]
        (self.golden / "large.txt").write_text("".join(large))
        for name, data in self.readme().items():
            (self.pictures / name).write_bytes(data)

    def readme(self):
        """The figures of the README, drawn again."""
        run = self.folder / "rebirth-stages.h5"
        result = call(self.program, "run", "rebirth-stages", "-q", "-o", run)
        assert result.returncode == 0, result.stderr
        drawn = self.plot("readme", run, *[word for name in (*README, "bosses") for word in ("--figure", name)])
        return {f"readme-{name}.svg": drawn[f"{name}.svg"] for name in README}

    def bosses_add_up(self):
        """the bosses of each stage make nearly all of its floors: none is left out for want of room"""
        rows = [line.split("\t") for line in (self.folder / "readme" / "bosses.tsv").read_text().splitlines()[1:]]
        for stage in {row[5] for row in rows}:
            assert sum(float(row[8]) for row in rows if row[5] == stage) > 0.97, stage
        assert {row[5] for row in rows} == {*map(str, range(1, 13))} - {"9"}

    def readme_figures(self):
        """the figures on the page of figures are what the command below them draws"""
        shown = (self.pictures.parents[1] / "data/manual/figures.md").read_text()
        for name, data in self.readme().items():
            assert (self.pictures / name).read_bytes() == data, f"{name}: write it again with --write"
            assert f"/pictures/{name})" in shown, name

    def golden_tables(self):
        """the tables are the golden ones"""
        tables, found = self.tables(), []
        large = dict(line.split()[::-1] for line in (self.golden / "large.txt").read_text().splitlines())
        kept = {str(path.relative_to(self.golden)) for path in self.golden.rglob("*.tsv")} | set(large)
        assert kept == set(tables), kept ^ set(tables)
        for name, data in tables.items():
            same = (hashlib.sha256(data).hexdigest() == large[name] if name in large
                    else data == (self.golden / name).read_bytes())
            found += [] if same else [name]
        assert not found, found

    def every_figure(self):
        """every figure of the table is drawn, and listed"""
        listed = call(self.program, "list", "figures", "--json").stdout
        drawn = "".join(name for folder in FOLDERS for name in files(self.folder / folder))
        for name in [line.split('"')[3] for line in listed.splitlines() if '"figure"' in line]:
            assert f"{name}.svg" in drawn, name

    def same_bytes(self):
        """the same run gives the same pictures, SVG and PNG, light and dark"""
        assert self.plot("again", self.runs["a"]) == files(self.folder / "one")
        dark = self.plot("dark", self.runs["a"], "--dark", "--figure", "rooms", "--figure", "map")
        assert dark["rooms.svg"] != files(self.folder / "one")["rooms.svg"]
        first = self.plot("png1", self.runs["a"], "--format", "png", "--figure", "rooms", "--figure", "map", "--dark")
        assert first == self.plot("png2", self.runs["a"], "--format", "png", "--figure", "rooms", "--figure", "map",
                                  "--dark")
        assert first["map.png"].startswith(b"\x89PNG") and "map-2.png" in first

    def whole_pictures(self):
        """pictures are well-formed"""
        for folder in FOLDERS:
            for name in [name for name in files(self.folder / folder) if name.endswith(".svg")]:
                root = xml.parse(self.folder / folder / name).getroot()
                assert root.tag.endswith("svg") and not root.findall(".//{*}script"), name
                words = "".join(root.itertext())
                assert "streams: " in words and re.search(r"How to read: [^…]*\.", words), name

    def texts_of_lines(self):
        """a field of somebody's floors is a text in a picture, whatever is in it"""
        lines = self.folder / "lines.jsonl"
        for line in call(self.program, "export", "classic", "--floors", "40", "--no-metrics").stdout.splitlines():
            with lines.open("a") as file:
                zone = 'a]]>"b"' if '"index":1' in line else 'c "d"'
                file.write(line[:-1] + f', "zone": {json.dumps(zone)}}}\n')
        run = self.folder / "lines.h5"
        result = call(self.program, "import", lines, "--vary", "zone", "-q", "-o", run)
        assert result.returncode == 0, result.stderr
        self.plot("lines", run)
        drawn = [path for path in (self.folder / "lines").iterdir() if path.suffix == ".svg"]
        words = " ".join("".join(xml.parse(path).getroot().itertext()) for path in drawn)
        assert len(drawn) > 4 and "“d”" in words and "“b”" in words and "”d" not in words, words[:400]

    def pdf_words(self):
        """a PDF is whole, and all of its words lie within the page"""
        for number, (run, *width) in enumerate((("a",), ("a", "--width", "page"), ("claims", "--width", "column"), ("apart", "--width", "120"))):
            folder = self.folder / f"pdf-{number}"
            drawn = self.plot(folder.name, self.runs[run], "--format", "pdf", *width)
            for name in [name for name in drawn if name.endswith(".pdf")]:
                assert is_whole(name, drawn[name]), name
                page = xml.fromstring(call("pdftotext", "-bbox", folder / name, "-").stdout).find(".//{*}page")
                words = page.findall("{*}word")
                assert len(words) > 10, (folder, name)
                for word in words:
                    left, top, right, bottom = (float(word.get(key)) for key in ("xMin", "yMin", "xMax", "yMax"))
                    assert left > -1 and right < float(page.get("width")) + 1 and top > -2 and bottom < float(page.get("height")) + 2, \
                        (folder.name, name, "leaves the page", word.text, left, right, top, bottom, page.attrib)

    def scripts_work_again(self):
        """every script draws the same picture when run by hand, without a warning"""
        for folder in FOLDERS:
            before = files(self.folder / folder)
            for name in [name for name in before if name.endswith(".gp") and name != "style.gp"]:
                result = call("gnuplot", "-d", name, cwd=self.folder / folder)
                assert result.returncode == 0 and not result.stderr, (name, result.stderr)
            assert files(self.folder / folder) == before

    def prints(self):
        """a print is as wide as was asked, fits a page, leaves no words out and has none of less than 6 points"""
        prints = (("column", 321, "a claims journeys apart"), ("page", 642, "a claims"), ("120", 453, "apart"))
        for width, points, names in prints:
            for name in names.split():
                folder = f"print-{width}-{name}"
                for file, data in self.plot(folder, self.runs[name], "--width", width).items():
                    if not file.endswith(".svg"):
                        continue
                    root = xml.fromstring(data)
                    assert root.get("width") == str(points), (folder, file, root.get("width"))
                    assert int(root.get("height")) <= 1010, (folder, file, root.get("height"))
                    self.check_words(root, f"{folder}/{file}", points)

    def check_words(self, root, name, width):
        """No word lies outside of the picture or on another one; of their widths only about so much is known."""
        boxes = []
        for group in root.iter("{http://www.w3.org/2000/svg}g"):
            text, size = group.find("{*}text"), float(group.get("font-size", 0))
            move = re.match(r"translate\(([-\d.]+),([-\d.]+)\)(.*)", group.get("transform") or "")
            if text is None or not move or not "".join(text.itertext()).strip():
                continue
            assert size >= 8, (name, size, "".join(text.itertext()))  # 6 points of 1/72 inch
            if move[3].strip():
                continue  # slanted
            words = "".join(text.itertext()).strip()
            long = 0.55 * size * len(words)
            x, y = float(move[1]), float(move[2])
            x -= {"middle": long / 2, "end": long}.get(group.get("text-anchor"), 0)
            assert x > -2 and x + long < width + 2, (name, "leaves the picture", words, x, long)
            boxes.append((x, x + long, y - 0.6 * size, y, words))
        for i, a in enumerate(boxes):
            for b in boxes[:i]:
                lies_on = min(a[1], b[1]) - max(a[0], b[0]) > 2 and min(a[3], b[3]) - max(a[2], b[2]) > 1
                assert not lies_on, (name, a[4], "lies on", b[4])

    def expect(self, code, text, *words, **more):
        result = call(self.program, "plot", *words, **more)
        assert result.returncode == code and text in result.stderr, (words, result.returncode, result.stderr)

    def errors(self):
        """what cannot be drawn is refused, with a reason"""
        run = self.runs["bare"]
        out = self.folder / "errors"
        self.expect(2, "did you mean 'metrics'? 'floorlab list figures' says what each shows", run, "--figure", "metrisc", "-o", out)
        for width in ("69", "401", "wide", "", "-85", "85mm"):
            self.expect(2, "--width must be column, page or 70 to 400 (millimetres)", run, "--width", width, "-o", out)
        self.expect(2, "--format takes svg|png|pdf", run, "--format", "gif", "-o", out)
        self.expect(2, "none of its claims was judged", self.runs["rooms"], "--figure", "odds", "-o", out)
        self.expect(2, "not added up", self.runs["claims"], "--figure", "map", "-o", out)
        self.expect(2, "did you mean 'stage'?", self.runs["a"], "--where", "stag=1", "-o", out)
        self.expect(2, "values of stage: 1, 2, 6", self.runs["a"], "--where", "stage=3", "-o", out)
        self.expect(2, "--where needs SETTING=VALUE", self.runs["a"], "--where", "stage", "-o", out)
        self.expect(2, "the runs have no configuration in common", self.runs["a"], self.runs["apart"], "-o", out)
        self.expect(2, "needs maps", run, "--figure", "map", "-o", out)
        self.expect(2, "needs 2 to", run, "--figure", "overlay", "-o", out)
        self.expect(2, "shows one run, not 2", run, run, "--figure", "metrics", "-o", out)
        self.expect(2, "nowhere.h5", self.folder / "nowhere.h5", "-o", out)
        assert call(self.program, "plot", self.folder / "a.yaml", "-o", out).returncode == 2
        self.expect(2, "cannot make the folder", run, "-o", self.folder / "no" / "such")
        self.expect(2, "expected a folder", run, "-o", run)
        self.expect(2, "cannot", run, "-o", "/proc/floorlab")
        assert not [p for p in (out.iterdir() if out.exists() else []) if p.name != "style.gp"]

    def words_of(self, folder, name):
        return ["".join(text.itertext()).strip() for text in xml.parse(self.folder / folder / name).getroot().iter("{http://www.w3.org/2000/svg}text")]

    def without_values(self):
        """a configuration without values keeps its place on the axis, which no line crosses, and the note names it"""
        self.plot("stages", self.runs["stages"])
        for name, missing in (("secret", "9"), ("events", ""), ("rolls", "9, 12"), ("difference", ""), ("metrics", "")):
            rows = [row.split("\t") for row in (self.folder / "stages" / f"{name}.tsv").read_text().splitlines()[1:]]
            words = self.words_of("stages", f"{name}.svg")
            assert ("no values at stage " + missing in " ".join(words)) == bool(missing), (name, words)
            assert "Shaded: not in the run." in " ".join(words), (name, words)
            assert {"6", "8", "9", "10", "12"} <= set(words) and not {"7", "11"} & set(words) - {row[6] for row in rows}, (name, words)
        events = [row.split("\t") for row in (self.folder / "stages" / "events.tsv").read_text().splitlines()[1:]]
        drawn = {event: {row[5] for row in events if row[1].startswith(event)} for event in ("joined", "walled")}
        assert drawn == {"joined": {"6", "8", "10", "12"}, "walled": {"6", "8", "9", "10", "12"}}, drawn

    def numbers_of_samples(self):
        """where configurations have different numbers of samples, the note has the smallest and the largest"""
        self.plot("scenarios", self.runs["scenarios"], "--figure", "metrics", "--figure", "histogram")
        for name in ("metrics.svg", "histogram.svg"):
            assert "100 to 300 samples a configuration" in " ".join(self.words_of("scenarios", name)), name

    def documented(self):
        """what is said of grey bars and frames is said where there are some"""
        seen = set()
        for folder in (*FOLDERS, "stages"):
            for name in [name for name in files(self.folder / folder) if name.endswith(".svg")]:
                words = " ".join(self.words_of(folder, name))
                rows = [row.split("\t") for row in (self.folder / folder / name).with_suffix(".tsv").read_text().splitlines()]
                if rows[0][-1].startswith("documented"):
                    has = any(row[-1] != "NaN" for row in rows[1:])
                    seen.add((rows[0][-1], has))
                    if not name.startswith("odds"):
                        assert (re.search("[Gg]rey bar|[Ff]rame", words) is not None) == has, (folder, name, words)
        assert len(seen) == 4, seen

    def own_plans(self):
        """the chances of our own plans are claims, but no documented bars"""
        run = self.folder / "plan.h5"
        run.with_suffix(".yaml").write_text("name: plan\ngenerator: journey\nsettings: {plan: classic, player: full}\nfloors: 300\n")
        result = call(self.program, "run", run.with_suffix(".yaml"), "-q", "-o", run)
        assert result.returncode == 0, result.stderr
        drawn = self.plot("plan", run, "--figure", "endings", "--figure", "odds")
        rows = [row.split("\t") for row in drawn["endings.tsv"].decode().splitlines()[1:]]
        assert b"journey.classic.ends.sheol" in drawn["odds.tsv"] and {row[-1] for row in rows} == {"NaN"}, rows

    def left_out(self):
        """what a file has no figures of is said, with a reason for each"""
        said = self.said["claims"]
        assert "\nleft out: paired (its configurations have random numbers of their own" in said, said
        assert "; difference (its configurations are scenarios" in said, said
        assert "; map, range, " in said and "scenarios of their own" in said, said
        said = call(self.program, "plot", self.runs["bare"], "-o", self.folder / "said").stdout
        assert "left out: paired, difference (there is one configuration)" in said and "verdicts.svg" in said, said
        said = self.said["rooms"]
        assert "odds, verdicts, claims, convergence (none of its claims was judged on these configurations)" in said, said

    def where(self):
        """--where draws what was chosen, and nothing else, in a folder of its own"""
        result = call(self.program, "plot", "-q", self.runs["a"], "--where", "stage=2", "--where", "hard=on", "--figure", "metrics")
        folder = self.folder / "a-stage-2-hard-on-figures"
        assert result.returncode == 0, result.stderr
        table = (folder / "metrics.tsv").read_text()
        assert "\thard off\t" not in table and "\t2\t" in table, table
        rows = [row.split("\t") for row in (self.folder / "one" / "metrics.tsv").read_text().splitlines()]
        mean = [row[7] for row in rows if row[1] == "plan rooms" and row[3] == "hard on" and row[5] == "2"]
        chosen = [row.split("\t")[7] for row in table.splitlines() if row.split("\t")[1] == "plan rooms"]
        assert mean == chosen and len(mean) == 1, (mean, chosen)

    def alone(self):
        """--panel draws one panel with the rows it has among others; --plain and --title choose the words around it"""
        whole = [row.split("\t") for row in (self.folder / "one" / "metrics.tsv").read_text().splitlines()[1:]]
        drawn = self.plot("alone", self.runs["a"], "--figure", "metrics", "--panel", "plan_rooms", "--plain")
        assert set(drawn) == {"metrics.svg", "metrics.tsv", "metrics.gp", "style.gp"}, set(drawn)
        rows = [row.split("\t") for row in drawn["metrics.tsv"].decode().splitlines()[1:]]
        assert rows and [row[1:] for row in rows] == [row[1:] for row in whole if row[1] == "plan rooms"]
        assert {row[0] for row in rows} == {"1"} and "How to read" not in (plain := drawn["metrics.svg"].decode())
        assert "streams:" not in plain and "Metrics: " not in plain and "plan rooms" in plain
        height = int(re.search(r'height="(\d+)"', plain).group(1))
        titled = self.plot("titled", self.runs["a"], "--figure", "metrics", "--panel", "plan_rooms", "--title", "It's mine")
        text = titled["metrics.svg"].decode()
        assert "mine</text>" in text and "How to read" in text and int(re.search(r'height="(\d+)"', text).group(1)) > height + 60
        self.expect(2, "no figure has a panel 'plan'", self.runs["a"], "--figure", "metrics", "--panel", "plan", "-o", self.folder / "no")
        self.expect(2, "--panel needs --figure", self.runs["a"], "--panel", "plan_rooms", "-o", self.folder / "no")

    def missing_gnuplot(self):
        """without gnuplot the package is named, and nothing is made"""
        for path in ("", "/nowhere:bin:.", None):
            env = {} if path is None else {"PATH": path}
            self.expect(3, "gnuplot-nox", self.runs["bare"], "-o", self.folder / "missing", env=env)
        assert not (self.folder / "missing").exists()

    def failing_gnuplot(self):
        """a gnuplot that fails, or writes nothing, is told apart, and no folder stays"""
        place = self.folder / "bin"
        place.mkdir()
        for text, said in (("echo 'no such terminal' >&2; exit 1", "no such terminal"), ("exit 0", "complete picture"),
                           ("kill -9 $$", "was killed")):
            (place / "gnuplot").write_text(f"#!/bin/sh\n{text}\n")
            (place / "gnuplot").chmod(0o755)
            self.expect(3, said, self.runs["bare"], "-o", self.folder / "failing", env={"PATH": str(place)})
            assert not (self.folder / "failing").exists()

    def stopped(self):
        """a signal ends it after the page at work, and no hidden folder stays"""
        place = self.folder / "stopped"
        process = subprocess.Popen([self.program, "plot", "-q", str(self.runs["a"]), "-o", str(place)])
        while process.poll() is None and not list(place.glob("*.svg")):
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 128 + signal.SIGTERM, process.returncode
        hidden = [path.name for path in place.iterdir() if path.name.startswith(".")]
        assert not hidden, hidden


def main() -> int:
    program, golden = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        test = Test(program, golden, pathlib.Path(folder))
        tests = [test.golden_tables, test.every_figure, test.same_bytes, test.whole_pictures, test.pdf_words, test.texts_of_lines, test.scripts_work_again, test.prints,
                 test.errors, test.without_values, test.numbers_of_samples, test.documented, test.own_plans, test.left_out, test.where, test.alone,
                 test.missing_gnuplot, test.failing_gnuplot, test.stopped]
        if "--readme" in sys.argv:
            tests = [test.readme_figures, test.bosses_add_up]
        else:
            test.make_runs()
        if "--write" in sys.argv:
            test.write()
            return 0
        print(f"1..{len(tests)}")
        for number, one in enumerate(tests, 1):
            try:
                one()
                print(f"ok {number} - {one.__doc__}", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"not ok {number} - {one.__doc__}", flush=True)
                print(f"# {error}", file=sys.stderr)
    return 1 if failed else 0


sys.exit(main())
