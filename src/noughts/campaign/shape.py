"""What a tree looks like: how many records are how deep, and its longest line."""

from __future__ import annotations

from collections import Counter
from typing import Any

from noughts.game.board import cells_of
from noughts.game.position import Position
from noughts.solver.certificate.write_zones import ALIKE, END, PASS, SEVERAL, SLACK


def depths(tree: Any) -> list[int]:
    """How many records begin with the attacker's first move, his second, and so on."""
    numbers: list[list[int]] = tree.tolist()
    count: Counter[int] = Counter()
    path: list[int] = []  # where the records end that are open
    for at, (_, length) in enumerate(numbers):
        while path and path[-1] <= at:
            path.pop()
        if length:
            path.append(at + length)
            count[len(path)] += 1
    return [count[depth] for depth in sorted(count)]


def main_line(position: Position, tree: Any) -> list[int]:
    """The moves from a position, the attacker to move; each reply is one that takes the most records.

    Where that is a pass the line has -1. It ends with the attacker's line, or where two of them lack one cell each.
    """
    a, d = position.own, position.other
    masks = position.board.masks
    line, at = [], 0
    while True:
        m = int(tree[at, 0])
        line.append(m)
        a |= 1 << m
        if int(tree[at, 1]) == 1:
            return line
        if int(tree[at + 1, 1]):  # a four
            rests = {mask & ~a for mask in masks if not mask & d and (mask & ~a).bit_count() == 1}
            reply, at = int(next(cells_of(rests.pop()))), at + 1
        else:
            reply, at = _hardest(tree, at)
        line.append(int(reply))
        d |= 1 << reply if reply >= 0 else 0


def _hardest(tree: Any, at: int) -> tuple[int, int]:
    """The reply to a quiet move whose tree is the longest, and where that begins."""
    best, i = (PASS, 0, 0), at + 1
    while tree[i, 0] != END:
        several = int(tree[i + 1, 0]) if tree[i, 0] == SEVERAL else 0
        i += 1 + several if several else int(tree[i, 0] in (SLACK, ALIKE))  # at the last cell, or the pass
        if tree[i + 1, 1] > best[2]:
            best = int(tree[i, 0]), i + 1, int(tree[i + 1, 1])
        i += 1 + int(tree[i + 1, 1])
    return best[0], best[1]
