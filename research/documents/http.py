"""docs/http.md: the reference of the HTTP interface, made of the table of routes."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

from noughts.server.openapi import openapi
from noughts.server.routes import READ, ROUTES, Route

_TAGS = {
    "games": "Games",
    "questions": "Positions and players",
    "lessons": "Lessons and puzzles",
    "studies": "Studies",
    "classes": "Classes",
    "contests": "Contests, proofs and records",
    "sharing": "Sharing",
}
"""Titles of the groups of routes, in their order."""

_HEAD = f"""
# HTTP reference

Every request of the server, made of its table of routes (`server/routes.py`) by `make schema`. [server.md](server.md)
explains games, classes, streams and limits; [contract.md](contract.md) how cells, boards, positions and numbers are
written. The same as OpenAPI is at `/openapi.json`, and the shapes (`GameJson`) are in [schema.json](schema.json).

A request that is refused gets a `RefusalJson` with one of the statuses that are listed, or with one of
{", ".join(map(str, READ))}, which every request may get. A request with *token* needs `Authorization: Bearer TOKEN`.
The body of a POST request is JSON; fields that are not listed are refused. HEAD is responded to wherever GET is.
"""


def http_page() -> str:
    """Return the page as Markdown."""
    document = openapi()
    parts = [cleandoc(_HEAD)]
    for tag, title in _TAGS.items():
        parts.append(f"## {title}")
        for route in ROUTES:
            if route.tag == tag:
                parts += _section(route, document)
    return "\n\n".join(parts) + "\n"


def _section(route: Route, document: dict[str, Any]) -> Iterator[str]:
    """Yield the paragraphs about a route."""
    operation = document["paths"][route.path][route.method.lower()]
    yield f"### `{route.name}`"
    yield operation["description"]
    rows = [_row(each["name"], each["schema"], each["required"]) for each in operation.get("parameters", ())]
    if body := operation.get("requestBody"):
        model = document["components"]["schemas"][
            body["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
        ]
        required = model.get("required", ())
        rows += [_row(name, schema, name in required) for name, schema in model["properties"].items()]
    if rows:
        kind = "Body" if body else "Parameter"
        yield "\n".join((f"| {kind} | Type | Meaning |", "| --- | --- | --- |", *rows))
    yield "; ".join(_ends(route))


def _ends(route: Route) -> Iterator[str]:
    """Yield what the response is, and which refusals there are."""
    if isinstance(route.response, type):
        yield f"**{route.status}** `{route.response.__name__}`"
    else:
        kinds = (route.response,) if isinstance(route.response, str) else route.response
        shapes = f" of {' or '.join(f'`{shape.__name__}`' for shape in route.events)}" if route.events else ""
        yield f"**{route.status}** {', '.join(kinds)}{shapes}"
    if route.needs_token:
        yield "token"
    if route.errors:
        yield f"refusals {', '.join(map(str, sorted(route.errors)))}"


def _row(name: str, schema: dict[str, Any], required: bool) -> str:
    """Return a row about a parameter or a field."""
    shown = f"`{name}`" if required else f"`{name}`?"
    about = schema.get("description") or next(
        (each["description"] for each in schema.get("anyOf", ()) if "description" in each), ""
    )
    return f"| {shown} | {_type(schema)} | {about} |"


def _type(schema: dict[str, Any]) -> str:
    """Return a schema's type in words: type, bounds, possible values, default."""
    kinds = [each for each in schema.get("anyOf", (schema,)) if each.get("type") != "null"]
    kind = kinds[0]
    if "$ref" in kind:
        return f"`{kind['$ref'].split('/')[-1]}`"
    words = " or ".join(f"`{value}`" for value in kind["enum"]) if "enum" in kind else kind.get("type", "any")
    if kind.get("type") == "array":
        words = f"array of {_type(kind['items'])}"
    low, high = kind.get("minimum", kind.get("ge")), kind.get("maximum", kind.get("le"))
    if low is not None and high is not None:
        words += f", {low:,} to {high:,}"
    if "maxLength" in kind:
        words += f", at most {kind['maxLength']:,} characters"
    default = schema.get("default")
    return (
        words
        if default in (None, "", [])
        else f"{words}, `{str(default).lower() if default is True or default is False else default}` by default"
    )
