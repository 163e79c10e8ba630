"""The Python package floorlab beside the program and the header: package.py PROGRAM LIBRARY ROOT. Prints TAP.

What a call gives is held against what the program exports and tells; what is wrong is refused with the place."""
import json
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest.mock
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction

PROGRAM, LIBRARY = (str(pathlib.Path(word).resolve()) for word in sys.argv[1:3])
ROOT = pathlib.Path(sys.argv[3])
os.environ |= {"FLOORLAB_LIBRARY": LIBRARY, "FLOORLAB_PROGRAM": PROGRAM}
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "experiments/python")]
import numpy  # pylint: disable=wrong-import-position
import h5py  # pylint: disable=wrong-import-position
import tap  # pylint: disable=wrong-import-position,import-error
from attack import seal  # pylint: disable=wrong-import-position,import-error
import floorlab  # pylint: disable=wrong-import-position,import-error
from floorlab import library as binding  # pylint: disable=wrong-import-position,import-error
from floorlab.pcg_benchmark import IsaacContent  # pylint: disable=wrong-import-position,import-error
from floorlab.generator import written  # pylint: disable=wrong-import-position,import-error

EXPERIMENT = """name: knobs
generator: classic
vary: {level: [1, 4], wave_order: [newest_first, oldest_first], curse: [none, labyrinth]}
floors: 400
seed: 5
streams: shared
"""
SCENARIOS = """name: two
scenarios:
  first: {generator: classic, settings: {level: 1}, floors: 200}
  cellar: {generator: rebirth, settings: {stage: 1, curse: none}, floors: 200}
"""


def run(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)


def exported(generator: str, n: int, *words: str) -> list[dict]:
    lines = run("export", generator, "--floors", str(n), *words).stdout.splitlines()
    return [json.loads(line) for line in lines]


def told(action, *words: str) -> bool:
    """Whether an action is refused by an Error that has these words."""
    try:
        action()
    except floorlab.Error as error:
        missing = [word for word in words if word not in str(error)]
        if missing:
            print(f"# expected {missing} in: {error}", file=sys.stderr)
        return not missing
    return False


def structures(folder):
    kinds = {"error": binding.CError, "text": binding.CText, "file": binding.CFile, "options": binding.COptions,
             "request": binding.CRequest}
    wanted = ", ".join([*(f"sizeof(floorlab_{name})" for name in kinds), "offsetof(floorlab_options, files_n)"])
    source = f'#include "gen/floorlab.h"\n#include <stdio.h>\nint main(void) {{ printf("%zu %zu %zu %zu %zu %zu", {wanted}); }}\n'
    program = folder / "sizes"
    subprocess.run(["cc", "-xc", "-", f"-I{ROOT}", "-o", program], input=source, text=True, check=True)
    sizes = [int(word) for word in subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()]
    ours = [binding.ctypes.sizeof(kind) for kind in kinds.values()]
    yield "the structures are as large as the header's", sizes == [*ours, binding.COptions.files_n.offset]
    header = (ROOT / "gen/floorlab.h").read_text()
    yield "the header has the version that the package asks for", f"VERSION_MAJOR {binding.MAJOR}\n" in header


def finding(folder):
    def asked(named: str) -> str:
        code = "import floorlab\ntry:\n floorlab.version()\nexcept floorlab.Error as error:\n print(error.status, error)"
        env = os.environ | {"FLOORLAB_LIBRARY": named, "PYTHONPATH": str(ROOT / "experiments/python")}
        return subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True).stdout
    said = asked(str(folder / "none.so"))
    yield "a library that is missing: where, and what to do", all(
        word in said for word in ("trouble FLOORLAB_LIBRARY: ", "none.so", "meson install", "set FLOORLAB_LIBRARY to"))
    yield "another library is told", "it is no libfloorlab" in asked("libm.so.6")


