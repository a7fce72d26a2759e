"""The command ``players``: who there is, and what exhaustion proves of each."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

import click

from noughts.arena.exploit import exploit
from noughts.arena.jsonable_contests import score_json
from noughts.contract.numbers import SCHEMA
from noughts.display.sheets import Sheet
from noughts.errors import PlayerError, quote
from noughts.explain.jsonable import facts_json
from noughts.game.board import Board
from noughts.players.player import Player
from noughts.players.registry import player_names, player_type
from noughts.ui.cli.console import progress, table
from noughts.ui.cli.parameters import json_option, write_json

if TYPE_CHECKING:
    from noughts.contract.choices import PlayerJson
    from noughts.contract.matches import SideScoreJson

NARROW = 46
"""Letters a line of what is said of a player."""


@click.command(short_help="The computer players, and what is proved of each.")
@json_option
def players(as_json: bool) -> None:
    """Every installed player: its origin, options, boards, and whether it can lose on 3x3x3.

    Whether a player can lose is computed now, from all games it can be in.
    """
    names = player_names()
    installed: list[PlayerJson] = []
    with progress("proving") as step:
        for done, name in enumerate(names):
            step(done, len(names))
            try:
                installed.append(_player_json(player_type(name)))
            except PlayerError as error:
                click.echo(error, err=True)
            except Exception as error:  # noqa: BLE001 - whatever somebody else's player does, the others are told
                click.echo(f"the player {quote(name)} fails: {type(error).__name__}: {error}", err=True)
    if as_json:
        write_json(installed)
        return
    rows = [(p["name"], _about(p), _loses(p["x"], p["o"])) for p in installed]
    table(Sheet("Players", ("player", "what it does; boards; options", "can it lose?"), rows, words=3))


def _player_json(kind: type[Player]) -> PlayerJson:
    player = kind()
    proof = exploit(player) if player.plays(Board.mnk(3, 3, 3)) else None
    return {
        "schema": SCHEMA,
        **facts_json(kind),
        "x": score_json(proof.x) if proof else None,
        "o": score_json(proof.o) if proof else None,
    }


def _about(player: PlayerJson) -> str:
    """What it does, its boards and its options, in lines that leave the table its place in a terminal of 80."""
    options = ", ".join(f"{name}={default}" for name, default in player["options"].items())
    lines = wrap("; ".join(filter(None, (player["boards"], options))), NARROW)
    return "\n".join((*wrap(player["title"], NARROW), *lines))


def _loses(x: SideScoreJson | None, o: SideScoreJson | None) -> str:
    if x is None or o is None:
        return "not on 3x3x3"
    sides = [name for name, side in (("X", x), ("O", o)) if side["can_lose"]]
    return f"as {' and '.join(sides)}" if sides else "never"
