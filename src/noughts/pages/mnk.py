"""The page docs/mnk.md, what the recorded runs of ``noughts mnk`` found, and beside it every run.

Every verdict on the page is a recorded run, whose certificate was verified; a test holds the page to the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from noughts.game.board import Board
from noughts.markdown_table import table
from noughts.pages.markdown import comma_separated
from noughts.solver.mnk.literature import SOURCES, published
from noughts.solver.mnk.runs import MOST_KEPT, Run
from noughts.solver.value import Result

HEAD = f"""# m,n,k

What the boards are worth on which *k* in a row win: *columns* x *rows* x *k*, X first, both sides perfect.
O never wins, since X could steal a winning strategy (Hales and Jewett 1963).

Every value was read off a certificate that `noughts verify` accepts ([what that means](certificates.md)).
[mnk.csv](mnk.csv) has each run: what is published, the command that asks the same again, the nodes (positions
expanded; they say more than the seconds, which depend on the machine), size and SHA-256 of the certificate, what it
took to verify one that is large, and on which day, by which version, on what all that was.

Certificates of up to {MOST_KEPT >> 10} KiB lie in [`docs/certificates`](certificates): `noughts verify FILE` checks
them at once. The others are written again by the command in their row: what one thread wrote byte for byte, which
`python -m noughts.pages again docs/mnk.jsonl BOARD` compares. Several threads race: their run counts other nodes
each time and may write another proof, which the verifier accepts as well.
To cite a value, name the version and the date of its row, and the software as [CITATION.cff](../CITATION.cff) says.

Page and table are generated from the records, `docs/mnk.jsonl`: `make mnk` runs the prover again, and a test fails if
they disagree.
"""

GLANCE = """## At a glance

The longer side across, the shorter down. **W11**: X wins, in 11 plies and not in fewer; **W**: X wins; D: a draw;
?: not settled within the limits of its run. A star marks what no table that we know of has
(published are the sources [below](#bibliography), and that a draw stays one on a smaller board). Of the plies none
is in a table that we know of, but for the folklore of k = 3; each of their certificates shows both halves, a win in
*n* plies, and none in *n* - 2.
"""

STRIPS = """## Boards of any length

So many rows, and as many columns as one likes: a draw, by one finite proof. Cut the endless strip straight into blocks,
and give every line to the block that has most of its cells (the left one of two). In the Maker-Breaker game on
one block, whose lines are what it was given, Breaker breaks every line; so he breaks every line of the strip by
answering in the block where Maker moved, and with fewer rows or a finite length he has only less to do. X can
therefore not win, and neither can O. `noughts solve strip4x6x6` names the block of 4 columns of 6 rows for k = 6.
With k = 5 and up to 4 rows the pairs of neighbours in every row do it: the first block is their proof.
We know of no block that does it for k = 5 with 5 rows or for k = 6 with 7; that says nothing about their worth.
"""

OTHERS = """## Other line sets

The prover knows cells and lines only, so a cube (`cube4` is Qubic) or a torus is just another board.
Qubic is known to be a win for X (O. Patashnik, Mathematics Magazine 53, 1980).
"""

RUNS = """## Every run

[Every run](mnk.csv)
"""

BIBLIOGRAPHY = """## Bibliography

The sources of the values that stand beside ours, by the short names used above. For strategy stealing see Hales and
Jewett.
"""


def mnk_page(runs: Sequence[Run]) -> str:
    """The page of these runs, as Markdown."""
    plies, strips, values = (
        [run for run in runs if run.question == name] for name in ("plies", "strip", "value")
    )
    mnk = [run for run in values if _is_mnk(run.board)]
    parts = [
        HEAD,
        GLANCE,
        *_glances(mnk, plies),
        STRIPS,
        _strips(strips),
        OTHERS,
        _others(values, plies),
        RUNS,
    ]
    parts += [BIBLIOGRAPHY, "\n".join(f"- *{name}*: {source}." for name, source in SOURCES.items())]
    return "\n".join(f"{part.strip()}\n" for part in parts)


def mnk_table(runs: Sequence[Run]) -> str:
    """Every run on a line: what docs/mnk.csv holds."""
    return comma_separated([_row(run) for run in runs])


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


def _is_mnk(board: Board) -> bool:
    return board.k is not None and board == Board.mnk(board.columns, board.rows, board.k)


def _strips(runs: Iterable[Run]) -> str:
    rows = (
        (str(run.board.rows), run.board.name.rpartition("x")[2], f"`{run.board}`", run.answer) for run in runs
    )
    return table(("Rows", "k", "Block", "Any length"), rows)


def _others(values: Iterable[Run], plies: Iterable[Run]) -> str:
    fewest = {run.board: f", in {run.answer}" for run in plies}
    rows = (
        (f"`{run.board}`", run.answer + fewest.get(run.board, "")) for run in values if not _is_mnk(run.board)
    )
    return table(("Board", "Value"), rows)


def _row(run: Run) -> dict[str, object]:
    other = published(run.board) if run.question == "value" else None
    return {
        "board": run.board,
        "question": run.question,
        "answer": run.answer,
        "published": f"{other.value}, {other.source}" if other else "",
        "again": run.command,
        "nodes": run.nodes,
        "seconds": f"{run.seconds:.2f}",
        "threads": run.threads,
        "bytes": run.certificate_bytes,
        "file": run.file if 0 < run.certificate_bytes <= MOST_KEPT else "",
        "sha256": run.sha256,
        "verify_seconds": None if run.verify_seconds is None else f"{run.verify_seconds:.2f}",
        "verify_mib": run.verify_memory,
        "date": run.date,
        "version": run.version,
        "packages": run.packages,
        "processor": run.processor,
    }
