"""Behind a reverse proxy: who asks, by which name and scheme, is what the proxy says, and what nobody else can say."""

import asyncio
import configparser
import contextlib
import logging
import os
import re
import shlex
import shutil
import socket
import ssl
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from http.client import HTTPSConnection
from pathlib import Path

import httpx
import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from starlette.requests import HTTPConnection
from starlette.responses import Response

from noughts import NoughtsError
from noughts.server import (
    databases,
)
from noughts.server.addresses import Proxies, ProxyHeaders, is_near, outside_addresses
from noughts.server.connections import ConnectionLimits
from noughts.server.metrics import Metrics
from noughts.server.middleware import Answers
from noughts.server.rate_limits import RATES, Rate
from tests.paths import DOCS
from tests.processes import PATIENCE, not_here, reserved_port, wait_until
from tests.server.people import Visitor
from tests.server.service import Service

PAGES = DOCS / "proxies"
NAME = "play.example.org"
LANES = ("moves", "questions", "contests")
PRETENDED = "198.51.100.66"


def seen(peer, headers, *networks):
    """A request as the server sees it: the client, the scheme, the host and the name of the request."""
    found = {}

    async def app(scope, receive, send):
        found.update(scope)

    raw = [(name.encode(), value.encode()) for name, value in [("host", "inside:8000"), *headers]]
    scope = {"type": "http", "client": (peer, 1), "scheme": "http", "headers": raw}
    asyncio.run(ProxyHeaders(app, Proxies(networks))(scope, None, None))
    hosts = [value.decode() for name, value in found["headers"] if name == b"host"]
    return found["client"][0], found["scheme"], hosts, found.get("request_id")


SAID = [
    ("x-forwarded-for", "198.51.100.7, 203.0.113.9, 10.0.0.2"),
    ("x-forwarded-proto", "https"),
    ("x-forwarded-host", NAME),
    ("x-request-id", "0123456789abcdef"),
]


def test_only_a_trusted_proxy_is_believed():
    """A stranger's forwarded fields change nothing; a proxy's are taken, up to the first address that is no proxy."""
    assert seen("192.0.2.1", SAID) == ("192.0.2.1", "http", ["inside:8000"], None)
    assert seen("192.0.2.1", SAID, "10.0.0.0/8") == ("192.0.2.1", "http", ["inside:8000"], None)
    taken = seen("10.0.0.1", SAID, "10.0.0.0/8")
    assert taken == ("203.0.113.9", "https", [NAME], "0123456789abcdef")
    assert seen("::1", [("x-forwarded-for", "2001:db8::1")], "::1")[0] == "2001:db8::1"
    assert seen("::ffff:10.0.0.1", SAID, "10.0.0.0/8")[0] == "203.0.113.9"


@pytest.mark.parametrize(
    ("hop", "client"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:4711", "203.0.113.7"),
        ('"203.0.113.7:4711"', "203.0.113.7"),
        ("2001:db8::1", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("[2001:db8::1]:4711", "2001:db8::1"),
        ('"[2001:DB8::1]:4711"', "2001:db8::1"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("[::ffff:203.0.113.7]:4711", "203.0.113.7"),
        ("198.51.100.7:1, 203.0.113.7:4711, 10.0.0.2:80", "203.0.113.7"),
        ("203.0.113.7:4711, [::ffff:10.0.0.2]:80", "203.0.113.7"),
        ("203.0.113.7, ", "203.0.113.7"),
    ],
)
def test_a_client_may_be_forwarded_with_its_port(hop, client):
    """The client's address is taken from X-Forwarded-For with or without a port, in brackets or in quotes."""
    assert seen("10.0.0.1", [("x-forwarded-for", hop)], "10.0.0.0/8")[0] == client


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("x-forwarded-for", "nonsense"),
        *(
            ("x-forwarded-for", hop)
            for hop in ("", ", ,", "unknown", "203.0.113.7:x", "203.0.113.7:4711:1", ":80", "[]:80")
        ),
        ("x-forwarded-for", "203.0.113.9, nonsense"),
        ("x-forwarded-for", ", ".join(["10.0.0.2"] * 1_000)),
        ("x-forwarded-proto", "gopher"),
        ("x-forwarded-host", "a/b"),
        ("x-forwarded-host", "a, b"),
        ("x-request-id", "short"),
        ("x-request-id", "with a space and more"),
    ],
)
def test_what_a_proxy_passes_on_may_be_nonsense(field, value):
    """What is no address, scheme, host or name of a request is as if it had not been said."""
    assert seen("10.0.0.1", [(field, value)], "10.0.0.0/8") == ("10.0.0.1", "http", ["inside:8000"], None)


