"""Lessons in the order in which they are read: the files of a folder, those of the house or a teacher's own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError, meant, quote
from noughts.explain.wording import Register
from noughts.game.position import Position
from noughts.lessons.blocks import blocks
from noughts.lessons.lesson_file import LessonFile, at_line, in_file, read_lesson

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import LessonBlockJson, LessonHeadJson, LessonJson, LessonsJson

FOLDER = Path(__file__).parent / "texts"
"""The lessons of the house."""

_FILE = re.compile(r"(?:[0-9]+-)?([a-z][a-z0-9-]*)\.md")


@dataclass(frozen=True)
class Lesson:
    """A lesson: its name, which is its address, and its file."""

    name: str
    file: LessonFile

    def words(self, register: Register) -> tuple[str, str]:
        """Its title and its summary in a register."""
        head, prefix = self.file.head, "simple " if register == "simple" else ""
        return tuple(head.get(f"{prefix}{key}", head[key]) for key in ("title", "summary"))  # type: ignore[return-value]

    @cached_property
    def blocks(self) -> list[LessonBlockJson]:
        """What it says, with everything computed."""
        return [*blocks(self.file)]

    def head_json(self) -> LessonHeadJson:
        """What it is called. Raises NoughtsError, with the file, where its picture is no position."""
        with in_file(self.file.path), at_line(1):
            picture = Position.of(self.file.head["picture"])
        title, summary = self.words("precise")
        head: LessonHeadJson = {
            "name": self.name,
            "title": title,
            "summary": summary,
            "part": self.file.head["part"],
            "board": str(picture.board),
            "position": picture.rows_text,
        }
        simple = self.words("simple")
        if simple != (title, summary):
            head["simple"] = {"title": simple[0], "summary": simple[1]}
        return head


def lessons(folder: Path = FOLDER) -> Mapping[str, Lesson]:
    """The lessons of a folder by their names, in the order of its files: ``10-fork.md`` is the lesson ``fork``.

    Raises NoughtsError where there is none, or for a file that cannot be read.
    """
    found = {name: Lesson(name, read_lesson(path)) for name, path in lesson_files(folder).items()}
    if not found:
        raise NoughtsError(f"no lessons in {quote(folder)}: files like '10-fork.md'")
    return found


def lesson_files(folder: Path) -> Mapping[str, Path]:
    """The files of a folder by what their lessons are called, in order, without a look at them."""
    names = {path: _FILE.fullmatch(path.name) for path in sorted(folder.glob("*.md"))}
    return {name[1]: path for path, name in names.items() if name}


LESSONS = lessons()
"""Every lesson of the house by its name."""


def lessons_json(folder: Path = FOLDER) -> LessonsJson:
    """What there is to read. Raises NoughtsError as ``lessons``."""
    return {"schema": SCHEMA, "lessons": [lesson.head_json() for lesson in lessons(folder).values()]}


def lesson_json(name: str, folder: Path = FOLDER) -> LessonJson:
    """A lesson with everything computed that it says. NoughtsError for a name that is none, and as ``lessons``."""
    among = LESSONS if folder == FOLDER else lessons(folder)
    if name not in among:
        raise NoughtsError(f"no lesson {quote(name)}{meant(name, among)}")
    return {"schema": SCHEMA, **among[name].head_json(), "blocks": among[name].blocks}
