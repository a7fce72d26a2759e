"""A complete strategy for one side: what it plays in every position that it can come into, whatever the other does.

Of the moves that keep the game's value it takes the one after which an opponent who plays at random fares worst; of
equal ones the quickest win or the first in reading order. That is a choice among equals: no opponent who errs nowhere
can tell the difference. What a strategy promises is walked, not believed: `walk` plays it against every reply.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import InputTypeError, NoughtsError, quote
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

    def games(self) -> Iterator[tuple[Cell, ...]]:
        """Every complete game in which the side follows the strategy, the opponent's replies in reading order."""
        yield from self._games(Position.start(MAP_BOARD), ())

    def walk(self) -> StrategyWalk:
        """Plays the strategy against every reply. Raises KeyError where it has no move."""
        ends = [self._end(game) for game in self.games()]
        drawn = ends.count(None)
        won = ends.count(self.side)
        return StrategyWalk(won, drawn, len(ends) - won - drawn)

    @cached_property
    def answers(self) -> dict[str, str]:
        """The same as text: the name of the cell that is played in each position."""
        return {position.rows_text: MAP_BOARD.cell_name(cell) for position, cell in self.moves.items()}

    def _games(self, position: Position, played: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        if position.is_over:
            yield played
            return
        mine = position.to_move is self.side
        for cell in (self.moves[position],) if mine else position.moves:
            yield from self._games(position.play_unchecked(cell), (*played, cell))

    @staticmethod
    def _end(game: tuple[Cell, ...]) -> Mark | None:
        position = Position.start(MAP_BOARD)
        for cell in game:
            position = position.play_unchecked(cell)
        assert position.outcome
        return position.outcome.winner


def strategy(side: Mark | str) -> CompleteStrategy:
    """The complete strategy of a side of 3x3x3, given as a mark or its letter.

    Raises NoughtsError for what is no side, InputTypeError for what is no text.
    """
    maker = _Maker(_side(side))
    maker.expected(Position.start(MAP_BOARD))
    moves: dict[Position, Cell] = {}
    layer = {Position.start(MAP_BOARD)}
    while layer:
        mine = {position for position in layer if position.to_move is maker.side}
        moves |= {
            position: maker.chosen[position] for position in sorted(mine, key=lambda each: each.rows_text)
        }
        after = {position.play_unchecked(moves[position]) for position in mine}
        after |= {position.play_unchecked(cell) for position in layer - mine for cell in position.moves}
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
    if isinstance(given, Mark):
        return given
    if not isinstance(given, str):
        raise InputTypeError(f"not a side: {quote(given)}, a {type(given).__name__} (X or O)")
    for mark in Mark:
        if given.upper() == str(mark):
            return mark
    raise NoughtsError(f"no side {quote(given)}: X or O")


class _Maker:
    """Chooses a side's moves from the ends of all games backwards."""

    def __init__(self, side: Mark) -> None:
        self.side = side
        self.chosen: dict[Position, Cell] = {}
        self._expected: dict[Position, Fraction] = {}

    def expected(self, position: Position) -> Fraction:
        """What the side expects (win 1, draw 0, loss -1) by its strategy against random replies."""
        if position not in self._expected:
            self._expected[position] = self._reckoned(position)
        return self._expected[position]

    def _reckoned(self, position: Position) -> Fraction:
        if position.outcome:
            winner = position.outcome.winner
            return Fraction(0 if winner is None else 1 if winner is self.side else -1)
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
