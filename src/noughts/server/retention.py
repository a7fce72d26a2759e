"""How long games are kept: those in which nothing happens any more are closed after some days, and later removed.

Classes are removed as games are, each by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from noughts.records.log import Event, Kind
from noughts.server.api_errors import StoreError
from noughts.server.stored_records import Change, ClassHeader, GameHeader
from noughts.server.tables import Store

_AT_ONCE = 200
"""Games that are looked at, or removed in one transaction: so few that nobody waits for it."""


@dataclass(frozen=True)
class Retention:
    """Days without an event after which an unfinished game is closed, and any game or class removed; None for never."""

    close_days: int | None = None
    keep_days: int | None = None


@dataclass(frozen=True)
class TidyReport:
    """How many games were closed, and how many removed; and how many classes were removed."""

    closed: int
    removed: int
    classes: int = 0


def tidy(store: Store, rules: Retention, now: datetime | None = None) -> TidyReport:
    """Closes and removes what the rules say, as of ``now``; servers may go on meanwhile. Raises StoreError."""
    moment = (now or datetime.now(UTC)).astimezone(UTC).replace(tzinfo=None)
    games, classes = (
        _remove(store, each.kind, moment, rules.keep_days) for each in (GameHeader, ClassHeader)
    )
    closed = sum(_close(store, moment, rules.close_days)) if rules.close_days is not None else 0
    return TidyReport(closed, games, classes)


def _remove(store: Store, kind: str, now: datetime, days: int | None) -> int:
    removed = 0
    while days is not None and (silent := store.silent_since(kind, now - timedelta(days), _AT_ONCE)):
        removed += len(store.delete(silent))
    return removed


def _close(store: Store, now: datetime, days: int) -> Iterator[int]:
    silent = (GameHeader.kind, now - timedelta(days), _AT_ONCE)
    while games := store.silent_since(*silent, unclosed=True):
        yield sum(_close_game(store, game) for game in games)
        store.mark_closed(games)


def _close_game(store: Store, game: str) -> bool:
    """Closes a game that still stands open; one that somebody goes on with just now is left to them."""
    try:
        record = store.load(game)
    except StoreError:  # damaged: nobody plays it
        return False
    if record is None or record.log.state.ending or record.log.state.next:
        return False
    return store.append(Change(record, [Event(Kind.ABANDON, record.log.state.position.to_move)]))
