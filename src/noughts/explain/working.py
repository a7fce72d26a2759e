"""The full working behind a decision, as text: what the player saw, step by step, and how it chose."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from noughts.errors import expect
from noughts.explain.board_text import board_text, compact_text, value_overlay
from noughts.explain.jsonable import plain
from noughts.explain.text_table import beside, indent, paragraphs, text_table
from noughts.explain.words import cells_words, percent, plural, result_verb
from noughts.explain.working_engine import engine_working
from noughts.explain.working_learning import box_working, learned_working
from noughts.explain.working_level import level_working
from noughts.explain.working_mcts import mcts_working
from noughts.explain.working_steps import rule_working
from noughts.explain.working_table import table_working
from noughts.explain.working_weights import weights_working
from noughts.game.board import Cell
from noughts.players.evidence import (
    Box,
    DecisionTable,
    EngineEvidence,
    Evidence,
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
from noughts.players.player import Decision, followed


def working(decision: Decision, cell: int | str | None = None) -> str:
    """Everything the player saw and what came of it, in paragraphs: evidence, then probabilities.

    ``cell`` chooses one cell whose weight is broken down. Who plays, and the sentence, are not repeated.
    """
    board = expect(decision, Decision, "a decision").position.board
    place = None if cell is None else board.place(cell)
    to_move = f"{decision.position.to_move} to move."
    return paragraphs([to_move, _evidence(decision, place), chances(decision)])


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


def _evidence(decision: Decision, cell: Cell | None) -> str:
    shown = _SHOWN.get(type(decision.evidence))
    return shown(decision, decision.evidence, cell) if shown else _any_working(decision, decision.evidence)


def _level_working(decision: Decision, level: LevelEvidence, _: Cell | None) -> str:
    """What it may overlook, then the working of whom it follows."""
    text = level_working(decision, level)
    if level.thought is None:
        return text
    head = f"Overlooking nothing it does as {level.thought.player}:"
    return paragraphs([text, head, _evidence(followed(decision, level.thought), None)])


def _program_working(decision: Decision, program: ProgramEvidence, _: Cell | None) -> str:
    heard = ["It said meanwhile:", *program.said] if program.said else ["It said nothing else."]
    return paragraphs([compact_text(decision.position), "\n  ".join(heard)])


def _ratings_working(decision: Decision, ratings: Ratings) -> str:
    """Both ratings of every move, how many each step kept, and the size of the tree."""
    board, second = decision.position.board, bool(ratings.second)
    heads = ["move", "first", "second", "kept", "probability"]
    rows = [heads if second else [h for h in heads if h != "second"]]
    for cell, rating in ratings.first.items():
        stages = (cell in ratings.kept_first) + (cell in ratings.kept_second)
        again = [str(ratings.second.get(cell, ""))] if second else []
        share = str(decision.moves.get(cell, ""))
        rows.append([board.cell_name(cell), _signed(rating), *again, "*" * stages, share])
    table = beside(compact_text(decision.position), text_table(rows, "<>" + ">" * second + "<<"))
    return paragraphs([table, "\n".join(_steps_of_rating(decision, ratings))])


def _steps_of_rating(decision: Decision, ratings: Ratings) -> list[str]:
    """What each rating means, in the player's words, and how many moves it kept."""
    number, first = len(ratings.first), ratings.kept_first
    steps = [
        _headed("First rating", ratings.meanings.get("first")),
        f"  It keeps {len(first)} of {plural(number, 'move')} (*): "
        f"{'each' if len(first) > 1 else 'it'} {result_verb(ratings.first[first[0]])}.",
    ]
    if ratings.second:
        again, best = len(ratings.kept_second), max(ratings.second.values())
        steps.append(_headed("Second rating", ratings.meanings.get("second")))
        steps.append(f"  It keeps {again} of {plural(len(first), 'move')} (**), rated {best}.")
    if ratings.nodes:
        tree = f"{plural(ratings.nodes, 'node')}, {plural(ratings.games, 'complete game')}"
        steps.append(f"Size of the tree searched: {tree}.")
    return steps


def _headed(head: str, meaning: str | None) -> str:
    return f"{head}: {meaning}." if meaning else f"{head}."


def _values_working(decision: Decision, values: Values) -> str:
    board = decision.position.board
    rows = [["move", "value", "plies", "probability"]]
    for cell, value in values.values.items():
        share = decision.moves.get(cell)
        rows.append([board.cell_name(cell), str(value.result), str(value.plies), str(share or "")])
    table = text_table(rows, "<<><")
    drawn = board_text(decision.position, value_overlay(values.values))
    legend = "W wins, D draws, L loses, in so many plies with best play; a draw fills the board."
    return paragraphs([beside(drawn, table), legend])


def _any_working(decision: Decision, evidence: Evidence) -> str:
    """Evidence of other people's players, field by field."""
    fields = plain(evidence, decision.position.board)
    kind = fields.pop("kind")
    listed = "\n".join(f"{name}: {value}" for name, value in fields.items())
    head = f"Evidence of the kind {kind}{':' if listed else '.'}"
    return paragraphs([compact_text(decision.position), f"{head}\n{indent(listed)}" if listed else head])


def _signed(rating: int) -> str:
    return f"{rating:+d}" if rating else "0"


_Shown = Callable[[Decision, Any, Cell | None], str]

_SHOWN: dict[type, _Shown] = {
    Rule: lambda decision, rule, _: rule_working(decision, rule),
    DecisionTable: lambda decision, table, _: table_working(decision, table),
    Weights: weights_working,
    Ratings: lambda decision, ratings, _: _ratings_working(decision, ratings),
    Values: lambda decision, values, _: _values_working(decision, values),
    EngineEvidence: lambda decision, engine, _: engine_working(decision, engine),
    Box: lambda decision, box, _: box_working(decision, box),
    Learned: lambda decision, learned, _: learned_working(decision, learned),
    LevelEvidence: _level_working,
    MctsEvidence: lambda decision, mcts, _: mcts_working(decision, mcts),
    ProgramEvidence: _program_working,
    Uniform: lambda decision, *_: f"{compact_text(decision.position)}\n\nNothing was looked at.",
}
"""Who shows which kind of evidence; others are shown as they came."""
