"""Slow reference implementations of the engine's state, network and policy: everything counted anew from the stones."""

from itertools import takewhile

from noughts.engine.network_weights import arms_of, rows
from noughts.game.board import cells_of


class LineCounts:
    """What the state keeps, counted anew: sides are 0 for X and 1 for O."""

    def __init__(self, position):
        self.board, self.stones = position.board, (position.x, position.o)

    def open_lines(self, side):
        """The lines without a stone of the other side, as bit sets of their empty cells."""
        own, other = self.stones[side], self.stones[1 - side]
        return [mask & ~own for mask in self.board.masks if not mask & other]

    def lacking(self, side, number):
        """How many open lines of a side lack so many stones."""
        return sum(rest.bit_count() == number for rest in self.open_lines(side))

    def through(self, cell, side, number):
        """How many open lines of a side through a cell lack so many stones; without any stone, the short ones only."""
        own, other = self.stones[side], self.stones[1 - side]
        masks = [mask for mask in self.board.masks_through[cell] if not mask & other]
        masks = [mask for mask in masks if mask & own or mask.bit_count() <= 3]
        return sum((mask & ~own).bit_count() == number for mask in masks)


class SlowNetwork:
    """What the network says of stones, of side 0 and side 1, everything counted anew in plain numbers."""

    def __init__(self, board, weights):
        self.board, self.weights = board, weights

    def value(self, stones, turn):
        """In thousandths of a logit, for the side to move."""
        weights, sums = self.weights, self.sums(stones[turn], stones[1 - turn])
        value = weights.free + dot(weights.direct, sums)
        for row, ground, outer in zip(weights.inner, weights.ground, weights.outer, strict=True):
            value += outer * (max(0, ground + dot(row, sums)) >> 12)
        return max(-(1 << 20), min(1 << 20, value * 1000 >> 20))

    def sums(self, mover, waiter):
        """Each channel over the empty cells, for the mover and then for the waiter."""
        own, other = self.weights.own, self.weights.other
        sums = [[0] * len(own[0]) for _ in range(2)]
        for cell in cells_of(self.board.full & ~(mover | waiter)):
            lines = arms_of(self.board, cell)
            seen = (
                [self.row(ends, mover, waiter) for ends in lines],
                [self.row(ends, waiter, mover) for ends in lines],
            )
            for a in range(2):
                for k in range(len(own[0])):
                    total = sum(own[row][k] for row in seen[a]) + sum(other[row][k] for row in seen[1 - a])
                    sums[a][k] += max(0, total)
        return sums[0] + sums[1]

    @staticmethod
    def row(ends, own, other):
        """The row of weights of a line, of its cells at either end."""
        left, right = (SlowNetwork.arm(cells, own, other) for cells in ends)
        return rows()[left][right]

    @staticmethod
    def arm(cells, own, other):
        """An arm's number."""
        free = list(takewhile(lambda cell: not other >> cell & 1, cells))
        return 2 ** len(free) - 1 + sum(2**i for i, cell in enumerate(free) if own >> cell & 1)


class SlowPolicy:
    """How likely a cell is, of stones and the last two moves, everything counted anew in plain numbers."""

    def __init__(self, board, weights):
        self.board, self.weights = board, weights

    def likely(self, stones, turn, cell, last, before):
        """In 256ths of a logit, for the side to move; None for no last move."""
        weights, mover, waiter = self.weights, stones[turn], stones[1 - turn]
        lines = arms_of(self.board, cell)
        rows = [
            [SlowNetwork.row(ends, *sides) for ends in lines] for sides in ((mover, waiter), (waiter, mover))
        ]
        first, *others = (
            sum(weights.own[row][k] for row in rows[0]) + sum(weights.other[row][k] for row in rows[1])
            for k in range(len(weights.own[0]))
        )
        logits = (first << 12) + dot(weights.outer, [max(0, each) for each in others])
        near = (
            table[self.relation(cell, stone)]
            for table, stone in zip(weights.relations, (last, before), strict=True)
        )
        return (logits >> 12) + sum(near)

    def relation(self, cell, stone):
        """The number of what lies so far apart: squares around the stone come one after the other."""
        pairs = [(most, least) for most in range(7) for least in range(most + 1)]
        if stone is None:
            return len(pairs)
        (x, y), (v, w) = (divmod(each, self.board.columns) for each in (cell, stone))
        apart = sorted((abs(x - v), abs(y - w)), reverse=True)
        return pairs.index(tuple(apart)) if apart[0] < 7 else len(pairs)


def dot(weights, numbers):
    """A weighted sum."""
    return sum(weight * number for weight, number in zip(weights, numbers, strict=True))
