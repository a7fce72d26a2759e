"""What every answer says to the browser, whatever it is.

The headers keep the page to itself (https://www.w3.org/TR/CSP3/, https://owasp.org/www-project-secure-headers/):
nothing is loaded from elsewhere, nothing inline runs, nobody frames it. Starlette has no part that sends them.

A script or a style sheet is no document, which alone has a policy: of those fifty a page loads it would only be weight.
"""

_PARTS = [
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_KEPT_TO_ITSELF = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        b"manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    *_PARTS,
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]

CACHE_CONTROL = b"cache-control"
_NOT_KEPT = [(CACHE_CONTROL, b"no-store")]

HEADERS = [*_KEPT_TO_ITSELF, *_NOT_KEPT]
"""Of an answer that no cache may keep: a game goes on, and what was refused may be allowed."""


_CONTENT_TYPE = b"content-type"
_NO_DOCUMENTS = (b"text/javascript", b"text/css")


def with_headers(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer and those of every answer; it is kept by no cache unless it says otherwise itself."""
    if any(name == _CONTENT_TYPE and value.startswith(_NO_DOCUMENTS) for name, value in headers):
        kept = _PARTS
    else:
        kept = _KEPT_TO_ITSELF
    said = any(name == CACHE_CONTROL for name, _ in headers)
    return [*headers, *kept, *([] if said else _NOT_KEPT)]
