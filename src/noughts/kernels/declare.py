"""Declare kernels: functions of plain loops and numbers that are compiled ahead of time.

The builder (``python -m kernels build``, in the repository) compiles them into a library for each platform, and Python
calls the library through ``ctypes``. Annotations declare the types of all arguments and of the result:

    int                      signed, 64 bits
    bool                     true or false
    Word                     unsigned, 64 bits
    Ints, Words, Bytes ...   an array of one dimension or, by ``ArrayType``, of more
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
class ArrayType:
    """The type of an array: the type of its numbers, as ``i8``, and the number of dimensions."""

    dtype: str
    dimensions: int = 1


@dataclass(frozen=True, slots=True)
class NamedTupleType:
    """The type of a NamedTuple: its class and the types of its members."""

    named_tuple: Any
    kinds: tuple[Any, ...]


Word: TypeAlias = Annotated[Any, "u8"]
Ints: TypeAlias = Annotated[Any, ArrayType("i8")]
IntRows: TypeAlias = Annotated[Any, ArrayType("i8", 2)]
Words: TypeAlias = Annotated[Any, ArrayType("u8")]
WordRows: TypeAlias = Annotated[Any, ArrayType("u8", 2)]
Bytes: TypeAlias = Annotated[Any, ArrayType("u1")]
ByteRows: TypeAlias = Annotated[Any, ArrayType("u1", 2)]


def kernel(function: F) -> F:
    """Declare a function that only kernels call."""
    return cast(F, Inner(function))


def entry(function: F) -> F:
    """Declare a kernel that Python calls, too, with positional arguments. It runs without the interpreter lock.

    Types are checked at the first call only: a call takes a microsecond, and checking would double that. Afterwards a
    wrong argument can crash the process, as in C.
    """
    return cast(F, Entry(function))


def shared(function: F) -> F:
    """Declare a function that is compiled into the kernels that call it, and that Python calls as it is."""
    return function


def intrinsic(instruction: str) -> Callable[[F], F]:
    """Declare a function of a word that kernels replace with this LLVM instruction; Python calls it as it is."""
    del instruction  # only the compiler's version of this decorator needs it
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
        signature.check(arguments)
        functions = [self._c_function(signature, capacity) for capacity in range(signature.capacities)]
        self._call = _caller(signature, functions)
        return self._call(*arguments)

    def _c_function(self, signature: Signature, capacity: int) -> Any:
        """Return the library's function for a capacity. Raises MissingError, or AttributeError if it has none."""
        symbol = signature.symbol(capacity)
        return signature.bind(library.function(self.function.__module__, symbol, capacity))


class Inner(Entry):
    """A kernel that only kernels call: no library has a function for it."""

    def _c_function(self, signature: Signature, capacity: int) -> Any:
        raise RuntimeError(f"{signature.name} can be called by kernels only")


@dataclass(frozen=True)
class Signature:
    """The types of a kernel: ``int``, ``bool``, "u8", ``ArrayType``, record types by capacity, or ``NamedTupleType``.

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
        capacities = max((len(kind) for kind in arguments if is_record(kind)), default=1)
        return cls(f"{function.__module__}.{function.__qualname__}", tuple(arguments), result, capacities)

    def symbol(self, capacity: int) -> str:
        """Return the name of the library's function for a capacity."""
        name = self.name.replace(".", "_")
        return f"{name}_{capacity}" if self.capacities > 1 else name

    @property
    def has_several_results(self) -> bool:
        """True if the result is a tuple."""
        return type(self.results) is tuple

    def bind(self, function: Any) -> Any:
        """Give a function of a library its types; return it.

        Several results are written to memory whose address is an additional first argument.
        """
        results = {None: None, int: ctypes.c_int64, bool: ctypes.c_bool, "u8": ctypes.c_uint64}
        function.restype = None if self.has_several_results else results[self.results]
        function.argtypes = [ctypes.c_void_p] * self.has_several_results + [
            ctypes.c_int64 if kind in (int, bool, "u8") else ctypes.c_void_p for kind in _flat(self.arguments)
        ]
        return function

    def check(self, arguments: Sequence[Any]) -> None:
        """Raise TypeError unless arguments are of the declared types, their records all of one capacity."""
        if len(arguments) != len(self.arguments):
            raise TypeError(f"{self.name} takes {len(self.arguments)} arguments, got {len(arguments)}")
        for number, (kind, argument) in enumerate(zip(self.arguments, arguments, strict=True), 1):
            if not _fits(kind, argument):
                raise TypeError(
                    f"argument {number} of {self.name} must be {_described(kind)}, got {argument!r}"
                )
        capacities = {a.capacity for k, a in zip(self.arguments, arguments, strict=True) if is_record(k)}
        if len(capacities) > 1:
            raise TypeError(f"{self.name} got records of different capacities: {sorted(capacities)}")


