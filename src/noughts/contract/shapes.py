"""Shapes of the JSON objects that commands print. Those of responses are in the server's table of routes."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.contract import choices, games, lessons, matches, values, verdicts

COMMANDS: Mapping[str, tuple[type, ...]] = {
    "decide": (choices.DecisionJson, games.BadLineJson),
    "analyse": (values.AnalysisJson, games.BadLineJson),
    "count": (values.CountJson,),
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
"""Shapes of the objects that each command prints with ``--json``: one, one a line, or, ``players``, a list of them."""
