"""The bank of plants: puts faults into a copy of the sources, one at a time, and asks what `floorlab verify` alone says.

faults.txt holds the faults and says how they are written. A fault that nothing reports shows which claim is missing. Prints TAP with --check, which only looks whether every
fault still has its place in the sources."""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import queue
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = "experiments/floorlab"
CLASSES = ["chances", "comparisons", "order", "geometry", "random numbers", "kernel only", "reference only", "tallies",
           "threads", "store", "commands", "readers", "pictures", "words"]
ALPHA = 0.001  # of all shipped claims together, as in `verify`
LIMIT = 240  # seconds of processor time, four times what `verify` takes
EXIT_UNDECIDED = 4

# The claims that a fault in a folder can touch; elsewhere all. A call is a glob for --only or a list of files, and the calls
# are made in this order.
CLASSIC = [["classic*.yaml"], "journey.classic*", "grid.[mps]*"]  # of grid those about floors of the games
REBIRTH = [["rebirth*.yaml", "players.yaml", "rng.yaml", "independence.yaml", "settings.yaml", "classic*.yaml"], "journey.isaac*", "grid.[mps]*"]
CALLS = {
    "gen/classic/": CLASSIC, "data/classic/": CLASSIC,
    "gen/rebirth/": REBIRTH, "data/rebirth/": REBIRTH,
    "gen/grid/": ["grid.*"], "gen/room/": ["chunk.*"], "gen/journey/": ["journey.*"],
    # what the samples that verify counts first go through, whatever is judged
    **dict.fromkeys(["analysis/store/", "analysis/tally/pack.c", "experiments/run/checkpoint.c", "experiments/run/count.c",
                     "experiments/run/result/"], ["chunk.*", "classic.library", "grid.priority*", "journey.classic.ends*"]),
}

Edit = collections.namedtuple("Edit", "path old new")
Fault = collections.namedtuple("Fault", "name kind is_seen reason what by test edits")


class BankError(Exception):
    """A mistake in faults.txt, or a fault without its place in the sources."""


def read_blocks(lines: list[str], path: str) -> list[Edit]:
    """The pairs <<< old === new >>> of a fault, which follow the line `in FILE`."""
    edits, into, parts = [], None, []
    for line in lines:
        if line.startswith("in ") and into is None:
            path = line[3:].strip()
        elif line == "<<<":
            parts, into = ["", ""], 0
        elif line == "===" and into == 0:
            into = 1
        elif line == ">>>":
            edits.append(Edit(path, *parts))
            into = None
        elif into is not None:
            parts[into] += line + "\n"
        elif line.strip():
            raise BankError(f"what is '{line}'?")
    return edits


def read_bank() -> list[Fault]:
    faults = []
    text = (HERE / "faults.txt").read_text()
    for block in re.split(r"(?m)^fault ", text)[1:]:
        name, *lines = block.splitlines()
        head = {key: next((line[len(key) + 1:] for line in lines if line.startswith(key + " ")), "")
                for key in ("class", "seen", "what", "by", "test")}
        is_head = tuple(key + " " for key in head)
        mark, _, reason = head["seen"].partition(": ")
        if head["class"] not in CLASSES or mark not in ("yes", "no") or not head["what"] or (mark == "no") != bool(reason):
            raise BankError(f"{name}: needs a class of {', '.join(CLASSES)}; 'seen yes' or 'seen no: REASON'; 'what'")
        if bool(head["test"]) != (mark == "no"):
            raise BankError(f"{name}: 'seen no' needs the test that sees it, and 'seen yes' none")
        edits = read_blocks([line for line in lines if not line.startswith(is_head)], "")
        faults.append(Fault(name, head["class"], mark == "yes", reason, head["what"], head["by"], head["test"], edits))
    return faults


