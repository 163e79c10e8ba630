"""Runs a fuzzer for some seconds with a fixed seed, from a folder of examples, and prints TAP: run.py FUZZER SECONDS SEEDS."""
import os
import subprocess
import sys
import tempfile


def main() -> int:
    fuzzer, seconds, seeds = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="floorlab-fuzz-") as found:
        words = [fuzzer, f"-max_total_time={seconds}", "-seed=1", "-timeout=10", "-rss_limit_mb=2048", "-max_len=65536"]
        words += [f"-artifact_prefix={found}/", found] + ([seeds] if seeds else [])
        result = subprocess.run(words, capture_output=True, text=True, check=False)
        bad = [name for name in os.listdir(found) if name.startswith(("crash", "leak", "oom", "timeout"))]
        for name in bad:
            print(f"{name}: {open(os.path.join(found, name), 'rb').read()[:2000]!r}", file=sys.stderr)
    runs = [line for line in result.stderr.splitlines() if line.startswith("Done ")]
    good = result.returncode == 0 and not bad and bool(runs)
    print("1..1")
    print(f"{'ok' if good else 'not ok'} 1 - {os.path.basename(fuzzer)} {runs[0].lower() if runs else ''}")
    if not good:
        print(result.stderr[-4000:], file=sys.stderr)
    return 0 if good else 1


sys.exit(main())
