"""The command that proves a large board opening by opening: campaign."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.errors import NoughtsError, quote
from noughts.game.board import Board
from noughts.ui.cli.parameters import PROVABLE, end_unsettled

if TYPE_CHECKING:
    from noughts.engine.campaign.campaign import Progress


@click.command(short_help="Prove a large board's win, opening by opening.")
@click.argument("board", type=PROVABLE)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--seconds", type=float, default=inf, help="Stop after so many seconds.")
@click.option("--opening", help="Only this one, as its file is named.")
def campaign(board: Board, folder: Path, seconds: float, opening: str | None) -> None:
    """Settles the second side's first moves on BOARD one after another, up to symmetry, the weakest first.

    FOLDER gets a certificate for each that is settled, and checkpoints of the others: whatever stops it, the same
    command goes on there. Exit status 1 while some are not settled.
    """
    from noughts.engine.campaign.campaign import Campaign
    from noughts.engine.campaign.folder import CampaignFolder

    try:
        folder.mkdir(parents=True, exist_ok=True)
        work = Campaign(CampaignFolder(board, folder), _say)
        for progress in work.run(seconds, opening):
            _say(_words(progress))
    except OSError as error:
        where = error.filename2 or error.filename or folder
        raise NoughtsError(f"cannot write {quote(where, 1000)}: {error.strerror or error}") from error
    click.echo(f"{board}: {len(work.settled)} of {len(work.openings)} openings settled")
    if len(work.settled) < len(work.openings):
        end_unsettled()


def _words(now: Progress) -> str:
    """A line about what was done."""
    return (
        f"{now.settled}/{now.openings} settled; {now.opening} {now.second}: {now.met} of {now.replies} replies met, "
        f"{now.resist} resist, {now.records:,} records, {now.positions:,} positions"
    )


def _say(words: str) -> None:
    click.echo(words, err=True)
