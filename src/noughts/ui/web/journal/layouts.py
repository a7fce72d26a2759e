"""The layout of a database: made where there is none, led forward where it is old, by one program at a time.

``noughts_layout`` holds the numbers of all layouts that the database has had. A program that knows a lower number than
the highest there leaves the database alone.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import func, insert, inspect, select
from sqlalchemy.engine import Connection

from noughts.extras import needed_by
from noughts.ui.web.journal.databases import lock_layout
from noughts.ui.web.journal.tables import LAYOUT, METADATA, VERSION

_MIGRATIONS = Path(__file__).parent / "migrations"

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
        _migrate(connection, number)
    connection.commit()
    return layout_of(connection)


def _migrate(connection: Connection, number: int) -> None:
    """Runs the steps after a layout, in the transaction that is open."""
    with needed_by("a database of an older noughts"):
        from alembic.operations import Operations
        from alembic.runtime.migration import MigrationContext
        from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(_MIGRATIONS), version_locations=[str(_MIGRATIONS)])
    steps = reversed(list(scripts.iterate_revisions(str(VERSION), str(number))))
    with Operations.context(MigrationContext.configure(connection)):
        for step in steps:
            step.module.upgrade()
            connection.execute(insert(LAYOUT).values(version=int(step.revision)))
