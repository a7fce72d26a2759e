"""What a tree looks like: how many records are how deep, and its longest line."""

from __future__ import annotations

from collections import Counter

from noughts.engine.zone_tree import ZoneTree
from noughts.game.board import cells_of
from noughts.game.position import Position


def depths(tree: ZoneTree) -> list[int]:
    """How many records begin with the attacker's first move, his second, and so on."""
    numbers: list[list[int]] = tree.rows.tolist()
    count: Counter[int] = Counter()
    path: list[int] = []  # where the records end that are open
    for at, (_, length) in enumerate(numbers):
        while path and path[-1] <= at:
            path.pop()
        if length:
            path.append(at + length)
            count[len(path)] += 1
    return [count[depth] for depth in sorted(count)]


def main_line(position: Position, tree: ZoneTree) -> list[int]:
    """The moves from a position, the attacker to move; each reply is one that takes the most records.

    Where that is a pass the line has -1. It ends with the attacker's line, or where two of them lack one cell each.
    """
    a, d = position.own, position.other
    masks = position.board.masks
    line: list[int] = []
    while True:
        m = tree.move
        line.append(m)
        a |= 1 << m
        if tree.is_leaf:
            return line
        if tree.is_forcing:
            rests = {mask & ~a for mask in masks if not mask & d and (mask & ~a).bit_count() == 1}
            reply, tree = int(next(cells_of(rests.pop()))), ZoneTree(tree.parts(forced=True))
        else:
            _, reply, tree = max(tree.children(), key=lambda child: len(child[2].data))
        line.append(reply)
        d |= 1 << reply if reply >= 0 else 0
