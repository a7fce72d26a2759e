"""What comes after a mistake, as a sentence: the threats of the shortest win, or of the one that was let go.

It is read off a line of play that is given: nothing is searched here, and no move is judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from noughts.explain.patterns import completed, completing
from noughts.explain.words import cells_words, lines_words, number_words
from noughts.game.board import Cell, Line
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule

_NAMED = 5
"""At most so many moves before the decisive one are named."""

_Move = tuple[Cell, tuple[Cell, ...]]
"""A move, and where its side would complete a line after it."""


@dataclass(frozen=True)
class WinByThreats:
    """How ``side`` wins by ``line``: in ``position``, after its first moves, it ``threatens`` to complete ``lines``.

    ``sentence`` tells it, without a full stop, and begins where the line does.
    """

    side: Mark
    line: tuple[Cell, ...]
    position: Position
    last: Cell
    threatens: tuple[Cell, ...]
    lines: tuple[Line, ...]
    sentence: str


def refutation(position: Position, line: Sequence[Cell]) -> WinByThreats | None:
    """How the side to move wins by a line: by its first move that leaves two threats, else by its end.

    None where the line comes to neither, being only the beginning of a win, and where completing a line loses.
    """
    side, own = position.to_move, list[_Move]()
    if position.board.rule is not GameRule.LINE:
        return None
    for cell in line:
        mover, position = position.to_move, position.play_unchecked(cell)
        threats = () if position.is_over else completing(position, side)
        if mover is side:
            own.append((cell, threats))
        won = position.outcome is not None and position.outcome.winner is side
        if won or (mover is side and len(threats) > 1):
            lines = position.outcome.lines if position.outcome else _lines(position, side, threats)
            words = _sentence(position, side, own)
            return WinByThreats(side, tuple(line), position, cell, threats, tuple(lines), words)
    return None


def _lines(position: Position, side: Mark, threats: Sequence[Cell]) -> tuple[Line, ...]:
    """What the threats would complete."""
    return tuple(dict.fromkeys(line for cell in threats for line in completed(position, side, cell)))


def _sentence(position: Position, side: Mark, own: Sequence[_Move]) -> str:
    board, (*before, (cell, threats)) = position.board, own
    name, outcome, first = board.cell_name(cell), position.outcome, f"{side} "
    if before:
        first += f"{_on_the_way(position, before)}, then "
    if outcome:
        return f"{first}completes {lines_words(board, outcome.lines)} with {name}"
    number = number_words(len(threats))
    return (
        f"{first}makes {number} threats at once with {name}, at {cells_words(board, threats)}: "
        f"{side.other} can stop only one"
    )


def _on_the_way(position: Position, before: Sequence[_Move]) -> str:
    """The moves before the decisive one: threats that must be answered, or quiet ones."""
    cells = cells_words(position.board, [cell for cell, _ in before], limit=_NAMED)
    return f"threatens a line with {cells}" if all(threats for _, threats in before) else f"plays {cells}"
