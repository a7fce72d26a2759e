"""Everything the server refuses: the right status, a word for programs, a sentence that quotes what was given."""

import json
import logging
import sqlite3

import httpx
import pytest
from sqlalchemy.exc import OperationalError

from noughts.server import tables
from noughts.server.api_errors import STATUS
from noughts.server.routes import ROUTES

JSON = {"content-type": "application/json"}


def check(answer, status, code, *words):
    """A refusal of our shape; its body."""
    body = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), answer.text
    assert STATUS[code] == status
    assert all(word in body["error"] for word in words), body["error"]
    assert "\n" not in body["error"]
    assert answer.headers["cache-control"] == "no-store"
    return body


def test_unknown_games_and_pages(visitor):
    """A game or page that is not there is 404, and a method that is not for it 405."""
    for path in ("/api/games/nosuchgame", "/api/games/nosuchgame/events"):
        check(visitor.http.get(path), 404, "unknown-game", "'nosuchgame'")
    visitor.make()
    check(visitor.send("resign", game="nosuchgame", version=0), 404, "unknown-game", "'nosuchgame'")
    for path in (
        "/nowhere",
        "/api/nothing",
        "/static/nothing.js",
        "/static/../api.py",
        "/static/%2e%2e/api.py",
    ):
        check(visitor.http.get(path), 404, "unknown-page")
    answer = visitor.http.delete(f"/api/games/{visitor.id}")
    check(answer, 405, "wrong-method", "'DELETE'")
    assert answer.headers["allow"] == "GET, HEAD"


def test_an_unknown_page_is_told_by_the_page(visitor):
    """A browser that was led nowhere gets the page with 404, which leads on; a question stays a question."""
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    known = visitor.http.get("/", headers=browser)
    for path in ("/nowhere", "/game/", "/game/a/b", "/games/x"):
        answer = visitor.http.get(path, headers=browser)
        assert (answer.status_code, answer.content) == (404, known.content), path
    again = {**browser, "if-none-match": known.headers["etag"]}
    assert visitor.http.get("/nowhere", headers=again).status_code == 404
    for path in ("/api/nothing", "/static/nothing.js"):
        check(visitor.http.get(path, headers=browser), 404, "unknown-page")


def test_changes_need_a_token():
    """A request that changes a game or a class needs a token, except one that enters it."""
    changes = [route for route in ROUTES if route.method == "POST" and "{" in route.path]
    assert {route.path for route in changes if not route.client.needs_token} == {
        "/api/games/{game}/seat",
        "/api/classes/{class}/pupils",
    }
    assert len(changes) > 20


def test_who_may_act(visitor):
    """Without a token 401, with a wrong one or another game's 403; nothing happens."""
    visitor.make()
    other = visitor.tokens["X"]
    visitor.make()
    body = {"version": 0, "ply": 0, "cell": "b2"}
    path = f"/api/games/{visitor.id}/moves"
    for headers in ({}, {"authorization": "Basic abc"}, {"authorization": "Bearer"}):
        answer = visitor.http.post(path, json=body, headers=headers)
        check(answer, 401, "no-token")
        assert answer.headers["www-authenticate"] == "Bearer"
    for token in ("wrong", other, "é".encode()):
        answer = visitor.http.post(
            path,
            json=body,
            headers={b"authorization": b"Bearer " + (token if isinstance(token, bytes) else token.encode())},
        )
        check(answer, 403, "wrong-token")
    assert visitor.game()["version"] == 0


def test_conflicts_come_with_the_game(visitor):
    """Wrong turn, taken cell, stale version or ply, the end: 409, each by its code, with the game as it stands."""
    visitor.make()
    visitor.play("b2")
    asked = [
        ("moves", "X", {"ply": 1, "cell": "a1"}, "wrong-turn", ["X"]),
        ("moves", "O", {"ply": 1, "cell": "b2"}, "taken-cell", ["'b2'", "'.../.X./...'"]),
        ("moves", "O", {"ply": 0, "cell": "a1"}, "stale", ["'0'"]),
        ("moves", "O", {"version": 0, "ply": 1, "cell": "a1"}, "stale", ["'0'"]),
        ("moves", "O", {"version": 7, "ply": 1, "cell": "a1"}, "stale", ["'7'"]),
        ("undo", "O", {}, "nothing-to-undo", ["O"]),
        ("redo", "O", {}, "nothing-to-undo", []),
        ("decline", "O", {}, "no-offer", ["X"]),
        ("step", "O", {"ply": 1}, "not-yours", ["O"]),
    ]
    stands = visitor.game()
    for verb, seat, body, code, words in asked:
        refused = check(visitor.send(verb, seat, **body), 409, code, *words)
        assert refused["game"] == stands
    visitor.do("resign")
    check(visitor.send("moves", "O", ply=1, cell="a1"), 409, "game-over", "resignation")
    assert visitor.game()["position"] == stands["position"]


