"""Players that learn, trained and measured: how well they play after so many games.

Exactly, for at every moment a learner is an exact distribution. No game is sampled to find out: the result against
``perfect`` and against ``random``, and what the best opponent makes of it, are computed from all games, on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from noughts.contests.exploit import exploit_policy
from noughts.contests.match import play_out
from noughts.contests.tree_walk import GameWalk, Policy, Steps
from noughts.errors import OptionError, PlayerError, quote, whole
from noughts.game.outcome import Mark
from noughts.players.learning.states import BOARD
from noughts.players.learning.training import Learner, Training
from noughts.players.player import Player
from noughts.players.registry import player

POINTS = 20
"""So many points a curve has, unless another distance is given."""

_WALK = GameWalk(BOARD)


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


def train(learner: Learner | str, **options: object) -> Training[Learner]:
    """The training of a player that learns, by name with options or as a `Learner`, after all its games.

    >>> training = train("td", games=100)
    >>> training.games, str(training.player)
    (100, 'td(games=100)')

    Raises PlayerError for a player that does not learn, and what ``player`` and `Training` do.
    """
    training = begin(learner, **options)
    training.run(training.learner.games)
    return training


def begin(learner: Player | str, **options: object) -> Training[Learner]:
    """A training before its first game; PlayerError for a player that does not learn."""
    named = player(learner, **options)
    if not isinstance(named, Learner):
        raise PlayerError(f"{quote(learner)} does not learn: menace, td and q do")
    return Training(named)


def learning_curve(
    learner: Learner | Training[Learner] | str, every: int | None = None, **options: object
) -> tuple[LearningPoint, ...]:
    """How well a learner plays before its games, after every so many (a twentieth unless given), and after the last.

    A training goes on from where it is, up to the games of its learner. Every point is exact. Raises as ``train``, and
    OptionError for a distance that is not above 0.

    >>> [(point.games, round(float(point.x.worst), 3)) for point in learning_curve("td", games=400, every=400)]
    [(0, -0.916), (400, 0.0)]
    """
    training = learner if isinstance(learner, Training) else begin(learner, **options)
    return tuple(curve_points(training, every))


def curve_points(
    training: Training[Learner], every: int | None = None, stop: Callable[[], bool] | None = None
) -> Iterator[LearningPoint]:
    """The points of ``learning_curve``, as the training goes on; ``stop`` is asked between games.

    The training is left where it ends.
    """
    last = training.learner.games
    every = max(1, last // POINTS) if every is None else whole("every", every)
    if every < 1:
        raise OptionError(f"every={quote(every)} is not above 0")
    yield curve_point(training)
    while training.games < last:
        if not training.run(min(last, training.games - training.games % every + every), stop):
            return
        yield curve_point(training)


def curve_point(training: Training[Learner]) -> LearningPoint:
    """How the learner stands now."""
    learner, memory = training.learner, training.memory

    @cache
    def policy(key: int) -> Steps:
        position = _WALK.position(key)
        return _WALK.steps(learner, position, learner.choice(memory, position))

    def learnt(side: Mark) -> LearntSide:
        perfect, random = (_score(learner, policy, name, side) for name in ("perfect", "random"))
        return LearntSide(perfect, random, weakness.side(side).score)

    weakness = exploit_policy(_WALK, learner, policy)
    return LearningPoint(training.games, learnt(Mark.X), learnt(Mark.O))


def _score(learner: Learner, policy: Policy, name: str, side: Mark) -> Fraction:
    rival, answers = _rival(name)
    if side is Mark.X:
        return play_out(_WALK, learner, rival, policy, answers).score
    return -play_out(_WALK, rival, learner, answers, policy).score


@cache
def _rival(name: str) -> tuple[Player, Policy]:
    """A player that learners are measured by, with its decisions, which all curves share."""
    rival = player(name)
    return rival, cache(_WALK.policy(rival))
