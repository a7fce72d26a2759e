"""The decision table: marks as primes, the states of every line, potential forks, and the decision that fired.

The columns follow the document (Unbeatable Tic Tac Toe; founding document 004).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from noughts.explain import say
from noughts.explain.blocks import (
    Beside,
    Block,
    Details,
    Figure,
    Heading,
    Paragraph,
    Row,
    Table,
    TableCell,
    Text,
    plain_text,
)
from noughts.explain.say import listing, number_words, one_of, some_of
from noughts.explain.steps import moves_sentence, step_why, steps_block, still_wins
from noughts.game.board import Board, Cell, Line
from noughts.game.outcome import Mark
from noughts.players.evidence import DecisionTable, Fork, PrimeTable
from noughts.players.evidence import Row as TableRow
from noughts.players.player import Decision

_LEGEND = (
    "X counts 3 and O counts 5, two primes, so that the sum of a line tells its state. 1 is yes, · is no."
)
_POPULARITY = (
    "In how many potential forks each line of the opponent is. "
    "The advanced version tries the most popular first."
)
_SILENT = "nothing to win, to block, or to do against forks"

_MAX_ROWS = 400
"""Maximum number of lines in the decision table; the others are below it."""

_MAX_MEETINGS = 16
"""Maximum number of lines in the intersection table."""

_MAX_DRAWN = 12
"""Maximum number of drawn potential forks of a side; the others are listed."""

_MAX_CELLS = 40
"""Maximum number of remaining cells that are all listed."""


def decision_table_why(decision: Decision, table: DecisionTable, cell: Cell | None) -> Text:
    """Return which decision fired, in the words of the player."""
    return step_why(decision, table.fired_step, "decision", cell, [row.line for row in _gave(table)])


def prime_why(decision: Decision, table: PrimeTable, cell: Cell | None) -> Text:
    """Return why `rules` moves to the cell. Only where its document is silent it chooses among several."""
    if table.fired in _EQUAL:
        return f"Takes {_one_of(decision, cell, _EQUAL[table.fired])}: {_SILENT}."
    words = _WORDS.get(table.fired)
    return (
        decision_table_why(decision, table, cell)
        if words is None or cell is None
        else words(decision, table, cell)
    )


def decision_table_blocks(decision: Decision, table: DecisionTable) -> Iterator[Block]:
    """Yield the decisions, the states of every line, potential forks, remaining cells, and where lines meet."""
    yield Heading("The decisions, in order")
    yield Beside((steps_block(table.all_steps, table.fired_step), _decided(decision, table)))
    yield Heading("Decision table")
    yield Paragraph(_LEGEND, note=True)
    yield _states(decision, table, table.rows[:_MAX_ROWS])
    if len(table.rows) > _MAX_ROWS:
        yield Details("The other lines", (_states(decision, table, table.rows[_MAX_ROWS:]),))
    yield Heading("Potential forks")
    for side in Mark:
        yield from _forks(decision, table, side)
    if table.popularity:
        yield from _popularity(table)
    yield Heading("Remaining cells")
    yield Paragraph(_remaining(decision.position.board, table.remaining))
    yield Details("Intersection table", (_meetings(decision, table),))


prime_blocks = decision_table_blocks


def _gave(table: DecisionTable) -> list[TableRow]:
    """Return the rows that gave the move, in the order of the decision."""
    rows = {row.name: row for row in table.rows}
    return [rows[name] for name in table.lines if name in rows]


def _marks(decision: Decision, row: TableRow) -> str:
    """Return how many marks are on a line that holds marks of one side: ``two X``."""
    mark = next(mark for cell in row.line if (mark := decision.position.at(cell)))
    return f"{number_words(sum(map(bool, row.marks)))} {mark}"


def _win(decision: Decision, table: PrimeTable, cell: Cell) -> Text:
    board, row = decision.position.board, _gave(table)[0]
    completes = f"{decision.position.to_move} completes {say.line(board, row.line)}"
    because = f"where the sum {row.total} tells of {_marks(decision, row)}"
    return f"Wins at {say.cell(board, cell)}: {completes}, {because}."


def _block(decision: Decision, table: PrimeTable, cell: Cell) -> Text:
    position, row = decision.position, _gave(table)[0]
    board, opponent = position.board, position.to_move.other
    would = f"the sum {row.total} tells of {_marks(decision, row)}, and {opponent} would complete it"
    still = still_wins(position, cell)
    return f"Blocks {say.line(board, row.line)} at {say.cell(board, cell)}: {would}{still}."


def _anti_fork(decision: Decision, table: PrimeTable, cell: Cell) -> Text:
    """Return what is done against the potential forks of the opponent's line that the own line meets."""
    position, (mine, theirs) = decision.position, _gave(table)
    board, opponent = position.board, position.to_move.other
    name, broken = say.cell(board, cell), say.line(board, theirs.line)
    makes_two = f"makes two in {say.line(board, mine.line)}"
    forks = [fork for fork in table.forks if fork.side is opponent]
    stopped = [fork for fork in forks if theirs.name in fork.rows]
    if not stopped:
        return (
            f"Breaks up {broken} at {name}, a line that {opponent} could win in two moves, and {makes_two}."
        )
    if len(stopped) > 1:
        share = _share(len(stopped), len(forks), opponent)
        return (
            f"Breaks up {broken} at {name}: that line is in {share} potential forks, and {name} {makes_two}."
        )
    whose = f"{opponent}'s potential fork" if len(forks) == 1 else f"one of {opponent}'s potential forks"
    stops = f"Stops {whose} at {_fork(board, table, stopped[0])}"
    if stopped[0].cell == cell:
        return f"{stops}: {position.to_move} takes that cell and {makes_two}."
    return f"{stops}: {name} breaks up {broken} and {makes_two}."


