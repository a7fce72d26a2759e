"""The part of docs/strength.md beyond the levels: who never loses, the Gomocup scale, values that are kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from noughts.arena.challenge import SEED, Challenge, Progress, play_challenge
from noughts.arena.kept_values import NODES, PLIES, KeptValue, read_kept, try_missing
from noughts.arena.openings import PLIES as OPENING_PLIES
from noughts.arena.ratings import GAMES, LEVEL, RESAMPLES, Rating, rating_among
from noughts.arena.recorded_games import GameRecords, RecordedGame
from noughts.errors import OptionError, quote
from noughts.markdown_table import table
from noughts.players.player import Player
from noughts.players.registry import LEVELS, player

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

BEYOND = """## Beyond the levels

What the engine makes of others, from the games that `docs/challenges.jsonl` records. Players are named as everywhere:
each of these games can be played again, but for those against other programs."""

FIRST = """### From balanced openings

Each opening twice, with either colour."""

WINNING = """### As X from the empty board

On these boards X wins. Against `random`, `weights` and the levels; the last level, and the engine with 20,000
positions, have no dice: one game is all games. [strength.csv](strength.csv) has them one by one."""

SCALE = f"""### The Gomocup scale

Gomocup rates programs that play five in a row; these are published with their source. `{STRONGEST}` met them
on 15x15x5, free style, by Gomocup's protocol at 1 s a move, one thread each. Openings are {OPENING_PLIES[0] + 1} to
{OPENING_PLIES[1]} random moves that the engine (with {EVEN_NODES:,} positions) finds even, each with either colour.
The programs were compiled for Linux from their source, with as little change as that needs. Their ratings are those of
2026-06-14 in free style, made on Gomocup's machines and with its times, on 15x15 but for PentaZen's, which is of 20x20.
Nobody can play these games again, for programs go by the clock: they are only recorded."""

VALUES = f"""### Values that are kept

Positions of random games, from {PLIES[0]} moves to half of the board, of seed {SEED}. They are won or drawn for the
side to move, as the table knows or the prover finds with {NODES:,} expansions, and some move would give that away;
whether the player's does they say too. Wins and draws take turns as far as there are both."""


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

    def page(self) -> str:
        """What is on record, as Markdown."""
        return challenges_page(self.games, read_kept(self._kept) if self._kept else [])


PLAYED_BEFORE = (
    "They were played by the engine of 0.1.0. It has changed since then: what it proves is true wherever a limit "
    "breaks it off, cells of equal worth go by the middle, and it searches deeper. `make strength` plays them anew."
)
"""Said while the record is of an engine that would move otherwise today; "" once it is played anew."""


def challenges_page(games: Sequence[RecordedGame], kept: Sequence[KeptValue]) -> str:
    """All of it, as Markdown; what has no record is left out."""
    head = f"{BEYOND} {PLAYED_BEFORE}".rstrip()
    parts = [
        *([head] if games or kept else []),
        *_part(FIRST, NEVER_LOSES, games),
        *_winning(games),
        *_scale(games),
        *_values(kept),
    ]
    return "\n\n".join(parts)


def _part(head: str, challenges: Iterable[Challenge], games: Sequence[RecordedGame]) -> list[str]:
    rows = [
        (f"`{each.board}`", f"`{each.player}`", f"`{each.opponent}`", *_result(each, played))
        for each in challenges
        if (played := each.played(games))
    ]
    head_row = ("Board", "Player", "Against", "Games", "Won", "Drawn", "Lost", "Score in 100")
    return [head, table(head_row, rows, 5)] if rows else []


def _winning(games: Sequence[RecordedGame]) -> list[str]:
    """What the engine scored on each board where X wins, against all together."""
    scored: dict[str, list[float]] = {}
    for each in WINS_FIRST:
        scored.setdefault(each.board, []).extend(game.points(STRONG) for game in each.played(games))
    rows = [(f"`{board}`", f"`{STRONG}`", *_counts(points)) for board, points in scored.items() if points]
    head = ("Board", "Player", "Games", "Won", "Drawn", "Lost", "Score in 100")
    return [WINNING, table(head, rows, 5)] if rows else []


