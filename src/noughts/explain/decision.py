"""A decision in words: why a player moves there, in one plain sentence, and the full working behind it.

Nothing is said that the decision does not show: its position, its probabilities and its evidence.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from noughts.errors import PlayerError, expect
from noughts.explain import learning_words, level_words, rating_words, search_words, step_words, weight_words
from noughts.explain.board_text import compact_text
from noughts.explain.jsonable import plain
from noughts.explain.text_table import indent, paragraphs
from noughts.explain.words import any_of, cells_words, number_words, percent, share_words
from noughts.game.board import Cell
from noughts.players import evidence as kinds
from noughts.players.player import Decision, Evidence


def sentence(decision: Decision, cell: int | str | None = None) -> str:
    """Why the player moves to ``cell``, by name or index; without a cell, what it does where it may choose.

    Raises PlayerError for a cell that the player never chooses in this position.
    """
    board = expect(decision, Decision, "a decision").position.board
    place = None if cell is None else board.place(cell)
    if place is None and len(decision.moves) == 1:
        (place,) = decision.moves
    if place is not None and place not in decision.moves:
        name = repr(board.cell_name(place) if place in board.cells else place)
        raise PlayerError(f"{decision.player} never plays {name} in {str(decision.position)!r}")
    return _words_of(decision)[0](decision, decision.evidence, place)


def working(decision: Decision, cell: int | str | None = None) -> str:
    """Everything the player saw and what came of it, in paragraphs: evidence, then probabilities.

    ``cell`` chooses one cell whose weight is broken down. Who plays, and the sentence, are not repeated.
    """
    board = expect(decision, Decision, "a decision").position.board
    place = None if cell is None else board.place(cell)
    to_move = f"{decision.position.to_move} to move."
    return paragraphs([to_move, _evidence_working(decision, place), chances(decision)])


def chances(decision: Decision) -> str:
    """The probability of every move that is played, exactly and as a percentage; equal ones together."""
    cells: dict[Fraction, list[Cell]] = {}
    for cell, share in decision.moves.items():
        cells.setdefault(share, []).append(cell)
    parts = (_chance(decision, share, alike) for share, alike in cells.items())
    return f"Probability: {'; '.join(parts)}."


def _chance(decision: Decision, share: Fraction, cells: list[Cell]) -> str:
    board = decision.position.board
    exactly = "1" if share == 1 else f"{share} ({percent(share)})"
    each = " each" if len(cells) > 1 else ""
    return f"{exactly}{each} for {cells_words(board, cells, limit=board.size)}"


def _evidence_working(decision: Decision, cell: Cell | None = None) -> str:
    return _words_of(decision)[1](decision, decision.evidence, cell)


def _uniform_sentence(decision: Decision, uniform: kinds.Uniform, cell: Cell | None) -> str:
    """At random among the free cells; of a player that looks at nothing but leaves some out, no more is said."""
    position, number = decision.position, len(decision.moves)
    if number < len(position.empty) or len(set(decision.moves.values())) > 1:
        return _any_sentence(decision, uniform, cell)
    if cell is None:
        share = share_words(next(iter(decision.moves.values())))
        return f"Picks {any_of(number)} free cells at random, each with probability {share}."
    name = position.board.cell_name(cell)
    if number == 1:
        return f"Plays {name}, the only free cell."
    return f"Picks {name} at random, one of {number_words(number)} free cells."


def _program_sentence(decision: Decision, program: kinds.ProgramEvidence, _: Cell | None) -> str:
    answer = cells_words(decision.position.board, tuple(decision.moves))
    return f"The program answers {answer}, after {program.seconds:.1f} s."


def _program_working(decision: Decision, program: kinds.ProgramEvidence, _: Cell | None) -> str:
    heard = ["It said meanwhile:", *program.said] if program.said else ["It said nothing else."]
    return paragraphs([compact_text(decision.position), "\n  ".join(heard)])


def _any_sentence(decision: Decision, evidence: Evidence, cell: Cell | None) -> str:
    """For evidence of which no more can be told: only the move, its probability and the kind."""
    board, kind = decision.position.board, evidence.kind
    if cell is None:
        cells = cells_words(board, tuple(decision.moves), "or")
        return f"{decision.player} plays {cells} (evidence: {kind})."
    share = decision.moves[cell]
    chance = "" if share == 1 else f" with probability {share_words(share)}"
    return f"{decision.player} plays {board.cell_name(cell)}{chance} (evidence: {kind})."


def _any_working(decision: Decision, evidence: Evidence, _: Cell | None) -> str:
    """Evidence of other people's players, field by field."""
    fields = plain(evidence, decision.position.board)
    kind = fields.pop("kind")
    listed = "\n".join(f"{name}: {value}" for name, value in fields.items())
    head = f"Evidence of the kind {kind}{':' if listed else '.'}"
    return paragraphs([compact_text(decision.position), f"{head}\n{indent(listed)}" if listed else head])


_Words = Callable[[Decision, Any, Cell | None], str]

_WORDS: dict[type, tuple[_Words, _Words]] = {
    kinds.Uniform: (
        _uniform_sentence,
        lambda decision, *_: paragraphs([compact_text(decision.position), "Nothing was looked at."]),
    ),
    kinds.Ratings: (rating_words.ratings_sentence, rating_words.ratings_working),
    kinds.Values: (rating_words.values_sentence, rating_words.values_working),
    kinds.Weights: (weight_words.weights_sentence, weight_words.weights_working),
    kinds.Rule: (step_words.rule_sentence, step_words.rule_working),
    kinds.DecisionTable: (step_words.table_sentence, step_words.table_working),
    kinds.EngineEvidence: (search_words.engine_sentence, search_words.engine_working),
    kinds.MctsEvidence: (search_words.mcts_sentence, search_words.mcts_working),
    kinds.Box: (learning_words.box_sentence, learning_words.box_working),
    kinds.Learned: (learning_words.learned_sentence, learning_words.learned_working),
    kinds.LevelEvidence: (
        lambda decision, level, cell: level_words.level_sentence(decision, level, cell, sentence),
        lambda decision, level, _: level_words.level_working(decision, level, _evidence_working),
    ),
    kinds.ProgramEvidence: (_program_sentence, _program_working),
}
"""The sentence and the working of each kind of evidence."""


def _words_of(decision: Decision) -> tuple[_Words, _Words]:
    """Those of a decision's evidence; of other people's, what is played, and its fields."""
    return _WORDS.get(type(decision.evidence), (_any_sentence, _any_working))
