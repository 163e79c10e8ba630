"""TAP, the lines in which tests say what holds: "ok 3 - a pipe is read"."""
import pathlib
import tempfile


def say(checks) -> int:
    """Says pairs of a name and whether it holds, each as soon as it is known; returns 1 if one does not hold."""
    number = failed = 0
    for number, (name, is_right) in enumerate(checks, 1):
        failed += not is_right
        print(f"{'ok' if is_right else 'not ok'} {number} - {name}", flush=True)
    print(f"1..{number}")
    return int(failed > 0)


def in_folders(make, *groups):
    """The checks of all parts of some groups. The parts of a group share a folder, which is gone afterwards; each part is called
    with what `make` makes of it."""
    for group in groups:
        with tempfile.TemporaryDirectory() as folder:
            for part in group:
                yield from part(make(pathlib.Path(folder)))
