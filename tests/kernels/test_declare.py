"""Declared kernels have the types of their annotations, and reject other arguments."""

import ctypes
import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules
from types import SimpleNamespace
from typing import Annotated, Any, NamedTuple

import pytest

from noughts.engine.encode_board import geometry, state
from noughts.engine.kernels import lines
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.kernels.declare import ArrayType, Entry, Ints, NamedTupleType, Signature, Word, Words, is_record
from noughts.kernels.library import GROUPS
from noughts.kernels.memory import Record, RecordType, zeros
from noughts.solver.search.kernels import fields
from noughts.solver.small import retrograde
from tests import inner_kernels

BOARD = Board.parse("4x3x3")
SMALL, LARGE = (RecordType([("numbers", "i8", 4 << number)], number) for number in range(2))
BOTH = (SMALL, LARGE)
ROWS = ArrayType("i4", 2)


class Pair(NamedTuple):
    """Members of a kernel's argument."""

    numbers: Ints
    rows: Annotated[Any, ROWS]


def numbers(count: int, is_first: bool, word: Word) -> Word:
    """A kernel of numbers."""


def arrays(words: Words, pair: Pair) -> bool:
    """A kernel of arrays."""


def records(one: Annotated[Any, BOTH], other: Annotated[Any, BOTH], cell: int) -> tuple[int, Word, bool]:
    """A kernel of records, with several results."""


def nothing(cell: Annotated[Any, int]) -> None:
    """A kernel without a result."""


I64, U64, POINTER = ctypes.c_int64, ctypes.c_uint64, ctypes.c_void_p


@pytest.mark.parametrize(
    ("function", "arguments", "results", "argtypes", "restype"),
    [
        (numbers, (int, bool, "u8"), "u8", [I64, I64, I64], U64),
        (
            arrays,
            (ArrayType("u8"), NamedTupleType(Pair, (ArrayType("i8"), ROWS))),
            bool,
            [POINTER, POINTER, POINTER],
            ctypes.c_bool,
        ),
        (records, (BOTH, BOTH, int), (int, "u8", bool), [POINTER, POINTER, POINTER, I64], None),
        (nothing, (int,), None, [I64], None),
    ],
)
def test_annotations_are_types(function, arguments, results, argtypes, restype):
    """Members are taken one after the other; several results are written where the first argument says."""
    signature = Signature.of(function)
    assert (signature.arguments, signature.results) == (arguments, results)
    bound = signature.bind(SimpleNamespace())
    assert (bound.argtypes, bound.restype) == (argtypes, restype)


def test_a_kernel_has_a_function_for_each_capacity():
    """Its symbol is the kernel's full name, with the number of the capacity where there are several."""
    name = f"{__name__.replace('.', '_')}_"
    assert [Signature.of(records).symbol(number) for number in range(2)] == [
        f"{name}records_0",
        f"{name}records_1",
    ]
    assert Signature.of(numbers).symbol(0) == f"{name}numbers"


def declared():
    """All kernels of noughts that Python calls."""
    for group in GROUPS.values():
        for name in group.modules:
            module = import_module(name)
            inner = [
                import_module(f"{name}.{each.name}") for each in iter_modules(getattr(module, "__path__", ()))
            ]
            for each in (module, *inner):
                yield from (one for one in vars(each).values() if type(one) is Entry)


def test_every_entry_is_in_its_library():
    """Each kernel that Python calls has a function for each capacity, which is chosen by its first argument."""
    found = {*declared()}
    assert len(found) > 20
    for entry in found:
        signature = Signature.of(entry.function)
        assert signature.capacities == 1 or is_record(signature.arguments[0])
        for capacity in range(signature.capacities):
            assert entry._c_function(signature, capacity)


def good_and_bad():
    """Entries with good arguments, and others in their places."""
    geo, position = geometry(BOARD), state(Position.start(BOARD))
    owns = retrograde.Owns(zeros((1, 1), "u1"), zeros((1, 10), "u1"), zeros((1, 9), "i4"))
    other = retrograde.Owns(zeros((1, 1), "u1"), zeros((1, 10), "u1"), zeros((1, 9), "i8"))
    solver = [Record(kind) for kind in fields.STATE]
    rank = zeros(512, "i4")
    return [
        (
            lines.completions,
            (geo, position, 0),
            {0: [position, solver[0], None, geo["first"]], 1: [geo, solver[1]]},
        ),
        (lines.completions, (geo, position, 0), {2: [0.0, None, "0", zeros(1, "i8")]}),
        (
            retrograde.list_moves,
            (zeros(1, "i8"), rank, owns),
            {0: [rank, zeros((1, 1), "i8"), [0], zeros(1, "u8")]},
        ),
        (retrograde.list_moves, (zeros(1, "i8"), rank, owns), {2: [other]}),
    ]


CASES = [
    (entry, arguments, place, bad)
    for entry, arguments, others in good_and_bad()
    for place, each in others.items()
    for bad in each
]


@pytest.mark.parametrize(("entry", "arguments", "place", "bad"), CASES)
def test_the_first_call_checks_the_types(entry, arguments, place, bad):
    """A record, an array or a number of another type is a TypeError that names the kernel; good ones are taken."""
    fresh = Entry(entry.function)
    with pytest.raises(TypeError, match=entry.__name__):
        fresh(*arguments[:place], bad, *arguments[place + 1 :])
    fresh(*arguments)


@pytest.mark.parametrize("count", [0, 2, 4])
def test_the_first_call_counts_the_arguments(count):
    """Another number of arguments is a TypeError that says how many there are."""
    _, arguments, _ = good_and_bad()[0]
    fresh = Entry(lines.completions.function)
    with pytest.raises(TypeError, match=f"takes 3 arguments, got {count}"):
        fresh(*(*arguments, 0)[:count])
    fresh(*arguments)


def test_records_of_one_call_have_one_capacity():
    """A kernel of a large capacity would read beyond the end of a small record."""
    signature = Signature("kernel", (fields.GEO, fields.STATE), None, 2)
    for capacity in range(2):
        signature.check((Record(fields.GEO[capacity]), Record(fields.STATE[capacity])))
    with pytest.raises(TypeError, match=r"kernel got records of different capacities: \[0, 1\]"):
        signature.check((Record(fields.GEO[0]), Record(fields.STATE[1])))


CALLED = """
from noughts.engine.encode_board import state
from noughts.engine.kernels.lines import pass_turn
from noughts.game.position import Position
pass_turn(state(Position.start()))
"""


def test_other_kernels_cannot_be_called():
    """A kernel that only kernels call is in no library of noughts."""
    done = subprocess.run([sys.executable, "-c", CALLED], capture_output=True, text=True, check=False)
    expected = "RuntimeError: noughts.engine.kernels.lines.pass_turn can be called by kernels only"
    assert done.stderr.splitlines()[-1] == expected


def test_tests_can_call_those_that_are_listed(tmp_path, monkeypatch):
    """A kernel that is not listed, and a library that was not built, are errors that say what to do."""
    with pytest.raises(RuntimeError, match=r"lines.spread is not listed in tests/inner_kernels.py"):
        lines.spread(geometry(BOARD), state(Position.start(BOARD)), 0, 0, 0)
    monkeypatch.setattr(inner_kernels, "_FOLDER", tmp_path)
    with pytest.raises(RuntimeError, match=r"build it: python -m tests.inner_kernels"):
        inner_kernels._library.__wrapped__(GROUPS["engine"])
