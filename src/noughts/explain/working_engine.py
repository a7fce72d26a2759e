"""The working of the engine: its best play on the board, its candidates with their scores, and the threats it found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from noughts.engine.thought import Candidate
from noughts.explain.board_text import compact_text
from noughts.explain.sentence_engine import moves_words
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import estimate_words, plural, value_words
from noughts.game.board import Cell
from noughts.players.evidence import EngineEvidence
from noughts.players.player import Decision

_SHOWN = 12
"""So many candidates are listed; the others are counted."""


def engine_working(decision: Decision, engine: EngineEvidence) -> str:
    """The board with the moves of the best play numbered, beside the candidates; then what was found."""
    numbered: dict[Cell, str] = {}
    for number, cell in enumerate(engine.pv, start=1):
        numbered.setdefault(cell, str(number))
    drawn = compact_text(decision.position, numbered)
    return paragraphs([beside(drawn, _candidates(decision, engine)), "\n".join(_report(decision, engine))])


def _candidates(decision: Decision, engine: EngineEvidence) -> str:
    """The best moves by score; one that was only shown not to be better has at most its score."""
    rows = [["move", "score", "in 100", "proved"]]
    for candidate in _scored_candidates(engine)[:_SHOWN]:
        value = (
            candidate.value if candidate.exact or candidate.score < 0 else None
        )  # at most a win proves nothing
        most = "" if candidate.exact or value else "at most "
        share = "" if value else f"{most}{estimate_words(candidate.score)}"
        proved = value_words(value) if value else ""
        rows.append(
            [decision.position.board.cell_name(candidate.cell), f"{most}{candidate.score:+,}", share, proved]
        )
    left = len(engine.candidates) - _SHOWN
    more = f"and {plural(left, 'other move')}" if left > 0 else ""
    return "\n".join(line for line in (text_table(rows, "<>><"), more) if line)


def _scored_candidates(engine: EngineEvidence) -> tuple[Candidate, ...]:
    """The candidates; the chosen one has the score that the decision goes by, also where a broken search bounds it."""
    first, *others = engine.candidates
    return (first if first.exact else replace(first, score=engine.score, exact=True), *others)


def _report(decision: Decision, engine: EngineEvidence) -> list[str]:
    """The best play, the threats of both sides, how much was looked at, and what a score is."""
    other = decision.position.to_move.other
    depth = f", {plural(engine.depth, 'ply', 'plies')} deep" if engine.depth else ""
    lines: Sequence[tuple[str, Sequence[Cell]]] = (
        ("Best play seen", engine.pv),
        ("Winning threats found", engine.threat),
        (f"The fours by which {other} would win if nothing were done", engine.danger),
    )
    board = decision.position.board
    told = [f"{head}: {moves_words(board, cells)}." for head, cells in lines if cells]
    searched = f"Searched: {plural(engine.nodes, 'position')}{depth}."
    return [*told, searched, "A score is in thousandths of a logit: 0 is even, +1,000 is 73 in 100."]
