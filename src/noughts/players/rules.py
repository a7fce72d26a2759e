"""`rules`: prime sums, a decision table and forks (Unbeatable Tic Tac Toe; founding document 004).

X counts 3 and O counts 5, so the sum of a line tells its state: 0 clear, 3 or 5 win in two, 6 or 10 win
next, 8 blocked, 9 or 15 won, 11 or 13 filled and blocked. One row of the decision table a line.

1. Win: the first own line that wins next.  2. Block: the opponent's first line that wins next.
3. Anti-fork: a potential fork is two of the opponent's win-in-two lines that meet in an empty cell. Count for
   each of these lines the potential forks it is in. From the most popular lines to the least: the first own
   win-in-two line (outer loop) and line of that count (inner loop) that meet in an empty cell give the
   move. ``advanced=False`` is the document's first version: all these lines in one class.
4. The document is silent from here: the centre, else any empty corner, else any remaining cell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import ClassVar

from noughts.game.board import Board, Cell, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.players.evidence import Fork, PlayerStep, PrimeTable, Row
from noughts.players.player import Choice, Facts, Player, uniform

PRIMES = {Mark.X: 3, Mark.O: 5}
"""What a mark adds to the sum of its lines; an empty cell adds nothing."""

_WIN = PlayerStep(1, "win", "the first own line that wins next")
_BLOCK = PlayerStep(2, "block", "the opponent's first line that wins next")
_ANTI_FORK = PlayerStep(3, "anti-fork", "an own win-in-two line meets one of the opponent's")
_CENTRE = PlayerStep(4, "centre", "the document is silent from here: the centre")
_CORNER = PlayerStep(4, "corner", "else an empty corner")
_REMAINING = PlayerStep(4, "remaining", "else a remaining cell")
_STEPS = (_WIN, _BLOCK, _ANTI_FORK, _CENTRE, _CORNER, _REMAINING)


@dataclass(frozen=True)
class Rules(Player):
    """Win, block, prevent forks by the decision table."""

    advanced: bool = True

    name: ClassVar[str] = "rules"
    facts: ClassVar[Facts] = Facts(
        title="Prime sums, decision table and forks",
        origin="Unbeatable Tic Tac Toe, a weblog entry; founding document 004",
        boards="boards with k = 3",
        breaks_symmetry="among equal lines it takes the first in line order",
    )

    def plays(self, board: Board) -> bool:
        return board.k == 3 and board.rule is GameRule.LINE

    def choose(self, position: Position) -> Choice:
        table = _Table(position)
        fired, lines, cells = table.decide(self.advanced)
        return Choice(uniform(cells), table.evidence(fired, lines))


Decided = tuple[PlayerStep, tuple[int, ...], tuple[Cell, ...]]
"""The decision, the lines that gave it (by index), and the cells to choose from."""


class _Table:
    """The decision table of one position; a row is spoken of by the index of its line."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.sums = tuple(_sum(position, mask) for mask in position.board.masks)
        self.own, self.opponent = position.to_move, position.to_move.other

    def rows_of(self, total: int) -> list[int]:
        """The rows of a sum, in line order."""
        return [i for i, s in enumerate(self.sums) if s == total]

    def win_in_two(self, side: Mark) -> list[int]:
        """The rows that hold one mark of a side and nothing else."""
        return self.rows_of(PRIMES[side])

    def forks(self, side: Mark) -> list[tuple[int, int, Cell]]:
        """The pairs of a side's win-in-two rows that meet in an empty cell, and the cell."""
        pairs = combinations(self.win_in_two(side), 2)
        met = ((a, b, self.meet(a, b)) for a, b in pairs)
        return [(a, b, cell) for a, b, cell in met if cell is not None]

    def meet(self, a: int, b: int) -> Cell | None:
        """The first empty cell that two rows share."""
        masks = self.position.board.masks
        return next(cells_of(masks[a] & masks[b] & self.position.free), None)

    def decide(self, advanced: bool) -> Decided:
        """The first decision that applies."""
        for step, side in ((_WIN, self.own), (_BLOCK, self.opponent)):
            for row in self.rows_of(2 * PRIMES[side]):
                return step, (row,), tuple(cells_of(self.position.board.masks[row] & self.position.free))
        return self._against_forks(advanced) or self._in_silence()

    def _against_forks(self, advanced: bool) -> Decided | None:
        for targets in self._classes(advanced):
            for mine in self.win_in_two(self.own):
                for theirs in targets:
                    cell = self.meet(mine, theirs)
                    if cell is not None:
                        return _ANTI_FORK, (mine, theirs), (cell,)
        return None

    def _classes(self, advanced: bool) -> Iterator[list[int]]:
        """The opponent's win-in-two rows: by falling popularity, then (or only) all as one class."""
        rows = self.win_in_two(self.opponent)
        if advanced:
            popularity = self.popularity()
            for count in sorted(set(popularity.values()), reverse=True):
                yield [row for row in rows if popularity[row] == count]
        yield rows

    def popularity(self) -> Counter[int]:
        """For each of the opponent's rows that are in potential forks, in how many."""
        return Counter(row for a, b, _ in self.forks(self.opponent) for row in (a, b))

    def _in_silence(self) -> Decided:
        board, free = self.position.board, self.position.free
        centre = board.centre
        if centre is not None and free >> centre & 1:
            return _CENTRE, (), (centre,)
        corners = tuple(c for c in board.corners if free >> c & 1)
        return (_CORNER, (), corners) if corners else (_REMAINING, (), self.position.empty)

    def evidence(self, fired: PlayerStep, lines: Iterable[int]) -> PrimeTable:
        """The whole table, with its rows by name."""
        names = line_names(self.position.board)
        forks = {side: self.forks(side) for side in Mark}
        named = tuple(Fork(side, (names[a], names[b]), cell) for side in Mark for a, b, cell in forks[side])
        forking = {side: {row for a, b, _ in forks[side] for row in (a, b)} for side in Mark}
        return PrimeTable(
            rows=tuple(self._row(i, name, forking) for i, name in enumerate(names)),
            fired=fired.name,
            lines=tuple(names[i] for i in lines),
            forks=named,
            popularity={names[i]: n for i, n in sorted(self.popularity().items())},
            remaining=self.position.empty,
            steps=_STEPS,
        )

    def _row(self, index: int, name: str, forking: dict[Mark, set[int]]) -> Row:
        position, total = self.position, self.sums[index]
        line = position.board.lines[index]
        return Row(
            name=name,
            line=line,
            marks=tuple(_sum(position, 1 << cell) for cell in line),
            win_next=next((side for side in Mark if total == 2 * PRIMES[side]), None),
            win_in_two=next((side for side in Mark if total == PRIMES[side]), None),
            forks=tuple(side for side in Mark if index in forking[side]),
        )


@lru_cache(maxsize=64)
def line_names(board: Board) -> tuple[str, ...]:
    """Every line's short name: ``row1``, ``col3``, ``diag2``; numbered in line order, each kind apart."""
    numbers: Counter[str] = Counter()
    names = []
    for line in board.lines:
        kind = _direction(line, board.columns)
        numbers[kind] += 1
        names.append(f"{kind}{numbers[kind]}")
    return tuple(names)


def _direction(line: tuple[Cell, ...], columns: int) -> str:
    rows = {cell // columns for cell in line}
    places = {cell % columns for cell in line}
    return "row" if len(rows) == 1 else "col" if len(places) == 1 else "diag"


def _sum(position: Position, mask: int) -> int:
    x, o = (mask & position.x).bit_count(), (mask & position.o).bit_count()
    return PRIMES[Mark.X] * x + PRIMES[Mark.O] * o
