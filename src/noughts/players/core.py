"""`core`: seven steps with a dice opening (what is inside the computer brain; founding document 003).

Opening (left out by ``easy=True``): playing first, one of the four corners or the centre by a five-sided
dice; playing second against a corner, the opposite corner. Then, as the document numbers its steps:

3. The first line that holds two marks of one player and an empty cell: take that cell. Winning and
   blocking are not told apart, so an earlier block is played before a later win.
4. The centre.  5. The first empty corner.  6. The first empty side.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.game.board import Board, Cell, Line, cells_of
from noughts.game.position import Position
from noughts.players.evidence import Rule
from noughts.players.player import Choice, Facts, Player, uniform

_CORNERS = (Cell(0), Cell(2), Cell(6), Cell(8))
_CENTRE = Cell(4)
_SIDES = (Cell(1), Cell(3), Cell(5), Cell(7))
_STEPS = ((0, "opening"), (3, "two in a line"), (4, "centre"), (5, "corner"), (6, "side"))


@dataclass(frozen=True)
class Core(Player):
    """Completes the first line of two, else centre, corner, side."""

    easy: bool = False

    name: ClassVar[str] = "core"
    facts: ClassVar[Facts] = Facts(
        title="Seven steps with a dice opening",
        origin="What is inside the computer brain; founding document 003",
        boards="3x3x3",
        deterministic=False,
        breaks_symmetry="lines, corners and sides are tried in a fixed order",
    )

    def plays(self, board: Board) -> bool:
        return board == Board.mnk(3, 3, 3)

    def choose(self, position: Position) -> Choice:
        opening = () if self.easy else _opening(position)
        if opening:
            return Choice(uniform(opening), Rule(0, "opening", None, _STEPS))
        cell, step, line = _step(position)
        known = _STEPS[1:] if self.easy else _STEPS
        return Choice({cell: Fraction(1)}, Rule(step, dict(_STEPS)[step], line, known))


def _opening(position: Position) -> tuple[Cell, ...]:
    """The dice of the first player, the opposite corner of the second; otherwise nothing."""
    if position.ply == 0:
        return (*_CORNERS, _CENTRE)
    if position.ply == 1:
        return tuple(Cell(8 - c) for c in _CORNERS if position.x == 1 << c)
    return ()


def _step(position: Position) -> tuple[Cell, int, Line | None]:
    """The first of the steps 3 to 6 that applies: its cell, its number, and the line of step 3."""
    for line, mask in zip(position.board.lines, position.board.masks, strict=True):
        x, o, free = mask & position.x, mask & position.o, mask & position.free
        if free.bit_count() == 1 and bool(x) != bool(o):
            return next(cells_of(free)), 3, line
    if position.free >> _CENTRE & 1:
        return _CENTRE, 4, None
    corner = next((c for c in _CORNERS if position.free >> c & 1), None)
    if corner is not None:
        return corner, 5, None
    return next(c for c in _SIDES if position.free >> c & 1), 6, None
