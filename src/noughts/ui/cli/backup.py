"""The command that copies the games while they are played: backup."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.ui.cli.serve import default_database


@click.command(short_help="Copy all games of a server, also while it runs.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", metavar="URL", help="Where the games are.  [default: a file in your data folder]")
def backup(file: Path, database: str | None) -> None:
    """Copies every game to FILE, which must not be there yet, as all stood at one moment.

    To go on with the copy: `noughts serve --database sqlite:///FILE`.
    """
    from noughts.ui.web.journal.copies import back_up

    games = back_up(database or default_database(), file)
    click.echo(f"{games:,} game{'' if games == 1 else 's'} copied to {file}", err=True)
