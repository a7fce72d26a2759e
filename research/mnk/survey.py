"""The table of m,n,k: boards proved one after another, each with a certificate that is verified at once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.errors import NoughtsError
from noughts.files import sha256_of
from noughts.game.board import Board
from noughts.jobs import Workers, in_order, results
from noughts.solver.certificate.verify import Proved, RejectedError, holds_any_length, value_of, verify
from noughts.solver.recorded import Question, Run
from noughts.solver.search.limits import Limits
from noughts.solver.search.prover import solve
from noughts.solver.search.search_goal import Report
from noughts.solver.search.shortest_win import shortest
from noughts.solver.search.strips import hold
from noughts.solver.search.verdict import Shortest, Verdict
from noughts.solver.value import Result
from research.mnk.machine import cost_of_verifying, packages, processor
from research.mnk.records import MOST_KEPT, answer_text, is_repeatable

_ASK: dict[Question, Callable[..., Verdict | Shortest]] = {"value": solve, "plies": shortest, "strip": hold}
"""What answers a question."""

Watch = Callable[[Report], None]

Answer = tuple[Run, bytes | None]
"""A run, and the certificate that proves it."""


def boards(columns: int, rows: range, lengths: range) -> Iterator[Board]:
    """The m,n,k boards of up to so many columns and of such rows, the longer side first, by k and then by cells."""
    for k in lengths:
        sides = ((m, n) for m in range(k, columns + 1) for n in rows if n <= m)
        for m, n in sorted(sides, key=lambda side: (side[0] * side[1], side)):
            yield Board.mnk(m, n, k)


def survey(board: Board, limits: Limits, watch: Watch | None = None) -> Iterator[Answer]:
    """The value of the empty board, and of a win the fewest plies; of a block whether its strip is a draw.

    Each question has these limits. Raises RejectedError if a certificate does not prove what the search found, which
    would be a bug.
    """
    run, proof = ask(board, "strip" if board.is_strip else "value", limits, watch)
    yield run, proof
    if run.value is Result.WIN:
        yield ask(board, "plies", limits, watch)


def ask(board: Board, question: Question, limits: Limits, watch: Watch | None = None) -> Answer:
    """One question about an empty board. Raises RejectedError as ``survey`` does."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate"
        answer = _ASK[question](board, limits=limits, certificate=file, watch=watch)
        return _run(board, question, answer, limits), file.read_bytes() if answer.certificate else None


def _run(board: Board, question: Question, answer: Verdict | Shortest, limits: Limits) -> Run:
    """What the certificate proves, and what it cost."""
    file = answer.certificate
    claims = verify(str(file), board) if file else []
    size = file.stat().st_size if file else 0
    spent, most = cost_of_verifying(file) if file and size > MOST_KEPT else (None, None)
    plies, fewer = _plies(claims, wins=True), _plies(claims, wins=False)
    run = Run(
        board=board,
        question=question,
        value=value_of(claims) if claims else None,
        plies=plies,
        plies_at_least=plies if fewer is None else fewer + 2,
        nodes=answer.nodes,
        seconds=answer.seconds,
        certificate_bytes=size,
        sha256=sha256_of(file) if file else None,
        threads=limits.threads,
        version=version("noughts"),
        date=datetime.now(UTC).date().isoformat(),
        memory=limits.memory >> 20,
        processor=processor(),
        packages=packages(),
        verify_seconds=spent,
        verify_memory=most,
    )
    asked = answer.value if isinstance(answer, Verdict) else answer.plies
    proved = run.plies if question == "plies" else run.value
    if asked != proved or (question == "strip" and claims and not holds_any_length(claims)):
        raise RejectedError(f"the certificate of {board} does not prove {answer}")
    return run


def survey_boards(wanted: Iterable[Board], limits: Limits, workers: Workers) -> Generator[Answer, None, None]:
    """What ``survey`` says of each board, a board a job; every certificate is verified here, too.

    Raises RejectedError as that does, and what ``workers`` raise.
    """
    boards_in_order = list(wanted)
    answers = in_order(results(boards_in_order, _surveyor, limits, workers=workers))
    with closing(answers):
        for board, runs in zip(boards_in_order, answers, strict=True):
            for run, proof in runs:
                if proof is not None:
                    _check(run, board, proof)
                yield run, proof


def _check(run: Run, board: Board, proof: bytes) -> None:
    """RejectedError unless the certificate of a run that another process did says the same here."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate"
        file.write_bytes(proof)
        if (run.board, run.value, run.sha256) != (board, value_of(verify(str(file), board)), sha256_of(file)):
            raise RejectedError(
                f"the certificate of {board} that came back does not prove {answer_text(run)}"
            )


def _surveyor(limits: Limits) -> Callable[[Board], list[Answer]]:
    """What asks what a board is worth, wherever it is."""
    return lambda board: list(survey(board, limits))


def repeat(run: Run, watch: Watch | None = None) -> Run:
    """What a recorded run of one thread asked, asked again: where its ``sha256`` is the same, so is every byte.

    No limit ends it but Ctrl-C. Raises NoughtsError for a run whose threads raced, or that proved nothing.
    """
    if not is_repeatable(run):
        why = "nothing was proved" if run.sha256 is None else f"its {run.threads} threads raced"
        why = f"it was made by {run.made_by}" if run.made_by else why
        raise NoughtsError(f"the run of {run.board} cannot be made again byte for byte: {why}")
    return ask(run.board, run.question, Limits(memory=run.memory << 20, threads=1), watch)[0]


def _plies(claims: list[Proved], *, wins: bool) -> int | None:
    """The plies in which the attacker is proved to win, or not to win."""
    return next((claim.plies for claim in claims if claim.wins is wins), None)
