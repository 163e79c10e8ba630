#!/usr/bin/env python3
"""planted.py ROOT: proves each rule of house.py with violations planted into a small clean tree.

Prints TAP: the clean tree breaks no rule, every rule has a plant, and each plant is reported by its rule, in
its file (on the line marked ! where there is one) and by no other rule. Every day a quarter of the plants, drawn by lot.
"""
import concurrent.futures
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), os.pardir, "support"))

import counted  # noqa: E402
import house  # noqa: E402
from ctree import CODE, Tree  # noqa: E402
from mini import CLEAN  # noqa: E402
from rulebook import RULES  # noqa: E402

HERE = "/* here */\n"
EVERYDAY = "FLOORLAB_EVERYDAY" in os.environ


def function(name, lines, body="    step();\n"):
    return "static void %s(void)\n{\n%s}\n" % (name, body * lines)


class Whole(str):
    """The text of a whole file."""


def instead(path, old, new):
    """A clean file with something changed."""
    assert old in CLEAN[path], (path, old)
    return {path: Whole(CLEAN[path].replace(old, new))}


def fresh(path, text):
    """A new source, with the unit test it has to have."""
    folder, base = os.path.dirname(path), os.path.splitext(os.path.basename(path))[0]
    return {path: text, "tests/unit/%s/test_%s.c" % (folder, base): "Test(%s, does_what_it_says) {}\n" % base}


def used(path, text):
    """A plant whose function or object the command uses."""
    name = re.search(r"\bfl_\w+", text).group()
    return {path: text, SHOW: "static int use(void)\n{\n    return ANY(%s);\n}\n" % name}


NO_LICENCE = "/* no licence */\n"   # instead of the line that grow() puts in front of every source

GEN, FLOOR, TALLY = "gen/classic/classic.c", "gen/floor/floor.h", "analysis/tally/tally.c"
SHOW, TESTS, STAT = "experiments/commands/cmd_show.c", "tests/unit/test_all.c", "analysis/stat/interval.c"

