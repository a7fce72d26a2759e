"""Proves what a position of any board up to 128 cells is worth: win, draw or loss, with a certificate.

The weak (Maker-Breaker) game shows that a side cannot win; the strong game that a side wins, or that it
cannot where the weak game fails. Both run side by side at first, a thread each, then in turns, in growing
slices of time on all threads, each with a table of its own, until the value is settled or a limit is
reached; then it is "unknown", never a wrong answer.

From the empty board a draw needs one half only: O cannot win, by strategy stealing (Hales and Jewett 1963).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from typing import Unpack

from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver import pool
from noughts.solver.certificate.write import write
from noughts.solver.search.arrays import PLAIN, Tuning, bits_in
from noughts.solver.search.limits import TELL, Checkpoint, LimitOptions, Limits, limits_of
from noughts.solver.search.search_goal import ProofRun, Question, Report
from noughts.solver.search.searches import Strong, Weak
from noughts.solver.search.verdict import Verdict, start_of
from noughts.solver.small.solver_choice import can_solve, solver_for
from noughts.solver.value import EstimatedValue, Result, Value

_RACE = {"weak": 10.0, "strong": 0.25}
"""Seconds for which both searches run side by side, a thread each, where there are two, by the one more likely to
decide: with lines of at most four cells Maker mostly wins the weak game, and the strong one must be searched. Longer
ones would cost the likely search a thread: on two the strong one takes 2 s for 8x4x4, the weak one 100 for 8x8x5."""

_SMALL = 150_000
"""Nodes, some two seconds, that the weak search, where it is the likely one, has to itself on one thread before the
race: what it proves within them takes as long as with one thread; in the race both would contend for the memory."""

_FIRST_SLICE = {True: 16.0, False: 0.25}
"""Seconds that the likely search, and the less likely one, have to themselves after the race before the other has its
turn; doubled each time, the less likely one's up to ``_LONGEST`` only."""

_LONGEST = 8.0

_NODES_A_SECOND = 20_000
"""What a second of these slices is for one thread: counted in nodes, so that every run does the same."""


def solve(
    board: Board | Position | str,
    position: Position | str | None = None,
    *,
    certificate: str | Path | None = None,
    checkpoint: Checkpoint | None = None,
    watch: Callable[[Report], None] | None = None,
    **limits: Unpack[LimitOptions],
) -> Verdict:
    """The value of a position (the empty board unless given) for the side to move, within the limits.

    A board, or a position alone, may be given as object or as text: ``solve("7x7x5")``, ``solve(position)``.
    Limits are given whole, ``limits=Limits(...)``, or by their names, too: ``solve("7x7x5", seconds=10)``.
    ``certificate`` names a file for the proof; it is written beside, then renamed, or not at all. ``checkpoint``
    saves long runs and takes them up again, and is trusted like the program itself. ``watch`` is told about once a
    second how it stands, in the caller's thread; what it raises stops the searches and is raised, and so does
    Ctrl-C.
    ``seconds`` are of the clock. If the limits end the search and no certificate is asked for, the value comes from the
    exact table, where the board has one.
    Raises IllegalMoveError for a finished position, TooLargeError beyond 128 cells, MissingError without compiled
    kernels, NoughtsError for a position of another board or a checkpoint of another run, OSError where a file cannot be
    written, ProofLostError where the table is too small for the proof to be found again.
    """
    start = start_of(board, position, certificate)
    within = limits_of(limits) if pool.THREADS else replace(limits_of(limits), threads=1)
    prover = _Prover(start, within, checkpoint, watch, list(_questions(start, within, checkpoint)))
    prover.resume()
    return prover.run(certificate)


