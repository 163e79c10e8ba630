"""Someone sets the clock while commands work: clock.py PROGRAM LIBRARY. Prints TAP.

With clock.c preloaded the wall clock jumps by hours. Every command ends as it does in peace; a long run saves checkpoints and
hears Ctrl-C, and so does verify."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import attack  # noqa: E402

PATIENCE = 60  # seconds for what takes one: only a sleep of an hour is longer
NEVER = "{id: loops, source: s, text: t, type: never, event: has_loop, tolerance: 0.000000001, on: {one: confirmed}}"
# What takes much longer than the test waits, and its checkpoint.
LONG = {
    "run": (["run", "x.yaml", "-q", "-n", "100G", "--checkpoint", "0.1", "--force", "-o", "long.h5"], "long.h5.checkpoint"),
    "verify": (["verify", "never.yaml", "-q", "-t", "1", "-n", "100G", "--force", "-o", "long.h5"], "long.h5.checkpoint"),
}


def stopped(program: str, folder: pathlib.Path, name: str, env: dict[str, str]) -> str:
    """Waits for a checkpoint, which verify saves after two seconds, and stops the command; what was wrong, or an empty text."""
    words, log = LONG[name][0], folder / LONG[name][1]
    with subprocess.Popen([program, *words], cwd=folder, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            until = time.monotonic() + PATIENCE
            while not (log.exists() and log.stat().st_size):
                if process.poll() is not None:
                    return f"it ended by itself with exit {process.returncode}"
                if time.monotonic() > until:
                    return "no checkpoint came"
                time.sleep(0.02)
            process.send_signal(signal.SIGINT)
            code = process.wait(PATIENCE)
            return "" if code == 130 else f"exit {code}"
        except subprocess.TimeoutExpired:
            return "Ctrl-C was not heard"
        finally:
            process.kill()
            log.unlink(missing_ok=True)


def main() -> int:
    program, library = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:])
    env = {**os.environ, "LD_PRELOAD": library}
    results = []
    with tempfile.TemporaryDirectory(prefix="floorlab-clock-") as top:
        folder = pathlib.Path(top) / "inputs"
        attack.make_inputs(program, folder)
        claims = attack.CLAIMS
        (folder / "never.yaml").write_text(claims[:claims.index("  - {id")] + f"  - {NEVER}\n")
        jobs = {name: [*job.line(), *(["--force"] if "." in job.result else [])]
                for name, job in attack.JOBS.items() if name != "bench"}
        calm = {name: attack.call(program, folder, words).code for name, words in jobs.items()}
        for name, words in jobs.items():
            code = attack.call(program, folder, words, env=env).code
            results.append((f"{name} under a clock that jumps", "" if code == calm[name] else f"exit {code}"))
        results += [(f"{name} is saved and stopped", stopped(program, folder, name, env)) for name in LONG]
    failed = [name for name, wrong in results if wrong]
    print(f"1..{len(results)}")
    for number, (name, wrong) in enumerate(results, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}" + (f"\n# {wrong}" if wrong else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
