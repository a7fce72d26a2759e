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

VERSION = 4
"""The layout that these tables are; ``migrations/`` leads from each to the next."""

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
