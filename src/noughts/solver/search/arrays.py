"""A board, a worker and a table as the arrays that kernels work on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from noughts.errors import TooLargeError, quote
from noughts.game.board import Board, Line
from noughts.solver.search.kernels.fields import (
    CELLS,
    COMMON_ROOM,
    FRAMES,
    LONGEST,
    geo_type,
    record,
    state_type,
)
from noughts.solver.search.kernels.transposition import BUCKET, NUMBERS, ROW, WIDTH, bucket_of, key_in

MASK = (1 << 64) - 1
SAMPLE = 1 << 12  # rows of a table that are looked at to tell how full it is


@dataclass
class Tuning:
    """What the searches were tuned to.

    Replies looked at, steps to mend a pairing, first proof number of an open line, and thresholds 1 + 2**-growth.
    """

    replies: int = 8
    steps: int = 100
    leaf: int = 5
    growth: int = 2


PLAIN = Tuning(replies=10, steps=0, leaf=1, growth=4)
"""For the strong game, where fewer positions are held by a pairing: to mend one does not pay."""


def check_board(board: Board) -> None:
    """TooLargeError unless the kernels can hold the board."""
    if board.size > CELLS:
        raise TooLargeError(f"cannot prove {quote(board)}: {board.size} cells, at most {CELLS}")
    longest = max(map(len, board.lines))
    if longest > LONGEST:
        raise TooLargeError(f"cannot prove {quote(board)}: a line of {longest} cells, at most {LONGEST}")


def words_of(mask: int) -> tuple[Any, Any]:
    """A cell mask as the kernels' two words."""
    return np.uint64(mask & MASK), np.uint64(mask >> 64)


# A board


def geometry_record(board: Board, tuning: Tuning) -> Any:
    """The kernels' constant record of a board, with eight of its symmetries, or fewer and the identity again."""
    lines = least(board.lines)
    longest, count = max(map(len, lines)), len(lines)
    words, patterns = COMMON_ROOM
    geo = record(geo_type(room(-(-count // 64), words), room(count << longest, patterns)))
    for i, image in enumerate([*board.symmetries[:FRAMES], *[range(board.size)] * FRAMES][:FRAMES]):
        geo.perm[i, : board.size] = image
        geo.perm[FRAMES + i, : board.size] = np.argsort(image)
    for line, cells in enumerate(lines):
        for i, cell in enumerate(cells):
            geo.lm[line, cell >> 6] |= np.uint64(1 << (cell & 63))
            geo.through[cell, line >> 6] |= np.uint64(1 << (line & 63))
            geo.cells_of[line, i] = cell
            geo.bit_at[cell, line] = 1 << i
        first = line << longest
        geo.hashes[first : first + (1 << len(cells))] = edge_hashes(geo.perm[:FRAMES, list(cells)])
    geo.cells, geo.lines, geo.longest, geo.words = board.size, count, longest, -(-count // 64)
    for name, value in vars(tuning).items():
        setattr(geo, name, value)
    return geo


def least(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines that contain no other, which decide the game: a line is completed with the one in it, or later."""
    if len(set(map(len, lines))) == 1:
        return lines
    sets = [frozenset(line) for line in lines]
    return [line for line in lines if not any(other < set(line) for other in sets)]


def room(wanted: int, least: int) -> int:
    """The next power of two, from the least on: boards with equal room share compiled kernels."""
    return max(least, 1 << (wanted - 1).bit_length())


def edge_hashes(images: Any) -> Any:
    """Row p, column i: the hash of the set of those cells of a line that p has a bit for, seen through symmetry i.

    It depends on the cells only, not on the line: ``images[i]`` are the line's cells seen through symmetry i.
    """
    sets = np.zeros((1, len(images), 2), np.uint64)
    for cells in images.T:
        cell = np.zeros((len(images), 2), np.uint64)
        cell[range(len(images)), cells >> 6] = np.uint64(1) << (cells & 63).astype(np.uint64)
        sets = np.concatenate([sets, sets | cell])
    return mixed(mixed(sets[..., 0]) ^ mixed(sets[..., 1] + np.uint64(1)))


def mixed(x: Any) -> Any:
    """splitmix64 (Steele, Lea and Flood 2014): a 64-bit hash of every word of an array."""
    u64 = np.uint64
    x = x + u64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> u64(30))) * u64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> u64(27))) * u64(0x94D049BB133111EB)
    return x ^ (x >> u64(31))


# A worker


def state_record(geo: Any, number: int = 0, apart: tuple[int, int] = (0, 0)) -> Any:
    """One worker's stack; with a number it keeps apart from the others of its team, by side to move."""
    state = record(state_type(geo.through.shape[1]))
    state.number, state.apart = number, apart
    state.narrowings = 3
    state.seq_tries = 160
    state.line_weight[:] = [4 ** max(0, 8 - empties) for empties in range(16)]
    return state


# A table


def bits_in(memory: int) -> int:
    """Of the largest table, 2**bits rows, in so many bytes; from 12 to 36 whatever they are."""
    return max(12, min(36, (memory // ROW).bit_length() - 1))


def new_table(bits: int) -> Any:
    """2**bits empty rows, aligned so that a bucket fills two cache lines."""
    raw = np.zeros((1 << bits) * WIDTH + 8, np.uint64)
    skip = (-raw.ctypes.data // 8) % 8
    return raw[skip : skip + (1 << bits) * WIDTH].reshape(-1, WIDTH)


def spread(table: Any, rows: Any) -> None:
    """Put the rows that are not empty into their buckets: a free place each, as far as there is one."""
    rows = rows[rows[:, NUMBERS] != 0]
    bucket = bucket_of(key_in(*rows.T), len(table))
    for place in range(BUCKET):
        at = bucket + place
        free = table[at, NUMBERS] == 0
        table[at[free]] = rows[free]
        stays = ~free | (table[at] != rows).any(axis=1)
        rows, bucket = rows[stays], bucket[stays]


def fullness(table: Any) -> float:
    """The part of the rows, 0 to 1, that is in use, by a sample."""
    sample = table[:: max(1, len(table) // SAMPLE) | 1, NUMBERS]
    return float(np.count_nonzero(sample)) / len(sample)
