"""A game as it is played: where it started, the moves so far, and the moves taken back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import accumulate
from os import PathLike
from pathlib import Path

from noughts.errors import IllegalMoveError, quote
from noughts.game.board import Cell
from noughts.game.outcome import Outcome
from noughts.game.position import Position
from noughts.shown import Shown


@dataclass(frozen=True)
class Game(Shown):
    """A frozen value like the position: every change returns a new game.

    ``undone`` holds the moves taken back, the one to redo first at the end; a new move forgets them.
    The position travels from game to game: a change plays, or takes back, one move, however many there were.
    """

    start: Position = field(default_factory=Position.start)
    moves: tuple[Cell, ...] = ()
    undone: tuple[Cell, ...] = ()

    @cached_property
    def position(self) -> Position:
        """Where the game stands."""
        return reduce(Position.play_unchecked, self.moves, self.start)

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position of the game in order, the start and the present one included."""
        return tuple(accumulate(self.moves, Position.play_unchecked, initial=self.start))

    def __iter__(self) -> Iterator[Position]:
        return iter(self.positions)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended on the board, or None while it goes on."""
        return self.position.outcome

    def play(self, cell: int | str) -> Game:
        """The game after a move, by the cell's name or index; the errors are those of ``Position.play``."""
        place = self.start.board.cell_of(cell)
        if self.outcome:
            name = self.start.board.cell_name(place) if place in self.start.board.cells else cell
            raise IllegalMoveError(f"the game {quote(self.position)} is over: no move {quote(name)}")
        self.position.check_free(place)
        position = self.position.play_unchecked(place)
        return Game(self.start, (*self.moves, place))._same_file(position, position.outcome_after(place))

    def undo(self) -> Game:
        """The game with its last move taken back; IllegalMoveError if there is none."""
        if not self.moves:
            raise IllegalMoveError("nothing to take back: no move has been played")
        *moves, last = self.moves
        game = Game(self.start, tuple(moves), (*self.undone, last))
        return game._same_file(self.position.take_back_unchecked(last), None)

    def redo(self) -> Game:
        """The game with the last move taken back played again; IllegalMoveError if there is none."""
        if not self.undone:
            raise IllegalMoveError("nothing to play again: no move was taken back")
        return self.play(self.undone[-1]).with_undone(self.undone[:-1])

    def with_undone(self, undone: tuple[Cell, ...]) -> Game:
        """The same game with other moves to play again."""
        return replace(self, undone=undone)._same_file(self.position, self.outcome)

    @classmethod
    def read(cls, source: str | PathLike[str]) -> Game:
        """The game of a text in SGF, PSQ or JSON, or of the file at a path (a ``Path``, not its text).

        Raises NotationError for what is none of them, IllegalMoveError for a move that the rules do not allow, OSError
        for a file that cannot be read.
        """
        text = source if isinstance(source, str) else Path(source).read_text(encoding="utf-8-sig")
        game: Game = Shown.display().read_game(text)
        return game

    def to_sgf(self, *, x: str = "", o: str = "") -> str:
        """The game in the Smart Game Format, with the players' names; NotationError for a board that has no name."""
        return Shown.display().written(self, "sgf", x=x, o=o)

    def to_psq(self) -> str:
        """The game in the format of Piskvork and Gomocup; NotationError for one that it cannot tell."""
        return Shown.display().written(self, "psq")

    def _same_file(self, position: Position, outcome: Outcome | None) -> Game:
        """This game, with what its two properties would compute, which is known already."""
        vars(self).update(position=position, outcome=outcome)
        return self
