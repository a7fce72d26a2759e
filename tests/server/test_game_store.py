"""The journal: changes that come together are stored together, and requests about one thing take turns."""

import asyncio
import threading
import time
from contextlib import ExitStack, closing
from dataclasses import replace

import pytest

from noughts import Board, Mark, Position
from noughts.records.classroom import Classroom
from noughts.records.log import FRIEND, PERSON
from noughts.server import boards, classes, game_store, games
from noughts.server.api_errors import BusyError, Refusal, StoreError
from noughts.server.game_store import Journal
from noughts.server.opponents import Opponents
from noughts.server.rate_limits import RateLimits
from noughts.server.stored_records import Change, ClassHeader, GameHeader, Record
from noughts.server.tables import Store
from noughts.server.this_machine import Machine
from noughts.server.workers import SERVER, Workers
from tests.processes import PATIENCE
from tests.server.test_tables import header, made, moved

GAMES = 5


class Watched(Store):
    """A store that records the size and the thread of each batch; the next batch can be made to fail."""

    def __init__(self, url, synchronous):
        super().__init__(url, synchronous)
        self.batches = []
        self.next_outcomes = []

    def append_all(self, changes):
        self.batches.append((len(changes), threading.current_thread() is threading.main_thread()))
        if self.next_outcomes:
            return self.next_outcomes.pop(0)
        return super().append_all(changes)


def journal_of(store):
    return Journal(store, Workers(RateLimits(), Machine()))


def new_game(board="3x3x3", o=PERSON):
    """A game with a person as X, which is not stored yet."""
    start = Position.start(Board.parse(board))
    return games.new_game(Opponents(), start, (), {Mark.X: PERSON, Mark.O: o}).record


def make_games(store):
    """Make games in one turn of the event loop; return what came of each, and the games."""
    made = [new_game() for _ in range(GAMES)]

    async def make():
        journal = journal_of(store)
        return await asyncio.gather(*(journal.make(each, SERVER) for each in made), return_exceptions=True)

    return asyncio.run(make()), made


@pytest.fixture(params=["normal", "full"])
def store(request, tmp_path):
    with closing(Watched(f"sqlite:///{tmp_path / 'games.db'}", request.param)) as watched:
        yield watched


def test_changes_of_one_turn_share_a_transaction(store):
    """All games are stored by one batch: on the event loop unless the file waits for the disk."""
    outcomes, made = make_games(store)
    assert outcomes == [True] * GAMES
    assert store.batches == [(GAMES, not store.waits_for_disk)]
    assert all(store.load(game.header.id) for game in made)


def test_a_locked_file_is_waited_for_aside(tmp_path):
    """Changes that find the file locked are stored by a thread; those that were stored are not stored again."""
    with closing(Watched(f"sqlite:///{tmp_path / 'games.db'}", "normal")) as store:
        store.next_outcomes = [[True, BusyError("locked"), False, BusyError("locked"), True]]
        outcomes, made = make_games(store)
        assert outcomes == [True, True, False, True, True]
        assert store.batches == [(GAMES, True), (2, False)]
        assert [store.load(game.header.id) is not None for game in made] == [False, True, False, True, False]


def test_each_change_gets_its_error(store):
    """An error of one change is raised where that change is waited for, and the others are stored."""
    error = StoreError("the disk is full")
    store.next_outcomes = [[True, error, True, True, True]]
    outcomes, _ = make_games(store)
    assert outcomes == [True, error, True, True, True]


def test_an_error_of_the_store_is_raised_for_all(store, monkeypatch):
    """A batch that fails as a whole fails for every change, and the writer goes on."""
    monkeypatch.setattr(store, "append_all", lambda _: 1 / 0)
    outcomes, _ = make_games(store)
    assert [type(outcome) for outcome in outcomes] == [ZeroDivisionError] * GAMES
    monkeypatch.undo()
    assert make_games(store)[0] == [True] * GAMES


PUPILS = 40
CLASS = "bcdf-ghjk"


class SlowStore(Store):
    """Between what is decided and what is kept there is time for everybody else."""

    def append_all(self, changes):
        time.sleep(0.005)
        return super().append_all(changes)


class LateStore(Store):
    """Another server always comes between."""

    def append_all(self, changes):
        time.sleep(0.01)
        return [False] * len(changes)


def leading(stack, database, kind):
    """A journal of its own, as a server has one, of a store with one class."""
    store = stack.enter_context(closing(kind(database)))
    store.append(
        Change(None, begun=[Record(ClassHeader(CLASS, Position.start(), "a hash", "a secret"), Classroom())])
    )
    return journal_of(store)


async def come(journal, nonce):
    """Let a pupil enter, and return the pupil's number."""
    room = await journal.decide(ClassHeader, CLASS, lambda room: classes.enter(room, "", nonce), "here")
    return classes.pupil(room, nonce)[0]


