"""One table for what is shared, games and classes alike, and one for what happened in it."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"

_WORDS = {
    "sqlite": {
        "object": "json_object",
        "array": "json_array",
        "pairs": "json_group_object",
        "json": "json({})",
    },
    "postgresql": {
        "object": "json_build_object",
        "array": "json_build_array",
        "pairs": "json_object_agg",
        "json": "CAST({} AS json)",
    },
}

_GAMES = """
INSERT INTO shared (id, kind, header, made, closed) SELECT id, 'game', CAST({object}('board', board, 'start', start,
    'seats', {object}('X', x, 'O', o), 'tokens', {tokens}, 'invitation', invitation, 'secret', secret,
    'previous', previous, 'swapped', swapped, 'score', {array}(score_x, score_o, score_draw)) AS {text}), made, closed
FROM games"""
_CLASSES = """
INSERT INTO shared (id, kind, header, made) SELECT id, 'class', CAST({object}('board', board, 'start', start,
    'teacher', teacher, 'secret', secret, 'clock', clock, 'meanwhile', meanwhile) AS {text}), made
FROM classes"""
_TOKENS = "coalesce((SELECT CAST({pairs}(seat, hash) AS {text}) FROM tokens WHERE game = games.id), '{{}}')"


def upgrade() -> None:
    """Two tables in the place of five, with all that was in these."""
    op.create_table(
        "shared",
        sa.Column("id", sa.String(), primary_key=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("header", sa.String(), nullable=False),
        sa.Column("made", sa.DateTime(), nullable=False, server_default=sa.func.now()),
        sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()),
    )
    is_open = sa.column("closed") == sa.false()
    op.create_index("shared_made", "shared", ["kind", "made"])
    op.create_index("shared_open", "shared", ["kind", "made"], sqlite_where=is_open, postgresql_where=is_open)
    op.create_table(
        "log",
        sa.Column("id", sa.String(), sa.ForeignKey("shared.id"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("detail", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False, server_default=sa.func.now()),
        sa.PrimaryKeyConstraint("id", "number"),
    )
    words = _WORDS[op.get_context().dialect.name] | {"text": "VARCHAR"}
    if words["object"] == "json_object":
        words["text"] = "TEXT"
    words["tokens"] = words["json"].format(_TOKENS.format(**words))
    connection = op.get_bind()
    for statement in (_GAMES, _CLASSES):
        connection.exec_driver_sql(statement.format(**words))
    for table, id_, who in (("events", "game", "seat"), ("class_events", "classroom", "pupil")):
        connection.exec_driver_sql(
            "INSERT INTO log (id, number, kind, who, detail, at)"  # noqa: S608 - names of ours
            f" SELECT {id_}, number, kind, CAST({who} AS {words['text']}), detail, at FROM {table}"
        )
    for table in ("events", "tokens", "games", "class_events", "classes"):
        op.drop_table(table)
