"""Boards of any length: an endless strip is a draw if one short block of it (``Board.strip``) can be held.

Why that is so is in docs/mnk.md. It holds of the weak game only, in which the defender makes no threats: a block is
searched and proved as that. A block that is not held says nothing of its strip.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.certificate.verify import Proved
from noughts.solver.search.limits import Limits
from noughts.solver.search.prover import Verdict, check
from noughts.solver.search.question import Report
from noughts.solver.value import Result


def hold(
    board: Board,
    *,
    limits: Limits,
    certificate: Path | None = None,
    watch: Callable[[Report], None] | None = None,
) -> Verdict:
    """Whether Breaker holds the weak game of an empty block: its strip is a draw then, else unknown.

    A certificate is written if a path is given. Raises as ``solve`` does.
    """
    start = Position.start(board)
    check(start)
    from noughts.solver.certificate.write import Claim, write
    from noughts.solver.search.arrays import bits_in
    from noughts.solver.search.searches import Weak

    tell = watch or (lambda report: None)
    search = Weak(board, bits_in(limits.memory), limits.threads)
    began = time.perf_counter()
    result = search.prove(
        0, 0, True, limits, lambda s: tell(Report.of("O holds?", s, s.nodes, s.seconds, holds=True))
    )
    ended = time.perf_counter()
    seconds = ended - max(began, search.ready_at or ended)  # to compile is not to search
    if result.claim != "hold":
        return Verdict(start, None, None, result.nodes, seconds)
    if certificate is not None:
        claims = [Claim(start, Mark.X, False, search)]
        nodes, spent = result.nodes, result.seconds
        write(certificate, claims, lambda records: tell(Report("proved", nodes, spent, records=records)))
    return Verdict(start, Result.DRAW, None, result.nodes, seconds, certificate)


def holds_any_length(claims: Iterable[Proved]) -> bool:
    """Whether the verified claims about a block prove its strip a draw: X, to begin, is held in the weak game."""
    return any(
        claim.weak and claim.attacker is Mark.X and claim.position == Position.start(claim.position.board)
        for claim in claims
    )
