"""What is proved of positions and boards as plain JSON values, in the shapes of ``noughts.contract.verdicts``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA, seconds
from noughts.explain.json_views import place_json, result_json
from noughts.game.board import Board
from noughts.solver.certificate.verify import Proved, holds_any_length, value_of
from noughts.solver.published import published
from noughts.solver.recorded import Run
from noughts.solver.search.verdict import Shortest, Verdict

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from pathlib import Path

    from noughts.contract import verdicts


def certificate_json(certificate: Path | str, proved: list[Proved]) -> verdicts.CertificateJson:
    """What a certificate proves."""
    position, value = proved[0].position, value_of(proved)
    claims: list[verdicts.ClaimJson] = [
        {"attacker": claim.attacker.value, "wins": claim.wins, "plies": claim.plies} for claim in proved
    ]
    answer: verdicts.CertificateJson = {
        "schema": SCHEMA,
        "board": str(position.board),
        "position": position.rows_text,
        "certificate": str(certificate),
        "value": None if value is None else result_json(value),
        "claims": claims,
    }
    if position.board.is_strip:
        answer["any_length"] = holds_any_length(proved)
    return answer


def run_json(run: Run) -> verdicts.RunJson:
    """A run, beside what is published of the board."""
    return {
        "schema": SCHEMA,
        "board": str(run.board),
        "question": run.question,
        "value": "unknown" if run.value is None else result_json(run.value),
        "plies": run.plies,
        "plies_at_least": run.plies_at_least,
        "nodes": run.nodes,
        "seconds": seconds(run.seconds),
        "certificate_bytes": run.certificate_bytes,
        "sha256": run.sha256,
        "threads": run.threads,
        "version": run.version,
        "date": run.date,
        "memory": run.memory,
        "processor": run.processor,
        "packages": run.packages,
        "verify_seconds": None if run.verify_seconds is None else seconds(run.verify_seconds),
        "verify_memory": run.verify_memory,
        "published": published_json(run.board),
    }


def verdict_json(verdict: Verdict) -> verdicts.VerdictJson:
    """The value of a position, as far as it is proved."""
    value = "unknown" if verdict.value is None else result_json(verdict.value)
    return {**_work_json(verdict), "value": value, "plies": verdict.plies}


def shortest_json(shortest: Shortest) -> verdicts.ShortestJson:
    """The fewest plies of a win, as far as they are proved."""
    return {
        **_work_json(shortest),
        "value": "unknown" if shortest.wins is None else "win" if shortest.wins else "no win",
        "plies": shortest.plies,
        "plies_at_least": shortest.plies_at_least,
        "plies_at_most": shortest.plies_at_most,
    }


def _work_json(proved: Verdict | Shortest) -> verdicts.WorkJson:
    return {
        **place_json(proved.position),
        "nodes": proved.nodes,
        "seconds": seconds(proved.seconds),
        "certificate": str(proved.certificate) if proved.certificate else None,
    }


def published_json(board: Board) -> verdicts.PublishedJson | None:
    """What is published of a board."""
    other = published(board)
    return {"value": result_json(other.value), "source": other.source} if other else None
