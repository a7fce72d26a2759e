"""Boards by other rules: what a line and a full board mean is the same to positions, values, counts and contests."""

import random
from fractions import Fraction

import pytest

from noughts import (
    Board,
    Mark,
    Position,
    Reason,
    Result,
    TooLargeError,
    UnsupportedBoardError,
    count,
    exploit,
    match,
    player,
)
from noughts.game.count import walk
from noughts.solver.analysis import analyse
from tests import reference

RULES = ("misere", "last")


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("name", ["3x2x2", "cube2", "3x3x3"])
def test_values_are_what_the_slow_reference_says(rule, name):
    """The value and distance of random positions equal a plain walk of outcomes."""
    board, dice = Board.parse(f"{rule}-{name}"), random.Random(1)
    for x, o in dice.sample(list(walk(board)), 20 if name != "3x3x3" else 0) + [(0b1, 0b10)] * (
        board.size < 9
    ):
        position = Position(board, x, o)
        assert analyse(position).value == reference.minimax(position)
    if name == "3x3x3":
        later = Position.parse("XO./.X./O..", board)
        assert analyse(later).value == reference.minimax(later)


def test_misere_tic_tac_toe_is_held_from_the_centre_alone():
    """X draws by the centre and by mirroring every move in it; any other first move loses."""
    start = Position.start(Board.parse("misere-3x3x3"))
    assert analyse(start).best == (4,)
    assert analyse(start).value.result is Result.DRAW
    assert {value.result for cell, value in analyse(start).moves.items() if cell != 4} == {Result.LOSS}


@pytest.mark.parametrize("rule", RULES)
def test_counts_are_those_of_the_walk(rule):
    """Finished positions by winner are those that a walk of all positions finds; games by winner those of the match."""
    board = Board.parse(f"{rule}-3x3x3")
    ends = [Position.unchecked(board, x, o).outcome for x, o in walk(board)]
    won = [end.winner for end in ends if end]
    counted = count(board)
    assert (counted.terminal.x, counted.terminal.o, counted.terminal.draw) == tuple(
        won.count(side) for side in (Mark.X, Mark.O, None)
    )
    assert counted.games.total == 255168


def test_the_rule_turns_a_line_and_a_full_board_around():
    """Misere swaps who has won with a line; by the last mover's rule a draw becomes the last mover's."""
    plain, misere, last = (
        match(player("random"), player("random"), Board.parse(f"{r}3x3x3")) for r in ("", "misere-", "last-")
    )
    assert (misere.win, misere.draw, misere.loss) == (plain.loss, plain.draw, plain.win)
    assert (last.win, last.draw, last.loss) == (plain.win + plain.draw, Fraction(0), plain.loss)
    full = Position.parse("XOX/XOO/OXX", Board.parse("last-3x3x3")).outcome
    assert (full.winner, full.reason) == (Mark.X, Reason.FULL)


@pytest.mark.parametrize("rule", RULES)
def test_perfect_play_is_worth_the_value(rule):
    """The player that knows all values cannot be pressed below them, on either side; its opponent finds a lost game."""
    board = Board.parse(f"{rule}-3x3x3")
    value = int(analyse(Position.start(board)).value.result)
    weak = exploit(player("perfect"), board)
    assert (weak.x.score, weak.o.score) == (value, -value)
    for side in (exploit(player("random"), board).x, exploit(player("random"), board).o):
        position = Position.start(board)
        for cell in side.line:
            position = position.play(cell)
        assert position.outcome.winner is side.side.other
        assert position.outcome.winner is not None


def test_what_proves_by_the_usual_rule_refuses_others():
    """Prover and table say what they cannot do; a value of another rule is not taken for theirs."""
    from noughts import solve
    from noughts.solver.small.table import table

    with pytest.raises(UnsupportedBoardError, match="its rule is misere"):
        solve(Board.parse("misere-5x5x4"))
    with pytest.raises(TooLargeError, match="its rule is last"):
        table(Board.parse("last-5x3x3"))
    assert Board.parse("misere-3x3x3") != Board.mnk(3, 3, 3)
    assert str(Board.mnk(3, 3, 3).with_rule("last").with_rule("misere")) == "misere-3x3x3"
