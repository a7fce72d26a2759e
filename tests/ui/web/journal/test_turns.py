"""Requests of one class take turns, so that nobody is sent away for coming together with the others."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from threading import Barrier, Event

import pytest

from noughts.game.position import Position
from noughts.ui.web.journal import class_service as service
from noughts.ui.web.journal.class_service import ClassService
from noughts.ui.web.journal.classroom_store import ClassroomStore
from noughts.ui.web.journal.game_service import GameService
from noughts.ui.web.journal.store import Store
from noughts.ui.web.refusal import Refusal

PUPILS = 40


class SlowStore(ClassroomStore):
    """Between what is decided and what is kept there is time for everybody else."""

    def append(self, record, events, games):
        time.sleep(0.005)
        return super().append(record, events, games)


class LateStore(ClassroomStore):
    """Another server always comes between, from the moment that ``begun`` tells of."""

    def __init__(self, store):
        super().__init__(store)
        self.begun = Event()

    def append(self, record, events, games):
        self.begun.set()
        time.sleep(0.01)
        return False


def leading(stack, database, kind):
    """A service of its own, as a server has one, and the store that it keeps classes in."""
    store = stack.enter_context(closing(Store(database)))
    classes = kind(store)
    return ClassService(classes, GameService(store)), classes


def test_a_whole_class_comes_at_once(cluster):
    """Forty come to two servers in one moment: each gets a number of their own, and each a partner."""
    database = cluster.database()
    with ExitStack() as stack:
        servers = [leading(stack, database, SlowStore)[0] for _ in range(2)]
        record, _ = servers[0].make(Position.start(), None, None)
        together = Barrier(PUPILS)

        def come(number):
            together.wait()
            return servers[number % 2].enter(record.header.id, "", f"the nonce of pupil {number}")[1]

        with ThreadPoolExecutor(PUPILS) as crowd:
            numbers = sorted(crowd.map(come, range(PUPILS)))
        assert numbers == list(range(1, PUPILS + 1))
        rooms = [each.classroom(record.header.id).room for each in servers]
        assert rooms[0] == rooms[1]
        assert sorted(number for pair in rooms[0].pairs for number in (pair.x, pair.o)) == numbers


def test_who_gets_no_turn_is_told_to_come_again(database, monkeypatch):
    """Where others always come first, and where their turn never ends: a refusal that says so, after so long."""
    monkeypatch.setattr(service, "_PATIENCE", 0.2)
    with ExitStack() as stack:
        classes, store = leading(stack, database, LateStore)
        record, _ = classes.make(Position.start(), None, None)

        def come(nonce):
            with pytest.raises(Refusal, match="too much happens in this class") as refused:
                classes.enter(record.header.id, "", nonce)
            return refused.value.code, refused.value.retry_after

        with ThreadPoolExecutor(1) as other:
            first = other.submit(come, "a nonce of the first")
            assert store.begun.wait(10)
            assert come("a nonce of the second") == first.result() == ("busy", 1)
        assert classes.classroom(record.header.id).room.pupils == ()
