"""Results of contests, questions and proofs as the texts that the command line prints."""

from __future__ import annotations

from noughts.contests.exploit import Exploit, Weakness
from noughts.contests.match import MatchResult
from noughts.contests.sampled import Estimate, SampledResult
from noughts.explain.board_text import board_text
from noughts.explain.explain import sentence, working
from noughts.explain.proofs import any_length_text
from noughts.explain.render_text import paragraphs
from noughts.explain.say import percent, plural, share_words
from noughts.explain.sentences import outcome_sentence
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.player import Decision
from noughts.records.game import Game
from noughts.solver.search.verdict import Shortest, Verdict


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


def verdict_text(verdict: Verdict) -> str:
    """The value of a position as far as it is proved, or whether a block of a strip is held."""
    position = verdict.position
    board, work = position.board, f"{verdict.nodes:,} nodes, {verdict.seconds:.2f} s"
    if board.is_strip:
        held = verdict.value is not None
        what = f"{board}: {'' if held else 'not '}held ({work}). {any_length_text(board, held)}"
        return what + _place_of_proof(verdict)
    plies = "" if verdict.plies is None or verdict.value == 0 else f" in {verdict.plies} plies"
    what = f"{board}, {_place(position)}: {verdict.word}{plies} for {position.to_move}, to move"
    return f"{what} ({work}).{_place_of_proof(verdict)}"


def shortest_text(shortest: Shortest) -> str:
    """In how many plies the side to move wins, or the bounds."""
    position, least, most = shortest.position, shortest.plies_at_least, shortest.plies_at_most
    side, fewer = (
        position.to_move,
        f", and not in {(shortest.plies or 0) - 2}" if (shortest.plies or 0) > 1 else "",
    )
    if shortest.plies is not None:
        what = f"{side}, to move, wins in {plural(shortest.plies, 'ply', 'plies')}{fewer}"
    elif shortest.wins is False:
        what = f"{side}, to move, does not win"
    elif most is not None:
        what = f"{side}, to move, wins in at least {least} and at most {plural(most, 'ply', 'plies')}"
    else:
        what = (
            f"unknown whether {side}, to move, wins; if so in at least {plural(least or 1, 'ply', 'plies')}"
        )
    work = f"{shortest.nodes:,} nodes, {shortest.seconds:.2f} s"
    is_exact = shortest.plies is not None or shortest.wins is False
    proof = (
        "proof" if is_exact else f"proof that it takes more than {plural((least or 1) - 2, 'ply', 'plies')}"
    )
    return f"{position.board}, {_place(position)}: {what} ({work}).{_place_of_proof(shortest, proof)}"


def _place(position: Position) -> str:
    return "the empty board" if position.ply == 0 else position.rows_text


def _place_of_proof(proved: Verdict | Shortest, proof: str = "proof") -> str:
    """Where the proof is, on a line of its own."""
    file = proved.certificate
    return f"\nThe {proof} is in {file}: noughts verify {file}" if file else ""
