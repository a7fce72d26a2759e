"""The number of old words in a file only falls, and nothing but text is counted."""

import json
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import words
from tests.prose import javascript_passages, markdown_passages, python_passages
from tests.words import Words, WordsError, above, below, details, listed, lowered

LISTED = listed()
PLAIN = sorted(word for word in words.tables()["phrases"] if re.fullmatch("[a-z ]+", word))
OPENINGS = sorted(word for word in words.tables()["docstrings"] if re.fullmatch("[a-z ]+", word))
UPDATE = "run `python -m tests.words --update` (CONTRIBUTING.md, Style guide)"

READERS = {"py": python_passages, "js": javascript_passages, "md": markdown_passages}
TEXT = [
    ("py", '"""Return moves, {}, of a board."""'),
    ("py", "x = 1  # moves, {}, of a board"),
    ("py", 'x = "moves, {}"'),
    ("py", 'x = f"moves, {}, of {{x}}"'),
    ("js", "// moves, {}, of a board"),
    ("js", "/** Moves, {}, of a board. */"),
    ("js", 'const x = "moves, {}";'),
    ("js", "const x = `moves, {}, of ${{x}}`;"),
    ("md", "Moves, {}, of a board."),
    ("md", "# Moves, {}"),
    ("md", "| moves, {} |\n| --- |\n| x |"),
]
"""Places in which a word is text."""
CODE = [
    ("py", "{} = 1"),
    ("py", 'x["{}"] = 1'),
    ("py", 'x = f"moves of {{{}}}"'),
    ("py", '"""Return moves.\n\n>>> {} = 1\n"""'),
    ("py", '"""Return `{}`."""'),
    ("js", "const {} = 1;"),
    ("js", "const x = `moves of ${{{}}}`;"),
    ("js", "/** @param {{number}} {} moves */"),
    ("md", "Moves, `{}`."),
    ("md", "```\n{}\n```"),
    ("md", "    {}"),
]
"""Places in which a word is code."""


def hits(suffix: str, text: str) -> list[str]:
    """Return the old words of a sample."""
    return [hit.text for hit in LISTED.hits(READERS[suffix](text))]


@given(st.sampled_from(PLAIN), st.sampled_from(TEXT), st.sampled_from(["{}", "{} or", "{}\n", "“{}”"]))
def test_a_word_in_text_is_counted_once(word, place, around):
    """An old word in a docstring, comment, message or Markdown text is one hit, in upper and lower case."""
    suffix, template = place
    for written in (word, word.capitalize(), word.replace(" ", "  ")):
        text = around.format(written).strip() if "\n" not in template and suffix != "md" else written
        assert hits(suffix, template.format(text)) == [" ".join(written.split())]
    assert hits(suffix, template.format("more")) == []


@given(st.sampled_from(PLAIN), st.sampled_from(CODE))
def test_a_word_in_code_is_not_counted(word, place):
    """A name, a key, a code span and a block of code have no hits."""
    suffix, template = place
    assert hits(suffix, template.format(word.replace(" ", "_"))) == []


@pytest.mark.parametrize("opening", OPENINGS)
def test_openings_are_counted_at_the_beginning_only(opening):
    """An opening is a hit at the beginning of a docstring or sentence, and neither within it nor in a question."""
    first = opening.capitalize()
    assert hits("py", f'"""{first} moves are played."""') == [first]
    assert hits("js", f"/** {first} moves are played. */") == [first]
    assert hits("py", f'"""Return moves, {opening} they are."""') == []
    assert hits("py", f'"""{first} moves are played?"""') == []
    assert hits("py", f"# {first} moves are played.") == []


def test_sentences_in_markdown_are_counted():
    """An opening is a hit in the second sentence of a paragraph, and neither in a heading nor in a table."""
    opening = next(word for word in words.tables()["sentences"] if word.isalpha()).capitalize()
    assert hits("md", f"One sentence. {opening} moves are played.") == [opening]
    assert hits("md", f"- {opening} moves are played.") == [opening]
    assert hits("md", f"# {opening} moves are played") == []
    assert hits("md", f"| {opening} moves |\n| --- |\n| x |") == []


