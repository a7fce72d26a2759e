"""The command `campaign`: who may advise it."""

import pytest
from click.testing import CliRunner
from tests.adapters.programs.brains import Brain

from noughts import Board, MissingError, NoughtsError, Position, player
from research.campaign.__main__ import campaign as command
from research.campaign.adviser import Adviser
from research.zones.kernels import GROUP

BOARD = Board.parse("6x5x5")


def test_a_program_advises_as_long_as_it_plays(tmp_path):
    """What it plays comes first; where it loses its move it knows nothing, and is asked again the next time."""
    adviser = Adviser(Brain(tmp_path).player)
    (cell,) = adviser(Position.start(BOARD))
    assert cell in Position.start(BOARD).empty
    adviser.player.release()
    for _ in range(2):
        assert Adviser(Brain(tmp_path, "die").player)(Position.start(BOARD)) == ()


def test_a_players_likeliest_move_is_its_first(tmp_path):
    """A player that throws dice names every move it might play, in the order of their chances."""
    start = Position.parse("X.O/.../...")
    easy = player("easy")
    moves = easy.choose(start).moves
    told = [moves[cell] for cell in Adviser(easy)(start)]
    assert told == sorted(moves.values(), reverse=True)
    assert len(told) > 1


@pytest.mark.parametrize(
    ("manner", "processes", "words"),
    [("honest", 2, "advises one process"), ("die", 1, "forfeits the game")],
)
def test_a_program_that_cannot_advise_is_refused(tmp_path, manner, processes, words):
    """One that several processes would ask, or that does not answer, is told before anything is begun."""
    brain = Brain(tmp_path, manner)
    with pytest.raises(NoughtsError, match=words):
        Adviser(brain.player).check(BOARD, processes)
    brain.player.release()


def test_advice_that_does_not_play_on_the_board_is_refused(tmp_path):
    """One sentence, exit status 2, and no folder."""
    folder = tmp_path / "campaign"
    told = CliRunner().invoke(command, ["6x5x4", str(folder), "--advice", "tic"])
    assert told.exit_code == 2 or isinstance(told.exception, NoughtsError)
    assert not folder.exists()


def test_missing_kernels_are_reported_before_anything_is_written(tmp_path, monkeypatch):
    """Without compiled kernels the command says so and makes no folder."""
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    monkeypatch.delitem(vars(GROUP), "library", raising=False)
    told = CliRunner().invoke(command, ["6x5x4", str(tmp_path / "campaign")])
    assert isinstance(told.exception, MissingError)
    assert str(told.exception).startswith("a campaign needs compiled kernels: ")
    assert not (tmp_path / "campaign").exists()
