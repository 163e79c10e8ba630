"""Style rules about the tree: who may include whom, what lies where, versions, numbers, tests, plain text."""
import os
import re

from ctree import CODE, is_agreed
from rulebook import rule

EVERY = CODE + ("tests",)
GENERATORS = ("classic", "rebirth", "grid", "lines", "room")

# The order of the rooms: where a file lies (longest match wins) -> the folders that it may include, beside its own.
BASE, RANDOM, LANES, FLOOR = "gen/base/", "gen/random/", "gen/lanes/", "gen/floor/"
MAKING = (BASE, RANDOM, LANES, FLOOR)           # what every generator stands on
ROWS = tuple("gen/%s/" % g for g in GENERATORS)
GEN = MAKING + ROWS + ("gen/floor_generators.h", "gen/registry.h", "gen/journey/", "gen/draw/", "gen/floorlab.h")
COUNTING = ("analysis/metric/", "analysis/sample/", "analysis/expression/", "analysis/tally/")
JUDGING = COUNTING + ("analysis/stat/", "analysis/claim/", "analysis/compare/", "analysis/exact/",
                      "analysis/store/")
RUNNING = ("experiments/program/", "experiments/run/", "experiments/find/")
SHOWING = RUNNING + tuple("experiments/%s/" % f for f in ("verify", "show", "fit", "bench", "merge", "submit"))
LAYERS = {
    "gen/": GEN,
    BASE: (),
    RANDOM: (BASE,),
    LANES: (BASE, RANDOM),
    FLOOR: (BASE, RANDOM, LANES),
    **{row: MAKING for row in ROWS},
    "gen/lines/": MAKING + ("gen/foreign/",),
    "gen/journey/": MAKING + ("gen/floor_generators.h",),
    "gen/draw/": MAKING + ROWS + ("gen/journey/",),
    "analysis/stat/": (BASE,),
    "analysis/store/": (BASE,),
    "analysis/metric/": GEN,
    "analysis/sample/": GEN + ("analysis/metric/",),
    "analysis/expression/": GEN + ("analysis/metric/", "analysis/sample/"),
    "analysis/tally/": GEN + ("analysis/metric/", "analysis/sample/", "analysis/expression/"),
    "analysis/library/": GEN + ("analysis/metric/", "analysis/sample/", "analysis/stat/"),
    "analysis/claim/": GEN + COUNTING + ("analysis/stat/",),
    "analysis/compare/": GEN + COUNTING + ("analysis/stat/", "analysis/claim/"),
    "analysis/exact/": GEN + COUNTING + ("analysis/stat/",),
    # The page has in it what show draws and verify judges.
    "plots/page/": GEN + JUDGING + SHOWING,
    "plots/": ("plots/", "analysis/store/", "analysis/stat/", BASE),
    "plots/figure/": ("analysis/store/", "analysis/stat/", BASE),
    "plots/render/": ("plots/figure/", "analysis/store/", "analysis/stat/", BASE),
    "experiments/program/": GEN + ("analysis/store/",),
    "experiments/run/": GEN + JUDGING + ("experiments/program/",),
    "experiments/find/": GEN + JUDGING + ("experiments/program/", "experiments/run/"),
    **{folder: GEN + JUDGING + SHOWING for folder in SHOWING if folder not in RUNNING},
    "experiments/report/": GEN + JUDGING + SHOWING + ("experiments/compare/", "plots/"),
    "experiments/": GEN + JUDGING + SHOWING + ("experiments/", "plots/"),
    "tests/": ("gen/", "analysis/", "experiments/", "plots/", "tests/"),
}

# Folders whose files are read one by one: any of their headers may be included. Of all others only the face, FOLDER/FOLDER.h.
OPEN = ("gen", "gen/base", "gen/random", "gen/lanes", "gen/floor")

MOST_FILES = 24     # in a folder

RELEASE = "e72a90d"     # the last commit of the last release; the rule `subjects` looks at what came after
SUBJECT = 72            # characters of a commit's subject

