"""The socket of a server, and the address that it is opened by."""

from __future__ import annotations

import errno
import socket

from noughts.errors import NoughtsError, quote

PORT = 8000
"""The usual one."""

_ANY = {"0.0.0.0": "127.0.0.1", "[::]": "[::1]"}  # noqa: S104 - shown, not bound


class ServeError(NoughtsError):
    """The server cannot start."""


def listen(host: str, port: int | None) -> socket.socket:
    """A socket that listens: on the port, or where none was asked for on the usual one, or else a free one."""
    try:
        return _bound(host, PORT if port is None else port)
    except (OSError, UnicodeError) as error:  # a host that is no name at all is a UnicodeError
        if port is None and isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            return listen(host, 0)
        given = f"{host}:{PORT if port is None else port}"
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


def host_name(host: str) -> str:
    """A host as it is written in an address."""
    return f"[{host}]" if ":" in host else host


def address_of(listening: socket.socket, host: str) -> str:
    """The address under which this machine opens it."""
    name = host_name(host)
    return f"http://{_ANY.get(name, name)}:{listening.getsockname()[1]}/"
