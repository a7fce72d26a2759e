"""The sentences of a player's steps, filled in: what each place of `PLACES` names in a decision.

A place that has nothing to name is an empty text. Lines and cells are read from the position and the evidence; nothing
is known here of any player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from noughts.explain.words import (
    any_of,
    cell_with_name,
    cells_words,
    lines_words,
    number_words,
    some_of,
)
from noughts.game.board import Board, Cell, Line, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import advanced, completed, completing, forking
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
    return part.format_map(named) if all(named.values()) else None


def _of_cell(words: Callable[[SentenceSubject, Cell], str]) -> Callable[[SentenceSubject], str]:
    """Words about the cell that is played: nothing where the sentence is about several."""
    return lambda move: "" if move.cell is None else words(move, move.cell)


def _several(number: int) -> str:
    """A number in words, from two on."""
    return number_words(number) if number > 1 else ""


def _sides(move: SentenceSubject) -> str:
    other = (*move.board.corners, move.board.centre)
    return _several(sum(cell not in other for cell in move.position.empty))


def _own_line(move: SentenceSubject, cell: Cell) -> str:
    own = completed(move.position, move.side, cell)
    return lines_words(move.board, [line for line in move.lines[:1] if line in own])


def _it(move: SentenceSubject, cell: Cell) -> str:
    return "it" if len(completed(move.position, move.side.other, cell)) == 1 else "them"


def _elsewhere(move: SentenceSubject, side: Mark) -> str:
    """Where else a side completes a line."""
    cells = [cell for cell in completing(move.position, side) if cell != move.cell]
    return cells_words(move.board, cells, "or")


def _answers(move: SentenceSubject, cell: Cell) -> str:
    lines = advanced(move.position, move.side, cell)
    rest = [c for line in lines for c in line if c != cell and move.position.at(c) is None]
    return cells_words(move.board, rest, "or")


def _fork_lines(move: SentenceSubject, cell: Cell) -> str:
    forks = cell in forking(move.position, move.side.other)
    return lines_words(move.board, advanced(move.position, move.side.other, cell)) if forks else ""


def _marks(move: SentenceSubject) -> str:
    row = _row(move, 0)
    marks = {mark for cell in row.line if (mark := move.position.at(cell))} if row else set()
    return f"{number_words(sum(map(bool, row.marks)))} {marks.pop()}" if row and len(marks) == 1 else ""


def _row(move: SentenceSubject, index: int) -> Row | None:
    """One of the rows that gave the move."""
    if move.table is None or index >= len(move.table.lines):
        return None
    return next((row for row in move.table.rows if row.name == move.table.lines[index]), None)


def _fork(move: SentenceSubject) -> str:
    stopped = _stopped(move)
    if len(stopped) != 1 or move.table is None:
        return ""
    lines = [row.line for row in move.table.rows if row.name in stopped[0].rows]
    return f"{move.board.cell_name(stopped[0].cell)} ({lines_words(move.board, lines)})"


def _fork_here(move: SentenceSubject) -> str:
    return _fork(move) if [fork.cell for fork in _stopped(move)] == [move.cell] else ""


def _whose_fork(move: SentenceSubject) -> str:
    if len(_stopped(move)) != 1:
        return ""
    whose = f"{move.side.other}'s potential fork"
    return whose if len(_their_forks(move)) == 1 else f"one of {whose}s"


def _fork_share(move: SentenceSubject) -> str:
    some, number, whose = len(_stopped(move)), len(_their_forks(move)), f"{move.side.other}'s"
    if some < 2:
        return ""
    if some < number:
        return f"{number_words(some)} of {whose} {number_words(number)}"
    return f"{some_of(some, number)} of {whose}"


def _stopped(move: SentenceSubject) -> list[Fork]:
    """The opponent's potential forks that the other line is in."""
    row = _row(move, 1)
    return [fork for fork in _their_forks(move) if row and row.name in fork.rows]


def _their_forks(move: SentenceSubject) -> list[Fork]:
    forks = move.table.forks if move.table else ()
    return [fork for fork in forks if fork.side is move.side.other]


PLACE_WORDS: dict[str, Callable[[SentenceSubject], str]] = {
    "cell": _of_cell(lambda move, cell: move.board.cell_name(cell)),
    "place": _of_cell(lambda move, cell: cell_with_name(move.board, cell)),
    "cells": lambda move: move.names if move.cell is None else "",
    "any": lambda move: any_of(len(move.decision.moves)) if move.cell is None else "",
    "number": lambda move: _several(len(move.decision.moves)),
    "opposite": _of_cell(lambda move, cell: move.board.cell_name(Cell(move.board.size - 1 - cell))),
    "corners": lambda move: _several(sum(cell in move.board.corners for cell in move.position.empty)),
    "sides": _sides,
    "side": lambda move: str(move.side),
    "opponent": lambda move: str(move.side.other),
    "theirs": lambda move: cells_words(move.board, [*cells_of(move.position.other)]),
    "line": lambda move: lines_words(move.board, move.lines[:1]),
    "own_line": _of_cell(_own_line),
    "other_line": lambda move: lines_words(move.board, move.lines[1:2]),
    "completes": _of_cell(lambda move, c: lines_words(move.board, completed(move.position, move.side, c))),
    "blocks": _of_cell(lambda move, c: lines_words(move.board, completed(move.position, move.side.other, c))),
    "it": _of_cell(_it),
    "builds": _of_cell(lambda move, c: lines_words(move.board, advanced(move.position, move.side, c))),
    "wins": lambda move: _elsewhere(move, move.side),
    "threats": lambda move: _elsewhere(move, move.side.other),
    "answers": _of_cell(_answers),
    "forks": lambda move: cells_words(move.board, forking(move.position, move.side.other), "or"),
    "fork_lines": _of_cell(_fork_lines),
    "sum": lambda move: str(row.total) if (row := _row(move, 0)) else "",
    "marks": _marks,
    "fork": _fork,
    "fork_here": _fork_here,
    "whose_fork": _whose_fork,
    "fork_share": _fork_share,
}
"""How each place is named."""
