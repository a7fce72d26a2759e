"""The reference names whatever is public, and all of it has a meaning."""

import inspect
import pydoc
import re
from collections import Counter
from functools import cached_property

import pytest

import noughts
from tests.paths import DOCS

PAGES = sorted((DOCS / "reference").glob("*.md"))
BLOCK = re.compile(r"^```\{names\}\n(.*?)^```", re.DOTALL | re.MULTILINE)


def shown() -> list[str]:
    """The names on the pages, in their order."""
    return [
        name
        for page in PAGES
        for block in BLOCK.findall(page.read_text(encoding="utf-8"))
        for name in block.split()
    ]


def test_every_public_name_is_on_one_page():
    """Each name of the facade is on one page once, and what else is there exists."""
    names = shown()
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert {name for name in names if name in noughts.__all__} == set(noughts.__all__) - {"__version__"}
    for name in names:
        assert pydoc.locate(f"noughts.{name}") is not None, name


@pytest.mark.parametrize("name", [name for name in shown() if name not in {"Cell", "Line", "Symmetry"}])
def test_every_public_name_has_a_meaning(name):
    """A name has a docstring, and so has each method and property that its class adds."""
    thing = pydoc.locate(f"noughts.{name}")
    assert inspect.getdoc(thing)
    for member, value in vars(thing).items() if inspect.isclass(thing) else ():
        told = isinstance(value, (property, cached_property, staticmethod, classmethod)) or inspect.isroutine(
            value
        )
        if told and not member.startswith("_"):
            assert inspect.getdoc(getattr(thing, member)), f"{name}.{member}"
