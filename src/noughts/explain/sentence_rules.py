"""Sentences for players that go by rules: numbered steps, and the decision table."""

from __future__ import annotations

from collections.abc import Callable

from noughts.explain.patterns import advanced, completed, completing, forking, rest
from noughts.explain.words import (
    any_of,
    cell_with_name,
    cells_words,
    line_words,
    lines_words,
    marks_words,
    number_words,
)
from noughts.game.board import Cell
from noughts.players.evidence import DecisionTable, Row, Rule
from noughts.players.player import Decision


def rule_sentence(decision: Decision, rule: Rule, cell: Cell | None) -> str:
    """Why a numbered rule moves to the cell, or among several cells."""
    name = decision.player.partition("(")[0]
    writer = _WRITERS.get((name, rule.name), _any_rule)
    return writer(decision, rule, cell)


def table_sentence(decision: Decision, table: DecisionTable, cell: Cell | None) -> str:
    """Why the decision table moves to the cell, or among several cells."""
    rows = {row.name: row for row in table.rows}
    fired = [rows[name] for name in table.lines]
    if cell is not None and table.fired in {"win", "block"} and len(fired) == 1:
        return _by_sum(decision, table.fired, fired[0], cell)
    if cell is not None and table.fired == "anti-fork" and len(fired) == 2:
        return _against_fork(decision, table, fired[1], fired[0], cell)
    return _in_silence(decision, table, cell)


def _win(decision: Decision, _: Rule, cell: Cell | None) -> str:
    position = decision.position
    if cell is None:
        return f"Wins at {_either(decision)}: {position.to_move} completes a line there."
    lines = completed(position, position.to_move, cell)
    return (
        f"Wins at {position.board.cell_name(cell)}: {position.to_move} completes "
        f"{lines_words(position.board, lines)}."
    )


def _block(decision: Decision, _: Rule, cell: Cell | None) -> str:
    position, opponent = decision.position, decision.position.to_move.other
    if cell is None:
        return f"Blocks at {_either(decision)}: {opponent} would complete a line at each of them."
    lines = completed(position, opponent, cell)
    return (
        f"Blocks {lines_words(position.board, lines)} at {position.board.cell_name(cell)}: "
        f"{opponent} would complete {'it' if len(lines) == 1 else 'them'}{_still_open(decision, cell)}."
    )


def _still_open(decision: Decision, cell: Cell) -> str:
    """What a block leaves open: where else the opponent completes a line."""
    position = decision.position
    others = [c for c in completing(position, position.to_move.other) if c != cell]
    return f", but can still win at {cells_words(position.board, others, 'or')}" if others else ""


def _two_in_line(decision: Decision, rule: Rule, cell: Cell | None) -> str:
    """The step of `core` that draws no difference between winning and blocking."""
    position, side = decision.position, decision.position.to_move
    if cell is None or rule.line is None:
        return _any_rule(decision, rule, cell)
    line, own = line_words(position.board, rule.line), completed(position, side, cell)
    first = "the first line with two marks of one player"
    if rule.line in own:
        return f"Wins at {position.board.cell_name(cell)}: {side} completes {line}, {first}."
    if own:
        wins = f"{side} completes {lines_words(position.board, own)}"
        return f"Wins at {position.board.cell_name(cell)}: blocking {line}, {first}, {wins}."
    missed = completing(position, side)
    later = f"; {side}'s own win at {cells_words(position.board, missed, 'or')} comes later in line order"
    return _block(decision, rule, cell).removesuffix(".") + (later if missed else "") + "."


def _fork(decision: Decision, _: Rule, cell: Cell | None) -> str:
    position, side = decision.position, decision.position.to_move
    if cell is None:
        return f"Forks at {_either(decision)}: from there {side} threatens two lines at once."
    lines = lines_words(position.board, advanced(position, side, cell))
    return f"Forks at {position.board.cell_name(cell)}: {side} then threatens to complete {lines}."


