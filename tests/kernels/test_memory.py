"""Arrays and records of kernels hold what NumPy's hold, at the same places."""

import ctypes

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.engine.kernels import lines
from noughts.kernels import memory
from noughts.kernels.memory import ALIGNMENT, FORMATS, HUGE, MAPPED, Record, RecordType, array, runs, zeros
from noughts.solver.search.kernels import fields

CODES = st.sampled_from([*FORMATS])
SHAPES = st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple)


def numbers(code):
    """Any number of a type."""
    if code == "f8":
        return st.floats(allow_nan=False)
    return st.integers(np.iinfo(code).min, np.iinfo(code).max)


@st.composite
def arrays(draw):
    """An array with some numbers, and the same of NumPy's."""
    code, shape = draw(CODES), draw(SHAPES)
    theirs = np.zeros(shape, code)
    size = theirs.size
    theirs.flat = draw(st.lists(numbers(code), min_size=size, max_size=size))
    ours = zeros(shape, code)
    ours[:] = theirs.tolist()
    return ours, theirs


def slices(length):
    """Slices of rows that lie side by side, which may end beyond the last."""
    ends = st.none() | st.integers(-length - 2, length + 2)
    return st.builds(slice, ends, ends)


@st.composite
def keys(draw, shape):
    """A number of a row, a slice of rows, or some numbers of which the last may be a slice."""
    count = draw(st.integers(1, len(shape)))
    for length in shape[: count - 1]:
        if not length:
            return slice(None)
    rows = [draw(st.integers(-length, length - 1)) for length in shape[: count - 1]]
    length = shape[count - 1]
    last = draw(slices(length) | st.integers(-length, length - 1) if length else slices(length))
    return (*rows, last) if rows else last


def same(ours, theirs):
    """Assert that an array, a memoryview of numbers or a number is what NumPy has."""
    if isinstance(ours, int | float):
        assert ours == theirs
        return
    assert np.asarray(ours).dtype == theirs.dtype
    assert np.asarray(ours).shape == theirs.shape
    assert ours.tolist() == theirs.tolist()
    assert ours.tobytes() == theirs.tobytes()
    assert len(ours) == len(theirs)


@given(st.data())
def test_parts_of_arrays_are_read_as_numpys(data):
    """A number, a row, rows, and numbers of a row are those of NumPy's array, and so are all in turn."""
    ours, theirs = data.draw(arrays())
    same(ours, theirs)
    key = data.draw(keys(theirs.shape))
    same(ours[key], theirs[key])
    for our_row, their_row in zip(ours, theirs, strict=True):
        same(our_row, their_row)
    assert bytes(ours.data) == theirs.tobytes()


@given(st.data())
def test_parts_of_arrays_are_written_as_numpys(data):
    """A number, or nested sequences of numbers, go where NumPy puts them; nothing else changes."""
    ours, theirs = data.draw(arrays())
    for _ in range(3):
        key = data.draw(keys(theirs.shape))
        several = theirs[key].copy() if np.shape(theirs[key]) and data.draw(st.booleans()) else None
        if several is None:
            ours[key] = theirs[key] = data.draw(numbers(ours.dtype))
        else:
            several.flat = data.draw(
                st.lists(numbers(ours.dtype), min_size=several.size, max_size=several.size)
            )
            ours[key] = several.tolist()
            theirs[key] = several
        same(ours, theirs)


@given(st.data())
def test_parts_share_the_memory(data):
    """A number written to a part, or by NumPy, is in the array; a part ends where the array does."""
    ours, theirs = data.draw(arrays())
    rows = data.draw(slices(len(theirs)).filter(lambda rows: None not in (rows.start, rows.stop)))
    part = ours.rows(rows.start, rows.stop)
    same(part, theirs[rows])
    part[:] = theirs[rows] = data.draw(numbers(ours.dtype))
    same(ours, theirs)
    if theirs.size:
        place = (0,) * theirs.ndim
        np.asarray(ours)[place] = theirs[place] = data.draw(numbers(ours.dtype))
        same(ours, theirs)


