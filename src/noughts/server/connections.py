"""One connection, within limits: uvicorn's protocol, with a time for everything and a measure for what comes.

uvicorn reads heads of any size, waits for their ends for ever and takes as many connections as come (0.54). Here a head
has its bytes, its fields and its seconds, a body has its seconds, idling and reading too slowly have theirs, and an
address has its connections. What is no request as RFC 9112 has it is refused in our words, and the connection closed:
whoever stands before this server, and may have understood it otherwise, sends nothing more on it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser, parse_url
from starlette.responses import Response
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from noughts.server.api_errors import Refusal
from noughts.server.middleware import with_headers
from noughts.server.rate_limits import payer
from noughts.server.responses import refusal_response

_PIECE = 4_096
"""Bytes that are read before it is looked at whether they were too many."""


_CHUNK_BYTES = 16
"""Bytes of framing that a piece of a body counts for, in addition: a chunk of one byte costs a call, too."""

_JOINED = 65_536
"""Up to so many bytes are copied, so as to be sent with their head."""


@dataclass(frozen=True)
class ConnectionLimits:
    """Limits of connections.

    Args:
        head_seconds: Seconds for the headers of a request.
        body_seconds: Seconds for its body.
        idle_seconds: Seconds between two requests.
        spared_seconds: Seconds between two requests, or before the first, in which no other connection takes its place.
        write_seconds: Seconds in which the client must read what was sent.
        linger_seconds: Seconds in which what the client still sends after the last response is discarded.
        linger_bytes: Bytes that are discarded then.
        head_bytes: Bytes of the headers of a request; and, in addition, of the chunk sizes and trailers of its body.
        fields: Lines of its headers and trailers.
        pipelined: Requests that wait for the one before them.
        most: Connections in all.
        each: Connections of one address.
    """

    head_seconds: float = 10
    body_seconds: float = 10
    idle_seconds: float = 30
    spared_seconds: float = 0.25
    write_seconds: float = 30
    linger_seconds: float = 2
    linger_bytes: int = 65_536
    head_bytes: int = 16_384
    fields: int = 100
    pipelined: int = 16
    most: int = 8_192
    each: int = 2_048


@dataclass
class Doors:
    """The connections of one server, by address.

    ``trusted`` are addresses for which the number is not limited: proxies. ``idle`` are connections without a request,
    the longest idle first of each address, and since when they are.
    """

    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    trusted: Callable[[str], bool] = lambda _: False
    inside: Counter[str] = field(default_factory=Counter)
    idle: dict[str, dict[Connection, float]] = field(default_factory=dict)

    def enter(self, who: str) -> bool:
        """Count a connection, and return whether it may stay.

        If its address has all its connections, an idle one of them is closed for it, and if the server is full, one of
        the address with most, but never a proxy's.
        """
        room = True
        if self.inside[who] >= self.limits.each and not self.trusted(who):
            room = self._close_idle([who])
        elif self.inside.total() >= self.limits.most:
            room = self._close_idle(self.idle)
        self.inside[who] += 1
        return room

    def rest(self, who: str, connection: Connection) -> None:
        """Note that a connection is idle."""
        self.idle.setdefault(who, {})[connection] = time.monotonic()

    def work(self, who: str, connection: Connection) -> None:
        """Note that a connection is not idle, or has ended."""
        if connections := self.idle.get(who):
            connections.pop(connection, None)
            if not connections:
                del self.idle[who]

    def _close_idle(self, addresses: Iterable[str]) -> bool:
        """Close an idle connection of one of these addresses, if there is one."""
        addresses = [who for who in addresses if who in self.idle and not self.trusted(who)]
        if not addresses:
            return False
        most = max(addresses, key=self.inside.__getitem__)
        connection, since = next(iter(self.idle[most].items()))
        if time.monotonic() - since < self.limits.spared_seconds:
            return False  # its request may be on the way
        connection.close_idle()
        return True

    def silence(self, who: str) -> float:
        """How many seconds a new connection may say nothing: a proxy opens some before it needs them."""
        return self.limits.idle_seconds if self.trusted(who) else self.limits.head_seconds

    def leave(self, who: str) -> None:
        """A connection has ended."""
        self.inside[who] -= 1
        if not self.inside[who]:
            del self.inside[who]


def protocol_of(doors: Doors) -> type[asyncio.Protocol]:
    """The protocol of a server's connections, all of which go through these doors."""
    return type("Guarded", (Connection,), {"doors": doors})


