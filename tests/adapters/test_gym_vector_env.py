"""Many games at once say what the one game says, and what exact matches say."""

import pytest

from noughts import ImpossibleError, NotationError, OptionError, UnsupportedBoardError, match, player

gymnasium = pytest.importorskip("gymnasium")
np = pytest.importorskip("numpy")


def made(number, **options):
    import noughts.adapters.gym_env  # noqa: F401 - it registers the environment

    mode = "vector_entry_point"
    return gymnasium.make_vec("noughts/Noughts-v0", number, vectorization_mode=mode, **options).unwrapped


def drawn(mask, dice):
    """A legal action in every game, or 0 where there is none."""
    return (dice.random(mask.shape) * mask).argmax(axis=1)


@pytest.mark.parametrize("options", [{}, {"board": "4x3x3", "side": "O"}, {"side": "either"}], ids=str)
def test_it_is_as_its_spaces_say(options):
    """What is observed and what can be done lie in the spaces that it names, step after step."""
    env = made(7, **options)
    dice = np.random.default_rng(1)
    seen, info = env.reset(seed=1)
    for _ in range(20):
        assert seen in env.observation_space
        actions = drawn(info["action_mask"], dice)
        assert actions in env.action_space
        seen, rewards, over, cut, info = env.step(actions)
        assert rewards.shape == over.shape == cut.shape == (7,)
        assert not cut.any()
        assert (info["action_mask"].any(axis=1) | over).all()


def test_each_game_is_the_one_of_the_plain_environment():
    """Against a player without dice every game sees, wins and ends as the environment of one game does."""
    from noughts.adapters.gym_env import GymEnv

    many, dice = made(5, opponent="minimax", side="O"), np.random.default_rng(2)
    each = [GymEnv(opponent="minimax", side="O") for _ in range(5)]
    seen, info = many.reset(seed=3)
    ones = [env.reset(seed=3) for env in each]
    ended = np.zeros(5, bool)
    for _ in range(25):
        assert [one.tolist() for one, _ in ones] == seen.tolist()
        actions = drawn(info["action_mask"], dice)
        seen, rewards, over, _, info = many.step(actions)
        for game, env in enumerate(each):
            if ended[game]:
                ones[game] = env.reset()
                assert (rewards[game], over[game]) == (0, False)
            else:
                one, reward, done, _, told = env.step(actions[game])
                ones[game] = one, told
                assert (rewards[game], over[game]) == (reward, done)
        ended = over


@pytest.mark.parametrize("side", ["X", "O"])
@pytest.mark.parametrize("opponent", ["random", "rules(advanced=False)"])
def test_its_games_are_those_of_a_match(opponent, side):
    """The mean reward of an agent that plays at random is the exact score of the match, within five standard errors."""
    seats = [player("random"), player(opponent)]
    exact = match(*(seats if side == "X" else seats[::-1])).score * (1 if side == "X" else -1)
    env, dice = made(200, opponent=opponent, side=side), np.random.default_rng(4)
    _, info = env.reset(seed=5)
    games = total = 0
    for _ in range(60):
        _, rewards, over, _, info = env.step(drawn(info["action_mask"], dice))
        games, total = games + over.sum(), total + rewards.sum()
    assert abs(total / games - float(exact)) < 5 / games**0.5


def test_what_is_illegal_loses_that_game_alone():
    """A taken cell ends its game with -1 and says so; the others go on, and it begins anew in the next step."""
    env = made(3, opponent="perfect")
    _, info = env.reset(seed=1)
    _, _, _, _, info = env.step(np.array([0, 0, 0]))
    free = info["action_mask"][2].argmax()
    _, rewards, over, _, info = env.step(np.array([0, free, free]))
    assert (rewards[0], over[0]) == (-1, True)
    assert info["illegal"].tolist() == [True, False, False]
    assert not env.step(np.zeros(3, int))[2][0]
    assert not env.marks[0].any()


def test_the_seed_is_the_games():
    """The same seed gives the same sides and the same dice of the opponent."""
    first, again = (made(50, side="either").reset(seed=6)[0] for _ in range(2))
    assert first.tolist() == again.tolist()
    assert {int(game.sum()) for game in first} == {0, 1}


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"board": "3by3"}, NotationError),
        ({"opponent": "core", "board": "4x4x4"}, UnsupportedBoardError),
        ({"side": "x"}, OptionError),
        ({"num_envs": 0}, OptionError),
    ],
)
def test_what_makes_no_environment_is_refused(options, error):
    """Boards, players, sides and numbers that are none are told at once."""
    from noughts.adapters.gym_vector_env import GymVectorEnv

    with pytest.raises(error):
        GymVectorEnv(**options)


@pytest.mark.parametrize("actions", [[0], [0, 9], [-1, 0], "ab"])
def test_actions_that_are_none_are_quoted(actions):
    """An array of another shape, or of what is no cell, is refused."""
    env = made(2)
    env.reset(seed=1)
    with pytest.raises(ImpossibleError, match="2 games"):
        env.step(np.array(actions))
