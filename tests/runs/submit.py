"""`--submit slurm` with a stand-in for Slurm: submit.py PROGRAM [TEST…]. Prints TAP.

The stand-in runs the tasks of an array one after the other, as told by files in its folder; tests/runs/slurm.py has the real
one. No Slurm, a folder that is not shared, a full quota in one shard, two submissions, another version of the program on a
node, clocks that differ by hours, a shard cut off: a clear error, nothing lost, nothing counted twice."""
import contextlib
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import kill
from kill import call, digest_of, refused, test

EXPERIMENT = """name: sub
generator: classic
floors: 400
metrics: [rooms]
"""
# Takes a script, notes its words, and carries its tasks out at once but for those named in hold.
SBATCH = """#!/bin/sh
here=%s
for script; do :; done
echo "$*" >>"$here/said"
[ ! -f "$here/refuses" ] || { echo "sbatch: error: no such partition" >&2; exit 1; }
n=$(($(wc -l <"$here/said") + 100))
export SLURM_ARRAY_JOB_ID=$n SLURM_CPUS_ON_NODE=1
tasks=$(sed -n 's/^#SBATCH --array=//p' "$script" | tr , '\\n' | sed 's/-/ /' | while read -r a b; do seq "$a" "${b:-$a}"; done)
[ ! -f "$here/hold" ] || tasks=
failed=
case $script in *.merge.sh) [ -f "$here/failed" ] || sh "$script" >"$here/merge.log" 2>&1; rm -f "$here/failed"; echo $n; exit 0 ;; esac
for task in $tasks; do
    limit=$(cat "$here/quota-$task" 2>/dev/null || echo unlimited)
    (ulimit -f "$limit"; SLURM_ARRAY_TASK_ID=$task PATH="$here:$PATH" sh "$script") >"$here/task-$task.log" 2>&1 || touch "$here/failed"
done
echo $n
"""


@contextlib.contextmanager
def scene():
    """A folder with the experiment, and an environment in which sbatch is the stand-in."""
    with tempfile.TemporaryDirectory(prefix="floorlab-submit-") as name:
        folder = pathlib.Path(name)
        tools = folder / "tools"
        tools.mkdir()
        (folder / "sub.yaml").write_text(EXPERIMENT)
        (tools / "sbatch").write_text(SBATCH % tools)
        (tools / "sbatch").chmod(0o755)
        assert call(kill.PROGRAM, "run", folder / "sub.yaml", "-q", "-o", folder / "whole.h5").returncode == 0
        yield folder


def submit(folder, *more, jobs=4, path=None, output="far/"):
    env = {**os.environ, "PATH": path or f"{folder / 'tools'}:{os.environ['PATH']}", "NO_COLOR": "1"}
    return call(kill.PROGRAM, "run", "sub.yaml", "--submit", "slurm", "--jobs", jobs, "-o", output, *more, env=env, cwd=folder)


def is_whole(folder):
    return digest_of(folder / "far.h5") == digest_of(folder / "whole.h5")


def log(folder, task):
    return (folder / "tools" / f"task-{task}.log").read_text()


@test
def an_array_is_submitted_and_put_together():
    with scene() as folder:
        result = submit(folder, "--time", "01:00:00", "--partition", "short")
        assert result.returncode == 0, result.stderr
        for words in ("4 of 4 shards are to be made", "squeue -j 101,102", "scancel 101 102", "submits only what is missing"):
            assert words in result.stdout, result.stdout
        assert is_whole(folder)
        said = (folder / "tools" / "said").read_text().splitlines()
        assert "--dependency=afterok:101" in said[1], said
        script = (folder / "far" / "sub.array.sh").read_text()
        for words in ("--array=1-4", "--requeue", "--time=01:00:00", "--partition=short", "/far/logs/sub-%a.log"):
            assert words in script, script


