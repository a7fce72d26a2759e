"""The strong search says what the slow walk of the whole tree, and the exact table, say."""

import random

import pytest

from noughts import Board, Mark, Result
from noughts.solver.small.solver_choice import solver_for
from tests.lengths import short_and_long
from tests.plain_kernels import lines_of
from tests.positions import games, scattered
from tests.reference import MakerBreaker, StrongGame, has_line, image
from tests.solver.search.kernels.test_weak import board_of

BOARDS = [  # board, least stones, positions
    ("3x3x3", 0, 800),
    ("3x3x2", 0, 200),
    ("1x1x1", 0, 10),
    ("5x2x3", 0, 300),
    ("4x3x3", 3, 800),
    ("4x3x4", 4, 400),
    ("4x4x4", 9, 800),
    ("4x4x3", 8, 800),
    ("5x3x3", 6, 400),
    ("5x4x4", 11, 200),
    ("5x5x4", 17, 150),
    ("torus3x3x3", 0, 400),
    ("torus4x4x4", 9, 400),
    ("cube2", 0, 100),
    ("cube3", 18, 50),
    ("mixed", 0, 150),
]


def search(board):
    """A strong search with a small table."""
    from noughts.solver.search.searches import Strong

    return Strong(board, 12)


@pytest.mark.parametrize(("name", "least", "number"), short_and_long(BOARDS))
def test_the_strong_search_equals_the_walk_of_the_whole_tree(name, least, number):
    """Random stones of either side, either to move, on any line set: the attacker wins, or is held."""
    board, dice = board_of(name), random.Random(8)
    reference, strong = StrongGame(board), search(board)
    for attacker, defender, attacker_moves in scattered(board, least, number, seed=9):
        if dice.random() < 0.2:
            strong.clear()
        wanted = "win" if reference.attacker_wins(attacker, defender, attacker_moves) else "hold"
        found = strong.prove(attacker, defender, attacker_moves).claim
        assert found == wanted, (attacker, defender, attacker_moves)


@pytest.mark.parametrize(
    ("name", "number"),
    short_and_long([("3x3x3", 1000), ("4x3x3", 1000), ("4x4x3", 3000), ("4x4x4", 3000)], share=10),
)
def test_the_strong_search_equals_the_exact_table_at_every_ply(name, number):
    """Positions of random games from the empty board on: what each side is proved to reach is the table's."""
    board = Board.parse(name)
    table, strong = solver_for(board), search(board)
    for position in games(board, number, seed=10):
        result = table.value(position).result
        for attacker in Mark:
            mine, theirs = (position.x, position.o) if attacker is Mark.X else (position.o, position.x)
            moves = position.to_move is attacker
            wins = result is (Result.WIN if moves else Result.LOSS)
            assert strong.prove(mine, theirs, moves).claim == ("win" if wins else "hold"), str(position)


@pytest.mark.parametrize("name", ["3x3x3", "4x3x3", "4x4x3", "5x5x4", "torus4x4x4", "cube3"])
def test_all_images_of_a_position_are_worth_the_same(name):
    """What is proved of a position is proved of its image under every symmetry of the board."""
    board = Board.parse(name)
    strong = search(board)
    for mine, theirs, moves in scattered(board, board.size // 2, 25, seed=11):
        claims = set()
        for symmetry in board.symmetries:
            strong.clear()
            claims.add(strong.prove(image(mine, symmetry), image(theirs, symmetry), moves).claim)
        assert claims in ({"win"}, {"hold"})


@pytest.mark.long
def test_boards_of_more_than_64_lines_or_cells_agree():
    """Qubic, 9x9x6 and a torus near the end of the game: two words of lines or cells change no verdict."""
    from noughts.solver.search.arrays import Tuning
    from noughts.solver.search.searches import Weak

    for name, empties, number in (("cube4", 9, 60), ("torus5x5x4", 9, 60), ("9x9x6", 8, 25)):
        board = Board.parse(name)
        weak, strong = Weak(board, 12, tuning=Tuning(replies=128)), search(board)
        for mine, theirs, moves in scattered(board, board.size - empties, number, seed=12):
            wins = MakerBreaker(board).maker_wins(mine, theirs, moves)
            assert weak.prove(mine, theirs, moves).claim == ("win" if wins else "hold")
            wins = StrongGame(board).attacker_wins(mine, theirs, moves)
            assert strong.prove(mine, theirs, moves).claim == ("win" if wins else "hold")


INTERPRETED = """
from noughts.game.board import Board
from noughts.solver.search.arrays import Tuning
from noughts.solver.search.searches import Strong, Weak
for name, least, number in (("3x3x3", 2, 25), ("4x3x3", 5, 15)):
    board = Board.parse(name)
    weak, strong = Weak(board, 12, tuning=Tuning(replies=128)), Strong(board, 12)
    for mine, theirs, moves in scattered(board, least, number, seed=13):
        wins = MakerBreaker(board).maker_wins(mine, theirs, moves)
        assert weak.prove(mine, theirs, moves).claim == ("win" if wins else "hold")
        wins = StrongGame(board).attacker_wins(mine, theirs, moves)
        assert strong.prove(mine, theirs, moves).claim == ("win" if wins else "hold")
    print(name)
"""


@pytest.mark.long
def test_the_small_boards_agree_without_the_compiler():
    """Kernels as plain Python prove 3x3x3 and 4x3x3 as the slow walks do."""
    assert lines_of(INTERPRETED) == ["3x3x3", "4x3x3"]


def test_a_line_already_complete_is_a_verdict_of_its_own():
    """Stones that hold a line have won, whoever would move."""
    board = Board.mnk(3, 3, 3)
    assert has_line(board, 0b111)
    for moves in (True, False):
        assert search(board).prove(0b111, 0b11000, moves).claim == "win"
        assert search(board).prove(0b11000, 0b111, moves).claim == "hold"
