"""A hint as a sentence: the move, what it does, and where several do the same, why this one."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.explain.words import number_words, value_words
from noughts.solver.analysis import Analysis
from noughts.solver.pitfalls import Pitfall


def hint_sentence(analysis: Analysis, ranked: Sequence[Pitfall]) -> str:
    """Like ``All seven moves draw; after b1 the other side errs most easily``, with how many replies are wrong.

    ``ranked`` are the best moves, the one first that is recommended.
    """
    first, best, moves = ranked[0], len(ranked), len(analysis.moves)
    name, worth = analysis.position.board.cell_name(first.cell), value_words(analysis.value)
    if best == 1:
        return f"{name} {worth}: {'no other move is as good' if moves > 1 else 'it is the only cell left'}."
    many = worth.replace("wins", "win").replace("draws", "draw").replace("loses", "lose")
    same = (
        f"All {number_words(moves)} moves"
        if best == moves
        else f"{number_words(best)} of {number_words(moves)} moves"
    )
    told = f"{same[0].upper()}{same[1:]} {many}"
    if first.share == ranked[-1].share:
        return f"{told}, and after each of them the other side errs as easily: {name} comes first."
    wrong = f"{number_words(first.wrong)} of {number_words(first.replies)} replies give something away"
    return f"{told}; after {name} the other side errs most easily: {wrong}."
