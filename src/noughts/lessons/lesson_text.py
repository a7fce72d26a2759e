"""Lessons to read without the page: Markdown for docs/lessons.md, which a terminal shows as well."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from noughts.explain.board_text import compact_text
from noughts.game.position import Position
from noughts.lessons.curriculum import LESSONS, lesson_json

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import (
        FrameJson,
        FramesBlockJson,
        GameBlockJson,
        LessonBlockJson,
        QuestionBlockJson,
        TableBlockJson,
        TreeBlockJson,
    )

_HEAD = """# Lessons

What the page teaches under Learn, to read. There the boards can be stepped through and played on, the trees opened, and
there are exercises, a ladder of opponents and maps besides. Every number here is computed: `make lessons` writes this
document, and a test fails when it is stale.

In the boards a `+` is a cell that is spoken of, `<` is the last move, and `*` a line that is complete."""

_RING = "+"


def lessons_page() -> str:
    """All lessons, by their parts, as Markdown."""
    parts = [_HEAD]
    for part, named in groupby(LESSONS, lambda name: LESSONS[name].part):
        parts.append(f"## {part}")
        parts += [_shift(lesson_text(name)) for name in named]
    return "\n\n".join(parts) + "\n"


def _shift(text: str) -> str:
    """The same with every heading two levels lower."""
    return "\n".join(f"##{line}" if line.startswith("#") else line for line in text.split("\n"))


def lesson_text(name: str) -> str:
    """A lesson as Markdown. Raises NoughtsError for a name that is none."""
    lesson = lesson_json(name)
    parts = [f"# {lesson['title']}", lesson["summary"], *map(_block, lesson["blocks"])]
    return "\n\n".join(parts)


def _block(block: LessonBlockJson) -> str:
    if block["kind"] == "text":
        return block["text"]
    if block["kind"] == "heading":
        return f"## {block['text']}"
    if block["kind"] == "frames":
        return _frames(block)
    if block["kind"] == "table":
        return _table(block)
    if block["kind"] == "question":
        return _question(block)
    return _game(block) if block["kind"] == "game" else _tree(block)


def _frames(block: FramesBlockJson) -> str:
    return "\n\n".join([f"**{block['title']}**", *map(_frame, block["frames"])])


def _frame(shown: FrameJson) -> str:
    position = Position.parse(shown["position"], shown["board"])
    cells = position.board.cell_of
    last = shown.get("last")
    texts = {cells(name): _RING if text is None else text for name, text in _written(shown).items()}
    picture = compact_text(position, texts, last=None if last is None else cells(last))
    return f"{_code(picture)}\n\n{shown['words']}"


def _written(shown: FrameJson) -> dict[str, str | None]:
    """What stands in the empty cells: a ring, where nothing is written."""
    rings: dict[str, str | None] = dict.fromkeys(shown.get("rings", ()))
    return {**rings, **shown.get("texts", {})}


def _table(block: TableBlockJson) -> str:
    rows = [block["head"], ["---"] * len(block["head"]), *block["rows"]]
    return "\n".join([f"**{block['caption']}**", "", *(f"| {' | '.join(row)} |" for row in rows)])


def _question(block: QuestionBlockJson) -> str:
    position = Position.parse(block["position"], block["board"])
    told = ", ".join(block["answers"])
    return f"**{block['question']}**\n\n{_code(compact_text(position))}\n\nThe answer: {told}."


def _game(block: GameBlockJson) -> str:
    against = f" against `{block['player']}`" if block["player"] else ""
    led = f" It is won, or held, by {' '.join(block['line'])}." if block["line"] else ""
    position = Position.parse(block["position"], block["board"])
    start = f"from `{position}`" if position.ply else f"on {position.board}"
    return f"**{block['title']}.** On the page: you are {block['side']}{against}, {start}.{led}"


def _tree(block: TreeBlockJson) -> str:
    return f"**{block['title']}.** On the page: the tree below `{block['position']}`, to be opened."


def _code(text: str) -> str:
    return f"```text\n{text}\n```"
