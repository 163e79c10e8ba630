"""The command line attacked: words.py PROGRAM. Prints TAP.

Every option of every command, as the help page lists them, without a value, with an empty one, huge, foreign and repeated ones;
then command lines of random options and values. What is wrong ends with exit code 2, one line that says what and where (and
one with a hint), nothing on stdout and no file touched; nothing crashes or hangs."""
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import sys
import tempfile
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import attack  # noqa: E402

RANDOM = 20000 if "FLOORLAB_THOROUGH" in os.environ else 300
PART = 4 if "FLOORLAB_EVERYDAY" in os.environ else 1  # every day a quarter of the command lines
HUGE = "9" * 400
NUMBERS = ["", "-1", "x", "nan", "1e400", "99999999999999999999", HUGE, "5 ", "٣", "1..2", "0x"]
FILES = ["", "/nonexistent/x", "a" * 300, ".", "nosuch/./x\x1b[2J"]
NAMES = ["", "nosuch", HUGE, "\x1b[2J", "\u202e", "%s%n"]
# What is wrong for an option of this value; the help page names the value.
WRONG = {
    "N": NUMBERS, "S": NUMBERS, "T": [*NUMBERS, "0", "65"], "I": NUMBERS, "P": NUMBERS, "A": [*NUMBERS, "0", "1"],
    "SECONDS": ["", "-1", "x", "nan", "inf", "1e400"], "I/N": ["", "0/1", "2/1", "1/0", "/", "1", "1/99999999999", "1/2/3", "-1/2"],
    "K=V": ["", "=", "level", "=3", "nosuch=1", "level=", "level=" + HUGE, "level=nan", "level=3=3"],
    "K=V,V": ["", "=", "level", "level=", "level=1,,2", "level=9..1", "level=1..99999999999", "nosuch=1,2"],
    "TEXT": [], "NAME": NAMES, "FORM": NAMES, "F": NAMES, "WHEN": NAMES, "ROOM": [*NAMES, "-1", "99999999999"], "ID": NAMES, "GLOB": NAMES[:2], "DIR": ["", "x.yaml", "/nonexistent/x/y"], "FILE": FILES,
    "RULES": [*NAMES[1:], "./nosuch"],  # an empty one is the usual one
}
ANY = ["", "0", "1", "2", "-1", "x", "nan", "3..1", "1/2", "level=2", "level=1,2", "json", "svg", "text", "all", "o.h5", "full.h5",
       "c.yaml", ".", "classic", "reference", "/nonexistent", HUGE, "\x1b[2J", "--", "-", "-h", "=", "%n%s"]
WORDS = ["full.h5", "x.yaml", "c.yaml", "nosuch", "", ".", "classic", "grid", "room", "journey", "-", "--", "t.h5", HUGE, "\udcff\udcfe"]
# What is more than a few small samples, or measures for seconds.
SLOW = {"--known", "--until-decided", "--precision", "--verify", "--plan"}


class Option(typing.NamedTuple):
    """A row of a help page."""

    letter: str
    name: str
    value: str  # "": a flag
    repeats: bool


class Case(typing.NamedTuple):
    """A command line; whether it must be refused."""

    words: list[str]
    is_wrong: bool


def options_of(program: str, command: str, folder: pathlib.Path) -> list[Option]:
    page = attack.call(program, folder, ["help", command]).out.decode()
    found = []
    rows = re.findall(r"^  (?:-(\w), |    )--([a-z-]+)(?: (\S+))?(?: |$)(.*(?:\n {20,}.*)*)", page.split("\nOptions\n")[1], re.M)
    for letter, name, value, meaning in rows:
        is_value = value and re.fullmatch(r"[A-Z][A-Z./=,a-z0-9]*", value) and value.upper()[:1] == value[:1]
        found.append(Option(letter, name, value if is_value else "", "repeated" in meaning.replace("\n", " ")))
    return found


def wrong_values(option: Option) -> list[str]:
    kind = option.value
    if option.name in ("rules", "from") and kind in ("NAME", "RULES"):
        return WRONG["RULES"]
    return WRONG["FILE"] if "." in kind else WRONG.get(kind, NAMES)


def without(job: attack.Job, option: Option) -> list[str]:
    """The call of a command without this option."""
    rest = {name: value for name, value in job.options.items() if name != "--" + option.name}
    return attack.Job(job.words, rest).line()


