"""The page docs/mnk.md, what the recorded runs of ``python -m research.mnk`` found, and beside it every run.

Every verdict on the page is a recorded run, whose certificate was verified; a test holds the page to the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from noughts.game.board import Board
from noughts.lessons.lesson_text import markdown_table
from noughts.records.formats.common import is_mnk
from noughts.solver.published import SOURCES, published
from noughts.solver.recorded import Run
from noughts.solver.value import Result
from research.documents.markdown import comma_separated, fill
from research.mnk.records import MOST_KEPT, answer_text, certificate_name, command


def mnk_page(page: str, runs: Sequence[Run]) -> str:
    """The page, its tables and sources made of these runs."""
    plies, strips, values = (
        [run for run in runs if run.question == name] for name in ("plies", "strip", "value")
    )
    parts = {
        "glance": "\n\n".join(_glances([run for run in values if is_mnk(run.board)], plies)),
        "strips": _strips(strips),
        "others": _others(values, plies),
        "bibliography": "\n".join(f"- *{name}*: {source}." for name, source in SOURCES.items()),
    }
    return fill(page, parts)


def mnk_table(runs: Sequence[Run]) -> str:
    """Every run on a line: what docs/mnk.csv holds."""
    return comma_separated([_row(run) for run in runs])


def archive(files: Sequence[Path]) -> bytes:
    """Return the files as one, the same bytes whenever it is made; they are compressed already."""
    whole = BytesIO()
    with ZipFile(whole, "w", ZIP_STORED) as packed:
        for file in files:
            entry = ZipInfo(file.name)
            entry.create_system = 3  # otherwise it tells on what system it was made
            packed.writestr(entry, file.read_bytes())
    return whole.getvalue()


def _glances(values: Sequence[Run], plies: Sequence[Run]) -> Iterator[str]:
    """A small table for every k."""
    shown = {run.board: _mark(run) for run in values}
    shown |= {run.board: f"**W{run.plies}**{_star(run.board)}" for run in plies if run.plies}
    for k in sorted({board.k for board in shown if is_mnk(board)}, key=lambda k: k or 0):
        sizes = {(b.columns, b.rows): mark for b, mark in shown.items() if is_mnk(b) and b.k == k}
        columns = sorted({c for c, _ in sizes})
        rows = sorted({r for _, r in sizes})
        head = (f"k = {k}", *map(str, columns))
        body = ((f"{r} rows", *(sizes.get((c, r), "") for c in columns)) for r in rows)
        yield markdown_table(head, body)


def _mark(run: Run) -> str:
    letter = {Result.WIN: "**W**", Result.DRAW: "D", None: "?"}[run.value]
    return letter + _star(run.board) * (run.value is not None)


def _star(board: Board) -> str:
    return "" if published(board) else "\\*"


def _strips(runs: Iterable[Run]) -> str:
    rows = (
        (str(run.board.rows), run.board.name.rpartition("x")[2], f"`{run.board}`", answer_text(run))
        for run in runs
    )
    return markdown_table(("Rows", "k", "Block", "Any length"), rows)


def _others(values: Iterable[Run], plies: Iterable[Run]) -> str:
    fewest = {run.board: f", in {answer_text(run)}" for run in plies}
    rows = (
        (f"`{run.board}`", answer_text(run) + fewest.get(run.board, ""))
        for run in values
        if not is_mnk(run.board)
    )
    return markdown_table(("Board", "Value"), rows)


def _row(run: Run) -> dict[str, object]:
    other = published(run.board) if run.question == "value" else None
    return {
        "board": run.board,
        "question": run.question,
        "answer": answer_text(run),
        "published": f"{other.value}, {other.source}" if other else "",
        "again": command(run),
        "nodes": run.nodes,
        "seconds": f"{run.seconds:.2f}",
        "threads": run.threads,
        "bytes": run.certificate_bytes,
        "file": certificate_name(run) if 0 < run.certificate_bytes <= MOST_KEPT else "",
        "sha256": run.sha256,
        "verify_seconds": None if run.verify_seconds is None else f"{run.verify_seconds:.2f}",
        "verify_mib": run.verify_memory,
        "date": run.date,
        "version": run.version,
        "packages": run.packages,
        "processor": run.processor,
    }
