"""Lessons over HTTP: made once, kept by browsers, refused by name where there are none."""

import asyncio
from datetime import date

import pytest

from noughts import NoughtsError
from noughts.lessons.catalogue import lessons_json
from noughts.lessons.map_svg import side_map
from noughts.lessons.packaged import shipped
from noughts.lessons.puzzles import daily, puzzles_json, run, run_json
from noughts.lessons.strategy import strategy_json
from noughts.server import analysis_service
from noughts.server.analysis_service import QuestionService
from noughts.server.opponents import Opponents
from noughts.server.options import Options
from noughts.server.rate_limits import RateLimits
from noughts.server.this_machine import Machine
from noughts.server.workers import Workers


def test_a_lesson_is_kept_by_its_tag(visitor):
    """A browser that has an answer is told that it is still good; a map is a picture."""
    answer = visitor.http.get("/api/lessons")
    again = visitor.http.get("/api/lessons", headers={"If-None-Match": answer.headers["etag"]})
    assert (answer.json(), again.status_code) == (lessons_json(), 304)
    sheet = visitor.http.get("/api/map.svg?side=O")
    assert sheet.headers["content-type"] == "image/svg+xml"
    assert sheet.text == side_map("O")
    for name in ("ladder", "results", "lessons/fork"):
        assert visitor.http.get(f"/api/{name}").json() == shipped(name)


def test_puzzles_are_given_by_board_by_day_and_by_seed(visitor):
    """A board's kinds and the puzzles of one, the puzzle of a day, a run of a seed: as the package has them."""
    answer = visitor.http.get("/api/puzzles?board=4x4x4&kind=fork").json()
    assert answer == puzzles_json("4x4x4", "fork")
    assert {each["kind"] for each in answer["puzzles"]} == {"fork"}
    assert visitor.http.get("/api/puzzles").json() == puzzles_json("3x3x3", "win")
    day = visitor.http.get("/api/puzzles/daily?day=2026-11-23").json()
    assert day == run_json((daily(date(2026, 11, 23)),))
    drawn = visitor.http.get("/api/puzzles/run?seed=5&board=4x4x4").json()
    assert drawn == run_json(run(5, "4x4x4"))


_ABSENT = (
    ("lessons/none", 404),
    ("puzzles?kind=none", 422),
    ("puzzles?board=none", 422),
    ("puzzles/run?board=none", 422),
    ("puzzles/daily?day=none", 422),
    ("puzzles/daily?day=0", 422),
    ("strategy?side=none", 422),
)


def test_what_there_is_not(visitor):
    """An unknown lesson is 404, an unknown kind, board, day or side 422, each in words that quote it."""
    for path, status in _ABSENT:
        answer, asked = visitor.http.get(f"/api/{path}"), path.replace("/", "=").rpartition("=")[2]
        assert (answer.status_code, f"'{asked}'" in answer.json()["error"]) == (status, True), answer.text


def test_the_addresses_are_the_page(visitor):
    """Every address of Learn is the page, which finds out itself whether there is such a lesson."""
    for path in ("/learn", "/learn/fork", "/learn/tree", "/learn/none"):
        assert "<main" in visitor.http.get(path).text


def test_an_answer_is_made_once_and_an_error_is_not_kept():
    """Many who ask at once get one answer made for all; what was refused is asked for anew."""

    async def ask():
        workers = Workers(RateLimits(), Machine())
        service = QuestionService(workers, Opponents())
        try:
            answers = await asyncio.gather(*(service.make_once(strategy_json, "X") for _ in range(5)))
            for _ in range(2):
                with pytest.raises(NoughtsError, match="'Q'"):
                    await service.make_once(strategy_json, "Q")
            return answers, service
        finally:
            workers.close()

    answers, service = asyncio.run(ask())
    assert len({id(answer) for answer in answers}) == 1
    assert len(service.memory) == 1


def test_a_server_starts_with_lessons_that_cannot_be_read(tmp_path, monkeypatch, caplog):
    """Each skipped file is reported at the start, even if all are; a folder without lessons is rejected."""
    monkeypatch.setattr(analysis_service, "_reported", set())
    (tmp_path / "1-one.md").mkdir()
    (tmp_path / "2-two.md").write_text("Hello.")
    assert Options("", lessons=tmp_path).setting("127.0.0.1").lessons == tmp_path
    assert [message.split(":")[1].strip() for message in caplog.messages] == ["'1-one.md'", "'2-two.md'"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoughtsError, match="no lessons in"):
        Options("", lessons=tmp_path / "empty")
