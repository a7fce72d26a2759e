"""Players that try numbered steps in order: any `Rule`, `core` and `proof`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from noughts.explain import say
from noughts.explain.blocks import Beside, Block, Figure, Heading, Step, Steps, Text, plain_text
from noughts.explain.say import one_of
from noughts.game.board import Cell, Line, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import completed, completing
from noughts.players.evidence import CoreRule, PlayerStep, ProofRule, Rule
from noughts.players.player import Decision

_NO_PAIR = "no line holds two marks of one player and an empty cell"
_FIRST_PAIR = "the first line with two marks of one player"


def rule_why(decision: Decision, rule: Rule, cell: Cell | None) -> Text:
    """Return which step fired, in the words of the player."""
    return step_why(decision, rule.fired_step, f"rule {rule.step}", cell, [rule.line] if rule.line else [])


def rule_blocks(decision: Decision, rule: Rule) -> Iterator[Block]:
    """Yield the steps in order, and the board with the line that made one of them fire."""
    board = decision.position.board
    words = moves_sentence(decision)
    if rule.line:
        cells = ", ".join(say.cell(board, cell) for cell in rule.line)
        words = f"The line that fired it: {say.line(board, rule.line)} ({cells}). {words}"
    lines = (say.names(board, rule.line),) if rule.line else ()
    figure = Figure(decision.position, words, rings=say.names(board, decision.moves), lines=lines)
    yield Heading("The steps, in the order they are tried")
    yield Beside((steps_block(rule.all_steps, rule.fired_step), figure))


def step_why(
    decision: Decision, step: PlayerStep, what: str, cell: Cell | None, lines: Sequence[Line]
) -> Text:
    """Return the name and the meaning of the step that fired. ``what`` is what the player calls a step."""
    board = decision.position.board
    name, meaning = plain_text(step.name), plain_text(step.meaning).removesuffix(".")
    cells = tuple(decision.moves) if cell is None else (cell,)
    along = f" along {say.lines(board, lines)}" if lines else ""
    move = f"Plays {say.cells(board, cells, 'or')}{along}"
    return f"{move} by {what}, {name}: {meaning}." if meaning else f"{move}: {what} ({name}) applies."


def steps_block(steps: Sequence[PlayerStep], fired: PlayerStep) -> Steps:
    """Return the steps in order with what became of each. A number is not repeated."""
    at, numbers = steps.index(fired), ["", *(str(step.number) for step in steps)]
    shown = (
        Step(
            "" if number == before else number,
            plain_text(step.name),
            plain_text(step.meaning),
            "passed" if i < at else "fired" if i == at else "unreached",
        )
        for i, (step, (before, number)) in enumerate(zip(steps, pairwise(numbers), strict=True))
    )
    return Steps(tuple(shown))


def moves_sentence(decision: Decision) -> Text:
    """Return the moves that may be played as a sentence."""
    return f"It plays {say.cells(decision.position.board, tuple(decision.moves), 'or', limit=12)}."


def blocking_clause(position: Position, cell: Cell) -> Text:
    """Return which lines of the opponent a move blocks, and where the opponent can still win, without a full stop."""
    board, opponent = position.board, position.to_move.other
    lines = completed(position, opponent, cell)
    would = f"{opponent} would complete {'it' if len(lines) == 1 else 'them'}"
    still = still_wins(position, cell)
    return f"Blocks {say.lines(board, lines)} at {say.cell(board, cell)}: {would}{still}"


def still_wins(position: Position, cell: Cell) -> Text:
    """Return where the opponent can still win after a block, or nothing."""
    others = _wins_elsewhere(position, position.to_move.other, cell)
    return f", but can still win at {others}" if others else ""


def _wins_elsewhere(position: Position, side: Mark, cell: Cell) -> Text:
    """Return the cells but ``cell`` where a side completes a line."""
    return say.cells(position.board, [each for each in completing(position, side) if each != cell], "or")


def core_why(decision: Decision, rule: CoreRule, cell: Cell | None) -> Text:
    """Return why `core` moves to the cell. Only its opening chooses among several."""
    if rule.name == "opening":
        return _opening(decision, cell)
    words = _CORE.get(rule.name)
    return (
        rule_why(decision, rule, cell)
        if words is None or cell is None
        else words(decision.position, rule, cell)
    )


core_blocks = rule_blocks


def _opening(decision: Decision, cell: Cell | None) -> Text:
    position, board = decision.position, decision.position.board
    if cell is not None and position.other:
        theirs = say.cells(board, tuple(cells_of(position.other)))
        return f"Answers {theirs} at the opposite corner, {say.cell(board, cell)}."
    where = say.cells(board, tuple(decision.moves), "or")
    if cell is not None:
        where = say.cell_with_name(board, cell)
    return f"Opens at {where}: a five-sided dice picks a corner or the centre."


def _two_in_a_line(position: Position, rule: Rule, cell: Cell) -> Text:
    """Return whether the first line with two marks is won or blocked. The player does not distinguish them."""
    board, side = position.board, position.to_move
    name, wins = say.cell(board, cell), completed(position, side, cell)
    if rule.line in wins:
        return f"Wins at {name}: {side} completes {say.line(board, rule.line)}, {_FIRST_PAIR}."
    if wins and rule.line:
        blocked = f"blocking {say.line(board, rule.line)}, {_FIRST_PAIR}"
        return f"Wins at {name}: {blocked}, {side} completes {say.lines(board, wins)}."
    own = _wins_elsewhere(position, side, cell)
    later = f"; {side}'s own win at {own} comes later in line order" if own else ""
    return f"{blocking_clause(position, cell)}{later}."


def _centre(position: Position, _: Rule, cell: Cell) -> Text:
    return f"Takes {say.cell_with_name(position.board, cell)}: {_NO_PAIR}."


def _corner(position: Position, _: Rule, cell: Cell) -> Text:
    number = sum(each in position.board.corners for each in position.empty)
    which = one_of(number, "empty corner", "the first")
    return f"Takes {say.cell(position.board, cell)}, {which}: {_NO_PAIR}, and the centre is taken."


def _side(position: Position, _: Rule, cell: Cell) -> Text:
    board = position.board
    number = sum(each not in (*board.corners, board.centre) for each in position.empty)
    which = one_of(number, "empty side", "the first")
    return f"Takes {say.cell(board, cell)}, {which}: {_NO_PAIR}, and the centre and the corners are taken."


_CORE: dict[str, Callable[[Position, Rule, Cell], Text]] = {
    "two in a line": _two_in_a_line,
    "centre": _centre,
    "corner": _corner,
    "side": _side,
}
"""The sentence of each step of `core` after the opening, by its name."""


def proof_why(decision: Decision, rule: ProofRule, cell: Cell | None) -> Text:
    """Return which record of the proof is followed, or why none is."""
    board = decision.position.board
    match rule.name:
        case "line" if cell is not None:
            return f"Completes a line at {say.cell(board, cell)}."
        case "record" if cell is not None:
            return (
                f"Plays {say.cell(board, cell)} by record {rule.record:,} of {rule.records:,} of its proof."
            )
        case "anything":
            return "Nothing has to be answered."
        case "lots":
            return "The proof says nothing of this."
    return rule_why(decision, rule, cell)


proof_blocks = rule_blocks
