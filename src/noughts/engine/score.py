"""What a score of the search proves, and how it is told."""

from __future__ import annotations

from noughts.solver.value import SURE, Result, Value


def proof(score: int) -> Value | None:
    """The value that a score proves, or None."""
    from noughts.engine.kernels.alphabeta import MATE, PROVED

    if abs(score) < PROVED:
        return None
    return Value(Result.WIN if score > 0 else Result.LOSS, int(MATE - abs(score)), ())


def displayed(score: int) -> int:
    """A score as it is told: estimates stay below those of proofs."""
    from noughts.engine.kernels.alphabeta import PROVED

    most = SURE if abs(score) >= PROVED else SURE - 1
    return max(-most, min(most, int(score)))
