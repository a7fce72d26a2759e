from fractions import Fraction

import pytest

from noughts import Board, ExactValue, Result
from noughts.explain import say
from noughts.explain.blocks import bare

SMALL = Board.mnk(3, 3, 3)


def line_of(board, text):
    return tuple(board.cell(name) for name in text.split())


def test_every_3x3_cell_has_a_place_and_a_name():
    """On 3x3 the nine cells have nine different names in words, and the name can stand beside them."""
    assert len({say.cell_with_name(SMALL, cell) for cell in SMALL.cells}) == 9
    assert bare(say.cell_with_name(SMALL, SMALL.cell("b2"))) == "the centre, b2"
    assert bare(say.cell_with_name(SMALL, SMALL.cell("a1"))) == "the top left corner, a1"
    assert bare(say.cell_with_name(SMALL, SMALL.cell("a2"))) == "the left side, a2"
    assert bare(say.cell_with_name(Board.mnk(5, 5, 4), SMALL.cell("b1"))) == "b1"


def test_the_3x3_lines_in_words():
    """The eight 3x3 lines go by the names that people use, in line order."""
    assert [say.line_words(SMALL, line) for line in SMALL.lines] == [
        "the top row",
        "the middle row",
        "the bottom row",
        "the left column",
        "the middle column",
        "the right column",
        "the diagonal from a1 to c3",
        "the diagonal from c1 to a3",
    ]


@pytest.mark.parametrize(
    ("board", "cells", "said"),
    [
        ("15x15x5", "c4 d4 e4 f4 g4", "the row from c4 to g4"),
        ("6x5x4", "b2 b3 b4 b5", "the column from b2 to b5"),
        ("6x5x4", "d1 c2 b3 a4", "the diagonal from d1 to a4"),
        ("3x3x2", "a1 b1", "the row from a1 to b1"),
        ("torus3x3x3", "b1 c2 a3", "the line b1, c2, a3"),
        ("cube3", "a1 a4 a7", "the line a1, a4, a7"),
    ],
)
def test_lines_of_other_boards(board, cells, said):
    """Elsewhere a line is told by its ends, and one that jumps or wraps by its cells."""
    given = Board.parse(board)
    line = line_of(given, cells)
    assert set(line) in [set(known) for known in given.lines]
    assert say.line_words(given, line) == said


def test_different_lines_have_different_words():
    """On every sort of board no two lines go by the same words."""
    for name in ("3x3x3", "3x3x2", "4x4x3", "7x6x4", "torus4x4x3", "cube3"):
        board = Board.parse(name)
        assert len({say.line_words(board, line) for line in board.lines}) == len(board.lines)


@pytest.mark.parametrize(
    ("value", "said", "short"),
    [
        (ExactValue(Result.WIN, 3), "wins in 3 plies", "W3"),
        (ExactValue(Result.WIN, 1), "wins in 1 ply", "W1"),
        (ExactValue(Result.DRAW, 9), "draws", "D"),
        (ExactValue(Result.LOSS, 2), "loses in 2 plies", "L2"),
        (ExactValue(Result.LOSS, 0), "has lost", "L0"),
    ],
)
def test_values(value, said, short):
    """A value is said with its verb and the right plural, and in two characters on a board."""
    assert say.value_words(value) == said
    assert say.value_short(value) == short


def test_shares():
    """A share is exact and rounded; what can happen is never 0%, what may fail never 100%."""
    assert say.share_words(Fraction(1, 3)) == "1/3 (33.3%)"
    assert say.share_words(Fraction(1)) == "always"
    assert say.percent(Fraction(1, 4)) == "25%"
    assert say.percent(Fraction(0)) == "0%"
    assert say.percent(Fraction(1, 10_000)) == "under 0.1%"
    assert say.percent(Fraction(9_999, 10_000)) == "over 99.9%"


def test_lists_and_plurals():
    """Lists, counts and plurals are good English for none, one, two and many."""
    assert [say.listing(list(names)) for names in ("", "a", "ab", "abc")] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert say.plural(1, "ply", "plies") == "1 ply"
    assert say.plural(549_946, "node") == "549,946 nodes"
    assert say.number_words(9) == "nine"
    assert say.number_words(13) == "13"
    big = Board.mnk(5, 5, 4)
    assert say.cells_words(big, big.cells[:4], "or", limit=2) == "a1, b1 or 2 others"
