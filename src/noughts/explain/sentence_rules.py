"""Sentences for players that go by steps: numbered rules, and the decisions of a decision table.

The words are the player's own and come with the evidence; here they are only filled in.
"""

from __future__ import annotations

from noughts.explain.places import SentenceSubject, fill_first
from noughts.explain.words import lines_words
from noughts.game.board import Cell
from noughts.players.evidence import DecisionTable, Rule
from noughts.players.player import Decision
from noughts.players.step import PlayerStep


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
