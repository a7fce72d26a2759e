"""Records and arrays without NumPy lie as those with it, and answer alike."""

import numpy as np
import pytest

from noughts.engine.kernels import lines
from noughts.kernels import memory, plain_memory
from noughts.solver.search.kernels import fields

KINDS = {
    "the engine's board": lines.geo_type,
    "its state": lines.state_type,
    "the solver's board": lambda: fields.geo_type(*fields.COMMON_ROOM),
    "its state, too": lambda: fields.state_type(fields.COMMON_ROOM[0]),
}


@pytest.mark.parametrize("name", KINDS)
def test_every_record_lies_as_numpy_has_it(name, monkeypatch):
    """Each field of each record is at the same place, of the same kind and shape, with NumPy and without."""
    kind = KINDS[name]()
    plain = {}
    monkeypatch.setattr(
        "noughts.kernels.memory.record_type", lambda told: plain.update(kind=plain_memory.RecordType(told))
    )
    for module in (lines, fields):
        monkeypatch.setattr(module, "record_type", memory.record_type)
    make = KINDS[name]
    getattr(make, "__wrapped__", make)()
    theirs = {field: (at, of.base.str[1:], of.shape) for field, (of, at) in kind.fields.items()}
    assert plain["kind"].fields == theirs
    assert plain["kind"].size == kind.itemsize


PAIRS = [
    ((4,), "i8", lambda a: a[1:3]),
    ((4,), "u1", lambda a: a[:0]),
    ((3, 2), "i2", lambda a: a[2]),
    ((3, 2), "u8", lambda a: a[1:]),
    ((2, 3, 2), "i4", lambda a: a[1, 1:]),
    ((2, 3), "f8", lambda a: a),
]


@pytest.mark.parametrize(("shape", "code", "part"), PAIRS)
def test_a_part_is_the_same_memory(shape, code, part):
    """What is written to a part of an array, everywhere or number by number, is in the array, as NumPy has it."""
    ours, theirs = plain_memory.zeros(shape, code), np.zeros(shape, code)
    part(ours)[:] = part(theirs)[:] = 3
    assert ours.tolist() == theirs.tolist()
    numbers = np.arange(part(theirs).size).reshape(part(theirs).shape)
    part(ours)[:] = numbers.tolist()
    part(theirs)[:] = numbers
    assert ours.tolist() == theirs.tolist()
    assert ours.tobytes() == theirs.tobytes()
    assert len(part(ours)) == len(part(theirs))
    assert part(ours).shape == part(theirs).shape
    assert ours.address % 64 == 0


def test_a_record_keeps_what_it_is_told():
    """Numbers and arrays of a record are its attributes; in brackets a field is an array, of one number too."""
    kind = plain_memory.RecordType([("few", "i2"), ("row", "u8", 3), ("table", "i4", (2, 2)), ("flag", "u1")])
    one = plain_memory.PlainRecord(kind)
    one.few, one.row, one.table[1, 0] = -7, (1, 2, 1 << 63), 5
    one.row[0] |= 6
    one["flag"][0] = 1
    assert (one.few, one.row.tolist(), one.table.tolist()) == (-7, [7, 2, 1 << 63], [[0, 0], [5, 0]])
    assert one.flag == 1
    assert len(one["few"]) == 1
    assert one["few"].shape == (1,)
    with pytest.raises(AttributeError):
        assert one.nothing
    with pytest.raises(ValueError, match="2 numbers for 3 places"):
        one.row = 1, 2
    with pytest.raises(OverflowError):
        one.few = 1 << 15


def test_runs_are_lists_one_after_the_other():
    """Where each begins, where the last ends, and all numbers; there may be none."""
    starts, numbers = memory.runs([[3, 4], [], [5]])
    assert (starts.tolist(), numbers.tolist()) == ([0, 2, 2, 3], [3, 4, 5])
    assert plain_memory.array([], "i8").tolist() == []
    assert plain_memory.array([(1, 2), (3, 4)], "u2").tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize("size", [memory.LARGE - 8, memory.LARGE, memory.LARGE + 8])
def test_arrays_of_every_size_are_zeros_of_their_own(size):
    """Small or large, two arrays are zeros from a multiple of 64 bytes on, and share nothing."""
    one, other = (memory.zeros((size // 8, 1), "u8") for _ in range(2))
    assert not one.any()
    one[:] = 1 << 63
    assert (one.shape, one.nbytes, one.ctypes.data % 64) == ((size // 8, 1), size, 0)
    assert not other.any()


def test_memory_that_is_not_there_is_told():
    """More than any machine has is a MemoryError."""
    with pytest.raises(MemoryError):
        memory.zeros(1 << 60, "u1")
