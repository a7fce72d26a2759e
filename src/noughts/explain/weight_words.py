"""The weight grid: the lines behind each weight, and how it grows line by line.

The steps follow the drawings of the document (a weblog of 2007; founding document 002).
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from noughts.errors import PlayerError
from noughts.explain.board_text import compact_text, grid_text
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import any_of, cells_words, line_words, number_words
from noughts.game.board import Cell, Line
from noughts.players.evidence import CellKind, Feed, Weights
from noughts.players.player import Decision, heaviest

_SMALL = 25
"""Up to so many cells every weight is broken down; beyond, only the heaviest."""


def weights_sentence(decision: Decision, weights: Weights, cell: Cell | None) -> str:
    """Why the weight grid moves to the cell, or to several."""
    position = decision.position
    cells, best = len(position.empty), tuple(decision.moves)
    number = number_words(cells)
    if set(best) != set(heaviest({empty: weights.cells[empty] for empty in position.empty})):
        return _by_other_than_weight(decision, weights, cell)
    if cell is None:
        weight = weights.cells[best[0]]
        if len(best) == cells:
            return f"Picks {any_of(cells)} cells at random: each has weight {weight:,}."
        names = cells_words(position.board, best, "or")
        return f"Picks {names} at random, the heaviest of {number} cells: each has weight {weight:,}."
    name, why = position.board.cell_name(cell), _feeds_words(decision, weights, cell)
    if cells == 1:
        return f"Takes {name}, the only free cell: {why}."
    if len(best) == 1:
        return f"Takes {name}, the heaviest of {number} cells: {why}."
    others = cells_words(position.board, [c for c in best if c != cell], limit=4)
    among = f"{number} equally heavy cells" if len(best) == cells else f"the heaviest of {number} cells"
    return f"Picks {name} at random among {among}, with {others}: {why}."


def _by_other_than_weight(decision: Decision, weights: Weights, cell: Cell | None) -> str:
    """For a player that does not take the heaviest cells, or not all of them alike."""
    if cell is None:
        names = cells_words(decision.position.board, tuple(decision.moves), "or")
        return f"Plays {names}, whatever they weigh."
    return f"Plays {decision.position.board.cell_name(cell)}: {_feeds_words(decision, weights, cell)}."


def _feeds_words(decision: Decision, weights: Weights, cell: Cell) -> str:
    """The lines behind a weight, by kind: ``weight 11 = 10 for blocking the top row + 1 for ...``."""
    weight, fed = weights.cells[cell], weights.fed(cell)
    parts = [
        (feed.weight, _completions(decision, feed)) for feed in fed if feed.kind is not CellKind.POTENTIAL
    ]
    potential = [feed.weight for feed in fed if feed.kind is CellKind.POTENTIAL]
    if potential:
        lines = "line" if len(potential) == 1 else "lines"
        parts.append((sum(potential), f"{number_words(len(potential))} potential {lines}"))
    parts.sort(key=itemgetter(0), reverse=True)
    if len(parts) < 2:
        return f"weight {weight:,} for {parts[0][1]}" if parts else f"weight {weight:,}"
    return f"weight {weight:,} = {' + '.join(f'{points:,} for {what}' for points, what in parts)}"


def _completions(decision: Decision, feed: Feed) -> str:
    verb = "completing" if feed.kind is CellKind.PLAYER else "blocking"
    return f"{verb} {line_words(decision.position.board, feed.line)}"


def weights_working(decision: Decision, weights: Weights, cell: Cell | None = None) -> str:
    """The grid beside the board, and the lines that fed one cell, or each."""
    drawn = _beside_board(decision, weights.cells)
    return paragraphs([drawn, _meanings(weights), _broken_down(decision, weights, cell)])


def steps(decision: Decision) -> list[tuple[Line, Feed | None, tuple[int, ...]]]:
    """Every line in line order, what it adds, and the weights of all cells after it.

    Raises PlayerError for a player without a weight grid.
    """
    if not isinstance(decision.evidence, Weights):
        raise PlayerError(f"{decision.player} has no weight grid: its evidence is {decision.evidence.kind}")
    board, feeds = decision.position.board, {feed.line: feed for feed in decision.evidence.feeds}
    totals = [0] * board.size
    grown = []
    for line in board.lines:
        if feed := feeds.get(line):
            for cell in feed.cells:
                totals[cell] += feed.weight
        grown.append((line, feed, tuple(totals)))
    return grown


def steps_text(decision: Decision) -> str:
    """The grid as it grows, line by line."""
    board = decision.position.board
    parts = [f"At the start\n{_beside_board(decision, [0] * board.size)}"]
    for line, feed, totals in steps(decision):
        title = line_words(board, line).removeprefix("the ").capitalize()
        parts.append(f"{title}: {_feed_words(decision, feed)}\n{_beside_board(decision, totals)}")
    return paragraphs(parts)


def _feed_words(decision: Decision, feed: Feed | None) -> str:
    if feed is None:
        return "nothing"
    cells = cells_words(decision.position.board, feed.cells, limit=decision.position.board.size)
    return f"+{feed.weight:,} at {cells} ({feed.kind.value})"


def _broken_down(decision: Decision, weights: Weights, cell: Cell | None) -> str:
    """For each cell its weight and the lines that fed it."""
    position, board = decision.position, decision.position.board
    small = board.size <= _SMALL
    chosen = [cell] if cell is not None else list(position.empty if small else decision.moves)
    rows = [["cell", "weight", "", "line", "kind"]]
    for each in chosen:
        first = [board.cell_name(each), f"{weights.cells[each]:,}"]
        for feed in weights.fed(each):
            rows.append([*first, f"+{feed.weight:,}", line_words(board, feed.line), feed.kind.value])
            first = ["", ""]
        if first != ["", ""]:
            rows.append([*first, "", "no line", ""])
    note = "" if small or cell is not None else "Only the heaviest cells are broken down."
    return paragraphs([text_table(rows, "<>><<"), note])


def _meanings(weights: Weights) -> str:
    """What each kind of cell is, and what a line adds to it."""
    return "\n".join(
        f"{kind.value}, +{weight:,}{f': {weights.meanings[kind]}' if kind in weights.meanings else ''}"
        for kind, weight in weights.adds.items()
    )


def _beside_board(decision: Decision, totals: Sequence[int]) -> str:
    return beside(compact_text(decision.position), grid_text(decision.position.board, map(str, totals)))
