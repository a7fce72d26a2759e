"""Rows of tables that are computed: what an item of ``::: table`` asks for, each by its word.

Every row stands twice, precise and simple; the simple one is cut to the columns of its table.
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.contests.exploit import exploit
from noughts.contests.match import match
from noughts.explain import say
from noughts.explain.blocks import wording
from noughts.explain.say import percent
from noughts.explain.wording import board_words
from noughts.game.board import Board
from noughts.game.count import count
from noughts.game.outcome import Mark
from noughts.lessons.lesson_values import decision, evidence_of, player_steps, small_boards
from noughts.lessons.line_pairs import line_pairs
from noughts.players.evidence import DecisionTable
from noughts.solver.analysis import analyse
from noughts.solver.value import Result

Row = tuple[str, ...]
Rows = list[tuple[Row, Row]]


def _twice(*rows: Row) -> Rows:
    return [(row, row) for row in rows]


def _plies(board: str) -> Rows:
    """Positions after so many moves, all of them and up to symmetry."""
    return _twice(*((str(p.ply), f"{p.positions:,}", f"{p.canonical:,}") for p in count(board).by_ply))


def _boards() -> Rows:
    """The small boards of two or more rows, and their values."""
    boards = [board for board in small_boards() if board.rows > 1]
    return [((str(each), str(analyse(each).value)), (board_words(each), _ending(each))) for each in boards]


def _ending(board: Board) -> str:
    """What comes of a board with best play, in simple words."""
    value = analyse(board).value
    return "a draw" if value.result is Result.DRAW else wording(f"X {say.value(value)}", simple=True)


def _ladder(name: str) -> Rows:
    """A player that knows its first rules alone: the last of them, wins as X against random, and its weaknesses."""
    return _twice(
        *(_rung(f"{name}(level={step.number})", step.number, step.name) for step in player_steps(name))
    )


def _rung(name: str, number: int, last: str) -> Row:
    found = exploit(name)
    can = ("can lose" if found.side(side).can_lose else "cannot lose" for side in Mark)
    scores = (str(found.side(side).score) for side in Mark)
    return str(number), last, percent(match(name, "random").win), *can, *scores


def _squares(least: str, most: str) -> Rows:
    """Square boards, as many in a row as they are wide: lines, cells, and whether pairs prove a draw."""
    boards = [Board.mnk(n, n, n) for n in range(int(least), int(most) + 1)]
    rows = [(str(len(board.lines)), str(board.size), _pairing(board)) for board in boards]
    return [((str(board), *row), (board_words(board), *row)) for board, row in zip(boards, rows, strict=True)]


def _pairing(board: Board) -> str:
    if line_pairs(board):
        return "a draw by pairs"
    return "too few cells" if 2 * len(board.lines) > board.size else "none"


def _decision_table(name: str, *at: str) -> Rows:
    """The table that a player makes of a position, line by line."""
    table = evidence_of(decision(name, *at), DecisionTable, "make a decision table")
    return _twice(
        *(
            (
                row.name,
                " ".join(str(mark) for mark in row.marks),
                str(row.total),
                "yes" if row.blocked else "",
                str(row.win_next or ""),
                str(row.win_in_two or ""),
                " ".join(str(side) for side in row.forks),
            )
            for row in table.rows
        )
    )


ROWS: dict[str, Callable[..., Rows]] = {
    "plies": _plies,
    "boards": _boards,
    "ladder": _ladder,
    "squares": _squares,
    "decision-table": _decision_table,
}
"""Every kind of rows that a lesson may ask for."""
