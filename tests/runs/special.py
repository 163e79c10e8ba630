"""Files that are none, as input and output of every command: special.py PROGRAM. Prints TAP.

A named pipe, devices, a folder, a socket, a file that may not be read, a link to nothing: each is refused, or read and written
with a limit, and never waited for. What stood there stands there afterwards."""
import contextlib
import os
import pathlib
import re
import socket
import stat
import sys
import tempfile
import typing

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import attack  # noqa: E402

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
NOBODY = 65534

# name of the case: the command line, where {} is the file
INPUTS = {
    "an experiment": ["run", "{}.yaml", "-o", "o.h5"],
    "claims": ["verify", "{}.yaml", "-n", "300", "-o", "o.h5"],
    "a result that is judged": ["verify", "c.yaml", "{}.h5"],
    "a result that is told": ["info", "{}.h5"],
    "a result that is drawn": ["plot", "{}.h5", "-o", "o"],
    "a result that is reported": ["report", "{}.h5", "-o", "o.html"],
    "claims of a report": ["report", "full.h5", "--claims", "{}.yaml", "-o", "o.html"],
    "a shard": ["merge", "one.h5", "{}.h5", "-o", "o.h5"],
    "a target": ["fit", "grid", "--to", "{}.h5", "-o", "o.yaml"],
    "a ruleset": ["show", "grid", "--set", "rules={}.yaml"],
    "a ruleset that is fitted": ["fit", "grid", "--to", "t.h5", "--from", "{}.yaml", "-o", "o.yaml", "-n", "5", "--generations", "1"],
    "a plan": ["check", "journey", "{}.yaml"],
    "a plan that is shown": ["show", "journey", "--set", "plan={}.yaml"],
    "a chunk set": ["check", "room", "{}.txt"],
    "a chunk set that makes rooms": ["show", "room", "--set", "set={}.txt"],
    "a chunk set that is packed": ["pack", "{}.txt"],
    "a chunk set that is unpacked": ["pack", "--unpack", "{}.txt"],
    "rooms": ["show", "rebirth", "--set", "rooms={}"],
}
OUTPUTS = {
    "a run": ["run", "x.yaml", "-q", "-t", "1", "-o", "{}"],
    "a run that keeps floors": ["run", "x.yaml", "-q", "-t", "1", "--keep-floors", "-o", "{}"],
    "a verdict": ["verify", "c.yaml", "-q", "-n", "300", "-t", "1", "-o", "{}"],
    "a sum of shards": ["merge", "one.h5", "two.h5", "-o", "{}"],
    "figures": ["plot", "full.h5", "-f", "metrics", "-q", "-o", "{}"],
    "a page": ["report", "full.h5", "--claims", "c.yaml", "-q", "-o", "{}"],
    "floors as lines": ["export", "classic", "-n", "3", "-t", "1", "-o", "{}"],
    "a floor": ["show", "classic", "--floor", "7", "--format", "svg", "-o", "{}"],
    "a file that ships": ["print", "ruleset", "cave", "-o", "{}"],
    "a fitted ruleset": ["fit", "grid", "--to", "t.h5", "-n", "5", "--generations", "1", "-q", "-o", "{}"],
}
# what commands keep beside their outputs
BESIDE = {
    "a checkpoint": (["run", "x.yaml", "-q", "-t", "1", "-o", "o.h5"], "o.h5.checkpoint"),
    "a checkpoint to go on from": (["run", "x.yaml", "-q", "-t", "1", "--resume", "-o", "o.h5"], "o.h5.checkpoint"),
    "kept floors": (["run", "x.yaml", "-q", "-t", "1", "--keep-floors", "-o", "o.h5"], "o.h5.floors"),
    "a checkpoint of verify": (["verify", "c.yaml", "-q", "-n", "300", "-t", "1", "-o", "o.h5"], "o.h5.checkpoint"),
}


class Kind(typing.NamedTuple):
    """A file that is none, and how it is made."""

    name: str
    make: typing.Callable[[pathlib.Path], None]


def make_socket(path: pathlib.Path):
    with contextlib.closing(socket.socket(socket.AF_UNIX)) as end:
        end.bind(str(path))


def make_secret(path: pathlib.Path):
    path.write_text("secret")
    path.chmod(0)


