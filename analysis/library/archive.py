"""Makes an archive of one object, in which only the exported names can be seen.

    archive.py EXPORTS.map OUT.a LIBRARY.a…

The first archive is taken whole, of the others what it needs."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def main() -> None:
    exports, out, whole, *others = sys.argv[1:]
    patterns = re.findall(r"(\w+\*?);", pathlib.Path(exports).read_text().split("local:")[0])
    with tempfile.TemporaryDirectory() as folder:
        one = os.path.join(folder, "floorlab.o")
        subprocess.run([os.environ.get("LD", "ld"), "-r", "-o", one, "--whole-archive", whole, "--no-whole-archive",
                        "--start-group", *others, "--end-group"], check=True)
        keep = [word for pattern in patterns for word in ("-G", pattern)]
        subprocess.run(["objcopy", "--wildcard", *keep, one], check=True)
        pathlib.Path(out).unlink(missing_ok=True)
        subprocess.run(["ar", "rcsD", out, one], check=True)


if __name__ == "__main__":
    main()
