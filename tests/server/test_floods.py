"""Floods behind the documented proxies: a client's moves are acknowledged and stored while another address attacks."""

import asyncio

import pytest

from tests.processes import reserved_port
from tests.server.floods import KINDS, PLAYER, POST, Client, Played, flood
from tests.server.service import Service
from tests.server.test_proxies import NAME, caddy, nginx, proxy

SECONDS = 2.0
"""How long moves are made under each flood."""


@pytest.fixture(scope="module")
def behind(tmp_path_factory):
    """A server that trusts the proxies of this machine, and has played one game before."""
    options = ("--public-name", NAME, "--trusted-proxy", "127.0.0.1")
    with Service(tmp_path_factory.mktemp("behind") / "games.db", None, *options) as service:
        service.wait_until_it_plays()
        asyncio.run(Played().play(service.port, 0.1))
        yield service


@pytest.fixture(scope="module", params=[nginx, caddy])
def proxied(request, behind, tmp_path_factory):
    """The port of a proxy before that server."""
    folder = tmp_path_factory.mktemp("proxy")
    with reserved_port() as port, proxy(request.param(folder, port, behind), port, folder):
        yield port


@pytest.mark.long
def test_a_slow_body_behind_a_proxy(behind, proxied):
    """A body whose bytes come one by one has a time in all, and not between two of them."""
    host = f"{NAME}:{proxied}"

    async def send():
        async with Client(proxied, PLAYER, lambda _: None, host).connected() as client:
            await client.send(POST + b"Content-Length: 1000\r\n\r\n")
            for _ in range(1000):
                await client.send(b" ")
                await asyncio.sleep(0.5)

    with pytest.raises(ConnectionError):
        asyncio.run(send())


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_flood_behind_a_proxy(behind, proxied, kind):
    """Another address that floods the proxy keeps no move of a client from being acknowledged and stored."""
    host, played = f"{NAME}:{proxied}", Played()
    with flood(kind, proxied, host) as sent:
        asyncio.run(played.play(proxied, SECONDS, host))
    assert played.statuses == {"200": len(played.latencies), "201": len(played.cells)}
    assert asyncio.run(played.stored(behind.port)) == played.cells
    assert sent[KINDS[kind].counted] >= KINDS[kind].minimum
