"""The command ``puzzle``: one to solve, asked in a terminal until it is right, printed elsewhere."""

from __future__ import annotations

import sys
from datetime import date, datetime

import click

from noughts.errors import NoughtsError
from noughts.explain.board_text import fitting_text
from noughts.explain.words import cells_words
from noughts.lessons.puzzles import KINDS, LEVELS, Puzzle, pick, questions, run_json, solution
from noughts.ui.cli.console import say
from noughts.ui.cli.parameters import grouped, json_option, write_json


@click.command(short_help="A puzzle to solve: of today, or of a board and a theme.")
@grouped(
    "among",
    lambda **asked: {name: value for name, value in asked.items() if value},
    click.option("--board", help="One that there are puzzles of, like 15x15x5.  [default: all]"),
    click.option("--theme", "kind", type=click.Choice(list(KINDS)), help="What is asked."),
    click.option("--level", type=click.Choice(LEVELS), help="How hard it is among these."),
)
@click.option(
    "--day", type=click.DateTime(["%Y-%m-%d"]), help="The puzzle of a day, as 2026-11-23.  [default: today]"
)
@click.option("--seed", type=int, help="One that this number draws, instead of a day's.")
@click.option("--solution", "solved", is_flag=True, help="With its answers; nothing is asked.")
@json_option
def puzzle(
    among: dict[str, str], day: datetime | None, seed: int | None, solved: bool, as_json: bool
) -> None:
    """Shows a puzzle: the same day, or the same seed, has the same one for everybody.

    In a terminal it asks for your move until it is right; an empty line shows the answers.
    """
    key = str(seed) if seed is not None else (day.date() if day else date.today()).isoformat()
    chosen = pick(key, **among)
    if as_json:
        write_json(run_json((chosen,)))
        return
    say(_asked(chosen))
    if solved or (_at_a_terminal() and not _solved(chosen)):
        say(f"\n{_answer(chosen)}")


def _at_a_terminal() -> bool:
    return sys.stdin.isatty()


def _asked(chosen: Puzzle) -> str:
    precise, _ = questions(chosen)
    about = f"Board {chosen.board}, {chosen.position}; {chosen.difficulty} in 100 answer wrongly."
    return f"{precise}\n{about}\n\n{fitting_text(chosen.position)}"


def _solved(chosen: Puzzle) -> bool:
    """Asks until a move is right; whether it was found before somebody gave up."""
    while line := click.prompt("\nYour move", default="", show_default=False).strip():
        try:
            cell = chosen.board.place(line.lower())
        except NoughtsError as error:
            click.echo(error)
            continue
        if cell in chosen.answers:
            click.echo(f"Right: {line.lower()}. {solution(chosen)}".rstrip())
            return True
        click.echo(f"Not {line}. Try again, or press Enter to see the answer.")
    return False


def _answer(chosen: Puzzle) -> str:
    answers = cells_words(chosen.board, list(chosen.answers), joint="or")
    line = f" The win: {' '.join(chosen.board.cell_names(chosen.line))}." if chosen.line else ""
    return f"Right: {answers}. {solution(chosen)}{line}".replace("  ", " ").rstrip()