def _block_fork(decision: Decision, rule: Rule, cell: Cell | None) -> str:
    position, side = decision.position, decision.position.to_move
    board, danger = position.board, forking(position, side.other)
    where = cells_words(board, danger, "or")
    if cell is None:
        return f"Plays {_either(decision)} to keep {side.other} from forking at {where}."
    name, threats = board.cell_name(cell), advanced(position, side, cell)
    makes = f"makes two in {lines_words(board, threats)}"
    if cell in danger:
        met = lines_words(board, advanced(position, side.other, cell))
        return (
            f"Takes {name}, where {side.other} could fork along {met}{', and ' + makes if threats else ''}."
        )
    if not threats:
        return _any_rule(decision, rule, cell)
    answers = cells_words(board, [c for line in threats for c in rest(position, line, cell)], "or")
    forced = f"so that {side.other} must answer at {answers}"
    return f"Keeps {side.other} from forking at {where}: {name} {makes}, {forced}."


def _opening(decision: Decision, rule: Rule, cell: Cell | None) -> str:
    """The opening of `core`: a five-sided dice, or the corner opposite the opponent's."""
    board = decision.position.board
    if cell is None:
        return f"Opens at {_either(decision)}: a five-sided dice picks a corner or the centre."
    if len(decision.moves) == 1:
        theirs = [c for c in board.cells if decision.position.at(c) is not None]
        return f"Answers {cells_words(board, theirs)} at the opposite corner, {board.cell_name(cell)}."
    return f"Opens at {cell_with_name(board, cell)}: a five-sided dice picks a corner or the centre."


def _place(because: str) -> Callable[[Decision, Rule, Cell | None], str]:
    """Taking a cell for where it lies, because the rules before did not apply."""

    def write(decision: Decision, rule: Rule, cell: Cell | None) -> str:
        position, opponent = decision.position, decision.position.to_move.other
        board, what = position.board, rule.name
        if cell is None:
            return f"Takes {_either(decision)}, each an {_kind_of_place(what)}: {because}."
        name = board.cell_name(cell)
        if what == "centre":
            return f"Takes {cell_with_name(board, cell)}: {because}."
        if what == "opposite corner":
            facing = board.cell_name(Cell(board.size - 1 - cell))
            return f"Takes {name}, the corner opposite {opponent}'s {facing}: {because}."
        return f"Takes {name}, {_which(decision, what)}: {because}."

    return write


def _kind_of_place(rule: str) -> str:
    return {"opposite corner": "opposite corner"}.get(rule, f"empty {rule}")


def _which(decision: Decision, what: str) -> str:
    """One of several: ``one of three empty corners``; or in order: ``the first of three empty corners``."""
    number = len(decision.moves)
    if number > 1:
        return f"one of {number_words(number)} empty {what}s"
    board, position = decision.position.board, decision.position
    free = [c for c in position.empty if _place_of(c, board.corners, board.centre) == what]
    return (
        f"the first of {number_words(len(free))} empty {what}s" if len(free) > 1 else f"the last empty {what}"
    )


def _place_of(cell: Cell, corners: tuple[Cell, ...], centre: Cell | None) -> str:
    return "corner" if cell in corners else "centre" if cell == centre else "side"


def _at_random(decision: Decision, _: Rule, cell: Cell | None) -> str:
    number, board = len(decision.moves), decision.position.board
    because = "none of the rules it knows applies"
    if cell is None:
        return f"Picks {any_of(number)} free cells at random: {because}."
    if number == 1:
        return f"Plays {board.cell_name(cell)}, the only free cell: {because}."
    return f"Picks {board.cell_name(cell)} at random, one of {number_words(number)} free cells: {because}."


def _any_rule(decision: Decision, rule: Rule, cell: Cell | None) -> str:
    """For rules whose words are not known here."""
    board = decision.position.board
    line = f" along {line_words(board, rule.line)}" if rule.line else ""
    move = _either(decision) if cell is None else board.cell_name(cell)
    return f"Plays {move}{line}: rule {rule.step} ({rule.name}) applies."


