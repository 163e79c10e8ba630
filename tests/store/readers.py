"""Other people's tools read a result file: readers.py WRITE_SAMPLE. Prints TAP.

WRITE_SAMPLE writes the sample of tests/support/sample_store.c; what is expected here is worked out from its rules anew."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import block
import h5py
import numpy
import xarray

CONDITIONS, VALUES, FLOORS, HEIGHT, WIDTH = 3, 5, 100000, 4, 6
BIG = 0x123456789ABCDEF
WORDS = ["none", "labyrinth — verflucht", "", "darkness\nof two lines"]

# path -> type, names of the dimensions
ITEMS = {
    "/condition": ("<u8", ["condition"]),
    "/setting/curse": ("text", ["condition"]),
    "/setting/level": ("<i8", ["condition"]),
    "/setting/chance": ("<f8", ["condition"]),
    "/metric/rooms/value": ("<i4", ["value"]),
    "/metric/rooms/label": ("text", ["value"]),
    "/metric/rooms/count": ("<u8", ["condition", "value"]),
    "/map/kind": ("text", ["kind"]),
    "/map/y": ("|u1", ["y"]),
    "/map/x": ("<u2", ["x"]),
    "/map/count": ("<u8", ["condition", "kind", "y", "x"]),
    "/map/any/count": ("<u8", ["condition", "y", "x"]),
    "/joint/rooms_by_rooms/a": ("<i4", ["a"]),
    "/joint/rooms_by_rooms/b": ("<i4", ["b"]),
    "/joint/rooms_by_rooms/count": ("<u8", ["a", "b"]),
    "/experiment/resolved": ("text", []),
    "/provenance/threads": ("<i8", []),
    "/provenance/host": ("text", ["host"]),
    "/sample/number": ("<u8", ["number"]),
    "/sample/dead_ends": ("|u1", ["condition", "number"]),
    "/sample/tiles": ("<u2", ["condition", "number"]),
    "/sample/balance": ("<i4", ["condition", "number"]),
}
SCALES = [path for path, (_, names) in ITEMS.items() if names == [path.rsplit("/", 1)[1]]]


def grid(*shape):
    """The sample's counts: (place + 1) * BIG in 64 bits."""
    n = int(numpy.prod(shape))
    return numpy.array([(i + 1) * BIG % 2**64 for i in range(n)], dtype="u8").reshape(shape)


def column(which, row):
    """A streamed column, as sample_store_value makes it."""
    at = numpy.arange(FLOORS, dtype="u8")
    mixed = (at * numpy.uint64(2654435761) + numpy.uint64(row * 40503 + which * 97)) >> numpy.uint64(8)
    top = (200, 60000, 2000000000)[which]
    scaled = mixed * numpy.uint64(7919 if which == 2 else 1) % numpy.uint64(top)
    return scaled.astype("i8") - (1000000000 if which == 2 else 0)


def same(found, wanted):
    found, wanted = numpy.asarray(found), numpy.asarray(wanted)
    assert found.shape == wanted.shape and (found == wanted).all(), f"{found} is not {wanted}"


def h5py_finds_every_item(path):
    with h5py.File(path, "r") as file:
        found = []
        file.visititems(lambda name, node: found.append("/" + name) if isinstance(node, h5py.Dataset) else None)
        assert sorted(found) == sorted(ITEMS), set(found) ^ set(ITEMS)


def h5py_sees_types_and_dimensions(path):
    with h5py.File(path, "r") as file:
        for item, (kind, names) in ITEMS.items():
            node = file[item]
            is_text = h5py.check_string_dtype(node.dtype) is not None
            assert ("text" if is_text else node.dtype.str) == kind, (item, node.dtype)
            assert len(node.shape) == len(names), item
            if item in SCALES:
                assert h5py.h5ds.is_scale(node.id), item
                continue
            for axis, name in zip(node.dims, names):
                assert list(axis.keys()) == [name], (item, list(axis.keys()))


def h5py_reads_the_numbers(path):
    with h5py.File(path, "r") as file:
        same(file["/condition"], [0, 1, 2])
        same(file["/setting/level"], [1, 0, -1])
        same(file["/setting/chance"], [0, 1 / 8, 2 / 8])
        same(file["/metric/rooms/value"], range(-2, 3))
        same(file["/metric/rooms/count"], grid(CONDITIONS, VALUES))
        same(file["/map/count"], grid(CONDITIONS, 2, HEIGHT, WIDTH))
        same(file["/map/any/count"], grid(CONDITIONS, HEIGHT, WIDTH))
        same(file["/provenance/threads"], 1 - BIG)
        same(file["/sample/number"], numpy.arange(FLOORS))


def h5py_reads_the_streamed_columns(path):
    with h5py.File(path, "r") as file:
        for which, name in enumerate(("dead_ends", "tiles", "balance")):
            for row in range(CONDITIONS):
                same(file["/sample/" + name][row], column(which, row))


