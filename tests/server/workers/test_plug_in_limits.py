"""A server beside installed players of others that hang, allocate, or cannot be loaded: the others go on."""

import asyncio

import pytest

from noughts.errors import PlayerError
from noughts.players import plug_in_process, registry
from noughts.server.opponents import draw_elsewhere
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
class Large(Last):
    name: ClassVar[str] = "large"

    def choose(self, position):
        held = []
        while True:
            held.append(bytearray(b"1" * 20_000_000))
"""
ENTRIES = "last = noughts_plug:Last\nsleepy = noughts_plug:Sleepy\nlarge = noughts_plug:Large\nhang = noughts_hang:Hang"


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
        assert proofs["sleepy"] == proofs["large"] == proofs["hang"] == {"x": None, "o": None}
        visitor.close()