KINDS = [
    Kind("pipe", os.mkfifo),
    Kind("socket", make_socket),
    Kind("folder", os.mkdir),
    Kind("zero", lambda path: path.symlink_to("/dev/zero")),
    Kind("null", lambda path: path.symlink_to("/dev/null")),
    Kind("full", lambda path: path.symlink_to("/dev/full")),
    Kind("terminal", lambda path: path.symlink_to("/dev/tty")),
    Kind("loop", lambda path: path.symlink_to(path.name)),
    Kind("nowhere", lambda path: path.symlink_to("nosuch/file")),
    Kind("secret", make_secret),
]


class Scene:
    """A folder of inputs, with a special file of a name that may matter."""

    def __init__(self, top: pathlib.Path):
        self.folder = top
        attack.make_inputs(PROGRAM, top)
        self.keep = set(attack.looks(top))
        if os.geteuid() == 0:  # who may read everything is no test of files that may not be read
            for path in [top, *top.rglob("*")]:
                os.chown(path, NOBODY, NOBODY)
            top.parent.chmod(0o755)

    def tidy(self):
        for path in sorted(self.folder.rglob("*"), reverse=True):
            if str(path.relative_to(self.folder)) not in self.keep:
                path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()

    def call(self, words: list[str], **more) -> attack.Done:
        if os.geteuid() == 0:
            more |= {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        return attack.call(PROGRAM, self.folder, words, **more)

    def complaint(self, kind: Kind, words: list[str], name: str, codes: set[int]) -> str:
        """What is wrong with how a command took a special file, or an empty text."""
        path = self.folder / name
        kind.make(path)
        if os.geteuid() == 0:
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
        before = stat.S_IFMT(path.lstat().st_mode)
        done = self.call([re.sub(r"\{\}[.\w]*", "./" + name, word) for word in words])
        is_there = path.is_symlink() or path.exists()
        after = stat.S_IFMT(path.lstat().st_mode) if is_there else 0
        self.tidy()
        lines = done.err.splitlines()
        if done.code is None:
            return "it hangs"
        if done.code not in codes:
            return f"exit {done.code}: {done.err[:800]!r}"
        if done.code and (done.out or not 1 <= len(lines) <= 2):
            return f"not one line and a hint: {done.out[:200]!r} {done.err[:800]!r}"
        if done.code == 2 and name not in done.err:
            return f"it does not name the file: {done.err!r}"
        if done.code == 2 and after != before:
            return "it was refused, and is another file now"
        return ""


def cases(scene: Scene):
    """Names of tests with what was wrong in each."""
    for name, words in INPUTS.items():
        word = next(word for word in words if "{}" in word)
        file = "s" + word.partition("{}")[2]
        yield f"{name} to read", [(kind, scene.complaint(kind, words, file, {2})) for kind in KINDS]
    for name, words in OUTPUTS.items():
        yield f"{name} to write", [(kind, scene.complaint(kind, words, "o.special", {0, 2, 3})) for kind in KINDS]
    for name, (words, file) in BESIDE.items():
        yield f"{name} beside it", [(kind, scene.complaint(kind, words, file, {0, 2, 3})) for kind in KINDS]


def streams(scene: Scene):
    """Standard output that is full or closed; standard input without an end."""
    for command, job in attack.JOBS.items():
        if command == "bench":
            continue
        with open("/dev/full", "wb") as full:
            done = scene.call(job.line(), stdout=full)
        scene.tidy()
        says = attack.call(PROGRAM, scene.folder, job.line()).out if os.geteuid() else scene.call(job.line()).out
        scene.tidy()
        is_right = done.code == (3 if says else 0) and done.err.count("\n") <= 2
        yield f"{command} onto a full device", "" if is_right else f"exit {done.code}: {done.err!r}"


def main() -> int:
    failed = tried = number = 0
    with tempfile.TemporaryDirectory(prefix="floorlab-special-") as name:
        scene = Scene(pathlib.Path(name) / "inputs")
        for title, results in cases(scene):
            number += 1
            wrong = [(kind, text) for kind, text in results if text]
            tried += len(results)
            failed += len(wrong)
            print(f"{'not ok' if wrong else 'ok'} {number} - {title}: {len(results)} files that are none", flush=True)
            for kind, text in wrong:
                print(f"# {kind.name}: {text}")
        for title, text in streams(scene):
            number += 1
            tried += 1
            failed += bool(text)
            print(f"{'not ok' if text else 'ok'} {number} - {title}", flush=True)
            if text:
                print(f"# {text}")
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
