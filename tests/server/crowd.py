"""Many people who play at once over HTTP, each against a computer, and remember what was acknowledged.

A request whose answer was lost is sent again as it was, which is what the page does.
"""

import asyncio
import contextlib
import random
import time
from dataclasses import dataclass, field

import aiohttp

from noughts.players.registry import house_variants

OPPONENTS = [str(player) for player in house_variants()]
"""Every player of 3x3x3, with every option."""


@dataclass
class Guest:
    """One person at one game after another.

    ``game`` is the last state that the server acknowledged, ``seen`` that of every game by its id,
    ``asked`` a request that is not answered yet, ``seconds`` how long the answers to moves took.
    """

    number: int
    dice: random.Random
    game: dict | None = None
    token: str = ""
    asked: tuple[str, dict] | None = None
    seen: dict[str, dict] = field(default_factory=dict)
    acknowledged: list[tuple[dict, str, dict, dict]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    @property
    def seat(self) -> str:
        """X and O in turn."""
        return "XO"[self.number % 2]

    async def sit_down(self, client: aiohttp.ClientSession) -> None:
        """A new game against the next opponent."""
        opponent = OPPONENTS[self.number // 2 % len(OPPONENTS)]
        seats = {"x": "person", "o": opponent} if self.seat == "X" else {"x": opponent, "o": "person"}
        async with client.post("/api/games", json={"board": "3x3x3", **seats}) as answer:
            made = await answer.json()
            if answer.status == 503:
                await asyncio.sleep(0.2)
                return
            assert answer.status == 201, made
        self.game, self.token = made["game"], made["tokens"][self.seat]

    async def act(self, client: aiohttp.ClientSession) -> None:
        """Moves, lets the computer open, sometimes takes back, and goes on with a rematch at the end."""
        if self.game.get("next"):
            async with client.get(f"/api/games/{self.game['next']}") as following:
                if following.status == 503:
                    await asyncio.sleep(0.2)
                    return
                assert following.status == 200, await following.text()
                self.game = await following.json()
        if self.asked is None:
            self.asked = self._choose()
        verb, body = self.asked
        before, begun = self.game, time.perf_counter()
        path, right = f"/api/games/{before['id']}/{verb}", {"Authorization": f"Bearer {self.token}"}
        async with client.post(path, json=body, headers=right) as answer:
            after = await answer.json()
            if answer.status in (503, 429):
                await asyncio.sleep(0.2)
                return
            assert answer.status == 200, (verb, body, after)
        if verb == "moves":
            self.seconds.append(time.perf_counter() - begun)
        self.asked = None
        self.acknowledged.append((before, verb, body, after))
        self.game = self.seen[after["id"]] = after

    def _choose(self) -> tuple[str, dict]:
        game = self.game
        version = {"version": game["version"]}
        if game["outcome"]:
            return "again", {**version, "swap": False}
        if game["to_move"] != self.seat:
            return "step", {**version, "ply": game["ply"]}
        if len(game["moves"]) > 2 and self.dice.random() < 0.1:
            return "undo", version
        return "moves", {**version, "ply": game["ply"], "cell": self.dice.choice(game["legal"])}


def connected(address: str) -> aiohttp.ClientSession:
    """As many connections as there are guests; httpx would take longer for a request than the server does."""
    return aiohttp.ClientSession(address, connector=aiohttp.TCPConnector(limit=0))


async def play(
    guest: Guest, client: aiohttp.ClientSession, until: asyncio.Event, think_seconds: float
) -> None:
    """Plays until told to stop; what the network loses is asked again."""
    await asyncio.sleep(guest.dice.random() * think_seconds)
    while not until.is_set():
        try:
            if guest.game is None:
                await guest.sit_down(client)
            else:
                await guest.act(client)
        except (aiohttp.ClientConnectionError, aiohttp.ClientPayloadError):
            await asyncio.sleep(0.05)
            continue
        await asyncio.sleep(think_seconds * (0.5 + guest.dice.random()))


async def go_on(guests):
    """Waits until every one of them has been answered once more, however long that takes a busy machine."""
    before = [len(guest.acknowledged) for guest in guests]
    async with asyncio.timeout(600):
        while any(len(guest.acknowledged) == n for guest, n in zip(guests, before, strict=True)):
            await asyncio.sleep(0.05)


async def play_through(guests, addresses, disturb, think_seconds):
    """All guests play, at these servers in turn, while ``disturb`` runs, and until each has been answered after it."""
    done = asyncio.Event()
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(connected(address)) for address in addresses]
        playing = [
            asyncio.create_task(play(guest, clients[number % len(clients)], done, think_seconds))
            for number, guest in enumerate(guests)
        ]
        await disturb()
        await go_on(guests)
        done.set()
        await asyncio.gather(*playing)


async def _found(address, guests):
    """Every game of every guest, after the requests whose answers were lost have been sent again."""
    async with connected(address) as client:
        for guest in guests:
            while guest.asked is not None:
                await guest.act(client)
        found = {}
        for name in (name for guest in guests for name in guest.seen):
            async with client.get(f"/api/games/{name}") as answer:
                found[name] = await answer.json()
        return found


def check_nothing_lost(guests, addresses):
    """At each server every game stands as its guest last saw it, and each acknowledged request was done once."""
    for address in addresses:
        found = asyncio.run(_found(address, guests))
        for guest in guests:
            assert {name: found[name] for name in guest.seen} == guest.seen
    for guest in guests:
        for before, verb, body, after in guest.acknowledged:
            _follows(before, verb, body, after)


def _follows(before, verb, body, after):
    """An acknowledged request did what it asked, and it did it once."""
    assert after["id"] == before["id"]
    if verb == "moves":
        assert after["moves"][: len(before["moves"]) + 1] == [*before["moves"], body["cell"]]
        assert len(after["moves"]) <= len(before["moves"]) + 2
    elif verb == "step":
        assert after["moves"][:-1] == before["moves"]
    elif verb == "undo":
        assert after["moves"] == before["moves"][: len(after["moves"])]
        assert len(after["moves"]) < len(before["moves"])
    else:
        assert after["next"]
