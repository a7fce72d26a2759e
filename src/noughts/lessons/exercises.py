"""Exercises made from the exact table: a position up to symmetry, what is asked, and every right answer.

A position makes an exercise where some move is better than another. Its kind is the first that fits:

    win     a line can be completed
    block   the other side would complete a line, at one cell; stopping it does not lose
    fork    a move threatens two lines, so that the next one wins
    plan    a move wins by force, later than that
    only    a single move does not lose
    safe    several moves do not lose, and others do

Right is every move of the best result. In ``win`` and ``fork`` it must also be the quickest, since that is what is
asked for: where somebody wins in three plies, the first of them makes two threats. The difficulty is measured, not
judged: the mean of the exact chances that `random` and the levels below the highest answer wrongly.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from noughts.errors import NoughtsError, quote
from noughts.game.board import Board, Cell
from noughts.game.count import walk
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.players.registry import player
from noughts.solver.analysis import Analysis, analyse
from noughts.solver.value import Result

Kind = Literal["win", "block", "fork", "plan", "only", "safe"]

KINDS: dict[Kind, tuple[str, str, str]] = {
    "win": ("Win", "Win in 1 ply.", "Complete a line."),
    "block": (
        "Block",
        "Take the one cell at which the other side would win in 1 ply.",
        "Stop the line that would be completed.",
    ),
    "fork": (
        "Fork",
        "Threaten two lines at once: win in 3 plies.",
        "Threaten two lines at once, so that the next move wins.",
    ),
    "plan": (
        "Win by force",
        "Find a move whose value is a win; none wins in 3 plies or fewer.",
        "Find a move that wins whatever the other side does.",
    ),
    "only": (
        "The only move",
        "Find the one move whose value is a draw; all others lose.",
        "Find the one move that does not lose.",
    ),
    "safe": (
        "Do not lose",
        "Find a move whose value is a draw; some lose.",
        "Find a move that does not lose.",
    ),
}
"""Every kind: its title, and what is asked, precisely and simply."""

MEASURED_BY = ("random", "easy", "medium", "hard", "expert")
"""Whose failures are the measure of difficulty."""

_BOARD = Board.mnk(3, 3, 3)
_FORK_PLIES = 3


@dataclass(frozen=True)
class Exercise:
    """What is asked of the side to move in ``position``, its right moves, and the chance that each player errs."""

    kind: Kind
    position: Position
    answers: tuple[Cell, ...]
    fails: dict[str, Fraction]

    def __hash__(self) -> int:
        return hash((self.kind, self.position))

    @property
    def difficulty(self) -> Fraction:
        """The mean of the chances to fail, from 0 to 1."""
        return sum(self.fails.values(), Fraction(0)) / len(self.fails)

    @property
    def keeps(self) -> Result:
        """The result that the right moves keep, for the side to move."""
        return analyse(self.position).value.known_result


@cache
def exercises(kind: str) -> tuple[Exercise, ...]:
    """All exercises of a kind, the easiest first, of equal ones the earlier in the game. NoughtsError for no kind."""
    if kind not in KINDS:
        raise NoughtsError(f"no exercises {quote(kind)}: {', '.join(KINDS)}")
    found = [each for each in _all() if each.kind == kind]
    return tuple(sorted(found, key=lambda each: (each.difficulty, each.position.ply)))


@cache
def _all() -> tuple[Exercise, ...]:
    """One exercise for every position up to symmetry that makes one, each turned or mirrored in its own way."""
    classes = dict.fromkeys(Position.unchecked(_BOARD, x, o).canonical() for x, o in walk(_BOARD))
    found = []
    for number, position in enumerate(each for each in classes if not each.is_over):
        turned = position.transform(_BOARD.symmetries[number % len(_BOARD.symmetries)])
        exercise = _exercise(analyse(turned))
        found += [exercise] if exercise else []
    return tuple(found)


def _exercise(analysis: Analysis) -> Exercise | None:
    """The exercise that a position makes, if it makes one."""
    position, best = analysis.position, analysis.value.result
    right = tuple(cell for cell, value in analysis.moves.items() if value.result is best)
    kind = _kind(analysis, right)
    if kind in ("win", "fork"):
        right = analysis.best
    if kind is None or len(right) == len(analysis.moves):
        return None
    return Exercise(kind, position, right, {name: _fails(name, position, right) for name in MEASURED_BY})


def _kind(analysis: Analysis, right: tuple[Cell, ...]) -> Kind | None:
    position, value = analysis.position, analysis.value
    if completions(_BOARD, position.own, position.other):
        return "win"
    dangers = completions(_BOARD, position.other, position.own)
    if dangers:
        return "block" if right == dangers and value.result is not Result.LOSS else None
    if value.result is Result.WIN:
        return "fork" if value.plies == _FORK_PLIES else "plan"
    return None if value.result is Result.LOSS else "only" if len(right) == 1 else "safe"


def _fails(name: str, position: Position, right: tuple[Cell, ...]) -> Fraction:
    """How likely a player is to play a wrong move."""
    moves = player(name).decide(position).moves
    return 1 - sum((share for cell, share in moves.items() if cell in right), Fraction(0))
