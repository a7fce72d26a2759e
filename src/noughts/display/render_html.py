"""Results as HTML for a notebook: boards as pictures, tables as tables, the rest as the text that is printed.

Only elements and attributes, no script and no style sheet: what a notebook's site makes safe is left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from noughts.display.tables import Sheet
from noughts.explain.board_text import value_overlay
from noughts.explain.decision import sentence, working
from noughts.explain.rating_words import signed
from noughts.explain.svg import board_svg, weight_heat
from noughts.explain.words import value_words
from noughts.game.board import Cell
from noughts.players.evidence import Ratings, Values, Weights
from noughts.players.player import Decision
from noughts.solver.analysis import Analysis


def decision_html(decision: Decision) -> str:
    """The sentence, the board with what the player saw on it, and the whole working."""
    head = f"<p><b>{escape(decision.player)}</b>: {escape(sentence(decision))}</p>"
    return _figure(head, decision_svg(decision), working(decision))


def decision_svg(decision: Decision) -> str:
    """The board with the player's weights, ratings or values where it has them, else its probabilities."""
    shown: dict[str, Any] = {"overlay": {cell: str(share) for cell, share in decision.moves.items()}}
    heat: Mapping[Cell, float] = {cell: float(share) for cell, share in decision.moves.items()}
    match decision.evidence:
        case Weights() as seen:
            weights = dict(zip(decision.position.board.cells, seen.cells, strict=True))
            shown, heat = {"overlay": {c: str(w) for c, w in weights.items()}}, weight_heat(weights)
        case Ratings() as seen:
            shown = {"overlay": {c: signed(rating) for c, rating in seen.first.items()}}
        case Values() as seen:
            shown = {"overlay": value_overlay(seen.values)}
    return board_svg(decision.position, paper=True, heat=heat, **shown)


def analysis_html(analysis: Analysis) -> str:
    """The value in words, and the board with the value of every move."""
    position = analysis.position
    name = position.board.cell_name
    best = ", ".join(name(cell) for cell in analysis.best)
    head = f"<p>{position.to_move}, to move, {escape(value_words(analysis.value))}.</p>"
    return _figure(head, analysis_svg(analysis), f"best: {best}" if best else "")


def analysis_svg(analysis: Analysis) -> str:
    """The board with the value of every move, the best ones darker."""
    heat = dict.fromkeys(analysis.best, 0.5)
    return board_svg(analysis.position, paper=True, heat=heat, overlay=value_overlay(analysis.moves))


def table_html(table: Sheet) -> str:
    """A table of a title, heads and rows, its words to the left."""

    def row(cells: Any, tag: str) -> str:
        sides = ("left" if i < table.words else "right" for i in range(len(table.heads)))
        filled = zip(cells, sides, strict=True)
        return "".join(f'<{tag} align="{side}">{escape(text)}</{tag}>' for text, side in filled)

    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in table.rows)
    head = f"<caption>{escape(table.title)}</caption><thead><tr>{row(table.heads, 'th')}</tr></thead>"
    foot = f"<p>{escape(table.foot)}</p>" if table.foot else ""
    return f"<table>{head}<tbody>{body}</tbody></table>{foot}"


def text_html(text: str) -> str:
    """A text with its columns kept."""
    return f"<pre>{escape(text)}</pre>"


def _figure(head: str, svg: str, text: str) -> str:
    return f"<div>{head}{svg}{text_html(text) if text else ''}</div>"
