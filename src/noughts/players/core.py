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
from noughts.players.evidence import CoreRule, PlayerStep
from noughts.players.player import Choice, Facts, Player, uniform

_CENTRE = Cell(4)
_SIDES = (Cell(1), Cell(3), Cell(5), Cell(7))

_OPENING = PlayerStep(
    0, "opening", "first, a corner or the centre by dice; second, the corner opposite a corner"
)
_TWO_IN_A_LINE = PlayerStep(
    3, "two in a line", "fill the first line with two marks of one player and an empty cell"
)
_TAKE_CENTRE = PlayerStep(4, "centre", "take it if it is empty")
_TAKE_CORNER = PlayerStep(5, "corner", "take an empty corner")
_TAKE_SIDE = PlayerStep(6, "side", "take an empty side")
_EASY = (_TWO_IN_A_LINE, _TAKE_CENTRE, _TAKE_CORNER, _TAKE_SIDE)
_STEPS = (_OPENING, *_EASY)


@dataclass(frozen=True)
class Core(Player):
    """Completes the first line of two, else centre, corner, side."""

    easy: bool = False

    name: ClassVar[str] = "core"
    facts: ClassVar[Facts] = Facts(
        title="Seven steps with a dice opening",
        origin="What is inside the computer brain; founding document 003",
        boards="3x3x3",
        breaks_symmetry="lines, corners and sides are tried in a fixed order",
    )

    def plays(self, board: Board) -> bool:
        return board == Board.mnk(3, 3, 3)

    def choose(self, position: Position) -> Choice:
        opening = () if self.easy else _opening(position)
        if opening:
            return Choice(uniform(opening), CoreRule.of(_OPENING, None, _STEPS))
        cell, step, line = _step(position)
        return Choice({cell: Fraction(1)}, CoreRule.of(step, line, _EASY if self.easy else _STEPS))


def _opening(position: Position) -> tuple[Cell, ...]:
    """The dice of the first player, the opposite corner of the second; otherwise nothing."""
    if position.ply == 0:
        return (*position.board.corners, _CENTRE)
    if position.ply == 1:
        return tuple(Cell(8 - c) for c in position.board.corners if position.x == 1 << c)
    return ()


def _step(position: Position) -> tuple[Cell, PlayerStep, Line | None]:
    """The first of the steps 3 to 6 that applies, with its cell, and the line of step 3."""
    for line, mask in zip(position.board.lines, position.board.masks, strict=True):
        x, o, free = mask & position.x, mask & position.o, mask & position.free
        if free.bit_count() == 1 and bool(x) != bool(o):
            return next(cells_of(free)), _TWO_IN_A_LINE, line
    if position.free >> _CENTRE & 1:
        return _CENTRE, _TAKE_CENTRE, None
    corner = next((c for c in position.board.corners if position.free >> c & 1), None)
    if corner is not None:
        return corner, _TAKE_CORNER, None
    return next(c for c in _SIDES if position.free >> c & 1), _TAKE_SIDE, None
