"""Sentences for the engine: what it proved, what it feared, or else how it thinks the move stands."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.explain.patterns import completed
from noughts.explain.words import estimate_words, lines_words, plural, value_words
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.players.evidence import EngineEvidence, LevelEvidence
from noughts.players.player import Decision
from noughts.solver.value import Result


def engine_sentence(decision: Decision, engine: EngineEvidence, cell: Cell) -> str:
    """Why the engine moves there: the win, the loss that it delays, the threat that it meets, or the score."""
    board, value = decision.position.board, engine.value
    if wins := win_sentence(decision.position, cell):
        return wins
    if value and value.result is Result.WIN:
        how = " by threats" if engine.threat else ""
        return f"Plays {board.cell_name(cell)}, which {value_words(value)}{how}: {moves_words(board, engine.pv)}."
    what = move_phrase(decision.position, cell)
    if value and value.result is Result.LOSS:
        return f"{what}, though it {value_words(value)}: no other move was found to last longer."
    if value:
        return f"{what}, which draws: no other move does better."
    return f"{_reason(decision, engine, cell)}: {score_words(engine.score)}, {_searched(engine)}."


def thinking_words(decision: Decision) -> str:
    """How a decision stands that ripens, in one line: how deep, what it expects, and the best play so far."""
    evidence = decision.evidence
    if isinstance(evidence, LevelEvidence) and evidence.thought:
        evidence = evidence.thought.evidence
    board = decision.position.board
    if not isinstance(evidence, EngineEvidence):
        return f"{decision.player} plays {moves_words(board, tuple(decision.moves))}"
    deep = f"{plural(evidence.depth, 'ply', 'plies')} deep, {plural(evidence.nodes, 'position')}"
    worth = value_words(evidence.value) if evidence.value else score_words(evidence.score)
    return f"{decision.player} thinks: {deep}: {worth}; {moves_words(board, evidence.pv)}"


def win_sentence(position: Position, cell: Cell) -> str:
    """That a move completes lines, and which; nothing where it completes none."""
    board, side = position.board, position.to_move
    wins = completed(position, side, cell)
    return f"Wins at {board.cell_name(cell)}: {side} completes {lines_words(board, wins)}." if wins else ""


def move_phrase(position: Position, cell: Cell) -> str:
    """A move, and what it blocks: ``Blocks the row from c4 to g4 at e4``, ``Plays e4``."""
    board, blocks = position.board, completed(position, position.to_move.other, cell)
    name = board.cell_name(cell)
    return f"Blocks {lines_words(board, blocks)} at {name}" if blocks else f"Plays {name}"


def moves_words(board: Board, cells: Sequence[Cell]) -> str:
    """Moves one after another: ``d5 c5 h5``."""
    return " ".join(board.cell_names(cells))


def score_words(score: int) -> str:
    """What a score says that proves nothing: ``it expects to score about 62 in 100``."""
    return f"it expects to score about {estimate_words(score)} in 100"


def _reason(decision: Decision, engine: EngineEvidence, cell: Cell) -> str:
    """What the move is for, as far as one thing can be named."""
    position, what = decision.position, move_phrase(decision.position, cell)
    if completed(position, position.to_move.other, cell):
        return what
    if engine.danger:
        fours = moves_words(position.board, engine.danger)
        return f"{what} against {position.to_move.other}'s next fours ({fours})"
    return f"{what}, the best of {plural(len(engine.candidates), 'move')}"


def _searched(engine: EngineEvidence) -> str:
    depth = f", {plural(engine.depth, 'ply', 'plies')} deep" if engine.depth else ""
    return f"after {plural(engine.nodes, 'position')}{depth}"
