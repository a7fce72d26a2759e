"""The weights of the network over lines, and the boards it knows.

What it computes is told in ``kernels/network.py`` (the value) and ``kernels/policy.py`` (which moves are likely).
A file is a line ``noughts network 3 CHECKSUM`` and after it, packed by zlib, numbers of four bytes: T and U (a row of
CHANNELS for every pair of arms), the bias of the channels shared out to T already; the weights of the hidden places,
their constants and what each adds; the weights of the sums themselves; a constant. Then the policy's: its T and U, a
row of PLACES each; what all places but the first are worth; what a cell is worth by where the last stone lies, and the
one before. Made by ``python -m research.training``.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from math import inf

from noughts.errors import NoughtsError, quote
from noughts.game.board import Board, Cell
from noughts.game.families import DIRECTIONS

REACH = 4
"""Cells of an arm."""

K = REACH + 1
"""Stones in a row that win on the boards it knows."""

LEAST = 12
"""Cells a side of the smallest board it knows."""

CHANNELS = 8
HIDDEN = 32
PLACES = 8
"""Numbers that the policy has of a cell."""

NEAR = 6
"""Rows and columns between two cells, at most, that the policy tells apart from far."""

RELATIONS = (NEAR + 1) * (NEAR + 2) // 2 + 1
"""Where a cell may lie from a stone, for the policy: so many rows and columns apart, or far."""

MOST = 4095
"""No number of T or U is further from 0."""

MOST_DENSE = 1 << 16
"""No weight of the hidden places and of the sums is further from 0."""

FOLDER = files("noughts.engine")
FILE = "network.bin"
"""The file that comes with the package."""

HEAD = b"noughts network 3 "


class DamagedNetworkError(NoughtsError):
    """Weights that cannot be used."""


def _length(arm: int) -> int:
    """Cells of an arm, by its number."""
    return (arm + 1).bit_length() - 1


@cache
def rows() -> tuple[tuple[int, ...], ...]:
    """Which row of weights two arms have: mirrored alike, and row 0 where five have no room."""
    known: dict[tuple[int, int], int] = {}
    arms = range(2 ** (REACH + 1) - 1)
    return tuple(
        tuple(
            0
            if _length(left) + _length(right) < REACH
            else known.setdefault((min(left, right), max(left, right)), len(known) + 1)
            for right in arms
        )
        for left in arms
    )


ROWS = 1 + max(map(max, rows()))


def arm(byte: int, side: int) -> int:
    """The number of a side's arm: of its cells' stones, side 0's in the lower four bits, side 1's in the others."""
    own, other = byte >> REACH * side & 15, byte >> REACH * (1 - side) & 15
    length = next((at for at in range(REACH) if other >> at & 1), REACH)
    return (1 << length) - 1 + (own & ((1 << length) - 1))


@lru_cache(maxsize=16)
def knows(board: Board) -> bool:
    """Whether the lines of the board are all that are five in a row on a grid that is large enough."""
    return min(board.columns, board.rows) >= LEAST and board == Board.mnk(board.columns, board.rows, K)


def arms_of(board: Board, cell: Cell) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The cells of a cell's arms, by direction and end, the nearest first, as far as the board goes."""
    row, column = divmod(cell, board.columns)

    def along(down: int, right: int) -> tuple[int, ...]:
        places = ((row + down * i, column + right * i) for i in range(1, K))
        return tuple(
            y * board.columns + x for y, x in places if 0 <= y < board.rows and 0 <= x < board.columns
        )

    return tuple((along(y, x), along(-y, -x)) for y, x in DIRECTIONS)


@dataclass(frozen=True)
class Policy:
    """Weights of the policy, as whole numbers: T and U, ROWS of PLACES numbers each in 256ths; what each place but the
    first is worth where it is above 0, in 4096ths; what a cell is worth by each of RELATIONS to the last stone, and to
    the one before, in 256ths of a logit.
    """

    own: tuple[tuple[int, ...], ...]
    other: tuple[tuple[int, ...], ...]
    outer: tuple[int, ...]
    relations: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Network:
    """Weights, as whole numbers."""

    own: tuple[tuple[int, ...], ...]
    other: tuple[tuple[int, ...], ...]
    inner: tuple[tuple[int, ...], ...]
    ground: tuple[int, ...]
    outer: tuple[int, ...]
    direct: tuple[int, ...]
    free: int
    policy: Policy

    def packed(self) -> bytes:
        """The file."""
        value = (*self.own, *self.other, *self.inner, self.ground, self.outer, self.direct, (self.free,))
        policy = (*self.policy.own, *self.policy.other, self.policy.outer, *self.policy.relations)
        tables = (*value, *policy)
        numbers = [number for row in tables for number in row]
        return packed(numbers)


def packed(numbers: Sequence[int]) -> bytes:
    """A file of numbers."""
    body = zlib.compress(struct.pack(f"<{len(numbers)}i", *numbers), 9)
    return b"%b%08x\n%b" % (HEAD, zlib.crc32(body), body)


SHAPES = (
    (ROWS, CHANNELS, MOST),
    (ROWS, CHANNELS, MOST),
    (HIDDEN, 2 * CHANNELS, MOST_DENSE),
    (1, HIDDEN, inf),
    (1, HIDDEN, MOST_DENSE),
    (1, 2 * CHANNELS, MOST_DENSE),
    (1, 1, inf),
    (ROWS, PLACES, MOST),
    (ROWS, PLACES, MOST),
    (1, PLACES - 1, MOST_DENSE),
    (2, RELATIONS, MOST_DENSE),
)
"""Of the tables of a file: rows, numbers of each, and how far from 0 these are at most."""


def unpacked(file: bytes) -> Network:
    """The weights of a file. Raises DamagedNetworkError."""
    head, _, body = file.partition(b"\n")
    if not head.startswith(HEAD):
        raise DamagedNetworkError(
            f"weights begin with {quote(head[:40].decode(errors='replace'))}, not {quote(HEAD.decode().strip())}"
        )
    if head[len(HEAD) :] != b"%08x" % zlib.crc32(body):
        raise DamagedNetworkError("weights are damaged: their checksum is another one")
    try:
        length = sum(height * width for height, width, _ in SHAPES)
        numbers = iter(struct.unpack(f"<{length}i", zlib.decompress(body)))
    except (zlib.error, struct.error) as error:
        raise DamagedNetworkError(f"weights are damaged: {error}") from error
    tables = []
    for height, width, most in SHAPES:
        tables.append(tuple(tuple(islice(numbers, width)) for _ in range(height)))
        if max(abs(number) for row in tables[-1] for number in row) > most:
            raise DamagedNetworkError(f"weights are out of range: at most {most:,}")
    own, other, inner, (ground,), (outer,), (direct,), ((free,),), *of_policy = tables
    own_places, other_places, (of_places,), relations = of_policy
    policy = Policy(own_places, other_places, of_places, relations)
    return Network(own, other, inner, ground, outer, direct, free, policy)


@cache
def shipped() -> Network | None:
    """The weights that come with the package; where they cannot be used a warning says why, and there are none."""
    try:
        return unpacked(FOLDER.joinpath(FILE).read_bytes())
    except (OSError, DamagedNetworkError) as error:
        warnings.warn(f"the engine plays without its network: {error}", RuntimeWarning, stacklevel=2)
        return None
