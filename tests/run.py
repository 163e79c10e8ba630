"""Runs every test: ./lab test [--thorough] [SUITE...]. Builds with gcc, with clang and with two sets of sanitizers, runs the suites of each, and
ends with one line `N passed, N failed` over all of them. A skipped test counts as failed: it proved nothing."""
import os
import pathlib
import subprocess
import sys
import time
import xml.etree.ElementTree as xml

ROOT = pathlib.Path(__file__).resolve().parent.parent
ALL = ["style", "unit", "golden", "cli", "figures", "oracle", "stat", "fault", "fuzz", "stress"]
SANITIZERS = [
    "-Db_sanitize=address,undefined",
    "-Db_lundef=false",
    "-Dbuildtype=debugoptimized",
    "-Dc_args=-fsanitize=fuzzer-no-link",
]
THREADS = ["-Db_sanitize=thread", "-Db_lundef=false", "-Dbuildtype=debugoptimized"]
CLANG = {"CC": "clang", "CXX": "clang++"}

# name, folder, environment, options of meson, suites
BUILDS = [
    ("gcc", "release", {}, ["--buildtype=release"], ALL),
    ("clang", "clang", CLANG, ["--buildtype=release"], ["unit", "golden"]),
    ("sanitizers", "sanitizers", CLANG, SANITIZERS, ["unit", "cli", "fuzz"]),
    ("threads", "threads", {}, THREADS, ["stress"]),
]


def run(words: list[str], extra: dict[str, str]) -> subprocess.CompletedProcess:
    env = {**os.environ, **extra}
    return subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, check=False)


def build(folder: pathlib.Path, extra: dict[str, str], options: list[str]) -> str:
    """Configures and compiles; what went wrong, or an empty text."""
    if not (folder / "build.ninja").exists():
        result = run(["meson", "setup", str(folder), *options], extra)
        if result.returncode:
            return result.stdout + result.stderr
    elif "unit" not in run(["meson", "test", "-C", str(folder), "--list", "--no-rebuild"], extra).stdout:
        run(["meson", "setup", "--wipe", str(folder), *options], extra)  # it was configured without the test libraries
    # Criterion aborts under ThreadSanitizer: there only the program is of use
    target = ["experiments/floorlab"] if folder.name == "threads" else []
    result = run(["ninja", "-C", str(folder), *target], extra)
    return result.stdout + result.stderr if result.returncode else ""


def suites_of(folder: pathlib.Path, wanted: list[str]) -> list[str]:
    """The wanted suites that this build has."""
    listed = run(["meson", "test", "-C", str(folder), "--list", "--no-rebuild"], {}).stdout
    return [suite for suite in wanted if f":{suite} /" in listed or f"{suite} /" in listed]


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


def run_build(row: tuple, only: list[str]) -> tuple[int, list[str]]:
    name, folder_name, extra, options, suites = row
    folder = ROOT / "build" / folder_name
    started = time.monotonic()
    if only and not set(only) & set(suites):
        return 0, []
    trouble = build(folder, extra, options)
    if trouble:
        return 0, [f"{name}: does not build without a warning\n{trouble[-6000:]}"]
    for old in folder.glob("finding.*"):
        old.unlink()
    found = suites_of(folder, [s for s in suites if not only or s in only])
    if not found:
        return 0, []
    log = f"log_path={folder}/finding"
    extra = {"ASAN_OPTIONS": f"{log}:detect_leaks=1", "UBSAN_OPTIONS": f"{log}:print_stacktrace=1", **extra}
    words = ["meson", "test", "-C", str(folder), "--no-rebuild", "--print-errorlogs"]
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
    total, bad = 0, []
    for row in BUILDS:
        passed, failed = run_build(row, only)
        total += passed
        bad += [f"{row[0]}: {line}" for line in failed]
    for line in bad:
        print(f"FAILED {line}")
    print(f"{total} passed, {len(bad)} failed")
    return 1 if bad or not total else 0


sys.exit(main())
