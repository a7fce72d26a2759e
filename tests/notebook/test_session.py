"""A game on a notebook's board: clicks in, what is shown out."""

import pytest

from noughts import (
    IllegalMoveError,
    NotationError,
    NoughtsError,
    UnknownPlayerError,
    UnsupportedBoardError,
    as_player,
)
from noughts.notebook.widget import NotebookGame

first_cell = as_player("first-cell")(lambda position: position.moves[0])


def test_a_click_is_a_move_and_is_answered():
    """The player answers at once, its reason is the status, and only empty cells may be played then."""
    session = NotebookGame("perfect", "X", None, seed=1)
    assert session.state["status"] == "X to move."
    session.play("a1")
    state = session.state
    assert state["position"] == "X../.O./..."
    assert (state["last"], state["mark"], state["board"]) == ("b2", "X", "3x3x3")
    assert state["legal"] == ["b1", "c1", "a2", "c2", "a3", "b3", "c3"]
    assert state["status"].startswith("perfect: ")
    assert state["status"].endswith(" X to move.")


def test_a_player_that_begins_has_moved():
    """As O one meets the first move, and it is not taken back."""
    session = NotebookGame(first_cell, "o", "4x3x3", seed=1)
    assert session.state["position"] == "X.../..../...."
    session.undo()
    assert session.game.moves == (0,)
    session.play("b2")
    session.undo()
    assert session.game.moves == (0,)
    session.begin()
    assert session.game.moves == (0,)


def test_a_game_ends_with_its_line():
    """The end is told, its line is shown, and nothing may be played after it."""
    session = NotebookGame(first_cell, "X", None, seed=1)
    for cell in ("c1", "c2", "c3"):
        session.play(cell)
    assert session.state["wins"] == [["c1", "c2", "c3"]]
    assert session.state["legal"] == []
    assert "X wins along the right column." in session.state["status"]
    with pytest.raises(IllegalMoveError, match="no move 'a3'"):
        session.play("a3")
    session.undo()
    assert session.state["position"] == "OOX/..X/..."


def test_two_people_play_one_board():
    """Without a player each click is the next side's, and one move is taken back at a time."""
    session = NotebookGame(None, "X", None, seed=1)
    for cell in ("b2", "a1"):
        session.play(cell)
    assert session.state["position"] == "O../.X./..."
    session.undo()
    assert session.state["mark"] == "O"


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (("nobody", "X", None), UnknownPlayerError),
        (("core", "X", "4x4x4"), UnsupportedBoardError),
        (("core", "Y", None), NoughtsError),
        (("core", "X", "big"), NotationError),
    ],
)
def test_what_cannot_be_played_is_refused_at_once(given, error):
    """An unknown player, side or board, and a board that the player does not play."""
    with pytest.raises(error):
        NotebookGame(*given, seed=1)


def test_a_wrong_click_changes_nothing():
    """A taken cell and text that is no cell are errors; the game stands as it was."""
    session = NotebookGame("perfect", "X", None, seed=1)
    session.play("a1")
    before = session.state
    for cell, error in (("a1", IllegalMoveError), ("z9", NotationError)):
        with pytest.raises(error):
            session.play(cell)
    assert session.state == before