def test_a_whole_class_comes_at_once(cluster, monkeypatch):
    """Forty come to two servers in one moment: each gets a number of their own, and each a partner."""
    monkeypatch.setattr(game_store, "_PATIENCE", PATIENCE)
    database = cluster.database()

    async def meet(servers):
        coming = (come(servers[each % 2], f"the nonce of pupil {each}") for each in range(PUPILS))
        return sorted(await asyncio.gather(*coming))

    with ExitStack() as stack:
        servers = [leading(stack, database, SlowStore) for _ in range(2)]
        numbers = asyncio.run(meet(servers))
        assert numbers == list(range(1, PUPILS + 1))
        rooms = [each.now(ClassHeader, CLASS).log for each in servers]
        assert rooms[0] == rooms[1]
        assert sorted(number for pair in rooms[0].pairs for number in (pair.x, pair.o)) == numbers


def test_who_gets_no_turn_is_told_to_come_again(database, monkeypatch):
    """Where others always come first, and where their turn never ends: a refusal that says so, after so long."""
    monkeypatch.setattr(game_store, "_PATIENCE", 0.2)

    async def meet(journal):
        refused = await asyncio.gather(
            come(journal, "a nonce of the first"),
            come(journal, "a nonce of the second"),
            return_exceptions=True,
        )
        assert all(isinstance(each, Refusal) for each in refused), refused
        return {(each.code, each.retry_after, each.message) for each in refused}

    with ExitStack() as stack:
        leading(stack, database, Store)
        journal = leading(stack, database, LateStore)
        ((code, seconds, message),) = asyncio.run(meet(journal))
        assert (code, seconds) == ("busy", 1)
        assert "too much happens in this class" in message
        assert journal.now(ClassHeader, CLASS).log.pupils == ()


def test_what_games_and_boards_take_is_bounded(tmp_path, monkeypatch):
    """Beyond so many bytes the games longest unseen are forgotten, and their boards with them; they are read again."""
    monkeypatch.setattr(game_store, "_REMEMBERED_BYTES", 60_000)
    made = [new_game() for _ in range(20)]
    names = [each.header.id for each in made]

    async def make_all(journal):
        return [await journal.make(each, SERVER) for each in made]

    with closing(Store(f"sqlite:///{tmp_path / 'games.db'}")) as store:
        journal = journal_of(store)
        assert all(asyncio.run(make_all(journal)))
        assert 5 < sum(journal.recall(GameHeader, each) is not None for each in names) < 15
        assert all(journal.now(GameHeader, each) for each in names)
        monkeypatch.setattr(boards, "_FEW", 0)
        monkeypatch.setattr(boards, "_USED_BYTES", 0)
        assert all(journal.now(GameHeader, each) for each in names)
        assert len(journal._records) == 1


@pytest.mark.parametrize("board", ["3x3x3", "15x15x5", "20x20x5", "cube3"])
def test_the_memory_of_a_game_includes_its_json(board):
    """The estimate by which the games in memory are limited has room for the JSON of a game and its names."""
    game = new_game(board, FRIEND)
    log = game.log.add(game.log.join(Mark.O))
    for mark in Mark:
        log = log.add(log.name(mark, "\N{GRINNING FACE}" * 30))
    named = replace(game, log=log)
    size = len(games.game_bytes(named))
    assert size < game_store._JSON_BYTES + game_store._JSON_CELL_BYTES * Board.parse(board).size
    assert game_store._bytes(named) > size + 5_000


def test_what_was_read_before_it_was_heard_of_is_not_remembered(tmp_path, monkeypatch):
    """A notice may overtake the reading of what stood before: the next who asks reads again, and sees what happened."""
    with closing(Store(f"sqlite:///{tmp_path / 'games.db'}")) as store:
        record, load = made(store, header()), store.load

        def overtaken(id_):
            before = load(id_)
            store.append(Change(record, [moved(record, "b2")]))
            journal._hear(id_, 1)
            return before

        journal = journal_of(store)
        monkeypatch.setattr(store, "load", overtaken)
        assert journal.now(GameHeader, "a game").log.version == 0
        monkeypatch.setattr(store, "load", load)
        assert journal.latest(GameHeader, "a game").log.version == 1
        assert journal.recall(GameHeader, "a game").log.version == 1


def test_what_was_read_just_before_it_was_heard_of_is_told(tmp_path):
    """A request may see what another server did before the notice comes: who watches hears of it all the same."""
    with closing(Store(f"sqlite:///{tmp_path / 'games.db'}")) as store:
        record, told = made(store, header()), []
        journal = journal_of(store)
        journal.watch("a game", lambda: told.append(journal.latest(GameHeader, "a game").log.version))
        assert journal.latest(GameHeader, "a game").log.version == 0
        store.append(Change(record, [moved(record, "b2")]))
        assert journal.now(GameHeader, "a game").log.version == 1
        journal._hear("a game", 1)
        assert told == [1]
