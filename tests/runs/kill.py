"""The promises of `floorlab run` and `merge` on the real program: kill.py PROGRAM. Prints TAP.

Whatever happens to a run, the result file is the old complete one or the new complete one, and going on with --resume
ends with the digest of the uninterrupted run. Instants are drawn by lot for each commit."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import counted  # noqa: E402

# As many with --keep-floors and without. A full test has 30 in all, other ones for each commit: a gap that is open for a twentieth
# of a run is hit with 79 % by one commit, with 99 % by three; the 600 of a thorough test do not miss it.
KILLS = 300 if "FLOORLAB_THOROUGH" in os.environ else 15
PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
TESTS = []
COUNTS = counted.Counts()

# About half a second of work in three configurations; some metrics, maps and a joint, so that writing takes its time, too;
# shared streams, so that sums by part are counted as well.
EXPERIMENT = """name: kill
generator: classic
vary: {level: [1, 3, 6]}
floors: 20k
seed: 3
streams: shared
joints: [[dead_ends, boss_distance]]
metrics: [rooms, plan_rooms, attempts, dead_ends, degree_1, degree_2, loops, branching, boss_distance, eccentricity, diameter,
  path_length_sum, clustering_max, clustering_room, secret_neighbours, secret_tries]
"""
LONG = ("--floors", "1M")  # long enough to be stopped on the way
HUGE = "100G"  # floors of a run that never ends by itself


def test(function):
    TESTS.append(function)
    return function


def is_sanitized():
    """Sanitizers need memory and time of their own."""
    return b"__asan_init" in pathlib.Path(PROGRAM).read_bytes()


@contextlib.contextmanager
def scene():
    """A fresh folder with the experiment, its path."""
    with tempfile.TemporaryDirectory(prefix="floorlab-runs-") as name:
        folder = pathlib.Path(name)
        (folder / "kill.yaml").write_text(EXPERIMENT)
        yield folder


def words(folder, *more, name="x.h5"):
    """The arguments of a run, which may replace another result."""
    return [PROGRAM, "run", str(folder / "kill.yaml"), "-o", str(folder / name), "-q", "-t", "2",
            "--checkpoint", "0.05", "--force", *more]


def careful(folder, *more):
    """A run that replaces nothing."""
    return call(*[word for word in words(folder, *more) if word not in ("-q", "--force")])


def call(*arguments, **options):
    return subprocess.run([str(a) for a in arguments], capture_output=True, text=True, timeout=300, check=False,
                          **options)


def finish(folder, *more, name="x.h5"):
    """A run that must end well; its digest."""
    with counted.Watch(COUNTS):
        result = call(*words(folder, *more, name=name))
    assert result.returncode == 0, f"exit {result.returncode}: {result.stderr}"
    return digest_of(folder / name)


def info(path):
    result = call(PROGRAM, "info", path, "--json")
    assert result.returncode == 0, f"{path} cannot be read: {result.stderr}"
    return json.loads(result.stdout)


def digest_of(path):
    return info(path)["digest"]


def refused(result, code, *texts):
    """The exit code of a refusal and what it must say."""
    assert result.returncode == code, f"exit {result.returncode}, expected {code}: {result.stderr}"
    for text in texts:
        assert text in result.stderr, f"{text!r} is not in {result.stderr!r}"


def left_in(folder):
    """What lies in a folder besides the experiment. What a kill in the middle of writing leaves goes with the next run."""
    return {p.name for p in folder.iterdir() if p.name != "kill.yaml"}


def wait_for(path, process):
    """Until a file is there that is not empty, as a checkpoint is at first; the process must not end before."""
    for _ in range(3000):
        if path.exists() and path.stat().st_size:
            return
        assert process.poll() is None, f"it ended with {process.returncode} before {path.name} was there"
        time.sleep(0.01)
    raise AssertionError(f"{path.name} never came")


def start(folder, *more, name="x.h5", **options):
    return subprocess.Popen(words(folder, *more, name=name), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **options)


def end(process):
    """Waits; the exit code and what it said."""
    errors = process.communicate(timeout=300)[1]
    return process.returncode, errors.decode(errors="replace")


# ---- kill -9


def kill_once(folder, seconds, *more):
    """Goes on with a run and kills it after so many seconds. False when it ended before."""
    process = start(folder, "--resume", *more)
    try:
        errors = process.communicate(timeout=seconds)[1].decode(errors="replace")
        assert process.returncode == 0, f"exit {process.returncode}: {errors}"
        return False
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        COUNTS.add("kills")
        return True


def kill_many(rng, *more):
    """KILLS kills at random instants of runs over an old file, each run resumed until it is complete."""
    with scene() as folder:
        started = time.monotonic()
        expected = finish(folder, *more)
        duration = time.monotonic() - started
        columns = columns_of(folder / "x.h5")
        before = finish(folder, "--seed", "4", name="old.h5")
        kills = finished = 0
        while kills < KILLS:
            shutil.copy(folder / "old.h5", folder / "x.h5")
            patience = duration
            while kills < KILLS and kill_once(folder, rng.uniform(0, patience), *more):
                kills += 1
                patience *= 1.1  # on a machine that has got slower a run must come to its end, too
                if digest_of(folder / "x.h5") not in (before, expected):
                    raise counted.Lost("the file is neither the old nor the new one")
            assert finish(folder, "--resume", *more) == expected, f"another digest after {kills} kills"
            assert left_in(folder) == {"x.h5", "old.h5"}, left_in(folder)
            assert columns_of(folder / "x.h5") == columns, "other kept floors"
            finished += 1
        assert finished > 1, f"only {finished} runs came to their end"


@test
def kills_at_random_instants_end_with_the_digest():
    kill_many(counted.lot("kills"))


@test
def kills_while_keeping_floors_end_with_the_digest():
    kill_many(counted.lot("kills of kept floors"), "--keep-floors")


def columns_of(path):
    """Kept floors, as bytes; nothing where none were kept."""
    import h5py
    with h5py.File(path) as file:
        return {name: file["sample"][name][()].tobytes() for name in file.get("sample", ())}


@test
def a_checkpoint_is_not_overwritten_by_forgetting_an_option():
    with scene() as folder:
        expected = finish(folder, *LONG, name="whole.h5")
        process = start(folder, *LONG)
        wait_for(folder / "x.h5.checkpoint", process)
        process.kill()
        end(process)
        kept = (folder / "x.h5.checkpoint").read_bytes()
        refused(call(*words(folder, *LONG)), 2, "unfinished run", "--resume", "--anew")
        assert (folder / "x.h5.checkpoint").read_bytes() == kept
        assert finish(folder, "--anew", *LONG) == expected
        assert left_in(folder) == {"x.h5", "whole.h5"}, left_in(folder)


# ---- signals


# Floors of which 64 last six seconds.
SLEEPY = """import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    for i in range(request["first"], request["first"] + request["floors"]):
        time.sleep(0.1)
        print(json.dumps({"index": i, "rooms": [{"cells": [[x, 0]]} for x in range(1 + i * i % 7)]}), flush=True)
