"""The environment of PettingZoo, by PettingZoo's own tests, and by what the rules say."""

import random

import pytest

from noughts import Board, IllegalMoveError, NotationError, Position

pytest.importorskip("pettingzoo")

DICTIONARIES = pytest.mark.filterwarnings("ignore:Observation")
"""Its tests warn of every observation with an action mask inside, but for those of its own environments."""

BOARDS = ("3x3x3", "5x4x4", "cube3")


@DICTIONARIES
@pytest.mark.parametrize("board", BOARDS)
def test_it_passes_its_own_tests(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    """``api_test`` and ``seed_test`` pass, with and without the wrappers."""
    from pettingzoo.test import api_test, seed_test

    from noughts.adapters.zoo_env import ZooEnv, zoo_env

    for env in (zoo_env, ZooEnv):
        api_test(env(board), num_cycles=30)
        seed_test(lambda env=env: env(board), num_cycles=20)
    assert capsys.readouterr().out.count("Passed API test") == 2


def test_a_game_is_the_games_own() -> None:
    """Random games agree with the rules on masks, turns, ends and rewards, on every board."""
    from noughts.adapters.zoo_env import ZooEnv

    rng = random.Random(5)
    for name in BOARDS * 3:
        env, position = ZooEnv(name), Position.start(Board.parse(name))
        while not position.is_over:
            assert env.agent_selection == f"player_{1 + position.ply % 2}"
            seen, reward, over, cut, _ = env.last()
            assert (reward, over, cut) == (0, False, False)
            assert [cell for cell in position.board.cells if seen["action_mask"][cell]] == list(
                position.moves
            )
            cell = rng.choice(position.moves)
            env.step(cell)
            position = position.play(cell)
        winner = position.outcome.winner
        rewards = [0, 0] if winner is None else [1, -1] if winner.value == "X" else [-1, 1]
        assert list(env.rewards.values()) == rewards
        assert all(env.terminations.values())


def test_it_may_begin_anywhere_and_is_shown_as_text() -> None:
    """``options`` name a position to begin in; "ansi" renders the board."""
    from noughts.adapters.zoo_env import ZooEnv, zoo_env

    env = zoo_env(render_mode="ansi")
    env.reset(options={"position": "XX./.../O.."})
    assert env.agent_selection == "player_2"
    assert env.render().splitlines()[1] == "1 X X ."
    assert ZooEnv().render() is None


def test_what_is_illegal_ends_the_game_or_is_refused() -> None:
    """With the wrappers an illegal action loses; without them it is an error, as is a board that is none."""
    from noughts.adapters.zoo_env import ZooEnv, zoo_env

    raw = ZooEnv()
    raw.step(4)
    with pytest.raises(IllegalMoveError, match="taken: 'b2'"):
        raw.step(4)
    env = zoo_env()
    env.reset()
    env.step(4)
    env.step(4)
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards == {"player_1": 0, "player_2": -1}
    with pytest.raises(NotationError, match="not a board"):
        zoo_env("3by3")
