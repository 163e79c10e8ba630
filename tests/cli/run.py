"""Runs the cases in cases.txt against the program and prints TAP.

A case is a name, the command line, the expected exit code and what stdout and stderr must contain:

    == shows a floor
    $ show classic --floor 7
    exit 0
    out classic --floor 7        (must occur in stdout; "out-not", "err", "err-not" likewise)
    same show classic --floor 7  (a second command whose stdout must be the same)
    out-sha256 <hex>             (stdout, byte for byte)
    file plots/a.svg             (stdout is this file of the project, byte for byte, {here} for this folder)
    wrote floor.svg <title>      (the command left a file of this name in {tmp}, with this text in it)
    none dry.h5                  (the command left no file of this name in {tmp})
    told README.md               (the command stands in this file of the project)
    widest 80                    (no line of stdout has more characters)

"$ A < B" gives what the command B prints to the command A; "$ @80 A" runs A on a terminal of 80 columns,
where stdout has what goes to either stream.

{here} in a command line is the folder of this file, {tmp} an empty folder of its own,
which is the working folder, too.
"""
import concurrent.futures
import contextlib
import fcntl
import hashlib
import os
import pathlib
import pty
import shlex
import struct
import subprocess
import sys
import tempfile
import termios

HERE = pathlib.Path(__file__).resolve().parent


def read_cases(path: pathlib.Path) -> list[dict]:
    cases = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.replace("\\e", "\x1b").replace("\\r", "\r")  # signs that terminals know
        if line.startswith("== "):
            cases.append({"name": line[3:], "line": number, "checks": []})
        elif line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            cases[-1]["checks"].append((word, rest))
    return cases


PATIENCE = 900  # seconds: a command that hangs fails, one on a machine in use does not


def run_on_terminal(command: list[str], columns: int, folder: str) -> subprocess.CompletedProcess:
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal, cwd=folder)
    os.close(terminal)
    out = b""
    with contextlib.suppress(OSError):  # the end of a terminal is an error
        while chunk := os.read(reader, 65536):
            out += chunk
    os.close(reader)
    return subprocess.CompletedProcess(command, process.wait(PATIENCE), out.replace(b"\r\n", b"\n"), b"")


def run(program: str, words: str) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory() as folder:
        words = words.replace("{here}", str(HERE)).replace("{tmp}", folder)
        words, _, feeder = words.partition(" < ")
        first, _, rest = words.partition(" ")
        if first[:1] == "@":
            result = run_on_terminal([program, *shlex.split(rest)], int(first[1:]), folder)
        else:
            fed = {"input": run(program, feeder).stdout} if feeder else {"stdin": subprocess.DEVNULL}
            result = subprocess.run(
                [program, *shlex.split(words)], capture_output=True, timeout=PATIENCE, check=False, cwd=folder, **fed
            )
        result.written = {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir() if path.is_file()}
        return result


ROOT = pathlib.Path(__file__).resolve().parents[2]


def complaint(program: str, case: dict) -> str:
    """What is wrong with a case; an empty text when nothing is."""
    try:
        return broken_check(program, case)
    except subprocess.TimeoutExpired as error:
        return f"{shlex.join(error.cmd[1:])!r} was not done after {PATIENCE} s"


def broken_check(program: str, case: dict) -> str:
    """The first check that does not hold, in words; an empty text when all hold."""
    result = None
    command = ""
    for word, rest in case["checks"]:
        if word == "$":
            command = rest
            result = run(program, rest)
            out, err = result.stdout.decode(errors="replace"), result.stderr.decode(errors="replace")
        elif word == "exit" and result.returncode != int(rest):
            return f"exit {result.returncode}, expected {rest}; stderr: {err[:300]}"
        elif word == "out" and rest not in out:
            return f"stdout lacks {rest!r}: {out[:400]!r}"
        elif word == "out-not" and rest in out:
            return f"stdout has {rest!r}"
        elif word == "err" and rest not in err:
            return f"stderr lacks {rest!r}: {err[:400]!r}"
        elif word == "err-not" and rest in err:
            return f"stderr has {rest!r}"
        elif word == "same" and run(program, rest).stdout != result.stdout:
            return f"{rest!r} prints something else"
        elif word == "differs" and run(program, rest).stdout == result.stdout:
            return f"{rest!r} prints the same"
        elif word == "lines" and out.count("\n") != int(rest):
            return f"{out.count(chr(10))} lines, expected {rest}"
        elif word == "widest" and any(len(line) > int(rest) for line in out.splitlines()):
            return f"a line of more than {rest} characters: {max(out.splitlines(), key=len)!r}"
        elif word == "silent" and (out if rest == "out" else err):
            return f"std{rest} should be empty: {(out or err)[:300]!r}"
        elif word == "out-sha256" and hashlib.sha256(result.stdout).hexdigest() != rest:
            return f"stdout has sha256 {hashlib.sha256(result.stdout).hexdigest()}"
        elif word == "file" and (ROOT / rest).read_bytes() != result.stdout.replace(str(HERE).encode(), b"{here}"):
            return f"stdout is not {rest}"
        elif word == "wrote" and rest.partition(" ")[2].encode() not in result.written.get(rest.partition(" ")[0], b""):
            return f"no such file or text: {rest!r}; written: {sorted(result.written)}"
        elif word == "none" and rest in result.written:
            return f"{command!r} leaves {rest}"
        elif word == "told" and command not in (ROOT / rest).read_text():
            return f"{rest} does not have the command {command!r}"
        elif word not in {"$", "exit", "out", "out-not", "err", "err-not", "same", "differs", "lines", "silent", "out-sha256", "file", "wrote", "none", "told", "widest"}:
            return f"unknown check {word!r}"
    return "" if result is not None else "no command"


def main() -> int:
    program, path = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2]
    cases = read_cases(pathlib.Path(path))
    print(f"1..{len(cases)}")
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        texts = list(workers.map(lambda case: complaint(program, case), cases))
    for number, (case, text) in enumerate(zip(cases, texts), 1):
        failed += bool(text)
        print(f"{'not ok' if text else 'ok'} {number} - {case['name']}")
        if text:
            print(f"{path}:{case['line']}: {case['name']}: {text}", file=sys.stderr)
    return 1 if failed else 0


sys.exit(main())
