"""Games as files: what is written is read again, and a format is known by its beginning."""

import json
import re

import pytest

from noughts import Board, Game, Mark, NotationError, NoughtsError, Position, Study
from noughts.game.board_file import board_of
from noughts.records.formats.file import FORMATS, format_game, players_named, read, read_study
from noughts.records.log import PERSON, Event, Kind, Log

SEATS = {Mark.X: PERSON, Mark.O: "tic"}


def state(*events):
    return Log.begin(Position.start(Board.mnk(3, 3, 3)), SEATS, events).state


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_written_is_read_again(form):
    """Start and moves come back from every format, though nobody says which it is."""
    played = state(Event(Kind.MOVE, Mark.X, "b2"), Event(Kind.MOVE, Mark.O, "a1"))
    assert read(f"\ufeff \n{format_game(played, SEATS, form)}") == played.game


def test_sgf_tells_who_played_and_how_it_ended():
    """The seats are named, and a resignation is the result."""
    text = format_game(state(Event(Kind.MOVE, Mark.X, "b2"), Event(Kind.RESIGN, Mark.X)), SEATS, "sgf")
    assert "PB[person]PW[tic]RE[W+R]" in text


@pytest.mark.parametrize("text", ["", "hello", "1. Nf3 d5"])
def test_what_is_no_record_is_refused(text):
    """Text that no format begins with is quoted."""
    with pytest.raises(NoughtsError, match=f"{text!r} .SGF, PSQ or JSON"):
        read(text)


FANO = Board.from_lines(
    "fano: [a\\b]", [(0, 1, 3), (1, 2, 4), (2, 3, 5), (3, 4, 6), (4, 5, 0), (5, 6, 1), (6, 0, 2)]
)
"""A board of its own lines, with 168 symmetries, whose name has the signs that SGF escapes."""
OWN = [
    FANO,
    Board.from_lines("rows", [(0, 1, 2), (3, 4, 5)], columns=3, symmetries="layout", rule="misere"),
    Board.from_lines("pair", [(0, 1), (2, 3)], symmetries=[(0, 1, 2, 3), (2, 3, 0, 1)]),
]


@pytest.mark.parametrize("board", OWN, ids=lambda board: board.name)
def test_a_game_on_a_board_of_ones_own_is_read_again(board):
    """JSON and SGF, games and studies, tell a board that its name does not tell, symmetries included."""
    game = Game(Position.start(board), (0, 2))
    for text in (game.to_json(), game.to_sgf(), Study.of(game).to_sgf()):
        for again in (Game.read(text), Study.read(text).game()):
            assert again == game
            assert set(again.start.board.symmetries) == set(board.symmetries)
            assert again.start.board.name == board.name
    assert board_of(json.loads(board.to_json())) == board


@pytest.mark.parametrize("text", [Game(Position.start(FANO)).to_json(), Game(Position.start(FANO)).to_sgf()])
def test_own_lines_are_rejected_unless_they_are_allowed(text):
    """A record whose board has its own lines is rejected by default, even if that board is the one expected."""
    for reads in (read, read_study):
        for board in (None, FANO):
            with pytest.raises(NotationError, match=r"own lines is not accepted here: .*fano"):
                reads(text, board)
        assert reads(text, allow_custom_lines=True).start.board == FANO
    assert read("a1 b1", FANO).start.board == read_study("a1 b1", FANO).start.board == FANO


def test_a_whole_collection_is_read():
    """Every game of an SGF file comes in order, with its board and its variations; other records are one game."""
    games = [Game(Position.start(name), ("b2", "a1")) for name in ("3x3x3", "4x3x3", "torus3x3x3")]
    text = "\n\n".join(game.to_sgf() for game in games)
    assert list(Game.read_all(text)) == games
    assert Game.read(text) == games[0]
    assert [study.game() for study in Study.read_all(text)] == games
    assert Game.read_all(games[1].to_json()) == (games[1],)
    assert len(Study.read_all("(;SZ[3];B[bb](;W[aa])(;W[ba]))(;SZ[5])")[0].moves) == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;SZ[3];B[bb])(;SZ[3];B[zz])", "game 2 of the collection: no such cell: 'zz'"),
        ("(;SZ[3];B[bb])(;SZ[3];B[aa];W[aa])", "game 2 of the collection: move 2"),
        ("(;SZ[3])(;SZ[3]", "game 2 of the collection: SGF that breaks off"),
        ("(;SZ[3]) and (;SZ[3])", "game 2 of the collection: not SGF: 'and'"),
        ("(;SZ[3])(SZ[3])", "game 2 of the collection: not SGF: 'SZ' stands before the first node"),
    ],
)
def test_a_fault_in_a_collection_is_told_with_its_game(text, words):
    """An error in a collection says which game it is in; the first game alone may still be read."""
    for read_all in (Game.read_all, Study.read_all):
        with pytest.raises(NoughtsError, match=re.escape(words)):
            read_all(text)
    assert Game.read(text).start.board == Board.parse("3x3x3")


def test_moves_with_variations_name_nobody():
    """Parentheses make no SGF of moves: a game is begun with them as with others, and only SGF tells names."""
    assert read("3x3x3 b2 a1 (b1) c1").moves == (4, 0, 2)
    assert players_named("3x3x3 b2 a1 (b1) c1") == {}
    assert players_named("(;GM[4]SZ[3]PB[Ada];B[bb])") == {Mark.X: "Ada"}
