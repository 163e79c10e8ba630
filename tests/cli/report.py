"""The report by the real program: report.py PROGRAM [scenarios]. Prints TAP. With `scenarios` it is that test alone.

The page is read by a parser, its words are held against verify, plot, show and run; nothing half-written may be left.
Where a Chromium is installed (./lab deps does so for full tests) the page is also opened, sorted, filtered, by keys alone, in the
dark, on a phone and without scripts; elsewhere a comment says that it was not."""
import base64
import hashlib
import html
import html.parser
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as xml

import browser

RUN = """name: small-report
about: "%s"
generator: classic
vary: {level: [1, 2, 6]}
floors: 3000
seed: 1
joints: [[plan_rooms, dead_ends]]
maps: all
streams: shared
"""
FEW = """name: few
about: "%s"
generator: classic
settings: {level: 2}
floors: 300
metrics: [plan_rooms, dead_ends]
maps: none
streams: shared
"""
LEVELS = """name: %s
generator: classic
settings: {rules: %s}
vary: {level: [1, 2]}
floors: 2000
maps: none
"""
SCENARIOS = """name: scenarios
scenarios:
  first-floors: {generator: classic, settings: {level: 1}, floors: 300}
  basements:
    generator: rebirth
    settings: {stage: 1, curse: none}
    floors: 200
    metrics: [dead_ends, rooms, secret_neighbours, loops]
    events: none
    joints: none
    maps: none
  rolls: {generator: rebirth, settings: {layout: none, interiors: off}, floors: 50, events: none, maps: none}
  depths: {generator: rebirth, settings: {stage: 6}, floors: 100, metrics: [rooms, boss_distance], events: none, maps: none}
  grids: {generator: grid, floors: 50, metrics: all, events: none, maps: none}
  cellars: {generator: room, settings: {size: big}, floors: 100}
  ways: {generator: journey, floors: 20}
"""
HOSTILE = "`touch pwned` $(touch pwned) |touch pwned EOD <script>alert(1)</script> <x onload=y> & &amp; ' \\\" %s%n {@}^ ]]> -->"
CLAIMS = """source: "<script>alert(1)</script> `touch pwned`"
sources: [{short: EOD, title: "<script>alert(1)</script>"}]
scenarios:
  p: {generator: classic, settings: {level: 2}}
claims:
  - id: hostile.one
    source: "EOD\\n| <b>\\"&amp; '\\" --> ]]>"
    text: "</table><script>alert(1)</script> `touch pwned`\\n<img src=x onerror=alert(1)>"
    type: probability
    event: roll.curse.won
    value: 1/2
    on: {p: confirmed}
"""
VOID = {"meta", "link", "br", "hr", "img", "input"}
ELEMENTS = set("""html head meta title style body a header h1 h2 h3 p dl div dt dd nav ul li main table thead tbody tr th td
span code pre figure figcaption img footer script b strong svg g path rect circle use defs text tspan polygon polyline line desc
clippath ellipse details summary""".split())
METRICS = {"The longest path": "diameter", "The farthest boss": "boss_distance", "The nearest boss": "boss_distance",
           "Most dead ends": "dead_ends", "Fewest dead ends": "dead_ends", "The most clustered": "clustering_sum",
           "Most loops": "loops", "Most crossings": "branching", "Most large rooms": "big_rooms", "Most rooms": "rooms",
           "Fewest rooms": "rooms", "The best-connected secret room": "secret_neighbours", "The hardest to make": "attempts"}


class Page(html.parser.HTMLParser):
    """Elements, attributes and texts of a page; whatever is not closed as it was opened is an error."""

    def __init__(self, path):
        super().__init__()
        self.raw = pathlib.Path(path).read_text()
        self.open, self.elements, self.ids, self.links, self.texts = [], [], [], [], []
        self.feed(self.raw)
        assert not self.open, self.open

    def handle_starttag(self, tag, attrs):
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), (tag, attrs)
        self.elements.append((tag, dict(attrs)))
        self.ids += [value for name, value in attrs if name == "id"]
        self.links += [value for name, value in attrs if name in ("href", "xlink:href", "action", "data")
                       or name == "src" and not value.startswith("data:image/svg+xml,")]
        self.links += re.findall(r"url\(([^)]*)\)", " ".join(value or "" for _, value in attrs))

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (self.open, tag)
        self.open.pop()

    def handle_data(self, data):
        self.texts.append((self.open[-1] if self.open else "", data))

    def count(self, tag, **attributes):
        return sum(tag == name and all(found.get(key.rstrip("_")) == value for key, value in attributes.items())
                   for name, found in self.elements)


