"""What is taught: lessons as blocks of text and boards, puzzles, the ladder, complete strategies, the graph."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from noughts.contract import terms


class TwoRegisters(TypedDict):
    """Words in the precise register and, where that differs, ``simple``: the same for those who are no programmers."""

    simple: NotRequired[str]


class LessonWordsJson(TypedDict):
    """What a lesson is called, and what it is about."""

    title: str
    summary: str


class LessonHeadJson(LessonWordsJson):
    """A lesson in a list: its address is its name; ``part`` is what it belongs to; ``position`` is its picture.

    ``simple``: what it is called in the simple register, where that differs.
    """

    name: str
    simple: NotRequired[LessonWordsJson]
    part: str
    board: terms.BoardName
    position: terms.PositionText


class SkippedFileJson(TypedDict):
    """A file in the folder of lessons that cannot be read, and why."""

    name: str
    reason: str


class LessonsJson(terms.AnswerJson):
    """All lessons, in the order in which they are read; and the files of the operator's folder that are skipped."""

    lessons: list[LessonHeadJson]
    skipped: NotRequired[list[SkippedFileJson]]


PuzzleKind = Literal["win", "block", "fork", "plan", "first", "only", "safe"]


class PuzzleJson(TwoRegisters):
    """A position, what is asked of the side to move, and every right move; ``simple`` asks in the simple register.

    ``plies``: in how many it wins with best play; where it defends itself, in how many the other side would, were it
    to move, else 0. ``line`` and ``solution``: how the win goes, as moves and as a sentence, where there is one.
    ``width``: how many wrong moves look good. ``fails``: how likely each player is to answer wrongly, in percent;
    ``difficulty``: the mean of these.
    """

    kind: PuzzleKind
    title: str
    question: str
    board: terms.BoardName
    position: terms.PositionText
    to_move: terms.Side
    answers: list[terms.CellName]
    plies: int
    line: list[terms.CellName]
    solution: str
    width: int
    fails: dict[terms.PlayerName, int]
    difficulty: int


class PuzzleKindJson(TwoRegisters):
    """A kind of puzzle on a board: what is asked, how many there are, and the easiest of them as its picture."""

    kind: PuzzleKind
    title: str
    question: str
    number: int
    position: terms.PositionText


class PuzzleRunJson(terms.AnswerJson):
    """Puzzles one after the other, and the boards that there are some of."""

    boards: list[terms.BoardName]
    puzzles: list[PuzzleJson]


class PuzzlesJson(PuzzleRunJson):
    """The kinds of puzzles that a board has, and those of one kind, the easiest first."""

    kinds: list[PuzzleKindJson]


class RungJson(TypedDict):
    """An opponent to beat, or, where it cannot be beaten, not to lose to; ``side`` is the reader's.

    ``score``: what best play against it expects (win 1, draw 0, loss -1); ``line``: a game that it loses, or null.
    """

    player: terms.PlayerName
    side: terms.Side
    goal: Literal["win", "draw"]
    score: terms.ExactNumber
    line: list[terms.CellName] | None


class LadderJson(terms.BoardAnswerJson):
    """The opponents, the weakest first."""

    rungs: list[RungJson]


class StrategyJson(terms.BoardAnswerJson):
    """What a side plays in each position that it comes into; and how all the games end in which it does."""

    side: terms.Side
    moves: dict[terms.PositionText, terms.CellName]
    games: int
    won: int
    drawn: int
    lost: int


class PositionNodeJson(TypedDict):
    """A position of the graph; symmetric ones are one, which stands for ``copies``.

    ``value`` and ``plies`` are those of the side to move, ``winner`` is who wins with best play. ``at``: its place on a
    drawing whose middle is 0, 0 and whose unit is the side of a board.
    """

    position: terms.PositionText
    ply: int
    copies: int
    value: terms.ResultWord
    plies: int
    winner: terms.Side | None
    over: bool
    at: terms.Pair[float]


class PositionGraphJson(terms.BoardAnswerJson):
    """All positions up to symmetry, in order of plies, and the moves between them, as numbers in this list.

    ``games``: how many of the positions X and O win with best play.
    """

    nodes: list[PositionNodeJson]
    moves: list[terms.Pair[int]]
    wins: terms.BySide[int]
