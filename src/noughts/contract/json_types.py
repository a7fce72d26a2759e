"""The names that a dataclass has in JSON, with the types of their values."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, get_type_hints


@cache
def json_types(kind: Any, *, include_extras: bool = False) -> dict[str, Any]:
    """Return the types of the fields of a dataclass by name, or of the fields and properties in its ``json_names``.

    A type is None if it is not known at run time. ``include_extras`` keeps annotations.
    """
    try:
        hints = get_type_hints(kind, include_extras=include_extras)
    except NameError:  # a plug-in may name types that only its type checker knows
        hints = {}
    names = getattr(kind, "json_names", None) or [each.name for each in fields(kind)]
    return {name: hints.get(name) or _property_type(getattr(kind, name, None)) for name in names}


def _property_type(member: Any) -> Any:
    return get_type_hints(member.fget).get("return") if isinstance(member, property) else None
