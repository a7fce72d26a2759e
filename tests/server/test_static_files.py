"""Files of the page: all of them known to it, nothing foreign, little to send, and compressed where that is wished."""

import gzip
import http.client
import re
from pathlib import Path

import pytest

from noughts import player_names
from noughts.players.registry import LEVELS, player_type
from noughts.server.static_files import FOLDER
from tests.processes import PATIENCE

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


SCRIPT = "core/api.js"


def get(server, path, **headers):
    """A file by exactly this path, which httpx would straighten; its status, headers and body as they came."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, answer.headers, body


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [
        ("gzip", True),
        ("deflate, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, deflate", False),
        ("deflate, gzip;q=0.0", False),
        ("deflate", False),
        ("", False),
    ],
)
@pytest.mark.parametrize("path", ["/", f"/static/{SCRIPT}", "/api/players", "/openapi.json"])
def test_gzip_is_sent_to_whoever_takes_it(server, path, accepted, compressed):
    """Compressed or plain as the Accept-Encoding header says, weight 0 included; the content is the same."""
    _, _, plain = get(server, path)
    _, headers, body = get(server, path, **{"Accept-Encoding": accepted})
    assert headers["content-encoding"] == ("gzip" if compressed else None)
    assert (gzip.decompress(body) if compressed else body) == plain
    assert "accept-encoding" in headers["vary"].lower()


def test_small_files_of_the_page_are_compressed(server):
    """A file of 500 bytes or more is compressed, and a shorter one is not."""
    for path in FOLDER.rglob("*.js"):
        name = path.relative_to(FOLDER).as_posix()
        _, headers, _ = get(server, f"/static/{name}", **{"Accept-Encoding": "gzip"})
        assert (headers["content-encoding"] == "gzip") == (path.stat().st_size >= 500), name


def test_a_stream_is_sent_at_once_and_plain(server, visitor):
    """Events are not held back to be compressed together."""
    visitor.make()
    with visitor.http.stream(
        "GET", f"/api/games/{visitor.id}/events", headers={"accept-encoding": "gzip"}
    ) as answer:
        assert "content-encoding" not in answer.headers
        assert any(line.startswith("data: ") for line in answer.iter_lines())


def test_a_file_is_one_however_it_is_named(own_server):
    """Detours through folders that are not there lead to the same file."""
    bodies = {
        get(own_server, f"/static/{detour}{SCRIPT}")[2] for detour in ("", *(f"z{n}/../" for n in range(20)))
    }
    assert bodies == {(FOLDER / SCRIPT).read_bytes()}


def test_a_file_that_changed_is_sent_anew(own_server, tmp_path):
    """The browser's copy is good until the file changes; files of unknown kinds, and folders, are not given out."""
    files = own_server.app.state.services.files
    files.directory, files.all_directories = tmp_path, [tmp_path]
    (tmp_path / "a.js").write_text("one")
    (tmp_path / "a.py").write_text("secret")
    (tmp_path / "folder").mkdir()
    _, headers, body = get(own_server, "/static/a.js")
    assert (headers["content-type"], headers["cache-control"]) == (
        "text/javascript; charset=utf-8",
        "no-cache",
    )
    status, again, nothing = get(own_server, "/static/a.js", **{"If-None-Match": headers["etag"]})
    assert (status, body, nothing, again["etag"]) == (304, b"one", b"", headers["etag"])
    (tmp_path / "a.js").write_text("another")
    assert get(own_server, "/static/a.js", **{"If-None-Match": headers["etag"]})[0::2] == (200, b"another")
    for name in ("a.py", "folder", "folder/", "", "nothing.js", "a.js/b.js", "a" * 300, "a%00.js", "../a.js"):
        assert get(own_server, f"/static/{name}")[0] in (404, 307), name
