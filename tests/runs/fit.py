"""floorlab fit: it comes nearer, finds the same ruleset again, and hears Ctrl-C. Prints TAP.

    fit.py PROGRAM
"""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import counted  # noqa: E402

TARGET = """
name: target
generator: grid
settings: {rules: basement, probability: 700}
floors: 2000
metrics: [tiles, dead_ends, branching, boss_distance]
maps: none
"""


class Fit:
    def __init__(self, program: str, folder: pathlib.Path):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = folder
        self.counts = counted.Counts()
        (folder / "target.yaml").write_text(TARGET)
        self.call("run", "target.yaml", "-o", "target.h5", "-q")

    def call(self, *words: str) -> subprocess.CompletedProcess:
        with counted.Watch(self.counts):
            return subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True, check=False)

    def words(self, name: str, *more: str, seed: int = 2) -> list[str]:
        return ["fit", "grid", "--to", "target.h5", "-o", name, "--floors", "60", "--generations", "120", "--seed", str(seed), *more]

    def fit(self, name: str, *more: str, seed: int = 2) -> subprocess.CompletedProcess:
        return self.call(*self.words(name, *more, seed=seed))

    def stop(self, name: str) -> int:
        """Begins a long fit and stops it once it has said how far it is, which takes ten seconds."""
        words = [self.program, *self.words(name, "--progress")]
        words[words.index("120")] = "999999"
        with subprocess.Popen(words, cwd=self.folder, stderr=subprocess.PIPE) as child:
            child.stderr.readline()
            child.send_signal(signal.SIGINT)
            child.stderr.read()
        if child.returncode == 130:
            self.counts.add("stops")
        return child.returncode

    def text(self, name: str) -> str:
        path = self.folder / name
        return path.read_text() if path.exists() else ""


def checks(of: Fit):
    calm = of.fit("calm.yaml", "--json")
    found = json.loads(calm.stdout)
    yield "a fit comes nearer", calm.returncode == 0 and found["fitted"] < 0.8 * found["start"]
    yield "its ruleset makes floors", of.call("show", "grid", "--set", "rules=calm.yaml").returncode == 0
    again = of.fit("again.yaml")
    yield "the same fit finds the same ruleset", again.returncode == 0 and of.text("again.yaml") == of.text("calm.yaml") != ""
    yield "a stopped fit says so with its exit code", of.stop("stopped.yaml") == 130
    yield "and writes no ruleset", of.text("stopped.yaml") == ""
    twice = of.folder / "twice.yaml"
    twice.write_text(TARGET.replace("settings: {rules: basement, probability: 700}", "vary: {rules: [cave, maze]}"))
    of.call("run", "twice.yaml", "-o", "target.h5", "-q", "--force")
    many = of.fit("many.yaml")
    yield "a run of two configurations is no target", many.returncode == 2 and "2 configurations" in many.stderr


def main() -> int:
    failed = 0
    number = 0
    for signal_number, action in ((signal.SIGHUP, signal.SIG_DFL), (signal.SIGINT, signal.default_int_handler)):
        signal.signal(signal_number, action)  # which fit inherits: in the background it would not hear Ctrl-C
    with tempfile.TemporaryDirectory() as folder:
        fit = Fit(sys.argv[1], pathlib.Path(folder))
        for number, (name, is_right) in enumerate(checks(fit), 1):
            failed += not is_right
            fit.counts.add("wrong", not is_right)
            print(f"{'ok' if is_right else 'not ok'} {number} - {name}")
    print(f"1..{number}")
    fit.counts.say()
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
