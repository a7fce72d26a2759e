"""The command that shows a decision: decide. It loads the player and the words for what it saw."""

from __future__ import annotations

import click

from noughts.cli.console import json_option
from noughts.cli.parameters import PLAYER, answer, board_option, position_argument, ready
from noughts.explain.explain import sentence, working
from noughts.explain.json_views import decision_json
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.player import Decision, Player


@click.command(short_help="What a player plays in a position, and why.")
@click.argument("player", type=PLAYER)
@position_argument
@board_option
@click.option(
    "--steps",
    is_flag=True,
    help="Show every step of what builds up, like a weight grid line by line, and all rows of tables.",
)
@json_option
def decide(player: Player, position: str | None, board: Board | None, steps: bool, as_json: bool) -> None:
    """Show what PLAYER plays in POSITION: its exact probabilities, and the evidence it has for them.

    PLAYER is a name with options, like tic or "rules(advanced=False)". Without POSITION, or for -,
    positions are read from stdin, one a line, and each is answered by one line of JSON; the exit status is
    then 1 if any of them was bad.
    """

    def decision_of(given: Position) -> Decision:
        if player.needs_values:
            ready(given.board)
        return player.decide(given)

    def show(given: Position) -> str:
        decision = decision_of(given)
        return f"{sentence(decision)}\n\n{working(decision, steps=steps)}"

    answer(position, board, as_json, lambda given: decision_json(decision_of(given)), show)
