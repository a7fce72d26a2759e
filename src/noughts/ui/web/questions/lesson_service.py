"""What is taught, as it is sent: what comes with the package, or from a folder of the server's owner.

Lessons of a folder are made again as soon as a file there has changed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from noughts.lessons.curriculum import lesson_json, lessons_json
from noughts.lessons.shipped import shipped
from noughts.ui.web.questions.cache import Answer, answer_of
from noughts.ui.web.questions.question_service import QuestionService


@cache
def shipped_answer(name: str) -> Answer:
    """What the package has of it."""
    return answer_of(shipped(name))


async def own_answer(questions: QuestionService, folder: Path, name: str = "") -> Answer:
    """A lesson of a folder as its files stand now, or what there is. NoughtsError for a damaged one."""
    files = [(path.name, path.stat()) for path in sorted(folder.glob("*.md"))]
    state = str([(called, stat.st_mtime_ns, stat.st_size) for called, stat in files])
    return await questions.make_once(_own, str(folder), name, state)


def _own(folder: str, name: str, _state: str) -> Any:
    """A lesson of a folder, or what there is in it."""
    return lesson_json(name, Path(folder)) if name else lessons_json(Path(folder))
