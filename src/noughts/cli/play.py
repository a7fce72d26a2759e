"""The command ``play``: a game in the terminal, line by line, in a window or in a pipe."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from typing import TypeVar

import click

from noughts.cli.console import follow, progress, say
from noughts.cli.parameters import BOARD, find_player, option_group, position_of, ready
from noughts.engine.stream import Stream
from noughts.errors import NoughtsError, OptionError, quote
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.players.level import against_people
from noughts.players.player import Player
from noughts.players.proof_player import ProofPlayer
from noughts.players.registry import LEVELS, player_names
from noughts.terminal.conversation import Conversation, Seats

T = TypeVar("T")

_PERSON = "human"
_SIDES = click.Choice(["X", "O"], case_sensitive=False)


@click.command(short_help="Play a game in the terminal.")
@click.option("--opponent", metavar="PLAYER", help="A player, or a level: easy to impossible.")
@click.option("--side", type=_SIDES, help="Your side; X starts.")
@option_group(
    "who",
    dict,
    click.option("-x", "--x", "x", metavar="SEAT", help="Who plays X: human, a level or a player."),
    click.option("-o", "--o", "o", metavar="SEAT", help="Who plays O: human, a level or a player."),
)
@click.option("--board", type=BOARD, help="The board, like 15x15x5, or a file.json.  [default: 3x3x3]")
@click.option("--position", help="Start from this position instead of the empty board.")
@click.option("--seed", type=int, help="Makes the computer's dice the same each time.")
def play(
    opponent: str | None,
    side: str | None,
    who: dict[str, str | None],
    board: Board | None,
    position: str | None,
    seed: int | None,
) -> None:
    """Plays tic-tac-toe, or any m,n,k game, line by line.

    Choose an --opponent and your --side; or set both seats, for two people (-x human -o human) or two
    computers (-x tic -o core). In a terminal, what you leave out is asked.
    """
    asks = sys.stdin.isatty() and not (opponent or any(who.values()))
    if asks:
        opponent, side, board = _ask(side, board, position)
    start = position_of(position, board)
    seats = _seats(opponent, side, **who)
    if None in seats.values() and seed is None:  # by the clock no game is the same again
        seats = {mark: against_people(each, start.board) for mark, each in seats.items()}
    for player in filter(None, seats.values()):
        if isinstance(player, ProofPlayer):
            with progress(f"reading {player.file}, this first time only") as step:
                player.prepare(step)
        player.check(start.board)  # before the board is solved, which may take a while
    ready(start.board)
    try:
        _converse(Conversation(start, seats, random.Random(seed), _follow))
    finally:
        for player in filter(None, seats.values()):
            player.release()


def _ask(side: str | None, board: Board | None, position: str | None) -> tuple[str, str | None, Board | None]:
    """The questions of a first game; Enter takes what stands in brackets."""
    click.echo(f"Opponents: {', '.join((*LEVELS, *player_names(), _PERSON))}")
    opponent = _question("Opponent", "medium", _seat)
    if side is None and opponent != _PERSON:
        side = click.prompt("Your side, X or O (X starts)", "X", type=_SIDES, show_choices=False)
    if board is None and position is None:
        board = Board.playable(_question("Board", "3x3x3", Board.playable))
    return opponent, side, board


def _question(words: str, default: str, check: Callable[[str], object]) -> str:
    """Asks until the answer makes sense."""
    while True:
        answer = str(click.prompt(words, default=default)).strip()
        try:
            check(answer)
        except NoughtsError as error:
            click.echo(f"\n{error}")
        else:
            return answer


def _seat(text: str) -> Player | None:
    """Who sits there: None for a person."""
    return None if text == _PERSON else find_player(text)


def _seats(opponent: str | None, side: str | None, x: str | None, o: str | None) -> Seats:
    """Who plays which side, from either way of saying it."""
    if x or o:
        if opponent or side:
            given = f"--opponent {opponent}" if opponent else f"--side {side}"
            raise OptionError(f"{quote(given)} cannot go with --x or --o: they name the seats already")
        return {Mark.X: _seat(x or _PERSON), Mark.O: _seat(o or _PERSON)}
    yours = Mark(side or "X")
    return {yours: None, yours.other: _seat(opponent or "medium")}


def _follow(search: Stream[T], words: Callable[[T], str]) -> T:
    """The last word of a search, which Ctrl-C ends: then the last that it said, if it said any."""
    try:
        return follow(search, words)
    except KeyboardInterrupt:
        if search.last is None:
            raise
        return search.last


def _converse(session: Conversation) -> None:
    """Shows and asks until the game, or the input, ends. Two computers are not asked anything."""
    say(session.open())
    people = None in session.seats.values()
    while not session.finished and (people or not session.over):
        if not session.waits:
            say(f"\n{session.computer_move()}")
            continue
        line = _read(session.prompt)
        if line is None:
            if not session.over:
                click.echo(f"\nThe input ended; the game stands at {session.game.position}.")
            return
        if line.strip():
            _tell(session, line)


def _tell(session: Conversation, line: str) -> None:
    try:
        say(f"\n{session.tell(line)}")
    except NoughtsError as error:
        click.echo(f"\n{error}")


def _read(prompt: str) -> str | None:
    """A line of input, or None at its end. The prompt is for people: a pipe does not see it."""
    if sys.stdin.isatty():
        click.echo(f"\n{prompt}", nl=False)
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None
