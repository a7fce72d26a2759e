"""Games between players, and games as values that iterate, are read and written."""

from pathlib import Path

import pytest

from noughts import (
    Game,
    IllegalMoveError,
    NotationError,
    Position,
    UnknownPlayerError,
    UnsupportedBoardError,
    play,
    player,
)


@pytest.mark.parametrize("board", ["3x3x3", "4x3x3", "torus3x3x3", "5x5x4"])
def test_a_game_of_two_players_is_played_to_the_end(board):
    """Every move is one that the player to move may choose, and the same seed gives the same game."""
    game = play("weights", "random", board, seed=5)
    assert game.outcome is not None
    assert game == play(player("weights"), player("random"), board, seed=5)
    sides = {0: player("weights"), 1: player("random")}
    for position, cell in zip(game, game.moves, strict=False):
        assert cell in sides[position.ply % 2].decide(position).moves
    assert len({play("random", "random", seed=seed).moves for seed in range(5)}) > 1


def test_a_game_may_begin_anywhere():
    """It goes on from a position, with the side to move there; of a finished one nothing is played."""
    game = play("perfect", "perfect", start="XX./OO./...")
    assert game.moves == (2,)
    assert play("perfect", "perfect", start="XXX/OO./...").moves == ()


def test_who_cannot_play_is_refused_before_the_first_move():
    """An unknown player, and one that does not play the board."""
    with pytest.raises(UnknownPlayerError):
        play("random", "nobody")
    with pytest.raises(UnsupportedBoardError):
        play("random", "core", "4x4x4")


def test_a_game_has_all_its_positions():
    """It iterates from the start to where it stands, a move at a time; moves go by name or index."""
    game = Game().play("b2").play(0).play("C3")
    assert list(game) == list(game.positions)
    assert [position.rows_text for position in game] == [
        ".../.../...",
        ".../.X./...",
        "O../.X./...",
        "O../.X./..X",
    ]
    assert list(game.undo())[-1] == Position.parse("O../.X./...")
    with pytest.raises(IllegalMoveError, match="'a1'"):
        game.play("a1")


@pytest.mark.parametrize("form", ["to_json", "to_sgf", "to_psq"])
def test_a_game_is_read_from_what_it_writes(form, tmp_path: Path):
    """Each format gives the same game again, from its text and from a file."""
    game = play("random", "random", "6x5x5", seed=2)
    text = getattr(game, form)()
    (tmp_path / "game").write_text(text, encoding="utf-8")
    assert Game.read(text) == Game.read(tmp_path / "game") == game


def test_what_is_no_record_is_refused():
    """Text in no format is quoted."""
    with pytest.raises(NotationError, match="not a record of a game: 'good morning'"):
        Game.read("good morning")


def test_names_stand_in_sgf():
    """The players' names are written where they are given."""
    assert "PB[Ann]PW[Bob]" in Game().play("b2").to_sgf(x="Ann", o="Bob")
