"""What other programs and shells need: gomocup and ugi, which they play against, schema and completion."""

from __future__ import annotations

import random
import sys

import click
from click.shell_completion import get_completion_class

from noughts.cli.parameters import BOARD, PLAYER
from noughts.game.board import Board
from noughts.players.player import Player
from noughts.protocols.engine_session import Mind
from noughts.protocols.gomocup import GomocupBrain
from noughts.protocols.ugi import UgiEngine

_who = click.argument("player", type=PLAYER, required=False, metavar="[PLAYER]")
_seed = click.option("--seed", type=int, help="Makes the player's dice the same each time.")


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


def _converse(face: GomocupBrain | UgiEngine) -> None:
    """Hands on each line as it comes, until the last, or until the manager ends it."""
    for line in sys.stdin:
        face.tell(line)
        if face.finished:
            return


def _say(line: str) -> None:
    click.echo(line)
    sys.stdout.flush()


@click.command(short_help="The JSON Schema of every answer.")
@click.argument("shapes", metavar="[SHAPE]...", nargs=-1)
def schema(shapes: tuple[str, ...]) -> None:
    """Prints the JSON Schema (draft 2020-12) of every answer, or of the SHAPEs named, like DecisionJson.

    docs/contract.md lists the shapes of commands, docs/http.md those of requests.
    """
    from noughts.server.json_schema import schema_text

    click.echo(schema_text(*shapes), nl=False)


@click.command(short_help="The script that completes commands in your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Prints the completion script of SHELL.

    For bash: noughts completion bash > ~/.local/share/bash-completion/completions/noughts
    """
    from noughts.cli.main import cli

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "noughts", "_NOUGHTS_COMPLETE").source())
