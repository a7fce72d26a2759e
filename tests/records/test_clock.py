"""The clock of a game: what each side has left is a matter of what happened when, and of nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Board, Mark, Position
from noughts.records.clock import Clock
from noughts.records.log import FRIEND, PERSON, Event, Kind, Log, RefusedError

START = 1_800_000_000_000


def game(text, *, friend=False):
    """A game of two people with a clock."""
    seats = {Mark.X: PERSON, Mark.O: FRIEND if friend else PERSON}
    return Log.begin(Position.start(Board.mnk(5, 5, 5)), seats, [Event(Kind.CLOCK, Mark.X, text)])


def moved(log, now):
    """The game after the next free cell was taken at this time."""
    mover = log.state.position.to_move
    return log.timed(log.move(mover, log.state.position.empty[0]), now)


@given(st.lists(st.integers(0, 20_000), min_size=1, max_size=16), st.integers(0, 9))
def test_each_side_pays_for_its_own_thinking(thought, increment):
    """The first move is free; each later one costs its side what it took and gives the increment."""
    log, now = moved(game(f"300+{increment}"), START), START
    spent = {Mark.X: 0, Mark.O: 0}
    for ply, took in enumerate(thought):
        now += took
        log = moved(log, now)
        spent[(Mark.O, Mark.X)[ply % 2]] += took - increment * 1000
    clock, mover = log.state.clock, log.state.position.to_move
    assert {side: clock.left_of(side, mover, now) for side in Mark} == {
        side: 300_000 - spent[side] for side in Mark
    }
    assert clock.left_of(mover, mover, now + 7) == 300_000 - spent[mover] - 7


def test_who_has_spent_the_time_loses():
    """The flag falls at the last millisecond and not before; only of the side to move, and only while it goes on."""
    log = moved(game("10+0"), START)
    for early in (START, START + 9_999):
        with pytest.raises(RefusedError, match="O still has time"):
            log.flag(early)
    over = log.add(log.flag(START + 10_000))
    assert (over.state.ending.winner, over.state.ending.reason) == (Mark.X, "time")
    with pytest.raises(RefusedError, match="over"):
        over.flag(START + 20_000)


def test_nobody_waits_on_the_clock_for_a_friend_who_is_not_there():
    """While the friend's seat is free no time passes; it does from the next move on."""
    log = moved(game("10+0", friend=True), START)
    assert log.state.clock.since is None
    assert log.has_time(START + 10**9)
    log = moved(log.add(log.join(Mark.O)), START + 10**9)
    assert not log.has_time(START + 10**9 + 10_000)


def test_nothing_is_taken_back_on_the_clock():
    """Undoing is refused in words, and not offered."""
    log = moved(game("10+0"), START)
    with pytest.raises(RefusedError, match="clock"):
        log.undo(Mark.X)
    assert "undo" not in log.may(Mark.X)


def test_a_clock_is_its_text():
    """What is written down is read as the same clock."""
    assert str(Clock.parse("300+5")) == "300+5"
    assert Clock.parse("300+5").left == {Mark.X: 300_000, Mark.O: 300_000}
