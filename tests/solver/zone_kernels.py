"""The kernels of wins with zones, asked as the campaign's search and the verifier ask them, with NumPy or without."""

import gzip
import json
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from research.zones.kernels import proof_simulation, threat_sequences, zones

from noughts import Board, Position
from noughts.engine import loading
from noughts.game.board import cells_of
from noughts.solver.buffers import array, as_rows, record
from noughts.solver.certificate import verify_zones_arrays, verify_zones_kernel
from noughts.solver.certificate.verify_zones import ZoneChecker
from noughts.solver.certificate.verify_zones_tree import COUNT
from tests.paths import PIECE, TESTS

FIVE = Board.parse("15x15x5")
WINS = [line.split()[2] for line in (TESTS / "engine/wins.txt").read_text().splitlines()]
BUDGET, FUEL = 50_000, 60


class Records(NamedTuple):
    """What the kernels work on: a board, a position, what they write, and a tree of threats."""

    geo: Any
    state: Any
    writer: Any
    tree: Any


def records(position: Position) -> Records:
    """For wins of the side to move."""
    board = position.board
    state, writer = loading.state(position), record(zones.zones_type())
    state.limit = 1 << 60
    state.held[board.size : board.size + 1] = 1 - state.turn
    writer.lines = len(board.lines)
    for place, line in enumerate(sorted(range(len(board.lines)), key=board.masks.__getitem__)):
        writer.order[place], writer.place[line] = line, place
    return Records(loading.geometry(board), state, writer, loading.tree(1 << 24, 1 << 20))


def won(text: str) -> tuple[Any, ...]:
    """A win by threats with its zone, the same tree once more with a stone more, and the move after it.

    Of each whether it is one, how many numbers were written, and their hash; then the positions that were looked at.
    """
    at = records(Position.parse(text, FIVE))
    geo, state, writer = map(as_rows, at[:3])
    told = [(threat_sequences.win(geo, state, writer, at.tree, BUDGET, 0), *_written(at))]
    old = array(at.writer.out[: max(1, int(at.writer.length))].tolist(), "i4")
    told.append(
        (proof_simulation.again(geo, state, writer, at.tree, old, -1, 1, BUDGET, BUDGET), *_written(at))
    )
    move = max(0, int(old[0, 0]))
    zones.step(geo, state, move)
    answer = zones.answer(geo, state, FUEL)
    zones.back(geo, state, move)
    return (*told, int(answer), int(at.state.nodes), int(at.state.probes))


def _written(at: Records) -> tuple[int, str, str]:
    length = int(at.writer.length)
    return length, _hash(at.writer.out[:length]), _hash(at.writer.zone[int(at.state.ply)])


def _hash(numbers: Any) -> str:
    return sha256(numbers.tobytes()).hexdigest()


def verified() -> tuple[int, int]:
    """What the verifier's kernel says of a long claim, which is read once: that nothing is wrong, and its records."""
    checker, parts = _claim()
    lines = [list(cells_of(line)) for line in checker.sets]
    images = [[one.bit_length() - 1 for one in image] for image in checker.renamings]
    tree = verify_zones_arrays.load(
        lines, checker.cells, images, *(list(cells_of(side)) for side in checker.stones)
    )
    wrong = verify_zones_kernel.begin(tree, checker.attacks)
    for part in parts:
        wrong = wrong or verify_zones_kernel.read(tree, part)
    return int(wrong), int(tree.at[COUNT])


@cache
def _claim() -> tuple[ZoneChecker, list[Any]]:
    with gzip.open(PIECE, "rt") as file:
        header, *parts = map(json.loads, file)
    return ZoneChecker(header, None), [array(part, "i8") for part in parts if isinstance(part, list)]
