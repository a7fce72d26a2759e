"""The records that the kernels work on, filled: a board once, a position for every search."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Any

from noughts.engine import network_weights
from noughts.engine.kernels.lines import CELLS, DEGREE, GEO, LINES, PAIRS, SEEING, STATE, load
from noughts.engine.network_weights import Network
from noughts.engine.static_eval import MOVER, TEMPO, WAITER, WORTHS, middle_first
from noughts.errors import UnsupportedBoardError, quote
from noughts.game.board import Board
from noughts.game.cells import lines_through
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.kernels.memory import Record, array, runs, zeros
from noughts.solver.hashing import mixed

BIAS = 4096
"""Added to each of the network's numbers of a pair of arms: eight of them are the 0 of a lane."""

_ROW = 16
"""Bytes of a row of the table."""

_TREE_ROW = 32
"""Bytes of a row of the tree of threats."""


def too_much(board: Board) -> str | None:
    """What of a board the records have no room for, None where they have."""
    if board.rule is not GameRule.LINE:
        return f"its rule is {board.rule}, and the engine's is {GameRule.LINE}"
    degree = max(map(len, board.masks_through))
    pairs = sum(map(len, board.lines))
    for name, number, most in (
        ("cells", board.size, CELLS),
        ("lines", len(board.lines), LINES),
        ("cells in all lines together", pairs, PAIRS),
        ("lines through one cell", degree, DEGREE),
    ):
        if number > most:
            return f"{number:,} {name}, at most {most:,}"
    return None


@lru_cache(maxsize=16)
def geometry(board: Board) -> Any:
    """The kernels' constant record of a board. Raises UnsupportedBoardError where records have no room for it."""
    problem = too_much(board)
    if problem:
        raise UnsupportedBoardError(f"the engine does not play {quote(board)}: {problem}")
    geo = Record(GEO[0])
    lengths = [*map(len, board.lines)]
    geo.need[: len(lengths)] = lengths
    geo.blank[: len(lengths)] = [_unit(length) if length <= 3 else 0 for length in lengths]
    for begin, joined, lists in (
        (geo.begin, geo.cells, board.lines),
        (geo.first, geo.lines, lines_through(board.size, board.lines)),
    ):
        ends, numbers = runs(lists)
        begin[: len(ends)], joined[: len(numbers)] = ends, numbers
    geo.middle[: board.size] = middle_first(board)
    geo.zobrist[:] = [(mixed(2 * c), mixed(2 * c + 1)) for c in range(CELLS)]
    geo.unit[1:] = [_unit(lacking) for lacking in range(1, CELLS + 1)]
    geo.count, geo.tempo = board.size, TEMPO
    geo.mover[: len(MOVER)], geo.waiter[: len(WAITER)] = MOVER, WAITER
    weights = network_weights.shipped() if network_weights.knows(board) else None
    if weights:
        weigh(geo, board, weights)
    return geo


def weigh(geo: Any, board: Board, weights: Network) -> None:
    """Puts the network's weights, and what it sees of the board, into the record of a board that it knows."""
    geo.arm[:] = [[network_weights.arm(byte, side) for byte in range(256)] for side in range(2)]
    tables = [_words(table) for part in (weights, weights.policy) for table in (part.own, part.other)]
    geo.row[:] = [_joined(tables), _joined([tables[at] for at in (1, 0, 3, 2)])]
    geo.of_place[:], geo.relation[:] = (0, *weights.policy.outer), weights.policy.relations
    geo.at[: board.size] = [divmod(cell, board.columns) for cell in board.cells]
    geo.inner[:], geo.direct[:] = [*zip(*weights.inner, strict=True)], weights.direct
    geo.ground[:], geo.outer[:], geo.free, geo.weighed = weights.ground, weights.outer, weights.free, 1
    reach, seeing = network_weights.REACH, [list[tuple[int, int]]() for _ in board.cells]
    arms = [network_weights.arms_of(board, cell) for cell in board.cells]
    beyond = [sum(0x11 << at for at in range(length, reach)) for length in range(reach + 1)]
    geo.edge[: board.size] = [[[beyond[len(cells)] for cells in ends] for ends in lines] for lines in arms]
    for cell, lines in enumerate(arms):
        for d, ends in enumerate(lines):
            for end, cells in enumerate(ends):
                for at, seen in enumerate(cells):
                    seeing[seen].append((cell, d << 3 | end << 2 | at))
    geo.nears[: board.size] = [*map(len, seeing)]
    padded = [[*places, *[(0, 0)] * (SEEING - len(places))] for places in seeing]
    geo.near[: board.size] = [[near for near, _ in places] for places in padded]
    geo.place[: board.size] = [[place for _, place in places] for places in padded]


@lru_cache(maxsize=8)
def _words(table: tuple[tuple[int, ...], ...]) -> list[list[int]]:
    """A table's row for every pair of arms, four numbers a word, the first in the lowest bits."""
    biased = [[number + BIAS for number in row] for row in table]
    words = [[sum(row[at + i] << 16 * i for i in range(4)) for at in range(0, len(row), 4)] for row in biased]
    return [words[row] for by_right in network_weights.rows() for row in by_right]


def _joined(tables: list[list[list[int]]]) -> list[list[int]]:
    """Each row of some tables, one table's after the other's."""
    return [[*chain(*rows)] for rows in zip(*tables, strict=True)]


def _unit(lacking: int) -> int:
    """What a line that lacks so many stones adds to a cell."""
    count = 1 << 8 * (lacking - 1) if lacking <= 5 else 0
    return count + (WORTHS[min(lacking, len(WORTHS) - 1)] << 40)


def state(position: Position) -> Any:
    """A state with this position, X as side 0."""
    loaded = Record(STATE[0])
    held = [(position.x >> cell & 1) - 1 + 2 * (position.o >> cell & 1) for cell in range(CELLS)]
    load(geometry(position.board), loaded, array(held, "i1"), 0 if position.to_move is Mark.X else 1)
    return loaded


def table(memory: int, nodes: float) -> Any:
    """An empty transposition table: five eighths of the memory at most, and no more than so many nodes can fill."""
    rows = min(memory * 5 // 8 // _ROW, int(min(4 * nodes, 1 << 40)))
    return zeros((1 << max(10, rows.bit_length() - 1), 2), "u8")


def tree(memory: int, nodes: float) -> Any:
    """An empty tree of threats: an eighth of the memory at most. Its root was not looked at yet."""
    rows = min(memory // 8 // _TREE_ROW, int(min(40 * nodes, 1 << 40)))
    empty = zeros((max(rows, 4 * CELLS), 8), "i4")
    empty[0, 1:5] = 1, 1, 0, -1
    return empty
