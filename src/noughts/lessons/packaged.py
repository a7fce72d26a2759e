"""Answers that depend on nothing but code, as part of the package: no server has to work them out again.

``python -m research.documents lessons`` writes them, an answer a line; tests hold every one to what computes it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

from noughts.contests.json_views import results_json
from noughts.lessons.catalogue import LESSONS, lesson_json
from noughts.lessons.ladder import ladder_json

FILE = Path(__file__).parent / "data" / "shipped.json"

ANSWERS: Mapping[str, Callable[[], Any]] = {
    "results": results_json,
    "ladder": ladder_json,
    **{f"lessons/{name}": partial(lesson_json, name) for name in LESSONS},
}
"""What is shipped, by the end of its address below ``/api/``, and what computes it."""


def shipped(name: str) -> Any:
    """What the package has of it; KeyError for what is none of ``ANSWERS``."""
    return _all()[name]


def computed() -> str:
    """All of it, computed now, as the file has it."""
    lines = (f"{json.dumps(name)}: {json.dumps(compute())}" for name, compute in ANSWERS.items())
    return "{{\n{}\n}}".format(",\n".join(lines))


@cache
def _all() -> Mapping[str, Any]:
    answers: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return answers
