"""Games on the server, and what is refused there and on the command line."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from noughts.contract import terms
from noughts.contract.values import OutcomeJson

RequestName = Literal["move", "step", "undo", "redo", "draw", "decline", "resign", "again"]


class SeatJson(TypedDict):
    """Who sits there; ``taken`` is false while the friend is awaited, ``name`` what a person is called, if they say.

    ``seconds``: how long a computer thinks before each move, by the clock, when it is asked by ``think`` or ``step``;
    null where that is no matter of time.
    """

    kind: Literal["person", "friend", "computer"]
    player: terms.PlayerName | None
    level: str | None
    seconds: int | None
    taken: bool
    name: str | None


class OfferJson(TypedDict):
    """An offer that stands; ``swap``: the new game changes the sides."""

    seat: terms.Side
    what: Literal["draw", "undo", "again"]
    swap: bool


class ClockJson(TypedDict):
    """The clock of a game: seconds for each side and for each move, and the milliseconds that each has ``left`` now.

    ``running``: whose time is passing, null before the first move and after the end.
    """

    seconds: int
    increment: int
    left: terms.BySide[int]
    running: terms.Side | None


class GameJson(terms.PositionAnswerJson):
    """A game as everybody may see it; ``version`` is how many events it has.

    ``may``: the requests that would be accepted from each seat now. ``redo``: how many moves were taken back.
    ``classroom``: the id of the class in which it is played, if it is.
    """

    id: str
    version: int
    start: terms.PositionText
    ply: int
    to_move: terms.Side
    moves: list[terms.CellName]
    redo: int
    seats: terms.BySide[SeatJson]
    legal: list[terms.CellName]
    may: terms.BySide[list[RequestName]]
    outcome: OutcomeJson | None
    offers: list[OfferJson]
    clock: ClockJson | None
    score: Annotated[dict[Literal["X", "O", "draw"], int], terms.Says(required=["X", "O", "draw"])]
    next: str | None
    previous: str | None
    swapped: bool
    classroom: str | None


class ThinkingJson(terms.AnswerJson):
    """What a computer thinks so far that thinks by the clock: the move that it would make, and the play it expects.

    ``depth``: the plies of the last depth completed, 0 where no search was needed; ``nodes``: the positions looked at;
    ``left``: the seconds that it thinks on at most.
    """

    move: terms.CellName
    depth: int
    line: list[terms.CellName]
    nodes: int
    left: float


class MadeJson(terms.AnswerJson):
    """A game just made, with the only copy of its tokens; ``names`` are the players that its record named."""

    game: GameJson
    tokens: dict[terms.Side, str]
    invitation: str | None
    names: NotRequired[dict[terms.Side, str]]


class DeletedJson(terms.AnswerJson):
    """The id of a game that is no more."""

    deleted: str


class JoinedJson(terms.AnswerJson):
    """The friend's seat, and the token that acts for it."""

    game: GameJson
    seat: terms.Side
    token: str


class SignJson(terms.AnswerJson):
    """The parameter ``as`` of streams that the holder of a token opens. It gives no other right."""

    sign: str


class GameFileJson(TypedDict):
    """A game as a file for other programs: a format of its own, which says no ``schema``."""

    board: terms.BoardName
    start: terms.PositionText
    moves: list[terms.CellName]
    undone: list[terms.CellName]


class StudyMoveJson(TypedDict):
    """A move of a study: the number of the move that it follows, counted from 1, or 0 for the start; its note."""

    after: int
    cell: terms.CellName
    note: str


class StudyJson(terms.BoardAnswerJson):
    """A game with its variations and notes; moves stand depth first, what was played before what might have been.

    ``note`` is what is noted of the start, ``names`` the players that the record names, ``sgf`` all of it as SGF.
    """

    start: terms.PositionText
    note: str
    moves: list[StudyMoveJson]
    names: dict[terms.Side, str]
    sgf: str


class RefusalJson(terms.AnswerJson):
    """Why the server did not do it: a sentence for people, a word for programs, the game where there is one.

    ``boards``, with the code ``which-board``: the boards that a record may be on, the most likely one first.
    """

    error: str
    code: str
    game: NotRequired[GameJson]
    boards: NotRequired[list[terms.BoardName]]


class BadLineJson(terms.AnswerJson):
    """A line of stdin that could not be answered: why, and the line as it came."""

    error: str
    input: str


class QrJson(terms.AnswerJson):
    """A text as a QR code (ISO/IEC 18004), row by row, 1 for a dark module; the quiet zone of four is not in it."""

    modules: list[str]


class AddressesJson(terms.AnswerJson):
    """Where others in the same network reach this server, told to its own machine alone; none where they do not."""

    addresses: list[str]