@test
def only_what_is_missing_is_submitted_again():
    with scene() as folder:
        assert submit(folder).returncode == 0
        (folder / "far" / "sub-2-of-4.h5").unlink()
        cut = folder / "far" / "sub-4-of-4.h5"
        cut.write_bytes(cut.read_bytes()[:9000])
        (folder / "far.h5").unlink()
        refused(submit(folder), 2, "sub-4-of-4.h5", "remove it and submit again")
        cut.unlink()
        result = submit(folder)
        assert result.returncode == 0 and "2 of 4 shards are to be made" in result.stdout, result
        assert "--array=2,4\n" in (folder / "far" / "sub.array.sh").read_text()
        assert is_whole(folder)
        (folder / "far.h5").unlink()
        result = submit(folder)
        assert result.returncode == 0 and "0 of 4 shards" in result.stdout and is_whole(folder), "only the sum was missing"


@test
def scripts_are_only_written():
    with scene() as folder:
        result = submit(folder, "--print", path="/usr/bin:/bin")
        assert result.returncode == 0 and "sbatch --parsable --dependency=afterok:" in result.stdout, result
        assert not (folder / "tools" / "said").exists()
        env = {**os.environ, "PATH": f"{folder / 'tools'}:{os.environ['PATH']}"}
        assert subprocess.run(["sh", "-c", result.stdout], env=env, cwd="/", capture_output=True, check=False).returncode == 0
        assert is_whole(folder)


@test
def without_slurm_or_with_wrong_options_nothing_is_begun():
    with scene() as folder:
        refused(submit(folder, path="/nowhere"), 2, "there is no sbatch in PATH", "--print")
        refused(submit(folder, jobs=1), 2, "--jobs must be 2 to")
        refused(submit(folder, "--shard", "1/2"), 2, "--submit and --shard exclude each other")
        refused(submit(folder, "--set", "level=77"), 2, "level")
        refused(call(kill.PROGRAM, "run", folder / "sub.yaml", "--jobs", "4"), 2, "--jobs needs --submit slurm")
        refused(call(kill.PROGRAM, "run", folder / "sub.yaml", "--submit", "pbs"), 2, "expected slurm")
        assert not (folder / "far").exists()
        (folder / "tools" / "refuses").write_text("")
        refused(submit(folder), 3, "no such partition", "sbatch refused the job")
        (folder / "tools" / "refuses").unlink()
        assert submit(folder).returncode == 0 and is_whole(folder), "what was refused can be submitted again"


@test
def a_folder_has_one_submission():
    with scene() as folder:
        (folder / "tools" / "hold").write_text("")
        (folder / "tools" / "failed").write_text("")
        assert submit(folder).returncode == 0
        refused(submit(folder, "--floors", "500"), 2, "belongs to another submission", "floors: 400", "floors: 500")
        refused(submit(folder, jobs=5), 2, "belongs to another submission", "it has 'jobs: 4', not 'jobs: 5'")
        (folder / "tools" / "hold").unlink()
        assert submit(folder).returncode == 0 and is_whole(folder)


@test
def a_node_that_does_not_share_the_folder_or_has_another_program_says_so():
    with scene() as folder:
        (folder / "tools" / "hold").write_text("")
        assert submit(folder).returncode == 0
        env = {**os.environ, "PATH": f"{folder / 'tools'}:{os.environ['PATH']}", "SLURM_ARRAY_TASK_ID": "1"}
        script = folder / "far" / "sub.array.sh"
        plan = folder / "far" / "sub.plan"
        text = plan.read_text()
        plan.unlink()
        refused(call("sh", script, env=env), 2, "does not share this folder")
        plan.write_text(text)
        other = folder / "tools" / "floorlab"
        other.write_text("#!/bin/sh\necho floorlab 9.9.9\n")
        other.chmod(0o755)
        written = script.read_text()
        script.write_text(re.sub(r"^floorlab=.*$", f"floorlab={other}", written, flags=re.MULTILINE))
        refused(call("sh", script, env=env), 2, "has another version of the program: floorlab 9.9.9")
        assert not list((folder / "far").glob("*.h5"))


@test
def a_full_quota_in_one_shard_costs_that_shard():
    with scene() as folder:
        (folder / "tools" / "quota-3").write_text("8")
        assert submit(folder).returncode == 0
        assert "cannot write" in log(folder, 3) and not (folder / "far.h5").exists()
        assert sorted(p.name for p in folder.glob("far/sub-*.h5")) == ["sub-1-of-4.h5", "sub-2-of-4.h5", "sub-4-of-4.h5"]
        (folder / "tools" / "quota-3").unlink()
        result = submit(folder)
        assert "1 of 4 shards" in result.stdout and is_whole(folder), result


