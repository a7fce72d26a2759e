"""The command `serve` as a process: ready when it says so, stopped, killed and started again, and refused."""

import contextlib
import itertools
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from threading import Semaphore

import httpx
import pytest

from noughts.server import server
from noughts.server.options import Options
from tests.adapters.programs.brains import Brain
from tests.inside import inside
from tests.processes import PATIENCE, below, runs, wait_until
from tests.server.people import Visitor
from tests.server.service import Service
from tests.server.test_attacks import TORUS, dear

ANYWHERE = "192.0.2.1"
"""Stands for an address of this machine that others reach."""

EVERYWHERE = "0.0.0.0"  # noqa: S104


def refused(*args, env=None):
    """The exit status and the one line of a server that does not start, as the console script gives them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "setswitchinterval", lambda _: None)
        patch.setattr(server, "server_of", None)  # what comes so far fails, and does not serve
        for name, value in (env or {}).items():
            patch.setenv(name, value)
        answer = inside("serve", "--no-browser", *args)
    assert (answer.out, answer.err.count("\n")) == ("", 1), answer.err
    return answer.status, answer.err


@pytest.fixture
def service(tmp_path):
    """A server that a test stops."""
    with Service(tmp_path / "games.db") as running:
        yield running


@pytest.mark.parametrize(
    ("number", "status"),
    [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, -signal.SIGTERM, marks=pytest.mark.long)],
)
def test_it_stops_when_told(service, number, status):
    """Ctrl-C and SIGTERM end it at once, as any program, also while somebody watches a game."""
    with Visitor(service.address) as visitor:
        visitor.make()
        with visitor.stream() as events:
            next(events)
            service.process.send_signal(number)
            assert service.process.wait(PATIENCE) == status


def test_asked_again_and_again_it_stops_as_asked_once(service):
    """Ctrl-C held down, while somebody is still waited for, ends it as one does, and tells nothing of its inside."""

    def has_ended():
        service.process.send_signal(signal.SIGINT)
        return service.process.poll() is not None

    with socket.create_connection(("127.0.0.1", service.port)) as slow:
        slow.sendall(b"POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{")
        assert httpx.get(f"{service.address}/health", trust_env=False).is_success
        wait_until(has_ended, interval=0.001)
    assert service.process.returncode == 130
    assert "stopped" in (told := service.log.read_text())
    assert "Traceback" not in told


@pytest.mark.long
def test_it_stops_whatever_it_computes(service):
    """A question that takes ten seconds, and a stream, do not keep it: it ends before the one is computed."""
    with ThreadPoolExecutor(1) as pool, Visitor(service.address) as visitor:
        visitor.make()
        asked = {"board": TORUS, "position": dear(1)}
        asking = pool.submit(
            httpx.get, f"{service.address}/api/analyse", params=asked, timeout=60, trust_env=False
        )
        wait_until(
            lambda: "noughts_questions_computing 1" in visitor.http.get("/metrics").text, interval=0.02
        )
        with visitor.stream() as events:
            next(events)
            service.process.terminate()
            service.process.communicate(timeout=PATIENCE)
        with contextlib.suppress(httpx.TransportError):
            assert asking.result().status_code in (422, 503)


@pytest.mark.parametrize("number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)])
def test_it_stops_whatever_a_program_thinks(tmp_path, number):
    """A program that thinks for a thousand seconds ends with the server, which does not take that for a lost game."""
    fake = Brain(tmp_path, "hang", seconds=Fraction(1_000))
    options = ("--program", f"slow=gomocup:{fake.player.command}(seconds=1000)")
    with Service(tmp_path / "games.db", None, *options) as service, ThreadPoolExecutor(1) as pool:
        visitor = Visitor(service.address)
        visitor.make(o="slow", board="6x5x5")
        moved = pool.submit(visitor.send, "moves", version=0, ply=0, cell="c3")
        wait_until(lambda: moved.done() or (fake.notes("heard") and fake.heard[-1].startswith("TURN")))
        assert not moved.done()
        service.process.send_signal(number)
        service.process.communicate(timeout=PATIENCE)
        assert fake.left == []
        with contextlib.suppress(httpx.TransportError):
            assert moved.result().status_code == 503
    with Service(tmp_path / "games.db", service.port, *options):
        assert (visitor.game()["version"], visitor.game()["outcome"]) == (0, None)
        visitor.close()


@pytest.mark.long
def test_it_stops_while_its_database_is_locked(service, tmp_path):
    """Who waits for the lock is told to come again, in words, and no traceback is written of it."""
    with ThreadPoolExecutor(3) as pool:
        service.wait_until_it_plays()
        holder = sqlite3.connect(tmp_path / "games.db", isolation_level=None)
        holder.execute("BEGIN EXCLUSIVE")
        path, body = f"{service.address}/api/games", {"x": "person", "o": "person"}
        sent = Semaphore(0)

        def trace(event, _):
            if event == "http11.send_request_body.complete":
                sent.release()

        def ask(_):
            with httpx.Client(timeout=60, trust_env=False) as client:
                return client.send(client.build_request("POST", path, json=body, extensions={"trace": trace}))

        asked = [pool.submit(ask, number) for number in range(3)]
        for _ in asked:
            assert sent.acquire(timeout=60)
        httpx.get(f"{service.address}/health", trust_env=False, timeout=PATIENCE)  # which comes after them
        service.stop()
        holder.close()
        for each in asked:
            with contextlib.suppress(httpx.TransportError):  # one that had not come in yet
                assert (each.result().status_code, each.result().json()["code"]) == (503, "busy")
        assert "Traceback" not in service.log.read_text()


LOOPBACK = {"localhost", "127.0.0.1", "[::1]"}
MACHINE = {"tuxedo.example.org", "tuxedo", "tuxedo.local"}


@pytest.mark.parametrize(
    ("bound", "written", "names", "hosts"),
    [
        ("127.0.0.1", "2130706433", (), {*LOOPBACK, "2130706433"}),
        ("127.9.9.9", "127.9.9.9", (), {*LOOPBACK, "127.9.9.9"}),
        ("::1", "::1", ("A.b",), {*LOOPBACK, "a.b"}),
        ("127.0.0.1", "LocalHost.", (), LOOPBACK),
        (ANYWHERE, ANYWHERE, (), {*LOOPBACK, ANYWHERE, *MACHINE}),
        (ANYWHERE, ANYWHERE, ("a.b",), {*LOOPBACK, ANYWHERE, *MACHINE, "a.b"}),
        (EVERYWHERE, "", (), {*LOOPBACK, *MACHINE}),
    ],
)
def test_a_server_has_the_names_of_its_machine(monkeypatch, bound, written, names, hosts):
    """A server has localhost, the host it was started with and its public names; in a network also its host name."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Tuxedo.example.org")
    assert Options("", host=written, names=names).hosts(bound) == hosts


