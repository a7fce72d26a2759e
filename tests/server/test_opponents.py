"""Who may be played against: programs that the owner names, and installed players, which may hang or fail."""

import asyncio

import pytest

from noughts import NoughtsError, OptionError, as_player
from noughts.errors import PlayerError
from noughts.game.board import Board
from noughts.players import plug_in_process, registry
from noughts.players.function_player import FunctionPlayer
from noughts.server import analyses, opponents
from noughts.server.api_errors import Refusal
from noughts.server.opponents import Opponents, draw_elsewhere, is_explained_quickly, is_quick, pure_player
from noughts.server.options import admit, check_players
from noughts.server.this_machine import Machine
from noughts.server.worker_queue import TurnLimits
from noughts.server.workers import MOVES
from tests.adapters.programs.brains import Brain
from tests.players.plug import install
from tests.players.test_plugins import LAST
from tests.server.people import Running, Visitor
from tests.server.service import Service


@pytest.fixture(scope="module")
def brains(tmp_path_factory):
    """A visitor of a server whose owner lets an honest brain play, and one that dies; and these."""
    folder = tmp_path_factory.mktemp("brains")
    fakes = [Brain(folder, manner, called=manner) for manner in ("honest", "die")]
    with (
        Running(f"sqlite:///{folder / 'games.db'}", [fake.player for fake in fakes]) as running,
        Visitor(running.address) as visitor,
    ):
        yield visitor, fakes
    assert [fake.left for fake in fakes] == [[], []]


def test_an_admitted_program_plays_by_its_name(brains):
    """It is listed without its command, sits down by its name, and answers moves; nobody is told what it thinks."""
    visitor, (honest, _) = brains
    listed = visitor.http.get("/api/players", params={"board": "6x5x5"}).json()["players"]
    (entry,) = (each for each in listed if each["name"] == "honest")
    assert (entry["plays"], entry["options"], entry["title"]) == (True, {}, "A brain of Gomocup")
    assert visitor.http.get("/api/players").text.count(str(honest.diary)) == 0
    game = visitor.make(o="honest", board="6x5x5")
    assert game["seats"]["O"]["player"] == "honest"
    assert visitor.play("c3")["moves"] == ["c3", "a1"]
    assert visitor.play("c4")["moves"] == ["c3", "a1", "c4", "b1"]
    assert honest.heard == ["RECTSTART 6,5", "TURN 2,2", "TURN 2,3"]
    told = visitor.http.get("/api/decide", params={"player": "honest", "board": "6x5x5"})
    assert (told.status_code, "is a program" in told.json()["error"]) == (422, True)
    refused_board = visitor.http.post("/api/games", json={"x": "person", "o": "honest", "board": "3x3x3"})
    assert refused_board.json()["code"] == "unsupported-board"


def test_a_program_that_dies_loses_its_game(brains):
    """The person has won, the outcome says why, and the next game of the row can be asked for."""
    visitor, _ = brains
    visitor.make(o="die", board="6x5x5")
    game = visitor.play("c3")
    assert game["outcome"]["winner"] == "X"
    assert game["outcome"]["reason"] == "forfeit"
    assert game["outcome"]["words"] == "die forfeits the game: it ended. X wins."
    assert game["may"]["X"] == ["again"]
    assert "RE[B+F]" in visitor.http.get(f"/api/games/{visitor.id}/record.sgf").text


@pytest.mark.parametrize("who", ["gomocup:true", "ugi:true", "brain"])
def test_a_request_never_starts_a_program(brains, who):
    """A command in a request is no player, wherever a player is named."""
    visitor, _ = brains
    for answer in (
        visitor.http.post("/api/games", json={"x": "person", "o": who}),
        visitor.http.get("/api/decide", params={"player": who}),
    ):
        assert answer.status_code == 422
        assert answer.json()["code"] in ("malformed", "unknown-player")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("gomocup:true", "not a program with a name: 'gomocup:true'"),
        ("tic=ugi:true", "the name 'tic' is taken"),
        ("person=ugi:true", "the name 'person' is taken"),
        ("b=ugi:no-such-program", "there is no program 'no-such-program'"),
        ("b=true", "not a program: 'true'"),
    ],
)
def test_a_program_that_cannot_be_admitted_is_said(given, why):
    """A name that is none, one that is taken, and a command that names no program are told, with what was given."""
    with pytest.raises(NoughtsError) as told:
        admit((given,))
    assert why in str(told.value)


