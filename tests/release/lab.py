"""Tests what ./lab does with a build: lab.py ROOT. Prints TAP.

A copy of `lab` in a small tree, where meson, ninja, the packages' list and the program are stand-ins that write down how they are called."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # pylint: disable=wrong-import-position,import-error

PROGRAM = "build/release/experiments/floorlab"
STAND_INS = {
    "dpkg-query": "printf installed",
    "meson": """echo "meson $*" >>"$CALLS"
[ "$1" != setup ] || { mkdir -p "$2/experiments"; touch "$2/build.ninja"; }""",
    "ninja": """echo "ninja $*" >>"$CALLS"
[ ! -e broken ] || exit 1
printf '#!/bin/sh\\necho "floorlab $*"\\n' >build/release/experiments/floorlab
chmod 755 build/release/experiments/floorlab""",
}
PACKAGES = ["floorlab_1_amd64.deb", "floorlab-dbgsym_1_amd64.deb", "libfloorlab0_1_amd64.deb"]


class Lab:
    """A tree with a folder of tools beside it."""

    def __init__(self, folder: pathlib.Path):
        folder.chmod(0o755)
        self.folder, self.top, self.calls = folder, folder / "tree", folder / "calls"
        for name in ("tools", "tree/gen", "tree/analysis", "tree/experiments", "tree/plots", "tree/data/debian", "tree/tests"):
            (folder / name).mkdir(parents=True)
        shutil.copy(ROOT / "lab", self.top)
        (self.top / "meson.build").touch()
        for name, text in STAND_INS.items():
            self.write(folder / "tools" / name, text)
        self.env = {**os.environ, "PATH": f"{folder}/tools:{os.environ['PATH']}", "CALLS": str(self.calls)}

    @staticmethod
    def write(path: pathlib.Path, text: str):
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def call(self, *words: str, lab: str = "./lab", cwd: pathlib.Path | None = None, **more) -> subprocess.CompletedProcess:
        self.calls.write_text("")
        return subprocess.run([*lab.split(), *words], cwd=cwd or self.top, env={**self.env, **more.pop("env", {})}, capture_output=True,
                              text=True, check=False, **more)

    def setups(self) -> list[str]:
        return [line for line in self.calls.read_text().splitlines() if line.startswith("meson setup")]


def configures(lab: Lab):
    first = lab.call("show", "classic")
    yield "a first job configures, builds and runs", first.stdout == "floorlab show classic\n" and len(lab.setups()) == 1
    lab.call("verify")
    yield "the next one does not configure", lab.setups() == []
    lab.call("bench")
    again = lab.setups()
    yield "the benchmarks are configured where only the program was", len(again) == 1 and "-Dtests=enabled" in again[0] and "--reconfigure" in again[0]
    yield "and run", "meson test -C build/release --benchmark" in lab.calls.read_text()
    lab.call("show", "classic")
    lab.call("bench", "classic")
    yield "once", lab.setups() == []


def goes_where_it_lies(lab: Lab):
    other = lab.folder / "elsewhere"
    for place in (other / "tree", other / "bin", lab.top):
        (place / "build").mkdir(parents=True)
    done = lab.call("clean", lab="sh tree/lab", cwd=lab.folder, env={"CDPATH": str(other)})
    yield "clean follows no CDPATH", done.returncode == 0 and (other / "tree/build").exists() and not (lab.top / "build").exists()
    (lab.top / "build").mkdir(exist_ok=True)
    (other / "bin/lab").symlink_to(lab.top / "lab")
    done = lab.call("clean", lab=str(other / "bin/lab"), cwd=other)
    yield "it follows a link to itself", done.returncode == 0 and (other / "bin/build").exists() and not (lab.top / "build").exists()
    shutil.copy(ROOT / "lab", other / "bin/copy")
    done = lab.call("clean", lab=str(other / "bin/copy"), cwd=other)
    yield "it removes nothing where the sources are not", done.returncode == 2 and (other / "bin/build").exists()


def runs_what_it_cannot_build(lab: Lab):
    lab.call("show", "classic")
    (lab.top / "broken").touch()
    lab.calls.chmod(0o666)
    as_another = {"user": 65534} if os.getuid() == 0 else {}
    if not as_another:
        (lab.top / "build/release").chmod(0o555)
    (lab.top / "README.md").touch()
    done = lab.call("show", "grid", **as_another)
    yield "a program that is up to date is run by one who may not write there", done.stdout == "floorlab show grid\n" and done.returncode == 0
    later = time.time() + 10
    (lab.top / "gen/floor.c").touch()
    os.utime(lab.top / "gen/floor.c", (later, later))
    done = lab.call("show", "grid", **as_another)
    yield "an older one is not, and why", done.returncode == 2 and "gen/floor.c is newer than the program" in done.stderr
    (lab.top / "build/release").chmod(0o755)


def says_what_to_install(lab: Lab):
    lab.write(lab.top / "data/debian/build.sh", "mkdir -p build/deb\n" + "".join(f"touch build/deb/{name}\n" for name in PACKAGES))
    done = lab.call("deb")
    names = [f"{lab.top.resolve()}/build/deb/{name}" for name in PACKAGES if "dbgsym" not in name]
    yield "the packages are named in the line that installs them", f"  sudo apt install {' '.join(names)}\n" in done.stdout
    yield "how long it takes is said first", "minutes" in done.stderr


def ends_at_ctrl_c(lab: Lab):
    """The real runner, whose meson sleeps."""
    shutil.copytree(ROOT / "tests/fuzz", lab.top / "tests/fuzz", ignore=lambda _, names: [n for n in names if n != "readers.txt"])
    shutil.copy(ROOT / "tests/run.py", lab.top / "tests")
    (lab.top / "experiments/program").mkdir()
    shutil.copy(ROOT / "experiments/program/commit.txt", lab.top / "experiments/program")
    lab.write(lab.folder / "tools/meson", 'echo "meson $*" >>"$CALLS"; exec sleep 60')
    lab.calls.write_text("")
    with subprocess.Popen(["./lab", "test", "style"], cwd=lab.top, env=lab.env, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        while not lab.calls.read_text() and child.poll() is None:
            time.sleep(0.05)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=20)
    yield "Ctrl-C ends the tests without a traceback", child.returncode == 130 and said == "lab: stopped\n"


if __name__ == "__main__":
    sys.exit(tap.say(tap.in_folders(Lab, [configures], [goes_where_it_lies], [runs_what_it_cannot_build], [says_what_to_install], [ends_at_ctrl_c])))