@pytest.mark.parametrize("name", ["", "."])
def test_a_machine_without_a_name_does_not_allow_the_empty_host(monkeypatch, name):
    """An empty host name of the machine adds no name."""
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    assert Options("", host=EVERYWHERE).hosts(EVERYWHERE) == {*LOOPBACK, EVERYWHERE}


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("play.example.org", ("play.example.org",)),
        ("a.b, c.d", ("a.b", "c.d")),
        ("a.b c.d,,e.f, ", ("a.b", "c.d", "e.f")),
        (" , ", ()),
        ("", ()),
    ],
)
def test_public_names_come_from_the_environment(monkeypatch, given, names):
    """NOUGHTS_PUBLIC_NAME holds names separated by commas or spaces."""
    chosen = []
    monkeypatch.setenv("NOUGHTS_PUBLIC_NAME", given)
    monkeypatch.setattr(server, "run", lambda options, _: chosen.append(options.names))
    assert inside("serve", "--no-browser", "--database", "sqlite://").status == 0
    assert chosen == [names]


def test_an_option_goes_before_the_environment(monkeypatch):
    """Names on the command line replace those of NOUGHTS_PUBLIC_NAME."""
    chosen = []
    monkeypatch.setenv("NOUGHTS_PUBLIC_NAME", "a.b")
    monkeypatch.setattr(server, "run", lambda options, _: chosen.append(options.names))
    inside("serve", "--no-browser", "--database", "sqlite://", "--public-name", "c.d")
    assert chosen == [("c.d",)]


def test_a_rebound_name_reads_nothing_in_a_network(tmp_path):
    """On all addresses a disallowed Host gets 400; IP addresses and the machine's names are accepted."""
    short = socket.gethostname().partition(".")[0]
    with (
        Service(tmp_path / "games.db", None, "--host", EVERYWHERE) as service,
        httpx.Client(base_url=service.address, trust_env=False, timeout=PATIENCE) as client,
    ):
        for host in ("192.0.2.7:8000", "LOCALHOST.", short, f"{short}.local:1"):
            assert client.get("/metrics", headers={"host": host}).status_code == 200, host
        for host, path in itertools.product(("evil.example", ""), ("/metrics", "/games/", "/health", "/")):
            answer = client.get(path, headers={"host": host})
            assert (answer.status_code, answer.json()["code"]) == (400, "foreign-host"), host
            assert "--public-name" in answer.json()["error"]
            assert "location" not in answer.headers


