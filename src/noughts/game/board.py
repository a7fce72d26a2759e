"""A board is geometry only: a set of cells and a set of lines that win.

Whatever speaks of lines works on every board: the m,n,k boards, the cube (Qubic) and the torus
are different sets of lines, not different code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from itertools import permutations, product
from operator import index
from typing import Any, NewType, TypeVar

from noughts.displayable import Shown
from noughts.errors import ImpossibleError, InputTypeError, NotationError, NoughtsError, expect, quote, whole
from noughts.game import families
from noughts.game.cells import FEW, Cells, chosen, lines_through
from noughts.game.notation import MAX_SIDE, format_cell, parse_board, parse_cell, short_number
from noughts.game.rule import GameRule
from noughts.game.symmetry import MOST, generated, keeps, line_symmetries, turned

Cell = NewType("Cell", int)
"""One cell: its index in reading order, row by row from the top left."""


Line = tuple[Cell, ...]
"""The cells that one player must hold together to win."""

Symmetry = tuple[Cell, ...]
"""A permutation of the cells that maps lines onto lines: cell ``c`` goes to ``symmetry[c]``."""

Point = tuple[int, ...]
"""Where a cell lies in space: one coordinate an axis."""

Held = TypeVar("Held")

ByCell = Mapping[Cell, Held] | Mapping[int, Held] | Mapping[str, Held] | Mapping[int | str, Held]
"""A mapping from cells to values that is passed in; keys may be cells or their names."""


@dataclass(frozen=True, repr=False)
class Board(Shown):
    """Cells laid out in ``columns`` by ``rows``, and the lines that win.

    ``points`` places every cell in space and decides the symmetries; it defaults to the layout.
    ``k`` is the length of every line, or None where lines differ in length. ``rule`` says what a complete line and a
    full board mean. ``group`` are the symmetries where they do not follow from the points: permutations that keep the
    lines, a group of them, the identity first.
    Raises ImpossibleError for sizes outside 1 to 20, for no lines, and for lines off the board.
    """

    name: str = field(compare=False)
    columns: int
    rows: int
    lines: tuple[Line, ...]
    points: tuple[Point, ...] = field(default=(), repr=False)
    rule: GameRule = GameRule.LINE
    group: tuple[Symmetry, ...] | None = field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not (1 <= self.columns <= MAX_SIDE and 1 <= self.rows <= MAX_SIDE):
            raise ImpossibleError(f"board out of range: {quote(self.name)} (1 to {MAX_SIDE} a side)")
        if not self.lines:
            raise ImpossibleError(f"nobody can win on {quote(self.name)}: it has no lines")
        _check_lines(self)
        if not self.points:
            object.__setattr__(self, "points", tuple(product(range(self.rows), range(self.columns))))
        elif len(set(self.points)) != self.size:
            raise ImpossibleError(f"board {quote(self.name)} needs {self.size} different points")

    @classmethod
    def mnk(cls, columns: int, rows: int, k: int) -> Board:
        """The board ``columns`` x ``rows`` where ``k`` in a row win, 1 to 20 a side.

        Lines come in the house's order: rows, columns, down-right, down-left diagonals, each
        set in reading order of its first cell.
        """
        return _mnk(columns, rows, k)

    @classmethod
    def torus(cls, columns: int, rows: int, k: int) -> Board:
        """The m,n,k board whose edges are glued together: lines run on across them."""
        name = _mnk_name(columns, rows, k, prefix="torus")
        return cls(name, columns, rows, _distinct(families.row_lines(columns, rows, k, wrap=True)))

    @classmethod
    def strip(cls, columns: int, rows: int, k: int) -> Board:
        """A block of so many columns out of an endless strip of m,n,k, cut straight into such blocks.

        A line of the strip belongs to the block that has most of its cells, the leftmost if several have, and is
        those cells there. Whoever breaks all lines of a block breaks all of the strip (``solver.search.strips``).
        """
        name = _mnk_name(columns, rows, k, prefix="strip")
        return cls(name, columns, rows, _distinct(families.strip_lines(columns, rows, k)))

    @classmethod
    def cube(cls, n: int, dimensions: int = 3) -> Board:
        """The n x n x n cube, its layers one under the other; ``cube(4)`` is Qubic with 76 lines.

        Of other dimensions, 1 to 5, the later half of the axes runs along a row and the others from row to row.
        """
        across = whole("dimensions", dimensions) // 2
        name = f"cube{n}" if dimensions == 3 else f"cube{n}d{dimensions}"
        is_in_range = whole("n", n) >= 1 and 1 <= dimensions <= families.MAX_DIMENSIONS
        if not is_in_range or n ** (dimensions - across) > MAX_SIDE:
            most = f"at most {families.MAX_DIMENSIONS} dimensions, and {MAX_SIDE} a side of the layout"
            raise ImpossibleError(f"board out of range: {quote(name)} ({most})")
        points = tuple(product(range(n), repeat=dimensions))
        lines = families.cube_lines(n, list(points))
        return cls(name, n**across, n ** (dimensions - across), _distinct(lines), points)

    @classmethod
    def animal(cls, shape: str, columns: int, rows: int, name: str = "") -> Board:
        """Who first holds all cells of a polyomino, turned or mirrored as it may lie, wins.

        ``shape`` is its rows, joined by ``/``, with X for its cells: ``XXX/X..`` is elly.
        """
        cells = families.animal_cells(shape)
        name = name or f"animal {shape} on {columns}x{rows}"
        if not cells:
            raise ImpossibleError(f"not an animal: {quote(shape)} (rows of X and ., like XXX/X..)")
        return cls(name, columns, rows, _distinct(families.animal_lines(cells, columns, rows)))

    @classmethod
    def from_lines(
        cls,
        name: str,
        lines: Iterable[Sequence[int]],
        *,
        columns: int | None = None,
        rows: int | None = None,
        symmetries: str | Sequence[Symmetry] = "lines",
        rule: GameRule | str = GameRule.LINE,
    ) -> Board:
        """The board of any set of lines, each given by the numbers of its cells from 0.

        Without ``columns`` the cells lie in one row, without ``rows`` in as many as are needed. ``symmetries`` are
        "lines", every permutation of the cells that keeps the lines; "layout", the turns and reflections of the
        layout that do; or permutations that make up a group. Where more than 1,024 keep the lines, or they name
        more than 16,000 cells together, or take too long to find, those of the layout are taken.
        Raises ImpossibleError for lines and symmetries that are none.
        """
        sets = tuple(map(_line, expect(lines, Iterable, "lines")))
        most = max((cell for line in sets for cell in line), default=0) + 1
        columns = columns or most
        rows = rows or -(-most // columns)
        board = cls(expect(name, str, "a name"), columns, rows, sets, rule=GameRule.of(rule))
        first: dict[frozenset[Cell], int] = {}
        for number, line in enumerate(sets, 1):
            if (before := first.setdefault(frozenset(line), number)) != number:
                raise ImpossibleError(f"line {number} has the cells of line {before} on {quote(name)}")
        if symmetries == "layout":
            return board
        if symmetries == "lines":
            found = line_symmetries(board.size, sets)
            group = None if found is None else tuple(tuple(map(Cell, image)) for image in found)
            return replace(board, group=group)
        if isinstance(symmetries, str):
            raise ImpossibleError(f"not symmetries: {quote(symmetries)} (lines or layout)")
        return replace(board, group=_group(board, symmetries))

    def with_rule(self, rule: GameRule | str) -> Board:
        """The same cells and lines, played by another rule; the name says it."""
        rule = GameRule.of(rule)
        return replace(self, name=rule.prefix + self.name.removeprefix(self.rule.prefix), rule=rule)

    @classmethod
    def of(cls, given: Board | str | None) -> Board:
        """A board as it is given: itself, its name, or None for 3x3x3; InputTypeError for anything else."""
        if isinstance(given, Board):
            return given
        return cls.mnk(3, 3, 3) if given is None else cls.parse(given)

    @classmethod
    def playable(cls, text: str) -> Board:
        """``parse``, of a board that games are played on; NotationError for a block of a strip."""
        if text.strip().lower().startswith("strip"):
            what = "a block of an endless strip, for proofs"
            raise NotationError(f"not a board to play on: {quote(text)} ({what})")
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Board:
        """The board of a name: ``6x5x4``, ``torus5x5x4``, ``strip4x6x6``, ``cube4``, ``cube3d4`` or ``elly6x6``.

        ``3x3`` and ``15x15`` are boards, too. Before each of them may stand one rule: ``misere-3x3x3``, ``last-3x3x3``.
        Raises InputTypeError for what is no text, NotationError for text that names none, ImpossibleError as `Board`.
        """
        if not isinstance(text, str):
            raise InputTypeError(f"not a board: {quote(text)}, a {type(text).__name__} (a name like '3x3x3')")
        name = text.strip().lower()
        for rule in (GameRule.MISERE, GameRule.LAST):
            rest = name.removeprefix(rule.prefix)
            if rest != name and not rest.startswith(("strip", "misere-", "last-")):
                return cls.parse(rest).with_rule(rule)
        if cube := families.parse_cube(name):
            return cls.cube(*cube)
        if animal := families.parse_animal(name):
            return cls.animal(*animal, name=name)
        prefix = next((word for word in ("torus", "strip") if name.startswith(word)), "")
        make = {"torus": cls.torus, "strip": cls.strip, "": cls.mnk}[prefix]
        try:
            return make(*parse_board(name.removeprefix(prefix)))
        except NotationError:
            raise NotationError(
                f"not a board: {quote(text)} (COLUMNSxROWSxK, like 3x3x3; torus5x5x4; cube4; elly6x6; misere-3x3x3)"
            ) from None

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        own = f"<Board {self.name!r}: {self.size} cells, {len(self.lines)} lines>"
        return f"Board.parse({self.name!r})" if self.is_named else own

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle is the name, or where that does not tell the lines what it was made of: nothing that is computed."""
        if self.is_named:
            return Board.parse, (self.name,)
        return type(self), tuple(getattr(self, part.name) for part in fields(self))

    @cached_property
    def is_named(self) -> bool:
        """Whether the board can be made again from its name: not one of somebody's own lines."""
        with suppress(NoughtsError):
            return Board.parse(self.name) == self
        return False

    @property
    def is_strip(self) -> bool:
        """Whether it is a block of an endless strip: for proofs, not for games."""
        return self.name.startswith("strip")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.columns, self.rows, self.lines, self.rule))

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self.columns * self.rows

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """All cells in reading order."""
        return tuple(Cell(i) for i in range(self.size))

    def cells_in(self, bits: int) -> Cells[Cell]:
        """The cells of a bit set in reading order, quicker than ``cells_of`` where they are many."""
        cells = self._cells_in.get(bits)
        if cells is None:
            cells = Cells(chosen(self.cells, bits), self.columns, self.rows)
            if bits < FEW:
                self._cells_in[bits] = cells
        return cells

    @cached_property
    def _cells_in(self) -> dict[int, Cells[Cell]]:
        return {}

    @cached_property
    def full(self) -> int:
        """All cells as a bit set."""
        return (1 << self.size) - 1

    @cached_property
    def k(self) -> int | None:
        """The length of every line, or None where lines differ in length."""
        lengths = {len(line) for line in self.lines}
        return lengths.pop() if len(lengths) == 1 else None

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The lines as bit sets, in line order."""
        return tuple(sum(1 << c for c in line) for line in self.lines)

    @cached_property
    def masks_through(self) -> tuple[tuple[int, ...], ...]:
        """For every cell, the bit sets of the lines through it."""
        through = lines_through(self.size, self.lines)
        return tuple(tuple(self.masks[number] for number in numbers) for numbers in through)

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and reflections of the points that map lines onto lines, or ``group``; the identity first."""
        if self.group is not None:
            return self.group
        axes = len(self.points[0])
        lines = set(map(frozenset[int], self.lines))
        turns = (
            turned(self.points, order, signs)
            for order in permutations(range(axes))
            for signs in product((1, -1), repeat=axes)
        )
        kept = dict.fromkeys(s for s in turns if s and keeps(s, lines))
        return tuple(tuple(map(Cell, image)) for image in kept)

    @cached_property
    def corners(self) -> tuple[Cell, ...]:
        """The corner cells of the layout in reading order."""
        right, bottom = self.columns - 1, self.size - self.columns
        return tuple(Cell(c) for c in sorted({0, right, bottom, bottom + right}))

    @property
    def centre(self) -> Cell | None:
        """The middle cell of the layout; None where a side is even."""
        odd = self.columns % 2 and self.rows % 2
        return Cell(self.size // 2) if odd else None

    def cell(self, text: str) -> Cell:
        """The cell of a name like ``b2``; NotationError if there is none."""
        return Cell(parse_cell(text, self.columns, self.rows))

    def cell_name(self, cell: int | str) -> str:
        """The name of a cell: letter of the column, number of the row from the top; errors are those of ``place``."""
        return self._cell_names[self.place(cell)]

    @cached_property
    def _cell_names(self) -> tuple[str, ...]:
        return tuple(format_cell(cell, self.columns) for cell in self.cells)

    def cell_names(self, cells: Iterable[int | str]) -> list[str]:
        """The names of cells, in the order given."""
        return list(map(self.cell_name, cells))

    def place(self, given: int | str) -> Cell:
        """A cell of this board, by its name or its index; NotationError for one that it has not."""
        cell = self.cell_of(given)
        if not 0 <= cell < self.size:
            last = format_cell(self.size - 1, self.columns)
            raise NotationError(f"no such cell: {quote(given)} (the board ends at {last}, {self.size - 1})")
        return cell

    def cell_of(self, given: int | str) -> Cell:
        """A cell as it is given: its name, or its index, which may lie off the board; else InputTypeError."""
        if isinstance(given, str):
            return self.cell(given)
        try:
            return Cell(index(given))
        except TypeError:
            what = f"{quote(given)}, a {type(given).__name__} (a name like 'b2', or its index)"
            raise InputTypeError(f"not a cell: {what}") from None


class CellMap(dict[Cell, Held]):
    """A mapping from cells of a board to values; keys may be cells or their names: ``moves["b2"]``."""

    def __init__(self, board: Board, held: Mapping[Cell, Held]) -> None:
        super().__init__(held)
        self.board = board

    def __getitem__(self, cell: int | str) -> Held:
        return super().__getitem__(self._index(cell))

    def __contains__(self, cell: object) -> bool:
        return super().__contains__(self._index(cell))

    def get(self, cell: int | str, default: Any = None) -> Any:
        """Return the value of a cell, or ``default``."""
        return super().get(self._index(cell), default)

    def _index(self, cell: Any) -> Cell:
        return self.board.cell(cell) if isinstance(cell, str) else cell


def cells_of(bits: int) -> Iterator[Cell]:
    """The cells of a bit set in reading order."""
    while bits:
        low = bits & -bits
        yield Cell(low.bit_length() - 1)
        bits ^= low


@lru_cache(maxsize=256)
def _mnk(columns: int, rows: int, k: int) -> Board:
    name = _mnk_name(columns, rows, k)
    return Board(name, columns, rows, _distinct(families.row_lines(columns, rows, k, wrap=False)))


def _mnk_name(columns: int, rows: int, k: int, prefix: str = "") -> str:
    """The name of a board, once its numbers are found good."""
    if not all(isinstance(number, int) for number in (columns, rows, k)):
        raise InputTypeError(f"sides and k are whole numbers, not {quote((columns, rows, k))}")
    longer = max(columns, rows)
    if min(columns, rows) < 1 or longer > MAX_SIDE:
        given = quote(f"{prefix}{short_number(columns)}x{short_number(rows)}x{short_number(k)}")
        raise ImpossibleError(f"board out of range: {given} (1 to {MAX_SIDE} a side)")
    name = f"{prefix}{columns}x{rows}x{short_number(k)}"
    if not 1 <= k <= longer:
        raise ImpossibleError(f"nobody can win on {quote(name)}: k must be 1 to the longer side")
    return name


def _group(board: Board, symmetries: Sequence[Symmetry]) -> tuple[Symmetry, ...]:
    """The permutations given, once they are found to be a group that keeps the lines."""
    lines = set(map(frozenset[int], board.lines))
    for image in symmetries:
        if sorted(image) != list(board.cells) or not keeps(image, lines):
            raise ImpossibleError(f"not a symmetry of {quote(board.name)}: {quote(list(image))}")
    group = {tuple(map(Cell, image)) for image in symmetries}
    closed = generated(board.size, group)
    if closed is None or set(closed) != group:
        raise ImpossibleError(f"the symmetries of {quote(board.name)} make up no group of at most {MOST}")
    return tuple(sorted(group))


def _distinct(lines: Iterable[tuple[int, ...]]) -> tuple[Line, ...]:
    """Each set of cells once, in the order given."""
    first: dict[frozenset[int], Line] = {}
    for line in lines:
        first.setdefault(frozenset(line), tuple(map(Cell, line)))
    return tuple(first.values())


def _line(given: Iterable[int]) -> Line:
    with suppress(TypeError):
        return tuple(Cell(index(cell)) for cell in given)
    raise InputTypeError(f"not a line: {quote(given)} (the numbers of its cells)")


def _check_lines(board: Board) -> None:
    for line in board.lines:
        if not line or len(set(line)) != len(line) or not all(0 <= c < board.size for c in line):
            raise ImpossibleError(f"not a line of {quote(board.name)}: {quote(line)}")
