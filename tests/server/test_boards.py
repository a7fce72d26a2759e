"""Records whose board defines its own lines: rejected over HTTP before a line is read, accepted elsewhere."""

import json

import pytest

from noughts import Board, Game, NotationError, Study
from noughts.game import families
from noughts.records.formats import common
from noughts.records.formats.sgf import escape
from noughts.server import (
    boards,
)

_BOARD = Board.mnk(20, 20, 5)
_CHAIN = {
    "noughts": "board",
    "name": "chain",
    "columns": 20,
    "rows": 20,
    "lines": [_BOARD.cell_names(pair) for pair in zip(range(180), range(1, 181), strict=True)],
}
"""180 lines of two cells each, one after another: their symmetries take minutes of CPU time to find."""
_SMALL = {"noughts": "board", "name": "corner", "columns": 3, "rows": 3, "lines": [["a1", "b1"]]}


def as_json(board, more=""):
    """A record in JSON; ``more`` is padding."""
    return json.dumps({"board": more + json.dumps(board, separators=(",", ":"))}, separators=(",", ":"))


def as_sgf(board, more=""):
    """A record in SGF, which would be on the board of SZ if RU were ignored; ``more`` is padding."""
    rules = escape(more + json.dumps(board, separators=(",", ":")))
    return f"(;GM[4]SZ[{board['columns']}]RU[{rules}])"


@pytest.fixture
def boards_read(monkeypatch):
    """The boards whose lines were read; reading one fails, so that no test computes their symmetries."""
    read = []

    def note(record):
        read.append(record["name"])
        raise NotationError("the lines were read")

    monkeypatch.setattr(common, "board_of", note)
    return read


def check(answer):
    """An error response that quotes the board and names what is accepted instead."""
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), answer.text
    error = answer.json()["error"]
    assert "a board with its own lines is not accepted here" in error
    assert '{"noughts":"board"' in error
    assert "15x15x5" in error


@pytest.mark.parametrize("write", [as_json, as_sgf])
@pytest.mark.parametrize(("path", "seats"), [("studies", {}), ("games", {"x": "person", "o": "person"})])
@pytest.mark.parametrize("more", ["", " \n"])
def test_own_lines_are_rejected_before_they_are_read(visitor, boards_read, write, path, seats, more):
    """A record of 2.4 kB that defines its lines gets 422 from both paths, in JSON and SGF; no line is read."""
    record = write(_CHAIN, more)
    assert 2_000 < len(record) < 4_000
    check(visitor.http.post(f"/api/{path}", json={"record": record, **seats}))
    assert boards_read == []


@pytest.mark.parametrize("write", [as_json, as_sgf])
def test_a_long_record_with_own_lines_is_rejected(visitor, write):
    """A record that is read in another process gets the same response."""
    record = write(_SMALL) + " " * 5_000
    check(visitor.http.post("/api/studies", json={"record": record}))


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "position", {"position": None}),
        ("GET", "analyse", {"position": None}),
        ("GET", "players", {"board": None}),
        ("GET", "board", {"board": None}),
        ("GET", "match/events", {"board": None, "x": "tic", "o": "tic"}),
        ("POST", "studies", {"position": None}),
        ("POST", "studies", {"board": None}),
        ("POST", "games", {"position": None, "x": "person", "o": "person"}),
        ("POST", "games", {"board": None, "x": "person", "o": "person"}),
        ("POST", "classes", {"board": None}),
        ("POST", "classes", {"position": None}),
    ],
)
def test_no_other_parameter_defines_lines(visitor, boards_read, method, path, body):
    """A board file in place of a board or a position gets 422 from every path; no line is read."""
    board = json.dumps(_SMALL)
    given = {name: board if value is None else value for name, value in body.items()}
    sent = {"params": given} if method == "GET" else {"json": given}
    answer = visitor.http.request(method, f"/api/{path}", **sent)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), answer.text
    assert boards_read == []


@pytest.mark.parametrize("write", [as_json, as_sgf])
def test_the_library_reads_own_lines(write):
    """``Game.read``, ``Game.read_all`` and ``Study.read`` accept a board that defines its lines."""
    record = write(_SMALL)
    boards = [Game.read(record).start.board, Study.read(record).start.board]
    boards += [game.start.board for game in Game.read_all(record)]
    assert [(board.name, len(board.lines)) for board in boards] == [("corner", 1)] * 3


def test_broken_own_lines_in_an_sgf_are_an_error():
    """RU with a board that is damaged is an error of its own; the board of SZ is not taken instead."""
    with pytest.raises(NotationError, match="no number from 1 to 20"):
        Game.read(as_sgf({**_SMALL, "rows": 99}))


_EMPTY = "/".join(["." * 16] * 16)


@pytest.mark.parametrize("name", ["cube2d8", "misere-cube2d8", "cube1d9"])
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "board", {"board": "{}"}),
        ("GET", "position", {"board": "{}"}),
        ("GET", "position", {"position": f"{{}}:{_EMPTY}"}),
        ("GET", "tree", {"board": "{}"}),
        ("GET", "players", {"board": "{}"}),
        ("GET", "solve/events", {"board": "{}"}),
        ("POST", "studies", {"record": json.dumps({"board": "BOARD"})}),
        ("POST", "studies", {"record": "(;GM[4]SZ[16]RU[{}])"}),
        ("POST", "studies", {"record": "{} a1"}),
        ("POST", "games", {"board": "{}", "x": "person", "o": "person"}),
        ("POST", "classes", {"board": "{}"}),
    ],
)
def test_a_cube_of_too_many_dimensions_is_rejected(visitor, monkeypatch, name, method, path, body):
    """Its name gets 422 from every path before a line is made: it would have up to 185 million symmetries."""
    made = []
    monkeypatch.setattr(families, "cube_lines", lambda n, points: made.append(n) or [tuple(range(n))])
    monkeypatch.setattr(Board, "symmetries", property(lambda board: (made.append("symmetries"), board.cells)))
    given = {key: value.replace("{}", name).replace("BOARD", name) for key, value in body.items()}
    sent = {"params": given} if method == "GET" else {"json": given}
    answer = visitor.http.request(method, f"/api/{path}", **sent)
    assert (answer.status_code, made) == (422, []), answer.text
    assert "at most 5 dimensions" in answer.json()["error"]


@pytest.mark.parametrize("write", ['{{"board": "{}"}}', "(;GM[4]SZ[3]RU[{}])"])
def test_one_rule_stands_before_a_board(visitor, write):
    """Thousands of rules before a board are no board's name: 422, where reading them would recurse too deep."""
    record = write.format("misere-" * 1_500 + "3x3x3")
    answer = visitor.http.post("/api/games", json={"record": record, "x": "person", "o": "person"})
    assert answer.status_code == (422 if record.startswith("{") else 201), answer.text


def test_a_board_is_made_once_whatever_it_is_called():
    """Games loaded from the database share the boards of those that are made."""
    assert boards.find_board("7x7x4") is boards.find_board("7x7x4")
    assert boards.find_board("3x3") is boards.find_board("3x3x3")
    assert boards.at_hand("3x3")
    assert not boards.at_hand("19x2x2")


@pytest.mark.parametrize("how", [{"board": "strip4x6x6"}, {"record": '{"board": "strip4x6x6"}'}])
def test_no_game_is_played_on_a_strip(visitor, how):
    """A block of an endless strip is for proofs: 422, and the message names it."""
    answer = visitor.http.post("/api/games", json={"x": "person", "o": "person", **how})
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert "'strip4x6x6'" in answer.json()["error"]