# (rule, what is planted, {path: text}): the text replaces the line /* here */ of a clean file unless it is a
# whole one, which `instead` and new paths are.
PLANTS = [
    ("layers", "gen includes analysis", {GEN: '#include "analysis/store/store.h" /* ! */\n'}),
    ("layers", "core includes floor", {"gen/base/diag.c": '#include "gen/floor/floor.h" /* ! */\n'}),
    ("layers", "floor includes a generator", {
        "gen/floor/floor.c": '#include "gen/classic/classic.h" /* ! */\n'}),
    ("layers", "a generator includes another", {GEN: '#include "gen/room/room.h" /* ! */\n'}),
    ("layers", "a generator includes the registry", {GEN: '#include "gen/registry.h" /* ! */\n'}),
    ("layers", "analysis includes experiments", {TALLY: '#include "experiments/run/run.h" /* ! */\n'}),
    ("layers", "plots includes a generator", {
        "plots/figure/figure.h": '#include "gen/classic/classic.h" /* ! */\n'}),
    ("layers", "plots includes a tally", fresh(
        "plots/figure/page.c", '#include "analysis/tally/tally.h" /* ! */\n')),
    ("layers", "the program includes tests", {SHOW: '#include "tests/oracle/naive.h" /* ! */\n'}),
    ("layers", "an include not from the root", {SHOW: '#include "plan.h" /* ! */\n'}),
    ("layers", "an include through ..", {SHOW: '#include "experiments/../plots/figure/figure.h" /* ! */\n'}),
    ("layers", "angle brackets around a forbidden file", {
        GEN: "#include <analysis/store/store.h> /* ! */\n"}),
    ("hdf5", "a tally includes hdf5.h", {TALLY: "#include <hdf5.h> /* ! */\n"}),
    ("hdf5", "a command includes an HDF5 part", {SHOW: "#include <H5Ppublic.h> /* ! */\n"}),
    ("gmp", "a tally includes gmp.h", {TALLY: "#include <gmp.h> /* ! */\n"}),
    ("threads", "a generator includes pthread.h", {GEN: "#include <pthread.h> /* ! */\n"}),
    ("threads", "a tally includes stdatomic.h", {TALLY: "#include <stdatomic.h> /* ! */\n"}),
    ("top", "an unknown folder", {"util/notes.txt": "notes\n", ".git": "all"}),
    ("top", "an unknown file", {"Makefile": "all:\n", ".git": "all"}),
    ("purity", "the clock", {GEN: "static long now(void)\n{\n    return clock(); /* ! */\n}\n"}),
    ("purity", "the environment in a macro", {GEN: '#define FL_CLASSIC_HOME getenv("HOME") /* ! */\n'}),
    ("purity", "the C library's random numbers", {GEN: "static int any(void)\n{\n    return rand();\n}\n"}),
    ("purity", "a global counter", {GEN: "static int made; /* ! */\n"}),
    ("purity", "an initialised global", {GEN: "static struct state first = {1}; /* ! */\n"}),
    ("purity", "a table of writable pointers", {GEN: 'static const char *words[] = {"a"}; /* ! */\n'}),
    ("purity", "a writable function pointer", {GEN: "static int (*hook)(int); /* ! */\n"}),
    ("purity", "a declared global", {FLOOR: "extern int fl_floor_made; /* ! */\n"}),
    ("purity", "a static local", {
        GEN: "static int next(void)\n{\n    static int made = 0; /* ! */\n    return made++;\n}\n"}),
    ("heap", "malloc while making", instead(GEN, "/* in the loop */", "rules = malloc(3); /* ! */")),
    ("heap", "free while making", instead(GEN, "/* in the loop */", "free(scratch); /* ! */")),
    ("digest", "a version without new digests", instead("gen/classic/classic.h", "VERSION 3", "VERSION 4")),
    ("digest", "digests of another version", {"tests/golden/classic.txt": "version 2\n"}),
    ("digest", "digests without a version", {"tests/golden/classic.txt": "7 0123\nversion 3\n"}),
    ("digest", "a generator without digests", {"gen/grid/grid.h": (
        "#ifndef FL_GRID_H\n#define FL_GRID_H\n#define FL_GRID_VERSION 1\n#endif\n")}),
    ("digest", "a registered generator without a version", instead(
        "gen/classic/classic.h", "CLASSIC_VERSION 3", "CLASSIC_EDITION 3")),
    ("integers", "a double in a tally", {TALLY: "static double mean; /* ! */\n"}),
    ("integers", "a float in a generator", {GEN: "static const float speed = 1; /* ! */\n"}),
    ("integers", "an exemption without a reason", {GEN: "static const float speed = 1; /* float: */\n"}),
    ("integers", "math.h in a tally", {TALLY: "#include <math.h> /* ! */\n"}),
    ("layers", "a tally includes a claim", {TALLY: '#include "analysis/claim/claim.h" /* ! */\n'}),
    ("layers", "a run includes a verdict", {
        "experiments/run/run.c": Whole('#include "experiments/verify/verify.h" /* ! */\n\nvoid fl_run(void) {}\n')}),
    ("faces", "an inner header of another folder", {
        SHOW: '#include "analysis/store/inner.h" /* ! */\n',
        "analysis/store/inner.h": "#ifndef FL_INNER_H\n#define FL_INNER_H\n#endif\n"}),
    ("faces", "a file put into the wrong room", fresh(
        "analysis/tally/claim.c", '#include "gen/classic/board.h" /* ! */\n') | {
            "gen/classic/board.h": "#ifndef FL_BOARD_H\n#define FL_BOARD_H\n#endif\n"}),
    ("room", "a folder of 25 files", {"gen/floor/note%02d.txt" % i: "a note\n" for i in range(23)}),
    ("names", "a function that leaves its folder under another name", used(TALLY, "void fl_total(void) {} /* ! */\n")),
    ("names", "a function of an open folder named after another file", used(
        "gen/floor/floor.c", "void fl_grow(void) {} /* ! */\n")),
    ("names", "a function without a prefix", {TALLY: "int count(void)\n{\n    return 1;\n}\n"}),
    ("names", "a longer name than the folder's", used(TALLY, "void fl_tallying(void) {} /* ! */\n")),
    ("names", "an object named after another folder", used(GEN, "const int fl_rows[] = {1}; /* ! */\n")),
    ("names", "a wrong name on two lines", used(
        TALLY, "void fl_total(const char *the_first_name, const char *the_second_name, "
               "const char *the_third_name,\n"
               "              const char *the_last_name)\n{\n    step();\n}\n")),
    ("static", "a function that no other file uses", {TALLY: "void fl_tally_lone(void) {} /* ! */\n"}),
    ("static", "a function that is only declared", {
        FLOOR: "void fl_floor_lone(void);\n", "gen/floor/floor.c": "void fl_floor_lone(void) {} /* ! */\n"}),
    ("words", "a second meaning", {FLOOR: "typedef enum fl_claim_kind { FL_CLAIM_NEVER } fl_claim_kind; /* ! */\n"}),
    ("words", "a word that was replaced", {FLOOR: "typedef struct fl_draft_board fl_draft_board; /* ! */\n"}),
    ("words", "a word with two rows", {
        "data/words.yaml": '- {word: kind, means: "a"}\n- {word: kind, means: "b"} /* ! */\n'}),
    ("spdx", "a source without a licence", instead(GEN, '#include "gen/classic', NO_LICENCE + '#include "gen/classic')),
    ("spdx", "another licence", instead(
        GEN, '#include "gen/classic', "/* SPDX-License-Identifier: GPL-2.0-or-later */\n#include \"gen/classic")),
    ("subjects", "a subject of 73 characters", {".git": "gen: " + 68 * "x"}),
    ("types", "a type with _t", {TALLY: "typedef unsigned sum_t; /* ! */\n"}),
    ("types", "a function type with _t", {TALLY: "typedef void (*visit_t)(int cell); /* ! */\n"}),
    ("types", "a struct with _t", {TALLY: "typedef struct sum {\n    int a;\n} sum_t;\n"}),
    ("types", "a public type without fl_", {FLOOR: "typedef unsigned cell; /* ! */\n"}),
    ("underscore", "a function", {TALLY: "static void _grow(void) {} /* ! */\n"}),
    ("underscore", "a variable", {TALLY: "static const int *_last = 0; /* ! */\n"}),
    ("underscore", "a parameter", {TALLY: "static void grow(int _by) {} /* ! */\n"}),
    ("underscore", "a struct", {TALLY: "struct _sum; /* ! */\n"}),
    ("macros", "a macro without FL_", {SHOW: "#define MAX_ROOMS 3 /* ! */\n"}),
    ("macros", "a macro in small letters", {FLOOR: "#define fl_most(a) (a) /* ! */\n"}),
    ("guards", "a header without a guard", {"gen/floor/bare.h": "struct fl_bare;\n"}),
    ("guards", "a guard without FL_", {"gen/floor/bare.h": "#ifndef BARE_H\n#define BARE_H\n#endif\n"}),
    ("guards", "a guard that guards nothing", {
        "gen/floor/bare.h": "#ifndef FL_BARE_H\n#define FL_BEAR_H\n#endif\n"}),
    ("guards", "pragma once", {"plots/bare.h": "#pragma once\n"}),
    ("own", "another header first", instead(
        "gen/floor/floor.c", '#include "gen/floor/floor.h"',
        '#include <stdio.h>\n#include "gen/floor/floor.h"')),
    ("own", "no include of it", instead("gen/registry.c", '#include "gen/registry.h"\n', "")),
    ("headers", "a header that needs another", {
        "analysis/store/store.h": "extern const size_t fl_store_size;\n"}),
    ("headers", "a header that cannot come twice", instead(
        "plots/figure/figure.h", "#endif\n", "#endif\n\nenum { FL_FIGURE_ONCE };\n")),
    ("nodiscard", "a fallible function", {FLOOR: "fl_err fl_floor_grow(int by); /* ! */\n"}),
    ("nodiscard", "a fallible inline function", {
        FLOOR: "static inline fl_err fl_floor_grow(void)\n{\n    return FL_OK;\n}\n"}),
    ("printing", "printf in a tally", {TALLY: 'static void show(void)\n{\n    printf("x"); /* ! */\n}\n'}),
    ("printing", "stdout in a generator", {GEN: 'static void show(void)\n{\n    fputs("x", stdout);\n}\n'}),
    ("printing", "stderr in a macro", {TALLY: '#define FL_TALLY_SHOUT fputs("x", stderr) /* ! */\n'}),
    ("printing", "a command that exits", {SHOW: "static void leave(void)\n{\n    exit(2); /* ! */\n}\n"}),
    ("printing", "abort outside bug.c", {STAT: "static void leave(void)\n{\n    abort(); /* ! */\n}\n"}),
    ("length", "a function of 81 lines", {TALLY: function("work", 81)}),
    ("length", "a test of 81 lines", {TESTS: function("work", 81)}),
    ("parameters", "six of them", {
        TALLY: "static void add(int a, int b, int c, int d, int e, int f) {} /* ! */\n"}),
    ("parameters", "six of them in gen, function pointer included", {
        GEN: "static void add(int a, int b, int c, int d, int e, void (*f)(int, int)) {} /* ! */\n"}),
    ("files", "701 lines", fresh("analysis/tally/long.c", "extern const int fl_long;\n" * 701)),
    ("files", "a test file of 701 lines", {"tests/unit/test_long.c": "extern const int fl_long;\n" * 701}),
    ("form", "a brace on the line of the function", {TALLY: "static void f(void) { g(); }\n"}),
    ("form", "a tab", {TALLY: "static void f(void)\n{\n\tg();\n}\n"}),
    ("form", "the star at the type", {TALLY: "static char* f(void);\n"}),
    ("form", "an indent of two", {TESTS: "Test(cli, is_indented_by_two)\n{\n  g();\n}\n"}),
    ("form", "an if on one line", {TALLY: "static void f(void)\n{\n    if (x) return;\n}\n"}),
    ("form", "111 columns", {TALLY: "static const int row[] = {%s0};\n" % ("1111, " * 20)}),
    ("build", "no werror", instead("meson.build", "werror=true", "werror=false")),
    ("build", "a lower warning level", instead("meson.build", "warning_level=3", "warning_level=2")),
    ("build", "another C", instead("meson.build", "c_std=c11", "c_std=gnu99")),
    ("build", "contraction allowed", instead("meson.build", "-ffp-contract=off", "-fno-common")),
    ("build", "a contraction switch in a comment only", instead(
        "meson.build", "add_project_arguments('-ffp-contract=off'", "# ('-ffp-contract=off'")),
    ("build", "fast mathematics in a folder", {"gen/meson.build": "args = ['-ffast-" + "math']\n"}),
    ("claims", "one word", {TESTS: "Test(cli, works) {} /* ! */\n"}),
    ("claims", "two words", {TESTS: "Test(cli, shows_floors) {} /* ! */\n"}),
    ("claims", "a parameterised test of one word", {
        TESTS: "ParameterizedTest(int *x, cli, works) {} /* ! */\n"}),
    ("claims", "a suite of nothing", {TESTS: "Test(things, work_as_they_should) {} /* ! */\n"}),
    ("history", "a machine's path in the documentation", {"README.md": "Look into /" + "work/main.\n"}),
    ("history", "a home folder in a test", {TESTS: "/* from /" + "home/me/x */\n"}),
    ("history", "a temporary file outside tests", {SHOW: 'static const char *const file = "/' + 'tmp/x";\n'}),
    ("sources", "a document by its number in a comment", {GEN: "/* The queue (seed " + "001). */ /* ! */\n"}),
    ("sources", "notes of our own in the documentation", {"README.md": "See generator " + "facts 7.4.\n"}),
    ("sources", "a page that is not here, in a test", {TESTS: "/* the spec" + " of the Rebirth floors */ /* ! */\n"}),
    ("sources", "a section that is not on its page", {
        GEN: '/* See gen/classic/RULES.md, ' + '"The Shape". */ /* ! */\n'}),
    ("sentences", "one that begins with Of", {"CONTRIBUTING.md": "Doors join rooms. Of rooms there are `ten`. /* ! */\n"}),
    ("sentences", "a list item that begins with What", {"README.md": "- What a room is for, at most once\n"}),
    ("sentences", "a word to avoid", {"data/manual/start.md": "# A walk\n\nA door has /* ! */\na side that stands open.\n"}),
    ("sentences", "31 words", {"README.md": "A room" + 29 * " and" + ".\n"}),
    ("history", "a package registry", {"lab": "curl https:/" + "/deb.debian.org/debian\n"}),
]


