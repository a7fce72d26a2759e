"""The command ``serve``: the page and its server, until Ctrl-C."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import re
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass, replace
from ipaddress import ip_address
from typing import TYPE_CHECKING

import click

from noughts.errors import NoughtsError, quote
from noughts.players.registry import LEVELS, player_names
from noughts.records.log import FRIEND, PERSON

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import URL

    from noughts.adapters.programs.program import Program
    from noughts.ui.web.journal.retention import Retention
    from noughts.ui.web.journal.store import Store, Synchronous

DAYS = click.IntRange(0, 100_000)

_PORT = 8000
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_ANY = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104 - shown, not bound

_SWITCH_SECONDS = 0.001
"""How long a thread that computes keeps the others waiting; Python's own 0.005 is felt in every answer."""


class ServeError(NoughtsError):
    """The server cannot start."""


@click.command(short_help="The page: play, and see inside the computer's brain.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help=f"0 takes a free one.  [default: {_PORT}, or a free one]"
)
@click.option(
    "--database", metavar="URL", help="Where games are kept.  [default: a file in your data folder]"
)
@click.option(
    "--synchronous",
    type=click.Choice(["normal", "full"]),
    help="When SQLite waits for the disk: at times, or before each answer, so that no move is lost when the power "
    "fails.  [default: full where others can reach the address]",
)
@click.option(
    "--close-days",
    type=DAYS,
    help="Close unfinished games after so many days without a move.  [default: never]",
)
@click.option("--keep-days", type=DAYS, help="Remove games after so many silent days.  [default: never]")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=PROGRAM",
    help="Lets a program play on the page by this name: brain=gomocup:COMMAND. May be given again.",
)
@click.option(
    "--public-name",
    "names",
    multiple=True,
    metavar="NAME",
    help="A name under which others ask for it: play.example.org. May be given again.",
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A reverse proxy, or a network of them, whose word on who asks is taken. May be given again.",
)
@click.option(
    "--question-seconds",
    type=click.FloatRange(0.1, 600),
    default=2,
    show_default=True,
    help="CPU seconds that an answer about a position may take; then it is estimated, or refused.",
)
@click.option("--log", "logs", is_flag=True, help="Write a line for each request to stderr.")
def serve(
    host: str,
    port: int | None,
    database: str | None,
    synchronous: Synchronous | None,
    close_days: int | None,
    keep_days: int | None,
    no_browser: bool,
    programs: tuple[str, ...],
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    question_seconds: float,
    logs: bool,
) -> None:
    """Serves the page, prints its address when it is ready, and opens it in the browser.

    Whoever can reach the address can make games; by default that is only this machine.
    """
    _log_to_stderr(logs)
    front = _Front(_checked_names(names), proxies, _admitted(programs), question_seconds)
    with contextlib.closing(listen(host, port)) as listening:
        games = _Games(database or default_database(), synchronous, close_days, keep_days)
        address = _address(listening, host)

        def ready() -> None:
            _announce(address, browser=not no_browser)

        _run(listening, host, games, front, ready)


def _log_to_stderr(requests: bool) -> None:
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)  # what strangers send is not worth a line
    if requests:
        logging.getLogger("noughts.access").setLevel(logging.INFO)


def _admitted(programs: tuple[str, ...]) -> tuple[Program, ...]:
    """The owner's programs under the names given; without any, no request ever starts one."""
    from noughts.adapters.programs.named import program

    admitted: dict[str, Program] = {}
    for given in programs:
        name, _, spec = given.partition("=")
        if not re.fullmatch(r"[A-Za-z][\w.-]{0,39}", name, re.ASCII) or not spec:
            raise ServeError(
                f"not a program with a name: {quote(given)} (NAME=PROGRAM, like brain=gomocup:./brain)"
            )
        if name in (*player_names(), *LEVELS, PERSON, FRIEND, *admitted):
            raise ServeError(f"the name {quote(name)} is taken (in {quote(given)})")
        admitted[name] = replace(program(spec), called=name)
    return tuple(admitted.values())