# Where a file lies -> its licence. What the library contains is MIT, so that games can embed it.
SPDX = {"gen/": "MIT", "analysis/expression/": "MIT", "analysis/library/": "MIT", "analysis/metric/": "MIT", "analysis/sample/": "MIT",
        "": "GPL-2.0-or-later",
        **{"analysis/stat/" + name: "MIT" for name in ("beta.c", "logspace.c", "stat.h", "stat_private.h")}}

# Library headers with a home -> the folders that may include them.
HOMES = {
    "hdf5": (r"hdf5(_hl)?\.h|H5\w+\.h", ("analysis/store/", "tests/")),
    "gmp": (r"gmp\.h", ("analysis/exact/coins/", "tests/")),
    "threads": (r"pthread\.h|threads\.h|stdatomic\.h|semaphore\.h|omp\.h|mpi\.h", ("experiments/", "analysis/library/", "tests/")),
}

DOUBLES = ("analysis/stat", "analysis/claim", "analysis/compare", "analysis/exact", "experiments/", "plots/", "tests/")

SUITES = ("cli", "golden", "oracle", "stat", "fault", "style", "headers")

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(work|root|home|tmp)/")
PAGE = re.compile(r"gen/\w+/RULES\.md")
SECTION = re.compile(r'(gen/\w+/RULES\.md), \\?"([^"\\]+)\\?"')
IN_HOUSE = re.compile(r"\bseeds? 00\d|\bgenerator[ -]facts\b|\bspec of the\b", re.I)
REGISTRY = re.compile(r"https?://[^\s\"'<>)]*\b(debian\.org|ubuntu\.com|npmjs|pypi|pythonhosted|crates\.io|"
                      r"rubygems|proxy\.golang|repo1?\.maven)")


def layer_of(path):
    return max((p for p in LAYERS if path.startswith(p)), key=len)


@rule("layers", "includes are written from the root and follow gen <- analysis <- experiments")
def layers(tree):
    for source in tree.sources(*EVERY):
        layer = layer_of(source.path)
        for line, name, quoted in source.includes:
            if not quoted and not name.startswith(tuple(t + "/" for t in EVERY)):
                continue
            if not name.startswith(tuple(t + "/" for t in EVERY)) or ".." in name:
                yield source.path, line, 'write "%s" from the root, as in "gen/base/diag.h"' % name
            elif not name.startswith((layer,) + LAYERS[layer]):
                yield source.path, line, '%s must not include "%s"; it may see %s' % (
                    layer, name, " ".join(LAYERS[layer]) or "nothing else")


@rule("faces", "of a folder others include its face alone, FOLDER/FOLDER.h")
def faces(tree):
    for source in tree.sources():
        for line, name, quoted in source.includes:
            folder = os.path.dirname(name)
            face = "%s/%s.h" % (folder, os.path.basename(folder))
            is_inside = (os.path.dirname(source.path) + "/").startswith(folder + "/")
            if quoted and folder.startswith(CODE) and folder not in OPEN and name != face and not is_inside:
                yield source.path, line, 'include "%s" and put there what you need; "%s" is of %s alone' % (
                    face, name, folder)


@rule("room", "no folder holds more than %d files" % MOST_FILES)
def room(tree):
    count = {}
    for path in tree.files:
        if path.startswith(tuple(t + "/" for t in EVERY)):
            count.setdefault(os.path.dirname(path), []).append(path)
    for folder, paths in sorted(count.items()):
        if len(paths) > MOST_FILES:
            yield sorted(paths)[MOST_FILES], 1, "%s holds %d files, not <= %d: give it walls" % (
                folder, len(paths), MOST_FILES)


def foreign_headers(tree, library):
    pattern, homes = HOMES[library]
    for source in tree.sources(*EVERY):
        for line, name, _ in source.includes:
            if re.fullmatch(pattern, name) and not source.path.startswith(homes):
                yield source.path, line, "move what needs <%s> to %s" % (name, " or ".join(homes))


@rule("hdf5", "only analysis/store includes hdf5.h")
def hdf5(tree):
    yield from foreign_headers(tree, "hdf5")


