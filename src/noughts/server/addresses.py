"""Addresses: of this machine, and those that a proxy says a request came from, which is believed of some only."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from noughts.errors import NoughtsError, quote


def host_name(host: str) -> str:
    """A host as it is written in an address."""
    return f"[{host}]" if ":" in host else host


_PORT = re.compile(":[0-9]*$")


def host_of(field: str) -> str:
    """Return the host in a Host field: lower case, without its port and the final dot of an absolute name."""
    return _PORT.sub("", field.lower()).removesuffix(".")


def is_ip_address(host: str) -> bool:
    """Return whether a host is an IP address as a URL has it: IPv6 in brackets and without a zone."""
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    try:
        version = ip_address(bare).version
    except ValueError:
        return False
    return "%" not in bare and version == (4 if bare == host else 6)


def machine_names() -> set[str]:
    """Return this machine's host name, in full and short, and the name that multicast DNS gives it (RFC 6762)."""
    name = host_of(socket.gethostname())
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"} if short else set()


_FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via")


def is_near(request: HTTPConnection) -> bool:
    """Return whether a request comes from this machine: from loopback, not through a proxy, and to a host of its own.

    A browser on this machine sends another host for a page whose domain was pointed here (DNS rebinding).
    """
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    host = host_of(request.headers.get("host", "localhost"))
    if not is_ip_address(host) and host not in {"localhost", *machine_names()}:
        return False
    address = address_of(request.client.host)
    return address is not None and address.is_loopback


_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?")
_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")

_WITH_PORT = re.compile(r"(\[[^\]]+\]|[0-9.]+):[0-9]{1,5}")

_HOPS = 8
"""How many proxies one behind the other are looked at."""


class Proxies:
    """The proxies that are believed, by their addresses or networks; NoughtsError for what is neither."""

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self.networks = [_network(given) for given in networks]
        self.trusts = lru_cache(maxsize=1024)(self._trusts)

    def _trusts(self, host: str) -> bool:
        address = address_of(host)
        return address is not None and any(address in network for network in self.networks)


class ProxyHeaders:
    """Puts into a request what the proxy before us says of it; what anybody else says so is not looked at."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self._app = app
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        peer = scope.get("client")
        if scope["type"] == "http" and peer and self._proxies.trusts(peer[0]):
            scope = self._original(scope)
        await self._app(scope, receive, send)

    def _original(self, scope: Scope) -> Scope:
        """The request as the proxy got it."""
        said = Headers(scope=scope)
        seen = {**scope}
        hops = [hop.strip() for hop in ",".join(said.getlist("x-forwarded-for")).split(",")]
        if client := next(self._strangers([hop for hop in hops if hop]), None):
            seen["client"] = (client, 0)
        if said.get("x-forwarded-proto") in ("http", "https"):
            seen["scheme"] = said["x-forwarded-proto"]
        if _HOST.fullmatch(host := said.get("x-forwarded-host", "")):
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            seen["headers"] = [*others, (b"host", host.encode())]
        if _ID.fullmatch(name := said.get("x-request-id", "")):
            seen["request_id"] = name
        return seen

    def _strangers(self, hops: list[str]) -> Iterator[str]:
        """The addresses that are no proxies of ours, the nearest first; nothing after what is no address."""
        for hop in hops[: -_HOPS - 1 : -1]:
            address = _hop_address(hop)
            if address is None:
                return
            if not self._proxies.trusts(str(address)):
                yield str(address)


def _hop_address(hop: str) -> IPv4Address | IPv6Address | None:
    """Return the address in an element of X-Forwarded-For, which some proxies write with a port or in quotes."""
    bare = hop.strip('"')
    match = _WITH_PORT.fullmatch(bare)
    return address_of(match[1] if match else bare)


def _network(given: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(given.strip("[]"), strict=False)
    except ValueError:
        raise NoughtsError(
            f"not a proxy's address: {quote(given)} (an address or a network, like 127.0.0.1 or 10.0.0.0/8)"
        ) from None


def address_of(text: str) -> IPv4Address | IPv6Address | None:
    """The address that a text is, IPv4 where it is that within IPv6; None for a name, as of a socket of no network."""
    try:
        address = ip_address(text.strip("[]"))
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def outside_addresses(bound: str, port: int) -> tuple[str, ...]:
    """Return the addresses at which other machines reach a server; none if it listens on this machine only.

    For a server on all addresses it is the address that this machine would send from: connecting a datagram socket
    sends nothing, but chooses that address.
    """
    address = ip_address(bound)
    if address.is_loopback:
        return ()
    if not address.is_unspecified:
        return (f"http://{host_name(bound)}:{port}",)
    families = (
        (socket.AF_INET, "192.0.2.1"),
        (socket.AF_INET6, "2001:db8::1"),
    )  # RFC 5737, RFC 3849: reserved for documentation
    for family, beyond in families[: 1 if address.version == 4 else 2]:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as leaving:
            leaving.connect((beyond, 9))
            own = leaving.getsockname()[0]
            if not ip_address(own).is_loopback:
                return (f"http://{host_name(own)}:{port}",)
    return ()
