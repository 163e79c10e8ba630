"""Writes data files as one C table: embed.py [--slim] OUT ROOT FILE... (files below ROOT, any bytes).

Rule sets are listed in the order of the files. YAML and room files are parsed here: beside its text a file has its events, as gen/base/yaml_events.c and
gen/rebirth/pool/pool_rows.c make them of files of users.

With --slim only rulesets and plans, from which people start their own, have their text; claims are without headlines, quotes, readings and notes, rooms
without names and lines, which the page does not show."""
import pathlib
import re
import sys
import xml.parsers.expat

import yaml

WITH_RULE_SETS = ("data/classic/", "data/rebirth/")
NO_RULE_SET = "There is no rule set for Rebirth of 2014, Afterbirth or Repentance+"


# Letters as they are; all else by number, so that no digit, quote or trigraph is read into it
LETTERS = {b: chr(b) if re.match(r"[A-Za-z0-9 .,:;()_+=/*<>{}'-]", chr(b)) else f"\\{b:03o}" for b in range(256)}


def literal(data: bytes) -> str:
    """The bytes as a string of C, which ends with a zero: compilers read it ten times faster than a list of numbers."""
    text = data.decode("latin-1").translate(LETTERS)
    return "\n".join(f'"{row}"' for row in text.replace("\\012", "\\012\n").split("\n"))


def yaml_events(data: bytes) -> bytes:
    signs = {yaml.SequenceStartEvent: "[", yaml.SequenceEndEvent: "}", yaml.MappingStartEvent: "{", yaml.MappingEndEvent: "}", yaml.ScalarEvent: '"'}
    out, line = [], 0
    for event in yaml.parse(data, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        if type(event) in signs:
            text = event.value.replace("\\", "\\\\").replace("\n", "\\n") if isinstance(event, yaml.ScalarEvent) else ""
            below = 0 if signs[type(event)] == "}" else event.start_mark.line + 1 - line
            line += below
            out.append(f"{signs[type(event)]}{below} {text}\n")
    return "".join(out).encode()


def pool_rows(data: bytes, is_slim: bool) -> bytes:
    wanted = {2: ("r", "variant subtype type shape difficulty width height weight"), 3: ("d", "x y exists")}
    out, open_elements, lines = [], [], [0]
    parser = xml.parsers.expat.ParserCreate()

    def start(name: str, attributes: dict) -> None:
        open_elements.append(name)
        if open_elements[1:] in (["room"], ["room", "door"]):
            sign, names = wanted[len(open_elements)]
            lines.append(parser.CurrentLineNumber)
            values = (attributes.get(key, "") for key in names.split())
            out.append("\0".join([f"{sign}{0 if is_slim else lines[-1] - lines[-2]}", *values, ""]).encode())

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: open_elements.pop()
    parser.Parse(data, True)
    return b"".join(out)


def content(root: str, name: str, is_slim: bool) -> tuple[bytes, bytes]:
    """A file's text and its events."""
    data = (pathlib.Path(root) / name).read_bytes()
    if is_slim and name.startswith("data/claims/"):
        data = re.sub(rb"^ *(#|reading: |note: |quote: |headline: ).*\n", b"", data, flags=re.M)
    if is_slim and name.startswith("data/journeys/"):
        data = re.sub(rb"^ *#.*\n", b"", data, flags=re.M)
    events = yaml_events(data) if name.endswith(".yaml") else pool_rows(data, is_slim) if name.endswith(".xml") else b""
    return b"" if is_slim and events and not name.startswith(("data/rulesets/", "data/journeys/")) else data, events


def rule_sets(root: str, names: list[str]) -> list[str]:
    """The rule sets among the files: those that say what they were written after."""
    rows, sets = [], {}
    for name in names:
        _, generator, rules = f"{name}//".split("/")[:3]
        read = yaml.safe_load((pathlib.Path(root) / name).read_bytes()) if name.startswith(WITH_RULE_SETS) and name.endswith(".yaml") else {}
        if after := read.get("written_after"):
            rules = rules.removesuffix(".yaml")
            rows.append(f'    {{"{generator}", "{rules}", "{read["title"]}", "{after}", {str(read.get("is_game", False)).lower()}}},')
            sets.setdefault(generator, []).append((rules, after))
    words = " ".join(rules for rules, _ in sets["rebirth"])
    meaning = "".join(f"{rules}: {after}. " for rules, after in sets["rebirth"])
    return ["const fl_embedded_rules fl_embedded_rules_table[] = {", *rows, "};", f"const size_t fl_embedded_rules_n = {len(rows)};",
            f'const char fl_embedded_rebirth_rules[] = "{words}";', f'const char fl_embedded_rebirth_meaning[] = "{meaning}{NO_RULE_SET}";']


def main() -> None:
    is_slim = sys.argv[1] == "--slim"
    out, root, *files = sys.argv[1 + is_slim :]
    names = [pathlib.Path(f).resolve().relative_to(pathlib.Path(root).resolve()).as_posix() for f in files]
    lines = ['#include "gen/base/embedded.h"', "", '#pragma GCC diagnostic ignored "-Woverlength-strings"', ""]
    rows = []
    for n, name in enumerate(sorted(names)):
        data, events = content(root, name, is_slim)
        lines += [f"static const char file_{n}[] = {literal(data)};"]
        lines += [f"static const char events_{n}[] = {literal(events)};"] if events else []
        made = f"events_{n}, sizeof events_{n} - 1" if events else "0, 0"
        rows.append(f'    {{"{name}", file_{n}, sizeof file_{n} - 1, {made}}},')
    lines += ["const fl_embedded fl_embedded_table[] = {", *rows, "};", f"const size_t fl_embedded_n = {len(names)};", *rule_sets(root, names), ""]
    pathlib.Path(out).write_text("\n".join(lines))


main()
