"""Kernels compiled ahead, for where nothing can be compiled, as in a browser, or where nobody shall wait for Numba.

``python -m web.kernels`` makes the folder that NOUGHTS_KERNELS names: files of machine code and ``kernels.json``, which
says of what text they were made and, of each kernel that Python calls, where it is, for each size of the records that
it takes. They share Python's memory: a record or an array is handed over as its address.
"""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from noughts.errors import NoughtsError, TooLargeError, quote

ENVIRONMENT = "NOUGHTS_KERNELS"
"""The environment variable that names the folder."""

_HOUSE = Path(__file__).parents[1]
_OF_NOTHING = f"{crc32(b''):08x}"

MOST_ANSWERS = 8
"""Numbers that a kernel answers."""


def folder() -> Path | None:
    """Where they are; None where there are none, and Numba compiles."""
    named = os.environ.get(ENVIRONMENT)
    return Path(named) if named else None


def made_of() -> str:
    """A mark of the text that kernels are made of; of nothing where there is no text, as in a browser."""
    texts = sorted(path for room in ("engine", "kernels", "solver") for path in (_HOUSE / room).rglob("*.py"))
    return f"{crc32(b''.join(path.read_bytes() for path in texts)):08x}"


@cache
def _table() -> Any:
    """What is said of every kernel. Raises NoughtsError where it is not there, or of another text."""
    try:
        told = json.loads(((folder() or Path()) / "kernels.json").read_text())
        made, kernels = told["made of"], told["kernels"]
    except (OSError, ValueError, KeyError, TypeError):
        raise NoughtsError(f"{ENVIRONMENT}={quote(str(folder()))}: no kernels are there") from None
    if made_of() not in (made, _OF_NOTHING):
        raise NoughtsError(f"{ENVIRONMENT}={quote(str(folder()))}: the kernels there are of another version")
    return kernels


@cache
def _file(name: str) -> Any:
    """Some of the machine code. Raises NoughtsError for that of another machine."""
    try:
        return ctypes.CDLL(str((folder() or Path()) / name))
    except OSError as error:
        raise NoughtsError(
            f"{ENVIRONMENT}={quote(str(folder()))}: kernels that do not load: {error}"
        ) from None


def prebuilt(function: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel that was made of a function, loaded when first called; it cannot be called where only kernels do."""
    name = f"{function.__module__}.{function.__qualname__}"
    return _Kernel(name, {tuple(about["records"]): _Variant(about) for about in _table().get(name, ())})


class _Kernel:
    """One kernel, as Python calls it."""

    def __init__(self, name: str, variants: dict[tuple[int, ...], _Variant]) -> None:
        self._name, self._variants = name, variants

    def __call__(self, *arguments: Any) -> Any:
        if not self._variants:
            raise RuntimeError(f"{self._name} is not among the kernels of {folder()}")
        variant = self._variants.get(tuple(one.kind.size for one in arguments if hasattr(one, "kind")))
        if variant is None:
            raise TooLargeError("no kernel was compiled beforehand for a board with so many lines")
        return variant(arguments)


class _Variant:
    """A kernel for records of one size."""

    def __init__(self, about: Any) -> None:
        self._about = about
        self._code: Any = None
        self._answers = (ctypes.c_int64 * MOST_ANSWERS)()
        self._unsigned = (ctypes.c_uint64 * MOST_ANSWERS).from_buffer(self._answers)

    def __call__(self, arguments: Sequence[Any]) -> Any:
        code = self._code or self._load()
        kinds = self._about["arguments"]
        words = [word for kind, one in zip(kinds, arguments, strict=True) for word in _words(kind, one)]
        status = code(self._answers, *words)
        if status:
            raise RuntimeError(f"{self._about['symbol']}: status {status}")
        codes = self._about["answers"]
        answers = tuple(map(self._answer, range(len(codes)), codes))
        return answers if self._about["tuple"] else answers[0] if answers else None

    def _answer(self, i: int, code: str) -> int:
        return (
            bool(self._answers[i]) if code == "b" else self._unsigned[i] if code == "u" else self._answers[i]
        )

    def _load(self) -> Any:
        self._code = getattr(_file(self._about["file"]), self._about["symbol"])
        self._code.restype = ctypes.c_int32
        self._code.argtypes = [
            ctypes.c_void_p,
            *(kind for one in self._about["arguments"] for kind in _kinds(one)),
        ]
        return self._code


def _kinds(kind: Any) -> Iterator[Any]:
    """The types of C that an argument takes."""
    if isinstance(kind, list):
        for member in kind:
            yield from _kinds(member)
    elif kind == "record":
        yield ctypes.c_void_p
    elif kind == "number":
        yield ctypes.c_int64
    else:
        yield from (ctypes.c_void_p, *[ctypes.c_int64] * kind)


def _words(kind: Any, argument: Any) -> Iterator[int]:
    """An argument as numbers: itself, an address, an address with a shape, or its members one after the other."""
    if kind == "number":
        yield argument
    elif kind == "record":
        yield argument.address
    elif isinstance(kind, list):
        for member, one in zip(kind, argument, strict=True):
            yield from _words(member, one)
    else:
        yield argument.address
        yield from getattr(argument, "shape", (1,))
