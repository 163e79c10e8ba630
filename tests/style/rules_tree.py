"""Style rules about the tree: who may include whom, what lies where, versions, numbers, tests, plain text."""
import fnmatch
import os
import re

from ctree import CODE
from rulebook import rule

EVERY = CODE + ("tests",)
GENERATORS = ("classic", "rebirth", "grid", "room", "journey")

# Where a file lies (longest match wins) -> the folders it may include.
LAYERS = {
    "gen/": ("gen/",),
    "gen/core/": ("gen/core/",),
    "gen/floor/": ("gen/core/", "gen/floor/"),
    **{"gen/%s/" % g: ("gen/core/", "gen/floor/", "gen/%s/" % g) for g in GENERATORS},
    "analysis/": ("gen/", "analysis/"),
    "experiments/": ("gen/", "analysis/", "experiments/", "plots/"),
    "plots/": ("plots/", "analysis/store/", "analysis/stat/", "gen/core/"),
    "tests/": ("gen/", "analysis/", "experiments/", "plots/", "tests/"),
}

# Library headers with a home -> the folders that may include them.
HOMES = {
    "hdf5": (r"hdf5(_hl)?\.h|H5\w+\.h", ("analysis/store/", "tests/")),
    "threads": (r"pthread\.h|threads\.h|stdatomic\.h|semaphore\.h|omp\.h|mpi\.h", ("experiments/", "tests/")),
}

TOP = ("meson.build", "meson_options.txt", "gen", "analysis", "experiments", "plots", "data", "tests", "lab",
       "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE*", "build*", ".*")

DOUBLES = ("analysis/stat", "analysis/claim", "analysis/exact", "experiments/", "plots/", "tests/")

SUITES = ("cli", "golden", "oracle", "stat", "fault", "style", "headers")

MACHINE_PATH = re.compile(r"(?<![\w.~-])/(work|root|home|tmp)/")
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
                yield source.path, line, 'write "%s" from the root, as in "gen/base/err.h"' % name
            elif not name.startswith(LAYERS[layer]):
                yield source.path, line, '%s must not include "%s"; it may see %s' % (
                    layer, name, " ".join(LAYERS[layer]))


def foreign_headers(tree, library):
    pattern, homes = HOMES[library]
    for source in tree.sources(*EVERY):
        for line, name, _ in source.includes:
            if re.fullmatch(pattern, name) and not source.path.startswith(homes):
                yield source.path, line, "move what needs <%s> to %s" % (name, " or ".join(homes))


@rule("hdf5", "only analysis/store includes hdf5.h")
def hdf5(tree):
    yield from foreign_headers(tree, "hdf5")


@rule("threads", "threads and atomics live in experiments/ only")
def threads(tree):
    yield from foreign_headers(tree, "threads")


@rule("top", "the top folder holds the agreed files and folders and nothing else")
def top(tree):
    for name in sorted(os.listdir(tree.root)):
        if not any(fnmatch.fnmatch(name, allowed) for allowed in TOP):
            yield name, 1, "belongs into one of the folders, or be named in TOP of tests/style/rules_tree.py"


@rule("digest", "every generator's golden file carries the version of the generator")
def digest(tree):
    for name in generators(tree):
        header, macro = "gen/%s/%s.h" % (name, name), "FL_%s_VERSION" % name.upper()
        golden = "tests/golden/%s.txt" % name
        define = re.search(r"^[ \t]*#[ \t]*define[ \t]+%s[ \t]+\(?(\d+)" % macro, tree.read(header), re.M)
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


@rule("mirror", "every source of gen and analysis has unit tests")
def mirror(tree):
    tests = tree.sources("tests")
    tested = {suite for source in tests for _, suite, _ in source.tests}
    files = {source.path for source in tests if source.tests}
    for source in tree.sources("gen", "analysis", ext=".c"):
        unit = "tests/unit/test_%s.c" % source.base
        if source.base not in tested and unit not in files:
            yield source.path, 1, "write %s with a Test(%s, ...) in it" % (unit, source.base)


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
            if REGISTRY.search(line):
                yield path, number, "name the package, not the registry it came from"
