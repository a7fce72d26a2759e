"""The working of a player that goes by steps: all of them in order, and which one fired."""

from __future__ import annotations

from itertools import pairwise

from noughts.explain.board_text import compact_text
from noughts.explain.text_table import beside, paragraphs
from noughts.explain.words import line_words
from noughts.players.evidence import DecisionTable, Rule
from noughts.players.player import Decision
from noughts.players.step import PlayerStep


def rule_working(decision: Decision, rule: Rule) -> str:
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
        f"{'->' if step == fired else '  '} {number:>{width}} {_named(step)}"
        for step, number in zip(steps, shown, strict=True)
    )


def _named(step: PlayerStep) -> str:
    return f"{step.name}: {step.meaning}" if step.meaning else step.name
