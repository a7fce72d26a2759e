"""Lessons to read without the page, in one of the registers: Markdown for a terminal or a file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from noughts.explain.blocks import (
    Figure,
    Frames,
    Heading,
    Paragraph,
    Table,
    Text,
    Wordings,
    frame_figures,
    markdown,
)
from noughts.explain.board_text import compact_text
from noughts.explain.render_text import render_text
from noughts.explain.wording import Register, board_words, player_words
from noughts.lessons.blocks import DrawnTree, LessonBlock, PracticeGame, Question
from noughts.lessons.catalogue import FOLDER, find_lesson

_RING = "+"
"""What stands in a cell that is spoken of, where nothing is written."""


def lesson_text(name: str, words: Register = "simple", folder: Path = FOLDER) -> str:
    """Return a lesson as Markdown. Raises NoughtsError for an unknown name, or if its file cannot be read.

    In its boards a ``+`` is a cell that is spoken of, ``<`` is the last move, and ``*`` a line that is complete.
    """
    lesson, renderer = find_lesson(name, folder), _Renderer(simple=words == "simple")
    title, summary = lesson.words(words)
    return "\n\n".join([f"# {title}", summary, *map(renderer.block, lesson.blocks)])


@dataclass(frozen=True)
class _Renderer:
    """The blocks of lessons as Markdown, in one wording."""

    simple: bool

    def block(self, block: LessonBlock) -> str:
        """Return a block."""
        match block:
            case Heading():
                return f"## {self.words(block.words)}"
            case Frames():
                return self.frames(block)
            case Table():
                return self.table(block)
            case Wordings():
                return "\n\n".join(map(self.block, block.simple if self.simple else block.precise))
            case Question() | PracticeGame() | DrawnTree():
                return self.exercise(block)
            case _:
                return self.words(block.words) if isinstance(block, Paragraph) else render_text([block])

    def words(self, text: Text) -> str:
        """Return a text."""
        return markdown(text, self.simple)

    def frames(self, frames: Frames) -> str:
        """Return every frame."""
        shown = (f"{self.figure(figure)}\n\n{self.words(figure.words)}" for figure in frame_figures(frames))
        return "\n\n".join([f"**{self.words(frames.caption)}**", *shown])

    def figure(self, figure: Figure) -> str:
        """Return a board."""
        cell_of = figure.position.board.cell_of
        texts = dict.fromkeys(figure.rings, _RING)
        texts |= {name: self.words(note.text) for name, note in figure.notes.items()}
        overlay = {cell_of(name): text for name, text in texts.items()}
        last = cell_of(figure.last) if figure.last else None
        return _code(compact_text(figure.position, overlay, last=last))

    def table(self, block: Table) -> str:
        """Return a table."""
        rows = [[self.words(cell) for cell in row.texts if isinstance(cell, str)] for row in block.rows]
        return f"**{self.words(block.caption)}**\n\n{markdown_table(list(map(self.words, block.head)), rows)}"

    def exercise(self, block: Question | PracticeGame | DrawnTree) -> str:
        """Return what is done on the page."""
        if isinstance(block, Question):
            answers, board = ", ".join(block.answers), _code(compact_text(block.position))
            return f"**{self.words(block.question)}**\n\n{board}\n\nThe answer: {answers}."
        title = self.words(block.title)
        if isinstance(block, DrawnTree):
            return f"**{title}.** On the page: the tree below `{block.position.rows_text}`, to be opened."
        against = f" against {self.player(block.player)}" if block.player else ""
        led = f" It is won, or held, by {' '.join(block.line)}." if block.line else ""
        board_name = board_words(block.position.board) if self.simple else str(block.position.board)
        start = f"from `{block.position.rows_text}`" if block.position.ply else f"on {board_name}"
        return f"**{title}.** On the page: you are {block.side}{against}, {start}.{led}"

    def player(self, name: str) -> str:
        """Return a player's name."""
        return player_words(name) if self.simple else f"`{name}`"


def _code(text: str) -> str:
    return f"```text\n{text}\n```"


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers: int = 0) -> str:
    """Return a Markdown table whose last ``numbers`` columns are aligned to the right."""
    words = len(head) - numbers
    rule = ["---"] * words + ["---:"] * numbers
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, rule, *rows))
