"""How well a learner plays after so many games: exactly, for at every moment it is an exact distribution.

No game is sampled to find out: the result against ``perfect`` and against ``random``, and what the best opponent
makes of it, are computed from all games, on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from noughts.arena.exploit import exploit_policy
from noughts.arena.match import play_out
from noughts.arena.walk import GameWalk, Policy, Steps
from noughts.errors import OptionError, quote
from noughts.game.outcome import Mark
from noughts.players.learning.cases import BOARD
from noughts.players.learning.training import Learner, Memory, Training
from noughts.players.player import Player
from noughts.players.registry import player


@dataclass(frozen=True, slots=True)
class LearntSide:
    """What a learner expects on one side (win 1, draw 0, loss -1): against perfect and random play, at the worst."""

    perfect: Fraction
    random: Fraction
    worst: Fraction


@dataclass(frozen=True, slots=True)
class LearningPoint:
    """How a learner stands after so many games on each side."""

    games: int
    x: LearntSide
    o: LearntSide


class LearningCurve:
    """The points of a training, computed as it goes on; the training is left where it ends."""

    def __init__(self, training: Training[Learner]) -> None:
        self.training = training
        self._walk, self._rivals = GameWalk(BOARD), {name: _rival(name) for name in ("perfect", "random")}

    def points(self, every: int, stop: Callable[[], bool] | None = None) -> Iterator[LearningPoint]:
        """A point now, after every so many games, and at the last of the learner's; ``stop`` is asked between games.

        Raises OptionError for a distance that is not above 0.
        """
        if every < 1:
            raise OptionError(f"every={quote(every)} is not above 0")
        training, last = self.training, self.training.learner.games
        yield self.point()
        while training.games < last:
            if not training.run(min(last, training.games - training.games % every + every), stop):
                return
            yield self.point()

    def point(self) -> LearningPoint:
        """How the learner stands now."""
        learner = self.training.learner
        policy = self._learnt(learner, self.training.memory)
        weakness = exploit_policy(self._walk, learner, policy)
        results = {
            (name, side): self._score(learner, policy, name, side) for name in self._rivals for side in Mark
        }
        x, o = (
            LearntSide(results["perfect", side], results["random", side], weakness.side(side).score)
            for side in Mark
        )
        return LearningPoint(self.training.games, x, o)

    def _score(self, learner: Learner, policy: Policy, name: str, side: Mark) -> Fraction:
        rival, answers = self._rivals[name]
        if side is Mark.X:
            return play_out(self._walk, learner, rival, policy, answers).score
        return -play_out(self._walk, rival, learner, answers, policy).score

    def _learnt(self, learner: Learner, memory: Memory) -> Policy:
        """What the learner plays with what it knows now, decided once a position."""

        @cache
        def policy(key: int) -> Steps:
            position = self._walk.position(key)
            return self._walk.steps(learner, position, learner.choice(memory, position))

        return policy


@cache
def _rival(name: str) -> tuple[Player, Policy]:
    """A player that learners are measured by, with its decisions, which all curves share."""
    rival = player(name)
    return rival, cache(GameWalk(BOARD).policy(rival))
