"""The tables of a database: made where there are none, led forward where they are old, by one program at a time.

``noughts_layout`` holds the numbers of all layouts that the database has had. A program that knows a lower number than
the highest there leaves the database alone.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    false,
    func,
    insert,
    inspect,
    select,
)
from sqlalchemy.engine import Connection

from noughts.ui.web.journal.databases import lock_layout

VERSION = 4
"""The layout that these tables are."""

METADATA = MetaData()

LAYOUT = Table("noughts_layout", METADATA, Column("version", Integer, primary_key=True))

SHARED = Table(
    "shared",
    METADATA,
    Column("id", String, primary_key=True),
    Column("kind", String, nullable=False),
    Column("header", String, nullable=False),
    Column("made", DateTime, nullable=False, server_default=func.now()),
    Column("closed", Boolean(create_constraint=False), nullable=False, server_default=false()),
)
"""Games and classes: what is fixed about each, as ``Header.text`` writes it. ``closed`` says that nobody need look any
more whether it was abandoned."""

_OPEN = SHARED.c.closed == false()
Index("shared_made", SHARED.c.kind, SHARED.c.made)
Index("shared_open", SHARED.c.kind, SHARED.c.made, sqlite_where=_OPEN, postgresql_where=_OPEN)

LOG = Table(
    "log",
    METADATA,
    Column("id", ForeignKey("shared.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("who", String, nullable=False),
    Column("detail", String, nullable=False),
    Column("at", DateTime, nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("id", "number"),
)
"""What happened: only ever added to. The key makes it impossible that two things happen at one version."""

HIGHEST = select(func.max(LAYOUT.c.version))


def layout_of(connection: Connection) -> int | None:
    """The number of the layout, 0 where there is nothing yet; None for tables of another program."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return 0
    if LAYOUT.name not in tables:
        return None
    number = connection.execute(HIGHEST).scalar_one()
    return VERSION + 1 if number is None else int(number)


def bring_forward(connection: Connection) -> int | None:
    """Makes the tables or leads them to ``VERSION``, all or nothing; answers what ``layout_of`` then answers.

    Several programs may want to at once: one does it, and the others wait and find it done.
    """
    number = layout_of(connection)
    if number is None or number >= VERSION:
        return number
    connection.rollback()
    lock_layout(connection)
    number = layout_of(connection)
    if number == 0:
        METADATA.create_all(connection)
        connection.execute(insert(LAYOUT).values(version=VERSION))
    elif number is not None and number < VERSION:
        _lead_forward(connection, number)
        connection.execute(insert(LAYOUT), [{"version": each} for each in range(number + 1, VERSION + 1)])
    connection.commit()
    return layout_of(connection)


_WORDS = {
    "sqlite": {
        "object": "json_object",
        "array": "json_array",
        "pairs": "json_group_object",
        "json": "json({})",
        "text": "TEXT",
    },
    "postgresql": {
        "object": "json_build_object",
        "array": "json_build_array",
        "pairs": "json_object_agg",
        "json": "CAST({} AS json)",
        "text": "VARCHAR",
    },
}
_GAMES = """
INSERT INTO shared (id, kind, header, made, closed) SELECT id, 'game', CAST({object}('board', board, 'start', start,
    'seats', {object}('X', x, 'O', o), 'tokens', {tokens}, 'invitation', invitation, 'secret', secret,
    'previous', previous, 'swapped', swapped, 'score', {array}(score_x, score_o, score_draw)) AS {text}), made, {closed}
FROM games"""
_TOKENS = "coalesce((SELECT CAST({pairs}(seat, hash) AS {text}) FROM tokens WHERE game = games.id), '{{}}')"
_CLASSES = """
INSERT INTO shared (id, kind, header, made) SELECT id, 'class', CAST({object}('board', board, 'start', start,
    'teacher', teacher, 'secret', secret, 'clock', clock, 'meanwhile', meanwhile) AS {text}), made
FROM classes"""
_EVENTS = """
INSERT INTO log (id, number, kind, who, detail, at) SELECT game, number, kind, CAST(seat AS {text}), detail, at
FROM events"""
_CLASS_EVENTS = """
INSERT INTO log (id, number, kind, who, detail, at) SELECT classroom, number, kind, CAST(pupil AS {text}), detail, at
FROM class_events"""


def _lead_forward(connection: Connection, number: int) -> None:
    """Brings what layouts 1 to 3 had of games and classes into the tables, in the transaction that is open.

    The first had no classes, and the second none either, but knew which games were closed.
    """
    METADATA.create_all(connection)
    words = _WORDS[connection.dialect.name]
    tokens = words["json"].format(_TOKENS.format(**words))
    words = {**words, "tokens": tokens, "closed": "closed" if number >= 2 else "false"}
    for statement in (_GAMES, _EVENTS, *((_CLASSES, _CLASS_EVENTS) if number >= 3 else ())):
        connection.exec_driver_sql(statement.format(**words))
    for table in ("events", "tokens", "games", "class_events", "classes"):
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {table}")
