"""Games as files: what is written is read again, and a format is known by its beginning."""

import pytest

from noughts.errors import NoughtsError
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.event import Event, Kind
from noughts.records.formats.file import FORMATS, read, written
from noughts.records.log import PERSON, Log

SEATS = {Mark.X: PERSON, Mark.O: "tic"}


def state(*events):
    return Log.begin(Position.start(Board.mnk(3, 3, 3)), SEATS, events).state


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_written_is_read_again(form):
    """Start and moves come back from every format, though nobody says which it is."""
    played = state(Event(Kind.MOVE, Mark.X, "b2"), Event(Kind.MOVE, Mark.O, "a1"))
    assert read(f"\ufeff \n{written(played, SEATS, form)}") == played.game


def test_sgf_tells_who_played_and_how_it_ended():
    """The seats are named, and a resignation is the result."""
    text = written(state(Event(Kind.MOVE, Mark.X, "b2"), Event(Kind.RESIGN, Mark.X)), SEATS, "sgf")
    assert "PB[person]PW[tic]RE[W+R]" in text


@pytest.mark.parametrize("text", ["", "hello", "1. Nf3 d5"])
def test_what_is_no_record_is_refused(text):
    """Text that no format begins with is quoted."""
    with pytest.raises(NoughtsError, match=f"{text!r} .SGF, PSQ or JSON"):
        read(text)
