"""Sentences for a tree of random games: what it proved, or how often it came back to the move and how that went."""

from __future__ import annotations

from noughts.explain.patterns import completed
from noughts.explain.words import lines_words, percent, plural, value_words
from noughts.players.evidence import MctsEvidence
from noughts.players.player import Decision
from noughts.solver.value import Result


def mcts_sentence(decision: Decision, mcts: MctsEvidence) -> str:
    """Why it moves there: the win that is proved, or its visits and the mean of its games."""
    position, best = decision.position, mcts.branches[0]
    board, name, side = position.board, position.board.cell_name(best.cell), position.to_move
    wins, blocks = completed(position, side, best.cell), completed(position, side.other, best.cell)
    if wins:
        return f"Wins at {name}: {side} completes {lines_words(board, wins)}."
    what = f"Blocks {lines_words(board, blocks)} at {name}" if blocks else f"Plays {name}"
    if mcts.value:
        proved = f"{what}, which {value_words(mcts.value)}: proved in {plural(mcts.playouts, 'random game')}"
        if mcts.value.result is Result.WIN:
            return f"{proved}, {' '.join(board.cell_name(cell) for cell in best.line)}."
        return f"{proved}."
    mean = f", with {percent(best.mean)} of the points" if best.mean is not None else ""
    return f"{what}: {best.visits:,} of {plural(mcts.playouts, 'random game')} began with it{mean}."
