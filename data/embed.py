"""Writes data files as one C table: embed.py [--slim] OUT ROOT FILE... (files below ROOT, any bytes).

With --slim YAML files are written without lines that are comments, but for rulesets, from which people start their own, and claims
without readings and notes, which the page does not show."""
import pathlib
import re
import sys


def literal(data: bytes) -> str:
    """The bytes as an array initialiser, 24 to a line."""
    rows = (data[i : i + 24] for i in range(0, len(data), 24))
    return ",\n".join(",".join(str(b if b < 128 else b - 256) for b in row) for row in rows)


def content(root: str, name: str, is_slim: bool) -> bytes:
    data = (pathlib.Path(root) / name).read_bytes()
    is_ours = name.endswith(".yaml") and not name.startswith("data/rulesets/")
    unread = rb"^ *(#|reading: |note: ).*\n" if name.startswith("data/claims/") else rb"^ *#.*\n"
    return re.sub(unread, b"", data, flags=re.M) if is_slim and is_ours else data


def main() -> None:
    is_slim = sys.argv[1] == "--slim"
    out, root, *files = sys.argv[1 + is_slim :]
    names = sorted(pathlib.Path(f).resolve().relative_to(pathlib.Path(root).resolve()).as_posix() for f in files)
    lines = ['#include "gen/base/embedded.h"', ""]
    for number, name in enumerate(names):
        data = content(root, name, is_slim) + b"\0"
        lines.append(f"static const char file_{number}[] = {{{literal(data)}}};")
    lines.append("const fl_embedded fl_embedded_table[] = {")
    lines += [f'    {{"{name}", file_{n}, sizeof file_{n} - 1}},' for n, name in enumerate(names)]
    lines += ["};", f"const size_t fl_embedded_n = {len(names)};", ""]
    pathlib.Path(out).write_text("\n".join(lines))


main()
