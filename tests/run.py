"""Runs tests: ./lab test [--full | --thorough] [SUITE...]. Every day gcc's build and the suites that say soonest what is wrong;
in full builds with gcc, with clang and with two sets of sanitizers, and all suites of each. Says a line when a suite is done, and
ends with one line `N passed, N failed` over all of them. A skipped test counts as failed: it proved nothing.

While one build is tested the next is compiled, so that no core waits for the last long test of a build."""
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as xml
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
EVERYDAY = ["style", "unit", "golden", "cli", "oracle"]  # the oracles with fewer floors: tests/support/scale.h
GCC = [*EVERYDAY, "figures", "stat", "fault"]
PAGE = ["page", "browser"]  # of these the second in full tests only
ALL = [*GCC, *PAGE, "fuzz", "stress", "kernel", "cases"]
CLANG = {"CC": "clang", "CXX": "clang++"}
FEW = {"FLOORLAB_EVERYDAY": "1"}  # a wrong byte shows on the first floors
# What sanitizers find needs no type or variable in the debug information, only lines; what a fuzzer learns from lies in
# the readers alone, so that only they are watched (tests/fuzz/readers.txt).
LINES = ["-Db_lundef=false", "-Dbuildtype=custom", "-Doptimization=1", "-Ddebug=false"]
READERS = ROOT / "tests" / "fuzz" / "readers.txt"
WATCHED = ["-gline-tables-only", "-fsanitize=fuzzer-no-link", f"-fsanitize-coverage-allowlist={READERS}",
           f"-DFLOORLAB_READERS={zlib.crc32(READERS.read_bytes())}"]  # for ccache, which does not read the list
SANITIZERS = ["-Db_sanitize=address,undefined", f"-Dc_args={WATCHED}", *LINES]
THREADS = ["-Db_sanitize=thread", "-Dc_args=-g1", *LINES]

# name, folder, environment, options of meson, suites; last the one whose many short tests keep all cores busy to the end
BUILDS = [
    ("gcc", "release", {}, ["--buildtype=release"], GCC),
    ("page", "page", {}, ["--buildtype=release", "-Dpage=true"], PAGE),
    ("clang", "clang", CLANG, ["--buildtype=release"], ["kernel", "golden"]),
    ("threads", "threads", {}, THREADS, ["stress"]),
    ("sanitizers", "sanitizers", CLANG | FEW, SANITIZERS, ["unit", "cases", "fuzz"]),
]
BACKENDS, PROGRAM = "tests/support/missing_backends", "experiments/floorlab"
IS_RELEASE = not (ROOT / "experiments/program/commit.txt").read_text().startswith("$")  # the sources of a release
SETUP, LOG = (["--setup=full"], "testlog-full") if IS_RELEASE else ([], "testlog")  # where only the tests of every day are usual
WHOLE = ["gcc", "clang"]  # in a full test every source must compile without a warning there, else only what the suites need


CHILDREN = set()  # at work
DONE = re.compile(r" *\d+/\d+ (?:\w+:)?(\w+)(?:\+\w+)? / \S+ +([A-Z]+)")  # meson's line about a test


def run(words: list[str], extra: dict[str, str], tell=None) -> subprocess.CompletedProcess:
    """Runs a command; `tell` is called with each line as it comes."""
    with subprocess.Popen(words, cwd=ROOT, env={**os.environ, **extra}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT if tell else subprocess.PIPE, text=True, errors="replace") as child:
        CHILDREN.add(child)
        lines = []
        for line in child.stdout if tell else []:
            lines.append(line)
            tell(line)
        out, err = child.communicate()
        CHILDREN.discard(child)
    return subprocess.CompletedProcess(words, child.returncode, "".join(lines) + out, err or "")


def stop(number: int, _frame):
    """Ctrl-C: what was begun is ended, too."""
    for child in list(CHILDREN):
        child.terminate()
    print("lab: stopped", file=sys.stderr, flush=True)
    os._exit(128 + number)


