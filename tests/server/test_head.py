"""HEAD requests: wherever GET is answered, with the same status and headers, and without a body."""

import asyncio
import logging
import re

import pytest
from starlette.responses import Response
from starlette.routing import Mount, Route

from noughts.server import event_streams
from noughts.server.event_streams import Streams
from noughts.server.middleware import HeadRequests
from tests.server.people import Visitor
from tests.server.test_connections import talk
from tests.server.test_openapi import QUESTIONS, RECORDED, general

PATHS = {
    f"/api/{general(name)}": f"/api/{name}?{queries[0]}".rstrip("?")
    for name, queries in QUESTIONS.items()
    if name not in ("results", "proofs")
} | {
    "/api/games/{game}": "/api/games/GAME",
    "/api/games/{game}/events": "/api/games/GAME/events",
    "/api/games/{game}/record.{format}": "/api/games/GAME/record.sgf",
    "/api/analyse/events": "/api/analyse/events?position=X../.O./...",
    "/api/board.svg": "/api/board.svg?position=X../.O./...",
    "/api/board.png": "/api/board.png?position=X../.O./...",
    "/api/map.svg": "/api/map.svg?side=X",
    "/api/classes/{class}": "/api/classes/CLASS",
    "/api/classes/{class}/events": "/api/classes/CLASS/events",
    "/api/match/events": "/api/match/events?x=tic&o=core",
    "/api/exploit/events": "/api/exploit/events?player=tic",
    "/api/entrant/events": "/api/entrant/events?player=tic",
    "/api/solve/events": "/api/solve/events?board=3x3x3",
    "/api/certificates/{sha256}/file.gz": f"/api/certificates/{RECORDED.sha256}/file.gz",
    "/class/{classroom}": "/class/CLASS",
    "/game/{game}": "/game/GAME",
    "/learn/{name}": "/learn/fork",
    "/compare/{name}": "/compare/boards",
    "/static": "/static/style.css",
    **{path: path for path in ("/", "/games", "/analyse", "/brains", "/learn", "/compare", "/class")},
    **{path: path for path in ("/health", "/ready", "/metrics", "/openapi.json")},
}
"""A request for each route that answers GET."""

LONG = {"/api/results": "/api/results", "/api/proofs": "/api/proofs"}
"""The same for routes whose first answer takes seconds."""

ELSEWHERE = (
    "/nowhere",
    "/games/",
    "/static/nothing.js",
    "/api/games/nosuchgame",
    "/api/games",
    "/api/decide",
)
"""Paths that do not exist, redirect, allow POST alone, or lack a parameter."""


ITS_OWN = ("date", "x-request-id", "transfer-encoding")
"""Headers that differ from request to request, and the framing of a body, which HEAD does not have."""


@pytest.fixture(scope="module")
def someone(server):
    """A client of the server."""
    with Visitor(server.address) as visitor:
        yield visitor


@pytest.fixture(scope="module")
def written(someone):
    """Returns a path with an id in the place of GAME or CLASS."""
    ids = {
        "GAME": someone.make()["id"],
        "CLASS": someone.http.post("/api/classes", json={}).json()["classroom"]["id"],
    }
    return lambda path: re.sub("GAME|CLASS", lambda kind: ids[kind[0]], path)


def head_of(client, method, path):
    """The status and the headers of a response; of a stream no more is read."""
    with client.stream(method, path) as answer:
        return answer.status_code, {k: v for k, v in answer.headers.items() if k not in ITS_OWN}


def test_every_route_is_requested(server):
    """The lists above have every route of the application that answers GET."""
    routes = {
        route.path for route in server.app.routes if isinstance(route, Route) and "GET" in route.methods
    }
    mounts = {route.path for route in server.app.routes if isinstance(route, Mount)}
    assert {*PATHS, *LONG} == routes | mounts


@pytest.mark.parametrize(
    "path",
    [*PATHS.values(), *ELSEWHERE, *(pytest.param(path, marks=pytest.mark.long) for path in LONG.values())],
)
def test_head_is_get_without_a_body(server, someone, written, path):
    """HEAD has the status and the headers of GET, and no body: the next response follows the headers."""
    path = written(path)
    status, headers = head_of(someone.http, "GET", path)
    assert path in ELSEWHERE or status == 200
    head_status, head_headers = head_of(someone.http, "HEAD", path)
    if path.endswith(("/metrics", "/verified")):  # which count requests and seconds
        headers, head_headers = [
            {k: v for k, v in each.items() if k not in ("content-length", "etag")}
            for each in (headers, head_headers)
        ]
    assert (head_status, head_headers) == (status, headers)
    field = b" HTTP/1.1\r\nHost: localhost\r\n"
    request = b"HEAD " + path.encode() + field + b"\r\nGET /health" + field + b"Connection: close\r\n\r\n"
    first, second, body = talk(server.port, request).split(b"\r\n\r\n")
    assert first.startswith(b"HTTP/1.1 %d " % status)
    assert (second[:12], body) == (b"HTTP/1.1 200", b"running\n")


@pytest.mark.parametrize(
    "path", [path for path in PATHS.values() if path.partition("?")[0].endswith("/events")]
)
def test_head_opens_no_stream(server, someone, written, path, monkeypatch):
    """HEAD of a stream of events neither watches nor computes anything."""
    begun = []
    monkeypatch.setattr(Streams, "events", lambda *_: begun.append("stream"))
    monkeypatch.setattr(event_streams, "_events", lambda *_: begun.append("computation"))
    assert someone.http.head(written(path)).status_code == 200
    assert begun == []
    assert server.app.state.services.streams.open == 0


def test_a_method_that_is_not_for_a_path_names_head(someone):
    """Where GET is allowed, so is HEAD."""
    assert someone.http.delete("/health").headers["allow"] == "GET, HEAD"
    for path in ("/", "/game/some", "/static/style.css"):
        refused = someone.http.post(path)
        assert (refused.status_code, refused.json()["code"]) == (405, "wrong-method")
        assert refused.headers["allow"] == "GET, HEAD"
    assert someone.http.head("/api/games").headers["allow"] == "POST"


def test_head_is_logged_as_head(someone, caplog):
    """The access log has the method of the request."""
    with caplog.at_level(logging.INFO, logger="noughts.access"):
        someone.http.head("/health")
    assert "HEAD '/health' 200" in caplog.text


def test_no_body_leaves_the_application():
    """Whatever host runs the application, it is sent no body in reply to HEAD."""
    sent, asked = [], []

    async def app(scope, receive, send):
        asked.append(scope["method"])
        await Response("text")(scope, receive, send)

    async def send(message):
        sent.append(message)

    asyncio.run(HeadRequests(app)({"type": "http", "method": "HEAD"}, None, send))
    assert asked == ["GET"]
    assert (b"content-length", b"4") in sent[0]["headers"]
    assert [message["body"] for message in sent[1:]] == [b""]
