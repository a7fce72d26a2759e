"""Results that are tables: a title, heads, rows, and what is said below. Printed by rich, or without it in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING

from noughts.contests.match import MatchResult
from noughts.contests.sampled import SampledResult
from noughts.contests.tournament import Tournament
from noughts.explain.render_text import text_table
from noughts.game.count import Count, Tally

if TYPE_CHECKING:
    from rich.table import Table as RichTable

WIDTH = 300
"""Characters a line where nobody's window sets a width: tables in a pipe must not be folded."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Numbers stand to the right, the first ``words`` columns to the left; ``total`` sets the last row apart."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 0
    total: bool = False
    foot: str = ""

    def rich(self) -> RichTable:
        """The table as rich draws it, without what is said below."""
        from rich import box
        from rich.table import Table

        sheet = Table(title=self.title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
        for i, head in enumerate(self.heads):
            left = i < self.words
            sheet.add_column(head, justify="left" if left else "right", no_wrap=not left)
        for row in self.rows[:-1] if self.total else self.rows:
            sheet.add_row(*row)
        if self.total:
            sheet.add_section()
            sheet.add_row(*self.rows[-1], style="bold")
        return sheet

    def text(self) -> str:
        """The table and what is said below, as they stand in a pipe."""
        try:
            from rich.console import Console
        except ImportError:
            drawn = f"{self.title}\n\n{text_table([self.heads, *self.rows], '<' * self.words)}"
        else:
            file = StringIO()
            Console(file=file, width=WIDTH, color_system=None, force_terminal=False).print(self.rich())
            drawn = file.getvalue()
        lines = [line.rstrip() for line in drawn.rstrip().split("\n")]
        return "\n".join([*lines, *(["", self.foot] if self.foot else [])])


def tournament_table(contest: Tournament[MatchResult | SampledResult]) -> Sheet:
    """The players by rank, with the sums of their scores in all, as X and as O."""
    rows = [
        (str(s.rank), s.player, f"{float(s.total):.3f}", f"{float(s.as_x):.3f}", f"{float(s.as_o):.3f}")
        for s in contest.ranking()
    ]
    first = contest.results[0]
    sampled = f"mean scores of {first.tally.games} games a pair" if isinstance(first, SampledResult) else ""
    scores = sampled or "exact scores"
    title = f"Sums of {scores} (win 1, draw 0, loss -1) on {contest.board}"
    return Sheet(title, ("", "player", "total", "as X", "as O"), rows, words=2)


def count_table(counted: Count) -> Sheet:
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
    return Sheet(title, heads, [*rows, ("all", *total)], total=True, foot=foot)


def _numbers(positions: int, canonical: int, ends: Tally, games: int) -> tuple[str, ...]:
    return tuple(f"{n:,}" for n in (positions, canonical, ends.total, ends.x, ends.o, ends.draw, games))
