"""Load for the benchmarks of the server, and what they measure of it.

Guests move as soon as they get a response, each from its own address. They share the machine with the server that they
measure: they write requests as bytes, and read responses by their length. A mixed load also has clients who ask
questions, request pages and watch games.
"""

import asyncio
import contextlib
import json
import os
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

LOAD = ("--trusted-proxy", "127.0.0.1")
"""Options of a server that believes these guests where they come from."""


@dataclass
class Measured:
    """Seconds that the answers to moves took, what was refused, and what the server's process spent meanwhile."""

    seconds: list[float] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)
    wall: float = 0.0
    cpu: float = 0.0

    @property
    def a_second(self) -> float:
        """Moves."""
        return len(self.seconds) / self.wall

    def slowest(self, share: float) -> float:
        """So many milliseconds at most took this share of the answers."""
        return sorted(self.seconds)[int(len(self.seconds) * share)] * 1000

    def __str__(self) -> str:
        spent = self.cpu / len(self.seconds) * 1000
        return (
            f"{self.a_second:,.0f} moves/s, {spent:.2f} ms CPU each, median {self.slowest(0.5):.1f} ms, "
            f"p99 {self.slowest(0.99):.1f} ms, {len(self.refused)} refused"
        )


class Guest:
    """One person on one connection."""

    def __init__(self, port: int, number: int, think: float) -> None:
        self._port = port
        self._dice = random.Random(number)
        self._think = think
        self._from = f"10.{number // 62_500}.{number // 250 % 250}.{number % 250 + 1}"

    async def play(self, measured: Measured, done: asyncio.Event, board: str, opponent: str) -> None:
        """One game after another until told to stop."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        await asyncio.sleep(self._dice.random() * self._think)
        try:
            while not done.is_set():
                made = await self._ask("", {"board": board, "x": "person", "o": opponent}, "", measured)
                if made:
                    await self._finish(made["game"], made["tokens"]["X"], measured, done)
        finally:
            self._writer.close()

    async def _finish(self, game: dict, token: str, measured: Measured, done: asyncio.Event) -> None:
        while not game["outcome"] and not done.is_set():
            if self._think:
                await asyncio.sleep(self._think * (0.5 + self._dice.random()))
            body = {"version": game["version"], "ply": game["ply"], "cell": self._dice.choice(game["legal"])}
            begun = time.perf_counter()
            after = await self._ask(f"/{game['id']}/moves", body, token, measured)
            if after:
                measured.seconds.append(time.perf_counter() - begun)
                game = after

    async def _ask(self, path: str, body: dict, token: str, measured: Measured) -> dict | None:
        sent = json.dumps(body).encode()
        right = f"Authorization: Bearer {token}\r\n" if token else ""
        head = (
            f"POST /api/games{path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n{right}"
            f"X-Forwarded-For: {self._from}\r\nContent-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        )
        self._writer.write(head.encode() + sent)
        told = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        status = int(told[9:12])
        length = int(told.partition(b"content-length:")[2].partition(b"\r")[0])
        answer = json.loads(await self._reader.readexactly(length))
        if status in (200, 201):
            return answer
        measured.refused.append((status, answer["error"]))
        await asyncio.sleep(0.2)
        return None


def cpu_seconds(process: int) -> float:
    """What a process has spent so far, its children not counted."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def measure(
    service, games: int, seconds: float, board: str = "3x3x3", opponent: str = "minimax", think: float = 0
) -> Measured:
    """So many games at once for so long, after two seconds, and what they think, of warming up."""
    measured, done = Measured(), asyncio.Event()
    guests = [Guest(service.port, number, think) for number in range(games)]
    playing = [asyncio.create_task(each.play(measured, done, board, opponent)) for each in guests]
    await asyncio.sleep(2 + think)
    measured.seconds.clear()
    begun, spent = time.perf_counter(), cpu_seconds(service.process.pid)
    await asyncio.sleep(seconds)
    counted = list(measured.seconds)
    wall, cpu = time.perf_counter() - begun, cpu_seconds(service.process.pid) - spent
    done.set()
    await asyncio.gather(*playing)
    return Measured(counted, measured.refused, wall, cpu)


