"""Learning curves: every point is what matches and exploitability say of the player that is trained so far."""

import re
from fractions import Fraction

import pytest

from noughts import (
    LearningPoint,
    LearntSide,
    OptionError,
    PlayerError,
    Training,
    exploit,
    learning_curve,
    match,
    player,
    train,
)
from noughts.contests.learning_curve import curve_point, curve_points
from noughts.display.learning_svg import learning_svg


def test_a_point_is_what_the_contests_say():
    """The last point is the exact result of the trained player, and at every point the worst is the worst of all."""
    learner = player("td", games=30)
    points = list(curve_points(Training(learner), 30))
    assert [point.games for point in points] == [0, 30]
    for side in (side for point in points for side in (point.x, point.o)):
        assert side.worst <= min(side.perfect, side.random)
    last, weakness = points[-1], exploit(learner)
    for name in ("perfect", "random"):
        assert getattr(last.x, name) == match(learner, player(name)).score
        assert getattr(last.o, name) == -match(player(name), learner).score
    assert (last.x.worst, last.o.worst) == (weakness.x.score, weakness.o.score)


def test_it_can_be_stopped_between_games():
    """Asked to stop, no further point comes, and what was learnt stands after a whole game."""
    training, asked = Training(player("td", games=50)), []

    def stop():
        asked.append(True)
        return len(asked) > 12

    assert [point.games for point in curve_points(training, 10, stop)] == [0, 10]
    assert training.games == 12


@pytest.mark.parametrize("every", [0, -3])
def test_points_need_a_distance(every):
    """A distance that is not above 0 is quoted."""
    with pytest.raises(OptionError, match=f"every='{every}'"):
        next(curve_points(Training(player("td")), every))


def test_the_drawing_has_a_point_for_every_point():
    """Two panels of three lines, each with as many points as the curve, and a name for the ear."""
    side = LearntSide(Fraction(-1, 2), Fraction(1, 3), Fraction(-1))
    points = [LearningPoint(games, side, side) for games in (0, 10, 20)]
    drawn = learning_svg("td(games=20)", points)
    lines = re.findall('<polyline points="([^"]*)"', drawn)
    assert [len(line.split()) for line in lines] == [3] * 6
    assert re.search('aria-label="[^"]*td.games=20., as X and as O', drawn)


@pytest.mark.long
def test_training_and_measuring_are_public():
    """A learner by name is trained, measured on the way, and what its training holds is that player, at once."""
    training = train("td", games=60)
    assert training.player == player("td(games=60)")
    assert training.player.decide("3x3x3").moves == player("td(games=60)").decide("3x3x3").moves
    points = learning_curve("td(games=60)", every=25)
    assert [point.games for point in points] == [0, 25, 50, 60]
    assert points[-1] == curve_point(training)
    assert len(learning_curve("td", games=40)) == 21
    training.learner = player("td(games=80)")
    assert [point.games for point in learning_curve(training)][-1] == 80


@pytest.mark.parametrize("who", ["core", player("perfect")], ids=str)
def test_who_does_not_learn_is_not_trained(who):
    """A player that does not learn is refused by name."""
    with pytest.raises(PlayerError, match="does not learn"):
        train(who)
