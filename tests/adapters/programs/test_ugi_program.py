"""Engines that speak UGI as players: what they are told, and what they lose by."""

import shlex
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from noughts import Board, Position
from noughts.adapters.programs.ugi_program import UgiProgram
from noughts.errors import ForfeitError

ENGINE = Path(__file__).with_name("fake_engine.py")


@pytest.fixture
def engine():
    made = []

    def make(manner="plain"):
        command = shlex.join([sys.executable, "-IS", str(ENGINE), manner])
        made.append(UgiProgram(command=command, seconds=Fraction(20)))
        return made[-1]

    yield make
    for each in made:
        each.release()


def asked(engine, text):
    decision = engine.decide(Position.parse(text))
    (cell,) = decision.moves
    return decision.position.board.cell_name(cell), decision.evidence.said


def test_an_engine_is_told_the_moves_of_the_game(engine):
    """It gets the moves from the start, in their order where the house knows it, else in one that can have been."""
    fake = engine()
    assert asked(fake, ".../.../...") == ("a1", ("info string told",))
    assert asked(fake, "X../.O./...") == ("b1", ("info string told a1 b2",))
    assert asked(fake, "XX./.O./O..") == ("c1", ("info string told a1 b2 b1 a3",))
    assert asked(fake, "O../.XO/..X") == ("b1", ("info string told b2 a1 c3 c2",))
    assert asked(fake, "..X/.../...")[0] == "a1"


def test_an_engine_with_the_option_is_told_the_board(engine):
    """Whoever declares an option ``board`` plays on the board of the game; any other plays its own."""
    wide = Position.parse("XOX./..../....", Board.mnk(4, 3, 3))
    cells = {manner: next(iter(engine(manner).decide(wide).moves)) for manner in ("boards", "plain")}
    assert {manner: wide.board.cell_name(cell) for manner, cell in cells.items()} == {
        "boards": "d1",
        "plain": "a2",
    }


@pytest.mark.parametrize(
    ("manner", "why"),
    [("odd", "not a cell: 'zz'"), ("bare", "not a cell: ''"), ("taken", "taken: 'a1'")],
)
def test_an_answer_that_is_no_move_loses(engine, manner, why):
    """What is no cell, or a cell that is taken, forfeits the game."""
    with pytest.raises(ForfeitError, match="its move is none") as told:
        asked(engine(manner), "X../.../...")
    assert why in str(told.value)
