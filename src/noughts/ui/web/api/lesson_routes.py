"""What is taught, over HTTP: lessons, puzzles, the ladder, strategies and their maps, the graph of positions."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError
from starlette.responses import Response

from noughts.contract.lessons import (
    LadderJson,
    LessonJson,
    LessonsJson,
    PositionGraphJson,
    PuzzleKind,
    PuzzleRunJson,
    PuzzlesJson,
    StrategyJson,
)
from noughts.contract.terms import Side
from noughts.errors import quote
from noughts.lessons.curriculum import LESSONS, lesson_files, lessons_json
from noughts.lessons.map_svg import side_map
from noughts.lessons.position_graph import position_graph_json
from noughts.lessons.puzzles import daily, puzzles_json, run, run_json
from noughts.lessons.strategy import strategy_json
from noughts.ui.web.api import schemas
from noughts.ui.web.api.question_routes import NOT_KEPT, SVG, Asking
from noughts.ui.web.questions.question_service import shipped_answer
from noughts.ui.web.refusal import Refusal

lesson_router = APIRouter(
    prefix="/api", tags=["lessons"], responses=schemas.refusals(400, 422, 429, 500, 503)
)

_SIDE = Query(description="whose strategy", examples=["X"])

_Board = Annotated[str, Query(description="one that there are puzzles of", examples=["4x4x4"], max_length=20)]
_Kind = Annotated[PuzzleKind | None, Query(description="what is asked", examples=["fork"])]
_Seed = Annotated[int, Query(description="another seed draws others", ge=0, le=2**31 - 1)]


def _calendar_day(text: str) -> date:
    """A day as it is written; a number would be taken for seconds since 1970 otherwise."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PydanticCustomError("day", "should be a day like 2026-11-23") from None


_Day = Annotated[
    date,
    BeforeValidator(_calendar_day),
    Query(description="a day of the calendar", examples=["2026-11-23"]),
]


@lesson_router.get("/lessons", responses=schemas.answer(LessonsJson))
async def lessons(asker: Asking) -> Response:
    """What there is to read."""
    if folder := asker.services.setting.lessons:
        return asker.tells(await asker.services.questions.own_lesson(folder), NOT_KEPT)
    return await asker.asks_once(lessons_json)


@lesson_router.get("/lessons/{name}", responses={**schemas.answer(LessonJson), **schemas.refusals(404)})
async def lesson(asker: Asking, name: str) -> Response:
    """A lesson, block by block."""
    folder = asker.services.setting.lessons
    if name not in (lesson_files(folder) if folder else LESSONS):
        raise Refusal("unknown-lesson", f"there is no lesson {quote(name)}")
    if folder:
        return asker.tells(await asker.services.questions.own_lesson(folder, name), NOT_KEPT)
    return await asker.asks_soon(shipped_answer, f"lessons/{name}")


@lesson_router.get("/puzzles", responses=schemas.answer(PuzzlesJson))
async def puzzles(asker: Asking, board: _Board = "3x3x3", kind: _Kind = None) -> Response:
    """The puzzles of one kind on a board with their right answers, the easiest first."""
    return await asker.asks_once(puzzles_json, board, kind or "")


@lesson_router.get("/puzzles/daily", responses=schemas.answer(PuzzleRunJson))
async def daily_puzzle(asker: Asking, day: _Day) -> Response:
    """The puzzle of a day, the same for everybody."""
    return await asker.asks_soon(lambda: run_json((daily(day),)))


@lesson_router.get("/puzzles/run", responses=schemas.answer(PuzzleRunJson))
async def puzzle_run(asker: Asking, seed: _Seed = 0, board: _Board = "", kind: _Kind = None) -> Response:
    """Puzzles one after the other, drawn by a seed, the easiest first; of one board and one kind, or of all."""
    return await asker.asks_soon(lambda: run_json(run(seed, board, kind or "")))


@lesson_router.get("/ladder", responses=schemas.answer(LadderJson))
async def ladder(asker: Asking) -> Response:
    """Whom to beat, the weakest first."""
    return await asker.asks_soon(shipped_answer, "ladder")


@lesson_router.get("/strategy", responses=schemas.answer(StrategyJson))
async def strategy(asker: Asking, side: Annotated[Side, _SIDE] = "X") -> Response:
    """What a side plays in every position that it comes into."""
    return await asker.asks_once(strategy_json, side)


@lesson_router.get("/map.svg", response_class=Response, responses=SVG)
async def sheet(asker: Asking, side: Annotated[Side, _SIDE] = "X") -> Response:
    """The same on one sheet, as a picture."""
    return await asker.asks_once(side_map, side)


@lesson_router.get("/positions", responses=schemas.answer(PositionGraphJson))
async def positions(asker: Asking) -> Response:
    """All positions of three by three up to symmetry, with their values, the moves between them, and a drawing."""
    return await asker.asks_once(position_graph_json)
