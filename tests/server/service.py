"""The real server in a process of its own, to be asked over loopback, stopped, killed and started again."""

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import httpx

from tests.processes import HEARS_CTRL_C, below, end_with_us, runs, wait_until

READY_SECONDS = 60
"""How long a server may take to be ready before a test gives up on it; far more than it ever needs."""


class Service:
    """A server on one port and one database, however often it is started; ``within`` so many descriptors.

    The port is the system's choice at the first start, and stays.
    The database is a SQLite file, or the address of another.
    """

    def __init__(self, database: Path | str, port: int | None = None, *options: str, within: int = 0) -> None:
        self.database = database if isinstance(database, str) else f"sqlite:///{database}"
        file = Path(self.database.removeprefix("sqlite:///"))
        kept = file if self.database.startswith("sqlite") else Path(tempfile.mkdtemp(), "games")
        self.log = kept.with_name(f"{kept.name}.log")
        self.port = port or 0
        self.options = options
        self.within = within
        self.process: subprocess.Popen[str] | None = None
        self.before_end: Callable[[], object] = lambda: None

    def start(self) -> "Service":
        """Starts the process and waits until it has said that it is ready."""
        limit = [f"--nofile={self.within}:{self.within}"] if self.within else []
        command = [*(["prlimit", *limit] if limit else []), *HEARS_CTRL_C]
        command += [sys.executable, "-m", "noughts", "serve", "--no-browser", *self.options]
        with self.log.open("a") as log:  # nobody would empty a pipe
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port), "--database", self.database],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
            )
        end_with_us(self.process.pid, f"--port {self.port} --database {self.database}")
        line = self.process.stdout.readline()
        ready = re.fullmatch(r"noughts is at http://127\.0\.0\.1:(\d+)/\n", line)
        if not ready or self.port not in {0, int(ready[1])}:
            self.process.kill()
            self.process.communicate()
            raise AssertionError(f"the server did not start: {line!r} {self.log.read_text()!r}")
        self.port = int(ready[1])
        return self

    @property
    def address(self) -> str:
        """Where it is, once it has been started."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def resident_bytes(self) -> int:
        """What the process holds in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_bytes().split()[1])
        return pages * resource.getpagesize()

    def kill(self) -> None:
        """As kill -9 does: nothing of the process gets to run again. Nothing happens if it has ended.

        What it had begun ends with it, a moment later; until then it may still answer.
        """
        if self.process.poll() is None:
            begun = below(self.process.pid)
            self._end(signal.SIGKILL)
            wait_until(lambda: not any(map(runs, begun)), lambda: "a child goes on without its server")

    def stop(self) -> int:
        """Asks it to end, once whoever uses it has left, and waits for its exit status."""
        self.before_end()
        return self._end(signal.SIGTERM)

    def _end(self, number: int) -> int:
        self.process.send_signal(number)
        try:
            return self.process.wait(READY_SECONDS)
        finally:
            self.process.stdout.close()

    def wait_until_it_plays(self) -> None:
        """Until a question is answered to an address of its own: behind all who play it could be told to come again."""
        other = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=other, timeout=READY_SECONDS, trust_env=False) as client:
            client.get(f"{self.address}/api/players").raise_for_status()

    def __enter__(self) -> "Service":
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()
