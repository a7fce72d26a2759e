"""Requests with an Upgrade field, and CONNECT: the server stays with HTTP/1.1 and responds to each request once.

httptools ends such a request after its headers. Its body was parsed as the next request, and a proxy gave the responses
to other clients.
"""

import asyncio
import http.client
import json
import shutil
import subprocess
from io import BytesIO

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState

from noughts.server.connections import ConnectionLimits, Doors, protocol_of
from tests.processes import PATIENCE, not_here
from tests.server.test_connections import talk

UPGRADES = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\n",
    b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n",
    b"UPGRADE: TLS/1.2\r\nConnection: keep-alive\r\nupgrade: a, b\r\nX:\r\nConnection: keep-alive, upgrade\r\n",
)
every_upgrade = pytest.mark.parametrize("upgrade", UPGRADES, ids=["websocket", "h2c", "many fields"])
HIDDEN = b"\r\n\r\nGET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""A body that is a request itself."""

TURNS = 40
"""Turns of the event loop in which all requests of a test get their responses: each takes at most five."""
FEW_TURNS = 10
"""Turns in which two requests get their responses."""


def request(path, fields=b"", body=b"", chunk=0, version=b"1.1"):
    """Return the bytes of a request, and what ``echo`` finds in it; ``chunk`` is the size of the body's chunks."""
    method, framing, sent = b"POST" if body else b"GET", b"", body
    if chunk:
        pieces = [body[begin : begin + chunk] for begin in range(0, len(body), chunk)]
        framing = b"Transfer-Encoding: chunked\r\n"
        sent = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in [*pieces, b""])
    elif body:
        framing = b"Content-Length: %d\r\n" % len(body)
    head = b"%s %s HTTP/%s\r\nHost: localhost\r\n" % (method, path, version)
    return head + fields + framing + b"\r\n" + sent, (method.decode(), path.decode(), body)


LAST, LAST_FOUND = request(b"/last")


async def echo(scope, receive, send):
    """Respond with the method, the path, the body and the names of the fields."""
    body, has_more = b"", True
    while has_more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, has_more = body + message["body"], message["more_body"]
    names = [name.decode() for name, _ in scope["headers"]]
    found = json.dumps([scope["method"], scope["path"], body.decode("latin-1"), names]).encode()
    headers = [(b"content-length", b"%d" % len(found))]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": found})


