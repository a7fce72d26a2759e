"""Shapes of requests: query parameters and bodies. Those of responses are declared in ``noughts.contract``."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from noughts.contract.lessons import PuzzleKind
from noughts.contract.terms import Side
from noughts.game.families import ANIMALS
from noughts.game.notation import MAX_SIDE
from noughts.records.classroom import MOST_PUPILS
from noughts.records.formats.file import FORMATS
from noughts.server.analyses import LONGEST, MAX_FILE

_SIDE = "([1-9]|1[0-9]|20)"
BOARD = rf"(misere-|last-)?((torus)?{_SIDE}x{_SIDE}(x{_SIDE})?|cube[1-4](d[1-4])?|({'|'.join(ANIMALS)}){_SIDE}x{_SIDE})"
LONGEST_ID = 40
LONGEST_POSITION = MAX_SIDE * (MAX_SIDE + 1) - 1
POSITION = r"[XO.]{1,20}(/[XO.]{1,20}){0,19}"
CELL = r"[a-t]([1-9]|1[0-9]|20)"
"""The notation as regular expressions. They are only documented: errors of the parsers say more."""


def pattern(expression: str) -> JsonDict:
    """Return a pattern for the description of a string."""
    return {"pattern": f"^({expression})$"}


def _integer_of(value: object) -> object:
    """Return the integer that a float equals: JSON has one kind of number, and 2.0 is an integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


BoardName = Annotated[
    str,
    Field(
        max_length=20,
        json_schema_extra=pattern(BOARD),
        description="A board: `5x4x4` (columns, rows, k), `torus5x5x4`, `cube3`, `elly6x6` or `misere-3x3x3`.",
        examples=["3x3x3"],
    ),
]
CellName = Annotated[
    str,
    Field(max_length=3, json_schema_extra=pattern(CELL), description="A cell, like `b2`.", examples=["b2"]),
]
_INTEGRAL = BeforeValidator(_integer_of)
"""After the bounds in an annotation: before them, JSON Schema would not have these."""
Version = Annotated[
    int,
    Field(ge=0, le=1_000_000, description="The `version` of the game that the client last saw."),
    _INTEGRAL,
]
Ply = Annotated[
    int, Field(ge=0, le=MAX_SIDE**2, description="Number of marks on the board before the move."), _INTEGRAL
]
PlayerName = Annotated[
    str,
    Field(
        min_length=1,
        max_length=100,
        description="A level or a player with its options, like `hard` or `rules(advanced=False)`.",
        examples=["tic"],
    ),
]
_SEATS = (
    "`person`, `friend` (a second person, who joins by invitation; the other seat is then a `person`), a level"
    " (`easy`, `medium`, `hard`, `expert`, `impossible`) or a computer player."
)
Seat = Annotated[PlayerName, Field(examples=["person", "tic"])]
Nonce = Annotated[
    str,
    Field(
        min_length=16,
        max_length=100,
        description="Random text that the client makes, and repeats until it has a response.",
    ),
]
PupilNumber = Annotated[int, Field(ge=1, le=10_000, description="A pupil's number."), _INTEGRAL]
PupilNumbers = Annotated[list[PupilNumber], Field(min_length=1, max_length=MOST_PUPILS)]
PositionText = Annotated[
    str,
    Field(
        max_length=LONGEST_POSITION,
        json_schema_extra=pattern(POSITION),
        description="Rows from the top, like `XX./.../O..`; the empty board by default. It must be reachable.",
        examples=["XX./.../O.."],
    ),
]


class Query(BaseModel):
    """The values of a query. The documents describe a field by the text below it."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Body(Query):
    """A body: exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TimeLimit(Body):
    """A clock for two people.

    It starts when a move is made and both have joined; this move takes no time. With a clock no move is taken back.
    """

    seconds: Annotated[int, Field(ge=5, le=10_800), _INTEGRAL]
    """Seconds of each side for all its moves."""
    increment: Annotated[int, Field(ge=0, le=60), _INTEGRAL] = 0
    """Seconds that each move adds to its side's time."""

    @property
    def text(self) -> str:
        """The clock as text for ``records.clock``, like ``300+5``."""
        return f"{self.seconds}+{self.increment}"


class NewGame(Body):
    """A game to create."""

    board: Annotated[
        BoardName, Field(description="The board, also of a `record` that is moves alone and names no board.")
    ] = "3x3x3"
    position: PositionText | None = None
    moves: Annotated[list[CellName], Field(max_length=MAX_SIDE**2)] = []
    """Moves from there that have been played."""
    record: (
        Annotated[
            str,
            Field(
                max_length=12_000,
                description="A game as SGF, PSQ or JSON, or its moves alone, like `h8i7i8` or `3x3x3 b2 a1`.",
            ),
        ]
        | None
    ) = None
    clock: TimeLimit | None = None
    """A clock, if both seats are people's."""
    x: Annotated[Seat, Field(description=f"Who plays X: {_SEATS}")]
    o: Annotated[Seat, Field(description=f"Who plays O: {_SEATS}")]


class VersionedRequest(Body):
    """A request to a game in the version that the client last saw."""

    version: Version


