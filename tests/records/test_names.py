"""Names of people: what others can see, in any script."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import NotationError
from noughts.records.log import person_name

SHOWN = [
    "Ada",
    "Ada Lovelace",
    "O'Neill-Łukasiewicz 2",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "क्\u200dष",
    "👩\u200d👩\u200d👧",
    "🏳\ufe0f\u200d🌈",
    "❤\ufe0f",
    "e\u0301",
    "아",
    "\u3164x",
]
"""Names; with joiners in Persian, in Hindi and in emoji."""

NOT_SHOWN = [
    "",
    " ",
    "\u3164",
    "\u2800",
    "\u2800 \u3164",
    "\u00ad",
    "\ufe0f",
    "\u200d",
    "\u200b\u200d\u200c",
    "\u180e",
    "\U000e0041",
]
"""Texts that show nothing."""

NOT_ALLOWED = [
    "a\u200d",
    "\u200da",
    "a\u200d\u200da",
    "a \u200d a",
    "a\u200d\u3164",
    "a\u202eb",
    "a\u2066b\u2069",
    "a\u200eb",
    "\u061ca",
    "a\x00b",
    "a\u200bb",
    "\ud800",
    "\ue000",
]
"""Texts with joiners that join nothing, with controls of direction, and with what has no shape of its own."""


@pytest.mark.parametrize("name", SHOWN, ids=ascii)
def test_a_name_has_a_visible_character(name):
    """Any script is a name, with the joiners that it needs; surrounding space is left out."""
    assert person_name(f" {name}\n") == name


@pytest.mark.parametrize("text", [*NOT_SHOWN, *NOT_ALLOWED], ids=ascii)
def test_what_shows_nothing_or_hides_something_is_not_a_name(text):
    """The error quotes the text."""
    with pytest.raises(NotationError, match="not a name: '"):
        person_name(text)


@given(st.text(st.characters(categories=("L", "M", "N", "P", "S", "Z", "Cf")), max_size=12))
def test_names_are_printable_but_for_joiners(text):
    """A name is one line that stays itself, and without joiners every character of it is printable."""
    try:
        name = person_name(text)
    except NotationError:
        return
    assert person_name(name) == name
    assert name.replace("\u200c", "").replace("\u200d", "").isprintable()
    assert any(unicodedata.category(each)[0] in "LMNPS" for each in name)
