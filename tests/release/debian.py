"""The Debian packages: debian.py ROOT. Prints TAP.

They are built twice from the last commit, in different folders and at different times of the day, and are the same byte for byte;
lintian has no error and no warning. Installed into a fresh Debian they judge claims, compile a program, and give numpy arrays.
Takes minutes, root, and packages of debhelper, lintian and mmdebstrap with a mirror that can be reached; only thorough tests do it."""
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # pylint: disable=wrong-import-position,import-error

PACKAGES = ("floorlab", "libfloorlab0", "libfloorlab-dev", "python3-floorlab")
SUITE = "bookworm"
USES = {
    "it says its version": ("floorlab --version", r"floorlab \d+\.\d+\.\d+ \(commit [0-9a-f]{12}\)"),
    "verify --quick finds nothing changed": ("floorlab verify --quick -o /tmp/verify.h5", r"; 0 changed\n"),
    "there are man pages": ("zcat /usr/share/man/man1/floorlab-verify.1.gz", r"\.Dt FLOORLAB-VERIFY"),
    "an example compiles against the library": (
        "cc /usr/share/doc/libfloorlab-dev/examples/odds.c -lfloorlab -o /tmp/odds && /tmp/odds", r"level 7: +35560 of 100000"),
    "Python has the package": (
        "python3 -c 'import floorlab; print(floorlab.Generator(\"classic\").values(9, \"rooms\").sum())'", r"^\d+\n"),
}


def run(*words, **more) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **more)


def hashes(folder: pathlib.Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.glob("*.deb")}


def built(folder):
    first = run(ROOT / "data/debian/build.sh", folder / "one")
    yield "the packages are built, and lintian has nothing against them", first.returncode == 0
    if first.returncode:
        print(first.stdout[-3000:], first.stderr[-3000:], file=sys.stderr)
        return
    found = hashes(folder / "one")
    yield "they are these", {name.split("_")[0] for name in found if "dbgsym" not in name} == set(PACKAGES)
    again = run(ROOT / "data/debian/build.sh", folder / "another/folder", env=os.environ | {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"})
    yield "another build has the same bytes", again.returncode == 0 and hashes(folder / "another/folder") == found


def installed(folder):
    """Into a fresh root that knows nothing of this machine."""
    archives = [str(path) for path in (folder / "one").glob("*.deb") if "dbgsym" not in path.name]
    root = folder / "root"
    needs = ["gcc", "libc6-dev"]
    done = run("mmdebstrap", "--variant=minbase", f"--include={','.join(needs)}", "--hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount",
               *[f"--include={path}" for path in archives], SUITE, root)
    yield "they are installed into a fresh root", done.returncode == 0
    if done.returncode:
        print(done.stderr[-3000:], file=sys.stderr)
        return
    for what, (command, pattern) in USES.items():
        said = run("chroot", root, "sh", "-c", command)
        is_right = said.returncode == 0 and re.search(pattern, said.stdout, re.M) is not None
        yield what, is_right
        if not is_right:
            print(said.stdout[-2000:], said.stderr[-2000:], file=sys.stderr)


def all_checks():
    with tempfile.TemporaryDirectory() as folder:
        for part in (built, installed):
            yield from part(pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(tap.say(all_checks()))
