"""The JSON schema of floor lines: what is exported and what the page shows keeps to it, and what breaks it is refused. Prints TAP.

    schema.py PROGRAM

The words of JSON Schema that the file uses are read here in a few lines, so that no package is needed.
"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from importing import ROOT, tap

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
KNOWN = set("$schema $defs $ref title description type properties required additionalProperties items minItems maxItems minimum maximum "
            "enum const anyOf minLength if then else".split())

# Exports: generator and settings. Together they have every key that a line can have.
EXPORTS = (
    ("classic",), ("classic", "rules=flash", "level=5", "curse=labyrinth"), ("classic", "rules=demo"),
    ("rebirth", "stage=1"), ("rebirth", "stage=12", "rules=repentance"), ("rebirth", "stage=3", "rng=isaac"),
    ("grid", "rules=basement"), ("grid", "rules=underworld"), ("grid", "rules=gated"), ("grid", "rules=cave"), ("lines",),
)

# A change of a good line that the schema and the program refuse; where it is, and what is put there.
BROKEN = (
    (("rooms",), None), (("rooms",), []), (("rooms",), {}), (("rooms", 0), 7), (("rooms", 0, "cells"), None),
    (("rooms", 0, "cells"), []), (("rooms", 0, "cells"), "x"), (("rooms", 0, "cells", 0), [1]), (("rooms", 0, "cells", 0), [1, 2, 3]),
    (("rooms", 0, "cells", 0, 0), -1), (("rooms", 0, "cells", 0, 1), 200), (("rooms", 0, "cells", 0, 0), "1"),
    (("rooms", 0, "cells", 0, 0), 1.5), (("rooms", 0, "kind"), 3), (("rooms", 0, "kind"), ""), (("rooms", 0, "shape"), "3x3"),
    (("rooms", 0, "end"), "yes"), (("rooms", 0, "added"), 1), (("rooms", 0, "price"), "gold"), (("rooms", 0, "tag"), 4),
    (("rooms", 0, "variant"), "x"), (("doors",), {}), (("doors", 0), 1), (("doors", 0, "cells"), None), (("doors", 0, "cells"), [[1, 1]]),
    (("doors", 0, "wall"), 0), (("width",), 0), (("width",), 201), (("height",), "9"), (("rolls",), []),
    (("rolls", "sacrifice"), ["lost"]), (("rolls", "sacrifice"), "won"), (("facts",), [1]), (("facts", "curse"), "evil"),
    (("facts", "attempts"), "three"), (("failed",), "no"), (("reason",), 7),
)


FAULTLESS = set()  # small values with the part of the schema that they keep to: cells and doors come again and again


def faults(value, schema: dict, root: dict, is_strict: bool, place: str = "line"):
    """Where a value breaks a schema; strictly also keys that the schema does not name."""
    asked = (id(schema), is_strict, repr(value)) if isinstance(value, (list, dict)) and len(value) <= 4 else None
    if asked in FAULTLESS:
        return
    found = list(all_faults(value, schema, root, is_strict, place))
    if asked and not found:
        FAULTLESS.add(asked)
    yield from found


def all_faults(value, schema: dict, root: dict, is_strict: bool, place: str):
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, is_strict, place)
        return
    if "anyOf" in schema and all(list(faults(value, one, root, is_strict, place)) for one in schema["anyOf"]):
        yield f"{place}: none of the forms"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{place}: {value!r} is none of the words"
    if "type" in schema and (not isinstance(value, TYPES[schema["type"]]) or (schema["type"] == "integer" and isinstance(value, bool))):
        yield f"{place}: no {schema['type']}"
        return
    if isinstance(value, (int, float)) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{place}: {value} is out of range"
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        yield f"{place}: too short"
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            yield f"{place}: {len(value)} items"
        for number, item in enumerate(value):
            yield from faults(item, schema.get("items", {}), root, is_strict, f"{place}[{number}]")
    if isinstance(value, dict):
        yield from faults_of_object(value, schema, root, is_strict, place)


def faults_of_object(value: dict, schema: dict, root: dict, is_strict: bool, place: str):
    needed = list(schema.get("required", []))
    if "if" in schema:
        key, wanted = next(iter(schema["if"]["properties"].items()))
        needed += schema["then" if value.get(key) == wanted["const"] and isinstance(value.get(key), bool) else "else"].get("required", [])
    yield from (f"{place}: {key} is missing" for key in needed if key not in value)
    for key, item in value.items():
        inside = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
        if inside is not None:
            yield from faults(item, inside, root, is_strict, f"{place}.{key}")
        elif is_strict and "properties" in schema:
            yield f"{place}: the key {key} is not in the schema"


def words_of(schema):
    """The words of JSON Schema that are used."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            yield key
            inside = value.values() if key in ("properties", "$defs") else [value]
            for one in inside:
                yield from words_of(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from words_of(one)


def changed(line: dict, place: tuple, value) -> dict:
    out = copy.deepcopy(line)
    at = out
    for step in place[:-1]:
        at = at[step]
    if value is None:
        del at[place[-1]]
    else:
        at[place[-1]] = value
    return out


def main() -> int:
    program = str(pathlib.Path(sys.argv[1]).resolve())
    checks = []

    def call(*words: str, feed: str = "") -> subprocess.CompletedProcess:
        return subprocess.run([program, *words], capture_output=True, text=True, check=False, input=feed)

    schema = json.loads(call("print", "schema", "floor").stdout)
    checks.append(("the schema uses only words that this test reads", set(words_of(schema)) <= KNOWN))
    keys = {"top": set(), "room": set(), "door": set()}
    for generator, *settings in EXPORTS:
        chosen = [word for setting in settings for word in ("--set", setting)]
        lines = [json.loads(line) for line in call("export", generator, *chosen, "--floors", "3" if generator == "lines" else "40").stdout.splitlines()]
        found = [fault for line in lines for fault in faults(line, schema, schema, True)]
        for line in lines:
            keys["top"] |= set(line)
            keys["room"] |= {key for room in line.get("rooms", []) for key in room}
            keys["door"] |= {key for door in line.get("doors", []) for key in door}
        checks.append((f"exported: {generator} {' '.join(settings)}{'; ' + found[0] if found else ''}", lines and not found))
    unused = {"failed", "reason", "clustering"}
    named = {"top": schema["properties"], "room": schema["$defs"]["room"]["properties"], "door": schema["$defs"]["door"]["properties"]}
    for part, names in named.items():
        missing = set(names) - keys[part] - unused
        checks.append((f"every key of a {part} was seen{' but ' + ' '.join(sorted(missing)) if missing else ''}", not missing))
    kinds = {row["kind"] for row in json.loads(call("list", "kinds", "--json").stdout)}
    checks.append(("all kinds are in the schema", kinds == set(schema["$defs"]["room"]["properties"]["kind"]["anyOf"][0]["enum"])))
    page = (ROOT / "data/manual/importing.md").read_text()
    for number, block in enumerate(re.findall(r"```json\n(.*?)```", page, re.DOTALL)):
        checks.append((f"example {number} of the page", not list(faults(json.loads(block), schema, schema, True))))
    made = subprocess.run([sys.executable, ROOT / "tests/import/naive.py", "20"], capture_output=True, text=True, check=True).stdout
    checks.append(("a naive generator's lines", not [f for line in made.splitlines() for f in faults(json.loads(line), schema, schema, True)]))
    failed = '{"failed": true, "reason": "no room"}\n'
    checks.append(("a failed floor needs no rooms", not list(faults(json.loads(failed), schema, schema, True))))
    good = {"width": 9, "height": 9, "rooms": [
        {"cells": [[1, 1]], "kind": "start", "shape": "1x1", "price": "open", "tag": "x", "variant": 1, "end": False, "added": False},
        {"cells": [[2, 1]], "kind": "boss"}], "doors": [{"cells": [[1, 1], [2, 1]], "wall": False}],
        "rolls": {"sacrifice": ["rolled"]}, "facts": {"curse": "none", "attempts": 3}, "failed": False, "reason": ""}
    with tempfile.TemporaryDirectory() as folder:
        def is_read(line: dict) -> bool:
            return call("import", "-", "-q", "--force", "-o", f"{folder}/x.h5", feed=json.dumps(line) + "\n").returncode == 0

        checks.append(("a line with every key that is read", is_read(good) and not list(faults(good, schema, schema, True))))
        for place, value in BROKEN:
            line = changed(good, place, value)
            by_schema, by_program = bool(list(faults(line, schema, schema, False))), not is_read(line)
            checks.append((f"{'.'.join(map(str, place))} as {value!r}: schema {by_schema}, program {by_program}", by_schema and by_program))
    return tap.say(checks)


if __name__ == "__main__":
    sys.exit(main())
