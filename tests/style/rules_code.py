"""Style rules about the C code itself: purity, names, headers, errors, size, form."""
import concurrent.futures
import functools
import os
import re
import shutil
import subprocess
import tempfile

from ctree import CODE
from rulebook import rule
from rules_tree import OPEN

IMPURE = r"(?<![\w.>])(time|clock|clock_gettime|gettimeofday|(?:secure_)?getenv|s?rand|s?random|[dl]rand48|" \
         r"pthread_\w+|thrd_\w+)\s*\(|\b__(DATE|TIME|TIMESTAMP)__\b"
HEAP = r"(?<![\w.>])((?:m|c|re)alloc|aligned_alloc|posix_memalign|strn?dup|free|alloca)\s*\("
PRINTS = r"(?<![\w.>])(v?printf|puts|putchar|perror)\s*\(|\b(stdout|stderr)\b"
CHILDREN = ("gen/outside/process.c",)  # forked children must leave without returning
EXITS = r"(?<![\w.>])(_?exit|_Exit|quick_exit)\s*\("
MAIN, PANIC = "experiments/main.c", ("gen/bug.c", "analysis/library/defect.c")  # the second, in its place, in the library
PUBLIC = "gen/floorlab.h"       # whose names begin with floorlab_ and FLOORLAB_
# Headers of the page that stand in for libraries, the header for JavaScript, and what stands in for what the page lacks.
DOORS, PAGE, ABSENT = ("plots/page/jansson.h", "plots/page/Rmath.h", "plots/page/setjmp.h"), "plots/page/page.h", "plots/page/absent.c"
COMMAND = re.compile(r"experiments/commands/(find/|help/|verify/)?cmd_\w+\.c")

# Macros that belong to others and switch their headers.
FOREIGN_MACROS = ("_GNU_SOURCE", "_DEFAULT_SOURCE", "_POSIX_C_SOURCE", "_XOPEN_SOURCE", "MATHLIB_STANDALONE",
                  "XXH_INLINE_ALL", "XXH_STATIC_LINKING_ONLY")
ASSERTIONS = ("fl_bug_assert", "fl_bug_assert_sample")     # macros that are used, and so named, like functions
UNDERSCORE = r"\b(?!return\b|case\b|goto\b|sizeof\b)[A-Za-z]\w*[ *]+(_(?!_m(?:mask)?\d|Bool\b)\w*)\s*[=;,\[)]"
PACKAGES = ("hdf5", "jansson", "libcyaml", "yaml-0.1", "expat", "libRmath", "gmp", "libxxhash", "criterion")

LONGEST = 80            # lines of a function
PARAMETERS, FILE = 5, 700


@rule("purity", "gen is pure: no clock, environment, threads or writable statics")
def purity(tree):
    for source in tree.sources("gen"):
        for line, match in source.find(IMPURE):
            yield source.path, line, "%s depends on more than (rules, seed, floor number): pass it in" % (
                match.group().rstrip("( "))
        for thing in source.objects + source.static_locals:
            if not thing.is_const:
                yield source.path, thing.line, "make %s const or a field of the caller's struct" % thing.name


@rule("heap", "making a floor allocates nothing")
def heap(tree):
    for source in tree.sources("gen"):
        for function in source.functions:
            if not re.search(r"_make(_|$)", function.name):
                continue
            for line, match in source.find(HEAP, function.body):
                line += function.body_line - 1
                yield source.path, line, "use the caller's scratch memory, not %s" % match.group(1)


def externals(source):
    """Functions and objects of a file that the linker sees."""
    defined = [o for o in source.objects if not re.search(r"\bextern\b", o.head)]
    return [item for item in source.functions + defined if not item.is_static]


def prefixes(folder):
    """What the symbols that leave a folder begin with: its name, its parent's, or both."""
    parts = folder.split("/")
    return ["fl_%s" % parts[-1], "fl_%s" % "_".join(parts[-2:])] + ["fl_%s" % name for name in parts[1:-1]]


def words_of(tree):
    """For each fl_ word of the tree: the sources it stands in."""
    found = {}
    for source in tree.sources(*CODE, "tests"):
        for word in set(re.findall(r"\bfl_\w+", source.code)):
            found.setdefault(word, set()).add(source.path)
    return found


