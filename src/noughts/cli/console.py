"""What people see and where files go: tables and progress by rich, colours where a terminal shows them, plain text in a
pipe; files are refused before the work where they cannot be written, and told of once they are there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TypeVar

import click

from noughts.errors import NoughtsError, quote
from noughts.explain.blocks import Paragraph
from noughts.files import check_place, replace_file
from noughts.solver.search.limits import Pace

if TYPE_CHECKING:  # most commands need none of these
    from noughts.engine.stream import Stream
    from noughts.explain.blocks import Table
    from noughts.game.board import Board
    from noughts.solver.search.search_goal import Report

T = TypeVar("T")

_MARKS = r"(?<![\w'])(?P<X>\*?X<?)(?![\w'])|(?<![\w'])(?P<O>\*?O<?)(?![\w'])"
"""A mark standing alone, with its signs, and not within a quoted position."""

_MARK = "mark "
"""What the names of marks are called by: alone, O would be a style of rich, which draws a line over it."""

_COLOURS = {f"{_MARK}X": "bold red", f"{_MARK}O": "bold bright_blue"}
"""Those of the page and of pictures, as near as every terminal has them."""


_EVERY = 30
"""Seconds between two lines about a long run where nobody watches the terminal."""

PATH = 1000
"""Characters of a path in a message: its end says more than its beginning."""


json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON, on stdout alone.")

_UNSETTLED = 1


def say(text: str) -> None:
    """Prints a text with boards in it on stdout; in a terminal the two marks have colours."""
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.text import Text
    from rich.theme import Theme

    shown = Text(text)
    shown.highlight_regex(_MARKS, style_prefix=_MARK)
    Console(soft_wrap=True, theme=Theme(_COLOURS)).print(shown)


def tell(words: object) -> None:
    """A word about the work, on stderr."""
    click.echo(words, err=True)


def table(*parts: Table | Paragraph) -> None:
    """Print a table, and what is said below it, on stdout."""
    from noughts.display.tables import rich_table, sheets_text

    if not sys.stdout.isatty():
        click.echo(sheets_text(parts))
        return
    from rich.console import Console

    for each in parts:
        if isinstance(each, Paragraph):
            click.echo(each.words)
        else:
            Console().print(rich_table(each))


def write_json(value: object) -> None:
    """Print one line of JSON on stdout, and flush it: a client that asks line by line must not wait."""
    click.echo(json.dumps(value, allow_nan=False))
    sys.stdout.flush()


def end_unsettled() -> NoReturn:
    """End the command with the exit status of an unknown verdict or a bad line."""
    click.get_current_context().exit(_UNSETTLED)


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


def follow(search: Stream[T], words: Callable[[T], str]) -> T:
    """The last word of a search; what it says until then is on stderr, on one line, if somebody watches it."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        return search.wait()
    with console.status("") as status, search:
        for said in search:
            status.update(words(said))
        return search.wait()


@contextmanager
def watching(board: Board) -> Iterator[Callable[[Report], None]]:
    """How the search stands, on stderr: a line that changes in a terminal, a line now and then elsewhere."""
    from rich.console import Console

    console, pace = Console(stderr=True), Pace(_EVERY)

    def tell_now_and_then(report: Report) -> None:
        if pace.due():
            tell(f"{board}: {_report_words(report)}")

    if not console.is_terminal:
        yield tell_now_and_then
        return
    with console.status(f"proving {board}") as status:
        yield lambda report: status.update(f"{board}: {_report_words(report)}")


def _report_words(report: Report) -> str:
    if report.records:
        return f"writing the certificate: {report.records:,} records"
    rate = report.nodes / max(report.seconds, 0.001)
    numbers = f"proof number {report.proof:,}, disproof number {report.disproof:,}"
    where = f"table {report.fill:.0%}, depth {report.depth}"
    return f"{report.question} {report.nodes:,} nodes, {rate:,.0f}/s, {numbers}, {where}"


def check_places(*paths: Path | None) -> None:
    """Refuses, before hours of work, a file that cannot be written after them, and what is no plain file."""
    for path in filter(None, paths):
        with writing(path):
            check_place(path)


def write(path: Path, content: str | bytes) -> None:
    """Writes a file, whole or not at all, and says so on stderr."""
    with writing(path):
        replace_file(path, content)
    tell(f"wrote {path}")


@contextmanager
def writing(*paths: Path | None) -> Iterator[None]:
    """Says what cannot be written: the file that the system names, else any of these."""
    try:
        yield
    except OSError as error:
        named = [error.filename2 or error.filename] if error.filename else filter(None, paths)
        where = " or ".join(quote(path, PATH) for path in named)
        raise NoughtsError(f"cannot write {where}: {error.strerror or error}") from error
