"""The scale of the search's scores, in thousandths of a logit; what a score proves, and how it is told.

From PROVED on a score is a proof: MATE - n wins in n plies at most, n - MATE loses.
"""

from __future__ import annotations

from noughts.solver.value import SURE, ProvedValue, Result

MATE = 1 << 22
PROVED = MATE - 1000
INF = MATE + 1000
UNKNOWN = 1 << 30


def proof(score: int) -> ProvedValue | None:
    """The value that a score proves, or None."""
    if abs(score) < PROVED:
        return None
    return ProvedValue(Result.WIN if score > 0 else Result.LOSS, MATE - abs(score))


def displayed(score: int) -> int:
    """A score as it is told: estimates stay below those of proofs."""
    most = SURE if abs(score) >= PROVED else SURE - 1
    return max(-most, min(most, score))
