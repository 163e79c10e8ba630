"""Runs every test: ./lab test [--thorough] [SUITE...]. Builds with gcc, with clang and with two sets of sanitizers, runs the suites of each, and
ends with one line `N passed, N failed` over all of them. A skipped test counts as failed: it proved nothing.

While one build is tested the next is compiled, so that no core waits for the last long test of a build."""
import concurrent.futures
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALL = ["style", "unit", "golden", "cli", "figures", "oracle", "stat", "fault", "fuzz", "stress"]
CLANG = {"CC": "clang", "CXX": "clang++"}
# What sanitizers find needs no type or variable in the debug information, only lines; what a fuzzer learns from lies in
# the readers alone, so that only they are watched (tests/fuzz/readers.txt).
LINES = ["-Db_lundef=false", "-Dbuildtype=custom", "-Doptimization=1", "-Ddebug=false"]
WATCHED = ["-gline-tables-only", "-fsanitize=fuzzer-no-link", f"-fsanitize-coverage-allowlist={ROOT}/tests/fuzz/readers.txt"]
SANITIZERS = ["-Db_sanitize=address,undefined", f"-Dc_args={WATCHED}", *LINES]
THREADS = ["-Db_sanitize=thread", "-Dc_args=-g1", *LINES]

# name, folder, environment, options of meson, suites; last the one whose many short tests keep all cores busy to the end
BUILDS = [
    ("gcc", "release", {}, ["--buildtype=release"], ALL),
    ("clang", "clang", CLANG, ["--buildtype=release"], ["unit", "golden"]),
    ("threads", "threads", {}, THREADS, ["stress"]),
    ("sanitizers", "sanitizers", CLANG, SANITIZERS, ["unit", "cli", "fuzz"]),
]
WHOLE = ["gcc", "clang"]  # every source must compile without a warning there; of the others only what the suites need


def run(words: list[str], extra: dict[str, str]) -> subprocess.CompletedProcess:
    env = {**os.environ, **extra}
    return subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def is_stale(folder: pathlib.Path) -> bool:
    """No build yet, or one of other options."""
    made = folder / "build.ninja"
    return not made.exists() or made.stat().st_mtime < pathlib.Path(__file__).stat().st_mtime


def introspect(folder: pathlib.Path, what: str) -> list[dict]:
    return json.loads(run(["meson", "introspect", str(folder), what], {}).stdout)


def configure(folder: pathlib.Path, extra: dict[str, str], options: list[str]) -> str:
    """What went wrong, or an empty text."""
    if is_stale(folder) or not introspect(folder, "--tests"):  # without tests: configured before the test libraries came
        shutil.rmtree(folder, ignore_errors=True)
        result = run(["meson", "setup", str(folder), *options], extra)
        return result.stdout + result.stderr if result.returncode else ""
    return ""


def tests_of(folder: pathlib.Path, wanted: list[str]) -> list[dict]:
    """The tests of the wanted suites that this build has."""
    return [test for test in introspect(folder, "--tests") if any(s.split(":")[-1] in wanted for s in test["suite"])]


def targets_of(folder: pathlib.Path, tests: list[dict]) -> list[str]:
    """What these tests need, as ninja calls it."""
    needed = {name for test in tests for name in test["depends"]}
    return [os.path.relpath(path, folder) for target in introspect(folder, "--targets") if target["id"] in needed
            for path in target["filename"]]


def build(row: tuple, only: list[str]) -> str:
    """Configures and compiles; what went wrong, or an empty text."""
    name, folder_name, extra, options, suites = row
    folder = ROOT / "build" / folder_name
    trouble = configure(folder, extra, options)
    if trouble:
        return trouble
    run(["ninja", "-C", str(folder), "build.ninja"], extra)  # what meson knows may be older than the build files
    is_whole = name in WHOLE and not only
    targets = [] if is_whole else targets_of(folder, tests_of(folder, [s for s in suites if not only or s in only]))
    if not is_whole and not targets:
        return ""
    result = run(["ninja", "-C", str(folder), "-j", str(os.cpu_count()), *targets], extra)
    return result.stdout + result.stderr if result.returncode else ""


