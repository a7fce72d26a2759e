"""The transposition table, shared by the workers without locks: its row, and how rows are found and replaced.

A row is four words, four rows a bucket (two cache lines of 64 bytes). Its fields are packed and unpacked here and
nowhere else, by functions that kernels and Python call alike, on one word or on an array of them:

    word      field    bits
    CHECK     check    64    key ^ the other words, turned: a row torn by two writers, or damaged, matches no key
    NUMBERS   pn       24    proof number; a word of 0 is an empty row, for pn and dn are never 0 both
              dn       24    disproof number
              work      8    top of the word: logarithm to the base 4/3 of the expansions below
    ZONE      zone    128    of a settled node in its canonical frame; all ones: none known

Replacement: the same key, else an empty row, else the row whose subtree took the least work.
Source of the check: Hyatt and Mann, A lock-less transposition-table implementation, ICGA Journal 25 (2002) 36-39.
"""

from __future__ import annotations

from typing import Any

from noughts.kernels.declare import Word, entry, kernel, shared
from noughts.solver.search.kernels import state
from noughts.solver.search.kernels.bits import I64, ONE, ZERO, U
from noughts.solver.search.kernels.fields import State
from noughts.solver.search.kernels.state import Table

CHECK, NUMBERS, ZONE = 0, 1, 2
WIDTH = 4  # words of a row
ROW = 8 * WIDTH  # bytes
BUCKET = 4  # rows
MOST_WORK = 255
_DN_AT, _WORK_AT, _NUMBER = U(24), U(56), U((1 << 24) - 1)


@shared
def pack(pn: int, dn: int, work: int) -> Word:
    """The word of numbers; work is the logarithm."""
    return U(pn) | (U(dn) << _DN_AT) | (U(work) << _WORK_AT)


@shared
def pn_of(numbers: Word) -> Any:
    """The proof number in a word of numbers."""
    return I64(numbers & _NUMBER)


@shared
def dn_of(numbers: Word) -> Any:
    """The disproof number."""
    return I64((numbers >> _DN_AT) & _NUMBER)


@shared
def work_of(numbers: Word) -> Any:
    """The logarithm of the work."""
    return I64(numbers >> _WORK_AT)


@shared
def key_in(check: Word, numbers: Word, z0: Word, z1: Word) -> Word:
    """The key of a row with these words; given the key, its check."""
    return check ^ numbers ^ (z0 << ONE) ^ (z0 >> U(63)) ^ (z1 << U(2)) ^ (z1 >> U(62))


@shared
def bucket_of(key: Word, rows: int) -> Any:
    """The first row of a key's bucket in a table of so many rows."""
    return I64(key & U(rows - BUCKET))


@shared
def logarithm(work: int) -> int:
    """To the base 4/3, of a number of expansions."""
    log = 0
    while work > 0 and log < MOST_WORK:
        work = (work * 3) >> 2
        log += 1
    return log


@kernel
def key_at(tt: Table, i: int) -> Word:
    """The key of row i."""
    return key_in(tt[i, CHECK], tt[i, NUMBERS], tt[i, ZONE], tt[i, ZONE + 1])


@kernel
def probe(tt: Table, key: Word) -> int:
    """The row of a key, or -1."""
    b = bucket_of(key, tt.shape[0])
    for i in range(b, b + BUCKET):
        if tt[i, NUMBERS] != ZERO and key_at(tt, i) == key:
            return i
    return -1


@kernel
def numbers_at(tt: Table, i: int) -> tuple[int, int]:
    """Both proof numbers of row i."""
    x = tt[i, NUMBERS]
    return pn_of(x), dn_of(x)


@kernel
def zone_at(tt: Table, i: int) -> tuple[Word, Word]:
    """The zone of row i, in its canonical frame."""
    return tt[i, ZONE], tt[i, ZONE + 1]


@kernel
def victim(tt: Table, key: Word) -> int:
    """The row to write: the same key, else an empty one, else the one whose subtree cost least."""
    b = bucket_of(key, tt.shape[0])
    at = b
    least = 1 << 30
    for i in range(b, b + BUCKET):
        if tt[i, NUMBERS] == ZERO or key_at(tt, i) == key:
            return i
        work = work_of(tt[i, NUMBERS])
        if work < least:
            least = work
            at = i
    return int(at)


@kernel
def store(tt: Table, key: Word, pn: int, dn: int, z0: Word, z1: Word, work: int) -> None:
    """Write a row; `work` is the number of expansions below."""
    at = victim(tt, key)
    if pn != 0 and dn != 0 and tt[at, NUMBERS] != ZERO and key_at(tt, at) == key:
        old_pn, old_dn = numbers_at(tt, at)
        if old_pn == 0 or old_dn == 0:
            return  # another worker has settled it meanwhile
    x = pack(pn, dn, logarithm(work))
    tt[at, NUMBERS] = x
    tt[at, ZONE] = z0
    tt[at, ZONE + 1] = z1
    tt[at, CHECK] = key_in(key, x, z0, z1)


@kernel
def key_of(s: State, v: int, frame: int, side: int) -> Word:
    """Key of the state at level v seen in a symmetry, with this side to move."""
    k = s.h[v, frame]
    if side == state.SECOND:
        k ^= U(0x9E3779B97F4A7C15)
    return k | ONE


@entry
def spread(tt: Table, rows: Table) -> None:
    """Puts the rows that are not empty into their buckets, the last first: a free place each, while there is one."""
    for i in range(rows.shape[0] - 1, -1, -1):
        if rows[i, NUMBERS] == ZERO:
            continue
        b = bucket_of(key_at(rows, i), tt.shape[0])
        for at in range(b, b + BUCKET):
            if tt[at, NUMBERS] == ZERO:
                for w in range(WIDTH):
                    tt[at, w] = rows[i, w]
                break


@entry
def rows_worth_keeping(tt: Table, least: int, out: Table) -> int:
    """Copy the rows whose logarithm of the work is at least so much, in order; return how many they are."""
    count = 0
    for i in range(tt.shape[0]):
        if work_of(tt[i, NUMBERS]) >= least:
            for w in range(WIDTH):
                out[count, w] = tt[i, w]
            count += 1
    return count
