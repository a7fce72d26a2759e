"""What is taught: it is part of the package, or made once in a process of its own and then given from memory.

Lessons of a folder of the server's owner are made again as soon as a file there has changed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from noughts.lessons.curriculum import LESSONS, lesson_json, lesson_names, lessons_json
from noughts.lessons.puzzles import daily, run, run_json
from noughts.lessons.shipped import shipped
from noughts.ui.web.compute.host import Host, LaneLimits
from noughts.ui.web.questions.cache import Answer, answer_of

LANE = LaneLimits(places=1, niceness=4, seconds=60.0, patience=60.0, most=1_000, each=1_000)
"""What makes it: whoever asks first waits a second or two, and pays nothing for all who come later."""


@cache
def shipped_answer(name: str) -> Answer:
    """What the package has of it, as it is sent."""
    return answer_of(shipped(name))


def daily_answer(day: str) -> Answer:
    """The puzzle of a day, as it is sent."""
    return answer_of(run_json((daily(date.fromisoformat(day)),)))


def run_answer(seed: int, board: str, kind: str) -> Answer:
    """A run of puzzles, as it is sent. Raises NoughtsError for what there is not."""
    return answer_of(run_json(run(seed, board, kind)))


class LessonService:
    """What belongs to the lessons and is made here. To be used on the event loop."""

    def __init__(self, host: Host, folder: Path | None = None) -> None:
        self.folder = folder
        self._lane = host.lane(LANE, lambda _who, _seconds: None)
        self._answers: dict[tuple[Any, ...], asyncio.Task[Answer]] = {}

    def has(self, name: str) -> bool:
        """Whether there is a lesson of this name."""
        return name in (LESSONS if self.folder is None else lesson_names(self.folder))

    async def own(self, folder: Path, name: str = "") -> Answer:
        """A lesson of the owner's folder as its files stand now, or what there is. NoughtsError for a damaged one."""
        files = [(path.name, path.stat()) for path in sorted(folder.glob("*.md"))]
        state = str([(called, stat.st_mtime_ns, stat.st_size) for called, stat in files])
        return await self.answer(_own, str(folder), name, state)

    async def answer(self, made: Callable[..., Any], *args: str) -> Answer:
        """What a function makes of texts, as it is sent. Raises what the function raises, and then keeps nothing.

        It is made once for all, and to the end although its asker may go: the next one asks for the same.
        """
        key = (made, *args)
        making = self._answers.get(key)
        if making is None or making.cancelled():
            making = self._answers[key] = asyncio.get_running_loop().create_task(self._make(made, *args))
        try:
            return await asyncio.shield(making)
        except Exception:
            self._answers.pop(key, None)
            raise

    def open(self) -> None:
        """Makes again what is asked for, after ``close``."""
        self._lane.open()

    def close(self) -> None:
        """Ends what is made just now."""
        self._lane.close()

    async def _make(self, made: Callable[..., Any], *args: str) -> Answer:
        return answer_of(await self._lane.compute("lessons", made, *args))


def _own(folder: str, name: str, _state: str) -> Any:
    """A lesson of a folder, or what there is in it."""
    return lesson_json(name, Path(folder)) if name else lessons_json(Path(folder))
