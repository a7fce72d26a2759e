"""A game is encoded once: for the response to a request, and for the events of all who watch it."""

from contextlib import contextmanager
from dataclasses import replace

import pytest

from noughts import Board, Mark, Position
from noughts.records.log import FRIEND, PERSON
from noughts.server import game_store, games
from noughts.server.opponents import Opponents
from tests.server.people import Running, Visitor

TWO_PEOPLE = [
    ("name", "X", {"name": "Zoë"}),
    ("moves", "X", {"ply": 0, "cell": "b2"}),
    ("moves", "O", {"ply": 1, "cell": "a1"}),
    ("undo", "O", {}),
    ("decline", "X", {}),
    ("draw", "X", {}),
    ("decline", "O", {}),
    ("resign", "O", {}),
    ("again", "X", {"swap": True}),
    ("again", "O", {"swap": True}),
]
COMPUTER = [
    ("step", "O", {"ply": 0}),
    ("moves", "O", {"ply": 1, "cell": "a2"}),
    ("undo", "O", {}),
    ("redo", "O", {}),
]


@contextmanager
def event_data(visitor):
    """The data of the events of a visitor's game, as an iterator of bytes."""
    with visitor.http.stream("GET", f"/api/games/{visitor.id}/events") as answer:
        yield _data(answer.iter_bytes())


def _data(pieces):
    rest = b""
    for piece in pieces:
        *events, rest = (rest + piece).split(b"\n\n")
        for event in events:
            _, is_game, data = event.partition(b"\ndata: ")
            if is_game:
                yield data


def check_responses(visitor, tokens, requests):
    """Send requests; each response must be the data of the event that a watcher receives next."""
    with event_data(visitor) as events:
        next(events)
        for verb, seat, body in requests:
            sent = body if verb == "name" else {"version": visitor.game()["version"], **body}
            headers = {"authorization": f"Bearer {tokens[seat]}"}
            answer = visitor.http.post(f"/api/games/{visitor.id}/{verb}", json=sent, headers=headers)
            assert answer.status_code == 200, answer.text
            assert answer.content == next(events), verb
            assert answer.content == visitor.http.get(f"/api/games/{visitor.id}").content, verb


def test_responses_are_the_events_of_two_people(visitor, friend):
    """Without a clock, the response to every request is byte for byte the data of the event."""
    visitor.make(o="friend")
    friend.join(visitor)
    check_responses(visitor, {**visitor.tokens, **friend.tokens}, TWO_PEOPLE)


def test_responses_are_the_events_against_a_computer(visitor):
    """Responses are the events where a computer moves and where moves are taken back, too."""
    visitor.make(x="tic")
    check_responses(visitor, visitor.tokens, COMPUTER)


@pytest.fixture
def count(monkeypatch):
    """The number of calls of `game_json` under any imported name: of a function that it calls once."""
    calls, plain = [], games._clock_json
    monkeypatch.setattr(games, "_clock_json", lambda log: calls.append(log.version) or plain(log))
    return lambda: len(calls)


@pytest.fixture
def player(tmp_path):
    """A visitor of a server with a file, which reads no game again."""
    running = Running(f"sqlite:///{tmp_path / 'games.db'}")
    someone = Visitor(running.address)
    yield someone
    someone.close()
    running.stop()


MOVES = ["b2", "a1", "c3", "a2"]


def play(player, version):
    """Send the move after a version, and nothing else."""
    return player.send("moves", "XO"[version % 2], version=version, ply=version, cell=MOVES[version])


def test_a_move_is_encoded_once(player, count):
    """A move is encoded once, with and without a watcher; a request that was done already is not encoded again."""
    player.make()
    before = count()
    for version in (0, 1):
        assert play(player, version).status_code == 200
    assert count() == before + 2
    with event_data(player) as events:
        next(events)
        for version in (2, 3):
            assert play(player, version).content == next(events)
        assert count() == before + 4
        assert play(player, 3).status_code == 200
        assert count() == before + 4


def test_a_running_clock_is_encoded_again(player, count, monkeypatch):
    """The time left is that of each response while a clock runs; once the game is over the JSON stays."""
    now = [1_000_000]
    monkeypatch.setattr(games, "milliseconds", lambda: now[0])
    player.make(clock={"seconds": 60})
    player.play("b2")
    player.play("a1", "O")
    left = player.game()["clock"]["left"]["X"]
    now[0] += 7_000
    assert player.game()["clock"]["left"]["X"] == left - 7_000
    player.do("resign")
    before = count()
    assert player.game() == player.game()
    assert count() == before


@pytest.mark.parametrize("board", ["3x3x3", "15x15x5", "20x20x5", "cube3"])
def test_the_memory_of_a_game_includes_its_json(board):
    """The estimate by which the games in memory are limited has room for the JSON of a game and its names."""
    start = Position.start(Board.parse(board))
    game = games.new_game(Opponents(()), start, [], {Mark.X: PERSON, Mark.O: FRIEND}).record
    log = game.log.add(game.log.join(Mark.O))
    for mark in Mark:
        log = log.add(log.name(mark, "\N{GRINNING FACE}" * 30))
    named = replace(game, log=log)
    size = len(games.game_bytes(named))
    assert size < game_store._JSON_BYTES + game_store._JSON_CELL_BYTES * start.board.size
    assert game_store._bytes(named) > size + 5_000
