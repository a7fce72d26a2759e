"""Whether a side completes a line first with its next few stones: exact, on any lines, without a board's size.

A side's line counts by its *rest*, the cells that it lacks, as a bit set; a stone shortens the rests of its own side
and ends those of the other through it. With ``stones`` left nothing else matters than the rests of the attacker of so
many cells, and those of the defender that he could complete meanwhile. A stone on none of them is a pass, so moves on
them and a pass are all that need be looked at: both answers are right, and need no engine.

The same is asked of large boards, with many stones, by ``solver.search.shortest_win``, whose kernels share
nothing with this.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from math import inf
from operator import or_
from typing import TypeAlias

from noughts.errors import TooLargeError
from noughts.game.board import Cell, cells_of
from noughts.game.position import Position

Rests: TypeAlias = frozenset[int]

_Key: TypeAlias = tuple[Rests, Rests, int]


class Race:
    """The answers for one position and those after it: they are kept, and TooLargeError is raised beyond ``most``."""

    def __init__(self, most: float = inf) -> None:
        self._most = most
        self._moving: dict[_Key, bool] = {}
        self._waiting: dict[_Key, bool] = {}

    def wins(self, position: Position, stones: int) -> bool:
        """Whether the side to move completes a line first, with so many stones of its own at most."""
        return self._to_move(*_rests(position, position.own, position.other), stones)

    def holding(self, position: Position, stones: int) -> tuple[Cell, ...]:
        """The moves after which the other side does not win with so many stones, in reading order.

        ``threatens`` must be true of as many stones: else there are more than can be named, for a pass holds.
        """
        own, other = _rests(position, position.own, position.other)
        cells = _cells(_within(own, stones) | _within(other, stones))
        return tuple(c for c in cells if not self._after(other, own, 1 << c, stones))

    def winning(self, position: Position, stones: int) -> tuple[Cell, ...]:
        """The first moves by which it wins with so many stones, in reading order."""
        own, other = _rests(position, position.own, position.other)
        cells = _cells(_within(own, stones) | _within(other, stones - 1))
        return tuple(sorted(c for c in cells if self._by(own, other, 1 << c, stones)))

    def fewest(self, position: Position, most: int) -> int | None:
        """The fewest stones with which it wins, up to so many; None where it does not with these."""
        return next((stones for stones in range(1, most + 1) if self.wins(position, stones)), None)

    def threatens(self, position: Position, stones: int) -> bool:
        """Whether the side that is not to move would win with so many stones if it were."""
        return self._to_move(*_rests(position, position.other, position.own), stones)

    def line(self, position: Position, stones: int) -> tuple[Cell, ...]:
        """A win with so many stones against the longest resistance, of equal moves the first; it must be one."""
        cell = self.winning(position, stones)[0]
        after = position.play_unchecked(cell)
        if after.is_over:
            return (cell,)
        replies = {c: self.fewest(after.play_unchecked(c), stones - 1) or 0 for c in _useful(after, stones)}
        reply = max(replies, key=lambda c: replies[c])
        return cell, reply, *self.line(after.play_unchecked(reply), replies[reply])

    def _to_move(self, own: Rests, other: Rests, stones: int) -> bool:
        """The attacker, whose rests are ``own``, moves next."""
        own, other = _within(own, stones), _within(other, stones - 1)
        if any(_is_single(rest) for rest in own):
            return True
        if stones <= 1 or not own:
            return False
        key = own, other, stones
        if key not in self._moving:
            if len(self._moving) >= self._most:
                raise TooLargeError(f"more than {self._most:,} races are to be looked at")
            must = {rest for rest in other if _is_single(rest)}
            cells = must or {1 << cell for cell in _cells(own | other)}
            self._moving[key] = len(must) < 2 and any(self._by(own, other, c, stones) for c in cells)
        return self._moving[key]

    def _by(self, own: Rests, other: Rests, cell: int, stones: int) -> bool:
        """The attacker takes a cell."""
        if cell in own:
            return True
        own, other = _shortened(own, cell), _ended(other, cell)
        return stones > 1 and self._to_answer(own, other, stones - 1)

    def _to_answer(self, own: Rests, other: Rests, stones: int) -> bool:
        """The defender moves next; the attacker has so many stones left."""
        own, other = _within(own, stones), _within(other, stones)
        if any(_is_single(rest) for rest in other):
            return False
        threats = {rest for rest in own if _is_single(rest)}
        if threats:
            return len(threats) > 1 or self._after(own, other, threats.pop(), stones)
        key = own, other, stones
        if key not in self._waiting:
            passed = self._to_move(own, other, stones)
            cells = (1 << cell for cell in _by_use(own, other))
            self._waiting[key] = passed and all(self._after(own, other, c, stones) for c in cells)
        return self._waiting[key]

    def _after(self, own: Rests, other: Rests, cell: int, stones: int) -> bool:
        """The defender takes a cell."""
        return self._to_move(_ended(own, cell), _shortened(other, cell), stones)


def _rests(position: Position, own: int, other: int) -> tuple[Rests, Rests]:
    masks = position.board.masks
    mine = frozenset(mask & ~own for mask in masks if not mask & other)
    return mine, frozenset(mask & ~other for mask in masks if not mask & own)


def _is_single(rest: int) -> bool:
    return not rest & (rest - 1)


def _within(rests: Rests, stones: int) -> Rests:
    """Those that so many stones complete."""
    return frozenset(rest for rest in rests if rest.bit_count() <= stones)


def _shortened(rests: Rests, cell: int) -> Rests:
    return frozenset(rest & ~cell for rest in rests)


def _ended(rests: Rests, cell: int) -> Rests:
    return frozenset(rest for rest in rests if not rest & cell)


def _cells(rests: Rests) -> Iterator[Cell]:
    return cells_of(reduce(or_, rests, 0))


def _by_use(own: Rests, other: Rests) -> list[Cell]:
    """The cells of all rests, those first that most of the attacker's share."""
    return sorted(_cells(own | other), key=lambda cell: -sum(rest >> cell & 1 for rest in own))


def _useful(position: Position, stones: int) -> list[Cell]:
    """The defender's moves that are no pass: he is to move, and the attacker has one stone less than so many left."""
    own, other = _rests(position, position.other, position.own)
    threats = [rest for rest in own if _is_single(rest)]
    if threats:
        return [Cell(threats[0].bit_length() - 1)]
    return sorted(_cells(_within(own, stones - 1) | _within(other, stones - 1)))
