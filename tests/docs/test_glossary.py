"""The glossary has one term for each concept, and no old word that the sources no longer have."""

import re

from tests.words import ROOT, sources

GLOSSARY = ROOT / "docs/glossary.md"
ROW = re.compile(r"^\| (?P<term>[^|]+) \| (?P<meaning>[^|]+) \|(?P<old>[^|]*)\|$", re.MULTILINE)


def rows():
    """Return terms, meanings and old words."""
    found = [match.groupdict() for match in ROW.finditer(GLOSSARY.read_text(encoding="utf-8"))]
    return [row for row in found if row["term"] not in {"Term", "---"}]


def in_use(words):
    """Return those of the words that any source but the glossary has."""
    found = set()
    for path in sources():
        missing = "|".join(map(re.escape, sorted(words - found)))
        if missing and path != GLOSSARY:
            text = " ".join(path.read_text(encoding="utf-8").split())
            found |= set(re.findall(rf"(?<!\w)(?:{missing})(?!\w)", text))
    return found


def test_a_term_has_one_row_and_one_sentence():
    """Terms are unique and in alphabetical order within a group; each has a meaning that ends with a full stop."""
    terms = [row["term"] for row in rows()]
    assert len(terms) > 80
    assert sorted(set(terms)) == sorted(terms)
    for section in GLOSSARY.read_text(encoding="utf-8").split("\n## ")[1:]:
        group = [match["term"].casefold() for match in ROW.finditer(section)][2:]
        assert group == sorted(group), section.splitlines()[0]
    assert [row["term"] for row in rows() if not re.fullmatch(r"[A-Z`][^.]*\.", row["meaning"])] == []


def test_old_words_are_still_in_use():
    """An old word leaves the glossary once the sources do not have it any more."""
    old = {word for row in rows() for word in re.findall("`([^`]+)`", row["old"])}
    assert old - in_use(old) == set(), "remove these from docs/glossary.md"