def apply(edits: list[Edit], root: pathlib.Path) -> dict[pathlib.Path, str]:
    """Writes the faulty texts below `root`; returns the right ones."""
    right, wrong = {}, {}
    for edit in edits:
        path = root / edit.path
        right.setdefault(path, path.read_text())
        text = wrong.get(path, right[path])
        # a line may be quoted in part, so the line breaks at both ends do not belong to the text that is looked for
        old, new = edit.old[:-1], edit.new[:-1] if edit.new or not edit.old else ""
        old, new = (edit.old, "") if not edit.new else (old, new)
        if text.count(old) != 1 or not old.strip() or old == new:
            raise BankError(f"{edit.path} has {text.count(old)} times: {old.strip().splitlines()[:1]}")
        wrong[path] = text.replace(old, new)
    for path, text in wrong.items():
        path.write_text(text)
    return right


def check_place(fault: Fault) -> str:
    """What is wrong with a fault's place in the sources, or an empty text."""
    with tempfile.TemporaryDirectory() as folder:
        for path in {edit.path for edit in fault.edits}:
            target = pathlib.Path(folder) / path
            target.parent.mkdir(parents=True, exist_ok=True)
            if not (ROOT / path).is_file():
                return f"there is no {path}"
            shutil.copy(ROOT / path, target)
        try:
            apply(fault.edits, pathlib.Path(folder))
        except BankError as error:
            return str(error)
    return "" if fault.edits else "it changes nothing"


def claim_ids() -> list[str]:
    files = (ROOT / "data" / "claims").glob("*.yaml")
    return [name for file in files for name in re.findall(r"(?m)^\s*(?:- )?id: *(\S+)", file.read_text())]


def check_bank(faults: list[Fault]) -> int:
    ids = claim_ids()
    names = collections.Counter(fault.name for fault in faults)
    kinds = collections.Counter(fault.kind for fault in faults)
    bad = [f"{name}: the name is used {n} times" for name, n in names.items() if n > 1]
    bad += [f"{kind}: only {kinds[kind]} faults, at least 4 are asked for" for kind in CLASSES if kinds[kind] < 4]
    bad += [f"only {len(faults)} faults, at least 60 are asked for"] if len(faults) < 60 else []
    bad += [f"{fault.name}: {trouble}" for fault in faults if (trouble := check_place(fault))]
    bad += [f"{fault.name}: there is no claim '{glob}'" for fault in faults for glob in filter(None, fault.by.split(","))
            if not fnmatch.filter(ids, glob)]
    print(f"1..1\n{'not ok' if bad else 'ok'} 1 - every fault of the bank has its place")
    print("".join(f"# {line}\n" for line in bad), end="")
    return 1 if bad else 0


def copy_tree(target: pathlib.Path):
    """The working tree without what git ignores."""
    words = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)


