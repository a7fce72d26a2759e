"""Calls of the kernels whose results must be equal natively and in a browser's Python, number for number.

As a program it prints a line of JSON for each: its name and its result.
"""

import json
import sys
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from noughts import Board, Limits, Position, shortest, solve, verify
from noughts.engine.analysis import assess
from noughts.engine.limits import Budget
from noughts.engine.mcts.growing import grow
from noughts.engine.search import search
from noughts.solver.search.searches import Search, Strong, Weak
from noughts.solver.small.retrograde import solve as table
from tests.paths import PIECE
from tests.solver.zone_kernels import verified

SEARCHED = (
    ("15x15x5", (), 20_000),
    ("15x15x5", (112, 113, 97, 98), 100_000),
    ("15x15x5", (112, 96, 97, 127, 128), 100_000),
    ("19x19x5", (180, 160, 161), 20_000),
    ("9x9x5", (40, 41), 100_000),
    ("7x7x5", (24,), 30_000),
    ("5x5x4", (12, 6), 30_000),
    ("cube3", (0, 13), 10_000),
)
"""Board, moves made, and the largest number of nodes."""

SOLVED = ("4x4x4", "5x4x4", "5x5x4", "6x5x4", "6x6x5", "7x7x5", "torus4x4x4")
TABLES = ("3x3x3", "cube2", "4x3x3", "5x3x3", "4x4x3", "4x4x4")
GROWN = (("4x4x3", (), 2000), ("7x7x5", (24, 25), 3000), ("15x15x5", (112, 113), 1000))


def position(board: str, moves: tuple[int, ...]) -> Position:
    """After these moves."""
    at = Position.start(Board.parse(board))
    for move in moves:
        at = at.play(move)
    return at


def answers() -> Iterator[tuple[str, str]]:
    """Every question, with its answer as text or its hash."""
    for board, moves, nodes in SEARCHED:
        yield f"search {board} {moves}", repr(search(position(board, moves), Budget(nodes=nodes)))
    yield "assess", repr(assess(position("9x9x5", (40, 41, 31)), 20_000))
    for name in TABLES:
        board = Board.parse(name)
        yield f"table {name}", _hash(bytes(table(board.size, board.masks, threads=1)))
    for name, moves, playouts in GROWN:
        yield f"grow {name}", repr(grow(position(name, moves), playouts, 7))
    yield "zones read", repr(verified())
    for kind in (Weak, Strong):
        yield f"many lines, {kind.kind}", _standing(kind(Board.parse("torus9x9x6"), bits=14))
    with tempfile.TemporaryDirectory() as folder:
        yield from _proofs(Path(folder))


def _standing(search: Search) -> str:
    """How a search of the empty board stands after a few hundred nodes."""
    result = search.prove(0, 0, True, Limits(nodes=300, threads=1))
    return repr((result.claim, result.nodes, result.looks, result.numbers, _hash(search.table.tobytes())))


def _proofs(folder: Path) -> Iterator[tuple[str, str]]:
    """Values with their certificates, which are read and verified."""
    file = folder / "certificate"
    for name in SOLVED:
        verdict = solve(name, certificate=file, limits=Limits(threads=1, memory=1 << 26))
        yield f"solve {name}", f"{verdict.word} {verdict.nodes} {_hash(file.read_bytes())} {_claims(file)}"
    yield "zones", _claims(PIECE)
    plies = shortest(Board.parse("4x4x3"), certificate=file)
    yield "shortest", f"{plies.plies} {_hash(file.read_bytes())} {_claims(file)}"


def _claims(file: Path) -> str:
    """Return what a certificate proves, by the compiled check of claims by zones."""
    return repr([*verify(file, plain=False)])


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


if __name__ == "__main__":
    for question in answers():
        sys.stdout.write(json.dumps(question) + "\n")
