"""The commands write the documents, and say what they cannot write."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.paths import DOCS

from noughts.lessons.packaged import FILE
from noughts.solver.recorded import CERTIFICATES as PACKED
from research.documents.__main__ import documents


@pytest.mark.long
@pytest.mark.parametrize(("command", "kept"), [("results", DOCS / "results.md"), ("lessons", FILE)])
def test_it_writes_what_is_in_the_repository(command: str, kept: Path, tmp_path: Path) -> None:
    """The results are those of docs/, byte for byte, and the data of the lessons are those of the package."""
    file = tmp_path / "written"
    shutil.copy(kept, file)
    done = CliRunner().invoke(documents, [command, str(file)])
    assert done.exit_code == 0
    assert done.output.startswith(f"wrote {file}\n")
    assert file.read_bytes() == kept.read_bytes()


def test_what_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    """It quotes the file, and nothing else is said; so is a command that is none."""
    for words, said in ((["results", str(tmp_path / "none" / "page")], "none"), (["nothing"], "nothing")):
        tool = [sys.executable, "-m", "research.documents", *words]
        done = subprocess.run(tool, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert said in done.stderr
        assert (done.stderr.count("\n"), done.stdout) == (1, "")


def test_default_files_are_there() -> None:
    """Files that a command takes by default exist; without a command the help is printed."""
    paths = [one.default for each in documents.commands.values() for one in each.params]
    named = [path for path in paths if isinstance(path, Path)]
    assert len(named) > 10
    assert [path for path in named if not path.exists()] == []
    done = CliRunner().invoke(documents, [])
    assert (done.exit_code, done.output.split()[0]) == (0, "Usage:")


def test_a_stale_file_is_named_and_left_alone(tmp_path: Path) -> None:
    """With `--check` the exit status says whether files are fresh, and nothing is written."""
    page, packed = tmp_path / "mnk.md", tmp_path / "packed.zip"
    shutil.copy(DOCS / "mnk.md", page)
    shutil.copy(DOCS / "mnk.csv", tmp_path)
    shutil.copy(PACKED, packed)
    check = ["mnk", str(page), str(packed), "--check"]
    assert CliRunner().invoke(documents, check).exit_code == 0
    page.write_text(page.read_text(encoding="utf-8").replace("**W11**", "**W9**"), encoding="utf-8")
    before = page.read_bytes()
    done = CliRunner().invoke(documents, check)
    assert (done.exit_code, done.output) == (1, f"{page} is stale\n")
    assert page.read_bytes() == before
    packed.unlink()
    done = CliRunner().invoke(documents, check)
    assert (done.exit_code, f"{packed} is stale\n" in done.output, packed.exists()) == (1, True, False)
    done = CliRunner().invoke(documents, [*check, "--certificates", str(tmp_path / "nowhere")])
    assert (done.exit_code, "nowhere" in done.output) == (2, True)
