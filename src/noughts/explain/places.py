"""The sentences of a player's steps, filled in: what each place of `PLACES` names in a decision.

A place that has nothing to name is None. Lines and cells are read from the position and the evidence; nothing is
known here of any player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from noughts.explain.patterns import advanced, completed, completing, forking
from noughts.explain.words import (
    any_of,
    cell_with_name,
    cells_words,
    line_words,
    lines_words,
    number_words,
)
from noughts.game.board import Board, Cell, Line
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.evidence import DecisionTable, Fork, Row
from noughts.players.player import Decision
from noughts.players.step import parts, places


@dataclass(frozen=True)
class SentenceSubject:
    """What a sentence is about: a move to ``cell``, or to any of the decision's where that is None.

    ``lines`` gave the move, in the order of the evidence; ``table`` is the decision table, if that is the evidence.
    """

    decision: Decision
    cell: Cell | None
    lines: Sequence[Line] = ()
    table: DecisionTable | None = None

    @property
    def position(self) -> Position:
        """The position of the decision."""
        return self.decision.position

    @property
    def board(self) -> Board:
        """The board of the position."""
        return self.position.board

    @property
    def side(self) -> Mark:
        """The side that makes the move."""
        return self.position.to_move

    @property
    def names(self) -> str:
        """The cell, or all that may be played: ``a1 or c1``."""
        cells = tuple(self.decision.moves) if self.cell is None else (self.cell,)
        return cells_words(self.board, cells, "or")


def fill_first(sentences: Sequence[str], move: SentenceSubject) -> str | None:
    """The first of the sentences that has something to name at each of its places; None if there is none."""
    return next((text for sentence in sentences if (text := _fill(sentence, move)) is not None), None)


def _fill(sentence: str, move: SentenceSubject) -> str | None:
    """A sentence with its places filled in; a part in brackets that cannot be is left out."""
    texts = [_fill_part(part, move) for part in parts(sentence)]
    return None if None in texts[::2] else "".join(text or "" for text in texts)


def _fill_part(part: str, move: SentenceSubject) -> str | None:
    named = {place: PLACE_WORDS[place](move) for place in places(part)}
    return None if None in named.values() else part.format_map(named)


def _opposite(move: SentenceSubject) -> str | None:
    board = move.board
    return None if move.cell is None else board.cell_name(Cell(board.size - 1 - move.cell))


def _sides(move: SentenceSubject) -> str | None:
    other = (*move.board.corners, move.board.centre)
    return _several(sum(cell not in other for cell in move.position.empty))


def _several(number: int) -> str | None:
    """A number in words, from two on."""
    return number_words(number) if number > 1 else None


def _theirs(move: SentenceSubject) -> str | None:
    cells = [cell for cell in move.board.cells if move.position.at(cell) is move.side.other]
    return cells_words(move.board, cells) or None


def _line(move: SentenceSubject) -> str | None:
    return line_words(move.board, move.lines[0]) if move.lines else None


def _own_line(move: SentenceSubject) -> str | None:
    own = () if move.cell is None else completed(move.position, move.side, move.cell)
    return _line(move) if move.lines and move.lines[0] in own else None


def _it(move: SentenceSubject) -> str | None:
    if move.cell is None:
        return None
    return "it" if len(completed(move.position, move.side.other, move.cell)) == 1 else "them"


def _through(
    move: SentenceSubject, lines_of: Callable[[Position, Mark, Cell], tuple[Line, ...]], side: Mark
) -> str | None:
    """Lines of a side through the cell that is played."""
    if move.cell is None:
        return None
    return lines_words(move.board, lines_of(move.position, side, move.cell)) or None


def _elsewhere(move: SentenceSubject, side: Mark) -> str | None:
    """Where else a side completes a line."""
    cells = [cell for cell in completing(move.position, side) if cell != move.cell]
    return cells_words(move.board, cells, "or") or None


def _answers(move: SentenceSubject) -> str | None:
    if move.cell is None:
        return None
    position, cell = move.position, move.cell
    lines = advanced(position, move.side, cell)
    rest = [c for line in lines for c in line if c != cell and position.at(c) is None]
    return cells_words(move.board, rest, "or") or None


def _fork_lines(move: SentenceSubject) -> str | None:
    if move.cell not in forking(move.position, move.side.other):
        return None
    return _through(move, advanced, move.side.other)


def _marks(move: SentenceSubject) -> str | None:
    row = _row(move, 0)
    marks = {mark for cell in row.line if (mark := move.position.at(cell))} if row else set()
    return f"{number_words(sum(map(bool, row.marks)))} {marks.pop()}" if row and len(marks) == 1 else None


def _row(move: SentenceSubject, index: int) -> Row | None:
    """One of the rows that gave the move."""
    if move.table is None or index >= len(move.table.lines):
        return None
    return next((row for row in move.table.rows if row.name == move.table.lines[index]), None)


def _fork(move: SentenceSubject) -> str | None:
    fork = _only_fork(move)
    if fork is None or move.table is None:
        return None
    lines = [row.line for row in move.table.rows if row.name in fork.rows]
    return f"{move.board.cell_name(fork.cell)} ({lines_words(move.board, lines)})"


def _fork_here(move: SentenceSubject) -> str | None:
    fork = _only_fork(move)
    return _fork(move) if fork is not None and fork.cell == move.cell else None


def _whose_fork(move: SentenceSubject) -> str | None:
    if _only_fork(move) is None:
        return None
    opponent = move.side.other
    return (
        f"{opponent}'s potential fork"
        if len(_their_forks(move)) == 1
        else f"one of {opponent}'s potential forks"
    )


def _fork_share(move: SentenceSubject) -> str | None:
    some, number, whose = len(_stopped(move)), len(_their_forks(move)), f"{move.side.other}'s"
    if some < 2:
        return None
    if some < number:
        return f"{number_words(some)} of {whose} {number_words(number)}"
    return f"{'both' if number == 2 else 'all ' + number_words(number)} of {whose}"


def _only_fork(move: SentenceSubject) -> Fork | None:
    """The one potential fork that the other line is in."""
    stopped = _stopped(move)
    return stopped[0] if len(stopped) == 1 else None


def _stopped(move: SentenceSubject) -> list[Fork]:
    """The opponent's potential forks that the other line is in."""
    row = _row(move, 1)
    return [fork for fork in _their_forks(move) if row and row.name in fork.rows]


