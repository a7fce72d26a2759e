"""Layouts: which databases a server opens, and that it leaves those of older versions as they are."""

import multiprocessing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, inspect

from noughts import Mark, Position
from noughts.records.log import Event, Kind
from noughts.server.api_errors import StoreError
from noughts.server.stored_records import Change, GameHeader
from noughts.server.tables import METADATA, Store

OLD = """
CREATE TABLE noughts_layout (version INTEGER NOT NULL, PRIMARY KEY (version));
CREATE TABLE games (id VARCHAR NOT NULL, board VARCHAR NOT NULL, PRIMARY KEY (id));
INSERT INTO noughts_layout VALUES (1);
INSERT INTO games VALUES ('kept', '3x3x3')
"""
"""Some of the tables of noughts 0.1.0."""

RELEASED = """
CREATE TABLE noughts_layout (version INTEGER NOT NULL, PRIMARY KEY (version));
CREATE TABLE shared (id VARCHAR NOT NULL, kind VARCHAR NOT NULL, header VARCHAR NOT NULL, made {time} NOT NULL,
    closed BOOLEAN DEFAULT false NOT NULL, PRIMARY KEY (id));
CREATE INDEX shared_made ON shared (kind, made);
CREATE INDEX shared_open ON shared (kind, made) WHERE closed = false;
CREATE TABLE log (id VARCHAR NOT NULL, number INTEGER NOT NULL, kind VARCHAR NOT NULL, who VARCHAR NOT NULL,
    detail VARCHAR NOT NULL, at {time} NOT NULL, PRIMARY KEY (id, number), FOREIGN KEY(id) REFERENCES shared (id));
INSERT INTO noughts_layout VALUES (4);
INSERT INTO shared (id, kind, header) VALUES ('kept', 'game', '{header}');
INSERT INTO log (id, number, kind, who, detail) VALUES ('kept', 0, 'move', 'X', 'b2')
"""
"""The tables of noughts 0.2.0, and a game."""

HEADER = (
    '{"board": "3x3x3", "start": ".../.../...", "seats": {"X": "person", "O": "tic"}, "tokens": {"X": "a hash"}, '
    '"invitation": null, "secret": null, "previous": null, "swapped": false, "score": [1, 0, 2], "classroom": null}'
)

TIMES = {
    "sqlite": "DATETIME DEFAULT (CURRENT_TIMESTAMP)",
    "postgresql": "TIMESTAMP WITHOUT TIME ZONE DEFAULT now()",
}


def engine_for(url):
    """An engine for a database that no store has opened."""
    return create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


def fill(url, script):
    """Run the statements of a script on a database."""
    engine = engine_for(url)
    with engine.begin() as connection:
        for statement in script.split(";\n"):
            connection.exec_driver_sql(statement.replace("{time}", TIMES[engine.dialect.name]))
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """The URL of an empty database."""
    if request.param == "postgresql":
        return request.getfixturevalue("cluster").database()
    return f"sqlite:///{tmp_path / 'games.db'}"


def test_a_new_database_has_the_declared_tables(url):
    """Alembic finds no difference between the tables that are created and those that are declared."""
    store = Store(url)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.close()


def test_a_database_of_0_2_0_is_opened(url):
    """Its game is as it was, and can be played on; the tables are then as they are declared."""
    fill(url, RELEASED.replace("{header}", HEADER))
    store = Store(url)
    record = store.load("kept")
    assert record.header == GameHeader(
        "kept",
        Position.start(),
        seats={Mark.X: "person", Mark.O: "tic"},
        tokens={Mark.X: "a hash"},
        score=(1, 0, 2),
    )
    assert record.log.events == (Event(Kind.MOVE, Mark.X, "b2"),)
    assert store.append(Change(record, [Event(Kind.MOVE, Mark.O, "a1")]))
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.close()


@pytest.mark.parametrize("layout", [1, 3])
def test_an_older_database_is_rejected(url, layout):
    """The error says what to open it with, and no table changes."""
    fill(url, OLD.replace("(1)", f"({layout})"))
    with pytest.raises(StoreError) as error:
        Store(url)
    assert str(error.value).endswith(
        f" was made by noughts before 0.2.0: open it with 0.2.0 first (layout {layout}, this program knows 5)"
    )
    engine = engine_for(url)
    with engine.connect() as connection:
        assert set(inspect(connection).get_table_names()) == {"noughts_layout", "games"}
        assert connection.exec_driver_sql("SELECT * FROM games").all() == [("kept", "3x3x3")]
        assert connection.exec_driver_sql("SELECT * FROM noughts_layout").all() == [(layout,)]
    engine.dispose()


def test_an_older_file_is_left_as_it_is(tmp_path):
    """No byte of a file that is rejected changes."""
    path = tmp_path / "games.db"
    fill(f"sqlite:///{path}", OLD)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"open it with 0\.2\.0 first"):
        Store(f"sqlite:///{path}")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def create(url, barrier, results):
    """Another server that starts on an empty database."""
    barrier.wait()
    store = Store(url)
    with store.reading() as connection:
        results.put(connection.exec_driver_sql("SELECT version FROM noughts_layout").scalars().all())
    store.close()


@pytest.mark.parametrize("url", ["sqlite", pytest.param("postgresql", marks=pytest.mark.long)], indirect=True)
def test_one_of_two_servers_creates_the_tables(url):
    """Both start on an empty database, and its tables are created once."""
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(2), context.Queue()
    starting = [context.Process(target=create, args=(url, barrier, results)) for _ in range(2)]
    for each in starting:
        each.start()
    assert [results.get(timeout=120) for _ in starting] == [[5], [5]]
    for each in starting:
        each.join()
