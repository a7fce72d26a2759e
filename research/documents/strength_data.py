"""What docs/strength.md says, as data that is part of the package: an installed server has no records to compute it.

Ratings are rounded to whole points, as on the page: libraries differ in the digits behind. A test holds it to the
record.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from noughts.contests.tournament import tournament
from noughts.contract.numbers import SCHEMA
from noughts.game.board import Board
from noughts.players.registry import LEVELS, player
from research.documents.challenges import (
    NEVER_LOSES,
    PROGRAMS,
    PUBLISHED,
    SOURCES,
    STRONGEST,
    WINS_FIRST,
    is_finished,
)
from research.documents.markdown import comma_separated
from research.documents.strength import EXACT, SAMPLED
from research.strength.challenge import SEED, Challenge
from research.strength.ratings import GAMES, Rating, exact_ratings, rating_among, ratings
from research.strength.recorded_games import RecordedGame

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract import matches as shapes


def strength_text(strength: shapes.StrengthJson) -> str:
    """Return what the package has of it, as the file has it."""
    return f"{json.dumps(strength, indent=1)}\n"


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
    table = tournament(map(player, LEVELS), Board.playable(EXACT)).table
    scores = {}
    for (i, weak), (j, strong) in combinations(enumerate(LEVELS), 2):
        first, second = table[j][i], table[i][j]
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
