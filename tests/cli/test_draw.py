"""The command ``draw``: pictures in files and on stdout, whole or not at all."""

import subprocess
import sys
from xml.etree import ElementTree as ET

import pytest

from noughts import Position, analyse, board_svg
from noughts.explain.board_text import value_overlay
from noughts.lessons.map_svg import side_map
from noughts.lessons.strategy import strategy
from tests.inside import Call

XX_O = "XX./.../O.."
PNG = b"\x89PNG\r\n\x1a\n"


def texts(svg):
    """What is written in the cells of a drawing."""
    root = ET.fromstring(svg)  # noqa: S314 - our own drawing
    return {e.get("data-cell"): e.text for e in root.iter() if e.get("class") == "text"}


def test_the_picture_goes_to_stdout(noughts: Call) -> None:
    """Without a file the SVG is the answer, and nothing else is said."""
    expected = f"{board_svg(Position.parse(XX_O), paper=True)}\n"
    for arguments in ((), ("--svg", "-")):
        answer = noughts("draw", XX_O, *arguments)
        assert (answer.status, answer.out, answer.err) == (0, expected, "")


def test_files_are_written_and_nothing_beside_them(inside: Call, tmp_path) -> None:
    """SVG and PNG go where they should, over what was there, and leave nothing else in the folder."""
    svg, png = tmp_path / "board.svg", tmp_path / "board.png"
    svg.write_text("old")
    answer = inside("draw", "X.../..../..../....", "--board", "4x4x3", "--svg", str(svg), "--png", str(png))
    assert (answer.status, answer.out) == (0, "")
    assert "Board 4x4x3" in svg.read_text()
    assert png.read_bytes().startswith(PNG)
    assert sorted(tmp_path.iterdir()) == [png, svg]


def test_values_are_those_of_analyse(inside: Call) -> None:
    """``--values`` writes the exact value of every move in its cell."""
    position = Position.parse(XX_O)
    values = value_overlay(analyse(position).moves)
    written = texts(inside("draw", XX_O, "--values").out)
    assert written == {position.board.cell_name(cell): text for cell, text in values.items()}


def test_weights_are_the_documents_grid(inside: Call) -> None:
    """``--weights`` writes the document's grid in the empty cells of its example."""
    written = texts(inside("draw", XX_O, "--weights").out)
    assert written == {"c1": "11", "a2": "0", "b2": "3", "c2": "0", "b3": "2", "c3": "2"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("XX",), "'XX'"),
        (("XXX/OO./...", "--weights"), "'XXX/OO./...' is over"),
        ((XX_O, "--svg", "no/such/folder.svg"), "'no/such/folder.svg': No such file"),
        ((XX_O, "--png", "."), "'.': Is a directory"),
        ((XX_O, "--svg", ""), "''"),
        ((XX_O, "--png", "/dev/full"), "'/dev/full': No space left"),
        ((XX_O, "--values", "--weights"), "--values and --weights"),
        ((XX_O, "--svg", "same", "--png", "same"), "'same'"),
        ((XX_O, "--size", "9"), "9 is not in the range"),
    ],
)
def test_bad_input_is_one_line(inside: Call, tmp_path, monkeypatch, arguments, words) -> None:
    """What cannot be drawn or written is quoted in one line, with exit status 2, and no file is made."""
    monkeypatch.chdir(tmp_path)
    answer = inside("draw", *arguments)
    assert (answer.status, answer.out) == (2, "")
    assert words in answer.err
    assert len(answer.err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_file(tmp_path) -> None:
    """Where the disk takes only a part, the file that was there stays as it was."""
    old = tmp_path / "board.png"
    old.write_text("old")
    call = f"ulimit -f 1; exec '{sys.executable}' -m noughts draw {XX_O} --size 2000 --png '{old}'"
    done = subprocess.run(["bash", "-c", call], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"cannot write '{old}"[:40] in done.stderr
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


def test_without_resvg_the_extra_is_named(tmp_path) -> None:
    """A PNG without resvg is refused with the way to get it; the SVG asked for beside it is not written either."""
    script = (
        "import sys; sys.modules['resvg_py'] = None; "
        f"sys.argv[1:] = ['draw', '{XX_O}', '--png', 'a.png', '--svg', 'a.svg']; "
        "from noughts.cli.main import run; run()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 2
    assert "noughts[png]" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_map_is_the_sheet_and_says_what_it_comes_to(inside: Call, tmp_path) -> None:
    """`noughts map` writes the picture of the strategy, tells how its games end, and refuses what is no side."""
    answer = inside("map", "x")
    assert (answer.status, answer.out) == (0, f"{side_map('X')}\n")
    games = strategy("X").walk()
    assert f"{games.total()} games: {games[1]} won, {games[0]} drawn, none lost" in answer.err
    file = tmp_path / "map.png"
    assert inside("map", "O", "--png", str(file), "--size", "64").status == 0
    assert file.read_bytes().startswith(PNG)
    refused = inside("map", "Z")
    assert (refused.status, refused.out) == (2, "")
    assert "'Z'" in refused.err