def _result(challenge: Challenge, played: Sequence[RecordedGame]) -> tuple[str, ...]:
    """Games, wins, draws and losses of the challenger, and its share of the points."""
    return _counts([game.points(challenge.player) for game in played])


def _counts(scored: Sequence[float]) -> tuple[str, ...]:
    counts = (str(scored.count(each)) for each in (1, 0.5, 0))
    return str(len(scored)), *counts, f"{100 * sum(scored) / len(scored):.1f}"


def _scale(games: Sequence[RecordedGame]) -> list[str]:
    """The programs that were met, and the rating that comes of it."""
    met = {name: played for name, each in PROGRAMS.items() if (played := each.played(games))}
    if not met:
        return []
    head = ("Program", "Day", "Version here", "Rated", "Games", "Won", "Drawn", "Lost", "Score in 100")
    more = ("Forfeited by it", "s a move, here", "s a move, it")
    rows = [_results_against(name, played) for name, played in met.items()]
    return [SCALE, table((*head, *more), rows, 9), *_words(met)]


def _words(met: Mapping[str, Sequence[RecordedGame]]) -> list[str]:
    """The rating in words; nothing where no rated entry was met."""
    counted = {name: played for name, played in met.items() if name in PUBLISHED}
    if not counted:
        return []
    rating = gomocup_rating(counted)
    told = (
        f"With these programs' ratings as they are, `{STRONGEST}` is rated **{rating.elo:.0f}** on this scale:\n"
        f"that is most likely. {LEVEL:.0%} of {RESAMPLES} ratings of matches drawn from these with replacement lie\n"
        f"from {rating.low:.0f} to {rating.high:.0f}. To every pair one drawn game is added, and openings do not count "
        "in which a program forfeited\na game: it gave no move within 2 s."
    )
    if others := ", ".join(name for name in met if name in UNRATED):
        told += f" Nor do the games against {others}, a later source\nthat has no rating on this scale."
    return [told]


def gomocup_rating(met: Mapping[str, Sequence[RecordedGame]]) -> Rating:
    """The rating of STRONGEST from its games against programs whose ratings are published."""
    known = {name: float(PUBLISHED[name]) for name in met}
    return rating_among(known, {name: _matches(played) for name, played in met.items()}, SEED)


def _results_against(name: str, played: Sequence[RecordedGame]) -> tuple[str, ...]:
    told = [game.circumstances for game in played if game.circumstances]
    days, versions = (sorted({getattr(each, of) for each in told}) for of in ("date", "version"))
    ours, theirs = _seconds(played, STRONGEST), _seconds(played, name)
    forfeits = sum(not _is_finished(game) and game.points(name) == 0 for game in played)
    result = _result(PROGRAMS[name], played)
    when = (", ".join(days), ", ".join(versions))
    return (
        f"{name} {SOURCES[name]}",
        *when,
        str(PUBLISHED.get(name, "")),
        *result,
        str(forfeits),
        f"{ours:.2f}",
        f"{theirs:.2f}",
    )


def _seconds(played: Sequence[RecordedGame], name: str) -> float:
    """The mean of a player's seconds a move over games."""
    of = [
        game.circumstances.seconds[0 if game.x == name else 1]
        for game in played
        if game.circumstances is not None
    ]
    return sum(of) / max(1, len(of))


def _is_finished(game: RecordedGame) -> bool:
    """Whether the game went to its end."""
    last = sum(1 << cell for cell in game.moves[(len(game.moves) + 1) % 2 :: 2])
    return len(game.moves) == game.board.size or any(mask & last == mask for mask in game.board.masks)


def _matches(played: Sequence[RecordedGame]) -> list[float]:
    """What was scored from each opening that was played to the end with either colour."""
    matches: dict[int, list[float]] = {}
    for game in filter(_is_finished, played):
        matches.setdefault(game.number, []).append(game.points(STRONGEST))
    return [sum(scored) for scored in matches.values() if len(scored) == GAMES]


def _values(kept: Sequence[KeptValue]) -> list[str]:
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
    return [VALUES, table(head, rows, 3)] if rows else []
