"""Boards of any length: every line of an endless strip lies in a block, and the kept certificates hold the blocks."""

from itertools import product

import pytest

from noughts import Board, Limits, Mark, Position, Proved, Result, solve, verify
from noughts.solver.certificate.verify import holds_any_length
from noughts.solver.search.strips import hold
from tests.paths import CERTIFICATES
from tests.reference import MakerBreaker

KEPT = sorted(CERTIFICATES.glob("strip*.gz"))
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))


def lines_of_a_strip(rows, k, columns):
    """Every line of the strip whose leftmost cell is in one of these columns, as (row, column) pairs."""
    for (down, right), row, column in product(DIRECTIONS, range(rows), columns):
        cells = {(row + i * down, column + i * right) for i in range(k)}
        if all(0 <= r < rows for r, _ in cells):
            yield cells


def numbers(board):
    """Columns, rows and k of a block's name."""
    return tuple(map(int, board.name.removeprefix("strip").split("x")))


@pytest.mark.parametrize(
    "sides", [(4, 6, 6), (4, 7, 7), (4, 9, 7), (5, 4, 5), (3, 3, 3), (5, 2, 4), (7, 3, 5)]
)
def test_every_line_of_the_strip_holds_a_line_of_a_block(sides):
    """Whoever breaks all lines of every block breaks the strip: no line of it is without one, wherever it starts."""
    columns, rows, k = sides
    block = Board.strip(*sides)
    within = [{divmod(cell, columns) for cell in line} for line in block.lines]
    for line in lines_of_a_strip(rows, k, range(columns)):  # further on all is the same, a block later
        shifts = range(-k, k + 1)
        moved = ({(r, c + columns * by) for r, c in share} for by in shifts for share in within)
        assert any(share <= line for share in moved), line


@pytest.mark.parametrize("sides", [(4, 6, 6), (4, 7, 7), (5, 4, 5), (3, 3, 3)])
def test_a_block_holds_nothing_that_the_strip_does_not(sides):
    """Every line of a block is the largest share that one block has of a line of the strip."""
    columns, rows, k = sides
    for line in Board.strip(*sides).lines:
        share = {divmod(cell, columns) for cell in line}
        fits = [whole for whole in lines_of_a_strip(rows, k, range(-k, columns)) if share <= whole]
        most = [max(sum(c // columns == b for _, c in whole) for b in range(-k, k)) for whole in fits]
        assert len(share) in most


@pytest.mark.parametrize(
    "name",
    [
        "strip4x2x3",
        "strip4x3x4",
        "strip3x3x3",
        pytest.param("strip5x3x5", marks=pytest.mark.long),
        "strip4x4x4",
    ],
)
def test_what_is_held_is_what_the_slow_reference_holds(name, tmp_path):
    """A block is held exactly where the plain Maker-Breaker game says so, with a certificate of the weak game."""
    board = Board.parse(name)
    found = hold(board, limits=Limits(nodes=20_000, memory=1 << 22, threads=1), certificate=tmp_path / "c")
    held = not MakerBreaker(board).maker_wins(0, 0, True)
    assert found.value is (Result.DRAW if held else None)
    assert (tmp_path / "c").exists() is held
    if held:
        claims = verify(str(tmp_path / "c"))
        assert claims == [Proved(Position.start(board), Mark.X, False)]
        assert holds_any_length(claims)


def test_a_certificate_of_the_strong_game_holds_no_strip(tmp_path):
    """Where the defender's own lines count, nothing follows for a strip, and that is seen."""
    solve(Board.mnk(5, 5, 4), limits=Limits(memory=1 << 24), certificate=tmp_path / "c")
    assert not holds_any_length(verify(str(tmp_path / "c")))


@pytest.mark.parametrize("file", KEPT, ids=lambda file: file.stem)
def test_the_kept_proofs_of_strips_are_proofs(file):
    """The certificates beside the page prove, in the weak game, that their block is held."""
    board = Board.parse(file.stem)
    claims = verify(str(file))
    assert claims == [Proved(Position.start(board), Mark.X, False)]
    assert holds_any_length(claims)


def test_there_are_kept_proofs():
    """Proofs of strips for k = 6 and for k = 7 lie beside the page."""
    assert {numbers(Board.parse(file.stem))[2] for file in KEPT} >= {6, 7}
