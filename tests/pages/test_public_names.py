"""The reference is made from the docstrings, holds every public name, and is fresh."""

import re
from pathlib import Path

import noughts
from noughts.pages.public_names import reference_page

PAGE = Path(__file__).parents[2] / "docs" / "reference.md"


def test_every_public_name_is_told():
    """Each name of the facade has its place and a meaning, and nothing else has."""
    page = reference_page(noughts)
    entries = dict(re.findall(r"^### (\w+)\n\n(.+?)(?=\n\n##|\Z)", page, re.MULTILINE | re.DOTALL))
    assert set(entries) == set(noughts.__all__) - {"__version__"}
    for name, entry in entries.items():
        assert re.sub(r"```.*?```", "", entry, flags=re.DOTALL).strip(), f"nothing is said of {name}"


def test_every_member_is_told():
    """Each public method and property in it has a sentence."""
    assert re.findall(r"^- `[^`]+`: *$", reference_page(noughts), re.MULTILINE) == []


def test_the_page_is_fresh():
    """docs/reference.md is what `make reference` writes."""
    assert PAGE.read_text(encoding="utf-8") == reference_page(noughts)
