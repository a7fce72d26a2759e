"""The shapes of what comes in and goes out: checked on the way in, described in /openapi.json."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict

from noughts.game.notation import MAX_SIDE
from noughts.game.outcome import Mark

BOARD = r"(torus)?([1-9]|1[0-9])x([1-9]|1[0-9])x([1-9]|1[0-9])|cube[1-4]"
POSITION = r"[XO.]{1,19}(/[XO.]{1,19}){0,18}"
CELL = r"[a-s]([1-9]|1[0-9])"
"""The notation as regular expressions: for the description only, for the house's own words are plainer."""


def pattern(expression: str) -> JsonDict:
    """A pattern for the description of a text."""
    return {"pattern": f"^({expression})$"}


def _whole(value: object) -> object:
    """JSON has one kind of number: 2.0 is a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Side = Literal["X", "O"]
CellName = Annotated[str, Field(max_length=3, json_schema_extra=pattern(CELL), examples=["b2"])]
Whole = Annotated[int, BeforeValidator(_whole)]
Version = Annotated[
    Whole, Field(ge=0, le=1_000_000, description="the game's version that the caller last saw")
]
Ply = Annotated[Whole, Field(ge=0, le=MAX_SIDE**2, description="how many cells are taken before the move")]
Seat = Annotated[
    str,
    Field(
        min_length=1,
        max_length=100,
        description="person, friend, a level (easy, medium, hard, impossible) or a computer player",
        examples=["person", "tic"],
    ),
]


Place = Annotated[str, Field(max_length=400, json_schema_extra=pattern(POSITION), examples=["XX./.../O.."])]


class Body(BaseModel):
    """What comes in: exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Body):
    """A game to make: who sits where, and where it starts; a record instead tells board, position and moves."""

    board: Annotated[str, Field(max_length=20, json_schema_extra=pattern(BOARD), examples=["3x3x3"])] = (
        "3x3x3"
    )
    position: Place | None = None
    moves: Annotated[list[CellName], Field(max_length=MAX_SIDE**2)] = []
    record: Annotated[str, Field(max_length=12_000, description="a game as SGF, PSQ or JSON")] | None = None
    x: Seat
    o: Seat


class Request(Body):
    """A request to a game as its sender last saw it."""

    version: Version


class Move(Request):
    """A move of a person."""

    ply: Ply
    cell: CellName


class Step(Request):
    """The computer is to move."""

    ply: Ply


class Again(Request):
    """A new game of the same seats."""

    swap: bool = False


class Join(Body):
    """Taking the friend's seat; the nonce is the friend's own random text, kept until the answer is there."""

    invitation: Annotated[str, Field(min_length=1, max_length=100)]
    nonce: Annotated[str, Field(min_length=16, max_length=100)]


class SeatView(BaseModel):
    """Who sits there; ``taken`` is false while the friend is awaited."""

    kind: Literal["person", "friend", "computer"]
    player: str | None
    level: str | None
    taken: bool


class OutcomeView(BaseModel):
    """How the game ended, and the same in words."""

    winner: Side | None
    reason: Literal["line", "full board", "resignation", "agreement"]
    lines: list[list[str]]
    words: str


RequestName = Literal["move", "step", "undo", "redo", "draw", "decline", "resign", "again"]
"""What a seat may ask of a game; ``move`` is sent to ``moves``, all others under their own names."""


class OfferView(BaseModel):
    """An offer that stands; ``swap`` tells whether the new game changes the sides."""

    seat: Side
    what: Literal["draw", "undo", "again"]
    swap: bool


class GameView(BaseModel):
    """A game as everybody may see it."""

    id: str
    version: int
    board: str
    start: str
    position: str
    ply: int
    to_move: Side
    moves: list[str]
    redo: int
    seats: dict[Side, SeatView]
    legal: list[str]
    may: dict[Side, list[RequestName]]
    outcome: OutcomeView | None
    offers: list[OfferView]
    score: dict[Literal["X", "O", "draw"], int]
    next: str | None
    previous: str | None
    swapped: bool


class MadeView(BaseModel):
    """A game just made, with the only copy of its tokens."""

    game: GameView
    tokens: dict[Side, str]
    invitation: str | None


class Joined(BaseModel):
    """The friend's seat, and the token that acts for it."""

    game: GameView
    seat: Side
    token: str


class Refused(BaseModel):
    """Why a request was not done: a sentence for people, a word for programs, the game where there is one."""

    error: str
    code: str
    game: GameView | None = None


def side(mark: Mark) -> Side:
    """A side's name, as its type says it."""
    return "X" if mark is Mark.X else "O"


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The description of the refusals with these statuses."""
    return {status: {"model": Refused} for status in statuses}


def refusals_as_json(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The same for a route whose other answers are no JSON, which FastAPI would take the refusals for."""
    schema = {"$ref": f"#/components/schemas/{Refused.__name__}"}
    return {status: {"content": {"application/json": {"schema": schema}}} for status in statuses}
