"""Floods of requests and connections, sent to a server by a process of their own.

`flood` starts the process, which is `python -m tests.server.floods KIND PORT ADDRESS [HOST]`. It prints "ready" once
the flood has reached its minimum. It goes on until its stdin is closed, and then prints its counts as JSON.
"""

import asyncio
import contextlib
import itertools
import json
import random
import socket
import ssl
import statistics
import struct
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from tests.paths import ROOT

BOARD = "8x8x8"
CELLS = [f"{column}{row}" for row in range(1, 8) for column in "abcdefgh"]
"""Moves of a game. Marks alternate in each row, and columns and diagonals of 8 need the row that is left empty."""

CLIENTS = 200
"""Connections of a flood that are open at a time."""

ASKERS = 400
"""Connections of the flood of questions. Not all of them may wait for an answer, so some are rejected."""

GROUPS, WATCHERS = 10, 20
"""Games that are played at a time in the flood of event streams, and streams that are opened for each of them."""

PIECES, PAUSE_SECONDS = 20, 0.05
"""Pieces of a request that is sent slowly, and the time after each. The connection is closed after the last one."""

START_SECONDS = 300.0
"""How long a flood may take to reach its minimum before it fails."""


class RejectedError(Exception):
    """A request got an error response."""


class Client:
    """An HTTP client with one connection from one address, which writes requests as bytes.

    `count` is called with "connections", "requests", "responses" and the status of each response. A `host` is that of a
    proxy, which is spoken to with TLS.
    """

    def __init__(self, port: int, address: str, count: Callable[[str], None], host: str = "") -> None:
        self._port, self._address, self.count, self._host = port, address, count, host

    def another(self) -> "Client":
        """Return a client of the same address, not yet connected."""
        return Client(self._port, self._address, self.count, self._host)

    @contextlib.asynccontextmanager
    async def connected(self) -> AsyncIterator["Client"]:
        """Open the connection, and reset it at the end: its port is then free again at once."""
        connection = socket.socket()
        try:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.bind((self._address, 0))
            connection.setblocking(False)
            await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self._port))
            tls = {"ssl": UNCHECKED, "server_hostname": self._host.partition(":")[0]} if self._host else {}
            self._reader, self._writer = await asyncio.open_connection(sock=connection, **tls)
        except BaseException:
            connection.close()
            raise
        self.count("connections")
        try:
            yield self
        finally:
            self._writer.transport.abort()

    async def send(self, data: bytes) -> None:
        """Send a part of a request, which is not counted."""
        if self._writer.is_closing():  # with TLS, ``drain`` raises nothing then
            raise ConnectionResetError
        await asyncio.sleep(0)
        if self._host:
            data = data.replace(b"Host: localhost\r\n", f"Host: {self._host}\r\n".encode(), 1)
        self._writer.write(data)
        await self._writer.drain()

    async def wait_closed(self) -> None:
        """Wait until the server closes the connection."""
        while await self._reader.read(65_536):
            pass

    async def request(self, path: str, body: dict | None = None, token: str = "") -> tuple[int, bytes]:
        """Send a request, POST if it has a body, and return the status and the headers of the response."""
        content = b"" if body is None else json.dumps(body).encode()
        lines = [f"{'POST' if content else 'GET'} {path} HTTP/1.1", "Host: localhost"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"] if content else []
        self.count("requests")
        await self.send("\r\n".join([*lines, "", ""]).encode() + content)
        headers = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        self.count("responses")
        self.count(headers[9:12].decode())
        return int(headers[9:12]), headers

    async def ask(self, path: str, body: dict | None = None, token: str = "") -> dict:
        """Send a request and return its JSON response. Raises RejectedError for an error response."""
        status, headers = await self.request(path, body, token)
        length = headers.partition(b"content-length:")[2].partition(b"\r")[0]
        if not length:  # a proxy's own response
            raise ConnectionResetError
        content = await self._reader.readexactly(int(length))
        if status >= 400:
            raise RejectedError(f"{path}: {status} {content.decode()}")
        return json.loads(content)

    async def make_game(self) -> dict:
        """Make a game of two people, and return the response, which has the tokens of both."""
        return await self.ask("/api/games", {"board": BOARD, "x": "person", "o": "person"})

    async def move(self, game: dict, tokens: dict, cell: str) -> dict:
        """Make a move for the side to move, and return the game after it."""
        body = {"version": game["version"], "ply": game["ply"], "cell": cell}
        return await self.ask(f"/api/games/{game['id']}/moves", body, tokens[game["to_move"]])

    async def play(self, made: dict) -> None:
        """Play all moves of a game."""
        game = made["game"]
        for cell in CELLS:
            game = await self.move(game, made["tokens"], cell)


# What a client of a flood does with its connection, until it is closed.


async def play_games(client: Client) -> None:
    """Play one game after another, without pauses."""
    while True:
        with contextlib.suppress(RejectedError):
            await client.play(await client.make_game())


async def read_games(client: Client) -> None:
    """Read one game again and again."""
    path = f"/api/games/{(await client.make_game())['game']['id']}"
    while True:
        with contextlib.suppress(RejectedError):
            await client.ask(path)


async def ask_questions(client: Client) -> None:
    """Ask for analyses of large positions, each of them new."""
    while True:
        with contextlib.suppress(RejectedError):
            await client.ask(f"/api/analyse?board=20x20x5&position={next(POSITIONS)}")


async def watch_games(client: Client) -> None:
    """Open the event streams of a game, play it, close them, and go on with another game."""
    while True:
        made = await client.make_game()
        async with contextlib.AsyncExitStack() as streams:
            for _ in range(WATCHERS):
                watcher = await streams.enter_async_context(client.another().connected())
                await watcher.request(f"/api/games/{made['game']['id']}/events")
                client.count("streams")
            await client.play(made)


async def stay_silent(client: Client) -> None:
    """Send nothing."""
    await client.wait_closed()


async def send_half_headers(client: Client) -> None:
    """Send the request line and one header, and nothing more."""
    await client.send(GET)
    await client.wait_closed()


async def send_slow_headers(client: Client) -> None:
    """Send headers slowly, and close the connection before they end."""
    await send_slowly(client, GET, b"X: y\r\n")


async def send_half_body(client: Client) -> None:
    """Send one byte of a body of a hundred, and nothing more."""
    await client.send(POST + b"Content-Length: 100\r\n\r\n{")
    await client.wait_closed()


async def send_slow_body(client: Client) -> None:
    """Send a body slowly in chunks, and close the connection before it ends."""
    await send_slowly(client, POST + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n")


async def send_endless_trailers(client: Client) -> None:
    """Send a body without bytes, and trailers without end."""
    await client.send(POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n")
    while True:
        await client.send(b"X: y\r\n" * 1_000)


async def send_unread_body(client: Client) -> None:
    """Send a body without end, in chunks of one byte, to a path that reads none."""
    await client.send(GET + b"Transfer-Encoding: chunked\r\n\r\n")
    while True:
        await client.send(b"1\r\n \r\n" * 1_000)


async def send_many_keys(client: Client) -> None:
    """Send bodies with as many unknown keys as fit."""
    body = {f"{number:x}": 0 for number in range(50_000)}
    while True:
        with contextlib.suppress(RejectedError):
            await client.ask("/api/studies", body)


async def send_long_records(client: Client) -> None:
    """Send games that take long to read."""
    while True:
        with contextlib.suppress(RejectedError):
            await client.ask("/api/studies", {"record": next(RECORDS)})


async def send_slowly(client: Client, beginning: bytes, piece: bytes) -> None:
    """Send the beginning of a request, and then a piece at a time."""
    await client.send(beginning)
    for _ in range(PIECES):
        await client.send(piece)
        await asyncio.sleep(PAUSE_SECONDS)


def large_positions() -> Iterator[str]:
    """Yield positions of 20x20 with eight random marks of each side."""
    rng = random.Random(1)
    while True:
        marks = ["."] * 400
        for number, cell in enumerate(rng.sample(range(400), 16)):
            marks[cell] = "XO"[number % 2]
        yield "/".join("".join(marks[row : row + 20]) for row in range(0, 400, 20))


def long_records() -> Iterator[str]:
    """Yield games of all moves but one on the largest board."""
    rng = random.Random(1)
    cells = [f"{column}{row}" for column in "abcdefghijklmnopqrst" for row in range(1, 21)]
    while True:
        yield " ".join(["20x20x20", *rng.sample(cells, 399)])


GET = b"GET /api/players HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
POSITIONS, RECORDS = large_positions(), long_records()

UNCHECKED = ssl.create_default_context()
"""The TLS of a client that accepts any certificate."""
UNCHECKED.check_hostname, UNCHECKED.verify_mode = False, ssl.CERT_NONE

Work = Callable[[Client], Awaitable[None]]


@dataclass(frozen=True)
class Kind:
    """A flood: the works that its clients take in turn, and the minimum of one of its counts."""

    works: tuple[Work, ...]
    counted: str
    minimum: int
    clients: int = CLIENTS


KINDS = {
    "requests": Kind((play_games, read_games), "responses", 2 * CLIENTS),
    "unfinished headers": Kind((stay_silent, send_half_headers, send_slow_headers), "connections", CLIENTS),
    "unfinished bodies": Kind((send_half_body, send_slow_body), "connections", CLIENTS),
    "endless trailers": Kind((send_endless_trailers,), "connections", 60, 60),
    "unread bodies": Kind((send_unread_body,), "connections", 60, 60),
    "many keys": Kind((send_many_keys,), "responses", 10, 20),
    "long records": Kind((send_long_records,), "responses", 10, 100),
    "questions": Kind((ask_questions,), "responses", 100, ASKERS),
    "event streams": Kind((watch_games,), "streams", GROUPS * WATCHERS, GROUPS),
}


ADDRESSES = {kind: f"127.0.0.{number}" for number, kind in enumerate(KINDS, start=10)}
"""Addresses of the floods. Each has its own, because rate limits are counted for each address."""

PLAYER = "127.0.0.2"
"""The address of the client who plays meanwhile."""


@dataclass
class Played:
    """The moves of a client: cells by game, and the seconds until each response."""

    cells: dict[str, list[str]] = field(default_factory=dict)
    latencies: list[float] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def count(self, what: str) -> None:
        """Count the status of a response."""
        if what.isdigit():
            self.statuses[what] += 1

    async def play(self, port: int, seconds: float, host: str = "") -> None:
        """Play games of two people on one connection, without pauses. A response with an error ends it."""
        begun = time.perf_counter()
        async with Client(port, PLAYER, self.count, host).connected() as client:
            while self.seconds < seconds:
                made = await client.make_game()
                game = made["game"]
                cells = self.cells[game["id"]] = []
                for cell in CELLS:
                    sent = time.perf_counter()
                    game = await client.move(game, made["tokens"], cell)
                    received = time.perf_counter()
                    cells.append(cell)
                    self.latencies.append(received - sent)
                    self.seconds = received - begun
                    if self.seconds >= seconds:
                        break

    async def stored(self, port: int) -> dict[str, list[str]]:
        """Return the moves that the server has of these games."""
        async with Client(port, PLAYER, lambda _: None).connected() as client:
            return {id_: (await client.ask(f"/api/games/{id_}"))["moves"] for id_ in self.cells}

    def __str__(self) -> str:
        """Return the figures."""
        ordered = sorted(1000 * seconds for seconds in self.latencies)
        return (
            f"median {statistics.median(ordered):.1f} ms, p99 {ordered[len(ordered) * 99 // 100]:.1f} ms, "
            f"maximum {ordered[-1]:.1f} ms, {len(ordered) / self.seconds:.1f} moves per second"
        )


async def repeat(work: Work, client: Client) -> None:
    """Do a client's work, with a new connection whenever the last one has ended."""
    while True:
        with contextlib.suppress(OSError, EOFError, RejectedError):
            async with client.connected():
                await work(client)
        await asyncio.sleep(0)  # a connection that fails at once has not let others run


async def run(kind: Kind, port: int, address: str, host: str = "") -> None:
    """Send a flood until stdin is closed."""
    counts: Counter[str] = Counter()
    has_minimum, is_over = asyncio.Event(), asyncio.Event()

    def count(what: str) -> None:
        counts[what] += 1
        if counts[kind.counted] >= kind.minimum:
            has_minimum.set()

    asyncio.get_running_loop().add_reader(sys.stdin, is_over.set)
    async with asyncio.TaskGroup() as group:
        works = itertools.islice(itertools.cycle(kind.works), kind.clients)
        tasks = [group.create_task(repeat(work, Client(port, address, count, host))) for work in works]
        async with asyncio.timeout(START_SECONDS):
            await has_minimum.wait()
        print("ready", flush=True)  # noqa: T201
        await is_over.wait()
        for task in tasks:
            task.cancel()
    print(json.dumps(counts))  # noqa: T201


@contextlib.contextmanager
def flood(kind: str, port: int, host: str = "") -> Iterator[dict[str, int]]:
    """Flood a server until the block is left, when the counts of the flood are filled in.

    A host is that of a proxy on the port.
    """
    more = [host] if host else []
    command = [sys.executable, "-m", "tests.server.floods", kind, str(port), ADDRESSES[kind], *more]
    counts: dict[str, int] = {}
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "ready\n", f"the flood of {kind} did not reach its minimum"
        try:
            yield counts
        finally:
            printed, _ = process.communicate()  # which closes its stdin
            assert process.returncode == 0, f"the flood of {kind} failed"
            counts.update(json.loads(printed))


if __name__ == "__main__":
    asyncio.run(run(KINDS[sys.argv[1]], int(sys.argv[2]), *sys.argv[3:]))
