"""The commands ``draw`` and ``map``: a position, or a complete strategy, as a picture, SVG or PNG."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from noughts.cli.console import tell, write, writing
from noughts.cli.parameters import board_option, option_group, position_of, ready
from noughts.display.render_html import decision_svg
from noughts.engine.analysis import analyse
from noughts.errors import NoughtsError, quote
from noughts.explain.board_text import value_overlay
from noughts.explain.svg import board_svg, png
from noughts.game.board import Board
from noughts.lessons.map_svg import map_svg
from noughts.lessons.strategy import strategy
from noughts.players.weights import WeightGrid

_STDOUT = "-"
_FILE = click.Path(allow_dash=True, path_type=str)


@dataclass(frozen=True)
class _Picture:
    """Where a picture goes, and how large it is. Raises UsageError where both forms would go to one place."""

    svg: str | None
    png: str | None
    size: int

    def __post_init__(self) -> None:
        if self.svg is not None and self.svg == self.png:
            raise click.UsageError(f"--svg and --png cannot both go to {quote(self.svg)}")

    def write(self, drawing: str) -> None:
        """Writes the picture in each form that is asked for, once all are made."""
        files = {} if self.png is None else {self.png: png(drawing, self.size)}
        if self.svg is not None or self.png is None:
            files[_STDOUT if self.svg is None else self.svg] = f"{drawing}\n".encode()
        for file, content in files.items():
            _write(file, content)


def picture_options(size: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """The options of a picture, whose PNG is so large unless told."""
    return option_group(
        "picture",
        _Picture,
        click.option("--svg", type=_FILE, help="Write an SVG here; - is stdout, and the default."),
        click.option("--png", type=_FILE, help="Write a PNG here; - is stdout."),
        click.option(
            "--size",
            type=click.IntRange(16, 8192),
            default=size,
            show_default=True,
            help="Longer side of the PNG, in pixels.",
        ),
    )


@click.command(short_help="A position as a picture, SVG or PNG.")
@click.argument("position")
@board_option
@picture_options(800)
@click.option("--values", is_flag=True, help="Write what every move is worth in its cell.")
@click.option("--weights", is_flag=True, help="Show the weight grid: numbers, darker where heavier.")
def draw(position: str, board: Board | None, picture: _Picture, values: bool, weights: bool) -> None:
    """Draws POSITION as an SVG, a PNG or both. A completed line is struck through.

    Values are W3 (wins in 3 plies), D (draws) or L4 (loses in 4) for the side to move; where they are not known, ~62 is
    the engine's estimate, in 100.
    """
    if values and weights:
        raise click.UsageError("--values and --weights write in the same cells: ask for one of them")
    start = position_of(position, board)
    if weights:
        picture.write(decision_svg(WeightGrid().decide(start)))
        return
    if values:
        ready(start.board)
    overlay = value_overlay(analyse(start).moves) if values else None
    picture.write(board_svg(start, paper=True, overlay=overlay))


@click.command("map", short_help="A complete strategy on one sheet.")
@click.argument("side")
@picture_options(4000)
def map_(side: str, picture: _Picture) -> None:
    """Draws all that SIDE, X or O, need know to never lose on 3x3x3: boards within the cells of boards.

    The large mark is the side's move. The opponent's reply is looked for in the cell where it was made, which holds the
    next board, with the next move. The strategy is walked against every reply before it is drawn.
    """
    complete = strategy(side)
    games = complete.walk()
    picture.write(map_svg(complete))
    ends = f"{games[1]} won, {games[0]} drawn, {games[-1] or 'none'} lost"
    tell(f"{complete.side} in {len(complete.moves)} positions; {games.total()} games: {ends}")


def _write(file: str, picture: bytes) -> None:
    """Writes beside the file and renames, so that nobody finds half a picture; straight into a pipe or a device."""
    if file == _STDOUT:
        click.echo(picture, nl=False)
        return
    if not file:
        raise NoughtsError(f"cannot write {quote(file)}: that names no file")
    path = Path(file)
    if path.exists() and not path.is_file():
        with writing(path):
            path.write_bytes(picture)
    else:
        write(path, picture)
