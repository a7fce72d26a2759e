import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

import pytest

from noughts import (
    Board,
    Cell,
    Choice,
    Facts,
    Mark,
    Player,
    PlayerError,
    Position,
    TooLargeError,
    Uniform,
    UnsupportedBoardError,
    exploit,
    match,
    player,
)
from noughts.contests import tree_walk
from noughts.players.registry import house_variants

HALF = Fraction(1, 2)


def slow_match(x: Player, o: Player, board: Board) -> tuple[Fraction, Fraction, Fraction]:
    """Win, draw, loss by plain recursion over positions, in fractions."""

    @cache
    def below(position: Position) -> tuple[Fraction, Fraction, Fraction]:
        outcome = position.outcome
        if outcome is not None:
            ends = (Mark.X, None, Mark.O)
            return tuple(Fraction(outcome.winner is end) for end in ends)  # type: ignore[return-value]
        mover = x if position.to_move is Mark.X else o
        parts = [(share, below(position.play(cell))) for cell, share in mover.decide(position).moves.items()]
        return tuple(sum(share * part[i] for share, part in parts) for i in range(3))  # type: ignore[return-value]

    return below(Position.start(board))


@dataclass(frozen=True)
class Plug(Player):
    """Answers the empty board with whatever it is given, and every other with the first empty cell."""

    moves: Any = field(default=None)

    name: ClassVar[str] = "plug"
    facts: ClassVar[Facts] = Facts("", "", "every board", deterministic=True, breaks_symmetry="")

    def choose(self, position: Position) -> Choice:
        first: Mapping[Cell, Fraction] = {position.empty[0]: Fraction(1)}
        return Choice(self.moves if position.ply == 0 else dict(first), Uniform())


def test_random_players_have_the_known_rates() -> None:
    """Two random players win 737/1260 and 121/420 and draw 8/63, after 7.63 plies on average."""
    result = match(player("random"), player("random"))
    assert (result.win, result.loss, result.draw) == (
        Fraction(737, 1260),
        Fraction(121, 420),
        Fraction(8, 63),
    )
    rounded = [round(float(share), 4) for share in (result.win, result.loss, result.draw)]
    assert rounded == [0.5849, 0.2881, 0.1270]
    assert round(float(result.plies), 2) == 7.63


@pytest.mark.parametrize("x", ["weights", "core", "minimax(randomness=1/10)", "newell-simon(level=3)"])
@pytest.mark.parametrize("o", ["tic(deep=True)", "rules", "random"])
def test_it_equals_plain_recursion(x: str, o: str) -> None:
    """Integers carried forward give what fractions carried back give."""
    one, two = player(x), player(o)
    result = match(one, two)
    assert (result.win, result.draw, result.loss) == slow_match(one, two, Board.mnk(3, 3, 3))


@pytest.mark.parametrize(
    "board", [pytest.param("4x3x3", marks=pytest.mark.long), "1x1x1", "2x2x2", "torus3x3x3", "cube2", "3x2x3"]
)
def test_it_plays_any_small_board(board: str) -> None:
    """A board is its cells and lines: nothing in a contest knows another."""
    weights, chance = player("weights"), player("random")
    on = Board.parse(board)
    result = match(weights, chance, on)
    assert (result.win, result.draw, result.loss) == slow_match(weights, chance, on)


@pytest.mark.parametrize("other", house_variants(), ids=str)
def test_perfect_never_loses(other: Player) -> None:
    """Nobody wins against best play, on either side."""
    perfect = player("perfect")
    assert match(perfect, other).loss == 0
    assert match(other, perfect).win == 0


def test_narrow_players_play_large_boards() -> None:
    """Only positions that both reach are visited: first-cell players finish a game on 15x15x5 exactly."""
    first = Plug({Cell(0): Fraction(1)})
    result = match(first, first, Board.mnk(15, 15, 5))
    assert (result.win, result.plies) == (1, 61)  # down the diagonals of full rows


@pytest.mark.parametrize("board", ["15x15x5", pytest.param("19x19x5", marks=pytest.mark.long)])
def test_too_many_positions_are_refused(board: str) -> None:
    """Wide players on a large board are refused with the number of positions and the way out."""
    with pytest.raises(TooLargeError, match=rf"weights against random.*{board}.*positions.*sampled match"):
        match(player("weights"), player("random"), Board.parse(board))


def test_the_limit_counts_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board with more reachable positions than the limit is refused, one with as many is played."""
    chance, board = player("random"), Board.mnk(3, 3, 3)
    cost = board.size + len(board.lines)
    open_positions = 4520
    monkeypatch.setattr(tree_walk, "WORK", open_positions * cost)
    assert match(chance, chance, board).draw
    monkeypatch.setattr(tree_walk, "WORK", open_positions * cost - 1)
    with pytest.raises(TooLargeError):
        match(chance, chance, board)


def test_boards_are_checked_before_the_game() -> None:
    """A player who cannot play the board is refused although its turn might never come."""
    with pytest.raises(UnsupportedBoardError, match=r"core does not play '1x1x1'"):
        match(player("random"), player("core"), Board.mnk(1, 1, 1))


@pytest.mark.parametrize(
    ("moves", "problem"),
    [
        ({0: 0.5, 1: 0.5}, "'0.5' is not an exact Fraction"),
        ({0: HALF}, "sum to 1/2"),
        ({}, "sum to 0"),
        ({0: HALF, 1: HALF, 2: HALF}, "sum to 3/2"),
        ({0: Fraction(3, 2), 1: -HALF}, "-1/2 is negative"),
        ({9: Fraction(1)}, "'9' is not a cell"),
        ({-1: Fraction(1)}, "'-1' is not a cell"),
        ({"a1": Fraction(1)}, "'a1' is not a cell"),
        ([0], "is not a mapping"),
    ],
)
def test_what_is_no_distribution_is_refused(moves: object, problem: str) -> None:
    """A plug-in's distribution that is none is a PlayerError that quotes the player and the position."""
    with pytest.raises(PlayerError, match=problem) as caught:
        match(Plug(moves), player("random"))
    assert "'.../.../...'" in str(caught.value)
    assert "plug" in str(caught.value)


def test_taken_cells_are_refused() -> None:
    """A distribution that names a taken cell is refused."""

    class Stubborn(Plug):
        def choose(self, position: Position) -> Choice:
            return Choice({Cell(0): Fraction(1)}, Uniform())

    with pytest.raises(PlayerError, match=r"'X\.\./\.\.\./\.\.\.': a1 is taken"):
        match(Stubborn(), Stubborn())


def test_zero_shares_and_whole_numbers_are_allowed() -> None:
    """Moves of probability 0 are never played, and an int is as exact as a Fraction."""
    assert match(Plug({0: 1, 4: 0}), player("tic")).loss == match(Plug({0: Fraction(1)}), player("tic")).loss


def test_what_is_exact_is_formatted_as_floats_are():
    """Scores and shares take a format, on every Python; they are exact fractions, and print and travel as such."""
    result, weakness = match("core", "random"), exploit("random").x
    for exact in (result.score, result.win, result.draw, result.loss, result.plies, weakness.score):
        assert f"{exact:.3f}" == f"{float(exact):.3f}"
        assert f"{exact}" == str(exact) == str(Fraction(exact))
        assert repr(exact) == repr(Fraction(exact.numerator, exact.denominator))
        assert pickle.loads(pickle.dumps(exact)) == exact
