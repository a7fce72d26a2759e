"""Commands that look inside: analyse, count, tree; and players, which lists the players and what is proved of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from noughts.cli.console import follow, json_option, progress, say, table, tell, write_json
from noughts.cli.parameters import (
    BOARD,
    answer,
    board_option,
    option_group,
    position_argument,
    position_of,
    ready,
)
from noughts.contests.exploit import exploit
from noughts.contests.json_views import score_json
from noughts.contract.numbers import SCHEMA
from noughts.display.tables import count_table, sheet
from noughts.engine.analysis import NODES, analysis
from noughts.errors import quote
from noughts.explain.analysis_text import standing_words
from noughts.explain.json_views import analysis_json, count_json, facts_json, tree_json
from noughts.explain.tree import tree_text
from noughts.game.board import Board
from noughts.game.count import count as count_board
from noughts.game.position import Position
from noughts.players.registry import player_names, player_type, plug_in_names
from noughts.solver.analysis import Analysis
from noughts.solver.game_tree import GameTree

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.choices import PlayerJson
    from noughts.contract.matches import SideScoreJson


_PROOF_SECONDS = 60.0
"""Maximum time to find out whether a player of others can lose. One that takes longer is listed without that."""

NARROW = 46
"""Letters a line of what is said of a player."""


@click.command(short_help="What a position and every move are worth.")
@position_argument
@board_option
@click.option("--nodes", type=int, help="Positions that the engine looks at.  [default: 200000]")
@click.option("--seconds", type=float, help="Seconds that the engine may take.")
@json_option
def analyse(
    position: str | None, board: Board | None, nodes: int | None, seconds: float | None, as_json: bool
) -> None:
    """What POSITION, and every move, is worth for the side to move.

    Exact where every position can be looked at. Elsewhere the engine says what it can prove within the limits, and
    estimates the rest: ~62 is a score of 62 in 100 that it expects, and no value.

    Without POSITION, or for -, positions are read from stdin, one a line, and each is answered by one
    line of JSON; the exit status is then 1 if any of them was bad.
    """

    def analysis_of(given: Position) -> Analysis:
        ready(given.board)
        limit = NODES if nodes is None and seconds is None else nodes
        return follow(analysis(given, nodes=limit, seconds=seconds), standing_words)

    answer(
        position,
        board,
        as_json,
        lambda given: analysis_json(analysis_of(given)),
        lambda given: str(analysis_of(given)),
    )


@click.command(short_help="How many positions and games a board has.")
@click.argument("board", type=BOARD, default="3x3x3")
@json_option
def count(board: Board, as_json: bool) -> None:
    """Counts the positions and complete games of BOARD exactly, by ply, up to 20 cells."""
    with progress("counting") as step:
        counted = count_board(board, step)
    if as_json:
        write_json(count_json(counted))
        return
    table(*count_table(counted))


@click.command(short_help="The game tree below a position, level by level.")
@click.argument("position", default=".../.../...")
@board_option
@click.option("--depth", type=click.IntRange(0, 20), default=2, show_default=True, help="Levels to show.")
@click.option("--merge", is_flag=True, help="Show symmetric siblings once, with how many they are.")
@option_group(
    "style",
    dict,
    click.option("--boards", is_flag=True, help="Draw the board at every node."),
    click.option("--ascii", "ascii_only", is_flag=True, help="Draw the branches in ASCII."),
)
@json_option
def tree(
    position: str, board: Board | None, depth: int, merge: bool, style: dict[str, bool], as_json: bool
) -> None:
    """The game tree below POSITION: MAX and MIN levels, values, sizes, and what alpha-beta would cut."""
    root = GameTree(position_of(position, board), merge=merge)
    if as_json:
        write_json(tree_json(root, depth))
    else:
        say(tree_text(root, depth, **style))


@click.command(short_help="The computer players, and what is proved of each.")
@json_option
def players(as_json: bool) -> None:
    """Every installed player: its origin, options, boards, and whether it can lose on 3x3x3.

    Whether a player can lose is computed now, from all games it can be in.
    """
    plug_ins = plug_in_names()
    own = [name for name in player_names() if name not in plug_ins]
    installed: list[PlayerJson] = []
    unproved: set[str] = set()
    with progress("proving") as step:
        for done, name in enumerate(own):
            step(done, len(own) + len(plug_ins))
            try:
                *_, proved = player_rows(name)
                installed.append(proved)
            except Exception as error:  # noqa: BLE001 - a player that this process has registered
                tell(f"the player {quote(name)} fails: {type(error).__name__}: {error}")
        if plug_ins:
            step(len(own), len(own) + len(plug_ins))
            installed += _plug_in_rows(plug_ins, unproved)
    if as_json:
        write_json(installed)
        return
    rows = [
        (p["name"], _about(p), "not known" if p["name"] in unproved else _loses(p["x"], p["o"]))
        for p in installed
    ]
    table(sheet("Players", ("player", "what it does; boards; options", "can it lose?"), rows, words=3))


def player_rows(name: str) -> Iterator[PlayerJson]:
    """Yield what is known of a player, first without and then with what is proved of it."""
    kind = player_type(name)
    player = kind()
    row: PlayerJson = {"schema": SCHEMA, **facts_json(kind), "x": None, "o": None}
    plays = player.plays(Board.mnk(3, 3, 3))
    yield row
    if plays:
        proof = exploit(player)
        row = {**row, "x": score_json(proof.x), "o": score_json(proof.o)}
    yield row


def _plug_in_rows(names: Sequence[str], unproved: set[str]) -> Iterator[PlayerJson]:
    """Yield the rows of players of others, each from a process of its own, and report those that have none.

    Names of players whose proof takes too long, or fails, are added to ``unproved``.
    """
    from noughts.players.plug_in_process import LOAD_SECONDS, run_plug_ins

    results = run_plug_ins(f"{__name__}:{player_rows.__name__}", names, (LOAD_SECONDS, _PROOF_SECONDS))
    for name, result in results.items():
        if result.problem:
            unproved.add(name)
            tell(result.problem)
        if result.values:
            yield result.values[-1]


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