def call(program, *words, **more):
    before = more.pop("before", None)
    return subprocess.run([program, *map(str, words)], capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, preexec_fn=before, timeout=120, check=False, **more)


def text_of(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


class Test:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.run, self.claims = folder / "small.h5", folder / "claims.yaml"
        self.page = folder / "small.html"

    def prepare(self):
        self.claims.write_text(CLAIMS)
        for path, text in ((self.run, RUN % "what the test runs"),
                           (self.folder / "few.h5", FEW % "few figures"),
                           (self.folder / "hostile.h5", FEW % HOSTILE)):
            path.with_suffix(".yaml").write_text(text)
            result = call(self.program, "run", path.with_suffix(".yaml"), "-q", "-o", path)
            assert result.returncode == 0, result.stderr
        self.report(self.run)

    def report(self, *words, **more):
        result = call(self.program, "report", "-q", *words, **more)
        assert result.returncode == 0 and not result.stdout, (words, result.stdout, result.stderr)

    def check(self, path):
        """What holds for every page."""
        page = Page(path)
        assert {tag for tag, _ in page.elements} <= ELEMENTS, {tag for tag, _ in page.elements} - ELEMENTS
        assert len(set(page.ids)) == len(page.ids), "an id stands twice"
        targets = [link.strip("'\"")[1:] for link in page.links]
        assert all(link.strip("'\"").startswith("#") for link in page.links), "an address outside of the page"
        assert set(targets) <= set(page.ids), set(targets) - set(page.ids)
        assert not [tag for tag, found in page.elements if any(name.startswith("on") for name in found)]
        style = "".join(text for tag, text in page.texts if tag == "style")
        assert "url(" not in style and "@import" not in style
        names = set(re.findall(r"var\((--map-\w+)\)", page.raw))
        for name in names:
            assert style.count(name + ":") == 2, name
        script = "".join(text for tag, text in page.texts if tag == "script")
        policy = next(found["content"] for tag, found in page.elements if found.get("http-equiv"))
        mark = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src 'sha256-{mark}'" in policy, f"the script has the hash sha256-{mark}: experiments/report/report.c"
        assert page.count("script") == 1 and "default-src 'none'" in policy
        return page

    def structure(self):
        """a page is well-formed, whole, and asks for nothing outside of itself"""
        page = self.check(self.page)
        for part in ("verdicts", "figures", "floors", "provenance"):
            assert part in page.ids and f"#{part}" in page.links, part
        assert page.count("h1") == 1 and page.count("html", lang="en") == 1

    def stored(self):
        """the page of a file with verdicts has those of the file, also where new ones would be others"""
        run = self.folder / "stored.h5"
        result = call(self.program, "verify", self.claims, "-q", "-o", run)
        assert result.returncode in (0, 1), result.stderr
        self.report(run)
        page = self.check(run.with_suffix(".html"))
        claim, = json.loads(call(self.program, "verify", run, "--json").stdout)["claims"]
        assert re.findall(r'<tr data-verdict="(\w+)', page.raw) == [claim["verdict"]]
        assert "Checked 1 statements in 1 cases" in page.raw and f'data-value="{claim["trials"]}"' in page.raw
        assert "--figure odds" in page.raw and "--figure map" not in page.raw and "Left out: " in page.raw

    def verdicts(self):
        """the verdicts are those of verify, all of them; those that are refuted or open come first"""
        claims = json.loads(call(self.program, "verify", self.run, "--json").stdout)["claims"]
        rows = re.findall(r'<tr data-verdict="(\w+)( changed)?">\s*<th scope="row"><code>(.*?)</code>', self.page.read_text())
        assert len(claims) > 10
        first = {html.unescape(name) for verdict, changed, name in rows if changed or verdict != "confirmed"}
        assert [(html.unescape(name), verdict) for verdict, _, name in rows] == \
            [(c["id"], c["verdict"]) for c in sorted(claims, key=lambda c: c["id"] not in first)]

    def figures(self):
        """the figures are the first pages of plot, all of them, the first open, each with its name for those who hear the page"""
        rows = json.loads(call(self.program, "plot", self.run, "-o", self.folder / "figures", "--json").stdout)
        rows = [row for row in rows if not row["figure"][-1].isdigit()]
        page = Page(self.page)
        assert [("open" in found) for tag, found in page.elements if tag == "details" and found.get("class") == "figure"] == \
            [number == 0 for number in range(len(rows))]
        assert page.count("div", class_="picture") == len(rows) > 8
        pictures = [found for tag, found in page.elements if tag == "img"]
        assert len(pictures) == len(rows) and all("small-report" in found["alt"] for found in pictures)
        for name, found in zip([row["figure"] for row in rows], pictures):
            assert xml.fromstring(urllib.parse.unquote(found["src"].split(",", 1)[1])).tag.endswith("svg"), name

    def chosen(self):
        """--figure draws what it names, --brief nothing but the story"""
        page = self.folder / "chosen.html"
        self.report(self.run, "--figure", "map", "--figure", "range", "-o", page)
        assert re.findall(r"--figure (\w+)", self.check(page).raw) == ["map", "range"]
        self.report(self.run, "--brief", "-o", page)
        brief = self.check(page).raw
        assert "--figure odds" in brief and brief.count("<img ") == 1 and len(brief) < len(self.page.read_text()) / 4
        assert 'class="verdicts"' not in brief and 'class="floor"' not in brief and "Checked " in brief
        self.expect(2, "no figure 'mop'", self.run, "--figure", "mop", "-o", page)

    def within(self):
        """what differs between the configurations of a run: metrics, each once, where it differs most from the first"""
        part = self.page.read_text().split('id="differences"')[1].split("<h2")[0]
        rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(<td.*?)</tr>", part)]
        assert 5 < len(rows) <= 10 and len({row[1] for row in rows}) == len(rows) and "B: the first, level 1" in part
        metrics = json.loads(call(self.program, "info", self.run, "--json").stdout)["metrics"]
        for level, name, *means, _, verdict in rows:
            mean = {str(one["configuration"]["level"]): one["mean"] for one in metrics[name]}
            for said, of in zip(means, (level.split("=")[1], "1")):
                assert abs(float(said.removeprefix("mean ")) - mean[of]) < 0.0006 * max(1, abs(mean[of])), (level, name, said)
            assert verdict == "different" and level != "level=1"

    def small(self):
        """a picture loses no word and no mark by what is left out of its SVG"""
        drawn = self.folder / "figures"
        for name, found in re.findall(r'--figure (\w+)</code>|src="(data:image/svg[^"]*)"', self.page.read_text()):
            if found:
                picture = urllib.parse.unquote(html.unescape(found).split(",", 1)[1])
                continue
            whole = (drawn / f"{name}.svg").read_text()
            for marks in (r"<text>(.*?)</text>", r"<(use|polygon|path)\b"):
                assert re.findall(marks, whole) == re.findall(marks, picture), (name, marks)
            assert len(picture) < 0.85 * len(whole), name

    def hold_floors(self, page):
        """Each floor is what it is said to be: its command shows it. Returns the rows: title, number, how many of how many."""
        rows = []
        for floor in re.findall(r'<figure class="floor">(.*?)</figure>', page.read_text(), re.S):
            command = text_of(re.search(r'<code class="command">(.*?)</code>', floor).group(1))
            shown = call(self.program, *shlex.split(command)[1:], "--format", "json")
            assert shown.returncode == 0, shown.stderr
            metrics = json.loads(shown.stdout)["metrics"]
            found = re.findall(r"<h3>(.*?)</h3><p>(-?\d+) [^<]*?(?:, on ([\d\s]+|one) of ([\d\s]+) floors)?</p>", floor)
            assert len(found) == floor.count("<h3>") > 0, floor
            for title, number, some, of in found:
                assert metrics[METRICS[title]] == int(number), (title, number, metrics)
                rows.append((title, int(number), *(1 if n == "one" else int(re.sub(r"\s", "", n) or 0) for n in (some, of))))
        return rows

    def floors(self):
        """each floor is what it is said to be"""
        assert len(self.hold_floors(self.page)) > 6

    def scenarios(self):
        """of scenarios that count different metrics the extreme floors are those of all of them"""
        run = self.folder / "scenarios.h5"
        run.with_suffix(".yaml").write_text(SCENARIOS)
        result = call(self.program, "run", run.with_suffix(".yaml"), "-q", "-o", run)
        assert result.returncode == 0, result.stderr
        self.report(run)
        rows = self.hold_floors(run.with_suffix(".html"))
        assert len(rows) > 10, rows
        metrics = json.loads(call(self.program, "info", run, "--json").stdout)["metrics"]
        samples = {"first-floors": 300, "basements": 200, "rolls": 50, "depths": 100, "grids": 50}
        for title, number, some, of in rows:
            counted = [one for one in metrics[METRICS[title]] if one["configuration"]["scenario"] in samples and one["n"] > 0]
            is_least = title.startswith(("Fewest", "The nearest"))
            assert number == (min(one["min"] for one in counted) if is_least else max(one["max"] for one in counted)), (title, number)
            assert of in (0, sum(samples[one["configuration"]["scenario"]] for one in counted)), (title, of)
            assert some in (0, sum(one["counts"].get(str(number), 0) for one in counted)), (title, some)

    def again(self):
        """the experiment on the page gives a run of the same digest"""
        text = self.page.read_text()
        again = self.folder / "again.yaml"
        again.write_text(text_of(re.search(r'<pre class="experiment">(.*?)</pre>', text, re.S).group(1)))
        result = call(self.program, "run", again, "-q", "-o", self.folder / "again.h5", "--json")
        assert result.returncode == 0, result.stderr
        assert json.loads(result.stdout)["digest"] in text

    def same_bytes(self):
        """the same run gives the same bytes, wherever they go"""
        place = self.folder / "elsewhere"
        place.mkdir()
        self.report("../small.h5", "-o", "page.html", cwd=place)
        assert (place / "page.html").read_bytes() == self.page.read_bytes()
        assert os.listdir(place) == ["page.html"]

    def differing(self):
        """what differs between two runs is what compare says, each thing once, where it differs most"""
        levels, flash = (self.folder / f"{name}.h5" for name in ("levels", "flash"))
        for path, rules in ((levels, "article"), (flash, "flash")):
            path.with_suffix(".yaml").write_text(LEVELS % (path.stem, rules))
            assert call(self.program, "run", path.with_suffix(".yaml"), "-q", "-o", path).returncode == 0
        both = self.folder / "differing.html"
        self.report(levels, flash, "-o", both)
        page = self.check(both)
        assert {"verdicts", "verdicts-2", "provenance-2", "together"} <= set(page.ids) and "--figure overlay" in page.raw
        part = page.raw.split('id="differences"')[1].split("<h2")[0]
        found = json.loads(call(self.program, "compare", levels, flash, "--json").stdout)
        assert re.findall(r"<b>(\d+)</b>", part) == [str(found[key]) for key in ("different", "undecided", "equal", "left_out")]
        expected = {}
        for row in found["rows"]:
            if row["verdict"] == "different":
                expected.setdefault((row["sort"], row["name"], row.get("second")), row)
        rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in re.findall(r"<tr>(<td.*?)</tr>", part)]
        assert len(rows) == min(24, len(expected)) > 12
        for row, one in zip(rows, expected.values()):
            assert row[0] == one["configuration"] and one["name"] in row[1] and row[5] == "different", (row, one)
            numbers = re.match(r"([0-9.]+) \(([0-9.]+) to ([0-9.]+)\)", row[4]).groups()
            assert all(abs(float(number) - one[key]) < 0.000051 for number, key in zip(numbers, ("distance", "from", "to"))), (row, one)

    def not_differing(self):
        """where nothing differs, or nothing can be compared, the page says so"""
        copy, rooms = self.folder / "copy.h5", self.folder / "rooms.h5"
        copy.write_bytes((self.folder / "few.h5").read_bytes())
        rooms.with_suffix(".yaml").write_text("name: rooms\ngenerator: room\nvary: {size: [small, big]}\nfloors: 50\n")
        assert call(self.program, "run", rooms.with_suffix(".yaml"), "-q", "-o", rooms).returncode == 0
        for other, text in ((copy, "Nothing is found to differ by more than 0.02"), (rooms, "They were not compared: no configuration of one")):
            page = self.folder / f"with-{other.stem}.html"
            self.report(self.folder / "few.h5", other, "-o", page)
            part = self.check(page).raw.split('id="differences"')[1].split("<h2")[0]
            assert text in part and 'class="differences"' not in part
        assert "different is at most 0.001. Both have samples from the same random numbers" in \
            (self.folder / "with-copy.html").read_text()

    def verified(self):
        """--verify judges all claims on floors of its own, the same for any number of threads"""
        pages = [self.folder / f"verified-{threads}.html" for threads in (1, 2)]
        for threads, path in enumerate(pages, 1):
            self.report(self.folder / "few.h5", f"--claims={self.claims}", "--verify", f"--threads={threads}", "-o", path)
        assert pages[0].read_bytes() == pages[1].read_bytes()
        part = self.check(pages[0]).raw.split('id="claims"')[1].split("<h2")[0]
        claim, = json.loads(call(self.program, "verify", self.claims, "--json", "-o", self.folder / "verified.h5").stdout)["claims"]
        assert re.findall(r'<tr data-verdict="(\w+)', part) == [claim["verdict"]]
        assert f'data-value="{claim["trials"]}"' in part

    def invented(self):
        """where rooms are the shipped, invented ones, the page and `info` say so"""
        run = self.folder / "invented.h5"
        run.with_suffix(".yaml").write_text("name: rooms\ngenerator: rebirth\nfloors: 40\nmetrics: [rooms]\nmaps: none\n")
        result = call(self.program, "run", run.with_suffix(".yaml"), "-q", "-o", run)
        assert result.returncode == 0, result.stderr
        self.report(run)
        for path, is_invented in ((run, True), (self.run, False)):
            for text in (self.check(path.with_suffix(".html")).raw, call(self.program, "info", path).stdout):
                assert ("which are invented" in text) == is_invented, path

    def hostile(self):
        """texts from files are texts, whatever is in them"""
        place = self.folder / "hostile"
        place.mkdir()
        for number, name in enumerate(["`touch pwned`", "$(touch pwned)", "a'b\"c<x>&", "line\nbreak|touch pwned", "-o"]):
            run = place / f"{name}.h5"
            run.write_bytes((self.folder / "hostile.h5").read_bytes())
            self.report(f"./{name}.h5", f"--claims={self.claims}", f"--output={number}.html", cwd=place)
            page = self.check(place / f"{number}.html")
            texts = "".join(text for _, text in page.texts)
            assert "<script>alert(1)</script> <x onload=y>" in texts and "</table><script>alert(1)" in texts
            assert page.raw.count("<script") == 1 and "hostile.one" in texts
            commands = re.findall(r"<code>(floorlab plot .*?)</code>", page.raw, re.S)
            assert commands and all(shlex.split(html.unescape(c))[2] == ("./" if name[0] == "-" else "") + run.name
                                    for c in commands if "\n" not in name)
            run.unlink()
        assert sorted(os.listdir(place)) == [f"{number}.html" for number in range(5)]

    def expect(self, code, text, *words, **more):
        result = call(self.program, "report", *words, **more)
        assert result.returncode == code and text in result.stderr, (words, result.returncode, result.stderr)

    def errors(self):
        """what cannot be reported is refused, with a reason, and leaves nothing"""
        before = sorted(os.listdir(self.folder))
        self.expect(2, "nowhere.h5", self.folder / "nowhere.h5")
        self.expect(2, "yaml", self.folder / "small.yaml", "-o", self.folder / "no.html")
        self.expect(2, "cannot open the folder", self.run, "-o", self.folder / "no" / "such.html")
        self.expect(2, "folder", self.run, "-o", self.folder)
        self.expect(2, "nothing.yaml", self.run, "--claims", "nothing.yaml", "-o", self.folder / "no.html")
        self.expect(3, "gnuplot-nox", self.folder / "few.h5", "-o", self.folder / "no.html", env={"PATH": ""})
        with tempfile.TemporaryDirectory() as folder:  # a gnuplot that fails once: later figures do not make up for it
            once = pathlib.Path(folder) / "gnuplot"
            once.write_text(f'#!/bin/sh\nmkdir "$0.tried" 2>&- && exit 1\nexec {shutil.which("gnuplot")} "$@"\n')
            once.chmod(0o755)
            self.expect(3, "gnuplot", self.folder / "few.h5", "-o", self.folder / "no.html", env={"PATH": f"{folder}:{os.environ['PATH']}"})
        damaged = bytearray(self.run.read_bytes())
        damaged[len(damaged) // 2] ^= 1
        (self.folder / "damaged.h5").write_bytes(damaged)
        self.expect(2, "damaged.h5", self.folder / "damaged.h5")
        (self.folder / "damaged.h5").unlink()
        assert sorted(os.listdir(self.folder)) == before

    def said_json(self):
        """--json says what was made"""
        result = json.loads(call(self.program, "report", self.run, "--json").stdout)
        assert result["output"] == str(self.page) and result["bytes"] == self.page.stat().st_size
        assert result["runs"][0]["confirmed"] + result["runs"][0]["refuted"] > 0 and result["figures"] > 8

    def explored(self):
        """--explore puts the page beside the report, with links to the floors of each configuration"""
        page = self.folder / "given.html"
        page.write_text("<!doctype html><title>floorlab: dungeon floors to explore</title>")
        (self.folder / "explored").mkdir()
        out = self.folder / "explored" / "report.html"
        for _ in range(2):
            assert call(self.program, "report", self.run, "-o", out, "--explore", page).returncode == 0
        assert (out.parent / "floorlab.html").read_bytes() == page.read_bytes()
        links = re.findall(r'href="floorlab.html#([^"]*)"', out.read_text())
        assert len(links) == 3 and all(f"set.level={level}" in link for level, link in zip((1, 2, 6), links)), links
        page.write_text("another")
        result = call(self.program, "report", self.run, "-o", out, "--explore", page)
        assert result.returncode == 2 and "is not the page" in result.stderr, result.stderr

    def in_browser(self):
        """a browser shows it, in the light and in the dark, without an error"""
        program = browser.find()
        if not program:
            print("# no Chromium here: the page was not opened", flush=True)
            return
        window = browser.Browser(program)
        try:
            self.look(window)
            self.use(window)
        finally:
            window.close()

    def look(self, window):
        """Nothing is said, asked for, or wider than the window, however it is looked at."""
        for width in (1280, 800, 360):
            for dark in (False, True):
                for script in (True, False):
                    window.open(self.page, width=width, dark=dark, script=script)
                    asked = [address for address in window.asked if not address.startswith("data:image/svg+xml,")]
                    assert not window.said and len(asked) == 1, (window.said, asked)
                    assert window.run("document.documentElement.scrollWidth") <= width, (width, dark)
                    assert window.run("document.querySelectorAll('button').length") == (6 if script else 0)
                    assert window.run("document.querySelector('.verdicts tbody').rows.length") > 10
                    paper = window.run("getComputedStyle(document.body).backgroundColor")
                    assert paper == ("rgb(22, 24, 29)" if dark else "rgb(255, 255, 255)"), paper
        window.open(self.page, dark=True, media="print")
        assert window.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"

    def use(self, window):
        """Sorting and choosing, by keys alone."""
        window.open(self.page)
        window.run("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        numbers = ("Array.from(document.querySelector('.verdicts tbody').rows).filter(r => !r.hidden)"
                   ".map(r => r.cells[2].getAttribute('data-value')).filter(v => v !== '').map(Number)")
        for _ in range(40):
            window.press("Tab")
            if window.run("document.activeElement.textContent") == "observed":
                break
        assert window.run("document.activeElement.tagName") == "BUTTON"
        for order, rising in (("ascending", True), ("descending", False)):
            window.press("Enter")
            found = window.run(numbers)
            assert found == sorted(found, reverse=not rising) and len(found) > 10, found
            assert window.run("document.querySelector('th[aria-sort]').getAttribute('aria-sort')") == order
        window.run("(function () { var s = document.querySelector('select'); s.value = 'refuted';"
                   "s.dispatchEvent(new Event('change')); }())")
        shown = window.run("Array.from(document.querySelector('.verdicts tbody').rows).filter(r => !r.hidden)"
                           ".map(r => r.getAttribute('data-verdict'))")
        assert shown and set(shown) == {"refuted"}, shown
        assert window.run("document.querySelector('output').textContent").startswith(f"{len(shown)} of ")
        assert not window.said, window.said


def main() -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        test = Test(os.path.abspath(sys.argv[1]), pathlib.Path(folder))
        tests = [test.structure, test.stored, test.verdicts, test.figures, test.chosen, test.within, test.small, test.floors, test.again, test.same_bytes, test.differing,
                 test.not_differing, test.verified, test.invented,
                 test.hostile, test.explored, test.errors, test.said_json, test.in_browser]
        if sys.argv[2:] == ["scenarios"]:
            tests = [test.scenarios]
        else:
            test.prepare()
        print(f"1..{len(tests)}")
        for number, one in enumerate(tests, 1):
            try:
                one()
                print(f"ok {number} - {one.__doc__}", flush=True)
            except AssertionError as error:
                failed += 1
                print(f"not ok {number} - {one.__doc__}", flush=True)
                print(f"# {str(error)[:2000]}", file=sys.stderr)
    return 1 if failed else 0


sys.exit(main())
