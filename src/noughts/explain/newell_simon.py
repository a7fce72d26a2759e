"""The ladder of eight rules: win, block, fork, block fork, centre, opposite corner, corner, side.

Unlike in `steps`, a rule may allow several cells, of which chance picks one.
"""

from __future__ import annotations

from collections.abc import Callable

from noughts.explain import say
from noughts.explain.blocks import Text
from noughts.explain.say import any_of, number_words, one_of
from noughts.explain.steps import blocking_clause, rule_blocks, rule_why
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.game.threats import advanced, completed, forking
from noughts.players.evidence import LadderRule
from noughts.players.player import Decision

_NO_THREAT = "neither side can complete a line or make a fork"


def ladder_why(decision: Decision, rule: LadderRule, cell: Cell | None) -> Text:
    """Return why the ladder moves to the cell, or to several."""
    words = _WORDS.get(rule.name)
    return (words(decision, cell) if words else "") or rule_why(decision, rule, cell)


ladder_blocks = rule_blocks


def _win(decision: Decision, cell: Cell | None) -> Text:
    position, side = decision.position, decision.position.to_move
    if cell is None:
        return f"Wins at {_any_of(decision)}: {side} completes a line there."
    lines = say.lines(position.board, completed(position, side, cell))
    return f"Wins at {say.cell(position.board, cell)}: {side} completes {lines}."


def _block(decision: Decision, cell: Cell | None) -> Text:
    if cell is None:
        opponent = decision.position.to_move.other
        return f"Blocks at {_any_of(decision)}: {opponent} would complete a line at each of them."
    return f"{blocking_clause(decision.position, cell)}."


def _fork(decision: Decision, cell: Cell | None) -> Text:
    position, side = decision.position, decision.position.to_move
    if cell is None:
        return f"Forks at {_any_of(decision)}: from there {side} threatens two lines at once."
    return f"Forks at {say.cell(position.board, cell)}: {side} then threatens to complete {_builds(position, cell)}."


def _block_fork(decision: Decision, cell: Cell | None) -> Text:
    """Return whether a move takes the cell of the opponent's fork or forces the opponent to answer elsewhere."""
    position, board = decision.position, decision.position.board
    side, opponent = position.to_move, position.to_move.other
    forks = forking(position, opponent)
    if cell is None:
        return (
            f"Plays {_any_of(decision)} to keep {opponent} from forking at {say.cells(board, forks, 'or')}."
        )
    name, builds = say.cell(board, cell), _builds(position, cell)
    if cell in forks:
        along = say.lines(board, advanced(position, opponent, cell))
        makes = f", and makes two in {builds}" if builds else ""
        return f"Takes {name}, where {opponent} could fork along {along}{makes}."
    lines = advanced(position, side, cell)
    answers = [each for line in lines for each in line if each != cell and position.at(each) is None]
    keeps = f"Keeps {opponent} from forking at {say.cells(board, forks, 'or')}"
    must = f"{opponent} must answer at {say.cells(board, answers, 'or')}"
    return f"{keeps}: {name} makes two in {builds}, so that {must}."


def _centre(decision: Decision, cell: Cell | None) -> Text:
    return "" if cell is None else f"Takes {say.cell_with_name(decision.position.board, cell)}: {_NO_THREAT}."


def _opposite_corner(decision: Decision, cell: Cell | None) -> Text:
    """Return which corner of the opponent's a move is opposite to. Several moves have no sentence of their own."""
    if cell is None:
        return ""
    board, opponent = decision.position.board, decision.position.to_move.other
    which = f"the corner opposite {opponent}'s {say.cell(board, Cell(board.size - 1 - cell))}"
    return f"Takes {say.cell(board, cell)}, {which}: {_NO_THREAT}, and the centre is taken."


def _corner(decision: Decision, cell: Cell | None) -> Text:
    before = f"{_NO_THREAT}, the centre is taken and no opposite corner is free"
    return f"Takes {_one_of(decision, cell, 'corner')}: {before}."


def _side(decision: Decision, cell: Cell | None) -> Text:
    return f"Takes {_one_of(decision, cell, 'side')}: {_NO_THREAT}, and the centre and the corners are taken."


def _random(decision: Decision, cell: Cell | None) -> Text:
    number = len(decision.moves)
    what = f"Picks {any_of(number)} free cells at random"
    if cell is not None:
        name = say.cell(decision.position.board, cell)
        what = f"Picks {name} at random, one of {number_words(number)} free cells"
        what = what if number > 1 else f"Plays {name}, the only free cell"
    return f"{what}: none of the rules it knows applies."


_WORDS: dict[str, Callable[[Decision, Cell | None], Text]] = {
    "win": _win,
    "block": _block,
    "fork": _fork,
    "block fork": _block_fork,
    "centre": _centre,
    "opposite corner": _opposite_corner,
    "corner": _corner,
    "side": _side,
    "random": _random,
}
"""The sentence of each rule, by its name; "" where the general one is used (`rule_why`)."""


def _any_of(decision: Decision) -> Text:
    """Return all moves of a decision: ``a1 or c1``."""
    return say.cells(decision.position.board, tuple(decision.moves), "or")


def _one_of(decision: Decision, cell: Cell | None, noun: str) -> Text:
    """Return a cell as one of the empty ones of its sort, or all of them."""
    if cell is None:
        return f"{_any_of(decision)}, each an empty {noun}"
    name, number = say.cell(decision.position.board, cell), len(decision.moves)
    return f"{name}, {one_of(number, f'empty {noun}')}"


def _builds(position: Position, cell: Cell) -> Text:
    """Return the lines that one more mark of the side completes after a move."""
    return say.lines(position.board, advanced(position, position.to_move, cell))
