"""The committed page of findings and the claims of today: usage findings.py FLOORLAB PAGE. Prints TAP.

Every claim that some rule set is expected to break stands on the page, no other id does, every population it names is
there, and every source it cites has its title. With ./lab test --thorough the page is written anew and must be the same, byte for byte.
"""
import json
import os
import pathlib
import re
import subprocess
import sys


def claim_of(row: dict) -> str:
    return row["claim"].split("@")[0].split(":")[0]


def main() -> int:
    program, path = sys.argv[1:]
    page = pathlib.Path(path).read_text()
    listed = subprocess.run([program, "list", "claims", "--json"], capture_output=True, check=True, timeout=60)
    rows = json.loads(listed.stdout)
    claims = {claim_of(row) for row in rows}
    broken = {claim_of(row) for row in rows if row["expected"] == "refuted"}
    body, rest = page.split("## Where it was counted")
    places, titles = rest.replace("\\", "").split("## Sources")
    known = set(re.findall(r"^\| (.+?) \| ", titles, re.MULTILINE))
    refuted = set(re.findall(r"\) `([a-z][\w.]*)` \|", body))
    named = set(re.findall(r"`([a-z][\w.]*)` (?:\||says)", body))
    tests = [
        ("the page names every claim that a rule set breaks", broken - refuted),
        ("the page names no claim that nothing breaks", refuted - broken),
        ("the page names claims of today", named - claims),
        ("the page tells where it was counted", set(re.findall(r"says .*?(?:borne out|refuted) by ([\w-]+)", body))
         - set(re.findall(r"^\| ([\w-]+) \|", places, re.MULTILINE))),
    ]
    tests.append(("the page has the title of every source of its sections", set(re.findall(r"^## (.+)$", body, re.MULTILINE))
                  - known))
    if "FLOORLAB_THOROUGH" in os.environ:
        again = subprocess.run([program, "verify", "--findings", "-q"], capture_output=True, check=False, timeout=1500)
        tests.append(("the page is what the program writes", set() if again.stdout.decode() == page else {"it differs"}))
    print(f"1..{len(tests)}")
    for number, (name, wrong) in enumerate(tests, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
        for word in sorted(wrong):
            print(f"# {word}", file=sys.stderr)
    return any(wrong for _, wrong in tests)


sys.exit(main())
