"""The committed page of findings and the claims of today: usage findings.py FLOORLAB PAGE. Prints TAP.

Every sentence and reading that some rule set is expected to break stands on the page, no other id does, every population it
names is there, every source it cites has its title, and a share that a remark names is the one counted in its own row. With ./lab test --thorough the page is written anew and must be the same, byte for byte.
"""
import json
import os
import pathlib
import re
import subprocess
import sys


def claim_of(row: dict) -> str:
    return row["claim"].split("@")[0].split(":")[0]


WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
NUMBER = "|".join(WORDS) + r"|\d+"


def shares(remark: str) -> list:
    """The shares that a remark states: 18 %, 1 in 79, two floors in five. How a sentence is read is no remark."""
    stated = remark.partition("read as:")[0]
    found = [float(number) / 100 for number in re.findall(r"(\d+(?:\.\d+)?) ?%", stated)]
    for first, last in re.findall(rf"\b({NUMBER})(?: \w+){{0,3}}? in ({NUMBER})\b", stated):
        found.append(WORDS.get(first) or int(first))
        found[-1] /= WORDS.get(last) or int(last)
    return found


def lies(body: str) -> set:
    """Remarks with a share that none of the claim's own rows shows, to a twentieth or a hundredth of it."""
    found, claim, remark, seen = set(), "", "", []
    for line in [*body.splitlines(), "| x `end` | | | 0 | | | | | | |"]:
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
        if len(cells) != 12 or cells[1] == "it says" or cells[1].startswith("---"):
            continue
        if cells[1]:
            found |= {f"{claim}: {share:g} of {seen}" for share in shares(remark)
                      if not any(min(abs(share - x), abs(1 - share - x)) <= max(share / 20, 0.01) for x in seen)}
            claim, remark, seen = cells[1].rsplit("`", 2)[1], cells[10], []
        seen += [float(cells[4])] if re.fullmatch(r"-?[\d.]+", cells[4]) else []
    return found


def main() -> int:
    program, path = sys.argv[1:]
    page = pathlib.Path(path).read_text()
    listed = subprocess.run([program, "list", "claims", "--json"], capture_output=True, check=True, timeout=60)
    rows = json.loads(listed.stdout)
    claims = {claim_of(row) for row in rows}
    broken = {claim_of(row) for row in rows if row["expected"] == "refuted" and row["stance"] in ("sentence", "reading")}
    body, rest = page.split("## Who judged")
    rest = rest.split("## Where it was counted")[1]
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
    tests.append(("a remark's shares are those of its own rows", lies(body)))
    tests.append(("the page has the title of every source of its sections", set(re.findall(r"^### (.+)$", body, re.MULTILINE))
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
