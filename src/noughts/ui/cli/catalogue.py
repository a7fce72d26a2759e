"""The command ``players``: who there is, and what exhaustion proves of each."""

from __future__ import annotations

from typing import Any

import click

from noughts.arena.exploit import exploit
from noughts.errors import PlayerError
from noughts.game.board import Board
from noughts.players.options import defaults
from noughts.players.player import Player
from noughts.players.registry import player_names, player_type
from noughts.ui.cli.console import progress, table
from noughts.ui.cli.parameters import json_option, write_json


@click.command(short_help="The computer players, and what is proved of each.")
@json_option
def players(as_json: bool) -> None:
    """Every installed player: its origin, options, boards, and whether it can lose on 3x3x3.

    Whether a player can lose is computed now, from all games it can be in.
    """
    names = player_names()
    with progress("proving") as step:
        found = []
        for done, name in enumerate(names):
            step(done, len(names))
            try:
                found.append(_facts(player_type(name)))
            except PlayerError as error:
                click.echo(error, err=True)
    if as_json:
        write_json(found)
        return
    heads = ("player", "what it does", "boards", "options", "as X", "as O")
    rows = [
        (f["name"], f["title"], f["boards"], _options(f["options"]), _proof(f["x"]), _proof(f["o"]))
        for f in found
    ]
    table("Players", heads, rows, words=6)


def _facts(kind: type[Player]) -> dict[str, Any]:
    facts, options = kind.facts, defaults(kind)
    fresh = kind()
    proved = exploit(fresh) if fresh.plays(Board.mnk(3, 3, 3)) else None
    return {
        "name": kind.name,
        "title": facts.title,
        "origin": facts.origin,
        "boards": facts.boards,
        "options": {name: str(default) for name, default in options.items()},
        "deterministic": facts.deterministic,
        "breaks_symmetry": facts.breaks_symmetry,
        "x": proved and {"can_lose": proved.x.can_lose, "score": str(proved.x.score)},
        "o": proved and {"can_lose": proved.o.can_lose, "score": str(proved.o.score)},
    }


def _options(options: dict[str, str]) -> str:
    return ", ".join(f"{name}={default}" for name, default in options.items())


def _proof(side: dict[str, Any] | None) -> str:
    if side is None:
        return "not on 3x3x3"
    return "can lose" if side["can_lose"] else "never loses"