@rule("gmp", "only analysis/exact/coins includes gmp.h")
def gmp(tree):
    yield from foreign_headers(tree, "gmp")


@rule("threads", "threads and atomics live in experiments/ only")
def threads(tree):
    yield from foreign_headers(tree, "threads")


@rule("top", "the top folder holds the agreed files and folders and nothing else")
def top(tree):
    for name in sorted({path.split("/")[0] for path in tree.files} if tree.is_repository else []):
        if not is_agreed(name):
            yield name, 1, "belongs into one of the folders, or be named in TOP of tests/style/ctree.py"


@rule("digest", "every generator's golden file carries the version of the generator")
def digest(tree):
    for name in generators(tree):
        header, macro = "gen/%s/%s.h" % (name, name), "FL_%s_VERSION" % name.upper()
        golden = "tests/golden/%s.txt" % name
        texts = "\n".join(source.text for source in tree.sources("gen/" + name, ext=".h"))
        define = re.search(r"^[ \t]*#[ \t]*define[ \t]+%s[ \t]+\(?(\d+)" % macro, texts, re.M)
        if name in ("outside", "plugin"):
            continue    # their floors are those of somebody else's program
        if not define:
            yield header, 1, "state the generator's version: #define %s <n>" % macro
            continue
        first = tree.read(golden).split("\n", 1)[0]
        found = re.search(r"\bversion[ =:]+(\d+)\b", first)
        if not found:
            yield golden, 1, 'write golden digests; line 1 must say "version %s"' % define.group(1)
        elif int(found.group(1)) != int(define.group(1)):
            yield golden, 1, "is of version %s, %s is %s: regenerate the digests" % (
                found.group(1), macro, define.group(1))


def generators(tree):
    """Folders below gen/ that state a version, or that the registry names."""
    registry = tree.source("gen/registry.c").commentless if "gen/registry.c" in tree.files else ""
    names = sorted({p.split("/")[1] for p in tree.files if re.match(r"gen/\w+/.*\.[ch]$", p)})
    for name in names:
        texts = [s.code for s in tree.sources("gen/" + name)]
        states = re.compile(r"\.version\s*=|#\s*define\s+FL_%s_VERSION\b" % name.upper())
        if '"%s"' % name in registry or any(states.search(text) for text in texts):
            yield name


@rule("integers", "floating point appears only in statistics and later")
def integers(tree):
    for source in tree.sources():
        if source.path.startswith(DOUBLES):
            continue
        for line, match in source.find(r"\b(double|float)\b|<(tg)?math\.h>", source.code):
            if not re.search(r"/\* float: \S.*\*/", source.lines[line - 1]):
                yield source.path, line, "count in integers instead of %s, or end the line with %s" % (
                    match.group(), "/* float: <reason> */")


@rule("claims", "every test names what it tests and claims something in words")
def claims(tree):
    bases = {source.base for source in tree.sources()}
    for source in tree.sources("tests"):
        for line, suite, claim in source.tests:
            if claim.count("_") < 2:
                yield source.path, line, "say what holds in three words or more instead of %s" % claim
            if suite not in bases and suite not in SUITES:
                yield source.path, line, "suite %s names no source file and is none of: %s" % (
                    suite, " ".join(SUITES))


@rule("build", "meson.build demands C11 without warnings and strict floating point")
def build(tree):
    text = re.sub(r"#.*", "", tree.read("meson.build"))
    for wanted in ("werror=true", "warning_level=3", "c_std=c11"):
        if not re.search(r"'%s'" % wanted, text):
            yield "meson.build", 1, "add '%s' to the default_options of project()" % wanted
    if "-ffp-contract=off" not in text:
        yield "meson.build", 1, "add the C argument -ffp-contract=off"
    for path in tree.files:
        if os.path.basename(path) in ("meson.build", "meson_options.txt", "lab", "run"):
            for number, line in enumerate(tree.read(path).split("\n"), 1):
                if re.search(r"-ffast-math|-Ofast|-funsafe-math|-fassociative-math", line):
                    yield path, number, "remove it: the same floors and numbers on every machine come first"


