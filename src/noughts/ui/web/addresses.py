"""Who asks, as far as a limit can know: an address, or the network that one subscriber has."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import AddressValueError, IPv6Address

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