def test_what_is_no_proxy_is_said():
    """An address that is none is quoted."""
    with pytest.raises(NoughtsError, match="'nginx'"):
        Proxies(["nginx"])


NUMBERS = {
    "noughts_answers": "counter",
    "noughts_answer_seconds": "histogram",
    "noughts_streams": "gauge",
    **{f"noughts_{lane}_{how}": "gauge" for lane in LANES for how in ("waiting", "computing")},
    "noughts_computing_seconds": "counter",
    "process_start_time_seconds": "gauge",
    "process_cpu_seconds": "counter",
    "process_max_resident_memory_bytes": "gauge",
}
"""What whoever keeps a server has put into alarms and pictures; a counter's samples end with ``_total``."""


def test_each_application_counts_for_itself():
    """Two in one process share no number."""

    async def send(_):
        """Nobody hears the answer."""

    one, other = Metrics(dict), Metrics(dict)
    door, _ = [Answers(Response(), metrics.registry) for metrics in (one, other)]
    asyncio.run(door({"type": "http", "method": "GET", "path": "/"}, None, send))
    assert b'noughts_answers_total{status="200"} 1.0' in generate_latest(one.registry)
    assert b'status="200"' not in generate_latest(other.registry)


def test_numbers_are_told_to_this_machine_alone(visitor):
    """Health and readiness answer everybody; the metrics answer loopback, and nothing that was passed on."""
    visitor.make(o="tic")
    assert visitor.http.get("/health").text == "running\n"
    assert visitor.http.get("/ready").text == "ready\n"
    text = visitor.http.get("/metrics").text
    counted = dict(re.findall(r"^(noughts_\S+) (\S+)$", text, re.MULTILINE))
    assert float(counted['noughts_answers_total{status="201"}']) >= 1
    assert counted['noughts_answer_seconds_bucket{le="+Inf"}'] == counted["noughts_answer_seconds_count"]
    families = {family.name: family.type for family in text_string_to_metric_families(text)}
    assert {name: families.get(name) for name in NUMBERS} == NUMBERS
    assert visitor.http.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"}).status_code == 404


@pytest.mark.parametrize(
    ("host", "near"),
    [
        *((host, True) for host in (None, "localhost:8000", "LOCALHOST.", "127.0.0.1", "[::1]:80", "Tuxedo")),
        *((host, False) for host in ("evil.example", "evil.example:8000", NAME, "", "tuxedo.evil.example")),
    ],
)
def test_a_local_request_names_this_machine(monkeypatch, host, near):
    """Even where every Host is accepted, a request to another host does not count as one from this machine."""
    monkeypatch.setattr(socket, "gethostname", lambda: "tuxedo")
    headers = [] if host is None else [(b"host", host.encode())]
    scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": headers}
    assert is_near(HTTPConnection(scope)) is near


def test_it_is_not_ready_without_its_games(own_server, own_visitor, monkeypatch):
    """Where the database cannot be read, readiness is 503, and no answer says where the games are."""
    own_visitor.make()
    path = Path(own_server.store.engine.url.database)
    monkeypatch.setattr(own_server.store.engine, "connect", broken(own_server.store.engine, path))
    get = own_visitor.http.get
    answers = [get("/ready"), get("/api/games/another"), own_visitor.send("resign", version=0)]
    answers.append(get(f"/api/games/{own_visitor.id}"))
    for answer in answers[:2]:
        assert (answer.status_code, answer.json()["code"]) == (503, "database")
    for answer in answers:
        assert str(path.parent) not in answer.text
        assert "sqlite" not in answer.text
    assert get("/health").status_code == 200


