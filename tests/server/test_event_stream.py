"""Answers that come piece by piece."""

import asyncio
import zlib

import pytest

from noughts.server.event_streams import EventStream, event

NEWS = [event("news", {"moves": dict.fromkeys("abcdefgh", number)}) for number in range(5)]


def sent(accepts, *, heavy=True):
    """The headers and the bodies that an application sends of the five pieces, one after another."""

    async def pieces():
        for piece in NEWS:
            yield piece

    async def stays():
        await asyncio.Event().wait()

    async def send(message):
        messages.append(message)

    messages = []
    scope = {"type": "http", "headers": [(b"accept-encoding", accepts)]}
    asyncio.run(EventStream(pieces, heavy=heavy)(scope, stays, send))
    start, *bodies = messages
    return dict(start["headers"]), [message["body"] for message in bodies]


def test_each_piece_of_a_compressed_stream_is_read_when_it_comes():
    """Whoever takes gzip has every event whole as soon as its bytes are there, and the whole is one gzip file."""
    headers, bodies = sent(b"gzip, br")
    assert headers[b"content-encoding"] == b"gzip"
    reader = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
    assert [reader.decompress(body) for body in bodies] == [*NEWS, b""]
    assert reader.eof
    assert len(bodies[-2]) < len(NEWS[-1]) / 2


@pytest.mark.parametrize(("accepts", "heavy"), [(b"", True), (b"br", True), (b"gzip", False)])
def test_streams_are_plain_elsewhere(accepts, heavy):
    """Whoever does not take gzip, and a stream that says little, has events as they are."""
    headers, bodies = sent(accepts, heavy=heavy)
    assert b"content-encoding" not in headers
    assert bodies == [*NEWS, b""]
