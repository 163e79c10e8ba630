# SPDX-License-Identifier: MIT
"""libfloorlab by ctypes: where it is found, its structures as gen/floorlab.h has them, and its errors."""
from __future__ import annotations

import ctypes
import functools
import os
import pathlib
from collections.abc import Callable

NAME = "libfloorlab.so.0"
MAJOR = 1  # of the header's version; a library of another one may have other structures
VARIABLE = "FLOORLAB_LIBRARY"
NONE = -2 ** 31
"""A value that a floor does not have: the neighbours of a secret room where there is none, an event that was not asked
about, everything about a floor that failed."""

STATUS = {2: "refused", 3: "trouble", 4: "defect"}


class Error(ValueError):
    """What was given is not acceptable, or floorlab is in trouble.

    `where` it is ("setting level"), `what` was found and expected, and `hint`, what to do; each may be empty. `status` is
    "refused"; "trouble" where memory is missing, or the library; "defect" where the library contradicts itself.

    >>> print(Error("setting levl", "there is none", "did you mean 'level'?"))
    setting levl: there is none (did you mean 'level'?)
    """

    def __init__(self, where: str, what: str, hint: str = "", status: str = "refused"):
        super().__init__(where, what, hint, status)
        self.where, self.what, self.hint, self.status = where, what, hint, status

    def __str__(self) -> str:
        return (f"{self.where}: " if self.where else "") + self.what + (f" ({self.hint})" if self.hint else "")


class CError(ctypes.Structure):
    _fields_ = [("where", ctypes.c_char * 256), ("what", ctypes.c_char * 640), ("hint", ctypes.c_char * 640)]


class CText(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t), ("length", ctypes.c_size_t)]


class CFile(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("text", ctypes.c_char_p)]


class COptions(ctypes.Structure):
    _fields_ = [("generator", ctypes.c_char_p), ("seed", ctypes.c_uint64), ("names", ctypes.POINTER(ctypes.c_char_p)),
                ("values", ctypes.POINTER(ctypes.c_char_p)), ("settings_n", ctypes.c_size_t),
                ("files", ctypes.POINTER(CFile)), ("files_n", ctypes.c_size_t), ("reserved", ctypes.c_uint64 * 4)]


class CRequest(ctypes.Structure):
    _fields_ = [("first", ctypes.c_uint64), ("n", ctypes.c_uint64), ("metrics", ctypes.POINTER(ctypes.c_char_p)),
                ("metrics_n", ctypes.c_size_t), ("reserved", ctypes.c_uint64 * 4)]


HANDLE = ctypes.c_void_p
ERROR = ctypes.POINTER(CError)
TEXT = ctypes.POINTER(CText)
REQUEST = ctypes.POINTER(CRequest)
FUNCTIONS = {  # without the last argument, the error
    "generators": [TEXT],
    "open": [ctypes.POINTER(COptions), ctypes.POINTER(HANDLE)],
    "clone": [HANDLE, ctypes.POINTER(HANDLE)],
    "describe": [HANDLE, TEXT],
    "values": [HANDLE, REQUEST, ctypes.c_void_p, ctypes.c_size_t],
    "boards": [HANDLE, REQUEST, ctypes.c_void_p, ctypes.c_size_t],
    "draw": [HANDLE, ctypes.c_uint64, ctypes.c_int, TEXT],
    "interval": [ctypes.c_uint64, ctypes.c_uint64, ctypes.c_double, ctypes.POINTER(ctypes.c_double)],
    "number_of": [HANDLE, ctypes.c_char_p, ctypes.POINTER(ctypes.c_uint64)],
}
LINE, PLAIN, SVG = range(3)  # forms of floorlab_draw


def open_shared_object() -> tuple[ctypes.CDLL, str]:
    """The library, and where it was found: beside this file, where FLOORLAB_LIBRARY says, or among the system's libraries."""
    own = pathlib.Path(__file__).with_name(NAME)
    named = os.environ.get(VARIABLE)
    where = str(own) if own.exists() else named or NAME
    try:
        return ctypes.CDLL(where), where
    except OSError as error:
        hint = ("install it (meson install -C build/release, then ldconfig), or build it (ninja -C build/release) and set "
                f"{VARIABLE} to build/release/analysis/library/{NAME}")
        raise Error(where if own.exists() else VARIABLE if named else NAME, f"the library cannot be loaded: {error}", hint,
                    "trouble") from error


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The library with the types of its functions; it is loaded when it is first needed."""
    loaded, where = open_shared_object()
    try:
        loaded.floorlab_version.restype = ctypes.c_char_p
        for name, arguments in FUNCTIONS.items():
            getattr(loaded, f"floorlab_{name}").argtypes = [*arguments, ERROR]
        loaded.floorlab_close.argtypes, loaded.floorlab_close.restype = [HANDLE], None
        version = loaded.floorlab_version().decode()
    except AttributeError as error:
        raise Error(where, f"it is no libfloorlab: {error}", f"set {VARIABLE} to another file", "trouble") from error
    if int(version.split(".")[0]) != MAJOR:
        raise Error(where, f"expected a library of version {MAJOR}, found {version}", "install the package of that version",
                    "trouble")
    return loaded


def call(name: str, *arguments) -> None:
    """Calls a function of the library; what it refuses is an Error. Other Python threads go on meanwhile."""
    error = CError()
    status = getattr(library(), f"floorlab_{name}")(*arguments, ctypes.byref(error))
    if status:
        texts = (getattr(error, part).decode("utf-8", "replace") for part in ("where", "what", "hint"))
        raise Error(*texts, STATUS.get(status, "trouble"))


def text_from(ask: Callable[[CText], None]) -> str:
    """The text that a function writes; it is asked again where the first piece of memory was too small."""
    size = 1 << 14
    while True:
        memory = ctypes.create_string_buffer(size)
        text = CText(ctypes.addressof(memory), size, 0)
        ask(text)
        if text.length < size:
            return memory.raw[:text.length].decode("utf-8", "replace")
        size = text.length + 1


def encoded(text: str, where: str) -> bytes:
    """A text for the library, which ends texts with a zero byte."""
    if not isinstance(text, str):
        raise Error(where, f"expected a text, found {type(text).__name__} {text!r:.60}")
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Error(where, f"it is no proper text: {error}") from error
    if b"\0" in data:
        raise Error(where, "it has a zero byte")
    return data


def texts(items: list[bytes]) -> ctypes.Array:
    return (ctypes.c_char_p * max(len(items), 1))(*items)


def version() -> str:
    """The version of the library in use.

    >>> version().count(".")
    2
    """
    return library().floorlab_version().decode()
