"""The commands ``draw`` and ``map``: a position, or a complete strategy, as a picture, SVG or PNG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from noughts.engine.assessment import analyse
from noughts.errors import NoughtsError, quote
from noughts.explain.board_text import value_overlay
from noughts.explain.png import png
from noughts.explain.svg import board_svg, weight_heat
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.lessons.map_svg import map_svg
from noughts.lessons.strategy import strategy
from noughts.players.evidence import Weights
from noughts.players.weights import WeightGrid
from noughts.ui.cli.outputs import write, writing
from noughts.ui.cli.parameters import board_option, grouped, position_of, ready

_STDOUT = "-"
_FILE = click.Path(allow_dash=True, path_type=str)


@dataclass(frozen=True)
class _Picture:
    """Where a picture goes, and how large it is."""

    svg_file: str | None
    png_file: str | None
    size: int


@click.command(short_help="A position as a picture, SVG or PNG.")
@click.argument("position")
@board_option
@grouped(
    "picture",
    _Picture,
    click.option("--svg", "svg_file", type=_FILE, help="Write an SVG here; - is stdout, and the default."),
    click.option("--png", "png_file", type=_FILE, help="Write a PNG here; - is stdout."),
    click.option(
        "--size",
        type=click.IntRange(16, 8192),
        default=800,
        show_default=True,
        help="Longer side of the PNG, in pixels.",
    ),
)
@click.option("--values", is_flag=True, help="Write what every move is worth in its cell.")
@click.option("--weights", is_flag=True, help="Show the weight grid: numbers, darker where heavier.")
def draw(position: str, board: Board | None, picture: _Picture, values: bool, weights: bool) -> None:
    """Draws POSITION as an SVG, a PNG or both. A completed line is struck through.

    Values are W3 (wins in 3 plies), D (draws) or L4 (loses in 4) for the side to move; where they are not known, ~62 is
    the engine's estimate, in 100.
    """
    if values and weights:
        raise click.UsageError("--values and --weights write in the same cells: ask for one of them")
    _check_apart(picture.svg_file, picture.png_file)
    given = position_of(position, board)
    shown = _values(given) if values else _weights(given) if weights else {}
    drawing, pictures = board_svg(given, paper=True, **shown), dict[str, bytes]()
    if picture.png_file is not None:
        pictures[picture.png_file] = png(drawing, picture.size)
    if picture.svg_file is not None or picture.png_file is None:
        pictures[_STDOUT if picture.svg_file is None else picture.svg_file] = f"{drawing}\n".encode()
    for file, content in pictures.items():
        _write(file, content)


@click.command("map", short_help="A complete strategy on one sheet.")
@click.argument("side")
@click.option("--svg", "svg_file", type=_FILE, help="Write an SVG here; - is stdout, and the default.")
@click.option("--png", "png_file", type=_FILE, help="Write a PNG here; - is stdout.")
@click.option(
    "--size", type=click.IntRange(16, 8192), default=4000, show_default=True, help="Pixels of the PNG."
)
def map_(side: str, svg_file: str | None, png_file: str | None, size: int) -> None:
    """Draws all that SIDE, X or O, need know to never lose on 3x3x3: boards within the cells of boards.

    The large mark is the side's move. The opponent's reply is looked for in the cell where it was made, which holds the
    next board, with the next move. The strategy is walked against every reply before it is drawn.
    """
    _check_apart(svg_file, png_file)
    followed = strategy(side)
    walk = followed.walk()
    sheet = map_svg(followed)
    if png_file is not None:
        _write(png_file, png(sheet, size))
    if svg_file is not None or png_file is None:
        _write(_STDOUT if svg_file is None else svg_file, f"{sheet}\n".encode())
    ends = f"{walk.won} won, {walk.drawn} drawn, {walk.lost or 'none'} lost"
    click.echo(f"{followed.side} in {len(followed.moves)} positions; {walk.games} games: {ends}", err=True)


def _check_apart(svg_file: str | None, png_file: str | None) -> None:
    if svg_file is not None and svg_file == png_file:
        raise click.UsageError(f"--svg and --png cannot both go to {quote(svg_file)}")


def _values(position: Position) -> Mapping[str, Any]:
    ready(position.board)
    return {"overlay": value_overlay(analyse(position).moves)}


def _weights(position: Position) -> Mapping[str, Any]:
    evidence = WeightGrid().decide(position).evidence
    assert isinstance(evidence, Weights)
    weights = dict(zip(position.board.cells, evidence.cells, strict=True))
    return {"overlay": {cell: str(weight) for cell, weight in weights.items()}, "heat": weight_heat(weights)}


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