def failures(report: pathlib.Path) -> tuple[int, list[str]]:
    """Passed tests and the names of the others, with what they said."""
    passed, failed = 0, []
    for suite in xml.parse(report).getroot().iter("testsuite"):
        before = passed + len(failed)
        for case in suite.iter("testcase"):
            bad = [child for child in case if child.tag in ("failure", "error", "skipped")]
            name = f"{suite.get('name')}: {case.get('name')}"
            failed += [name + (" (skipped)" if bad[0].tag == "skipped" else "")] if bad else []
            passed += not bad
        if passed + len(failed) == before:
            failed.append(f"{suite.get('name')}: it held no test")
    return passed, failed


def findings(folder: pathlib.Path) -> list[str]:
    """Reports of the sanitizers: a test program can leave exit code 0 behind them."""
    return [f"{path.name}:\n{path.read_text(errors='replace')[:3000]}" for path in sorted(folder.glob("finding.*"))]


def test_build(row: tuple, only: list[str], trouble: str) -> tuple[int, list[str]]:
    """Runs the suites of a build that is compiled."""
    name, folder_name, extra, _, suites = row
    folder = ROOT / "build" / folder_name
    started = time.monotonic()
    if trouble:
        return 0, [f"{name}: does not build without a warning\n{trouble[-6000:]}"]
    for old in folder.glob("finding.*"):
        old.unlink()
    found = [s for s in suites if (not only or s in only) and tests_of(folder, [s])]
    if not found:
        return 0, []
    log = f"log_path={folder}/finding"
    extra = {"ASAN_OPTIONS": f"{log}:detect_leaks=1", "UBSAN_OPTIONS": f"{log}:print_stacktrace=1", **extra}
    words = ["meson", "test", "-C", str(folder), "--no-rebuild", "--print-errorlogs"]
    words += ["--num-processes", str((os.cpu_count() or 1) + 1)]  # some wait for the disk or for a process they kill
    result = run(words + [w for s in found for w in ("--suite", s)], extra)
    passed, failed = failures(folder / "meson-logs" / "testlog.junit.xml")
    failed += findings(folder)
    if result.returncode and not failed:
        failed.append(f"{name}: the test runner failed")
    if failed:
        print(result.stdout[-20000:], result.stderr[-4000:], sep="\n")
    print(f"{name}: {passed + 1} passed, {len(failed)} failed ({time.monotonic() - started:.0f} s)", flush=True)
    return passed + 1, failed  # one more for the build without a warning


def main() -> int:
    only = [word for word in sys.argv[1:] if word != "--thorough"]
    if "--thorough" in sys.argv[1:]:
        os.environ["FLOORLAB_THOROUGH"] = "1"  # see tests/support/scale.h
    unknown = [word for word in only if word not in ALL]
    if unknown:
        print(f"lab: there is no suite '{unknown[0]}'; there are {', '.join(ALL)}", file=sys.stderr)
        return 2
    started = time.monotonic()
    rows = [row for row in BUILDS if not only or set(only) & set(row[4])]
    with concurrent.futures.ThreadPoolExecutor(1) as tester:
        results = [(row[0], tester.submit(test_build, row, only, build(row, only))) for row in rows]
    total = sum(result.result()[0] for _, result in results)
    bad = [f"{name}: {line}" for name, result in results for line in result.result()[1]]
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{time.monotonic() - started:.0f} s, {used.ru_utime + used.ru_stime:.0f} s of processors")
    for line in bad:
        print(f"FAILED {line}")
    print(f"{total} passed, {len(bad)} failed")
    return 1 if bad or not total else 0


sys.exit(main())
