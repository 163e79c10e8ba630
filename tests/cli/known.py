"""Whether data/known_samples.txt is what this program makes: known.py PROGRAM FILE. Prints TAP."""
import pathlib
import subprocess
import sys

made = subprocess.run([sys.argv[1], "verify", "--known"], capture_output=True, text=True, check=True).stdout.splitlines()
known = pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines()
print(f"1..1\n{'ok' if made == known else 'not ok'} 1 - the samples of this program are the known ones")
for line in [line for line in made if line not in known][:5]:
    print(f"# not known: {line}")
for line in [line for line in known if line not in made][:5]:
    print(f"# not made: {line}")
print("# if that is on purpose: floorlab verify --known > data/known_samples.txt" if made != known else "#")
sys.exit(made != known)
