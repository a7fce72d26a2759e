"""Files are replaced whole or not at all, and nothing is left beside them, whatever happens."""

import hashlib
import os
import resource
import signal
import subprocess
import sys
from threading import get_native_id

import pytest

from noughts.files import DigestReader, check_place, replace_file, replacing, sha256_of

WRITER = """
import sys
from noughts.files import replacing
with replacing(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    print("writing", flush=True)
    sys.stdin.read()
"""


def begun(place):
    """A process that has begun to write there, and waits."""
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert writer.stdout.readline() == b"writing\n"
    return writer


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_when_it_is_whole(tmp_path):
    """Until the block ends the old content stands; then the new one does, and nothing else is there."""
    place = tmp_path / "file"
    replace_file(place, "old ü")
    with replacing(place) as file:
        file.write(b"new")
        assert place.read_text(encoding="utf-8") == "old ü"
    assert (place.read_bytes(), names(tmp_path)) == (b"new", ["file"])


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, OSError])
def test_an_error_leaves_what_was_there(tmp_path, error):
    """Whatever ends the block early, the old file stays and its part goes."""
    place = tmp_path / "file"
    place.write_text("old")
    with pytest.raises(error), replacing(place) as file:
        raise error(file.write(b"new"))
    assert (place.read_text(), names(tmp_path)) == ("old", ["file"])


def test_what_a_killed_writer_left_is_swept_by_the_next(tmp_path):
    """After kill -9 the part lies there until somebody writes that file; the part of a writer that lives stays."""
    place = tmp_path / "file"
    killed, living = begun(place), begun(place)
    others = ["file.1.part.txt", f"file{killed.pid}.part", f"other.{killed.pid}.part", "file.x.part"]
    for name in others:
        (tmp_path / name).touch()
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert f"file.{killed.pid}-{killed.pid}.part" in names(tmp_path)
    replace_file(place, "new")
    assert names(tmp_path) == sorted(["file", f"file.{living.pid}-{living.pid}.part", *others])
    living.communicate(b"")
    assert (place.read_bytes(), names(tmp_path)) == (b"half", sorted(["file", *others]))


def test_what_is_in_the_way_is_named(tmp_path, monkeypatch):
    """A folder or a device in its place, a part that is none, and a folder that is missing are named as they are."""
    monkeypatch.chdir(tmp_path)
    part = f"file.{os.getpid()}-{get_native_id()}.part"
    (tmp_path / "folder").mkdir()
    (tmp_path / part).mkdir()
    (tmp_path / "plain").touch()
    for path, told in [
        ("folder", "Is a directory: 'folder'"),
        ("/", "Is a directory: '/'"),
        (".", "Is a directory: '.'"),
        (os.devnull, f"Invalid argument: '{os.devnull}'"),
        ("none/file", "No such file or directory: 'none/file'"),
        ("plain/file", "Not a directory: 'plain/file'"),
    ]:
        with pytest.raises(OSError, match=told):
            check_place(path)
        with pytest.raises(OSError, match=told):
            replace_file(path, b"")
    with pytest.raises(IsADirectoryError, match=rf"'{part}'"):
        replace_file("file", b"")
    assert names(tmp_path) == [part, "folder", "plain"]


def test_a_folder_that_comes_into_the_way_is_named(tmp_path):
    """Where the place is taken while the part is written, it is the place that is named, and the part goes."""
    place = tmp_path / "file"
    with pytest.raises(IsADirectoryError) as caught, replacing(place):
        place.mkdir()
    assert (caught.value.filename, caught.value.filename2) == (str(place), None)
    assert names(tmp_path) == ["file"]


def test_a_full_disk_is_told_of_the_file(tmp_path):
    """An error that names no file, as of a full disk, names the one that was to be written."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            replace_file(tmp_path / "file", bytes(10_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (caught.value.filename, names(tmp_path)) == (str(tmp_path / "file"), [])


def test_a_digest_is_that_of_the_bytes_read(tmp_path):
    """It is the digest of all that `read` gave, whatever became of the file meanwhile."""
    place = tmp_path / "file"
    place.write_bytes(b"a" * 1_000_000)
    with DigestReader(place) as source:
        first = source.read(400_000)
        place.write_bytes(b"b" * 1_000_000)  # the same file, changed
        rest = source.read()
    assert (len(first), source.size, source.tell()) == (400_000, 1_000_000, 1_000_000)
    assert source.sha256 == hashlib.sha256(first + rest).hexdigest() != sha256_of(place)
    with DigestReader(place) as source:
        source.read(1)
        replace_file(place, "another file")
        source.read_rest()
    assert source.sha256 == hashlib.sha256(b"b" * 1_000_000).hexdigest()