def test_it_is_not_ready_where_nothing_can_be_kept(own_server, monkeypatch):
    """A full disk is told before a game is refused for it, though what is there can be read."""
    full = partial(open, "/dev/full", "wb")
    monkeypatch.setattr(databases, "TemporaryFile", lambda **_: full(0))
    told = httpx.get(f"{own_server.address}/ready", trust_env=False, timeout=PATIENCE)
    assert (told.status_code, told.json()["code"]) == (507, "disk-full")
    monkeypatch.undo()
    assert httpx.get(f"{own_server.address}/ready", trust_env=False, timeout=PATIENCE).text == "ready\n"


def test_the_log_does_not_grow_with_who_asks(own_server, monkeypatch, caplog):
    """However many are refused while the database is away, it is written down some times and not each."""
    path = Path(own_server.store.engine.url.database)
    monkeypatch.setattr(own_server.store.engine, "connect", broken(own_server.store.engine, path))
    monkeypatch.setitem(RATES, "log", Rate(3, 0.0001))
    with httpx.Client(base_url=own_server.address, trust_env=False, timeout=PATIENCE) as client:
        codes = {client.get("/ready").json()["code"] for _ in range(20)}
    assert codes == {"database"}
    lines = [record for record in caplog.records if record.name == "noughts.server"]
    assert len(lines) == 3
    assert str(path) in lines[0].getMessage()


def broken(engine, path):
    """Connects as where the file is no database any more."""

    def connect():
        path.write_bytes(b"nothing of the kind" * 1_000)
        engine.dispose()
        return type(engine).connect(engine)

    return connect


def test_every_answer_has_a_name(visitor, caplog):
    """The name of a request stands in its answer and in the log's line, with the address that asked."""
    with caplog.at_level(logging.INFO, logger="noughts.access"):
        answer = visitor.http.get("/api/nothing")
    name = answer.headers["x-request-id"]
    assert re.fullmatch("[0-9a-f]{16}", name)
    (line,) = (r.getMessage() for r in caplog.records if r.name == "noughts.access")
    assert line.startswith("127.0.0.1 GET '/api/nothing' 404 ")
    assert line.endswith(f" ms {name}")
    assert visitor.http.get("/api/nothing").headers["x-request-id"] != name


@pytest.mark.parametrize("name", ["nginx.conf", "Caddyfile"])
def test_a_proxy_lets_go_of_idle_connections_first(name):
    """Who closes a connection while the other asks on it loses a request: by the documents the server never does."""
    (seconds,) = re.findall(r"keepalive(?:_timeout)? (\d+)s", (PAGES / name).read_text())
    assert 0 < int(seconds) < ConnectionLimits().idle_seconds


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """A server that believes the proxies of this machine."""
    options = ("--public-name", NAME, "--trusted-proxy", "127.0.0.1", "--log")
    with Service(tmp_path_factory.mktemp("behind") / "games.db", None, *options) as service:
        yield service
    said = service.log.read_text()
    assert "127.0.0.1 POST '/api/games' 201" in said or "POST" not in said
    assert PRETENDED not in said


@contextlib.contextmanager
def proxy(command, port, folder):
    """A proxy that runs, and its address; what it says goes to a file."""
    with open(folder / "said", "w+") as said, subprocess.Popen(command, stdout=said, stderr=said) as running:
        try:

            def is_ready():
                assert running.poll() is None, (folder / "said").read_text()
                with contextlib.suppress(httpx.TransportError):
                    asked = {"verify": False, "timeout": PATIENCE, "headers": {"host": f"{NAME}:{port}"}}
                    return httpx.get(f"https://127.0.0.1:{port}/health", **asked).text == "running\n"
                return False

            wait_until(is_ready, (folder / "said").read_text, interval=0.1)
            yield f"https://127.0.0.1:{port}"
        finally:
            running.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                running.wait(5)
            running.kill()  # Caddy would wait for a stream that nobody reads any more


