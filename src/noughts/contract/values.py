"""What a position or a board is worth: values, analyses, counts, trees, reviews of games."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from noughts.contract import terms


class ValueJson(TypedDict):
    """A result for the side to move, or for who makes a move, and the plies until the end with best play."""

    value: terms.ResultWord
    plies: int


class JudgementJson(TypedDict):
    """A value where it is known or proved, ``unknown`` where it is not; the plies are null where the value is.

    ``proof``, where values are not exact: the first moves of what proves the value, whose plies are those of the proof.
    ``estimate``: the engine's score of what is unknown, in thousandths of a logit (0 is even, 1,000 is 73 in 100).
    """

    value: terms.ResultWord | Literal["unknown"]
    plies: int | None
    proof: NotRequired[list[terms.CellName]]
    estimate: NotRequired[int]


class AnalysisJson(terms.PositionAnswerJson, JudgementJson):
    """What a position and every legal move are worth; ``best`` are the moves of the best value, or the engine's move.

    ``exact``: all values are exact, and neither proofs nor estimates are needed. Else ``line`` is the best play that
    the engine sees, ``threat`` the threats by which the side to move wins, ``danger`` the fours by which the other side
    would win next if nothing were done; the search was ``depth`` plies deep and saw ``nodes`` positions in all.
    """

    to_move: terms.Side
    moves: dict[terms.CellName, JudgementJson]
    best: list[terms.CellName]
    exact: bool
    line: NotRequired[list[terms.CellName]]
    threat: NotRequired[list[terms.CellName]]
    danger: NotRequired[list[terms.CellName]]
    depth: NotRequired[int]
    nodes: NotRequired[int]


class TreeNodeJson(ValueJson):
    """A node of the game tree; ``value`` and ``result`` (+1, 0, -1) are those of MAX, who moves at the root.

    ``copies``: the symmetric siblings that it stands for. ``window``: alpha and beta in which alpha-beta meets it, null
    where open; ``cut``: it is never visited. ``nodes``, ``games`` and ``visited`` measure the whole tree below, itself
    included; ``hidden`` of them are not listed in ``children``.
    """

    position: terms.PositionText
    move: terms.CellName | None
    copies: int
    level: Literal["MAX", "MIN"]
    result: Annotated[int, terms.Says(minimum=-1, maximum=1)]
    window: terms.Pair[int | None]
    cut: bool
    nodes: int
    games: int
    visited: int
    hidden: int
    children: list[TreeNodeJson]


class TreeJson(terms.AnswerJson, TreeNodeJson):
    """The node that was asked for."""


class OutcomeJson(TypedDict):
    """How a game ended: the winner or null for a draw, the complete lines, and the same as a sentence."""

    winner: terms.Side | None
    reason: Literal["line", "full board", "resignation", "agreement", "forfeit", "abandoned", "time"]
    lines: list[list[terms.CellName]]
    words: str


class PositionJson(terms.PositionAnswerJson):
    """What the rules say of a position: legal cells, how it ended, and what either side threatens.

    ``threats``: the cells where the side would complete a line. ``forks``: those where it would threaten two at once.
    ``open_rows``: its marks that one more move makes a row of k - 1 open at both ends, as every open three of five in a
    row; none where k is below 4.
    """

    ply: int
    to_move: terms.Side
    legal: list[terms.CellName]
    outcome: OutcomeJson | None
    threats: terms.BySide[list[terms.CellName]]
    forks: terms.BySide[list[terms.CellName]]
    open_rows: terms.BySide[list[list[terms.CellName]]]


class BestLineJson(terms.PositionAnswerJson, JudgementJson):
    """The best play of both sides from a position, to the end where the value is known, and the same in words."""

    winner: terms.Side | None
    line: list[terms.CellName]
    words: terms.TextJson


class RankedMoveJson(TypedDict):
    """A best move, and to how many of its ``replies`` the other side gives something away."""

    cell: terms.CellName
    wrong: int
    replies: int


class HintJson(terms.PositionAnswerJson):
    """A move that is recommended, and why.

    ``ranked``: all best moves by how easily the other side then errs; none where that is not known.
    """

    cell: terms.CellName
    words: terms.TextJson
    ranked: list[RankedMoveJson]


class ReviewedPlyJson(TypedDict):
    """A position of a reviewed game, the move that led there, and its value; null where that is not known.

    ``estimate``: then the engine's score for the side to move, as in an analysis.
    """

    ply: int
    move: terms.CellName | None
    position: terms.PositionText
    to_move: terms.Side
    value: terms.ResultWord | None
    plies: int | None
    winner: terms.Side | None
    estimate: NotRequired[int]


class MistakeJson(TypedDict):
    """A move that gave something away: the mover's values before and after, the best moves, and how many of the steps
    win, draw, loss it cost, as far as that is proved.
    """

    ply: int
    position: terms.PositionText
    move: terms.CellName
    before: JudgementJson
    after: JudgementJson
    best: list[terms.CellName]
    size: int


class OpenLinesJson(terms.PositionAnswerJson):
    """The lines through a cell that one side may still complete: those without marks of both."""

    cell: terms.CellName
    lines: list[list[terms.CellName]]


class TurningPointJson(TypedDict):
    """Where a finished game was decided: ``side`` played ``move`` and needed one of ``needed``.

    ``what`` and ``instead`` are the halves of the sentence: ``O had two in the middle row`` and ``X needed b2``.
    """

    ply: int
    position: terms.PositionText
    side: terms.Side
    move: terms.CellName
    needed: list[terms.CellName]
    what: str
    instead: str
    sentence: str
