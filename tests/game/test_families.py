"""Animals and cubes as sets of lines: as many as a count by hand says, and worth what is known."""

import pytest

from noughts import Board, ImpossibleError, Position
from noughts.game.families import ANIMALS, animal_cells
from noughts.solver.analysis import analyse

WAYS = {
    "elam": 1,
    "domino": 2,
    "tic": 2,
    "el": 4,
    "elly": 8,
    "fatty": 1,
    "knobby": 4,
    "skinny": 2,
    "tippy": 4,
    "snaky": 8,
}


@pytest.mark.parametrize("name", ANIMALS)
def test_an_animal_lies_on_the_board_in_each_of_its_ways(name):
    """On a square each way has as many places as its box has; all of them together are the lines."""
    cells = animal_cells(ANIMALS[name])
    height, width = (1 + max(place[axis] for place in cells) for axis in (0, 1))
    board = Board.parse(f"{name}6x6")
    assert board.k == len(cells)
    assert len(board.lines) == WAYS[name] * (7 - height) * (7 - width)


@pytest.mark.parametrize(
    ("name", "plies"), [("domino2x2", 3), ("el3x3", 5), ("tippy3x3", 9), ("fatty3x3", None)]
)
def test_the_smallest_boards_on_which_animals_are_won(name, plies):
    """Domino wins in 2 moves, el in 3 and tippy in 5, as Gardner 1979 has it; fatty is the square that never wins."""
    value = analyse(Position.start(Board.parse(name))).value
    assert (value.plies if value.result else None) == plies


def test_a_cube_has_as_many_lines_as_hales_and_jewett_count():
    """((n + 2) ** d - n ** d) / 2 lines of n cells, in two to five dimensions."""
    for n, d in ((3, 2), (3, 3), (4, 3), (3, 4), (2, 5), (4, 4)):
        board = Board.cube(n, d)
        assert len(board.lines) == ((n + 2) ** d - n**d) // 2
        assert (board.size, Board.parse(str(board))) == (n**d, board)
    assert Board.cube(3, 2).masks == tuple(m for m in Board.cube(3, 2).masks if m.bit_count() == 3)
    assert set(Board.cube(3, 2).masks) == set(Board.mnk(3, 3, 3).masks)


def test_what_has_no_room_or_no_cells_is_refused():
    """A cube with too long a side or too many dimensions, and an animal that is empty or larger than the board."""
    for make in (
        lambda: Board.cube(3, 5),
        lambda: Board.cube(2, 6),
        lambda: Board.parse("cube1d9"),
        lambda: Board.animal("../..", 3, 3),
        lambda: Board.parse("snaky2x2"),
    ):
        with pytest.raises(ImpossibleError):
            make()
