"""Results as HTML for a notebook: boards as pictures, tables as tables, the rest as the text that is printed.

Only elements and attributes, no script and no style sheet, so that HTML sanitizers leave it unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from itertools import zip_longest
from typing import Any

from noughts.explain.blocks import (
    Beside,
    Block,
    Details,
    Figure,
    Frames,
    Heading,
    Node,
    Note,
    Paragraph,
    Step,
    Steps,
    Table,
    TableCell,
    Text,
    Tree,
    Wordings,
    bare,
    frame_figures,
)
from noughts.explain.board_text import value_overlay
from noughts.explain.explain import explain
from noughts.explain.say import value_words
from noughts.explain.svg import board_svg, figure_svg
from noughts.players.player import Decision
from noughts.solver.analysis import Analysis


def decision_html(decision: Decision) -> str:
    """Return the sentence, what the player plays and all that it saw."""
    explained = explain(decision)
    head = f"<p><b>{escape(decision.player)}</b>: {_words(explained.why())}</p>"
    return f"<div>{head}{blocks_html(explained.blocks())}</div>"


def decision_svg(decision: Decision) -> str:
    """Return the board with what the player saw in each cell, else its probabilities."""
    figures = (each for each in _figures(explain(decision).evidence_blocks()) if each.notes)
    chances = {
        decision.position.board.cell_name(cell): Note(str(share), heat=float(share))
        for cell, share in decision.moves.items()
    }
    return figure_svg(next(figures, Figure(decision.position, notes=chances)), paper=True)


def blocks_html(blocks: Iterable[Block]) -> str:
    """Return blocks as HTML: of frames the one that is shown first, and the words of all as a list."""
    return "".join(map(_block, blocks))


def _block(block: Block) -> str:
    return _RENDERERS[type(block)](block)


def _heading_html(heading: Heading) -> str:
    return f"<h4>{_words(heading.words)}</h4>"


def _paragraph(paragraph: Paragraph) -> str:
    return f"<p>{_words(paragraph.words)}</p>"


def _frames(frames: Frames) -> str:
    figures = list(frame_figures(frames))
    steps = "".join(f"<li>{_words(figure.words)}</li>" for figure in figures)
    listed = f"<details><summary>{_words(frames.caption)}</summary><ol>{steps}</ol></details>"
    return f"{_figure_html(figures[-1 if frames.at_end else 0])}{listed if len(figures) > 1 else ''}"


def _steps(steps: Steps) -> str:
    return f"<ul>{''.join(map(_step, steps.steps))}</ul>"


def _tree(tree: Tree) -> str:
    above, below = (f"<p>{_words(words)}</p>" if words else "" for words in (tree.above, tree.below))
    return f"{above}<ul>{_node(tree.root)}</ul>{below}"


def _beside(beside: Beside) -> str:
    cells = "".join(f'<td valign="top">{_block(each)}</td>' for each in beside.blocks)
    return f"<table><tr>{cells}</tr></table>"


def _details(details: Details) -> str:
    if not details.blocks:
        return ""
    return f"<details><summary>{_words(details.title)}</summary>{blocks_html(details.blocks)}</details>"


def _words(text: Text) -> str:
    return escape(bare(text))


def _figure_html(figure: Figure) -> str:
    title = f"<b>{_words(figure.title)}.</b> " if figure.title else ""
    words = f"<p>{title}{_words(figure.words)}</p>" if figure.words or title else ""
    return f"{figure_svg(figure, paper=True)}{words}"


def _figures(blocks: Iterable[Block]) -> Iterator[Figure]:
    """Yield the figures among blocks; of frames the one that is shown first."""
    for block in blocks:
        match block:
            case Figure():
                yield block
            case Frames():
                yield list(frame_figures(block))[-1 if block.at_end else 0]
            case Beside() | Details():
                yield from _figures(block.blocks)


def _table(table: Table) -> str:
    sides = [{"<": "left", ">": "right"}[side] for side in table.align.ljust(len(table.head), "<")]

    def row(cells: Iterable[Text | TableCell], tag: str) -> str:
        filled = zip_longest(map(_cell, cells), sides, fillvalue="left")
        return "".join(f'<{tag} align="{side}">{words}</{tag}>' for words, side in filled)

    caption = "" if table.quiet else f"<caption>{_words(table.caption)}</caption>"
    groups = "".join(f'<th colspan="{span}">{_words(words)}</th>' for words, span in table.groups)
    head = f"<tr>{row(table.head, 'th')}</tr>" if table.head else ""
    above = f"<tr>{groups}</tr>" if groups else ""
    body = "".join(f"<tr>{row(each.texts, 'td')}</tr>" for each in table.rows)
    return f"<table>{caption}<thead>{above}{head}</thead><tbody>{body}</tbody></table>"


def _cell(cell: Text | TableCell) -> str:
    if isinstance(cell, str):
        return _words(cell)
    sample = f"{escape(cell.sample.under)} " if cell.sample else ""
    words = f"{sample}{_words(cell.text)}"
    return f"<b>{words}</b>" if cell.strong else words


def _step(step: Step) -> str:
    number = f"{escape(step.number)}. " if step.number else ""
    meaning = f": {_words(step.meaning)}" if step.meaning else ""
    words = f"{number}{_words(step.name)}{meaning}"
    return f"<li>{f'<b>{words}</b>' if step.state == 'fired' else words}</li>"


def _node(node: Node) -> str:
    chips = " ".join(chip.words for chip in node.chips)
    words = " ".join(filter(None, map(_words, (node.name, chips, node.value, node.words))))
    remark = f" {_words(node.remark)}" if node.state == "cut" else ""
    children = "".join(map(_node, node.children))
    return f"<li>{words}{remark}{f'<ul>{children}</ul>' if children else ''}</li>"


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


def text_html(text: str) -> str:
    """A text with its columns kept."""
    return f"<pre>{escape(text)}</pre>"


def _figure(head: str, svg: str, text: str) -> str:
    return f"<div>{head}{svg}{text_html(text) if text else ''}</div>"


_RENDERERS: Mapping[type, Callable[[Any], str]] = {
    Heading: _heading_html,
    Paragraph: _paragraph,
    Figure: _figure_html,
    Table: _table,
    Frames: _frames,
    Steps: _steps,
    Tree: _tree,
    Beside: _beside,
    Details: _details,
    Wordings: lambda wordings: blocks_html(wordings.precise),
}
