"""Sentences for the engine: what it proved, what it feared, or else how it thinks the move stands."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.explain.patterns import completed
from noughts.explain.words import estimate_words, lines_words, plural, value_words
from noughts.game.board import Board, Cell
from noughts.players.evidence import EngineEvidence
from noughts.players.player import Decision
from noughts.solver.value import Result


def engine_sentence(decision: Decision, engine: EngineEvidence, cell: Cell) -> str:
    """Why the engine moves there: the win, the loss that it delays, the threat that it meets, or the score."""
    position, value = decision.position, engine.value
    board = position.board
    name, side = board.cell_name(cell), position.to_move
    wins, blocks = completed(position, side, cell), completed(position, side.other, cell)
    if wins:
        return f"Wins at {name}: {side} completes {lines_words(board, wins)}."
    if value and value.result is Result.WIN:
        how = " by threats" if engine.threat else ""
        return f"Plays {name}, which {value_words(value)}{how}: {moves_words(board, engine.pv)}."
    what = f"Blocks {lines_words(board, blocks)} at {name}" if blocks else f"Plays {name}"
    if value and value.result is Result.LOSS:
        return f"{what}, though it {value_words(value)}: no other move was found to last longer."
    if value:
        return f"{what}, which draws: no other move does better."
    return f"{_reason(decision, engine, cell)}: {score_words(engine.score)}, {_searched(engine)}."


def moves_words(board: Board, cells: Sequence[Cell]) -> str:
    """Moves one after another: ``d5 c5 h5``."""
    return " ".join(board.cell_name(cell) for cell in cells)


def score_words(score: int) -> str:
    """What a score says that proves nothing: ``it expects to score about 62 in 100``."""
    return f"it expects to score about {estimate_words(score)} in 100"


def _reason(decision: Decision, engine: EngineEvidence, cell: Cell) -> str:
    """What the move is for, as far as one thing can be named."""
    position = decision.position
    board, name, other = position.board, position.board.cell_name(cell), position.to_move.other
    blocks = completed(position, other, cell)
    if blocks:
        return f"Blocks {lines_words(board, blocks)} at {name}"
    if engine.danger:
        return f"Plays {name} against {other}'s next fours ({moves_words(board, engine.danger)})"
    return f"Plays {name}, the best of {plural(len(engine.candidates), 'move')}"


def _searched(engine: EngineEvidence) -> str:
    depth = f", {plural(engine.depth, 'ply', 'plies')} deep" if engine.depth else ""
    return f"after {plural(engine.nodes, 'position')}{depth}"
