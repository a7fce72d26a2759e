"""What the commands share: parameter types that read the house's notation, and options used by several."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from noughts.cli.console import end_unsettled, progress, say, tell, write_json
from noughts.contract.numbers import SCHEMA
from noughts.errors import NotationError, NoughtsError, UnknownPlayerError, quote
from noughts.game.board import Board
from noughts.game.board_file import read_board
from noughts.game.position import Position
from noughts.jobs import cluster
from noughts.players.player import Player
from noughts.players.registry import LEVELS, player, player_names
from noughts.solver.small.exact import MAX_EMPTY
from noughts.solver.small.solver_choice import can_solve, solver_for

if TYPE_CHECKING:
    from noughts.contract.games import BadLineJson

    Param = click.ParamType[Any]
else:  # before click 8.4 it is not generic
    Param = click.ParamType


class Notation(Param):
    """What the house's notation names: ``read`` reads it, ``common`` are the names that a shell completes."""

    def __init__(self, name: str, read: Callable[[str], Any], common: Callable[[], Iterable[str]]) -> None:
        self.name, self._read, self._common = name, read, common

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return self._read(value) if isinstance(value, str) else value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return [CompletionItem(name) for name in self._common() if name.startswith(incomplete)]


def _find_board(text: str, read: Callable[[str], Board] = Board.playable) -> Board:
    """The board of a name, of those that games are played on, or of a file."""
    try:
        return read_board(text) if text.endswith(".json") else read(text)
    except OSError as error:
        raise NotationError(f"cannot read the board file {quote(text)}: {error.strerror}") from None


def find_player(text: str) -> Player:
    """The player of a name with options, of a program, or of the file in which ``noughts learn --output`` kept it."""
    try:
        return _program(text) if ":" in text else player(text)
    except (NotationError, UnknownPlayerError):
        if not Path(text).is_file():
            raise
    from noughts.players.learning.training_file import load_training

    return load_training(text).learner


def _program(text: str) -> Player:
    from noughts.adapters.programs.by_name import player_or_program

    return player_or_program(text)  # a user of the command line may start programs


_BOARDS = ("3x3x3", "4x3x3", "4x4x4", "5x5x4", "6x6x5", "7x7x5", "15x15x5", "cube3", "cube4")
BOARD = Notation("board", _find_board, lambda: _BOARDS)
PROVABLE = Notation("board", partial(_find_board, read=Board.parse), lambda: _BOARDS)
"""A board that is proved may be a strip's block."""
PLAYER = Notation("player", find_player, lambda: (*player_names(), *LEVELS))


def _connect(context: click.Context, _: click.Parameter, address: str | None) -> Executor | None:
    """Connect to a cluster for as long as the command runs; not while a shell completes the line."""
    if address is None or context.resilient_parsing:
        return None
    return context.with_resource(cluster(address))


cluster_option = click.option(
    "--cluster",
    "workers",
    metavar="ADDRESS",
    callback=_connect,
    help="Share the work out to a Dask cluster: HOST:PORT of its scheduler.",
)
board_option = click.option(
    "--board",
    type=BOARD,
    help="The board, like 6x5x4, or a file.json. Default: five in a row, or the position's shorter side.",
)
position_argument = click.argument("position", required=False, metavar="[POSITION]")

Answer = Callable[[Position], Mapping[str, object]]
Show = Callable[[Position], str]


def option_group(
    name: str, maker: Callable[..., object], *options: Callable[[Any], Any]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Options that a command is given as one thing: what ``maker`` makes of them, by their names."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(command)
        def whole(**values: Any) -> Any:
            made = maker(**{one: values.pop(one) for one in names})
            return command(**values, **{name: made})

        for option in reversed(options):
            option(whole)
        parameters: list[click.Parameter] = vars(whole)["__click_params__"]
        names = [one.name or "" for one in parameters[-len(options) :]]
        return whole

    return decorate


def answer(text: str | None, board: Board | None, as_json: bool, jsonable: Answer, show: Show) -> None:
    """Answers one position; or, without one or for ``-``, each line of stdin with a line of JSON.

    A board alone at a terminal is its empty position. Ends the command with exit status 1 if any of the lines was bad.
    """
    begun = text is None and board is not None and sys.stdin.isatty()
    if text == "-" or (text is None and not begun):
        _answer_lines(board, jsonable)
        return
    position = position_of(text, board)
    if as_json:
        write_json(jsonable(position))
    else:
        say(show(position))


def position_of(text: str | None, board: Board | None) -> Position:
    """The position that is typed, or the empty board; says on stderr on which, where five in a row is only presumed."""
    position = Position.start(board) if text is None else Position.parse(text, board)
    on = position.board
    if board is None and min(on.columns, on.rows) > 5 and text and not any(map(str.isdigit, text)):
        tell(f"{on.k} in a row win on {on}; --board names another board")
    return position


def ready(board: Board) -> None:
    """Solves a board that takes a moment before it is asked about, and says so on stderr."""
    if board.size > MAX_EMPTY and can_solve(board):
        with progress(f"solving {board}") as step:
            solver_for(board, step, tell)


def _answer_lines(board: Board | None, jsonable: Answer) -> None:
    if sys.stdin.isatty():
        tell("reading positions from the keyboard, one a line; Ctrl-D ends")
    bad = False
    for line in sys.stdin:
        try:
            write_json(jsonable(Position.parse(line.strip(), board)))
        except NoughtsError as error:
            bad = True
            refusal: BadLineJson = {"schema": SCHEMA, "error": str(error), "input": line.removesuffix("\n")}
            write_json(refusal)
    if bad:
        end_unsettled()
