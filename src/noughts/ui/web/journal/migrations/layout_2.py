"""Games by when they were made, and those that nobody has closed: for what is kept so long and no longer."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """A column and two indexes."""
    op.add_column("games", sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()))
    is_open = sa.column("closed") == sa.false()
    op.create_index("games_made", "games", ["made"])
    op.create_index("games_open", "games", ["made"], sqlite_where=is_open, postgresql_where=is_open)
