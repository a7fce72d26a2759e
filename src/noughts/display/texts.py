"""Results of contests and questions as the texts that the command line prints."""

from __future__ import annotations

from noughts.arena.exploit import Exploit, Weakness
from noughts.arena.interval import Estimate
from noughts.arena.match import MatchResult
from noughts.arena.sampled import SampledResult
from noughts.explain.board_text import board_text
from noughts.explain.decision import sentence, working
from noughts.explain.sentences import outcome_sentence
from noughts.explain.text_table import paragraphs
from noughts.explain.words import percent, plural, share_words
from noughts.game.board import Board
from noughts.players.player import Decision
from noughts.records.game import Game


def decision_text(decision: Decision) -> str:
    """Why the player moves so, and its working."""
    return paragraphs([sentence(decision), working(decision)])


def match_text(result: MatchResult | SampledResult) -> str:
    """The chances of both sides, exact or with their intervals."""
    head = f"{result.x} (X) against {result.o} (O) on {result.board}"
    if isinstance(result, MatchResult):
        shares = [share_words(result.win), share_words(result.draw), share_words(result.loss)]
        foot = f"A game takes {float(result.plies):.2f} plies on average. Exact: computed from all games."
    else:
        shares = [_estimate(result.win), _estimate(result.draw), _estimate(result.loss)]
        foot = f"Sampled: {result.tally.games} games, seed {result.seed}, {result.level:.0%} intervals."
    lines = [f"  {end}  {share}" for end, share in zip(("X wins", "draw  ", "O wins"), shares, strict=True)]
    forfeits = [] if isinstance(result, MatchResult) else forfeit_lines(result)
    return "\n".join([head, *lines, *forfeits, foot])


def forfeit_lines(result: SampledResult) -> list[str]:
    """Why games were lost without a legal move."""
    return [f"  {plural(games, 'game')}: {why}" for why, games in result.forfeits.items()]


def exploit_text(result: Exploit) -> str:
    """What the best opponent makes of a player on each side, and the games it loses."""
    head = f"{result.player} on {result.board}, against the opponent that knows it best:"
    return paragraphs([head, *(_side_text(side, result.board) for side in (result.x, result.o))])


def game_text(game: Game) -> str:
    """The moves, the board as it stands, and how the game ended."""
    board, side = game.start.board, game.start.to_move
    sides = (side, side.other)
    moves = [f"{sides[i % 2]} {board.cell_name(cell)}" for i, cell in enumerate(game.moves)]
    end = outcome_sentence(game.outcome, board) if game.outcome else f"{game.position.to_move} to move."
    last = game.moves[-1] if game.moves else None
    return paragraphs([", ".join(moves), board_text(game.position, last=last), end])


def _estimate(estimate: Estimate) -> str:
    return f"{percent(estimate.share)} (between {estimate.low:.1%} and {estimate.high:.1%})"


def _side_text(weakness: Weakness, board: Board) -> str:
    if weakness.line is None:
        return f"As {weakness.side} it never loses. Its score is at least {weakness.score}."
    moves = " ".join(board.cell_names(weakness.line))
    loses = f"As {weakness.side} it can lose. Its score can be pressed down to {weakness.score}."
    chance = "certain" if weakness.chance == 1 else f"played with probability {share_words(weakness.chance)}"
    game = f"A game it loses, its own moves in it {chance}: {moves}"
    return f"{loses}\n{game}\n\n{board_text(Game(board, weakness.line).position, last=weakness.line[-1])}"