@pytest.mark.parametrize(
    ("address", "asked", "waits"),
    [
        ("127.0.0.1", None, False),
        ("::1", None, False),
        (ANYWHERE, None, True),
        ("127.0.0.1", "full", True),
        (ANYWHERE, "normal", False),
    ],
)
def test_an_answer_waits_for_the_disk_where_others_play(tmp_path, address, asked, waits):
    """SQLite flushes at each commit where the address is not this machine's alone, or its owner says so."""
    store = Options(f"sqlite:///{tmp_path / 'games.db'}", synchronous=asked).open_store(address)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == (2 if waits else 1)
    assert store.waits_for_disk is waits
    store.close()


@pytest.mark.long
def test_nothing_is_left_running_after_a_kill(service):
    """The processes that compute end with their server, even after kill -9."""
    path = "/api/decide?player=hard&board=6x6x4"
    assert httpx.get(service.address + path, timeout=60, trust_env=False).status_code == 200
    children = below(service.process.pid)
    assert children
    service.kill()
    assert not any(map(runs, children))


def test_a_port_that_is_taken_is_said(noughts):
    """Exit 2 and one line that quotes the port, before anything else happens: as a process."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = noughts("serve", "--no-browser", "--port", str(port))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert f"'127.0.0.1:{port}'" in answer.err


@pytest.mark.parametrize(
    ("args", "env", "quoted"),
    [
        (("--host", "no.such.host.invalid"), {}, "no.such.host.invalid"),
        (("--host", ANYWHERE), {}, ANYWHERE),
        (("--database", "games.db"), {}, "games.db"),
        (("--database", "nosuch://host/games"), {}, "nosuch://host/games"),
        (("--public-name", "a/b"), {}, "'a/b'"),
        (("--public-name", "a.b:80"), {}, "'a.b:80'"),
        ((), {"NOUGHTS_PUBLIC_NAME": "a.b,c/d"}, "'c/d'"),
        (("--trusted-proxy", "nginx"), {}, "'nginx'"),
        (("--trusted-proxy", "1.2.3.4/99"), {}, "'1.2.3.4/99'"),
        (("--max-store-size", "lots"), {}, "'lots'"),
        (("--program", "brain=ugi:no-such-program"), {}, "there is no program 'no-such-program'"),
    ],
)
def test_what_a_server_cannot_start_with_is_said(tmp_path, args, env, quoted):
    """Exit 2 and one line that quotes the host, database, name, proxy, size or program."""
    status, said = refused("--port", "0", "--database", f"sqlite:///{tmp_path}/games.db", *args, env=env)
    assert status == 2
    assert quoted in said


def test_a_damaged_database_is_said(tmp_path):
    """Exit 2, and the file is left as it is."""
    file = tmp_path / "games.db"
    file.write_text("not a database at all, but long enough for a header of one" * 20)
    before = file.read_bytes()
    status, said = refused("--port", "0", "--database", f"sqlite:///{file}")
    assert (status, file.read_bytes()) == (2, before)
    assert "damaged" in said


def test_a_data_folder_that_cannot_be_made_is_said(tmp_path):
    """Without a place for the games nothing starts: exit 2 and the folder."""
    (tmp_path / "data").write_text("a file where a folder should be")
    status, said = refused("--port", "0", env={"XDG_DATA_HOME": str(tmp_path / "data")})
    assert status == 2
    assert str(tmp_path / "data") in said


@pytest.mark.long
def test_games_are_kept_in_the_users_data_folder(tmp_path):
    """Without --database there is one file, in the user's data folder."""
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "noughts", "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        assert process.stdout.readline().startswith("noughts is at http://127.0.0.1:")
        process.terminate()
    assert (tmp_path / "noughts" / "games.db").is_file()


@pytest.mark.long
def test_games_are_removed_when_their_days_are_over(tmp_path):
    """With `--keep-days 0` a game that was kept before the server began is soon unknown."""
    with Service(tmp_path / "games.db") as service, Visitor(service.address) as visitor:
        visitor.make(o="tic")
        assert visitor.game()["version"] == 0
    with Service(tmp_path / "games.db", None, "--keep-days", "0") as service:
        path = f"{service.address}/api/games/{visitor.id}"
        get = partial(httpx.get, path, timeout=PATIENCE, trust_env=False)
        wait_until(lambda: get().status_code == 404, interval=0.1)
