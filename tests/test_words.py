"""The number of old words in a file only falls, and nothing but text is counted."""

import json
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import words
from tests.prose import Kind, Passage
from tests.words import details, listed

LISTED = listed()
PLAIN = sorted(word for word in words.tables()["phrases"] if re.fullmatch("[a-z ]+", word))
OPENINGS = sorted(word for word in words.tables()["docstrings"] if re.fullmatch("[a-z ]+", word))
UPDATE = "run `python -m tests.words --update` (CONTRIBUTING.md, Style guide)"


def hits(kind: Kind, text: str) -> list[str]:
    """Return the old words of a passage. Which passages a file has is tested in `test_prose.py`."""
    return [hit.text for hit in LISTED.hits([Passage(1, kind, text)])]


@given(st.sampled_from(PLAIN), st.sampled_from(Kind), st.sampled_from(["{}", "{} or", "{}\n", "“{}”"]))
def test_a_word_is_counted_once(word, kind, around):
    """An old word in a passage of any kind is one hit, in upper and lower case, and over two lines."""
    for written in (word, word.capitalize(), word.replace(" ", "  "), word.replace(" ", "\n")):
        text = f"Moves, {around.format(written)}, of a board"
        assert hits(kind, text) == [" ".join(written.split())]
    assert hits(kind, "Moves, more, of a board") == []


@pytest.mark.parametrize("opening", OPENINGS)
def test_openings_are_counted_at_the_beginning_only(opening):
    """An opening is a hit at the beginning of a docstring or sentence, and neither within it nor in a question."""
    first = opening.capitalize()
    assert hits(Kind.DOCSTRING, f"{first} moves are played.") == [first]
    assert hits(Kind.DOCSTRING, f"Return moves, {opening} they are.") == []
    assert hits(Kind.DOCSTRING, f"{first} moves are played?") == []
    assert hits(Kind.COMMENT, f" {first} moves are played.") == []


def test_sentences_in_markdown_are_counted():
    """An opening is a hit in each sentence of a paragraph, and neither in a heading nor in a table."""
    opening = next(word for word in words.tables()["sentences"] if word.isalpha()).capitalize()
    assert hits(Kind.PARAGRAPH, f"One sentence. {opening} moves are played.") == [opening]
    assert hits(Kind.PARAGRAPH, f"{opening} moves are played.") == [opening]
    assert hits(Kind.FRAGMENT, f"{opening} moves are played") == []


@pytest.fixture(scope="module")
def found():
    """Return the number of hits of every source."""
    return words.counts(LISTED)


def test_files_have_the_old_words_allowed(found):
    """Every file has as many old words as `words_allowed.json` says: no more, and fewer are written there."""
    allowed = words.allowed()
    shown = "".join(details(LISTED, words.ROOT / file) for file in found - allowed)
    assert not found - allowed, f"more old words than allowed:\n{shown}rewrite, or if text moved, {UPDATE}"
    fewer = allowed - found
    if not (words.ROOT / ".git").exists():  # a source distribution lacks some files
        fewer = Counter({file: n for file, n in fewer.items() if (words.ROOT / file).exists()})
    assert not fewer, f"fewer old words than allowed, {dict(fewer)}: {UPDATE}"


@pytest.fixture
def project(tmp_path, monkeypatch):
    """Return the folder of a small project with a list of two words."""
    monkeypatch.setattr(words, "ROOT", tmp_path)
    monkeypatch.setattr(words, "LIST", tmp_path / "words.toml")
    monkeypatch.setattr(words, "ALLOWED", tmp_path / "words_allowed.json")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("red green red", encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text("red", encoding="utf-8")
    (tmp_path / "words.toml").write_text(
        "[phrases]\nred = 'crimson'\n[docstrings]\n[sentences]\n", encoding="utf-8"
    )
    return tmp_path


def test_the_command_allows_no_more_words_in_all(project, capsys):
    """The update writes what is found, also in files that moved, and more in all only on request."""
    allowed = project / "words_allowed.json"
    assert words.main(["--update"]) == 1
    assert words.main(["--update", "--grow"]) == 0
    assert json.loads(allowed.read_text()) == {"docs/a.md": 2}
    (project / "docs/a.md").write_text("red red red", encoding="utf-8")
    assert words.main(["--update"]) == 1
    assert "docs/a.md: 3, allowed 2" in capsys.readouterr().err
    assert json.loads(allowed.read_text()) == {"docs/a.md": 2}
    (project / "docs/a.md").rename(project / "docs/b.md")
    (project / "docs/b.md").write_text("red green red", encoding="utf-8")
    assert words.main(["--update"]) == 0
    assert json.loads(allowed.read_text()) == {"docs/b.md": 2}
    (project / "docs/b.md").write_text("green", encoding="utf-8")
    assert words.main(["--update"]) == 0
    assert json.loads(allowed.read_text()) == {}


def test_the_command_shows_what_it_counts(project, capsys):
    """The report has the words and the files with the most hits; for a file it has the lines and replacements."""
    assert words.main([]) == 0
    assert "2  phrases: red" in (report := capsys.readouterr().out)
    assert "2  docs/a.md" in report
    assert words.main([str(project / "docs/a.md")]) == 0
    assert capsys.readouterr().out == "docs/a.md:1: “red”; instead: crimson\n" * 2


def test_words_have_no_groups():
    """Every listed word is a pattern without groups that matches no empty text, and has a replacement."""
    for table, listed_words in words.tables().items():
        assert table in {"phrases", "docstrings", "sentences"}
        for word, instead in listed_words.items():
            assert instead, word
            assert re.compile(word).groups == 0, word
            assert not re.search(word, ""), word
