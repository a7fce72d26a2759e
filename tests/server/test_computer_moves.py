"""Computers that think by the clock, over HTTP: what is heard of them, and that each of their moves is made once."""

import itertools

import pytest

from noughts import Board, player
from noughts.engine.analysis import can_judge
from noughts.server.workers import THINKING
from tests.contract.held import held
from tests.processes import wait_until
from tests.server.people import Visitor, bearer, events

BOARD = "10x10x5"
ORDERS = sorted({*itertools.permutations(["think", "now", "leave", "undo", "think"], 4)})
EACH = [pytest.param(order, marks=[pytest.mark.long] * (n % 3 > 0)) for n, order in enumerate(ORDERS)]

pytestmark = pytest.mark.skipif(
    not can_judge(Board.parse(BOARD)), reason="the engine needs the extra 'solver'"
)


class Thinking:
    """The stream of a computer that thinks: pairs of kind and content."""

    def __init__(self, visitor, game):
        request = visitor.http.build_request(
            "POST",
            f"/api/games/{game['id']}/think",
            json={"version": game["version"], "ply": game["ply"]},
            headers=bearer(*visitor.tokens.values()),
        )
        self.answer = visitor.http.send(request, stream=True)
        assert self.answer.status_code == 200, self.answer.read()
        self.events = events(self.answer)

    def begin(self):
        """The first thought."""
        return next(content for kind, content in self.events if kind == "news")

    def rest(self):
        """What is still to come, until the stream ends."""
        return list(self.events)

    def leave(self):
        self.answer.close()


def begun(visitor, seconds=30, opponent="impossible"):
    """A game in which a person has opened, and the computer has not answered yet."""
    visitor.make(o=f"{opponent}(seconds={seconds})", board=BOARD)
    return visitor.play("e5")


def reasoned(visitor, game, seconds):
    """The moves for which reasons are told of a position in which a computer has moved."""
    place = {"board": BOARD, "position": game["position"], "player": f"impossible(seconds={seconds})"}
    answer = visitor.http.get("/api/explain", params=place)
    assert answer.status_code == 200, answer.text
    return list(answer.json()["why"])


@pytest.mark.parametrize("opponent", ["impossible", "engine"])
def test_a_computer_thinks_and_moves(visitor, opponent):
    """A person's move is answered when the computer is asked to think; it tells its thoughts, and makes the last."""
    game = begun(visitor, 1, opponent)
    seat = game["seats"]["O"]
    assert (seat["player"], seat["seconds"]) == (f"{opponent}(seconds=1)", 1)
    assert seat["level"] == ("impossible" if opponent == "impossible" else None)
    assert (game["moves"], game["may"]["X"][0]) == (["e5"], "step")
    *thoughts, (kind, after) = [each for each in Thinking(visitor, game).rest() if each[0] != "ahead"]
    for each, thought in thoughts:
        assert each == "news"
        held(thought, "ThinkingJson")
        assert thought["line"][0] == thought["move"]
        assert 0 <= thought["left"] <= 1
    assert kind == "done"
    assert after == visitor.game()
    assert after["moves"] == ["e5", thoughts[-1][1]["move"]]


def test_what_it_thought_is_why_it_moved(visitor):
    """Asked why it moved, a computer that thinks by the clock tells what it thought then."""
    game = begun(visitor, 5)
    thinking = Thinking(visitor, game)
    thinking.begin()
    after = visitor.do("step", version=game["version"], ply=1, now=True)
    assert reasoned(visitor, game, 5) == [after["moves"][-1]]
    place = {"board": BOARD, "position": after["position"], "player": "impossible(seconds=5)"}
    refused = visitor.http.get("/api/explain", params=place)
    assert (refused.status_code, "seconds='5'" in refused.json()["error"]) == (422, True)


def test_a_computer_moves_when_it_is_told_to(visitor):
    """Told to move now, it moves once, and the stream of its thoughts ends with that."""
    game = begun(visitor)
    thinking = Thinking(visitor, game)
    thinking.begin()
    now = {"version": game["version"], "ply": 1, "now": True}
    after = visitor.do("step", **now)
    assert visitor.do("step", **now) == after
    assert thinking.rest()[-1] == ("done", after)
    assert len(after["moves"]) == 2


def test_whoever_does_not_think_yet_moves_at_once(visitor):
    """A computer that nobody listens to is told to move, and moves."""
    game = begun(visitor)
    after = visitor.do("step", version=game["version"], ply=1, now=True)
    assert len(after["moves"]) == 2
    assert Thinking(visitor, game).rest() == [("done", after)]


