"""The table of m,n,k: boards proved one after another, each with a certificate that is verified at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.game.board import Board
from noughts.solver.prover import Limits, Report, Verdict, solve
from noughts.solver.published import Published, published
from noughts.solver.verifier import RejectedError, value_of, verify


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A board's verdict, the size of its verified certificate in bytes (0: unknown), and what is published."""

    board: Board
    verdict: Verdict
    certificate: int
    published: Published | None


def boards(columns: int, rows: int, lengths: range) -> Iterator[Board]:
    """The m,n,k boards up to so many columns and rows, the longer side first, by k and then by cells."""
    for k in lengths:
        sides = ((m, n) for m in range(1, columns + 1) for n in range(1, min(m, rows) + 1) if m >= k)
        for m, n in sorted(sides, key=lambda side: (side[0] * side[1], side)):
            yield Board.mnk(m, n, k)


def survey(
    board: Board,
    limits: Limits,
    watch: Callable[[Report], None] | None = None,
    say: Callable[[str], None] | None = None,
) -> Surveyed:
    """Proves the empty board within the limits, writes the certificate, and verifies it.

    Raises RejectedError if the certificate does not prove the verdict, which would be a bug.
    """
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate"
        verdict = solve(board, limits=limits, certificate=file, watch=watch, say=say)
        size = 0
        if verdict.certificate:
            size = file.stat().st_size
            if value_of(verify(str(file))) != verdict.value:
                raise RejectedError(f"the certificate of {board} does not prove {verdict}")
    return Surveyed(board, replace(verdict, certificate=None), size, published(board))