class Turn(VersionedRequest):
    """A request of a computer's move."""

    ply: Ply


class Move(Turn):
    """A person's move."""

    cell: CellName


class Step(Turn):
    """A request of a computer's move, with its whole time or at once."""

    now: bool = False
    """True if a computer that thinks for a fixed time makes the best move that it has found so far."""


class Name(Body):
    """A person's name."""

    name: Annotated[str, Field(min_length=1, max_length=30, examples=["Ada"])]
    """1 to 30 printable characters."""


class Text(Body):
    """A text to encode."""

    text: Annotated[str, Field(min_length=1, max_length=500, examples=["http://192.168.1.5:8000/"])]
    """The text to encode."""


class Again(VersionedRequest):
    """A request for a new game with the same seats."""

    swap: bool = False
    """True if the players swap sides. To accept an offer is to accept its value."""


class Join(Body):
    """A request for the friend's seat."""

    invitation: Annotated[str, Field(min_length=1, max_length=100)]
    """The `invitation` of the game's creation."""
    nonce: Nonce


class NewClass(Body):
    """A class to create."""

    board: BoardName = "3x3x3"
    position: PositionText | None = None
    clock: TimeLimit | None = None
    """A clock for each game."""
    meanwhile: (
        Annotated[
            PlayerName,
            Field(
                description=(
                    "A level or a computer player that the page offers to a pupil who waits. Their game is the pupil's"
                    " own and does not count."
                )
            ),
        ]
        | None
    ) = None


class NewPupil(Body):
    """A pupil who enters a class."""

    name: Annotated[str, Field(max_length=30, examples=["Ada"])] = ""
    """The pupil's name. If it is empty, the pupil gets a name like `Guest 3`."""
    nonce: Nonce


class LeaveClass(Body):
    """A pupil who leaves."""

    pupil: Annotated[
        PupilNumber | PupilNumbers | None,
        Field(
            description=(
                "Number of the pupil to remove, or a list of numbers: required with the teacher's token, ignored with a"
                " pupil's."
            )
        ),
    ] = None


class ClassLock(Body):
    """The lock of a class."""

    locked: bool
    """True if the class is locked."""


class ClassHelp(Body):
    """Help in the games of a class."""

    help: bool
    """True if help is allowed while a round lasts."""


class Ban(Body):
    """Pupils to ban, or to let in again."""

    pupil: PupilNumber | PupilNumbers
    """Number of a pupil, or a list of numbers."""
    banned: bool = True
    """False lets the pupil enter again."""


class NextRound(Body):
    """The current round, and the board and position of the next if they change."""

    round: Annotated[int, Field(ge=1, le=10_000), _INTEGRAL]
    """Number of the current round."""
    board: BoardName | None = None
    """Board of the next round; that of the current one if neither it nor `position` is given."""
    position: PositionText | None = None
    """Position from which its games start; the empty board by default."""


class StudyRequest(Body):
    """A record or a file to read, or only a position."""

    # A longer record gets a plainer sentence.
    record: Annotated[str, Field(json_schema_extra={"maxLength": LONGEST})] = ""
    """SGF, PSQ, JSON, a position, or moves: `3x3x3 b2 a1 (b1 {the other kind} c3) c1`."""
    record_base64: Annotated[
        str,
        Field(
            max_length=4 * MAX_FILE // 3,
            description=f"A file instead of `record`: at most {MAX_FILE:,} bytes, in base64.",
        ),
    ] = ""
    board: BoardName | None = None
    """Board of moves or rows that do not name their own."""
    likely: BoardName | None = None
    """Board to propose first, if the record fits on it and does not name its own."""
    position: PositionText | None = None
    """Position from which moves start; the empty board by default. Only with moves."""
    x: Annotated[str, Field(max_length=100)] = ""
    """Name of the player X, if the record has none."""
    o: Annotated[str, Field(max_length=100)] = ""
    """Name of the player O, if the record has none."""


PATH_PARAMETERS = {
    "game": Annotated[str, Field(max_length=LONGEST_ID, description="The game's id.")],
    "class": Annotated[str, Field(max_length=LONGEST_ID, description="The class's id.")],
    "format": Annotated[Literal[tuple(FORMATS)], Field(description="The format of the file.")],
    "name": Annotated[str, Field(description="The lesson's name.")],
    "sha256": Annotated[
        str,
        Field(
            min_length=64,
            max_length=64,
            json_schema_extra=pattern("[0-9a-f]{64}"),
            description="SHA-256 of the certificate.",
        ),
    ],
}
"""The types of the parameters in paths, by name."""


class BoardQuery(Query):
    """A board, 3x3x3 by default."""

    board: BoardName = "3x3x3"


class PlayersQuery(Query):
    """The board for which players are listed."""

    board: BoardName | None = None
    """The board; 3x3x3 by default."""


class PositionQuery(Query):
    """A position, and the game that it is from."""

    board: BoardName | None = None
    """The board; by default 3x3x3, or what the rows of `position` fit."""
    position: PositionText | None = None
    game: Annotated[str, Field(max_length=LONGEST_ID)] | None = None
    """Id of the game that the request is about. If its class forbids help, requests that help get 409."""


