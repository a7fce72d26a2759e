"""The strategies that are kept are proofs, and the engine follows them."""

import random
from importlib.resources import as_file, files

import pytest

from noughts import Board, Mark, Position, Proved, Result, verify
from noughts.engine.search import search
from noughts.engine.strategies import BOARDS, strategy


@pytest.mark.parametrize("name", BOARDS)
def test_every_strategy_is_a_certificate(name):
    """The verifier accepts the file: X wins from the empty board."""
    with as_file(files("noughts.engine") / "certificates" / f"{name}.gz") as path:
        proved = verify(str(path))
    assert proved == [Proved(Position.start(Board.parse(name)), Mark.X, wins=True)]


def test_boards_without_a_strategy_have_none():
    """Neither another board nor another line set under the same name is answered for."""
    assert strategy(Board.parse("4x9x4")) is None
    assert strategy(Board("9x4x4", 9, 4, ((0, 1),))) is None


@pytest.mark.parametrize("name", BOARDS)
def test_the_first_moves_are_those_of_the_strategy(name):
    """From the empty board and after any replies, also turned or mirrored, a win is known and its line legal."""
    board, dice = Board.parse(name), random.Random(5)
    start = Position.start(board)
    plies = search(start).value.plies
    for _ in range(6):
        position = start
        for _ in range(2):
            symmetry = dice.choice(board.symmetries)
            thought = search(position.transform(symmetry))
            assert thought.value.result is Result.WIN
            assert thought.value.plies <= plies
            last = position.transform(symmetry)
            for cell in thought.pv:
                last = last.play(cell)
            position = position.transform(symmetry).play(thought.best)
            position = position.play(dice.choice(position.moves))


@pytest.mark.parametrize("name", BOARDS)
def test_symmetric_positions_have_symmetric_answers(name):
    """The move in a mirrored position wins in as many plies as the move in the position itself."""
    board = Board.parse(name)
    kept = strategy(board)
    position = Position.start(board).play(kept.win(Position.start(board))[0])
    for cell in position.moves:
        found = kept.win(position.play(cell))
        for symmetry in board.symmetries:
            other = kept.win(position.play(cell).transform(symmetry))
            assert other[1] == found[1]
