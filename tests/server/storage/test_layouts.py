"""Layouts: a database of the first edition goes forward, once, with its games, and becomes what a new one is."""

import multiprocessing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from noughts import Board, Mark, Position
from noughts.records.classroom import ClassEvent, Happening
from noughts.records.log import FRIEND, PERSON, Event, Kind
from noughts.server.stored_records import Change, ClassHeader, GameHeader
from noughts.server.tables import METADATA, VERSION, Store

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
INSERT INTO events VALUES ('kept', 0, 'move', 'X', 'b2', {now});
INSERT INTO games VALUES ('shared', '4x4x3', 'X.../..../..../....', 'friend', 'person', 'a hash', 'a secret', 'kept',
    true, 0, 0, 0, {now});
INSERT INTO tokens VALUES ('shared', 'X', 'the hash of the friend');
INSERT INTO tokens VALUES ('shared', 'O', 'another hash');
INSERT INTO events VALUES ('shared', 0, 'join', 'X', '', {now})
"""
"""What the first edition sent to make its tables, and two games of its people."""

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
    assert record.header.tokens == {Mark.X: "a hash"}
    assert store.append(Change(record, [Event(Kind.MOVE, record.log.events[0].seat.other, "a1")]))
    tokens = {Mark.X: "the hash of the friend", Mark.O: "another hash"}
    assert store.load("shared").header == GameHeader(
        id="shared",
        start=Position.parse("X.../..../..../....", Board.parse("4x4x3")),
        seats={Mark.X: FRIEND, Mark.O: PERSON},
        tokens=tokens,
        invitation="a hash",
        secret="a secret",  # noqa: S106 - nobody's
        previous="kept",
        swapped=True,
    )
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
        connection.exec_driver_sql("CREATE TABLE log (id VARCHAR)")  # in the way
    with pytest.raises(Exception, match="log"):
        Store(old)
    with engine.begin() as connection:
        assert "shared" not in inspect(connection).get_table_names()
        assert connection.exec_driver_sql("SELECT count(*) FROM games").scalar_one() == 2
        connection.exec_driver_sql("DROP TABLE log")
    engine.dispose()
    Store(old).close()


THIRD = """
ALTER TABLE games ADD COLUMN closed BOOLEAN DEFAULT false NOT NULL;
CREATE INDEX games_made ON games (made);
CREATE INDEX games_open ON games (made) WHERE closed = false;
CREATE TABLE classes (id VARCHAR NOT NULL, board VARCHAR NOT NULL, start VARCHAR NOT NULL, clock VARCHAR,
    meanwhile VARCHAR, teacher VARCHAR NOT NULL, secret VARCHAR NOT NULL, made {time} NOT NULL, PRIMARY KEY (id));
CREATE INDEX classes_made ON classes (made);
CREATE TABLE class_events (classroom VARCHAR NOT NULL, number INTEGER NOT NULL, kind VARCHAR NOT NULL,
    pupil INTEGER NOT NULL, detail VARCHAR NOT NULL, at {time} NOT NULL, PRIMARY KEY (classroom, number),
    FOREIGN KEY(classroom) REFERENCES classes (id));
INSERT INTO noughts_layout VALUES (2);
INSERT INTO noughts_layout VALUES (3);
INSERT INTO classes VALUES ('bcdf-ghjk', '3x3x3', '.../.../...', '60+0', NULL, 'a hash', 'a secret', {now});
INSERT INTO class_events VALUES ('bcdf-ghjk', 0, 'enter', 1, 'hash-one Ada', {now});
UPDATE games SET closed = true WHERE id = 'kept'
"""
"""What the next two layouts added, and a class."""


def test_a_class_goes_forward(old):
    """A class of the third layout is there as it was, and so is when games were made, and which are closed."""
    engine = begun(old)
    with engine.begin() as connection:
        for statement in THIRD.format(**KINDS[engine.dialect.name]).split(";\n"):
            connection.exec_driver_sql(statement)
    engine.dispose()
    store = Store(old)
    record = store.load("bcdf-ghjk")
    assert record.header == ClassHeader("bcdf-ghjk", Position.start(), "a hash", "a secret", "60+0")
    assert record.log.pupils[0].called == "Ada"
    assert store.append(Change(record, [ClassEvent(Happening.CLOSE)]))
    with store.engine.connect() as connection:
        kept = connection.exec_driver_sql("SELECT id, closed, made FROM shared ORDER BY id").all()
    assert [(name, bool(closed)) for name, closed, _ in kept] == [
        ("bcdf-ghjk", False),
        ("kept", True),
        ("shared", False),
    ]
    assert {str(made)[:19] for *_, made in kept} == {"2026-01-02 03:04:05"}
    store.close()
