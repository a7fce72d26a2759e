""""""

import asyncio
from collections import Counter

import pytest

from noughts.server import (
    rate_limits,
)
from noughts.server.api_errors import Refusal
from noughts.server.rate_limits import RATES, Rate, RateLimits, payer
from noughts.server.this_machine import Machine
from noughts.server.workers import Workers
from tests.server.people import Visitor
from tests.server.test_classes import School
from tests.server.test_openapi import QUESTIONS
from tests.server.worker_jobs import spin


@pytest.fixture
def few(monkeypatch):
    """Two permits of each kind, and none more while the test lasts."""
    monkeypatch.setattr(rate_limits, "RATES", dict.fromkeys(rate_limits.RATES, Rate(2, 0.001)))


def test_another_game_is_a_game_made(visitor, monkeypatch):
    """Whoever goes from game to game takes the same permits as whoever makes them."""
    monkeypatch.setitem(rate_limits.RATES, "make", Rate(2, 0.001))
    visitor.make()
    visitor.do("again")
    following = visitor.game()["next"]
    answer = visitor.send("again", game=following, version=0)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")


def test_games_that_are_not_there_cost_their_asker(own_server, monkeypatch):
    """Whoever guesses ids is soon told to wait, whatever is asked of them; known games can be played on."""
    visitor = Visitor(own_server.address)
    visitor.make()
    monkeypatch.setitem(rate_limits.RATES, "unknown", Rate(3, 0.001))
    asked = [visitor.http.get(f"/api/games/none{number}").status_code for number in range(2)]
    asked += [visitor.send("resign", game="none", version=0).status_code for _ in range(2)]
    asked.append(visitor.http.get("/api/games/none/events").status_code)
    assert asked == [404, 404, 404, 429, 429]
    assert visitor.play("b2")["moves"] == ["b2"]
    visitor.close()


def test_random_tokens_push_nobody_out(own_server, monkeypatch):
    """Wrong tokens are counted by who sends them, and take no place among those that are right."""
    visitor = Visitor(own_server.address)
    visitor.make()
    visitor.play("b2")
    buckets = own_server.app.state.services.limits._buckets
    before = len(buckets["act"])
    sent = [visitor.send("undo", token=f"wrong {n}", version=1).status_code for n in range(40)]
    assert (sent[0], sent[-1]) == (403, 429)
    assert len(buckets["act"]) == before
    visitor.close()


def test_every_address_of_the_interface_has_a_limit(own_server, few):
    """Whatever is asked without a token ends in 429 for who asks it too often."""
    visitor = Visitor(own_server.address)
    visitor.make()
    paths = ["/static/style.css", "/api/players", "/api/position", "/api/decide?player=tic", "/api/board.svg"]
    paths += ["/", "/learn/fork", "/openapi.json", "/ready", "/api/addresses", "/api/nothing", "/nothing"]
    paths += [f"/api/games/{visitor.id}{rest}" for rest in ("", "/record.json", "/events")]
    for path in paths:
        limits = own_server.app.state.services.limits
        limits.__init__()
        told = []
        for _ in range(3):
            with visitor.http.stream("GET", path) as answer:
                told.append(answer.status_code)
        assert told[-1] == 429, path
    visitor.close()


def test_nothing_is_answered_without_a_permit(own_server, monkeypatch):
    """Every address of the description, asked as it may be: without permits none of them answers, health included."""
    visitor = Visitor(own_server.address)
    visitor.make()
    paths = visitor.http.get("/openapi.json").json()["paths"]
    gets = [path for path, methods in paths.items() if "get" in methods]
    asked = [f"/api/{name}?{queries[0]}" for name, queries in QUESTIONS.items()]
    asked += [path.replace("{game}", visitor.id).replace("{format}", "json") for path in gets]
    monkeypatch.setattr(rate_limits, "RATES", dict.fromkeys(rate_limits.RATES, Rate(0, 0.001)))
    told = {}
    for path in asked:
        with visitor.http.stream("GET", path) as answer:
            told[path] = answer.status_code
    assert len(told) > 50
    assert {path for path, status in told.items() if status < 400} == set()
    assert visitor.http.get("/health").status_code == 429
    visitor.close()


def test_permits_run_out_and_come_back():
    """A bucket gives its burst at once, then a permit at its rate, to each address apart."""
    now = [0.0]
    limits = RateLimits(lambda: now[0])
    rate = RATES["guess"]
    for _ in range(int(rate.burst)):
        limits.take("guess", "here")
    with pytest.raises(Refusal) as refused:
        limits.take("guess", "here")
    assert (refused.value.status, refused.value.retry_after) == (429, round(1 / rate.per_second))
    limits.take("guess", "there")
    now[0] += refused.value.retry_after
    limits.take("guess", "here")
    with pytest.raises(Refusal):
        limits.take("guess", "here")


