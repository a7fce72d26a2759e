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
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from noughts.errors import NoughtsError, quote
from noughts.players.registry import LEVELS, player_names
from noughts.records.log import FRIEND, PERSON

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI
    from sqlalchemy import URL

    from noughts.adapters.programs.program import Program

_PORT = 8000
_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_ANY = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104 - shown, not bound
_GRACE_SECONDS = 3

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
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=PROGRAM",
    help="Lets a program play on the page by this name: brain=gomocup:COMMAND. May be given again.",
)
@click.option("--log", "logs", is_flag=True, help="Write a line for each request to stderr.")
def serve(
    host: str,
    port: int | None,
    database: str | None,
    no_browser: bool,
    programs: tuple[str, ...],
    logs: bool,
) -> None:
    """Serves the page, prints its address when it is ready, and opens it in the browser.

    Whoever can reach the address can make games; by default that is only this machine.
    """
    logging.basicConfig(level=logging.ERROR, format="%(message)s")
    if logs:
        logging.getLogger("noughts.access").setLevel(logging.INFO)
    sys.setswitchinterval(_SWITCH_SECONDS)
    _admit(programs)
    with contextlib.closing(listen(host, port)) as listening:
        _run(listening, host, database or _default_database(), browser=not no_browser)


def _admit(programs: tuple[str, ...]) -> None:
    """Lets the owner's programs play by the names given; without any, no request ever starts one."""
    from noughts.adapters.programs.named import program
    from noughts.ui.web.opponents import admit

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
    admit(admitted.values())


def _run(listening: socket.socket, host: str, database: str | URL, browser: bool) -> None:
    from noughts.records.store import Store
    from noughts.ui.web.app import create_app

    port = listening.getsockname()[1]
    name = f"[{host}]" if ":" in host else host
    address = f"http://{_ANY.get(name, name)}:{port}/"
    local = host.startswith("127.") or host in ("localhost", "::1")
    with contextlib.closing(Store(database)) as store:
        app = create_app(store, {*_LOOPBACK, name} if local else ())
        announced_server(app, lambda: _announce(address, browser)).run(sockets=[listening])


def _announce(address: str, browser: bool) -> None:
    click.echo(f"noughts is at {address}")
    sys.stdout.flush()
    if browser and _has_display():  # in a thread: it may wait for the browser, which waits for us
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def announced_server(app: FastAPI, ready: Callable[[], None]) -> uvicorn.Server:
    """uvicorn, telling when it listens, and ending the open streams before it waits for them."""
    import uvicorn

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.services.streams.close()
            await super().shutdown(sockets)

    config = uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        proxy_headers=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    return Announced(config)


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


def _default_database() -> URL:
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
