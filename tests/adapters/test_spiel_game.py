"""The boards as games of OpenSpiel, by OpenSpiel's own tests, and beside its own games."""

import random

import pytest

from noughts import NotationError

pyspiel = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.long


def loaded(board="3x3x3"):
    import noughts.adapters.spiel_game  # noqa: F401 - it registers the game

    return pyspiel.load_game(f"noughts(board={board})")


@pytest.mark.parametrize("board", ["3x3x3", "5x4x3", "torus4x4x4", "cube3", "15x15x5"])
def test_it_passes_its_own_test(board):
    """Random games, with every state written and read back, copied, and looked at, hold all that OpenSpiel checks."""
    pyspiel.random_sim_test(loaded(board), num_sims=3, serialize=True, verbose=False)


def test_a_playthrough_is_told_again_as_it_was():
    """OpenSpiel's record of a game, made anew from its own actions, is the same, line by line."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])
    loaded()
    actions = [4, 0, 2, 6, 3, 5, 1, 7, 8]
    text = generate_playthrough.playthrough("noughts(board=3x3x3)", actions, seed=1)
    assert text == generate_playthrough.playthrough("noughts(board=3x3x3)", actions, seed=1)
    assert 'Apply action "b2"' in text
    assert "Returns() = [0, 0]" in text
    assert "-0" not in text


@pytest.mark.parametrize(
    ("board", "theirs"),
    [("3x3x3", "tic_tac_toe"), ("5x4x4", "mnk(m=5,n=4,k=4)"), ("7x7x5", "mnk(m=7,n=7,k=5)")],
)
def test_it_is_the_game_that_openspiel_has(board, theirs):
    """Random games of OpenSpiel's own are games here too, with the same legal actions, ends, results and planes."""
    rng = random.Random(3)
    ours, theirs = loaded(board), pyspiel.load_game(theirs)
    for _ in range(20):
        a, b = ours.new_initial_state(), theirs.new_initial_state()
        while not b.is_terminal():
            assert (a.current_player(), a.legal_actions()) == (b.current_player(), b.legal_actions())
            action = rng.choice(b.legal_actions())
            a.apply_action(action)
            b.apply_action(action)
        assert (a.is_terminal(), a.returns()) == (True, b.returns())
        assert a.legal_actions() == []
        if board == "3x3x3":
            from open_spiel.python.observation import make_observation

            seen = make_observation(ours)
            seen.set_from(a, 0)
            assert list(seen.tensor) == b.observation_tensor(0)


def test_its_algorithms_solve_it():
    """OpenSpiel's alpha-beta finds the draw of 3x3x3 and X's win of 4x3x3."""
    from open_spiel.python.algorithms import minimax

    assert minimax.alpha_beta_search(loaded())[0] == 0
    assert minimax.alpha_beta_search(loaded("4x3x3"))[0] == 1


def test_a_board_that_is_none_is_refused():
    """The board is a parameter by its name, and a name that is none is quoted."""
    with pytest.raises(NotationError, match="not a board: '3by3'"):
        loaded("3by3")