@given(st.data())
def test_kernels_get_the_address_and_the_lengths(data):
    """The descriptor that a kernel takes holds the address of the first number and the length of each dimension."""
    ours, theirs = data.draw(arrays())
    rows = data.draw(slices(len(theirs)))
    part = ours.rows(*rows.indices(len(theirs))[:2])
    descriptor = (ctypes.c_int64 * (1 + theirs.ndim)).from_address(part._as_parameter_)
    assert [*descriptor] == [part.address, *theirs[rows].shape]
    if theirs[rows].size:
        assert np.asarray(part).ctypes.data == part.address


@given(st.data())
def test_another_count_of_numbers_is_rejected(data):
    """Rows, or a part of a row, are filled with as many numbers as they have."""
    ours, theirs = data.draw(arrays())
    key = data.draw(keys(theirs.shape).filter(lambda key: np.shape(theirs[key])))
    count = theirs[key].size + data.draw(st.integers(1, 3))
    value = [0] * count
    for _ in theirs[key].shape[1:]:
        value = [value]
    with pytest.raises(ValueError, match=f"{count} numbers for {theirs[key].size} places"):
        ours[key] = value
    same(ours, theirs)


@given(st.data())
def test_numbers_outside_are_rejected(data):
    """A number before the first or after the last of a dimension is no place, in whichever dimension."""
    ours, theirs = data.draw(arrays())
    key = [data.draw(st.integers(-length - 2, length + 1)) for length in theirs.shape]
    if all(-length <= number < length for length, number in zip(theirs.shape, key, strict=True)):
        key[-1] = theirs.shape[-1]
    place = tuple(key) if len(key) > 1 else key[0]
    with pytest.raises(IndexError):
        ours[place]
    with pytest.raises(IndexError):
        ours[place] = 0
    same(ours, theirs)


@pytest.mark.parametrize("shape", [(4,), (4, 2)])
def test_rows_with_others_between_them_are_not_filled(shape):
    """A slice with a step is rejected where it would be filled, or be an array for kernels."""
    ours = zeros(shape, "i8")
    with pytest.raises(ValueError, match="a step of 2"):
        ours[::2] = 1
    assert not np.asarray(ours).any()
    if len(shape) > 1:
        with pytest.raises(ValueError, match="a step of -1"):
            ours[::-1]


