"""Compares what the parts of a release say of it: release.py BUILD ROOT. Prints TAP.

One version everywhere; the citation, the paper and the pages that forges look for; the options of the build, each on and off; the
Debian packages beside what is installed, the library's names and the licence of each source. debian.py builds them."""
import datetime
import fnmatch
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BUILD, ROOT = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # pylint: disable=wrong-import-position,import-error

DEBIAN = ROOT / "data/debian"
PACKAGES = ("floorlab", "libfloorlab0", "libfloorlab-dev", "python3-floorlab")


def text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def run(*words, **more) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)


def versions(_folder):
    version = re.search(r"^  version: '(.*)',", text("meson.build"), re.M)[1]
    yield "the version is one of three numbers", re.fullmatch(r"\d+\.\d+\.\d+", version) is not None
    header = dict(re.findall(r"define FLOORLAB_VERSION_(\w+) (\d+)", text("gen/floorlab.h")))
    yield "the header has it", ".".join(header[part] for part in ("MAJOR", "MINOR", "PATCH")) == version
    yield "the citation has it", f"\nversion: {version}\n" in text("CITATION.cff")
    entry = re.match(r"floorlab \((.*)-0local\d+\) unstable; urgency=\w+\n", text("data/debian/changelog"))
    yield "the packages have it", entry is not None and entry[1] == version
    tops = re.findall(r"^## (.*)$", text("CHANGELOG.md"), re.M)
    yield "the changelog begins with it, or with what is not released", tops[0] == "Unreleased" or re.fullmatch(
        re.escape(version) + r" \(\d{4}-\d\d-\d\d\)", tops[0]) is not None
    day = re.search(r"\((\d{4}-\d\d-\d\d)\)$", tops[0])
    if day:
        date = datetime.date.fromisoformat(day[1])
        yield "the citation, the packages and the paper have its date", f"\ndate-released: {date}\n" in text("CITATION.cff") and re.search(
            rf"  \w{{3}}, {date:%d %b %Y} ", text("data/debian/changelog")) is not None and \
            f"\ndate: {date.day} {date:%B %Y}\n" in text("data/paper/paper.md")
    python = re.search(r"^MAJOR = (\d+)", text("experiments/python/floorlab/library.py"), re.M)[1]
    yield "Python asks for a library of it", python == header["MAJOR"]
    said = run(BUILD / "experiments/floorlab", "--version").stdout
    yield "the program says it, with its commit", re.fullmatch(rf"floorlab {version} \(commit ([0-9a-f]{{12}}|unknown)\)\n", said) is not None
    written = text("experiments/program/commit.txt").strip()
    yield "sources of a release have their commit", written == "$Format:%H$" or re.fullmatch(r"[0-9a-f]{40}", written) is not None
    yield "git writes it there", "experiments/program/commit.txt export-subst\n" in text(".gitattributes")


def pages(_folder):
    citation = dict(re.findall(r"^([a-z-]+):[ \n]*(.*)", text("CITATION.cff"), re.M))
    yield "CITATION.cff has what its form asks for", {"cff-version", "message", "title", "authors", "version", "date-released"} <= set(
        citation) and re.fullmatch(r"\d{4}-\d\d-\d\d", citation["date-released"]) is not None
    contributing = text("CONTRIBUTING.md")
    yield "CONTRIBUTING says how to report, get help, and what versions mean", all(
        f"\n## {title}\n" in contributing for title in ("Reporting a fault, asking for help", "Versions", "A release"))
    yield "and where security is told", "(.github/SECURITY.md)" in contributing and len(text(".github/SECURITY.md")) > 500
    paper, entries = text("data/paper/paper.md"), text("data/paper/paper.bib")
    head, body = paper.split("---\n", 2)[1:]
    yield "the paper has the head of its form", all(
        f"{key}:" in head for key in ("title", "tags", "authors", "affiliations", "date", "bibliography"))
    yield "and its sections", re.findall(r"^# (.*)$", body, re.M) == [
        "Summary", "Statement of need", "State of the field", "Acknowledgements", "References"]
    yield "and 250 to 1000 words", 250 <= len(body.split()) <= 1000
    cited = set(re.findall(r"@(\w+)", re.sub(r"`[^`]*`", "", body)))
    known = re.findall(r"^@\w+\{(\w+),$", entries, re.M)
    yield "what it cites is in the bibliography, and nothing else", cited == set(known) and len(known) == len(cited) > 5
    yield "each entry has a title and says who", all(
        re.search(r"^  author = ", entry, re.M) and re.search(r"^  title = ", entry, re.M) for entry in entries.split("\n@"))


def introspect(folder: pathlib.Path, what: str):
    return json.loads(run("meson", "introspect", folder, what).stdout)


