"""Commands that prove: solve, verify, mnk."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

import click

from noughts.display.sheets import Sheet
from noughts.errors import NoughtsError, ProofLostError, quote
from noughts.explain.jsonable_proofs import certificate_json, run_json, shortest_json, verdict_json
from noughts.game.board import Board
from noughts.game.notation import MAX_SIDE
from noughts.solver.certificate.verify import RejectedError
from noughts.solver.certificate.verify import verify as check_certificate
from noughts.solver.mnk.records import Records, answer_text
from noughts.solver.mnk.survey import Answer, boards, survey, survey_boards
from noughts.solver.published import published
from noughts.solver.recorded import Run
from noughts.solver.search.limits import Checkpoint, Limits
from noughts.solver.search.prover import Verdict, check
from noughts.solver.search.prover import solve as prove
from noughts.solver.search.shortest import Shortest
from noughts.solver.search.shortest import shortest as prove_shortest
from noughts.solver.search.strips import hold
from noughts.ui.cli.console import check_places, table, watching, writing
from noughts.ui.cli.parameters import (
    PROVABLE,
    cluster_option,
    end_unsettled,
    json_option,
    option_group,
    position_of,
    write_json,
)
from noughts.work import Team

_MIB = 1 << 20

seconds_option = click.option("--seconds", type=float, default=inf, help="Give up after so many seconds.")
memory_option = click.option(
    "--memory", type=int, default=1024, show_default=True, help="MiB for the tables."
)
threads_option = click.option("--threads", type=int, default=os.cpu_count() or 1, help="Threads that search.")


@dataclass(frozen=True)
class _Goal:
    """What is asked of a position, and where the proof goes."""

    shortest: bool
    certificate: Path | None


def _limits(seconds: float, memory: int, threads: int, nodes: float = inf) -> Limits:
    """Limits of a search, of ``memory`` MiB."""
    return Limits(seconds, nodes, memory * _MIB, threads)


def _checkpoint(checkpoint: Path | None, every: float, resume: bool) -> Checkpoint | None:
    """Where a run is saved, if it is."""
    if resume and checkpoint is None:
        raise NoughtsError("--resume needs --checkpoint FILE, the name of what was saved")
    return Checkpoint(checkpoint, every, resume) if checkpoint else None


@click.command(short_help="Prove what a board or a position is worth.")
@click.argument("board", type=PROVABLE)
@click.argument("position", required=False)
@option_group(
    "goal",
    _Goal,
    click.option("--shortest", is_flag=True, help="The fewest plies in which the side to move wins."),
    click.option("--certificate", type=click.Path(path_type=Path), help="Write the proof to this file."),
)
@option_group(
    "limits",
    _limits,
    seconds_option,
    click.option("--nodes", type=float, default=inf, help="Give up after so many nodes."),
    memory_option,
    threads_option,
)
@option_group(
    "saved",
    _checkpoint,
    click.option("--checkpoint", type=click.Path(path_type=Path), help="Save the run to files of this name."),
    click.option("--every", type=float, default=600.0, show_default=True, help="Seconds between two saves."),
    click.option("--resume", is_flag=True, help="Go on from the checkpoint."),
)
@json_option
def solve(
    board: Board,
    position: str | None,
    goal: _Goal,
    limits: Limits,
    saved: Checkpoint | None,
    as_json: bool,
) -> None:
    """Proves whether the side to move wins, draws or loses POSITION (the empty BOARD unless given).

    A limit that ends the search gives "unknown", and exit status 1. Boards may have up to 128 cells. Long runs:
    --checkpoint FILE saves what is known, and --resume goes on from there, also after a crash. --shortest proves
    how many plies a win takes, and that fewer do not do; a limit then gives bounds, and the proof of the lower one.
    """
    start = position_of(position, board)
    check(start)
    certificate, checkpoint = goal.certificate, saved.path if saved else None
    check_places(certificate, checkpoint)
    if board.is_strip:
        _check_whole(board, {"a position": position, "--shortest": goal.shortest, "--checkpoint": checkpoint})
    answer: Verdict | Shortest
    with watching(board) as watch, _proof_errors(certificate, checkpoint):
        if board.is_strip:
            answer = hold(board, limits=limits, certificate=certificate, watch=watch)
        else:
            ask = prove_shortest if goal.shortest else prove
            answer = ask(start, limits=limits, certificate=certificate, checkpoint=saved, watch=watch)
    if as_json:
        write_json(shortest_json(answer) if isinstance(answer, Shortest) else verdict_json(answer))
    else:
        click.echo(str(answer))
    if not answer.is_settled:
        end_unsettled()


def _check_whole(board: Board, options: dict[str, object]) -> None:
    """A block is held or not: refuses what asks more of it."""
    for name, given in options.items():
        if given:
            raise NoughtsError(
                f"{quote(board)} is a block of an endless strip, held or not: no {name} with it"
            )


@click.command(short_help="Check a certificate.")
@click.argument("certificate", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--plain", is_flag=True, help="In plain Python alone, slowly: nothing compiled is trusted.")
@json_option
def verify(certificate: Path, plain: bool, as_json: bool) -> None:
    """Checks CERTIFICATE with code that shares nothing with the prover; exits with 0 only if it is a proof.

    A certificate that is rejected gives exit status 1.
    """
    try:
        proved = check_certificate(certificate, plain=plain or None)
    except RejectedError as error:
        raise click.ClickException(str(error)) from None  # exit status 1
    if as_json:
        write_json(certificate_json(certificate, proved))
    else:
        click.echo(str(proved))


def _boards(max_columns: int, min_rows: int, max_rows: int, lengths: tuple[int, ...]) -> Iterator[Board]:
    """Which boards are meant where none is named, the longer side first, of these lengths of a line or of all."""
    rows = range(min_rows, max_rows + 1)
    for some in [range(k, k + 1) for k in lengths] or [range(3, max_columns + 1)]:
        yield from boards(max_columns, rows, some)


def _records(record: Path | None, keep: Path | None) -> Records | None:
    """The file of the runs, which whoever keeps certificates must name."""
    if record is None and keep:
        raise NoughtsError("--keep needs --record FILE, where the runs are kept")
    check_places(record)
    return Records(record, keep) if record else None


@click.command(short_help="The table of m,n,k: prove many boards.")
@click.argument("chosen", metavar="[BOARD]...", nargs=-1, type=PROVABLE)
@option_group(
    "among",
    _boards,
    click.option("--max-columns", type=click.IntRange(1, MAX_SIDE), default=5, show_default=True),
    click.option("--min-rows", type=click.IntRange(1, MAX_SIDE), default=1, show_default=True),
    click.option("--max-rows", type=click.IntRange(1, MAX_SIDE), default=5, show_default=True),
    click.option(
        "--k",
        "lengths",
        type=click.IntRange(1, MAX_SIDE),
        multiple=True,
        help="Only this k; may be repeated.",
    ),
)
@option_group(
    "limits",
    _limits,
    click.option("--seconds", type=float, default=10.0, show_default=True, help="For each question."),
    memory_option,
    threads_option,
)
@option_group(
    "records",
    _records,
    click.option(
        "--record", type=click.Path(path_type=Path), help="Keep the runs in this file, a line each."
    ),
    click.option("--keep", type=click.Path(path_type=Path), help="Keep small certificates in this folder."),
)
@cluster_option
@json_option
def mnk(
    chosen: tuple[Board, ...],
    among: Iterator[Board],
    limits: Limits,
    records: Records | None,
    team: Team | None,
    as_json: bool,
) -> None:
    """Proves each BOARD, or every board of so many columns and rows, beside what is published of it.

    Each certificate is written, verified and measured; of a win the fewest plies are asked too. Boards are named
    with the longer side first. --record FILE keeps what was found. With --cluster a board is proved by one thread of
    a machine, and its certificate verified here.
    """
    with writing(records.path if records else None):
        lines = [_show_run(run, as_json) for run in _runs(chosen or among, limits, records, team)]
    if not as_json:
        heads = ("board", "question", "answer", "nodes", "seconds", "certificate", "published", "by")
        table(Sheet("m,n,k boards: the value for X, who moves first", heads, lines, words=3))


def _runs(
    wanted: Iterable[Board], limits: Limits, records: Records | None, team: Team | None
) -> Iterator[Run]:
    for run, certificate in _answers(wanted, limits, team):
        if records:
            records.put(run, certificate)
        yield run


def _answers(wanted: Iterable[Board], limits: Limits, team: Team | None) -> Iterator[Answer]:
    if team:
        yield from survey_boards(wanted, replace(limits, threads=1), team)
        return
    for board in wanted:
        with watching(board) as watch:
            yield from survey(board, limits, watch)


def _show_run(run: Run, as_json: bool) -> tuple[str, ...]:
    """A run as a row of the table; as JSON it is written at once."""
    if as_json:
        write_json(run_json(run))
    in_print = published(run.board)
    size = f"{run.certificate_bytes:,} B" if run.certificate_bytes else ""
    cost = (f"{run.nodes:,}", f"{run.seconds:.2f}", size)
    beside = (str(in_print.value), in_print.source) if in_print and run.question == "value" else ("", "")
    return (str(run.board), run.question, answer_text(run), *cost, *beside)


@contextmanager
def _proof_errors(*paths: Path | None) -> Iterator[None]:
    """As ``writing``; exit status 1 for a proof that is lost, for nothing was wrong with the question."""
    try:
        with writing(*paths):
            yield
    except ProofLostError as error:
        why = (
            f"a proof was found, and not found again to be written: {error} (more --memory keeps more of it)"
        )
        raise click.ClickException(why) from error
