"""Lessons as text, in both registers: nothing of a lesson is left out, and the package has what they say."""

import re

import pytest
from click.testing import CliRunner

from noughts import NoughtsError
from noughts.cli.main import cli
from noughts.explain.wording import REGISTERS
from noughts.lessons.catalogue import LESSONS, lesson_json
from noughts.lessons.lesson_text import lesson_text
from noughts.lessons.packaged import shipped
from noughts.lessons.puzzles import puzzles_json


@pytest.mark.long
def test_the_data_are_what_the_lessons_say():
    """What the package ships is fresh; if this fails, run `python -m research.documents lessons`."""
    assert {name: shipped(f"lessons/{name}") for name in LESSONS} == {
        name: lesson_json(name) for name in LESSONS
    }


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("register", REGISTERS)
def test_every_block_is_paragraphs(name, register):
    """All its texts, captions and answers in the register, and a drawing for every position that is shown."""
    text, lesson = lesson_text(name, register), lesson_json(name)
    boards = 0
    for block in lesson["blocks"]:
        boards += len(block.get("frames", ())) + (block["kind"] == "question")
        said = [in_register(each, register) for each in (block, *block.get("frames", ()))]
        assert [words for told in said for words in told if words not in text] == []
    assert text.count("```text\n") == boards


def in_register(told, register):
    """The words of a block or a picture in a register."""
    simple = told.get("simple") if register == "simple" else None
    if isinstance(simple, str):
        return [simple]
    table = simple or told
    words = [table[key] for key in ("text", "title", "question", "words", "caption") if key in table]
    return words + [cell for row in table.get("rows", ()) for cell in row]


ALGEBRA = re.compile(
    r"\b(ply|plies|alpha|beta|MAX|MIN|nodes?|root|leaf|the leaves|windows?|values?|probability|symmetric|symmetry"
    r"|minimax|maximiser|minimiser|exhaustion|score of)\b|[+\N{MINUS SIGN}-]\d|\w=|`[a-z]|\d+x\d+x\d+"
)
"""What only readers of programs know: their terms, signed results, players and boards as the library names them."""


@pytest.mark.parametrize("name", LESSONS)
def test_every_lesson_is_told_in_both_registers(name):
    """Both are there and differ; the simple one has no algebra in it."""
    simple, precise = (lesson_text(name, register) for register in REGISTERS)
    assert simple != precise
    words = re.sub(
        r"```text\n.*?```|`[^`a-z]*`|\]\(/[^)]*\)|It is called minimax", "", simple, flags=re.DOTALL
    )
    assert ALGEBRA.findall(words) == []


def test_exercises_are_asked_in_both_registers():
    """What is asked precisely counts plies or names values, and simply does neither."""
    for kind in puzzles_json()["kinds"]:
        assert ALGEBRA.search(kind["question"]) or kind["kind"] == "block"
        assert not ALGEBRA.search(kind["simple"])


def test_the_command_lists_prints_and_refuses():
    """Without a name which there are, with one the lesson, with a wrong one what was meant."""
    said = CliRunner().invoke(cli, ["lessons"]).output
    assert [line.split()[0] for line in said.splitlines()] == [*LESSONS]
    assert CliRunner().invoke(cli, ["lessons", "fork"]).output == f"{lesson_text('fork', 'simple')}\n\n"
    precise = CliRunner().invoke(cli, ["lessons", "fork", "--words", "precise"]).output
    assert precise == f"{lesson_text('fork', 'precise')}\n\n"
    assert "'plain'" in CliRunner().invoke(cli, ["lessons", "--words", "plain"]).output
    with pytest.raises(NoughtsError, match="no lesson 'frok'; did you mean 'fork'"):
        lesson_text("frok")
