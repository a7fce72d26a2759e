"""Lessons to read without the page, in one of the registers: Markdown for a terminal or a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.explain.board_text import compact_text
from noughts.explain.wording import Register, board_words, player_words
from noughts.game.position import Position
from noughts.lessons.catalogue import FOLDER, lesson_json
from noughts.lessons.markdown import table

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract import lessons as shapes

_RING = "+"
"""What stands in a cell that is spoken of, where nothing is written."""


def lesson_text(name: str, words: Register = "simple", folder: Path = FOLDER) -> str:
    """A lesson as Markdown. Raises NoughtsError for a name that is none, or a file that cannot be read.

    In its boards a ``+`` is a cell that is spoken of, ``<`` is the last move, and ``*`` a line that is complete.
    """
    lesson, teller = lesson_json(name, folder), _Teller(words)
    told = lesson.get("simple", lesson) if words == "simple" else lesson
    return "\n\n".join([f"# {told['title']}", told["summary"], *map(teller.block, lesson["blocks"])])


@dataclass(frozen=True)
class _Teller:
    """Tells the blocks of lessons in a register."""

    register: Register

    def block(self, block: shapes.LessonBlockJson) -> str:
        """A block as Markdown."""
        if block["kind"] == "text":
            return self._words(block["text"], block)
        if block["kind"] == "heading":
            return f"## {self._words(block['text'], block)}"
        if block["kind"] == "frames":
            return self._frames(block)
        if block["kind"] == "table":
            return self._table(block)
        if block["kind"] == "question":
            return self._question(block)
        return self._game(block) if block["kind"] == "game" else self._tree(block)

    def _words(self, precise: str, told: shapes.TwoRegisters) -> str:
        return told.get("simple", precise) if self.register == "simple" else precise

    def _frames(self, block: shapes.FramesBlockJson) -> str:
        return "\n\n".join([f"**{self._words(block['title'], block)}**", *map(self._frame, block["frames"])])

    def _frame(self, shown: shapes.FrameJson) -> str:
        position = Position.parse(shown["position"], shown["board"])
        cells = position.board.cell_of
        last = shown.get("last")
        texts = {**dict.fromkeys(shown.get("rings", ()), _RING), **shown.get("texts", {})}
        overlay = {cells(name): text for name, text in texts.items()}
        picture = compact_text(position, overlay, last=None if last is None else cells(last))
        return f"{_code(picture)}\n\n{self._words(shown['words'], shown)}"

    def _table(self, block: shapes.TableBlockJson) -> str:
        told = block.get("simple", block) if self.register == "simple" else block
        return f"**{told['caption']}**\n\n{table(told['head'], told['rows'])}"

    def _question(self, block: shapes.QuestionBlockJson) -> str:
        position = Position.parse(block["position"], block["board"])
        told = ", ".join(block["answers"])
        asked = self._words(block["question"], block)
        return f"**{asked}**\n\n{_code(compact_text(position))}\n\nThe answer: {told}."

    def _game(self, block: shapes.GameBlockJson) -> str:
        against = f" against {self._player(block['player'])}" if block["player"] else ""
        led = f" It is won, or held, by {' '.join(block['line'])}." if block["line"] else ""
        position = Position.parse(block["position"], block["board"])
        board = board_words(position.board) if self.register == "simple" else str(position.board)
        start = f"from `{position}`" if position.ply else f"on {board}"
        title = self._words(block["title"], block)
        return f"**{title}.** On the page: you are {block['side']}{against}, {start}.{led}"

    def _player(self, name: str) -> str:
        return player_words(name) if self.register == "simple" else f"`{name}`"

    def _tree(self, block: shapes.TreeBlockJson) -> str:
        title = self._words(block["title"], block)
        return f"**{title}.** On the page: the tree below `{block['position']}`, to be opened."


def _code(text: str) -> str:
    return f"```text\n{text}\n```"