def h5py_reads_the_texts(path):
    with h5py.File(path, "r") as file:
        assert list(file["/setting/curse"].asstr()[...]) == WORDS[:3]
        assert file["/experiment/resolved"].asstr()[()] == "none"
        assert list(file.attrs) == ["format", "seed", "empty", "author"], list(file.attrs)
        assert file.attrs["format"] == "floorlab-run" and file.attrs["empty"] == ""
        assert file.attrs["author"] == "Zoë 🗝" and int(file.attrs["seed"]) == 2**64 - 1
        node = file["/metric/rooms/count"]
        assert node.attrs["description"] == "floors with so many rooms — counted" and node.attrs["unit"] == "floors"


def every_number_is_under_a_checksum(path):
    with h5py.File(path, "r") as file:
        for item, (kind, names) in ITEMS.items():
            assert kind == "text" or not names or file[item].fletcher32, item
        assert file["/sample/tiles"].compression == "gzip" and file["/sample/tiles"].shuffle


def xarray_opens_every_folder(path):
    for group in sorted({item.rsplit("/", 1)[0] or "/" for item in ITEMS}):
        with xarray.open_dataset(path, group=group, engine="h5netcdf") as data:
            here = {item.rsplit("/", 1)[1]: ITEMS[item][1] for item in ITEMS if (item.rsplit("/", 1)[0] or "/") == group}
            assert set(data.variables) == set(here), (group, set(data.variables))
            for name, dims in here.items():
                assert list(data[name].dims) == dims, (group, name, data[name].dims)


def xarray_selects_by_coordinate(path):
    with xarray.open_dataset(path, group="/metric/rooms", engine="h5netcdf") as data:
        same(data["count"].sel(value=-1), grid(CONDITIONS, VALUES)[:, 1])
        assert data["count"].attrs["unit"] == "floors"
        assert set(data.coords) == {"value", "label"}, data.coords
        same(data.set_index(value="label")["count"].sel(value=WORDS[1]), grid(CONDITIONS, VALUES)[:, 1])
    with xarray.open_dataset(path, group="/setting", engine="h5netcdf") as data:
        assert list(data["curse"].values) == WORDS[:3], data["curse"].values


def h5dump_reads_every_byte(path):
    run = subprocess.run(["h5dump", path], capture_output=True, text=True, check=False)
    assert run.returncode == 0 and not run.stderr, run.stderr
    assert '"labyrinth ' in run.stdout and '"floorlab-run"' in run.stdout  # it shows other letters as numbers
    run = subprocess.run(["h5dump", "-d", "/setting/level", path], capture_output=True, text=True, check=True)
    assert "(0): 1, 0, -1" in run.stdout, run.stdout


def the_block_in_front_is_readable(path):
    block = pathlib.Path(path).read_bytes()[:512]
    size = pathlib.Path(path).stat().st_size
    assert re.match(rb"floorlab-run 4\nsize %020d\nxxh3-128 [0-9a-f]{32}\n" % size, block), block[:80]


def the_block_says_the_same(path):
    attributes, items, _ = block.contents(pathlib.Path(path))
    with h5py.File(path, "r") as file:
        assert list(attributes) == list(file.attrs) and all(file.attrs[name] == value for name, value in attributes.items())
        assert set(items) == set(ITEMS), set(items) ^ set(ITEMS)
        for name, (kind, shape, notes, values) in items.items():
            node = file[name]
            assert node.shape == shape and (kind == "text" or numpy.dtype(kind) == node.dtype), name
            assert notes == [node.attrs.get(note) for note in ("description", "unit", "coordinates")], (name, notes)
            found = node.asstr()[...] if kind == "text" else node[...]
            assert values is None if name.startswith("/sample/") else (values == found).all(), name


def a_second_file_is_the_same(path):
    again = path + ".again"
    subprocess.run([sys.argv[1], again], check=True)
    assert pathlib.Path(path).read_bytes() == pathlib.Path(again).read_bytes()


CLAIMS = [h5py_finds_every_item, h5py_sees_types_and_dimensions, h5py_reads_the_numbers, h5py_reads_the_streamed_columns,
          h5py_reads_the_texts, every_number_is_under_a_checksum, xarray_opens_every_folder, xarray_selects_by_coordinate,
          h5dump_reads_every_byte, the_block_in_front_is_readable, the_block_says_the_same, a_second_file_is_the_same]


def main():
    folder = tempfile.mkdtemp(prefix="floorlab-")
    path = folder + "/sample.h5"
    failed = 0
    print(f"1..{len(CLAIMS)}")
    try:
        subprocess.run([sys.argv[1], path], check=True)
        for number, claim in enumerate(CLAIMS, 1):
            try:
                claim(path)
                word = "ok"
            except Exception as error:  # pylint: disable=broad-except
                print(f"# {type(error).__name__}: {error}".replace("\n", " ")[:2000])
                word, failed = "not ok", failed + 1
            print(f"{word} {number} - {claim.__name__}", flush=True)
    finally:
        shutil.rmtree(folder)
    return 1 if failed else 0


sys.exit(main())
