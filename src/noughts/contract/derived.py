"""Schemas of JSON objects that are made of dataclasses field by field, derived from the types of the fields."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import reduce
from operator import or_
from types import UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, cast, get_args, get_origin

from typing_extensions import TypedDict

from noughts.contract import terms
from noughts.contract.json_types import json_types


class DerivedShapes:
    """The TypedDicts of dataclasses.

    ``own`` are the types that have a JSON form of their own, and its schema; if a field of the type becomes several
    fields, a mapping from their names to their schemas. ``module`` is the module in which the
    TypedDicts are found by name, for schemas that contain themselves. ``without_defaults`` is true if a field that has
    its default is left out.
    """

    def __init__(
        self, module: str, own: Mapping[Any, Any], suffix: str = "Json", *, without_defaults: bool = False
    ) -> None:
        self._module, self._own, self._suffix = module, dict(own), suffix
        self._without_defaults = without_defaults
        self._made: dict[type, type] = {}

    def of(self, kind: type, first: Mapping[str, Any] | None = None, name: str = "") -> type:
        """Return the TypedDict of a dataclass. It begins with the fields ``first``.

        ``name`` is the name without the suffix, that of the class by default.
        """
        if kind not in self._made:
            own: dict[str, Any] = dict(first or {})
            for each, hint in json_types(kind, include_extras=True).items():
                is_optional = self._without_defaults and _has_default(kind, each)
                for field, schema in self._field(each, hint):
                    own[field] = NotRequired[schema] if is_optional else schema
            made: Any = cast("Any", TypedDict)(f"{name or kind.__name__}{self._suffix}", own)
            made.__module__, made.__doc__ = self._module, _summary(kind)
            self._made[kind] = made
        return self._made[kind]

    def _field(self, name: str, hint: Any) -> Iterator[tuple[str, Any]]:
        """Yield the names and schemas that a field has in JSON."""
        several = next(
            (own for each in (hint, *get_args(hint)) if isinstance(own := self._own.get(each), dict)), None
        )
        yield from several.items() if several else [(name, self.type_of(hint))]

    def type_of(self, hint: Any) -> Any:
        """Return the schema of values of a type."""
        if hint in self._own:
            return self._own[hint]
        if isinstance(hint, type) and issubclass(hint, Enum):
            return Literal[tuple(each.value for each in hint)]
        if is_dataclass(hint):
            return self.of(cast("type", hint))
        return self._generic(get_origin(hint), get_args(hint)) or hint

    def _generic(self, origin: Any, args: tuple[Any, ...]) -> Any:
        """Return the schema of a union, sequence or mapping; None for any other type."""
        if origin in (Union, UnionType):
            return reduce(or_, dict.fromkeys(map(self.type_of, args)))
        if origin is tuple and Ellipsis not in args:
            return self._pair(args)
        if origin in (tuple, list, set, frozenset):
            return list[self.type_of(args[0])]  # type: ignore[misc]
        if origin in (dict, Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
            return dict[self.type_of(args[0]), self.type_of(args[1])]  # type: ignore[misc]
        return None

    def _pair(self, args: Iterable[Any]) -> Any:
        made: Any = tuple(map(self.type_of, args))
        if len(set(made)) == 1:
            return Annotated[list[made[0]], terms.Says(minItems=len(made), maxItems=len(made))]
        return tuple[made]


def _has_default(kind: type, name: str) -> bool:
    (each,) = (field for field in fields(cast("Any", kind)) if field.name == name)
    return each.default is not MISSING or each.default_factory is not MISSING


def _summary(kind: type) -> str:
    """Return the docstring of a class."""
    return inspect.cleandoc(cast("str", kind.__doc__))
