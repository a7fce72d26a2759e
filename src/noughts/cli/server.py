"""Commands of operators: ``serve``, ``backup`` and ``tidy``."""

from __future__ import annotations

import errno
import logging
import os
import re
import sys
import threading
import webbrowser
from functools import partial
from pathlib import Path
from typing import Any

import click

from noughts.cli.console import tell
from noughts.cli.main import discard_stdout
from noughts.errors import NoughtsError, quote
from noughts.explain.say import plural

DAYS = click.IntRange(0, 100_000)


class _Name(click.types.StringParamType):
    """A name; an environment variable holds several, separated by commas or spaces."""

    def split_envvar_value(self, rv: str) -> list[str]:
        return [name for name in re.split(r"[,\s]+", rv) if name]


@click.command(short_help="The page: play, and see inside the computer's brain.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="0 takes a free one.  [default: 8000, or a free one]"
)
@click.option(
    "--database", metavar="URL", help="Where games are kept.  [default: a file in your data folder]"
)
@click.option(
    "--synchronous",
    type=click.Choice(["normal", "full"]),
    help="When SQLite waits for the disk: at times, or before each answer, so that no move is lost when the power "
    "fails.  [default: full where others can reach the address]",
)
@click.option(
    "--close-days",
    type=DAYS,
    help="Close unfinished games after so many days without a move.  [default: never]",
)
@click.option("--keep-days", type=DAYS, help="Remove games after so many silent days.  [default: never]")
@click.option(
    "--max-store-size",
    metavar="SIZE",
    help="Reject new games and classes once the database has this size, like 500MB or 10GB; games in play go on, and "
    "nothing is deleted.  [default: no limit]",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=PROGRAM",
    help="Lets a program play on the page by this name: brain=gomocup:COMMAND. May be given again.",
)
@click.option(
    "--public-name",
    "names",
    type=_Name(),
    multiple=True,
    metavar="NAME",
    envvar="NOUGHTS_PUBLIC_NAME",
    help="Host name under which others reach the server: play.example.org. May be repeated. NOUGHTS_PUBLIC_NAME may "
    "hold several, separated by commas or spaces.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A reverse proxy, or a network of them, whose word on who asks is taken. May be given again.",
)
@click.option(
    "--question-seconds",
    type=click.FloatRange(0.1, 600),
    default=2,
    show_default=True,
    help="CPU seconds that an answer about a position may take; then it is estimated, or refused.",
)
@click.option(
    "--worker-seconds",
    type=click.FloatRange(1, 3600),
    default=10,
    show_default=True,
    help="Seconds by the clock that a computation may take beyond its CPU seconds, as when an installed player sleeps.",
)
@click.option(
    "--worker-memory",
    type=click.IntRange(200, 1_000_000),
    default=1000,
    show_default=True,
    metavar="MB",
    help="Resident memory that a computation may take, with all processes that it starts.",
)
@click.option(
    "--lessons",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Lessons of your own under Learn: the files of this folder, as they stand whenever somebody reads them.",
)
@click.option(
    "--proofs",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Certificates to be played against on the page, like docs/certificates/five.",
)
@click.option("--log", "logs", is_flag=True, help="Write a line for each request to stderr.")
def serve(database: str | None, no_browser: bool, logs: bool, **options: Any) -> None:
    """Serves the page, prints its address when it is ready, and opens it in the browser.

    Whoever can reach the address can make games; by default that is only this machine.
    """
    from noughts.server.options import Options
    from noughts.server.server import run

    _log_to_stderr(logs)
    run(Options(database or default_database(), **options), partial(_announce, browser=not no_browser))


def _log_to_stderr(requests: bool) -> None:
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # what strangers send is not worth a line
    if requests:
        logging.getLogger("noughts.access").setLevel(logging.INFO)


def _announce(address: str, browser: bool) -> None:
    try:
        click.echo(f"noughts is at {address}")
    except OSError as error:
        if error.errno != errno.EBADF:
            raise
        discard_stdout()  # a service may have no stdout: it serves all the same
    if browser and _has_display():  # in a thread: it may wait for the browser, which waits for us
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def default_database() -> str:
    """The SQLite file in the user's data folder, which is made if it is missing."""
    from platformdirs import user_data_path
    from sqlalchemy import URL

    folder = user_data_path("noughts", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoughtsError(f"cannot make the folder {quote(folder, 200)}: {error.strerror}") from None
    return URL.create("sqlite", database=str(folder / "games.db")).render_as_string()


def _has_display() -> bool:
    """Whether a browser can be shown; elsewhere, one in the terminal must not take it over."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


_database = click.option(
    "--database", metavar="URL", help="Where the games are.  [default: a file in your data folder]"
)


@click.command(short_help="Copy all games of a server, also while it runs.")
@click.argument("file", type=click.Path(path_type=Path))
@_database
def backup(file: Path, database: str | None) -> None:
    """Copies every game to FILE, which must not be there yet, as all stood at one moment.

    To go on with the copy: `noughts serve --database sqlite:///FILE`.
    """
    from noughts.server.databases import back_up

    games = back_up(database or default_database(), file)
    tell(f"{plural(games, 'game')} copied to {file}")


@click.command(short_help="Close and remove games in which nothing happens any more.")
@click.option("--close-days", type=DAYS, help="Close unfinished games after so many days without a move.")
@click.option("--keep-days", type=DAYS, help="Remove games and classes after so many silent days.")
@_database
def tidy(close_days: int | None, keep_days: int | None, database: str | None) -> None:
    """Closes and removes games once, also while servers use the database.

    `noughts serve` takes the same two options, and then does it every hour.
    """
    if close_days is None and keep_days is None:
        raise click.UsageError("say what to do: --close-days, --keep-days or both")
    from contextlib import closing

    from noughts.server.retention import Retention
    from noughts.server.retention import tidy as tidied
    from noughts.server.tables import Store

    with closing(Store(database or default_database())) as store:
        done = tidied(store, Retention(close_days, keep_days))
    classes = f", {plural(done.classes, 'class', 'classes')} removed" if done.classes else ""
    tell(f"{plural(done.closed, 'game')} closed, {plural(done.removed, 'game')} removed{classes}")
