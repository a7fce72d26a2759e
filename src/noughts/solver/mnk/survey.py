"""The table of m,n,k: boards proved one after another, each with a certificate that is verified at once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from noughts.errors import NoughtsError
from noughts.files import sha256_of
from noughts.game.board import Board
from noughts.solver.certificate.verify import Proved, RejectedError, value_of, verify
from noughts.solver.mnk.machine import cost_of_verifying, packages, processor
from noughts.solver.mnk.runs import MOST_KEPT, Question, Records, Run
from noughts.solver.mnk.strips import hold, holds_any_length
from noughts.solver.search.limits import Limits
from noughts.solver.search.prover import Verdict, solve
from noughts.solver.search.question import Report
from noughts.solver.search.shortest import Shortest, shortest
from noughts.solver.value import Result
from noughts.work import Team, in_order

_ASK: dict[Question, Callable[..., Verdict | Shortest]] = {"value": solve, "plies": shortest, "strip": hold}
"""What answers a question."""


def boards(columns: int, rows: range, lengths: range) -> Iterator[Board]:
    """The m,n,k boards of up to so many columns and of such rows, the longer side first, by k and then by cells."""
    for k in lengths:
        sides = ((m, n) for m in range(k, columns + 1) for n in rows if n <= m)
        for m, n in sorted(sides, key=lambda side: (side[0] * side[1], side)):
            yield Board.mnk(m, n, k)


Keep = Callable[[Run, Path | None], None]
"""Keeps a run, and the file that proves it: ``Records.put``."""


@dataclass(frozen=True, slots=True)
class BoardSurvey:
    """Asks one question after another within the same limits, and keeps the answers where they are to be kept."""

    limits: Limits
    keep: Keep | None = None
    watch: Callable[[Report], None] | None = None

    def of(self, board: Board) -> Iterator[Run]:
        """The value of the empty board, and of a win the fewest plies; of a block whether its strip is a draw.

        Raises RejectedError if a certificate does not prove what the search found, which would be a bug.
        """
        run = self.ask(board, "strip" if board.is_strip else "value")
        yield run
        if run.value is Result.WIN:
            yield self.ask(board, "plies")

    def ask(self, board: Board, question: Question) -> Run:
        """One question about an empty board. Raises RejectedError as ``of`` does."""
        with TemporaryDirectory() as folder:
            file = Path(folder) / "certificate"
            answer = _ASK[question](board, limits=self.limits, certificate=file, watch=self.watch)
            run = self._run(board, question, answer)
            if self.keep:
                self.keep(run, answer.certificate)
        return run

    def _run(self, board: Board, question: Question, answer: Verdict | Shortest) -> Run:
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
            threads=self.limits.threads,
            version=version("noughts"),
            date=datetime.now(UTC).date().isoformat(),
            memory=self.limits.memory >> 20,
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


def survey_boards(
    wanted: Iterable[Board], limits: Limits, team: Team, records: Records | None = None
) -> Generator[Run, None, None]:
    """What ``BoardSurvey`` says of each board, a board a job; every certificate is verified here, too, and recorded.

    Raises RejectedError as ``BoardSurvey.of`` does, and what ``team`` raises.
    """
    boards_in_order = list(wanted)
    answers = in_order(team.each(boards_in_order, _surveyor, limits))
    with closing(answers):
        for board, runs in zip(boards_in_order, answers, strict=True):
            for run, proof in runs:
                _accept(run, board, proof, records)
                yield run


def _accept(run: Run, board: Board, proof: bytes | None, records: Records | None) -> None:
    """Records a run that another process did, if its certificate says the same here."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "certificate"
        if proof is not None:
            file.write_bytes(proof)
            claims = verify(str(file), board)
            if (run.board, run.value, run.sha256) != (board, value_of(claims), sha256_of(file)):
                raise RejectedError(f"the certificate of {board} that came back does not prove {run.answer}")
        if records:
            records.put(run, None if proof is None else file)


def _surveyor(limits: Limits) -> Callable[[Board], list[tuple[Run, bytes | None]]]:
    """What asks what a board is worth, wherever it is: certificates are sent back, no records are there."""

    def ask(board: Board) -> list[tuple[Run, bytes | None]]:
        sent: list[tuple[Run, bytes | None]] = []

        def send(run: Run, certificate: Path | None) -> None:
            sent.append((run, certificate.read_bytes() if certificate else None))

        for _ in BoardSurvey(limits, send).of(board):
            pass
        return sent

    return ask


def repeat(run: Run, watch: Callable[[Report], None] | None = None) -> Run:
    """What a recorded run of one thread asked, asked again: where its ``sha256`` is the same, so is every byte.

    No limit ends it but Ctrl-C. Raises NoughtsError for a run whose threads raced, or that proved nothing.
    """
    if not run.is_repeatable:
        why = "nothing was proved" if run.sha256 is None else f"its {run.threads} threads raced"
        why = f"it was made by {run.made_by}" if run.made_by else why
        raise NoughtsError(f"the run of {run.board} cannot be made again byte for byte: {why}")
    return BoardSurvey(Limits(memory=run.memory << 20, threads=1), None, watch).ask(run.board, run.question)


def _plies(claims: list[Proved], *, wins: bool) -> int | None:
    """The plies in which the attacker is proved to win, or not to win."""
    return next((claim.plies for claim in claims if claim.wins is wins), None)
