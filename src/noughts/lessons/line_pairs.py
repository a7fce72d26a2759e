"""Proof by pairing: two cells for every line, no cell twice. Who answers within the pairs cannot lose.

The pairs are a matching of lines with cells (A. W. Hales and R. I. Jewett, Regularity and positional games, Trans.
Amer. Math. Soc. 106, 1963, 222-229): every line asks for two cells, and where one finds none left, those that have
theirs are asked to change (augmenting paths: C. Berge, 1957). The prover's own pairing is compiled and repairs itself
while it searches (``solver.search.kernels.pairing``); this one is for the empty board and for reading.
"""

from __future__ import annotations

from noughts.game.board import Board, Cell

Pair = tuple[Cell, Cell]


def line_pairs(board: Board) -> tuple[Pair, ...] | None:
    """A pair of cells for every line, in line order, no cell in two pairs; None where there is no such pairing."""
    asked = [line for line in board.lines for _ in range(2)]
    holder: dict[Cell, int] = {}
    for number in range(len(asked)):
        if not _assign(asked, number, holder, set()):
            return None
    given = {number: cell for cell, number in holder.items()}
    return tuple((given[line], given[line + 1]) for line in range(0, len(asked), 2))


def partners(board: Board) -> dict[Cell, Cell]:
    """To every cell of a pair the other one; empty where there is no pairing."""
    pairs = line_pairs(board) or ()
    return {a: b for pair in pairs for a, b in (pair, pair[::-1])}


def _assign(asked: list[tuple[Cell, ...]], number: int, holder: dict[Cell, int], seen: set[Cell]) -> bool:
    """Whether this request can be given a cell, others being moved on where they can."""
    for cell in asked[number]:
        if cell not in seen:
            seen.add(cell)
            if cell not in holder or _assign(asked, holder[cell], holder, seen):
                holder[cell] = number
                return True
    return False
