"""floorlab fit, killed, stopped and resumed: the ruleset it ends with is that of a fit that was never stopped. Prints TAP.

    fit.py PROGRAM
"""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

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

    def disturb(self, name: str, with_what: int) -> int:
        """Begins a fit and sends it a signal once it has saved something."""
        child = subprocess.Popen([self.program, *self.words(name, "--anew", "-q")], cwd=self.folder)
        while child.poll() is None and not (self.folder / f"{name}.checkpoint").exists():
            time.sleep(0.005)
        child.send_signal(with_what)
        code = child.wait()
        if code in (-with_what, 128 + with_what):
            self.counts.add("kills" if with_what == signal.SIGKILL else "stops")
        return code

    def text(self, name: str) -> str:
        path = self.folder / name
        return path.read_text() if path.exists() else ""


def checks(of: Fit):
    calm = of.fit("calm.yaml", "--json", "--resume")
    yield "a fit with nothing to go on from begins, and says so", calm.returncode == 0 and "no checkpoint to go on from" in calm.stderr
    found = json.loads(calm.stdout)
    yield "a fit comes nearer", calm.returncode == 0 and found["fitted"] < 0.8 * found["start"]
    yield "its ruleset makes floors", of.call("show", "grid", "--set", "rules=calm.yaml").returncode == 0
    yield "and is gone from the checkpoint", not (of.folder / "calm.yaml.checkpoint").exists()

    yield "a fit is killed", of.disturb("killed.yaml", signal.SIGKILL) == -signal.SIGKILL
    yield "what was stopped is not begun again unasked", of.fit("killed.yaml").returncode == 2
    other = of.fit("killed.yaml", "--resume", seed=3)
    yield "another fit's checkpoint is refused", other.returncode == 2 and "belongs to another fit" in other.stderr
    yield "it is resumed", of.fit("killed.yaml", "--resume").returncode == 0
    yield "and ends like the calm one", of.text("killed.yaml") == of.text("calm.yaml") != ""

    yield "Ctrl-C stops a fit", of.disturb("stopped.yaml", signal.SIGINT) == 130
    yield "which writes no ruleset", of.text("stopped.yaml") == ""
    yield "it is resumed, too", of.fit("stopped.yaml", "--resume").returncode == 0
    yield "and ends alike", of.text("stopped.yaml") == of.text("calm.yaml")

    (of.folder / "cut.yaml.checkpoint").write_text("floorlab fit 1\n")
    yield "a cut checkpoint is refused", of.fit("cut.yaml", "--resume").returncode == 2
    twice = of.folder / "twice.yaml"
    twice.write_text(TARGET.replace("settings: {rules: basement, probability: 700}", "vary: {rules: [cave, maze]}"))
    of.call("run", "twice.yaml", "-o", "target.h5", "-q", "--force")
    many = of.fit("many.yaml")
    yield "a run of two conditions is no target", many.returncode == 2 and "2 conditions" in many.stderr


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
