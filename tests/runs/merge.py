"""Many shards put together, on the real program: merge.py PROGRAM. Prints TAP.

What is missing, doubled, foreign, damaged or unfinished is named at once, and columns of single floors are those of a run without shards."""
import contextlib
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile

import kill
from kill import call, digest_of, end, info, refused, test, wait_for

EXPERIMENT = """name: sum
generator: classic
vary: {level: [1, 4]}
floors: 1k
metrics: [rooms, dead_ends, path_length_sum, secret_neighbours]
"""
PARTS = 12


@contextlib.contextmanager
def scene(parts=PARTS):
    """A folder with an experiment, its run whole.h5, and parts/ with its shards; its path."""
    with tempfile.TemporaryDirectory(prefix="floorlab-merge-") as name:
        folder = pathlib.Path(name)
        (folder / "sum.yaml").write_text(EXPERIMENT)
        (folder / "parts").mkdir()
        run(folder, "-o", folder / "whole.h5")
        for i in range(1, parts + 1):
            run(folder, "--shard", f"{i}/{parts}", "-o", part(folder, i))
        yield folder


def part(folder, i):
    return folder / "parts" / f"part-{i:02}.h5"


def run(folder, *more):
    result = call(kill.PROGRAM, "run", folder / "sum.yaml", "-q", "-t", "1", "--force", *more)
    assert result.returncode == 0, result.stderr


def merge(folder, *more, inputs=None, **options):
    return call(kill.PROGRAM, "merge", *(inputs or [folder / "parts"]), "-o", folder / "sum.h5", "--force", *more, **options)


def is_whole(folder, *more, **options):
    result = merge(folder, *more, **options)
    assert result.returncode == 0, result.stderr
    return digest_of(folder / "sum.h5") == digest_of(folder / "whole.h5")


def columns_of(path):
    import h5py
    with h5py.File(path) as file:
        return {name: file["sample"][name][()] for name in file["sample"]}


@test
def a_folder_is_the_run():
    """In any order, and where parts of it were merged before."""
    with scene() as folder:
        assert is_whole(folder)
        paths = sorted((folder / "parts").iterdir(), reverse=True)
        assert is_whole(folder, inputs=paths)
        for name, some in (("low.h5", paths[:3]), ("high.h5", paths[3:])):
            assert call(kill.PROGRAM, "merge", *some, "-o", folder / name).returncode == 0
        assert is_whole(folder, inputs=[folder / "high.h5", folder / "low.h5"])
        shutil.copy(folder / "sum.h5", folder / "parts" / "sum.h5")
        result = call(kill.PROGRAM, "merge", folder / "parts", "-o", folder / "parts" / "sum.h5", "--force")
        assert result.returncode == 0, "the sum may lie among the shards: " + result.stderr


@test
def all_that_is_wrong_is_named_at_once():
    with scene() as folder:
        part(folder, 2).unlink()
        part(folder, 5).unlink()
        part(folder, 6).unlink()
        part(folder, 12).unlink()
        shutil.copy(part(folder, 3), folder / "parts" / "again.h5")
        part(folder, 8).write_bytes(part(folder, 8).read_bytes()[:5000])
        run(folder, "--seed", "4", "--shard", "9/12", "-o", part(folder, 9))
        (folder / "parts" / "notes.h5").write_text("no result")
        result = merge(folder)
        refused(result, 2, "part-08.h5: the file is truncated", "it has 'seed: 4', not 'seed: 1'", "notes.h5: not a result file of floorlab: it is not HDF5",
                "part-09.h5: it belongs to another experiment than ", "again.h5", "are in two of the files, also in",
                "floors 83 to 165 are in none of the files: shard 2 of 12", ": shards 5 to 6 of 12", "shards 8 to 9 of 12",
                "floors 916 to 999 are in none of the files: shard 12 of 12", "for 8 reasons these 10 files are not one run")
        assert not (folder / "sum.h5").exists()


