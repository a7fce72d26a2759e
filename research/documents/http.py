"""docs/http.md: the reference of the HTTP interface, made of the table of routes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from typing import Any

from noughts.server.openapi import openapi
from noughts.server.responses import JSON
from noughts.server.routes import COMMON_ERRORS, ROUTES, Route

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

This page is made of the server's table of routes (`server/routes.py`) by `make schema`. `/openapi.json` describes the
same requests and responses, except the events of streams, as OpenAPI. [server.md](server.md) explains games, classes,
streams and limits. [contract.md](contract.md) explains how cells, boards, positions and numbers are written.
[schema.json](schema.json) describes the objects in responses.

Values are in the path, in the query, or in the JSON body of a POST request, which has no other fields. A name with `?`
is optional. A request with *token* needs `Authorization: Bearer TOKEN`. HEAD is allowed wherever GET is. A request that
is rejected gets a `RefusalJson` with one of the errors listed, or with one of {", ".join(map(str, COMMON_ERRORS))};
another method than the one listed gets 405.

Streams are server-sent events with JSON as data. One with the event `done`, its result, may begin with `ahead`
(`AheadJson`), its place in the queue; `news` is its progress. `ended` (`EndedJson`) says why it has no result.
"""


def http_page() -> str:
    """Return the page as Markdown."""
    document = openapi()
    models = document["components"]["schemas"]
    parts = [cleandoc(_HEAD)]
    for tag, title in _TAGS.items():
        parts.append(f"## {title}")
        for route in (each for each in ROUTES if each.tag == tag):
            operation = document["paths"][route.path][route.method.lower()]
            parts += [f"### `{route.name}`", operation["description"]]
            if rows := [*_values(operation, models)]:
                parts.append("\n".join(("| Name | In | Type | Meaning |\n| --- | --- | --- | --- |", *rows)))
            parts.append("; ".join(_ends(route)))
    parts.append("## Objects in bodies")
    for name in sorted(set(re.findall(r"\[`(\w+)`\]\(#", "".join(parts)))):
        rows = ["| Name | Type | Meaning |\n| --- | --- | --- |", *_fields(models[name])]
        parts += [f"### `{name}`", models[name]["description"], "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def _values(operation: dict[str, Any], models: dict[str, Any]) -> Iterator[str]:
    """Yield a row for each value of a request."""
    for each in operation.get("parameters", ()):
        yield _row(each["name"], each["schema"], each["required"], each["in"])
    if body := operation.get("requestBody"):
        yield from _fields(models[body["content"][JSON]["schema"]["$ref"].split("/")[-1]], "body")


def _fields(model: dict[str, Any], *place: str) -> Iterator[str]:
    """Yield a row for each field of a model."""
    for name, schema in model["properties"].items():
        yield _row(name, schema, name in model.get("required", ()), *place)


def _row(name: str, schema: dict[str, Any], required: bool, *place: str) -> str:
    """Return a row about a value."""
    about = next(each["description"] for each in (schema, *schema.get("anyOf", ())) if "description" in each)
    return f"| {' | '.join((f'`{name}`' if required else f'`{name}`?', *place, _type(schema), about))} |"


def _type(schema: dict[str, Any]) -> str:
    """Return a schema's type in words: type, bounds, possible values, default."""
    kind = next(each for each in schema.get("anyOf", (schema,)) if each.get("type") != "null")
    if "$ref" in kind:
        name = kind["$ref"].split("/")[-1]
        return f"[`{name}`](#{name.lower()})"
    words = " or ".join(f"`{value}`" for value in kind["enum"]) if "enum" in kind else str(kind["type"])
    if words == "array":
        words = f"array of at most {kind['maxItems']}: {_type(kind['items'])}"
    if "minimum" in kind:
        words += f", {kind['minimum']:,} to {kind.get('maximum', kind.get('exclusiveMaximum', 0) - 1):,}"
    if "maxLength" in kind:
        low, high = kind.get("minLength", 0), kind["maxLength"]
        words += f", {'' if low == high else f'{low} to ' if low else 'at most '}{high:,} characters"
    if (default := schema.get("default")) not in (None, "", []):
        words += f", `{str(default).lower() if isinstance(default, bool) else default}` by default"
    return words


def _ends(route: Route) -> Iterator[str]:
    """Yield what the response is, and which errors there are."""
    kinds = route.response if isinstance(route.response, tuple) else (route.response,)
    names = [kind if isinstance(kind, str) else kind.__name__ for kind in kinds]
    yield f"**{route.status}** `{'`, `'.join(names)}`"
    for name, shapes in route.shapes.items():
        yield f"`{name}` is {' or '.join(f'`{shape.__name__}`' for shape in shapes)}"
    if route.client.needs_token:
        yield "token"
    if route.all_errors:
        yield f"errors {', '.join(map(str, route.all_errors))}"
