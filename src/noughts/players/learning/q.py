"""`q`: values of moves learnt by Q-learning.

C. J. C. H. Watkins, Learning from delayed rewards, thesis, Cambridge 1989; R. S. Sutton and A. G. Barto, Reinforcement
Learning, second edition 2018, section 6.5: Q += step (max Q' - Q). Its rules, and what is ours in them, are in
docs/learning.md.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from noughts.game.position import Position
from noughts.players.learning.cases import Case, Move, case, key_of
from noughts.players.learning.training import Memory, Pupil
from noughts.players.learning.value_learner import ValueLearner, ValuePupil
from noughts.players.player import Choice, Facts

_Q_MEANING = "the expected result of the move: +1 a win, 0 a draw, -1 a loss"


@dataclass(frozen=True)
class QLearning(ValueLearner):
    """Plays the move of the highest value learnt."""

    name: ClassVar[str] = "q"
    facts: ClassVar[Facts] = Facts(
        title="Values of moves learnt by Q-learning",
        origin="C. J. C. H. Watkins, 1989; not in the founding documents",
        boards="3x3x3",
        called="Q-learner",
    )

    def pupil(self, memory: Memory) -> Pupil:
        return QPupil(memory, float(self.step), float(self.explore))

    def choice(self, memory: Memory, position: Position) -> Choice:
        at = case(key_of(position))
        learnt = zip(at.cells, memory.get(at.box, [0.0] * len(at.kinds)), strict=True)
        return self.best({cell: value for cells, value in learnt for cell in cells}, _Q_MEANING)


class QPupil(ValuePupil):
    """A learner of moves in one game."""

    def move(self, case: Case, dice: random.Random) -> Move:
        """The best move, of equals any; or by chance any at all."""
        values = self.memory.setdefault(case.box, [0.0] * len(case.kinds))
        top = max(values)
        self.learn(top)
        explores = dice.random() < self.explore
        moves = [
            (kind, move)
            for kind, alike in enumerate(case.kinds)
            if explores or values[kind] == top
            for move in alike
        ]
        kind, move = moves[dice.randrange(len(moves))]
        self.last = values, kind
        return move

    def end(self, result: int) -> None:
        """The result is what the last move was worth."""
        self.learn(float(result))
