"""Checks the built-in claims against their documents: usage claims.py ROOT. Prints TAP.

Three quarters of each document's claims are judged by a rule set that was not made from it, too; a chance of 1/N that is not told
from 1/(N+1) says why; a claim about a document's sentence quotes it. Reads data/claims/*.yaml line by line: their form is plain.
"""
import collections
import fractions
import pathlib
import re
import sys

LEAST = fractions.Fraction(3, 4)

# Which document a scenario's rules were made from; what is not listed was made from none of these.
MADE_FROM = {
    ("classic", "article"): "BorisTheBrave 2020",
    ("classic", "demo"): "BorisTheBrave 2020",
    ("rebirth", "article"): "BorisTheBrave 2020",
    ("rebirth", "wiki"): 'wiki "Level Generation"',
    ("rebirth", "wiki-pseudocode"): 'wiki "Level Generation"',
    ("room", "paper"): "Team Kirby devlog 2020",
}
DOCUMENTS = [*dict.fromkeys(MADE_FROM.values()), "Gao 2022"]
DEFAULT_RULES = {"classic": "article", "rebirth": "afterbirth-plus", "room": "paper"}
# Chapters of Gao 2022 about the tool and its parameters, which no other generator has.
OF_THE_TOOL = re.compile(r"Gao 2022, [5789]")


def made_from(generator: str, settings: str) -> str:
    if generator == "grid":
        return "Gao 2022"
    if generator == "journey": # plan classic: the article's rules; plan isaac: the game's
        return "BorisTheBrave 2020" if "plan: classic" in settings and "rules=flash" not in settings else ""
    rules = re.search(r"\brules: ([\w-]+)", settings)
    return MADE_FROM.get((generator, rules[1] if rules else DEFAULT_RULES[generator]), "")


def read(folder: pathlib.Path) -> tuple:
    scenarios, claims = {}, []
    for path in sorted(folder.glob("*.yaml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if found := re.match(r"  ([\w-]+): \{generator: (\w+), settings: \{(.*)\}\}$", line):
                scenarios[found[1]] = made_from(found[2], found[3])
            elif found := re.match(r"  - id: (\S+)$", line):
                claims.append({"id": found[1], "where": f"{path.name}:{number}"})
            elif claims and (found := re.match(r"    (\w+): (.*)$", line)):
                claims[-1].setdefault(found[1], found[2])
    return scenarios, claims


def judged_on(claim: dict) -> list:
    named = re.findall(r"([\w-]+): (?:confirmed|refuted)", claim.get("on", ""))
    return named + re.findall(r"[\w-]+", claim.get("along", "") + claim.get("between", ""))


def judged_elsewhere(scenarios: dict, claims: list) -> list:
    counts = {document: [0, 0] for document in DOCUMENTS}
    for claim in claims:
        document = next((name for name in DOCUMENTS if claim["source"].strip("'\"").startswith(name)), None)
        if document and not OF_THE_TOOL.search(claim["source"]):
            counts[document][0] += any(scenarios[name] != document for name in judged_on(claim))
            counts[document][1] += 1
    return [f"{document}: {some} of {all_of_it} claims are judged by other rules than its own"
            for document, (some, all_of_it) in counts.items() if some < LEAST * all_of_it or not all_of_it]


def too_wide(_, claims: list) -> list:
    found = []
    for claim in claims:
        one_in = re.match(r"1/(\d+)$", claim.get("value", ""))
        if claim["type"] == "probability" and one_in and "tolerance" in claim and "about" not in claim:
            n = int(one_in[1])
            half_way = (fractions.Fraction(1, n) - fractions.Fraction(1, n + 1)) / 2
            if fractions.Fraction(claim["tolerance"]) > half_way and "note" not in claim:
                found.append(f"{claim['where']}: {claim['id']} passes at 1/{n + 1}, too, and has no note why")
    return found


def not_quoted(_, claims: list) -> list:
    return [f"{claim['where']}: {claim['id']} cites a document and quotes nothing" for claim in claims
            if claim["source"].strip("'\"").startswith(tuple(DOCUMENTS)) and "quote" not in claim
            and claim.get("stance") != "comparison"]


def twice(_, claims: list) -> list:
    return [f"the claim {name} stands there {n} times"
            for name, n in collections.Counter(claim["id"] for claim in claims).items() if n > 1]


CHECKS = {
    "three quarters of a document's claims are judged by other rules": judged_elsewhere,
    "a chance that is not told from its neighbours says why": too_wide,
    "a claim about a document quotes it": not_quoted,
    "no claim stands there twice": twice,
}


def main() -> None:
    scenarios, claims = read(pathlib.Path(sys.argv[1]) / "data" / "claims")
    print(f"1..{len(CHECKS)}")
    for number, (title, check) in enumerate(CHECKS.items(), 1):
        complaints = check(scenarios, claims)
        print(f"{'not ok' if complaints else 'ok'} {number} - {title}")
        for complaint in complaints:
            print("# " + complaint, file=sys.stderr)


main()