def test_a_program_that_hangs_holds_up_its_own_games_alone(brains, monkeypatch):
    """While both places of one program are taken the games of another go on; who waits too long for it is told so."""
    monkeypatch.setattr(opponents, "_PROGRAM", TurnLimits(places=2, patience=0.05, most=4, each=4))

    async def run():
        admitted = Opponents([brain.player for brain in brains[1]])
        async with admitted.turn("die", "a"), admitted.turn("die", "a"):
            async with admitted.turn("honest", "a") as honest:
                assert honest.called == "honest"
            with pytest.raises(Refusal, match="ask again"):
                async with admitted.turn("die", "b"):
                    raise AssertionError("a third place")
        async with admitted.turn("die", "b") as freed:
            assert freed.called == "die"

    asyncio.run(run())


def test_a_failing_player_spoils_no_list(monkeypatch):
    """A player that fails when it is asked what it plays, or to choose, is listed as such, and the others as ever."""
    monkeypatch.setattr(registry, "_registered", {})
    before = analyses.players(Opponents(), "3x3x3")["players"]
    failing = registry.register(as_player("failing")(lambda position: [].pop()))
    assert isinstance(failing, FunctionPlayer)
    assert analyses.prove("failing") == {"x": None, "o": None}
    monkeypatch.setattr(type(failing), "plays", lambda self, board: [].pop())
    *others, last = analyses.players(Opponents(), "3x3x3")["players"]
    assert others == before
    assert (last["house"], {each["house"] for each in others}) == (False, {True})
    assert (last["name"], last["plays"], last["why_not"]) == (
        "failing",
        False,
        "pop from empty list",
    )


def test_no_request_names_a_file():
    """A server refuses the player of a proof in one sentence, and does not look whether the file is there."""
    for name in ("proof(/etc/passwd)", "proof(file=/etc/passwd)"):
        with pytest.raises(OptionError, match="this server plays by none"):
            pure_player(name)


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
    f"{name} = noughts_plug:{name.capitalize()}" for name in ("crash", "last", "sleepy", "large")
)
ENTRIES += "\nhang = noughts_hang:Hang"


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
    with Service(folder / "games.db", None, *options) as service, Visitor(service.address) as visitor:
        assert "'hang' was stopped: it takes more than 15 seconds" in service.log.read_text()
        for name, words in (
            ("sleepy", "more than 5 seconds by the clock"),
            ("large", "more than 300 MB of memory"),
        ):
            visitor.make(o=name)
            moved = visitor.send("moves", version=0, ply=0, cell="b2")
            assert moved.status_code == 422
            assert moved.json()["error"] == f"this is too large to compute here: it takes {words}"
            assert visitor.game()["moves"] == []
            assert visitor.do("resign", version=0)["outcome"]
        listed = {each["name"]: each for each in visitor.http.get("/api/players").json()["players"]}
        assert listed["last"]["plays"]
        assert not listed["hang"]["plays"]
        proofs = visitor.http.get("/api/proofs").json()["proofs"]
        assert proofs["last"]["x"]
        for name in ("sleepy", "large", "hang", "crash"):
            assert proofs[name] == {"x": None, "o": None}
        brains = visitor.http.get("/api/brains").json()
        assert {each["player"] for each in brains["brains"]} >= {"tic", "core", "mcts"}
        reasons = {each["player"]: each["why_not"] for each in brains["absent"]}
        assert "an installed player failed here" in reasons["sleepy"]
