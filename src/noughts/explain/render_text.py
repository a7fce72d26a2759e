"""Blocks and tables as plain text for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
    Steps,
    Table,
    TableCell,
    Text,
    Tree,
    Wordings,
    bare,
    frame_figures,
)
from noughts.explain.board_text import compact_text
from noughts.explain.say import plural

WIDTH = 100
"""Width at which texts are folded, in characters."""

_CAPTION_WIDTH = 44
"""Width at which the words below a board are folded."""

_MAX_ROWS = 40
"""Maximum number of rows of a table unless every step is shown."""

_ASCII = str.maketrans(
    {"├": "|", "└": "`", "─": "-", "│": "|", "×": "x", "α": "alpha", "β": "beta", "≥": ">=", "∞": "inf"}
    | {"·": ".", "\N{EN DASH}": "-"}
)

_ARROWS = {"fired": "->"}


def render_text(
    blocks: Iterable[Block],
    *,
    steps: bool = False,
    boards: bool = False,
    ascii_only: bool = False,
    simple: bool = False,
) -> str:
    """Return blocks as text, without trailing spaces.

    ``steps`` shows every frame of `Frames` instead of one, and every row of a table. ``boards`` shows the position of
    every node of a tree. ``ascii_only`` writes only ASCII characters. ``simple`` chooses the simple wording.
    """
    renderer = _Renderer(steps=steps, boards=boards, simple=simple, ascii_only=ascii_only)
    shown = renderer.paragraphs(blocks)
    text = "\n".join(line.rstrip() for line in shown.split("\n"))
    return text.translate(_ASCII) if ascii_only else text


def text_table(rows: Sequence[Sequence[str]], align: str = "") -> str:
    """Return rows in columns two spaces apart. ``align`` has ``<`` or ``>`` for each column, ``>`` by default.

    The first row is the heading. All rows have the same length.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = align.ljust(len(widths), ">")
    lines = (
        "  ".join(f"{text:{side}{width}}" for text, side, width in zip(row, sides, widths, strict=True))
        for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)


def beside(left: str, right: str) -> str:
    """Return two texts of several lines side by side."""
    ours, theirs = left.split("\n"), right.split("\n")
    width = max(map(len, ours)) + 4
    return "\n".join(f"{a:{width}}{b}".rstrip() for a, b in zip_longest(ours, theirs, fillvalue=""))


def paragraphs(parts: Iterable[str]) -> str:
    """Return the parts that are not empty, with an empty line between them."""
    return "\n\n".join(part for part in parts if part)


