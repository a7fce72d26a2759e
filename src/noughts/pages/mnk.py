"""The page docs/mnk.md: the recorded runs of ``noughts mnk``, beside what is published.

Every verdict on the page is a recorded run, whose certificate was verified; a test holds the page to the records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from noughts.files import replace_file
from noughts.game.board import Board
from noughts.markdown_table import table
from noughts.solver.mnk.literature import SOURCES, published
from noughts.solver.mnk.runs import MOST_KEPT, Run
from noughts.solver.value import Result

HEAD = f"""# m,n,k

What the boards are worth on which *k* in a row win: *columns* x *rows* x *k*, X first, both sides perfect.
O never wins, since X could steal a winning strategy (Hales and Jewett 1963).

Every row is a recorded run (`docs/mnk.jsonl`), and every value in it was read off a certificate that
`noughts verify` accepts ([what that means](certificates.md)). Nodes are positions expanded; they say more than the
seconds, which depend on the machine and on what else it does.
Certificates of up to {MOST_KEPT >> 10} KiB lie in [`docs/certificates`](certificates): `noughts verify FILE` checks
them at once. The others are written again by the command in their row.

Of each certificate the first digits of its SHA-256 are shown; the records have them all. What one thread wrote anybody
makes again, byte for byte, and compares, by `python -m noughts.pages again docs/mnk.jsonl BOARD`. Several threads race:
their run counts other nodes each time and may write another proof, which the verifier accepts as well.
To cite the table, name the version and the date of a row ([below](#records)), and the software as
[CITATION.cff](../CITATION.cff) says.

This page is generated: `make mnk` runs the prover again, and a test fails if page and records disagree.
"""

GLANCE = """## At a glance

The longer side across, the shorter down. **W11**: X wins, in 11 plies and not in fewer; **W**: X wins; D: a draw;
?: not settled within the limits of its run. A star marks what no table that we know of has
(published are the sources of the next section, and that a draw stays one on a smaller board).
"""

VALUES = """## Values

*New* is what we found published nowhere.
"""

PLIES = """## The fewest plies of X's wins

Each certificate shows both halves: a win in *n* plies, and none in *n* - 2; where a limit ended the search, that
fewer plies do not do. None of these is in a table that we know of, but for the folklore of k = 3 and for 15,15,5.
"""


STRIPS = """## Boards of any length

So many rows, and as many columns as one likes: a draw, by one finite proof. Cut the endless strip straight into blocks,
and give every line to the block that has most of its cells (the left one of two). In the Maker-Breaker game on
one block, whose lines are what it was given, Breaker breaks every line; so he breaks every line of the strip by
answering in the block where Maker moved, and with fewer rows or a finite length he has only less to do. X can
therefore not win, and neither can O. `noughts solve strip4x6x6` names the block of 4 columns of 6 rows for k = 6.
With k = 5 and up to 4 rows the pairs of neighbours in every row do it: the first line of the table is their proof.
We know of no block that does it for k = 5 with 5 rows or for k = 6 with 7; that says nothing about their worth.
"""

OTHERS = """## Other line sets

The prover knows cells and lines only, so a cube (`cube4` is Qubic) or a torus is just another board.
Qubic is known to be a win for X (O. Patashnik, Mathematics Magazine 53, 1980); what a run here gave stands below.
"""

LARGE = """## Large certificates

What is too large to be kept here, and what `noughts verify` takes for it in a process of its own: seconds, the loading
of packages included, and the most memory that it held.
"""

RECORDS = """## Records

What the runs ran on. *Not recorded* is what was not asked when they were made.
"""

BIBLIOGRAPHY = """## Bibliography

The sources of the values that stand beside ours, by the short names used above. For strategy stealing see Hales and
Jewett.
"""

_COSTS = ("Nodes", "Seconds", "Threads", "Certificate", "SHA-256")
_DIGITS = 12


def write_page(path: Path, runs: Sequence[Run]) -> None:
    """Writes the page in place of the last. Raises OSError where it cannot be written."""
    replace_file(path, mnk_page(runs))


def mnk_page(runs: Sequence[Run]) -> str:
    """The page of these runs, as Markdown."""
    plies, strips, values = (
        [run for run in runs if run.question == name] for name in ("plies", "strip", "value")
    )
    mnk = [run for run in values if _is_mnk(run.board)]
    others = [run for run in values if not _is_mnk(run.board)]
    parts = [HEAD, GLANCE, *_glances(mnk, plies), STRIPS, _strips(strips), VALUES, _values(mnk)]
    parts += [PLIES, _plies(plies), OTHERS, _others(others), LARGE, _large(runs), RECORDS, _records(runs)]
    parts += [BIBLIOGRAPHY, "\n".join(f"- *{name}*: {source}." for name, source in SOURCES.items())]
    return "\n".join(f"{part.strip()}\n" for part in parts)


def _glances(values: Sequence[Run], plies: Sequence[Run]) -> Iterator[str]:
    """A small table for every k."""
    shown = {run.board: _mark(run) for run in values}
    shown |= {run.board: f"**W{run.plies}**{_star(run.board)}" for run in plies if run.plies}
    for k in sorted({board.k for board in shown if _is_mnk(board)}, key=lambda k: k or 0):
        sizes = {(b.columns, b.rows): mark for b, mark in shown.items() if _is_mnk(b) and b.k == k}
        columns = sorted({c for c, _ in sizes})
        rows = sorted({r for _, r in sizes})
        head = (f"k = {k}", *map(str, columns))
        body = ((f"{r} rows", *(sizes.get((c, r), "") for c in columns)) for r in rows)
        yield table(head, body)


def _mark(run: Run) -> str:
    letter = {Result.WIN: "**W**", Result.DRAW: "D", None: "?"}[run.value]
    return letter + _star(run.board) * (run.value is not None)


def _star(board: Board) -> str:
    return "" if published(board) else "\\*"


def _strips(runs: Iterable[Run]) -> str:
    head = ("Rows", "k", "Any length", "Block", "Again", *_COSTS)
    rows = (
        (str(b.rows), b.name.rpartition("x")[2], run.answer, f"{b.columns} columns", *_cost(run))
        for run in runs
        for b in [run.board]
    )
    return table(head, rows, len(_COSTS))


def _others(runs: Iterable[Run]) -> str:
    head = ("Board", "Value", "Again", *_COSTS)
    return table(head, ((f"`{run.board}`", run.answer, *_cost(run)) for run in runs), len(_COSTS))


def _is_mnk(board: Board) -> bool:
    return board.k is not None and board == Board.mnk(board.columns, board.rows, board.k)


def _values(runs: Iterable[Run]) -> str:
    head = ("Board", "Value", "Published", "Again", *_COSTS)
    return table(
        head, ((f"`{run.board}`", run.answer, _beside(run), *_cost(run)) for run in runs), len(_COSTS)
    )


def _plies(runs: Iterable[Run]) -> str:
    head = ("Board", "Plies", "Again", *_COSTS)
    return table(head, ((f"`{run.board}`", run.answer, *_cost(run)) for run in runs), len(_COSTS))


def _beside(run: Run) -> str:
    other = published(run.board)
    if other:
        return f"{other.value}, {other.source}"
    return "" if run.value is None else "*new*"


def _cost(run: Run) -> tuple[str, ...]:
    size = f"{run.certificate_bytes:,} B" if run.certificate_bytes else ""
    if 0 < run.certificate_bytes <= MOST_KEPT:
        size = f"[{size}](certificates/{run.file})"
    digits = f"`{run.sha256[:_DIGITS]}`" if run.sha256 else ""
    return f"`{run.command}`", f"{run.nodes:,}", f"{run.seconds:.2f}", str(run.threads), size, digits


def _large(runs: Iterable[Run]) -> str:
    """What the certificates that are not kept take to be verified."""
    head = ("Board", "Answer", "Certificate", "Seconds", "MiB")
    rows = (
        (
            f"`{run.board}`",
            run.answer,
            f"{run.certificate_bytes:,} B",
            "*not recorded*" if run.verify_seconds is None else f"{run.verify_seconds:.2f}",
            "*not recorded*" if run.verify_memory is None else f"{run.verify_memory:,}",
        )
        for run in sorted(runs, key=lambda run: -run.certificate_bytes)
        if run.certificate_bytes > MOST_KEPT
    )
    return table(head, rows, 3)


def _records(runs: Sequence[Run]) -> str:
    """How many runs were made on which day, by which version, on what."""
    made = Counter((run.date, run.version, run.packages, run.processor) for run in runs)
    head = ("Date", "noughts", "With", "Processor", "Runs")
    rows = (
        (date, version, packages or "*not recorded*", processor or "*not recorded*", str(number))
        for (date, version, packages, processor), number in sorted(made.items(), key=str)
    )
    return table(head, rows, 1)
