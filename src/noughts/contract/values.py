"""What a position or a board is worth: values, analyses, counts, trees, reviews of games."""

from __future__ import annotations

from typing import Annotated, Literal

from typing_extensions import TypedDict

from noughts.contract.terms import (
    AnswerJson,
    BoardName,
    BySide,
    CellName,
    Pair,
    PositionText,
    ResultWord,
    Says,
    Side,
)


class ValueJson(TypedDict):
    """A result for the side to move, or for who makes a move, and the plies until the end with best play."""

    value: ResultWord
    plies: int


class AnalysisJson(AnswerJson, ValueJson):
    """The value of a position and of every legal move; ``best`` are the moves of the best value."""

    position: PositionText
    board: BoardName
    to_move: Side
    moves: dict[CellName, ValueJson]
    best: list[CellName]


class TallyJson(TypedDict):
    """How many, and how many of them X won, O won, and were drawn."""

    total: int
    x: int
    o: int
    draw: int


class CountsJson(TypedDict):
    """Positions, finished ones among them, both also up to symmetry (canonical), and complete games."""

    positions: int
    canonical: int
    terminal: TallyJson
    canonical_terminal: TallyJson
    games: TallyJson


class PlyCountJson(CountsJson):
    """The counts of one ply."""

    ply: int


class CountJson(AnswerJson, CountsJson):
    """Everything that can happen on a board, in all and by ply."""

    board: BoardName
    by_ply: list[PlyCountJson]


class TreeNodeJson(ValueJson):
    """A node of the game tree; ``value`` and ``result`` (+1, 0, -1) are those of MAX, who moves at the root.

    ``copies``: the symmetric siblings that it stands for. ``window``: alpha and beta in which alpha-beta meets it, null
    where open; ``cut``: it is never visited. ``nodes``, ``games`` and ``visited`` measure the whole tree below, itself
    included; ``hidden`` of them are not listed in ``children``.
    """

    position: PositionText
    move: CellName | None
    copies: int
    level: Literal["MAX", "MIN"]
    result: Annotated[int, Says(minimum=-1, maximum=1)]
    window: Pair[int | None]
    cut: bool
    nodes: int
    games: int
    visited: int
    hidden: int
    children: list[TreeNodeJson]


class TreeJson(AnswerJson, TreeNodeJson):
    """The node that was asked for."""


class OutcomeJson(TypedDict):
    """How a game ended: the winner or null for a draw, the complete lines, and the same as a sentence."""

    winner: Side | None
    reason: Literal["line", "full board", "resignation", "agreement", "forfeit"]
    lines: list[list[CellName]]
    words: str


class PositionJson(AnswerJson):
    """What the rules say of a position: legal cells, how it ended, and where either side would complete a line."""

    board: BoardName
    position: PositionText
    ply: int
    to_move: Side
    legal: list[CellName]
    outcome: OutcomeJson | None
    threats: BySide[list[CellName]]


class BestLineJson(AnswerJson, ValueJson):
    """The best play of both sides from a position to the end, and the same in words."""

    board: BoardName
    position: PositionText
    winner: Side | None
    line: list[CellName]
    words: str


class ReviewedPlyJson(TypedDict):
    """A position of a reviewed game, the move that led there, and its value; null where that is not known."""

    ply: int
    move: CellName | None
    position: PositionText
    to_move: Side
    value: ResultWord | None
    plies: int | None
    winner: Side | None


class MistakeJson(TypedDict):
    """A move that gave something away: the mover's values before and after, the best moves, and how many of the steps
    win, draw, loss it cost.
    """

    ply: int
    position: PositionText
    move: CellName
    before: ValueJson
    after: ValueJson
    best: list[CellName]
    size: int


class ReviewedMistakeJson(MistakeJson):
    """A mistake, and the same as a sentence."""

    sentence: str


class ReviewJson(AnswerJson):
    """A game ply by ply, the start included, and its mistakes."""

    board: BoardName
    position: PositionText
    moves: list[CellName]
    values: list[ReviewedPlyJson]
    mistakes: list[ReviewedMistakeJson]
