"""Two servers on one PostgreSQL: of all who want the same at once one gets it, and nothing is lost."""

import asyncio
import itertools
import random
from concurrent.futures import ThreadPoolExecutor

import aiohttp
import httpx
import pytest

from tests.processes import PATIENCE, wait_until
from tests.server.crowd import Guest, check_nothing_lost, play_through
from tests.server.people import Visitor, bearer
from tests.server.service import Service
from tests.server.test_classes import WON, School, is_game, news, until

pytestmark = pytest.mark.long


@pytest.fixture
def both(cluster):
    """Two servers."""
    database = cluster.database()
    with Service(database) as first, Service(database) as second:
        yield first, second


async def post(client, url, body, token=""):
    """The status and the JSON of a response."""
    async with client.post(url, json=body, headers=bearer(token)) as answer:
        return answer.status, await answer.json()


def test_an_invitation_has_one_winner(both):
    """Of ten who take the same invitation at once, at both servers, exactly one sits down; the others are told."""
    one, other = (f"{service.address}/api/games" for service in both)

    async def race():
        async with aiohttp.ClientSession() as client:
            for _ in range(20):
                _, made = await post(client, one, {"x": "person", "o": "friend"})
                asked = [
                    {"invitation": made["invitation"], "nonce": f"the nonce of rival {rival}"}
                    for rival in range(10)
                ]
                seats = [f"{games}/{made['game']['id']}/seat" for games in (one, other) * 5]
                told = await asyncio.gather(*(post(client, *each) for each in zip(seats, asked, strict=True)))
                assert sorted(status for status, _ in told) == [200, *[409] * 9]
                assert {body["code"] for status, body in told if status == 409} == {"seat-taken"}

    asyncio.run(race())


def test_a_ply_is_played_once(both):
    """Of nine different moves at one ply, at both servers at once, one is played; both then tell the same game."""
    one, other = (f"{service.address}/api/games" for service in both)

    async def race():
        async with aiohttp.ClientSession() as client:
            for _ in range(10):
                _, made = await post(client, one, {"x": "person", "o": "person"})
                id_, token, cells = made["game"]["id"], made["tokens"]["X"], made["game"]["legal"]
                told = await asyncio.gather(
                    *(
                        post(client, f"{games}/{id_}/moves", {"version": 0, "ply": 0, "cell": cell}, token)
                        for games, cell in zip(itertools.cycle((one, other)), cells, strict=False)
                    )
                )
                assert sorted(status for status, _ in told) == [200, *[409] * 8]
                (played,) = (cell for (status, _), cell in zip(told, cells, strict=True) if status == 200)
                for games in (one, other):
                    async with client.get(f"{games}/{id_}") as shown:
                        assert (await shown.json())["moves"] == [played]

    asyncio.run(race())


def test_nothing_is_lost_while_both_are_killed_in_turn(both):
    """Forty play at either; each server is killed and started again: all that was acknowledged is there, once."""
    guests, dice = [Guest(number, random.Random(number)) for number in range(40)], random.Random(3)
    addresses = [service.address for service in both]

    async def kill():
        for number in range(4):
            await asyncio.sleep(dice.random())
            both[number % 2].kill()
            await asyncio.to_thread(both[number % 2].start)
        for service in both:
            await asyncio.to_thread(service.wait_until_it_plays)

    asyncio.run(play_through(guests, addresses, kill, think_seconds=0.2))
    check_nothing_lost(guests, addresses)


def test_nothing_is_lost_while_postgres_is_stopped(cluster):
    """Twenty play; PostgreSQL is stopped at once and started again, three times: what was acknowledged is there."""
    guests = [Guest(number, random.Random(number)) for number in range(20)]

    async def stop():
        for _ in range(3):
            await asyncio.sleep(1)
            await asyncio.to_thread(cluster.stop)
            await asyncio.to_thread(cluster.start)
        await asyncio.to_thread(wait_until, is_ready, interval=0.1)

    def is_ready():
        return httpx.get(f"{service.address}/ready", timeout=PATIENCE, trust_env=False).status_code == 200

    with Service(cluster.database()) as service:
        asyncio.run(play_through(guests, [service.address], stop, think_seconds=0.2))
        check_nothing_lost(guests, [service.address])


PUPILS = 24


def test_a_class_at_two_servers(both):
    """Twenty-four come at both at once and all are in one pair; each server tells what happens at the other."""
    addresses = [service.address for service in both]
    school, elsewhere = School(addresses[0]), School.__new__(School)
    elsewhere.visitor, elsewhere.id, elsewhere.teacher = Visitor(addresses[1]), school.id, school.teacher
    with school.visitor, elsewhere.visitor:
        told = news(elsewhere, True)
        next(told)

        def come(number):
            body = {"name": f"Pupil {number}", "nonce": f"the nonce of pupil number {number}"}
            with Visitor(addresses[number % 2]) as visitor:
                while True:
                    answer = visitor.http.post(f"/api/classes/{school.id}/pupils", json=body)
                    if answer.status_code != 503:  # which a busy machine may cause, and says to send it again
                        break
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
