"""Result files in R: r_page.py PROGRAM ROOT. Prints TAP.

The commands of experiments/r/README.md are run from top to bottom in an empty folder, and print what stands there."""
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM, ROOT = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # pylint: disable=wrong-import-position,import-error


def all_checks():
    page = (ROOT / "experiments/r/README.md").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        def run(*words, **more) -> subprocess.CompletedProcess:
            return subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True, check=False, **more)
        for line in re.findall(r"^ {4}\./lab (run .*)$", page, re.M):
            yield f"floorlab {line} works", run(PROGRAM, *line.split(), "-q").returncode == 0
        blocks = re.findall(r"^```r\n(.*?)^```\n\n```text\n(.*?)^```", page, re.M | re.S)
        yield "the page has commands with what they print", len(blocks) >= 3 and page.count("```r\n") == len(blocks)
        (pathlib.Path(folder) / "page.R").write_text("\ncat('----\\n')\n".join(code for code, _ in blocks))
        done = run("Rscript", "--vanilla", "page.R")
        yield "R runs them", done.returncode == 0
        said = done.stdout.split("----\n")
        for number, (_, output) in enumerate(blocks):
            yield f"block {number + 1} prints what the page says", number < len(said) and said[number] == output
        if done.returncode or said != [output for _, output in blocks]:
            print(done.stdout + done.stderr, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(tap.say(all_checks()))
