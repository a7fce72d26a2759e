"""Commands for whoever runs noughts: games are copied, closed and removed, kernels compiled before anybody waits."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.explain.words import plural
from noughts.extras import missing
from noughts.ui.cli.console import progress, tell
from noughts.ui.cli.serve import DAYS, default_database

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
    from noughts.ui.web.journal.copies import back_up

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

    from noughts.ui.web.journal.retention import Retention
    from noughts.ui.web.journal.retention import tidy as tidied
    from noughts.ui.web.journal.store import Store

    with closing(Store(database or default_database())) as store:
        done = tidied(store, Retention(close_days, keep_days))
    classes = f", {plural(done.classes, 'class', 'classes')} removed" if done.classes else ""
    tell(f"{plural(done.closed, 'game')} closed, {plural(done.removed, 'game')} removed{classes}")


@click.command("warm-up", short_help="Compile the solver and the engine beforehand.")
def warm_up() -> None:
    """Compiles what `solve`, the engine and the larger tables need, once for all; what is there already is kept.

    Nothing has to be warmed up: whoever asks first waits for it otherwise.
    """
    from noughts.engine.search import warm_up as warm_up_engine
    from noughts.solver.jit import available

    if not available():
        raise missing("warm-up", "numba")
    from noughts.solver.search.compiling import warm_up as warm_up_solver
    from noughts.solver.small.retrograde import solve

    with progress("compiling the solver") as step:
        warm_up_solver(step)
    with progress("compiling the engine"):
        warm_up_engine()
        solve(1, (1,))
    tell("Everything is compiled.")
