"""Results that are tables, with what is said below. Printed by rich, or without it in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from io import StringIO
from typing import TYPE_CHECKING

from noughts.contests.match import MatchResult
from noughts.contests.sampled import SampledResult
from noughts.contests.tournament import Tournament
from noughts.explain.blocks import Paragraph, Row, Table, bare, plain_text
from noughts.explain.render_text import paragraphs, render_text
from noughts.game.count import Count, Tally

if TYPE_CHECKING:
    from rich.table import Table as RichTable

WIDTH = 300
"""Characters a line where nobody's window sets a width: tables in a pipe must not be folded."""


def sheet(
    title: str,
    heads: Sequence[str],
    rows: Iterable[Sequence[str]],
    words: int = 0,
    *,
    has_total: bool = False,
) -> Table:
    """Return a table of plain texts: the first ``words`` columns to the left, and numbers to the right.

    With ``has_total`` the last row is set apart.
    """
    body = [Row(tuple(map(plain_text, row))) for row in rows]
    if has_total:
        body[-1] = replace(body[-1], chosen=True)
    return Table(title, tuple(heads), tuple(body), "<" * words + ">" * (len(heads) - words))


def rich_table(table: Table) -> RichTable:
    """Return a table as rich draws it."""
    from rich import box
    from rich.table import Table as RichTable

    drawn = RichTable(title=table.caption, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for head, side in zip(table.head, table.align, strict=True):
        drawn.add_column(head, justify="left" if side == "<" else "right", no_wrap=side == ">")
    for row in table.rows:
        if row.chosen:
            drawn.add_section()
        drawn.add_row(*map(str, row.texts), style="bold" if row.chosen else None)
    return drawn


def sheets_text(parts: Iterable[Table | Paragraph]) -> str:
    """Return tables, and what is said below them, as they stand in a pipe: drawn by rich if it is installed."""
    return paragraphs(
        bare(each.words) if isinstance(each, Paragraph) else _table_text(each) for each in parts
    )


def _table_text(table: Table) -> str:
    try:
        from rich.console import Console
    except ImportError:
        return render_text([table], steps=True)
    file = StringIO()
    Console(file=file, width=WIDTH, color_system=None, force_terminal=False).print(rich_table(table))
    return "\n".join(line.rstrip() for line in file.getvalue().rstrip().split("\n"))


def tournament_table(contest: Tournament[MatchResult | SampledResult]) -> tuple[Table | Paragraph, ...]:
    """The players by rank, with the sums of their scores in all, as X and as O."""
    rows = [
        (str(s.rank), s.player, f"{float(s.total):.3f}", f"{float(s.as_x):.3f}", f"{float(s.as_o):.3f}")
        for s in contest.ranking()
    ]
    first = contest.results[0]
    sampled = f"mean scores of {first.tally.games} games a pair" if isinstance(first, SampledResult) else ""
    scores = sampled or "exact scores"
    title = f"Sums of {scores} (win 1, draw 0, loss -1) on {contest.board}"
    return (sheet(title, ("", "player", "total", "as X", "as O"), rows, words=2),)


def count_table(counted: Count) -> tuple[Table | Paragraph, ...]:
    """Positions, finished ones and games by ply and in all."""
    heads = ("ply", "positions", "canonical", "finished", "X wins", "O wins", "drawn", "games")
    rows = [
        (str(p.ply), *_numbers(p.positions, p.canonical, p.terminal, p.games.total)) for p in counted.by_ply
    ]
    total = _numbers(counted.positions, counted.canonical, counted.terminal, counted.games.total)
    games, ends = counted.games, counted.canonical_terminal
    ways = f"{ends.x:,} won by X, {ends.o:,} by O, {ends.draw:,} drawn"
    foot = (
        f"Games: X wins {games.x:,}, O wins {games.o:,}, drawn {games.draw:,}.\n"
        f"Finished positions up to symmetry: {ends.total:,} ({ways})."
    )
    title = f"{counted.board}: everything that can happen"
    return sheet(title, heads, [*rows, ("all", *total)], has_total=True), Paragraph(foot)


def _numbers(positions: int, canonical: int, ends: Tally, games: int) -> tuple[str, ...]:
    return tuple(f"{n:,}" for n in (positions, canonical, ends.total, ends.x, ends.o, ends.draw, games))