@pytest.mark.parametrize("size", [0, 8, MAPPED - 8, MAPPED, MAPPED + 8, HUGE, HUGE + 8])
def test_arrays_of_every_size_are_zeros_of_their_own(size):
    """Small or large, two arrays are zeros from the beginning of a cache line on, and share nothing."""
    one, other = (zeros((size // 8, 1), "u8") for _ in range(2))
    assert not np.asarray(one).any()
    one[:] = 1 << 63
    assert (one.shape, one.data.nbytes, one.address % ALIGNMENT) == ((size // 8, 1), size, 0)
    assert not np.asarray(other).any()


def test_memory_outlives_its_array():
    """A row, or what NumPy made of an array, can be used after the array is gone."""
    row, view = zeros((2, MAPPED), "u1")[1], np.asarray(zeros(MAPPED, "u1"))
    assert not any(row)
    assert not view.any()


def test_too_little_memory_is_an_error():
    """More memory than any machine has is a MemoryError that says how much."""
    with pytest.raises(MemoryError, match="1,152,921,504,606,846,976 bytes"):
        zeros(1 << 60, "u1")


def test_arrays_are_made_of_sequences():
    """Numbers, rows of numbers, or none."""
    same(memory.array([1, -2], "i4"), np.array([1, -2], "i4"))
    same(memory.array([(1, 2), (3, 4), (5, 6)], "u2"), np.array([(1, 2), (3, 4), (5, 6)], "u2"))
    same(memory.array([], "i8"), np.array([], "i8"))


def test_lists_are_joined():
    """Runs are where each list begins, where the last ends, and all numbers; a list may be empty."""
    starts, joined = runs([[3, 4], [], [5]])
    assert (starts.tolist(), joined.tolist()) == ([0, 2, 2, 3], [3, 4, 5])


LAYOUTS = st.lists(
    st.tuples(CODES) | st.tuples(CODES, st.integers(1, 5)) | st.tuples(CODES, SHAPES.filter(np.prod)),
    min_size=1,
)


def layout_in_c(described):
    """Offset, code and shape of each member of a struct of C with these fields, and its size."""
    kind = np.dtype([tuple(field) for field in described], align=True)
    found = {name: (at, field.base.str[1:], field.shape) for name, (field, at) in kind.fields.items()}
    return found, kind.itemsize


@given(LAYOUTS)
def test_records_lie_as_in_c(kinds):
    """Each field is where a struct of C has it, and the record is as long."""
    described = [(f"field{number}", *kind) for number, kind in enumerate(kinds)]
    kind = RecordType(described)
    assert (kind.fields, kind.size) == layout_in_c(described)


@pytest.mark.parametrize("kind", [*lines.GEO, *lines.STATE, *fields.GEO, *fields.STATE])
def test_the_records_of_kernels_lie_as_in_c(kind):
    """So do the records of boards and searches."""
    described = [(name, code, shape) for name, (_, code, shape) in kind.fields.items()]
    assert (kind.fields, kind.size) == layout_in_c(described)


@given(LAYOUTS, st.data())
def test_a_record_is_read_as_it_lies(kinds, data):
    """Numbers written to fields are in the record's memory as C reads them, and are read again."""
    described = [(f"field{number}", *kind) for number, kind in enumerate(kinds)]
    one, theirs = Record(RecordType(described)), np.zeros((), np.dtype(described, align=True))
    for name, code, *_ in described:
        number = data.draw(numbers(code))
        setattr(one, name, number)
        theirs[name] = number
    assert ctypes.string_at(one.address, theirs.nbytes) == theirs.tobytes()
    assert one._as_parameter_ == one.address
    for name, *_ in described:
        assert np.asarray(getattr(one, name)).tolist() == theirs[name].tolist()
        same(one[name], np.atleast_1d(theirs[name]))


def test_fields_of_a_record_are_arrays_in_its_memory():
    """A field in brackets is an array, of one number too; arrays are filled, and changed in place."""
    one = Record(RecordType([("few", "i2"), ("row", "u8", 3), ("table", "i4", (2, 2)), ("flag", "u1")]))
    one.few, one.row, one.table[1, 0] = -7, (1, 2, 1 << 63), 5
    one.row[0] |= 6
    one["flag"][0] = 1
    assert (one.few, one.row.tolist(), one.table.tolist()) == (-7, [7, 2, 1 << 63], [[0, 0], [5, 0]])
    assert one.flag == 1
    with pytest.raises(ValueError, match="2 numbers for 3 places"):
        one.row = 1, 2
    with pytest.raises(ValueError, match="format 'h'"):
        one.few = 1 << 15


def test_a_record_has_no_other_fields():
    """A name that is no field is an AttributeError, read or written."""
    one = Record(RecordType([("few", "i2")]))
    with pytest.raises(AttributeError):
        assert one.nothing
    with pytest.raises(AttributeError):
        one.nothing = 1


@pytest.mark.parametrize("rows", [[[1, 2], [3], [4, 5, 6]], [[[1], [2]], [[3, 4], []]]])
def test_rows_of_different_lengths_are_refused(rows):
    """Their numbers may fit in total, but they would be in other rows."""
    with pytest.raises(ValueError, match="rows of an array must have one length, got lengths"):
        array(rows, "i8")
