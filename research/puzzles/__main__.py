"""``python -m research.puzzles``: makes the puzzles from recorded games."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.cli.console import tell
from noughts.cli.main import run
from research.files import FILE, RECORD, Files, files_option
from research.paths import PACKAGE, RECORDS
from research.puzzles.puzzle_maker import make_puzzles, pack
from research.strength.recorded_games import GameRecords


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("data", type=FILE, default=PACKAGE / "lessons" / "data" / "puzzles.txt.gz")
@click.argument(
    "records",
    type=RECORD,
    nargs=-1,
    default=(RECORDS / "strength.jsonl", RECORDS / "challenges.jsonl"),
)
@files_option
def puzzles(data: Path, records: tuple[Path, ...], files: Files) -> None:
    """Puzzles on every board, of the positions of recorded games: the same games give the same file."""
    files.begin(data)
    games = [game for record in records for game in GameRecords(record).games.values()]
    files.put(data, pack(make_puzzles(games, tell)))
    files.end()


if __name__ == "__main__":
    run(puzzles, "python -m research.puzzles")
