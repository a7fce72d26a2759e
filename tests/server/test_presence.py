"""Who of a class is there: whoever's page watches it. The clock is the test's: nobody waits for a while to pass."""

import asyncio
from contextlib import contextmanager

import pytest

from noughts.server.api_errors import BusyError
from noughts.server.game_store import Journal
from tests.processes import wait_until
from tests.server.people import Running, Visitor, events
from tests.server.test_classes import School


class Clock:
    """Keeps what shall happen after a while, until it has passed."""

    def __init__(self, running):
        self.loop, self.due = None, []
        running.app.state.services.streams.presence.later = self.later

    def later(self, _seconds, then):
        self.loop = asyncio.get_running_loop()
        self.due.append(then)
        return self.Timer(self.due, then)

    class Timer:
        """What is cancelled is not kept any more."""

        def __init__(self, due, then):
            self.due, self.then = due, then

        def cancel(self):
            if self.then in self.due:
                self.due.remove(self.then)

    def passes(self):
        """A while passes."""
        due, self.due[:] = list(self.due), []
        for then in due:
            self.loop.call_soon_threadsafe(then)


class Watched(School):
    """A class whose pupils watch it, as their pages do."""

    def enter(self, *names):
        self.signs = getattr(self, "signs", {})
        post = self.post

        def heard(*args, **more):
            answer = post(*args, **more)
            self.signs[answer.json()["pupil"]] = answer.json()["sign"]
            return answer

        self.post = heard
        try:
            return super().enter(*names)
        finally:
            self.post = post

    @contextmanager
    def watching(self, number):
        """Open the stream of a pupil, and yield an iterator of the classes in it."""
        path = f"/api/classes/{self.id}/events"
        with self.visitor.http.stream("GET", path, params={"as": self.signs[number]}) as answer:
            assert answer.status_code == 200
            yield (room for _, room in events(answer))

    def until(self, told, wanted):
        return next(room for room in told if wanted(room))


def away(room):
    return [each["number"] for each in room["pupils"] if each["away"]]


def seen(room, *numbers):
    """Whether these are known to be there: the class has so many events more than those who came and were paired."""
    return room["version"] >= len(room["pupils"]) + len(room["pairs"]) + len(numbers)


@pytest.fixture
def watched(own_server):
    school = Watched(own_server.address)
    yield school, Clock(own_server)
    school.visitor.close()


def test_whoever_closes_the_page_is_away_until_it_opens_again(watched):
    """After a while without the page one is away; with it again one is there, and a game that was begun goes on."""
    school, clock = watched
    school.enter("Ada", "Ben")
    with school.watching(2) as told:
        with school.watching(1) as first:
            school.until(first, lambda room: seen(room, 1, 2))
        wait_until(lambda: clock.due)
        assert away(school.look()) == []
        clock.passes()
        room = school.until(told, lambda room: away(room) == [1])
        assert [pair["result"] for pair in room["pairs"]] == ["open"]
        with school.watching(1):
            room = school.until(told, lambda room: away(room) == [])
            school.play(room["pairs"][0], "a1", "b1", "a2", "b2", "a3")
            school.until(told, lambda room: room["pairs"][0]["result"] == "X")


def test_whoever_is_away_is_not_paired(watched):
    """A round pairs those who are there; who comes back is paired with whoever waits."""
    school, clock = watched
    school.enter("Ada", "Ben", "Cleo", "Dan")
    with school.watching(1) as told:
        with school.watching(2) as second:
            school.until(second, lambda room: seen(room, 1, 2))
        wait_until(lambda: clock.due)
        clock.passes()
        school.until(told, lambda room: away(room) == [2])
        room = school.round()
        assert 2 not in {number for pair in room["pairs"] for number in pair["seats"].values()}
        (waits,) = room["waiting"]
        with school.watching(2):
            room = school.until(told, lambda room: len(room["pairs"]) == 2)
            assert set(room["pairs"][-1]["seats"].values()) == {2, waits}


