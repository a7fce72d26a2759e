"""A game with what else might have been played in it: variations, and what somebody noted of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from os import PathLike

from noughts.displayable import Shown, renderers
from noughts.errors import NotationError
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.records.game import Game


@dataclass(frozen=True)
class StudyMove:
    """A move of a study: the number of the move that it follows, 0 at the start, its cell, and what is noted of it."""

    after: int
    cell: Cell
    note: str = ""


@dataclass(frozen=True)
class Study(Shown):
    """A tree of moves from a start: a frozen value.

    >>> study = Study.read("3x3x3 b2 a1 (b1 {the other kind}) c1")
    >>> [(move.after, move.note) for move in study.moves]
    [(0, ''), (1, ''), (2, ''), (1, 'the other kind')]
    >>> study.main_line
    (1, 2, 3)

    Moves are numbered from 1, depth first: whatever follows a move comes before what might be played instead of it,
    so that the main line is 1, 2, 3 and so on as long as each follows the one before.

    Raises NotationError for moves in another order and for one that stands twice after the same move,
    IllegalMoveError for one that the rules do not allow.
    """

    start: Position
    moves: tuple[StudyMove, ...] = ()
    note: str = ""
    x: str = ""
    o: str = ""
    """What is noted of the start; the players' names."""

    def __post_init__(self) -> None:
        line = [(0, Game(self.start))]
        played: set[tuple[int, Cell]] = set()
        for number, move in enumerate(self.moves, start=1):
            while line and line[-1][0] != move.after:
                line.pop()
            if not line or (move.after, move.cell) in played:
                raise NotationError(f"not a study: move {number} follows {move.after}, out of order or twice")
            played.add((move.after, move.cell))
            board = self.start.board
            name = board.cell_name(move.cell) if move.cell in board.cells else str(move.cell)
            line.append((number, line[-1][1].play_named(move.cell, name)))

    @classmethod
    def read(cls, source: str | bytes | PathLike[str]) -> Study:
        """The study of a text in SGF, PSQ, JSON, moves or rows, or of the file at a path (a ``Path``, not its text).

        Raises NotationError for what is none of them, IllegalMoveError for a move that the rules do not allow, OSError
        for a file that cannot be read.
        """
        study: Study = renderers().read_one(source, Study)
        return study

    @classmethod
    def read_all(cls, source: str | bytes | PathLike[str]) -> tuple[Study, ...]:
        """The studies of all games of a collection in SGF; an error names the number of the game."""
        studies: tuple[Study, ...] = renderers().read_all(source, Study)
        return studies

    def to_sgf(self) -> str:
        """All of it in the Smart Game Format; NotationError for a board that has no name."""
        return str(renderers().study_to_sgf(self))

    @classmethod
    def of(cls, game: Game, *, x: str = "", o: str = "") -> Study:
        """The moves of a game that stand, without variations."""
        moves = tuple(StudyMove(number, cell) for number, cell in enumerate(game.moves))
        return cls(game.start, moves, x=x, o=o)

    def following(self, number: int = 0) -> tuple[int, ...]:
        """The moves that are played or tried after a move, the main one first."""
        return tuple(self._below.get(number, ()))

    @cached_property
    def _below(self) -> dict[int, list[int]]:
        below: dict[int, list[int]] = {}
        for number, move in enumerate(self.moves, start=1):
            below.setdefault(move.after, []).append(number)
        return below

    @property
    def main_line(self) -> tuple[int, ...]:
        """The moves that were played, where the others are variations."""
        line: list[int] = []
        while following := self.following(line[-1] if line else 0):
            line.append(following[0])
        return tuple(line)

    def game(self, number: int | None = None) -> Game:
        """The game up to a move, or the main line; IndexError for a number that no move has."""
        cells: list[Cell] = []
        at = number if number is not None else [0, *self.main_line][-1]
        while at:
            move = self.moves[at - 1]
            cells.insert(0, move.cell)
            at = move.after
        return Game(self.start, cells)


class StudyDraft:
    """A study while it is read: what is noted of the start, or of a move, and what follows it, in the order read.

    The same move twice is one. ``after`` is the draft of the move that it follows, None at the start.
    """

    def __init__(self, after: StudyDraft | None = None) -> None:
        self.after, self.notes = after, list[str]()
        self.below: dict[Cell, StudyDraft] = {}

    def play(self, cell: Cell) -> StudyDraft:
        """The draft of a move that follows: a new one, or the one that is there already."""
        return self.below.setdefault(cell, StudyDraft(self))

    def say(self, note: str) -> None:
        """Notes something, below what was noted before."""
        self.notes += [note] if note else []

    def study(self, start: Position, *, x: str = "", o: str = "") -> Study:
        """What was drafted from the start; the errors are those of ``Study``."""
        moves: list[StudyMove] = []
        left = [(0, *each) for each in reversed(self.below.items())]
        while left:
            after, cell, draft = left.pop()
            moves.append(StudyMove(after, cell, "\n".join(draft.notes)))
            left += [(len(moves), *each) for each in reversed(draft.below.items())]
        return Study(start, tuple(moves), "\n".join(self.notes), x, o)