def test_two_hundred_games_of_one_address_are_within_the_limits():
    """A class behind one address may make 200 games at once and move once a second in each."""
    now = [0.0]
    limits = RateLimits(lambda: now[0])
    for _ in range(200):
        limits.take("make", "school")
    for second in range(30):
        now[0] = float(second)
        for game in range(200):
            limits.take("act", str(game))


def test_a_share_comes_back_within_a_day():
    """It comes back steadily, and is never more than one."""
    time = [0.0]
    limits = RateLimits(lambda: time[0])
    share = RATES["store"].burst
    limits.pay("store", "here", share)
    time[0] = 43_200
    limits.check("store", "here", share / 2)
    with pytest.raises(Refusal):
        limits.check("store", "here", share / 2 + 0.001)
    time[0] = 864_000
    limits.check("store", "here", share)
    with pytest.raises(Refusal):
        limits.check("store", "here", share + 0.001)


def test_a_school_has_room_in_its_share():
    """Three classes of 40 behind one address: a game a minute and a move every ten seconds, for six hours."""
    games, moves = 120 * 360, 120 * 360 * 6 * 2
    assert (games * 900 + moves * 160) / 1e6 < RATES["store"].burst < 32_000 / 100


def test_a_school_has_one_address(school):
    """Three classes of forty come from one address within a minute, and play ten rounds, within its limits."""
    permits = RATES["make"]
    assert permits == Rate(600, 10)
    assert permits.burst + 60 * permits.per_second > 3 * (1 + 40 + 10 * 20)
    room = school.enter(*map(str, range(40)))
    assert (len(room["pairs"]), len(room["waiting"])) == (20, 0)


def test_an_address_enters_as_often_as_before():
    """The share comes in addition to the rate."""
    assert rate_limits.RATES["enter"] == rate_limits.Rate(200, 0.1)


def test_an_address_comes_into_a_class_so_often(server, monkeypatch):
    """Beyond that it is refused, also where everybody left again; another class is open to it."""
    monkeypatch.setitem(RATES, "enter", Rate(3, 0.0001))
    one, other = School(server.address), School(server.address)
    for number in range(1, 4):
        one.enter("Ada")
        one.act("leave", one.tokens[number])
    refused = one.post(f"/{one.id}/pupils", json={"nonce": "a nonce that nobody has used"})
    assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
    assert other.enter("Ada")["pupils"]
    for each in (one, other):
        each.visitor.close()


def test_an_address_pays_for_what_it_has_computed():
    """Once its seconds are spent its questions are refused, with the time to wait; moves and other addresses go on."""

    async def run():
        workers = Workers(RateLimits(), Machine())
        workers._charge("compute", "a", RATES["compute"].burst + 30)
        with pytest.raises(Refusal) as refused:
            await workers.compute("questions", "a", spin, 0.01)
        assert (refused.value.code, refused.value.status) == ("too-many", 429)
        assert 30 <= refused.value.retry_after <= 31
        workers.lanes["questions"].compute = workers.lanes["moves"].compute = answer_at_once
        assert await workers.compute("questions", "b", spin, 0.01) == "computed"
        assert await workers.compute("moves", "a", spin, 0.01) == "computed"

    asyncio.run(run())


async def answer_at_once(*_, **__):
    """Stands for a lane."""
    return "computed"


def test_every_request_costs_its_address_a_permit(flooded, monkeypatch):
    """After so many of any kind an address is told to wait, and loses the connection; others are answered."""
    monkeypatch.setitem(RATES, "request", Rate(40, 0.01))
    order = flooded("/nothing", 100)
    counted = Counter((address, status) for address, status, _ in order)
    assert counted == {("192.0.2.1", 404): 40, ("192.0.2.1", 429): 60, ("192.0.2.2", 200): 1}
    for _, status, headers in order:
        if status == 429:
            assert int(headers[b"retry-after"]) >= 90
            assert headers[b"connection"] == b"close"


def test_one_subscriber_is_one_payer():
    """An IPv4 address, also as IPv6 writes it, is one; of IPv6 the network that one subscriber gets."""
    assert payer("192.0.2.1") == payer("::ffff:192.0.2.1") == "192.0.2.1"
    assert payer("2001:db8:1:2::1") == payer("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert payer("2001:db8:1:3::1") != payer("2001:db8:1:2::1")
