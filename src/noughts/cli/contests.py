"""Commands that set players against each other: match, exploit, tournament."""

from __future__ import annotations

import random
from dataclasses import dataclass

import click

from noughts.cli.console import json_option, progress, table, tell, write_json
from noughts.cli.parameters import BOARD, PLAYER, cluster_option, option_group
from noughts.contests.exploit import exploit as exploit_player
from noughts.contests.json_views import exploit_json, match_json, sampled_json, tournament_json
from noughts.contests.match import MatchResult
from noughts.contests.match import match as match_exactly
from noughts.contests.sampled import SampledResult, growing_match
from noughts.contests.tournament import Tournament, sampled_tournament
from noughts.contests.tournament import tournament as play_tournament
from noughts.display.tables import tournament_table
from noughts.display.texts import forfeit_lines
from noughts.errors import TooLargeError
from noughts.game.board import Board
from noughts.jobs import Workers
from noughts.players.player import Player
from noughts.players.registry import house_variants

_GAMES = 1000
"""How many games are sampled where a match cannot be computed and nobody said how many."""

_GAMES_OF_PROGRAMS = 10
"""The same where a program plays, which takes its time for every move."""

contest_board = click.option(
    "--board", type=BOARD, default="3x3x3", show_default=True, help="The board, or a file.json."
)


@dataclass(frozen=True)
class _Sample:
    """How many games are sampled, by what dice, and who plays them; as many as are usual unless told."""

    games: int | None
    seed: int | None
    workers: Workers

    @property
    def dice(self) -> int:
        """The seed, one of the system's unless told."""
        return random.SystemRandom().randrange(1 << 32) if self.seed is None else self.seed


sample_options = option_group(
    "sample",
    _Sample,
    click.option(
        "--games", type=click.IntRange(min=1), help="Sample so many games of a pair, not computing."
    ),
    click.option("--seed", type=int, help="Makes a sample repeatable.  [default: any]"),
    cluster_option,
)


@click.command(short_help="How a game between two players ends, exactly.")
@click.argument("x", type=PLAYER, metavar="X_PLAYER")
@click.argument("o", type=PLAYER, metavar="O_PLAYER")
@contest_board
@sample_options
@json_option
def match(x: Player, o: Player, board: Board, sample: _Sample, as_json: bool) -> None:
    """The exact probabilities that X_PLAYER, who starts, wins, draws and loses against O_PLAYER.

    Where a board has too many positions for that, 1000 games (or --games) are sampled on all cores,
    and every share comes with its 95 % confidence interval. Of programs (gomocup:COMMAND, ugi:COMMAND)
    10 games are.
    """
    result: MatchResult | SampledResult | None = None
    usual = _usual_games(x, o)
    games = sample.games or usual
    if sample.games is None and usual == _GAMES:
        try:
            result = match_exactly(x, o, board)
        except TooLargeError as error:
            tell(f"{error}; sampling {_GAMES} games instead")
    if result is None:
        with progress("playing") as step:
            for sampled in growing_match(x, o, board, games, sample.dice, sample.workers):
                step(sampled.tally.games, games)
        result = sampled
    if as_json:
        write_json(match_json(result) if isinstance(result, MatchResult) else sampled_json(result))
    else:
        click.echo(str(result))


def _usual_games(*players: Player) -> int:
    return _GAMES if all(player.pure for player in players) else _GAMES_OF_PROGRAMS


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
@sample_options
@json_option
def tournament(
    players: tuple[Player, ...],
    board: Board,
    sample: _Sample,
    as_json: bool,
) -> None:
    """Every player against every player, itself included, on both sides, exactly.

    Without PLAYERS: the house's own with all their options. Where a program plays (gomocup:COMMAND,
    ugi:COMMAND), 10 games (or --games) are sampled of each pair and side.
    """
    usual = _usual_games(*players)
    contest: Tournament[MatchResult | SampledResult]
    with progress("playing") as step:
        if sample.games is None and usual == _GAMES:
            contest = play_tournament(players or None, board, step)
        else:
            entrants = players or house_variants()
            games = sample.games or usual
            contest = sampled_tournament(entrants, board, games, sample.dice, step, workers=sample.workers)
    if as_json:
        write_json(tournament_json(contest))
        return
    table(*tournament_table(contest))
    sampled = [result for result in contest.results if isinstance(result, SampledResult)]
    for result in sampled:
        for line in forfeit_lines(result):
            click.echo(f"{result.x} (X) against {result.o} (O):{line}")
    seeded = f", with its interval. Seed {sampled[0].seed}." if sampled else " as exact fractions."
    click.echo(f"\n--json gives every single match{seeded}")