def test_a_page_that_comes_again_at_once_was_never_away(watched):
    """A reload, or one of two tabs that closes, is no absence."""
    school, clock = watched
    school.enter("Ada", "Ben")
    with school.watching(1) as told:
        school.until(told, lambda room: seen(room, 1))
        with school.watching(1) as second:
            next(second)
        assert clock.due == []
    wait_until(lambda: clock.due)
    with school.watching(1) as told:
        next(told)
        wait_until(lambda: clock.due == [])
        clock.passes()
        assert away(school.look()) == []


def test_a_look_now_and_then_is_presence_too(watched):
    """A tab that has no stream asks for the class: that counts until a while has passed since."""
    school, clock = watched
    school.enter("Ada", "Ben")
    with school.watching(1) as told:
        school.until(told, lambda room: seen(room, 1))
    wait_until(lambda: clock.due)
    look = f"/api/classes/{school.id}?as={school.signs[1]}"
    assert school.visitor.http.get(look).status_code == 200
    assert len(clock.due) == 1
    with school.watching(2) as told:
        clock.passes()
        school.until(told, lambda room: away(room) == [1])


def test_a_class_that_is_not_remembered_hears_who_is_there(own_server, watched, monkeypatch):
    """What another server does may come between a piece of the stream and a look at who is there."""
    school, _ = watched
    school.enter("Ada", "Ben")
    services = own_server.app.state.services
    presence, journal = services.streams.presence, services.journal
    check = presence.check

    def forgotten(seat, client):
        journal.forget(school.id)
        check(seat, client)

    monkeypatch.setattr(presence, "check", forgotten)
    with school.watching(1) as told:
        school.until(told, lambda room: seen(room, 1))


def test_what_cannot_be_kept_just_now_is_told_after_a_while(own_server, watched, monkeypatch):
    """A database that is busy when somebody is missed hears of it later."""
    school, clock = watched
    school.enter("Ada", "Ben")
    journal, keeps = own_server.app.state.services.journal, Journal.decide
    with school.watching(2) as told:
        with school.watching(1) as first:
            school.until(first, lambda room: seen(room, 1, 2))
        wait_until(lambda: clock.due)

        async def busy(*_, **__):
            monkeypatch.setattr(journal, "decide", keeps.__get__(journal))
            raise BusyError("not now")

        monkeypatch.setattr(journal, "decide", busy)
        clock.passes()
        wait_until(lambda: clock.due)
        clock.passes()
        school.until(told, lambda room: away(room) == [1])


def test_after_a_restart_whoever_does_not_come_again_is_away(tmp_path):
    """A server that begins anew on its file takes nobody for there who was, and waits a while for them."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Running(url) as first:
        school = Watched(first.address)
        school.enter("Ada", "Ben", "Cleo")
        with school.watching(1) as one, school.watching(2) as two:
            school.until(one, lambda room: seen(room, 1, 2))
            school.until(two, lambda room: seen(room, 1, 2))
    school.visitor.close()
    with Running(url) as second, Visitor(second.address) as school.visitor:
        clock = Clock(second)
        with school.watching(1) as told:
            next(told)
            wait_until(lambda: clock.due)
            clock.passes()
            assert away(school.until(told, away)) == [2]


def test_two_servers_agree_who_is_there(two_servers):
    """Whoever has gone over to the other server is there, whatever the first says; who closed it is away at both."""
    here, there = two_servers
    clocks = [Clock(here), Clock(there)]
    school, other = Watched(here.address), Watched.__new__(Watched)
    with school.visitor, Visitor(there.address) as visitor:
        school.enter("Ada", "Ben")
        other.__dict__.update({**school.__dict__, "visitor": visitor})
        with school.watching(2) as told:
            with other.watching(1) as moved:
                with school.watching(1) as first:
                    school.until(first, lambda room: seen(room, 1, 2))
                wait_until(lambda: clocks[0].due)
                before = school.look()["version"]
                clocks[0].passes()
                school.until(moved, lambda room: room["version"] == before + 2 and away(room) == [])
            wait_until(lambda: clocks[1].due)
            clocks[1].passes()
            school.until(told, lambda room: away(room) == [1])
            wait_until(lambda: away(other.look()) == [1])
