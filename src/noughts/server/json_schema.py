"""The JSON Schema of every object that commands and the server respond with: ``noughts schema``, docs/schema.json."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, reduce
from itertools import chain
from operator import or_
from typing import Any

from noughts.errors import NotationError, quote
from noughts.extras import needed_by

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@cache
def commands() -> Mapping[str, tuple[type, ...]]:
    """Return the shapes of the objects that each command prints with ``--json``.

    A command prints one, one a line, or, ``players``, a list of them. Raises MissingError without pydantic.
    """
    with needed_by("the schema"):
        from noughts.contract import choices, games, lessons, matches, values, verdicts
        from noughts.explain.shapes import CountJson, DecisionJson
    return {
        "decide": (DecisionJson, games.BadLineJson),
        "analyse": (values.AnalysisJson, games.BadLineJson),
        "count": (CountJson,),
        "tree": (values.TreeJson,),
        "match": (matches.ExactMatchJson, matches.SampledMatchJson),
        "exploit": (matches.ExploitJson,),
        "tournament": (matches.TournamentJson,),
        "players": (choices.PlayerJson,),
        "learn": (matches.LearningPointJson,),
        "puzzle": (lessons.PuzzleRunJson,),
        "solve": (verdicts.VerdictJson, verdicts.ShortestJson),
        "verify": (verdicts.CertificateJson,),
    }


@cache
def shapes() -> dict[str, type]:
    """Return every shape by name: of commands, of responses and of events. Raises MissingError without pydantic."""
    with needed_by("the schema"):
        from noughts.contract.games import RefusalJson
        from noughts.contract.matches import AheadJson, EndedJson
        from noughts.server.routes import ROUTES
    found = {
        AheadJson,
        EndedJson,
        RefusalJson,
        *(shape for shapes in commands().values() for shape in shapes),
    }
    for route in ROUTES:
        found |= {
            *chain(*route.shapes.values()),
            *([route.response] if isinstance(route.response, type) else []),
        }
    return {shape.__name__: shape for shape in sorted(found, key=lambda shape: shape.__name__)}


def schema(*names: str) -> dict[str, Any]:
    """Return the schema of an object of one of the named shapes, or of any shape if none is named.

    Raises MissingError without pydantic, NotationError for an unknown shape.
    """
    with needed_by("the schema"):
        from pydantic import TypeAdapter
        from pydantic.json_schema import GenerateJsonSchema

    class Plain(GenerateJsonSchema):
        """A field's title would only repeat its name. A mapping with few possible names has them as properties."""

        def field_title_should_be_set(self, schema: Any) -> bool:
            return False

        def dict_schema(self, schema: Any) -> dict[str, Any]:
            mapping = super().dict_schema(schema)
            names = mapping.get("propertyNames", {}).get("enum")
            if not names:
                return mapping
            properties = dict.fromkeys(names, mapping["additionalProperties"])
            return {"type": "object", "properties": properties, "additionalProperties": False}

    known = shapes()
    for name in names:
        if name not in known:
            raise NotationError(f"no shape {quote(name)}: there are {', '.join(known)}")
    union = TypeAdapter[Any](reduce(or_, [known[name] for name in names or known]))
    return {"$schema": DIALECT, **union.json_schema(mode="serialization", schema_generator=Plain)}


def schema_text(*names: str) -> str:
    """Return the same as text that ends with a newline."""
    return f"{json.dumps(schema(*names), indent=2)}\n"