@rule("history", "no text names a path of one machine or a package registry")
def history(tree):
    for path in tree.files:
        text = tree.read(path)
        if not MACHINE_PATH.search(text) and not REGISTRY.search(text):
            continue
        scratch = path.startswith("tests/") or path == "lab"
        for number, line in enumerate(text.split("\n"), 1):
            for match in MACHINE_PATH.finditer(line):
                if not (scratch and match.group(1) == "tmp"):
                    yield path, number, "%s is on one machine only; make it an option" % match.group()
            if REGISTRY.search(line) and not line.startswith("Format: "):  # the name of a form that Debian asks for
                yield path, number, "name the package, not the registry it came from"


def glossary(tree):
    """The rows of data/words.yaml as (line, word, types, names that it replaces)."""
    for number, line in enumerate(tree.read("data/words.yaml").split("\n"), 1):
        word = re.match(r"- \{word: ([^,}]+)", line)
        if word:
            types, old = (re.search(r"%s: \[([^\]]*)\]" % key, line) for key in ("types", "instead of"))
            yield number, word.group(1), *(m.group(1).replace(" ", "").split(",") if m else [] for m in (types, old))


@rule("words", "a word of data/words.yaml has one meaning in headers, and what it replaced stays away")
def words(tree):
    meant, retired = {}, {}
    for number, word, types, old in glossary(tree):
        if word in meant:
            yield "data/words.yaml", number, "%s stands there twice; a word has one meaning" % word
        meant[word] = types
        retired.update({name: word for name in old})
    for source in tree.sources(ext=".h"):
        for line, match in source.find(r"\bfl_\w+|\bFL_\w+"):
            for part in match.group().lower().split("_"):
                if part in retired:
                    yield source.path, line, "say %s instead of %s" % (retired[part], part)
        for item in source.statements:
            name = re.search(r"(\w+)\s*$", item.bare) if item.bare.startswith("typedef") else None
            last = name.group(1).rsplit("_", 1)[-1] if name else ""
            if last in meant and name.group(1) not in meant[last]:
                yield source.path, item.line, "%s means something else here? Name %s under it in data/words.yaml" % (
                    last, name.group(1)) + " if it means that, or call it otherwise"


@rule("spdx", "every source begins with the line that names its licence")
def spdx(tree):
    for source in tree.sources(*EVERY):
        licence = SPDX[max((p for p in SPDX if source.path.startswith(p)), key=len)]
        want = "/* SPDX-License-Identifier: %s */" % licence
        if source.lines[0] != want:
            yield source.path, 1, "begin with %s" % want


def log_of(tree):
    """The commits since the release as "hash subject" (all there are where it is unknown); none outside a repository."""
    return tree.git("log", "--no-merges", "--format=%h %s", RELEASE + ".."
                    if tree.git("rev-parse", "--verify", "--quiet", RELEASE + "^{commit}") else "HEAD") if tree.is_repository else []


@rule("subjects", "the subject of a commit has %d characters at most" % SUBJECT)
def subjects(tree):
    for line in log_of(tree):
        commit, subject = line.split(" ", 1)
        if len(subject) > SUBJECT:
            yield ".git", 1, "commit %s: say it in %d characters, not %d: %s" % (commit, SUBJECT, len(subject), subject)


@rule("sources", "every text cites documents that anyone can look up, and sections that there are")
def sources(tree):
    titles = {path: set(re.findall(r"^## (.+)$", tree.read(path), re.M)) for path in tree.files if PAGE.fullmatch(path)}
    for path in tree.files:
        for number, line in enumerate(tree.read(path).split("\n"), 1):
            found = IN_HOUSE.search(line)
            if found:
                yield path, number, "cite a source of data/sources.yaml or gen/<name>/RULES.md instead of '%s'" % found.group()
            for page, title in SECTION.findall(line):
                if title not in titles.get(page, ()):
                    yield path, number, "%s has no section '%s'" % (page, title)
