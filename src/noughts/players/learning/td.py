"""`td`: values of positions learnt by temporal differences.

R. S. Sutton and A. G. Barto, Reinforcement Learning, second edition 2018, section 1.5: V += step (V' - V) for the
position that a move leads to (an afterstate). Its rules, and what is ours in them, are in docs/learning.md.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.game.position import Position
from noughts.players.learning.cases import DRAWN, WON, Case, Move, box_of, case, key_of
from noughts.players.learning.training import Memory, Pupil
from noughts.players.learning.value_learner import ValueLearner, ValuePupil, check_share
from noughts.players.player import Choice, Facts

_FIRST = 0.5
_TD_MEANING = "the estimated chance to win after the move, a draw counting {draw}"


@dataclass(frozen=True)
class TemporalDifference(ValueLearner):
    """Plays the move whose afterstate has the highest value learnt."""

    draw: Fraction = Fraction(1, 2)

    name: ClassVar[str] = "td"
    facts: ClassVar[Facts] = Facts(
        title="Values learnt by temporal differences",
        origin="R. S. Sutton and A. G. Barto, Reinforcement Learning, 2018; not in the founding documents",
        boards="3x3x3",
        called="Differences",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_share(self, "draw", self.draw, zero=True)

    def pupil(self, memory: Memory) -> Pupil:
        return DifferencePupil(memory, float(self.step), float(self.explore), float(self.draw))

    def places(self, box: int) -> int:
        return 1

    def choice(self, memory: Memory, position: Position) -> Choice:
        moves = (move for kind in case(key_of(position)).kinds for move in kind)
        values = {move[0]: value_of(memory, move, float(self.draw)) for move in moves}
        return self.best(values, _TD_MEANING.format(draw=self.draw))


def value_of(memory: Memory, move: Move, draw: float) -> float:
    """The value of the position that a move leads to, for who made it."""
    _, child, end = move
    if end == WON:
        return 1.0
    if end == DRAWN:
        return draw
    return memory.get(box_of(child), (_FIRST,))[0]


class DifferencePupil(ValuePupil):
    """A learner of values in one game."""

    def __init__(self, memory: Memory, step: float, explore: float, draw: float) -> None:
        super().__init__(memory, step, explore)
        self._draw = draw

    def move(self, case: Case, dice: random.Random) -> Move:
        """The best move, of equals any; or by chance any at all, from which nothing is learnt."""
        moves = [move for kind in case.kinds for move in kind]
        if dice.random() < self.explore:
            move = moves[dice.randrange(len(moves))]
        else:
            values = [value_of(self.memory, each, self._draw) for each in moves]
            top = max(values)
            best = [each for each, value in zip(moves, values, strict=True) if value == top]
            move = best[dice.randrange(len(best))]
            self.learn(top)
        over = move[2] in (WON, DRAWN)
        self.last = None if over else (self.memory.setdefault(box_of(move[1]), [_FIRST]), 0)
        return move

    def end(self, result: int) -> None:
        """What the other side ended is learnt; what a move of its own ended, it knew."""
        self.learn((0.0, self._draw, 1.0)[result + 1])
