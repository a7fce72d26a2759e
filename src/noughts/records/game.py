"""A game as it is played: where it started, the moves so far, and the moves taken back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, reduce
from itertools import accumulate
from os import PathLike
from typing import TYPE_CHECKING

from noughts.displayable import Shown, renderers
from noughts.errors import IllegalMoveError, expect, quote
from noughts.game.board import Board, Cell
from noughts.game.outcome import Outcome
from noughts.game.position import Position


@dataclass(frozen=True)
class Game(Shown):
    """A frozen value like the position: every change returns a new game.

    ``undone`` holds the moves taken back, the one to redo first at the end; a new move forgets them.
    The position travels from game to game: a change plays, or takes back, one move, however many there were.
    """

    start: Position = field(default_factory=Position.start)
    moves: tuple[Cell, ...] = ()
    undone: tuple[Cell, ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            start: Position | Board | str = ...,
            moves: Iterable[int | str] = (),
            undone: Iterable[int | str] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        """Raises what ``Position.play`` does for moves that cannot be played one after another."""
        start = Position.of(self.start)
        given = (expect(cells, Iterable, "moves") for cells in (self.moves, self.undone))
        moves, undone = (tuple(map(start.board.place, cells)) for cells in given)
        vars(self).update(start=start, moves=moves, undone=undone)
        vars(self).update(position=reduce(Position.play, moves, start))

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

    def __len__(self) -> int:
        """How many positions it has: one more than moves."""
        return len(self.moves) + 1

    def __getitem__(self, number: int) -> Position:
        """The position after so many moves, from the end where it is negative."""
        return self.positions[number]

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
        return self._with((*self.moves, place), (), position, position.outcome_after(place))

    def play_named(self, cell: Cell, text: str) -> Game:
        """The same for a move that was read; an IllegalMoveError names its number, and the text it was read from."""
        try:
            return self.play(cell)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {len(self.moves) + 1}, {quote(text)}: {error}") from None

    def undo(self) -> Game:
        """The game with its last move taken back; IllegalMoveError if there is none."""
        if not self.moves:
            raise IllegalMoveError("nothing to take back: no move has been played")
        *moves, last = self.moves
        return self._with(tuple(moves), (*self.undone, last), self.position.take_back_unchecked(last), None)

    def redo(self) -> Game:
        """The game with the last move taken back played again; IllegalMoveError if there is none."""
        if not self.undone:
            raise IllegalMoveError("nothing to play again: no move was taken back")
        return self.play(self.undone[-1]).with_undone(self.undone[:-1])

    def with_undone(self, undone: tuple[Cell, ...]) -> Game:
        """The same game with other moves to play again."""
        return self._with(self.moves, undone, self.position, self.outcome)

    @classmethod
    def read(cls, source: str | bytes | PathLike[str]) -> Game:
        """The game of a text in SGF, PSQ, JSON, moves or rows, or of the file at a path (a ``Path``, not its text).

        Bytes, and files, are in UTF-8, or as SGF's CA says. Raises NotationError for what is none of them,
        IllegalMoveError for a move that the rules do not allow, OSError for a file that cannot be read.
        """
        game: Game = renderers().read_one(source, Game)
        return game

    @classmethod
    def read_all(cls, source: str | bytes | PathLike[str]) -> tuple[Game, ...]:
        """Every game of a collection in SGF, or the one of another record; an error names the number of the game."""
        games: tuple[Game, ...] = renderers().read_all(source, Game)
        return games

    def to_sgf(self, *, x: str = "", o: str = "") -> str:
        """The game in the Smart Game Format, with the players' names."""
        return str(renderers().to_sgf(self, x=x, o=o))

    def to_psq(self) -> str:
        """The game in the format of Piskvork and Gomocup; NotationError for one that it cannot tell."""
        return str(renderers().to_psq(self))

    def _with(
        self, moves: tuple[Cell, ...], undone: tuple[Cell, ...], position: Position, outcome: Outcome | None
    ) -> Game:
        """A game of the same start whose moves are known to be legal, with where it stands."""
        game = object.__new__(Game)
        vars(game).update(start=self.start, moves=moves, undone=undone, position=position, outcome=outcome)
        return game
