"""Holds the manual (data/manual) to what the program does, and help pages to 80 columns. Prints TAP.

    manual.py PROGRAM ROOT SECONDS   (of processor time that all commands may take together)

A page's indented blocks are carried out in a folder of its own, beside links to data, gen and tests, in their order. A block whose first line is a
comment with a file's name ("# levels.yaml") is that file. In any other, lines that begin with a program are
run; "# exit code 4" behind one names the code it must end with, and the lines below it are an excerpt of what
it prints: they must come in this order, with anything where there is a …. Slurm, ssh and containers are stand-ins (STAND_INS):
an array's tasks are run one after the other, another machine is a folder, an image a name that was built. Lists of keys, types, figures and tables are compared with the program's own tables.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM, ROOT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2])
MANUAL = ROOT / "data" / "manual"
WIDTH = 80
PATIENCE = 300   # seconds for a command
MOST_TIME = float(sys.argv[3])
STARTS = ("floorlab ", "./lab ", "python3 ", "node ", "awk ", "cc ", "cp ", "touch ", "sbatch ", "mpirun ", "parallel ", "ssh ", "scp ", "podman ", "apptainer ")
FEW = "floors: 1\nmetrics: none\nevents: none\nmaps: none\n"
SYSTEM_PYTHON = "/usr/bin/python3"  # has the readers of HDF5 that Debian packages


STAND_INS = {
    "sbatch": """#!/bin/sh
set -e
for script; do :; done
range=$(sed -n 's/^#SBATCH --array=//p' "$script")
log=$(sed -n 's/^#SBATCH --output=//p' "$script")
for task in $([ -z "$range" ] || seq "${range%-*}" "${range#*-}") $([ -n "$range" ] || echo none); do
    SLURM_ARRAY_TASK_ID=$task sh "$script" >"${log:-/dev/stdout}" 2>&1
done
[ "$1" != --parsable ] || echo 7
""",
    "squeue": "#!/bin/sh\n",
    "ssh": '#!/bin/sh\nmkdir -p "$HOSTS/$1" && cd "$HOSTS/$1" && shift && exec sh -c "$*"\n',
    "scp": """#!/bin/bash
place() { case $1 in *:*) mkdir -p "$HOSTS/${1%%:*}" && echo "$HOSTS/${1%%:*}/${1#*:}" ;; *) echo "$1" ;; esac; }
[ "$1" != -r ] || shift
words=(); for word; do words+=("$(place "$word")"); done
exec cp -r "${words[@]}"
""",
    "podman": """#!/bin/sh
set -e
case $1 in
build) grep -q ^FROM "$4/Containerfile"; touch "$HOSTS/image-$3" ;;
save) [ -e "$HOSTS/image-$6" ]; touch "$5" ;;
run) [ "$2 $3 $5 $7" = "--rm --cpus -v -w" ] && [ -e "$HOSTS/image-$9" ] && [ "${6#*:}" = "$8" ]; cd "${6%:*}"; shift 9; exec "$@" ;;
esac
""",
    "apptainer": """#!/bin/sh
