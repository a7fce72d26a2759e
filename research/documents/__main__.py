"""``python -m research.documents``: makes the documents that are computed, and the data that come with the package."""

from __future__ import annotations

from pathlib import Path

import click

from noughts.cli.console import PATH, end_unsettled, table, tell, watching, writing
from noughts.cli.main import run
from noughts.cli.parameters import PLAYER, PROVABLE
from noughts.contests.learning_curve import curve_points
from noughts.contests.recorded import STRENGTH
from noughts.display.learning_svg import learning_svg
from noughts.display.tables import sheet
from noughts.errors import NoughtsError, quote
from noughts.game.board import Board
from noughts.lessons.packaged import computed
from noughts.players.learning.training import Learner, Training
from noughts.players.player import Player
from noughts.players.registry import player
from noughts.solver.recorded import read_runs
from research.documents.challenges import Beyond
from research.documents.five import five_page, record_campaign
from research.documents.http import http_page
from research.documents.markdown import fill
from research.documents.mnk import archive, mnk_page, mnk_table
from research.documents.results import ExactResults
from research.documents.strength import OPENINGS, SAMPLED, play_missing, strength_parts
from research.documents.strength_data import strength_json, strength_table, strength_text
from research.files import FILE, FOLDER, PRESENT, RECORD, Files, files_option
from research.mnk.records import is_repeatable
from research.mnk.survey import repeat
from research.paths import CERTIFICATES, DOCS, PACKAGE, RECORDS, RUNS
from research.strength.recorded_games import GameRecords

