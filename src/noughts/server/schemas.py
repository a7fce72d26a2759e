"""Shapes of requests: query parameters and bodies. Those of responses are declared in ``noughts.contract``."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from noughts.contract.lessons import PuzzleKind
from noughts.contract.terms import Side
from noughts.game.notation import MAX_SIDE
from noughts.records.formats.file import FORMATS
from noughts.server.analyses import LONGEST

BOARD = r"(torus)?([1-9]|1[0-9]|20)x([1-9]|1[0-9]|20)x([1-9]|1[0-9]|20)|cube[1-4]"
LONGEST_ID = 40
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


_Record = Annotated[
    str,
    Field(
        max_length=LONGEST,
        description="SGF, PSQ, JSON, or moves with variations and notes: b2 a1 (b1 {the other kind}) c1",
    ),
]
_RecordPlayer = Annotated[
    str, Field(max_length=100, description="a player's name, for a record that tells none")
]


class AskedStudy(Body):
    """A record, or nothing but a place; moves without a board of their own are on ``board``, from ``position``."""

    record: _Record = ""
    board: BoardName | None = None
    position: Place | None = None
    x: _RecordPlayer = ""
    o: _RecordPlayer = ""


PATH_PARAMETERS = {
    "game": Annotated[str, Field(max_length=LONGEST_ID, description="the game's id")],
    "class": Annotated[str, Field(max_length=LONGEST_ID, description="the class's id")],
    "format": Annotated[Literal[tuple(FORMATS)], Field(description="the file's format")],
    "name": str,
    "sha256": Annotated[str, Field(min_length=64, max_length=64, json_schema_extra=pattern("[0-9a-f]{64}"))],
}
"""The types of the parameters in paths, by name."""


class BoardQuery(BaseModel):
    """A board, 3x3x3 unless another is named."""

    board: BoardName = "3x3x3"


class PlayersQuery(BaseModel):
    """The board for which players are listed."""

    board: BoardName | None = None


class PositionQuery(BaseModel):
    """A position: of a board's start, or of rows."""

    board: BoardName | None = None
    position: Place | None = None
    game: (
        Annotated[
            str,
            Field(max_length=LONGEST_ID),
        ]
        | None
    ) = Field(None, description="the game for which it is asked, where it is for one")


_Cells = Annotated[
    str,
    Field(
        max_length=4 * MAX_SIDE**2,
        description="cells joined by commas",
        json_schema_extra=pattern(f"({CELL}(,{CELL})*)?"),
        examples=["b2,a2"],
    ),
]


class DecideQuery(PositionQuery):
    """A player that decides in a position."""

    player: PlayerName


class AnalyseQuery(PositionQuery):
    """A position, and how long the engine may look at it."""

    nodes: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        None, description="positions that the engine looks at"
    )


class LineQuery(PositionQuery):
    """A position, and perhaps a move there."""

    move: CellName | None = None


class OpenLinesQuery(PositionQuery):
    """A cell of a position."""

    cell: CellName


class TreeQuery(PositionQuery):
    """A node of the game tree: the moves that lead to it, and how deep it is shown."""

    path: _Cells = ""
    merge: bool = True
    depth: Annotated[int, Field(ge=0, le=2)] = 1


class ReviewQuery(PositionQuery):
    """The moves of a game from a position."""

    moves: _Cells = ""


class PngQuery(PositionQuery):
    """A picture of a position: the cell of the last move, and whether coordinates are shown."""

    last: CellName | None = None
    coordinates: bool = True


class SvgQuery(PngQuery):
    """The same, and whether it is for paper."""

    paper: bool = False


_PuzzleBoard = Annotated[
    str, Field(description="one that there are puzzles of", examples=["4x4x4"], max_length=20)
]


class PuzzlesQuery(BaseModel):
    """The board and the kind of puzzles."""

    board: _PuzzleBoard = "3x3x3"
    kind: PuzzleKind | None = Field(None, description="what is asked", examples=["fork"])


class PuzzleRunQuery(PuzzlesQuery):
    """The same, of any board, and the seed by which they are drawn."""

    seed: Annotated[int, Field(description="another seed draws others", ge=0, le=2**31 - 1)] = 0
    board: _PuzzleBoard = ""


def _calendar_day(text: str) -> date:
    """A day as it is written; a number would be taken for seconds since 1970 otherwise."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PydanticCustomError("day", "should be a day like 2026-11-23") from None


class DayQuery(BaseModel):
    """A day of the calendar."""

    day: Annotated[
        date,
        BeforeValidator(_calendar_day),
        Field(description="a day of the calendar", examples=["2026-11-23"]),
    ]


class SideQuery(BaseModel):
    """A side."""

    side: Annotated[Side, Field(description="whose strategy", examples=["X"])] = "X"


class PlayerQuery(BaseModel):
    """A player."""

    player: PlayerName


class ExploitQuery(PlayerQuery, BoardQuery):
    """A player on a board."""


class MatchQuery(BoardQuery):
    """A match that is asked for."""

    x: PlayerName
    o: PlayerName
    games: Annotated[
        int, Field(ge=1, le=10_000, description="how many are sampled where it is not exact")
    ] = 1000
    seed: Annotated[int, Field(ge=0, lt=1 << 32, description="the same seed gives the same games")] = 0


class SolveQuery(BoardQuery):
    """What is asked about a board."""

    question: Annotated[
        Literal["value", "plies"],
        Field(description="what the board is worth, or in how few plies the first player wins"),
    ] = "value"


class MovesQuery(BaseModel):
    """Moves along a certificate."""

    moves: Annotated[
        str, Field(max_length=2000, description="both sides' moves so far, like a1,b2; none at first")
    ] = ""


class ClassQuery(BaseModel):
    """The pupil who watches a class."""

    sign: Annotated[str, Field(max_length=60)] | None = Field(
        None, alias="as", description="the sign of the pupil who watches, who is there so"
    )


class ClassEventsQuery(ClassQuery):
    """The same, and what is watched."""

    boards: bool = Field(False, description="whether all games of the round are told, too")
