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


class Body(BaseModel):
    """A body: exactly these fields, of exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TimeLimit(Body):
    """A clock for two people.

    It starts when a move is made and both have joined; this move takes no time. With a clock no move is taken back.
    """

    seconds: Annotated[
        int, Field(ge=5, le=10_800, description="Seconds of each side for all its moves."), _INTEGRAL
    ]
    increment: Annotated[
        int, Field(ge=0, le=60, description="Seconds that each move adds to its side's time."), _INTEGRAL
    ] = 0

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
    moves: Annotated[
        list[CellName], Field(max_length=MAX_SIDE**2, description="Moves from there that have been played.")
    ] = []
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
    clock: Annotated[TimeLimit | None, Field(description="A clock, if both seats are people's.")] = None
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

    now: Annotated[
        bool,
        Field(
            description="Whether a computer that thinks for a fixed time makes the best move that it has found so far."
        ),
    ] = False


class Name(Body):
    """A person's name."""

    name: Annotated[
        str,
        Field(min_length=1, max_length=30, description="1 to 30 printable characters.", examples=["Ada"]),
    ]


class Text(Body):
    """A text to encode."""

    text: Annotated[
        str,
        Field(
            min_length=1,
            max_length=500,
            description="The text to encode.",
            examples=["http://192.168.1.5:8000/"],
        ),
    ]


class Again(VersionedRequest):
    """A request for a new game with the same seats."""

    swap: Annotated[
        bool,
        Field(description="Whether the players swap sides. To accept an offer is to accept its value."),
    ] = False


class Join(Body):
    """A request for the friend's seat."""

    invitation: Annotated[
        str, Field(min_length=1, max_length=100, description="The `invitation` of the game's creation.")
    ]
    nonce: Nonce


class NewClass(Body):
    """A class to create."""

    board: BoardName = "3x3x3"
    position: PositionText | None = None
    clock: Annotated[TimeLimit | None, Field(description="A clock for each game.")] = None
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

    name: Annotated[
        str,
        Field(
            max_length=30,
            description="The pupil's name. If it is empty, the pupil gets a name like `Guest 3`.",
            examples=["Ada"],
        ),
    ] = ""
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

    locked: Annotated[bool, Field(description="Whether the class is locked.")]


class ClassHelp(Body):
    """Help in the games of a class."""

    help: Annotated[bool, Field(description="Whether help is allowed while a round lasts.")]


class Ban(Body):
    """Pupils to ban, or to let in again."""

    pupil: Annotated[
        PupilNumber | PupilNumbers, Field(description="Number of a pupil, or a list of numbers.")
    ]
    banned: Annotated[bool, Field(description="False lets the pupil enter again.")] = True


class NextRound(Body):
    """The current round, and the board and position of the next if they change."""

    round: Annotated[int, Field(ge=1, le=10_000, description="Number of the current round."), _INTEGRAL]
    board: Annotated[
        BoardName | None,
        Field(
            description="Board of the next round; that of the current one if neither it nor `position` is given."
        ),
    ] = None
    position: Annotated[
        PositionText | None,
        Field(description="Position from which its games start; the empty board by default."),
    ] = None


class StudyRequest(Body):
    """A record or a file to read, or only a position."""

    record: Annotated[
        str,
        Field(
            description="SGF, PSQ, JSON, a position, or moves: `3x3x3 b2 a1 (b1 {the other kind} c3) c1`.",
            json_schema_extra={"maxLength": LONGEST},  # a longer one gets a plainer sentence
        ),
    ] = ""
    record_base64: Annotated[
        str,
        Field(
            max_length=4 * MAX_FILE // 3,
            description=f"A file instead of `record`: at most {MAX_FILE:,} bytes, in base64.",
        ),
    ] = ""
    board: Annotated[
        BoardName | None, Field(description="Board of moves or rows that do not name their own.")
    ] = None
    likely: Annotated[
        BoardName | None,
        Field(description="Board to propose first, if the record fits on it and does not name its own."),
    ] = None
    position: Annotated[
        PositionText | None,
        Field(description="Position from which moves start; the empty board by default. Only with moves."),
    ] = None
    x: Annotated[str, Field(max_length=100, description="Name of the player X, if the record has none.")] = ""
    o: Annotated[str, Field(max_length=100, description="Name of the player O, if the record has none.")] = ""


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


class BoardQuery(BaseModel):
    """A board, 3x3x3 by default."""

    board: BoardName = "3x3x3"


class PlayersQuery(BaseModel):
    """The board for which players are listed."""

    board: Annotated[BoardName | None, Field(description="The board; 3x3x3 by default.")] = None


class PositionQuery(BaseModel):
    """A position, and the game that it is from."""

    board: Annotated[
        BoardName | None,
        Field(description="The board; by default 3x3x3, or what the rows of `position` fit."),
    ] = None
    position: PositionText | None = None
    game: Annotated[str, Field(max_length=LONGEST_ID)] | None = Field(
        None,
        description="Id of the game that the request is about. If its class forbids help, requests that help get 409.",
    )