def licensed(path, text):
    """A source with the line of its licence in front, unless the plant has one or says that it has none."""
    is_source = path.endswith((".c", ".h")) and path.startswith(CODE + ("tests",))
    if not is_source or NO_LICENCE in text or "SPDX" in text:
        return text
    return "/* SPDX-License-Identifier: %s */\n" % ("MIT" if path.startswith("gen/") else "GPL-2.0-or-later") + text


def grow(folder, clang_format, plant):
    """Writes the clean tree with the plant in it."""
    texts = dict(CLEAN)
    for path, text in plant.items():
        has_place = HERE in CLEAN.get(path, "") and not isinstance(text, Whole)
        texts[path] = CLEAN[path].replace(HERE, text) if has_place else text
    subject = texts.pop(".git", None)
    for path, text in texts.items():
        os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
        with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
            file.write(licensed(path, text).replace(HERE, ""))
    if subject:
        author = ["-c", "user.name=x", "-c", "user.email=x"]
        subprocess.run(["git", "init", "-q", folder], check=True)
        subprocess.run(["git", "-C", folder, "add", "."], check=True)
        subprocess.run(["git", "-C", folder, *author, "commit", "-q", "-m", subject], check=True)
    with open(clang_format, encoding="utf-8") as rules, open(os.path.join(folder, ".clang-format"), "w",
                                                              encoding="utf-8") as file:
        file.write(rules.read().replace("SortIncludes: CaseSensitive", "SortIncludes: Never"))  # plants stand anywhere


