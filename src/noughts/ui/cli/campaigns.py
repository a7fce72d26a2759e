"""The command that proves a large board opening by opening: campaign."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.campaign.first_replies import first_replies
from noughts.campaign.page import write_five
from noughts.errors import NoughtsError, quote
from noughts.files import check_place
from noughts.game.board import Board
from noughts.solver.certificate.verify import RejectedError
from noughts.ui.cli.parameters import PROVABLE, cluster_option, end_unsettled
from noughts.work import Processes, Team

if TYPE_CHECKING:
    from noughts.campaign.campaign import Progress


@click.command(short_help="Prove a large board's win, opening by opening.")
@click.argument("board", type=PROVABLE)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--seconds", type=float, default=inf, help="Stop after so many seconds.")
@click.option(
    "--processes",
    type=click.IntRange(1),
    help="So many of this machine; as many as it has cores unless told.",
)
@cluster_option
@click.option("--opening", help="Only this one, as its file is named.")
@click.option(
    "--carry",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The campaign of another board with lines as long: what is proved there is tried here first.",
)
@click.option(
    "--join", type=click.Path(path_type=Path), help="Only join the settled openings into this certificate."
)
@click.option(
    "--page", type=click.Path(path_type=Path), help="Only write the page of how it stands, with --picture."
)
@click.option("--picture", type=click.Path(path_type=Path), help="The page's picture, an SVG.")
@click.option(
    "--data", type=click.Path(path_type=Path), help="What the server tells of it, written with the page."
)
def campaign(
    board: Board,
    folder: Path,
    seconds: float,
    processes: int | None,
    team: Team | None,
    opening: str | None,
    carry: Path | None,
    join: Path | None,
    page: Path | None,
    picture: Path | None,
    data: Path | None,
) -> None:
    """Settles the second side's first moves on BOARD one after another, up to symmetry, the cheapest next step first.

    FOLDER gets a certificate for each that is settled, and checkpoints of the others: whatever stops it, the same
    command goes on there. The processes of this machine, or with --cluster the machines of a cluster, settle replies
    side by side; what they find is verified. Exit status 1 while some are not settled. --join FILE makes one
    certificate of all, of the empty board, which `noughts verify` checks. With --carry an opening begins with what
    holds here of the proofs of another board's campaign, laid about X's first stone and cut to BOARD.
    """
    try:
        if page or picture or data:
            _write(board, folder, page, picture, data)
        else:
            _conduct(board, folder, seconds, opening, carry, join, team or Processes(processes))
    except OSError as error:
        where = error.filename2 or error.filename or folder
        raise NoughtsError(f"cannot write {quote(where, 1000)}: {error.strerror or error}") from error
    except RejectedError as error:
        raise click.ClickException(str(error)) from None  # exit status 1, as of `verify`


def _write(board: Board, folder: Path, page: Path | None, picture: Path | None, data: Path | None) -> None:
    """The page and its picture, and what the server tells."""
    if page is None or picture is None:
        raise NoughtsError("--page FILE and --picture FILE are written together: the page shows the picture")
    write_five(page, picture, folder, board, data)


def _conduct(
    board: Board,
    folder: Path,
    seconds: float,
    opening: str | None,
    carry: Path | None,
    join: Path | None,
    team: Team,
) -> None:
    """Goes on with the campaign, or joins what it has."""
    from noughts.campaign.campaign import Campaign
    from noughts.campaign.folder import CampaignFolder
    from noughts.campaign.transfer import Transfer

    if not seconds > 0:
        raise NoughtsError(f"seconds={quote(seconds)} is not above 0")
    names = [one.name for one in first_replies(board)]
    if opening is not None and opening not in names:
        raise NoughtsError(f"no opening {quote(opening)}: they are {', '.join(names)}")
    if join is not None:
        check_place(join)
    folder.mkdir(parents=True, exist_ok=True)
    kept = CampaignFolder(board, folder)
    if join is not None:
        kept.join(join)
        return
    work = Campaign(kept, _say, Transfer(carry, board) if carry else None)
    for progress in work.run(seconds, opening, team):
        _say(_words(progress))
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
