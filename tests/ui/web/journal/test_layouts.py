"""Layouts: a database of the first edition goes forward, once, with its games, and becomes what a new one is."""

import multiprocessing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from noughts.records.event import Event, Kind
from noughts.ui.web.journal.store import Store
from noughts.ui.web.journal.tables import METADATA, VERSION

FIRST = """
CREATE TABLE noughts_layout (version INTEGER NOT NULL, PRIMARY KEY (version));
CREATE TABLE games (id VARCHAR NOT NULL, board VARCHAR NOT NULL, start VARCHAR NOT NULL, x VARCHAR NOT NULL,
    o VARCHAR NOT NULL, invitation VARCHAR, secret VARCHAR, previous VARCHAR, swapped BOOLEAN NOT NULL,
    score_x INTEGER NOT NULL, score_o INTEGER NOT NULL, score_draw INTEGER NOT NULL, made {time} NOT NULL,
    PRIMARY KEY (id));
CREATE TABLE tokens (game VARCHAR NOT NULL, seat VARCHAR(1) NOT NULL, hash VARCHAR NOT NULL,
    PRIMARY KEY (game, seat), FOREIGN KEY(game) REFERENCES games (id));
CREATE TABLE events (game VARCHAR NOT NULL, number INTEGER NOT NULL, kind VARCHAR NOT NULL, seat VARCHAR(1) NOT NULL,
    detail VARCHAR NOT NULL, at {time} NOT NULL, PRIMARY KEY (game, number), FOREIGN KEY(game) REFERENCES games (id));
INSERT INTO noughts_layout VALUES (1);
INSERT INTO games VALUES ('kept', '3x3x3', '.../.../...', 'person', 'tic', NULL, NULL, NULL, false, 1, 0, 2, {now});
INSERT INTO tokens VALUES ('kept', 'X', 'a hash');
INSERT INTO events VALUES ('kept', 0, 'move', 'X', 'b2', {now})
"""
"""What the first edition sent to make its tables, and one game of its people."""

KINDS = {
    "sqlite": {"time": "DATETIME DEFAULT (CURRENT_TIMESTAMP)", "now": "'2026-01-02 03:04:05'"},
    "postgresql": {"time": "TIMESTAMP WITHOUT TIME ZONE DEFAULT now()", "now": "'2026-01-02 03:04:05'"},
}


def begun(url):
    """An engine of the kind that the store uses, without what the store does to a database."""
    return create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request, tmp_path):
    """The address of a database as the first edition has left it."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("cluster").database()
    engine = begun(url)
    with engine.begin() as connection:
        for statement in FIRST.format(**KINDS[request.param]).split(";\n"):
            connection.exec_driver_sql(statement)
    engine.dispose()
    return url


def test_a_database_of_the_first_edition_goes_forward(old):
    """Its game is there as it was, and can be played on; afterwards the tables are those of a new database."""
    store = Store(old)
    record = store.load("kept")
    assert record.header.score == (1, 0, 2)
    assert record.log.events == (Event(Kind.MOVE, record.log.events[0].seat, "b2"),)
    assert store.append(record, [Event(Kind.MOVE, record.log.events[0].seat.other, "a1")])
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        numbers = connection.exec_driver_sql("SELECT version FROM noughts_layout ORDER BY version").scalars()
        assert list(numbers) == list(range(1, VERSION + 1))
    store.close()
    again = Store(old)
    assert again.load("kept").log.version == 2
    again.close()


def lead(url, barrier, results):
    """Another server that starts on an old database."""
    barrier.wait()
    store = Store(url)
    results.put(store.load("kept").log.version)
    store.close()


@pytest.mark.parametrize("old", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True)
def test_one_of_two_servers_leads_it_forward(old):
    """Both start, and the steps are made once."""
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(2), context.Queue()
    starting = [context.Process(target=lead, args=(old, barrier, results)) for _ in range(2)]
    for each in starting:
        each.start()
    assert [results.get(timeout=120) for _ in starting] == [1, 1]
    for each in starting:
        each.join()


def test_a_step_that_fails_leaves_all_as_it_was(old):
    """Where a step cannot be made nothing of it stays, and the next start tries again."""
    engine = begun(old)
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE INDEX games_open ON games (made)")  # in the way
    with pytest.raises(Exception, match="games_open"):
        Store(old)
    with engine.begin() as connection:
        assert "closed" not in {column["name"] for column in inspect(connection).get_columns("games")}
        connection.exec_driver_sql("DROP INDEX games_open")
    engine.dispose()
    Store(old).close()