def through(name, text, port):
    """A file of the documents, with the ports and the folder of this test in the place of its own."""
    given = (PAGES / name).read_text()
    for old, new in text.items():
        assert old in given, f"{name} has no {old}"
        given = given.replace(old, new)
    assert str(port) in given
    return given


def nginx(folder, port, behind, second=None, changes=()):
    """The program nginx by the file of the documents, before one server or two."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/bin")
    if not program:
        not_here("no nginx here: apt-get install nginx-light")
    key, certificate = folder / "key", folder / "certificate"
    request = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME}".split()
    subprocess.run([*request, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = {
        "127.0.0.1:8000": f"127.0.0.1:{behind.port}",
        "listen 443": f"listen 127.0.0.1:{port}",
        "/etc/ssl/play.example.org.pem": str(certificate),
        "/etc/ssl/play.example.org.key": str(key),
        "http {": f"http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; "
        f"fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;",
    }
    if second:
        text["# server 127.0.0.1:8001"] = f"server 127.0.0.1:{second.port}"
    text.update(changes)
    (folder / "nginx.conf").write_text(through("nginx.conf", text, port))
    settings = f"daemon off; pid {folder}/pid; error_log stderr;"
    settings += "user root;" if os.geteuid() == 0 else ""  # whose folders these are
    return [program, "-p", str(folder), "-c", str(folder / "nginx.conf"), "-g", settings]


def caddy(folder, port, behind, second=None, changes=()):
    """Caddy by the file of the documents, before one server or two."""
    program = shutil.which("caddy")
    if not program:
        not_here("no caddy here: apt-get install caddy")
    own = "\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n\tdefault_sni localhost\n"
    own += f"\tstorage file_system {folder}/kept\n\tservers {{"
    names = ", ".join(f"https://{name}:{port}" for name in ("localhost", "127.0.0.1", NAME))
    text = {
        "reverse_proxy 127.0.0.1:8000": " ".join(
            ["reverse_proxy", *(f"127.0.0.1:{one.port}" for one in (behind, second) if one)]
        ),
        "\tservers {": own,
        f"\n{NAME} {{": f"\n{names} {{\n\ttls internal",
        **dict(changes),
    }
    (folder / "Caddyfile").write_text(through("Caddyfile", text, port))
    return [program, "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@cache
def unchecked(*protocols):
    """Return a TLS context that accepts any certificate and offers these protocols."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    if protocols:
        context.set_alpn_protocols(protocols)
    return context


def visitor_of(address, **more):
    """Return a visitor who plays through the proxy at an address, and requests the documented host name."""
    visitor = Visitor(address)
    visitor.http.close()
    headers = {"host": f"{NAME}:{httpx.URL(address).port}", **more}
    visitor.http = httpx.Client(base_url=address, verify=unchecked(), timeout=PATIENCE, headers=headers)
    return visitor


def spoken(port):
    """What a proxy speaks with who understands HTTP/2, too."""
    context = unchecked("h2", "http/1.1")
    with socket.create_connection(("127.0.0.1", port)) as line, context.wrap_socket(line) as told:
        return told.selected_alpn_protocol()


@pytest.mark.parametrize("made", [nginx, pytest.param(caddy, marks=pytest.mark.long)])
def test_a_game_through_a_proxy(behind, tmp_path, made):
    """By the proxy's file of the documents: TLS, the page, a game played and watched, and no foreign page or name."""
    with (
        reserved_port() as port,
        proxy(made(tmp_path, port, behind), port, tmp_path) as address,
        visitor_of(address, **{"origin": f"https://{NAME}:{port}", "x-forwarded-for": PRETENDED}) as visitor,
    ):
        assert spoken(port) == "h2"
        assert visitor.http.get("/").status_code == 200
        visitor.make(o="tic")
        with visitor.stream() as events:
            assert next(events)[0] == 0
            visitor.play("b2")
            assert next(events)[1]["moves"][0] == "b2"
        foreign = visitor.http.post(
            "/api/games", headers={"origin": "https://evil.example"}, json={"x": "person", "o": "tic"}
        )
        assert (foreign.status_code, foreign.json()["code"]) == (403, "foreign-origin")
        assert "<html" not in visitor.http.get("/", headers={"host": "evil.example"}).text
        assert visitor.http.get("/metrics").status_code == 404
        long = visitor.http.post("/api/studies", json={"record": "3x3x3 b2 {" + "word " * 20_000 + "} a1"})
        assert long.status_code == 200, long.text
    direct = httpx.get(behind.address, headers={"host": "evil.example"}, trust_env=False, timeout=PATIENCE)
    assert direct.status_code == 400