def test_whoever_leaves_ends_the_thinking(server, visitor):
    """When nobody listens any more the place is free, and no move was made; who comes back hears it think anew."""
    game, lane = begun(visitor), server.app.state.services.workers.lanes["thinking"]
    thinking = Thinking(visitor, game)
    thinking.begin()
    assert lane.running
    thinking.leave()
    wait_until(lambda: not lane.running)
    assert visitor.game() == game
    again = Thinking(visitor, game)
    assert again.begin()["left"] > 0
    again.leave()
    wait_until(lambda: not lane.running)


def test_a_move_taken_back_is_not_thought_about(server, visitor):
    """When the game goes on otherwise meanwhile the thinking ends, and says that it is about another position."""
    game, lane = begun(visitor), server.app.state.services.workers.lanes["thinking"]
    thinking = Thinking(visitor, game)
    thinking.begin()
    undone = visitor.do("undo", version=game["version"])
    kind, content = thinking.rest()[-1]
    assert (kind, content["code"]) == ("ended", "stale")
    wait_until(lambda: not lane.running)
    assert visitor.game() == undone


@pytest.mark.parametrize("order", EACH)
def test_each_move_is_made_once_in_whatever_order(visitor, order):
    """Whatever is thought, told, left and taken back, and when: a move has one answer, whose reason is told."""
    begin = game = begun(visitor)
    streams = []
    for what in order:
        game = visitor.game()
        turn = {"version": game["version"], "ply": game["ply"]}
        waits = len(game["moves"]) == 1
        if what == "think" and waits:
            streams.append(Thinking(visitor, game))
            streams[-1].begin()
        elif what == "now" and waits:
            visitor.do("step", now=True, **turn)
        elif what == "leave" and streams:
            streams.pop().leave()
        elif what == "undo" and game["moves"]:
            visitor.do("undo", version=game["version"])
            visitor.play("e5")
    game = visitor.game()
    if len(game["moves"]) == 1:
        game = visitor.do("step", version=game["version"], ply=1, now=True)
    for stream in streams:
        assert stream.rest()[-1][0] in {"done", "ended"}
    assert visitor.game() == game
    assert (len(game["moves"]), game["to_move"]) == (2, "X")
    assert reasoned(visitor, begin, 30) == game["moves"][1:]


def test_few_think_at_once(server, visitor, friend):
    """Two think at a time; whoever waits moves when told to, and a quick player answers meanwhile."""
    lane = server.app.state.services.workers.lanes["thinking"]
    others = [Visitor(server.address) for _ in range(THINKING.places)]
    streams = [Thinking(each, begun(each)) for each in others]
    for stream in streams:
        stream.begin()
    game = begun(visitor)
    waiting = Thinking(visitor, game)
    kind, place = next(waiting.events)
    assert (kind, place["ahead"]) == ("ahead", THINKING.places)
    friend.make(o="tic")
    assert len(friend.play("b2")["moves"]) == 2
    after = visitor.do("step", version=game["version"], ply=1, now=True)
    assert waiting.rest()[-1] == ("done", after)
    for each, stream in zip(others, streams, strict=True):
        stream.leave()
        each.close()
    wait_until(lambda: not (lane.running or lane.waiting))


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("impossible(seconds=31)", "seconds='31' is more than this server computes: at most 30"),
        ("engine(seconds=-1)", "seconds='-1' is not above 0"),
        ("impossible(seconds=soon)", "'soon'"),
        ("hard(seconds=5)", "seconds"),
    ],
)
def test_a_time_that_is_none_is_refused(visitor, spec, why):
    """A time that is no number, none or too long is refused in one sentence that quotes it."""
    refused = visitor.http.post("/api/games", json={"x": "person", "o": spec, "board": BOARD})
    assert refused.status_code == 422
    assert why in refused.json()["error"]


def test_a_time_is_offered_where_it_is_used(visitor):
    """Times are offered to the engine and Impossible, and on boards alone that nobody knows by heart."""
    for board, timed in ((BOARD, {"engine", "impossible"}), ("3x3x3", set()), ("4x4x4", set())):
        asked = visitor.http.get("/api/players", params={"board": board}).json()
        given = {each["name"]: each["seconds"] for each in [*asked["players"], *asked["levels"]]}
        assert {name for name, seconds in given.items() if seconds} == timed
        assert all(seconds == [1, 5, 30] for seconds in given.values() if seconds)
    visitor.make(o="impossible(seconds=5)")
    assert visitor.game()["seats"]["O"]["seconds"] is None
    assert len(visitor.play("b2")["moves"]) == 2


@pytest.mark.parametrize("name", ["impossible", "engine"])
def test_whoever_takes_time_can_be_given_it(name):
    """Who says that it takes time has an option of that name, and with it is no pure function."""
    assert player(name).takes_time(Board.parse(BOARD))
    assert not player(f"{name}(seconds=5)").pure
