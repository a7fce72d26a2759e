"""How strong the levels and the engine are, from recorded games and exact matches: as data and as docs/strength.md.

The data are part of the package: an installed server has no records to compute them. Ratings are rounded to whole
points, as on the page: libraries differ in the digits behind. ``noughts strength`` plays what a record lacks; tests
hold the data and the page to the records.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, cast

from noughts.arena.challenge import SEED, Challenge, Progress
from noughts.arena.openings import opening
from noughts.arena.ratings import GAMES, LEVEL, Rating, exact_ratings, rating_among, ratings
from noughts.arena.recorded_games import GameRecords, RecordedGame, play_game
from noughts.arena.tournament import tournament
from noughts.contract.numbers import SCHEMA
from noughts.game.board import Board
from noughts.markdown_table import table
from noughts.pages.challenges import (
    NEVER_LOSES,
    PROGRAMS,
    PUBLISHED,
    SOURCES,
    STRONGEST,
    WINS_FIRST,
    is_finished,
)
from noughts.pages.markdown import comma_separated
from noughts.players.level import Level
from noughts.players.registry import LEVELS, player
from noughts.work import Alone, Team, in_order

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract import matches as shapes

EXACT = "3x3x3"
SAMPLED = ("4x4x4", "6x6x4", "7x7x5", "10x10x5", "15x15x5", "cube4")
"""The boards of the page: the first by exact matches, the others by games."""

OPENINGS = 40
"""How many openings neighbouring levels play with either colour; those two steps apart play half as many."""

FILE = Path(__file__).parent / "data" / "strength.json"


def play_missing(
    records: GameRecords, boards: Iterable[str], openings: int, say: Progress, team: Team | None = None
) -> None:
    """Plays the games that the record lacks, an opening after another, and records each.

    ``team`` plays them, this process unless given; they are recorded in the same order, whoever does.
    """
    missing = [
        (name, number, pair)
        for name in boards
        for number in range(openings)
        for pair in _seats(number, openings)
        if (name, *pair, SEED, number) not in records.games
    ]
    said = ""
    games = in_order((team or Alone()).each(missing, partial, _game))
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


def strength_parts(strength: shapes.StrengthJson) -> dict[str, str]:
    """What this data says of the levels, and what every level does, as the parts of the page."""
    boards = strength["boards"]
    return {"glance": _glance(boards), "steps": _steps(boards), "laws": _laws()}


def ratings_text(strength: shapes.StrengthJson) -> str:
    """The ratings alone, as Markdown: above the first level, and of each level above the one before."""
    parts = strength_parts(strength)
    steps = f"Elo above the level before, and the interval that holds {LEVEL:.0%}."
    return "\n\n".join([f"Elo above {LEVELS[0]}.", parts["glance"], steps, parts["steps"]])


def _glance(boards: Iterable[shapes.BoardStrengthJson]) -> str:
    rows = ((f"`{one['board']}`", *(str(each["elo"]) for each in one["ratings"])) for one in boards)
    return table(("Board", *LEVELS), rows, len(LEVELS))


def _steps(boards: Iterable[shapes.BoardStrengthJson]) -> str:
    rows = ((f"`{one['board']}`", *map(_step, one["ratings"][1:])) for one in boards)
    return table(("Board", *LEVELS[1:]), rows, len(LEVELS) - 1)


def _step(rating: shapes.LevelRatingJson) -> str:
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
    return table(head, (row for level in levels for row in _law_rows(level)), 4)


def _law_rows(level: Level) -> Iterator[tuple[str, ...]]:
    for boards, law in level.laws():
        thinker = f"`{law.thinker}`" if law.thinker else "a look"
        yield f"`{level}`", boards, thinker, *map(str, (*law.overlooks.values(), law.alert, law.near))


def known_strength() -> shapes.StrengthJson:
    """What the package has of it."""
    return cast("shapes.StrengthJson", json.loads(FILE.read_text(encoding="utf-8")))


def strength_json(levels: Sequence[RecordedGame], beyond: Sequence[RecordedGame]) -> shapes.StrengthJson:
    """The strength of the levels from their games, of the engine from its own. Raises NoughtsError without choix."""
    boards = [_exact_board()]
    for name in SAMPLED:
        played = [game for game in levels if str(game.board) == name]
        if played:
            boards.append(_board(name, played))
    return {
        "schema": SCHEMA,
        "boards": boards,
        "even": _challenges(NEVER_LOSES, beyond),
        "empty": _challenges(WINS_FIRST, beyond),
        "scale": _scale(beyond),
    }


def strength_table(strength: shapes.StrengthJson) -> str:
    """Every match on a line: what docs/strength.csv holds."""
    matches = [match for board in strength["boards"] for match in board["matches"]]
    programs = strength["scale"]["programs"] if strength["scale"] else []
    names = tuple(matches[0])
    every: list[Mapping[str, object]] = [*matches, *strength["even"], *strength["empty"], *programs]
    return comma_separated([{name: each[name] for name in names} for each in every])


def _exact_board() -> shapes.BoardStrengthJson:
    """What the stronger level of every pair scores in two games, with either colour."""
    scored = tournament(map(player, LEVELS), Board.playable(EXACT)).table
    scores = {}
    for (i, weak), (j, strong) in combinations(enumerate(LEVELS), 2):
        first, second = scored[j][i], scored[i][j]
        scores[strong, weak] = float(first.win + first.draw / 2 + second.loss + second.draw / 2)
    return {
        "board": EXACT,
        "exact": True,
        "ratings": [_rating(each, None) for each in exact_ratings(LEVELS, scores)],
        "matches": [
            _score_json(EXACT, strong, weak, None, 50 * score) for (strong, weak), score in scores.items()
        ],
    }


def _board(name: str, played: Sequence[RecordedGame]) -> shapes.BoardStrengthJson:
    pairs: dict[tuple[str, str], list[RecordedGame]] = {}
    for game in played:
        strong, weak = sorted((game.x, game.o), key=LEVELS.index, reverse=True)
        pairs.setdefault((strong, weak), []).append(game)
    rated = ratings(LEVELS, {pair: _matches(games, pair[0]) for pair, games in pairs.items()})
    ordered = sorted(pairs.items(), key=lambda item: list(map(LEVELS.index, item[0])))
    return {
        "board": name,
        "exact": False,
        "ratings": [
            _rating(each, [round(each.low), round(each.high)] if n else None) for n, each in enumerate(rated)
        ],
        "matches": [_score_json(name, *pair, _points(games, pair[0])) for pair, games in ordered],
    }


def _points(games: Iterable[RecordedGame], player: str) -> list[float]:
    return [game.points(player) for game in games]


def _matches(games: Iterable[RecordedGame], player: str) -> list[float]:
    """What a player scored from each opening that was played with either colour."""
    matches: dict[int, list[float]] = {}
    for game in games:
        matches.setdefault(game.number, []).append(game.points(player))
    return [sum(points) for points in matches.values() if len(points) == GAMES]


def _rating(rating: Rating, interval: list[int] | None) -> shapes.LevelRatingJson:
    return {
        "player": rating.player,
        "elo": round(rating.elo),
        "step": round(rating.step),
        "interval": interval,
    }


def _challenges(challenges: Iterable[Challenge], games: Sequence[RecordedGame]) -> list[shapes.ScoreJson]:
    return [
        _score_json(each.board, each.player, each.opponent, _points(played, each.player))
        for each in challenges
        if (played := each.games_in(games))
    ]


def _score_json(
    board: str, one: str, other: str, scored: Sequence[float] | None, score: float | None = None
) -> shapes.ScoreJson:
    """From the points of each game, or, where it is exact, from the share in 100 alone."""
    won, drawn, lost = (None if scored is None else scored.count(each) for each in (1, 0.5, 0))
    if scored is not None:
        score = 100 * sum(scored) / len(scored)
    assert score is not None
    return {
        "board": board,
        "player": one,
        "opponent": other,
        "games": None if scored is None else len(scored),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "score": round(score, 1),
    }


def _scale(games: Sequence[RecordedGame]) -> shapes.ScaleJson | None:
    met: Mapping[str, list[RecordedGame]] = {
        name: played for name, each in PROGRAMS.items() if (played := each.games_in(games))
    }
    counted = {name: played for name, played in met.items() if name in PUBLISHED}
    if not counted:
        return None
    scores = {name: _matches(filter(is_finished, played), STRONGEST) for name, played in counted.items()}
    rating = rating_among({name: float(PUBLISHED[name]) for name in counted}, scores, SEED)
    programs: list[shapes.ProgramScoreJson] = [
        {
            **_score_json(PROGRAMS[name].board, STRONGEST, name, _points(played, STRONGEST)),
            "version": SOURCES[name],
            "rated": PUBLISHED.get(name),
        }
        for name, played in met.items()
    ]
    return {
        "player": STRONGEST,
        "elo": round(rating.elo),
        "interval": [round(rating.low), round(rating.high)],
        "programs": programs,
    }
