"""A game as it is played: where it started, the moves so far, and the moves taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, reduce

from noughts.errors import IllegalMoveError, quote
from noughts.game.board import Cell
from noughts.game.outcome import Outcome
from noughts.game.position import Position


@dataclass(frozen=True)
class Game:
    """A frozen value like the position: every change returns a new game.

    ``undone`` holds the moves taken back, the one to redo first at the end; a new move forgets them.
    The position travels from game to game: a change plays, or takes back, one move, however many there were.
    """

    start: Position
    moves: tuple[Cell, ...] = ()
    undone: tuple[Cell, ...] = ()

    @cached_property
    def position(self) -> Position:
        """Where the game stands."""
        return reduce(Position.play_unchecked, self.moves, self.start)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended on the board, or None while it goes on."""
        return self.position.outcome

    def play(self, cell: Cell) -> Game:
        """The game after a move; IllegalMoveError as from ``Position.play``."""
        if self.outcome:
            name = quote(self.start.board.cell_name(cell))
            raise IllegalMoveError(f"the game {quote(self.position)} is over: no move {name}")
        self.position.check_free(cell)
        position = self.position.play_unchecked(cell)
        return Game(self.start, (*self.moves, cell))._standing(position, position.outcome_after(cell))

    def undo(self) -> Game:
        """The game with its last move taken back; IllegalMoveError if there is none."""
        if not self.moves:
            raise IllegalMoveError("nothing to take back: no move has been played")
        *moves, last = self.moves
        game = Game(self.start, tuple(moves), (*self.undone, last))
        return game._standing(self.position.take_back_unchecked(last), None)

    def redo(self) -> Game:
        """The game with the last move taken back played again; IllegalMoveError if there is none."""
        if not self.undone:
            raise IllegalMoveError("nothing to play again: no move was taken back")
        return self.play(self.undone[-1]).with_undone(self.undone[:-1])

    def with_undone(self, undone: tuple[Cell, ...]) -> Game:
        """The same game with other moves to play again."""
        return replace(self, undone=undone)._standing(self.position, self.outcome)

    def _standing(self, position: Position, outcome: Outcome | None) -> Game:
        """This game, with what its two properties would compute, which is known already."""
        vars(self).update(position=position, outcome=outcome)
        return self
