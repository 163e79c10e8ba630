"""Puts the page into one file: bundle.py OUT floorlab.wasm page.css page.html MODULE.js…

Modules are joined in the order of their imports, with those of other people that they name by an absolute path. They and the WebAssembly module are packed by gzip and written in 85 letters, five for four bytes; boot.js unpacks them."""
import gzip
import pathlib
import re
import struct
import sys

MOST = 500_000  # bytes of the page
# No letter that HTML gives a meaning, and none that ends a text.
ALPHABET = "".join(chr(c) for c in range(0x21, 0x7F) if chr(c) not in "\"&'<>\\`=$")
IMPORT = re.compile(r"^import (\{[^}]*\}|\* as \w+) from '([\w./-]+\.js)';$", re.M)
EXPORT = re.compile(r"^export ((?:async )?(?:const|let|class|function) (\w+))", re.M)
EXPORTS = re.compile(r"^export \{([^}]*)\};?$", re.M)
UNUSED = re.compile(r"/yaml/.*/(stringify|json|core|yaml-1\.1|log\.js|visit\.js|cst-scalar|cst-visit|cst-stringify|doc/(createNode|applyReviver|anchors)|nodes/(toJS|addPair))")  # names of these modules are undefined


def letters(data: bytes) -> str:
    """Five letters for each four bytes."""
    data += bytes(-len(data) % 4)
    out = []
    for (word,) in struct.iter_unpack(">I", data):
        five = []
        for _ in range(5):
            word, digit = divmod(word, 85)
            five.append(ALPHABET[digit])
        out.append("".join(reversed(five)))
    return "".join(out)


def joined(path: pathlib.Path, done: dict[pathlib.Path, str]) -> str:
    """A module behind those that it imports, each once; a module is a function that returns what it exports."""
    if path in done:
        return ""
    text = "" if UNUSED.search(path.as_posix()) else re.sub(r"^export \{[^}]*\} from .*;$", "", path.read_text(), flags=re.M)
    before = "".join(joined((path.parent / other).resolve(), done) for _, other in IMPORT.findall(text))
    done[path] = f"of_{len(done)}"

    def imported(found: re.Match) -> str:
        names = found[1].replace(" as ", ": ") if found[1][0] == "{" else found[1][5:]
        return f"const {names} = {done[(path.parent / found[2]).resolve()]};"

    names = ", ".join([found[1] for found in EXPORT.findall(text)] + [re.sub(r"([\w$]+) as (\w+)", r"\2: \1", names) for names in EXPORTS.findall(text)])
    body = EXPORTS.sub("", EXPORT.sub(r"\1", IMPORT.sub(imported, text)))
    return f"{before}const {done[path]} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();\n"


def slim(text: str) -> str:
    """Without comments that are lines of their own, and without indentation."""
    lines = (line.strip() for line in re.sub(r"^ */\*\*?\n.*?\*/\n", "", text, flags=re.M | re.S).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def main() -> None:
    out, wasm, css, html, *scripts = map(pathlib.Path, sys.argv[1:])
    assert len(ALPHABET) == 85, len(ALPHABET)
    paths = {path.stem: path.resolve() for path in scripts}
    page, worker = ('"use strict";\n' + slim(joined(paths[name], {})) for name in ("app", "worker"))
    packed = gzip.compress(page.encode() + b"\0" + worker.encode() + b"\0" + wasm.read_bytes(), 9, mtime=0)
    parts = {"page.css": slim(css.read_text()), "boot": slim(paths["boot"].read_text()), "packed": letters(packed), "size": str(len(packed)),
             "alphabet": ALPHABET}
    page = re.sub(r"@([\w.]+)@", lambda found: parts[found[1]], html.read_text())
    if len(page.encode()) > MOST:
        sys.exit(f"bundle.py: the page has {len(page.encode())} bytes, not <= {MOST}")
    out.write_text(page)


main()
