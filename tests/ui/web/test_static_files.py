"""The page's own files: all of them known to the page, nothing inline, nothing foreign, and little to send."""

import gzip
import re

import pytest

from noughts.ui.web.static_files import FOLDER

FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file())
NAMES = [path.relative_to(FOLDER).as_posix() for path in FILES]
PAGE = (FOLDER / "index.html").read_text()
SCRIPTS = [name for name in NAMES if name.endswith(".js")]

ON_ITS_OWN = {"pages/main.js", "core/theme.js"}


def imported(name, seen=None):
    """A module and all that it imports at once."""
    seen = set() if seen is None else seen
    if name not in seen:
        seen.add(name)
        for target in named(name, r'^import [^;]*?"([^"]+)";'):
            imported(target, seen)
    return seen


def named(name, pattern):
    """The modules that a module names in a certain way, as paths below the folder."""
    found = re.findall(pattern, (FOLDER / name).read_text(), re.MULTILINE)
    return {
        ((FOLDER / name).parent / one).resolve().relative_to(FOLDER.resolve()).as_posix() for one in found
    }


def test_the_page_preloads_what_the_first_view_needs():
    """The modules that index.html preloads are exactly those that pages/main.js needs at once."""
    preloaded = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)">', PAGE)
    assert preloaded == sorted(preloaded)
    assert set(preloaded) == imported("pages/main.js") - ON_ITS_OWN
    assert preloaded


def test_every_module_is_used():
    """Every module on disk is reached from the page: at once, or fetched later by one that is."""
    later = set().union(*(named(name, r'import\("([^"]+)"\)') for name in SCRIPTS))
    assert later
    assert ON_ITS_OWN.union(*(imported(name) for name in ("pages/main.js", *later))) == set(SCRIPTS)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_inline_and_nothing_foreign(name):
    """No file holds a script or style in an attribute or element, or an address elsewhere but a namespace."""
    text = (FOLDER / name).read_text()
    assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|<[^>]*\son[a-z]+=\"|javascript:", text)
    addresses = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"']*", re.sub(r"^\s*//.*$", "", text, flags=re.M))
    assert set(addresses) <= {"http://www.w3.org/2000/svg"}


def test_all_files_together_are_light():
    """Every file of the page, compressed as it is sent, is less than 150 kB."""
    total = sum(len(gzip.compress(path.read_bytes(), mtime=0)) for path in FILES)
    assert 0 < total < 150_000
