"""The second host: the whole application where no thread and no process can be begun, called as ASGI says."""

import asyncio
import json
import threading
from multiprocessing.process import BaseProcess

import httpx
import pytest

from noughts.server import analysis_service
from noughts.server.app import create_app
from noughts.server.services import Setting
from noughts.server.tables import Store
from noughts.server.workers import Inline
from noughts.solver import pool
from tests.server.people import bearer


def asked(tmp_path, monkeypatch, visit, synchronous="normal", **setting):
    """What a visit comes to, of a client of the application on this host."""

    def refuse(self):
        raise RuntimeError(f"{self} cannot be begun here")

    async def run():
        store = Store(f"sqlite:///{tmp_path / 'games.db'}", synchronous)
        app = create_app(store, Setting(host=Inline(), **setting))
        try:
            async with app.router.lifespan_context(app):
                transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
                async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
                    return await visit(client)
        finally:
            store.close()

    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", refuse)
        patch.setattr(pool, "THREADS", False)
        patch.setattr(BaseProcess, "start", refuse)
        return asyncio.run(run())


@pytest.mark.parametrize("synchronous", ["normal", "full"])
def test_a_game_is_played_without_threads_and_processes(tmp_path, monkeypatch, synchronous):
    """A game is made, a computer answers on 3x3 and on a board where it thinks long, and both games are stored.

    The same holds if every commit waits for the disk.
    """

    async def visit(client):
        ended = []
        for board, cell in (("3x3x3", "b2"), ("6x5x4", "c3")):
            made = (await client.post("/api/games", json={"x": "person", "o": "hard", "board": board})).json()
            game, token = made["game"]["id"], made["tokens"]["X"]
            sent = {"cell": cell, "ply": 0, "version": made["game"]["version"]}
            moved = await client.post(f"/api/games/{game}/moves", json=sent, headers=bearer(token))
            assert moved.status_code == 200, moved.text
            kept = await client.get(f"/api/games/{game}")
            ended.append((moved.status_code, len(moved.json()["moves"]), kept.json()["moves"]))
        return ended

    for status, plies, moves in asked(tmp_path, monkeypatch, visit, synchronous):
        assert (status, plies) == (200, 2)
        assert len(moves) == 2


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("/api/analyse?position=XX./OO./...", '"value":"win"'),
        ("/api/decide?player=core&position=X../.O./..X", '"player":"core"'),
        ("/api/analyse?board=6x6x4&nodes=500", '"moves"'),
        ("/api/analyse/events?position=XX./OO./...", "event: done"),
        ("/api/brains?position=X../.O./..X", '"minimax"'),
        ("/api/lessons/fork", '"blocks"'),
        ("/api/boards", '"runs"'),
        ("/api/board.svg", "<svg"),
        ("/health", "running"),
    ],
)
def test_what_is_asked_is_answered_without_threads_and_processes(tmp_path, monkeypatch, path, told):
    """Analyses, brains, lessons, pictures: what other hosts compute in threads and processes is computed at once."""

    async def visit(client):
        return await client.get(path)

    answer = asked(tmp_path, monkeypatch, visit)
    assert answer.status_code == 200
    assert told in answer.text


def test_own_lines_are_rejected_without_threads_and_processes(tmp_path, monkeypatch):
    """A record whose board defines its own lines gets 422 from this host, too."""
    board = {"noughts": "board", "name": "pair", "columns": 2, "lines": [["a1", "b1"]]}

    async def visit(client):
        sent = {"record": json.dumps({"board": json.dumps(board)})}
        seats = {"x": "person", "o": "person"}
        return [
            await client.post(path, json=sent | more)
            for path, more in (("/api/studies", {}), ("/api/games", seats))
        ]

    for answer in asked(tmp_path, monkeypatch, visit):
        assert answer.status_code == 422
        assert "a board with its own lines is not accepted here" in answer.json()["error"]


def test_a_contest_is_watched_without_threads_and_processes(tmp_path, monkeypatch):
    """The stream of a match tells its exact result at its end."""

    async def visit(client):
        return await client.get("/api/match/events?x=weights&o=random")

    answer = asked(tmp_path, monkeypatch, visit)
    *_, last = (piece for piece in answer.text.split("\n\n") if piece)
    assert last.startswith("event: done")
    data = json.loads(last.split("data: ", 1)[1])
    assert (data["x"], data["o"]) == ("weights", "random")


def test_lessons_of_the_owner_stand_in_place_of_those_of_the_house(tmp_path, monkeypatch):
    """They are read anew when a file changes; a damaged one is told in a sentence with its line, and none is 404."""
    folder = tmp_path / "lessons"
    folder.mkdir()
    file, head = folder / "1-mine.md", "---\ntitle: Mine\nsummary: Own.\npart: All\npicture: 3x3x3\n---\n\n"
    file.write_text(f"{head}{{lines 3x3x3}} lines.")

    async def visit(client):
        first, listed, none = [await client.get(f"/api/lessons{path}") for path in ("/mine", "", "/fork")]
        file.write_text(f"{head}{{line 3x3x3}} lines, and more.\n")
        return first, listed, none, await client.get("/api/lessons/mine")

    first, listed, none, damaged = asked(tmp_path, monkeypatch, visit, lessons=folder)
    assert first.json()["blocks"] == [{"block": "paragraph", "words": "8 lines."}]
    assert [lesson["title"] for lesson in listed.json()["lessons"]] == ["Mine"]
    assert (none.status_code, damaged.status_code) == (404, 422)
    assert damaged.json()["error"] == "'1-mine.md', line 8: there is no value 'line'; did you mean 'lines'?"


def test_files_that_cannot_be_read_are_skipped_in_the_list_of_lessons(tmp_path, monkeypatch, caplog):
    """An editor's lock file hides no lesson (200), and is logged once; so is what is changed while the server runs."""
    folder = tmp_path / "lessons"
    folder.mkdir()
    head = "---\ntitle: Mine\nsummary: Own.\npart: All\npicture: 3x3x3\n---\n\n"
    (folder / "1-mine.md").write_text(f"{head}Text.")
    lock, second = folder / ".#1-mine.md", folder / "2-second.md"
    lock.symlink_to("somebody@machine.1")

    async def visit(client):
        first = [await client.get(f"/api/lessons{path}") for path in ("", "", "/mine")]
        lock.unlink()
        second.write_text("Hello.")
        changed = [await client.get("/api/lessons") for _ in range(2)]
        second.write_text(head.replace("Mine", "Second"))
        return *first, *changed, await client.get("/api/lessons")

    monkeypatch.setattr(analysis_service, "_reported", set())
    answers = asked(tmp_path, monkeypatch, visit, lessons=folder)
    assert {answer.status_code for answer in answers} == {200}
    listed, _, lesson, changed, _, after = (answer.json() for answer in answers)
    assert [each["name"] for each in listed["lessons"]] == ["mine"]
    assert listed["skipped"] == [{"name": ".#1-mine.md", "reason": "it is not a regular file"}]
    assert lesson["title"] == "Mine"
    assert [each["name"] for each in changed["skipped"]] == ["2-second.md"]
    assert [each["title"] for each in after["lessons"]] == ["Mine", "Second"]
    assert "skipped" not in after
    said = [message for message in caplog.messages if message.startswith("skipped")]
    assert said == [
        "skipped in the folder of lessons: '.#1-mine.md': it is not a regular file",
        "skipped in the folder of lessons: '2-second.md': '2-second.md', line 1: a lesson begins with its title and "
        "more between two lines '---'",
    ]
