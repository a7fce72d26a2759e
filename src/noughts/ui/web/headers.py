"""What every answer says to the browser, whatever it is.

The headers keep the page to itself (https://www.w3.org/TR/CSP3/, https://owasp.org/www-project-secure-headers/):
nothing is loaded from elsewhere, nothing inline runs, nobody frames it. Starlette has no part that sends them.
"""

_KEPT_TO_ITSELF = [
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

CACHE_CONTROL = b"cache-control"
_NOT_KEPT = [(CACHE_CONTROL, b"no-store")]

HEADERS = [*_KEPT_TO_ITSELF, *_NOT_KEPT]
"""Of an answer that no cache may keep: a game goes on, and what was refused may be allowed."""


def with_headers(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer and those of every answer; it is kept by no cache unless it says otherwise itself."""
    said = any(name == CACHE_CONTROL for name, _ in headers)
    return [*headers, *(_KEPT_TO_ITSELF if said else HEADERS)]
