"""Positions as arrays: the same cells, whoever looks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Board, Mark, Position
from tests.positions import positions

pytest.importorskip("numpy")


@given(positions(st.just(Board.mnk(5, 3, 3))))
def test_planes_and_mask_are_the_marks_and_the_moves(position: Position) -> None:
    """Each plane holds the cells of one side where the board has them, the mask the legal moves, as 0 and 1."""
    from noughts.adapters.planes import mask, planes

    board = position.board
    for side in Mark:
        seen = planes(position, side)
        assert (seen.shape, str(seen.dtype)) == ((3, 5, 2), "int8")
        for cell in board.cells:
            held = [seen[divmod(cell, board.columns)][plane] for plane in (0, 1)]
            assert held == [position.at(cell) is side, position.at(cell) is side.other]
    assert tuple(cell for cell in board.cells if mask(position)[cell]) == position.moves
    assert mask(position).sum() == len(position.moves)