def options(folder):
    said = []
    found = re.findall(r"^option\('(\w+)', type: 'feature'", text("meson_options.txt"), re.M)
    yield "the options are these", found == ["tests", "docs", "python", "gnuplot"]

    def configured(name: str, *more: str, **env: str) -> pathlib.Path | None:
        done = run("meson", "setup", folder / name, ROOT, *more, env=os.environ | env)
        if done.returncode:
            print(done.stdout[-2000:], done.stderr[-2000:], file=sys.stderr)
        said.append(done.stdout)
        return folder / name if done.returncode == 0 else None

    def installed(place: pathlib.Path) -> list[str]:
        return sorted(introspect(place, "--installed").values())
    least = configured("least", "-Ddocs=disabled", "-Dpython=disabled", "-Dgnuplot=disabled")
    yield "it can be configured without each", least is not None
    here, all_of_it = installed(least), installed(BUILD)
    left_out = [path for path in all_of_it if path not in here]
    yield "docs: man pages, documents, examples", {"floorlab.1", "floorlab-run.1", "README.md", "FINDINGS.md", "odds.c"} <= {
        os.path.basename(path) for path in left_out}
    yield "python: the package", any(path.endswith("floorlab/results.py") for path in left_out) and not any(
        path.endswith(".py") for path in here)
    yield "and nothing else is left out", all(re.search(r"/man1/|/doc/floorlab/|/floorlab/\w+\.py$", path) for path in left_out) and any(
        path.endswith("/doc/floorlab/LICENSE") for path in here)
    names, every = ({test["name"] for test in introspect(place, "--tests")} for place in (least, BUILD))
    yield "gnuplot: the tests that draw", every - names >= {"plot", "readme", "report"} and len(every - names) < 10
    bare = configured("bare", "-Dtests=disabled")
    yield "tests: all of them", bare is not None and introspect(bare, "--tests") == [] and installed(bare) == all_of_it
    found = folder / "pkgconfig"
    found.mkdir()
    for path in run("pkg-config", "--variable", "pc_path", "pkg-config").stdout.strip().split(":"):
        for package in pathlib.Path(path).glob("*.pc"):
            if package.name != "criterion.pc" and not (found / package.name).exists():
                (found / package.name).symlink_to(package)
    few = configured("few", PKG_CONFIG_LIBDIR=str(found))
    names = {test["name"] for test in introspect(few, "--tests")}
    yield "without Criterion: the tests of commands", {"cli", "compare", "find", "words"} <= names < every
    yield "and what is left out is said", "WARNING: Criterion is not installed" in said[-1]


def debian(folder):
    control = text("data/debian/control")
    yield "the packages are these", tuple(re.findall(r"^Package: (.*)$", control, re.M)) == PACKAGES
    wanted = set(re.search(r'^build_packages="(.*)"', text("lab"), re.M)[1].split()) - {"gcc", "libc6-dev", "ninja-build"}
    needs = set(re.findall(r"^ ([\w.+-]+)", control.split("Build-Depends:")[1].split("Standards-Version")[0], re.M))
    yield "they need what ./lab installs to build", wanted <= needs and needs - wanted == {"debhelper-compat", "dh-python"}
    yield "the library shows these names", [line.split("@")[0].strip() for line in
                                            text("data/debian/libfloorlab0.symbols").splitlines()[1:]] == text(
        "tests/library/exports.txt").split()
    shown = (folder / "root")
    done = run("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", shown)
    files = [str(path.relative_to(shown)) for path in shown.rglob("*") if not path.is_dir()]
    # Debian's folders in place of those that meson chose here
    files = [re.sub(r"^usr/lib/(?!python3)[^/]+/(?=libfloorlab|pkgconfig)", "usr/lib/x/", re.sub(
        r"^usr/lib/python3[^/]*/", "usr/lib/python3/", path.replace("usr/local/", "usr/"))) for path in files]
    yield "meson install ends well", done.returncode == 0 and len(files) > 60
    patterns = [line.split()[0] for name in PACKAGES for line in (DEBIAN / f"{name}.install").read_text().splitlines()]
    removed = re.search(r"rm (.*)$", text("data/debian/rules"), re.M)[1].split()

    def fits(path: str, pattern: str) -> bool:
        return fnmatch.fnmatchcase(path, pattern) or fnmatch.fnmatchcase(path, pattern + "/*")
    lost = [path for path in files if not any(fits(path, pattern) for pattern in patterns)
            and os.path.basename(path) not in removed]
    yield "each installed file is in a package", not lost
    if lost:
        print(*lost, sep="\n", file=sys.stderr)
    yield "each pattern finds a file", all(any(fits(path, pattern) for path in files) for pattern in patterns)


def licences(_folder):
    """debian/copyright beside the first line of each source."""
    paragraphs = re.findall(r"^Files: ([^:]*)\nCopyright: [^\n]*\nLicense: (\S+)$", text("data/debian/copyright"), re.M)
    wrong = []
    for folder in ("gen", "analysis", "experiments", "plots", "data", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".c", ".h", ".py"):
                continue
            says = re.search(r"SPDX-License-Identifier: (\S+)", path.read_text(encoding="utf-8")[:200])
            name = str(path.relative_to(ROOT))
            listed = [licence for patterns, licence in paragraphs if any(fnmatch.fnmatchcase(name, one) for one in patterns.split())]
            if says and says[1] != listed[-1]:
                wrong.append(f"{name}: {says[1]}, but copyright says {listed[-1]}")
    yield "copyright says of each source what its first line says", len(paragraphs) == 2 and not wrong
    print(*wrong, sep="\n", file=sys.stderr)


def all_checks():
    with tempfile.TemporaryDirectory() as folder:
        for part in (versions, pages, options, debian, licences):
            yield from part(pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(tap.say(all_checks()))
