"""An answer held to its shape, by a validator that is not ours (jsonschema-rs)."""

import json
from functools import cache

import jsonschema_rs

from noughts import schema


def closed(node):
    """A schema with nothing allowed that it does not name: what we answer has no more than what we say."""
    if isinstance(node, list):
        return [closed(item) for item in node]
    if not isinstance(node, dict):
        return node
    shut = {name: closed(value) for name, value in node.items()}
    if node.get("type") != "object" or "properties" not in node:
        return shut
    return {"additionalProperties": False, **shut}


@cache
def validator(shapes):
    """A validator of answers of one of these shapes, and of nothing more."""
    return jsonschema_rs.Draft202012Validator(closed(schema(*shapes)))


def held(answer, *shapes):
    """The answer, which must be JSON of one of these shapes, to the last name."""
    given = json.loads(json.dumps(answer, allow_nan=False))
    validator(shapes).validate(given)
    return given
