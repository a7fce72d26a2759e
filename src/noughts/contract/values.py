"""What a position or a board is worth: values, analyses, counts, trees, reviews of games."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

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


class JudgementJson(TypedDict):
    """A value where it is known or proved, ``unknown`` where it is not; the plies are null where the value is.

    ``proof``, where values are not exact: the first moves of what proves the value, whose plies are those of the proof.
    ``estimate``: the engine's score of what is unknown, in thousandths of a logit (0 is even, 1,000 is 73 in 100).
    """

    value: ResultWord | Literal["unknown"]
    plies: int | None
    proof: NotRequired[list[CellName]]
    estimate: NotRequired[int]


class AnalysisJson(AnswerJson, JudgementJson):
    """What a position and every legal move are worth; ``best`` are the moves of the best value, or the engine's move.

    ``exact``: all values are exact, and neither proofs nor estimates are needed. Else ``line`` is the best play that
    the engine sees, ``threat`` the threats by which the side to move wins, ``danger`` the fours by which the other side
    would win next if nothing were done; the search was ``depth`` plies deep and saw ``nodes`` positions in all.
    """

    position: PositionText
    board: BoardName
    to_move: Side
    moves: dict[CellName, JudgementJson]
    best: list[CellName]
    exact: bool
    line: NotRequired[list[CellName]]
    threat: NotRequired[list[CellName]]
    danger: NotRequired[list[CellName]]
    depth: NotRequired[int]
    nodes: NotRequired[int]


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
    reason: Literal["line", "full board", "resignation", "agreement", "forfeit", "abandoned", "time"]
    lines: list[list[CellName]]
    words: str


class PositionJson(AnswerJson):
    """What the rules say of a position: legal cells, how it ended, and what either side threatens.

    ``threats``: the cells where the side would complete a line. ``forks``: those where it would threaten two at once.
    ``open_rows``: its marks that one more move makes a row of k - 1 open at both ends, as every open three of five in a
    row; none where k is below 4.
    """

    board: BoardName
    position: PositionText
    ply: int
    to_move: Side
    legal: list[CellName]
    outcome: OutcomeJson | None
    threats: BySide[list[CellName]]
    forks: BySide[list[CellName]]
    open_rows: BySide[list[list[CellName]]]


class BestLineJson(AnswerJson, JudgementJson):
    """The best play of both sides from a position, to the end where the value is known, and the same in words."""

    board: BoardName
    position: PositionText
    winner: Side | None
    line: list[CellName]
    words: str


class RankedMoveJson(TypedDict):
    """A best move, and to how many of its ``replies`` the other side gives something away."""

    cell: CellName
    wrong: int
    replies: int


class HintJson(AnswerJson):
    """A move that is recommended, and why.

    ``ranked``: all best moves by how easily the other side then errs; none where that is not known.
    """

    board: BoardName
    position: PositionText
    cell: CellName
    words: str
    ranked: list[RankedMoveJson]


class ReviewedPlyJson(TypedDict):
    """A position of a reviewed game, the move that led there, and its value; null where that is not known.

    ``estimate``: then the engine's score for the side to move, as in an analysis.
    """

    ply: int
    move: CellName | None
    position: PositionText
    to_move: Side
    value: ResultWord | None
    plies: int | None
    winner: Side | None
    estimate: NotRequired[int]


class MistakeJson(TypedDict):
    """A move that gave something away: the mover's values before and after, the best moves, and how many of the steps
    win, draw, loss it cost, as far as that is proved.
    """

    ply: int
    position: PositionText
    move: CellName
    before: JudgementJson
    after: JudgementJson
    best: list[CellName]
    size: int


class RefutationJson(TypedDict):
    """How ``side`` wins after a mistake, or would have won instead of it, by ``line``: in ``position``, after the move
    ``last``, it ``threatens`` to complete ``lines``, or has completed them.
    """

    side: Side
    line: list[CellName]
    board: BoardName
    position: PositionText
    last: CellName
    threatens: list[CellName]
    lines: list[list[CellName]]


class ReviewedMistakeJson(MistakeJson):
    """A mistake, and the same as a sentence; ``what`` was there or came after it, and what to do ``instead``.

    ``refutation``: the win that came, or was let go, drawn; null where nothing of it is known.
    """

    sentence: str
    what: str
    instead: str
    refutation: RefutationJson | None


class OpenLinesJson(AnswerJson):
    """The lines through a cell that one side may still complete: those without marks of both."""

    board: BoardName
    position: PositionText
    cell: CellName
    lines: list[list[CellName]]


class TurningPointJson(TypedDict):
    """Where a finished game was decided: ``side`` played ``move`` and needed one of ``needed``.

    ``what`` and ``instead`` are the halves of the sentence: ``O had two in the middle row`` and ``X needed b2``.
    """

    ply: int
    position: PositionText
    side: Side
    move: CellName
    needed: list[CellName]
    what: str
    instead: str
    sentence: str


class ReviewJson(AnswerJson):
    """A game ply by ply, the start included, its mistakes, and, where it is over, the one that decided it."""

    board: BoardName
    position: PositionText
    moves: list[CellName]
    values: list[ReviewedPlyJson]
    mistakes: list[ReviewedMistakeJson]
    turning_point: TurningPointJson | None
