"""An answer held to its shape, by a validator that is not ours (jsonschema-rs)."""

import json
from functools import cache

import jsonschema_rs

from noughts.contract.schema import schema


def closed(node, later=frozenset()):
    """A schema with nothing allowed that it does not name: what we answer has no more than what we say.

    The names in ``later`` may be missing.
    """
    if isinstance(node, list):
        return [closed(item, later) for item in node]
    if not isinstance(node, dict):
        return node
    shut = {name: closed(value, later) for name, value in node.items()}
    if node.get("type") != "object" or "properties" not in node:
        return shut
    return {"additionalProperties": False, **shut, "required": sorted({*node["required"]} - later)}


@cache
def validator(shapes, later):
    """A validator of answers of one of these shapes, and of nothing more."""
    return jsonschema_rs.Draft202012Validator(closed(schema(*shapes), later))


def held(answer, *shapes, later=frozenset()):
    """The answer, which must be JSON of one of these shapes, to the last name."""
    given = json.loads(json.dumps(answer, allow_nan=False))
    validator(shapes, later).validate(given)
    return given
