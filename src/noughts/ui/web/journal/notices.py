"""What other servers do on one PostgreSQL, heard as it happens: https://www.postgresql.org/docs/current/sql-notify.html.

A notice names a game and how far it has gone, nothing else: the rows are the truth, and whoever hears it reads them. A
notice may be lost with its connection; after each beginning everything has therefore to be looked at once.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import URL

from noughts.extras import needed_by

CHANNEL = "noughts_games"
"""On which PostgreSQL tells all who listen what has gone how far."""

_LISTEN_SECONDS = 1.0
"""How long it listens before it looks whether it shall end."""

_AGAIN_SECONDS = 1.0
"""How long it waits, after its connection was lost, before it tries again."""

Heard = Callable[[str, int], None]
"""Is told a game and its version, -1 where it is no more; "" and 0 where any game may have changed."""

_log = logging.getLogger("noughts.server")


class Notices:
    """A thread that listens until it is closed; ``heard`` is told there which game has gone how far."""

    def __init__(self, url: URL, heard: Heard) -> None:
        with needed_by("it"):
            import psycopg
        self._connect = psycopg.connect
        self._lost = psycopg.Error
        self._url = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard = heard
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Listens no longer; the thread ends by itself soon."""
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._listen()
            except self._lost as error:
                if self._closed.is_set():
                    return
                _log.warning("other servers are not heard just now: %s", str(error).strip())
            self._closed.wait(_AGAIN_SECONDS)

    def _listen(self) -> None:
        with self._connect(
            self._url, autocommit=True, connect_timeout=5, keepalives_idle=5, keepalives_interval=2
        ) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            self._heard("", 0)
            while not self._closed.is_set():
                for notice in connection.notifies(timeout=_LISTEN_SECONDS):
                    game, _, version = notice.payload.rpartition(" ")
                    with suppress(ValueError):  # anybody on this database may say anything
                        self._heard(game, int(version))
