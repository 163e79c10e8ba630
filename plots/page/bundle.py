"""Puts the page into one file: bundle.py OUT floorlab.wasm page.css page.html MODULE.js…

Modules are joined in the order of their imports; they import names in braces and export what they declare. They and the WebAssembly module are packed by gzip and written in 85 letters, five for four bytes; boot.js unpacks them."""
import gzip
import pathlib
import re
import struct
import sys

MOST = 500_000  # bytes of the page
# No letter that HTML gives a meaning, and none that ends a text.
ALPHABET = "".join(chr(c) for c in range(0x21, 0x7F) if chr(c) not in "\"&'<>\\`=$")
IMPORT = re.compile(r"^import (\{[^}]*\}) from '\./(\w+)\.js';$", re.M)
EXPORT = re.compile(r"^export ((?:async )?(?:const|let|class|function) (\w+))", re.M)


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


def joined(name: str, modules: dict[str, str], done: set[str]) -> str:
    """A module behind those that it imports, each once; a module is a function that returns what it exports."""
    if name in done:
        return ""
    done.add(name)
    text = modules[name]
    before = "".join(joined(other, modules, done) for _, other in IMPORT.findall(text))
    names = ", ".join(found[1] for found in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(r"const \1 = of_\2;", text))
    return f"{before}const of_{name} = (() => {{\n{body}\nreturn {{ {names} }};\n}})();\n"


def slim(text: str) -> str:
    """Without comments that are lines of their own, and without indentation."""
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def main() -> None:
    out, wasm, css, html, *scripts = map(pathlib.Path, sys.argv[1:])
    assert len(ALPHABET) == 85, len(ALPHABET)
    modules = {path.stem: path.read_text() for path in scripts}
    page, worker = ('"use strict";\n' + slim(joined(name, modules, set())) for name in ("app", "worker"))
    packed = gzip.compress(page.encode() + b"\0" + worker.encode() + b"\0" + wasm.read_bytes(), 9, mtime=0)
    parts = {"page.css": slim(css.read_text()), "boot": slim(modules["boot"]), "packed": letters(packed), "size": str(len(packed)),
             "alphabet": ALPHABET}
    page = re.sub(r"@([\w.]+)@", lambda found: parts[found[1]], html.read_text())
    if len(page.encode()) > MOST:
        sys.exit(f"bundle.py: the page has {len(page.encode())} bytes, not <= {MOST}")
    out.write_text(page)


main()
