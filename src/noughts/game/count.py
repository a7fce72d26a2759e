"""Exact counts of the positions and games of a board, by ply, without walking the game tree.

A position of the game is a set of X's cells and a disjoint set of O's cells in which at most one
side, the last mover, holds complete lines, and these share a cell. Call a set of cells *lineless*
if it contains no line. Then

- positions that go on, and draws, are pairs of disjoint lineless sets of the right sizes;
- X's lines are a set with lines that share a cell, and a lineless set beside it (O's likewise); who has won then, and
  on a full board, is for the board's rule to say.

So everything follows from one table: for each set S of cells, how many lineless subsets it has of each size. A subset
of n things is an index below 2 ** n, bit i for thing i. The counts come from the subset-sum (zeta) transform (F. Yates,
The design and analysis of factorial experiments, 1937), with the sizes packed as the digits of one integer, so that one
addition adds all sizes.

Complete games need no walk either: all earlier positions of a won game are lineless, so the winner's
last cell is any cell common to its lines and all other moves come in any order.

Canonical positions are counted by Burnside's lemma: the average, over the symmetries, of the number
of positions that a symmetry leaves as they are; these are unions of its cycles.
W. Burnside, Theory of Groups of Finite Order, 2nd ed. 1911, section 145.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import factorial
from operator import add
from typing import ClassVar

from noughts.displayable import Shown
from noughts.errors import TooLargeError
from noughts.game.board import Board, Symmetry
from noughts.game.outcome import Mark, winner

NO_LINE = -1
"""Stands for "no complete line" where common cells are kept: all ones, so that ``&`` starts there."""


def common_cells(things: int, lines: Iterable[tuple[int, int]]) -> list[int]:
    """For every subset, the cells common to all lines that it contains, or NO_LINE.

    A line is (things needed, cells), both bit sets.
    """
    every_line = list(lines)
    table = [NO_LINE]
    for thing in range(things):
        new = [(needs, cells) for needs, cells in every_line if needs.bit_length() == thing + 1]
        for rest in range(1 << thing):
            common = table[rest]
            for needs, cells in new:
                if (rest | 1 << thing) & needs == needs:
                    common &= cells
            table.append(common)
    return table


def lineless_subsets(sizes: Sequence[int], common: Sequence[int], largest: int) -> list[int]:
    """For every subset, how many lineless subsets it contains, by size: see ``digit``.

    ``sizes`` gives each subset's size, at most ``largest``; ``common`` is from ``common_cells``.
    """
    width = largest + 1
    table = [1 << width * s if c == NO_LINE else 0 for s, c in zip(sizes, common, strict=True)]
    step = 1
    while step < len(table):
        for at in range(0, len(table), 2 * step):
            low, high = slice(at, at + step), slice(at + step, at + 2 * step)
            table[high] = map(add, table[high], table[low])
        step *= 2
    return table


def digit(packed: int, size: int, largest: int) -> int:
    """How many of a packed count are of one size: a digit to the base 2 ** (largest + 1)."""
    width = largest + 1
    return packed >> width * size & (1 << width) - 1


MAX_CELLS = 20
"""The largest board counted: the table has 2 ** cells rows."""

Progress = Callable[[int, int], None]
"""Told (steps done, steps in all) while long work goes on."""


@dataclass
class Tally:
    """How many positions or games end in a win of X, of O, or in a draw."""

    json_names: ClassVar = ("total", "x", "o", "draw")

    x: int = 0
    o: int = 0
    draw: int = 0

    @classmethod
    def of(cls, winner: Mark | None, number: int) -> Tally:
        """All of them won by one side, or drawn."""
        return cls(draw=number) if winner is None else cls(x=number) if winner is Mark.X else cls(o=number)

    @property
    def total(self) -> int:
        """All of them together."""
        return self.x + self.o + self.draw

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.x + other.x, self.o + other.o, self.draw + other.draw)


@dataclass
class PlyCount:
    """The counts after ``ply`` moves: positions and games that end there are ``terminal`` and ``games``."""

    ply: int
    positions: int = 0
    canonical: int = 0
    terminal: Tally = field(default_factory=Tally)
    canonical_terminal: Tally = field(default_factory=Tally)
    games: Tally = field(default_factory=Tally)

    def add_ended(self, winner: Mark | None, positions: int, games: int) -> None:
        """Adds positions in which the game is over, and the games that end in them."""
        self.positions += positions
        self.terminal += Tally.of(winner, positions)
        self.games += Tally.of(winner, games)


@dataclass(frozen=True)
class Count(Shown):
    """Everything that can happen on a board, by ply; the totals are sums over ``by_ply``.

    Canonical positions are those up to symmetry.
    """

    json_names: ClassVar = (
        *("board", "positions", "canonical", "terminal", "canonical_terminal", "games"),
        "by_ply",
    )

    board: Board
    by_ply: tuple[PlyCount, ...]

    @property
    def positions(self) -> int:
        """Reachable positions, the empty board included."""
        return sum(p.positions for p in self.by_ply)

    @property
    def canonical(self) -> int:
        """Reachable positions, symmetric ones counted once."""
        return sum(p.canonical for p in self.by_ply)

    @property
    def terminal(self) -> Tally:
        """Finished positions by result."""
        return sum((p.terminal for p in self.by_ply), Tally())

    @property
    def canonical_terminal(self) -> Tally:
        """Finished positions by result, symmetric ones counted once."""
        return sum((p.canonical_terminal for p in self.by_ply), Tally())

    @property
    def games(self) -> Tally:
        """Complete games (different sequences of moves) by result."""
        return sum((p.games for p in self.by_ply), Tally())


def count(board: Board | str, progress: Progress | None = None) -> Count:
    """Counts everything on a board of at most 20 cells, given as object or by name; TooLargeError beyond."""
    board = Board.of(board)
    if board.size > MAX_CELLS:
        raise TooLargeError(f"cannot count {board}: {board.size} cells, at most {MAX_CELLS}")
    order = len(board.symmetries)
    fixed: list[list[PlyCount]] = []
    for done, symmetry in enumerate(board.symmetries):
        if progress:
            progress(done, order)
        fixed.append(_fixed_positions(board, symmetry))
    by_ply = fixed[0]
    for ply, counts in enumerate(by_ply):
        counts.canonical = sum(f[ply].positions for f in fixed) // order
        orbits = sum((f[ply].terminal for f in fixed), Tally())
        counts.canonical_terminal = Tally(orbits.x // order, orbits.o // order, orbits.draw // order)
    last = max(p.ply for p in by_ply if p.positions)
    return Count(board, tuple(by_ply[: last + 1]))


def _fixed_positions(board: Board, symmetry: Symmetry) -> list[PlyCount]:
    """The positions that the symmetry leaves as they are, by ply; all of them for the identity.

    Games are right for the identity only: they are not what Burnside's lemma needs of the others.
    """
    cells, atoms = board.size, _cycles(symmetry)
    sizes = [0]
    for atom in atoms:
        sizes += [size + atom.bit_count() for size in sizes]
    last_cells = common_cells(len(atoms), ((_touched(mask, atoms), mask) for mask in board.masks))
    lineless = lineless_subsets(sizes, last_cells, cells)
    plies = [PlyCount(ply) for ply in range(cells + 1)]
    every = len(sizes) - 1
    for chosen, (size, last) in enumerate(zip(sizes, last_cells, strict=True)):
        others = lineless[every ^ chosen]
        if last == NO_LINE:
            for o in {max(size - 1, 0), size}:
                number = digit(others, o, cells)
                if number and size + o < cells:
                    plies[size + o].positions += number
                elif number:
                    full = winner(board.rule, Mark.X if cells % 2 else Mark.O, line=False)
                    plies[cells].add_ended(full, number, number * factorial(size) * factorial(o))
        elif last:
            orders = last.bit_count() * factorial(size - 1)
            for mover, other in ((Mark.X, size - 1), (Mark.O, size)):
                number = digit(others, other, cells)
                if number:
                    won = winner(board.rule, mover, line=True)
                    plies[size + other].add_ended(won, number, number * orders * factorial(other))
    return plies


def _cycles(symmetry: Symmetry) -> list[int]:
    """The cycles of a permutation as bit sets; single cells for the identity."""
    atoms, placed = [], 0
    for start in range(len(symmetry)):
        cycle, cell = 0, start
        while not placed >> cell & 1:
            cycle |= 1 << cell
            placed |= 1 << cell
            cell = symmetry[cell]
        if cycle:
            atoms.append(cycle)
    return atoms


def _touched(mask: int, atoms: list[int]) -> int:
    return sum(1 << i for i, atom in enumerate(atoms) if mask & atom)


def walk(board: Board) -> Iterator[tuple[int, int]]:
    """Every reachable position as (x, o), each once, in order of plies."""
    layer = {(0, 0)}
    while layer:
        yield from sorted(layer)
        layer = {child for x, o in layer for child in _children(board, x, o)}


def _children(board: Board, x: int, o: int) -> Iterator[tuple[int, int]]:
    x_moves = x.bit_count() == o.bit_count()
    last = o if x_moves else x
    if any(last & m == m for m in board.masks):
        return
    free = board.full & ~(x | o)
    while free:
        low = free & -free
        free ^= low
        yield (x | low, o) if x_moves else (x, o | low)
