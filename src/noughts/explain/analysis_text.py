"""Analyses, and searches that are still running, as plain text."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.explain import say
from noughts.explain.blocks import bare
from noughts.explain.board_text import fitting_text, value_overlay
from noughts.explain.render_text import paragraphs
from noughts.explain.say import plural, score_words, value_words
from noughts.game.board import Board, Cell
from noughts.players.evidence import EngineEvidence, LevelEvidence
from noughts.players.player import Decision
from noughts.solver.analysis import Analysis

ESTIMATES = "W wins, L loses in so many plies, D draws: proved. ~62 is an estimate, 62 in 100, and no value."
"""Meaning of the letters on the board of an analysis."""


def analysis_text(analysis: Analysis) -> str:
    """Return the value in words, the board with the values of the moves, the best moves, and the engine's report."""
    position = analysis.position
    board = position.board
    drawn = fitting_text(position, value_overlay(analysis.moves))
    words = f"{position.to_move}, to move, {value_words(analysis.value)}."
    best = f"best: {', '.join(board.cell_names(analysis.best))}" if analysis.best else ""
    report = _engine_report(analysis, board) if analysis.nodes else ""
    return paragraphs([words, drawn, best, report])


def standing_words(analysis: Analysis) -> str:
    """Return a running analysis in one line: its depth, its size, the value and the best play."""
    line = _moves(analysis.position.board, analysis.line)
    return f"{_depth_words(analysis)}: {value_words(analysis.value)}; {line}"


def thinking_words(decision: Decision) -> str:
    """Return the decision of a running search in one line: its depth, its size, the value and the best play."""
    evidence = decision.evidence
    if isinstance(evidence, LevelEvidence) and evidence.thought:
        evidence = evidence.thought.evidence
    board = decision.position.board
    if not isinstance(evidence, EngineEvidence):
        return f"{decision.player} plays {_moves(board, tuple(decision.moves))}"
    worth = value_words(evidence.value) if evidence.value else score_words(evidence.score)
    return f"{decision.player} thinks: {_depth_words(evidence)}: {worth}; {_moves(board, evidence.pv)}"


def _moves(board: Board, cells: Sequence[Cell]) -> str:
    return " ".join(board.cell_names(cells))


def _depth_words(search: EngineEvidence | Analysis) -> str:
    return f"{plural(search.depth, 'ply', 'plies')} deep, {plural(search.nodes, 'position')}"


def _engine_report(analysis: Analysis, board: Board) -> str:
    """Return what the letters mean, the best play, the threats, and the size of the search."""
    other = analysis.position.to_move.other
    lines = [ESTIMATES, f"Best play seen: {_moves(board, analysis.line)}."]
    if analysis.threat:
        lines.append(f"Winning threats: {_moves(board, analysis.threat)}.")
    if analysis.danger:
        lines.append(f"If nothing is done {other} wins by fours: {_moves(board, analysis.danger)}.")
    return "\n".join([*lines, f"Searched: {bare(say.effort(analysis.nodes, analysis.depth))}."])
