"""Lessons as text: nothing of a lesson is left out, and docs/lessons.md is fresh."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts.errors import NoughtsError
from noughts.lessons.curriculum import LESSONS, lesson_json
from noughts.lessons.lesson_text import lesson_text, lessons_page
from noughts.ui.cli.main import cli

DOCS = Path(__file__).parents[2] / "docs"


def test_the_document_is_what_the_lessons_say():
    """If this fails, run `make lessons`."""
    assert (DOCS / "lessons.md").read_text(encoding="utf-8") == lessons_page()


@pytest.mark.parametrize("name", LESSONS)
def test_every_block_is_told(name):
    """All its texts, captions and answers, and a drawing for every position that is shown."""
    text, lesson = lesson_text(name), lesson_json(name)
    boards = 0
    for block in lesson["blocks"]:
        boards += len(block.get("frames", ())) + (block["kind"] == "question")
        words = [value for value in block.values() if isinstance(value, str) and " " in value]
        words += [frame["words"] for frame in block.get("frames", ())]
        words += [cell for row in block.get("rows", ()) for cell in row]
        assert [said for said in words if said not in text] == []
    assert text.count("```text\n") == boards


def test_the_command_lists_prints_and_refuses():
    """Without a name which there are, with one the lesson, with a wrong one what was meant."""
    said = CliRunner().invoke(cli, ["lessons"]).output
    assert [line.split()[0] for line in said.splitlines()] == [*LESSONS]
    assert CliRunner().invoke(cli, ["lessons", "fork"]).output == f"{lesson_text('fork')}\n\n"
    with pytest.raises(NoughtsError, match="no lesson 'frok'; did you mean 'fork'"):
        lesson_text("frok")
