"""Games on the clock over HTTP: time passes on the server, and whoever has none left loses."""

from contextlib import closing

import pytest
from sqlalchemy import update

from noughts.server.tables import TIME, Store
from tests.contract.held import held
from tests.server.people import Running, Visitor


@pytest.fixture
def hour(server, monkeypatch):
    """The server's time in milliseconds, which stands still until it is moved."""
    now = [1_800_000_000_000]
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


class Machine:
    """The clocks of a machine: of the day, which may be set, and the one that always goes on."""

    def __init__(self):
        self.day, self.since_boot = 1_800_000_000.0, 1_000.0

    def time(self):
        return self.day

    def monotonic(self):
        return self.since_boot

    def wait(self, seconds):
        self.day += seconds
        self.since_boot += seconds


@pytest.fixture
def machine(monkeypatch):
    """A machine whose clocks stand still until they are moved."""
    moved = Machine()
    monkeypatch.setattr("noughts.server.game_time.time", moved)
    return moved


def left(visitor):
    return visitor.game()["clock"]["left"]


def on_the_clock(server):
    """Two people, one of whom has moved in a game of a minute each; O thinks."""
    visitor = Visitor(server.address)
    visitor.make(clock={"seconds": 60})
    visitor.play("b2")
    return visitor


@pytest.mark.parametrize("jump", [-3_600.0, 120.0])
def test_a_clock_that_is_set_costs_nobody_time(tmp_path, machine, jump):
    """An hour back or two minutes forward: what counts is the time that passed."""
    server = Running(f"sqlite:///{tmp_path / 'games.db'}")
    visitor = on_the_clock(server)
    machine.wait(10)
    machine.day += jump
    assert left(visitor) == {"X": 60_000, "O": 50_000}
    machine.wait(10)
    assert visitor.play("a1", "O")["clock"]["left"] == {"X": 60_000, "O": 40_000}
    visitor.close()
    server.stop()


def test_no_time_passes_while_no_server_runs(tmp_path, machine):
    """Stopped for an hour, with the clock of the day set meanwhile, a server goes on where it was."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    server = Running(url)
    visitor = on_the_clock(server)
    machine.wait(10)
    server.stop()
    machine.wait(3_600)
    machine.day -= 86_400
    server = Running(url)
    machine.wait(5)
    visitor.http.base_url = server.address
    assert left(visitor) == {"X": 60_000, "O": 45_000}
    assert flag(visitor).json()["code"] == "still-time"
    visitor.close()
    server.stop()


def test_servers_of_one_postgres_go_by_its_clock(cluster):
    """Time passes from one word to the next, of whichever server, but not while none gave one for a while."""
    with closing(Store(cluster.database())) as one, closing(Store(one.engine.url)) as other:
        one.keep_time(0)

        def passes(seconds):
            """How much time passes if the last server gave its word so long ago."""
            with one.engine.begin() as connection:
                connection.execute(update(TIME).values(alive=TIME.c.alive - int(seconds * 1_000)))
            return other.keep_time(0) - before

        before = one.keep_time(0)
        assert passes(2) >= 2_000
        before = one.keep_time(0)
        assert passes(3_600) == 0
