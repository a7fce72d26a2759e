"""Commands that set players against each other: match, exploit, tournament, results, strength."""

from __future__ import annotations

import random
from pathlib import Path

import click

from noughts.arena.exploit import exploit as exploit_player
from noughts.arena.jsonable_contests import exploit_json, match_json, sampled_json, tournament_json
from noughts.arena.match import MatchResult
from noughts.arena.match import match as match_exactly
from noughts.arena.recorded_games import GameRecords
from noughts.arena.sampled import SampledResult, growing_match
from noughts.arena.tournament import Tournament, sampled_tournament
from noughts.arena.tournament import tournament as play_tournament
from noughts.display.sheets import tournament_table
from noughts.display.texts import forfeit_lines
from noughts.errors import TooLargeError
from noughts.files import replace_file
from noughts.game.board import Board
from noughts.pages.challenges import Beyond
from noughts.pages.results import results_page, write_results
from noughts.pages.strength import OPENINGS, SAMPLED, play_missing, strength_page
from noughts.pages.strength_data import write_strength
from noughts.players.player import Player
from noughts.players.registry import house_variants
from noughts.ui.cli.console import progress, table
from noughts.ui.cli.parameters import BOARD, PLAYER, cluster_option, json_option, write_json
from noughts.work import Team

_GAMES = 1000
"""How many games are sampled where a match cannot be computed and nobody said how many."""

_GAMES_OF_PROGRAMS = 10
"""The same where a program plays, which takes its time for every move."""

contest_board = click.option(
    "--board", type=BOARD, default="3x3x3", show_default=True, help="The board, or a file.json."
)


@click.command(short_help="How a game between two players ends, exactly.")
@click.argument("x", type=PLAYER, metavar="X_PLAYER")
@click.argument("o", type=PLAYER, metavar="O_PLAYER")
@contest_board
@click.option("--games", type=click.IntRange(min=1), help="Sample so many games instead of computing.")
@click.option("--seed", type=int, help="Makes a sample repeatable.  [default: any]")
@cluster_option
@json_option
def match(
    x: Player, o: Player, board: Board, games: int | None, seed: int | None, team: Team | None, as_json: bool
) -> None:
    """The exact probabilities that X_PLAYER, who starts, wins, draws and loses against O_PLAYER.

    Where a board has too many positions for that, 1000 games (or --games) are sampled on all cores,
    and every share comes with its 95 % confidence interval. Of programs (gomocup:COMMAND, ugi:COMMAND)
    10 games are.
    """
    result: MatchResult | SampledResult | None = None
    usual = _usual_games(x, o)
    if games is None and usual == _GAMES:
        try:
            result = match_exactly(x, o, board)
        except TooLargeError as error:
            click.echo(f"{error}; sampling {_GAMES} games instead", err=True)
    if result is None:
        with progress("playing") as step:
            for sample in growing_match(x, o, board, games or usual, _chosen(seed), team):
                step(sample.tally.games, games or usual)
        result = sample
    if as_json:
        write_json(match_json(result) if isinstance(result, MatchResult) else sampled_json(result))
    else:
        click.echo(str(result))


def _usual_games(*players: Player) -> int:
    return _GAMES if all(player.pure for player in players) else _GAMES_OF_PROGRAMS


def _chosen(seed: int | None) -> int:
    return random.SystemRandom().randrange(1 << 32) if seed is None else seed


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
@click.option("--games", type=click.IntRange(min=1), help="Sample so many games a pair instead of computing.")
@click.option("--seed", type=int, help="Makes a sample repeatable.  [default: any]")
@cluster_option
@json_option
def tournament(
    players: tuple[Player, ...],
    board: Board,
    games: int | None,
    seed: int | None,
    team: Team | None,
    as_json: bool,
) -> None:
    """Every player against every player, itself included, on both sides, exactly.

    Without PLAYERS: the house's own with all their options. Where a program plays (gomocup:COMMAND,
    ugi:COMMAND), 10 games (or --games) are sampled of each pair and side.
    """
    usual = _usual_games(*players)
    contest: Tournament[MatchResult | SampledResult]
    with progress("playing") as step:
        if games is None and usual == _GAMES:
            contest = play_tournament(players or None, board, step)
        else:
            entrants = players or house_variants()
            contest = sampled_tournament(entrants, board, games or usual, _chosen(seed), step, team=team)
    if as_json:
        write_json(tournament_json(contest))
        return
    table(tournament_table(contest))
    sampled = [result for result in contest.results if isinstance(result, SampledResult)]
    for result in sampled:
        for line in forfeit_lines(result):
            click.echo(f"{result.x} (X) against {result.o} (O):{line}")
    seeded = f", with its interval. Seed {sampled[0].seed}." if sampled else " as exact fractions."
    click.echo(f"\n--json gives every single match{seeded}")


@click.command(short_help="The page of who is really unbeatable.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here, not to stdout.")
def results(output: Path | None) -> None:
    """Computes docs/results.md: who is unbeatable, as X and as O, the losing lines, and the exact table."""
    if output is None:
        click.echo(results_page(), nl=False)
    else:
        write_results(output)
        click.echo(f"wrote {output}", err=True)


@click.command(short_help="How strong the levels are, from recorded games.")
@click.argument("boards", nargs=-1, type=BOARD)
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    default="strength.jsonl",
    show_default=True,
    help="The games: what is there is not played again.",
)
@click.option(
    "--openings", type=click.IntRange(0), default=OPENINGS, show_default=True, help="Openings a board."
)
@click.option(
    "--challenges",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Games beyond the levels, half an hour of them: what this file lacks is played.",
)
@click.option(
    "--kept",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Positions with their values, and what the engine makes of them: what this file lacks is tried.",
)
@click.option(
    "--against",
    type=PLAYER,
    multiple=True,
    help="Play a program of the Gomocup scale, like gomocup:PATH(called=Wine), and no level; needs --challenges.",
)
@click.option(
    "--page", type=click.Path(dir_okay=False, path_type=Path), help="Write the page here, not to stdout."
)
@cluster_option
@click.option(
    "--data", type=click.Path(dir_okay=False, path_type=Path), help="Write the same as JSON, for the server."
)
def strength(
    boards: tuple[Board, ...],
    record: Path,
    openings: int,
    challenges: Path | None,
    kept: Path | None,
    against: tuple[Player, ...],
    page: Path | None,
    team: Team | None,
    data: Path | None,
) -> None:
    """Plays the levels against each other on BOARDS (those of docs/strength.md unless given), and writes their ratings.

    Every game is recorded as soon as it is played: stopped and started again, it goes on where it was.
    """
    records, beyond = GameRecords(record), Beyond(challenges, kept)
    if against:
        beyond.meet(against, _say)
    else:
        play_missing(records, map(str, boards or SAMPLED), openings, _say, team)
        beyond.fill(_say)
    played = tuple(records.games.values())
    text = strength_page(played, beyond.page())
    if data is not None:
        write_strength(data, played, beyond.games)
    if page is None:
        click.echo(text, nl=False)
    else:
        replace_file(page, text)
        click.echo(f"wrote {page}", err=True)


def _say(words: str) -> None:
    click.echo(words, err=True)
