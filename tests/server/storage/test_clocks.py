"""Games on the clock over HTTP: time passes on the server, and whoever has none left loses."""

import pytest

from tests.contract.held import held


@pytest.fixture
def hour(server, monkeypatch):
    """The server's time in milliseconds, which stands still until it is moved."""
    now = [1_800_000_000_000]
    monkeypatch.setattr("noughts.server.games.milliseconds", lambda: now[0])
    monkeypatch.setattr("noughts.server.games.milliseconds", lambda: now[0])
    return now


def flag(visitor, seat="X"):
    right = {"authorization": f"Bearer {visitor.tokens[seat]}"}
    return visitor.http.post(f"/api/games/{visitor.id}/flag", headers=right)


def test_time_passes_and_the_flag_falls(visitor, friend, hour):
    """Each sees what both have left; a claim too early is refused, and at the end it ends the game."""
    game = visitor.make(x="person", o="friend", clock={"seconds": 60, "increment": 2})
    assert game["clock"] == {
        "seconds": 60,
        "increment": 2,
        "left": {"X": 60_000, "O": 60_000},
        "running": None,
    }
    friend.join(visitor)
    visitor.play("b2")
    hour[0] += 5_000
    assert visitor.game()["clock"]["left"] == {"X": 60_000, "O": 55_000}
    game = friend.play("a1", "O")
    assert (game["clock"]["left"], game["clock"]["running"]) == ({"X": 60_000, "O": 57_000}, "X")
    hour[0] += 59_999
    early = flag(friend, "O")
    assert (early.status_code, early.json()["code"]) == (409, "still-time")
    hour[0] += 1
    over = flag(friend, "O")
    assert over.status_code == 200
    held(over.json(), "GameJson")
    assert over.json()["outcome"] == {
        "winner": "O",
        "reason": "time",
        "lines": [],
        "words": "X has spent all time: O wins.",
    }
    assert over.json()["clock"]["left"]["X"] == 0
    assert flag(visitor).json()["outcome"]["winner"] == "O"


def test_a_move_too_late_is_none(visitor, hour):
    """Whoever moves after the last millisecond has lost; the next game has the same clock, whole."""
    visitor.make(clock={"seconds": 10})
    visitor.play("b2")
    hour[0] += 10_000
    game = visitor.play("a1", "O")
    assert (game["moves"], game["outcome"]["winner"]) == (["b2"], "X")
    assert "RE[B+T]" in visitor.http.get(f"/api/games/{visitor.id}/record.sgf").text
    following = visitor.do("again")["next"]
    clock = visitor.game(following)["clock"]
    assert (clock["seconds"], clock["left"], clock["running"]) == (10, {"X": 10_000, "O": 10_000}, None)


def test_a_clock_is_for_two_people(visitor):
    """With a computer, or of a length that nobody means, it is refused; without one nothing can be claimed."""
    for body in (
        {"o": "tic", "clock": {"seconds": 60}},
        {"clock": {"seconds": 1}},
        {"clock": {"seconds": 60, "increment": 99}},
    ):
        answer = visitor.http.post("/api/games", json={"x": "person", "o": "person", **body})
        assert answer.status_code == 422
    visitor.make()
    assert flag(visitor).json()["code"] == "still-time"
