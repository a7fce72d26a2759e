"""A PostgreSQL that stops responding and keeps its connections open: requests end with an error."""

import signal
from contextlib import contextmanager

import pytest

from noughts.server import databases
from noughts.server.api_errors import StoreError
from noughts.server.stored_records import Change
from noughts.server.tables import Store
from tests.server.people import Running, Visitor
from tests.server.test_tables import header, made, moved


@contextmanager
def stopped(cluster):
    """PostgreSQL, which does nothing meanwhile."""
    cluster.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        cluster.signal(signal.SIGCONT)


def test_a_transaction_ends_without_a_response(cluster, monkeypatch):
    """Also one that has begun; afterwards the store works as before."""
    monkeypatch.setattr(databases, "_DEADLINE_SECONDS", 1.0)
    monkeypatch.setattr(databases, "_CONNECT_SECONDS", 1)
    store = Store(cluster.database())
    record = made(store, header())
    with stopped(cluster):
        for _ in range(2):  # with a connection of the pool, and with a new one
            with pytest.raises(StoreError):
                store.append(Change(record, [moved(record, "b2")]))
    with pytest.raises(StoreError), store.writing() as connection, stopped(cluster):
        connection.exec_driver_sql("SELECT 1")
    assert store.load("a game") == record
    assert store.append(Change(record, [moved(record, "b2")]))
    store.close()


def test_a_server_answers_while_its_database_does_not(cluster, monkeypatch):
    """`/ready` and moves get 503; the game goes on where the database says that it stands."""
    monkeypatch.setattr(databases, "_DEADLINE_SECONDS", 1.0)
    monkeypatch.setattr(databases, "_CONNECT_SECONDS", 1)
    running = Running(cluster.database())
    visitor = Visitor(running.address)
    try:
        visitor.make()
        version = visitor.play("a1")["version"]
        with stopped(cluster):
            assert visitor.http.get("/ready").status_code == 503
            assert visitor.send("moves", "O", cell="b2", ply=1, version=version).status_code == 503
            assert visitor.http.get("/health").status_code == 200
        assert visitor.http.get("/ready").status_code == 200
        moves = visitor.http.get(f"/api/games/{visitor.id}").json()["moves"]
        assert moves in (["a1"], ["a1", "b2"])  # it is unknown what became of it
        assert visitor.play("c3", "XO"[len(moves) % 2])["moves"] == [*moves, "c3"]
    finally:
        visitor.close()
        running.stop()