class Workshop:
    """A copy of the sources with a build, in which one fault at a time is planted."""

    def __init__(self, folder: pathlib.Path, threads: int, options):
        self.tree, self.build, self.threads = folder / "tree", folder / "tree" / "build", threads
        self.floors, self.share = options.floors, {}
        copy_tree(self.tree)
        if options.by_claims:
            (self.tree / "data" / "known_samples.txt").write_text("")
        self.run(["meson", "setup", "-Dwerror=false", "--buildtype=release", str(self.build)])
        self.run(["ninja", "-C", str(self.build), PROGRAM])
        self.rows = len(self.json(["list", "claims", "--json"]))

    def run(self, words: list[str]) -> str:
        result = subprocess.run(words, cwd=self.tree, capture_output=True, text=True, check=False)
        if result.returncode:
            raise BankError(result.stdout[-3000:] + result.stderr[-3000:])
        return result.stdout

    def json(self, words: list[str]) -> dict:
        return json.loads(self.run([str(self.build / PROGRAM), *words]))

    def arguments(self, call) -> list[str]:
        """Of `verify`. Files get their claims' part of the level that all shipped claims share."""
        if not isinstance(call, list):
            return ["--only", call] if call else []
        folder = self.tree / "data" / "claims"
        files = [str(path) for path in sorted(folder.iterdir()) if any(fnmatch.fnmatch(path.name, glob) for glob in call)]
        if str(call) not in self.share:
            words = [str(self.build / PROGRAM), "verify", *files, "-n", "1", "-q", "--json", "-o", "rows.h5", "--force"]
            few = subprocess.run(words, cwd=self.build, capture_output=True, text=True, check=False)
            self.share[str(call)] = len(json.loads(few.stdout)["claims"]) / self.rows if few.stdout else 1
        return [*files, "--alpha", f"{ALPHA * self.share[str(call)]:.9f}"]

    def verify(self, call) -> tuple[bool, list[str], list[str]]:
        """Whether it sees a fault; what it says; rows that it leaves undecided."""
        limited = ["sh", "-c", f'ulimit -t {LIMIT}; exec "$@"', "sh", str(self.build / PROGRAM), "verify"]
        words = [*limited, *self.arguments(call), "-q", "--json", "-o", "plants.h5", "--anew", "--force", "--threads", str(self.threads)]
        words += ["--floors", self.floors] if self.floors and isinstance(call, list) else []
        result = subprocess.run(words, cwd=self.build, capture_output=True, text=True, check=False)
        if result.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return True, ["hangs"], []
        if result.returncode not in (0, 1, EXIT_UNDECIDED):
            said = (result.stderr.strip().splitlines() or [""])[0][:100]
            if "there is no claim" in said:
                raise BankError(said)
            return True, [f"exit {result.returncode}: {said}"], []
        rows = json.loads(result.stdout)["claims"]
        strange = [row["id"] for row in rows
                   if row["verdict"] in ("confirmed", "refuted") and row["recorded_verdict"] in ("confirmed", "refuted")
                   and row["verdict"] != row["recorded_verdict"]]
        open_rows = [row["id"] for row in rows if row["verdict"] == "undecided" and row["recorded_verdict"] != "undecided"]
        return bool(strange) or result.returncode == 1, strange, open_rows

    def judge(self, calls: list) -> dict:
        """Makes the calls until one of them sees the fault."""
        undecided = []
        for call in calls:
            is_seen, said, still_open = self.verify(call)
            if is_seen:
                return {"seen": True, "said": said, "undecided": []}
            undecided += still_open
        return {"seen": False, "said": [], "undecided": undecided}

    def fails(self, test: str) -> bool:
        """Whether a test of the project fails, which must exist."""
        words = ["meson", "test", "-C", str(self.build), test]
        result = subprocess.run(words, cwd=self.tree, capture_output=True, text=True, check=False)
        ran = re.search(r"(?m)^Fail: +(\d+)", result.stdout)
        if not ran:
            raise BankError(f"the test '{test}' did not run: {result.stdout[-2000:]}{result.stderr[-1000:]}")
        return ran.group(1) != "0"

    def plant(self, fault: Fault, options) -> dict:
        started = time.monotonic()
        right = apply(fault.edits, self.tree)
        try:
            self.run(["ninja", "-C", str(self.build), PROGRAM])
            result = self.judge([] if options.tests else [None] if options.whole else calls_of(fault))
            if fault.test and not result["seen"]:
                result["by_test"] = self.fails(fault.test)
        except BankError as error:
            result = {"seen": False, "said": [f"does not build: {error}"], "undecided": [], "broken": True}
        finally:
            for path, text in right.items():
                path.write_text(text)
        return {**result, "seconds": round(time.monotonic() - started)}


def calls_of(fault: Fault) -> list:
    """First the rows that are known to see the fault, which is cheap. Then the calls for the folder that the fault is in: the
    narrowest that fits."""
    fits = [folder for folder in CALLS if all(edit.path.startswith(folder) for edit in fault.edits)]
    return ([fault.by] if fault.by else []) + (CALLS[max(fits, key=len)] if fits else [*CLASSIC, *REBIRTH, "grid.*", "chunk.*"])


def check_without_fault(shop: Workshop, faults: list[Fault], is_whole: bool):
    """All must be as expected before anything is planted."""
    calls = [None] if is_whole else [call for fault in faults for call in calls_of(fault) if call != fault.by]
    for call in {str(call): call for call in calls}.values():
        is_seen, said, _ = shop.verify(call)
        if is_seen:
            raise BankError(f"without any fault verify says: {', '.join(said)}")


def said_of(result: dict) -> str:
    """For people: the first rows, and how many more."""
    said, n = result["said"], len(result["said"])
    return ", ".join(said[:3]) + (f" and {n - 3} more" if n > 3 else "")