class Progress:
    """Says a line about each suite when its last test has ended."""

    def __init__(self, name: str, tests: list[dict]):
        self.name, self.started, self.left, self.bad = name, time.monotonic(), {}, {}
        for test in tests:
            suite = test["suite"][0].split(":")[-1]
            self.left[suite] = self.left.get(suite, 0) + 1
        self.all = dict(self.left)

    def tell(self, line: str):
        found = DONE.match(line)
        if not found or found[1] not in self.left:
            return
        suite = found[1]
        self.left[suite] -= 1
        self.bad[suite] = self.bad.get(suite, 0) + (found[2] != "OK")
        if self.left[suite] == 0:
            print(f"{self.name}: {suite}, {self.all[suite] - self.bad[suite]} of {self.all[suite]} programs passed "
                  f"({time.monotonic() - self.started:.0f} s)", flush=True)


def introspect(folder: pathlib.Path, what: str) -> list[dict]:
    return json.loads(run(["meson", "introspect", str(folder), what], {}).stdout)


def configure(folder: pathlib.Path, extra: dict[str, str], options: list[str], suites: list[str]) -> str:
    """Configures a build that was made without these options, or before what its tests need was installed. What went wrong, or an
    empty text."""
    wanted = ["-Dtests=enabled", "-Dgnuplot=enabled", *options]
    known = folder / "lab-options"  # ./lab reads it, too
    is_made = (folder / "build.ninja").exists()
    if is_made and known.exists() and set(wanted) <= set(known.read_text().splitlines()) and not missing_suites(folder, suites):
        return ""
    result = run(["meson", "setup", str(folder), *wanted, *(["--reconfigure"] if is_made else [])], extra)
    if result.returncode:
        return result.stdout + result.stderr
    known.write_text("".join(f"{option}\n" for option in wanted))
    missing = missing_suites(folder, suites)
    return f"it has no test of {', '.join(missing)}: is what they need installed?" if missing else ""


def tests_of(folder: pathlib.Path, wanted: list[str]) -> list[dict]:
    """The tests of the wanted suites that this build has."""
    return [test for test in introspect(folder, "--tests") if any(s.split(":")[-1] in wanted for s in test["suite"])]


def missing_suites(folder: pathlib.Path, suites: list[str]) -> list[str]:
    return [suite for suite in suites if not tests_of(folder, [suite])]


def targets_of(folder: pathlib.Path, tests: list[dict]) -> list[str]:
    """What these tests need, as ninja calls it."""
    needed = {name for test in tests for name in test["depends"]}
    return [os.path.relpath(path, folder) for target in introspect(folder, "--targets") if target["id"] in needed
            for path in target["filename"]]


def rows_of(is_full: bool, only: list[str]) -> list[tuple]:
    """The builds with the suites to run there: in full all builds, else each suite in the first build that has it."""
    wanted = set(only or (ALL if is_full else [*EVERYDAY, "page"]))
    rows = []
    for *row, suites in BUILDS:
        here = [suite for suite in suites if suite in wanted]
        wanted -= set() if is_full else set(here)
        rows += [(*row, here)] if here else []
    if rows and "cli" in rows[0][-1]:  # its program is beside the page's module, so that no second one is compiled
        rows = [(name, folder, extra | {"FLOORLAB_PROGRAM": str(ROOT / "build" / rows[0][1] / PROGRAM)} if name == "page" else extra, *more)
                for name, folder, extra, *more in rows]
    return rows


def build(row: tuple, is_whole: bool) -> str:
    """Configures and compiles; what went wrong, or an empty text."""
    _, folder_name, extra, options, suites = row
    folder = ROOT / "build" / folder_name
    trouble = configure(folder, extra, options, suites)
    if trouble:
        return trouble
    run(["ninja", "-C", str(folder), "build.ninja"], extra)  # what meson knows may be older than the build files
    targets = [] if is_whole else targets_of(folder, tests_of(folder, suites))
    if not is_whole and not targets:
        return ""
    targets = [target for target in targets if target != PROGRAM or "FLOORLAB_PROGRAM" not in extra]
    targets += [BACKENDS] if targets and "FLOORLAB_PROGRAM" not in extra else []
    result = run(["ninja", "-C", str(folder), "-j", str(os.cpu_count()), *targets], extra)
    return result.stdout + result.stderr if result.returncode else ""


def said_of(suite: xml.Element, name: str) -> str:
    """What the tests of a file said of one that failed: the lines that name it, or the last ones."""
    lines = [line.rstrip() for part in suite.iter() if part.tag in ("system-out", "system-err")
             for line in (part.text or "").splitlines() if line.strip()]
    named = [line for i, line in enumerate(lines)
             if name in line or (i > 0 and name in lines[i - 1] and line.startswith("#"))]
    return "".join(f"\n  {line[:1000]}" for line in (named or lines)[-8:])


