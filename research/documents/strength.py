"""The page docs/strength.md: how strong the levels are on each board, from recorded games and exact matches.

``python -m research.strength`` plays what the record lacks; a test holds the page to the record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

from noughts.game.board import Board
from noughts.jobs import Workers, in_order, results
from noughts.lessons.lesson_text import markdown_table
from noughts.players.level import Level
from noughts.players.registry import LEVELS, player
from research.strength.openings import opening
from research.strength.ratings import LEVEL
from research.strength.recorded_games import GameRecords, RecordedGame, play_game

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.matches import BoardStrengthJson, LevelRatingJson, StrengthJson

EXACT = "3x3x3"
SAMPLED = ("4x4x4", "6x6x4", "7x7x5", "10x10x5", "15x15x5", "cube4")
"""The boards of the page: the first by exact matches, the others by games."""

SEED = 1
OPENINGS = 40
"""How many openings neighbouring levels play with either colour; those two steps apart play half as many."""

Progress = Callable[[str], None]


def play_missing(
    records: GameRecords, boards: Iterable[str], openings: int, say: Progress, workers: Workers = 1
) -> None:
    """Plays the games that the record lacks, an opening after another, and records each.

    ``workers`` play them (`noughts.jobs.results`); they are recorded in the same order, whoever does.
    """
    missing = [
        (name, number, pair)
        for name in boards
        for number in range(openings)
        for pair in _seats(number, openings)
        if (name, *pair, SEED, number) not in records.games
    ]
    said = ""
    games = in_order(results(missing, partial, _game, workers=workers))
    for (name, number, _), game in zip(missing, games, strict=True):
        begun = f"{name}: opening {number + 1} of {openings}"
        if begun != said:
            say(begun)
            said = begun
        records.add(game)


def _game(wanted: tuple[str, int, tuple[str, str]]) -> RecordedGame:
    """A game of the page: its board's name, the number of its opening, and its players."""
    name, number, (x, o) = wanted
    return play_game(opening(Board.playable(name), SEED, number), player(x), player(o))


def _seats(number: int, openings: int) -> Iterator[tuple[str, str]]:
    """Who plays whom from an opening: neighbours, and in the first half those two steps apart, with either colour."""
    for (i, weak), (j, strong) in combinations(enumerate(LEVELS), 2):
        if j - i == 1 or (j - i == 2 and number < openings // 2):
            yield strong, weak
            yield weak, strong


def strength_parts(strength: StrengthJson) -> dict[str, str]:
    """What this data says of the levels, and what every level does, as the parts of the page."""
    boards = strength["boards"]
    return {"glance": _glance(boards), "steps": _steps(boards), "laws": _laws()}


def ratings_text(strength: StrengthJson) -> str:
    """The ratings alone, as Markdown: above the first level, and of each level above the one before."""
    parts = strength_parts(strength)
    steps = f"Elo above the level before, and the interval that holds {LEVEL:.0%}."
    return "\n\n".join([f"Elo above {LEVELS[0]}.", parts["glance"], steps, parts["steps"]])


def _glance(boards: Iterable[BoardStrengthJson]) -> str:
    rows = ((f"`{one['board']}`", *(str(each["elo"]) for each in one["ratings"])) for one in boards)
    return markdown_table(("Board", *LEVELS), rows, len(LEVELS))


def _steps(boards: Iterable[BoardStrengthJson]) -> str:
    rows = ((f"`{one['board']}`", *map(_step, one["ratings"][1:])) for one in boards)
    return markdown_table(("Board", *LEVELS[1:]), rows, len(LEVELS) - 1)


def _step(rating: LevelRatingJson) -> str:
    interval = rating["interval"]
    return f"{rating['step']:+d}" + (f" ({interval[0]:+d} to {interval[1]:+d})" if interval else "")


def _laws() -> str:
    """What every level does."""
    levels = [level for level in map(player, LEVELS) if isinstance(level, Level)]
    head = (
        "Level",
        "Boards",
        "Overlooking nothing",
        "Overlooks straight",
        "Overlooks diagonal",
        "Sees a last stone",
        "As good as best",
    )
    return markdown_table(head, (row for level in levels for row in _law_rows(level)), 4)


def _law_rows(level: Level) -> Iterator[tuple[str, ...]]:
    for boards, law in level.laws():
        thinker = f"`{law.thinker}`" if law.thinker else "a look"
        yield f"`{level}`", boards, thinker, *map(str, (*law.overlooks.values(), law.alert, law.near))
