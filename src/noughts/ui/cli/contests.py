"""Commands that set players against each other: match, exploit, tournament, results."""

from __future__ import annotations

import random
from pathlib import Path

import click

from noughts.arena.exploit import Weakness
from noughts.arena.exploit import exploit as exploit_player
from noughts.arena.interval import Estimate
from noughts.arena.jsonable_contests import exploit_json, match_json, sampled_json, tournament_json
from noughts.arena.match import MatchResult
from noughts.arena.match import match as match_exactly
from noughts.arena.sampled import SampledResult, sampled_match
from noughts.arena.tournament import tournament as play_tournament
from noughts.errors import TooLargeError
from noughts.explain.board_text import board_text
from noughts.explain.words import percent, share_words
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.pages.results import results_page, write_results
from noughts.players.player import Player
from noughts.ui.cli.console import progress, table
from noughts.ui.cli.parameters import BOARD, PLAYER, json_option, write_json

_GAMES = 1000
"""How many games are sampled where a match cannot be computed and nobody said how many."""

contest_board = click.option(
    "--board", type=BOARD, default="3x3x3", show_default=True, help="The board, or a file.json."
)


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
        click.echo(_match_words(result))


def _match_words(result: MatchResult | SampledResult) -> str:
    head = f"{result.x} (X) against {result.o} (O) on {result.board}"
    if isinstance(result, MatchResult):
        shares = [share_words(result.win), share_words(result.draw), share_words(result.loss)]
        foot = f"A game takes {float(result.plies):.2f} plies on average. Exact: computed from all games."
    else:
        shares = [_estimate(result.win), _estimate(result.draw), _estimate(result.loss)]
        foot = f"Sampled: {result.tally.games} games, seed {result.seed}, {result.level:.0%} intervals."
    lines = [f"  {end}  {share}" for end, share in zip(("X wins", "draw  ", "O wins"), shares, strict=True)]
    return "\n".join([head, *lines, foot])


def _estimate(estimate: Estimate) -> str:
    return f"{percent(estimate.share)} (between {estimate.low:.1%} and {estimate.high:.1%})"


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
    click.echo(f"{result.player} on {board}, against the opponent that knows it best:")
    for weakness in (result.x, result.o):
        click.echo(f"\n{_side_words(weakness, board)}")


def _side_words(weakness: Weakness, board: Board) -> str:
    if weakness.line is None:
        return f"As {weakness.side} it never loses. Its score is at least {weakness.score}."
    position = Position.start(board)
    for cell in weakness.line:
        position = position.play(cell)
    moves = " ".join(board.cell_name(cell) for cell in weakness.line)
    loses = f"As {weakness.side} it can lose. Its score can be pressed down to {weakness.score}."
    chance = "certain" if weakness.chance == 1 else f"played with probability {share_words(weakness.chance)}"
    game = f"A game it loses, its own moves in it {chance}: {moves}"
    return f"{loses}\n{game}\n\n{board_text(position, last=weakness.line[-1])}"


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
    heads = ("", "player", "total", "as X", "as O")
    rows = [
        (str(s.rank), s.player, f"{float(s.total):.3f}", f"{float(s.as_x):.3f}", f"{float(s.as_o):.3f}")
        for s in contest.ranking()
    ]
    table(f"Sums of exact scores (win 1, draw 0, loss -1) on {contest.board}", heads, rows, words=2)
    click.echo("--json gives every single match as exact fractions.")


@click.command(short_help="The page of who is really unbeatable.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="Write here, not to stdout.")
def results(output: Path | None) -> None:
    """Computes docs/results.md: who is unbeatable, as X and as O, the losing lines, and the exact table."""
    if output is None:
        click.echo(results_page(), nl=False)
    else:
        write_results(output)
        click.echo(f"wrote {output}", err=True)