def values(_folder):
    lines = exported("classic", 200, "--set", "level=5", "--set", "curse=none", "--seed", "9", "--from", "40")
    with floorlab.Generator("classic", seed=9, level=5, settings={"curse": "none"}) as floors:
        names = list(lines[0]["metrics"])
        table = floors.values(200, *names, first=40)
        # lines leave out kinds of which there is no room
        absent = {name: 0 if name.startswith("kind_") else floorlab.NONE for name in names}
        same = all(row.tolist() == [line["metrics"].get(name, absent[name]) for line in lines] for name, row in zip(names, table))
        yield "values are those that the program exports", same and table.dtype == numpy.int32
        one = floors.values(200, "rooms", first=40)
        yield "one metric has one dimension", one.ndim == 1 and (one == table[names.index("rooms")]).all()
        rolled, passed = floors.values(5000, "roll.miniboss.rolled", "roll.miniboss.won")
        yield "an event that was not asked about is NONE", ((passed == floorlab.NONE) == (rolled != 1)).all() and \
            set(passed.tolist()) == {0, 1, floorlab.NONE}
        boards = floors.boards(200, first=40)
        kinds = [[floors.kinds[cell - 1] for cell in sorted(board[board > 0].tolist())] for board in boards]
        yield "boards have the rooms at their cells", all(
            sorted(kind) == sorted(room["kind"] for room in line["rooms"] for _ in room["cells"]) and
            all(floors.kinds[board[y][x] - 1] == room["kind"] for room in line["rooms"] for x, y in room["cells"])
            for kind, line, board in zip(kinds, lines, boards))
        floor = floors.floor(43)
        yield "a floor is the exported line", floor.line == lines[3] and floor.rooms == lines[3]["rooms"] and \
            (floor.board == boards[3]).all()
        shown = run("show", "classic", "--set", "level=5", "--set", "curse=none", "--seed", "9", "--floor", "43").stdout
        yield "its text is in what the program shows", all(part.strip() in shown for part in str(floor).splitlines())
        yield "its picture is SVG", floor._repr_svg_().startswith("<svg") and "</svg>" in floor.svg


def numbers(_folder):
    with floorlab.Generator("rebirth", rng="isaac", stage=2) as floors:
        yield "a floor is found by its game seed", floors.floor("B911 0MT3").line == exported(
            "rebirth", 1, "--set", "rng=isaac", "--set", "stage=2", "--from", str(floors.number("B911 0MT3")))[0]
        yield "samples begin with the first floor", floors.sample().number == floors.first == 1
        yield "and so do values", floors.values(3, "rooms").tolist() == floors.values(3, "rooms", first=1).tolist()
    again = [floorlab.Generator("classic", seed=4) for _ in range(2)]
    boards = [[floors.sample().board.tobytes() for _ in range(20)] for floors in again]
    yield "samples are the same every time, and differ", boards[0] == boards[1] and len(set(boards[0])) > 15
    room = floorlab.Generator("room", size="big").floor(3)
    yield "chunk rooms have metrics and pictures", room.metrics["area"] > 0 and "wall" in str(room) and not room.rooms and \
        room.svg.startswith("<svg")
    journeys = floorlab.Generator("journey")
    yield "journeys have values", journeys.values(10, "floors").min() > 0
    yield "and no floor", told(lambda: journeys.floor(1), "show journey")
    every = floorlab.generators()
    units = {"floors": ("rooms", "rooms"), "rooms": ("area", "tiles"), "journeys": ("floors", "floors")}
    yield "all generators are listed, and described as they open", len(every) > 5 and all(
        floorlab.Generator(name).metrics[units[row["makes"]][0]].unit == units[row["makes"]][1] for name, row in every.items())


def sums(generator: floorlab.Generator) -> int:
    return int(generator.values(3000, "dead_ends", first=17).sum())


