"""People who move as soon as they are answered, each from an address of their own, by as little code as it takes.

The client shares the machine with the server it measures: it writes requests as bytes, and reads answers by length.
"""

import asyncio
import json
import os
import random
import time
from dataclasses import dataclass, field
from pathlib import Path

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