@pytest.mark.long
@pytest.mark.parametrize("made", [nginx, caddy])
def test_one_of_two_servers_may_end(cluster, tmp_path, made):
    """By the unit's options and a proxy's file: a game that one server kept goes on through the other, and back."""
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read(PAGES / "noughts@.service")
    words = shlex.split(unit["Service"]["ExecStart"])
    assert words[1:7] == ["serve", "--no-browser", "--port", "%i", "--database", "postgresql:///games"]
    database = cluster.database()
    with (
        Service(database, None, *words[7:]) as one,
        Service(database, None, *words[7:]) as two,
        reserved_port() as port,
        proxy(made(tmp_path, port, one, two), port, tmp_path) as address,
        visitor_of(address) as visitor,
    ):
        visitor.make()
        one.stop()
        assert visitor.play("b2")["moves"] == ["b2"]
        one.start()
        two.stop()
        assert visitor.play("a1", "O")["moves"] == ["b2", "a1"]
        two.start()
        one.stop()
        assert visitor.play("c3")["moves"] == ["b2", "a1", "c3"]


ONE_CONNECTION = {
    nginx: {"keepalive 32;": "keepalive 1;"},
    caddy: {"keepalive 20s": "keepalive 20s\n\t\t\tmax_conns_per_host 1"},
}
"""Changes that make a proxy use one connection to the server; nginx does if requests come one after another."""

FORWARDS_UPGRADE = {
    nginx: {'Connection "";': "Connection $http_connection; proxy_set_header Upgrade $http_upgrade;"},
    caddy: {"request_header -Upgrade": "# request_header -Upgrade"},
}
"""Changes that make a proxy forward the field Upgrade."""


def hide_a_request(address, number):
    """Send an Upgrade and a CONNECT request; the body of each is a request that would take seconds."""
    hidden = f"GET /api/analyse?board={5 + number % 10}x9x5&nodes=1000000 HTTP/1.1\r\nHost: {NAME}\r\n\r\n"
    body = "\r\n" * 4_096 + hidden  # longer than the server reads at once
    url = httpx.URL(address)
    fields = {"host": f"{NAME}:{url.port}", "content-type": "application/json"}
    for method, path, more in (
        ("POST", "/api/games", {"connection": "Upgrade", "upgrade": "other"}),
        ("CONNECT", "/", {}),
    ):
        with contextlib.closing(HTTPSConnection(url.host, url.port, context=unchecked())) as connection:
            connection.request(method, path, body, {**fields, **more})
            connection.getresponse().read()


