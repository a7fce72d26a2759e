"""``python -m research.documents``: the makers' tool, which writes the documents and what the package ships.

``make`` calls it: every command computes one document, or tells whether what was recorded comes out again.
"""

from __future__ import annotations

from pathlib import Path

import click

from noughts.display.sheets import Sheet
from noughts.errors import NoughtsError, quote
from noughts.game.board import Board
from noughts.lessons.shipped import computed
from noughts.markdown_table import fill
from noughts.players.player import Player
from noughts.solver.recorded import read_runs
from noughts.ui.cli.console import PATH, check_places, table, tell, watching, write, writing
from noughts.ui.cli.main import run
from noughts.ui.cli.parameters import PLAYER, PROVABLE, end_unsettled
from research.documents.challenges import Beyond
from research.documents.five import record_campaign, write_five
from research.documents.mnk import archive, mnk_page, mnk_table
from research.documents.results import ExactResults
from research.documents.strength import OPENINGS, SAMPLED, play_missing, strength_parts
from research.documents.strength_data import strength_json, strength_table, write_strength
from research.mnk.records import is_repeatable
from research.mnk.survey import repeat
from research.puzzles.puzzle_maker import make_puzzles, pack
from research.strength.recorded_games import GameRecords
from research.training.network_games import add_game, examples, recorded_moves

_FILE = click.Path(dir_okay=False, path_type=Path)
_RECORD = click.Path(exists=True, dir_okay=False, path_type=Path)
_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def pages() -> None:
    """Writes the documents of the house, and the data that comes with the package."""


@pages.command()
@click.argument("page", type=_RECORD)
def results(page: Path) -> None:
    """Who is unbeatable, as X and as O, and the losing lines, docs/results.md; every match, docs/results.csv."""
    check_places(page, page.with_suffix(".csv"))
    text, made = page.read_text(encoding="utf-8"), ExactResults()
    write(page, made.text(text))
    write(page.with_suffix(".csv"), made.table())


@pages.command()
@click.argument("data", type=_FILE)
def lessons(data: Path) -> None:
    """What the server need not compute of lessons and all matches."""
    check_places(data)
    write(data, computed())


@pages.command()
@click.argument("data", type=_FILE)
@click.argument("records", type=_RECORD, nargs=-1, required=True)
def puzzles(data: Path, records: tuple[Path, ...]) -> None:
    """Puzzles on every board, of the positions of recorded games: the same games give the same file."""
    check_places(data)
    games = [game for record in records for game in GameRecords(record).games.values()]
    write(data, pack(make_puzzles(games, tell)))


@pages.command()
@click.argument("page", type=_RECORD)
@click.argument("data", type=_FILE)
@click.option(
    "--record", type=_FILE, required=True, help="Games of the levels: what is there is not played again."
)
@click.option(
    "--challenges", type=_FILE, help="Games beyond the levels: what it lacks is played, for half an hour."
)
@click.option("--kept", type=_FILE, help="Positions with their values: what it lacks the engine tries.")
def strength(page: Path, data: Path, record: Path, challenges: Path | None, kept: Path | None) -> None:
    """How strong the levels are, docs/strength.md, and the same for the server; plays what the records lack."""
    check_places(page, data)
    records, beyond = GameRecords(record), Beyond(challenges, kept)
    play_missing(records, SAMPLED, OPENINGS, tell)
    beyond.fill(tell)
    games = tuple(records.games.values())
    strength = strength_json(games, beyond.games)
    write_strength(data, strength)
    parts = strength_parts(strength) | beyond.parts(strength)
    write(page, fill(page.read_text(encoding="utf-8"), parts))
    write(page.with_suffix(".csv"), strength_table(strength))


@pages.command()
@click.argument("challenges", type=_FILE)
@click.argument("programs", type=PLAYER, nargs=-1, required=True)
def against(challenges: Path, programs: tuple[Player, ...]) -> None:
    """Plays PROGRAMS of the Gomocup scale, like gomocup:PATH(called=Wine), and records the games in CHALLENGES."""
    Beyond(challenges, None).meet(programs, tell)


@pages.command()
@click.argument("file", type=_FILE)
@click.argument("record", type=_FILE)
@click.option(
    "--games", type=click.IntRange(min=0), default=0, help="So many new games are played and recorded first."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    help="Of the weights' beginning and order, and of new games.",
)
def weights(file: Path, record: Path, games: int, seed: int) -> None:
    """The weights of the engine's network, of games with itself: the same record and seed give the same FILE."""
    from research.training import network_fit, policy_fit

    check_places(file)
    for _ in range(games):
        tell(f"game {add_game(record, seed)}")
    policy = policy_fit.PolicyFit(policy_fit.arrays(recorded_moves(record)), seed)
    policy.learn(tell)
    fit = network_fit.Fit(network_fit.arrays(examples(record)), seed)
    fit.learn(tell)
    write(file, fit.network(policy.policy()).packed())


@pages.command()
@click.argument("record", type=_RECORD)
@click.argument("certificates", type=_FOLDER)
@click.argument("page", type=_RECORD)
@click.argument("packed", type=_FILE)
def mnk(record: Path, certificates: Path, page: Path, packed: Path) -> None:
    """The page of recorded runs, docs/mnk.md and docs/mnk.csv; and their certificates, packed for the server."""
    check_places(page, packed)
    runs = read_runs(record)
    write(page, mnk_page(page.read_text(encoding="utf-8"), runs))
    write(page.with_suffix(".csv"), mnk_table(runs))
    write(packed, archive(sorted(certificates.glob("*.gz"))))


@pages.command()
@click.argument("record", type=_RECORD)
@click.argument("boards", type=PROVABLE, nargs=-1)
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
    table(Sheet("Certificates made again by one thread", heads, lines, words=4))
    if any(same != "the same" for *_, same in lines):
        end_unsettled()


@pages.command()
@click.argument("record", type=_RECORD)
@click.argument("page", type=_RECORD)
@click.argument("picture", type=_FILE)
@click.argument("data", type=_FILE, required=False)
@click.option("--joined", type=_RECORD, help="Joined certificate of the largest board.")
def five(record: Path, page: Path, picture: Path, data: Path | None, joined: Path | None) -> None:
    """Write docs/five.md and its picture from RECORD; and what the server reports of campaigns."""
    with writing(page):
        write_five(page, picture, record, data, joined)


@pages.command()
@click.argument("record", type=_FILE)
@click.argument("board", type=PROVABLE)
@click.argument("folder", type=_FOLDER)
def campaign(record: Path, board: Board, folder: Path) -> None:
    """Record in RECORD how the campaign of BOARD in FOLDER stands."""
    with writing(record):
        record_campaign(record, board, folder)


if __name__ == "__main__":
    run(pages, "python -m research.documents")
