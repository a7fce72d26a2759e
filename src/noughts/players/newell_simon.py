"""`newell-simon`: eight rules tried in order, the first that applies is played.

1 win, 2 block, 3 fork, 4 block fork, 5 centre, 6 opposite corner, 7 empty corner, 8 empty side.
A. Newell and H. A. Simon, Human Problem Solving, 1972; as a program: K. Crowley and R. S. Siegler, Flexible
strategy use in young children's tic-tac-toe, Cognitive Science 17 (1993) 531-561.

To block a fork, first make two in a row so that the forced defence is not itself a fork; only where there
is no such move, take the cell of the fork. A rule that allows several cells gives them equal probabilities.
``level=n`` knows only the first n rules and plays at random where none applies: a ladder of difficulty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from noughts.errors import OptionError, quote
from noughts.game.board import Board, Cell, Line
from noughts.game.position import Position
from noughts.game.threats import completions, forks
from noughts.players.evidence import Rule
from noughts.players.player import Choice, Facts, Player, uniform

_SIDES = (Cell(1), Cell(3), Cell(5), Cell(7))


@dataclass(frozen=True)
class NewellSimon(Player):
    """Win, block, fork, block fork, centre, opposite corner, corner, side: as far as the level goes."""

    level: int = 8

    name: ClassVar[str] = "newell-simon"
    facts: ClassVar[Facts] = Facts(
        title="A ladder of eight rules",
        origin="Newell and Simon 1972; Crowley and Siegler 1993",
        boards="3x3x3",
        deterministic=False,
    )

    def __post_init__(self) -> None:
        if not 0 <= self.level <= len(_RULES):
            raise OptionError(f"newell-simon: level={quote(self.level)} is not from 0 to {len(_RULES)}")

    def plays(self, board: Board) -> bool:
        return board == Board.mnk(3, 3, 3)

    def choose(self, position: Position) -> Choice:
        known = _STEPS[: self.level]
        for step, (name, cells_for) in enumerate(_RULES[: self.level], start=1):
            cells = tuple(cells_for(position))
            if cells:
                return Choice(uniform(cells), Rule(step, name, _cause(position, cells[0], name), known))
        return Choice(uniform(position.moves), Rule(0, "random", None, known))


def _win(position: Position) -> tuple[Cell, ...]:
    return completions(position.board, position.own, position.other)


def _block(position: Position) -> tuple[Cell, ...]:
    return completions(position.board, position.other, position.own)


def _fork(position: Position) -> tuple[Cell, ...]:
    return forks(position.board, position.own, position.other)


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


def _centre(position: Position) -> tuple[Cell, ...]:
    return (Cell(4),) if position.free >> 4 & 1 else ()


def _opposite_corner(position: Position) -> tuple[Cell, ...]:
    held = (c for c in position.board.corners if position.other >> c & 1)
    return tuple(sorted(Cell(8 - c) for c in held if position.free >> (8 - c) & 1))


def _corner(position: Position) -> tuple[Cell, ...]:
    return tuple(c for c in position.board.corners if position.free >> c & 1)


def _side(position: Position) -> tuple[Cell, ...]:
    return tuple(c for c in _SIDES if position.free >> c & 1)


def _cause(position: Position, cell: Cell, rule: str) -> Line | None:
    """The line that a win or a block is about."""
    marks = {"win": position.own, "block": position.other}.get(rule)
    if marks is None:
        return None
    masks = zip(position.board.lines, position.board.masks, strict=True)
    return next(line for line, m in masks if m & ~marks == 1 << cell)


_RULES: tuple[tuple[str, Callable[[Position], tuple[Cell, ...]]], ...] = (
    ("win", _win),
    ("block", _block),
    ("fork", _fork),
    ("block fork", _block_fork),
    ("centre", _centre),
    ("opposite corner", _opposite_corner),
    ("corner", _corner),
    ("side", _side),
)

_STEPS = tuple((step, name) for step, (name, _) in enumerate(_RULES, start=1))
