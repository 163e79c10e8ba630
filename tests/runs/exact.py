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
STOPPED = 130


class Lab:
    def __init__(self, program: str, folder: pathlib.Path):
        self.program, self.folder = program, folder
        self.state = folder / "state.txt"

    def call(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *CALL, *words], cwd=self.folder, capture_output=True, text=True, check=False)

    def stop(self, seconds: float) -> subprocess.CompletedProcess:
        """Begins a call and interrupts it."""
        with subprocess.Popen([self.program, *CALL, "--threads", "1", "--resume", self.state.name], cwd=self.folder, text=True,
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
    yield f"it keeps what it did ({blocks})", kept.startswith("floorlab exact, unfinished\n") and kept.endswith("end\n")
    other = lab.call("--set", "hearts=2", "--resume", lab.state.name)
    yield "another call does not take it up", other.returncode == 2 and "another call" in other.stderr
    lab.state.write_text(kept[:len(kept) // 2], encoding="utf-8")
    damaged = lab.call("--resume", lab.state.name)
    yield "a damaged file is refused, and stays", damaged.returncode == 2 and "damaged" in damaged.stderr and lab.state.exists()
    lab.state.write_text("my notes\n", encoding="utf-8")
    foreign = lab.call("--resume", lab.state.name)
    yield "a file of something else is refused, and stays", foreign.returncode == 2 and lab.state.read_text(encoding="utf-8") == "my notes\n"
    lab.state.write_text(kept, encoding="utf-8")
    again = lab.call("--resume", lab.state.name)
    yield "the same call goes on to the same law", again.returncode == 0 and again.stdout == whole.stdout
    yield "then there is no file any more", not lab.state.exists()


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(lambda folder: Lab(str(pathlib.Path(sys.argv[1]).resolve()), folder), [stopped_and_taken_up])))