set -e
case $1 in
build) [ -e "${3#oci-archive:}" ]; touch "$2" ;;
exec) [ -e "$2" ]; shift 2; exec "$@" ;;
esac
""",
}
FILE = re.compile(r"# ([\w-]+\.(?:yaml|py|sh|txt)|Containerfile)")


def blocks(text: str) -> list[list[str]]:
    """Indented blocks (list items' lines are indented by two only). What follows an empty line is a new one if it
    begins with a command or the name of a file."""
    found = []
    for block in re.findall(r"(?:^    .*\n|^\n(?=    ))+", text + "\n", re.MULTILINE):
        lines = [line[4:] for line in block.strip("\n").splitlines()]
        for i, line in enumerate(lines):
            if i == 0 or (lines[i - 1] == "" and (line.startswith(STARTS) or FILE.fullmatch(line))):
                found.append([])
            found[-1].append(line)
    return found


def commands(block: list[str]) -> list[tuple[str, int, list[str]]]:
    """(command, exit code, lines to expect); the lines before the first command belong to none."""
    found = []
    for line in block:
        if found and found[-1][0].endswith("\\"):
            line = found.pop()[0].removesuffix("\\") + line.strip()
        if line.startswith(STARTS):
            code = re.search(r"# exit code (\d+)$", line)
            found.append((line, int(code[1]) if code else 0, []))
        elif found and line:
            found[-1][2].append(line)
    return found


def missing_line(expected: list[str], output: str) -> str:
    """The first line that the output does not have behind those before it; an empty text if it has all."""
    lines = [" ".join(line.split()) for line in output.splitlines()]
    for line in expected:
        pattern = ".*".join(re.escape(part.strip()) for part in " ".join(line.split()).split("…"))
        while lines and not re.search(pattern, lines[0]):
            lines.pop(0)
        if not lines:
            return line
        lines.pop(0)
    return ""


def environment(folder: pathlib.Path) -> dict:
    """Where `floorlab`, `python3` and `sbatch` are found by a shell."""
    tools = folder / "tools"
    tools.mkdir()
    (tools / "floorlab").symlink_to(PROGRAM)
    if pathlib.Path(SYSTEM_PYTHON).exists():
        (tools / "python3").symlink_to(SYSTEM_PYTHON)
    for name, text in STAND_INS.items():
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    mpi = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_oob_tcp_if_include": "lo"}
    return {**os.environ, **mpi, "PATH": f"{tools}:{os.environ['PATH']}", "NO_COLOR": "1", "PARALLEL_HOME": str(folder / "parallel"),
            "HOSTS": str(tools)}


def carry_out(page: pathlib.Path) -> tuple[str, int, list[str]]:
    """What is wrong with the commands of a page, how many there are, and the items of its result files."""
    done, items = 0, []
    with tempfile.TemporaryDirectory() as folder:
        env = environment(pathlib.Path(folder))
        here = pathlib.Path(folder) / "work"
        here.mkdir()
        for name in ("data", "gen", "tests"):  # for pages that show what is in the sources
            (here / name).symlink_to(ROOT.resolve() / name)
        for block in blocks(page.read_text(encoding="utf-8")):
            if name := FILE.fullmatch(block[0]):
                (here / name[1]).write_text("\n".join(block) + "\n", encoding="utf-8")
                continue
            for line, code, expected in commands(block):
                command = line.replace("./lab ", "floorlab ", 1) if line.startswith("./lab ") else line
                ran = subprocess.run(command, shell=True, cwd=here, env=env, capture_output=True, text=True,
                                     timeout=PATIENCE, stdin=subprocess.DEVNULL, check=False)
                done += 1
                if ran.returncode != code:
                    return f"'{line}' ended with {ran.returncode}: {ran.stderr.strip()[-300:]}", done, items
                if lost := missing_line(expected, ran.stdout + ran.stderr):
                    return f"'{line}' does not print '{lost}': {(ran.stdout + ran.stderr)[:1500]}", done, items
        for file in sorted(here.glob("*.h5")) if page.name == "result.md" else []:
            listed = subprocess.run(["h5ls", "-r", str(file)], capture_output=True, text=True, check=True).stdout
            items += re.findall(r"^/(\S+) +Dataset", listed, re.MULTILINE)
    return "", done, items


def section(page: str, start: str, end: str = "\n## ") -> str:
    """The part of a page from the line that begins with `start` to the next heading."""
    text = (MANUAL / page).read_text(encoding="utf-8")
    at = text.index("\n" + start)
    return text[at : text.find(end, at + 1) if text.find(end, at + 1) > 0 else len(text)]


def listed(text: str) -> list[str]:
    """The names in front of the colon of each list item: "- `a`, `b`: …"."""
    heads = re.findall(r"^- ((?:`[^`]+`(?:,\s+)?)+)(?: \([^)]*\))?:", text, re.MULTILINE)
    return [name for head in heads for name in re.findall(r"`([^`]+)`", head)]


def table_keys(path: str, table: str) -> list[str]:
    """The first words of the rows of a table of C, {"name", … or {{"name", …."""
    source = (ROOT / path).read_text(encoding="utf-8")
    rows = re.search(re.escape(table) + r"\[\w*\] = \{(.*?)^ *\};", source, re.MULTILINE | re.DOTALL)[1]
    return re.findall(r'^ *(?:static const fl_yaml_row rows.*)?\{+"(\w+)",', rows, re.MULTILINE)


def table_keys_of(path: str, function: str) -> list[str]:
    """The same of the table `rows` in a function."""
    source = (ROOT / path).read_text(encoding="utf-8")
    body = re.search(r"^static fl_err %s\(.*?^\}" % function, source, re.MULTILINE | re.DOTALL)[0]
    rows = re.search(r"rows\[\w*\] = \{(.*?)\};\n", body, re.DOTALL)[1]
    return re.findall(r'\{"(\w+)",', rows)


def differ(page: list[str], program: list[str]) -> str:
    """How two lists of names differ, in words."""
    double = sorted({name for name in page if page.count(name) > 1})
    parts = [("the page lacks", set(program) - set(page)), ("the program has no", set(page) - set(program)), ("twice:", double)]
    return "; ".join(f"{what} {', '.join(sorted(names))}" for what, names in parts if names)


def ask(*words: str) -> str:
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True).stdout


def experiment_keys() -> str:
    return differ(listed(section("experiment.md", "## Keys")), table_keys("experiments/run/experiment_read.c", "fl_yaml_row rows"))


def scenario_keys() -> str:
    return differ(listed(section("experiment.md", "The keys of a scenario")),
                  table_keys("experiments/run/experiment_read.c", "scenario_rows"))


def limits() -> str:
    """Limits that the page on experiments names are those of the program."""
    # each with the last value that is taken and the first that is not
    tries = [
        (True, "vary: {level: 1..12}\nfloors: 1"), (False, "floors: 0"), (True, "floors: 1000000000000"),
        (False, "floors: 1000000000001"), (True, "floors: 2G"), (False, "samples: 1"), (False, ""), (True, "floors: 1\nname: " + 63 * "n"), (False, "floors: 1\nname: " + 64 * "n"),
        (True, FEW + "vary: {max_attempts: 1..5000}"), (False, FEW + "vary: {max_attempts: 1..100001}"),
    ]
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for is_taken, keys in tries:
            text = ("" if "name:" in keys else "name: tried\n") + "generator: classic\n" + keys + "\n"
            (pathlib.Path(folder) / "tried.yaml").write_text(text)
            ran = subprocess.run([PROGRAM, "run", "tried.yaml", "--floors", "1", "-q", "--force", "-o", "t.h5"],
                                 cwd=folder, capture_output=True, text=True, check=False)
            if ran.returncode != (0 if is_taken else 2):
                wrong.append(f"{keys!r} ends with {ran.returncode}: {ran.stderr.strip()}")
    return "; ".join(wrong)


def claim_file_keys() -> str:
    return differ(listed(section("claims.md", "## Keys of the file")), table_keys("analysis/claim/claim_set.c", "file_rows"))


def claim_keys() -> str:
    return differ(listed(section("claims.md", "## Keys of a claim")), table_keys("analysis/claim/claim_read.c", "key_rows"))


def claim_types() -> str:
    """Names, tolerances and meanings, in the program's words."""
    header = (ROOT / "analysis/claim/claim.h").read_text(encoding="utf-8")
    rows = re.search(r"#define FL_CLAIM_TYPES\(X\)(.*?)\n\n", header, re.DOTALL)[1]
    known = {name: (float(tolerance), meaning) for name, tolerance, meaning in re.findall(r'"(\w+)", ([\d.]+), +"([^"]+)"', rows)}
    text = section("claims.md", "## Types of claims").split("\n\nFor distributions")[0]
    items = re.findall(r"^- `(\w+)` \(([\d.]+)\): ((?:.|\n  )+)", text, re.MULTILINE)
    told = {name: (float(tolerance), " ".join(meaning.split())) for name, tolerance, meaning in items}
    return differ(list(told), list(known)) or "; ".join(f"{n}: {told[n]}, not {known[n]}" for n in known if told[n] != known[n])


def ruleset_keys() -> str:
    """Every key of every map of a ruleset stands in the list, and nothing else does."""
    read = "gen/grid/read.c"
    known = {
        "Keys of the file": table_keys_of(read, "read_root"),
        "Keys of a pass": table_keys_of(read, "read_pass"),
        "Keys of a room": table_keys("gen/grid/read_entry.c", "fl_yaml_row keys"),
        "Keys of a ruleset": table_keys_of(read, "read_ruleset"),
    }
    text = section("rulesets.md", "## All keys")
    wrong = []
    for title, keys in known.items():
        part = text.split(f"\n{title}:\n", 1)[1].split("\n\nKeys of ", 1)[0]
        if found := differ(listed(part), keys):
            wrong.append(f"{title}: {found}")
    inner = [*table_keys_of(read, "read_board"), *table_keys_of(read, "read_facade"), *table_keys_of(read, "read_distance"),
             *table_keys_of(read, "read_param"), *table_keys_of(read, "read_size"), *table_keys_of(read, "read_tag")]
    return "; ".join(wrong + [f"the page lacks {key}" for key in inner if f"`{key}`" not in text])


def figures() -> str:
    """Every figure stands on the page, with what the program says of it."""
    known = {row["figure"]: row["shows"] for row in json.loads(ask("list", "figures", "--json"))}
    text = (MANUAL / "figures.md").read_text(encoding="utf-8")
    told = {name: " ".join(words.split()) for name, words in re.findall(r"^- `(\w+)`: ((?:.|\n  )+)", text, re.MULTILINE)}
    return differ(list(told), list(known)) or "; ".join(
        f"{name}: '{told[name]}' does not begin with '{known[name]}'" for name in known
        if not re.match(re.escape(known[name]) + r"(?:\.|$)", told[name]))


def result_items(items: list[str]) -> str:
    """Every array of the result files that the page makes is on the page, under its table."""
    text = section("result.md", "## Tables")
    tables = {part.split("\n", 1)[0]: listed(part) for part in text.split("\n### ")[1:]}
    own = {"level", "hearts", "player"}  # settings that vary
    wrong = [] if items else ["there are no result files"]
    for item in items:
        table, *_, name = item.split("/")
        is_free = table == "sample" and name not in ("configuration", "number")
        is_axis = table == "joint" and name not in ("configuration", "count")
        if name not in tables.get(table, []) and name not in own and not is_free and not is_axis and not name.endswith("_high"):
            wrong.append(f"the page lacks {item}")
    found = {(item.split("/")[0], item.split("/")[-1]) for item in items}
    wrong += [f"no file has {table}/{name}" for table, names in tables.items() for name in names if (table, name) not in found]
    return "; ".join(wrong)


def attributes() -> str:
    """The root's attributes, as a small file has them."""
    told = listed(section("result.md", "## Attributes of the file"))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([PROGRAM, "run", "classic-levels", "-n", "1", "-q", "-o", "a.h5"], cwd=folder, check=True)
        dump = subprocess.run(["h5dump", "-A", "-g", "/", "a.h5"], cwd=folder, capture_output=True, text=True, check=True).stdout
    names = re.findall(r'^   ATTRIBUTE "(\w+)"', dump, re.MULTILINE)
    return differ([n for n in told if n != "claims_…"], [n for n in names if not n.startswith("claims_")])


def commands_of_help() -> list[str]:
    return re.findall(r"^  (\w+) +\S", ask("help").split("\nCommands\n")[1].split("\n\n")[0], re.MULTILINE)


def wide_help() -> str:
    """Help pages of commands, topics, generators and names have lines of at most 80 characters."""
    topics = [path.stem for path in MANUAL.glob("*.md")]
    generators = [row["generator"] for row in json.loads(ask("list", "generators", "--json"))]
    pages = [("help",), ("--help",)] + [(command, "--help") for command in commands_of_help()]
    pages += [("help", word) for word in [*topics, *generators, "words", "rooms", "curse", "roll.sacrifice.won"]]
    return "; ".join(f"floorlab {' '.join(page)}: {line}" for page in pages for line in ask(*page).splitlines() if len(line) > WIDTH)


def topics() -> str:
    """`floorlab help` names every page with its title, and `floorlab help TOPIC` prints it as it is."""
    overview = ask("help")
    wrong = []
    for path in sorted(MANUAL.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        if ask("help", path.stem) != text:
            wrong.append(f"help {path.stem} is not the page")
        if not re.search(rf"^  {path.stem} +{re.escape(text.splitlines()[0].removeprefix('# '))}$", overview, re.MULTILINE):
            wrong.append(f"help does not list {path.stem}")
    return "; ".join(wrong)


def commands_named() -> str:
    """What the running text calls a command, topic or list is one: `floorlab help claims`."""
    known = set(commands_of_help())
    wrong = []
    for path in sorted(MANUAL.glob("*.md")):
        text = re.sub(r"\s+", " ", path.read_text(encoding="utf-8"))
        for words in re.findall(r"`floorlab ([^`]+)`", text):
            first, *rest = words.split()
            if first not in known:
                wrong.append(f"{path.name}: there is no command {first}")
            elif first in ("help", "list") and rest and rest[0] != "TOPIC":
                ran = subprocess.run([PROGRAM, first, *rest], capture_output=True, check=False)
                wrong += [f"{path.name}: `floorlab {words}` ends with {ran.returncode}"] if ran.returncode else []
    return "; ".join(wrong)


def main() -> int:
    pages = sorted(MANUAL.glob("*.md"))
    started = os.times()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        ran = list(workers.map(carry_out, pages))
    ended = os.times()
    used = ended.children_user + ended.children_system - started.children_user - started.children_system
    results = [(f"the commands of {page.name}", text or ("" if n else "it has no command")) for page, (text, n, _) in zip(pages, ran)]
    results.append(("all commands together are quick", f"{used:.0f} s of processor time" if used > MOST_TIME else ""))
    results += [(check.__doc__.split("\n")[0] if check.__doc__ else check.__name__.replace("_", " "), check()) for check in (
        experiment_keys, scenario_keys, limits, claim_file_keys, claim_keys, claim_types, ruleset_keys, figures, attributes,
        topics, wide_help, commands_named)]
    results.append(("the arrays of result files", result_items(next(r[2] for p, r in zip(pages, ran) if p.name == "result.md"))))
    print(f"1..{len(results)}")
    for number, (title, complaint) in enumerate(results, 1):
        print(f"{'not ok' if complaint else 'ok'} {number} - {title}")
        if complaint:
            print(f"# {complaint}", file=sys.stderr)
    return 1 if any(complaint for _, complaint in results) else 0


sys.exit(main())
