import re

import pytest

from noughts import Board, Position
from noughts.explain.board_text import board_text, compact_text, number_overlay, value_overlay
from noughts.solver.analysis import analyse


def cell(name):
    return Board.mnk(3, 3, 3).cell(name)


def test_the_ruled_board():
    """The board for people has letters above, numbers beside, and rules between."""
    assert board_text(Position.parse("XX./.../O..")) == "\n".join(
        [
            "    a   b   c",
            "1   X | X | .",
            "   ---+---+---",
            "2   . | . | .",
            "   ---+---+---",
            "3   O | . | .",
        ]
    )


def test_the_compact_board():
    """The compact board takes one line a row and one of letters."""
    assert compact_text(Position.parse("XX./.../O..")) == "  a b c\n1 X X .\n2 . . .\n3 O . ."


def test_last_move_and_winning_line_are_signs_not_colours():
    """The winning line and the last move are marked by characters beside the marks."""
    won = Position.parse("XXX/.O./O..")
    text = board_text(won, last=cell("b1"))
    assert "1   *X  | *X< | *X" in text
    assert compact_text(won, last=cell("b1")).split("\n")[1] == "1 *X  *X< *X"
    assert "*" not in board_text(Position.parse("XX./.O./O.."), last=cell("b1"))


def test_overlays_lie_on_empty_cells_only():
    """Numbers and values are drawn where nobody has moved, in columns that stay straight."""
    position = Position.parse("X../.O./XO.")
    assert compact_text(position, number_overlay(position)) == "  a b c\n1 X 2 3\n2 4 O 6\n3 X O 9"
    drawn = board_text(position, value_overlay(analyse(position).moves))
    assert "2    W1 |  O  |  L2" in drawn
    assert len({row.index("|") for row in drawn.split("\n") if "|" in row}) == 1


@pytest.mark.parametrize("name", ["1x1x1", "3x3x3", "7x6x4", "20x20x5", "cube4", "torus5x4x3"])
def test_every_cell_of_every_board_is_drawn(name):
    """Every board is drawn with each cell once and no spaces at the ends of lines."""
    position = Position.start(Board.parse(name))
    for draw in (board_text, compact_text):
        text = draw(position)
        assert text.count(".") == position.board.size
        assert not re.search(r" $", text, re.MULTILINE)
