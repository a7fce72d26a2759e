"""Plain sentences: how a game ended, what is threatened, what a move gave away, which move is recommended and why."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.explain import say
from noughts.explain.blocks import Text
from noughts.explain.say import cells_words, lines_words, number_words, some_of
from noughts.game.board import Board
from noughts.game.outcome import Mark, Outcome
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.game.threats import completing, forking
from noughts.solver.analysis import Analysis, Mistake, Pitfall
from noughts.solver.value import Result, Value


def outcome_sentence(outcome: Outcome, board: Board) -> str:
    """How the game ended: along which lines, or that it is a draw, or who lost by the board's rule."""
    if outcome.winner is None:
        return "A draw: the board is full."
    if not outcome.lines:
        return f"{outcome.winner} wins: {outcome.winner.other} cannot move."
    if board.rule is GameRule.MISERE:
        return f"{outcome.winner} wins: {outcome.winner.other} has completed {lines_words(board, outcome.lines)}."
    return f"{outcome.winner} wins along {lines_words(board, outcome.lines)}."


def threats_sentence(position: Position) -> str:
    """Where each side would complete a line, and where it would threaten to complete two."""
    told = []
    for mark in Mark:
        cells = (find(position, mark) for find in (completing, forking))
        at, twice = (cells_words(position.board, some, "or") for some in cells)
        told += [f"{mark} would complete a line at {at}."] if at else []
        told += [f"{mark} would threaten two lines at {twice}."] if twice else []
    return " ".join(told) or "Neither side threatens anything."


def mistake_sentence(mistake: Mistake) -> Text:
    """What a move gave away, and what would have been better.

    Like ``c3 gives away the draw: O can win in 2 plies; b1 would have held it.``

    Plies are counted from the position before the move, as in the values of its moves.
    """
    board, mover = mistake.position.board, mistake.position.to_move
    before, after = mistake.before, mistake.after
    name, better = say.cell(board, mistake.cell), say.cells(board, mistake.best, "or", limit=4)
    now = f"{mover.other} can win{_in_plies(after)}" if after.result is Result.LOSS else "it is now a draw"
    if before.result is None:
        other = f"; the engine would have played {better}" if better else ""
        return f"{name} lets {mover.other} win: {now}, and nothing was proved before it{other}."
    if after.result is None:
        passed = f"{name} passes over a win: {better} would have won{_in_plies(before)}"
        return f"{passed}, and what {name} leads to is not proved."
    turned = before.result is Result.WIN and after.result is Result.LOSS
    what = "turns a win into a loss" if turned else f"gives away the {before.result}"
    won = before.result is Result.WIN
    instead = f"would have won{_in_plies(before)}" if won else "would have held it"
    return f"{name} {what}: {now}; {better} {instead}."


def _in_plies(worth: Value) -> Text:
    return "" if worth.plies is None else f" in {say.plies(worth.plies)}"


def hint_sentence(analysis: Analysis, ranked: Sequence[Pitfall]) -> Text:
    """Like ``All seven moves draw; after b1 the other side errs most easily``, with how many replies are wrong.

    ``ranked`` are the best moves, the one first that is recommended.
    """
    first, best, moves = ranked[0], len(ranked), len(analysis.moves)
    name, worth = say.cell(analysis.position.board, first.cell), say.value(analysis.value)
    if best == 1:
        return f"{name} {worth}: {'no other move is as good' if moves > 1 else 'it is the only cell left'}."
    many = worth.replace("wins", "win").replace("draws", "draw").replace("loses", "lose")
    told = f"{some_of(best, moves).capitalize()} moves {many}"
    if first.share == ranked[-1].share:
        return f"{told}, and after each of them the other side errs as easily: {name} comes first."
    wrong = f"{number_words(first.wrong)} of {number_words(first.replies)} replies give something away"
    return f"{told}; after {name} the other side errs most easily: {wrong}."
