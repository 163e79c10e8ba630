"""The block in front of a result file, which is all that floorlab reads of one (analysis/store/pack.c)."""
import pathlib
import struct

HEAD = 512
TYPES = "u1", "<u2", "<i4", "<u8", "<i8", "<f8", "text"


class Reader:
    """Takes one thing after the other from packed bytes."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    def number(self) -> int:
        out = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            out |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return out

    def text(self) -> str | None:
        size = self.number()
        if size == 0:
            return None
        self.at += size - 1
        return self.data[self.at - size + 1:self.at].decode()

    def values(self, count: int) -> list[int]:
        out: list[int] = []
        last = 0
        while len(out) < count:
            change = self.number()
            last ^= change
            out += [last] * (1 if change else 1 + self.number())
        return out


def packed(path: pathlib.Path) -> bytes:
    content = path.read_bytes()
    n, = struct.unpack_from("<Q", content, HEAD)
    return content[HEAD + 8:HEAD + 8 + n]


def attributes_of(read: Reader) -> dict[str, str | int]:
    out: dict[str, str | int] = {}
    for _ in range(read.number()):
        name, text, number = read.text(), read.text(), read.number()
        out[str(name)] = number if text is None else text
    return out


def contents(path: pathlib.Path):
    """The attributes; of each array its type, shape, and values: None where they are not in the block; and where the packed tallies begin."""
    import numpy  # pylint: disable=import-outside-toplevel
    read = Reader(packed(path))
    attributes, items = attributes_of(read), {}
    for _ in range(read.number()):
        name, kind, rank = read.text(), TYPES[read.number()], read.number()
        dimensions = [(read.number(), read.text()) for _ in range(rank)]
        notes = [read.text() for _ in range(3)]
        shape = tuple(size for size, _ in dimensions)
        count = int(numpy.prod(shape, dtype=int))
        values = None
        if kind == "text":
            values = numpy.array([read.text() or "" for _ in range(count)], dtype=object).reshape(shape)
        elif not dimensions or dimensions[-1][1] != "/sample/number":
            values = numpy.array(read.values(count), dtype="<u8").astype("u" + kind.strip("<")[1:]).view(kind).reshape(shape)
        items[name] = kind, shape, notes, values
    read.number()  # how many bytes they are
    return attributes, items, read.at


def put(path: pathlib.Path, data: bytes):
    """Writes other packed bytes in place of those that are there, which must be as many at least."""
    content = bytearray(path.read_bytes())
    start = content.index(b"\x89HDF\r\n\x1a\n", HEAD)
    assert HEAD + 8 + len(data) <= start, "they do not fit"
    content[HEAD:start] = (struct.pack("<Q", len(data)) + data).ljust(start - HEAD, b"\0")
    path.write_bytes(content)


def forge_attribute(path: pathlib.Path, name: str, text: str):
    """Gives a text attribute another text; the checksum is wrong then (attack.seal)."""
    data = packed(path)
    read = Reader(data)
    for _ in range(read.number()):
        is_it = read.text() == name
        start = read.at
        read.text()
        if is_it:
            new, size = text.encode(), b""
            n = len(new) + 1
            while n > 0x7F:
                size, n = size + bytes([n & 0x7F | 0x80]), n >> 7
            put(path, data[:start] + size + bytes([n]) + new + data[read.at:])
            return
        read.number()
    raise KeyError(name)