@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ({"x": "person"}, "malformed", ["o: field required"]),
        ({"x": "person", "o": 3}, "malformed", ["o:", "not 3"]),
        ({"x": "person", "o": "tic", "z": 1}, "malformed", ["z: there is no such field"]),
        ({"x": "person", "o": "deepblue"}, "unknown-player", ["'deepblue'", "minimax"]),
        ({"x": "person", "o": "tic(x=1)"}, "malformed", ["'x'"]),
        ({"x": "friend", "o": "tic"}, "malformed", ["'person'"]),
        ({"x": "friend", "o": "friend"}, "malformed", ["'person'"]),
        ({"x": "person", "o": "core", "board": "4x4x4"}, "unsupported-board", ["'4x4x4'", "core"]),
        ({"x": "person", "o": "person", "board": "99x9x9"}, "malformed", ["'99x9x9'"]),
        ({"x": "person", "o": "person", "board": "b" * 21}, "malformed", ["board"]),
        ({"x": "person", "o": "person", "position": "XX./.../..."}, "malformed", ["'XX./.../...'"]),
        ({"x": "person", "o": "person", "moves": ["b2", "b2"]}, "taken-cell", ["'b2'"]),
        ({"x": "person", "o": "person", "moves": ["d9"]}, "malformed", ["'d9'"]),
        ([], "malformed", ["the body"]),
        ("x", "malformed", ["the body"]),
    ],
)
def test_games_that_cannot_be_made(visitor, body, code, words):
    """What a new game asks for in vain is quoted, and no game is made."""
    check(visitor.http.post("/api/games", json=body), STATUS[code], code, *words)


@pytest.mark.parametrize(
    "body",
    [
        {"version": 0, "ply": 0},
        {"version": "0", "ply": 0, "cell": "b2"},
        {"version": -1, "ply": 0, "cell": "b2"},
        {"version": 0, "ply": 0.5, "cell": "b2"},
        {"version": 10**30, "ply": 0, "cell": "b2"},
        {"version": 0, "ply": 0, "cell": "b22222"},
        {"version": 0, "ply": 0, "cell": "z9"},
        {"version": 0, "ply": 0, "cell": None},
        {"version": 0, "ply": 0, "cell": "b2", "more": 1},
    ],
)
def test_malformed_moves(visitor, body):
    """A field that is missing, of another type, out of range or unknown is 422, and nothing is played."""
    visitor.make()
    check(visitor.post("moves", json=body), 422, "malformed")
    assert visitor.game()["version"] == 0


def test_a_parameter_that_is_neither_true_nor_false(visitor):
    """The message quotes the value and says what is accepted."""
    refused = visitor.http.get("/api/explain?player=core&blocks=maybe")
    check(refused, 422, "malformed", "blocks: must be true or false, not 'maybe'")


@pytest.mark.parametrize("content", ["", "{", '{"x":', "\x00", "nul", '{"x": NaN, "o": 1}', "[" * 10_000])
def test_bodies_that_are_no_json(visitor, content):
    """Text that cannot be read is malformed, never a fault of the server."""
    check(visitor.http.post("/api/games", content=content, headers=JSON), 422, "malformed")


def test_other_content_types(visitor):
    """Only JSON is read: a form of another site cannot be sent here."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"content-type": kind}
        content = '{"x": "person", "o": "tic"}'
        check(visitor.http.post("/api/games", content=content, headers=headers), 415, "not-json", repr(kind))
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert visitor.http.post("/api/games", content=content, headers=headers).status_code == 201


def test_bodies_that_are_too_large(visitor):
    """More than 16 kB are refused, announced or not, before more is read."""
    body = json.dumps({"x": "person", "o": "p" * 20_000})
    check(visitor.http.post("/api/games", content=body, headers=JSON), 413, "too-large", "16,384")
    pieces = (b"[" * 1000 for _ in range(40))
    check(visitor.http.post("/api/games", content=pieces, headers=JSON), 413, "too-large")
    headers = {**JSON, "content-length": "9" * 30}
    request = visitor.http.build_request("POST", "/api/games", content=b"", headers=headers)
    with pytest.raises(httpx.HTTPError):  # uvicorn itself gives up on such a length
        visitor.http.send(request).raise_for_status()


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:80", "evil.example.", "127.0.0.1.evil.example", "", ".", "[::1"),
        *("192.0.2.7.evil.example:80", "127.0.0.1@evil.example", "127.1", "0x7f000001", "::1"),
        *("[127.0.0.1]", "[::1%25evil]", "[fe80::1%25evil]"),
    ],
)
def test_foreign_hosts(visitor, host):
    """A foreign name that was pointed at this machine reads nothing, neither page nor game."""
    for path in ("/", "/api/players", "/static/index.html"):
        check(
            visitor.http.get(path, headers={"host": host}), 400, "foreign-host", repr(host), "--public-name"
        )


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "LOCALHOST:1", "localhost.", "localhost.:8000", "127.0.0.1:{port}", "127.0.0.1."),
        *("192.0.2.1", "192.0.2.1:80", "[::1]", "[::1]:{port}", "[2001:DB8::1]", "[::ffff:192.0.2.1]:80"),
    ],
)
def test_known_hosts(visitor, server, host):
    """The server's names and all IP addresses are accepted, with any port: no DNS record points one at it."""
    asked = {"host": host.format(port=server.port)}
    assert visitor.http.get("/api/players", headers=asked).status_code == 200


