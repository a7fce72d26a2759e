"""PostgreSQL for the tests: a cluster of their own, on a socket of its own, that nobody else reaches."""

import itertools
import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

import psycopg

from tests.processes import afterwards, below

_NUMBERS = itertools.count()
QUICK = "-c listen_addresses='' -c max_connections=200 -c shared_buffers=16MB -c fsync=off"
"""No power fails in a test: what is written survives every end of the processes without waiting for the disk."""


def programs():
    """The folder of PostgreSQL's programs, or None where it is not installed."""
    found = shutil.which("initdb")
    kept = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return Path(found).resolve().parent if found else kept[-1].parent if kept else None


class Cluster:
    """It runs until it is removed, or the process that made it ends, however that ends.

    PostgreSQL does not run as root, so there it runs as its own user.
    """

    def __init__(self, folder):
        self._bin = folder
        self._home = Path(tempfile.mkdtemp(prefix="noughts-pg-"))
        self._user = []
        if os.geteuid() == 0:
            name = next(
                each for each in ("postgres", "nobody") if each in {p.pw_name for p in pwd.getpwall()}
            )
            shutil.chown(self._home, name)
            self._user = [
                "setpriv",
                f"--reuid={name}",
                "--clear-groups",
                f"--regid={pwd.getpwnam(name).pw_gid}",
            ]
        stop = self._command("pg_ctl", "-D", self._home / "data", "-m", "immediate", "stop")
        self._afterwards = afterwards('cat; home=$1; shift; "$@"; rm -rf "$home"', self._home, *stop)
        self._run("initdb", "-A", "trust", "-U", "tester", "-N", "-D", self._home / "data")
        self.start()

    def _command(self, program, *args):
        return [*self._user, str(self._bin / program), *map(str, args)]

    def _run(self, program, *args):
        command = self._command(program, *args)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self._home, timeout=120)

    def start(self):
        options = f"{QUICK} -k {self._home}"
        self._run("pg_ctl", "-D", self._home / "data", "-l", self._home / "log", "-w", "-o", options, "start")

    def stop(self):
        """At once, as when the power fails: nothing is written that was not."""
        self._run("pg_ctl", "-D", self._home / "data", "-w", "-m", "immediate", "stop")

    def signal(self, number):
        """Send a signal to all its processes: after SIGSTOP its sockets stay open and do not answer."""
        leader = int((self._home / "data" / "postmaster.pid").read_text().split()[0])
        for each in [leader, *below(leader)]:
            with suppress(ProcessLookupError):  # it has ended since
                os.kill(each, number)

    def database(self):
        """The URL of a new, empty database."""
        name = f"games{next(_NUMBERS)}"
        with psycopg.connect(
            host=str(self._home), user="tester", dbname="postgres", autocommit=True
        ) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"postgresql://tester@/{name}?host={self._home}"

    def remove(self):
        """Stops it, and leaves nothing of it."""
        self._afterwards.stdin.close()
        self._afterwards.wait(120)
