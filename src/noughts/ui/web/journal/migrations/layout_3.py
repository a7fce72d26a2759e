"""Classes: one link, many pairs."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Two tables and an index."""
    op.create_table(
        "classes",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("board", sa.String(), nullable=False),
        sa.Column("start", sa.String(), nullable=False),
        sa.Column("clock", sa.String()),
        sa.Column("meanwhile", sa.String()),
        sa.Column("teacher", sa.String(), nullable=False),
        sa.Column("secret", sa.String(), nullable=False),
        sa.Column("made", sa.DateTime(), nullable=False, server_default=sa.func.now()),
    )
    op.create_index("classes_made", "classes", ["made"])
    op.create_table(
        "class_events",
        sa.Column("classroom", sa.String(), sa.ForeignKey("classes.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("pupil", sa.Integer(), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False, server_default=sa.func.now()),
        sa.PrimaryKeyConstraint("classroom", "number"),
    )
