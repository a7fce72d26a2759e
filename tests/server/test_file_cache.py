"""How files and answers are sent: known kinds only, compressed where that is wished, not sent twice."""

import gzip
import http.client

import pytest

from noughts.server.static_files import FOLDER
from tests.processes import PATIENCE
from tests.server.people import Visitor

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
@pytest.mark.parametrize(
    "path", ["/", f"/static/{SCRIPT}", "/api/brains?position=XX./.../O..", "/openapi.json"]
)
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


def test_pages_and_files_can_be_asked_for_without_their_content(server):
    """HEAD answers what GET would, without the body; nothing else may be done with a page or file."""
    visitor = Visitor(server.address)
    for path in ("/", "/games", "/brains", "/game/some", f"/static/{SCRIPT}"):
        head, whole = visitor.http.head(path), visitor.http.get(path)
        assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", whole.headers["etag"])
        refused = visitor.http.post(path)
        assert (refused.status_code, refused.json()["code"]) == (405, "wrong-method")
    visitor.close()
