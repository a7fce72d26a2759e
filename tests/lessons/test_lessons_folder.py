"""A folder of lessons with files that cannot be read: they are skipped with the reason, and the others are read."""

import os

import pytest

from noughts import NoughtsError
from noughts.lessons import catalogue
from noughts.lessons.catalogue import lesson_json, lessons_json, readable_lessons
from noughts.lessons.lesson_file import MAX_BYTES
from tests.lessons.test_lesson_file import HEAD

ODD = {
    "an Emacs lock": (".#1-one.md", lambda path: path.symlink_to("somebody@machine.123:456")),
    "a broken link": ("2-two.md", lambda path: path.symlink_to("nowhere")),
    "a link to itself": ("2-two.md", lambda path: path.symlink_to(path.name)),
    "a folder": ("2-two.md", lambda path: path.mkdir()),
    "a FIFO": ("2-two.md", os.mkfifo),
    "a device": ("2-two.md", lambda path: path.symlink_to("/dev/zero")),
    "no UTF-8": ("2-two.md", lambda path: path.write_bytes(HEAD.encode() + b"caf\xe9")),
    "an empty file": ("2-two.md", lambda path: path.touch()),
    "no lesson": ("2-two.md", lambda path: path.write_text("Hello.")),
    "no position": ("2-two.md", lambda path: path.write_text(HEAD.replace("picture: X", "picture: Q"))),
    "a huge file": ("2-two.md", lambda path: path.write_text(HEAD + "x" * MAX_BYTES)),
    "a huge file with holes": ("2-two.md", lambda path: (path.touch(), os.truncate(path, 10**12))),
    "a second file of a name": ("2-one.md", lambda path: path.write_text(HEAD)),
    "no permission": ("2-two.md", lambda path: (path.write_text(HEAD), path.chmod(0))),
}


@pytest.fixture
def folder(tmp_path):
    """Return a folder with one lesson."""
    (tmp_path / "1-one.md").write_text(f"{HEAD}Text.")
    return tmp_path


@pytest.mark.parametrize(("name", "make"), ODD.values(), ids=ODD)
def test_what_cannot_be_read_is_skipped(folder, name, make):
    """The list has the other lessons, and the name of the file with one sentence; none of it has a path."""
    make(folder / name)
    if (
        name == "2-two.md"
        and os.access(folder / name, os.R_OK)
        and not (folder / name).stat().st_mode & 0o777
    ):
        pytest.skip("this user may read everything")
    listed = lessons_json(folder)
    assert [lesson["name"] for lesson in listed["lessons"]] == ["one"]
    (skipped,) = listed["skipped"]
    assert skipped["name"] == name
    assert skipped["reason"]
    assert str(folder) not in skipped["reason"]
    assert "\n" not in skipped["reason"]
    assert lesson_json("one", folder)["title"] == "One"


def test_a_lesson_that_is_skipped_has_an_error_of_its_own(folder):
    """Opening it gives the same sentence, with the file and the line."""
    (folder / "2-two.md").write_text("Hello.")
    (skipped,) = lessons_json(folder)["skipped"]
    with pytest.raises(NoughtsError) as error:
        lesson_json("two", folder)
    assert str(error.value) == skipped["reason"]


def test_other_files_are_not_lessons(folder):
    """Regular files of other names are ignored, as before."""
    for name in ("README.md", "notes.txt", "1-one.md~", ".1-one.md.swp"):
        (folder / name).write_text("Notes.")
    assert "skipped" not in lessons_json(folder)


def test_a_name_that_is_not_utf_8_is_written_with_escapes(folder):
    """Such a name can be sent as JSON."""
    os.symlink(b"nowhere", bytes(folder) + b"/\xff.md")
    assert lessons_json(folder)["skipped"][0]["name"] == "\\udcff.md"


def test_the_number_of_files_is_bounded(folder, monkeypatch):
    """Only the first of too many lessons or other files are read, and the list says so."""
    monkeypatch.setattr(catalogue, "MAX_FILES", 2)
    for number in range(2, 5):
        (folder / f"{number}-number-{'x' * number}.md").write_text(HEAD)
    listed = lessons_json(folder)
    assert len(listed["lessons"]) == 2
    assert [skipped["name"] for skipped in listed["skipped"]] == ["3-number-xxx.md", "4-number-xxxx.md"]
    monkeypatch.setattr(catalogue, "MAX_ENTRIES", 3)
    assert "more than 3 files" in lessons_json(folder)["skipped"][0]["reason"]


def test_a_folder_that_has_gone_is_reported(folder):
    """It has no lessons, and the reason stands where files are skipped."""
    gone = folder / "gone"
    found, skipped = readable_lessons(gone)
    assert (len(found), skipped[0].reason) == (0, "cannot read 'gone': No such file or directory")


def test_a_folder_with_nothing_to_read_is_rejected(tmp_path):
    """An empty folder is an error: its name may be wrong."""
    with pytest.raises(NoughtsError, match="no lessons in"):
        lessons_json(tmp_path)
