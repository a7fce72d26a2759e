"""What is taught, and comes with the package or from a folder.

Lessons of a folder of the server's owner are made again as soon as a file there has changed.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from noughts.lessons.curriculum import LESSONS, lesson_json, lesson_names, lessons_json
from noughts.lessons.puzzles import daily, run, run_json
from noughts.lessons.shipped import shipped
from noughts.ui.web.questions.cache import Answer, answer_of
from noughts.ui.web.questions.question_service import QuestionService


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
    """The lessons of the house, or of a folder of the server's owner. To be used on the event loop."""

    def __init__(self, questions: QuestionService, folder: Path | None = None) -> None:
        self._questions, self.folder = questions, folder

    def has(self, name: str) -> bool:
        """Whether there is a lesson of this name."""
        return name in (LESSONS if self.folder is None else lesson_names(self.folder))

    async def own(self, name: str = "") -> Answer:
        """A lesson of the owner's folder as its files stand now, or what there is. NoughtsError for a damaged one."""
        assert self.folder
        files = [(path.name, path.stat()) for path in sorted(self.folder.glob("*.md"))]
        state = str([(called, stat.st_mtime_ns, stat.st_size) for called, stat in files])
        return await self._questions.made(_own, str(self.folder), name, state)


def _own(folder: str, name: str, _state: str) -> Any:
    """A lesson of a folder, or what there is in it."""
    return lesson_json(name, Path(folder)) if name else lessons_json(Path(folder))
