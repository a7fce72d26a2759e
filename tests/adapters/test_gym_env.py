"""The environment of Gymnasium, by Gymnasium's own test, and by what exact matches say."""

import pytest

from noughts import (
    IllegalMoveError,
    NotationError,
    OptionError,
    UnknownPlayerError,
    UnsupportedBoardError,
    match,
    player,
)

gymnasium = pytest.importorskip("gymnasium")

MANY = 100


def made(**options):
    import noughts.adapters.gym_env  # noqa: F401 - it registers the environment

    return gymnasium.make("noughts/Noughts-v0", **options).unwrapped


@pytest.mark.parametrize(
    "options",
    [{}, {"opponent": "core", "side": "either", "render_mode": "ansi"}, {"board": "cube3", "side": "O"}],
    ids=str,
)
def test_it_passes_its_own_test(options):
    """``check_env`` passes without a warning."""
    from gymnasium.utils.env_checker import check_env

    check_env(made(**options))


def played(env, seed, name):
    """The reward of a game that the agent plays as a player does."""
    import random

    who, rng = player(name), random.Random(seed)
    _, info = env.reset(seed=seed)
    while True:
        cell = who.decide(env.position).pick(rng)
        assert info["action_mask"][cell]
        assert list(env.action_masks()) == list(info["action_mask"])
        _, reward, over, cut, info = env.step(cell)
        assert not cut
        if over:
            return reward


@pytest.mark.parametrize("side", ["X", "O"])
def test_its_games_are_those_of_a_match(side):
    """The mean reward of an agent that plays at random is the exact score of the match, within five standard errors."""
    env = made(opponent="rules(advanced=False)", side=side)
    seats = [player("random"), env.opponent]
    exact = match(*(seats if side == "X" else seats[::-1]))
    expected = float(exact.score) * (1 if side == "X" else -1)
    mean = sum(played(env, seed, "random") for seed in range(MANY)) / MANY
    assert abs(mean - expected) < 5 / MANY**0.5


def test_the_seed_is_the_game():
    """The same seed gives the same side and the same dice of the opponent; others are drawn from both sides."""
    env = made(side="either")
    first, again = ([str(env.reset(seed=seed) and env.position) for seed in range(30)] for _ in range(2))
    assert first == again
    assert {position.count("X") for position in first} == {0, 1}


def test_what_is_illegal_loses():
    """A taken cell ends the game with -1, says so, and changes nothing on the board."""
    env = made(render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    before = env.render()
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["illegal"]) == (-1, True, True)
    assert env.render() == before


def test_after_the_end_nothing_is_played():
    """A step after the end is refused."""
    env = made(opponent="perfect")
    played(env, 1, "random")
    with pytest.raises(IllegalMoveError, match="is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"board": "3by3"}, NotationError),
        ({"opponent": "nobody"}, UnknownPlayerError),
        ({"opponent": "core", "board": "4x4x4"}, UnsupportedBoardError),
        ({"side": "x"}, OptionError),
    ],
)
def test_what_makes_no_environment_is_refused(options, error):
    """Boards, players and sides that are none are told at once."""
    with pytest.raises(error):
        made(**options)
