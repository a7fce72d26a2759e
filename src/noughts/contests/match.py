"""The exact result of a match between two players, from their distributions, without sampling.

The probability of every position is carried forward ply by ply; only positions that both players'
choices reach are visited. Probabilities are integers over one common denominator a ply.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from noughts.contests.fraction import Share
from noughts.contests.tree_walk import DRAWN, GOES_ON, LOST, SIDES, WON, GameWalk, Policy, Steps
from noughts.displayable import Shown
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.players.player import Player
from noughts.players.registry import player


@dataclass(frozen=True, slots=True)
class MatchResult(Shown):
    """How a game between two players ends: exact probabilities from X's side, and its expected plies."""

    x: str
    o: str
    board: Board
    win: Fraction
    draw: Fraction
    loss: Fraction
    plies: Fraction

    @property
    def score(self) -> Fraction:
        """What X expects where a win counts 1, a draw 0 and a loss -1."""
        return Share(self.win - self.loss)


def match(x: Player | str, o: Player | str, board: Board | str | None = None) -> MatchResult:
    """The exact result of ``x`` (who moves first) against ``o``, on 3x3x3 unless a board is given.

    Players and board may be given by their names.
    Raises UnsupportedBoardError before the start if a player does not play the board, TooLargeError if
    together they reach too many positions, PlayerError if a player's distribution is none.
    """
    x, o, walk = player(x), player(o), GameWalk(Board.of(board))
    return play_out(walk, x, o, walk.policy(x), walk.policy(o))


def play_out(walk: GameWalk, x: Player, o: Player, x_policy: Policy, o_policy: Policy) -> MatchResult:
    """``match`` for policies that are at hand, and may remember what they have decided."""
    layer, scale, visited = {0: 1}, 1, 1
    ended: Counter[Mark | None] = Counter()
    plies = Fraction(0)
    for ply in range(walk.board.size):
        policy = (x_policy, o_policy)[ply % 2]
        plies += Fraction(sum(layer.values()), scale)
        decided = [(mass, policy(key)) for key, mass in layer.items()]
        common = lcm(*{total for _, (total, _) in decided})
        layer, tally = _one_ply(decided, common)
        scale *= common
        ended = Counter({end: mass * common for end, mass in ended.items()})
        ended[SIDES[ply % 2]] += tally[WON]
        ended[SIDES[(ply + 1) % 2]] += tally[LOST]
        ended[None] += tally[DRAWN]
        visited += len(layer)
        walk.check_size(visited, f"{x} against {o}")
    win, loss, draw = (Fraction(ended[end], scale) for end in (Mark.X, Mark.O, None))
    return MatchResult(str(x), str(o), walk.board, *map(Share, (win, draw, loss, plies)))


def _one_ply(decided: list[tuple[int, Steps]], common: int) -> tuple[dict[int, int], list[int]]:
    """The masses of the next layer, and those that the game ended with by how it stands."""
    below: dict[int, int] = {}
    tally = [0, 0, 0, 0]
    for mass, (total, steps) in decided:
        unit = mass * (common // total)
        for child, weight, end in steps:
            if end == GOES_ON:
                below[child] = below.get(child, 0) + unit * weight
            else:
                tally[end] += unit * weight
    return below, tally
