"""The part of docs/strength.md beyond the levels: who never loses, the Gomocup scale, values that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.errors import OptionError, quote
from noughts.game.position import Position
from noughts.lessons.lesson_text import markdown_table
from noughts.players.player import Player
from noughts.players.registry import LEVELS, player
from research.strength.challenge import Challenge, Progress, play_challenge
from research.strength.openings import PLIES as OPENING_PLIES
from research.strength.ratings import LEVEL, RESAMPLES
from research.strength.recorded_games import GameRecords, RecordedGame
from research.strength.value_preservation import KeptValue, read_kept, try_missing

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.matches import ProgramScoreJson, ScaleJson, ScoreJson, StrengthJson

STRONG = "engine(nodes=400000)"
"""Who plays: some tenths of a second a move, so that a slower machine, too, plays it within one."""

STRONGEST = "engine(nodes=1800000)"
"""Who plays the programs of others: about a second a move on the machine where they were met."""

BY_DICE = ("random", "weights", *LEVELS[:-1])
BY_RULE = (LEVELS[-1], "engine")
"""Against who has no dice one game is all games."""

NEVER_LOSES = tuple(Challenge("15x15x5", STRONG, weak, openings=250) for weak in ("weights", "random"))

WINS_FIRST = tuple(
    Challenge(board, STRONG, other, first=games)
    for board, most in (("cube4", 34), ("6x5x4", 8), ("9x4x4", 8))
    for others, games in ((BY_DICE, most), (BY_RULE, 1))
    for other in others
)

CHALLENGES = (*NEVER_LOSES, *WINS_FIRST)
"""What anybody can play again."""

PUBLISHED = {"PentaZen": 2171, "Wine": 1853, "Carbon": 1624, "Ego": 1565}
"""Programs of the Gomocup scale, and their ratings in free style as its rating repository had them on 2026-06-14:
PentaZen's on 20x20, the others' on 15x15.
"""

UNRATED = ("Ego 2022",)
"""Programs that were met and have no rating there: a later source of one that has."""

SOURCES = {
    "PentaZen": "2021 (0.4.18)",
    "Wine": "2018 (2.1, source of 2018-04-21)",
    "Carbon": "2017 (2.3)",
    "Ego": "2021 (source of 2021-05-07)",
    "Ego 2022": "(7.0, source of 2022-02-08)",
}
"""The years of Gomocup whose entries are rated so, and the versions that were met."""

EVEN_NODES = 400_000

PROGRAMS = {
    name: Challenge("15x15x5", STRONGEST, name, 20, plies=OPENING_PLIES[0] + 1, nodes=EVEN_NODES)
    for name in (*PUBLISHED, *UNRATED)
}
"""Some programs play their first two moves by dice, so that shorter openings are left out. Of openings that only a
short search finds even, most are won by the same side whoever plays it: they tell little.
"""

KEPT_BOARDS = ("4x4x4", "5x4x4", "6x5x4", "9x4x4")
KEPT = 100


class Beyond:
    """The records of all this: a file of games, and one of positions; None for what is not asked for."""

    def __init__(self, challenges: Path | None, kept: Path | None) -> None:
        self._records = GameRecords(challenges) if challenges else None
        self._kept = kept

    def fill(self, say: Progress) -> None:
        """Plays and tries what the records lack, but for games against programs."""
        for challenge in CHALLENGES if self._records else ():
            assert self._records
            names = challenge.player, challenge.opponent
            play_challenge(challenge, map(player, names), self._records, say)
        for board in KEPT_BOARDS if self._kept else ():
            assert self._kept
            try_missing(self._kept, board, player(STRONG), KEPT, say)

    def meet(self, programs: Iterable[Player], say: Progress) -> None:
        """Plays what the record lacks against programs. Raises OptionError for one that is not of PROGRAMS."""
        for program in programs:
            if str(program) not in PROGRAMS:
                known = ", ".join(PROGRAMS)
                raise OptionError(
                    f"{quote(str(program))} is no program that is met here: called is one of {known}"
                )
            if self._records is None:
                raise OptionError("games against programs need a file to record them: --challenges FILE")
            play_challenge(PROGRAMS[str(program)], (player(STRONGEST), program), self._records, say)

    @property
    def games(self) -> tuple[RecordedGame, ...]:
        """The games on record."""
        return tuple(self._records.games.values()) if self._records else ()

    def parts(self, strength: StrengthJson) -> dict[str, str]:
        """What is on record, of which this data has been made, as the parts of the page; none that has no record."""
        scale = strength["scale"]
        made = {
            "played_before": PLAYED_BEFORE,
            "even": _even(strength["even"]),
            "winning": _winning(strength["empty"]),
            "scale": _scale(scale, self.games) if scale else "",
            "kept": _values(read_kept(self._kept) if self._kept else []),
        }
        return {name: part for name, part in made.items() if part or name == "played_before"}


PLAYED_BEFORE = ""
"""Said while the record is of an engine that would move otherwise today; "" once it is played anew."""


def _even(matches: Iterable[ScoreJson]) -> str:
    rows = [
        (f"`{each['board']}`", f"`{each['player']}`", f"`{each['opponent']}`", *_result(each))
        for each in matches
    ]
    head = ("Board", "Player", "Against", "Games", "Won", "Drawn", "Lost", "Score in 100")
    return markdown_table(head, rows, 5) if rows else ""


def _winning(matches: Sequence[ScoreJson]) -> str:
    """What the engine scored on each board where X wins, against all together."""
    rows = []
    for board in dict.fromkeys(each["board"] for each in matches):
        games, won, drawn, lost = (
            sum(each[what] or 0 for each in matches if each["board"] == board)
            for what in ("games", "won", "drawn", "lost")
        )
        score = f"{100 * (won + drawn / 2) / games:.1f}"
        rows.append((f"`{board}`", f"`{STRONG}`", *map(str, (games, won, drawn, lost)), score))
    head = ("Board", "Player", "Games", "Won", "Drawn", "Lost", "Score in 100")
    return markdown_table(head, rows, 5) if rows else ""


def _result(match: ScoreJson) -> tuple[str, ...]:
    """Games, wins, draws and losses, and the points in 100."""
    counts = (match["games"], match["won"], match["drawn"], match["lost"])
    return *map(str, counts), f"{match['score']:.1f}"


def _scale(scale: ScaleJson, games: Sequence[RecordedGame]) -> str:
    """The programs that were met, and the rating that comes of it."""
    head = ("Program", "Day", "Version here", "Rated", "Games", "Won", "Drawn", "Lost", "Score in 100")
    more = ("Forfeited by it", "s a move, here", "s a move, it")
    rows = [_results_against(each, games) for each in scale["programs"]]
    return f"{markdown_table((*head, *more), rows, 9)}\n\n{_words(scale)}"


def _words(scale: ScaleJson) -> str:
    """The rating in words."""
    low, high = scale["interval"]
    told = (
        f"With these programs' ratings as they are, `{STRONGEST}` is rated **{scale['elo']}** on this scale:\n"
        f"that is most likely. {LEVEL:.0%} of {RESAMPLES} ratings of matches drawn from these with replacement lie\n"
        f"from {low} to {high}. To every pair one drawn game is added, and openings do not count "
        "in which a program forfeited\na game: it gave no move within 2 s."
    )
    if others := ", ".join(each["opponent"] for each in scale["programs"] if each["rated"] is None):
        told += f" Nor do the games against {others}, a later source\nthat has no rating on this scale."
    return told


def _results_against(program: ProgramScoreJson, games: Sequence[RecordedGame]) -> tuple[str, ...]:
    name = program["opponent"]
    played = PROGRAMS[name].games_in(games)
    told = [game.circumstances for game in played if game.circumstances]
    days, versions = (sorted({getattr(each, of) for each in told}) for of in ("date", "version"))
    forfeits = sum(not is_finished(game) and game.points(name) == 0 for game in played)
    rated = "" if program["rated"] is None else str(program["rated"])
    when = (", ".join(days), ", ".join(versions))
    seconds = (f"{_seconds(played, who):.2f}" for who in (STRONGEST, name))
    return f"{name} {program['version']}", *when, rated, *_result(program), str(forfeits), *seconds


def _seconds(played: Sequence[RecordedGame], name: str) -> float:
    """The mean of a player's seconds a move over games."""
    of = [
        game.circumstances.seconds[0 if game.x == name else 1]
        for game in played
        if game.circumstances is not None
    ]
    return sum(of) / max(1, len(of))


def is_finished(game: RecordedGame) -> bool:
    """Whether the game went to its end."""
    return reduce(Position.play_unchecked, game.moves, Position.start(game.board)).is_over


def _values(kept: Sequence[KeptValue]) -> str:
    rows = []
    for board in KEPT_BOARDS:
        there = [each for each in kept if each.board == board and each.player == STRONG]
        if there:
            counts = [
                f"{sum(each.is_kept for each in some)} of {len(some)}"
                for some in ([each for each in there if each.value == value] for value in ("win", "draw"))
            ]
            share = sum(each.is_kept for each in there) / len(there)
            rows.append((f"`{board}`", f"`{STRONG}`", *counts, f"{100 * share:.0f}"))
    head = ("Board", "Player", "Wins kept", "Draws kept", "In 100")
    return markdown_table(head, rows, 3) if rows else ""