def threads(_folder):
    floors = floorlab.Generator("rebirth", stage=3)
    right = sums(floors)
    with ThreadPoolExecutor(4) as pool:
        yield "clones give the same in threads", set(pool.map(sums, [floors.clone() for _ in range(4)])) == {right}
    with ProcessPoolExecutor(2) as pool:
        yield "and pickled ones in processes", set(pool.map(sums, [floors, floors])) == {right}
    floors.sample()
    other = pickle.loads(pickle.dumps(floors))
    yield "a pickled one goes on where it was", other.next == 1 and other.sample().line == floors.sample().line
    begun = threading.Event()
    refused = []

    def slow():
        begun.set()
        floors.values(150_000, "rooms")

    worker = threading.Thread(target=slow)
    worker.start()
    begun.wait()
    while worker.is_alive() and not refused:
        refused += [told(floors.close, "another thread is using"), ] if floors._lock.locked() else []
    yield "who is in use is not closed, and Python goes on meanwhile", refused == [True]
    worker.join()
    floors.close()
    floors.close()
    yield "what is closed says so", told(lambda: floors.values(1, "rooms"), "the generator is closed")


def refusals(folder):
    classic = floorlab.Generator("classic")
    opened = floorlab.Generator
    cases = {
        "a generator": (lambda: opened("clasic"), "generator: ", "did you mean 'classic'?"),
        "a setting": (lambda: opened("classic", levl=3), "levl: ", "did you mean 'level'?"),
        "a value": (lambda: opened("classic", level=13), "level: ", "1…12"),
        "a type": (lambda: opened("classic", level=object()), "level: ", "type object"),
        "a setting twice": (lambda: opened("classic", settings={"level": 1}, level=2), "level: it is given twice"),
        "a zero byte": (lambda: opened("classic", rules="fl\0ash"), "rules: it has a zero byte"),
        "a seed": (lambda: opened("classic", seed=-1), "seed: ", "found -1"),
        "a seed of words": (lambda: opened("classic", seed="1"), "seed: expected a whole number"),
        "a file": (lambda: opened("grid", rules=folder / "no.yaml"), "rules: the file cannot be read"),
        "a text of a file": (lambda: opened("lines", file="a", files={"a": 3}), "files['a']: expected a text"),
        "a metric": (lambda: classic.values(3, "rooms", "dead_end"), "metrics[1]: ", "did you mean 'dead_ends'?"),
        "no metric": (lambda: classic.values(3), "metrics: expected the names"),
        "n": (lambda: classic.values(-1, "rooms"), "n: "),
        "floors after the last": (lambda: classic.values(3, "rooms", first=2 ** 64 - 2), "first: "),
        "a game seed": (lambda: opened("rebirth", rng="isaac").floor("B911 0MT4"), "B911 0MT4"),
    }
    for what, (action, *words) in cases.items():
        yield f"what is wrong is told: {what}", told(action, *words)
    error = pickle.loads(pickle.dumps(floorlab.Error("a", "b", "c", "trouble")))
    yield "errors can be pickled, and are ValueErrors", (error.where, error.what, error.hint, error.status, str(error)) == \
        ("a", "b", "c", "trouble", "a: b (c)") and isinstance(error, ValueError)


def settings(folder):
    path = folder / "mine.yaml"
    path.write_text(run("print", "ruleset", "cave").stdout)
    by_path, by_text = floorlab.Generator("grid", rules=path), floorlab.Generator("grid", rules="x.yaml", files={"x.yaml": path})
    shipped = floorlab.Generator("grid", rules="cave").values(50, "rooms")
    yield "a file is given as a path or as a text", all((one.values(50, "rooms") == shipped).all() for one in (by_path, by_text))
    types = {row["type"] for every in floorlab.generators().values() for row in every["settings"].values()}
    yield "there are no other types of settings", types == {"flag", "number", "choice", "set", "text", "chance"}
    cases = [("hard", True, "on"), ("hard", numpy.bool_(True), "on"), ("interiors", False, "off"), ("stage", numpy.int8(3), "3"),
             ("items", ["luna", "holy_crown"], "[luna,holy_crown]"), ("items", {"luna"}, "[luna]"), ("items", [], "[]")]
    for key, value, text in cases:
        kept = floorlab.Generator("rebirth", settings={key: value}).about["settings"].get(key)
        yield f"{key}={value!r} is written as floorlab reads it", kept == text
    kept = [floorlab.Generator("classic", champions=value).about["settings"]["champions"] for value in (0.25, Fraction(1, 4), False)]
    yield "chances are written as floorlab reads them", kept == ["0.25", "0.25", "off"]
    yield "small chances are written out", written(1e-6) == "0.000001" and floorlab.Generator(
        "classic", settings={"champions": 1e-6}).values(9, "rooms").size == 9
    yield "None leaves the default", floorlab.Generator("classic", level=None).about["settings"] == {}


