"""One plain sentence: why a player moves there, how a game ended, where it was given away.

Nothing is said that the decision does not show: its position, its probabilities and its evidence.
"""

from __future__ import annotations

from noughts.errors import PlayerError
from noughts.explain import sentence_ratings as ratings
from noughts.explain import sentence_rules as rules
from noughts.explain.words import (
    any_of,
    cells_words,
    lines_words,
    number_words,
    plural,
    share_words,
    value_words,
)
from noughts.game.board import Board, Cell
from noughts.game.outcome import Outcome
from noughts.game.rule import GameRule
from noughts.players.evidence import DecisionTable, Ratings, Rule, Uniform, Values, Weights
from noughts.players.player import Decision
from noughts.solver.analysis import Mistake
from noughts.solver.value import Result


def sentence(decision: Decision, cell: Cell | None = None) -> str:
    """Why the player moves to ``cell``; without a cell, what it does where it may choose among several.

    Raises PlayerError for a cell that the player never chooses in this position.
    """
    if cell is None and len(decision.moves) == 1:
        (cell,) = decision.moves
    if cell is not None:
        _check(decision, cell)
    match decision.evidence:
        case Rule() as rule:
            text = rules.rule_sentence(decision, rule, cell)
        case DecisionTable() as table:
            text = rules.table_sentence(decision, table, cell)
        case Weights() as weights:
            text = ratings.weights_sentence(decision, weights, cell)
        case Ratings() as rated:
            text = ratings.ratings_sentence(decision, rated, cell)
        case Values() as values:
            text = ratings.values_sentence(decision, values, cell)
        case Uniform():
            text = _uniform_sentence(decision, cell)
        case _:
            text = _generic_sentence(decision, cell)
    return text


def outcome_sentence(outcome: Outcome, board: Board) -> str:
    """How the game ended: along which lines, or that it is a draw, or who lost by the board's rule."""
    if outcome.winner is None:
        return "A draw: the board is full."
    if not outcome.lines:
        return f"{outcome.winner} wins: {outcome.winner.other} cannot move."
    if board.rule is GameRule.MISERE:
        return f"{outcome.winner} wins: {outcome.winner.other} has completed {lines_words(board, outcome.lines)}."
    return f"{outcome.winner} wins along {lines_words(board, outcome.lines)}."


def mistake_sentence(mistake: Mistake) -> str:
    """What a move gave away, and what would have been better.

    Like ``c3 gives away the draw: O wins in 2 plies; b1 would have held it.``

    Plies are counted from the position before the move, as in the values of its moves.
    """
    board, mover = mistake.position.board, mistake.position.to_move
    lost = mistake.after.result is Result.LOSS
    won = mistake.before.result is Result.WIN
    what = "turns a win into a loss" if won and lost else f"gives away the {mistake.before.result}"
    now = f"{mover.other} {value_words(-mistake.after)}" if lost else "it is now a draw"
    better = cells_words(board, mistake.best, "or", limit=4)
    instead = (
        f"would have won in {plural(mistake.before.plies, 'ply', 'plies')}" if won else "would have held it"
    )
    return f"{board.cell_name(mistake.cell)} {what}: {now}; {better} {instead}."


def _check(decision: Decision, cell: Cell) -> None:
    if cell not in decision.moves:
        board = decision.position.board
        name = repr(board.cell_name(cell) if cell in board.cells else cell)
        raise PlayerError(f"{decision.player} never plays {name} in {str(decision.position)!r}")


def _uniform_sentence(decision: Decision, cell: Cell | None) -> str:
    """At random among the free cells; of a player that looks at nothing but leaves some out, no more is said."""
    position, number = decision.position, len(decision.moves)
    if number < len(position.empty) or len(set(decision.moves.values())) > 1:
        return _generic_sentence(decision, cell)
    if cell is None:
        share = share_words(next(iter(decision.moves.values())))
        return f"Picks {any_of(number)} free cells at random, each with probability {share}."
    name = position.board.cell_name(cell)
    if number == 1:
        return f"Plays {name}, the only free cell."
    return f"Picks {name} at random, one of {number_words(number)} free cells."


def _generic_sentence(decision: Decision, cell: Cell | None) -> str:
    """For evidence of which no more can be told: only the move, its probability and the kind."""
    board, kind = decision.position.board, decision.evidence.kind
    if cell is None:
        cells = cells_words(board, tuple(decision.moves), "or")
        return f"{decision.player} plays {cells} (evidence: {kind})."
    share = decision.moves[cell]
    chance = "" if share == 1 else f" with probability {share_words(share)}"
    return f"{decision.player} plays {board.cell_name(cell)}{chance} (evidence: {kind})."
