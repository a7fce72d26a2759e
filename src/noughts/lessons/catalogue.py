"""Lessons in the order in which they are read: the files of a folder, those of the house or a teacher's own."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError, meant, quote
from noughts.explain.blocks import block_json
from noughts.explain.wording import Register
from noughts.game.position import Position
from noughts.lessons.blocks import LessonBlock, blocks
from noughts.lessons.lesson_file import LessonFile, at_line, in_file, read_lesson

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import (
        LessonHeadJson,
        LessonsJson,
        SkippedFileJson,
    )
    from noughts.lessons.shapes import LessonJson

FOLDER = Path(__file__).parent / "texts"
"""The lessons of the house."""

MAX_FILES = 200
"""Maximum number of lessons in a folder."""

MAX_ENTRIES = 2_000
"""Maximum number of files in a folder that are looked at, whatever they are called."""

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
    def blocks(self) -> tuple[LessonBlock, ...]:
        """Its blocks, with everything computed."""
        return tuple(blocks(self.file))

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


@dataclass(frozen=True)
class SkippedFile:
    """A file of a folder that cannot be read as a lesson, by its name, and why."""

    name: str
    reason: str

    @property
    def json(self) -> SkippedFileJson:
        """Return it as JSON. A name that is not UTF-8 is written with escapes."""
        return {"name": _printable(self.name), "reason": _printable(self.reason)}


def lessons(folder: Path = FOLDER) -> Mapping[str, Lesson]:
    """The lessons of a folder by their names, in the order of its files: ``10-fork.md`` is the lesson ``fork``.

    Raises NoughtsError where there is none, or for a file that cannot be read.
    """
    found = {name: Lesson(name, read_lesson(path)) for name, path in lesson_files(folder).items()}
    if not found:
        raise _no_lessons(folder)
    return found


def readable_lessons(folder: Path) -> tuple[Mapping[str, Lesson], Sequence[SkippedFile]]:
    """Return the lessons of a folder by their names, and the files that are skipped because they cannot be read.

    Raises NoughtsError if there is neither.
    """
    files, skipped = scan(folder)
    found: dict[str, Lesson] = {}
    for name, path in files.items():
        try:
            lesson = Lesson(name, read_lesson(path))
            lesson.head_json()
        except NoughtsError as error:
            skipped.append(SkippedFile(path.name, str(error)))
        else:
            found[name] = lesson
    if not found and not skipped:
        raise _no_lessons(folder)
    return found, skipped


def lesson_files(folder: Path) -> Mapping[str, Path]:
    """The files of a folder by what their lessons are called, in order, without a look at them."""
    return scan(folder)[0]


def scan(folder: Path) -> tuple[Mapping[str, Path], list[SkippedFile]]:
    """Return the files of a folder by the names of their lessons, in order, and what is skipped in it.

    Markdown files of other names are no lessons. They are skipped silently if they are regular files.
    """
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in islice(entries, MAX_ENTRIES + 1)]
    except OSError as error:
        return {}, [SkippedFile(folder.name, f"cannot read {quote(folder.name)}: {error.strerror}")]
    skipped: list[SkippedFile] = []
    if len(names) > MAX_ENTRIES:
        skipped.append(
            SkippedFile(folder.name, f"it has more than {MAX_ENTRIES:,} files: the rest is not read")
        )
    files: dict[str, Path] = {}
    for path in sorted(folder / name for name in names[:MAX_ENTRIES] if name.endswith(".md")):
        match = _FILE.fullmatch(path.name)
        if match and match[1] in files:
            skipped.append(SkippedFile(path.name, f"{quote(files[match[1]].name)} has the same name"))
        elif match and len(files) == MAX_FILES:
            skipped.append(SkippedFile(path.name, f"there are more than {MAX_FILES} lessons"))
        elif match:
            files[match[1]] = path
        elif not os.path.isfile(path):  # the lock file of an editor is a link that leads nowhere
            skipped.append(SkippedFile(path.name, "it is not a regular file"))
    return files, skipped


def folder_state(folder: Path) -> tuple[Mapping[str, Path], str]:
    """Return the files of a folder by the names of their lessons, and a text that changes with any of them."""
    files, skipped = scan(folder)
    return files, str([*map(_file_state, files.values()), *skipped])


def _file_state(path: Path) -> tuple[str, ...]:
    try:
        stat = path.stat()
    except OSError as error:
        return path.name, str(error.errno)
    return path.name, *map(str, (stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size, stat.st_mode, stat.st_ino))


def _no_lessons(folder: Path) -> NoughtsError:
    return NoughtsError(f"no lessons in {quote(folder)}: files like '10-fork.md'")


def _printable(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


LESSONS = lessons()
"""Every lesson of the house by its name."""


def lessons_json(folder: Path = FOLDER) -> LessonsJson:
    """Return the list of lessons, and the files of the folder that are skipped, if there are any."""
    found, skipped = (LESSONS, ()) if folder == FOLDER else readable_lessons(folder)
    content: LessonsJson = {"schema": SCHEMA, "lessons": [lesson.head_json() for lesson in found.values()]}
    if skipped:
        content["skipped"] = [file.json for file in skipped]
    return content


def find_lesson(name: str, folder: Path = FOLDER) -> Lesson:
    """Return a lesson of a folder. Raises NoughtsError for an unknown name, or if its file cannot be read."""
    if folder == FOLDER:
        lesson, names = LESSONS.get(name), tuple(LESSONS)
    else:
        files = lesson_files(folder)
        lesson, names = Lesson(name, read_lesson(files[name])) if name in files else None, tuple(files)
    if lesson is None:
        raise NoughtsError(f"no lesson {quote(name)}{meant(name, names)}")
    return lesson


def lesson_json(name: str, folder: Path = FOLDER) -> LessonJson:
    """Return a lesson with everything computed in it.

    Raises NoughtsError for an unknown name, or if the lesson's file cannot be read.
    """
    lesson = find_lesson(name, folder)
    shown = [block_json(each) for each in lesson.blocks]
    return {"schema": SCHEMA, **lesson.head_json(), "blocks": shown}
