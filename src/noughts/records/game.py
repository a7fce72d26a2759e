"""A game as it is played: where it started, the moves so far, and the moves taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce

from noughts.errors import IllegalMoveError
from noughts.game.board import Cell
from noughts.game.position import Position


@dataclass(frozen=True)
class Game:
    """A frozen value like the position: every change returns a new game.

    ``undone`` holds the moves taken back, the one to redo first at the end; a new move forgets them.
    """

    start: Position
    moves: tuple[Cell, ...] = ()
    undone: tuple[Cell, ...] = ()

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return reduce(Position.play_unchecked, self.moves, self.start)

    def play(self, cell: Cell) -> Game:
        """The game after a move; IllegalMoveError as from ``Position.play``."""
        self.position.play(cell)
        return Game(self.start, (*self.moves, cell))

    def undo(self) -> Game:
        """The game with its last move taken back; IllegalMoveError if there is none."""
        if not self.moves:
            raise IllegalMoveError("nothing to take back: no move has been played")
        return replace(self, moves=self.moves[:-1], undone=(*self.undone, self.moves[-1]))

    def redo(self) -> Game:
        """The game with the last move taken back played again; IllegalMoveError if there is none."""
        if not self.undone:
            raise IllegalMoveError("nothing to play again: no move was taken back")
        return replace(self, moves=(*self.moves, self.undone[-1]), undone=self.undone[:-1])
