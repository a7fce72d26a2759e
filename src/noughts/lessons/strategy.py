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
from functools import cache
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError, expect, quote
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.small.solver_choice import solver_for

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import StrategyJson

MAP_BOARD = Board.mnk(3, 3, 3)
"""The board that is mapped: its strategies go on one sheet."""


@dataclass(frozen=True)
class CompleteStrategy:
    """What ``side`` plays: one move for every position with it to move that the strategy can come into."""

    side: Mark
    moves: dict[Position, Cell]

    def walk(self) -> Counter[int]:
        """Plays the strategy against every reply: how many games it wins (1), draws (0) and loses (-1).

        Raises KeyError where it has no move.
        """
        return Counter(self._points(Position.start(MAP_BOARD)))

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
    own, layer = _side(side), {Position.start(MAP_BOARD)}
    chosen, moves = _choices(own), dict[Position, Cell]()
    while layer:
        mine = sorted((p for p in layer if p.to_move is own), key=lambda each: each.rows_text)
        moves |= {position: chosen[position] for position in mine}
        cells = {position: (moves[position],) if position in moves else position.moves for position in layer}
        after = {position.play_unchecked(cell) for position in layer for cell in cells[position]}
        layer = {position for position in after if not position.is_over}
    return CompleteStrategy(own, moves)


def strategy_json(side: Mark | str) -> StrategyJson:
    """The strategy of a side, and how all games end in which it is followed. Raises as ``strategy`` does."""
    found = strategy(side)
    games = found.walk()
    return {
        "schema": SCHEMA,
        "board": str(MAP_BOARD),
        "side": found.side.value,
        "moves": {position.rows_text: MAP_BOARD.cell_name(cell) for position, cell in found.moves.items()},
        "games": games.total(),
        "won": games[1],
        "drawn": games[0],
        "lost": games[-1],
    }


def _side(given: Mark | str) -> Mark:
    name = expect(given, str, "a side, X or O")
    try:
        return Mark(name.upper())
    except ValueError:
        raise NoughtsError(f"no side {quote(given)}: X or O") from None


def _choices(side: Mark) -> dict[Position, Cell]:
    """What a side plays wherever it may come to, chosen from the ends of all games backwards."""
    chosen: dict[Position, Cell] = {}

    @cache
    def expected(position: Position) -> Fraction:
        """What the side expects (win 1, draw 0, loss -1) by its strategy against random replies."""
        if position.outcome:
            return Fraction(position.outcome.points(side))
        if position.to_move is not side:
            below = [expected(position.play_unchecked(cell)) for cell in position.moves]
            return sum(below, Fraction(0)) / len(below)
        values = solver_for(position.board).values(position)
        best = max(value.result for value in values.values())
        kept = {cell: value for cell, value in values.items() if value.result is best}
        rated = {
            cell: (expected(position.play_unchecked(cell)), value, -cell) for cell, value in kept.items()
        }
        cell = max(rated, key=lambda each: rated[each])
        chosen[position] = cell
        return rated[cell][0]

    expected(Position.start(MAP_BOARD))
    return chosen
