"""What a position and its moves are worth, as text: the board with a value in every cell, and what is seen."""

from __future__ import annotations

from noughts.explain.board_text import fitting_text, value_overlay
from noughts.explain.search_words import moves_words
from noughts.explain.text_table import paragraphs
from noughts.explain.words import plural, value_words
from noughts.game.board import Board
from noughts.solver.analysis import Analysis

ESTIMATES = "W wins, L loses in so many plies, D draws: proved. ~62 is an estimate, 62 in 100, and no value."


def analysis_text(analysis: Analysis) -> str:
    """Who does what, the board with the values of the moves, the best of them; of the engine also what it sees."""
    position = analysis.position
    board = position.board
    drawn = fitting_text(position, value_overlay(analysis.moves))
    words = f"{position.to_move}, to move, {value_words(analysis.value)}."
    best = f"best: {', '.join(board.cell_names(analysis.best))}" if analysis.best else ""
    seen = _engine_report(analysis, board) if analysis.nodes else ""
    return paragraphs([words, drawn, best, seen])


def standing_words(analysis: Analysis) -> str:
    """How an analysis stands, in one line: how deep, for how much, and the best play."""
    deep = f"{plural(analysis.depth, 'ply', 'plies')} deep, {plural(analysis.nodes, 'position')}"
    return f"{deep}: {value_words(analysis.value)}; {moves_words(analysis.position.board, analysis.line)}"


def _engine_report(analysis: Analysis, board: Board) -> str:
    """What the letters mean, the best play, the threats, and how much was looked at."""
    other = analysis.position.to_move.other
    lines = [ESTIMATES, f"Best play seen: {moves_words(board, analysis.line)}."]
    if analysis.threat:
        lines.append(f"Winning threats: {moves_words(board, analysis.threat)}.")
    if analysis.danger:
        lines.append(f"If nothing is done {other} wins by fours: {moves_words(board, analysis.danger)}.")
    depth = f", {plural(analysis.depth, 'ply', 'plies')} deep" if analysis.depth else ""
    return "\n".join([*lines, f"Searched: {plural(analysis.nodes, 'position')}{depth}."])
