"""The page's own files: all of them known to the page, nothing inline, nothing foreign, and little to send."""

import gzip
import re
from pathlib import Path

from noughts import player_names
from noughts.players.registry import LEVELS, player_type
from noughts.server.static_files import FOLDER

FILES = sorted(path for path in FOLDER.rglob("*") if path.is_file())
NAMES = [path.relative_to(FOLDER).as_posix() for path in FILES]
PAGE = (FOLDER / "index.html").read_text()
SCRIPTS = [name for name in NAMES if name.endswith(".js")]

CALLED = [player_type(each).facts.called for each in player_names()]
ON_ITS_OWN = {"pages/main.js", "core/theme.js"}
ROOMS = ["core", "board", "blocks", "brain", "game", "analyse", "learn", "compare", "classroom", "pages"]
"""Each knows those before it and none after it."""


def imported(name, seen=None):
    """A module and all that it imports at once."""
    seen = set() if seen is None else seen
    if name not in seen:
        seen.add(name)
        for target in named(name, r'^import [^;]*?"([^"]+)";'):
            imported(target, seen)
    return seen


def needed(name):
    """The modules that a module imports, at once or later."""
    return named(name, r'^import [^;]*?"([^"]+)";') | named(name, r'import\("([^"]+)"\)')


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


def test_imports_run_one_way():
    """A module imports from its own room and from those before it, whether at once or later."""
    assert SCRIPTS
    for name in SCRIPTS:
        place = ROOMS.index(Path(name).parent.name)
        for target in needed(name):
            assert ROOMS.index(Path(target).parent.name) <= place, f"{name} imports {target}"


def test_imports_have_no_circle():
    """The modules can be put in an order in which each imports only earlier ones."""
    left = {name: needed(name) for name in SCRIPTS}
    while left:
        free = {name for name, needs in left.items() if not needs & set(left)}
        assert free, f"a circle among {sorted(left)}"
        left = {name: needs for name, needs in left.items() if name not in free}


def test_the_server_alone_says_how_players_are_called():
    """No module lists the levels, or has a player's name in words: both are in what the server answers."""
    for name in SCRIPTS:
        text = (FOLDER / name).read_text()
        assert not [words for words in CALLED if words and f'"{words}"' in text], name
        assert sum(f'"{level}"' in text for level in LEVELS) <= 2, name


def test_nothing_inline_and_nothing_foreign():
    """No file holds a script or style in an attribute or element, or an address elsewhere but a namespace."""
    inline = r"<script(?![^>]*\ssrc=)|<style|\sstyle=|<[^>]*\son[a-z]+=\"|javascript:"
    for name in NAMES:
        text = (FOLDER / name).read_text()
        assert not re.search(inline, text), name
        code = re.sub(r"^\s*//.*$", "", text, flags=re.M)
        addresses = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"']*", code)
        assert set(addresses) <= {"http://www.w3.org/2000/svg"}, name


def weight(names):
    """What these files weigh, compressed as they are sent."""
    return sum(len(gzip.compress((FOLDER / name).read_bytes(), mtime=0)) for name in names)


def test_the_first_view_is_light():
    """What playing needs, style sheets and all, is less than 150 kB as it is sent."""
    styles = set(re.findall(r'<link rel="stylesheet" href="/static/([^"]+)">', PAGE))
    assert 0 < weight({"index.html", "icon.svg", *styles, *imported("pages/main.js"), *ON_ITS_OWN}) < 150_000


def test_every_later_view_is_light():
    """With all style sheets, no module that is fetched later, with what it needs, brings a page to 200 kB."""
    later = set().union(*(named(name, r'import\("([^"]+)"\)') for name in SCRIPTS))
    always = {name for name in NAMES if not name.endswith((".js", ".ts"))} | imported("pages/main.js")
    for name in later:
        assert 0 < weight(always | imported(name)) < 200_000, name