def is_record(kind: Any) -> bool:
    """Return whether a type is that of a record."""
    return type(kind) is tuple and isinstance(kind[0], RecordType)


def _fits(kind: Any, argument: Any) -> bool:
    """Return whether an argument is of a declared type."""
    if is_record(kind):
        return isinstance(argument, Record) and argument.kind in kind
    if isinstance(kind, ArrayType):
        return isinstance(argument, Array) and kind == ArrayType(argument.dtype, len(argument.shape))
    if isinstance(kind, NamedTupleType):
        return isinstance(argument, kind.named_tuple) and all(map(_fits, kind.kinds, argument))
    return isinstance(argument, int)


def _described(kind: Any) -> str:
    """Return what an argument of a declared type is."""
    if is_record(kind):
        return f"a record of {kind[0]}"
    if isinstance(kind, ArrayType):
        return f"an array of {kind.dimensions} dimensions of {kind.dtype}"
    if isinstance(kind, NamedTupleType):
        return f"{kind.named_tuple.__name__} of {', '.join(map(_described, kind.kinds))}"
    return "an int"


def _kind(hint: Any) -> Any:
    """Return what a type hint declares."""
    if metadata := getattr(hint, "__metadata__", None):
        return metadata[0]
    if hasattr(hint, "_fields"):
        return NamedTupleType(hint, tuple(map(_kind, get_type_hints(hint, include_extras=True).values())))
    if members := get_args(hint):
        return tuple(map(_kind, members))
    return None if hint is type(None) else hint


def _flat(kinds: Sequence[Any]) -> Iterator[Any]:
    """Yield types, those of a NamedTuple's members in its place."""
    for kind in kinds:
        yield from kind.kinds if isinstance(kind, NamedTupleType) else (kind,)


def _caller(signature: Signature, functions: list[Any]) -> Callable[..., Any]:
    """Return a function that calls a kernel: the library's own, if nothing has to be done before or after."""
    call: Callable[..., Any] = functions[0]
    if signature.has_several_results:
        call = _with_results(signature, functions)
    elif len(functions) > 1:

        def call(first: Any, *others: Any) -> Any:
            return functions[first.capacity](first, *others)

    if any(isinstance(kind, NamedTupleType) for kind in signature.arguments):
        return lambda *arguments: call(
            *chain.from_iterable(a if isinstance(a, tuple) else (a,) for a in arguments)
        )
    return call


def _with_results(signature: Signature, functions: list[Any]) -> Callable[..., Any]:
    """Return a function that calls a kernel with several results, which it writes to memory."""
    memory = ctypes.c_int64 * len(signature.results)
    converters: list[Any] = [{int: int, bool: bool, "u8": _unsigned}[kind] for kind in signature.results]

    def call(first: Any, *others: Any) -> Any:
        results = memory()
        functions[first.capacity if len(functions) > 1 else 0](results, first, *others)
        return tuple([convert(number) for convert, number in zip(converters, results, strict=True)])

    return call


def _unsigned(number: int) -> int:
    return number & (1 << 64) - 1
