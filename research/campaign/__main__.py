"""The command that proves a large board opening by opening: campaign."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

import click

from noughts.cli.console import end_unsettled, tell, writing
from noughts.cli.main import run
from noughts.cli.parameters import PLAYER, PROVABLE, cluster_option, option_group
from noughts.errors import MissingError, NoughtsError, quote
from noughts.files import check_place
from noughts.game.board import Board
from noughts.jobs import Workers
from noughts.players.player import Player
from noughts.solver.certificate.verify import RejectedError
from research.campaign.adviser import Adviser
from research.campaign.first_replies import first_replies
from research.zones.kernels import GROUP

if TYPE_CHECKING:
    from research.campaign.campaign import Campaign
    from research.campaign.opening_proof import Piece


@dataclass(frozen=True)
class _Scope:
    """What is done of a campaign: for so long, one opening only where it is named, and who helps."""

    seconds: float
    opening: str | None
    carry: Path | None
    advice: Player | None

    def check(self, board: Board) -> None:
        """Refuses what is no time, and an opening that the board has not."""
        if not self.seconds > 0:
            raise NoughtsError(f"seconds={quote(self.seconds)} is not above 0")
        names = [one.name for one in first_replies(board)]
        if self.opening is not None and self.opening not in names:
            raise NoughtsError(f"no opening {quote(self.opening)}: they are {', '.join(names)}")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("board", type=PROVABLE)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@option_group(
    "workers",
    lambda processes, workers: workers or processes,
    click.option(
        "--processes",
        type=click.IntRange(1),
        help="So many of this machine; as many as it has cores unless told.",
    ),
    cluster_option,
)
@option_group(
    "scope",
    _Scope,
    click.option("--seconds", type=float, default=inf, help="Stop after so many seconds."),
    click.option("--opening", help="Only this one, as its file is named."),
    click.option(
        "--carry",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        help="The campaign of another board with lines as long: what is proved there is tried here first.",
    ),
    click.option(
        "--advice",
        type=PLAYER,
        help="What this player would play is tried first where a reply resists: gomocup:COMMAND(seconds=4), say.",
    ),
)
@click.option(
    "--join", type=click.Path(path_type=Path), help="Only join the settled openings into this certificate."
)
def campaign(board: Board, folder: Path, workers: Workers, scope: _Scope, join: Path | None) -> None:
    """Settles the second side's first moves on BOARD one after another, up to symmetry, the cheapest next step first.

    FOLDER gets a certificate for each that is settled, and checkpoints of the others: whatever stops it, the same
    command goes on there. The processes of this machine, or with --cluster the machines of a cluster, settle replies
    side by side; what they find is verified. Exit status 1 while some are not settled. --join FILE makes one
    certificate of all, of the empty board, which `noughts verify` checks. With --carry an opening begins with what
    holds here of the proofs of another board's campaign, laid about X's first stone and cut to BOARD. With --advice a
    player is asked for moves, another program for one; it need not be right: a proof is verified as any other. Every
    machine of a cluster needs the compiled kernels of the group zones (`python -m kernels build zones`).
    """
    scope.check(board)
    _check_kernels()
    try:
        with writing(folder):
            if join is None:
                _conduct(board, folder, scope, workers)
            else:
                _join(board, folder, join)
    except RejectedError as error:
        raise click.ClickException(str(error)) from None  # exit status 1, as of `verify`


def _check_kernels() -> None:
    """Raise MissingError unless the compiled kernels of the search for wins with zones can be called."""
    try:
        _ = GROUP.library
    except MissingError as error:
        raise MissingError(f"a campaign needs compiled kernels: {error}", name="kernels") from None


def _join(board: Board, folder: Path, file: Path) -> None:
    """One certificate of all that is settled."""
    from research.campaign.folder import CampaignFolder

    check_place(file)
    folder.mkdir(parents=True, exist_ok=True)
    CampaignFolder(board, folder).join(file)


def _conduct(board: Board, folder: Path, scope: _Scope, workers: Workers) -> None:
    """Goes on with the campaign."""
    from research.campaign.campaign import Campaign
    from research.campaign.folder import CampaignFolder
    from research.campaign.transfer import Transfer

    advice = Adviser(scope.advice) if scope.advice else None
    if advice:
        advice.check(board, workers)
    folder.mkdir(parents=True, exist_ok=True)
    carry = Transfer(scope.carry, board) if scope.carry else None
    work = Campaign(CampaignFolder(board, folder), tell, carry)
    for piece in work.run(scope.seconds, scope.opening, workers, advice):
        tell(_words(work, piece))
    click.echo(f"{board}: {len(work.settled)} of {len(work.openings)} openings settled")
    if len(work.settled) < len(work.openings):
        end_unsettled()


def _words(work: Campaign, piece: Piece) -> str:
    """A line about a piece that has come farther."""
    replies, second = len(piece.start.empty), piece.opening.board.cell_name(piece.way[0])
    return (
        f"{len(work.settled)}/{len(work.openings)} settled; {piece.opening.name} {second}: "
        f"{replies - len(piece.left)} of {replies} replies met, {len(piece.resists)} resist, "
        f"{piece.records:,} records, {piece.positions:,} positions"
    )


if __name__ == "__main__":
    run(campaign, "python -m research.campaign")
