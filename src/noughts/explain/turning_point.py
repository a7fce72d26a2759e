"""Where a finished game was decided, in one sentence: what was threatened or to be had, and what came of it.

It is read off the mistakes that analysis found (``solver.analysis``), a line of play that is given, and the lines on
the board: nothing is searched here, and no move is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from noughts.explain.say import cells_words, lines_words, number_words
from noughts.game.board import Board, Cell, Line
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.game.threats import completed, completing, forking, winning
from noughts.solver.analysis import Mistake
from noughts.solver.value import Result

_NAMED = 5
"""At most so many moves before the decisive one are named."""

_Move = tuple[Cell, tuple[Cell, ...]]
"""A move, and where its side would complete a line after it."""


_FEW = 3
"""Up to so many moves that would have held are named."""


class _Tense(NamedTuple):
    """The verb forms of a sentence about a line: ``auxiliary`` stands before the first verb."""

    auxiliary: str
    threatens: str
    plays: str
    makes: str
    completes: str
    stops: str


_PRESENT = _Tense("", "threatens", "plays", "makes", "completes", "can stop")
_PAST = _Tense("", "threatened", "played", "made", "completed", "could stop")
_POSSIBLE = _PAST._replace(auxiliary="could have ", stops="could have stopped")


@dataclass(frozen=True)
class WinByThreats:
    """How ``side`` wins by ``line``, or would have won.

    In ``position``, after the move ``last``, it ``threatens`` to complete ``lines``, or has completed them.
    """

    json_names: ClassVar = ("side", "line", "board", "position", "last", "threatens", "lines")

    side: Mark
    line: tuple[Cell, ...]
    position: Position
    last: Cell
    threatens: tuple[Cell, ...]
    lines: tuple[Line, ...]
    sentence: str
    """The same in words, without a full stop at the end."""

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.position.board


def refutation(
    position: Position, line: Sequence[Cell], following: Sequence[Cell] | None = None
) -> WinByThreats | None:
    """Return how the side to move wins by a line: by its first move that leaves two threats, else by its end.

    ``following`` are the moves that a game went on with. The sentence is in the past tense if they are those of the
    line, and says "could have" otherwise. Without a game it is in the present tense.

    Return None if the line comes to neither, being only the beginning of a win, or if completing a line loses.
    """
    side, own = position.to_move, list[_Move]()
    if position.board.rule is not GameRule.LINE:
        return None
    for number, cell in enumerate(line, start=1):
        mover, position = position.to_move, position.play_unchecked(cell)
        threats = () if position.is_over else completing(position, side)
        if mover is side:
            own.append((cell, threats))
        won = position.outcome is not None and position.outcome.winner is side
        if won or (mover is side and len(threats) > 1):
            lines = position.outcome.lines if position.outcome else _lines(position, side, threats)
            tense = _PRESENT if following is None else _POSSIBLE
            if following is not None and tuple(following[:number]) == tuple(line[:number]):
                tense = _PAST
            words = _sentence(position, side, own, tense)
            return WinByThreats(side, tuple(line), position, cell, threats, tuple(lines), words)
    return None


def _lines(position: Position, side: Mark, threats: Sequence[Cell]) -> tuple[Line, ...]:
    """What the threats would complete."""
    return tuple(dict.fromkeys(line for cell in threats for line in completed(position, side, cell)))


def _sentence(position: Position, side: Mark, own: Sequence[_Move], tense: _Tense) -> str:
    board, (*before, (cell, threats)) = position.board, own
    name, outcome, first = board.cell_name(cell), position.outcome, f"{side} {tense.auxiliary}"
    if before:
        first += f"{_on_the_way(position, before, tense)}, then "
    if outcome:
        return f"{first}{tense.completes} {lines_words(board, outcome.lines)} with {name}"
    number = number_words(len(threats))
    return (
        f"{first}{tense.makes} {number} threats at once with {name}, at {cells_words(board, threats)}: "
        f"{side.other} {tense.stops} only one"
    )


def _on_the_way(position: Position, before: Sequence[_Move], tense: _Tense) -> str:
    """The moves before the decisive one: threats that must be answered, or quiet ones."""
    cells = cells_words(position.board, [cell for cell, _ in before], limit=_NAMED)
    all_threaten = all(threats for _, threats in before)
    return f"{tense.threatens} a line with {cells}" if all_threaten else f"{tense.plays} {cells}"


@dataclass(frozen=True)
class TurningPoint:
    """The last move that changed who wins: ``side`` played ``cell`` in ``position`` where it needed ``needed``.

    ``what`` was on the board and ``instead`` is the better move, the two halves of the sentence: ``O had two in the
    middle row`` and ``X needed b2``.
    """

    position: Position
    side: Mark
    cell: Cell
    needed: tuple[Cell, ...]
    what: str
    instead: str

    @property
    def sentence(self) -> str:
        """Like ``O had two in the middle row: X needed b2``, with its full stop."""
        if ":" in self.what:
            return f"{self.what}. {self.instead[0].upper()}{self.instead[1:]}."
        return f"{self.what}: {self.instead}."


def turning_point(
    mistakes: Sequence[Mistake],
    winner: Mark | None,
    refuted: Callable[[Mistake], WinByThreats | None] = lambda _: None,
) -> TurningPoint | None:
    """The last mistake of the loser; of a draw the last win that was let go; None where there is none.

    A mistake whose better moves are not known is passed over. ``refuted`` is what comes after it, where that is known.
    """
    mistake = decisive_mistake(mistakes, winner)
    return None if mistake is None else moment(mistake, refuted(mistake))


def decisive_mistake(mistakes: Sequence[Mistake], winner: Mark | None) -> Mistake | None:
    """Return the last mistake of the loser or, if there is no winner, the last win that was let go.

    Mistakes without a known better move are skipped. Return None if there is no other.
    """
    for mistake in reversed(mistakes):
        side = mistake.position.to_move
        decisive = side is not winner if winner else mistake.before.result is Result.WIN
        if decisive and mistake.best:
            return mistake
    return None


def moment(mistake: Mistake, refutation: WinByThreats | None = None) -> TurningPoint:
    """What there was at a mistake, and what there was to do; with what comes after it, where that is known."""
    position, cell, side = mistake.position, mistake.cell, mistake.position.to_move
    own, theirs = winning(position, side), winning(position, side.other)
    if mistake.before.result is Result.WIN:
        needed = own or mistake.best
        what = f"{side} had {_row_words(position, side, own[:1])}" if own else f"{side} could force a win"
        instead = f"{cells_words(position.board, needed, 'or', limit=4)} would have won"
    elif theirs and mistake.before.result is not None:
        needed = theirs
        what = f"{side.other} had {_row_words(position, side.other, theirs)}"
        instead = f"{side} needed {cells_words(position.board, needed, 'or', limit=4)}"
    else:
        needed, what = mistake.best, _let_in(position, cell, refutation)
        better = cells_words(position.board, needed, "or", limit=_FEW)
        known = mistake.before.result is not None
        instead = f"{side} needed {better}" if known else f"the engine would have played {better}"
        if known and len(needed) > _FEW:
            instead = f"{number_words(len(needed))} other moves would have held it"
    return TurningPoint(position, side, cell, needed, what, instead)


def _let_in(position: Position, cell: Cell, refutation: WinByThreats | None) -> str:
    """What a move let the other side do."""
    if refutation and refutation.side is not position.to_move:
        return f"After {position.board.cell_name(cell)}, {refutation.sentence}"
    after, name, other = position.play(cell), position.board.cell_name(cell), position.to_move.other
    a_line_wins = position.board.rule is not GameRule.MISERE
    if a_line_wins and not after.is_over and forking(after, other):
        return f"After {name}, {other} could have threatened two lines at once"
    return f"{name} gave it away"


def _row_words(position: Position, side: Mark, cells: Sequence[Cell]) -> str:
    """Return what a side has on the lines that lack only these cells: ``two in the middle row``.

    Where lines differ in length, those as long as the first.
    """
    lines = _lines(position, side, cells)
    alike = [line for line in lines if len(line) == len(lines[0])]
    return f"{number_words(len(lines[0]) - 1)} in {lines_words(position.board, alike)}"
