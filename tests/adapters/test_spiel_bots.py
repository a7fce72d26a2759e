"""Players as bots of OpenSpiel, and its bots as players: the same distributions, and exploited to the same score."""

import doctest
import random
from fractions import Fraction

import pytest

from noughts import Board, PlayerError, UnsupportedBoardError, exploit, match, player
from tests.paths import DOCS

pyspiel = pytest.importorskip("pyspiel")
pytestmark = pytest.mark.long
THREE = Board.mnk(3, 3, 3)


def their_game():
    return pyspiel.load_game("tic_tac_toe")


def theirs(make, name="bot"):
    from noughts.adapters.spiel_bots import SpielPlayer

    return SpielPlayer(make, their_game(), THREE, name)


def test_a_player_is_a_bot_of_their_game():
    """Its policy is its decision, its step one of the moves of that, in OpenSpiel's own game and in ours."""
    import noughts.adapters.spiel_game  # noqa: F401 - it registers the game
    from noughts.adapters.spiel_bots import SpielBot, position_of

    rng = random.Random(2)
    for game in (their_game(), pyspiel.load_game("noughts")):
        for name in ("newell-simon(level=4)", "random", "rules"):
            who, state = player(name), game.new_initial_state()
            bots = [SpielBot(who, THREE, side, seed=1) for side in (0, 1)]
            while not state.is_terminal():
                policy, action = bots[state.current_player()].step_with_policy(state)
                moves = who.decide(position_of(state, THREE)).moves
                assert {cell: share for cell, share in policy if share} == {
                    c: float(s) for c, s in moves.items()
                }
                assert [cell for cell, _ in policy] == state.legal_actions()
                assert action in moves
                state.apply_action(rng.choice(state.legal_actions()))


def test_bots_play_each_other_by_their_referee():
    """``evaluate_bots`` plays a player against OpenSpiel's own bot: the perfect one never loses."""
    from noughts.adapters.spiel_bots import SpielBot

    for seed in range(10):
        bots = [SpielBot(player("perfect"), THREE, 0, seed), pyspiel.make_uniform_random_bot(1, seed)]
        assert pyspiel.evaluate_bots(their_game().new_initial_state(), bots, seed)[0] >= 0


def test_a_bot_with_a_policy_is_the_player_of_that_distribution():
    """The uniform bots and policy of OpenSpiel are `random`: matches and weaknesses are equal as fractions."""
    import numpy as np
    from open_spiel.python import policy
    from open_spiel.python.bots import uniform_random

    ours = exploit(player("random"))
    for make in (
        lambda side: pyspiel.make_uniform_random_bot(side, 1),
        lambda side: uniform_random.UniformRandomBot(side, np.random.RandomState(1)),
        lambda _: policy.UniformRandomPolicy(their_game()),
    ):
        weak = exploit(theirs(make))
        assert (weak.x.score, weak.o.score) == (ours.x.score, ours.o.score)
    uniform = theirs(lambda _: policy.UniformRandomPolicy(their_game()))
    assert match(uniform, player("core")).win == match(player("random"), player("core")).win


def test_the_best_reply_is_as_openspiel_finds_it():
    """The exact score against the best reply to a uniform player is what OpenSpiel's own best response expects."""
    game, weak = their_game(), exploit(player("random"))
    uniform = pyspiel.UniformRandomPolicy(game)  # which OpenSpiel does not keep
    for side, score in enumerate((weak.o.score, weak.x.score)):
        reply = pyspiel.TabularBestResponse(game, side, uniform)
        assert reply.value(game.new_initial_state().history_str()) == pytest.approx(-float(score), abs=1e-9)


def test_whether_a_bot_is_optimal_is_answered():
    """A bot that searches the whole tree can never lose; one that looks at few playouts can, and the game is shown."""
    from open_spiel.python.algorithms import minimax

    class Searcher(pyspiel.Bot):
        def step(self, state):
            return minimax.alpha_beta_search(their_game(), state)[1]

        def provides_policy(self):
            return False

    def few(_):
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        return pyspiel.MCTSBot(their_game(), evaluator, 2.0, 20, 10, False, 1, False)

    assert not exploit(theirs(lambda _: Searcher(), "searcher")).can_lose
    weak = exploit(theirs(few, "few playouts"))
    assert (weak.player, weak.can_lose, weak.o.score) == ("few playouts", True, Fraction(-1))
    assert weak.o.line


def test_what_is_no_distribution_is_refused():
    """Probabilities that do not sum to 1, and a board that is another game's, are told."""

    class Half:
        def action_probabilities(self, state):
            return {state.legal_actions()[0]: 0.5}

    with pytest.raises(PlayerError, match=r"'half': the probabilities in '.*' sum to 0\.5, not to 1"):
        exploit(theirs(lambda _: Half(), "half"))
    with pytest.raises(UnsupportedBoardError):
        theirs(lambda _: Half()).check(Board.mnk(4, 4, 4))


def test_the_page_about_it_is_true():
    """Every example of docs/open-spiel.md gives what the page says."""
    page = DOCS / "open-spiel.md"
    assert doctest.testfile(str(page), module_relative=False).failed == 0
