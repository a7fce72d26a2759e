"""The working of the decision table: its rows, the intersection table, forks, remaining cells.

The columns follow the document (Unbeatable Tic Tac Toe; founding document 004).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from noughts.explain.board_text import compact_text
from noughts.explain.text_table import indent, paragraphs, text_table
from noughts.explain.words import cells_words, line_words, listing
from noughts.explain.working_steps import steps_text
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.players.evidence import DecisionTable, Fork, Row
from noughts.players.player import Decision

_WIDEST = 16
"""The most lines whose intersection table is still readable."""


def table_working(decision: Decision, table: DecisionTable) -> str:
    """Everything on one page, in the order in which it is worked out."""
    return paragraphs(
        [
            compact_text(decision.position),
            f"Decision table (X counts 3, O counts 5)\n{indent(decision_table_text(decision, table))}",
            f"{_intersection_title(table)}\n{indent(intersection_text(decision, table))}",
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


def _intersection_title(table: DecisionTable) -> str:
    some = " (of the lines that win next or in two)" if len(table.rows) > _WIDEST else ""
    return f"Intersection table{some}"


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
