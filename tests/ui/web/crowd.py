"""Many people who play at once over HTTP, each against a computer, and remember what was acknowledged.

A request whose answer was lost is sent again as it was, which is what the page does.
"""

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import httpx

OPPONENTS = [
    "tic",
    "tic(deep=True)",
    "minimax",
    "weights",
    "core",
    "core(easy=True)",
    "rules",
    "rules(advanced=False)",
    "perfect",
    "newell-simon(level=4)",
    "random",
]
"""Every kind of player of 3x3x3."""


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

    async def sit_down(self, client: httpx.AsyncClient) -> None:
        """A new game against the next opponent."""
        opponent = OPPONENTS[self.number // 2 % len(OPPONENTS)]
        seats = {"x": "person", "o": opponent} if self.seat == "X" else {"x": opponent, "o": "person"}
        answer = await client.post("/api/games", json={"board": "3x3x3", **seats})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        self.game, self.token = made["game"], made["tokens"][self.seat]

    async def act(self, client: httpx.AsyncClient) -> None:
        """Moves, lets the computer open, sometimes takes back, and goes on with a rematch at the end."""
        if self.game.get("next"):
            following = await client.get(f"/api/games/{self.game['next']}")
            assert following.status_code == 200, following.text
            self.game = following.json()
        if self.asked is None:
            self.asked = self._choose()
        verb, body = self.asked
        before, begun = self.game, time.perf_counter()
        answer = await client.post(
            f"/api/games/{before['id']}/{verb}", json=body, headers={"Authorization": f"Bearer {self.token}"}
        )
        if answer.status_code in (503, 429):
            await asyncio.sleep(0.2)
            return
        assert answer.status_code == 200, f"{verb} {body}: {answer.text}"
        if verb == "moves":
            self.seconds.append(time.perf_counter() - begun)
        self.asked, after = None, answer.json()
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


@asynccontextmanager
async def connected(address: str, number: int) -> AsyncIterator[list[httpx.AsyncClient]]:
    """So many clients, one connection each: httpx is slow at choosing among many connections of one client."""
    limits = httpx.Limits(max_connections=1)
    transports = [httpx.AsyncHTTPTransport(verify=False, limits=limits) for _ in range(number)]
    clients = [
        httpx.AsyncClient(base_url=address, transport=transport, timeout=30, trust_env=False)
        for transport in transports
    ]
    try:
        yield clients
    finally:
        for client in clients:
            await client.aclose()


async def play(guest: Guest, client: httpx.AsyncClient, until: asyncio.Event, think_seconds: float) -> None:
    """Plays until told to stop; what the network loses is asked again."""
    await asyncio.sleep(guest.dice.random() * think_seconds)
    while not until.is_set():
        try:
            if guest.game is None:
                await guest.sit_down(client)
            else:
                await guest.act(client)
        except httpx.TransportError:
            await asyncio.sleep(0.05)
            continue
        await asyncio.sleep(think_seconds * (0.5 + guest.dice.random()))