_Cells = Annotated[
    str,
    Field(
        max_length=4 * MAX_SIDE**2,
        json_schema_extra=pattern(f"({CELL}(,{CELL})*)?"),
        examples=["b2,a2"],
    ),
]
"""Cells separated by commas."""


class DecideQuery(PositionQuery):
    """A position and the player that decides."""

    player: PlayerName


class ExplainQuery(DecideQuery):
    """A decision, and whether its blocks are wanted."""

    blocks: bool = True
    """True if the response has blocks."""


class AnalyseQuery(PositionQuery):
    """A position, and the limit of the search."""

    nodes: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """Maximum number of positions that the engine searches; 200,000 by default."""


class LineQuery(PositionQuery):
    """A position, and a first move if there is one."""

    move: CellName | None = None
    """First move of the line."""


class OpenLinesQuery(PositionQuery):
    """A cell of a position."""

    cell: CellName


class NodeQuery(PositionQuery):
    """A node of the game tree."""

    path: _Cells = ""
    """Moves from the position to the node, separated by commas."""
    merge: bool = True
    """True if symmetric positions are merged."""


class TreeQuery(NodeQuery):
    """A node of the game tree, and how many levels below it are shown."""

    depth: Annotated[int, Field(ge=0, le=2)] = 1
    """Levels of nodes below the node."""


class ReviewQuery(PositionQuery):
    """A game: its starting position and its moves."""

    moves: _Cells = ""
    """Moves from the position, separated by commas."""


class PngQuery(PositionQuery):
    """A picture of a position."""

    last: CellName | None = None
    """Cell of the last move, which gets a ring."""
    coordinates: bool = True
    """True if coordinates are shown."""


class SvgQuery(PngQuery):
    """A picture of a position, for the page or for paper."""

    paper: bool = False
    """True if it has a size, a light background and colours of its own."""


_PuzzleBoard = Annotated[str, Field(examples=["4x4x4"], max_length=20)]
_PuzzleKind = Annotated[PuzzleKind | None, Field(examples=["fork"])]


class PuzzlesQuery(Query):
    """The board and the kind of puzzles."""

    board: _PuzzleBoard = "3x3x3"
    """A board that has puzzles."""
    kind: _PuzzleKind = None
    """Kind of puzzles; the board's first kind by default."""


class PuzzleRunQuery(PuzzlesQuery):
    """Puzzles of one board or all, of one kind or all, and the seed that chooses them."""

    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0
    """Seed of the choice."""
    board: _PuzzleBoard = ""
    """A board that has puzzles; all boards by default."""
    kind: _PuzzleKind = None
    """Kind of puzzles; all kinds by default."""


def _calendar_day(text: str) -> date:
    """Return the day that a text names; pydantic would read a number as seconds since 1970."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PydanticCustomError("day", "should be a day like 2026-11-23") from None


class DayQuery(Query):
    """A day of the calendar."""

    day: Annotated[date, BeforeValidator(_calendar_day), Field(examples=["2026-11-23"])]
    """A day, like `2026-11-23`."""


class SideQuery(Query):
    """A side."""

    side: Annotated[Side, Field(examples=["X"])] = "X"
    """Side that plays the strategy."""


class PlayerQuery(Query):
    """A player."""

    player: PlayerName


class ExploitQuery(PlayerQuery, BoardQuery):
    """A player on a board."""


class MatchQuery(BoardQuery):
    """A match of two players."""

    x: Annotated[PlayerName, Field(description="The player X.")]
    o: Annotated[PlayerName, Field(description="The player O.")]
    games: Annotated[int, Field(ge=1, le=10_000)] = 1000
    """Number of games if the match is sampled."""
    seed: Annotated[int, Field(ge=0, lt=1 << 32)] = 0
    """Seed of sampled games."""


class SolveQuery(BoardQuery):
    """A question about an empty board."""

    question: Annotated[
        Literal["value", "plies"],
        Field(
            description=(
                "`value`: the value of the board. `plies`: the smallest number of plies in which the first player wins."
            )
        ),
    ] = "value"


class MovesQuery(Query):
    """Moves along a certificate."""

    moves: _Cells = ""
    """Moves of both sides so far, separated by commas."""


_Sign = Annotated[str, Field(max_length=60)] | None


class GameEventsQuery(Query):
    """A request for the stream of a game."""

    sign: _Sign = Field(
        None,
        alias="as",
        description=(
            "The `sign` of a seat, whose stream has a place of its own. A stream may have the token in a header"
            " `Authorization` instead."
        ),
    )


class ClassQuery(Query):
    """A request to watch a class."""

    sign: _Sign = Field(
        None,
        alias="as",
        description=(
            "The `sign` of the teacher or of the pupil who watches, whose stream has a place of its own. The class then"
            " knows that a pupil is present. A stream may have the token in a header `Authorization` instead."
        ),
    )


class ClassEventsQuery(ClassQuery):
    """A request for the stream of a class."""

    boards: bool = False
    """True if the stream has the games of the round, too."""
