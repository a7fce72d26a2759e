"""Who may ask, what may come in, and what every answer says to the browser: before any page or game is reached.

The headers keep the page to itself (https://www.w3.org/TR/CSP3/, https://owasp.org/www-project-secure-headers/):
nothing is loaded from elsewhere, nothing inline runs, nobody frames it. The Host check keeps a foreign name that
was pointed at this machine (DNS rebinding) from reading games.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterable, MutableMapping
from typing import Any

from noughts.errors import quote
from noughts.ui.web.errors import Refusal
from noughts.ui.web.responses import refused

MAX_BODY = 16_384
"""The most bytes of a request's body."""

Scope = MutableMapping[str, Any]

_HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]

_SAFE = ("GET", "HEAD", "OPTIONS")
_WRITTEN = re.compile(r"/api/games(/[^/]*/(?!events$|record\.)[^/]*)?")
"""The addresses that read a body."""

_log = logging.getLogger("noughts.access")


class Guard:
    """The outermost layer of the server.

    ``hosts`` are the names under which it may be asked for, without ports; none given means any name.
    """

    def __init__(self, app: Any, hosts: Iterable[str] = ()) -> None:
        self._app = app
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """One request."""
        if scope["type"] != "http":
            return  # no websockets here
        sent = _Sent(scope, send)
        try:
            headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
            self._check(scope["method"], scope["path"], headers)
            if scope["method"] not in _SAFE:
                receive = await _whole_body(headers, receive)
            await self._app(scope, receive, sent)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, sent)

    def _check(self, method: str, path: str, headers: dict[bytes, str]) -> None:
        host = headers.get(b"host", "")
        if self._hosts and _name(host) not in self._hosts:
            raise Refusal("foreign-host", f"this server is not called {quote(host)}")
        if method in _SAFE:
            return
        origin, site = headers.get(b"origin"), headers.get(b"sec-fetch-site", "same-origin")
        if origin is not None and origin.partition("://")[2] != host:
            raise Refusal("foreign-origin", f"a page of {quote(origin)} may not play here")
        if site not in ("same-origin", "none"):
            raise Refusal("foreign-origin", "a page of another site may not play here")
        if method != "POST" or not _WRITTEN.fullmatch(path):
            return  # nothing is read there: it will be refused for its method
        kind = headers.get(b"content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise Refusal("not-json", f"the body must be application/json, not {quote(kind)}")


class _Sent:
    """Adds the headers to an answer, and writes the access log's line when it begins: no query, no token."""

    def __init__(self, scope: Scope, send: Any) -> None:
        self._scope = scope
        self._send = send
        self._begun = time.perf_counter()

    async def __call__(self, message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *_HEADERS]
            if _log.isEnabledFor(logging.INFO):
                spent = (time.perf_counter() - self._begun) * 1000
                path = quote(self._scope["path"], 200)
                _log.info("%s %s %s %.1f ms", self._scope["method"], path, message["status"], spent)
        await self._send(message)


async def _whole_body(headers: dict[bytes, str], receive: Any) -> Any:
    """Reads the body, up to its limit, and gives it out again."""
    too_large = Refusal("too-large", f"the body is larger than {MAX_BODY:,} bytes")
    length = headers.get(b"content-length", "0")
    if not length.isdecimal() or int(length[:9]) > MAX_BODY:
        raise too_large
    body = b""
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MAX_BODY:
            raise too_large
    left = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Any:
        return left.pop() if left else await receive()

    return replay


def _name(host: str) -> str:
    """A Host header without its port: ``[::1]:8000`` is ``[::1]``."""
    bare, _, port = host.rpartition(":")
    return (bare if bare and port.isdecimal() else host).lower()
