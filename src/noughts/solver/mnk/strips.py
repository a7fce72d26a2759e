"""Boards of any length: an endless strip is a draw if one short block of it can be held.

The strip is cut straight into blocks, and every line is given to the block that has most of its cells
(``Board.strip``). Suppose that Breaker, moving second, breaks all that one block was given, even where all cells
outside it are Maker's. Then he breaks every line of the strip: he answers in the block in which Maker has moved. A
board of the same rows and any length has fewer cells and fewer lines, so its first player does not win either.
Pieces that Breaker holds apart are as old as pairing (Hales and Jewett 1963) and the proof for k = 8 on the plane
(Zetters, American Mathematical Monthly 87, 1980).

It holds of the weak game only, in which the defender makes no threats: a block is searched and proved as that. A block
that is not held says nothing of its strip.
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
from noughts.solver.search.prover import Report, Verdict, check
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
        about = result.nodes, result.seconds, 0, 0, 0.0, 0
        claims = [Claim(start, Mark.X, False, search)]
        write(certificate, claims, lambda records: tell(Report("proved", *about, records)))
    return Verdict(start, Result.DRAW, None, result.nodes, seconds, certificate)


def holds_any_length(claims: Iterable[Proved]) -> bool:
    """Whether the verified claims about a block prove its strip a draw: X, to begin, is held in the weak game."""
    return any(
        claim.weak and claim.attacker is Mark.X and claim.position == Position.start(claim.position.board)
        for claim in claims
    )
