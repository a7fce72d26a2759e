"""A server beside installed players of others that hang, allocate, or cannot be loaded: the others go on."""

import asyncio

import pytest

from noughts.errors import PlayerError
from noughts.game.board import Board
from noughts.players import plug_in_process, registry
from noughts.server.opponents import draw_elsewhere, is_explained_quickly, is_quick
from noughts.server.options import check_players
from noughts.server.this_machine import Machine
from noughts.server.workers import MOVES
from tests.players.plug import install
from tests.players.test_plugins import LAST
from tests.server.people import Visitor
from tests.server.service import Service

PLAYERS = f"""{LAST}
import time


@dataclass(frozen=True)
class Sleepy(Last):
    name: ClassVar[str] = "sleepy"

    def choose(self, position):
        time.sleep(3600)


@dataclass(frozen=True)
class Crash(Last):
    name: ClassVar[str] = "crash"
    reads_lines_only: ClassVar[bool] = True

    def choose(self, position):
        import os

        os._exit(1)


@dataclass(frozen=True)
class Large(Last):
    name: ClassVar[str] = "large"

    def choose(self, position):
        held = []
        while True:
            held.append(bytearray(b"1" * 20_000_000))
"""
ENTRIES = "\n".join(
    f"{name} = noughts_{module}:{name.capitalize()}"
    for name, module in (
        ("crash", "plug"),
        ("last", "plug"),
        ("sleepy", "plug"),
        ("large", "plug"),
        ("hang", "hang"),
    )
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a folder of players, which this process and those that it starts find: one hangs when it is loaded."""
    install(tmp_path, PLAYERS, ENTRIES)
    (tmp_path / "noughts_hang.py").write_text("import time; time.sleep(3600)")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(registry, "_rejected", {})
    registry._plug_ins.cache_clear()
    yield tmp_path
    registry._plug_ins.cache_clear()
    registry._plug_in.cache_clear()


def test_a_player_that_hangs_is_rejected_by_the_server_and_its_workers(folder, monkeypatch, caplog):
    """It is reported once in one sentence, and neither the server nor a worker process loads it."""
    monkeypatch.setattr(plug_in_process, "LOAD_SECONDS", 1.0)
    problems = check_players(1_000_000_000)
    sentence = "the plug-in player 'hang' was stopped: it takes more than 1 seconds"
    assert (problems, caplog.messages) == ({"hang": sentence}, [sentence])
    with pytest.raises(PlayerError, match=sentence):
        registry.player("hang")
    monkeypatch.setattr(registry, "_rejected", {})

    async def run():
        lane = Machine(None, problems).lane(MOVES, lambda *_: None)
        try:
            assert await lane.compute("a", draw_elsewhere, "last", "3x3x3", ".../.../...") == 8
            with pytest.raises(PlayerError, match=sentence):
                await lane.compute("a", draw_elsewhere, "hang", "3x3x3", ".../.../...")
        finally:
            lane.close()

    asyncio.run(run())


def test_a_player_that_claims_to_be_quick_moves_in_a_worker(folder):
    """No player of others moves or is explained in the server's own process, whatever it says of itself."""
    crash = registry.player("crash")
    for board in map(Board.parse, ("3x3x3", "5x5x4", "15x15x5")):
        assert not is_quick(board, crash)
        assert not is_explained_quickly(board, crash)


@pytest.mark.long
def test_games_against_others_go_on(folder):
    """Moves of players that hang or allocate get 422 in one sentence, the game stays as it was, and others play on."""
    options = ("--worker-seconds", "1", "--worker-memory", "300")
    with Service(folder / "games.db", None, *options) as service:
        assert "'hang' was stopped: it takes more than 15 seconds" in service.log.read_text()
        visitor = Visitor(service.address)
        for name, words in (
            ("sleepy", "more than 5 seconds by the clock"),
            ("large", "more than 300 MB of memory"),
        ):
            made = visitor.http.post("/api/games", json={"x": "person", "o": name}).json()
            path, token = f"/api/games/{made['game']['id']}", made["tokens"]["X"]
            moved = visitor.http.post(
                f"{path}/moves",
                json={"version": 0, "ply": 0, "cell": "b2"},
                headers={"authorization": f"Bearer {token}"},
                timeout=60,
            )
            assert moved.status_code == 422
            assert moved.json()["error"] == f"this is too large to compute here: it takes {words}"
            assert visitor.http.get(path).json()["moves"] == []
            resigned = visitor.http.post(
                f"{path}/resign", json={"version": 0}, headers={"authorization": f"Bearer {token}"}
            )
            assert resigned.json()["outcome"]
        listed = {each["name"]: each for each in visitor.http.get("/api/players").json()["players"]}
        assert listed["last"]["plays"]
        assert not listed["hang"]["plays"]
        proofs = visitor.http.get("/api/proofs", timeout=120).json()["proofs"]
        assert proofs["last"]["x"]
        assert (
            proofs["sleepy"] == proofs["large"] == proofs["hang"] == proofs["crash"] == {"x": None, "o": None}
        )
        brains = visitor.http.get("/api/brains", timeout=120).json()
        assert {each["player"] for each in brains["brains"]} >= {"tic", "core", "mcts"}
        reasons = {each["player"]: each["why_not"] for each in brains["absent"]}
        assert "an installed player failed here" in reasons["sleepy"]
        visitor.close()