def measuring(_folder):
    lines = exported("rebirth", 150, "--set", "stage=4")
    names = ["rooms", "dead_ends", "loops", "boss_distance", "branching", "diameter"]
    right = [[line["metrics"].get(name, floorlab.NONE) for line in lines] for name in names]
    yield "floors of others have the same values as exported ones", floorlab.measure(lines, *names).tolist() == right
    bare = [[{"cells": room["cells"], "kind": room["kind"]} for room in line["rooms"]] for line in exported("classic", 100)]
    theirs = [[len(floor) for floor in bare], [sum(room["kind"] == "boss" for room in floor) for floor in bare]]
    yield "lists of rooms are enough", floorlab.measure(bare, "rooms", "kind_boss").tolist() == theirs
    arrays = [[numpy.array([[0, 0]]), numpy.array([[1, 0], [1, 1]])], numpy.array([[[0, 0]], [[0, 1]], [[0, 2]]])]
    yield "arrays and iterators are taken", floorlab.measure((floor for floor in arrays), "rooms").tolist() == [2, 3]
    yield "no floors are none", floorlab.measure([], "rooms", "loops").shape == (2, 0)
    yield "also then names are checked", told(lambda: floorlab.measure([], "room"), "did you mean 'rooms'?")
    sys.modules["floorlab.measuring"].BYTES = 2000
    yield "many floors are measured in parts", floorlab.measure(lines, *names).tolist() == right
    wrong = [*lines[:120], [[(0, 0)], [(0, 0)]], *lines[120:]]
    yield "an error names the floor, also in a later part", told(
        lambda: floorlab.measure(wrong, "rooms"), "floors[120]: rooms[1].cells[0]")
    sys.modules["floorlab.measuring"].BYTES = 1 << 26
    lines = {"rooms": [{"cells": [[0, 0]], "kind": "a\n{}"}], "x": "\n\n"}
    yield "a line break stays in its floor", floorlab.measure([lines, bare[0]], "rooms").tolist() == [1, len(bare[0])]
    wrong = {"a text": "rooms", "nothing": None, "no rooms": [], "a number": 3, "no cells": [{"kind": "boss"}], 
             "halves": [[(0.5, 0)]], "an object": [[object()]], "not a number": [[(float("nan"), 0)]], "a set": [{(0, 0)}], "far away": [[(0, 10 ** 30)]]}
    for what, floor in wrong.items():
        yield f"refused with its place: {what}", told(
            lambda floor=floor: floorlab.measure([bare[0], floor], "rooms"), "floors[1]: ")


