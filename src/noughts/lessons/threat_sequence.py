"""Wins by threats: moves that must be answered one by one, until one of them threatens twice.

This is the plainest form of threat sequences (L. V. Allis, H. J. van den Herik and M. P. H. Huntjens, Go-Moku solved
by new search techniques, Computational Intelligence 12, 1996, 7-23): every move of the attacker lacks one cell of a
line, so the defender has a single answer, and nothing else need be looked at. The engine looks for the same with
kernels (``engine.kernels.vcf``); a test holds the two against each other.
"""

from __future__ import annotations

from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.game.threats import completions

MOST_THREATS = 8
"""The most threats in a row that are looked for."""


def threat_sequence(position: Position) -> tuple[Cell, ...] | None:
    """The moves by which the side to move wins by threats, the forced answers among them.

    The shortest of them, of equal ones the first in reading order; None where there is none. Of the last, double threat
    one is answered and the other carried out.
    """
    return next(filter(None, (_within(position, threats) for threats in range(MOST_THREATS + 1))), None)


def _within(position: Position, threats: int) -> tuple[Cell, ...] | None:
    board, own, other = position.board, position.own, position.other
    wins = completions(board, own, other)
    if wins:
        return wins[:1]
    if not threats:
        return None
    dangers = completions(board, other, own)
    if len(dangers) > 1:
        return None
    for cell in dangers or position.moves:
        after = position.play_unchecked(cell)
        answers = completions(board, after.other, after.own)
        if after.is_over or not answers:
            continue
        rest = _within(after.play_unchecked(answers[0]), threats - 1)
        if rest:
            return (cell, answers[0], *rest)
    return None
