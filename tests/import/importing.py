"""Shared by the tests of floors of other generators: floorlab in a folder of its own."""
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
import tap  # noqa: E402, F401


class Lab:
    def __init__(self, program: str, folder: pathlib.Path):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = folder
        self.environment = None  # as ours

    def call(self, *words: str, feed: str | None = None) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True, check=False, input=feed,
                              env=self.environment)

    def shell(self, command: str) -> subprocess.CompletedProcess:
        return subprocess.run(command, shell=True, cwd=self.folder, capture_output=True, text=True, check=False)

    def judge(self, floors: str, stood_for: str) -> dict:
        return json.loads(self.call("verify", floors, "--as", stood_for, "--tolerance", "0.01", "--json").stdout)

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text)
        return name

    def has(self, name: str) -> bool:
        return (self.folder / name).exists()

    def info(self, name: str) -> dict:
        return json.loads(self.call("info", name, "--json").stdout)


def same_counts(own: dict, theirs: dict) -> bool:
    """Everything that was counted of the own floors was counted of the imported ones, with the same numbers. What no line names,
    such as a roll that never did anything, need not be there."""
    return all(found == theirs[table].get(name, found if is_empty(found) else None)
               for table in ("metrics", "events") for name, found in own[table].items())


def is_empty(found: list[dict]) -> bool:
    return all(row.get("hits") == 0 for row in found)
