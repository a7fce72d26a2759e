"""Who asks, as far as a limit can know: an address, or the network that one subscriber has."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address, ip_address

from starlette.requests import HTTPConnection
from starlette.types import Scope

_SUBSCRIBER = 64
"""The bits of an IPv6 address that are given to one subscriber, who may take any of the others (RFC 6177)."""


@lru_cache(maxsize=4096)
def payer(host: str) -> str:
    """Whose permits a request from this address takes: an IPv4 address is one, of IPv6 a /64 is."""
    try:
        address = IPv6Address(host)
    except AddressValueError:
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    network = int(address) >> (128 - _SUBSCRIBER) << (128 - _SUBSCRIBER)
    return f"{IPv6Address(network)}/{_SUBSCRIBER}"


def payer_of(scope: Scope) -> str:
    """Whose permits a request takes: the address that it comes from."""
    client = scope.get("client")
    return payer(client[0]) if client else "unknown"


_FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "via")


def is_near(request: HTTPConnection) -> bool:
    """Whether it comes from this machine; whatever came through a proxy came from elsewhere."""
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:  # a name, as from a socket that is none of the network's
        return False