def failures(report: pathlib.Path) -> tuple[int, list[str]]:
    """Passed tests and the names of the others, with what they said."""
    passed, failed = 0, []
    for suite in xml.parse(report).getroot().iter("testsuite"):
        before = passed + len(failed)
        for case in suite.iter("testcase"):
            bad = [child for child in case if child.tag in ("failure", "error", "skipped")]
            name = f"{suite.get('name')}: {case.get('name')}"
            if bad:
                is_skipped = bad[0].tag == "skipped"
                plain = str(case.get("name")).split(" - ", 1)[-1]
                failed.append(name + (" (skipped)" if is_skipped else "") + said_of(suite, plain))
            passed += not bad
        if passed + len(failed) == before:
            failed.append(f"{suite.get('name')}: it held no test")
    return passed, failed


def findings(folder: pathlib.Path) -> list[str]:
    """Reports of the sanitizers: a test program can leave exit code 0 behind them."""
    return [f"{path.name}:\n{path.read_text(errors='replace')[:3000]}" for path in sorted(folder.glob("finding.*"))]


def cut_short(folder: pathlib.Path, extra: dict) -> tuple[int, list[str]]:
    """Test programs that ended before their last test: by an error, or because their time ran out. A program of unit tests that hung
    before its first word hung in Criterion, which on a busy machine now and then waits for ever for the process of its first test:
    it is run once more, alone."""
    passed, failed = 0, []
    for line in (folder / "meson-logs" / f"{LOG}.json").read_text().splitlines():
        test = json.loads(line)
        said = test.get("stdout") or ""
        if test["result"] == "ERROR" and "not ok" not in said:
            failed.append(f"{test['name']}: it ended with an error\n{(test.get('stderr') or said)[-1000:]}")
        if test["result"] != "TIMEOUT":
            continue
        again = None
        if not said and "--tap=/dev/stdout" in test["command"]:
            again = subprocess.run(["timeout", "600", *test["command"]], cwd=folder, env={**os.environ, **extra}, capture_output=True,
                                   text=True, errors="replace", check=False)
        if again and again.returncode == 0:
            print(f"{test['name']}: hung before its first word, and passed when it was run again")
            passed += sum(line.startswith("ok ") for line in again.stdout.splitlines())
        else:
            failed.append(f"{test['name']}: its time ran out" + (again.stdout[-2000:] if again else ""))
    return passed, failed


def test_build(row: tuple, trouble: str) -> tuple[int, list[str]]:
    """Runs the suites of a build that is compiled."""
    name, folder_name, extra, _, suites = row
    folder = ROOT / "build" / folder_name
    started = time.monotonic()
    if trouble:
        return 0, [f"{name}: does not build without a warning\n{trouble[-6000:]}"]
    for old in folder.glob("finding.*"):
        old.unlink()
    log = f"log_path={folder}/finding"
    extra = {"ASAN_OPTIONS": f"{log}:detect_leaks=1", "UBSAN_OPTIONS": f"{log}:print_stacktrace=1", **extra}
    words = ["meson", "test", "-C", str(folder), "--no-rebuild", "--print-errorlogs", *SETUP]
    words += ["--num-processes", str((os.cpu_count() or 1) + 1)]  # some wait for the disk or for a process they kill
    words += ["--timeout-multiplier", "20" if "FLOORLAB_THOROUGH" in os.environ else "4"]  # the machine may be busy
    result = run(words + [w for s in suites for w in ("--suite", s)], extra, Progress(name, tests_of(folder, suites)).tell)
    passed, failed = failures(folder / "meson-logs" / f"{LOG}.junit.xml")
    more, late = cut_short(folder, extra)
    passed, failed = passed + more, failed + late + findings(folder)
    if result.returncode and not failed and not more:
        failed.append(f"{name}: the test runner failed")
    if failed:
        print(result.stdout[-20000:], result.stderr[-4000:], sep="\n")
    print(f"{name}: {passed + 1} passed, {len(failed)} failed ({time.monotonic() - started:.0f} s)", flush=True)
    return passed + 1, failed  # one more for the build without a warning


