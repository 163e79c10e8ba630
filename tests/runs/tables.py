"""A result file as people read it, with h5py and xarray: tables.py PROGRAM. Prints TAP.

Every table is opened and looked at; odds, a mean and quantiles worked out from it are those that `floorlab info` prints.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import h5py
import numpy
import xarray

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
import block  # noqa: E402

EXPERIMENT = """name: tables
about: two settings that vary, one of them words
generator: classic
settings: {curse: random}
vary: {level: [1, 3, 6], wave_order: [newest_first, oldest_first]}
floors: 2000
seed: 11
streams: shared
joints: [[rooms, dead_ends]]
"""
TABLES = ["configuration", "metric", "histogram", "event", "joint/rooms_by_dead_ends", "map", "paired/metric", "paired/event",
          "sample"]
AT = {"level": 6, "wave_order": "oldest_first"}  # the configuration that is looked at
TESTS = []


def test(function):
    TESTS.append(function)
    return function


class Run:
    def __init__(self, program: str, folder: pathlib.Path):
        self.program = str(pathlib.Path(program).resolve())
        self.folder = folder
        (folder / "tables.yaml").write_text(EXPERIMENT)
        self.path = str(folder / "tables.h5")
        result = self.call("run", "tables.yaml", "-o", self.path, "-q", "--keep-floors")
        assert result.returncode == 0, result.stderr
        self.info = json.loads(self.call("info", self.path, "--json").stdout)

    def call(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, text=True, check=False)

    def table(self, name: str) -> xarray.Dataset:
        """A table whose configurations are selected by the settings."""
        return xarray.open_dataset(self.path, group=name, engine="h5netcdf").set_index(configuration=list(AT))

    def told(self, what: str, name: str) -> dict:
        """What `info` says about a metric or event in the configuration."""
        wanted = {key: str(value) for key, value in AT.items()}
        return next(row for row in self.info[what][name] if row["configuration"] == wanted)


@test
def every_array_is_described_and_has_named_dimensions(run):
    with h5py.File(run.path) as file:
        arrays = {}
        file.visititems(lambda name, item: arrays.update({name: item}) if isinstance(item, h5py.Dataset) else None)
        assert 50 < len(arrays) < 200, len(arrays)
        is_scale = {name: h5py.h5ds.is_scale(item.id) for name, item in arrays.items()}
        for name, item in arrays.items():
            assert item.attrs["description"] and item.attrs["unit"], name
            assert is_scale[name] or all(len(axis) == 1 for axis in item.dims), name
            assert item.ndim > 0, name
        for table in file:
            assert f"\n### {table}\n" in file.attrs["contents"], table


@test
def the_root_says_what_the_file_is(run):
    with h5py.File(run.path) as file:
        head = dict(file.attrs)
    assert head["format"] == 4 and head["Conventions"] == "floorlab-4" and head["program"] == "floorlab"
    assert head["sample"] == "floor" and head["streams"] in ("shared", "independent") and head["generators"] == "classic"
    assert numpy.datetime64(head["date"].removesuffix("Z")) > numpy.datetime64("2020-01-01")
    assert head["experiment_text"] == EXPERIMENT and head["digest"] == run.info["digest"]
    assert "seed: 11" in head["experiment_identity"] and len(head["program_commit"]) in (7, 12)


@test
def xarray_opens_every_table_with_its_coordinates(run):
    for name in TABLES:
        with xarray.open_dataset(run.path, group=name, engine="h5netcdf") as data:
            assert {"configuration", *AT} <= set(data.coords), (name, data)
            assert data["level"].dtype.kind == "i" and list(data["level"].values) == [1, 1, 3, 3, 6, 6]
            assert set(data["wave_order"].values) == {"newest_first", "oldest_first"}
            assert set(data.dims) <= set(data.coords), (name, data.dims)
            assert data.load().data_vars, name


@test
def the_block_in_front_says_what_h5py_says(run):
    path = pathlib.Path(run.path)
    assert re.match(rb"floorlab-run 4\nsize %020d\nxxh3-128 [0-9a-f]{32}\n" % path.stat().st_size, path.read_bytes()[:512])
    attributes, items, _ = block.contents(path)
    with h5py.File(path) as file:
        assert list(attributes) == list(file.attrs) and all(file.attrs[name] == value for name, value in attributes.items())
        for name, (kind, shape, notes, values) in items.items():
            node = file[name]
            assert node.shape == shape and (kind == "text" or numpy.dtype(kind) == node.dtype), name
            assert notes == [node.attrs.get(note) for note in ("description", "unit", "coordinates")], (name, notes)
            assert kind == "text" or not shape or node.fletcher32, name
            found = node.asstr()[...] if kind == "text" else node[...]
            assert name.startswith("/sample/") if values is None else numpy.all((values == found) | (found != found)), name  # NaN: missing


@test
def h5dump_reads_every_byte(run):
    done = subprocess.run(["h5dump", run.path], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr and '"newest_first"' in done.stdout, done.stderr


@test
def one_setting_is_selected_without_an_index_of_several(run):
    with xarray.open_dataset(run.path, group="configuration", engine="h5netcdf") as data:
        half = data.isel(configuration=data["wave_order"] == "newest_first")
        assert int(half.set_index(configuration="level")["samples"].sel(configuration=3)) == 2000
        assert int(half.swap_dims(configuration="level")["samples"].sel(level=3)) == 2000


@test
def odds_are_those_that_info_prints(run):
    event = run.table("event").sel(**AT)
    for name in ("roll.library.won", "boss_is_farthest", "roll.curse.won"):
        told = run.told("events", name)
        odds = float(event["hits"].sel(event=name) / event["trials"].sel(event=name))
        assert 0 < told["hits"] < told["trials"] and odds == told["hits"] / told["trials"], name
        last = event.isel(step=-1).sel(event=name)
        assert int(last["trials_by_step"]) == told["trials"] and int(last["hits_by_step"]) == told["hits"], name
    assert (event["documented"].fillna(0.5) >= 0).all()
    assert str(event["sentence"].sel(event="roll.curse.won").values).startswith("of the floors on which the roll was made: ")


@test
def a_mean_is_that_of_the_metric_and_of_info(run):
    metric = run.table("metric").sel(**AT)
    cells = run.table("histogram").set_index(cell=["metric", "value"]).sel(**AT)
    for name in ("dead_ends", "attempts", "path_length_sum"):
        counts = cells["count"].sel(metric=name)
        told = run.told("metrics", name)
        mean = float((counts * counts["value"]).sum() / counts.sum())
        row = metric.sel(metric=name)
        assert abs(mean - told["mean"]) < 1e-9 * mean and abs(float(row["mean"]) - mean) < 1e-9 * mean, name
        assert abs(float(row["variance"]) - told["variance"]) < 1e-9 * told["variance"], name
        assert int(row["min"]) == told["min"] and int(row["max"]) == told["max"] and int(row["n"]) == told["n"], name


@test
def quantiles_are_those_of_the_single_floors(run):
    counts = run.table("histogram").set_index(cell=["metric", "value"]).sel(**AT)["count"].sel(metric="boss_distance")
    counts = counts.sortby("value")
    single = numpy.sort(run.table("sample")["boss_distance"].sel(**AT).values)
    below = counts.cumsum("value") / counts.sum()
    for share in (0.1, 0.5, 0.9):
        found = int(counts["value"].values[int((below < share - 1e-12).sum())])
        assert found == single[int(numpy.ceil(share * len(single))) - 1], share
    told = run.told("metrics", "boss_distance")["counts"]
    assert {str(int(v)): int(n) for v, n in zip(counts["value"], counts.values) if n} == told


def jackknife(n, sums):
    """Difference of two means and its standard error, by leaving out each part; two rows, a column for each part."""
    left = (sums.sum(1, keepdims=True) - sums) / (n.sum(1, keepdims=True) - n)
    each = left[1] - left[0]
    means = sums.sum(1) / n.sum(1)
    return means[1] - means[0], numpy.sqrt(((each - each.mean()) ** 2).sum() * (len(each) - 1) / len(each))


@test
def paired_differences_are_those_of_the_single_samples(run):
    table, sample = run.table("paired/metric"), run.table("sample")
    part = numpy.arange(2000) // 64 % 32
    for name in ("dead_ends", "path_length_sum"):
        two = numpy.array([sample[name].isel(configuration=0).values, sample[name].sel(**AT).values], float)
        sums = numpy.array([numpy.bincount(part, row, 32) for row in two])
        row = table.sel(**AT).sel(metric=name)
        assert (row["sum"].values == sums[1]).all() and int(row["n"].sum()) == 2000, name
        difference, error = jackknife(numpy.bincount(part, minlength=32) * numpy.ones((2, 1)), sums)
        assert abs(float(row["difference"]) - difference) < 1e-9 and abs(float(row["standard_error"]) - error) < 1e-9, name
        single = (two[1] - two[0]).std(ddof=1) / 2000 ** 0.5
        assert 0.5 < error / single < 2, (name, error, single)
        assert float(row["low"]) < difference < float(row["high"]) and int(row["degrees_of_freedom"]) == 31, name
    event = run.table("paired/event").sel(**AT).sel(event="roll.library.won")
    told = run.told("events", "roll.library.won")
    assert int(event["trials"].sum()) == told["trials"] and int(event["hits"].sum()) == told["hits"]


@test
def joints_and_maps_belong_to_the_histograms(run):
    joint = run.table("joint/rooms_by_dead_ends").sel(**AT)["count"]
    ends = run.told("metrics", "dead_ends")["counts"]
    assert {str(int(v)): int(n) for v, n in zip(joint["dead_ends"], joint.sum("rooms").values) if n} == ends
    boss = run.table("map").sel(**AT)["count"].sel(map="boss")
    assert boss.dims == ("y", "x") and int(boss.sum()) == run.told("metrics", "kind_boss")["n"]


@test
def a_sample_is_made_again_from_its_condition(run):
    configuration = run.table("configuration").sel(**AT)
    metric = run.table("metric").sel(**AT).sel(metric="rooms")
    settings = [word for pair in str(configuration["settings"].values).split() for word in ("--set", pair)]
    result = run.call("export", str(configuration["generator"].values), "--seed", str(int(configuration["seed"])), "--floors", "1",
                      "--from", str(int(metric["argmax"])), *settings)
    assert result.returncode == 0, result.stderr
    floor = json.loads(result.stdout)["metrics"]
    assert floor["rooms"] == int(metric["max"])
    sample, at = run.table("sample").sel(**AT), int(metric["argmax"])
    for name in set(sample.data_vars) & set(floor):
        assert int(sample[name].values[at]) == floor[name], name


MY_LEVELS = """name: my-levels
generator: classic
settings: {rules: flash}
vary: {level: 1..8, wave_order: [newest_first, oldest_first]}
floors: 100k
joints: [[rooms, dead_ends]]
"""
EXAMPLE = """import xarray

