"""The command `python -m research.mnk`: its table, its records, and the page that is made from them."""

import json
import os
import sys
from functools import partial
from pathlib import Path
from shutil import copyfile
from zipfile import ZipFile

import click.testing
import pytest
from tests.cli.test_proofs import SMALL, limited, refused
from tests.inside import inside
from tests.paths import DOCS

from research.documents.__main__ import documents
from research.mnk.__main__ import mnk as command

mnk = partial(inside, command=command)
COMMAND = [sys.executable, "-m", "research.mnk"]


@pytest.mark.long
def test_mnk_proves_each_board_beside_what_is_published() -> None:
    """``mnk`` answers a line of JSON a board: its value, a verified certificate's size, and what is published."""
    found = mnk("--max-columns", "4", "--max-rows", "3", "--k", "3", "--json").lines
    values = {row["board"]: row["value"] for row in found}
    assert values == {
        "3x1x3": "draw",
        "4x1x3": "draw",
        "3x2x3": "draw",
        "4x2x3": "draw",
        "3x3x3": "draw",
        "4x3x3": "win",
    }
    assert all(row["certificate_bytes"] > 0 for row in found)
    assert found[-1]["published"] == {"value": "win", "source": "folklore"}


@pytest.mark.parametrize(("arguments", "quoted"), [(("--keep", "folder"), "--keep"), (("4by3",), "4by3")])
def test_bad_input_is_one_line_that_quotes_it(arguments, quoted):
    """Bad input is refused with exit status 2."""
    assert quoted in refused(mnk(*arguments))


@pytest.mark.long
def test_a_full_disk_leaves_the_old_records(tmp_path: Path) -> None:
    """Where the record of a run does not fit, that is said, and the records stay as they were."""
    file = tmp_path / "runs.jsonl"
    mnk("--max-columns", "4", "--max-rows", "2", "--k", "2", "--k", "3", *SMALL, "--record", str(file))
    before = file.read_text()
    assert "cannot write" in refused(
        limited("3x3x3", *SMALL, "--record", str(file), disk=len(before), command=COMMAND),
        name="python -m research.mnk",
    )
    assert [path.name for path in tmp_path.iterdir()] == ["runs.jsonl"]
    assert file.read_text() == before


@pytest.mark.parametrize("path", [pytest.param(os.devnull, marks=pytest.mark.long), "/dev/full", "/"])
def test_only_a_plain_file_is_replaced(path: str) -> None:
    """A device or a folder is no place for a record: refused before any work."""
    mode = os.stat(path).st_mode
    assert f"cannot write '{path}'" in refused(mnk("3x3x3", "--record", path))
    assert os.stat(path).st_mode == mode


@pytest.mark.long
def test_what_is_in_the_way_is_named(tmp_path: Path) -> None:
    """A refusal names the file where a folder should be."""
    (tmp_path / "kept").touch()
    told = refused(mnk("3x3x3", *SMALL, "--record", str(tmp_path / "r"), "--keep", str(tmp_path / "kept")))
    assert told == f"noughts: cannot write '{tmp_path}/kept': File exists"


@pytest.mark.long
def test_mnk_keeps_its_runs_and_writes_their_page(tmp_path: Path) -> None:
    """Named boards are proved and recorded with their certificates, and the page shows them."""
    record, keep, page = (str(tmp_path / name) for name in ("runs.jsonl", "kept", "page.md"))
    found = mnk("4x3x3", "3x3x3", "--record", record, "--keep", keep, "--json").lines
    assert [(row["board"], row["question"], row["value"], row["plies"]) for row in found] == [
        ("4x3x3", "value", "win", None),
        ("4x3x3", "plies", "win", 7),
        ("3x3x3", "value", "draw", None),
    ]
    copyfile(DOCS / "mnk.md", page)
    packed = str(tmp_path / "packed.zip")
    written = click.testing.CliRunner().invoke(
        documents, ["mnk", page, packed, "--record", record, "--certificates", keep]
    )
    assert (written.exit_code, written.stdout) == (0, "")
    assert set(ZipFile(packed).namelist()) == {path.name for path in (tmp_path / "kept").iterdir()}
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "| 3 rows | D | **W7** |" in text
    for row in found:
        assert row["sha256"] in (tmp_path / "runs.jsonl").read_text()
    for file in (tmp_path / "kept").iterdir():
        assert inside("verify", str(file)).status == 0
    assert "7 plies" in mnk("4x3x3").out


@pytest.mark.long
def test_a_block_of_a_strip_is_proved_by_name(tmp_path: Path) -> None:
    """``strip3x3x3`` names a block of three columns; its run says so, and its proof is of the weak game."""
    keep = ("--record", str(tmp_path / "runs"), "--keep", str(tmp_path / "kept"))
    (run,) = mnk("strip4x7x7", *keep, "--json").lines
    assert (run["question"], run["value"]) == ("strip", "draw")
    assert inside("verify", str(tmp_path / "kept" / "strip4x7x7.gz"), "--json").json["value"] == "draw"


@pytest.mark.long
def test_recorded_certificates_are_made_again_and_compared(tmp_path: Path) -> None:
    """The command compares the bytes, and ends with exit status 1 if any differ."""
    record = tmp_path / "runs"
    mnk("4x3x3", *SMALL, "--record", str(record))

    def again(*boards: str) -> click.testing.Result:
        return click.testing.CliRunner().invoke(documents, ["again", *boards, "--record", str(record)])

    assert again().output.count("the same") == 2
    first, second = map(json.loads, record.read_text().splitlines())
    record.write_text(f"{json.dumps(first)}\n{json.dumps({**second, 'sha256': '0' * 64})}\n")
    differing = again("4x3x3")
    assert differing.exit_code == 1
    assert "the same" in differing.output
    assert "not 0000" in differing.output
    assert "no run of 3x3x3" in str(again("3x3x3").exception)
