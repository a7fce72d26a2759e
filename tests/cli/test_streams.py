"""What happens when the other end goes away: broken pipes, Ctrl-C, the end of input."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import HEARS_CTRL_C, PATIENCE

NOUGHTS = [sys.executable, "-m", "noughts"]


def test_a_reader_that_leaves_ends_the_program_quietly() -> None:
    """When the reader of stdout goes away, no traceback is shown."""
    script = 'yes .../.../... | head -5000 | "$0" -m noughts decide random | head -1'
    done = subprocess.run(
        ["bash", "-c", script, sys.executable], capture_output=True, text=True, timeout=60, check=True
    )
    assert '"player": "random"' in done.stdout
    assert len(done.stdout.splitlines()) == 1
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        ("count 3x3 --json", ""),
        ("gomocup random", "START 15\n"),
        *(
            pytest.param(*each, marks=pytest.mark.long)
            for each in (
                *((call, "") for call in ("schema", "--help", "count 3x3", "players", "players --json")),
                ("ugi random", "go\n"),
                ("play --opponent random", "b2\n"),
                ("serve --no-browser --port 0 --database sqlite:///games.db", ""),
            )
        ),
    ],
)
def test_a_full_disk_is_told_in_a_sentence(tmp_path, arguments, lines) -> None:
    """Where stdout takes nothing more, a sentence says so, without a traceback, and the exit status is 2."""
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*NOUGHTS, *arguments.split()],
            input=lines,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=tmp_path,
        )
    assert (done.returncode, done.stderr) == (
        2,
        "noughts: cannot write the answer: No space left on device\n",
    )


def test_each_line_is_answered_at_once() -> None:
    """A program that asks line by line has its answer before it sends the next line."""
    with subprocess.Popen(
        [*NOUGHTS, "analyse"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write("XX./OO./...\n")
            process.stdin.flush()
            assert '"win"' in process.stdout.readline()
        process.stdin.close()
        assert process.wait(timeout=PATIENCE) == 0


def test_ctrl_c_stops_without_a_traceback() -> None:
    """Ctrl-C in a game ends it with status 130 and one word."""
    process = subprocess.Popen(
        [*HEARS_CTRL_C, *NOUGHTS, "play", "--opponent", "tic"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert any("Type a cell" in line for line in process.stdout)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + signal.SIGINT
    assert errors.split() == ["stopped"]


def test_the_end_of_input_tells_where_the_game_stands() -> None:
    """When the input ends inside a game, the position is told and the status is 0."""
    done = subprocess.run(
        [*NOUGHTS, "play", "--opponent", "minimax", "--seed", "1"],
        input="b2\n",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "The input ended; the game stands at O../.X./..." in done.stdout
    assert done.stderr == ""