@rule("names", "what leaves a folder is called fl_<folder>_<verb>, what leaves a file fl_<...>")
def names(tree):
    users = words_of(tree)
    for source in tree.sources(ext=(".c", ".h")):
        folder = os.path.dirname(source.path)
        for item in externals(source):
            is_others = item.name.startswith("floorlab_") or (source.path.startswith(DOORS) and not item.name.startswith("fl_"))
            if item.name == "main" or is_others or source.path in (PANIC[1], ABSENT):
                continue
            others = [path for path in users.get(item.name, ()) if path.startswith(CODE) and
                      not (os.path.dirname(path) + "/").startswith(folder + "/")]
            allowed = ["fl_" + source.base] if folder in OPEN else prefixes(folder) if others else ["fl"]
            if not item.name.startswith(tuple(p + "_" for p in allowed)) and item.name not in allowed:
                yield source.path, item.line, "call %s %s_<verb>, or make it static" % (item.name, allowed[0])


@rule("static", "what no other file uses is static")
def static(tree):
    users = words_of(tree)
    for source in tree.sources(ext=".c"):
        for item in externals(source):
            others = [path for path in users.get(item.name, ()) if path != source.path]
            headers = "".join(tree.source(path).code for path in others if path.endswith(".h"))
            # Once it is its prototype, but for a row of a table, which only names it.
            in_headers = re.findall(r"\b%s\b(\(?)" % item.name, headers)
            is_used = len(in_headers) > 1 or "" in in_headers or any(path.endswith(".c") for path in others)
            is_exported = PAGE in tree.files and re.search(r"\bFL_PAGE_EXPORT\b.*\b%s\b" % item.name, tree.source(PAGE).code)
            if item.name.startswith("fl_") and not is_used and not is_exported and source.path != ABSENT:
                yield source.path, item.line, "make %s static and take it out of its header" % item.name


def typedef_name(item):
    text = re.sub(r"\[[^\]]*\]", "", item.bare)
    pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", text)
    if pointer:
        return pointer.group(1)
    return re.findall(r"\w+", re.sub(r"\([^()]*\)\s*$", "", text))[-1]


@rule("types", "types are called fl_<noun>, without _t")
def types(tree):
    for source in tree.sources():
        for item in source.statements:
            if not item.bare.startswith("typedef") or source.path.startswith(DOORS):
                continue
            name = typedef_name(item)
            if name.endswith("_t"):
                yield source.path, item.line, "drop the _t of %s; POSIX owns it" % name
            elif source.ext == ".h" and not name.startswith("floorlab_" if source.path == PUBLIC else "fl_"):
                yield source.path, item.line, "call %s fl_%s" % (name, name)


@rule("underscore", "no name of ours begins with an underscore")
def underscore(tree):
    for source in tree.sources():
        found = {(item.line, item.name) for item in source.functions if item.name.startswith("_")}
        found |= {(line, match.group(1)) for line, match in source.find(UNDERSCORE)}
        found |= {(line, match.group(1)) for line, match in source.find(r"\b(?:struct|union|enum)\s+(_\w+)")}
        for line, name in sorted(found):
            yield source.path, line, "drop the leading underscore of %s; the compiler owns it" % name


def guard_of(source):
    """The directives of an include guard: ("ifndef", name), ("define", name)."""
    found = re.findall(r"^[ \t]*#[ \t]*(\w+)[ \t]*(\w*)", source.code, re.M)
    return found[:2] if source.ext == ".h" else []


@rule("macros", "macros are called FL_<NAME>, file-local ones too")
def macros(tree):
    for source in tree.sources():
        for line, name in source.macros:
            if ("define", name) in guard_of(source)[1:] or source.path.startswith(DOORS):
                continue    # another rule's business, or another library's name
            prefix = "FLOORLAB" if source.path == PUBLIC else "FL"
            if not re.fullmatch(prefix + r"_[A-Z0-9_]+", name) and name not in FOREIGN_MACROS + ASSERTIONS:
                yield source.path, line, "call the macro FL_%s" % name.upper().lstrip("_")


@rule("guards", "every header has an include guard FL_..._H")
def guards(tree):
    for source in tree.sources(*CODE, "tests", ext=".h"):
        directives = guard_of(source)
        want = "FL_" + re.sub(r"\W", "_", source.path).upper()
        name = directives[0][1] if directives else ""
        if directives != [("ifndef", name), ("define", name)] or not re.fullmatch(r"FL_\w+_H", name):
            yield source.path, 1, "begin with #ifndef %s, #define %s" % (want, want)


@rule("own", "every source includes its own header first")
def own(tree):
    for source in tree.sources(*CODE, "tests", ext=".c"):
        header = source.path[:-1] + "h"
        if header not in tree.files:
            continue
        if not source.includes or source.includes[0][1] != header:
            line = source.includes[0][0] if source.includes else 1
            yield source.path, line, 'make #include "%s" the first include' % header


@functools.lru_cache(maxsize=None)
def library_flags():
    flags = []
    for package in PACKAGES if shutil.which("pkg-config") else ():
        run = subprocess.run(["pkg-config", "--cflags", package], capture_output=True, text=True, check=False)
        flags += run.stdout.split() if run.returncode == 0 else []
    return flags