_Cells = Annotated[
    str,
    Field(
        max_length=4 * MAX_SIDE**2,
        description="Cells separated by commas.",
        json_schema_extra=pattern(f"({CELL}(,{CELL})*)?"),
        examples=["b2,a2"],
    ),
]


class DecideQuery(PositionQuery):
    """A position and the player that decides."""

    player: PlayerName


class ExplainQuery(DecideQuery):
    """A decision, and whether its blocks are wanted."""

    blocks: Annotated[bool, Field(description="Whether the response has blocks.")] = True


class AnalyseQuery(PositionQuery):
    """A position, and the limit of the search."""

    nodes: Annotated[int, Field(ge=1, le=1_000_000)] | None = Field(
        None, description="Maximum number of positions that the engine searches; 200,000 by default."
    )


class LineQuery(PositionQuery):
    """A position, and a first move if there is one."""

    move: Annotated[CellName | None, Field(description="First move of the line.")] = None


class OpenLinesQuery(PositionQuery):
    """A cell of a position."""

    cell: CellName


class NodeQuery(PositionQuery):
    """A node of the game tree."""

    path: Annotated[
        _Cells, Field(description="Moves from the position to the node, separated by commas.")
    ] = ""
    merge: Annotated[bool, Field(description="Whether symmetric positions are merged.")] = True


class TreeQuery(NodeQuery):
    """A node of the game tree, and how many levels below it are shown."""

    depth: Annotated[int, Field(ge=0, le=2, description="Levels of nodes below the node.")] = 1


class ReviewQuery(PositionQuery):
    """A game: its starting position and its moves."""

    moves: Annotated[_Cells, Field(description="Moves from the position, separated by commas.")] = ""


class PngQuery(PositionQuery):
    """A picture of a position."""

    last: Annotated[CellName | None, Field(description="Cell of the last move, which gets a ring.")] = None
    coordinates: Annotated[bool, Field(description="Whether coordinates are shown.")] = True


class SvgQuery(PngQuery):
    """A picture of a position, for the page or for paper."""

    paper: Annotated[
        bool, Field(description="Whether it has a size, a light background and colours of its own.")
    ] = False


_PuzzleBoard = Annotated[
    str, Field(description="A board that has puzzles.", examples=["4x4x4"], max_length=20)
]


class PuzzlesQuery(BaseModel):
    """The board and the kind of puzzles."""

    board: _PuzzleBoard = "3x3x3"
    kind: PuzzleKind | None = Field(
        None, description="Kind of puzzles; the board's first kind by default.", examples=["fork"]
    )


class PuzzleRunQuery(PuzzlesQuery):
    """Puzzles of one board or all, of one kind or all, and the seed that chooses them."""

    seed: Annotated[int, Field(description="Seed of the choice.", ge=0, le=2**31 - 1)] = 0
    board: Annotated[_PuzzleBoard, Field(description="A board that has puzzles; all boards by default.")] = ""
    kind: PuzzleKind | None = Field(
        None, description="Kind of puzzles; all kinds by default.", examples=["fork"]
    )


def _calendar_day(text: str) -> date:
    """Return the day that a text names; pydantic would read a number as seconds since 1970."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise PydanticCustomError("day", "should be a day like 2026-11-23") from None


class DayQuery(BaseModel):
    """A day of the calendar."""

    day: Annotated[
        date,
        BeforeValidator(_calendar_day),
        Field(description="A day, like `2026-11-23`.", examples=["2026-11-23"]),
    ]


class SideQuery(BaseModel):
    """A side."""

    side: Annotated[Side, Field(description="Side that plays the strategy.", examples=["X"])] = "X"


class PlayerQuery(BaseModel):
    """A player."""

    player: PlayerName


class ExploitQuery(PlayerQuery, BoardQuery):
    """A player on a board."""


class MatchQuery(BoardQuery):
    """A match of two players."""

    x: Annotated[PlayerName, Field(description="The player X.")]
    o: Annotated[PlayerName, Field(description="The player O.")]
    games: Annotated[int, Field(ge=1, le=10_000, description="Number of games if the match is sampled.")] = (
        1000
    )
    seed: Annotated[int, Field(ge=0, lt=1 << 32, description="Seed of sampled games.")] = 0


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


class MovesQuery(BaseModel):
    """Moves along a certificate."""

    moves: Annotated[_Cells, Field(description="Moves of both sides so far, separated by commas.")] = ""


_Sign = Annotated[str, Field(max_length=60)] | None


class GameEventsQuery(BaseModel):
    """A request for the stream of a game."""

    sign: _Sign = Field(
        None,
        alias="as",
        description=(
            "The `sign` of a seat, whose stream has a place of its own. A stream may have the token in a header"
            " `Authorization` instead."
        ),
    )


class ClassQuery(BaseModel):
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

    boards: bool = Field(False, description="Whether the stream has the games of the round, too.")
