"""A lesson as a teacher writes it: a Markdown file of paragraphs, headings and directives, read line by line.

How it is written docs/lessons.md tells, with an example; its directives and values are made by ``blocks`` and
``lesson_values``.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from noughts.errors import NoughtsError, quote

HEAD = ("title", "summary", "part", "picture")
MAY_STAND = ("simple title", "simple summary", "position")
"""What the top of a file must say, and what it may."""

MAX_BYTES = 262_144
"""Maximum size of a file."""

Line = tuple[int, str]


@dataclass(frozen=True)
class Words:
    """Words in the precise register, and in the simple one where somebody has written them."""

    precise: str = ""
    simple: str = ""


NO_WORDS = Words()


@dataclass(frozen=True)
class Passage:
    """A paragraph, a heading or a directive: the line it begins in, its kind, and what is asked for.

    The ``items`` of a directive are lines that ask for pictures or rows, with the words that go with them.
    """

    line: int
    kind: str
    asked: tuple[str, ...] = ()
    words: Words = NO_WORDS
    items: tuple[Passage, ...] = ()
    rows: tuple[str, ...] = ()
    simple_rows: tuple[str, ...] = ()


@dataclass(frozen=True)
class LessonFile:
    """What stands in a file: its top, and its passages in order."""

    path: Path
    head: dict[str, str]
    passages: tuple[Passage, ...]


class LineError(NoughtsError):
    """What is wrong with a line of a lesson; the message begins with its number."""


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """What goes wrong in here is told with this line, or with the one within it that is told already."""
    try:
        yield
    except LineError:
        raise
    except NoughtsError as error:
        raise LineError(f"line {number}: {error}") from error


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    """What goes wrong in here with a line is told with the file, too."""
    try:
        yield
    except LineError as error:
        raise NoughtsError(f"{quote(path.name)}, {error}") from error


def read_lesson(path: Path) -> LessonFile:
    """Reads a file. Raises NoughtsError, with the file and the line, for what cannot be read."""
    text = _read_text(path)
    lines = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    ends = [number for number, line in lines if line == "---"]
    with in_file(path), at_line(1):
        if len(ends) < 2 or ends[0] != 1:
            raise NoughtsError("a lesson begins with its title and more between two lines '---'")
        head = _head(lines[1 : ends[1] - 1])
        passages: list[Passage] = []
        for chunk in _chunks(lines[ends[1] :]):
            with at_line(chunk[0][0]):
                _add(passages, chunk)
    return LessonFile(path, head, tuple(passages))


def _read_text(path: Path) -> str:
    """Return the text of a regular file. Raises NoughtsError for anything else, without waiting for it."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a device could have effects
            raise NoughtsError(f"cannot read {quote(path.name)}: it is not a regular file")
        with open(path, "rb", opener=_open_without_waiting) as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise NoughtsError(f"cannot read {quote(path.name)}: {error.strerror}") from error
    if len(content) > MAX_BYTES:
        raise NoughtsError(f"cannot read {quote(path.name)}: it has more than {MAX_BYTES:,} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise NoughtsError(
            f"cannot read {quote(path.name)}: it is not UTF-8 at byte {error.start}"
        ) from error


def _open_without_waiting(path: str, flags: int) -> int:
    """Open a file. A FIFO, which may have taken the place of a file just now, would wait for a writer."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _head(lines: Sequence[Line]) -> dict[str, str]:
    head: dict[str, str] = {}
    for number, line in lines:
        key, colon, told = line.partition(":")
        if not colon or key not in HEAD + MAY_STAND:
            with at_line(number):
                raise NoughtsError(f"{quote(line)} is none of {', '.join(HEAD + MAY_STAND)}")
        head[key] = told.strip()
    for key in HEAD:
        if not head.get(key):
            raise NoughtsError(f"the lesson does not say its {key}")
    return head


def _chunks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that belong together: those of a directive, or up to the next empty one."""
    chunk: list[Line] = []
    for number, line in lines:
        inside = bool(chunk) and chunk[0][1].startswith(":::")
        if inside and line.startswith("::: "):
            break
        if line and line != ":::":
            chunk.append((number, line))
        elif chunk and (line or not inside):
            yield chunk
            chunk = []
    if chunk and chunk[0][1].startswith(":::"):
        with at_line(chunk[0][0]):
            raise NoughtsError(f"{quote(chunk[0][1])} has no end: a line ':::'")
    if chunk:
        yield chunk


def _add(passages: list[Passage], chunk: list[Line]) -> None:
    number, first = chunk[0]
    if first.startswith("::: "):
        passages.append(_directive(chunk))
    elif first.startswith(">"):
        if not passages or passages[-1].kind not in ("text", "heading") or passages[-1].words.simple:
            raise NoughtsError("simple words stand below a paragraph or a heading, once")
        words = Words(passages[-1].words.precise, _join(line for _, line in chunk))
        passages[-1] = replace(passages[-1], words=words)
    elif first.startswith("## ") and len(chunk) == 1:
        passages.append(Passage(number, "heading", words=Words(first[3:].strip())))
    elif first.startswith(("#", "|", "- ", "* ", ":::")):
        raise NoughtsError(
            f"{quote(first)} is no paragraph, no heading '## ' by itself, and no directive '::: '"
        )
    else:
        passages.append(Passage(number, "text", words=_words(chunk)))


def _directive(chunk: list[Line]) -> Passage:
    number, first = chunk[0]
    kind, *asked = first[4:].split()
    items: list[Passage] = []
    words: list[Line] = []
    rows: tuple[list[str], list[str]] = ([], [])
    for at, line in chunk[1:]:
        told = line.lstrip("> ")
        if line.startswith("- "):
            items.append(_item(at, line[2:]))
        elif line.startswith(" ") and items:
            before = items[-1].words
            simple = f"{before.simple} {told}".strip()
            items[-1] = replace(items[-1], words=Words(before.precise, simple))
        elif told.startswith("|"):
            rows[line.startswith(">")].append(told)
        else:
            words.append((at, line))
    return Passage(number, kind, tuple(asked), _words(words), tuple(items), tuple(rows[0]), tuple(rows[1]))


def _item(number: int, line: str) -> Passage:
    asked, _, words = f"{line} ".partition(": ")
    return Passage(number, "item", tuple(asked.split()), Words(words.strip()))


def _words(lines: Sequence[Line]) -> Words:
    """Lines as words, those behind ``>`` in the simple register."""
    precise = _join(line for _, line in lines if not line.startswith(">"))
    return Words(precise, _join(line for _, line in lines if line.startswith(">")))


def _join(lines: Iterator[str]) -> str:
    return " ".join(line.lstrip("> ") for line in lines)
