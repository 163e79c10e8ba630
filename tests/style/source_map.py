#!/usr/bin/env python3
"""The source map: a line per source file from its first comment. source_map.py ROOT [--write]; without --write it prints TAP.

data/source-map.txt lists the files by folder, beside each folder what its public header says. Unit tests are left out: they lie in folders
of the names of what they test. A header and the source of the same name share a line, which has the header's words. A line
is the first sentence of the file's first comment, cut at a colon, semicolon or comma where it is long."""
import collections
import pathlib
import re
import sys

from ctree import Tree

MAP = "data/source-map.txt"
HEAD = "# Source map: what each file is for, from its first comment. Written by tests/style/source_map.py . --write\n"
FOLDERS = ("gen", "analysis", "experiments", "plots", "data", "tests")
ENDINGS = (".h", ".c", ".inc", ".py", ".js", ".mjs", ".sh", ".gp")
LONGEST = 130


def first_comment(text, ending):
    """The words of a file's first comment, without the line of its licence; an empty text if it has none."""
    text = re.sub(r"\A(#!.*\n|(/\*|//|#) SPDX-License-Identifier:.*\n|\s+)+", "", text)
    if ending == ".py":
        found = re.match(r'(?:#.*\n|\s)*[rb]?"""(.*?)(?:\n\s*\n|""")', text, re.S)
    elif ending in (".sh", ".gp"):
        found = re.match(r"((?:#.*\n)+)", text)
    else:
        found = re.match(r"/\*+(.*?)(?:\n \*\s*\n|\*/)", text, re.S) or re.match(r"((?://.*\n)+)", text)
    return " ".join(re.sub(r"(?m)^ ?(\*|//|#) ?", "", found[1]).split()) if found else ""


def sentence(words):
    """The first sentence, or what stands before its last colon, semicolon or comma that leaves it short."""
    first = re.match(r".*?[^.…][.?](?=\s[A-Z]|$)|.*", words)[0].rstrip(".")
    while len(first) > LONGEST and (cut := max(first.rfind(sign) for sign in (": ", "; ", ", ", " ("))) > 0:
        first = first[:cut]
    return first


def lines(tree):
    """The map's text."""
    folders = collections.defaultdict(lambda: collections.defaultdict(dict))
    for path in tree.files:
        file = pathlib.PurePosixPath(path)
        if file.parts[0] in FOLDERS and file.parts[:2] != ("tests", "unit") and file.suffix in ENDINGS:
            folders[str(file.parent)][file.stem][file.suffix] = sentence(first_comment(tree.read(path), file.suffix))
    out = [HEAD]
    for folder, stems in sorted(folders.items()):
        face = stems.get(pathlib.PurePosixPath(folder).name, {}).get(".h", "")
        out.append(f"\n{folder}/{face and '  '}{face}\n")
        for stem, files in sorted(stems.items()):
            names = f"{stem}.{{c,h}}" if set(files) == {".c", ".h"} else " ".join(stem + ending for ending in files)
            out.append(f"  {names}: {files.get('.h') or next(filter(None, files.values()), '?')}\n")
    return "".join(out)


def main():
    tree = Tree(sys.argv[1])
    file, text = pathlib.Path(sys.argv[1]) / MAP, lines(tree)
    if sys.argv[2:] == ["--write"]:
        file.write_text(text, encoding="utf-8")
        return 0
    current = file.read_text(encoding="utf-8") if file.exists() else ""
    unsaid = [line.strip() for line in text.splitlines() if line.endswith(": ?")]
    stale = sorted(set(text.splitlines()) ^ set(current.splitlines()))[:5] or ["the order of its lines"] * (text != current)
    claims = [("every source file says in its first comment what it is for", unsaid),
              (f"{MAP} is current (else: python3 tests/style/source_map.py . --write)", stale)]
    print(f"1..{len(claims)}")
    for number, (claim, wrong) in enumerate(claims, 1):
        print("".join(f"# {line}\n" for line in wrong) + f"{'not ok' if wrong else 'ok'} {number} - {claim}")
    return 1 if any(wrong for _, wrong in claims) else 0


if __name__ == "__main__":
    sys.exit(main())