@dataclass(frozen=True)
class _Renderer:
    """Blocks in one wording."""

    steps: bool
    boards: bool
    simple: bool
    ascii_only: bool

    def paragraphs(self, blocks: Iterable[Block]) -> str:
        """Return blocks one below the other."""
        parts: list[str] = []
        heading = ""
        for each in blocks:
            part = self.block(each)
            if isinstance(each, Heading):
                heading = part
            elif part:
                parts.append(f"{heading}\n{part}" if heading else part)
                heading = ""
        return paragraphs(parts)

    def block(self, block: Block) -> str:
        """Return a block."""
        return _RENDERERS[type(block)](self, block)

    def heading(self, heading: Heading) -> str:
        """Return a heading."""
        return f"{self.bare(heading.words)}:"

    def paragraph(self, paragraph: Paragraph) -> str:
        """Return a paragraph."""
        return self.fold(paragraph.words)

    def wordings(self, block: Wordings) -> str:
        """Return the blocks of the wording."""
        return self.paragraphs(block.simple if self.simple else block.precise)

    def details(self, details: Details) -> str:
        """Return what is opened by a title, or nothing if it must be requested from the server."""
        if not details.blocks:
            return ""
        return f"{self.bare(details.title)}:\n{self.paragraphs(details.blocks)}"

    def bare(self, text: Text) -> str:
        """Return a text without marks."""
        shown = bare(text, self.simple)
        # Before the text is folded: alpha is longer than its letter.
        return shown.translate(_ASCII) if self.ascii_only else shown

    def fold(self, text: Text, width: int = WIDTH) -> str:
        """Return a text in lines of at most ``width`` characters."""
        lines = self.bare(text).split("\n")
        return "\n".join(
            textwrap.fill(line, width, break_long_words=False, break_on_hyphens=False) for line in lines
        )

    def figure(self, figure: Figure) -> str:
        """Return a board with what is noted in its cells, and the words below."""
        board = figure.position.board
        notes = {board.cell_of(name): self.note(note) for name, note in figure.notes.items()}
        drawn = compact_text(figure.position, {cell: text for cell, text in notes.items() if text})
        words = f"{figure.title}: {figure.words}" if figure.title else figure.words
        return "\n".join(filter(None, [drawn, self.fold(words, _CAPTION_WIDTH)]))

    def note(self, note: Note) -> str:
        """Return what is noted in a cell."""
        return self.bare(note.text)

    def table(self, table: Table) -> str:
        """Return a table, with its groups as a line above the heads."""
        shown = table.rows if self.steps else table.rows[:_MAX_ROWS]
        body = [[self.cell(cell) for cell in row.texts] for row in shown]
        if table.head:
            heads = [self.bare(words) for words in table.head]
            groups = [cell for words, span in table.groups for cell in (self.bare(words), *[""] * (span - 1))]
            align = table.align.ljust(len(heads), "<")
            lines = text_table([*([groups] if groups else []), heads, *body], align)
        else:
            lines = "\n".join(f"{row[0]}: {', '.join(filter(None, row[1:]))}" for row in body)
        if left := len(table.rows) - len(shown):
            lines += f"\nand {plural(left, 'other')}"
        return lines if table.quiet else f"{self.fold(table.caption)}\n{lines}"

    def cell(self, cell: Text | TableCell) -> str:
        """Return a cell of a table."""
        if isinstance(cell, str):
            return self.bare(cell)
        sample = cell.sample.under if cell.sample else ""
        return " ".join(filter(None, [sample, self.bare(cell.text)]))

    def frames(self, frames: Frames) -> str:
        """Return all frames, or the one that is shown first."""
        figures = list(frame_figures(frames))
        if self.steps:
            return paragraphs([f"{self.bare(frames.caption)}:", *map(self.figure, figures)])
        return self.figure(figures[-1 if frames.at_end else 0])

    def numbered(self, block: Steps) -> str:
        """Return steps one a line, with an arrow at the one that fired."""
        steps = block.steps
        numbers = [f"{step.number}." if step.number else "" for step in steps]
        width = max(map(len, numbers), default=0)
        return "\n".join(
            f"{_ARROWS.get(step.state, ''):2} {number:>{width}} "
            f"{': '.join(filter(None, (self.bare(step.name), self.bare(step.meaning))))}"
            for step, number in zip(steps, numbers, strict=True)
        )

    def beside(self, block: Beside) -> str:
        """Return blocks side by side where they fit, otherwise one below the other."""
        parts = [part for part in map(self.block, block.blocks) if part]
        lines: list[str] = []
        for part in parts:
            joined = beside(lines[-1], part) if lines else ""
            if joined and _width(joined) <= WIDTH:
                lines[-1] = joined
            else:
                lines.append(part)
        return paragraphs(lines)

    def tree(self, tree: Tree) -> str:
        """Return a tree, one node a line, with what is said above and below it."""
        root = tree.root
        if root.figure and not root.path:  # there is no picture beside the line
            root = replace(root, name=str(root.figure.position))
        lines = [self.node(root), *self.below(root)]
        return paragraphs([self.fold(tree.above), "\n".join(lines), self.fold(tree.below)])

    def node(self, node: Node) -> str:
        """Return a node in one line."""
        words = self.bare(node.words)
        parts = [
            node.name,
            " ".join(chip.words for chip in node.chips),
            " ".join(filter(None, (node.value, words))),
        ]
        parts += [
            node.short if node.state == "cut" else "",
            f"... {node.below}" if node.is_open_ended else "",
        ]
        return "  ".join(filter(None, map(self.bare, parts)))

    def below(self, node: Node) -> Iterator[str]:
        """Yield the lines below the line of a node: its board, its children and theirs."""
        if self.boards and node.figure:
            margin = "│   " if node.children else "    "
            yield from (f"{margin}{' '.join(row)}" for row in node.figure.position.rows_text.split("/"))
        for child in node.children:
            is_last = child is node.children[-1]
            yield f"{'└── ' if is_last else '├── '}{self.node(child)}"
            margin = "    " if is_last else "│   "
            yield from (margin + line for line in self.below(child))


def _width(text: str) -> int:
    return max(map(len, text.split("\n")))


_RENDERERS: Mapping[type, Callable[[_Renderer, Any], str]] = {
    Heading: _Renderer.heading,
    Paragraph: _Renderer.paragraph,
    Figure: _Renderer.figure,
    Table: _Renderer.table,
    Frames: _Renderer.frames,
    Steps: _Renderer.numbered,
    Tree: _Renderer.tree,
    Beside: _Renderer.beside,
    Details: _Renderer.details,
    Wordings: _Renderer.wordings,
}