@pytest.fixture(scope="module")
def found():
    """Return the number of hits of every source."""
    return words.counts(LISTED)


def test_no_file_has_more_old_words_than_allowed(found):
    """No file has more old words than `words_allowed.json` says; a file that is not in it has none."""
    excess = above(found, words.allowance().files)
    shown = "".join(details(LISTED, words.ROOT / file) for file in excess)
    assert not excess, f"old words, {excess} more than allowed:\n{shown}rewrite, or if text moved, {UPDATE}"


def test_allowed_numbers_are_lowered(found):
    """A file with fewer hits than allowed, or one that no longer exists, has its number lowered."""
    spare = below(found, words.allowance().files)
    if not (words.ROOT / ".git").exists():  # a source distribution lacks some files
        spare = {file: n for file, n in spare.items() if file in found}
    assert not spare, f"fewer old words than allowed, {spare}: {UPDATE}"


def test_the_total_does_not_grow():
    """The numbers allowed come to at most what was found at the start, of the words that are listed."""
    allowed = words.allowance()
    assert sum(allowed.files.values()) <= allowed.start
    assert allowed.words == LISTED.names, UPDATE
    assert min(allowed.files.values(), default=1) > 0


FILES = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 5))


@given(FILES, FILES, st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef")), max_size=2))
def test_an_update_never_raises_the_total(found, allowed, moved):
    """An update allows what is found, and never more than before in all; otherwise it names the files."""
    try:
        assert sum(lowered(found, allowed, moved).values()) <= sum(allowed.values())
    except WordsError as error:
        excess = above(found, allowed)
        assert excess
        assert any(f"{file}: {found[file]}" in str(error) for file in excess)
    else:
        assert lowered(found, allowed, moved) == {file: n for file, n in found.items() if n}


def test_moved_text_takes_its_number_along():
    """A new or merged file may have what files that are gone had; of one that still exists it must be said."""
    assert lowered({"merged": 5}, {"one": 2, "two": 3}) == {"merged": 5}
    assert lowered({"one": 5}, {"one": 2, "two": 3}) == {"one": 5}
    with pytest.raises(WordsError, match="merged: 6, allowed 0"):
        lowered({"merged": 6}, {"one": 2, "two": 3})
    with pytest.raises(WordsError, match="two: 2, allowed 0"):
        lowered({"one": 1, "two": 2}, {"one": 3})
    assert lowered({"one": 1, "two": 2}, {"one": 3}, [("one", "two")]) == {"one": 1, "two": 2}
    with pytest.raises(WordsError, match="two: 3, allowed 2"):
        lowered({"one": 1, "two": 3}, {"one": 3}, [("one", "two")])


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


def test_the_command_lowers_and_never_raises(project, capsys):
    """The update writes what is found, refuses more of it, and allows words that are new in the list."""
    allowed = project / "words_allowed.json"
    assert words.main(["--update"]) == 0
    assert json.loads(allowed.read_text()) == {
        "start": 2,
        "words": ["phrases: red"],
        "files": {"docs/a.md": 2},
    }
    (project / "docs/a.md").write_text("red red red", encoding="utf-8")
    assert words.main(["--update"]) == 1
    assert "docs/a.md: 3, allowed 2" in capsys.readouterr().err
    (project / "docs/a.md").rename(project / "docs/b.md")
    (project / "docs/b.md").write_text("red green", encoding="utf-8")
    assert words.main(["--update"]) == 0
    assert json.loads(allowed.read_text())["files"] == {"docs/b.md": 1}
    (project / "words.toml").write_text("[phrases]\nred = ''\ngreen = 'lime'\n[docstrings]\n[sentences]\n")
    assert words.main(["--update"]) == 0
    assert json.loads(allowed.read_text())["start"] == 3
    assert words.allowance().files == {"docs/b.md": 2}


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
    assert Counter(LISTED.names).most_common(1)[0][1] == 1
    assert isinstance(LISTED.only([]), Words)
