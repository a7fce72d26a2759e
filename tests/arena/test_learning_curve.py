"""Learning curves: every point is what matches and exploitability say of the player that is trained so far."""

import re

import pytest

from noughts.arena.exploit import exploit
from noughts.arena.learning_curve import LearningCurve
from noughts.arena.match import match
from noughts.errors import OptionError
from noughts.pages.learning_svg import learning_svg
from noughts.players.learning.training import Training
from noughts.players.registry import player


def test_a_point_is_what_the_contests_say():
    """The last point is the exact result of the trained player: against perfect and random play, and at its worst."""
    learner = player("td", games=30)
    points = list(LearningCurve(Training(learner)).points(20))
    assert [point.games for point in points] == [0, 20, 30]
    last, weakness = points[-1], exploit(learner)
    for name in ("perfect", "random"):
        assert getattr(last.x, name) == match(learner, player(name)).score
        assert getattr(last.o, name) == -match(player(name), learner).score
    assert (last.x.worst, last.o.worst) == (weakness.x.score, weakness.o.score)


def test_nobody_does_worse_than_at_the_worst():
    """At every point the worst is at most what perfect and random play make of it."""
    for point in LearningCurve(Training(player("q", games=60))).points(30):
        for side in (point.x, point.o):
            assert side.worst <= min(side.perfect, side.random)


def test_it_can_be_stopped_between_games():
    """Asked to stop, no further point comes, and what was learnt stands after a whole game."""
    training, asked = Training(player("td", games=50)), []

    def stop():
        asked.append(True)
        return len(asked) > 12

    assert [point.games for point in LearningCurve(training).points(10, stop)] == [0, 10]
    assert training.games == 12


@pytest.mark.parametrize("every", [0, -3])
def test_points_need_a_distance(every):
    """A distance that is not above 0 is quoted."""
    with pytest.raises(OptionError, match=f"every='{every}'"):
        next(LearningCurve(Training(player("td"))).points(every))


def test_the_drawing_has_a_point_for_every_point():
    """Two panels of three lines, each with as many points as the curve, and a name for the ear."""
    points = list(LearningCurve(Training(player("td", games=20))).points(10))
    drawn = learning_svg("td(games=20)", points)
    lines = re.findall('<polyline points="([^"]*)"', drawn)
    assert [len(line.split()) for line in lines] == [3] * 6
    assert re.search('aria-label="[^"]*td.games=20., as X and as O', drawn)
