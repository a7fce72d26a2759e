"""A position is a frozen value: a board, the cells of X, the cells of O.

X moves first, so the side to move follows from the counts. ``Position.parse(text)`` and
``str(position)`` are inverse on every board that has a name: where the rows alone would be read on another board, the
text begins with the board, ``5x5x4:X..../...../...../...../.....``. Moves never mutate: ``play`` checks and returns a
new position. ``in_turn`` finds moves that lead to a position, for programs that accept moves only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import zip_longest
from math import isqrt
from operator import and_
from typing import ClassVar

from noughts.displayable import Shown
from noughts.errors import IllegalMoveError, ImpossibleError, InputTypeError, NotationError, quote
from noughts.game.board import Board, Cell, Symmetry, cells_of
from noughts.game.cells import Cells
from noughts.game.notation import format_rows, parse_rows, usual_k
from noughts.game.outcome import Mark, Outcome, Reason, winner


@dataclass(frozen=True, slots=True, repr=False)
class Position(Shown):
    """Who holds which cells of a board, as bit sets ``x`` and ``o``.

    Raises ImpossibleError unless some sequence of legal moves reaches it.
    """

    board: Board
    x: int = 0
    o: int = 0
    _last: int | None = field(default=None, init=False, repr=False, compare=False)
    """The cell played last, where that is known and the game went on before: then only its lines can be complete."""
    _over: bool | None = field(default=None, init=False, repr=False, compare=False)
    """Whether the game is over, once that was asked."""

    __iter__: ClassVar[None] = None
    """`position["b2"]` is a mark, yet a position is no sequence."""

    def __post_init__(self) -> None:
        parts: tuple[object, ...] = (self.board, self.x, self.o)
        if not all(map(isinstance, parts, (Board, int, int))):
            what = ", ".join(map(quote, parts))
            raise InputTypeError(f"no board and two bit sets: {what} (a text is read by Position.parse)")
        problem = _why_impossible(self)
        if problem:
            raise ImpossibleError(f"impossible position {quote(self)}: {problem}")

    @classmethod
    def start(cls, board: Board | str | None = None) -> Position:
        """The empty board, 3x3x3 unless another is given."""
        return cls(Board.of(board))

    @classmethod
    def parse(cls, text: str, board: Board | str | None = None, *, k: int | None = None) -> Position:
        """Reads rows from the top joined by ``/``, or what ``str(position)`` gives; a board alone is empty.

        Rows without a board are on that of their sides' name: five in a row win, or the shorter side where that is
        less, unless ``k`` is given. Small letters, ``_`` or ``-`` for empty cells and rows on lines of their own are
        read, too, and rows that are not parted where the board is known or a square.
        Raises NotationError for text that is no position or does not fit ``board``, ImpossibleError for marks that no
        game reaches, InputTypeError for what is no text.
        """
        if not isinstance(text, str):
            what = f"{quote(text)}, a {type(text).__name__}"
            raise InputTypeError(f"not a position: {what} (rows like 'XX./.../O..')")
        name, _, rows = (text, "", "") if _is_board(text) else text.rpartition(":")
        given = None if board is None else Board.of(board)
        if name and (given is None or given.name != name.strip()):
            given = _agreed(text, name, given)
        if name and not rows.strip():
            rows = "." * given.size if given else ""
        return cls._read(text, rows, given, k)

    @classmethod
    def _read(cls, text: str, rows: str, board: Board | None, k: int | None) -> Position:
        """The position of rows, which stand in ``text``."""
        sides = (board.columns, board.rows) if board else _square(rows) if k is None else None
        columns, number, x, o = parse_rows(rows, sides)
        if board is None:
            if k is None and number == 1 < columns:
                raise NotationError(
                    f"which board? {quote(text)} has {columns} cells in one row: name it, too"
                )
            board = Board.mnk(columns, number, usual_k(columns, number) if k is None else k)
        elif (columns, number) != (board.columns, board.rows):
            size = f"{columns} columns and {number} rows"
            raise NotationError(f"{quote(text)} has {size}, which is not the board {board}")
        elif k is not None and k != board.k:
            raise NotationError(f"{quote(text)} is a position of {board}, not one with k={quote(k)}")
        return cls(board, x, o)

    @classmethod
    def of(cls, given: Position | Board | str, board: Board | str | None = None) -> Position:
        """A position as it is given: itself, its text, or a board or its name, which is empty.

        Raises NotationError where ``board`` is given, too, and it is a position of another; as ``parse`` otherwise.
        """
        if isinstance(given, Board):
            given = cls.start(given)
        if not isinstance(given, Position):
            return cls.parse(given, board)
        if board is not None and given.board != Board.of(board):
            raise NotationError(f"{quote(given)} is a position of {given.board}, not of {quote(board)}")
        return given

    @classmethod
    def unchecked(cls, board: Board, x: int, o: int) -> Position:
        """The position of bit sets that are known to be reachable; nothing is checked."""
        self = _new(cls)
        _set_board(self, board)
        _set_x(self, x)
        _set_o(self, o)
        _set_last(self, None)
        _set_over(self, None)
        return self

    def __str__(self) -> str:
        return self.rows_text if self._goes_without_board else f"{self.board}:{self.rows_text}"

    def __repr__(self) -> str:
        board = "" if self._goes_without_board else f", {self.board.name!r}"
        if board and not self.board.is_named:
            return f"Position({self.board!r}, {self.x:#x}, {self.o:#x})"
        return f"Position.parse({self.rows_text!r}{board})"

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle is the board's and two numbers."""
        return Position.unchecked, (self.board, self.x, self.o)

    def __getitem__(self, cell: int | str) -> Mark | None:
        """The mark on a cell, ``position["b2"]``, or None; IllegalMoveError off the board."""
        place = self.board.cell_of(cell)
        self._check_on_board(place)
        return Mark.X if self.x >> place & 1 else Mark.O if self.o >> place & 1 else None

    @property
    def rows_text(self) -> str:
        """The rows from the top, joined by ``/``: what stands beside the board's name in JSON and in files."""
        return format_rows(self.board.columns, self.board.rows, self.x, self.o)

    @property
    def _goes_without_board(self) -> bool:
        """Whether the rows alone are read on this board."""
        columns, rows = self.board.columns, self.board.rows
        return (rows > 1 or columns == 1) and self.board == Board.mnk(columns, rows, usual_k(columns, rows))

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return (self.x | self.o).bit_count()

    @property
    def to_move(self) -> Mark:
        """The side to move, by the counts alone: also after the end."""
        return Mark.X if self.x.bit_count() == self.o.bit_count() else Mark.O

    @property
    def own(self) -> int:
        """The cells of the side to move, as a bit set."""
        return self.x if self.to_move is Mark.X else self.o

    @property
    def other(self) -> int:
        """The cells of the side that moved last, as a bit set."""
        return self.o if self.to_move is Mark.X else self.x

    @property
    def free(self) -> int:
        """The empty cells as a bit set."""
        return self.board.full & ~(self.x | self.o)

    @property
    def empty(self) -> Cells[Cell]:
        """The empty cells in reading order."""
        return self.board.cells_in(self.free)

    @property
    def moves(self) -> Cells[Cell]:
        """The legal moves in reading order, ``"b2" in position.moves``: the empty cells, or none after the end."""
        return self.board.cells_in(0 if self.is_over else self.board.full & ~(self.x | self.o))

    @property
    def is_over(self) -> bool:
        """Whether a line is complete or the board is full. Only the last mover can hold one."""
        over = self._over
        if over is None:
            x, o, last, board = self.x, self.o, self._last, self.board
            other = o if x.bit_count() == o.bit_count() else x
            masks = board.masks if last is None else board.masks_through[last]
            over = x | o == board.full or _holds_one(other, masks)
            _set_over(self, over)
        return over

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        last = self.other
        masks = zip(self.board.lines, self.board.masks, strict=True)
        lines = tuple(line for line, m in masks if last & m == m)
        if self.free and not lines:
            return None
        won = winner(self.board.rule, self.to_move.other, line=bool(lines))
        return Outcome(won, Reason.LINE if lines else Reason.FULL, lines)

    def at(self, cell: int | str) -> Mark | None:
        """The mark on a cell, or None: ``position[cell]``."""
        return self[cell]

    def outcome_after(self, last: int) -> Outcome | None:
        """``outcome``, where it is known that ``last`` was played last and the game went on before it.

        Only a line through ``last`` can then be complete, so that the board's others are not looked at.
        """
        mine = self.other
        if self.free and not any(mine & m == m for m in self.board.masks_through[last]):
            return None
        return self.outcome

    def play(self, cell: int | str) -> Position:
        """The position after the side to move takes ``cell``, by its name or its index.

        Raises IllegalMoveError on a taken cell, off the board, or after the end; NotationError for no cell's name.
        """
        place = self.board.cell_of(cell)
        if self.is_over:
            raise IllegalMoveError(f"the game {quote(self)} is over: no move {self._shown(place)}")
        if place < 0 or not (self.board.full & ~(self.x | self.o)) >> place & 1:
            self.check_free(place)  # says what is wrong
        return self.play_unchecked(place)

    def check_free(self, cell: Cell) -> None:
        """Raises IllegalMoveError on a taken cell or off the board; does not ask whether the game is over."""
        self._check_on_board(cell)
        if not self.free >> cell & 1:
            raise IllegalMoveError(f"taken: {self._shown(cell)} holds {self.at(cell)} in {quote(self)}")

    def _check_on_board(self, cell: Cell) -> None:
        if not 0 <= cell < self.board.size:
            raise IllegalMoveError(f"off the board: {self._shown(cell)} in {quote(self)}")

    def play_unchecked(self, cell: Cell) -> Position:
        """``play`` for a cell that is known to be a legal move."""
        x, o = self.x, self.o
        if x.bit_count() == o.bit_count():
            x |= 1 << cell
        else:
            o |= 1 << cell
        child = _new(Position)
        _set_board(child, self.board)
        _set_x(child, x)
        _set_o(child, o)
        _set_last(child, cell)
        _set_over(child, None)
        return child

    def take_back_unchecked(self, cell: Cell) -> Position:
        """The position before the last move, which is known to have taken ``cell``."""
        return Position.unchecked(self.board, self.x & ~(1 << cell), self.o & ~(1 << cell))

    def transform(self, symmetry: Symmetry) -> Position:
        """The same position turned or mirrored."""
        return Position.unchecked(self.board, *self._image(symmetry))

    def canonical(self) -> Position:
        """The one of its symmetric positions that stands for all: the least pair of bit sets."""
        return Position.unchecked(self.board, *min(self._images()))

    def orbit_size(self) -> int:
        """How many different positions the symmetries make of this one."""
        return len(set(self._images()))

    def _images(self) -> Iterator[tuple[int, int]]:
        return (self._image(symmetry) for symmetry in self.board.symmetries)

    def _image(self, symmetry: Symmetry) -> tuple[int, int]:
        x = sum(1 << symmetry[c] for c in cells_of(self.x))
        return x, sum(1 << symmetry[c] for c in cells_of(self.o))

    def _shown(self, cell: Cell) -> str:
        on_board = 0 <= cell < self.board.size
        return quote(self.board.cell_name(cell) if on_board else cell)


