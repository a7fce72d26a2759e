"""The commands ``gomocup`` and ``ugi``: the house as a program that other programs play against."""

from __future__ import annotations

import random
import sys
from typing import Protocol

import click

from noughts.game.board import Board
from noughts.players.player import Player
from noughts.ui.cli.parameters import BOARD, PLAYER
from noughts.ui.protocols.gomocup_brain import GomocupBrain
from noughts.ui.protocols.mind import Mind
from noughts.ui.protocols.ugi_engine import UgiEngine

_who = click.argument("player", type=PLAYER, required=False, metavar="[PLAYER]")
_seed = click.option("--seed", type=int, help="Makes the player's dice the same each time.")


class _Face(Protocol):
    """What answers lines until it is finished."""

    finished: bool

    def tell(self, line: str) -> None: ...


@click.command(short_help="A brain for Gomocup's managers, like Piskvork.")
@_who
@click.option("--k", type=click.IntRange(1), default=5, show_default=True, help="So many in a row win.")
@_seed
def gomocup(player: Player | None, k: int, seed: int | None) -> None:
    """Speaks Gomocup's protocol on stdin and stdout, as PLAYER, or as the engine within the manager's time.

    Managers want a file whose name begins with pbrain-: pbrain-noughts is this command.
    """
    brain = GomocupBrain(Mind(player, random.Random(seed)), _say, k)
    _converse(brain)
    brain.end()


@click.command(short_help="An engine for managers that speak UGI, like cutegames.")
@_who
@click.option("--board", type=BOARD, default="3x3x3", show_default=True, help="The board of startpos.")
@_seed
def ugi(player: Player | None, board: Board, seed: int | None) -> None:
    """Speaks the Universal Game Interface on stdin and stdout, as PLAYER, or as the engine within the time told."""
    engine = UgiEngine(Mind(player, random.Random(seed)), _say, board)
    _converse(engine)
    engine.wait()


def _converse(face: _Face) -> None:
    """Hands on each line as it comes, until the last, or until the manager ends it."""
    for line in sys.stdin:
        face.tell(line)
        if face.finished:
            return


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()
