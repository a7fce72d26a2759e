"""The JSON Schema of every answer, made from the shapes: what ``noughts schema`` prints and docs/schema.json holds."""

from __future__ import annotations

import json
from functools import reduce
from operator import or_
from typing import Any

from noughts.errors import NotationError, quote
from noughts.extras import needed_by

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(*names: str) -> dict[str, Any]:
    """The schema of an answer of one of these shapes; of every answer, where none is named.

    Raises MissingError without pydantic, NotationError for a shape that there is not.
    """
    with needed_by("the schema"):
        from pydantic import TypeAdapter
        from pydantic.json_schema import GenerateJsonSchema

        from noughts.contract.shapes import SHAPES

    class Plain(GenerateJsonSchema):
        """A field's title would only be its name again; where the names of a mapping are few, each is a property."""

        def field_title_should_be_set(self, schema: Any) -> bool:
            return False

        def dict_schema(self, schema: Any) -> dict[str, Any]:
            mapping = super().dict_schema(schema)
            names = mapping.get("propertyNames", {}).get("enum")
            if not names:
                return mapping
            properties = dict.fromkeys(names, mapping["additionalProperties"])
            return {"type": "object", "properties": properties, "additionalProperties": False}

    for name in names:
        if name not in SHAPES:
            raise NotationError(f"no shape {quote(name)}: there are {', '.join(SHAPES)}")
    shapes = [SHAPES[name] for name in names or SHAPES]
    answer = TypeAdapter[Any](reduce(or_, shapes))
    return {"$schema": DIALECT, **answer.json_schema(mode="serialization", schema_generator=Plain)}


def schema_text(*names: str) -> str:
    """The same as text, a newline at the end."""
    return f"{json.dumps(schema(*names), indent=2)}\n"
