"""One plain sentence: why a player moves there, how a game ended, where it was given away.

Nothing is said that the decision does not show: its position, its probabilities and its evidence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from noughts.errors import PlayerError, expect
from noughts.explain import sentence_ratings as ratings
from noughts.explain import sentence_rules as rules
from noughts.explain.patterns import completing, forking
from noughts.explain.sentence_engine import engine_sentence
from noughts.explain.sentence_learning import box_sentence, learned_sentence
from noughts.explain.sentence_level import level_sentence
from noughts.explain.sentence_mcts import mcts_sentence
from noughts.explain.words import (
    any_of,
    cells_words,
    lines_words,
    number_words,
    plural,
    share_words,
)
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark, Outcome
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.players.evidence import (
    Box,
    DecisionTable,
    EngineEvidence,
    Learned,
    LevelEvidence,
    MctsEvidence,
    ProgramEvidence,
    Ratings,
    Rule,
    Uniform,
    Values,
    Weights,
)
from noughts.players.player import Decision
from noughts.solver.analysis import Mistake
from noughts.solver.value import Result, Value


def sentence(decision: Decision, cell: int | str | None = None) -> str:
    """Why the player moves to ``cell``, by name or index; without a cell, what it does where it may choose.

    Raises PlayerError for a cell that the player never chooses in this position.
    """
    expect(decision, Decision, "a decision")
    place = None if cell is None else decision.position.board.place(cell)
    if place is None and len(decision.moves) == 1:
        (place,) = decision.moves
    if place is not None:
        _check(decision, place)
    of_kind = _SENTENCES.get(type(decision.evidence))
    return of_kind(decision, decision.evidence, place) if of_kind else _generic_sentence(decision, place)


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
        completes, doubles = completing(position, mark), forking(position, mark)
        told += [f"{mark} would complete a line at {_places(position, completes)}."] if completes else []
        told += [f"{mark} would threaten two lines at {_places(position, doubles)}."] if doubles else []
    return " ".join(told) or "Neither side threatens anything."


def _places(position: Position, cells: Sequence[Cell]) -> str:
    return cells_words(position.board, cells, "or")


def mistake_sentence(mistake: Mistake) -> str:
    """What a move gave away, and what would have been better.

    Like ``c3 gives away the draw: O wins in 2 plies; b1 would have held it.``

    Plies are counted from the position before the move, as in the values of its moves.
    """
    board, mover = mistake.position.board, mistake.position.to_move
    before, after = mistake.before, mistake.after
    name, better = board.cell_name(mistake.cell), cells_words(board, mistake.best, "or", limit=4)
    now = f"{mover.other} {_wins(after)}" if after.result is Result.LOSS else "it is now a draw"
    if before.result is None:
        other = f"; the engine would have played {better}" if better else ""
        return f"{name} lets {mover.other} win: {now}, and nothing was proved before it{other}."
    if after.result is None:
        return f"{name} passes over a win: {better} {_wins(before)}, and what {name} leads to is not proved."
    turned = before.result is Result.WIN and after.result is Result.LOSS
    what = "turns a win into a loss" if turned else f"gives away the {before.result}"
    won = before.result is Result.WIN
    instead = f"would have won{_in_plies(before)}" if won else "would have held it"
    return f"{name} {what}: {now}; {better} {instead}."


def _wins(worth: Value) -> str:
    return f"wins{_in_plies(worth)}"


def _in_plies(worth: Value) -> str:
    return "" if worth.plies is None else f" in {plural(worth.plies, 'ply', 'plies')}"


def _check(decision: Decision, cell: Cell) -> None:
    if cell not in decision.moves:
        board = decision.position.board
        name = repr(board.cell_name(cell) if cell in board.cells else cell)
        raise PlayerError(f"{decision.player} never plays {name} in {str(decision.position)!r}")


def _program_sentence(decision: Decision, program: ProgramEvidence) -> str:
    answer = cells_words(decision.position.board, tuple(decision.moves))
    return f"The program answers {answer}, after {program.seconds:.1f} s."


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


_Sentence = Callable[[Decision, Any, Cell | None], str]

_SENTENCES: dict[type, _Sentence] = {
    Rule: rules.rule_sentence,
    DecisionTable: rules.table_sentence,
    Weights: ratings.weights_sentence,
    Ratings: ratings.ratings_sentence,
    Values: ratings.values_sentence,
    EngineEvidence: lambda decision, engine, _: engine_sentence(decision, engine, next(iter(decision.moves))),
    Box: box_sentence,
    Learned: learned_sentence,
    LevelEvidence: lambda decision, level, cell: level_sentence(decision, level, cell, sentence),
    MctsEvidence: lambda decision, mcts, _: mcts_sentence(decision, mcts),
    ProgramEvidence: lambda decision, program, _: _program_sentence(decision, program),
    Uniform: lambda decision, _, cell: _uniform_sentence(decision, cell),
}
"""Who tells which kind of evidence; of others, other people's, it is told what is played."""
