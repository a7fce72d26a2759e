"""The server itself: uvicorn on a socket, telling when it listens, and with limits for its connections."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette

from noughts.errors import quote
from noughts.server.addresses import host_name, outside_addresses
from noughts.server.app import create_app
from noughts.server.connections import ConnectionLimits, Doors, protocol_of
from noughts.server.options import Options, ServeError
from noughts.server.services import Services

if sys.platform != "win32":
    import resource

PORT = 8000
"""The usual one."""

_ANY = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104 - shown, not bound

_GRACE_SECONDS = 1
"""How long those who still wait for an answer are waited for when the server stops."""

_SWITCH_SECONDS = 0.001
"""How long a thread that computes keeps the others waiting; Python's own 0.005 is felt in every answer."""

_DESCRIPTORS = 16_384
"""How many files and connections are wished for; a system may grant fewer."""

_BACKLOG = 512
"""Connections that the system takes before we do. All of them may be taken at once, before any is refused."""

_OTHERS = 256
"""Descriptors for what is no connection: the database, files, processes."""

_log = logging.getLogger("noughts.server")


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens: on the port, or where none was asked for on the usual one, or else a free one."""
    try:
        return _bind(host, PORT if port is None else port)
    except (OSError, UnicodeError) as error:  # a host that is no name at all is a UnicodeError
        if port is None and isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            return listen(host, 0)
        given = f"{host}:{PORT if port is None else port}"
        reason = error.strerror if isinstance(error, OSError) else None
        raise ServeError(f"cannot listen on {quote(given)}: {reason or error}") from None


def _bind(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    both = family is socket.AF_INET6 and socket.has_dualstack_ipv6()
    return socket.create_server(address, family=family, backlog=2048, dualstack_ipv6=both)


def address_of(listening: socket.socket, host: str) -> str:
    """The address under which this machine opens it."""
    name = host_name(host)
    return f"http://{_ANY.get(name, name)}:{listening.getsockname()[1]}/"


def raise_descriptors() -> int:
    """Raises this process's limit of open files as far as is useful and allowed, and answers what it is."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _DESCRIPTORS if hard == resource.RLIM_INFINITY else min(_DESCRIPTORS, hard)
        if soft == resource.RLIM_INFINITY:
            return _DESCRIPTORS
        if soft < wanted:
            with suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return _DESCRIPTORS  # Windows limits sockets by memory alone


def room(descriptors: int) -> tuple[ConnectionLimits, int]:
    """Limits for which so many descriptors suffice, and the backlog: none is ever missing when a connection comes."""
    usual = ConnectionLimits()
    backlog = min(_BACKLOG, descriptors // 4)
    most = min(usual.most, max(descriptors // 4, descriptors - backlog - _OTHERS))
    return replace(usual, most=most, each=min(usual.each, max(1, most // 2))), backlog


def run(options: Options, ready: Callable[[str], None]) -> None:
    """Serves until SIGTERM, which is then raised again, or Ctrl-C; ``ready`` is told the address once it listens.

    KeyboardInterrupt after Ctrl-C, from the first of which on no other is heard until the process has ended.
    NoughtsError where it cannot start. The store is closed before a signal ends the process.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)
    with closing(listen(options.host, options.port)) as listening:
        bound, port = listening.getsockname()[:2]
        with closing(options.open_store(bound)) as store:
            app = create_app(store, options.setting(bound))
            if not options.names:
                app.state.services.addresses = outside_addresses(bound, port)
            server = server_of(app, partial(ready, address_of(listening, options.host)))
            for each in (signal.SIGINT, signal.SIGTERM):
                signal.signal(each, server.handle_exit)  # which uvicorn puts back at its end
            server.run([listening])
            if server.ended_by == signal.SIGINT:
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                raise KeyboardInterrupt
    if server.ended_by is not None:
        signal.signal(server.ended_by, signal.SIG_DFL)
        signal.raise_signal(server.ended_by)


class AnnouncingServer(uvicorn.Server):
    """uvicorn, telling when it listens, and ending the open streams before it waits for them.

    ``ended_by`` is the signal that ended it.
    """

    def __init__(self, config: uvicorn.Config, services: Services, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ended_by: int | None = None
        self._services, self._ready = services, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(_log_briefly)
        await super().startup(sockets)
        try:
            self._ready()
        except OSError:  # nobody can be told the address: what has begun is ended before that is
            await self.shutdown(sockets)
            raise

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:  # a second Ctrl-C would cut the shutdown short, in tracebacks
            self.ended_by = sig
            super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._services.stop()
        await super().shutdown(sockets)


def server_of(app: Starlette, ready: Callable[[], None]) -> AnnouncingServer:
    """The server of an application, within the limits that this machine allows."""
    limits, backlog = room(raise_descriptors())
    services = app.state.services
    services.streams.most = min(services.streams.most, limits.most // 2)
    config = uvicorn.Config(
        app,
        http=protocol_of(Doors(limits, services.setting.proxies.trusts)),
        backlog=backlog,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        ws="none",
        proxy_headers=False,
        timeout_keep_alive=int(limits.idle_seconds),
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    return AnnouncingServer(config, services, ready)


def _log_briefly(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """A failure outside any request; where connections cannot be taken it comes by the thousand, so it is one line."""
    error = context.get("exception")
    if isinstance(error, OSError):
        _log.warning("%s: %s", context.get("message"), error)
    else:
        loop.default_exception_handler(context)
