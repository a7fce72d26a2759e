"""A board, a worker and a table as the arrays that kernels work on."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any

from noughts.errors import TooLargeError, quote
from noughts.game.board import Board, Line
from noughts.kernels.memory import Record, zeros
from noughts.solver.hashing import mixed
from noughts.solver.search.kernels import fields
from noughts.solver.search.kernels.transposition import NUMBERS, ROW, WIDTH

MASK = (1 << 64) - 1
SAMPLE = 1 << 12  # rows of a table that are looked at to tell how full it is


@dataclass
class Tuning:
    """What the searches were tuned to.

    Replies looked at, steps to mend a pairing, first proof number of an open line, and thresholds 1 + 2**-growth.
    """

    replies: int = 8
    steps: int = 100
    leaf: int = 8
    growth: int = 2


PLAIN = Tuning(replies=10, steps=0, leaf=1, growth=4)
"""For the strong game, where fewer positions are held by a pairing: to mend one does not pay."""


def check_board(board: Board) -> None:
    """TooLargeError unless the kernels can hold the board."""
    if board.size > fields.CELLS:
        raise TooLargeError(f"cannot prove {quote(board)}: {board.size} cells, at most {fields.CELLS}")
    longest = max(map(len, board.lines))
    if longest > fields.LONGEST:
        raise TooLargeError(
            f"cannot prove {quote(board)}: a line of {longest} cells, at most {fields.LONGEST}"
        )


def capacity(board: Board) -> int:
    """Return the number of the smallest capacity for a board. Raises TooLargeError where none is large enough."""
    lines = least(board.lines)
    words, patterns = -(-len(lines) // 64), len(lines) << max(map(len, lines))
    for number, (most_words, most_patterns) in enumerate(fields.CAPACITIES):
        if words <= most_words and patterns <= most_patterns:
            return number
    most_words, most_patterns = fields.CAPACITIES[-1]
    raise TooLargeError(
        f"cannot prove {quote(board)}: {len(lines):,} lines with {patterns:,} patterns, "
        f"at most {64 * most_words:,} with {most_patterns:,}"
    )


def words_of(mask: int) -> tuple[int, int]:
    """A cell mask as the kernels' two words."""
    return mask & MASK, mask >> 64


# A board


def geometry_record(board: Board, tuning: Tuning) -> Any:
    """The kernels' constant record of a board, with eight of its symmetries, or fewer and the identity again."""
    lines = least(board.lines)
    longest, count = max(map(len, lines)), len(lines)
    geo = Record(fields.GEO[capacity(board)])
    images = [*board.symmetries[: fields.FRAMES], *[range(board.size)] * fields.FRAMES][: fields.FRAMES]
    for i, image in enumerate(images):
        geo.perm[i, : board.size] = image
        geo.perm[fields.FRAMES + i, : board.size] = sorted(range(board.size), key=image.__getitem__)
    geo.lm[:count] = [words_of(sum(1 << cell for cell in cells)) for cells in lines]
    geo.cells_of[:count] = [(*cells, *[0] * (fields.LONGEST - len(cells))) for cells in lines]
    words = -(-count // 64)
    for cell in range(board.size):
        bits = [1 << cells.index(cell) if cell in cells else 0 for cells in lines]
        through = sum(1 << line for line, bit in enumerate(bits) if bit)
        geo.bit_at[cell, :count] = bits
        geo.through[cell, :words] = [through >> 64 * i & MASK for i in range(words)]
    column = cache(partial(edge_hashes, known={}))  # a symmetry makes lines of lines: most come eight times
    for line, cells in enumerate(lines):
        for i, image in enumerate(images):
            first = (line << longest) * fields.FRAMES + i
            hashes = column(tuple(image[cell] for cell in cells))
            geo.hashes.numbers[first : first + len(hashes) * fields.FRAMES : fields.FRAMES] = hashes
    geo.cells, geo.lines, geo.longest, geo.words = board.size, count, longest, words
    for name, value in vars(tuning).items():
        setattr(geo, name, value)
    return geo


def least(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines that contain no other, which decide the game: a line is completed with the one in it, or later."""
    if len(set(map(len, lines))) == 1:
        return lines
    sets = [frozenset(line) for line in lines]
    return [line for line in lines if not any(other < set(line) for other in sets)]


def edge_hashes(cells: Sequence[int], known: dict[int, int]) -> array[int]:
    """Return, at p, the hash of the set of those cells of a line that p has a bit for.

    It depends on the cells only. Hashes that are ``known`` by the mask of the cells are not computed again.
    """
    masks = [0]
    for bit in (1 << cell for cell in cells):
        masks += [mask | bit for mask in masks]
    for mask in masks:
        if mask not in known:
            known[mask] = mixed(mixed(mask & MASK) ^ _high_word(mask >> 64))
    return array("Q", [known[mask] for mask in masks])


@lru_cache
def _high_word(word: int) -> int:
    return int(mixed(word + 1))


# A worker


def state_record(geo: Any, number: int = 0, apart: tuple[int, int] = (0, 0)) -> Any:
    """One worker's stack; with a number it keeps apart from the others of its team, by side to move."""
    state = Record(fields.STATE[geo.capacity])
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
    return zeros((1 << bits, WIDTH), "u8")


def fullness(table: Any) -> float:
    """The part of the rows, 0 to 1, that is in use, by a sample."""
    step = max(1, len(table) // SAMPLE) | 1
    sample: list[int] = table.data.cast("B").cast("Q")[NUMBERS :: step * WIDTH].tolist()
    return (len(sample) - sample.count(0)) / len(sample)
