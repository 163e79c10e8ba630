"""Everything that has threads, under ThreadSanitizer: run.py PROGRAM, a build with -Db_sanitize=thread. Prints TAP.

Criterion aborts under ThreadSanitizer, so the real program is run: its exit code is 66 when a race was seen."""
import os
import pathlib
import subprocess
import sys
import tempfile

EXPERIMENT = "name: stress\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 6000\n"
ROOMS = "name: rooms\ngenerator: room\nfloors: 40k\n"
JOURNEYS = "name: journeys\ngenerator: journey\nfloors: 5000\n"
RUN = ["run", "stress.yaml", "--quiet", "--checkpoint", "0.02"]
CLAIMS = {
    "a_run_of_four_threads_with_many_checkpoints_has_no_race": [*RUN, "--threads", "4", "-o", "a.h5"],
    "a_run_that_keeps_floors_has_no_race": [*RUN, "--threads", "3", "--keep-floors", "-o", "b.h5"],
    "claims_judged_by_four_threads_have_no_race": ["verify", "--only", "classic.secret.always@flash-3", "--threads", "4", "--quiet"],
    "rooms_counted_by_four_threads_have_no_race": ["run", "rooms.yaml", "--quiet", "--threads", "4"],
    "an_export_of_rooms_by_four_threads_has_no_race": ["export", "room", "--floors", "3000", "--threads", "4"],
    "runs_of_a_plan_counted_by_four_threads_have_no_race": ["run", "journeys.yaml", "--quiet", "--threads", "4"],
    "an_export_of_four_threads_has_no_race": ["export", "classic", "--floors", "5000", "--threads", "4"],
}


def main() -> int:
    program = os.path.abspath(sys.argv[1])
    failed = 0
    print(f"1..{len(CLAIMS)}")
    with tempfile.TemporaryDirectory(prefix="floorlab-stress-") as folder:
        (pathlib.Path(folder) / "stress.yaml").write_text(EXPERIMENT)
        (pathlib.Path(folder) / "rooms.yaml").write_text(ROOMS)
        (pathlib.Path(folder) / "journeys.yaml").write_text(JOURNEYS)
        env = {**os.environ, "TSAN_OPTIONS": "exitcode=66"}
        for number, (name, words) in enumerate(CLAIMS.items(), 1):
            result = subprocess.run([program, *words], cwd=folder, env=env, capture_output=True, check=False)
            good = result.returncode == 0 and b"ThreadSanitizer" not in result.stderr
            failed += not good
            print(f"{'ok' if good else 'not ok'} {number} - {name}")
            if not good:
                print(result.stderr.decode(errors="replace")[:4000], file=sys.stderr)
    return 1 if failed else 0


sys.exit(main())