class Connection(HttpToolsProtocol):
    """One connection, until it ends by itself or by a limit."""

    doors: Doors

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.transport = _Transport(transport, self)  # type: ignore[assignment] # it has the same methods
        self._application, self.app = self.app, self._run
        self._who = payer(self.client[0]) if self.client else "unknown"
        self._timer: asyncio.TimerHandle | None = None
        self._leaving: asyncio.TimerHandle | None = None
        self._in_head, self._framing_bytes, self._fields = True, 0, 0
        self._discarded: int | None = None  # bytes, once nothing more is parsed
        self._is_lingering = False
        self._refusal: Refusal | None = None
        if self.doors.enter(self._who):
            self.doors.rest(self._who, self)
            self._time(self.doors.silence(self._who), self._close)
        else:
            self._refuse(Refusal("busy", "too many are connected: please come again", retry_after=30))

    def connection_lost(self, exc: Exception | None) -> None:
        self.doors.work(self._who, self)
        self.doors.leave(self._who)
        self._rest()
        if self._leaving:
            self._leaving.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._discarded is not None:
            self._discard(data)
            return
        for begin in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            piece = data[begin : begin + _PIECE]
            if self._in_head and self._timer is None:
                self._time(self.doors.limits.head_seconds, self._too_slow)
            self._framing_bytes += len(piece)  # without the bytes of bodies: see on_body
            self._parse(piece)
            if self._discarded is not None:
                self._discard(data[begin + _PIECE :])
                return
            if self._framing_bytes > self.doors.limits.head_bytes:
                self._refuse(_too_large_head())

    def _discard(self, data: bytes) -> None:
        """Count what comes after the last request, without parsing it.

        If it is too much, it waits for the response, and ends the connection afterwards.
        """
        self._discarded = (self._discarded or 0) + len(data)
        if self._discarded > self.doors.limits.linger_bytes:
            if self._is_lingering:
                self.transport.abort()
            else:
                self.flow.pause_reading()

    def _parse(self, data: bytes) -> None:
        """Parse the next bytes, as uvicorn's ``data_received`` does, but ignore each Upgrade field (RFC 9110, 7.8).

        httptools stops behind the headers of a request with that field, and would parse its body as the next request.
        """
        self._unset_keepalive_if_required()
        try:
            while True:
                try:
                    self.parser.feed_data(data)
                    break
                except HttpParserUpgrade as stop:
                    data = self._headers_without_upgrade() + data[stop.args[0] :]
                    self.parser = HttpRequestParser(self)
                    self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn does
        except HttpParserError:
            if self._discarded is not None:  # see on_headers_complete
                return
            message = "Invalid HTTP request received."
            self.logger.warning(message)
            self.send_400_response(message)

    def _headers_without_upgrade(self) -> bytes:
        """Return the request line and the headers that were parsed last, without Upgrade.

        Of Connection its other options stay, which in ``close, Upgrade`` is a field that every uvicorn understands.
        """
        line = b"%s %s HTTP/%s\r\n" % (
            self.parser.get_method(),
            self.url,
            self.parser.get_http_version().encode(),
        )
        values = [value for name, value in self.headers if name == b"connection"]
        options = [option.strip().lower() for option in b",".join(values).split(b",")]
        connection = b", ".join(option for option in options if option not in (b"", b"upgrade"))
        fields = [field for field in self.headers if field[0] not in (b"upgrade", b"connection")]
        fields += [(b"connection", connection)] if connection else []
        return b"".join([line, *(b"%s: %s\r\n" % field for field in fields), b"\r\n"])

    # What the parser finds.

    def on_message_begin(self) -> None:
        self._fields = 0
        self.doors.work(self._who, self)
        self._time(self.doors.limits.head_seconds, self._too_slow)
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields += 1
        if self._fields > self.doors.limits.fields:
            self._stop(_too_large_head())
        if self._in_head:  # trailers are not headers (RFC 9110, 6.5.1), and are ignored
            super().on_header(name, value)

    def on_body(self, body: bytes) -> None:
        self._framing_bytes += _CHUNK_BYTES - len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        if self.parser.get_method() == b"CONNECT":
            self._stop(Refusal("not-implemented", "the method CONNECT is not supported"))
        if self.parser.should_upgrade():
            return  # ``_parse`` feeds the request again, without Upgrade
        if len(self.pipeline) >= self.doors.limits.pipelined:
            self._stop(Refusal("malformed", "too many requests at once on one connection"))
        self._check_law()
        self._in_head, self._framing_bytes = False, 0
        self._time(self.doors.limits.body_seconds, self._too_slow)
        super().on_headers_complete()
        if self.parser.get_method() in (b"GET", b"HEAD") and self._has_body():
            # Nothing reads it, so it is not parsed either: to parse chunks of one byte takes a hundred times as long.
            self._rest()
            self._discarded, last = 0, self.cycle
            last.more_body = False
            last.message_event.set()
            raise ValueError("the rest is discarded")

    def _has_body(self) -> bool:
        return any(
            name == b"transfer-encoding" or (name == b"content-length" and value.strip(b"0"))
            for name, value in self.headers
        )

    def on_message_complete(self) -> None:
        if self.parser.should_upgrade():
            return
        self._in_head, self._framing_bytes = True, 0
        self._rest()
        super().on_message_complete()

    def _check_law(self) -> None:
        """What httptools lets pass, and RFC 9112 does not: 2.3, 3.2 and 6.1."""
        version, names = self.parser.get_http_version(), [name for name, _ in self.headers]
        hosts = [value for name, value in self.headers if name == b"host"]
        if version not in ("1.0", "1.1"):
            self._stop(Refusal("http-version", f"HTTP/{version} is not spoken here: 1.1 and 1.0 are"))
        if len(hosts) > 1 or (not hosts and version == "1.1"):
            self._stop(Refusal("bad-request", f"one Host is needed, and {len(hosts)} were sent"))
        if b"transfer-encoding" in names and (version == "1.0" or b"content-length" in names):
            self._stop(Refusal("bad-request", "the body's length cannot be known"))
        if not self.url.startswith((b"/", b"*")):
            authority = parse_url(self.url)
            named = b"[%b]" % authority.host if b":" in authority.host else authority.host
            named += b":%d" % authority.port if authority.port else b""
            if hosts and named.lower() != hosts[0].lower():
                self._stop(Refusal("bad-request", "the address names another host than the field Host"))

    def _stop(self, refusal: Refusal) -> None:
        """Ends the parsing: what is raised here comes back to ``send_400_response``."""
        self._refusal = refusal
        raise ValueError(refusal.message)

    def send_400_response(self, msg: str) -> None:
        """In our words, whatever was wrong."""
        self._refuse(self._refusal or Refusal("bad-request", "this is no request in HTTP"))

    async def _run(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the application. If it responds before the body has come, the connection ends with the response.

        Only the body of the last request of the connection can be incomplete.
        """

        async def send_message(message: Any) -> None:
            last: Any = self.cycle
            is_last = last.scope is scope and (last.more_body or self._discarded is not None)
            if message["type"] == "http.response.start" and is_last:
                message = {**message, "headers": [*message["headers"], (b"connection", b"close")]}
            await send(message)

        await self._application(scope, receive, send_message)

    # When something takes too long.

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._leave()
        elif self._is_answered() and not self.expects_more():
            self.doors.rest(self._who, self)

    def timeout_keep_alive_handler(self) -> None:
        self._close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._leave()

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._leaving and not self.transport.is_closing():
            self._leaving.cancel()
            self._leaving = None

    def _too_slow(self) -> None:
        self._refuse(Refusal("too-slow", "the request did not come to its end in time"))

    def _is_answered(self) -> bool:
        """Whether the last request whose head came is answered; so it is before the first."""
        cycle: Any = self.cycle  # None before the first
        return cycle is None or cycle.response_complete

    def _may_say(self) -> bool:
        """Whether a refusal would break into no answer that is on its way or still to come."""
        return self._is_answered() or not (self._in_head or self.pipeline or self.cycle.response_started)

    def _time(self, seconds: float, then: Callable[[], None]) -> None:
        self._rest()
        self._timer = self.loop.call_later(seconds, then)

    def _rest(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # How it ends.

    def _refuse(self, refusal: Refusal) -> None:
        """Says why, unless it would break into an answer that is on its way, and ends the connection."""
        if not self.transport.is_closing():
            if self._may_say():
                self.transport.write(_bytes_of(refusal_response(refusal)))
            self._close()

    def _close(self) -> None:
        self._rest()
        self.transport.close()
        self._leave()

    def close_idle(self) -> None:
        """Close the connection, which has no request, for another."""
        self.doors.work(self._who, self)
        self._close()

    def expects_more(self) -> bool:
        """Return whether the client may still be sending a request."""
        return not self._in_head or self._framing_bytes > 0

    def linger(self) -> None:
        """Discard what the client still sends, for a moment.

        A socket that is closed with data that was not read resets the connection, and the client may lose the response
        (RFC 9112, 9.6).
        """
        self._discarded, self._is_lingering = 0, True
        self.flow.resume_reading()
        self.loop.call_later(self.doors.limits.linger_seconds, self.transport.abort)

    def _leave(self) -> None:
        """Ends it, if what was sent is not read in time."""
        if self._leaving is None:
            self._leaving = self.loop.call_later(self.doors.limits.write_seconds, self.transport.abort)


class _Transport:
    """A transport that sends the head of a response in one packet with what follows, and closes without losing it.

    A send each is a tenth of a move's work. Where Nagle's algorithm is on, as it is by default, the body would also
    wait until the client has acknowledged the head, which takes up to 40 ms.
    """

    def __init__(self, transport: asyncio.Transport, connection: Connection) -> None:
        self._transport = transport
        self._connection = connection
        self._head = b""
        self._is_ended = False

    def write(self, data: bytes) -> None:
        """At once, but a head waits for the next, or for the end of this turn of the loop."""
        if self._is_ended:
            return
        head, self._head = self._head, b""
        if not head and data.startswith(b"HTTP/"):
            self._head = data
            self._connection.loop.call_soon(self._flush)
        elif head and len(data) <= _JOINED:
            self._transport.write(head + data)
        else:
            for each in filter(None, (head, data)):
                self._transport.write(each)

    def is_closing(self) -> bool:
        """Return whether nothing is sent any more."""
        return self._is_ended or self._transport.is_closing()

    def close(self) -> None:
        """Close after what was written; if the client may still be sending, send the end, and let it finish."""
        if self.is_closing():
            return
        self._flush()
        if self._connection.expects_more() and self._transport.can_write_eof():
            self._is_ended = True
            self._transport.write_eof()
            self._connection.linger()
        else:
            self._transport.close()

    def _flush(self) -> None:
        if self._head:
            self.write(b"")

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def _too_large_head() -> Refusal:
    return Refusal("too-large-head", "the head of the request is too large")


def _bytes_of(answer: Response) -> bytes:
    """An answer as bytes, after which the connection ends."""
    headers = [*with_headers(answer.raw_headers), (b"connection", b"close")]
    lines = b"".join(b"%s: %s\r\n" % header for header in headers)
    return STATUS_LINE[answer.status_code] + lines + b"\r\n" + bytes(answer.body)
