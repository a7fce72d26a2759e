"""Tables and progress for people, by rich: colours where a terminal shows them, plain text in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

_MARKS = r"(?<![\w'])(?P<x>\*?X<?)(?![\w'])|(?<![\w'])(?P<o>\*?O<?)(?![\w'])"
"""A mark standing alone, with its signs, and not within a quoted position."""

_PIPE_WIDTH = 300
"""Characters a line where nobody's window sets a width: tables in a pipe must not be folded."""

_COLOURS = {"x": "bold cyan", "o": "bold yellow"}


def say(text: str) -> None:
    """Prints a text with boards in it on stdout; in a terminal the two marks have colours."""
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.text import Text

    shown = Text(text)
    shown.highlight_regex(_MARKS)
    for span in list(shown.spans):
        shown.stylize(_COLOURS[str(span.style)], span.start, span.end)
    Console(soft_wrap=True).print(shown)


def table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], *, total: bool = False, words: int = 0
) -> None:
    """Prints a table on stdout: numbers to the right, the first ``words`` columns to the left.

    ``total`` sets the last row apart.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table

    sheet = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for i, head in enumerate(heads):
        sheet.add_column(head, justify="left" if i < words else "right", no_wrap=i >= words)
    for row in rows[:-1] if total else rows:
        sheet.add_row(*row)
    if total:
        sheet.add_section()
        sheet.add_row(*rows[-1], style="bold")
    console = Console()
    Console(width=None if console.is_terminal else _PIPE_WIDTH).print(sheet)


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on stderr, if somebody watches it; gone when the work is done.

    Yields a function to be told (steps done, steps in all).
    """
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bars:
        task = bars.add_task(what, total=None)
        yield lambda done, steps: bars.update(task, completed=done, total=steps)
