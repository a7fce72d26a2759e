"""The strength of the levels: the command that plays their games and rates them."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.arena.recorded_games import GameRecords
from noughts.game.board import Board
from noughts.pages.strength import OPENINGS, SAMPLED, play_missing, ratings_text
from noughts.pages.strength_data import strength_json
from noughts.ui.cli.console import tell
from noughts.ui.cli.parameters import BOARD, cluster_option
from noughts.work import Team


@click.command(short_help="How strong the levels are, from recorded games.")
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
def strength(boards: tuple[Board, ...], record: Path, openings: int, team: Team | None) -> None:
    """Plays the levels against each other on BOARDS (those of docs/strength.md unless given), and tells their ratings.

    Every game is recorded as soon as it is played: stopped and started again, it goes on where it was.
    """
    records = GameRecords(record)
    play_missing(records, map(str, boards or SAMPLED), openings, tell, team)
    click.echo(ratings_text(strength_json(tuple(records.games.values()), ())))
