"""Where classes are kept: all that happened or nothing of it, once, and for so many days."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

from noughts import Mark, Position
from noughts.records.classroom import Classroom
from noughts.records.log import FRIEND, PERSON, Event, Kind, Log
from noughts.server.retention import Retention, TidyReport, tidy
from noughts.server.stored_records import Change, ClassHeader, GameHeader, Record
from noughts.server.tables import Store

SEATS = {Mark.X: PERSON, Mark.O: FRIEND}


def kept(store, name="bcdf-ghjk"):
    """A class that is kept and loaded again."""
    header = ClassHeader(name, Position.start(), "a hash", "a secret", "60+0", "easy")
    assert store.append(Change(None, begun=[Record(header, Classroom())]))
    return store.load(name)


def game(name):
    return Record(GameHeader(name, Position.start(), SEATS, {}), Log.begin(Position.start(), SEATS))


def test_a_class_is_what_it_was(database):
    """What is fixed and what happened comes back; an id is taken once; what is not there is None."""
    with closing(Store(database)) as store:
        record = kept(store)
        assert (record.header.clock, record.header.meanwhile) == ("60+0", "easy")
        assert not store.append(Change(None, begun=[record]))
        events = record.log.enter("hash one", "Ada Lovelace", lambda: "")
        assert store.append(Change(record, events))
        assert store.load("bcdf-ghjk").log == record.log.extended(events)
        assert store.events_after(record) == events
        assert store.events_after(store.load("bcdf-ghjk")) == ()
        assert store.load("nobody") is store.load("\0") is None


def test_a_class_goes_on_once(database):
    """Of two who decided on the same class one is kept, with its game, and nothing of the other."""
    with closing(Store(database)) as store:
        record = kept(store)
        first, second = (record.log.enter(f"hash-{name}", name, lambda: "") for name in ("Ada", "Ben"))
        assert store.append(Change(record, first, [game("one")]))
        assert not store.append(Change(record, second, [game("two")]))
        assert store.load("one")
        assert store.load("two") is None
        assert [each.name for each in store.load("bcdf-ghjk").log.pupils] == ["Ada"]


def test_a_class_is_removed_with_its_games(database):
    """Those that its pairs played, of all rounds, and in which they played on, and no others."""
    with closing(Store(database)) as store:
        record = kept(store)
        ids = iter(("one", "two"))
        events = record.log.enter("h1", "", ids.__next__)
        room = record.log.extended(events)
        events += room.enter("h2", "", ids.__next__)
        events += record.log.extended(events).next_round({}, ids.__next__)
        assert store.append(Change(record, events, [*map(game, ("one", "two", "other"))]))
        for before, after in (("two", "three"), ("three", "four")):
            played = store.load(before)
            assert store.append(Change(played, [Event(Kind.AGAIN, Mark.X, after)], [game(after)]))
        assert sorted(store.delete(["bcdf-ghjk"], with_later=True)) == [
            "bcdf-ghjk",
            "four",
            "one",
            "three",
            "two",
        ]
        assert store.load("bcdf-ghjk") is None
        assert not any(map(store.load, ("one", "two", "three", "four")))
        assert store.load("other")


def test_classes_are_kept_so_many_days(database):
    """One in which something happens stays, and one that is silent goes, with its log."""
    with closing(Store(database)) as store:
        record = kept(store)
        store.append(Change(record, record.log.enter("h1", "Ada", lambda: "")))
        later = datetime.now(UTC) + timedelta(29)
        assert tidy(store, Retention(close_days=1, keep_days=30), later) == TidyReport(0, 0)
        assert tidy(store, Retention(keep_days=30), later + timedelta(2)) == TidyReport(0, 0, 1)
        assert store.load("bcdf-ghjk") is None
