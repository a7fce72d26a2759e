"""The size of the game tree below a position, without walking it: ``game.count`` from any position.

Say the side to move adds the set S of the free cells and the other side T. A set is *lineless* for a side if
with the cells it has already it holds no line. All sequences of moves that lead to (S, T) count as nodes:

    S, T lineless                                 |S|! |T|! sequences; leaves if the board is full
    S holds lines that share l cells, T lineless  one of these l came last: l (|S| - 1)! |T|! leaves
    T likewise, S lineless                        l (|T| - 1)! |S|! leaves

For each set of one side, ``game.count`` tells how many lineless sets of each size the other side can have
beside it; in these lists the complement of a set is ``~set``, counted from the end. It takes
2 ** cells steps a cell: half a second for 16 empty cells.
"""

from __future__ import annotations

from math import factorial

from noughts.game.board import cells_of
from noughts.game.count import NO_LINE, common_cells, digit, lineless_subsets
from noughts.game.position import Position


def tree_size(position: Position) -> tuple[int, int]:
    """Nodes of the whole game tree with this position as its root, and its leaves: complete games."""
    if position.is_over:
        return 1, 1
    cells = position.free.bit_count()
    mover, waiter = _common(position, position.other), _common(position, position.own)
    sizes = [chosen.bit_count() for chosen in range(1 << cells)]
    beside_mover, beside_waiter = (lineless_subsets(sizes, of, cells) for of in (waiter, mover))
    won = _won(mover, beside_mover, cells, 1) + _won(waiter, beside_waiter, cells, 0)
    going_on = [_going_on(mover, beside_mover, cells, behind) for behind in (0, 1)]
    drawn = going_on[cells % 2][(cells + 1) // 2]
    return sum(map(sum, going_on)) + won, won + drawn


def _going_on(last: list[int], beside: list[int], cells: int, behind: int) -> list[int]:
    """Sequences after which nobody has a line, by the mover's cells; the other side has ``behind`` fewer."""
    ways = [0] * (cells + 1)
    for chosen, common in enumerate(last):
        size = chosen.bit_count()
        if common == NO_LINE and size >= behind:
            ways[size] += digit(beside[~chosen], size - behind, cells)
    return [n * factorial(s) * factorial(max(s - behind, 0)) for s, n in enumerate(ways)]


def _won(last: list[int], beside: list[int], cells: int, behind: int) -> int:
    """Sequences that end with a line of one side, when the other has ``behind`` cells fewer."""
    games = 0
    for chosen, common in enumerate(last):
        if common > 0:
            size = chosen.bit_count()
            others = digit(beside[~chosen], size - behind, cells)
            games += others * common.bit_count() * factorial(size - 1) * factorial(size - behind)
    return games


def _common(position: Position, enemy: int) -> list[int]:
    """For each set of the free cells, those common to the lines that it completes against the enemy."""
    free = list(cells_of(position.free))
    alive = (m for m in position.board.masks if not m & enemy)
    masks = {sum(1 << i for i, cell in enumerate(free) if m >> cell & 1) for m in alive}
    return common_cells(len(free), ((mask, mask) for mask in masks))