TABLES = [("3x3x3", "minimax"), ("4x4x4", "hard"), ("9x9x5", "easy"), ("15x15x5", "random")]


EACH = 12
"""On which boards, against whom, and how many at each."""


PAGES = ["/", "/static/pages/main.js", "/api/players", "/api/lessons", "/nothing", "/openapi.json"]


QUESTIONS = ["analyse", "brains", "position", "line"]


async def mixed(service, seconds, sample):
    """So many seconds of it; ``sample`` is called twenty times meanwhile. How many were answered, by status."""
    answered, done = Counter(), asyncio.Event()
    guests = [Guest(service.port, number, 0.1) for number in range(EACH * len(TABLES))]
    playing = [
        asyncio.create_task(each.play(Measured(), done, *TABLES[number % len(TABLES)]))
        for number, each in enumerate(guests)
    ]
    async with aiohttp.ClientSession(service.address) as client:
        work = [ask, look, watch, watch]
        playing += [asyncio.create_task(_always(each, client, done, answered)) for each in work]
        for _ in range(20):
            await asyncio.sleep(seconds / 20)
            sample()
        done.set()
        await asyncio.gather(*playing)
    return answered


async def _always(what, client, done, answered):
    """The same again and again, from ever other addresses."""
    dice = random.Random(what.__name__)
    while not done.is_set():
        sender = {"X-Forwarded-For": f"10.200.{dice.randrange(250)}.{dice.randrange(1, 250)}"}
        answered[await what(client, dice, sender)] += 1


async def ask(client, dice, sender):
    """A question of a position that hardly anybody asked before."""
    side = dice.choice((3, 4, 5))
    marks = ["."] * side * side
    for ply, cell in enumerate(dice.sample(range(side * side), dice.randrange(side))):
        marks[cell] = "XO"[ply % 2]
    rows = "/".join("".join(marks[row * side : row * side + side]) for row in range(side))
    asked = {"board": f"{side}x{side}x{min(side, 4)}", "position": rows}
    async with client.get(f"/api/{dice.choice(QUESTIONS)}", params=asked, headers=sender) as answer:
        await answer.read()
        return answer.status


async def look(client, dice, sender):
    """A page or a file."""
    await asyncio.sleep(0.02)
    async with client.get(dice.choice(PAGES), headers=sender) as answer:
        await answer.read()
        return answer.status


async def watch(client, dice, sender):
    """A game between two, watched for a moment while it is played."""
    async with client.post("/api/games", json={"x": "person", "o": "person"}, headers=sender) as made:
        game = await made.json()
        if made.status != 201:
            return made.status
    path = f"/api/games/{game['game']['id']}"
    async with client.get(f"{path}/events", headers=sender) as told:
        for ply, cell in enumerate(dice.sample(game["game"]["legal"], 4)):
            body = {"version": ply, "ply": ply, "cell": cell}
            right = {"Authorization": f"Bearer {game['tokens']['XO'[ply % 2]]}", **sender}
            async with client.post(f"{path}/moves", json=body, headers=right) as moved:
                await moved.read()
            await told.content.readuntil(b"\n\n")
        return told.status


@contextlib.contextmanager
def watched():
    """While inside, every piece that an event loop of this process runs is measured; the longest first, each once."""
    plain, longest = asyncio.Handle._run, {}

    def run(handle):
        begun = time.thread_time()
        plain(handle)
        spent = time.thread_time() - begun
        if spent > 0.001:
            name = getattr(handle._callback, "__qualname__", repr(handle._callback))
            longest[name] = max(spent, longest.get(name, 0.0))

    asyncio.Handle._run = run
    found: list[tuple[float, str]] = []
    try:
        yield found
    finally:
        asyncio.Handle._run = plain
        found.extend(sorted(((spent, name) for name, spent in longest.items()), reverse=True))