class Recorder(asyncio.Transport):
    """A transport that stores what is written to it."""

    def __init__(self):
        super().__init__({"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 80)})
        self.written, self.closed = b"", False

    def write(self, data):
        assert not self.closed
        self.written += data

    def is_closing(self):
        return self.closed

    def can_write_eof(self):
        return False

    def close(self):
        self.closed = True

    def pause_reading(self):
        """Do nothing: the test decides what is read."""

    abort, resume_reading = close, pause_reading


def exchange(*packets, turns=0, last=TURNS):
    """Return what a connection writes when it receives packets, and whether it closes.

    The packets are ``turns`` of the event loop apart, and after the last one there are ``last`` turns.
    """

    async def run():
        config = uvicorn.Config(echo, ws="none", lifespan="off", log_config=None)
        connection = protocol_of(Doors(ConnectionLimits()))(config, ServerState(), {})
        transport = Recorder()
        connection.connection_made(transport)
        for packet in packets:
            connection.data_received(packet)
            for _ in range(turns):
                await asyncio.sleep(0)
        for _ in range(last):
            await asyncio.sleep(0)
        written, is_closed = transport.written, transport.closed
        connection.connection_lost(None)
        await asyncio.gather(*connection.tasks)
        return written, is_closed

    return asyncio.run(run())


def responses(written):
    """Yield the status, the headers and the body of each response."""
    file = BytesIO(written)
    while line := file.readline():
        status, headers = int(line.split()[1]), http.client.parse_headers(file)
        yield status, headers, file.read(int(headers["content-length"]))


def echoed(written):
    """Return the requests that ``echo`` has responded to."""
    bodies = [json.loads(body) for status, _, body in responses(written) if status == 200]
    return [(method, path, body.encode("latin-1")) for method, path, body, _ in bodies]


@pytest.mark.parametrize("chunk", [0, 16], ids=["length", "chunks"])
@every_upgrade
def test_body_of_a_request_with_upgrade_is_its_body(upgrade, chunk):
    """Wherever packets end, the body belongs to its request, and the next request begins after it."""
    first, found = request(b"/first", upgrade, HIDDEN, chunk)
    stream = first + LAST
    for cut in range(1, len(stream)):
        written, is_closed = exchange(stream[:cut], stream[cut:], turns=FEW_TURNS, last=FEW_TURNS)
        assert echoed(written) == [found, LAST_FOUND], stream[:cut]
        assert not is_closed


@every_upgrade
def test_upgrade_is_ignored(upgrade):
    """The application gets the request without the field, and the response does not mention it."""
    plain, _ = request(b"/first", b"Connection: keep-alive\r\nX-Other: 1\r\n", HIDDEN)
    ((_, _, _, plain_names),) = (json.loads(body) for _, _, body in responses(exchange(plain)[0]))
    first, _ = request(b"/first", upgrade + b"X-Other: 1\r\n", HIDDEN)
    ((status, headers, body),) = responses(exchange(first)[0])
    names = json.loads(body)[-1]
    assert (status, set(headers) & {"upgrade", "Upgrade", "connection"}) == (200, set())
    assert "upgrade" not in names
    assert {"host", "x-other", "content-length"} <= set(plain_names) & set(names)


@pytest.mark.parametrize(
    "value",
    [b"close, Upgrade", b"Upgrade,close", b"Upgrade\r\nConnection: close"],
    ids=["before", "after", "alone"],
)
@pytest.mark.parametrize("body", [b"", HIDDEN], ids=["GET", "POST"])
def test_close_beside_upgrade_is_honoured(value, body):
    """`Connection: close, Upgrade` closes the connection after the response; later requests are not executed."""
    first, found = request(b"/first", b"Upgrade: websocket\r\nConnection: " + value + b"\r\n", body)
    written, is_closed = exchange(first + LAST)
    assert echoed(written) == [found]
    assert [headers["connection"] for _, headers, _ in responses(written)] == ["close"]
    assert is_closed


def test_http_1_0_with_upgrade_ends_the_connection():
    """In HTTP/1.0 the body is read as well, and the connection is closed after the response."""
    first, found = request(b"/first", UPGRADES[0], HIDDEN, version=b"1.0")
    written, is_closed = exchange(first + LAST)
    assert (echoed(written), is_closed) == ([found], True)


@st.composite
def streams(draw):
    """Draw requests, some with Upgrade, as packets cut anywhere, and what ``echo`` finds in each request."""
    stream, found = b"", []
    for number in range(draw(st.integers(1, 6))):
        fields = draw(st.sampled_from([b"", b"Connection: keep-alive\r\n", *UPGRADES]))
        body = draw(st.sampled_from([b"", HIDDEN]) | st.binary(max_size=40))
        chunk = draw(st.integers(0, 9)) if body else 0
        sent, each = request(b"/%d" % number, fields, body, chunk)
        stream, found = stream + sent, [*found, each]
    cuts = sorted(draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    packets = [stream[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    return packets, found


@given(streams(), st.integers(0, 4))
def test_each_request_has_its_response(drawn, turns):
    """However packets are cut, each request gets its response, in order, and nothing else is sent."""
    packets, found = drawn
    written, is_closed = exchange(*packets, turns=turns)
    assert echoed(written) == found
    assert len(list(responses(written))) == len(found)
    assert not is_closed


CONNECT = b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n"
CONNECTS = {
    "authority": CONNECT,
    "path": CONNECT.replace(b"localhost:80", b"/"),
    "url": CONNECT.replace(b"localhost:80", b"http://localhost/"),
    "1.0": CONNECT.replace(b"1.1", b"1.0"),
    "Upgrade": CONNECT + UPGRADES[0],
}
RESTS = {
    "nothing": b"\r\n",
    "request": b"\r\n" + LAST,
    "body": b"Content-Length: %d\r\n\r\n" % len(LAST) + LAST,
}


@pytest.mark.parametrize("connect", CONNECTS.values(), ids=CONNECTS)
@pytest.mark.parametrize("rest", RESTS.values(), ids=RESTS)
def test_connect_ends_the_connection(connect, rest):
    """CONNECT gets 501 and closes the connection; nothing after it is executed, wherever packets end."""
    for cut in range(1, len(connect + rest)):
        packets = (connect + rest)[:cut], (connect + rest)[cut:]
        written, is_closed = exchange(*packets, turns=FEW_TURNS, last=FEW_TURNS)
        ((status, headers, body),) = responses(written)
        assert (status, headers["connection"], json.loads(body)["code"]) == (501, "close", "not-implemented")
        assert is_closed


@pytest.mark.parametrize("second", [CONNECT + b"\r\n", b"GET / HTTP/1.1\r\n\r\n"], ids=["CONNECT", "GET"])
def test_rejection_is_no_response_to_an_earlier_request(second):
    """While a request waits for its response, rejecting the next one only closes the connection."""
    written, is_closed = exchange(LAST + second)
    assert (written, is_closed) == (b"", True)
    written, is_closed = exchange(LAST, second, turns=TURNS)
    assert [status for status, _, _ in responses(written)][1:] in ([400], [501])
    assert (echoed(written), is_closed) == ([LAST_FOUND], True)


@every_upgrade
def test_pipelined_requests_with_upgrade_are_limited(upgrade):
    """Too many pipelined requests with Upgrade close the connection."""
    first, _ = request(b"/first", upgrade, HIDDEN)
    written, is_closed = exchange(first * (ConnectionLimits().pipelined + 2))
    assert (written, is_closed) == (b"", True)


def test_post_with_upgrade_makes_its_game(server):
    """A POST with Upgrade makes the game that its body asks for; a request inside the body is not executed."""
    body = b'{"x": "person", "o": "person"}'
    hidden = (
        b"\r\n" * 4_096 + b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    )
    hidden += b"Content-Length: %d\r\n\r\n" % len(body) + body
    for sent, expected in ((body, [201, 404]), (hidden, [422, 404])):
        fields = UPGRADES[0] + b"Content-Type: application/json\r\n"
        first, _ = request(b"/api/games", fields, sent)
        last, _ = request(b"/last", b"Connection: close\r\n")
        assert [status for status, _, _ in responses(talk(server.port, first, last))] == expected


def test_curl_may_ask_for_http_2(server):
    """`curl --http2`, which sends `Upgrade: h2c`, gets responses to GET and POST in HTTP/1.1."""
    program = shutil.which("curl")

    def curl(*options):
        command = [program, *options]
        return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=PATIENCE).stdout

    if not program or "HTTP2" not in curl("-V"):
        not_here("no curl with HTTP/2 here: apt-get install curl")

    def ask(path, *options):
        status = ["-w", " %{http_code} %{http_version}"]
        return curl("-s", "--noproxy", "*", "--http2", *status, *options, server.address + path).rsplit(
            " ", 2
        )

    assert ask("/health") == ["running\n", "200", "1.1"]
    kind = ["-H", "content-type: application/json"]
    made, *status = ask("/api/games", *kind, "-d", '{"x": "person", "o": "person"}')
    assert status == ["201", "1.1"]
    game = json.loads(made)["game"]["id"]
    response = httpx.get(f"{server.address}/api/games/{game}", timeout=PATIENCE, trust_env=False)
    assert response.json()["id"] == game
    study = '{"record": "3x3x3 b2 {%s} a1"}' % ("word " * 20_000)
    assert ask("/api/studies", *kind, "-d", study)[1:] == ["200", "1.1"]
