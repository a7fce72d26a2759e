"""Weights are learnt of recorded games, and the same games and seed give the same weights."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts import NoughtsError
from noughts.engine import network_weights
from research.training.__main__ import weights
from research.training.network_games import examples, lines, play, recorded_moves

GAMES = Path(__file__).parent / "network.jsonl.gz"
"""The last forty of the games that the weights were learnt from."""
WEIGHTS = network_weights.unpacked((network_weights.FOLDER / network_weights.FILE).read_bytes())


@pytest.mark.long
def test_the_same_games_and_seed_give_the_same_weights(tmp_path: Path) -> None:
    """Byte for byte, as the makers' command writes them; another seed gives others."""
    made = []
    for seed in ("1", "1", "2"):
        file = tmp_path / "weights"
        assert CliRunner().invoke(weights, [str(file), str(GAMES), "--seed", seed]).exit_code == 0
        made.append(file.read_bytes())
    assert made[0] == made[1] != made[2]


@pytest.mark.long
def test_what_is_learnt_is_known() -> None:
    """Round by round the examples are told better, but those held out are not learnt of: every fifth game."""
    import numpy as np

    from research.training.network_fit import Fit, arrays

    some = arrays(examples(GAMES))
    learnt = np.flatnonzero(some.is_learnt)
    games = np.where(some.game < 0, -1 - some.game, some.game)
    assert set(games[some.is_learnt] % 5) == {1, 2, 3, 4}
    losses = []
    for epochs in (0, 4, 8):
        fit = Fit(some, 1)
        fit.learn(lambda _: None, epochs)
        worth, logits = some.worth[learnt], fit.logits(learnt)
        losses.append(float((np.log(1 + np.exp(logits)) - worth * logits).mean()))
    assert losses[0] > losses[1] > losses[2]


@pytest.mark.long
def test_whole_numbers_say_what_was_learnt() -> None:
    """The kernel's value of a position is the logit that was learnt, but for what rounding takes."""
    import numpy as np

    from noughts import Board, Position
    from noughts.engine import encode_board
    from noughts.engine.kernels.network import evaluate
    from research.training.network_fit import STRETCH, Fit, arrays

    some = examples(GAMES)[:600:15]
    fit = Fit(arrays(some), 1)
    board = Board.parse("15x15x5")
    geo = encode_board.geometry.__wrapped__(board)
    encode_board.weigh(geo, board, fit.network(WEIGHTS.policy))
    for example, logit in zip(some, fit.logits(np.arange(len(some))), strict=True):
        x, o = (sum(1 << cell for cell in example.moves[side::2]) for side in range(2))
        value = evaluate(geo, encode_board.state(Position.unchecked(board, x, o)))
        assert abs(value - 1000 * STRETCH * logit) < 60


@pytest.mark.long
def test_moves_that_are_learnt_of_are_foreseen() -> None:
    """Round by round the search's choices are likelier, but those held out are not learnt of: every fifth game."""
    import numpy as np

    from research.training.policy_fit import PolicyFit, arrays

    some = arrays(recorded_moves(GAMES))
    assert {*(some.game % 5)} == {0, 1, 2, 3, 4}
    learnt, losses = np.flatnonzero(some.game % 5), []
    for epochs in (0, 4, 8):
        fit = PolicyFit(some, 1)
        fit.learn(lambda _: None, epochs)
        losses.append(fit.foreseen(learnt)[0])
    assert losses[0] > losses[1] > losses[2]
    changed = replace(some, cell=np.where(some.game % 5, some.cell, np.argmax(some.held < 0, axis=1)))
    again = PolicyFit(changed, 1)
    again.learn(lambda _: None, 8)
    assert again.policy() == fit.policy()


@pytest.mark.long
def test_whole_numbers_say_how_likely_a_move_is() -> None:
    """The softmax of the kernel's numbers is as likely as the fit's, but for what rounding takes."""
    import numpy as np

    from noughts import Board, Position
    from noughts.engine import encode_board
    from noughts.engine.kernels.lines import make
    from noughts.engine.kernels.network import follow
    from noughts.engine.kernels.policy import likely
    from research.training.policy_fit import PolicyFit, arrays

    some = recorded_moves(GAMES)
    fit = PolicyFit(arrays(some), 1)
    fit.learn(lambda _: None)
    assert any(map(any, fit.policy().relations))
    board = Board.parse("15x15x5")
    geo = encode_board.geometry.__wrapped__(board)
    encode_board.weigh(geo, board, replace(WEIGHTS, policy=fit.policy()))
    for n, choice in [*enumerate(some)][:400:20]:
        x, o = (sum(1 << cell for cell in choice.moves[side:-2:2]) for side in range(2))
        state = encode_board.state(Position.unchecked(board, x, o))
        for cell in choice.moves[-2:]:
            make(geo, state, cell)
        follow(geo, state, 2)
        numbers = np.array(
            [likely(geo, state, 2, c, state.turn) / 256 for c in board.cells if state.held[c] < 0]
        )
        chosen = likely(geo, state, 2, choice.cell, state.turn) / 256
        loss, _ = fit.foreseen(np.array([n]))
        assert abs(np.log(np.exp(numbers - chosen).sum()) - loss) < 0.1


def test_a_game_is_played_again() -> None:
    """The same seed and number give the same game, to the score of every move."""
    assert play(3, 0) == play(3, 0)


@pytest.mark.parametrize("number", range(3))
def test_a_game_begins_even_with_stones_near_each_other(number: int) -> None:
    """Two to nine of them, each at most three cells from one before, and neither side is ahead by much."""
    game = json.loads(play(4, number))
    stones = [divmod(cell, 15) for cell in game["m"][: game["o"]]]
    assert 2 <= len(stones) <= 9
    for n, (row, column) in enumerate(stones[1:], 1):
        assert min(max(abs(row - y), abs(column - x)) for y, x in stones[:n]) <= 3
    assert abs(game["s"][0]) <= 250


def test_every_recorded_game_has_moves_scores_and_an_end() -> None:
    """The numbers of moves and scores of a recorded game agree, and it has a result."""
    games = [json.loads(line) for line in lines(GAMES)]
    assert len(games) == 40
    for game in games:
        assert game["r"] in (-1, 0, 1)
        assert len(game["m"]) == game["o"] + len(game["e"])
        assert len(game["s"]) == len(game["q"]) in (len(game["e"]), len(game["e"]) + 1)
        assert all(after <= len(game["m"]) for after, _, _ in game["x"])


def test_what_is_no_record_is_one_sentence(tmp_path: Path) -> None:
    """It quotes the file."""
    (tmp_path / "none.gz").write_bytes(b"nothing")
    with pytest.raises(NoughtsError, match="no record of games"):
        examples(tmp_path / "none.gz")
