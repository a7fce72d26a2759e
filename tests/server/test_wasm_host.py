"""Requests of the page as calls of the application: what is heard of them, and when, and what is kept before that."""

import asyncio
import json

from noughts.server.wasm_host import Calls, Listener, start


class Heard(Listener):
    """Everything that was heard, in order; ``ended`` once there is no more of an answer."""

    def __init__(self):
        self.said = []
        self.ended = asyncio.Event()

    def head(self, id_, status, headers):
        self.said.append((id_, status))

    def piece(self, id_, body):
        self.said.append((id_, body))

    def end(self, id_, broken):
        self.said.append((id_, "broken" if broken else "end"))
        self.ended.set()


def heard(app, kept=None, leave=False):
    """What is heard of one request to an application."""

    async def run():
        hears = Heard()

        async def keep():
            if kept is not None:
                hears.said.append(await kept())

        calls = Calls(app, hears, keep)
        calls.begin("tab 7", "POST", "/api/a%20b?c=d", [("Host", "here")], b"body")
        await asyncio.sleep(0)
        if leave:
            calls.leave("tab 7")
        await hears.ended.wait()
        return hears.said

    return asyncio.run(run())


async def echo(scope, receive, send):
    """Answers with what it was asked."""
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 201, "headers": []})
    told = f"{scope['method']} {scope['path']} {scope['query_string'].decode()} {dict(scope['headers'])}"
    await send({"type": "http.response.body", "body": told.encode(), "more_body": True})
    await send({"type": "http.response.body", "body": body})


def test_a_request_reaches_the_application_as_asgi_says():
    """Method, path, query, headers and body arrive, and the answer is heard piece by piece."""
    told = b"POST /api/a b c=d {b'host': b'here'}"
    assert heard(echo) == [("tab 7", 201), ("tab 7", told), ("tab 7", b"body"), ("tab 7", "end")]


def test_nothing_is_heard_before_it_is_kept():
    """Whatever was written is kept before each piece of an answer goes out."""

    async def kept():
        await asyncio.sleep(0)
        return "kept"

    said = heard(echo, kept)
    assert [said[at - 1] for at, what in enumerate(said) if what != "kept" and what[1] != "end"] == [
        "kept"
    ] * 3


def test_whoever_leaves_ends_what_the_application_does():
    """An application that waits for its listener to go hears that he has gone."""

    async def waits(_scope, receive, send):
        await receive()
        assert (await receive())["type"] == "http.disconnect"
        await send({"type": "http.response.start", "status": 204, "headers": []})

    assert heard(waits, leave=True) == [("tab 7", 204), ("tab 7", "end")]


def test_an_application_that_fails_is_told_of(caplog):
    """Where the application fails the answer is broken off, and the next is not."""

    async def fails(*_):
        raise RuntimeError("spilt")

    assert heard(fails) == [("tab 7", "broken")]
    assert "spilt" in caplog.text
    assert heard(echo)[-1] == ("tab 7", "end")


def test_a_game_is_kept_before_it_is_told(tmp_path):
    """Making a game and moving in it keeps the file before each answer; asking keeps nothing."""

    async def run():
        said = []

        async def keep():
            said.append("kept")

        async def asked(id_, method, target, body=None, token=""):
            hears = Heard()
            calls._listener = hears
            headers = [("host", "localhost"), ("content-type", "application/json")]
            if token:
                headers.append(("authorization", f"Bearer {token}"))
            calls.begin(id_, method, target, headers, json.dumps(body).encode() if body else b"")
            await hears.ended.wait()
            said.append(hears.said[0][1])
            return json.loads(b"".join(piece for _, piece in hears.said[1:-1]))

        calls = await start(str(tmp_path / "games.db"), Heard(), keep, lambda: None)
        await asked("tab 1", "GET", "/api/position?position=X../.../...")
        made = await asked("tab 2", "POST", "/api/games", {"x": "person", "o": "tic", "board": "3x3x3"})
        move = {"cell": "b2", "ply": 0, "version": made["game"]["version"]}
        place = f"/api/games/{made['game']['id']}"
        moved = await asked("tab 3", "POST", f"{place}/moves", move, made["tokens"]["X"])
        await asked("tab 4", "GET", place)
        return said, moved

    said, moved = asyncio.run(run())
    assert len(moved["moves"]) == 2
    assert said == ["kept", 200, "kept", 201, "kept", 200, 200]
