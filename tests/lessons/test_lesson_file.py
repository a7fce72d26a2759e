"""Lessons as files: a teacher's own are made like those of the house, and what is wrong in one is told by its line."""

import re

import pytest
from click.testing import CliRunner

from noughts import NoughtsError
from noughts.cli.main import cli
from noughts.lessons.blocks import DIRECTIVES
from noughts.lessons.catalogue import lesson_json, lessons_json
from noughts.lessons.frames import SERIES
from noughts.lessons.lesson_values import PLACES, VALUES
from noughts.lessons.table_rows import ROWS
from tests.paths import DOCS

HEAD = "---\ntitle: One\nsummary: A first lesson.\npart: Mine\npicture: X../.../...\nposition: XX./OO./...\n---\n\n"


def made(folder, body, head=HEAD):
    """The blocks of a lesson of its own."""
    (folder / "1-one.md").write_text(head + body, encoding="utf-8")
    return lesson_json("one", folder)["blocks"]


def test_a_lesson_of_ones_own_is_computed(tmp_path):
    """Values, simple words, names, pictures, tables and questions: nothing that is counted is typed."""
    asked, text, table, frames = made(
        tmp_path,
        "::: question position\n{side position} to move.\n:::\n\n"
        "It has {empty position} empty cells,\nand {nodes 3x3x3} nodes below `3x3x3`.\n\n> Few cells.\n\n"
        "::: table\nBoards\n| Name | Lines |\n| --- | --- |\n| `3x3x3` | {lines 3x3x3} |\n:::\n\n"
        "::: frames\nA win\n- game position c1\n- board 3x3x3: Begin.\n  > You begin.\n:::\n",
    )
    assert (asked["question"], asked["answers"]) == ("X to move.", ["c1"])
    assert text["words"] == {
        "precise": "It has 5 empty cells, and 549,946 nodes below `3x3x3`.",
        "simple": "Few cells.",
    }
    assert (table["head"], [row["texts"] for row in table["rows"]]) == (["Name", "Lines"], [["`3x3x3`", "8"]])
    assert [frame["position"] for frame in frames["frames"]] == ["XX./OO./...", "XXX/OO./...", ".../.../..."]
    assert frames["frames"][-1]["words"] == {"precise": "Begin.", "simple": "You begin."}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("Text {exercise fork}.", "line 9: there is no value 'exercise'; did you mean 'exercises'?"),
        ("Text {exercises forks}.", "line 9: no exercises 'forks': win, block"),
        ("Text {ways three 3x3x3}.", "line 9: the value 'ways' cannot be asked for 'three 3x3x3'"),
        ("::: frame\n:::", "line 9: there is no directive 'frame'; did you mean 'frames'?"),
        ("::: frames\nTitle\n- game X../.../... a1\n:::", "line 11: "),
        ("::: frames\nTitle\n:::", "line 9: no picture is asked for"),
        ("::: tree position\nTitle", "line 9: '::: tree position' has no end"),
        (
            "::: tree position\nTitle\n\n::: play random X\nPlay\n:::",
            "line 9: '::: tree position' has no end",
        ),
        ("::: question 3x3x3\nWhere?\n:::", "line 9: nothing is asked: 9 of 9 cells are right"),
        ("> Simple.", "line 9: simple words stand below a paragraph or a heading, once"),
        ("- a list", "line 9: '- a list' is no paragraph"),
    ],
)
def test_what_is_wrong_is_told_by_its_line(tmp_path, body, said):
    """One sentence, with the file and the line; a name that is none has the nearest beside it."""
    with pytest.raises(NoughtsError) as told:
        made(tmp_path, body)
    assert str(told.value).startswith(f"'1-one.md', {said}")
    assert "\n" not in str(told.value)


def test_the_top_of_a_file_must_say_what_it_is(tmp_path):
    """A missing title, an unknown word, a picture that is no position, and a file without a top are refused."""
    for head, said in (
        (HEAD.replace("title: One\n", ""), "line 1: the lesson does not say its title"),
        (HEAD.replace("part", "parts"), "line 4: 'parts: Mine' is none of title"),
        (HEAD.replace("picture: X", "picture: Q"), "line 1: "),
        ("", "line 1: a lesson begins with its title"),
    ):
        with pytest.raises(NoughtsError, match=f"^'1-one.md', {re.escape(said)}"):
            made(tmp_path, "Text.", head)
    (tmp_path / "empty").mkdir()
    with pytest.raises(NoughtsError, match="no lessons in"):
        lessons_json(tmp_path / "empty")


def test_the_command_prints_those_of_a_folder(tmp_path):
    """Which there are, and one of them; those of the house are not among them."""
    made(tmp_path, "Text.")
    said = CliRunner().invoke(cli, ["lessons", "--from", str(tmp_path)]).output
    assert said == "one  One: A first lesson.\n"
    one = CliRunner().invoke(cli, ["lessons", "--from", str(tmp_path), "one"]).output
    assert one == "# One\n\nA first lesson.\n\nText.\n\n"


def test_the_document_tells_of_every_word():
    """docs/lessons.md has every directive, item, value and place that there is."""
    page = re.sub(r"```.*?```", "", (DOCS / "lessons.md").read_text(encoding="utf-8"), flags=re.DOTALL)
    code = {word for part in re.findall(r"`([^`]+)`", page) for word in part.split()}
    wanted = {*DIRECTIVES, *SERIES, *ROWS, *VALUES, *PLACES} - {"text", "heading"}
    assert wanted - code == set()
