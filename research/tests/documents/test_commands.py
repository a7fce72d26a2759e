"""The makers' tool writes the documents, and says what it cannot write."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.paths import DOCS

from noughts.lessons.shipped import FILE
from research.documents.__main__ import pages


@pytest.mark.long
@pytest.mark.parametrize(("command", "kept"), [("results", DOCS / "results.md"), ("lessons", FILE)])
def test_it_writes_what_is_in_the_repository(command: str, kept: Path, tmp_path: Path) -> None:
    """The results are those of docs/, byte for byte, and the data of the lessons are those of the package."""
    file = tmp_path / "written"
    shutil.copy(kept, file)
    done = CliRunner().invoke(pages, [command, str(file)])
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
