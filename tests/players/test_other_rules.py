"""Boards of other rules: who reckons with lines that win does not play them, and who plays them tells no untruth."""

import pytest

from noughts import Board, Position, UnsupportedBoardError, player, sentence
from noughts.players.registry import LEVELS
from noughts.solver.small.solver_choice import can_solve, solver_for


@pytest.mark.parametrize("name", [*LEVELS, "mcts"])
@pytest.mark.parametrize("board", ["misere-3x3x3", "last-4x3x3", "misere-4x4x3"])
def test_who_reckons_with_lines_that_win_refuses(name, board):
    """Levels and random games know one rule: on a board of another they are refused, in words that say so."""
    with pytest.raises(UnsupportedBoardError, match="by the usual rule"):
        player(name).decide(Position.start(Board.parse(board)))


@pytest.mark.parametrize(
    "board", ["misere-3x3x3", "last-3x3x3", "misere-4x3x3", "misere-4x4x3", "last-4x4x4"]
)
def test_the_engine_plays_what_it_can_value_and_nothing_else(board):
    """The engine plays a board of another rule exactly where its values are known, and keeps the value there."""
    start, engine = Position.start(Board.parse(board)), player("engine")
    assert engine.plays(start.board) == can_solve(start.board)
    if can_solve(start.board):
        exact = solver_for(start.board)
        (cell,) = engine.decide(start).moves
        assert exact.values(start)[cell].result is exact.value(start).result
    else:
        with pytest.raises(UnsupportedBoardError):
            engine.decide(start)


def test_a_completed_line_that_loses_is_not_told_as_a_win():
    """Where only a losing line is left to complete, nobody says that it wins."""
    forced = Position.parse("XX./OOX/XOO", "misere-3x3x3")
    assert "Wins" not in sentence(player("engine").decide(forced))
    assert "Wins" in sentence(player("engine").decide(Position.parse("XX./OOX/XOO")))
