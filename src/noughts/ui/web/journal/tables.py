"""The tables of the store, and the version of their layout."""

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
)

VERSION = 3
"""The layout that these tables are; ``migrations/`` leads from each to the next."""

METADATA = MetaData()

LAYOUT = Table("noughts_layout", METADATA, Column("version", Integer, primary_key=True))

GAMES = Table(
    "games",
    METADATA,
    Column("id", String, primary_key=True),
    Column("board", String, nullable=False),
    Column("start", String, nullable=False),
    Column("x", String, nullable=False),
    Column("o", String, nullable=False),
    Column("invitation", String),
    Column("secret", String),
    Column("previous", String),
    Column("swapped", Boolean, nullable=False),
    Column("score_x", Integer, nullable=False),
    Column("score_o", Integer, nullable=False),
    Column("score_draw", Integer, nullable=False),
    Column("made", DateTime, nullable=False, server_default=func.now()),
    Column("closed", Boolean(create_constraint=False), nullable=False, server_default=false()),
)
"""What is fixed about a game; seats are ``person``, ``friend`` or a computer player's name. ``closed`` says that nobody
need look any more whether it was abandoned."""

_OPEN = GAMES.c.closed == false()
Index("games_made", GAMES.c.made)
Index("games_open", GAMES.c.made, sqlite_where=_OPEN, postgresql_where=_OPEN)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("seat", String(1), nullable=False),
    Column("hash", String, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
)
"""The SHA-256 of each seat's token, once there is one: the key makes it impossible to take a seat twice."""

EVENTS = Table(
    "events",
    METADATA,
    Column("game", ForeignKey("games.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", String(1), nullable=False),
    Column("detail", String, nullable=False),
    Column("at", DateTime, nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("game", "number"),
)
"""The logs: only ever added to. The key makes it impossible that two things happen at one version."""

CLASSES = Table(
    "classes",
    METADATA,
    Column("id", String, primary_key=True),
    Column("board", String, nullable=False),
    Column("start", String, nullable=False),
    Column("clock", String),
    Column("meanwhile", String),
    Column("teacher", String, nullable=False),
    Column("secret", String, nullable=False),
    Column("made", DateTime, nullable=False, server_default=func.now()),
)
"""What is fixed about a class: its games' board, start and clock, whom one who waits may play, the hash of the
teacher's token, and what the pupils' tokens are made with."""

Index("classes_made", CLASSES.c.made)

CLASS_EVENTS = Table(
    "class_events",
    METADATA,
    Column("classroom", ForeignKey("classes.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("pupil", Integer, nullable=False),
    Column("detail", String, nullable=False),
    Column("at", DateTime, nullable=False, server_default=func.now()),
    PrimaryKeyConstraint("classroom", "number"),
)
"""The logs of classes, kept as those of games are."""