def compile_twice(tree, folder, path):
    """The compiler's first error about a file that includes the header twice, or nothing."""
    probe = os.path.join(folder, path.replace("/", "_") + ".c")
    with open(probe, "w", encoding="utf-8") as file:
        file.write(('#include "%s"\n' % path) * 2)
    command = os.environ.get("CC", "cc").split() + ["-std=c11", "-fsyntax-only", "-I", tree.root]
    run = subprocess.run(command + library_flags() + [probe], capture_output=True, text=True, check=False)
    if run.returncode == 0:
        return None
    error = re.search(r"^(.*?):(\d+):\d+: (?:fatal )?error: (.*)", run.stderr, re.M)
    return error.groups() if error else ("", "1", run.stderr.strip().split("\n")[0])


@rule("headers", "every header compiles alone and twice")
def headers(tree):
    paths = [source.path for source in tree.sources(*CODE, "tests", ext=".h")]
    workers = concurrent.futures.ThreadPoolExecutor(os.cpu_count())
    with tempfile.TemporaryDirectory() as folder, workers:
        for path, error in zip(paths, workers.map(lambda p: compile_twice(tree, folder, p), paths)):
            if not error:
                continue
            file, line, text = error
            inside = file.startswith(tree.root + os.sep)
            where = (os.path.relpath(file, tree.root), int(line)) if inside else (path, 1)
            yield *where, "%s does not compile alone and twice: %s" % (path, text)


@rule("nodiscard", "what can fail says so: fl_err functions are FL_NODISCARD")
def nodiscard(tree):
    for source in tree.sources(ext=".h"):
        for item in source.items:
            call = re.search(r"\bfl_err\s+(\w+)\s*\(", item.head.split("=")[0])
            if call and not item.head.startswith("typedef") and not re.search(r"\bFL_NODISCARD\b", item.head):
                yield source.path, item.line, "put FL_NODISCARD before %s" % call.group(1)


@rule("printing", "only cmd_*.c print and only main ends the process")
def printing(tree):
    for source in tree.sources():
        program = source.path == MAIN or COMMAND.fullmatch(source.path)
        for line, match in [] if program or source.path in PANIC else source.find(PRINTS):
            yield source.path, line, "write to a FILE * that the caller passes, not with %s" % (
                match.group().rstrip("( "))
        for line, match in [] if source.path in (MAIN, *CHILDREN) else source.find(EXITS):
            yield source.path, line, "return an error instead of %s()" % match.group(1)
        for line, match in [] if source.path in PANIC else source.find(r"(?<![\w.>])abort\s*\("):
            yield source.path, line, "use fl_bug_assert or return an error; abort() lives in %s" % PANIC[0]


@rule("length", "no function is longer than 80 lines")
def length(tree):
    for source in tree.sources(*CODE, "tests"):
        for function in source.functions:
            if function.length > LONGEST:
                yield source.path, function.line, "split %s (%d lines) or make it a table" % (
                    function.name, function.length)


@rule("parameters", "no function takes more than five parameters")
def parameters(tree):
    for source in tree.sources():
        for function in source.functions:
            is_ours = "hid_t transfer" not in str(function.params)  # the form of HDF5's drivers is HDF5's
            if is_ours and len(function.params) > PARAMETERS:
                yield source.path, function.line, "gather the %d parameters of %s in a struct" % (
                    len(function.params), function.name)


@rule("files", "no file is longer than 700 lines")
def files(tree):
    for source in tree.sources(*CODE, "tests"):
        lines = source.text.count("\n")
        if lines > FILE:
            yield source.path, FILE + 1, "split the file, it has %d lines" % lines


@rule("form", "the sources are as clang-format 14 leaves them")
def form(tree):
    program = shutil.which("clang-format-14") or shutil.which("clang-format")
    if not program:
        yield ".clang-format", 1, "install clang-format 14 (package clang-format-14) to check the form"
        return
    paths = [source.path for source in tree.sources(*CODE, "tests")]
    if not paths:
        return
    run = subprocess.run([program, "--style=file", "--dry-run", "-Werror"] + paths, cwd=tree.root,
                         capture_output=True, text=True, check=False)
    seen = set()
    for path, line in re.findall(r"^(.+?):(\d+):\d+: error:", run.stderr, re.M):
        if path not in seen:
            yield path, int(line), "run clang-format -i %s" % path
        seen.add(path)
    if run.returncode and not seen:
        yield ".clang-format", 1, (run.stderr.strip().split("\n") or ["clang-format failed"])[0]
