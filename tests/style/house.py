#!/usr/bin/env python3
"""house.py ROOT: checks the house style of the tree at ROOT and prints one TAP line per rule.

house.py ROOT RULE...  checks these rules only. Exit code 1 when a rule is broken.
"""
import sys

sys.dont_write_bytecode = True

import rules_code  # noqa: E402,F401  (entering the rules is what they are imported for)
import rules_prose  # noqa: E402,F401
import rules_tree  # noqa: E402,F401
from ctree import Tree  # noqa: E402
from rulebook import RULES  # noqa: E402

SHOWN = 40  # complaints per rule


def complaints(tree, name):
    """The complaints of one rule as (path, line, message), in order, none twice."""
    return sorted(set(RULES[name].check(tree)))


def report(number, name, found):
    """Prints the TAP line of one rule, and its complaints below."""
    texts = ["%s:%d %s" % complaint for complaint in found[:SHOWN]]
    if len(found) > SHOWN:
        texts.append("and %d more" % (len(found) - SHOWN))
    tap(number, "%s: %s" % (name, RULES[name].claim), texts)


def tap(number, claim, faults):
    """Prints a TAP line; the faults go to stderr, the stream that meson's error log shows."""
    print("%sok %d - %s" % ("not " if faults else "", number, claim), flush=True)
    for fault in faults:
        print("# " + fault, file=sys.stderr, flush=True)


def main(root, *wanted):
    tree = Tree(root)
    names = list(wanted or RULES)
    print("1..%d" % len(names))
    broken = False
    for number, name in enumerate(names, 1):
        found = complaints(tree, name)
        broken |= bool(found)
        report(number, name, found)
    return 1 if broken else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