@test
def clocks_that_differ_by_hours_change_nothing():
    with scene() as folder:
        assert submit(folder).returncode == 0
        for i, path in enumerate(sorted((folder / "far").glob("sub*"))):
            os.utime(path, (10**9 * (i % 3), 10**9 * (i % 3)))
        (folder / "far" / "sub-1-of-4.h5").unlink()
        (folder / "far.h5").unlink()
        assert "1 of 4 shards" in submit(folder).stdout and is_whole(folder)


HOSTILE = {"a blank": " ; touch PWN ; ", "quotes": "'; touch PWN; '", "a substitution": "$(touch PWN)`touch PWN`", "a number sign": "x #"}
CONTROL = {"a line feed": "x\ntouch PWN\n#", "a return": "x\rtouch PWN", "an escape": "x\x1b[2J", "a tab": "x\ttouch PWN"}


@test
def words_of_a_stranger_run_nothing():
    """In the names of folders, the experiment, and the values of options. The stand-in runs the scripts."""
    for what, word in HOSTILE.items():
        with scene() as folder:
            there = folder / word / "work"
            there.mkdir(parents=True)
            env = {**os.environ, "PATH": f"{folder / 'tools'}:{os.environ['PATH']}"}
            (there / "sub.yaml").write_text((folder / "sub.yaml").read_text())
            words = ("run", "sub.yaml", "--submit", "slurm", "--jobs", "2", "--partition", word, "--time", word, "-o", f"{word}/far/")
            (there / word).mkdir()
            result = call(kill.PROGRAM, *words, env=env, cwd=there)
            assert result.returncode == 0 and digest_of(there / word / "far.h5") == digest_of(folder / "whole.h5"), (what, result)
            watch = result.stdout.split("logs in ")[1].split("\n")[0]
            assert shlex.split(watch) == [f"{there}/{word}/far/logs"], result.stdout
            printed = call(kill.PROGRAM, *words, "--print", env=env, cwd=there).stdout
            assert subprocess.run(["sh", "-c", printed], env=env, cwd="/", capture_output=True, check=False).returncode == 0
            assert not list(folder.rglob("PWN")) and not pathlib.Path("PWN").exists() and not pathlib.Path("/PWN").exists(), what


@test
def control_characters_are_refused_before_anything_is_written():
    for what, word in CONTROL.items():
        with scene() as folder:
            for result in (submit(folder, output=f"{word}/"), submit(folder, "--partition", word), submit(folder, "--time", word)):
                refused(result, 2, "has a control character")
                assert not (folder / "far").exists() and not list(folder.glob("x*")), what
            there = folder / word
            there.mkdir()
            (there / "sub.yaml").write_text(EXPERIMENT)
            env = {**os.environ, "PATH": f"{folder / 'tools'}:{os.environ['PATH']}"}
            refused(call(kill.PROGRAM, "run", "sub.yaml", "--submit", "slurm", "--print", "-o", "far/", env=env, cwd=there), 2,
                    "has a control character")
            (folder / "link").symlink_to(there)
            refused(submit(folder, "--print", output="link/"), 2, "the name of this folder has a control character")
            assert not list(folder.rglob("*.sh")) and not list(folder.rglob("PWN")), what


@test
def a_per_cent_sign_is_part_of_the_name():
    with scene() as folder:
        assert submit(folder, "--print", output="50%j/").returncode == 0
        assert "/50%%j/logs/sub-%a.log" in (folder / "50%j" / "sub.array.sh").read_text()


if __name__ == "__main__":
    kill.PROGRAM = kill.PROGRAM and str(pathlib.Path(kill.PROGRAM).resolve())  # the calls have folders of their own
    kill.TESTS = [t for t in kill.TESTS if t.__module__ == "__main__"]
    sys.exit(kill.main() if kill.PROGRAM else __doc__)
