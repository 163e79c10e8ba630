"""Links objects to a module that exports the functions of page.h: link.py CLANG page.h OUT OBJECT…"""
import pathlib
import re
import subprocess
import sys


def main() -> None:
    clang, header, out, *objects = sys.argv[1:]
    names = re.findall(r"^FL_PAGE_EXPORT .*?(fl_page_\w+)\(", pathlib.Path(header).read_text(), re.M)
    exports = [f"-Wl,--export={name}" for name in ["_initialize", *names]]
    subprocess.run([clang, "--target=wasm32-wasi", "-mexec-model=reactor", *objects, "-lm", "-lwasi-emulated-getpid",
                    "-Wl,--gc-sections,--strip-all,-O2,-z,stack-size=1048576", *exports, "-o", out], check=True)


main()
