"""Games as rows of the tables, and back. What happens at every move goes to the driver as text: SQLAlchemy's own
statements take three times as long as SQLite needs for the work itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.engine import Connection

from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.event import Event, Kind
from noughts.records.log import Log
from noughts.ui.web.journal.databases import placeholders
from noughts.ui.web.journal.tables import EVENTS, GAMES, TOKENS

CHANNEL = "noughts_games"
"""On which PostgreSQL tells all who listen which game has gone how far."""


@dataclass(frozen=True)
class Header:
    """What is fixed about a game when it is made.

    ``score`` is the finished games before it in its row of rematches: won by X's seat, by O's, drawn.
    ``tokens`` are the hashes of the seats' tokens, ``invitation`` is the hash of the friend's, and ``secret``
    is what the friend's token is made with.
    """

    id: str
    start: Position
    seats: Mapping[Mark, str]
    tokens: Mapping[Mark, str]
    invitation: str | None = None
    secret: str | None = None
    previous: str | None = None
    swapped: bool = False
    score: tuple[int, int, int] = (0, 0, 0)


@dataclass(frozen=True)
class Record:
    """A game as it is kept: its header and its log."""

    header: Header
    log: Log


@dataclass(frozen=True)
class Change:
    """What is added to a game that stands at ``version``: events, hashes for seats that are taken, and a new game."""

    game: str
    version: int
    events: tuple[Event, ...]
    tokens: Mapping[Mark, str] | None = None
    successor: Record | None = None


def read_game(connection: Connection, game: str) -> tuple[Mapping[str, Any], Sequence[Event]] | None:
    """The row of a game, with its tokens by seat as ``tokens``, and its events; None for one that is not there."""
    row = connection.execute(select(GAMES).where(GAMES.c.id == game)).mappings().one_or_none()
    if row is None:
        return None
    events = read_events(connection, game, 0)  # first: a seat that they show as taken has its token
    tokens = connection.execute(select(TOKENS.c.seat, TOKENS.c.hash).where(TOKENS.c.game == game))
    return {**row, "tokens": {Mark(seat): hashed for seat, hashed in tokens}}, events


def header_of(row: Mapping[str, Any], board_named: Callable[[str], Board]) -> Header:
    """The header in a row; ValueError where it makes no sense."""
    return Header(
        id=row["id"],
        start=Position.parse(row["start"], board_named(row["board"])),
        seats={Mark.X: row["x"], Mark.O: row["o"]},
        tokens=row["tokens"],
        invitation=row["invitation"],
        secret=row["secret"],
        previous=row["previous"],
        swapped=row["swapped"],
        score=(row["score_x"], row["score_o"], row["score_draw"]),
    )


def read_events(connection: Connection, game: str, version: int) -> tuple[Event, ...]:
    """What happened in a game from a version on."""
    mark = placeholders(connection, 1)
    found = connection.exec_driver_sql(
        "SELECT kind, seat, detail FROM events "  # noqa: S608 - no text of anybody's
        f"WHERE game = {mark} AND number >= {mark} ORDER BY number",
        (game, version),
    )
    return tuple(Event(Kind(kind), Mark(seat), detail) for kind, seat, detail in found)


def insert_game(connection: Connection, record: Record) -> None:
    """A new game, with what has happened in it."""
    header = record.header
    x, o, draw = header.score
    connection.execute(
        insert(GAMES),
        {
            "id": header.id,
            "board": str(header.start.board),
            "start": header.start.rows_text,
            "x": header.seats[Mark.X],
            "o": header.seats[Mark.O],
            "invitation": header.invitation,
            "secret": header.secret,
            "previous": header.previous,
            "swapped": header.swapped,
            "score_x": x,
            "score_o": o,
            "score_draw": draw,
        },
    )
    _insert_tokens(connection, header.id, header.tokens)
    _insert_events(connection, [(header.id, 0, record.log.events)])


def insert_changes(connection: Connection, changes: Sequence[Change]) -> None:
    """What happened in many games; IntegrityError where one of them has gone on meanwhile, or is not there any more."""
    _insert_events(connection, [(change.game, change.version, change.events) for change in changes])
    for change in changes:
        if change.tokens:
            _insert_tokens(connection, change.game, change.tokens)
        if change.successor:
            insert_game(connection, change.successor)
    tell(connection, {each.game: each.version + len(each.events) for each in changes if each.events})


def delete_games(connection: Connection, games: Sequence[str]) -> int:
    """Removes games with all that belongs to them; how many were there."""
    for table in (EVENTS, TOKENS):
        connection.execute(delete(table).where(table.c.game.in_(games)))
    removed = connection.execute(delete(GAMES).where(GAMES.c.id.in_(games))).rowcount
    tell(connection, dict.fromkeys(games, -1))
    return removed


def tell(connection: Connection, versions: Mapping[str, int]) -> None:
    """PostgreSQL tells other servers, once this is committed, how far games have gone; -1 says that one is no more."""
    if versions and connection.dialect.name == "postgresql":
        told = [f"{game} {version}" for game, version in versions.items()]
        connection.exec_driver_sql(
            "SELECT count(pg_notify(%s, told)) FROM unnest(%s::text[]) AS told", (CHANNEL, told)
        )


def _insert_tokens(connection: Connection, game: str, tokens: Mapping[Mark, str]) -> None:
    if tokens:
        rows = [{"game": game, "seat": str(seat), "hash": hashed} for seat, hashed in tokens.items()]
        connection.execute(insert(TOKENS), rows)


def _insert_events(connection: Connection, added: Sequence[tuple[str, int, Sequence[Event]]]) -> None:
    rows = [
        (game, number, event.kind.value, str(event.seat), event.detail)
        for game, version, events in added
        for number, event in enumerate(events, start=version)
    ]
    if rows:
        into = "INSERT INTO events (game, number, kind, seat, detail)"
        connection.exec_driver_sql(f"{into} VALUES ({placeholders(connection, 5)})", rows)
