"""How a long proof stands, told on stderr while it runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from noughts.game.board import Board
from noughts.solver.jit import announcing
from noughts.solver.search.prover import Report

_EVERY = 30
"""Seconds between two lines about a long run where nobody watches the terminal."""


@contextmanager
def watching(board: Board) -> Iterator[Callable[[Report], None]]:
    """How the search stands, on stderr: a line that changes in a terminal, a line now and then elsewhere."""
    with announcing(lambda words: click.echo(words, err=True)):
        if not sys.stderr.isatty():
            yield _Log(board)
            return
        from rich.console import Console

        console = Console(stderr=True)
        with console.status(f"proving {board}") as status:
            yield lambda report: status.update(f"{board}: {_report_words(report)}")


class _Log:
    """Writes a report to stderr every half minute."""

    def __init__(self, board: Board) -> None:
        self._board, self._told = board, time.monotonic()

    def __call__(self, report: Report) -> None:
        if time.monotonic() - self._told > _EVERY:
            self._told = time.monotonic()
            click.echo(f"{self._board}: {_report_words(report)}", err=True)


def _report_words(report: Report) -> str:
    if report.kernels:
        done, most = report.kernels
        return f"compiling the solver, this first time only: {done} of {most} kernels"
    if report.records:
        return f"writing the certificate: {report.records:,} records"
    rate = report.nodes / max(report.seconds, 0.001)
    numbers = f"proof number {report.proof:,}, disproof number {report.disproof:,}"
    where = f"table {report.fill:.0%}, depth {report.depth}"
    return f"{report.question} {report.nodes:,} nodes, {rate:,.0f}/s, {numbers}, {where}"
