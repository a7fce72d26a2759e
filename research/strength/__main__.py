"""The strength of the levels: the command that plays their games and rates them."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.cli.console import tell
from noughts.cli.main import run
from noughts.cli.parameters import BOARD, cluster_option
from noughts.game.board import Board
from noughts.jobs import Workers
from research.documents.strength import OPENINGS, SAMPLED, play_missing, ratings_text
from research.documents.strength_data import strength_json
from research.strength.recorded_games import GameRecords


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("boards", nargs=-1, type=BOARD)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    default="strength.jsonl",
    show_default=True,
    help="The games: what is there is not played again.",
)
@click.option(
    "--openings", type=click.IntRange(0), default=OPENINGS, show_default=True, help="Openings a board."
)
@cluster_option
def strength(boards: tuple[Board, ...], record: Path, openings: int, workers: Workers) -> None:
    """Plays the levels against each other on BOARDS (those of docs/strength.md unless given), and tells their ratings.

    Every game is recorded as soon as it is played: stopped and started again, it goes on where it was.
    """
    records = GameRecords(record)
    play_missing(records, map(str, boards or SAMPLED), openings, tell, workers or 1)
    click.echo(ratings_text(strength_json(tuple(records.games.values()), ())))


if __name__ == "__main__":
    run(strength, "python -m research.strength")
