"""Sentences for a tree of random games: what it proved, or how often it came back to the move and how that went."""

from __future__ import annotations

from noughts.explain.sentence_engine import move_phrase, moves_words, win_sentence
from noughts.explain.words import percent, plural, value_words
from noughts.players.evidence import MctsEvidence
from noughts.players.player import Decision
from noughts.solver.value import Result


def mcts_sentence(decision: Decision, mcts: MctsEvidence) -> str:
    """Why it moves there: the win that is proved, or its visits and the mean of its games."""
    position, best = decision.position, mcts.branches[0]
    if wins := win_sentence(position, best.cell):
        return wins
    what = move_phrase(position, best.cell)
    if mcts.value:
        proved = f"{what}, which {value_words(mcts.value)}: proved in {plural(mcts.playouts, 'random game')}"
        if mcts.value.result is Result.WIN:
            return f"{proved}, {moves_words(position.board, best.line)}."
        return f"{proved}."
    mean = f", with {percent(best.mean)} of the points" if best.mean is not None else ""
    return f"{what}: {best.visits:,} of {plural(mcts.playouts, 'random game')} began with it{mean}."
