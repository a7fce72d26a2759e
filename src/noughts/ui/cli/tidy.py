"""The command ``tidy``: games that nobody plays any more are closed and removed."""

from __future__ import annotations

import click

from noughts.ui.cli.serve import DAYS, default_database


@click.command(short_help="Close and remove games in which nothing happens any more.")
@click.option("--close-days", type=DAYS, help="Close unfinished games after so many days without a move.")
@click.option("--keep-days", type=DAYS, help="Remove games and classes after so many silent days.")
@click.option("--database", metavar="URL", help="Where the games are.  [default: a file in your data folder]")
def tidy(close_days: int | None, keep_days: int | None, database: str | None) -> None:
    """Closes and removes games once, also while servers use the database.

    `noughts serve` takes the same two options, and then does it every hour.
    """
    if close_days is None and keep_days is None:
        raise click.UsageError("say what to do: --close-days, --keep-days or both")
    from contextlib import closing

    from noughts.ui.web.journal.retention import Retention
    from noughts.ui.web.journal.retention import tidy as tidied
    from noughts.ui.web.journal.store import Store

    with closing(Store(database or default_database())) as store:
        done = tidied(store, Retention(close_days, keep_days))
    classes = f", {_number(done.classes, 'class', 'es')} removed" if done.classes else ""
    click.echo(f"{_number(done.closed)} closed, {_number(done.removed)} removed{classes}", err=True)


def _number(number: int, what: str = "game", more: str = "s") -> str:
    return f"{number:,} {what}{'' if number == 1 else more}"
