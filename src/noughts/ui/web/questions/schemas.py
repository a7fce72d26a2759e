"""The shapes of what the questions answer, described in /openapi.json."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from noughts.ui.web.games.schemas import OutcomeView, Side


class PositionView(BaseModel):
    """What the rules say of a position; ``threats`` are the empty cells where each side would complete a line."""

    board: str
    position: str
    ply: int
    to_move: Side
    legal: list[str]
    outcome: OutcomeView | None
    threats: dict[Side, list[str]]


class LineView(BaseModel):
    """The best play of both sides from a position, or from a move there, and what it is worth to who begins it."""

    board: str
    position: str
    value: Literal["win", "draw", "loss"]
    plies: int
    winner: Side | None
    line: list[str]
    words: str