def _their_forks(move: SentenceSubject) -> list[Fork]:
    forks = move.table.forks if move.table else ()
    return [fork for fork in forks if fork.side is move.side.other]


PLACE_WORDS: dict[str, Callable[[SentenceSubject], str | None]] = {
    "cell": lambda move: None if move.cell is None else move.board.cell_name(move.cell),
    "place": lambda move: None if move.cell is None else cell_with_name(move.board, move.cell),
    "cells": lambda move: move.names if move.cell is None else None,
    "any": lambda move: any_of(len(move.decision.moves)) if move.cell is None else None,
    "number": lambda move: _several(len(move.decision.moves)),
    "opposite": _opposite,
    "corners": lambda move: _several(sum(cell in move.board.corners for cell in move.position.empty)),
    "sides": _sides,
    "side": lambda move: str(move.side),
    "opponent": lambda move: str(move.side.other),
    "theirs": _theirs,
    "line": _line,
    "own_line": _own_line,
    "other_line": lambda move: line_words(move.board, move.lines[1]) if len(move.lines) > 1 else None,
    "completes": lambda move: _through(move, completed, move.side),
    "blocks": lambda move: _through(move, completed, move.side.other),
    "it": _it,
    "builds": lambda move: _through(move, advanced, move.side),
    "wins": lambda move: _elsewhere(move, move.side),
    "threats": lambda move: _elsewhere(move, move.side.other),
    "answers": _answers,
    "forks": lambda move: cells_words(move.board, forking(move.position, move.side.other), "or") or None,
    "fork_lines": _fork_lines,
    "sum": lambda move: str(row.total) if (row := _row(move, 0)) else None,
    "marks": _marks,
    "fork": _fork,
    "fork_here": _fork_here,
    "whose_fork": _whose_fork,
    "fork_share": _fork_share,
}
"""How each place is named."""
