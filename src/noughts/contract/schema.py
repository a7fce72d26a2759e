"""The JSON Schema of every answer, made from the shapes: what ``noughts schema`` prints and docs/schema.json holds."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from noughts.contract.choices import BrainsJson, DecisionJson, OpponentsJson, PlayerJson, ToldDecisionJson
from noughts.contract.games import BadLineJson, GameFileJson, GameJson, JoinedJson, MadeJson, RefusalJson
from noughts.contract.matches import (
    ExactMatchJson,
    ExploitJson,
    LearningPointJson,
    ProofsJson,
    SampledMatchJson,
    TournamentJson,
)
from noughts.contract.values import AnalysisJson, BestLineJson, CountJson, PositionJson, ReviewJson, TreeJson
from noughts.contract.verdicts import CertificateJson, RunJson, ShortestJson, VerdictJson

DIALECT = "https://json-schema.org/draft/2020-12/schema"

COMMANDS: Mapping[str, tuple[type, ...]] = {
    "decide": (DecisionJson, BadLineJson),
    "analyse": (AnalysisJson, BadLineJson),
    "count": (CountJson,),
    "tree": (TreeJson,),
    "match": (ExactMatchJson, SampledMatchJson),
    "exploit": (ExploitJson,),
    "tournament": (TournamentJson,),
    "players": (PlayerJson,),
    "learn": (LearningPointJson,),
    "solve": (VerdictJson, ShortestJson),
    "verify": (CertificateJson,),
    "mnk": (RunJson,),
}
"""The objects that each command with ``--json`` answers: one, one a line, or, ``players``, a list of them."""

_ACTS = ("moves", "step", "undo", "redo", "draw", "decline", "resign", "again")

ENDPOINTS: Mapping[str, type] = {
    "GET /api/players": OpponentsJson,
    "GET /api/proofs": ProofsJson,
    "GET /api/decide": ToldDecisionJson,
    "GET /api/brains": BrainsJson,
    "GET /api/analyse": AnalysisJson,
    "GET /api/tree": TreeJson,
    "GET /api/review": ReviewJson,
    "GET /api/position": PositionJson,
    "GET /api/line": BestLineJson,
    "POST /api/games": MadeJson,
    "GET /api/games/{game}": GameJson,
    "GET /api/games/{game}/events": GameJson,
    "GET /api/games/{game}/record.json": GameFileJson,
    "POST /api/games/{game}/seat": JoinedJson,
    **{f"POST /api/games/{{game}}/{act}": GameJson for act in _ACTS},
}
"""What each request to the server is answered with when it is done; RefusalJson when it is not."""

SHAPES: Mapping[str, type] = {
    shape.__name__: shape
    for shape in sorted(
        {*ENDPOINTS.values(), *(shape for shapes in COMMANDS.values() for shape in shapes), RefusalJson},
        key=lambda shape: shape.__name__,
    )
}
"""Every object that is answered as a whole, by name."""


def schema(*names: str) -> dict[str, Any]:
    """The schema of an answer of one of these shapes; of every answer, where none is named."""
    from pydantic import TypeAdapter
    from pydantic.json_schema import GenerateJsonSchema

    class Plain(GenerateJsonSchema):
        """A field's title would only be its name again."""

        def field_title_should_be_set(self, schema: Any) -> bool:
            return False

    shapes = [SHAPES[name] for name in names or SHAPES]
    answer = TypeAdapter[Any](reduce(or_, shapes))
    return {"$schema": DIALECT, **answer.json_schema(mode="serialization", schema_generator=Plain)}


def schema_text(*names: str) -> str:
    """The same as text, a newline at the end."""
    return f"{json.dumps(schema(*names), indent=2)}\n"
