"""A study shows itself: as moves that read back as the same study, as SGF, as JSON, rows and a picture."""

import random
from pathlib import Path

import pytest

import noughts
from noughts import Study, StudyMove
from noughts.records.study import StudyDraft
from tests.contract.held import held

NOTES = ["", "", "plain", "a {brace} and a \\ or two \\\\", "two\nlines", "parentheses (b1 too)", "}{"]


def tried(number: int, board: str) -> Study:
    """A study of moves tried at random, with notes that mean something to a reader of moves."""
    dice, draft = random.Random(number), StudyDraft()
    games = {draft: noughts.Game(noughts.Position.start(board))}
    for _ in range(40):
        at, game = dice.choice(list(games.items()))
        if game.outcome is None:
            cell = dice.choice(game.position.moves)
            after = at.play(cell)
            if after not in games:
                games[after] = game.play(cell)
                after.say(dice.choice(NOTES))
    draft.say(dice.choice(NOTES))
    return draft.study(games[draft].start)


@pytest.mark.parametrize("board", ["3x3x3", "15x15x5", "cube3"])
def test_a_study_reads_back_what_it_prints(board: str) -> None:
    """Text and SGF are the same study again, whatever was tried and noted."""
    for number in range(25):
        study = tried(number, board)
        assert Study.read(str(study)) == study
        assert Study.read(study.to_sgf()) == study


def test_a_study_is_json_rows_and_a_picture(tmp_path: Path) -> None:
    """It is told in the shape of the contract, a row for every move, and drawn where its main line ends."""
    place = tmp_path / "study.sgf"
    place.write_text("(;GM[4]SZ[3]RU[3x3x3]PB[Ann];B[bb](;W[aa]C[holds];B[cc])(;W[ba]))")
    study = Study.read(place)
    held(study.to_dict(), "StudyJson")
    assert (study.x, study.moves[1]) == ("Ann", StudyMove(1, 0, "holds"))
    assert str(study) == "3x3x3 b2 a1 {holds} (b1) c3"
    rows = study.to_records()
    assert [(row["number"], row["after"], row["cell"]) for row in rows] == [
        (1, 0, "b2"),
        (2, 1, "a1"),
        (3, 2, "c3"),
        (4, 1, "b1"),
    ]
    assert rows[-1]["position"] == ".O./.X./..."
    assert study._repr_svg_() == study.game()._repr_svg_()


def test_a_study_from_a_position_says_so() -> None:
    """Where marks stood at first, the text begins with them."""
    game = noughts.Game(noughts.Position.parse("XX./.../O..")).play("b2")
    assert str(Study.of(game)).startswith("from ")
    assert Study.read(Study.of(game).to_sgf()) == Study.of(game)


def test_what_is_no_study_is_refused() -> None:
    """A text that is nothing is quoted."""
    with pytest.raises(noughts.NotationError, match="'hello'"):
        Study.read("hello")
