"""All kinds of people at once: who play on small and large boards, ask, look at pages, and watch games."""

import asyncio
import random
from collections import Counter
from pathlib import Path

import aiohttp

from tests.server.closed_loop import Guest, Measured

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


def resident_bytes(process):
    """What a process holds, and all that it has begun."""
    pages = 0
    for each in (process, *_below(process)):
        try:
            pages += int(Path(f"/proc/{each}/statm").read_bytes().split()[1])
        except OSError:  # it has ended meanwhile
            continue
    return pages * 4096


def _below(process):
    try:
        listed = [task.read_text() for task in Path(f"/proc/{process}/task").glob("*/children")]
    except OSError:
        return []
    children = [int(each) for each in " ".join(listed).split()]
    return [*children, *(each for child in children for each in _below(child))]
