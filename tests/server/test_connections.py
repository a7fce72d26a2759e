"""Connections that say nothing, too much, too slowly or nonsense: each held memory, time or descriptors once."""

import contextlib
import resource
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from noughts.server import server as serving
from noughts.server.connections import ConnectionLimits, Doors
from noughts.server.server import raise_descriptors, room
from tests.processes import PATIENCE, wait_until
from tests.server.people import Running, Visitor
from tests.server.service import Service

HEAD = b"GET /api/players HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\n"


def talk(port, *said, end=False, seconds=30):
    """What is answered until the connection ends; said piece by piece, and then perhaps nothing more will come."""
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as line:
        heard = b""
        with contextlib.suppress(ConnectionError):
            for piece in said:
                line.sendall(piece)
            if end:
                line.shutdown(socket.SHUT_WR)
            while more := line.recv(65_536):
                heard += more
        return heard


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server that waits a second for everything, and takes few connections."""
    limits = ConnectionLimits(1.0, 1.0, 1.0, write_seconds=1.0, most=20, each=10)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(serving, "room", lambda _: (limits, 64))
        running = Running(f"sqlite:///{tmp_path_factory.mktemp('hasty') / 'games.db'}")
    yield running
    running.stop()


SILENT = (
    ((), b""),
    ((HEAD,), b"408"),
    ((b"\r\n", b"\r\n"), b""),
    ((POST + b"Content-Length: 100\r\n\r\n{",), b"408"),
    ((POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",), b"408"),
    ((HEAD + UPGRADE,), b"408"),
    ((POST + UPGRADE + b"Content-Length: 100\r\n\r\n{",), b"408"),
    ((HEAD + UPGRADE + b"\r\n",), b"200"),
    ((HEAD + b"\r\n",), b"200"),
    ((b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{",), b"404"),
)
"""What is said before silence, and the status of the answer, if there is one."""


def test_nobody_is_waited_for_without_end(hasty):
    """Who says nothing, half a head, half a body or nothing more is let go, and told why where that can be."""
    with ThreadPoolExecutor(len(SILENT)) as lines:
        answers = lines.map(lambda said: talk(hasty.port, *said[0]), SILENT)
    for (said, status), heard in zip(SILENT, answers, strict=True):
        assert heard[9:12] == status, said
        assert heard.count(b"HTTP/1.1") == (1 if status else 0), said
        assert b"content-security-policy" in heard or not status, said


def test_a_body_cut_short_is_not_executed(hasty):
    """A request whose end never came leaves no game, whether its length was told or not."""
    body = b'{"x": "person", "o": "person"}'
    talk(hasty.port, POST + b"Content-Length: 500\r\n\r\n" + body, end=True)
    talk(hasty.port, POST + b"Transfer-Encoding: chunked\r\n\r\n1e\r\n" + body + b"\r\n", end=True)
    with hasty.store.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM shared").scalar_one() == 0


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        (HEAD + b"Host: evil\r\n\r\n", b"400", b"bad-request"),
        (b"GET / HTTP/1.1\r\n\r\n", b"400", b"bad-request"),
        (b"GET http://evil/ HTTP/1.1\r\nHost: localhost\r\n\r\n", b"400", b"bad-request"),
        (POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"400", b"bad-request"),
        (POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n", b"400", b"bad-request"),
        (POST + b"Content-Length: +5\r\n\r\n", b"400", b"bad-request"),
        (POST + b"Transfer-Encoding: chunked, identity\r\n\r\n", b"400", b"bad-request"),
        (
            POST.replace(b"1.1", b"1.0") + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"400",
            b"bad-request",
        ),
        (b"GET / HTTP/1.1\r\nHost : localhost\r\n\r\n", b"400", b"bad-request"),
        (HEAD + b"X: a\r\n b\r\n\r\n", b"400", b"bad-request"),
        (b"GET / HTTP/1.1\nHost: localhost\n\n", b"400", b"bad-request"),
        (b"HELLO\r\n\r\n", b"400", b"bad-request"),
        (b"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", b"505", b"http-version"),
        (HEAD + UPGRADE + b"Host: evil\r\n\r\n", b"400", b"bad-request"),
        (
            POST + UPGRADE + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            b"400",
            b"bad-request",
        ),
        (POST + UPGRADE + b"Transfer-Encoding: gzip\r\n\r\n", b"400", b"bad-request"),
        (b"GET / HTTP/2.0\r\nHost: localhost\r\n" + UPGRADE + b"\r\n", b"505", b"http-version"),
        (HEAD + UPGRADE + b"X: " + b"a" * 20_000, b"431", b"too-large-head"),
        (HEAD + UPGRADE + b"X: y\r\n" * 200, b"431", b"too-large-head"),
        (b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n", b"501", b"not-implemented"),
        (HEAD + b"X: " + b"a" * 20_000, b"431", b"too-large-head"),
        (HEAD + b"X: y\r\n" * 200, b"431", b"too-large-head"),
        (b"PUT / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", b"405", b"wrong-method"),
    ],
)
def test_what_is_no_request_is_refused_in_our_words(hasty, said, status, code):
    """What RFC 9110 and 9112 forbid is one refusal of our shape, with our headers, and the end of the connection."""
    heard = talk(hasty.port, said)
    assert heard[9:12] == status
    assert b'"code":"' + code + b'"' in heard
    assert heard.count(b"HTTP/1.1 ") == 1
    assert b"content-security-policy" in heard
    assert b"x-content-type-options: nosniff" in heard


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "[::1]", "[::1]:8000", "[2001:db8::1]:80"])
def test_a_whole_address_may_be_asked_for(hasty, host):
    """A request line with the address of the Host field is as good as one with a path, also in upper case."""
    for written in (host, host.upper()):
        said = f"GET http://{written}/health HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        assert talk(hasty.port, said.encode())[9:12] == b"200"


def test_an_address_has_so_many_connections(hasty):
    """One more than an address may have is told to come again; when one ends there is room."""
    with contextlib.ExitStack() as held:
        for _ in range(10):
            line = held.enter_context(socket.create_connection(("127.0.0.1", hasty.port)))
            line.sendall(b"G")
        doors = hasty._server.config.http.doors
        wait_until(lambda: doors.inside.total() == 10 and not doors.idle)
        assert talk(hasty.port)[9:12] == b"503"

    def has_room():
        with contextlib.closing(Visitor(hasty.address)) as visitor:
            return visitor.http.get("/api/players").status_code == 200

    wait_until(has_room, interval=0.05)


def test_doors_count_who_is_inside():
    """Of each address and in all; proxies that are trusted count in all only."""
    doors = Doors(ConnectionLimits(most=4, each=2), trusted=lambda who: who == "proxy")
    assert [doors.enter("a") for _ in range(3)] == [True, True, False]
    assert [doors.enter("proxy") for _ in range(2)] == [True, False]
    for _ in range(3):
        doors.leave("a")
    assert doors.enter("proxy")
    assert (
        doors.silence("proxy") == doors.limits.idle_seconds > doors.silence("a") == doors.limits.head_seconds
    )
    assert set(doors.inside) == {"proxy"}


def test_an_address_with_all_its_connections_loses_an_idle_one():
    """The longest idle one is closed for the next; if none is idle, the next one is rejected."""
    doors, closed = Doors(ConnectionLimits(most=9, each=2, spared_seconds=0)), []

    class Idle:
        def close_idle(self):
            doors.work("a", self)
            closed.append(self)

    first, second = Idle(), Idle()
    for connection in (first, second):
        assert doors.enter("a")
        doors.rest("a", connection)
    assert doors.enter("b")
    assert doors.enter("a")
    assert closed == [first]
    doors.work("a", second)
    assert not doors.enter("a")
    assert closed == [first]


def test_a_full_server_closes_idle_connections_for_others(tmp_path, monkeypatch):
    """The address with most connections loses one that has no request; streams and unfinished requests stay."""
    limits = ConnectionLimits(most=20, each=12, spared_seconds=0)
    monkeypatch.setattr(serving, "room", lambda _: (limits, 64))
    running = Running(f"sqlite:///{tmp_path / 'games.db'}")
    doors, visitor = running._server.config.http.doors, Visitor(running.address)
    visitor.make()

    def connect(address):
        connection = socket.create_connection(("127.0.0.1", running.port), 30, (address, 0))
        held.enter_context(contextlib.closing(connection))
        return connection

    with contextlib.ExitStack() as held:
        held.callback(running.stop)
        held.callback(visitor.close)
        stream = connect("127.0.0.3")
        stream.sendall(f"GET /api/games/{visitor.id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert stream.recv(65_536)[9:12] == b"200"
        many = [connect("127.0.0.2") for _ in range(12)]
        few = [connect("127.0.0.4") for _ in range(6)]
        for connection in (many[0], few[0]):
            connection.sendall(HEAD)
        wait_until(lambda: doors.inside.total() == 20)
        for _ in range(5):
            newcomer = connect("127.0.0.5")
            newcomer.sendall(HEAD + b"\r\n")
            assert newcomer.recv(65_536)[9:12] == b"200"
        assert [connection.recv(1) for connection in many[1:6]] == [b""] * 5
        for connection in (many[0], few[0]):
            connection.sendall(b"\r\n")
            assert connection.recv(65_536)[9:12] == b"200"


def test_the_room_is_what_the_descriptors_allow():
    """However few descriptors there are, connections and those that come at once never need more."""
    for descriptors in (64, 150, 1024, 4096, 20_000, 1 << 20):
        limits, backlog = room(descriptors)
        assert limits.most + backlog <= descriptors
        assert 0 < limits.each <= limits.most


def test_as_many_descriptors_as_the_system_allows():
    """The soft limit is raised to the hard one at the start, as far as that is of use."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, hard))
        assert raise_descriptors() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(hard, 16_384)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_heads_and_pipelines_take_no_memory(tmp_path):
    """Forty megabytes of head, of fields or of requests at once leave the server as it was, and it answers."""
    with Service(tmp_path / "games.db") as service:
        talk(service.port, HEAD + b"Connection: close\r\n\r\n")
        before = service.resident_bytes
        million = b"a" * 1_000_000
        for said in (
            (HEAD + b"X: ", *[million] * 40),
            (HEAD, *[b"X: y\r\n" * 160_000] * 40),
            ((HEAD + b"\r\n") * 20_000,) * 40,
        ):
            talk(service.port, *said)
            assert service.resident_bytes < before + 20_000_000
        assert talk(service.port, HEAD + b"Connection: close\r\n\r\n")[9:12] == b"200"


CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n"
ONE_BYTE = b"1\r\na\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        POST + CHUNKED + b"0\r\nX: " + b"a" * 30_000,
        POST + CHUNKED + b"0\r\n" + b"X: y\r\n" * 200,
        POST + CHUNKED + b"1;" + b"a" * 30_000,
        POST + CHUNKED + ONE_BYTE * 5_000,
    ],
    ids=["trailer", "trailers", "chunk extension", "chunk sizes"],
)
def test_the_framing_of_a_body_is_limited_like_headers(hasty, sent):
    """Chunk sizes, their extensions and trailers that go beyond the limits of headers end the connection."""
    response = talk(hasty.port, sent)
    assert response[9:12] == b"431"
    assert response.count(b"HTTP/1.1 ") == 1


def test_trailers_are_not_headers(hasty):
    """A Host or Content-Type in a trailer changes nothing: this body has no type, and is rejected for that."""
    head = POST.replace(b"Content-Type: application/json\r\n", b"Connection: close\r\n")
    response = talk(hasty.port, head + CHUNKED + b"2\r\n{}\r\n0\r\nContent-Type: application/json\r\n\r\n")
    assert response[9:12] == b"415"


@pytest.mark.parametrize(
    ("head", "status"),
    [(HEAD, b"200"), (b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\n", b"404")],
    ids=["GET", "unknown path"],
)
def test_a_body_that_no_handler_reads_is_not_read(hasty, head, status):
    """The response comes before the body has ended, and is the last one; what is still sent does not destroy it."""
    with socket.create_connection(("127.0.0.1", hasty.port), timeout=30) as connection:
        connection.sendall(head + CHUNKED + ONE_BYTE)
        response = connection.recv(65_536)
        assert response[9:12] == status
        assert b"connection: close" in response
        connection.sendall(ONE_BYTE * 1_000)
        while more := connection.recv(65_536):
            response += more
        assert response.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize(("data", "pause"), [(b"a" * 100_000, 0.01), (b"a", 0.05)], ids=["bytes", "time"])
def test_data_after_the_last_response_is_bounded(hasty, data, pause):
    """A client that goes on sending after the end of the connection is cut off, by its bytes or by the time."""

    def send_on(connection):
        while True:
            connection.sendall(data)
            time.sleep(pause)

    with socket.create_connection(("127.0.0.1", hasty.port), timeout=30) as connection:
        connection.sendall(b"POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n")
        with pytest.raises(ConnectionError):
            send_on(connection)


@pytest.mark.long
def test_too_few_descriptors_stop_nothing(tmp_path):
    """With 150 descriptors and 300 connections, a request that has begun is served, and the log stays short."""
    with Service(tmp_path / "games.db", within=150) as service, contextlib.ExitStack() as held:
        first = held.enter_context(socket.create_connection(("127.0.0.1", service.port)))
        first.sendall(HEAD)
        for _ in range(300):
            with contextlib.suppress(OSError):
                held.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=0.01))
        first.settimeout(PATIENCE)
        first.sendall(b"\r\n")
        assert first.recv(100)[9:12] == b"200"
    said = service.log.read_text()
    assert said.count("\n") < 100, said[:2_000]
