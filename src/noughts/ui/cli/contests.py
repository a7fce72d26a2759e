"""Commands that set players against each other: match, exploit, tournament, results."""

from __future__ import annotations

import random
from pathlib import Path

import click

from noughts.arena.exploit import exploit as exploit_player
from noughts.arena.jsonable_contests import exploit_json, match_json, sampled_json, tournament_json
from noughts.arena.match import MatchResult
from noughts.arena.match import match as match_exactly
from noughts.arena.sampled import SampledResult, sampled_match
from noughts.arena.tournament import tournament as play_tournament
from noughts.display.sheets import tournament_table
from noughts.errors import TooLargeError
from noughts.game.board import Board
from noughts.pages.results import results_page, write_results
from noughts.players.player import Player
from noughts.ui.cli.console import progress, table
from noughts.ui.cli.parameters import BOARD, PLAYER, json_option, write_json

_GAMES = 1000
"""How many games are sampled where a match cannot be computed and nobody said how many."""

contest_board = click.option("--board", type=BOARD, default="3x3x3", show_default=True, help="The board.")


@click.command(short_help="How a game between two players ends, exactly.")
@click.argument("x", type=PLAYER, metavar="X_PLAYER")
@click.argument("o", type=PLAYER, metavar="O_PLAYER")
@contest_board
@click.option("--games", type=click.IntRange(min=1), help="Sample so many games instead of computing.")
@click.option("--seed", type=int, help="Makes a sample repeatable.  [default: any]")
@json_option
def match(x: Player, o: Player, board: Board, games: int | None, seed: int | None, as_json: bool) -> None:
    """The exact probabilities that X_PLAYER, who starts, wins, draws and loses against O_PLAYER.

    Where a board has too many positions for that, 1000 games (or --games) are sampled on all cores,
    and every share comes with its 95 % confidence interval.
    """
    result: MatchResult | SampledResult | None = None
    if games is None:
        try:
            result = match_exactly(x, o, board)
        except TooLargeError as error:
            click.echo(f"{error}; sampling {_GAMES} games instead", err=True)
    if result is None:
        chosen = random.SystemRandom().randrange(1 << 32) if seed is None else seed
        with progress("playing") as step:
            result = sampled_match(x, o, board, games or _GAMES, chosen, progress=step)
    if as_json:
        write_json(match_json(result) if isinstance(result, MatchResult) else sampled_json(result))
    else:
        click.echo(str(result))


@click.command(short_help="What the best opponent makes of a player.")
@click.argument("player", type=PLAYER)
@contest_board
@json_option
def exploit(player: Player, board: Board, as_json: bool) -> None:
    """PLAYER's exact score on each side against the best reply to it, and a game it loses, if there is one.

    A win counts 1, a draw 0, a loss -1. All games that the player can be in are looked at.
    """
    result = exploit_player(player, board)
    if as_json:
        write_json(exploit_json(result))
        return
    click.echo(str(result))


@click.command(short_help="All play all, exactly.")
@click.argument("players", type=PLAYER, nargs=-1)
@contest_board
@json_option
def tournament(players: tuple[Player, ...], board: Board, as_json: bool) -> None:
    """Every player against every player, itself included, on both sides, exactly.

    Without PLAYERS: the house's own with all their options.
    """
    with progress("playing") as step:
        contest = play_tournament(players or None, board, step)
    if as_json:
        write_json(tournament_json(contest))
        return
    table(tournament_table(contest))
    click.echo("\n--json gives every single match as exact fractions.")


@click.command(short_help="The page of who is really unbeatable.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here, not to stdout.")
def results(output: Path | None) -> None:
    """Computes docs/results.md: who is unbeatable, as X and as O, the losing lines, and the exact table."""
    if output is None:
        click.echo(results_page(), nl=False)
    else:
        write_results(output)
        click.echo(f"wrote {output}", err=True)
