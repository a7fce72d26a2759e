"""All lessons in the order in which they are read, and what each is called."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError, meant, quote
from noughts.explain.register import Register
from noughts.game.position import Position
from noughts.lessons import teach_first, teach_ladder, teach_players, teach_search

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import LessonBlockJson, LessonHeadJson, LessonJson, LessonsJson


@dataclass(frozen=True)
class Lesson:
    """A lesson: its title and summary, the part it belongs to, a position as its picture, and what makes its blocks.

    ``simple``: its title and summary in the simple register, where they differ.
    """

    title: str
    summary: str
    part: str
    picture: str
    blocks: Callable[[], list[LessonBlockJson]]
    simple: tuple[str, str] | None = None

    def words(self, register: Register) -> tuple[str, str]:
        """Its title and its summary in a register."""
        return (register == "simple" and self.simple) or (self.title, self.summary)


_FIRST, _PLAYERS, _AHEAD = "First things", "The classic players", "Looking ahead"

LESSONS: dict[str, Lesson] = {
    "fork": Lesson(
        "What a fork is",
        "Two threats at once: how games are won, and how not to lose them.",
        _FIRST,
        "X.O/.O./X.X",
        teach_first.fork,
    ),
    "symmetry": Lesson(
        "Mirrors and turns",
        "Eight pictures of one position, and what that saves.",
        _FIRST,
        "X.O/.../O.X",
        teach_first.symmetry,
    ),
    "why-o-never-wins": Lesson(
        "Why O never wins",
        "A proof by theft, for boards of every size.",
        _FIRST,
        "XOX/OXO/OX.",
        teach_first.why_o_never_wins,
    ),
    "newell-simon": Lesson(
        "Eight rules",
        "Newell and Simon's list, rule by rule, and what each adds.",
        _PLAYERS,
        "X../.O./..X",
        teach_ladder.newell_simon,
    ),
    "core": Lesson(
        "Seven steps: core",
        "Seven steps and a die: a brain without a tree.",
        _PLAYERS,
        "XX./.O./...",
        teach_players.core,
        ("Seven steps", "Seven steps and a die: a brain that never looks ahead."),
    ),
    "weights": Lesson(
        "The weight grid: weights",
        "A number for every cell, from a single look.",
        _PLAYERS,
        "XX./.../O..",
        teach_players.weights,
        ("The weight grid", "A number for every cell, from a single look."),
    ),
    "rules": Lesson(
        "The decision table: rules",
        "Prime sums, a decision table, and a claim to be unbeatable.",
        _PLAYERS,
        "..X/.O./X..",
        teach_players.rules,
        ("The decision table", "A few sums, a table of questions, and a claim to be unbeatable."),
    ),
    "minimax": Lesson(
        "First of the best: minimax",
        "The first of the best, in reading order.",
        _PLAYERS,
        "XOO/X../...",
        teach_players.minimax,
        ("First of the best", "It looks ahead to the end, and takes the first good move."),
    ),
    "tic": Lesson(
        "A second opinion: tic",
        "Every game to its end, and a second opinion.",
        _PLAYERS,
        "X../.O./...",
        teach_players.tic,
        ("A second opinion", "Every game to its end, and then: where can the other side go wrong?"),
    ),
    "max-and-min": Lesson(
        "Minimax",
        "How values rise from the leaves of a tree to its root.",
        _AHEAD,
        "XOX/XO./..O",
        teach_search.max_and_min,
        ("Thinking ahead", "How a computer finds out what a move leads to."),
    ),
    "alpha-beta": Lesson(
        "Alpha-beta",
        "What need not be looked at, and why.",
        _AHEAD,
        "X.X/X.O/O..",
        teach_search.alpha_beta,
        ("Stopping in time", "What need not be looked at, and why."),
    ),
    "threats": Lesson(
        "Threats that must be answered",
        "How a large board is won without looking at it.",
        _AHEAD,
        "9x9x5:........./........./...OOX.../..XXXOX../..OX..X../....O.O../..O..XO../....O.X../.........",
        teach_search.threats,
    ),
    "pairing": Lesson(
        "Proof by pairing",
        "A draw that needs no search, drawn on five by five.",
        _AHEAD,
        "5x5x5:X.O../...../..X../...../....O",
        teach_search.pairing,
    ),
}
"""Every lesson by its name, which is its address."""


def lessons_json() -> LessonsJson:
    """What there is to read."""
    return {"schema": SCHEMA, "lessons": [_head(name) for name in LESSONS]}


@cache
def lesson_json(name: str) -> LessonJson:
    """A lesson with everything computed that it says. NoughtsError for a name that is none."""
    if name not in LESSONS:
        raise NoughtsError(f"no lesson {quote(name)}{meant(name, LESSONS)}")
    return {"schema": SCHEMA, **_head(name), "blocks": LESSONS[name].blocks()}


def _head(name: str) -> LessonHeadJson:
    lesson = LESSONS[name]
    picture = Position.parse(lesson.picture)
    head: LessonHeadJson = {
        "name": name,
        "title": lesson.title,
        "summary": lesson.summary,
        "part": lesson.part,
        "board": str(picture.board),
        "position": picture.rows_text,
    }
    if lesson.simple:
        head["simple"] = {"title": lesson.simple[0], "summary": lesson.simple[1]}
    return head