def run_bank(faults: list[Fault], options) -> dict[str, dict]:
    results: dict[str, dict] = {}
    idle: queue.Queue[Workshop] = queue.Queue()

    def one(fault: Fault):
        shop = idle.get()
        results[fault.name] = shop.plant(fault, options)
        idle.put(shop)
        if options.json:
            pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
        is_other = not fault.is_seen and results[fault.name].get("by_test")
        mark = "seen" if results[fault.name]["seen"] else "missed" if is_other else "MISSED"
        print(f"{mark:7}{fault.name} ({results[fault.name]['seconds']} s) {said_of(results[fault.name])}", file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="plants-") as folder:
        for i in range(options.jobs):
            idle.put(Workshop(pathlib.Path(folder) / str(i), max(2, (os.cpu_count() or 2) // options.jobs), options))
        if not options.trust and not options.tests:
            shop = idle.get()
            check_without_fault(shop, faults, options.whole)
            idle.put(shop)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as workers:
            list(workers.map(one, faults))
    return results


def print_table(faults: list[Fault], results: dict[str, dict]):
    print("| fault | what it does | class | seen | by |\n|---|---|---|---|---|")
    for fault in faults:
        result = results[fault.name]
        by = said_of(result) if result["seen"] else f"{fault.reason}; test {fault.test}"
        print(f"| {fault.name} | {fault.what} | {fault.kind} | {'yes' if result['seen'] else 'no'} | {by} |")


def print_sum(faults: list[Fault], results: dict[str, dict]) -> int:
    missed = [fault.name for fault in faults if fault.is_seen and not results[fault.name]["seen"]]
    gained = [fault.name for fault in faults if not fault.is_seen and results[fault.name]["seen"]]
    for kind in CLASSES:
        own = [fault for fault in faults if fault.kind == kind]
        if own:
            print(f"{kind}: {sum(results[fault.name]['seen'] for fault in own)} of {len(own)}")
    print(f"{sum(result['seen'] for result in results.values())} of {len(faults)} seen by verify")
    by_test = [fault for fault in faults if fault.test and not results[fault.name]["seen"]]
    unseen = [fault.name for fault in by_test if not results[fault.name].get("by_test")]
    if by_test:
        print(f"{len(by_test) - len(unseen)} of the other {len(by_test)} seen by the test that is named")
    broken = [name for name, result in results.items() if result.get("broken")]
    for text, names in (("no longer seen", missed), ("seen now, but marked as not seen", gained),
                        ("its test does not see it", unseen), ("does not build", broken)):
        if names:
            print(f"{text}: {', '.join(names)}")
    return 1 if missed or unseen or broken else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only look whether every fault has its place in the sources")
    parser.add_argument("--list", action="store_true", help="only list the faults")
    parser.add_argument("--only", default="*", metavar="GLOB,…", help="faults whose name or class matches")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="copies of the sources that work side by side")
    parser.add_argument("--whole", action="store_true", help="always run verify on all claims, whatever the fault is in")
    parser.add_argument("--tests", action="store_true", help="only the faults with a test, and ask only that test")
    parser.add_argument("--trust", action="store_true", help="do not look first whether all is as expected without a fault")
    parser.add_argument("--by-claims", action="store_true", help="without data/known_samples.txt: what claims alone see")
    parser.add_argument("--floors", metavar="N", help="at most N samples of a scenario, where many claims are judged")
    parser.add_argument("--json", metavar="FILE", help="write what was found to a file")
    parser.add_argument("--table", action="store_true", help="print what became of each fault as a table in Markdown")
    options = parser.parse_args()
    faults = read_bank()
    if options.check:
        return check_bank(faults)
    wanted = options.only.split(",")
    faults = [fault for fault in faults
              if any(fnmatch.fnmatch(fault.name, glob) or fnmatch.fnmatch(fault.kind, glob) for glob in wanted)]
    faults = [fault for fault in faults if fault.test or not options.tests]
    if options.list or not faults:
        print("".join(f"{fault.name}: {fault.what} ({fault.kind})\n" for fault in faults), end="")
        return 0 if faults else 2
    results = run_bank(faults, options)
    if options.table:
        print_table(faults, results)
    return print_sum(faults, results)


try:
    sys.exit(main())
except BankError as trouble:
    print(f"plants: {trouble}", file=sys.stderr)
    sys.exit(2)