def complaints(clang_format, plant):
    """{rule: complaints} about a tree with the plant, for the rules that complain, and the marked lines."""
    with tempfile.TemporaryDirectory() as folder:
        grow(folder, clang_format, plant)
        tree = Tree(folder)
        found = {name: house.complaints(tree, name) for name in RULES}
        return {name: list_ for name, list_ in found.items() if list_}, marked_lines(tree)


def marked_lines(tree):
    """Where the planted texts say that the violation is."""
    return {(path, number) for path in tree.files
            for number, line in enumerate(tree.read(path).split("\n"), 1) if "/* ! */" in line}


def faults(rule, plant, found, marks):
    """What is wrong with the rules' reaction to a plant."""
    if rule not in found:
        yield "%s says nothing" % rule
    for other in sorted(set(found) - {rule}):
        yield "%s says %s" % (other, found[other][0])
    for path, line, message in found.get(rule, []):
        if path not in places(rule, plant):
            yield "wrong file %s:%d %s" % (path, line, message)
        if marks and (path, line) not in marks:
            yield "wrong line %s:%d %s" % (path, line, message)


def places(rule, plant):
    """The files a rule may name for a plant: the planted ones, their top folder or their golden file."""
    if rule == "top":
        return {path.split("/")[0] for path in plant}
    if rule == "digest":
        return set(plant) | {re.sub(r".*/(\w+)\.h$", r"tests/golden/\1.txt", path) for path in plant}
    return set(plant)


