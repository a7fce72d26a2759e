"""Declaration of kernels: functions of plain loops and numbers, compiled ahead of time.

The builder (``python -m kernels build``, in the repository) compiles them into a library for each platform, and Python
calls the library through ``ctypes``. The annotations of a kernel declare the types of its arguments and its result:

    int                      signed, 64 bits
    bool                     true or false
    Word                     unsigned, 64 bits
    Ints, Words, Bytes ...   an array of one dimension or, by ``Rows``, of more
    Annotated[Any, TYPES]    a record of one of these ``RecordType``, one for each capacity that is compiled
    a NamedTuple of these    its members, one after the other
    tuple[int, Word]         several results

S. K. Lam, A. Pitrou, S. Seibert, Numba: a LLVM-based Python JIT compiler, LLVM-HPC 2015.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import update_wrapper
from itertools import chain
from typing import Annotated, Any, TypeAlias, TypeVar, cast, get_args, get_type_hints

from noughts.kernels import library
from noughts.kernels.memory import Array, Record, RecordType

F = TypeVar("F", bound=Callable[..., object])


@dataclass(frozen=True, slots=True)
class Rows:
    """The type of an array: the code of its numbers and how many dimensions it has."""

    code: str
    dimensions: int = 1


@dataclass(frozen=True, slots=True)
class Members:
    """The type of a NamedTuple: its class and the types of its members."""

    named_tuple: Any
    kinds: tuple[Any, ...]


Word: TypeAlias = Annotated[Any, "u8"]
Ints: TypeAlias = Annotated[Any, Rows("i8")]
IntRows: TypeAlias = Annotated[Any, Rows("i8", 2)]
Words: TypeAlias = Annotated[Any, Rows("u8")]
WordRows: TypeAlias = Annotated[Any, Rows("u8", 2)]
Bytes: TypeAlias = Annotated[Any, Rows("u1")]
ByteRows: TypeAlias = Annotated[Any, Rows("u1", 2)]


def kernel(function: F) -> F:
    """Declare a function that only kernels call."""
    return cast(F, Inner(function))


def entry(function: F) -> F:
    """Declare a kernel that Python calls, too. It runs without the global interpreter lock."""
    return cast(F, Entry(function))


def shared(function: F) -> F:
    """Declare a function that kernels take in and that Python calls as it is."""
    return function


def intrinsic(instruction: str) -> Callable[[F], F]:
    """Declare a function of a word for which kernels have this instruction of LLVM; Python calls it as it is."""
    del instruction
    return shared


class Entry:
    """A compiled kernel, found in its library at the first call.

    Raises MissingError at that call where the library was not built.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.function = function
        self._call: Callable[..., Any] = self._bind

    def __call__(self, *arguments: Any) -> Any:
        return self._call(*arguments)

    def _bind(self, *arguments: Any) -> Any:
        signature = Signature.of(self.function)
        count = len(signature.arguments)
        if len(arguments) != count:
            raise TypeError(f"{signature.name} takes {count} arguments, got {len(arguments)}")
        for kind, argument in zip(signature.arguments, arguments, strict=True):
            check(signature.name, kind, argument)
        codes = [self._code(signature, capacity) for capacity in range(signature.capacities)]
        self._call = _caller(signature, codes)
        return self._call(*arguments)

    def _code(self, signature: Signature, capacity: int) -> Any:
        """Return the library's function for a capacity. Raises MissingError, or AttributeError if it has none."""
        code = library.function(self.function.__module__, signature.symbol(capacity), capacity)
        code.restype = signature.c_result
        code.argtypes = [*signature.c_arguments]
        return code


class Inner(Entry):
    """A kernel that no library has a function of its own for."""

    def _code(self, signature: Signature, capacity: int) -> Any:
        raise RuntimeError(f"{signature.name} can be called by kernels only")


