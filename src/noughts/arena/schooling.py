"""Players that learn, trained and measured: for those of the house and those of one's own, from Python."""

from __future__ import annotations

from noughts.arena.learning_curve import LearningCurve, LearningPoint
from noughts.errors import PlayerError, quote, whole
from noughts.players.learning.training import Learner, Training
from noughts.players.player import Player
from noughts.players.registry import player

POINTS = 20
"""So many points a curve has, unless another distance is given."""


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
    return tuple(LearningCurve(training).points(distance(training, every)))


def begin(learner: Player | str, **options: object) -> Training[Learner]:
    """A training before its first game; PlayerError for a player that does not learn."""
    named = player(learner, **options)
    if not isinstance(named, Learner):
        raise PlayerError(f"{quote(learner)} does not learn: menace, td and q do")
    return Training(named)


def distance(training: Training[Learner], every: int | None) -> int:
    """The games from one point of a curve to the next: as given, or so that it has some twenty."""
    return max(1, training.learner.games // POINTS) if every is None else whole("every", every)