def test_a_host_that_a_stranger_forwards_is_ignored(visitor):
    """X-Forwarded-Host from an address that is no trusted proxy changes nothing."""
    both = {"host": "evil.example", "x-forwarded-host": "localhost"}
    check(visitor.http.get("/api/players", headers=both), 400, "foreign-host", "'evil.example'")
    both = {"host": "localhost", "x-forwarded-host": "evil.example"}
    redirect = visitor.http.get("/games/", headers=both)
    assert redirect.headers["location"] == "http://localhost/games"


def test_foreign_origins(visitor, server):
    """A page of another site or another port may not write, whatever it sends along; our own may."""
    body = {"x": "person", "o": "tic"}
    foreign = (
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": f"http://127.0.0.1:{server.port + 1}"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    )
    for headers in foreign:
        check(visitor.http.post("/api/games", json=body, headers=headers), 403, "foreign-origin")
    own = {"origin": server.address, "sec-fetch-site": "same-origin"}
    assert visitor.http.post("/api/games", json=body, headers=own).status_code == 201


def test_every_answer_keeps_the_page_to_itself(visitor):
    """Pages, pictures, answers, refusals and streams all carry the headers that keep other sites out."""
    visitor.make()
    answers = [
        visitor.http.get(path)
        for path in ("/", "/static/icon.svg", "/api/players", "/api/nothing", "/api/decide", "/openapi.json")
    ]
    answers += [visitor.http.post("/api/games", content="x"), visitor.http.get("/", headers={"host": "evil"})]
    with visitor.http.stream("GET", f"/api/games/{visitor.id}/events") as stream:
        answers.append(stream)
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-opener-policy"] == "same-origin"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in answer.headers


def test_what_is_no_document_has_no_policy_of_a_document(visitor):
    """Scripts and style sheets are what they say and this site's alone; of a policy, which is for documents, none."""
    for path in ("/static/style.css", "/static/pages/main.js"):
        headers = visitor.http.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "content-security-policy" not in headers


def test_a_locked_database_is_busy(server, visitor):
    """While another program locks the database a move is 503, and the same request is done afterwards."""
    visitor.make()
    holder = sqlite3.connect(server.store.engine.url.database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    body = {"version": 0, "ply": 0, "cell": "b2"}
    answer = visitor.send("moves", **body)
    check(answer, 503, "busy", "locked")
    assert int(answer.headers["retry-after"]) >= 1
    assert visitor.game()["version"] == 0
    holder.close()
    assert visitor.do("moves", **body)["ply"] == 1


def test_a_full_disk_keeps_the_game(server, visitor, monkeypatch):
    """When nothing more can be kept a move is 507, and the game stands where it stood."""
    visitor.make()

    def fail(*_):
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr(tables, "_insert", fail)
    check(visitor.send("moves", version=0, ply=0, cell="b2"), 507, "disk-full", "disk is full")
    monkeypatch.undo()
    assert visitor.game()["version"] == 0
    assert visitor.play("b2", version=0, ply=0)["ply"] == 1


def test_a_fault_of_the_server_tells_nothing(server, visitor, monkeypatch):
    """What breaks inside is 500 in our shape, without a word about the inside."""
    visitor.make()
    monkeypatch.setattr(server.store, "append_all", lambda *_: 1 / 0)
    body = check(visitor.send("moves", version=0, ply=0, cell="b2"), 500, "broken")
    assert "division" not in json.dumps(body)


def test_the_access_log_has_no_secret(visitor, friend, caplog):
    """Of a request its method, path, status and time are logged; no query, no token, no body."""
    with caplog.at_level(logging.INFO, logger="noughts.access"):
        visitor.make(o="friend")
        friend.join(visitor)
        visitor.play("b2")
        visitor.http.get(f"/api/games/{visitor.id}?join={visitor.invitation}")
    lines = [record.getMessage() for record in caplog.records if record.name == "noughts.access"]
    assert any(f"POST '/api/games/{visitor.id}/moves' 200" in line for line in lines)
    text = "".join(record.getMessage() for record in caplog.records)
    assert all(
        secret not in text
        for secret in (*visitor.tokens.values(), *friend.tokens.values(), visitor.invitation)
    )
