"""Boards of any length: an endless strip is a draw if one short block of it (``Board.strip``) can be held.

Why that is so is in docs/mnk.md. It holds of the weak game only, in which the defender makes no threats: a block is
searched and proved as that. A block that is not held says nothing of its strip.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.certificate.write import write
from noughts.solver.search.arrays import bits_in
from noughts.solver.search.limits import Limits
from noughts.solver.search.search_goal import ProofRun, Question, Report
from noughts.solver.search.searches import Weak
from noughts.solver.search.verdict import Verdict, check
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
    search = Weak(board, bits_in(limits.memory), limits.threads)
    question = Question(Mark.X, search, start, "O holds?", looked=True)
    run = ProofRun(start, limits, None, watch, [question])
    question.ask(limits, partial(run.tell, question))
    nodes, seconds = run.nodes, run.seconds
    if question.claim != "hold":
        return Verdict(start, None, None, nodes, seconds)
    if certificate is not None:
        write(certificate, [question], run.tell_records)
    return Verdict(start, Result.DRAW, None, nodes, seconds, certificate)
