"""A game along a certificate: whatever the other side does, the proof answers, and says by which record."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError, quote
from noughts.explain.jsonable import side_json
from noughts.solver.certificate.read import RejectedError
from noughts.solver.strategy.certificate import Certificate, certificate

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.verdicts import ProofGameJson


def play_proof(sha256: str, source: Path | bytes, moves: Sequence[str]) -> ProofGameJson:
    """The game after these moves of both sides, from where the certificate begins, and after its answer to them.

    Raises RejectedError for a certificate that proves nothing, and NoughtsError, quoting it, for moves that are none,
    for positions that the certificate says nothing of, and for claims that are not played.
    """
    proof = _certificate(sha256, source)
    position, answer = proof.position, None
    for move in moves:
        position = position.play(move)
    after = position
    if position.to_move in proof.sides and not position.is_over:
        answer = proof.find(position)
        if answer is None:
            raise NoughtsError(f"this certificate says nothing of {quote(str(position))}")
        after = position.play(answer.cell)
    name = after.board.cell_name
    outcome = after.outcome
    return {
        "schema": SCHEMA,
        "board": str(after.board),
        "position": after.rows_text,
        "moves": [*moves, *([name(answer.cell)] if answer else [])],
        "sides": sorted(map(side_json, proof.sides)),
        "record": answer.record if answer else None,
        "records": answer.records if answer else None,
        "legal": after.board.cell_names(after.moves),
        "over": outcome is not None,
        "winner": side_json(outcome.winner) if outcome and outcome.winner else None,
        "lines": [after.board.cell_names(line) for line in outcome.lines] if outcome else [],
    }


@lru_cache(maxsize=4)
def _certificate(sha256: str, source: Path | bytes) -> Certificate:
    """Verified when a process first plays by it, or read by its index; no message names where it lies."""
    try:
        if isinstance(source, Path):
            return certificate(source)
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "certificate"
            place.write_bytes(source)
            return certificate(place)
    except RejectedError:
        raise RejectedError(f"the certificate {quote(sha256)} does not prove what it says") from None
    except NoughtsError:
        raise NoughtsError(f"nothing can be played by the certificate {quote(sha256)}") from None