@dataclass(frozen=True)
class Signature:
    """The types of a kernel: ``int``, ``bool``, "u8", ``Rows``, record types by capacity, or ``Members``.

    ``results`` is a type, None where there is no result, or a tuple of types where there are several.
    """

    name: str
    arguments: tuple[Any, ...]
    results: Any
    capacities: int

    @classmethod
    def of(cls, function: Callable[..., Any]) -> Signature:
        """Return the signature that a function's annotations declare."""
        *arguments, result = map(_kind, get_type_hints(function, include_extras=True).values())
        name = f"{function.__module__}.{function.__qualname__}".replace(".", "_")
        capacities = max((len(kind) for kind in arguments if is_record(kind)), default=1)
        return cls(name, tuple(arguments), result, capacities)

    def symbol(self, capacity: int) -> str:
        """Return the name of the library's function for a capacity."""
        return f"{self.name}_{capacity}" if self.capacities > 1 else self.name

    @property
    def is_nested(self) -> bool:
        """True if an argument is a NamedTuple."""
        return any(isinstance(kind, Members) for kind in self.arguments)

    @property
    def c_result(self) -> Any:
        """The result's type for ctypes; several results are written to memory that the first argument names."""
        types = {int: ctypes.c_int64, bool: ctypes.c_bool, "u8": ctypes.c_uint64}
        return None if self.results is None or type(self.results) is tuple else types[self.results]

    @property
    def c_arguments(self) -> Iterator[Any]:
        """The arguments' types for ctypes."""
        if type(self.results) is tuple:
            yield ctypes.c_void_p
        for kind in flat(self.arguments):
            yield ctypes.c_int64 if kind in (int, bool, "u8") else ctypes.c_void_p


def is_record(kind: Any) -> bool:
    """Return whether a type is that of a record."""
    return type(kind) is tuple and isinstance(kind[0], RecordType)


def check(name: str, kind: Any, argument: Any) -> None:
    """Raise TypeError unless an argument of a kernel is of its declared type."""
    if is_record(kind):
        good = isinstance(argument, Record) and argument.kind in kind
    elif isinstance(kind, Rows):
        good = isinstance(argument, Array) and (argument.code, len(argument.shape)) == (
            kind.code,
            kind.dimensions,
        )
    elif isinstance(kind, Members):
        good = isinstance(argument, kind.named_tuple)
        for member, one in zip(kind.kinds, argument, strict=True) if good else ():
            check(name, member, one)
    else:
        good = isinstance(argument, int)
    if not good:
        raise TypeError(f"{name} takes {kind}, got {argument!r}")


def _kind(hint: Any) -> Any:
    """Return what a type hint declares."""
    if metadata := getattr(hint, "__metadata__", None):
        return metadata[0]
    if hasattr(hint, "_fields"):
        return Members(hint, tuple(map(_kind, get_type_hints(hint, include_extras=True).values())))
    if members := get_args(hint):
        return tuple(map(_kind, members))
    return None if hint is type(None) else hint


def flat(kinds: Sequence[Any]) -> Iterator[Any]:
    """Return types with those of a NamedTuple's members in its place."""
    for kind in kinds:
        if isinstance(kind, Members):
            yield from flat(kind.kinds)
        else:
            yield kind


def _caller(signature: Signature, codes: list[Any]) -> Callable[..., Any]:
    """Return what calls a kernel: the library's function itself, where nothing has to be done before or after."""
    call: Callable[..., Any] = codes[0]
    if type(signature.results) is tuple:
        call = _with_results(signature, codes)
    elif len(codes) > 1:

        def call(first: Any, *others: Any) -> Any:
            return codes[first.capacity](first, *others)

    if signature.is_nested:
        return lambda *arguments: call(
            *chain.from_iterable(a if isinstance(a, tuple) else (a,) for a in arguments)
        )
    return call


def _with_results(signature: Signature, codes: list[Any]) -> Callable[..., Any]:
    """Return what calls a kernel with several results, which it writes to memory."""
    memory = ctypes.c_int64 * len(signature.results)
    convert: list[Any] = [{int: int, bool: bool, "u8": _unsigned}[kind] for kind in signature.results]

    def call(first: Any, *others: Any) -> Any:
        results = memory()
        codes[first.capacity if len(codes) > 1 else 0](results, first, *others)
        return tuple([function(number) for function, number in zip(convert, results, strict=True)])

    return call


def _unsigned(number: int) -> int:
    return number & (1 << 64) - 1
