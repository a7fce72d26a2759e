"""Players that go by steps, numbered rules or the decisions of a decision table, and all that the table holds.

The words are the player's own and come with the evidence; here they are only filled in. The columns of the table follow
the document (Unbeatable Tic Tac Toe; founding document 004).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from noughts.explain.board_text import compact_text
from noughts.explain.places import SentenceSubject, fill_first
from noughts.explain.text_table import beside, indent, paragraphs, text_table
from noughts.explain.words import cells_words, line_words, lines_words, listing
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.players.evidence import DecisionTable, Fork, Row, Rule
from noughts.players.player import Decision
from noughts.players.step import PlayerStep

_WIDEST = 16
"""The most lines whose intersection table is still readable."""


def rule_sentence(decision: Decision, rule: Rule, cell: Cell | None) -> str:
    """Why a numbered rule moves to the cell, or among several cells."""
    move = SentenceSubject(decision, cell, (rule.line,) if rule.line else ())
    return _step_sentence(rule.fired_step, move, f"rule {rule.step}")


def table_sentence(decision: Decision, table: DecisionTable, cell: Cell | None) -> str:
    """Why the decision table moves to the cell, or among several cells."""
    lines = {row.name: row.line for row in table.rows}
    move = SentenceSubject(decision, cell, [lines[name] for name in table.lines if name in lines], table)
    return _step_sentence(table.fired_step, move, "decision")


def _step_sentence(step: PlayerStep, move: SentenceSubject, what: str) -> str:
    """In the player's words; where it has none for this move, by the name and the meaning of what fired."""
    text = fill_first(step.sentences, move)
    if text is not None:
        return text
    along = f" along {lines_words(move.board, move.lines)}" if move.lines else ""
    if step.meaning:
        return f"Plays {move.names}{along} by {what}, {step.name}: {step.meaning.removesuffix('.')}."
    return f"Plays {move.names}{along}: {what} ({step.name}) applies."


def rule_working(decision: Decision, rule: Rule, _: Cell | None) -> str:
    """The steps in the order they are tried beside the board, and the line that fired one of them."""
    board = decision.position.board
    line = ""
    if rule.line is not None:
        cells = ", ".join(board.cell_names(rule.line))
        line = f"The line that fired it: {line_words(board, rule.line)} ({cells})."
    return paragraphs([beside(compact_text(decision.position), steps_text(rule)), line])


def steps_text(evidence: Rule | DecisionTable) -> str:
    """Each step in a line, with its meaning, an arrow at the one that fired; a number that comes again is left out."""
    steps, fired = evidence.all_steps, evidence.fired_step
    numbers = ["", *(str(step.number) for step in steps)]
    shown = ["" if number == before else f"{number}." for before, number in pairwise(numbers)]
    width = max(map(len, shown))
    return "\n".join(
        f"{'->' if step == fired else '  '} {number:>{width}} {': '.join(filter(None, (step.name, step.meaning)))}"
        for step, number in zip(steps, shown, strict=True)
    )


def table_working(decision: Decision, table: DecisionTable, _: Cell | None) -> str:
    """Everything on one page, in the order in which it is worked out."""
    some = " (of the lines that win next or in two)" if len(table.rows) > _WIDEST else ""
    return paragraphs(
        [
            compact_text(decision.position),
            f"Decision table (X counts 3, O counts 5)\n{indent(decision_table_text(decision, table))}",
            f"Intersection table{some}\n{indent(intersection_text(decision, table))}",
            _forks_text(decision, table),
            f"Remaining cells: {cells_words(decision.position.board, table.remaining, limit=400)}",
            _fired_text(decision, table),
        ]
    )


def decision_table_text(decision: Decision, table: DecisionTable) -> str:
    """One row a line: marks, sum, clear, blocked, filled, then X and O for each of the three states."""
    board = decision.position.board
    heads = ["line", "marks", "|", "total", "clear", "blocked", "filled", "|", "win next", "|", "win in two"]
    below = ["", "", "|", "", "", "", "", "|", "X O", "|", "X O", "|", "", "|", "X O"]
    rows = [[*heads, "|", "cells", "|", "fork"], below]
    rows += [_row_texts(board, row) for row in table.rows]
    return text_table(rows, "<<<>>>><><><<<>")


def intersection_text(decision: Decision, table: DecisionTable) -> str:
    """The cells that any two lines share; of many lines, only those that win next or in two."""
    board, rows = decision.position.board, list(table.rows)
    if len(rows) > _WIDEST:
        rows = [row for row in rows if row.win_next or row.win_in_two]
    if not rows:
        return "no line of the table has marks of one side only"
    if len(rows) > _WIDEST:
        return f"{len(rows)} lines: too many to show"
    body = [[a.name, *(_shared(board, a, b) for b in rows)] for a in rows]
    return text_table([["", *(row.name for row in rows)], *body], "<")


def _row_texts(board: Board, row: Row) -> list[str]:
    flags = [str(int(flag)) for flag in (row.clear, row.blocked, row.filled)]
    marks = " ".join(str(mark) for mark in row.marks)
    cells = " ".join(board.cell_names(row.line))
    next_, in_two = (_sides([side] if side else []) for side in (row.win_next, row.win_in_two))
    states = [str(row.total), *flags, "|", next_, "|", in_two]
    return [row.name, marks, "|", *states, "|", cells, "|", _sides(row.forks)]


def _sides(sides: Iterable[Mark]) -> str:
    """A 1 under X and under O for the sides that are meant."""
    given = tuple(sides)
    return " ".join(str(int(side in given)) for side in Mark)


def _shared(board: Board, one: Row, other: Row) -> str:
    if one is other:
        return "-"
    return "+".join(board.cell_name(cell) for cell in one.line if cell in other.line) or "."


def _forks_text(decision: Decision, table: DecisionTable) -> str:
    opponent = decision.position.to_move.other
    parts = [_forks_of(decision.position.board, side, table.forks) for side in Mark]
    if table.popularity:
        order = sorted(table.popularity.items(), key=lambda item: -item[1])
        counts = listing([f"{name} {count}" for name, count in order])
        parts.append(f"Potential forks that each line of {opponent} is in: {counts}")
    return "\n".join(parts)


def _forks_of(board: Board, side: Mark, forks: Sequence[Fork]) -> str:
    own = [fork for fork in forks if fork.side is side]
    if not own:
        return f"Potential forks of {side}: none"
    each = "; ".join(f"{fork.rows[0]} and {fork.rows[1]} at {board.cell_name(fork.cell)}" for fork in own)
    return f"Potential forks of {side}: {each}"


def _fired_text(decision: Decision, table: DecisionTable) -> str:
    """The decisions in order, an arrow at the one that fired, and the lines that gave the move."""
    rows = {row.name: row.line for row in table.rows}
    board = decision.position.board
    through = [f"{name} ({line_words(board, rows[name])})" for name in table.lines]
    gave = [f"Through {listing(through)}."] if through else []
    return "\n".join(["Decisions", steps_text(table), *gave])