def test_plants() -> tuple[int, list[str]]:
    """Asks of every planted fault whether verify sees it, or the test that is named with it (tests/plants)."""
    started = time.monotonic()
    result = run([sys.executable, "tests/plants/plants.py", "--table"], {})
    print(result.stdout)
    seen = sum(line.startswith(("seen ", "missed ")) for line in result.stderr.splitlines())
    failed = [line for line in result.stderr.splitlines() if line.startswith("MISSED ")]
    if result.returncode and not failed:
        failed = [f"the bank of faults: {(result.stdout + result.stderr)[-500:]}"]
    print(f"plants: {seen} passed, {len(failed)} failed ({time.monotonic() - started:.0f} s)", flush=True)
    return seen, failed


def test_packages() -> tuple[int, list[str]]:
    """Builds the Debian packages and tries them in a fresh root (tests/release/debian.py)."""
    started = time.monotonic()
    result = run([sys.executable, "tests/release/debian.py", str(ROOT)], {})
    said = [line for line in result.stdout.splitlines() if line.startswith(("ok ", "not ok "))]
    failed = [f"packages: {line}\n{result.stderr[-2000:]}" for line in said if line.startswith("not ")]
    if result.returncode and not failed:
        failed = [f"packages: {(result.stdout + result.stderr)[-1000:]}"]
    passed = sum(line.startswith("ok ") for line in said)
    print(f"packages: {passed} passed, {len(failed)} failed ({time.monotonic() - started:.0f} s)", flush=True)
    return passed, failed


def write_figures(rows: list[tuple]):
    """Writes what the tests of these builds counted into tests/reached.txt."""
    logs = [ROOT / "build" / row[1] / "meson-logs" / f"{LOG}.json" for row in rows]
    result = run([sys.executable, "tests/reached.py", *(str(log) for log in logs if log.exists())], {})
    if result.returncode:
        print(f"the figures of tests/reached.txt were not written: {result.stderr}", flush=True)


def slowest(rows: list[tuple], n: int = 10) -> str:
    """The programs of tests that took longest."""
    took = []
    for name, folder_name, *_ in rows:
        log = ROOT / "build" / folder_name / "meson-logs" / f"{LOG}.json"
        for line in log.read_text().splitlines() if log.exists() else []:
            test = json.loads(line)
            took.append((test["duration"], f"{name}: {test['name'].split(':')[-1]}"))
    return "".join(f"\n  {seconds:5.0f} s  {test}" for seconds, test in sorted(took, reverse=True)[:n])


def missing_backends() -> str:
    """What this machine's processor cannot run, so that no test here tried it; empty when it can run everything."""
    program = ROOT / "build" / "release" / BACKENDS
    return ", ".join(run([str(program)], {}).stdout.split()) if program.exists() else ""


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    words = sys.argv[1:]
    is_full = "--full" in words or "--thorough" in words
    only = [word for word in words if word not in ("--full", "--thorough")]
    if os.path.realpath(shutil.which("python3") or "") != os.path.realpath(sys.executable):
        os.environ["PATH"] = f"{pathlib.Path(sys.executable).parent}:{os.environ['PATH']}"  # not a script that looks for it each time
    tier = "FLOORLAB_THOROUGH" if "--thorough" in words else "" if is_full else "FLOORLAB_EVERYDAY"
    os.environ.update({tier: "1"} if tier else {})  # see tests/support/scale.h
    unknown = [word for word in only if word not in ALL]
    if unknown:
        print(f"lab: there is no suite '{unknown[0]}'; there are {', '.join(ALL)}", file=sys.stderr)
        return 2
    started = time.monotonic()
    rows = rows_of(is_full, only)
    with concurrent.futures.ThreadPoolExecutor(1) as tester:
        results = [(row[0], tester.submit(test_build, row, build(row, is_full and not only and row[0] in WHOLE)))
                   for row in rows]
    said = [(name, *result.result()) for name, result in results]
    if "--thorough" in words:
        write_figures(rows)
    if "--thorough" in words and not only:
        said += [("plants", *test_plants()), ("packages", *test_packages())]
    total = sum(passed for _, passed, _ in said)
    bad = [f"{name}: {line}" for name, _, failed in said for line in failed]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{time.monotonic() - started:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processors")
    print(f"the slowest programs:{slowest(rows)}")
    missing = missing_backends()
    if missing:
        print(f"not tested, as this machine's processor cannot run it: {missing}")
    for line in bad:
        print(f"FAILED {line}")
    print(f"{total} passed, {len(bad)} failed")
    return 1 if bad or not total else 0


sys.exit(main())