def _centre(decision: Decision, _: PrimeTable, cell: Cell) -> Text:
    return f"Takes {say.cell_with_name(decision.position.board, cell)}: {_SILENT}."


def _fork(board: Board, table: DecisionTable, fork: Fork) -> Text:
    """Return the cell and the lines of a potential fork: ``c1 (the top row and the right column)``."""
    lines = [row.line for row in table.rows if row.name in fork.rows]
    return f"{say.cell(board, fork.cell)} ({say.lines(board, lines)})"


def _share(some: int, number: int, opponent: Mark) -> str:
    """Return how many of the opponent's potential forks: ``two of X's three``, ``both of X's``."""
    if some < number:
        return f"{number_words(some)} of {opponent}'s {number_words(number)}"
    return f"{some_of(some, number)} of {opponent}'s"


def _one_of(decision: Decision, cell: Cell | None, kind: str) -> Text:
    """Return a cell as one of those that are equally good, or all of them."""
    board, number = decision.position.board, len(decision.moves)
    if cell is None:
        return f"{say.cells(board, tuple(decision.moves), 'or')}, each with the same probability"
    return f"{say.cell(board, cell)}, {one_of(number, kind)}"


_WORDS: dict[str, Callable[[Decision, PrimeTable, Cell], Text]] = {
    "win": _win,
    "block": _block,
    "anti-fork": _anti_fork,
    "centre": _centre,
}
"""The sentence of each decision of `rules` that gives one cell, by its name."""

_EQUAL = {"corner": "empty corner", "remaining": "remaining cell"}
"""Names of the cells that a decision of `rules` allows, for those that allow several."""


def _decided(decision: Decision, table: DecisionTable) -> Figure:
    """Return the board with the lines that gave the move."""
    board = decision.position.board
    rows = [row for row in table.rows if row.name in table.lines]
    through = [f"{plain_text(row.name)} ({say.line(board, row.line)})" for row in rows]
    words = f"Through {listing(through)}. {moves_sentence(decision)}" if through else moves_sentence(decision)
    lines = tuple(say.names(board, row.line) for row in rows)
    return Figure(decision.position, words, rings=say.names(board, decision.moves), lines=lines)


def _states(decision: Decision, table: DecisionTable, rows: Sequence[TableRow]) -> Table:
    """Return lines with their marks, sum and states, in the columns of the document."""
    board, width = decision.position.board, max((len(row.marks) for row in rows), default=1)
    sides = tuple(map(str, Mark))
    head = (
        "line",
        *map(str, range(1, width + 1)),
        "sum",
        "clear",
        "blocked",
        "filled",
        *sides,
        *sides,
        "cells",
        *sides,
    )
    groups = (("", 1), ("marks", width), ("", 4), ("win next", 2), ("win in two", 2), ("", 1), ("fork", 2))
    body = tuple(_state(board, row, width, is_chosen=row.name in table.lines) for row in rows)
    align = f"<{'>' * (width + 8)}<>>"
    return Table("Every line with its marks as primes and its states", head, body, align, groups, quiet=True)


