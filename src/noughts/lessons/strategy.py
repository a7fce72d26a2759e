"""A complete strategy for one side: what it plays in every position that it can come into, whatever the other does.

Of the moves that keep the game's value it takes the one after which an opponent who plays at random fares worst; of
equal ones the quickest win or the first in reading order. That is a choice among equals: no opponent who errs nowhere
can tell the difference. What a strategy promises is walked, not believed: `walk` plays it against every reply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError, expect, quote
from noughts.explain.jsonable import side_json
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.analysis import analyse

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import StrategyJson

MAP_BOARD = Board.mnk(3, 3, 3)
"""The board that is mapped: its strategies go on one sheet."""


@dataclass(frozen=True)
class StrategyWalk:
    """How the games end in which a side follows its strategy: how many there are, won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """All games, one for each way in which the opponent can play."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True)
class CompleteStrategy:
    """What ``side`` plays: one move for every position with it to move that the strategy can come into."""

    side: Mark
    moves: dict[Position, Cell]

    def __hash__(self) -> int:
        return hash((self.side, len(self.moves)))

    def walk(self) -> StrategyWalk:
        """Plays the strategy against every reply. Raises KeyError where it has no move."""
        points = Counter(self._points(Position.start(MAP_BOARD)))
        return StrategyWalk(points[1], points[0], points[-1])

    @cached_property
    def answers(self) -> dict[str, str]:
        """The same as text: the name of the cell that is played in each position."""
        return {position.rows_text: MAP_BOARD.cell_name(cell) for position, cell in self.moves.items()}

    def _points(self, position: Position) -> Iterator[int]:
        """What every game from here brings the side that follows the strategy."""
        if position.outcome:
            yield position.outcome.points(self.side)
            return
        for cell in (self.moves[position],) if position.to_move is self.side else position.moves:
            yield from self._points(position.play_unchecked(cell))


def strategy(side: Mark | str) -> CompleteStrategy:
    """The complete strategy of a side of 3x3x3, given as a mark or its letter.

    Raises NoughtsError for what is no side, InputTypeError for what is no text.
    """
    maker, layer = _Maker(_side(side)), {Position.start(MAP_BOARD)}
    maker.expected(*layer)
    moves: dict[Position, Cell] = {}
    while layer:
        mine = sorted((p for p in layer if p.to_move is maker.side), key=lambda each: each.rows_text)
        moves |= {position: maker.chosen[position] for position in mine}
        cells = {position: (moves[position],) if position in moves else position.moves for position in layer}
        after = {position.play_unchecked(cell) for position in layer for cell in cells[position]}
        layer = {position for position in after if not position.is_over}
    return CompleteStrategy(maker.side, moves)


def strategy_json(side: Mark | str) -> StrategyJson:
    """The strategy of a side, and how all games end in which it is followed. Raises as ``strategy`` does."""
    found = strategy(side)
    walk = found.walk()
    return {
        "schema": SCHEMA,
        "board": str(MAP_BOARD),
        "side": side_json(found.side),
        "moves": found.answers,
        "games": walk.games,
        "won": walk.won,
        "drawn": walk.drawn,
        "lost": walk.lost,
    }


def _side(given: Mark | str) -> Mark:
    name = expect(given, str, "a side, X or O")
    try:
        return Mark(name.upper())
    except ValueError:
        raise NoughtsError(f"no side {quote(given)}: X or O") from None


class _Maker:
    """Chooses a side's moves from the ends of all games backwards."""

    def __init__(self, side: Mark) -> None:
        self.side = side
        self.chosen: dict[Position, Cell] = {}
        self.expected = cache(self._expected)

    def _expected(self, position: Position) -> Fraction:
        """What the side expects (win 1, draw 0, loss -1) by its strategy against random replies."""
        if position.outcome:
            return Fraction(position.outcome.points(self.side))
        if position.to_move is not self.side:
            below = [self.expected(position.play_unchecked(cell)) for cell in position.moves]
            return sum(below, Fraction(0)) / len(below)
        values = analyse(position).moves
        best = max(value.known_result for value in values.values())
        kept = {cell: value for cell, value in values.items() if value.result is best}
        rated = {
            cell: (self.expected(position.play_unchecked(cell)), value, -cell) for cell, value in kept.items()
        }
        cell = max(rated, key=lambda each: rated[each])
        self.chosen[position] = cell
        return rated[cell][0]
