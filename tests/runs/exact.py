"""`floorlab exact` stopped and taken up again: usage exact.py PROGRAM. Prints TAP.

A call that is interrupted keeps what it did, and the same call goes on to the same law; threads do not change it; a file of another
call, or a damaged one, is refused and stays as it is.
"""
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import tap  # noqa: E402

CALL = ["exact", "classic", "--set", "rooms=12", "--metric", "width", "--metric", "clustering_secret", "--json"]
LONG = " && ".join(["clustering_secret >= 3"] * 100)  # longer than 1,000 bytes, which a buffer once had
STOPPED = 130


class Lab:
    def __init__(self, program: str, folder: pathlib.Path):
        self.program, self.folder = program, folder
        self.state = folder / "state.txt"

    def call(self, *words: str, of: list = CALL) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *of, *words], cwd=self.folder, capture_output=True, text=True, check=False)

    def stop(self, seconds: float, of: list = CALL) -> subprocess.CompletedProcess:
        """Begins a call and interrupts it."""
        with subprocess.Popen([self.program, *of, "--threads", "1", "--resume", self.state.name], cwd=self.folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate()
        return subprocess.CompletedProcess(CALL, process.returncode, out, err)


def stopped_and_taken_up(lab: Lab):
    whole = lab.call("--threads", "3")
    yield "a call that is not stopped leaves no file", whole.returncode == 0 and not lab.state.exists()
    yield "one thread tells the same law as three", lab.call("--threads", "1").stdout == whole.stdout
    stopped = lab.stop(0.4)
    yield "an interrupted call says so", stopped.returncode == STOPPED and "the same command goes on" in stopped.stderr and not stopped.stdout
    kept = lab.state.read_text(encoding="utf-8")
    blocks = next(line for line in kept.splitlines() if line.startswith("blocks "))
    yield f"it keeps what it did ({blocks})", kept.startswith("floorlab exact 2\n") and kept.endswith("end\n")
    other = lab.call("--set", "hearts=2", "--resume", lab.state.name)
    yield "another call does not take it up", other.returncode == 2 and "another call" in other.stderr
    sums = next(line for line in kept.splitlines() if line.startswith("sum 0 width "))
    for name, text in (("cut", kept[:len(kept) // 2]), ("one with another digit", kept.replace(sums, sums[:-1] + ("0" if sums[-1] != "0" else "1"))),
                       ("one with another value", kept.replace(sums, sums.replace("sum 0 width ", "sum 0 width 1"))),
                       ("one with more blocks", kept.replace(blocks, "blocks 999999"))):
        lab.state.write_text(text, encoding="utf-8")
        damaged = lab.call("--resume", lab.state.name)
        yield f"a damaged file, {name}, is refused, and stays", text != kept and damaged.returncode == 2 and "damaged" in damaged.stderr and lab.state.exists()
    lab.state.write_text("my notes\n", encoding="utf-8")
    foreign = lab.call("--resume", lab.state.name)
    yield "a file of something else is refused, and stays", foreign.returncode == 2 and lab.state.read_text(encoding="utf-8") == "my notes\n"
    lab.state.write_text(kept, encoding="utf-8")
    again = lab.call("--resume", lab.state.name)
    yield "the same call goes on to the same law", again.returncode == 0 and again.stdout == whole.stdout
    yield "then there is no file any more", not lab.state.exists()


def long_condition(lab: Lab):
    """The file of a call that is long to write down is its own."""
    call = ["exact", "classic", LONG, "--set", "rooms=12"]
    stopped = lab.stop(0.4, call)
    yield "a call with a long condition is interrupted", stopped.returncode == STOPPED and lab.state.exists()
    other = lab.call("--resume", lab.state.name, of=[*call[:2], LONG.replace("3", "4"), *call[3:]])
    yield "another condition does not take it up", other.returncode == 2 and "another call" in other.stderr
    again = lab.call("--resume", lab.state.name, of=call)
    yield "the same call goes on", again.returncode == 0 and "the condition" in again.stdout and not lab.state.exists()


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(lambda folder: Lab(str(pathlib.Path(sys.argv[1]).resolve()), folder), [stopped_and_taken_up, long_condition])))
