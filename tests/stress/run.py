"""Everything that has threads, under ThreadSanitizer: run.py PROGRAM, a build with -Db_sanitize=thread. Prints TAP.

Criterion aborts under ThreadSanitizer, so the real program is run: its exit code is 66 when a race was seen."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

EXPERIMENT = "name: stress\ngenerator: classic\nvary: {level: [1, 2]}\nfloors: 6000\n"
ROOMS = "name: rooms\ngenerator: room\nfloors: 40k\n"
JOURNEYS = "name: journeys\ngenerator: journey\nfloors: 1500\n"
CLAIMS_OF = """source: a document
sources: [{short: s, title: a page}]
scenarios:
  one: {generator: classic, settings: {level: 1}}
  two: {generator: rebirth, settings: {stage: 2}}
  three: {generator: grid}
claims:
  - {id: ends, source: s, text: t, type: bound, metric: dead_ends, values: 0..99, relation: at_least, value: 0.9,
     on: {one: undecided, two: undecided, three: undecided}}
"""
FLOORS = 3000  # of another generator, which floorlab's own stands for
MAPS = "@##T\n..#.\n..BE\n\n #@\n ?\n\n" * 500
OTHERS = "name: others\ngenerator: lines\nvary: {file: [mine.jsonl, maps.txt]}\nfloors: 1000\n"
AS = ["--as", "classic:rules=article,level=1", "--tolerance", "0.01"]
RUN = ["run", "stress.yaml", "--quiet", "--checkpoint", "0.02"]
CLAIMS = {
    "a_run_of_four_threads_with_many_checkpoints_has_no_race": [*RUN, "--threads", "4", "-o", "a.h5"],
    "a_run_that_keeps_floors_has_no_race": [*RUN, "--threads", "3", "--keep-floors", "-o", "b.h5"],
    "claims_judged_by_four_threads_have_no_race": ["verify", "--only", "classic.secret.always@flash-3", "--threads", "4", "--quiet", "-n", "20k"],
    "rooms_counted_by_four_threads_have_no_race": ["run", "rooms.yaml", "--quiet", "--threads", "4"],
    "an_export_of_rooms_by_four_threads_has_no_race": ["export", "room", "--floors", "3000", "--threads", "4"],
    "runs_of_a_plan_counted_by_four_threads_have_no_race": ["run", "journeys.yaml", "--quiet", "--threads", "4"],
    "claims_about_three_generators_with_a_file_have_no_race": ["verify", "mine.yaml", "-n", "2000", "--threads", "4", "-q", "-o", "c.h5"],
    "an_export_of_rebirth_by_four_threads_has_no_race": ["export", "rebirth", "--floors", "1500", "--threads", "4", "-o", "r.jsonl"],
    "an_export_of_grid_by_four_threads_has_no_race": ["export", "grid", "--floors", "800", "--threads", "4", "-o", "g.jsonl"],
    "an_export_of_journeys_by_four_threads_has_no_race": ["export", "journey", "--floors", "30", "--threads", "4"],
    "an_import_of_lines_and_maps_by_four_threads_has_no_race": ["import", "mine.jsonl", "maps.txt", "--threads", "4", "-q", "-o", "i.h5"],
    "floors_of_others_in_an_experiment_of_four_threads_have_no_race": ["run", "others.yaml", "--threads", "4", "-q"],
    "floors_of_others_judged_by_four_threads_have_no_race": ["verify", "mine.jsonl", *AS, "--threads", "4", "-q"],
    "an_imported_file_judged_by_four_threads_has_no_race": ["verify", "i.h5", *AS, "--as", "classic:level=2", "--threads", "4", "-q"],
    "an_export_of_four_threads_has_no_race": ["export", "classic", "--floors", "5000", "--threads", "4"],
}


def stopped_and_resumed(program: str, folder: str, env: dict[str, str]) -> bytes:
    """What is wrong when a run of four threads is asked to stop in the middle, and goes on."""
    words = [program, *RUN, "--threads", "4", "-n", "60k", "-o", "s.h5"]
    log = pathlib.Path(folder) / "s.h5.checkpoint"
    with subprocess.Popen(words, cwd=folder, env=env, stderr=subprocess.PIPE) as process:
        while not (log.exists() and log.stat().st_size) and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        said = process.communicate()[1]
    if process.returncode not in (0, 143):
        return said
    again = subprocess.run([*words, "--resume", "--force"], cwd=folder, env=env, capture_output=True, check=False)
    said += again.stderr if again.returncode else b""
    return said if again.returncode or b"ThreadSanitizer" in said else b""


def main() -> int:
    program = os.path.abspath(sys.argv[1])
    failed = 0
    print(f"1..{len(CLAIMS) + 1}")
    with tempfile.TemporaryDirectory(prefix="floorlab-stress-") as folder:
        (pathlib.Path(folder) / "stress.yaml").write_text(EXPERIMENT)
        (pathlib.Path(folder) / "rooms.yaml").write_text(ROOMS)
        (pathlib.Path(folder) / "journeys.yaml").write_text(JOURNEYS)
        (pathlib.Path(folder) / "mine.yaml").write_text(CLAIMS_OF)
        (pathlib.Path(folder) / "others.yaml").write_text(OTHERS)
        (pathlib.Path(folder) / "maps.txt").write_text(MAPS)
        env = {**os.environ, "TSAN_OPTIONS": "exitcode=66"}
        subprocess.run([program, "export", "classic", "-n", str(FLOORS), "--no-metrics", "-o", "mine.jsonl"], cwd=folder, env=env,
                       check=True)
        for number, (name, words) in enumerate(CLAIMS.items(), 1):
            result = subprocess.run([program, *words], cwd=folder, env=env, capture_output=True, check=False)
            # Floors of the wrong level, or too few, are judged; the maps are two floors again and again, which import refutes.
            ends = (0, 1, 4) if "--as" in words else (0, 1) if words[0] == "import" else (0,)
            good = result.returncode in ends and b"ThreadSanitizer" not in result.stderr
            failed += not good
            print(f"{'ok' if good else 'not ok'} {number} - {name}")
            if not good:
                print(result.stderr.decode(errors="replace")[:4000], file=sys.stderr)
        said = stopped_and_resumed(program, folder, env)
        failed += bool(said)
        print(f"{'not ok' if said else 'ok'} {len(CLAIMS) + 1} - a_run_that_is_stopped_and_resumed_has_no_race")
        print(said.decode(errors="replace")[:4000], file=sys.stderr)
    return 1 if failed else 0


sys.exit(main())