@dataclass(frozen=True)
class _Games:
    """Where games are kept, how surely, and how long."""

    database: str | URL
    synchronous: Synchronous | None
    close_days: int | None = None
    keep_days: int | None = None

    @property
    def retention(self) -> Retention:
        """How long."""
        from noughts.ui.web.journal.retention import Retention

        return Retention(self.close_days, self.keep_days)

    def opened(self, address: str) -> Store:
        """The store of a server on this address: where others reach it, an answer waits for the disk.

        StoreError where it is a file that another server has.
        """
        from noughts.ui.web.journal.store import Store

        local = ip_address(address).is_loopback
        store = Store(self.database, self.synchronous or ("normal" if local else "full"))
        try:
            store.own()
        except NoughtsError:
            store.close()
            raise
        return store


@dataclass(frozen=True)
class _Front:
    """How others see the server: its public names, the proxies before it, the programs that play, and its patience."""

    names: frozenset[str]
    proxies: tuple[str, ...]
    programs: tuple[Program, ...] = ()
    question_seconds: float = 2

    def hosts(self, address: str, name: str) -> set[str]:
        """The names under which a server on this address may be asked for; none means any."""
        local = ip_address(address).is_loopback
        return {*_LOOPBACK, name, *self.names} if local or self.names else set()


def _checked_names(names: tuple[str, ...]) -> frozenset[str]:
    for name in names:
        if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", name, re.ASCII):
            raise ServeError(
                f"not a public name: {quote(name)} (a host without a port, like play.example.org)"
            )
    return frozenset(map(str.lower, names))


def _address(listening: socket.socket, host: str) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{_ANY.get(name, name)}:{listening.getsockname()[1]}/"


def _run(
    listening: socket.socket,
    host: str,
    games: _Games,
    front: _Front,
    ready: Callable[[], None],
) -> None:
    from noughts.ui.web.api.proxies import Proxies
    from noughts.ui.web.api.sharing import reached
    from noughts.ui.web.app import create_app
    from noughts.ui.web.serve.server import announced_server
    from noughts.ui.web.setting import Setting

    sys.setswitchinterval(_SWITCH_SECONDS)
    bound = listening.getsockname()[0]
    name = f"[{host}]" if ":" in host else host
    with contextlib.closing(games.opened(bound)) as store:
        setting = Setting(
            tuple(front.hosts(bound, name)),
            Proxies(front.proxies),
            games.retention,
            tuple(front.programs),
            front.question_seconds,
        )
        app = create_app(store, setting)
        if not front.names:
            app.state.services.addresses = reached(bound, listening.getsockname()[1])
        announced_server(app, ready).run(sockets=[listening])


def _announce(address: str, browser: bool) -> None:
    click.echo(f"noughts is at {address}")
    sys.stdout.flush()
    if browser and _has_display():  # in a thread: it may wait for the browser, which waits for us
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens: on the port, or where none was asked for on the usual one, or else a free one."""
    try:
        return _bound(host, _PORT if port is None else port)
    except (OSError, UnicodeError) as error:  # a host that is no name at all is a UnicodeError
        if port is None and isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            return listen(host, 0)
        given = f"{host}:{_PORT if port is None else port}"
        reason = error.strerror if isinstance(error, OSError) else None
        raise ServeError(f"cannot listen on {quote(given)}: {reason or error}") from None


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError:
        listening.close()
        raise
    return listening


def default_database() -> URL:
    """The SQLite file in the user's data folder, which is made if it is missing."""
    from platformdirs import user_data_path
    from sqlalchemy import URL

    folder = user_data_path("noughts", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServeError(f"cannot make the folder {quote(folder, 200)}: {error.strerror}") from None
    return URL.create("sqlite", database=str(folder / "games.db"))


def _has_display() -> bool:
    """Whether a browser can be shown; elsewhere, one in the terminal must not take it over."""
    return sys.platform in ("darwin", "win32") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