@pytest.mark.parametrize("is_forwarded", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize(
    ("made", "workers", "group"), [(nginx, 1, 5), pytest.param(caddy, 20, 20, marks=pytest.mark.long)]
)
def test_each_client_gets_its_own_responses(behind, tmp_path, made, workers, group, is_forwarded):
    """Twenty clients that share a connection to the server get only their own games and tokens."""
    changes = {**ONE_CONNECTION[made], **(FORWARDS_UPGRADE[made] if is_forwarded else {})}
    boards = [f"{columns}x{rows}x3" for columns in range(3, 8) for rows in range(3, 7)]
    steps = (
        lambda visitor, board: visitor.make(board=board)["board"] == board,
        lambda visitor, _: visitor.game()["id"] == visitor.id,
        lambda visitor, _: visitor.send("moves", version=0, ply=0, cell="a1").json()["id"] == visitor.id,
        lambda visitor, _: visitor.send("resign", version=1).json()["id"] == visitor.id,
    )
    with (
        reserved_port() as port,
        proxy(made(tmp_path, port, behind, changes=changes), port, tmp_path) as address,
        contextlib.ExitStack() as left,
        ThreadPoolExecutor(workers) as pool,
    ):
        visitors = [left.enter_context(visitor_of(address)) for _ in boards]
        for number, step in enumerate(steps):
            for begin in range(0, len(boards), group):
                hide_a_request(address, number)
                some = slice(begin, begin + group)
                assert all(pool.map(step, visitors[some], boards[some])), number
        assert len({visitor.id for visitor in visitors}) == len(boards)
        assert len({token for visitor in visitors for token in visitor.tokens.values()}) == 2 * len(boards)


def received(address, sent):
    """Return all that the proxy sends in response to these bytes before it closes the connection."""
    url, data = httpx.URL(address), b""
    with (
        socket.create_connection((url.host, url.port), PATIENCE) as line,
        unchecked().wrap_socket(line) as secured,
        contextlib.suppress(ssl.SSLEOFError, ConnectionError),
    ):
        secured.sendall(sent)
        while more := secured.recv(65_536):
            data += more
    return data


@pytest.mark.parametrize("made", [nginx, pytest.param(caddy, marks=pytest.mark.long)])
def test_a_proxy_limits_what_strangers_send(behind, tmp_path, made):
    """The proxy rejects slow, large and broken requests; streams stay open, and other clients get their responses."""
    with (
        reserved_port() as port,
        proxy(made(tmp_path, port, behind, changes={"10s": "2s"}), port, tmp_path) as address,
        visitor_of(address) as visitor,
        ThreadPoolExecutor() as pool,
    ):
        visitor.make()
        head = f"POST /api/studies HTTP/1.1\r\nHost: {NAME}:{port}\r\nContent-Type: application/json\r\n".encode()
        chunked = head + b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        stages = (
            {b"": b"", head: b"", head + b"Content-Length: 9\r\n\r\n{": b"504"},
            {chunked + b"no length\r\n": b"400 502"},
            {head + b"X: " + b"a" * 40_000 + b"\r\n\r\n": b"400 431"},
            {chunked + (b"ffff\r\n" + b" " * 65_535 + b"\r\n") * 11: b"413"},
        )
        with visitor.stream() as events:
            assert next(events)[0] == 0
            for stage in stages:
                for statuses, data in zip(
                    stage.values(), pool.map(partial(received, address), stage), strict=True
                ):
                    assert data[9:12] in statuses, data
                    assert b"application/json" not in data  # noughts would send JSON
                with visitor_of(address) as other:
                    other.make()
            visitor.play("b2")
            assert next(events)[1]["moves"] == ["b2"]


def test_where_others_reach_it(own_server, visitor):
    """A server that listens for others says where, to its own machine alone; one that does not says nothing."""
    assert visitor.http.get("/api/addresses").json() == {"schema": 3, "addresses": []}
    assert outside_addresses("127.0.0.1", 8000) == outside_addresses("::1", 8000) == ()
    assert outside_addresses("192.168.1.5", 8000) == ("http://192.168.1.5:8000",)
    assert outside_addresses("2001:db8::7", 80) == ("http://[2001:db8::7]:80",)
    for everywhere in ("0.0.0.0", "::"):  # noqa: S104 - what is said of it, not bound
        assert all(
            "127.0.0.1" not in one and one.endswith(":8000") for one in outside_addresses(everywhere, 8000)
        )
    own_server.app.state.services.addresses = ("http://192.168.1.5:8000",)
    with_proxy = {"x-forwarded-for": "203.0.113.9"}
    asked = [
        visitor.http.get(f"{own_server.address}/api/addresses", headers=headers).json()["addresses"]
        for headers in ({}, with_proxy)
    ]
    assert asked == [["http://192.168.1.5:8000"], []]
