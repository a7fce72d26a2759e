"""Classes on the server: one link, many pairs."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from noughts.contract.terms import AnswerJson, BoardName, BySide, PlayerName, PositionText


class TimeLimitJson(TypedDict):
    """Seconds for all moves of a side, and how many more each move adds."""

    seconds: int
    increment: int


class PupilJson(TypedDict):
    """Somebody who came into a class, and how many of the class's games they won, drew and lost.

    ``here`` is false once they have gone.
    """

    number: int
    name: str
    here: bool
    won: int
    drawn: int
    lost: int


class PupilPairJson(TypedDict):
    """Two who play each other in this round, by their numbers; ``open``: their game is not over."""

    game: str
    seats: BySide[int]
    result: Literal["X", "O", "draw", "open"]


class ClassroomJson(AnswerJson):
    """A class as everybody may see it; ``version`` is how many events it has.

    ``meanwhile``: whom one who waits may play. ``locked``: nobody new comes in just now. ``pupils``: all but those who
    left without a game that counts. ``waiting``: who is there and in no pair, at most one while it is open.
    """

    id: str
    version: int
    board: BoardName
    start: PositionText
    clock: TimeLimitJson | None
    meanwhile: PlayerName | None
    round: int
    closed: bool
    locked: bool
    pupils: list[PupilJson]
    pairs: list[PupilPairJson]
    waiting: list[int]


class MadeClassroomJson(AnswerJson):
    """A class just made, with the only copy of the token that directs it."""

    classroom: ClassroomJson
    token: str


class EnteredJson(AnswerJson):
    """Whoever came, by number, and the token that acts for them: in the class, and in every game of theirs in it."""

    classroom: ClassroomJson
    pupil: int
    token: str