def _state(board: Board, row: TableRow, width: int, *, is_chosen: bool) -> Row:
    marks = [TableCell(str(mark), strong=bool(mark)) for mark in row.marks]
    texts: tuple[Text | TableCell, ...] = (
        plain_text(row.name),
        *marks,
        *[""] * (width - len(marks)),
        TableCell(str(row.total), strong=True),
        *map(_yes, (row.clear, row.blocked, row.filled)),
        *(_yes(row.win_next is side) for side in Mark),
        *(_yes(row.win_in_two is side) for side in Mark),
        " ".join(say.cell(board, cell) for cell in row.line),
        *(_yes(side in row.forks) for side in Mark),
    )
    return Row(texts, is_chosen, say.names(board, row.line))


def _yes(is_so: bool) -> TableCell:
    return TableCell("1" if is_so else "·", strong=is_so)


def _forks(decision: Decision, table: DecisionTable, side: Mark) -> Iterator[Block]:
    """Yield each potential fork of a side as a board: two lines that meet in an empty cell."""
    board = decision.position.board
    lines = {row.name: row.line for row in table.rows}
    own = [fork for fork in table.forks if fork.side is side]
    if not own:
        yield Paragraph(f"Potential forks of {side}: none.")
        return
    yield Paragraph(f"Potential forks of {side}:")
    yield Beside(tuple(_fork_figure(decision, fork, lines) for fork in own[:_MAX_DRAWN]))
    if len(own) > _MAX_DRAWN:
        yield Paragraph(f"And {'; '.join(_meeting(board, fork) for fork in own[_MAX_DRAWN:])}.")


def _fork_figure(decision: Decision, fork: Fork, lines: dict[str, Line]) -> Figure:
    board = decision.position.board
    crossed = tuple(say.names(board, lines[name]) for name in fork.rows if name in lines)
    return Figure(
        decision.position, _meeting(board, fork), rings=say.names(board, [fork.cell]), lines=crossed
    )


def _meeting(board: Board, fork: Fork) -> Text:
    return f"{' and '.join(map(plain_text, fork.rows))} at {say.cell(board, fork.cell)}"


def _popularity(table: DecisionTable) -> Iterator[Block]:
    order = sorted(table.popularity.items(), key=lambda item: -item[1])
    rows = tuple(Row((plain_text(name), str(count))) for name, count in order)
    yield Paragraph(_POPULARITY, note=True)
    yield Table(_POPULARITY, ("line", "potential forks"), rows, "<>", quiet=True)


def _remaining(board: Board, cells: Sequence[Cell]) -> Text:
    if len(cells) > _MAX_CELLS:
        return f"{len(cells)} cells: {say.cells(board, cells, limit=_MAX_CELLS)}."
    return f"{', '.join(say.cell(board, cell) for cell in cells)}."


def _meetings(decision: Decision, table: DecisionTable) -> Block:
    """Return the cells that any two lines share; of many lines only those that win next or in two."""
    rows: Sequence[TableRow] = table.rows
    is_part = len(rows) > _MAX_MEETINGS
    if is_part:
        rows = [row for row in rows if row.win_next or row.win_in_two]
    if not rows:
        return Paragraph("No line of the table has marks of one side only.")
    if len(rows) > _MAX_MEETINGS:
        return Paragraph(f"{len(rows)} lines: too many to show.")
    some = ", of the lines that win next or in two" if is_part else ""
    names = tuple(plain_text(row.name) for row in rows)
    body = (
        Row((plain_text(one.name), *(_shared(decision, table, one, other) for other in rows))) for one in rows
    )
    return Table(f"The cell that two lines share{some}", ("line", *names), tuple(body))


def _shared(decision: Decision, table: DecisionTable, one: TableRow, other: TableRow) -> Text | TableCell:
    """Return the cells that two lines share, strong if the two gave the move."""
    if one is other:
        return "\N{EN DASH}"
    board = decision.position.board
    cells = " ".join(say.cell(board, cell) for cell in one.line if cell in other.line)
    has_given = len(table.lines) == 2 and {one.name, other.name} == set(table.lines)
    return TableCell(cells, strong=has_given) if cells else "·"