class _Prover(ProofRun):
    """One run: the questions, their turns, and what the answers come to."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.likely = _likely(self.position.board)

    def run(self, certificate: str | Path | None) -> Verdict:
        """Searches until the value or the limits are there; then writes the certificate."""
        self._search()
        value, written = self.value(), None
        self.save()
        if value is not None and certificate is not None:
            records = write(certificate, self._grounds(), self.tell_records)
            self.tell_records(records, last=True)
            written = Path(certificate)
        exact = self._table_value()
        if value is None and certificate is None:
            value = exact.result
        plies = None if value is None else exact.plies
        return Verdict(self.position, value, plies, self.nodes, self.seconds, written)

    def _search(self) -> None:
        """Asks the questions, side by side and then in turns."""
        in_turn = self.questions
        if self.limits.threads > 1:
            in_turn = sorted(in_turn, key=lambda question: question.search.kind != self.likely)
            for attacker in dict.fromkeys(question.attacker for question in self.questions):
                if self.value() is None:
                    self._begin(attacker)
                if self.value() is None:
                    self._race([q for q in self.questions if q.attacker is attacker and q.open])
        while self.value() is None and self.seconds_left > 0 and any(q.open for q in self.questions):
            for question in in_turn:
                if question.open and self.value() is None and not self._cannot_win(question.attacker):
                    self._turn(question)

    def value(self) -> Result | None:
        """The value for the side to move, once it follows."""
        to_move = self.position.to_move
        for question in self.questions:
            if question.wins:
                return Result.WIN if question.attacker is to_move else Result.LOSS
        return Result.DRAW if all(self._cannot_win(mark) for mark in Mark) else None

    def _grounds(self) -> list[Question]:
        """The settled questions that the value follows from."""
        won = [q for q in self.questions if q.wins]
        held = {q.attacker: q for q in reversed(self.questions) if q.claim == "hold"}
        return won[:1] or [held[mark] for mark in Mark if mark in held]

    def _cannot_win(self, mark: Mark) -> bool:
        stolen = mark is Mark.O and self.position.ply == 0
        return stolen or any(q.claim == "hold" for q in self.questions if q.attacker is mark)

    def _begin(self, attacker: Mark) -> None:
        """The likely search alone for a moment: a small proof needs no second thread."""
        for question in self.questions:
            is_likely = question.attacker is attacker and question.search.kind == "weak" == self.likely
            if is_likely and question.open:
                question.ask(self.rest(nodes=_SMALL, threads=1), partial(self.tell, question))

    def _race(self, questions: list[Question]) -> None:
        """Both searches side by side for a while, a thread each, until one settles the matter or gives up.

        This thread watches them; what is raised in it, or in one of theirs, ends both and is raised.
        """
        limits = self.rest(_RACE[self.likely], threads=1)
        with ThreadPoolExecutor(len(questions)) as threads:
            runs = [threads.submit(question.ask, limits) for question in questions]
            try:
                while not wait(runs, TELL, FIRST_COMPLETED).done:
                    for question in questions:
                        self.tell(question)
            finally:
                for question in questions:
                    question.search.halt()
        for question, run in zip(questions, runs, strict=True):
            run.result()
            question.search.halted.clear()
            self.tell(question)

    def _turn(self, question: Question) -> None:
        """One search on all threads for a slice of time, on one thread for so many nodes."""
        alone = self.limits.threads == 1
        limits = self.rest(nodes=question.slice * _NODES_A_SECOND) if alone else self.rest(question.slice)
        question.ask(limits, partial(self.look, question))
        question.slice = min(2 * question.slice, question.longest)

    def _table_value(self) -> Value:
        """The exact value where a table is at hand, which is only for boards of few cells; else that of nothing."""
        board = self.position.board
        return solver_for(board).value(self.position) if can_solve(board) else EstimatedValue()


def _likely(board: Board) -> str:
    """The search that is more likely to decide."""
    return "strong" if max(map(len, board.lines)) <= 4 else "weak"


def _questions(start: Position, limits: Limits, checkpoint: Checkpoint | None) -> Iterator[Question]:
    """Weak before strong, X before O; from the empty board only whether X can win."""
    attackers = [Mark.X] if start.ply == 0 else [start.to_move, start.to_move.other]
    bits = bits_in(limits.memory // (2 * len(attackers)))
    for attacker in attackers:
        wins, held = f"{attacker} wins?", f"{attacker.other} holds?"
        for kind, tuning, words in ((Weak, Tuning(), held), (Strong, PLAIN, wins)):
            search = kind(start.board, bits, limits.threads, tuning)
            likely = kind.kind == _likely(start.board)
            longest = inf if likely else _LONGEST
            file = checkpoint.file(attacker, kind.kind) if checkpoint else None
            yield Question(attacker, search, start, words, _FIRST_SLICE[likely], longest, file)