def _by_sum(decision: Decision, fired: str, row: Row, cell: Cell) -> str:
    position = decision.position
    name, line = position.board.cell_name(cell), line_words(position.board, row.line)
    side = position.to_move if fired == "win" else position.to_move.other
    count = sum(mark != 0 for mark in row.marks)
    shows = f"the sum {row.total} tells of {marks_words(count, side)}"
    if fired == "win":
        return f"Wins at {name}: {side} completes {line}, where {shows}."
    left = _still_open(decision, cell)
    return f"Blocks {line} at {name}: {shows}, and {side} would complete it{left}."


def _against_fork(decision: Decision, table: DecisionTable, theirs: Row, own: Row, cell: Cell) -> str:
    position, opponent = decision.position, decision.position.to_move.other
    board, name = position.board, position.board.cell_name(cell)
    line, makes = line_words(board, theirs.line), f"makes two in {line_words(board, own.line)}"
    forks = [fork for fork in table.forks if fork.side is opponent]
    stopped = [fork for fork in forks if theirs.name in fork.rows]
    if not stopped:
        return f"Breaks up {line} at {name}, a line that {opponent} could win in two moves, and {makes}."
    if len(stopped) == 1:
        (fork,) = stopped
        rows = [row.line for row in table.rows if row.name in fork.rows]
        which = f"{opponent}'s potential fork" if len(forks) == 1 else f"one of {opponent}'s potential forks"
        does = "takes that cell" if cell == fork.cell else f"{name} breaks up {line}"
        does = f"{position.to_move} {does}" if cell == fork.cell else does
        where = f"{board.cell_name(fork.cell)} ({lines_words(board, rows)})"
        return f"Stops {which} at {where}: {does} and {makes}."
    share = _share_of(len(stopped), len(forks), f"{opponent}'s")
    return f"Breaks up {line} at {name}: that line is in {share} potential forks, and {name} {makes}."


def _share_of(some: int, number: int, whose: str) -> str:
    """How many of somebody's: ``two of X's three``, ``both of X's``, ``all three of X's``."""
    if some < number:
        return f"{number_words(some)} of {whose} {number_words(number)}"
    return f"{'both' if number == 2 else 'all ' + number_words(number)} of {whose}"


def _in_silence(decision: Decision, table: DecisionTable, cell: Cell | None) -> str:
    """The decisions about which the document is silent: the centre, a corner, a remaining cell."""
    board, number = decision.position.board, len(decision.moves)
    because = "nothing to win, to block, or to do against forks"
    if table.fired == "centre" and cell is not None:
        return f"Takes {cell_with_name(board, cell)}: {because}."
    what = {"corner": "empty corner", "remaining": "remaining cell"}.get(table.fired, "cell")
    if cell is None:
        return f"Takes {_either(decision)}, each with the same probability: {because}."
    if number == 1:
        return f"Takes {board.cell_name(cell)}, the last {what}: {because}."
    return f"Takes {board.cell_name(cell)}, one of {number_words(number)} {what}s: {because}."


def _either(decision: Decision) -> str:
    return cells_words(decision.position.board, tuple(decision.moves), "or")


_BEFORE_CENTRE = "neither side can complete a line or make a fork"
_NO_PAIR = "no line holds two marks of one player and an empty cell"
_WRITERS: dict[tuple[str, str], Callable[[Decision, Rule, Cell | None], str]] = {
    ("core", "opening"): _opening,
    ("core", "two in a line"): _two_in_line,
    ("core", "centre"): _place(_NO_PAIR),
    ("core", "corner"): _place(f"{_NO_PAIR}, and the centre is taken"),
    ("core", "side"): _place(f"{_NO_PAIR}, and the centre and the corners are taken"),
    ("newell-simon", "win"): _win,
    ("newell-simon", "block"): _block,
    ("newell-simon", "fork"): _fork,
    ("newell-simon", "block fork"): _block_fork,
    ("newell-simon", "centre"): _place(_BEFORE_CENTRE),
    ("newell-simon", "opposite corner"): _place(f"{_BEFORE_CENTRE}, and the centre is taken"),
    ("newell-simon", "corner"): _place(
        f"{_BEFORE_CENTRE}, the centre is taken and no opposite corner is free"
    ),
    ("newell-simon", "side"): _place(f"{_BEFORE_CENTRE}, and the centre and the corners are taken"),
    ("newell-simon", "random"): _at_random,
}
