"""The working of a level: the threats that it may overlook, and what it plays by what it sees."""

from __future__ import annotations

from noughts.explain.board_text import compact_text
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import cells_words, line_words, listing, plural, share_words
from noughts.game.board import Board
from noughts.players.evidence import LevelEvidence
from noughts.players.player import Decision

_FEW = 8
"""How many threats are listed."""


def level_working(decision: Decision, level: LevelEvidence) -> str:
    """The board beside what it plays for all that it may overlook, and the other side's threats."""
    board = decision.position.board
    rows = [["overlooking", "chance", "plays"]]
    for sight in level.sights:
        missed = listing([kind.value for kind in sight.overlooked]) or "nothing"
        missed += ", lacking two" if sight.sees_last else ""
        rows.append([missed, share_words(sight.chance), cells_words(board, sight.cells, "or", limit=4)])
    drawn = beside(compact_text(decision.position), text_table(rows, "<<<"))
    return paragraphs([drawn, _threats(board, level)])


def _threats(board: Board, level: LevelEvidence) -> str:
    if not level.threats:
        return "There is no threat to overlook."
    nearest = sorted(level.threats, key=lambda threat: threat.lacks)[:_FEW]
    lines = [
        f"  {line_words(board, threat.line)} ({threat.line_kind.value}) lacks {threat.lacks}"
        for threat in nearest
    ]
    left = len(level.threats) - len(nearest)
    more = [f"  and {plural(left, 'other')}"] if left else []
    return "\n".join(["What threatens, and may be overlooked:", *lines, *more])
