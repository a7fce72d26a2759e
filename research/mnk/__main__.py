"""The table of m,n,k: the command that proves many boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import click

from noughts.cli.console import check_places, json_option, table, watching, write_json, writing
from noughts.cli.main import run as run_command
from noughts.cli.parameters import PROVABLE, cluster_option, option_group
from noughts.cli.proofs import limits_of, memory_option, threads_option
from noughts.display.tables import sheet
from noughts.errors import NoughtsError
from noughts.explain.json_proofs import run_json
from noughts.game.board import Board
from noughts.game.notation import MAX_SIDE
from noughts.jobs import Workers
from noughts.solver.published import published
from noughts.solver.recorded import Run
from noughts.solver.search.limits import Limits
from research.mnk.records import Records, answer_text
from research.mnk.survey import Answer, boards, survey, survey_boards


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


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
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
    limits_of,
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
    workers: Workers,
    as_json: bool,
) -> None:
    """Proves each BOARD, or every board of so many columns and rows, beside what is published of it.

    Each certificate is written, verified and measured; of a win the fewest plies are asked too. Boards are named
    with the longer side first. --record FILE keeps what was found. With --cluster a board is proved by one thread of
    a machine, and its certificate verified here.
    """
    with writing(records.path if records else None):
        lines = [_show_run(run, as_json) for run in _runs(chosen or among, limits, records, workers)]
    if not as_json:
        heads = ("board", "question", "answer", "nodes", "seconds", "certificate", "published", "by")
        table(sheet("m,n,k boards: the value for X, who moves first", heads, lines, words=3))


def _runs(
    wanted: Iterable[Board], limits: Limits, records: Records | None, workers: Workers
) -> Iterator[Run]:
    for run, certificate in _answers(wanted, limits, workers):
        if records:
            records.put(run, certificate)
        yield run


def _answers(wanted: Iterable[Board], limits: Limits, workers: Workers) -> Iterator[Answer]:
    if workers:
        yield from survey_boards(wanted, replace(limits, threads=1), workers)
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


if __name__ == "__main__":
    run_command(mnk, "python -m research.mnk")