def _agreed(text: str, name: str, board: Board | None) -> Board:
    """The board that a text names, which must be the one given, if one is."""
    named = Board.parse(name)
    if board is not None and board != named:
        raise NotationError(f"{quote(text)} is a position of {named}, not of {quote(board)}")
    return named


def _square(rows: str) -> tuple[int, int]:
    """The sides of the square that has as many cells as there are characters."""
    side = isqrt(len("".join(rows.split())))
    return side, side


def _is_board(text: str) -> bool:
    """Whether a text is meant as the name of a board: all have digits, which no rows have."""
    return not set("/:") & set(text) and any(map(str.isdigit, text))


_new = object.__new__
# What sets the fields of a frozen value while it is made, in half the time of object.__setattr__.
_set_board, _set_x, _set_o = (vars(Position)[name].__set__ for name in ("board", "x", "o"))
_set_last, _set_over = (vars(Position)[name].__set__ for name in ("_last", "_over"))


def _holds_one(marks: int, masks: Iterable[int]) -> bool:
    for mask in masks:  # noqa: SIM110 - a generator for `any` takes twice the time, and games ask after every move
        if marks & mask == mask:
            return True
    return False


def last_cells(board: Board, marks: int) -> int:
    """The cells, as a bit set, any of which can have been the one that completed all lines in ``marks``.

    That is the cells common to every complete line; all of ``marks`` if no line is complete.
    """
    complete = (m for m in board.masks if marks & m == m)
    return reduce(and_, complete, marks)


def _why_impossible(position: Position) -> str | None:
    """Why no game reaches the position, or None. It is reachable exactly if the counts alternate
    and all complete lines belong to the last mover and share a cell, which then came last.
    """
    board, x, o = position.board, position.x, position.o
    if x & o or (x | o) & ~board.full:
        return "a cell is held twice or lies off the board"
    if x.bit_count() - o.bit_count() not in (0, 1):
        return f"{x.bit_count()} X and {o.bit_count()} O, but X moves first and turns alternate"
    x_won, o_won = (any(s & m == m for m in board.masks) for s in (x, o))
    if x_won and o_won:
        return "both sides have a complete line"
    if (x_won or o_won) and x_won != (position.to_move is Mark.O):
        return f"{'X' if x_won else 'O'} has won, yet the other side moved after"
    if not last_cells(board, position.other) and position.other:
        return "complete lines that no single last move can have made"
    return None


def in_turn(position: Position) -> list[Cell]:
    """An order in which the cells of an unfinished position can have been played: any, since none has won; X first."""
    turns = zip_longest(cells_of(position.x), cells_of(position.o))
    return [cell for turn in turns for cell in turn if cell is not None]
