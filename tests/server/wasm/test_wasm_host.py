"""Requests of the page as calls of the application: what is heard of them, and when."""

import asyncio

from noughts.server.wasm_host import Calls, Listener


class Heard(Listener):
    """Everything that was heard, in order; ``ended`` once there is no more of an answer."""

    def __init__(self):
        self.said = []
        self.ended = asyncio.Event()

    def head(self, number, status, headers):
        self.said.append((number, status))

    def piece(self, number, body):
        self.said.append((number, body))

    def end(self, number, broken):
        self.said.append((number, "broken" if broken else "end"))
        self.ended.set()


def heard(app, kept=None, leave=False):
    """What is heard of one request to an application."""

    async def run():
        hears = Heard()

        async def keep():
            if kept is not None:
                hears.said.append(await kept())

        calls = Calls(app, hears, keep)
        calls.begin(7, "POST", "/api/a%20b?c=d", [("Host", "here")], b"body")
        await asyncio.sleep(0)
        if leave:
            calls.leave(7)
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
    assert heard(echo) == [(7, 201), (7, told), (7, b"body"), (7, "end")]


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

    assert heard(waits, leave=True) == [(7, 204), (7, "end")]


def test_an_application_that_fails_is_told_of(caplog):
    """Where the application fails the answer is broken off, and the next is not."""

    async def fails(*_):
        raise RuntimeError("spilt")

    assert heard(fails) == [(7, "broken")]
    assert "spilt" in caplog.text
    assert heard(echo)[-1] == (7, "end")