def table(name):
    data = xarray.open_dataset("my-levels.h5", group=name, engine="h5netcdf")
    return data.set_index(configuration=["level", "wave_order"])

here = dict(level=3, wave_order="newest_first")
print(table("metric")["mean"].sel(metric="dead_ends").sel(level=3))
cells = table("histogram").set_index(cell=["metric", "value"])
print(cells["count"].sel(metric="rooms").sel(here))           # samples by number of rooms
event = table("event").sel(event="roll.sacrifice.won").sel(here)
print(float(event["hits"] / event["trials"]), str(event["sentence"].values))
print(table("map")["count"].sel(map="boss").sel(here))        # where the boss was
print(table("joint/rooms_by_dead_ends")["count"].sel(here))
"""


@test
def xarray_selects_by_two_settings(run):
    (run.folder / "my-levels.yaml").write_text(MY_LEVELS)
    result = run.call("run", "my-levels.yaml", "--floors", "300", "-q")
    assert result.returncode == 0, result.stderr
    result = subprocess.run([sys.executable, "-c", EXAMPLE], cwd=run.folder, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert "rooms" in result.stdout and "of the floors on which the roll was made: a chance was won" in result.stdout


@test
def a_version_is_the_same_wherever_it_is_said(run):
    def listed(*words):
        return json.loads(run.call("list", *words, "--json").stdout)

    for generator in ("classic", "rebirth"):
        said = next(row["version"] for row in listed("generators") if row["generator"] == generator)
        sets = next(row["range"] for row in listed("settings", generator) if row["setting"] == "rules")
        first, *others = said.split(", ")
        versions = {**dict.fromkeys(sets.replace(" or ", ", ").split(", "), first), **dict(one.split(" ") for one in others)}
        assert f"{generator} (version {said})\n" in run.call("help", generator).stdout, generator
        experiment = f"name: sets\ngenerator: {generator}\nvary: {{rules: [{', '.join(versions)}]}}\nfloors: 2\nmaps: none\n"
        (run.folder / "sets.yaml").write_text(experiment)
        result = run.call("run", "sets.yaml", "-q", "--force")
        assert result.returncode == 0, result.stderr
        with h5py.File(run.folder / "sets.h5") as file:
            stored = dict(zip(file["configuration/rules"].asstr()[...], file["configuration/generator_version"][...], strict=True))
            assert "version" not in file.attrs["experiment"], file.attrs["experiment"]
        for name, version in versions.items():
            line = json.loads(run.call("export", generator, "--floors", "1", "--set", f"rules={name}").stdout)
            assert str(line["version"]) == str(stored[name]) == version, (generator, name, line["version"], stored[name], version)
        (run.folder / "sets.yaml").write_text("name: sets\ngenerator: grid\nfloors: 2\nmaps: none\n")
        refused = run.call("run", "sets.yaml", "-q")
        assert refused.returncode == 2 and f"its generator is {generator}\n" in refused.stderr and "# version" not in refused.stderr, refused


@test
def what_has_no_value_is_printed_as_a_dash(run):
    (run.folder / "bare.yaml").write_text("name: bare\ngenerator: rebirth\nsettings: {interiors: off}\nvary: {stage: [8, 9]}\nfloors: 50\n"
                                          "maps: none\nevents: {joined: secret_neighbours >= 2, walled: has(secret_neighbours), few: rooms < 1}\n")
    result = run.call("run", "bare.yaml", "-q")
    assert result.returncode == 0, result.stderr
    rows = [line.split() for line in run.call("info", "bare.h5").stdout.splitlines()]
    assert ["secret_neighbours", "stage=9", "0", "-", "-", "-", "-"] in rows
    assert not [row for row in rows if row[2:4] == ["0", "0.0000"]]
    found = {(row[0], row[1]): row[2:6] for row in rows if row[:1] in (["joined"], ["walled"], ["few"])}
    assert found["joined", "stage=9"] == ["0", "50", "0", "-"] and found["joined", "stage=8"][1:3] == ["50", "50"], found
    assert found["walled", "stage=9"] == ["0", "50", "-", "0"] and found["few", "stage=9"] == ["0", "50", "50", "0"], found


@test
def a_file_of_the_old_format_is_refused(run):
    old = run.folder / "old.h5"
    whole = pathlib.Path(run.path).read_bytes()
    assert whole.startswith(b"floorlab-run 4\n")
    old.write_bytes(whole.replace(b"floorlab-run 4\n", b"floorlab-run 3\n", 1))
    for command in ("info", "plot", "report", "merge"):
        result = run.call(command, str(old), "-o", str(run.folder / "out")) if command != "info" else run.call(command, str(old))
        assert result.returncode != 0, (command, result)
        assert "old.h5" in result.stderr and "version 3 of the format" in result.stderr, (command, result.stderr)
        assert "h5dump -a command" in result.stderr, command


def main() -> int:
    failed = 0
    print(f"1..{len(TESTS)}")
    with tempfile.TemporaryDirectory(prefix="floorlab-") as folder:
        run = Run(sys.argv[1], pathlib.Path(folder))
        for number, function in enumerate(TESTS, 1):
            word = "ok"
            try:
                function(run)
            except (AssertionError, KeyError, ValueError, OSError) as error:
                print(f"# {type(error).__name__}: {error}".replace("\n", " ")[:2000])
                word, failed = "not ok", failed + 1
            print(f"{word} {number} - {function.__name__}", flush=True)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
