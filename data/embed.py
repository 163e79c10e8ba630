"""Writes data files as one C table: embed.py OUT ROOT FILE... (files below ROOT, any bytes)."""
import pathlib
import sys


def literal(data: bytes) -> str:
    """The bytes as an array initialiser, 24 to a line."""
    rows = (data[i : i + 24] for i in range(0, len(data), 24))
    return ",\n".join(",".join(str(b if b < 128 else b - 256) for b in row) for row in rows)


def main() -> None:
    out, root, *files = sys.argv[1:]
    names = sorted(pathlib.Path(f).resolve().relative_to(pathlib.Path(root).resolve()).as_posix() for f in files)
    lines = ['#include "gen/base/embedded.h"', ""]
    for number, name in enumerate(names):
        data = (pathlib.Path(root) / name).read_bytes() + b"\0"
        lines.append(f"static const char file_{number}[] = {{{literal(data)}}};")
    lines.append("const fl_embedded fl_embedded_table[] = {")
    lines += [f'    {{"{name}", file_{n}, sizeof file_{n} - 1}},' for n, name in enumerate(names)]
    lines += ["};", f"const size_t fl_embedded_n = {len(names)};", ""]
    pathlib.Path(out).write_text("\n".join(lines))


main()
