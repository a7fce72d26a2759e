"""What is taught and learnt: lessons, puzzle, and learn, a player that learns with how well it plays meanwhile."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path

import click

from noughts.cli.console import check_places, json_option, progress, say, table, tell, write, write_json
from noughts.cli.parameters import option_group
from noughts.contests.json_views import learning_json
from noughts.contests.learning_curve import LearningPoint, LearntSide, begin, curve_points
from noughts.display.learning_svg import learning_svg
from noughts.display.tables import sheet
from noughts.errors import NoughtsError, quote
from noughts.explain.board_text import fitting_text
from noughts.explain.say import cells_words
from noughts.explain.wording import REGISTERS, Register
from noughts.lessons import catalogue
from noughts.lessons.lesson_text import lesson_text
from noughts.lessons.puzzles import KINDS, LEVELS, Puzzle, pick, questions, run_json, solution
from noughts.players.learning.training import Learner, Training
from noughts.players.learning.training_file import load_training, save_training

_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command(short_help="Train a player that learns, and compute its learning curve.")
@click.argument("player", required=False)
@option_group(
    "options",
    dict,
    click.option("--games", type=int, help="Games on each side.  [default: the player's]"),
    click.option("--against", metavar="PLAYER", help="A player's bare name, or itself.  [default: random]"),
    click.option("--seed", type=int, help="Another seed gives other dice.  [default: 0]"),
)
@click.option(
    "--every", type=int, help="Games from one point of the curve to the next.  [default: a twentieth]"
)
@click.option("--resume", type=_FILE, help="Go on from what --output kept, up to --games.")
@option_group(
    "files",
    dict,
    click.option("--output", type=_FILE, help="Keep what was learnt in this file, also after Ctrl-C."),
    click.option("--svg", type=_FILE, help="Draw the curve as an SVG."),
)
@json_option
def learn(
    player: str | None,
    options: dict[str, object],
    every: int | None,
    resume: Path | None,
    files: dict[str, Path | None],
    as_json: bool,
) -> None:
    """Trains PLAYER, which is menace, td or q with options, and tells how well it plays meanwhile.

    At every point its results are exact: what it expects (win 1, draw 0, loss -1) on each side against perfect and
    against random play, and against the opponent that knows it best. With --json a point is a line of JSON, at once.
    """
    given = {name: value for name, value in options.items() if value is not None}
    training = _training(player, given, resume)
    output, svg = files["output"], files["svg"]
    check_places(output, svg)
    name = str(training.learner)
    with _ctrl_c() as asked:
        points = _points(training, every, asked, as_json)
        stopped = asked()
    if output and training.games:
        save_training(training, output)
        tell(f"kept {training.games:,} games in {output}")
    if svg:
        write(svg, f"{learning_svg(name, points)}\n")
    if not as_json:
        _show(name, points)
    if stopped:
        if not output:
            tell("nothing is kept: there is no --output")
        raise KeyboardInterrupt


def _points(
    training: Training[Learner], every: int | None, stop: Callable[[], bool], as_json: bool
) -> list[LearningPoint]:
    """Trains, and computes the points meanwhile; as JSON they are written at once."""
    learner, points = training.learner, []
    with progress("learning") as step:
        for point in curve_points(training, every, stop):
            step(point.games, learner.games)
            points.append(point)
            if as_json:
                write_json(learning_json(str(learner), point))
    return points


def _training(spec: str | None, given: dict[str, object], resume: Path | None) -> Training[Learner]:
    """A new training of the player that is named, or the one that a file keeps."""
    if resume:
        if spec or set(given) - {"games"}:
            raise click.UsageError(
                f"--resume {quote(resume)} names the player: only --games may be given with it"
            )
        games = given.get("games")
        if not isinstance(games, int):
            raise click.UsageError("--resume needs --games: up to how many on each side")
        return load_training(resume, games)
    if not spec:
        raise click.UsageError("who is to learn? menace, td or q; or --resume a file")
    return begin(spec, **given)


@contextmanager
def _ctrl_c() -> Iterator[Callable[[], bool]]:
    """While it lasts Ctrl-C is remembered, so that a game is played to its end; a second one ends all at once."""
    asked: list[bool] = []

    def hear(*_: object) -> None:
        if asked:
            raise KeyboardInterrupt
        asked.append(True)

    before = signal.signal(signal.SIGINT, hear)
    try:
        yield lambda: bool(asked)
    finally:
        signal.signal(signal.SIGINT, before)


def _show(name: str, points: list[LearningPoint]) -> None:
    heads = ("games", *(f"{side}: {what}" for side in "XO" for what in ("perfect", "random", "worst")))
    rows = [(f"{point.games:,}", *_numbers(point.x), *_numbers(point.o)) for point in points]
    title = f"{name}: what it expects against perfect and random play, and at the worst"
    table(sheet(title, heads, rows))


def _numbers(side: LearntSide) -> tuple[str, ...]:
    return tuple(f"{float(score):.3f}" for score in (side.perfect, side.random, side.worst))


@click.command(short_help="Lessons to read.")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option(
    "--words",
    type=click.Choice(REGISTERS),
    default=REGISTERS[0],
    show_default=True,
    help="Simple: moves, and names. Precise: plies, values, and players as the library names them.",
)
@click.option(
    "--from",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    default=catalogue.FOLDER,
    help="Lessons of your own, in this folder.  [default: those of the house]",
)
def lessons(names: tuple[str, ...], words: Register, folder: Path) -> None:
    """Prints the lessons of these names, as Markdown; without a name, which there are.

    On the page, under Learn, their boards can be played on; `noughts serve --lessons` puts your own there.
    """
    for name in names:
        click.echo(f"{lesson_text(name, words, folder)}\n")
    if not names:
        among = catalogue.lessons(folder)
        width = max(map(len, among))
        for name, lesson in among.items():
            title, summary = lesson.words(words)
            click.echo(f"{name:{width}}  {title}: {summary}")


@click.command(short_help="A puzzle to solve: of today, or of a board and a theme.")
@option_group(
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
    say(_question(chosen))
    if solved or (_at_a_terminal() and not _solve(chosen)):
        say(f"\n{_answer(chosen)}")


def _at_a_terminal() -> bool:
    return sys.stdin.isatty()


def _question(chosen: Puzzle) -> str:
    precise, _ = questions(chosen)
    about = f"Board {chosen.board}, {chosen.position}; {chosen.difficulty} in 100 answer wrongly."
    return f"{precise}\n{about}\n\n{fitting_text(chosen.position)}"


def _solve(chosen: Puzzle) -> bool:
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
    answers = cells_words(chosen.board, list(chosen.answers), conjunction="or")
    line = f" The win: {' '.join(chosen.board.cell_names(chosen.line))}." if chosen.line else ""
    return f"Right: {answers}. {solution(chosen)}{line}".replace("  ", " ").rstrip()
