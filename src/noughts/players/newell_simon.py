"""`newell-simon`: eight rules tried in order, the first that applies is played.

1 win, 2 block, 3 fork, 4 block fork, 5 centre, 6 opposite corner, 7 empty corner, 8 empty side.
A. Newell and H. A. Simon, Human Problem Solving, 1972; as a program: K. Crowley and R. S. Siegler, Flexible
strategy use in young children's tic-tac-toe, Cognitive Science 17 (1993) 531-561.

To block a fork, first make two in a row so that the forced defence is not itself a fork; only where there
is no such move, take the cell of the fork. A rule that allows several cells gives them equal probabilities.
``level=n`` knows only the first n rules and plays at random where none applies: a ladder of difficulty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

from noughts.errors import OptionError, quote
from noughts.game.board import Board, Cell, Line
from noughts.game.position import Position
from noughts.game.threats import completions, forks
from noughts.players.evidence import LadderRule, PlayerStep
from noughts.players.player import Choice, Facts, Player, uniform

_SIDES = (Cell(1), Cell(3), Cell(5), Cell(7))

_WIN = PlayerStep(1, "win", "complete an own line")
_BLOCK = PlayerStep(2, "block", "fill a line that the opponent would complete")
_FORK = PlayerStep(3, "fork", "threaten two lines at once")
_BLOCK_FORK = PlayerStep(4, "block fork", "keep the opponent from threatening two lines at once")
_CENTRE = PlayerStep(5, "centre", "take it if it is empty")
_OPPOSITE_CORNER = PlayerStep(6, "opposite corner", "take the corner opposite one of the opponent's")
_CORNER = PlayerStep(7, "corner", "take an empty corner")
_SIDE = PlayerStep(8, "side", "take an empty side")
_RANDOM = PlayerStep(0, "random", "any move, as none of the rules applies")


@dataclass(frozen=True)
class NewellSimon(Player):
    """Win, block, fork, block fork, centre, opposite corner, corner, side: as far as the level goes."""

    level: int = 8

    name: ClassVar[str] = "newell-simon"
    facts: ClassVar[Facts] = Facts(
        title="A ladder of eight rules",
        origin="Newell and Simon 1972; Crowley and Siegler 1993",
        boards="3x3x3",
        called="Newell and Simon",
    )

    def __post_init__(self) -> None:
        if not 0 <= self.level <= len(_RULES):
            raise OptionError(f"newell-simon: level={quote(self.level)} is not from 0 to {len(_RULES)}")

    def plays(self, board: Board) -> bool:
        return board == Board.mnk(3, 3, 3)

    def choose(self, position: Position) -> Choice:
        steps = _LADDER[self.level]
        for step, cells_for in _RULES[: self.level]:
            cells = tuple(cells_for(position))
            if cells:
                return Choice(uniform(cells), LadderRule.of(step, _cause(position, cells[0], step), steps))
        return Choice(uniform(position.moves), LadderRule.of(_RANDOM, None, steps))


def _block_fork(position: Position) -> tuple[Cell, ...]:
    """Moves that make a threat whose forced answer is no fork; without one, the opponent's fork cells."""
    danger = forks(position.board, position.other, position.own)
    if not danger:
        return ()
    return tuple(c for c in position.empty if _forces_well(position, c)) or danger


def _forces_well(position: Position, cell: Cell) -> bool:
    """Whether the move threatens to win and the answers that it forces are no forks."""
    board, own, other = position.board, position.own | 1 << cell, position.other
    answers = completions(board, own, other)
    return bool(answers) and not set(answers) & set(forks(board, other, own))


def _opposite_corner(position: Position) -> tuple[Cell, ...]:
    held = (c for c in position.board.corners if position.other >> c & 1)
    return _free(position, sorted(Cell(8 - c) for c in held))


def _free(position: Position, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Those of these cells that are empty."""
    return tuple(c for c in cells if position.free >> c & 1)


def _cause(position: Position, cell: Cell, step: PlayerStep) -> Line | None:
    """The line that a win or a block is about."""
    marks = {_WIN.number: position.own, _BLOCK.number: position.other}.get(step.number)
    if marks is None:
        return None
    masks = zip(position.board.lines, position.board.masks, strict=True)
    return next(line for line, m in masks if m & ~marks == 1 << cell)


_RULES: tuple[tuple[PlayerStep, Callable[[Position], tuple[Cell, ...]]], ...] = (
    (_WIN, lambda at: completions(at.board, at.own, at.other)),
    (_BLOCK, lambda at: completions(at.board, at.other, at.own)),
    (_FORK, lambda at: forks(at.board, at.own, at.other)),
    (_BLOCK_FORK, _block_fork),
    (_CENTRE, lambda at: _free(at, (Cell(4),))),
    (_OPPOSITE_CORNER, _opposite_corner),
    (_CORNER, lambda at: _free(at, at.board.corners)),
    (_SIDE, lambda at: _free(at, _SIDES)),
)

_LADDER = tuple(
    (*(step for step, _ in _RULES[:level]), *((_RANDOM,) if level < len(_RULES) else ()))
    for level in range(len(_RULES) + 1)
)
"""The steps of every level: chance comes last, but on the level that knows all rules, of which one always applies."""
