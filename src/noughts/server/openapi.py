"""The OpenAPI document of the server, made of the table of routes (https://spec.openapis.org/oas/v3.1.0)."""

from __future__ import annotations

import json
import re
from functools import cache
from http import HTTPStatus
from inspect import getdoc
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from noughts.contract.games import RefusalJson
from noughts.server.responses import JSON
from noughts.server.routes import COMMON_ERRORS, ROUTES, Route

_REFERENCE = "#/components/schemas/{model}"
_TOKEN = "HTTPBearer"  # noqa: S105 - the name of a scheme


@cache
def openapi() -> dict[str, Any]:
    """Return the OpenAPI document."""
    routes = [route for route in ROUTES if route.tag]
    references, definitions = _schemas(routes)
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, references)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "noughts",
            "summary": "Tic-tac-toe, its players, and what they think.",
            "version": "1",
        },
        "paths": paths,
        "components": {
            "schemas": definitions,
            "securitySchemes": {
                _TOKEN: {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "the token of a seat, or of a teacher or a pupil",
                }
            },
        },
    }


@cache
def openapi_json() -> bytes:
    """Return the OpenAPI document as JSON."""
    return json.dumps(openapi(), ensure_ascii=False, separators=(",", ":")).encode()


class _Schemas(GenerateJsonSchema):
    """Pydantic's schemas, without the default null of a field that may be absent."""

    def default_schema(self, schema: Any) -> dict[str, Any]:
        made = super().default_schema(schema)
        if made.get("default", ...) is None:
            del made["default"]
        return made


def _schemas(routes: list[Route]) -> tuple[dict[type, Any], dict[str, Any]]:
    """Return the schema of each body and response, and the definitions that they refer to."""
    bodies = {route.model for route in routes if route.method == "POST" and route.model}
    shapes = {route.response for route in routes if isinstance(route.response, type)} | {RefusalJson}
    modes: list[tuple[type, JsonSchemaMode]] = [
        *((body, "validation") for body in bodies),
        *((shape, "serialization") for shape in shapes),
    ]
    inputs = [
        (kind, mode, TypeAdapter[Any](kind))
        for kind, mode in sorted(modes, key=lambda item: item[0].__name__)
    ]
    made, schema = TypeAdapter.json_schemas(inputs, ref_template=_REFERENCE, schema_generator=_Schemas)
    return {kind: made[kind, mode] for kind, mode in modes}, schema["$defs"]


def _operation(route: Route, references: dict[type, Any]) -> dict[str, Any]:
    """Return the operation object of a route."""
    name, description = route.handler.__name__, getdoc(route.handler) or ""
    operation: dict[str, Any] = {
        "tags": [route.tag],
        "summary": description.split("\n\n")[0].replace("\n", " ").removesuffix("."),
        "description": description,
        "operationId": re.sub(r"\W", "_", f"{name}{route.path}") + f"_{route.method.lower()}",
        "responses": _responses(route, references),
    }
    if parameters := _parameters(route):
        operation["parameters"] = parameters
    if route.method == "POST" and route.model:
        operation["requestBody"] = {"content": {JSON: {"schema": references[route.model]}}, "required": True}
    if route.client.needs_token:
        operation["security"] = [{_TOKEN: []}]
    return operation


def _responses(route: Route, references: dict[type, Any]) -> dict[str, Any]:
    """Return the responses object of a route."""
    if isinstance(route.response, type):
        content = {JSON: {"schema": references[route.response]}}
    else:
        content = {
            kind: {} for kind in ([route.response] if isinstance(route.response, str) else route.response)
        }
    refusal = {JSON: {"schema": references[RefusalJson]}}
    responses = {str(route.status): {"description": "Successful Response", "content": content}}
    for status in sorted({*COMMON_ERRORS, *route.all_errors}):
        responses[str(status)] = {"description": HTTPStatus(status).phrase, "content": refusal}
    return responses


def _parameters(route: Route) -> list[dict[str, Any]]:
    """Return the parameter objects of a route's path and query."""
    places = [("path", route.path_model)]
    if route.method == "GET" and route.model:
        places.append(("query", route.model))
    parameters = []
    for place, model in places:
        schema = model.model_json_schema(schema_generator=_Schemas)
        for name, value in schema.get("properties", {}).items():
            parameter = {
                "name": name,
                "in": place,
                "required": name in schema.get("required", ()),
                "schema": value,
            }
            if description := value.get("description"):
                parameter["description"] = description
            parameters.append(parameter)
    return parameters