def cases_of(command: str, job: attack.Job, options: list[Option]) -> list[Case]:
    cases = [Case([*job.line(), "--nosuch"], True), Case([*job.line(), "-Z"], True), Case([*job.line(), "--nosuch=" + HUGE], True),
             Case([*job.line(), "--=x"], True), Case([*job.line(), *["surplus"] * 1100], command not in ("help",))]
    for option in options:
        base, long = without(job, option), "--" + option.name
        if option.name == "help":
            continue
        if not option.value:
            cases += [Case([*base, long + "=1"], True), Case([*base, long + "="], True), Case([*base, long, long], True)]
            continue
        cases.append(Case([*base, long], True))
        cases += [Case([*base, f"{long}={value}"], True) for value in wrong_values(option)]
        if option.letter:
            cases += [Case([*base, "-" + option.letter], True), Case([*base, "-" + option.letter, wrong_values(option)[-1]], True)]
        if not option.repeats:
            usual = job.options.get(long, "1")
            cases.append(Case([*base, long, usual, long, usual], True))
        else:
            cases.append(Case([*base, *[long, wrong_values(option)[-1]] * 300], True))
    return cases


def random_case(rng: random.Random, tables: dict[str, list[Option]]) -> Case:
    command = rng.choice([name for name in attack.JOBS if name != "bench"])
    job = attack.JOBS[command]
    words = job.line() if rng.random() < 0.7 else [command, *rng.choices(WORDS, k=rng.randint(0, 3))]
    for _ in range(rng.randint(1, 4)):
        option = rng.choice(tables[command])
        if "--" + option.name not in SLOW:
            words.append("--" + option.name)
            words += [rng.choice(ANY)] if option.value or rng.random() < 0.1 else []
    if command in ("compare", "export", "verify", "run", "fit") and "--floors" not in words:
        words += ["--floors", "3"]
    return Case(words, False)


class Place:
    """A folder for one thread, which is as before after every call."""

    def __init__(self, program: str, base: pathlib.Path, folder: pathlib.Path):
        self.program, self.base, self.folder = program, base, folder
        self.renew()

    def renew(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.base, self.folder)
        self.before = attack.looks(self.folder)

    def complaint(self, case: Case) -> str:
        """What is wrong with how a command line was taken, or an empty text."""
        done = attack.call(self.program, self.folder, [word.encode("utf-8", "surrogateescape") for word in case.words])
        is_changed = attack.looks(self.folder) != self.before
        wrong = self.look(case, done, is_changed)
        if is_changed:
            self.renew()
        return wrong

    def look(self, case: Case, done: attack.Done, is_changed: bool) -> str:
        lines = done.err.splitlines()
        if done.code not in (0, 1, 2, 4):
            return f"exit {done.code}: {done.err[:600]!r}"
        if "Sanitizer" in done.err or "runtime error" in done.err:
            return done.err[:3000]
        if any(ord(sign) < 32 for line in lines for sign in line) or "\u202e" in done.err:
            return f"a sign that moves the terminal: {done.err!r}"
        if done.code != 2:
            return f"it is accepted with exit {done.code}" if case.is_wrong else ""
        if is_changed:
            return "it is refused, but files were touched"
        if done.out or not 1 <= len(lines) <= 2 or not lines[0].startswith("floorlab") or len(lines[0]) > 1200:
            return f"not one line and a hint: {done.out[:300]!r} {done.err[:1500]!r}"
        return ""


def main() -> int:
    program = str(pathlib.Path(sys.argv[1]).resolve())
    workers = os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="floorlab-words-") as name:
        top = pathlib.Path(name)
        attack.make_inputs(program, top / "base")
        tables = {command: options_of(program, command, top) for command in attack.JOBS}
        rng = random.Random(1)
        groups = {command: cases_of(command, job, tables[command]) for command, job in attack.JOBS.items()}
        groups["random options"] = [random_case(rng, tables) for _ in range(RANDOM)]
        places = [Place(program, top / "base", top / f"place{i}") for i in range(workers)]
        groups = {group: some[len(group) % PART::PART] for group, some in groups.items()}
        cases = [(group, case) for group, some in groups.items() for case in some]

        def work(number: int) -> list[tuple[str, Case, str]]:
            return [(group, case, places[number].complaint(case)) for group, case in cases[number::workers]]

        with concurrent.futures.ThreadPoolExecutor(workers) as pool:
            results = [result for part in pool.map(work, range(workers)) for result in part]
    bad = [(group, case, wrong) for group, case, wrong in results if wrong]
    for group, case, wrong in bad[:60]:
        print(f"# {' '.join(word[:80] for word in case.words[:12])!r}: {wrong}")
    print(f"1..{len(groups)}")
    for number, (group, of) in enumerate(groups.items(), 1):
        wrong = sum(name == group for name, _, _ in bad)
        print(f"{'not ok' if wrong else 'ok'} {number} - {group}: {len(of)} command lines, {wrong} taken wrongly")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