"""


def write_sleepy_run(folder, floors):
    (folder / "sleepy.py").write_text(SLEEPY)
    (folder / "kill.yaml").write_text(f"name: sleepy\ngenerator: program\nsettings: {{command: [{sys.executable}, {folder}/sleepy.py]}}\n"
                                      f"floors: {floors}\nmetrics: [rooms]\nmaps: none\n")


@test
def a_stop_waits_for_the_floors_in_hand_only():
    with scene() as folder:
        write_sleepy_run(folder, 400)
        process = start(folder)
        wait_for(folder / "x.h5.checkpoint", process)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        assert end(process)[0] == 130
        assert time.monotonic() - began < 5, "a stop waits for more than the floors in hand"
        assert 0 < info(folder / "x.h5")["counted"] < 100


@test
def a_checkpoint_waits_for_the_floors_in_hand_only_and_none_is_lost():
    """With single floors kept, too: those of a row that is not full are in the checkpoint."""
    for more in ((), ("--keep-floors",)):
        with scene() as folder:
            write_sleepy_run(folder, 72)
            expected = finish(folder, *more, name="whole.h5")
            for _ in range(2):
                process = start(folder, "--resume", *more)
                log = folder / "x.h5.checkpoint"
                wait_for(log, process)
                began, before = time.monotonic(), log.stat().st_size
                while log.stat().st_size == before and process.poll() is None:
                    time.sleep(0.01)
                assert time.monotonic() - began < 5, "a checkpoint waits for more than the floors in hand"
                process.kill()
                end(process)
                COUNTS.add("kills")
            assert finish(folder, "--resume", *more) == expected
            if more:
                assert len(columns_of(folder / "whole.h5")) > 1 and columns_of(folder / "whole.h5") == columns_of(folder / "x.h5")


def stop_with(number, code):
    with scene() as folder:
        expected = finish(folder, *LONG, name="whole.h5")
        process = start(folder, *LONG)
        wait_for(folder / "x.h5.checkpoint", process)
        process.send_signal(number)
        assert end(process)[0] == code, f"exit {process.returncode}, expected {code}"
        COUNTS.add("stops")
        assert info(folder / "x.h5")["complete"] is False
        assert (folder / "x.h5.checkpoint").exists()
        assert finish(folder, "--resume", *LONG) == expected
        assert info(folder / "x.h5")["complete"] is True
        assert left_in(folder) == {"x.h5", "whole.h5"}, left_in(folder)


@test
def a_signal_leaves_a_readable_part_and_its_exit_code():
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
        stop_with(number, code)


@test
def a_run_that_ignores_a_closed_terminal_goes_on():
    with scene() as folder:
        expected = finish(folder, *LONG, name="whole.h5")
        process = subprocess.Popen(["nohup", *words(folder, *LONG)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait_for(folder / "x.h5.checkpoint", process)
        process.send_signal(signal.SIGHUP)
        assert end(process)[0] == 0 and info(folder / "x.h5")["digest"] == expected


def interrupt_twice(folder):
    """The exit code after two interrupts in a row, and how long the second took."""
    process = start(folder, "--floors", HUGE)
    wait_for(folder / "x.h5.checkpoint", process)
    process.send_signal(signal.SIGINT)
    time.sleep(0.005)
    process.send_signal(signal.SIGINT)
    started = time.monotonic()
    return end(process)[0], time.monotonic() - started


@test
def a_second_sigint_ends_the_process_at_once():
    with scene() as folder:
        before = finish(folder)
        ends = []
        for _ in range(10):
            ends.append(interrupt_twice(folder))
            (folder / "x.h5.checkpoint").unlink(missing_ok=True)
            if ends[-1][0] == -signal.SIGINT:
                break
        assert ends[-1][0] == -signal.SIGINT and ends[-1][1] < 1, ends
        assert all(code in (130, -signal.SIGINT) for code, _ in ends), ends
        assert len(ends) > 1 or digest_of(folder / "x.h5") == before


@test
def an_interrupted_run_that_keeps_floors_goes_on():
    with scene() as folder:
        expected = finish(folder, "--keep-floors", *LONG)
        process = start(folder, "--keep-floors", *LONG)
        wait_for(folder / "x.h5.checkpoint", process)
        process.send_signal(signal.SIGINT)
        assert end(process)[0] == 130
        assert digest_of(folder / "x.h5") == expected, "half a column must not replace the old file"
        assert finish(folder, "--keep-floors", "--resume", *LONG) == expected
        assert left_in(folder) == {"x.h5"}, left_in(folder)

# ---- shards


@test
def empty_shards_can_be_merged():
    with scene() as folder:
        expected = finish(folder, "--floors", "2")
        paths = []
        for i in (1, 2, 3, 4, 5):
            finish(folder, "--floors", "2", "--shard", f"{i}/5", name=f"{i}.h5")
            paths.append(folder / f"{i}.h5")
        for order in (paths, paths[::-1]):
            result = call(PROGRAM, "merge", "--force", *order, "-o", folder / "all.h5")
            assert result.returncode == 0, result.stderr
            assert digest_of(folder / "all.h5") == expected


# ---- checkpoints of others


@test
def a_checkpoint_of_another_run_is_refused_with_the_key():
    with scene() as folder:
        process = start(folder, "--floors", HUGE)
        wait_for(folder / "x.h5.checkpoint", process)
        process.kill()
        end(process)
        log = (folder / "x.h5.checkpoint").read_bytes()
        huge = ("--resume", "--floors", HUGE)
        for more, key in ((("--resume",), "floors"), ((*huge, "--seed", "4"), "seed"),
                          ((*huge, "--set", "coins=5"), "coins"), ((*huge, "--set", "level=5"), "level"),
                          ((*huge, "--shard", "1/2"), "shard"), ((*huge, "--keep-floors"), "keep-floors")):
            refused(call(*words(folder, *more)), 2, "another experiment", key)
            assert (folder / "x.h5.checkpoint").read_bytes() == log, "a refusal changes nothing"
        (folder / "x.h5.checkpoint").write_text("not a checkpoint")
        refused(call(*words(folder, "--resume")), 2, "not a checkpoint")


# ---- streams


def run_with(folder, before, *more):
    """A run whose process first does something to its streams."""
    return subprocess.run(words(folder, "--floors", "5k", *more), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, preexec_fn=before, timeout=300, check=False)


@test
def a_reader_that_goes_away_ends_it_quietly():
    with scene() as folder:
        expected = finish(folder, "--floors", "5k")
        process = subprocess.Popen(words(folder, "--floors", "5k", "--json"), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        process.stdout.close()
        process.wait(timeout=300)
        assert process.returncode == 141 and process.stderr.read() == b""
        assert digest_of(folder / "x.h5") == expected
        process.stderr.close()


@test
def closed_streams_do_not_harm_the_files():
    with scene() as folder:
        expected = finish(folder, "--floors", "5k")
        for streams, code in (((0,), 0), ((2,), 0), ((0, 2), 0), ((1,), 3), ((0, 1, 2), 3)):
            (folder / "x.h5").unlink()
            result = run_with(folder, lambda s=streams: [os.close(n) for n in s], "--json", "--keep-floors")
            assert result.returncode == code, f"closed {streams}: exit {result.returncode}, {result.stderr}"
            assert digest_of(folder / "x.h5") == expected and left_in(folder) == {"x.h5"}


# ---- places that cannot be written


@test
def places_that_cannot_be_written_are_refused_before_counting():
    with scene() as folder:
        (folder / "sub").mkdir()
        (folder / "file").write_text("")
        for place in (folder / "none" / "x.h5", folder / "file" / "x.h5", folder / "sub", "/proc/x.h5", "/dev/full",
                      folder / ("n" * 300 + ".h5")):
            started = time.monotonic()
            result = call(PROGRAM, "run", folder / "kill.yaml", "--floors", HUGE, "-o", place)
            refused(result, 2, str(place)[:100])
            assert time.monotonic() - started < 5
        assert left_in(folder) == {"sub", "file"} and not list((folder / "sub").iterdir())


@contextlib.contextmanager
def small_disk(folder, size):
    """A tiny file system where it may be mounted, else nothing."""
    place = folder / "disk"
    place.mkdir()
    mounted = os.geteuid() == 0 and call("mount", "-t", "tmpfs", "-o", f"size={size}", "floorlab", place).returncode == 0
    try:
        yield place if mounted else None
    finally:
        if mounted:
            call("umount", place)


def fill_disk(folder, place, *more):
    """A run onto a full disk over an old file, and on with it when there is space."""
    finish(folder, "--floors", "200", name="disk/x.h5")
    old = (place / "x.h5").read_bytes()
    filler = place / "filler"
    with open(filler, "wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    result = call(*words(folder, *more, name="disk/x.h5"))
    refused(result, 3, "No space left on device")
    assert (place / "x.h5").read_bytes() == old, "the old file was touched"
    assert left_in(place) <= {"x.h5", "filler", "x.h5.floors"}, left_in(place)
    assert not [p for p in place.iterdir() if p.name.startswith(".floorlab-")], "the temporary file stayed"
    filler.unlink()
    finish(folder, "--floors", "200", name="disk/x.h5")


@test
def a_full_disk_leaves_the_old_file():
    with scene() as folder, small_disk(folder, "4m") as place:
        if place:
            fill_disk(folder, place)
            fill_disk(folder, place, "--keep-floors")


# ---- size


def measure(*arguments):
    """Runs a command; its exit code and the most memory it took, in MiB. This process lends its own size to its
    children, so a small one in between does it."""
    code = "import resource, subprocess, sys; c = subprocess.call(sys.argv[1:]); " \
           "print(c, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10)"
    result = call(sys.executable, "-S", "-E", "-c", code, *arguments)
    return [int(word) for word in result.stdout.split()[-2:]]


def expect_memory(limit, *arguments):
    code, found = measure(*arguments)
    assert code == 0, f"exit {code}"
    assert found < limit or is_sanitized(), f"{found} MiB, promised are {limit}"
    print(f"# {found} MiB of {limit}: {' '.join(arguments[1:4])}", file=sys.stderr)


@test
def memory_stays_below_64_mib_whatever_the_floors():
    with scene() as folder:
        floors = "2k" if is_sanitized() else "100k"
        expect_memory(64, PROGRAM, "run", "classic-levels", "--floors", floors, "-t", "2", "-q", "-o", str(folder / "x.h5"))


@test
def memory_stays_below_256_mib_with_three_million_kept_floors():
    with scene() as folder:
        floors = "50k" if is_sanitized() else "3M"
        (folder / "kill.yaml").write_text("name: many\ngenerator: classic\nfloors: 10\n")
        expect_memory(256, *words(folder, "--floors", floors, "--keep-floors"))
        expect_memory(256, PROGRAM, "info", str(folder / "x.h5"))


# ---- names, and what lies beside a result


@test
def a_name_too_long_for_the_checkpoint_is_refused_at_the_start():
    with scene() as folder:
        refused(call(*words(folder, name="n" * 242 + ".h5")), 2, "checkpoint", "too long", "-o")
        assert left_in(folder) == set()
        assert call(*words(folder, name="n" * 241 + ".h5")).returncode == 0


@test
def one_result_has_one_run_at_a_time():
    with scene() as folder:
        process = start(folder, "--floors", HUGE)
        wait_for(folder / "x.h5.checkpoint", process)
        for more in ((), ("--resume",), ("--anew",)):
            refused(call(*words(folder, *more)), 2, "x.h5.checkpoint", "another process is making this result")
        process.kill()
        end(process)
        refused(call(*words(folder)), 2, "unfinished run")


@test
def a_folder_that_goes_away_is_the_machines_doing():
    with scene() as folder:
        inner = folder / "inner"
        inner.mkdir()
        process = start(folder, "--floors", HUGE, name="inner/x.h5")
        wait_for(inner / "x.h5.checkpoint", process)
        shutil.rmtree(inner)
        code, errors = end(process)
        assert code == 3, f"exit {code}: {errors}"
        assert "--resume" not in errors, errors


@test
def columns_of_changed_floors_are_not_written():
    with scene() as folder:
        process = start(folder, "--keep-floors", "--floors", "300k")
        wait_for(folder / "x.h5.checkpoint", process)
        process.kill()
        end(process)
        floors = folder / "x.h5.floors"
        before = bytearray(floors.read_bytes())
        before[5000] ^= 1
        floors.write_bytes(before)
        refused(call(*words(folder, "--keep-floors", "--floors", "300k", "--resume")), 2, "x.h5.floors", "the floors of row", "--anew")
        floors.write_bytes(b"")
        refused(call(*words(folder, "--keep-floors", "--floors", "300k", "--resume")), 2, "x.h5.floors", "--anew")


@test
def a_shard_is_not_replaced_by_the_sum():
    with scene() as folder:
        finish(folder)
        before = (folder / "x.h5").read_bytes()
        refused(call(PROGRAM, "merge", folder / "x.h5", "-o", folder / "x.h5"), 2, "one of the files to be merged")
        assert (folder / "x.h5").read_bytes() == before


@test
def what_a_stopped_run_says_is_what_it_counted():
    with scene() as folder:
        process = start(folder, "--floors", HUGE)
        wait_for(folder / "x.h5.checkpoint", process)
        process.send_signal(signal.SIGINT)
        end(process)
        counted = info(folder / "x.h5")["counted"]
        said = call(PROGRAM, "info", folder / "x.h5").stdout
        assert 0 < counted < 10**10 and f"stopped before the end: {counted} floors counted, of 100000000000" in said, said[:300]


@test
def going_on_from_nothing_is_told():
    with scene() as folder:
        loud = [word for word in words(folder, "--resume") if word != "-q"]
        assert "no checkpoint to go on from" in call(*loud).stderr
        assert "no checkpoint" not in call(*words(folder, "--resume")).stderr


@test
def a_finished_run_is_not_counted_again():
    with scene() as folder:
        expected = finish(folder)
        before = (folder / "x.h5").stat()
        result = careful(folder)
        assert result.returncode == 0 and expected in result.stdout and "has this run already" in result.stderr, result
        assert (folder / "x.h5").stat().st_mtime_ns == before.st_mtime_ns
        assert careful(folder, "--anew").returncode == 0
        assert (folder / "x.h5").stat().st_mtime_ns != before.st_mtime_ns
        assert careful(folder, "--keep-floors").returncode == 0  # which the file does not have yet
        assert info(folder / "x.h5")["digest"] == expected and (folder / "x.h5").stat().st_size > before.st_size


@test
def no_file_is_replaced_without_being_told_to():
    with scene() as folder:
        program = pathlib.Path(PROGRAM).resolve()
        expected = finish(folder)
        old = (folder / "x.h5").read_bytes()
        refused(careful(folder, "--seed", "4"), 2, "another result of this name", "seed: ", "--force")
        (folder / "mine").write_text("mine")
        for more in (["run", "kill.yaml"], ["merge", "x.h5"], ["report", "x.h5"], ["fit", "grid", "--to", "x.h5"]):
            refused(call(program, *more, "-o", "mine", cwd=folder), 2, "there is a file of this name", "--force")
        refused(call(program, "verify", "--only", "classic.library", "-n", "1k", "-o", "mine", cwd=folder), 2,
                "this file is not of the same claims and options", "--force")
        assert (folder / "mine").read_text() == "mine" and (folder / "x.h5").read_bytes() == old
        assert finish(folder, "--seed", "4") != expected
        assert call(program, "merge", "x.h5", "-o", "mine", "--force", cwd=folder).returncode == 0
        assert call(program, "report", "x.h5", "-o", "page.html", cwd=folder).returncode == 0
        assert call(program, "report", "x.h5", "-o", "page.html", cwd=folder).returncode == 0  # its own page


@test
def kept_floors_follow_no_link():
    with scene() as folder:
        (folder / "precious").write_text("of somebody")
        (folder / "x.h5.floors").symlink_to(folder / "precious")
        refused(call(*words(folder, "--keep-floors")), 2, "x.h5.floors", "a link of that name")
        assert (folder / "precious").read_text() == "of somebody"


def main():
    wanted = sys.argv[2:]
    chosen = [t for t in TESTS if not wanted or t.__name__ in wanted]
    print(f"1..{len(chosen)}")
    failed = 0
    for number, action in ((signal.SIGHUP, signal.SIG_DFL), (signal.SIGINT, signal.default_int_handler)):
        signal.signal(number, action)  # which the programs inherit: tests under nohup or in the background are the same tests
    for number, function in enumerate(chosen, 1):
        started = time.monotonic()
        fault = ""
        try:
            function()
        except (AssertionError, OSError, subprocess.SubprocessError, KeyError, ValueError) as error:
            fault = f"{type(error).__name__}: {error}"
            is_hang = isinstance(error, subprocess.TimeoutExpired)
            COUNTS.add("lost" if isinstance(error, counted.Lost) else "hangs" if is_hang else "wrong")
        failed += bool(fault)
        print(f"{'not ok' if fault else 'ok'} {number} - {function.__name__}", flush=True)
        print(f"# {function.__name__}: {fault or 'fine'} ({time.monotonic() - started:.1f} s)", file=sys.stderr, flush=True)
    COUNTS.say()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main() if PROGRAM else __doc__)
