"""Commands without standard streams, as services, `pythonw` and ``>&-`` start them."""

import contextlib
import os
import shlex
import signal
import subprocess
import sys

import httpx
import pytest

from noughts.__main__ import run
from noughts.cli.main import cli
from tests.inside import inside
from tests.processes import PATIENCE, end_with_us, reserved_port, wait_until
from tests.server.people import NO_CERTIFICATES

LOST = "noughts: cannot write the answer: Bad file descriptor\n"
POSITION = "XX./.../O.."

PRINTING = {
    "play": "play --opponent random",
    "decide": f"decide random {POSITION}",
    "analyse": f"analyse {POSITION} --json",
    "tree": "tree XO./.X./..O",
    "draw": f"draw {POSITION}",
    "map": "map X",
    "match": "match tic core",
    "exploit": "exploit tic",
    "lessons": "lessons",
    "puzzle": "puzzle",
    "solve": "solve 3x3x3",
    "count": "count 3x3",
    "schema": "schema",
    "completion": "completion bash",
}
"""A call of each command that prints something on stdout."""

LATER = {
    "players": "players",
    "learn": "learn q --games 20",
    "tournament": "tournament tic core",
    "verify": "verify proof.gz",
}
"""The same, of commands that take seconds."""

SILENT = {
    "backup": "backup --database sqlite:///none.db copy.db",
    "tidy": "tidy --database sqlite:///none.db --close-days 9",
    "gomocup": "gomocup random",
    "ugi": "ugi random",
}
"""A call of each command that prints nothing on stdout without input, with its exit status below."""

ELSEWHERE = {"serve"}
"""Commands with a test of their own below."""


def shell(command, redirections, stdin=None, cwd=None):
    """Runs a command as a shell does with these redirections: its status, stdout and stderr."""
    script = f'exec "$0" -m noughts {command} {redirections}'
    done = subprocess.run(
        ["bash", "-c", script, sys.executable],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
    )
    return done.returncode, done.stdout, done.stderr


def without_streams(monkeypatch, *arguments):
    """Runs a command in this process where Python has no standard streams: its status."""
    monkeypatch.setattr(sys, "argv", ["noughts", *arguments])
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    with pytest.raises(SystemExit) as ended:
        run()
    for stream in filter(None, (sys.stdin, sys.stdout, sys.stderr)):
        os.close(stream.fileno())
    return ended.value.code


def test_every_command_is_called():
    """The lists above have every command."""
    assert {*PRINTING, *LATER, *SILENT, *ELSEWHERE} == set(cli.list_commands(None))


@pytest.mark.parametrize(
    "call",
    [
        *PRINTING.values(),
        "--help",
        "--version",
        f"draw {POSITION} --png -",
        *(pytest.param(call, marks=pytest.mark.long) for call in LATER.values()),
    ],
)
def test_a_command_that_cannot_print_fails(monkeypatch, tmp_path, call):
    """Where there is no stdout the exit status of a command that prints is 2, as on a full disk."""
    monkeypatch.chdir(tmp_path)
    if call == LATER["verify"]:
        assert inside("solve", "3x3x3", "--certificate", "proof.gz").status == 0
    assert without_streams(monkeypatch, *shlex.split(call)) == 2


@pytest.mark.parametrize(
    ("call", "status"),
    [(SILENT["gomocup"], 0), (SILENT["ugi"], 0), (SILENT["backup"], 2), (SILENT["tidy"], 0), ("nosuch", 2)],
)
def test_a_command_that_prints_nothing_needs_no_stdout(monkeypatch, tmp_path, call, status):
    """Where nothing is to be printed on stdout the exit status is as always."""
    monkeypatch.chdir(tmp_path)
    assert without_streams(monkeypatch, *shlex.split(call)) == status


@pytest.mark.parametrize(
    ("call", "redirections", "expected"),
    [
        (f"decide random {POSITION}", ">&-", (2, "", LOST)),
        pytest.param(f"decide random {POSITION}", "1</dev/null", (2, "", LOST), marks=pytest.mark.long),
        pytest.param(f"decide random {POSITION}", ">&- 2>&-", (2, "", ""), marks=pytest.mark.long),
        (f"decide random {POSITION}", ">&- 2>&- <&-", (2, "", "")),
        ("decide random", "<&-", (0, "", "")),
        pytest.param("decide random", "<&- >&-", (0, "", ""), marks=pytest.mark.long),
        pytest.param("gomocup random", "<&-", (0, "", ""), marks=pytest.mark.long),
        pytest.param("nosuch", "2>&-", (2, "", ""), marks=pytest.mark.long),
        ("nosuch", "2>/dev/full", (2, "", "")),
        pytest.param(f"draw {POSITION} --svg file.svg", "2>&-", (0, "", ""), marks=pytest.mark.long),
        (f"draw {POSITION} --svg file.svg", ">&-", (0, "", "wrote file.svg\n")),
    ],
)
def test_a_closed_stream_gives_no_traceback(tmp_path, call, redirections, expected):
    """A closed stdout is an error if something is printed, a closed stdin is empty, a closed stderr is no error."""
    assert shell(call, redirections, cwd=tmp_path) == expected


def test_a_game_without_input_ends():
    """A game with a closed stdin ends as at the end of the input."""
    status, out, err = shell("play --opponent random", "<&-")
    assert (status, err) == (0, "")
    assert "The input ended" in out


@pytest.mark.parametrize("redirections", [">&-", pytest.param(">&- 2>&- <&-", marks=pytest.mark.long)])
def test_a_server_needs_no_stdout(tmp_path, redirections):
    """A server that cannot print its address serves all the same, and gives no file a standard stream's descriptor."""
    with reserved_port() as port, httpx.Client(verify=NO_CERTIFICATES, trust_env=False) as client:
        script = f'exec "$0" -m noughts serve --no-browser --port {port} --database sqlite:///games.db {redirections}'
        server = subprocess.Popen(
            ["bash", "-c", script, sys.executable], stderr=subprocess.PIPE, text=True, cwd=tmp_path
        )
        end_with_us(server.pid, f"--port {port}")

        def responds():
            assert server.poll() is None, server.stderr.read()
            address = f"http://127.0.0.1:{port}/api/players"
            with contextlib.suppress(httpx.TransportError):
                assert client.get(address, timeout=PATIENCE).status_code == 200
                return True
            return False

        wait_until(responds)
    assert os.readlink(f"/proc/{server.pid}/fd/1") == os.devnull
    server.send_signal(signal.SIGTERM)
    assert server.communicate(timeout=PATIENCE)[1] == ""
    assert server.returncode == -signal.SIGTERM


@pytest.mark.parametrize(
    ("call", "stream"),
    [
        ("count 3x3", ""),
        ("nosuch", "2>&1 >/dev/null"),
        *(
            pytest.param(call, stream, marks=pytest.mark.long)
            for call in ("count 3x3", "schema", "map X", "nosuch")
            for stream in ("", "2>&1 >/dev/null")
            if (call, stream) not in {("count 3x3", ""), ("nosuch", "2>&1 >/dev/null")}
        ),
    ],
)
def test_a_reader_that_has_left_gets_no_traceback(tmp_path, call, stream):
    """A broken pipe is quiet, whichever stream it is."""
    script = f'{{ "$0" -m noughts {call} {stream}; }} 2>errors | true; cat errors'
    done = subprocess.run(
        ["bash", "-c", script, sys.executable], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert "Traceback" not in done.stdout
