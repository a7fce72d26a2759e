"""Two servers on one PostgreSQL: of all who want the same at once one gets it, and nothing is lost."""

import asyncio
import random
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import aiohttp
import pytest

from tests.processes import PATIENCE
from tests.server.crowd import Guest, connected, go_on, play
from tests.server.people import Visitor
from tests.server.service import Service
from tests.server.test_classes import WON, School, is_game, news, until
from tests.server.test_nothing_lost import _follows, _found

pytestmark = pytest.mark.long


@pytest.fixture
def both(cluster):
    """Two servers."""
    database = cluster.database()
    with Service(database) as first, Service(database) as second:
        yield first, second


def test_an_invitation_has_one_winner(both):
    """Of ten who take the same invitation at once, at both servers, exactly one sits down; the others are told."""

    async def race():
        addresses = [service.address for service in both]
        async with aiohttp.ClientSession() as client:
            for number in range(20):
                body = {"x": "person", "o": "friend"}
                async with client.post(f"{addresses[number % 2]}/api/games", json=body) as made:
                    game = await made.json()

                async def take(rival, made=game):
                    wanted = {"invitation": made["invitation"], "nonce": f"the nonce of rival {rival}"}
                    path = f"{addresses[rival % 2]}/api/games/{made['game']['id']}/seat"
                    async with client.post(path, json=wanted) as answer:
                        return answer.status, await answer.json()

                told = await asyncio.gather(*map(take, range(10)))
                assert sorted(status for status, _ in told) == [200, *[409] * 9]
                assert {body["code"] for status, body in told if status == 409} == {"seat-taken"}

    asyncio.run(race())


def test_a_ply_is_played_once(both):
    """Of nine different moves at one ply, at both servers at once, one is played; both then tell the same game."""

    async def race():
        addresses = [service.address for service in both]
        async with aiohttp.ClientSession() as client:
            for _ in range(10):
                async with client.post(
                    f"{addresses[0]}/api/games", json={"x": "person", "o": "person"}
                ) as made:
                    game = await made.json()
                path, right = (
                    f"/api/games/{game['game']['id']}",
                    {"Authorization": f"Bearer {game['tokens']['X']}"},
                )

                async def move(number, cell, path=path, right=right):
                    body = {"version": 0, "ply": 0, "cell": cell}
                    address = addresses[number % 2]
                    async with client.post(f"{address}{path}/moves", json=body, headers=right) as answer:
                        return answer.status, cell

                told = await asyncio.gather(
                    *(move(number, cell) for number, cell in enumerate(game["game"]["legal"]))
                )
                assert sorted(status for status, _ in told) == [200, *[409] * 8]
                (played,) = (cell for status, cell in told if status == 200)
                for address in addresses:
                    async with client.get(f"{address}{path}") as shown:
                        assert (await shown.json())["moves"] == [played]

    asyncio.run(race())


def test_nothing_is_lost_while_both_are_killed_in_turn(both):
    """Forty play at either; each server is killed and started again: all that was acknowledged is there, once."""
    guests = [Guest(number, random.Random(number)) for number in range(40)]

    async def play_through():
        dice, done = random.Random(3), asyncio.Event()
        async with connected(both[0].address) as first, connected(both[1].address) as second:
            clients = [(first, second)[number % 2] for number in range(len(guests))]
            playing = [
                asyncio.create_task(play(guest, client, done, think_seconds=0.2))
                for guest, client in zip(guests, clients, strict=True)
            ]
            for kill in range(4):
                await asyncio.sleep(dice.random())
                both[kill % 2].kill()
                await asyncio.to_thread(both[kill % 2].start)
            for service in both:
                await asyncio.to_thread(service.wait_until_it_plays)
            await go_on(guests)
            done.set()
            await asyncio.gather(*playing)

    asyncio.run(play_through())
    for service in both:
        found = asyncio.run(_found(service, guests))
        for guest in guests:
            assert {name: found[name] for name in guest.seen} == guest.seen
    for guest in guests:
        for before, verb, body, after in guest.acknowledged:
            _follows(before, verb, body, after)


def test_nothing_is_lost_while_postgres_is_stopped(cluster):
    """Twenty play; PostgreSQL is stopped at once and started again, three times: what was acknowledged is there."""
    guests = [Guest(number, random.Random(number)) for number in range(20)]

    async def play_through(service):
        done = asyncio.Event()
        async with connected(service.address) as client:
            playing = [asyncio.create_task(play(guest, client, done, think_seconds=0.2)) for guest in guests]
            for _ in range(3):
                await asyncio.sleep(1)
                await asyncio.to_thread(cluster.stop)
                await asyncio.to_thread(cluster.start)
            until = time.monotonic() + PATIENCE
            while True:
                async with client.get("/ready") as answer:
                    if answer.status == 200:
                        break
                assert time.monotonic() < until
                await asyncio.sleep(0.1)
            await go_on(guests)
            done.set()
            await asyncio.gather(*playing)
        return await _found(service, guests)

    with Service(cluster.database()) as service:
        found = asyncio.run(play_through(service))
    for guest in guests:
        assert {name: found[name] for name in guest.seen} == guest.seen
        for before, verb, body, after in guest.acknowledged:
            _follows(before, verb, body, after)


pytestmark = pytest.mark.long


PUPILS = 24


def test_a_class_at_two_servers(cluster):
    """Twenty-four come at both at once and all are in one pair; each server tells what happens at the other."""
    database = cluster.database()
    with ExitStack() as stack:
        addresses = [stack.enter_context(Service(database)).address for _ in range(2)]
        school = School(addresses[0])
        elsewhere = School.__new__(School)
        elsewhere.visitor, elsewhere.id, elsewhere.teacher = Visitor(addresses[1]), school.id, school.teacher
        told = news(elsewhere, True)
        next(told)

        def come(number):
            visitor = Visitor(addresses[number % 2])
            body = {"name": f"Pupil {number}", "nonce": f"the nonce of pupil number {number}"}
            answer = visitor.http.post(f"/api/classes/{school.id}/pupils", json=body)
            visitor.close()
            assert answer.status_code == 200, answer.text
            return answer.json()["pupil"], answer.json()["token"]

        with ThreadPoolExecutor(PUPILS) as crowd:
            school.tokens = dict(crowd.map(come, range(PUPILS)))
        room = school.look()
        assert sorted(number for pair in room["pairs"] for number in pair["seats"].values()) == list(
            range(1, PUPILS + 1)
        )
        assert room["waiting"] == []
        until(told, [is_game(pair["game"]) for pair in room["pairs"]])
        school.play(room["pairs"][0], *WON)
        until(told, [is_game(room["pairs"][0]["game"], lambda game: game["outcome"])])
        pairs = school.round()["pairs"]
        until(told, [("class", lambda room: room["round"] == 2), *(is_game(pair["game"]) for pair in pairs)])
        assert elsewhere.look() == school.look()
        elsewhere.round()
        assert school.look()["round"] == 3
        told.close()
        for each in (school, elsewhere):
            each.visitor.close()
