"""libfloorlab as others get it: installed into an empty folder, and used from there alone. Prints TAP.

    library.py BUILD

A program compiled with the header of the time when binary interface 0 began runs with it, and has the same types as today's.
The example of analysis/library/README.md is compiled by several compilers, linked both ways, and prints what the page says. The
names that the library shows are those of exports.txt, and it calls nothing that prints or ends a process."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # pylint: disable=wrong-import-position,import-error

COMPILERS = {"gcc": "-std=c11", "clang": "-std=c11", "g++": "-xc++", "clang++": "-xc++"}
TALKERS = "printf puts putchar perror fputs exit quick_exit stdout stderr".split()


def run(*words, **more) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)


class Installed:
    def __init__(self, build: str, folder: pathlib.Path):
        self.build = pathlib.Path(build)
        self.folder = folder
        self.work = folder / "work"
        self.work.mkdir()
        self.done = run("meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", folder / "root")
        self.packages = next(iter(sorted((folder / "root").rglob("floorlab.pc"))), None)
        self.libraries = self.packages.parent.parent if self.packages else None

    def flags(self, *words: str) -> list[str]:
        prefix = self.folder / "root" / re.search(r"^prefix=/(.*)", self.packages.read_text(), re.M).group(1)
        asked = run("pkg-config", f"--define-variable=prefix={prefix}", *words, "floorlab",
                    env=os.environ | {"PKG_CONFIG_PATH": str(self.packages.parent)})
        return asked.stdout.split()

    def compile(self, compiler: str, source: pathlib.Path, is_static: bool = False) -> subprocess.CompletedProcess:
        flags = self.flags("--cflags", "--libs", *(["--static"] if is_static else []))
        if is_static:
            flags = [str(self.libraries / "libfloorlab.a") if flag == "-lfloorlab" else flag for flag in flags]
        program = self.work / "example"
        program.unlink(missing_ok=True)
        language = COMPILERS[compiler]
        made = run(compiler, language, "-Wall", "-Wextra", "-Wpedantic", "-Werror", source, "-xnone", "-o", program, *flags)
        assert made.returncode == 0, made.stderr
        return run(program, env={"LD_LIBRARY_PATH": "" if is_static else str(self.libraries)})


def names(path: pathlib.Path, *which: str) -> list[str]:
    found = run("nm", *which, path).stdout.split("\n")
    return sorted(line.split()[-1].split("@")[0] for line in found if line.strip() and not line.endswith(":"))


def blocks(page: str) -> list[str]:
    return re.findall(r"```(?:c|text)\n(.*?)```", (ROOT / page).read_text(), re.S)


def installed(here: Installed):
    root = here.folder / "root"
    found = {path.name for path in root.rglob("*") if not path.is_dir()}
    yield "meson install ends well", here.done.returncode == 0
    yield "program, header, both libraries and the package file are there", {
        "floorlab", "floorlab.h", "libfloorlab.a", "libfloorlab.so", "libfloorlab.so.0", "floorlab.pc"} <= found
    yield "and man pages, completions, licences, examples and what ships", {
        "floorlab.1", "floorlab-run.1", "_floorlab", "floorlab.fish", "LICENSE", "MIT.txt", "FINDINGS.md", "odds.c", "plugin.c",
        "classic.yaml", "cave.yaml"} <= found
    version = run("pkg-config", "--modversion", "floorlab", env=os.environ | {"PKG_CONFIG_PATH": str(here.packages.parent)})
    header = (ROOT / "gen/floorlab.h").read_text()
    numbers = re.findall(r"define FLOORLAB_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
    yield "the package, the header and the project have one version", version.stdout.strip() == ".".join(numbers)


def exported(here: Installed):
    golden = (ROOT / "tests/library/exports.txt").read_text().split()
    yield "the library shows the names of exports.txt alone", \
        names(here.libraries / "libfloorlab.so", "-D", "--defined-only") == golden
    yield "and so does the archive", names(here.libraries / "libfloorlab.a", "-g", "--defined-only") == golden
    declared = re.findall(r"^FLOORLAB_API [^;]*?\b(floorlab_\w+)\(", (ROOT / "gen/floorlab.h").read_text(), re.M)
    yield "each is declared in the header", sorted(set(declared) - {"floorlab_plugin_open"}) == golden
    needs = set(names(here.libraries / "libfloorlab.so", "-D", "--undefined-only"))
    yield "it calls nothing that prints or ends a process", not needs & set(TALKERS)
    linked = run("ldd", here.libraries / "libfloorlab.so").stdout
    yield "it needs neither HDF5 nor libRmath", "libjansson" in linked and "hdf5" not in linked and "Rmath" not in linked


def old_binaries(here: Installed):
    """A program of the first header prints with this library what it prints when it is compiled today, and what it did then."""
    def said_by(*flags, header=None) -> subprocess.CompletedProcess:
        program = here.work / "old"
        program.unlink(missing_ok=True)
        source, root = ROOT / "tests/library/old_program.c", ROOT
        if header is not None:
            root = here.work / "changed"
            (root / "tests/library").mkdir(parents=True, exist_ok=True)
            (root / "tests/library/abi_0.h").write_text(header)
            source = root / "tests/library/old_program.c"
            source.write_text((ROOT / "tests/library/old_program.c").read_text())
        made = run("gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-I", root, *flags, source, "-o", program,
                   here.libraries / "libfloorlab.so.0")
        return run(program, env={"LD_LIBRARY_PATH": str(here.libraries)}) if made.returncode == 0 else made
    then, today = said_by(), said_by("-DTODAY")
    yield "a program of the header of interface 0 runs with this library", then.returncode == 0 and \
        then.stdout == (ROOT / "tests/library/old_program.txt").read_text()
    yield "compiled with today's header it prints the same sizes, places and results", today.stdout == then.stdout
    header = (ROOT / "tests/library/abi_0.h").read_text()
    moved = said_by(header=header.replace("    size_t settings_n;\n", "").replace("    size_t files_n;", "    size_t files_n;\n"
                                                                               "    size_t settings_n;"))
    yield "a member at another place would be seen", moved.stdout != then.stdout
    other = said_by(header=header.replace("int32_t *out, size_t out_n", "int64_t *out, size_t out_n"))
    yield "another parameter would not compile", "incompatible pointer type" in other.stderr


def example(here: Installed):
    source = ROOT / "data/programs/odds.c"
    code, output = blocks("analysis/library/README.md")[:2]
    yield "the page shows the example", code == source.read_text()
    for compiler in COMPILERS:
        done = here.compile(compiler, source)
        yield f"compiled by {compiler} it prints what the page says", done.returncode == 0 and done.stdout == output
    yield "also with the archive", here.compile("gcc", source, is_static=True).stdout == output
    broken = here.work / "broken.c"
    broken.write_text(code.replace('"dead_ends"', '"dead_end"'))
    done = here.compile("gcc", broken)
    yield "a wrong name is told with the nearest", done.returncode == 1 and "did you mean 'dead_ends'?" in done.stderr


def all_checks():
    with tempfile.TemporaryDirectory() as folder:
        here = Installed(sys.argv[1], pathlib.Path(folder))
        for part in (installed, exported, old_binaries, example):
            yield from part(here)


if __name__ == "__main__":
    sys.exit(tap.say(all_checks()))
