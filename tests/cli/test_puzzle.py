"""The command ``puzzle``: one of a day, of a seed, of a board and a theme; its answers where they are asked for."""

import json

import pytest
from click.testing import CliRunner

from noughts import NoughtsError
from noughts.cli import learn as command
from noughts.cli.main import cli
from noughts.lessons.puzzles import pick, questions, run_json


def printed(*arguments: str, stdin: str | None = None) -> str:
    """What the command prints."""
    done = CliRunner().invoke(cli, ["puzzle", *arguments], input=stdin)
    assert done.exit_code == 0, done.output
    return done.output


def test_a_day_is_asked_and_answered_on_request() -> None:
    """The question and the board without the answers; with them where they are asked for, and as JSON."""
    chosen = pick("2026-11-23")
    asked = printed("--day", "2026-11-23")
    assert asked.startswith(questions(chosen)[0])
    assert "Right:" not in asked
    assert printed("--day", "2026-11-23", "--solution").startswith(asked)
    assert "Right:" in printed("--day", "2026-11-23", "--solution")
    assert json.loads(printed("--day", "2026-11-23", "--json")) == run_json((chosen,))


def test_a_board_a_theme_and_a_level() -> None:
    """What is drawn by a seed is of the board and the theme, and the same again."""
    (drawn,) = json.loads(
        printed("--board", "4x4x4", "--theme", "fork", "--level", "hard", "--seed", "3", "--json")
    )["puzzles"]
    assert (drawn["board"], drawn["kind"]) == ("4x4x4", "fork")
    assert drawn["position"] == pick("3", "4x4x4", "fork", "hard").position.rows_text


def test_a_person_is_asked_until_the_move_is_right(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a terminal bad moves are told, wrong ones too, a right one ends it; an empty line shows the answers."""
    monkeypatch.setattr(command, "_at_a_terminal", lambda: True)
    chosen = pick("5", "3x3x3", "win")
    right = chosen.board.cell_name(chosen.answers[0])
    wrong = chosen.board.cell_name(next(cell for cell in chosen.position.moves if cell not in chosen.answers))
    asked = ("--board", "3x3x3", "--theme", "win", "--seed", "5")
    told = printed(*asked, stdin=f"z9\n{wrong}\n{right}\n")
    assert "'z9'" in told
    assert f"Not {wrong}" in told
    assert f"Right: {right}" in told
    assert f"Right: {right}" in printed(*asked, stdin="\n")


def test_what_there_is_not() -> None:
    """A board without puzzles is refused by its name."""
    done = CliRunner().invoke(cli, ["puzzle", "--board", "5x5x4"])
    assert isinstance(done.exception, NoughtsError)
    assert "'5x5x4'" in str(done.exception)