_CHALLENGES = RECORDS / "challenges.jsonl"
_CAMPAIGNS = RECORDS / "five.jsonl"
_LEARNING = ("menace(games=2000)", "td(games=5000, against=itself)", "q(games=5000, against=itself)")


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.pass_context
def documents(ctx: click.Context) -> None:
    """Make the documents that are computed, and the data that come with the package."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@documents.command()
@click.argument("page", type=RECORD, default=DOCS / "http.md")
@files_option
def http(page: Path, files: Files) -> None:
    """Make the reference of the HTTP interface, docs/http.md."""
    files.begin(page)
    files.put(page, http_page())
    files.end()


@documents.command()
@click.argument("page", type=RECORD, default=DOCS / "results.md")
@files_option
def results(page: Path, files: Files) -> None:
    """Who is unbeatable, as X and as O, and the losing lines, docs/results.md; every match, docs/results.csv."""
    files.begin(page, page.with_suffix(".csv"))
    text, made = page.read_text(encoding="utf-8"), ExactResults()
    files.put(page, made.text(text))
    files.put(page.with_suffix(".csv"), made.table())
    files.end()


@documents.command()
@click.argument("data", type=FILE, default=PACKAGE / "lessons" / "data" / "shipped.json")
@files_option
def lessons(data: Path, files: Files) -> None:
    """What the server need not compute of lessons and all matches."""
    files.begin(data)
    files.put(data, computed())
    files.end()


@documents.command()
@click.argument("folder", type=FOLDER, default=DOCS / "pictures")
@files_option
def learning(folder: Path, files: Files) -> None:
    """The learning curves of docs/learning.md."""
    for learner in map(player, _LEARNING):
        assert isinstance(learner, Learner)
        points = list(curve_points(Training(learner), learner.games // 20))
        files.put(folder / f"learning-{learner.name}.svg", f"{learning_svg(str(learner), points)}\n")
    files.end()


@documents.command()
@click.argument("page", type=RECORD, default=DOCS / "strength.md")
@click.argument("data", type=FILE, default=STRENGTH)
@click.option(
    "--record",
    type=FILE,
    default=RECORDS / "strength.jsonl",
    help="Games of the levels: what is there is not played again.",
)
@click.option(
    "--challenges",
    type=FILE,
    default=_CHALLENGES,
    help="Games beyond the levels: what it lacks is played, for half an hour.",
)
@click.option(
    "--kept",
    type=FILE,
    default=RECORDS / "kept.jsonl",
    help="Positions with their values: what it lacks the engine tries.",
)
@files_option
def strength(page: Path, data: Path, record: Path, challenges: Path, kept: Path, files: Files) -> None:
    """How strong the levels are, docs/strength.md, and the same for the server; plays what the records lack."""
    files.begin(page, data)
    records, beyond = GameRecords(record), Beyond(challenges, kept)
    if not files.is_check:
        play_missing(records, SAMPLED, OPENINGS, tell)
        beyond.fill(tell)
    strength = strength_json(tuple(records.games.values()), beyond.games)
    files.put(data, strength_text(strength))
    parts = strength_parts(strength) | beyond.parts(strength)
    files.put(page, fill(page.read_text(encoding="utf-8"), parts))
    files.put(page.with_suffix(".csv"), strength_table(strength))
    files.end()


@documents.command()
@click.argument("programs", type=PLAYER, nargs=-1, required=True)
@click.option("--challenges", type=FILE, default=_CHALLENGES, help="The games beyond the levels.")
def against(challenges: Path, programs: tuple[Player, ...]) -> None:
    """Plays PROGRAMS of the Gomocup scale, like gomocup:PATH(called=Wine), and records the games."""
    Beyond(challenges, None).meet(programs, tell)


@documents.command()
@click.argument("page", type=RECORD, default=DOCS / "mnk.md")
@click.argument("packed", type=FILE, default=PACKAGE / "solver" / "data" / "certificates.zip")
@click.option("--record", type=RECORD, default=RUNS, help="The runs.")
@click.option("--certificates", type=PRESENT, default=CERTIFICATES, help="Their certificates.")
@files_option
def mnk(page: Path, packed: Path, record: Path, certificates: Path, files: Files) -> None:
    """The page of recorded runs, docs/mnk.md and docs/mnk.csv; and their certificates, packed for the server."""
    files.begin(page, packed)
    runs = read_runs(record)
    files.put(page, mnk_page(page.read_text(encoding="utf-8"), runs))
    files.put(page.with_suffix(".csv"), mnk_table(runs))
    files.put(packed, archive(sorted(certificates.glob("*.gz"))))
    files.end()


@documents.command()
@click.argument("boards", type=PROVABLE, nargs=-1)
@click.option("--record", type=RECORD, default=RUNS, help="The runs.")
def again(record: Path, boards: tuple[Board, ...]) -> None:
    """Makes the recorded certificates of BOARDS, or of all, again by one thread; status 1 where a byte differs.

    Runs whose threads raced cannot be made again, and are left out.
    """
    wanted = [one for one in read_runs(record) if is_repeatable(one) and (not boards or one.board in boards)]
    for board in boards:
        if all(one.board != board for one in wanted):
            raise NoughtsError(f"no run of {board} by one thread is recorded in {quote(record, PATH)}")
    lines = []
    for recorded in wanted:
        with watching(recorded.board) as watch:
            made = repeat(recorded, watch)
        same = "the same" if made.sha256 == recorded.sha256 else f"not {recorded.sha256}"
        lines.append((str(recorded.board), recorded.question, made.sha256 or "", same))
    heads = ("board", "question", "sha256", "recorded")
    table(sheet("Certificates made again by one thread", heads, lines, words=4))
    if any(same != "the same" for *_, same in lines):
        end_unsettled()


@documents.command()
@click.argument("page", type=RECORD, default=DOCS / "five.md")
@click.argument("picture", type=FILE, default=DOCS / "pictures" / "five.svg")
@click.argument("data", type=FILE, default=PACKAGE / "solver" / "data" / "five.json")
@click.option("--record", type=RECORD, default=_CAMPAIGNS, help="The campaigns.")
@click.option("--joined", type=RECORD, help="Joined certificate of the largest board.")
@files_option
def five(page: Path, picture: Path, data: Path, record: Path, joined: Path | None, files: Files) -> None:
    """The page of campaigns, docs/five.md, and its picture; and what the server reports of campaigns."""
    files.begin(page, picture, data)
    made = five_page(page.read_text(encoding="utf-8"), record, joined)
    for path, content in zip((page, picture, data), made, strict=True):
        files.put(path, content)
    files.end()


@documents.command()
@click.argument("board", type=PROVABLE)
@click.argument("folder", type=PRESENT)
@click.option("--record", type=FILE, default=_CAMPAIGNS, help="The campaigns.")
def campaign(record: Path, board: Board, folder: Path) -> None:
    """Record how the campaign of BOARD in FOLDER stands."""
    with writing(record):
        record_campaign(record, board, folder)


if __name__ == "__main__":
    run(documents, "python -m research.documents")
