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
    """All its texts, captions and answers in the wording, and a drawing for every position that is shown."""
    text, lesson = lesson_text(name, register), lesson_json(name)
    boards = sum(len(block.get("frames", ())) + (block["block"] == "question") for block in lesson["blocks"])
    said = [*texts(lesson["blocks"], register)]
    assert len(said) >= len(lesson["blocks"])
    assert [words for words in said if words not in text] == []
    assert text.count("```text\n") == boards


TEXTS = ("words", "caption", "title", "question", "head", "texts")
"""The fields of blocks that have texts."""


def texts(value, register, is_text=False):
    """Yield the texts of blocks in one wording, without references to cells."""
    if isinstance(value, list):
        for each in value:
            yield from texts(each, register, is_text)
    elif isinstance(value, str):
        if is_text:
            yield re.sub(r"\[([^][]*)\]\([^/)][^)]*\)", r"\1", value)
    elif isinstance(value, dict):
        if {"precise", "simple"} <= {*value}:
            yield from texts(value[register], register, is_text)
            return
        for name, each in value.items():
            yield from texts(each, register, is_text or name in TEXTS)


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
