"""Rate limits: what costs something has a limit for each address, and a network of IPv6 is one address."""

import asyncio

import pytest

from noughts.server import rate_limits
from noughts.server.api_errors import Refusal
from noughts.server.rate_limits import RATES, Rate, RateLimits, payer
from noughts.server.this_machine import Machine
from noughts.server.workers import Workers
from tests.server.test_classes import School
from tests.server.test_openapi import QUESTIONS


def test_another_game_is_a_game_made(visitor, monkeypatch):
    """A rematch counts as a game that is made."""
    monkeypatch.setitem(RATES, "make", Rate(2, 0.001))
    visitor.make()
    visitor.do("again")
    following = visitor.game()["next"]
    answer = visitor.send("again", game=following, version=0)
    assert (answer.status_code, answer.json()["code"]) == (429, "too-many")


def test_games_that_are_not_there_cost_their_asker(own_visitor, monkeypatch):
    """A client that guesses ids soon gets 429 for every request; known games can be played on."""
    own_visitor.make()
    monkeypatch.setitem(RATES, "unknown", Rate(3, 0.001))
    asked = [own_visitor.http.get(f"/api/games/none{number}").status_code for number in range(2)]
    asked += [own_visitor.send("resign", game="none", version=0).status_code for _ in range(2)]
    asked.append(own_visitor.http.get("/api/games/none/events").status_code)
    assert asked == [404, 404, 404, 429, 429]
    assert own_visitor.play("b2")["moves"] == ["b2"]


def test_random_tokens_push_nobody_out(own_server, own_visitor):
    """Wrong tokens are counted by who sends them, and take no place among those that are right."""
    own_visitor.make()
    own_visitor.play("b2")
    buckets = own_server.app.state.services.limits._buckets
    before = len(buckets["act"])
    sent = [own_visitor.send("undo", token=f"wrong {n}", version=1).status_code for n in range(40)]
    assert (sent[0], sent[-1]) == (403, 429)
    assert len(buckets["act"]) == before


def test_every_path_has_a_rate_limit(own_visitor, monkeypatch):
    """Every documented path and every page gets 429 if the rate limits allow no request."""
    own_visitor.make()
    paths = own_visitor.http.get("/openapi.json").json()["paths"]
    asked = ["/", "/learn/fork", "/static/style.css", "/openapi.json", "/health", "/ready", "/nothing"]
    asked += [f"/api/{name}?{queries[0]}" for name, queries in QUESTIONS.items()]
    asked += [
        path.replace("{game}", own_visitor.id).replace("{format}", "json")
        for path, methods in paths.items()
        if "get" in methods
    ]
    monkeypatch.setattr(rate_limits, "RATES", dict.fromkeys(RATES, Rate(0, 0.001)))
    told = {}
    for path in asked:
        with own_visitor.http.stream("GET", path) as answer:
            told[path] = answer.status_code
    assert len(told) > 50
    assert {path for path, status in told.items() if status != 429} == set()


def test_permits_run_out_and_come_back():
    """A bucket allows its burst at once, then one request at its rate, to each address apart."""
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


def test_a_school_has_one_address(own_server):
    """Three classes of forty come from one address within a minute, and play ten rounds, within its limits."""
    permits = RATES["make"]
    assert permits == Rate(600, 10)
    assert permits.burst + 60 * permits.per_second > 3 * (1 + 40 + 10 * 20)
    assert RATES["enter"] == Rate(200, 0.1)
    school = School(own_server.address)
    with school.visitor:
        room = school.enter(*map(str, range(40)))
    assert (len(room["pairs"]), len(room["waiting"])) == (20, 0)


def test_an_address_comes_into_a_class_so_often(own_server, monkeypatch):
    """Beyond that it is refused, also where everybody left again; another class is open to it."""
    monkeypatch.setitem(RATES, "enter", Rate(3, 0.0001))
    one, other = School(own_server.address), School(own_server.address)
    with one.visitor, other.visitor:
        for number in range(1, 4):
            one.enter("Ada")
            one.act("leave", one.tokens[number])
        refused = one.post(f"/{one.id}/pupils", json={"nonce": "a nonce that was not used before"})
        assert (refused.status_code, refused.json()["code"]) == (429, "too-many")
        assert other.enter("Ada")["pupils"]


def test_an_address_pays_for_what_it_has_computed():
    """Once its seconds are spent its questions are refused, with the time to wait; moves and other addresses go on."""

    async def answer_at_once(*_, **__):
        return "computed"

    async def run():
        workers = Workers(RateLimits(), Machine())
        workers._charge("compute", "a", RATES["compute"].burst + 30)
        with pytest.raises(Refusal) as refused:
            await workers.compute("questions", "a", int)
        assert (refused.value.code, refused.value.status) == ("too-many", 429)
        assert 30 <= refused.value.retry_after <= 31
        workers.lanes["questions"].compute = workers.lanes["moves"].compute = answer_at_once
        assert await workers.compute("questions", "b", int) == "computed"
        assert await workers.compute("moves", "a", int) == "computed"

    asyncio.run(run())


def test_one_subscriber_is_one_payer():
    """An IPv4 address, also as IPv6 writes it, is one; of IPv6 the network that one subscriber gets."""
    assert payer("192.0.2.1") == payer("::ffff:192.0.2.1") == "192.0.2.1"
    assert payer("2001:db8:1:2::1") == payer("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert payer("2001:db8:1:3::1") != payer("2001:db8:1:2::1")