def shows_in_tap(clang_format):
    """A broken rule is `not ok` with file and line, a kept one is `ok`, and the exit code is 1."""
    with tempfile.TemporaryDirectory() as folder, io.StringIO() as out:
        grow(folder, clang_format, {SHOW: "#include <hdf5.h>\n"})
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            code = house.main(folder, "top", "hdf5")
        lines = out.getvalue().split("\n")
    wanted = ["1..2", "ok 1 - top", "not ok 2 - hdf5", "# experiments/commands/cmd_show.c:6 "]
    if code != 1 or not all(line.startswith(want) for line, want in zip(lines, wanted)):
        yield "exit code %s, %s" % (code, lines)


def results_of_a_person(clang_format):
    """What lies in the top folder and is no part of the project, with git and without."""
    for plant in ({}, {".git": "all"}):
        with tempfile.TemporaryDirectory() as folder:
            grow(folder, clang_format, plant)
            for name in ("verify.h5", "verify.html", "mine.yaml", "parts/mine-1-of-2.h5"):
                os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write("in /ho" + "me/me \n")
            yield from ("%s:%d %s" % found for name in RULES for found in house.complaints(Tree(folder), name))


def tests(clang_format):
    """Yields (name, faults)."""
    found, _ = complaints(clang_format, {})
    tried = counted.lot("plants").sample(PLANTS, len(PLANTS) // 4) if EVERYDAY else PLANTS
    yield "the clean tree breaks no rule", ["%s says %s:%d %s" % (n, *f[0]) for n, f in found.items()]
    planted = {rule for rule, _, _ in PLANTS}
    yield "every rule has a plant", ["%s has none" % name for name in RULES if name not in planted]
    yield "a broken rule shows in the TAP output", list(shows_in_tap(clang_format))
    yield "results of a person break no rule", list(results_of_a_person(clang_format))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        reactions = workers.map(lambda entry: complaints(clang_format, entry[2]), tried)
        for (rule, what, plant), reaction in zip(tried, reactions):
            yield "%s catches: %s" % (rule, what), list(faults(rule, plant, *reaction))


def main(root):
    print("1..%d" % ((len(PLANTS) // 4 if EVERYDAY else len(PLANTS)) + 4))
    broken = False
    for number, (name, wrong) in enumerate(tests(os.path.join(root, ".clang-format")), 1):
        house.tap(number, name, wrong)
        broken |= bool(wrong)
    return 1 if broken else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
