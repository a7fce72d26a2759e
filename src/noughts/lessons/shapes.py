"""The schema of a lesson in JSON, derived from the classes of its blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typing_extensions import TypeAliasType

from noughts.contract.lessons import LessonHeadJson
from noughts.contract.terms import AnswerJson
from noughts.explain.shapes import BlockJson
from noughts.lessons.blocks import DrawnTree, PracticeGame, Question

if TYPE_CHECKING:
    LessonBlockJson = dict[str, Any]
else:
    from noughts.explain.shapes import block_shape

    LessonBlockJson = TypeAliasType(
        "LessonBlockJson",
        BlockJson | block_shape(Question) | block_shape(PracticeGame) | block_shape(DrawnTree),
    )


class LessonJson(AnswerJson, LessonHeadJson):
    """A lesson."""

    blocks: list[LessonBlockJson]
