"""What the checkers of certificates share: the header of a claim, cells, stones and symmetries."""

from __future__ import annotations

import gzip
import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from noughts.errors import NoughtsError, quote
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule

FORMAT = "noughts-certificate-1"
LONGEST = 1 << 16  # characters in a record
MOST = 20_000_000  # records: what is kept of each is some hundred bytes


class RejectedError(NoughtsError):
    """The file does not prove what it says."""


@dataclass(frozen=True, slots=True)
class Proved:
    """That in ``position`` the ``attacker`` wins, or, where not ``wins``, that it cannot win.

    With ``plies``: that it wins in so many plies and not in fewer, or, where not ``wins``, not in so many.
    """

    position: Position
    attacker: Mark
    wins: bool
    plies: int | None = None
    weak: bool = field(default=False, compare=False)
    """Whether the defender holds by the weak game: his own lines count for nothing."""


def header_of(source: Any) -> dict[str, Any]:
    """The header of a file, of which nothing is believed. Raises what is UNREADABLE for a file of something else.

    ``source`` is its path, or the file, open for reading bytes.
    """
    with gzip.open(source, "rt", encoding="ascii") as file:
        return dict(json.loads(file.readline(LONGEST)))


class Reader(ABC):
    """A claim: its header, checked, and the steps that every check of a record takes."""

    format: ClassVar[str] = FORMAT
    claims: ClassVar[tuple[str, ...]] = ()

    def __init__(self, header: dict[str, Any], board: Board | None) -> None:
        need(header.get("format") == self.format, "not a certificate of this format")
        names = [header.get(name) for name in ("board", "position", "attacker", "claim")]
        need(all(type(name) is str for name in names), "the header is not complete")
        name, position, attacker, self.claim = map(str, names)
        board = board or board_of(name, header)
        need(board.name == name, f"a certificate of another board: {quote(name)}")
        need(board.rule is GameRule.LINE, f"no claims about boards by the rule {board.rule}")
        need(attacker in ("X", "O") and self.claim in self.claims, "the claim is unknown")
        self.position, self.attacker = Position.parse(position, board), Mark(attacker)
        need(self.position.rows_text == position, f"not written as positions are: {quote(position)}")
        self.cells, self.full = board.size, board.full
        self.lines, self.header = board.masks, header
        symmetries = header.get("symmetries")
        need(type(symmetries) is list and len(symmetries) <= 1024, "the symmetries are no list")
        self.renamings = [self._renaming(p) for p in header["symmetries"]]

    @abstractmethod
    def proof_of(self, records: Iterable[Any]) -> Proved:
        """What the claim says, if these records prove it; each is what a line had, an array."""

    def _renaming(self, image: Any) -> list[int]:
        need(type(image) is list and all(type(c) is int for c in image), "a symmetry is no list of cells")
        need(sorted(image) == list(range(self.cells)), "a symmetry is no permutation")
        masks = [1 << c for c in image]
        moved = {renamed(line, masks) for line in self.lines}
        need(moved == set(self.lines), "a symmetry does not keep the lines")
        return masks

    def masks(self, x: Any, o: Any) -> tuple[int, int]:
        """The attacker's and the defender's stones in a record."""
        need(type(x) is int and type(o) is int and x >= 0 and o >= 0, "stones are no masks")
        need(not x & o and not (x | o) & ~self.full, "stones overlap or lie off the board")
        return x, o

    def cell(self, cell: int, free: int) -> int:
        """The mask of a cell that must be among the free ones."""
        need(0 <= cell < self.cells and free >> cell & 1, f"cell {cell} is not empty")
        return 1 << cell

    @property
    def stones(self) -> tuple[int, int]:
        """The attacker's cells in the claim's position, and the defender's."""
        position = self.position
        return (position.x, position.o) if self.attacker is Mark.X else (position.o, position.x)

    def completes(self, stones: int) -> bool:
        """Whether the stones hold a line."""
        return any(line & ~stones == 0 for line in self.lines)


class RecordReader(Reader):
    """A claim in records, lists that begin with their kind; of each it keeps what later ones need."""

    lengths: ClassVar[Mapping[str, tuple[int, ...]]]
    """How many members a record of a kind has."""

    def __init__(self, header: dict[str, Any], board: Board | None) -> None:
        super().__init__(header, board)
        self.records = list[Any]()

    def proof_of(self, records: Iterable[Any]) -> Proved:
        """Checks the records."""
        for record in records:
            self.read(record)
        need(self.records, "no records")
        return self.root()

    def read(self, record: list[Any]) -> None:
        """Checks the next record."""
        kind = record[0] if record else None
        need(type(kind) is str and kind in self.lengths, f"unknown kind of record: {quote(kind)}")
        need(len(record) in self.lengths[str(kind)], "a record has the wrong length")
        need(len(self.records) < MOST, "too many records")
        self.records.append(self.check(*record))

    @abstractmethod
    def check(self, kind: str, *rest: Any) -> Any:
        """Checks a record of a known kind; what is kept of it."""

    @abstractmethod
    def root(self) -> Proved:
        """The claim, if the last record proves it."""

    def earlier(self, back: int, sym: int) -> tuple[Any, list[int]]:
        """What is kept of the record so many places before the one being read, and the renaming to see it through."""
        need(0 < back <= len(self.records), "a record leans on one that is not there")
        need(0 <= sym < len(self.renamings), "no such symmetry")
        return self.records[-back], self.renamings[sym]


def board_of(name: str, header: dict[str, Any]) -> Board:
    """The board that the header names or, where it has lines, the one that they make."""
    if "lines" not in header:
        return Board.parse(name)
    columns, rows, lines = (header.get(field) for field in ("columns", "rows", "lines"))
    need(type(columns) is int and type(rows) is int, "the sides of the board are no numbers")
    need(type(lines) is list and all(type(line) is list for line in lines), "the lines are no lists")
    need(all(type(cell) is int for line in lines or () for cell in line), "the lines are no lists of cells")
    board = Board(name, int(columns or 0), int(rows or 0), tuple(map(tuple, lines or ())))
    need(len(set(map(frozenset, board.lines))) == len(board.lines), "a line comes twice")
    need(not _is_a_name(name), f"lines are given, but {quote(name)} is the name of a board")
    return board


def _is_a_name(text: str) -> bool:
    try:
        Board.parse(text)
    except NoughtsError:
        return False
    return True


def need(condition: object, what: str) -> None:
    """RejectedError unless the condition holds."""
    if not condition:
        raise RejectedError(what)


def ints(values: Any, multiple: int) -> list[tuple[int, ...]]:
    """A list of integers, so many at a time."""
    need(type(values) is list and all(type(v) is int for v in values), "a list of integers is wanted")
    need(len(values) % multiple == 0, "a list has the wrong length")
    return list(zip(*[iter(values)] * multiple, strict=True))


def renamed(mask: int, image: list[int]) -> int:
    """A mask with its cells renamed."""
    out = 0
    while mask:
        low = mask & -mask
        out |= image[low.bit_length() - 1]
        mask ^= low
    return out
