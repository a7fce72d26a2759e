"""The command ``learn``: points as lines, a drawing, a file to go on from, also after Ctrl-C; bad input is told."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts import NoughtsError, load_training
from noughts.cli.main import cli
from tests.processes import HEARS_CTRL_C


def points(*arguments: str) -> list[dict[str, object]]:
    """The points that the command answers."""
    done = CliRunner().invoke(cli, ["learn", *arguments, "--json"])
    assert done.exit_code == 0, done.exception
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_training_goes_on_where_it_was_kept(tmp_path: Path) -> None:
    """Twenty games, kept and drawn; going on to forty gives the points of a training that was never broken off."""
    file, drawing = tmp_path / "learnt", tmp_path / "curve.svg"
    first = points("td", "--games", "20", "--every", "20", "--output", str(file), "--svg", str(drawing))
    assert [point["games"] for point in first] == [0, 20]
    assert first[-1]["player"] == "td(games=20)"
    assert drawing.read_text(encoding="utf-8").startswith("<svg")
    on = points("--resume", str(file), "--games", "40", "--every", "40")
    assert [point["games"] for point in on] == [20, 40]
    assert on[1:] == points("td(games=40)", "--every", "40")[1:]


def test_a_kept_player_plays_by_its_file(tmp_path: Path) -> None:
    """Where a player is named, the file that keeps one names it too; another file, or none, is refused."""
    file = tmp_path / "learnt"
    CliRunner().invoke(cli, ["learn", "td", "--games", "30", "--every", "30", "--output", str(file)])
    done = CliRunner().invoke(cli, ["decide", str(file), ".../.X./...", "--json"])
    assert json.loads(done.stdout)["player"] == "td(games=30)"
    file.write_text("{}")
    for other in (file, tmp_path / "nothing"):
        refused = CliRunner().invoke(cli, ["decide", str(other), ".../.X./...", "--json"])
        assert isinstance(refused.exception, NoughtsError)


def test_ctrl_c_keeps_what_was_learnt(tmp_path: Path) -> None:
    """Stopped in the midst of a long training, the command keeps whole games and ends with status 130."""
    file = tmp_path / "learnt"
    command = [
        *HEARS_CTRL_C,
        sys.executable,
        "-m",
        "noughts",
        "learn",
        "td",
        "--games",
        "900000",
        "--every",
        "20",
    ]
    with subprocess.Popen(
        [*command, "--json", "--output", str(file)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        assert [json.loads(process.stdout.readline())["games"] for _ in range(2)] == [0, 20]
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
    assert 20 <= load_training(file).games < 900_000


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("tic",), "'tic' does not learn"),
        ((), "who is to learn"),
        (("menace", "--games", "0"), "games='0'"),
        (("menace", "--games", "1000001"), "games='1000001'"),
        (("menace", "--every", "0"), "every='0'"),
        (("menace", "--against", "nobody"), "'nobody'"),
        (("menace", "--output", "/no/such/folder/file"), "'/no/such/folder/file'"),
        (("menace", "--svg", "/no/such/folder/file"), "'/no/such/folder/file'"),
        (("menace", "--resume", "/no/such/file", "--games", "3"), "only --games"),
        (("--resume", "/no/such/file"), "--resume needs --games"),
        (("--resume", "/no/such/file", "--games", "3"), "'/no/such/file'"),
    ],
)
def test_what_makes_no_sense_is_told(arguments: tuple[str, ...], quoted: str) -> None:
    """What cannot be learnt, counted, read or written is quoted before any work is done."""
    done = CliRunner().invoke(cli, ["learn", *arguments])
    told = str(done.exception) if isinstance(done.exception, NoughtsError) else done.stderr
    assert done.exit_code != 0
    assert quoted in told
    assert not done.stdout
