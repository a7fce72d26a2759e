"""Files are there whole or not at all, and what a killed process left is swept away."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import noughts
from noughts.files import PartFile

KILLED = """
import os, signal, sys
from noughts.files import PartFile
PartFile(sys.argv[1]).file.write(b"half")
os.kill(os.getpid(), signal.SIGKILL)
"""


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def killed(place):
    """A process that is killed while it writes this file."""
    env = {"PYTHONPATH": str(Path(noughts.__file__).parents[1]), "PATH": ""}
    done = subprocess.run([sys.executable, "-c", KILLED, str(place)], check=False, env=env)
    assert done.returncode == -signal.SIGKILL


def test_what_a_killed_process_left_is_swept_by_the_next(tmp_path):
    """Its part lies there until the file is written again, also where the name has signs of a pattern."""
    for name in ("c", "c[1]*"):
        killed(tmp_path / name)
        assert len(names(tmp_path)) == 1
        with PartFile(tmp_path / name) as part:
            part.file.write(b"whole")
            part.complete()
        assert names(tmp_path) == [name]
        (tmp_path / name).unlink()


def test_other_files_and_parts_are_left_alone(tmp_path):
    """Only parts of this very file, that no process holds, are swept."""
    for name in ("c.gz.1.part", "c.part", "other.1.part", "c.x"):
        (tmp_path / name).write_text(name)
    with PartFile(tmp_path / "other") as held, PartFile(tmp_path / "c") as part:
        part.complete()
        held.complete()
    assert names(tmp_path) == ["c", "c.gz.1.part", "c.part", "c.x", "other"]


def test_what_is_not_complete_leaves_the_old_file(tmp_path):
    """An error while it is written: the old content stays, and nothing lies beside it."""
    (tmp_path / "c").write_text("old")
    with pytest.raises(ZeroDivisionError):
        fail_half_way(tmp_path / "c")
    assert (tmp_path / "c").read_text() == "old"
    assert names(tmp_path) == ["c"]


def fail_half_way(place):
    """Writes a part, and fails."""
    with PartFile(place) as part:
        part.file.write(b"new")
        raise ZeroDivisionError


def test_a_directory_in_the_way_is_named(tmp_path):
    """Before a byte is written it is told what is in the way."""
    (tmp_path / "c").mkdir()
    with pytest.raises(IsADirectoryError) as caught:
        PartFile(tmp_path / "c")
    assert os.fspath(caught.value.filename) == str(tmp_path / "c")
    assert names(tmp_path) == ["c"]
