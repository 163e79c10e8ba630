"""A real cluster: slurm.py PROGRAM [TEST…]. Prints TAP.

Debian's munged, slurmctld and two slurmd on 127.0.0.1, with their own key, sockets and ports in a temporary folder; started
and ended here, whatever the machine does with its own. A run is submitted, a node with all its tasks is killed in the middle,
and the sum has the digest of the run without shards. The same by mpirun, whose call is repeated after one rank was killed."""
import contextlib
import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import kill
from kill import call, digest_of, test

EXPERIMENT = """name: far
generator: classic
vary: {level: [1, 4]}
floors: 24M
metrics: [rooms, dead_ends, boss_distance]
"""
PATIENCE = 240


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def daemon(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def until(what, configuration, seconds=PATIENCE):
    """Waits for something to be so."""
    for _ in range(seconds * 5):
        found = configuration()
        if found:
            return found
        time.sleep(0.2)
    raise AssertionError(f"{what}: not within {seconds} s")


class Cluster:
    """Three sorts of daemons in one folder."""

    def __init__(self, folder: pathlib.Path):
        self.folder, self.daemons = folder, {}
        self.env = {**os.environ, "SLURM_CONF": str(folder / "slurm.conf"), "NO_COLOR": "1"}
        for name in ("spool", "state"):
            (folder / name).mkdir()
        (folder / "key").write_bytes(os.urandom(1024))
        (folder / "key").chmod(0o400)
        host, user = socket.gethostname().split(".")[0], getpass.getuser()
        nodes = "".join(f"NodeName=n{i} NodeHostname={host} NodeAddr=127.0.0.1 Port={free_port()} CPUs=2 State=UNKNOWN\n" for i in (1, 2))
        (folder / "slurm.conf").write_text(f"""ClusterName=floorlab
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={free_port()}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
InactiveLimit=0
KillWait=2
MinJobAge=300
MessageTimeout=60
BatchStartTimeout=120
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_interval=1,requeue_delay=1
{nodes}PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
""")

    def start(self, name, *words):
        log = (self.folder / f"{name}.out").open("wb")
        self.daemons[name] = subprocess.Popen([daemon(words[0]), *words[1:]], env=self.env, stdout=log, stderr=log,
                                              stdin=subprocess.DEVNULL, start_new_session=True)

    def __enter__(self):
        there = self.folder
        self.start("munged", "munged", "-F", "--force", f"--key-file={there}/key", f"--socket={there}/munge.socket",
                   f"--pid-file={there}/munged.pid", f"--log-file={there}/munged.log", f"--seed-file={there}/munged.seed")
        until("munged's socket", (there / "munge.socket").exists, 30)
        self.start("slurmctld", "slurmctld", "-D", "-f", str(there / "slurm.conf"))
        for node in ("n1", "n2"):
            self.start(node, "slurmd", "-D", "-N", node, "-f", str(there / "slurm.conf"))
        until("two idle nodes", lambda: self.ask("sinfo", "-h", "-N", "-o", "%T").split().count("idle") == 2, 60)
        return self

    def __exit__(self, error, *_):
        if error:
            self.tell()
        self.ask("scancel", "--user", getpass.getuser())
        for node in ("n1", "n2"):
            self.end_node(node)
        for name in ("slurmctld", "munged"):
            self.daemons[name].kill()
            self.daemons[name].wait()

    def ask(self, *words):
        return subprocess.run(words, env=self.env, capture_output=True, text=True, timeout=60, check=False).stdout

    def end_node(self, node):
        """Kills a node's daemon and all it has started, again until nothing is left: a daemon that dies while it starts a task
        leaves processes that start others. A task that lived on would hold its result against the one that follows it."""
        self.daemons[node].kill()
        self.daemons[node].wait()
        until(f"the end of {node}", lambda: self.kill_all_of(node) == 0, 60)

    def kill_all_of(self, node):
        """How many processes there were: tasks, by their environment, and their watchers, which write into the daemon's log. The
        watchers die first: they would tell how their tasks ended, as no node does that loses its power."""
        marks = (f"SLURMD_NODENAME={node}\0".encode(), f"SLURM_CONF={self.folder}/slurm.conf\0".encode())
        log = str(self.folder / f"slurmd-{node}.log")
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                said = (process / "environ").read_bytes()
                is_task = all(mark in said for mark in marks)
                if is_task or (marks[1] in said and log in map(os.readlink, (process / "fd").iterdir())):
                    found.append((is_task, int(process.name)))
        for _, number in sorted(found):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        return len(found)

    def tell(self):
        """What the cluster knows, for a reader who looks for a fault."""
        for words in (["squeue", "-r"], ["sinfo", "-N", "-l"], ["scontrol", "-o", "show", "job"]):
            print("".join(f"# {line}\n" for line in self.ask(*words).splitlines()[-60:]), end="")
        for log in [self.folder / "slurmctld.log", *self.folder.glob("slurmd-*.log"), *self.folder.glob("far/logs/*.log")]:
            print("".join(f"# {log.name}: {line}\n" for line in log.read_text(errors="replace").splitlines()[-25:]), end="")


@contextlib.contextmanager
def scene():
    with tempfile.TemporaryDirectory(prefix="floorlab-slurm-", ignore_cleanup_errors=True) as name:
        folder = pathlib.Path(name)
        (folder / "far.yaml").write_text(EXPERIMENT)
        yield folder


def submit(cluster, folder, *more):
    return call(kill.PROGRAM, "run", folder / "far.yaml", "--submit", "slurm", "--jobs", "4", "--threads", "1", "--checkpoint", "0.2",
                "-o", f"{folder}/far/", *more, env=cluster.env, cwd=folder)


def all_have_checkpoints(folder, tasks):
    paths = [folder / "far" / f"far-{task}-of-4.h5.checkpoint" for task in tasks]
    return paths and all(path.exists() and path.stat().st_size for path in paths)


@test
def a_node_that_is_killed_costs_time_and_nothing_else():
    with scene() as folder, Cluster(folder) as cluster:
        result = submit(cluster, folder)
        assert result.returncode == 0 and "4 of 4 shards are to be made" in result.stdout, result
        until("a checkpoint of each task on n2", lambda: all_have_checkpoints(folder, cluster.ask(
            "squeue", "-h", "-r", "-w", "n2", "-t", "RUNNING", "-o", "%K").split()))
        cluster.end_node("n2")
        cluster.ask("scontrol", "update", "NodeName=n2", "State=DOWN", "Reason=killed")  # without waiting for Slurm to notice

        def is_done():
            queue = cluster.ask("squeue", "-h", "-r", "-o", "%A %T %r").splitlines()
            for job in queue:
                if " PENDING " in job and "Dependency" not in job:  # Slurm holds requeued tasks for two minutes
                    cluster.ask("scontrol", "update", f"JobId={job.split()[0]}", "StartTime=now")
            is_there = (folder / "far.h5").exists()
            assert is_there or queue, "all jobs have ended, and there is no sum"
            return is_there
        until("the sum", is_done)
        assert call(kill.PROGRAM, "run", folder / "far.yaml", "-q", "-o", folder / "whole.h5").returncode == 0
        assert digest_of(folder / "far.h5") == digest_of(folder / "whole.h5")
        assert len(list(folder.glob("far/far-*-of-4.h5"))) == 4 and not list(folder.glob("far/*.checkpoint"))


@test
def a_rank_that_is_killed_is_made_again_by_the_same_call():
    with scene() as folder:
        env = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_oob_tcp_if_include": "lo"}
        words = ["mpirun", "--oversubscribe", "-n", "4", kill.PROGRAM, "run", str(folder / "far.yaml"), "--shard", "auto", "--resume",
                 "--checkpoint", "0.2", "-t", "1", "-q", "-o", f"{folder}/ranks/"]
        process = subprocess.Popen(words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        kill.wait_for(folder / "ranks" / "far-3-of-4.h5.checkpoint", process)
        for task in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                said = (task / "environ").read_bytes()
                if b"OMPI_COMM_WORLD_RANK=2\0" in said and str(folder).encode() in (task / "cmdline").read_bytes():
                    os.kill(int(task.name), signal.SIGKILL)
        assert process.wait(PATIENCE) != 0, "mpirun tells that a rank is lost"
        assert not (folder / "ranks" / "far-3-of-4.h5").exists()
        assert subprocess.run(words, env=env, capture_output=True, timeout=PATIENCE, check=False).returncode == 0
        assert call(kill.PROGRAM, "merge", f"{folder}/ranks/", "-o", folder / "far.h5").returncode == 0
        assert call(kill.PROGRAM, "run", folder / "far.yaml", "-q", "-o", folder / "whole.h5").returncode == 0
        assert digest_of(folder / "far.h5") == digest_of(folder / "whole.h5")


if __name__ == "__main__":
    kill.PROGRAM = kill.PROGRAM and str(pathlib.Path(kill.PROGRAM).resolve())  # the calls have folders of their own
    kill.TESTS = [t for t in kill.TESTS if t.__module__ == "__main__"]
    sys.exit(kill.main() if kill.PROGRAM else __doc__)
