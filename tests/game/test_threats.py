"""What lines threaten: rows open at both ends, by a walk over the board."""

from hypothesis import given

from noughts import Board, Position
from noughts.game.threats import open_rows
from tests.positions import mnk_boards, positions

STEPS = ((1, 0), (0, 1), (1, 1), (1, -1))


def walked(position, own, other):
    """The open rows of a rectangle by the marks along every stretch of k + 1 cells: two empty ends, one gap within."""
    board, k = position.board, position.board.k
    found = set()
    for column in range(board.columns):
        for row in range(board.rows):
            for right, down in STEPS:
                places = [(column + i * right, row + i * down) for i in range(k + 1)]
                if all(0 <= x < board.columns and 0 <= y < board.rows for x, y in places):
                    cells = [y * board.columns + x for x, y in places]
                    held = tuple(sorted(cell for cell in cells if own >> cell & 1))
                    ends = (own | other) >> cells[0] & 1 or (own | other) >> cells[-1] & 1
                    if not ends and len(held) == k - 2 and not any(other >> cell & 1 for cell in cells):
                        found.add(held)
    return found if k >= 4 else set()


@given(positions(mnk_boards()))
def test_open_rows_are_those_of_a_walk(position):
    """The lines find the rows that a walk over the board finds, for either side."""
    for own, other in ((position.x, position.o), (position.o, position.x)):
        assert set(open_rows(position.board, own, other)) == walked(position, own, other)


def test_an_open_three_is_one():
    """Three in a row with room at both ends is open, one that meets the other side is not, and none is in 3x3x3."""
    rows = [".........", ".XXX.....", ".........", "OXX.X....", ".........", "O.O.O.O.O"]
    place = Position.parse("/".join(rows), Board.mnk(9, 6, 5), k=None)
    name = place.board.cell_name
    assert [[name(cell) for cell in row] for row in open_rows(place.board, place.x, place.o)] == [
        ["b2", "c2", "d2"]
    ]
    small = Position.parse("XX./.../O..")
    assert open_rows(small.board, small.x, small.o) == ()