@test
def an_unfinished_shard_is_named_and_finished():
    with scene() as folder:
        for path in (folder / "parts").iterdir():
            path.unlink()
        words = ["--set", "coins=5", "--floors", "20M", "--checkpoint", "0.05"]
        run(folder, *words, "-o", folder / "whole.h5")
        for i in (1, 2):
            run(folder, *words, "--shard", f"{i}/3", "-o", part(folder, i))
        process = subprocess.Popen([kill.PROGRAM, "run", str(folder / "sum.yaml"), "-q", "-t", "1", *words, "--shard", "3/3", "-o",
                                    str(part(folder, 3))], stderr=subprocess.PIPE)
        wait_for(folder / "parts" / "part-03.h5.checkpoint", process)
        process.send_signal(signal.SIGTERM)
        end(process)
        refused(merge(folder), 2, "part-03.h5: this run was stopped before the end")
        run(folder, *words, "--shard", "3/3", "--resume", "-o", part(folder, 3))
        assert is_whole(folder)


@test
def shards_with_columns_are_listed_and_have_those_of_the_run():
    import h5py
    with scene(parts=3) as folder:
        run(folder, "--keep-floors", "-o", folder / "whole.h5")
        for i in (1, 2, 3):
            run(folder, "--keep-floors", "--shard", f"{i}/3", "-o", part(folder, i))
        assert is_whole(folder)
        with h5py.File(folder / "sum.h5") as file:
            files = file["part/file"].asstr()[()].tolist()
            assert "sample" not in file and files == [str(part(folder, i)) for i in (1, 2, 3)], files
        whole, parts = columns_of(folder / "whole.h5"), [columns_of(name) for name in files]
        joined = {name: [value for one in parts for value in one[name].T.tolist()] for name in ("number", "rooms")}
        assert joined == {name: whole[name].T.tolist() for name in joined}


@test
def columns_that_only_some_shards_have_are_told():
    with scene(parts=3) as folder:
        run(folder, "--keep-floors", "--shard", "2/3", "-o", part(folder, 2))
        result = merge(folder)
        assert result.returncode == 0 and "stay in 1 of the files, which /part lists" in result.stdout, result


@test
def many_shards_are_put_together():
    with scene(parts=1) as folder:
        part(folder, 1).unlink()
        parts = 1200 if "FLOORLAB_THOROUGH" in os.environ else 40
        command = "i=$1; while [ $i -le $2 ]; do \"$0\" run \"$3\" -q -t 1 --shard $i/$2 -o \"$4/$i.h5\" || exit 1; i=$((i + 2)); done"
        halves = [subprocess.Popen(["sh", "-c", command, kill.PROGRAM, str(i), str(parts), str(folder / "sum.yaml"),
                                    str(folder / "parts")]) for i in (1, 2)]
        assert all(half.wait() == 0 for half in halves)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert is_whole(folder)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"# {parts} shards in {seconds:.2f} s of processor time, {seconds / parts * 1000:.1f} ms each")
        (folder / "parts" / "7.h5").unlink()
        refused(merge(folder), 2, ": shard 7 of ")


@test
def memory_does_not_grow_with_the_number_of_shards():
    with scene(parts=4) as folder:
        def peak():
            words = [kill.PROGRAM, "merge", str(folder / "parts"), "-o", str(folder / "sum.h5"), "--force", "-q"]
            process = subprocess.Popen(words, stderr=subprocess.PIPE)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            assert process.returncode == 0
            return used.ru_maxrss
        few = peak()
        for path in (folder / "parts").iterdir():
            path.unlink()
        for i in range(1, 41):
            run(folder, "--shard", f"{i}/40", "-o", part(folder, i))
        many = peak()
        assert many < few * 1.3 + 4096, f"{few} KiB for 4 shards, {many} KiB for 40"


@test
def no_threads_can_be_started_or_files_be_opened():
    with scene(parts=2) as folder:
        def few_files():
            resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))
        refused(merge(folder, preexec_fn=few_files), 3)
        refused(call(kill.PROGRAM, "merge", folder / "none", "-o", folder / "sum.h5"), 2, "there is no such file")
        (folder / "empty").mkdir()
        refused(call(kill.PROGRAM, "merge", folder / "empty", "-o", folder / "sum.h5"), 2, "no result file in this folder")


if __name__ == "__main__":
    kill.TESTS = [t for t in kill.TESTS if t.__module__ == "__main__"]
    sys.exit(kill.main() if kill.PROGRAM else __doc__)
