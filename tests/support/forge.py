"""Result files that somebody changed, under a checksum that is right again."""
import ctypes
import ctypes.util
import pathlib
import re


class Hash(ctypes.Structure):
    """What XXH3_128bits returns."""

    _fields_ = [("low", ctypes.c_uint64), ("high", ctypes.c_uint64)]


def seal(path: pathlib.Path):
    """Makes size and checksum right again, as somebody would who forges a file."""
    function = ctypes.CDLL(ctypes.util.find_library("xxhash")).XXH3_128bits
    function.restype, function.argtypes = Hash, [ctypes.c_char_p, ctypes.c_size_t]
    content = path.read_bytes()
    found = function(content[512:], len(content) - 512)
    head = re.sub(rb"(xxh3-128) [0-9a-f]{32}", rb"\1 %016x%016x" % (found.high, found.low), content[:512])
    head = re.sub(rb"\nsize [0-9]{20}", b"\nsize %020d" % len(content), head)
    path.write_bytes(head + content[512:])
