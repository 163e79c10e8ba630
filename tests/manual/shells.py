"""Man pages and completions, written by the program from its tables, in the programs that read them. Prints TAP.

    shells.py PROGRAM FOLDER-OF-MAN-PAGES
"""
import html
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # pylint: disable=wrong-import-position,import-error

# A command line -> some of what it can become. Then each shell is asked for the same.
LINES = {
    "sh": ["show"],
    "show cl": ["classic"],
    "show classic --set lev": ["level="],
    "show classic --set rules=": ["rules=article", "rules=demo", "rules=flash"],
    "show classic --set rules=fl": ["rules=flash"],
    "show grid --vary rules=ca": ["rules=cave"],
    "run classic-levels --backend p": ["portable"],
    "run --thr": ["--threads"],
    "run rebirth-st": ["rebirth-stages"],
    "verify --only classic.lib": ["classic.library"],
    "plot x.h5 --figure hist": ["histogram"],
    "help dead_e": ["dead_ends"],
    "print ruleset spi": ["spine"],
    "print completion f": ["fish"],
    "list set": ["settings"],
    "check ways reb": ["rebirth"],
}
BASH = """
source <("$1" print completion bash)
PATH="${1%/*}:$PATH"
words=(); for word in floorlab ${2//=/ = }; do words+=("$word"); done
[[ $2 == *= ]] && words+=("")
COMP_WORDS=("${words[@]}"); COMP_CWORD=$((${#words[@]} - 1)); _floorlab; printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
compdef() { :; }; _files() { :; }; compadd() { print -rl -- "${(@P)argv[-1]}"; }
source <("$1" print completion zsh)
words=("$1" ${=2}); CURRENT=${#words}; _floorlab
"""
FISH = """
set -x PATH (dirname $argv[1]) $PATH
$argv[1] print completion fish | source
complete -C "floorlab $argv[2]"
"""


def run(*words: str, feed: str | None = None) -> str:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, input=feed).stdout


def commands(program: str) -> list[str]:
    page = run(program, "help").split("Commands\n")[1].split("\n\n")[0]
    return re.findall(r"^  (\w+)", page, re.M)


def man_pages(program: str, folder: str):
    names = commands(program)
    pages = {path.name for path in pathlib.Path(folder).glob("*.1")}
    yield "each command has a man page, and the program one", pages == {f"floorlab-{name}.1" for name in names} | {"floorlab.1"}
    for page in sorted(pages):
        said = run("mandoc", "-Tlint", "-W", "style", pathlib.Path(folder) / page)
        found = [line for line in said.splitlines() if "referenced manual not found" not in line]
        yield f"{page}: mandoc finds nothing", not found
    for name in names:
        options = re.findall(r"^ +(?:-\w, )?(--[\w-]+)", run(program, "help", name).split("\nOptions\n")[1].split("\nExamples\n")[0], re.M)
        text = html.unescape(run("mandoc", "-Tmarkdown", pathlib.Path(folder) / f"floorlab-{name}.1")).replace("\\", "")
        yield f"floorlab-{name}.1 has all {len(options)} options", bool(options) and all(f"**{option}**" in text for option in options)


def completions(program: str):
    for line, expected in LINES.items():
        words = line.split(" ")
        found = run(program, "complete", "--", *words).split()
        yield f"{line}: {' '.join(expected)}", set(expected) <= set(found) and all(word.startswith(words[-1]) for word in found)
    shells = {"bash": ["bash", "--norc", "-c", BASH, "bash"], "zsh": ["zsh", "-f", "-c", ZSH, "zsh"], "fish": ["fish", "-N", "-c", FISH]}
    for shell, words in shells.items():
        wrong = []
        for line, expected in LINES.items():
            said = {word.split("\t")[0] for word in run(*words, program, line).split("\n")}
            bare = {word.split("=", 1)[1] or word for word in expected if "=" in word} | set(expected)
            if not said & bare:
                wrong.append(f"{line}: {sorted(said)[:5]}")
        yield f"{shell} offers the same {len(LINES)} times {'; '.join(wrong)}", not wrong
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a*", "ab", "a c", "a$(d)"):
            (pathlib.Path(folder) / name).touch()
        said = run("bash", "--norc", "-c", f"cd '{folder}'\n{BASH}", "bash", program, "info a").splitlines()
        yield "bash offers files by their names, whatever these are", sorted(said) == ["a c", "a$(d)", "a*", "ab"]
    names = run(program, "complete", "--", "").split()
    yield "an empty line offers every command", sorted(names) == sorted(commands(program))
    yield "a file is the shell's to offer", run(program, "complete", "--", "info", "") == ""
    many = subprocess.run([program, "complete", "--", *["--set"] * 900], capture_output=True, check=False)
    yield "a strange line harms nothing", many.returncode == 0


def all_checks():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    yield from man_pages(program, sys.argv[2])
    yield from completions(program)


if __name__ == "__main__":
    sys.exit(tap.say(all_checks()))
