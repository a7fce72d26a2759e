"""Learners of values: one number for a move or for a position, changed by a step towards the result.

`q` learns values of moves by Q-learning (C. J. C. H. Watkins, Learning from delayed rewards, thesis, Cambridge 1989; R.
S. Sutton and A. G. Barto, Reinforcement Learning, second edition 2018, section 6.5): Q += step (max Q' - Q).

`td` learns values of positions by temporal differences (Sutton and Barto, section 1.5): V += step (V' - V) for the
position after a move (an afterstate).

docs/learning.md has the rules of both, and where they differ from the books.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.errors import OptionError, quote
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.players.evidence import Learned
from noughts.players.learning.states import DRAWN, WON, Case, Move, box_of, case, key_of
from noughts.players.learning.training import Learner, Memory, Pupil
from noughts.players.player import Choice, Facts, heaviest, uniform


@dataclass(frozen=True)
class ValueLearner(Learner):
    """A learner of values: one moves by ``step`` of the way to what it led to; ``explore`` of the moves are random."""

    games: int = 2_000
    step: Fraction = Fraction(1, 10)
    explore: Fraction = Fraction(1, 10)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_share(self, "step", self.step, zero=False)
        check_share(self, "explore", self.explore, zero=True)

    def best(self, values: Mapping[Cell, float], meaning: str) -> Choice:
        """Any of the moves of the highest value, evenly; what is told of them are estimates to six places."""
        estimates = {cell: round(values[cell], 6) or 0.0 for cell in sorted(values)}
        return Choice(uniform(sorted(heaviest(values))), Learned(estimates, meaning, self.games))


class ValuePupil:
    """A learner of values in one game: what its last move was worth goes a step towards what came of it."""

    def __init__(self, memory: Memory, step: float, explore: float) -> None:
        self.memory, self.explore = memory, explore
        self._step = step
        self.last: tuple[list[float], int] | None = None

    def learn(self, target: float) -> None:
        """Moves the value of the last move, if there is one to be learnt."""
        if self.last is not None:
            values, place = self.last
            values[place] += self._step * (target - values[place])


def check_share(learner: Learner, option: str, share: Fraction, *, zero: bool) -> None:
    """Raises OptionError unless an option is a share of one; 0 only where that makes sense."""
    if not 0 <= share <= 1 or (share == 0 and not zero):
        least = "from 0" if zero else "above 0 and up"
        raise OptionError(f"{learner.name}: {option}={quote(share)} is not {least} to 1")


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
