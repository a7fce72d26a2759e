"""The shapes of what comes in, checked and described in /openapi.json; what goes out is declared in ``contract``."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict
from starlette.requests import HTTPConnection

from noughts.contract.games import RefusalJson
from noughts.errors import quote
from noughts.game.notation import MAX_SIDE
from noughts.server.api_errors import Refusal

BOARD = r"(torus)?([1-9]|1[0-9]|20)x([1-9]|1[0-9]|20)x([1-9]|1[0-9]|20)|cube[1-4]"
LONGEST_POSITION = MAX_SIDE * (MAX_SIDE + 1) - 1
POSITION = r"[XO.]{1,20}(/[XO.]{1,20}){0,19}"
CELL = r"[a-t]([1-9]|1[0-9]|20)"
"""The notation as regular expressions: for the description only, for the house's own words are plainer."""


def pattern(expression: str) -> JsonDict:
    """A pattern for the description of a text."""
    return {"pattern": f"^({expression})$"}


def _whole(value: object) -> object:
    """JSON has one kind of number: 2.0 is a whole one."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


BoardName = Annotated[str, Field(max_length=20, json_schema_extra=pattern(BOARD), examples=["3x3x3"])]
CellName = Annotated[str, Field(max_length=3, json_schema_extra=pattern(CELL), examples=["b2"])]
Whole = Annotated[int, BeforeValidator(_whole)]
Version = Annotated[
    Whole, Field(ge=0, le=1_000_000, description="the game's version that the caller last saw")
]
Ply = Annotated[Whole, Field(ge=0, le=MAX_SIDE**2, description="how many cells are taken before the move")]
PlayerName = Annotated[str, Field(min_length=1, max_length=100, examples=["tic"])]
Seat = Annotated[
    PlayerName,
    Field(
        description="person, friend, a level (easy, medium, hard, expert, impossible) or a computer player",
        examples=["person", "tic"],
    ),
]
Nonce = Annotated[str, Field(min_length=16, max_length=100)]
Number = Annotated[Whole, Field(ge=1, le=10_000)]
"""Of a pupil, or of a round."""
Place = Annotated[
    str, Field(max_length=LONGEST_POSITION, json_schema_extra=pattern(POSITION), examples=["XX./.../O.."])
]

JSON = "application/json"

MAX_BODY, MAX_STUDY_BODY = 16_384, 655_360
"""The most bytes of a request's body, and of one that brings a record to be read."""

STUDIES = "/api/studies"
"""Where records are brought."""


def most_bytes(path: str) -> int:
    """The most bytes of a request's body at an address."""
    return MAX_STUDY_BODY if path == STUDIES else MAX_BODY


def foreign_kind(request: HTTPConnection) -> Refusal | None:
    """What speaks against a body by the kind that it says it is of: one of another kind than JSON is left unread."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return None if kind == JSON else Refusal("not-json", f"the body must be {JSON}, not {quote(kind)}")


class Body(BaseModel):
    """What comes in: exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TimeLimit(Body):
    """Seconds for all moves of a side, and how many more each move adds."""

    seconds: Annotated[Whole, Field(ge=5, le=10_800)]
    increment: Annotated[Whole, Field(ge=0, le=60)] = 0

    @property
    def text(self) -> str:
        """As `records.clock` reads it: ``300+5``."""
        return f"{self.seconds}+{self.increment}"


class NewGame(Body):
    """A game to make: who sits where, and where it starts; a record instead tells board, position and moves."""

    board: BoardName = "3x3x3"
    position: Place | None = None
    moves: Annotated[list[CellName], Field(max_length=MAX_SIDE**2)] = []
    record: (
        Annotated[str, Field(max_length=12_000, description="a game as SGF, PSQ, JSON or moves")] | None
    ) = None
    clock: TimeLimit | None = None
    x: Seat
    o: Seat


class Request(Body):
    """A request to a game as its sender last saw it."""

    version: Version


class Turn(Request):
    """The computer is to move."""

    ply: Ply


class Move(Turn):
    """A move of a person."""

    cell: CellName


class Step(Turn):
    """The same: ``now``, whatever time it has left."""

    now: bool = False


class Name(Body):
    """What whoever sits there is called."""

    name: Annotated[str, Field(min_length=1, max_length=30, examples=["Ada"])]


class Text(Body):
    """What a picture shall say."""

    text: Annotated[str, Field(min_length=1, max_length=500, examples=["http://192.168.1.5:8000/"])]


class Again(Request):
    """A new game of the same seats."""

    swap: bool = False


class Join(Body):
    """Taking the friend's seat; the nonce is the friend's own random text, kept until the answer is there."""

    invitation: Annotated[str, Field(min_length=1, max_length=100)]
    nonce: Nonce


class NewClass(Body):
    """A class to make: the games' board, start and clock, and whom one who waits may play."""

    board: BoardName = "3x3x3"
    position: Place | None = None
    clock: TimeLimit | None = None
    meanwhile: (
        Annotated[PlayerName, Field(description="a level or a computer player, for one who waits")] | None
    ) = None


class NewPupil(Body):
    """Somebody who comes; the nonce is their own random text, kept until the answer is there."""

    name: Annotated[str, Field(max_length=30, examples=["Ada"])] = ""
    nonce: Nonce


class Gone(Body):
    """Who goes: the pupil who asks, or the one whom the teacher names."""

    pupil: Number | None = None


class ClassLock(Body):
    """Whether anybody new may come in."""

    locked: bool


class ClassHelp(Body):
    """Whether anybody may be helped in a game that is not over."""

    help: bool


class Ban(Body):
    """Whose token and name come in no more, or may again."""

    pupil: Number
    banned: bool = True


class NextRound(Body):
    """The round that the teacher has seen, and where the next is played, if that is to be another board or start."""

    round: Number
    board: BoardName | None = None
    position: Place | None = None


Description = dict[int | str, dict[str, Any]]
"""What /openapi.json says of answers, by their status."""

STREAM: Description = {200: {"content": {"text/event-stream": {}}}}
"""What is told piece by piece."""

REFUSED: Description = {500: {"model": RefusalJson}}
"""Declares the shape of refusals; one route has it, so that all others can refer to it."""


def answer(shape: type) -> Description:
    """The description of an answer that is sent as it was computed, perhaps in another process."""
    return {200: {"model": shape}}


def refusals(*statuses: int) -> Description:
    """The description of the refusals with these statuses, by reference.

    As a model of each route, pydantic would compile the shape two hundred times, which takes most of a second.
    """
    schema = {"$ref": f"#/components/schemas/{RefusalJson.__name__}"}
    return {status: {"content": {"application/json": {"schema": schema}}} for status in statuses}