def results(folder):
    (folder / "knobs.yaml").write_text(EXPERIMENT)
    (folder / "two.yaml").write_text(SCENARIOS)
    path = folder / "knobs.h5"
    run("run", str(folder / "knobs.yaml"), "-o", str(path), "-q")
    run("run", str(folder / "two.yaml"), "-o", str(folder / "two.h5"), "-q")
    (folder / "where.yaml").write_text(EXPERIMENT + "where: rooms > 5\n")
    run("run", str(folder / "where.yaml"), "-o", str(folder / "where.h5"), "-q")
    info, data = json.loads(run("info", str(path), "--json").stdout), floorlab.open(path)
    yield "a run of some floors has the same dimensions", floorlab.open(folder / "where.h5")["samples"].sizes == data["samples"].sizes
    event = data.sel(event="roll.curse.won").stack(row=("curse", "level", "wave_order"))
    rows = [line.split()[-3:] for line in run("info", str(path), "--event", "roll.curse.won").stdout.splitlines()[1:]]
    named = sorted(tuple(map(float, row)) for row in rows)
    own = sorted(zip((event["hits"] / event["trials"]).values, event["low"].values, event["high"].values))
    yield "info prints the file's shares and intervals", len(named) == 8 and numpy.allclose(named, own, rtol=1e-5)
    yield "the settings that vary are dimensions", data["samples"].sizes == {"curse": 2, "level": 2, "wave_order": 2} and \
        data.sel(level=4).sizes["metric"] == len(info["metrics"]) and data.attrs["digest"] == info["digest"]

    def at(row):
        return data.sel(level=int(row["configuration"]["level"]), **{key: row["configuration"][key] for key in ("wave_order", "curse")})
    rows = [(name, row) for name, some in info["metrics"].items() for row in some]
    yield "n, mean, variance and extremes are those of info", len(rows) > 400 and all(
        abs(float(at(row)[key].sel(metric=name)) - row[key]) <= 1e-9 * abs(row[key])
        for name, row in rows if row["n"] for key in ("n", "mean", "variance", "min", "max"))
    yield "counts by value are those of info", all(
        {str(value): count for value, count in at(row)[f"counts_{name}"].to_series().items() if count} == row["counts"]
        for name, row in rows if row.get("counts"))
    yield "quantiles are those of the counts", all(
        at(row)["quantiles"].sel(metric=name, quantile=share) == numpy.quantile(numpy.repeat(
            [int(value) for value in row["counts"]], list(row["counts"].values())), share, method="inverted_cdf")
        for name, row in rows[::7] if row.get("counts") for share in (0.05, 0.5, 0.95))
    yield "hits and trials are those of info", all(
        (int(at(row)["hits"].sel(event=name)), int(at(row)["trials"].sel(event=name))) == (row["hits"], row["trials"])
        for name, some in info["events"].items() for row in some)
    ends = numpy.stack(floorlab.interval(data["hits"], data["trials"]))
    found = numpy.stack([data["low"], data["high"]])
    yield "intervals of events are those of the library", numpy.allclose(found, ends, rtol=1e-12, atol=1e-300)
    yield "and as documented: 0 and 1 without trials, around the share else", bool(
        ((data["trials"] > 0) | ((data["low"] == 0) & (data["high"] == 1))).all()) and bool(
        ((data["trials"] == 0) | ((data["low"] * data["trials"] <= data["hits"]) & (data["hits"] <= data["high"] * data["trials"]))).all())
    older = folder / "older.h5"
    older.write_bytes(path.read_bytes())
    with h5py.File(older, "r+") as file:
        del file["event/low"]
    seal(older)
    yield "a file without them gets the same", numpy.allclose(floorlab.open(older)["low"], data["low"], rtol=1e-12, atol=1e-300)
    for what, words, wrong in (("more hits than trials", ("hits: ", "3 of 2"), lambda: floorlab.interval(3, 2)),
                               ("halves", ("trials: ", "whole numbers"), lambda: floorlab.interval(1, 2.5)),
                               ("words", ("hits: ", "whole numbers"), lambda: floorlab.interval("x", 2)),
                               ("a percentage as alpha", ("alpha: ", "95"), lambda: floorlab.interval(1, 2, 95))):
        yield f"an interval of {what} is refused", told(wrong, *words)
    yield "differences have the intervals of the file", "metric_low" not in data or bool(
        (data["metric_low"] <= data["metric_high"]).where(data["metric_low"].notnull(), True).all())
    two = floorlab.open(folder / "two.h5")
    yield "scenarios are a dimension, where there are some", list(two["scenario"].values) == ["first", "cellar"] and \
        int(two["samples"].sel(scenario="cellar")) == 200
    (folder / "floors.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in exported("classic", 60)))
    run("import", str(folder / "floors.jsonl"), "-o", str(folder / "one.h5"), "-q")
    one = floorlab.open(folder / "one.h5")
    yield "one configuration has no dimension", one["samples"].sizes == {} and int(one["samples"]) == 60 and \
        float(one["mean"].sel(metric="rooms")) == floorlab.Generator("classic").values(60, "rooms").mean()
    yield from forged(folder, path)


def forged(folder, path):
    (folder / "not.h5").write_text("no\n")
    yield "what is no result file is told", told(
        lambda: floorlab.open(folder / "not.h5"), "not.h5: it cannot be read", "floorlab info")
    yield "a file that is missing is told", told(lambda: floorlab.open(folder / "none.h5"), "none.h5: ")

    def changed(change) -> pathlib.Path:
        other = folder / "forged.h5"
        other.write_bytes(path.read_bytes())
        with h5py.File(other, "r+") as file:
            change(file)
        seal(other)
        return other

    def replace(name, data):
        def change(file):
            del file[name]
            file[name] = data
        return change

    forgeries = {
        "another format": (lambda file: file.attrs.modify("format", 2), "format 4, found 2"),
        "an array is missing": (lambda file: file.__delitem__("event/trials"), "event/trials: there is no such array"),
        "an array is a folder": (lambda file: (file.__delitem__("metric/n"), file.create_group("metric/n")), "metric/n: "),
        "an array is too short": (replace("event/hits", numpy.zeros((8, 3))), "event/hits: expected an array of"),
        "numbers are words": (replace("histogram/count", "words"), "histogram/count: "),
        "texts fill the memory": (replace("event/sentence", ["x" * 10 ** 7] + [""] * 50), "texts are longer"),
        "a link to another file": (replace("metric/mean", h5py.ExternalLink("one.h5", "/metric/mean")), "metric/mean: it is a link to elsewhere"),
        "values in another file": (lambda file: (file.__delitem__("metric/mean"), file["metric"].create_dataset(
            "mean", file["metric/n"].shape, "<f8", external=[("/etc/passwd", 0, 8 * file["metric/n"].size)])), "metric/mean: its values are in another"),
        "a setting is a table": (lambda file: (file.__delitem__("configuration/level"), file.create_dataset(
            "configuration/level", data=numpy.zeros((8, 2))).attrs.__setitem__("unit", "setting")), "configuration/level: "),
    }
    for what, (change, *words) in forgeries.items():
        yield f"a damaged file is refused: {what}", told(
            lambda change=change: floorlab.open(changed(change)), "forged.h5", *words)

    edited = folder / "forged.h5"
    edited.write_bytes(path.read_bytes())
    with h5py.File(edited, "r+") as file:
        file["metric/n"][...] = 0
    yield "so is a file with another checksum", told(lambda: floorlab.open(edited), "forged.h5: its checksum does not match")
    yield "an open file says that it was compared", floorlab.open(path).attrs["checksum"] == "compared"
    with unittest.mock.patch("ctypes.util.find_library", lambda name: None):
        yield "or that it could not be", "'floorlab check FILE'" in floorlab.open(edited).attrs["checksum"]

    def huge(file):
        del file["event/hits"]
        file.create_dataset("event/hits", (8, 10 ** 9), chunks=(1, 1000), dtype="u8")
        del file["event/event"]
        file.create_dataset("event/event", (10 ** 9,), chunks=(1000,), dtype="u8")
    yield "and one that would fill the memory", told(lambda: floorlab.open(changed(huge)), "elements, more than")


def commands(folder):
    path = folder / "verdicts.h5"
    rows = floorlab.verify(only="classic.sacrifice*", floors="20k", output=str(path))
    told_rows = json.loads(run("verify", str(path), "--json").stdout)["claims"]
    yield "verify gives the program's rows", rows.to_dict("records")[0]["id"] == told_rows[0]["id"] and len(rows) == len(told_rows) > 3
    table = floorlab.claims(path)
    names = ("id", "verdict", "low", "high", "observed", "hits", "trials", "documented")
    yield "claims of the file are the same", all(
        row[name] == (float(f"{own:.12g}") if isinstance(own, float) else own) for name in names
        for row, own in zip(told_rows, table[name].tolist()))
    data = floorlab.run({**json.loads('{"name": "same", "generator": "classic", "floors": 300}'), "vary": {"level": [1, 2]}}, seed=5)
    (folder / "same.yaml").write_text("name: same\ngenerator: classic\nfloors: 300\nvary: {level: [1, 2]}\n")
    run("run", str(folder / "same.yaml"), "-o", str(folder / "same.h5"), "--seed", "5", "-q")
    yield "a run of a dictionary is that of the file", data.attrs["digest"] == floorlab.open(folder / "same.h5").attrs["digest"]
    differs = floorlab.compare("classic:level=1", "classic:level=3", floors="1k").set_index("name")["verdict"]
    yield "compare gives a row for each name", differs["rooms"] == "different"
    yield "the program's error is told, with its advice", told(lambda: floorlab.run("classic-level"), "classic-levels")
    yield "an unknown option, too", told(lambda: floorlab.verify(onyl="x"), "--only")
    with unittest.mock.patch.dict(os.environ, {"PATH": "", "FLOORLAB_PROGRAM": ""}):
        yield "a missing program is told", told(lambda: floorlab.verify(only="x"), "PATH", "FLOORLAB_PROGRAM")
    yield "the version is the library's", floorlab.__version__ == floorlab.version()


def pcg(_folder):
    isaac = IsaacContent("isaac-large-v0")
    floors = floorlab.Generator("classic", level=4)
    contents = isaac.contents(floors, 40)
    fitting = [floor for floor in map(floors.floor, range(floors.next)) if isaac.content(floor)]
    hidden = ("kind_secret", "kind_super_secret")
    yield "contents have the rooms of their floors, but secret ones", len(fitting) == 40 and [
        sum(map(bool, content["layout"])) for content in contents] == [
        floor.metrics["rooms"] - sum(floor.metrics.get(kind, 0) for kind in hidden) for floor in fitting]
    yield "distances are those of the floors", isaac.measure(contents, "boss_distance").tolist() == [
        floor.metrics["boss_distance"] for floor in fitting]
    side = isaac.width

    def is_mutual(layout):
        return all(bool(layout[i] & 4) == (i % side < side - 1 and bool(layout[(i + 1) % 64] & 1)) and
                   bool(layout[i] & 8) == (i + side < 64 and bool(layout[(i + side) % 64] & 2)) for i in range(64))
    yield "each door leads to a room that has it, too", all(is_mutual(content["layout"]) for content in contents)
    page = {"layout": [0, 8, 12, 9, 0, 14, 11, 10, 4, 15, 7, 3, 0, 2, 0, 0], "start": 6, "boss": 8, "shop": 13, "treasure": 1}
    small = IsaacContent()
    rooms, distance, shop = small.measure([page], "rooms", "boss_distance", "kind_shop").ravel().tolist()
    yield "the example of the benchmark's page is measured", (rooms, distance, shop) == (11, 3, 1)
    one_sided = page | {"layout": [0, 8, 12, 9, 0, 14, 11, 10, 8, 15, 7, 3, 0, 2, 0, 0]}
    doors = small.measure([page, one_sided], "doors")
    yield "a door of one side is none", doors[1] == doors[0] - 1
    for what, content, words in (
            ("no shop", {key: page[key] for key in page if key != "shop"}, "contents[1]: "),
            ("another board", page | {"layout": page["layout"] * 2}, "contents[1].layout: expected 16 cells, found 32"),
            ("a start without a room", page | {"start": 0}, "contents[1].start: there is no room on cell 0"),
            ("a door too many", page | {"layout": [16] + page["layout"][1:]}, "contents[1].layout[0]"),
            ("a place outside", page | {"boss": 16}, "contents[1].boss: ")):
        yield f"a wrong content is refused: {what}", told(lambda content=content: small.measure([page, content], "rooms"), words)
    yield "a board that no floor fits on is told", told(
        lambda: IsaacContent((2, 2)).contents(floorlab.Generator("classic"), 1, 50), "only 0 of 50")
    yield "an unknown variant is told", told(lambda: IsaacContent("isaac-v9"), "isaac-large-v0")


def all_checks():
    with tempfile.TemporaryDirectory() as folder:
        for part in (structures, finding, values, numbers, threads, refusals, settings, measuring, results, commands, pcg):
            yield from part(pathlib.Path(folder))


if __name__ == "__main__":
    sys.exit(tap.say(all_checks()))
