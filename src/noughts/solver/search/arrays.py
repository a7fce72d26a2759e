"""A board, a worker and a table as the arrays that kernels work on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from noughts.errors import TooLargeError, quote
from noughts.game.board import Board, Line
from noughts.kernels.memory import U64, record, zeros
from noughts.solver.hashing import mixed
from noughts.solver.search.kernels import fields
from noughts.solver.search.kernels.transposition import NUMBERS, ROW, WIDTH

MASK = (1 << 64) - 1
SAMPLE = 1 << 12  # rows of a table that are looked at to tell how full it is

_geo_type, _state_type = cache(fields.geo_type), cache(fields.state_type)
"""Made once: they bear the checksum of the kernels' text, and this program's kernels stay as they were loaded."""


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


def words_of(mask: int) -> tuple[Any, Any]:
    """A cell mask as the kernels' two words."""
    return U64(mask & MASK), U64(mask >> 64)


# A board


def geometry_record(board: Board, tuning: Tuning) -> Any:
    """The kernels' constant record of a board, with eight of its symmetries, or fewer and the identity again."""
    lines = least(board.lines)
    longest, count = max(map(len, lines)), len(lines)
    words, patterns = fields.COMMON_ROOM
    geo = record(_geo_type(room(-(-count // 64), words), room(count << longest, patterns)))
    images = [*board.symmetries[: fields.FRAMES], *[range(board.size)] * fields.FRAMES][: fields.FRAMES]
    for i, image in enumerate(images):
        geo.perm[i, : board.size] = image
        geo.perm[fields.FRAMES + i, : board.size] = sorted(range(board.size), key=image.__getitem__)
    lm, through, cells_of, bit_at, hashes = geo.lm, geo.through, geo.cells_of, geo.bit_at, geo.hashes
    column = cache(partial(edge_hashes, known={}))  # a symmetry makes lines of lines: most come eight times
    for line, cells in enumerate(lines):
        mask = sum(1 << cell for cell in cells)
        lm[line] = mask & MASK, mask >> 64
        cells_of[line, : len(cells)] = cells
        for i, cell in enumerate(cells):
            through[cell, line >> 6] |= U64(1 << (line & 63))
            bit_at[cell, line] = 1 << i
        seen = [column(tuple(image[cell] for cell in cells)) for image in images]
        first = line << longest
        hashes[first : first + (1 << len(cells))] = list(zip(*seen, strict=True))
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


def edge_hashes(cells: Sequence[int], known: dict[int, int]) -> list[int]:
    """At p, the hash of the set of those cells of a line that p has a bit for; it depends on the cells only.

    Those that are ``known`` are not reckoned again.
    """
    masks = [0]
    for bit in (1 << cell for cell in cells):
        masks += [mask | bit for mask in masks]
    for mask in masks:
        if mask not in known:
            known[mask] = mixed(mixed(mask & MASK) ^ mixed((mask >> 64) + 1))
    return [known[mask] for mask in masks]


# A worker


def state_record(geo: Any, number: int = 0, apart: tuple[int, int] = (0, 0)) -> Any:
    """One worker's stack; with a number it keeps apart from the others of its team, by side to move."""
    state = record(_state_type(geo.through.shape[1]))
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
