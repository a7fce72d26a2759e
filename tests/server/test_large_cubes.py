"""Cubes of many dimensions over HTTP: a name of seven letters must not occupy a server for minutes."""

import json

import pytest

from noughts import Board
from noughts.game import families

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
