"""The full working behind a decision, as text: what the player saw, step by step, and how it chose."""

from __future__ import annotations

from fractions import Fraction

from noughts.explain.board_text import board_text, compact_text, value_overlay
from noughts.explain.jsonable import plain
from noughts.explain.text_table import beside, indent, paragraphs, text_table
from noughts.explain.words import (
    cells_words,
    line_words,
    percent,
    plural,
    result_verb,
)
from noughts.explain.working_table import table_working
from noughts.explain.working_weights import weights_working
from noughts.game.board import Cell
from noughts.players.evidence import DecisionTable, Evidence, Ratings, Rule, Uniform, Values, Weights
from noughts.players.player import Decision


def working(decision: Decision, cell: Cell | None = None) -> str:
    """Everything the player saw and what came of it, in paragraphs: evidence, then probabilities.

    ``cell`` chooses one cell whose weight is broken down. Who plays, and the sentence, are not repeated.
    """
    to_move = f"{decision.position.to_move} to move."
    return paragraphs([to_move, _evidence(decision, cell), chances(decision)])


def chances(decision: Decision) -> str:
    """The probability of every move that is played, exactly and as a percentage; equal ones together."""
    cells: dict[Fraction, list[Cell]] = {}
    for cell, share in decision.moves.items():
        cells.setdefault(share, []).append(cell)
    parts = (_chance(decision, share, found) for share, found in cells.items())
    return f"Probability: {'; '.join(parts)}."


def _chance(decision: Decision, share: Fraction, cells: list[Cell]) -> str:
    board = decision.position.board
    exactly = "1" if share == 1 else f"{share} ({percent(share)})"
    each = " each" if len(cells) > 1 else ""
    return f"{exactly}{each} for {cells_words(board, cells, limit=board.size)}"


def _evidence(decision: Decision, cell: Cell | None) -> str:
    match decision.evidence:
        case Rule() as rule:
            text = _rule_working(decision, rule)
        case DecisionTable() as table:
            text = table_working(decision, table)
        case Weights() as weights:
            text = weights_working(decision, weights, cell)
        case Ratings() as ratings:
            text = _ratings_working(decision, ratings)
        case Values() as values:
            text = _values_working(decision, values)
        case Uniform():
            text = f"{compact_text(decision.position)}\n\nNothing was looked at."
        case other:
            text = _any_working(decision, other)
    return text


def _ratings_working(decision: Decision, ratings: Ratings) -> str:
    """Both ratings of every move, how many each step kept, and the size of the tree."""
    board, second = decision.position.board, bool(ratings.second)
    heads = ["move", "first", "second", "kept", "probability"]
    rows = [heads if second else [h for h in heads if h != "second"]]
    for cell, rating in ratings.first.items():
        kept = (cell in ratings.kept_first) + (cell in ratings.kept_second)
        again = [str(ratings.second.get(cell, ""))] if second else []
        share = str(decision.moves.get(cell, ""))
        rows.append([board.cell_name(cell), _signed(rating), *again, "*" * kept, share])
    table = beside(compact_text(decision.position), text_table(rows, "<>" + ">" * second + "<<"))
    return paragraphs([table, "\n".join(_steps_of_rating(decision, ratings))])


def _steps_of_rating(decision: Decision, ratings: Ratings) -> list[str]:
    number, first = len(ratings.first), ratings.kept_first
    steps = [
        "First rating: +1 wins, 0 draws, -1 loses, when both sides play their best.",
        f"  It keeps {len(first)} of {plural(number, 'move')} (*): "
        f"{'each' if len(first) > 1 else 'it'} {result_verb(ratings.first[first[0]])}.",
    ]
    if ratings.second:
        turns = "the player plays its best and the opponent anything, to the end"
        what = turns if ratings.deep else "the average of the first rating over all replies"
        kept, best = ratings.kept_second, max(ratings.second.values())
        steps.append(f"Second rating: {what}.")
        steps.append(f"  It keeps {len(kept)} of {plural(len(first), 'move')} (**), rated {best}.")
    if ratings.nodes:
        tree = f"{plural(ratings.nodes, 'node')}, {plural(ratings.games, 'complete game')}"
        steps.append(f"Size of the tree searched: {tree}.")
    return steps


def _values_working(decision: Decision, values: Values) -> str:
    board = decision.position.board
    rows = [["move", "value", "plies", "probability"]]
    for cell, value in values.values.items():
        share = decision.moves.get(cell)
        rows.append([board.cell_name(cell), str(value.result), str(value.plies), str(share or "")])
    table = text_table(rows, "<<><")
    drawn = board_text(decision.position, value_overlay(values.values))
    legend = "W wins, D draws, L loses, in so many plies with best play; a draw fills the board."
    return paragraphs([beside(drawn, table), legend])


def _rule_working(decision: Decision, rule: Rule) -> str:
    """The steps in the order they are tried, an arrow at the one that fired."""
    board = decision.position.board
    fired = (rule.step, rule.name)
    known = rule.steps if fired in rule.steps else (*rule.steps, fired)
    width = max(len(str(step)) for step, _ in known)
    lines = [f"{'->' if (s, n) == fired else '  '} {s:>{width}}. {n}{_meaning(n)}" for s, n in known]
    line = ""
    if rule.line is not None:
        cells = ", ".join(board.cell_name(cell) for cell in rule.line)
        line = f"The line that fired it: {line_words(board, rule.line)} ({cells})."
    return paragraphs([beside(compact_text(decision.position), "\n".join(lines)), line])


def _any_working(decision: Decision, evidence: Evidence) -> str:
    """Evidence of other people's players, field by field."""
    found = plain(evidence, decision.position.board)
    fields = "\n".join(f"{name}: {value}" for name, value in found.items() if name != "kind")
    head = f"Evidence of the kind {evidence.kind}{':' if fields else '.'}"
    return paragraphs([compact_text(decision.position), f"{head}\n{indent(fields)}" if fields else head])


def _meaning(step: str) -> str:
    return f": {_MEANINGS[step]}" if step in _MEANINGS else ""


def _signed(rating: int) -> str:
    return f"{rating:+d}" if rating else "0"


_MEANINGS = {
    "opening": "first, a corner or the centre by dice; second, the corner opposite a corner",
    "two in a line": "fill the first line with two marks of one player and an empty cell",
    "win": "complete an own line",
    "block": "fill a line that the opponent would complete",
    "fork": "threaten two lines at once",
    "block fork": "keep the opponent from threatening two lines at once",
    "centre": "take it if it is empty",
    "opposite corner": "take the corner opposite one of the opponent's",
    "corner": "take an empty corner",
    "side": "take an empty side",
    "random": "any move, as none of the rules applies",
}
