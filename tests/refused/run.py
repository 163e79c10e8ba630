"""Gives the program what it must refuse and compares all it says with what is written beside it. Prints TAP.

    run.py [--write] PROGRAM FILE...

A FILE has the cases of one reader, each the text of an input and below it the message, line by line, after "!":

    $ x.yaml: check x.yaml       (the commands below run in a folder of their own that has the input under this name)
    | name: x                    (every input below begins with these lines)

    flors: 10
    ! floorlab: x.yaml:2: there is no key 'flors' here
    !   did you mean 'floors'?

An input "~ OLD -> NEW" is those lines with every OLD replaced, ⏎ a line's end. {text} in a command is the input as one
argument. ⟨ff⟩ is a byte, ⟨ab*500⟩ repeats, ⟨⟩ at the end leaves out the last line's end. The program must print nothing else,
and exit with 2. --write puts what it says now into the files.
"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

PATIENCE = 300  # seconds


def read_cases(path: pathlib.Path) -> list[dict]:
    """The cases of a file; each knows the lines of the file that are its message."""
    cases, command, base, text, is_over = [], None, [], [], True
    lines = path.read_text().split("\n")
    for number, line in enumerate(lines):
        if line.startswith("$ "):
            command, base, text, is_over = line[2:].partition(": "), [], [], True
        elif line[:2] == "! " or line == "!":
            if not is_over:
                cases.append({"path": path, "from": number, "command": command, "input": input_of(base, text), "said": []})
                text, is_over = [], True
            cases[-1]["said"].append(line[2:])
        elif command and is_over and line.startswith("| "):
            base.append(line[2:])
        elif command and is_over and not line:
            is_over = False
        elif command:
            is_over = False
            text.append(line)
    return cases


def input_of(base: list[str], text: list[str]) -> bytes:
    whole = "".join(f"{line}\n" for line in base)
    if text and text[0].startswith("~ "):
        for line in text:
            old, _, new = line[2:].replace("⏎", "\n").partition(" ->")
            assert old in whole, f"no {old!r} to replace"
            whole = whole.replace(old, new[1:])
    else:
        whole += "".join(f"{line}\n" for line in text)
    whole = re.sub(r"⟨([^⟩]*?)\*(\d+)⟩", lambda match: match[1] * int(match[2]), whole.replace("⟨⟩\n", ""))
    pieces = re.split(r"⟨([0-9a-f]{2})⟩", whole)
    return b"".join(bytes.fromhex(piece) if at % 2 else piece.encode() for at, piece in enumerate(pieces))


def said(program: str, case: dict) -> tuple[list[str], str]:
    """What the program says to the input, and what is wrong beside that."""
    name, _, command = case["command"]
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / name).write_bytes(case["input"])
        argument = case["input"].removesuffix(b"\n")
        words = [argument if word == "{text}" else word for word in shlex.split(command)]
        result = subprocess.run([program, *words], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE, check=False)
    wrong = f"exit {result.returncode}, expected 2" if result.returncode != 2 else "stdout is not empty" if result.stdout else ""
    return result.stderr.decode(errors="backslashreplace").removesuffix("\n").split("\n"), wrong


def write(path: pathlib.Path, cases: list[dict]) -> None:
    lines = path.read_text().split("\n")
    for case in reversed(cases):
        lines[case["from"] : case["from"] + len(case["said"])] = [f"! {line}".rstrip() for line in case["now"]]
    path.write_text("\n".join(lines))


def plain(text: str) -> str:
    """With "?" for signs that a report of tests cannot hold."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)


def main() -> int:
    is_writing = sys.argv[1] == "--write"
    program, *names = sys.argv[1 + is_writing :]
    program = str(pathlib.Path(program).resolve())
    files = {pathlib.Path(name): read_cases(pathlib.Path(name)) for name in names}
    cases = [case for rows in files.values() for case in rows]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        answers = list(workers.map(lambda case: said(program, case), cases))
    print(f"1..{len(cases)}")
    for number, (case, (now, wrong)) in enumerate(zip(cases, answers), 1):
        case["now"] = now
        if not wrong and not is_writing and [line.rstrip() for line in now] != case["said"]:
            wrong = "it says\n  " + "\n  ".join(now) + "\nexpected\n  " + "\n  ".join(case["said"])
        failed += bool(wrong)
        print(plain(f"{'not ok' if wrong else 'ok'} {number} - {case['path'].stem}: {case['said'][0]}").replace("#", "\\#"))
        if wrong:
            print(plain(f"{case['path']}:{case['from'] + 1}: {wrong}"), file=sys.stderr)
    if is_writing:
        for path, rows in files.items():
            write(path, rows)
    return int(failed > 0 or not cases)


sys.exit(main())
