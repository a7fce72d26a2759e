"""Classes on the server: one link, many pairs."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from noughts.contract import terms


class TimeLimitJson(TypedDict):
    """Seconds for all moves of a side, and how many more each move adds."""

    seconds: int
    increment: int


class PupilJson(TypedDict):
    """Somebody who came into a class, and how many of the class's games they won, drew and lost.

    ``here`` is false once they have gone. ``away``: their page has not been open for a while; they are not paired then.
    """

    number: int
    name: str
    here: bool
    away: bool
    won: int
    drawn: int
    lost: int


class BannedJson(TypedDict):
    """Somebody whose token and name are not let in any more."""

    number: int
    name: str


class PupilPairJson(TypedDict):
    """Two who play each other in this round, by their numbers; ``open``: their game is not over."""

    game: str
    seats: terms.BySide[int]
    result: Literal["X", "O", "draw", "open"]


class ClassroomJson(terms.BoardAnswerJson):
    """A class as everybody may see it; ``version`` is how many events it has.

    ``board`` and ``start`` are where the games of this round begin. ``meanwhile``: whom one who waits may play.
    ``locked``: nobody new comes in just now. ``help``: whether anybody may be helped while a round lasts.
    ``pupils``: all but those who left without a game that counts. ``waiting``: who is there, not away and in no
    pair, at most one while the class is open. ``banned``: who is kept out.
    """

    id: str
    version: int
    start: terms.PositionText
    clock: TimeLimitJson | None
    meanwhile: terms.PlayerName | None
    round: int
    closed: bool
    locked: bool
    help: bool
    pupils: list[PupilJson]
    pairs: list[PupilPairJson]
    waiting: list[int]
    banned: list[BannedJson]


class ClassGroupsJson(terms.AnswerJson):
    """The pupils in a class by the address from which they came, without that: their numbers, in order of arrival."""

    groups: list[list[int]]


class MadeClassroomJson(terms.AnswerJson):
    """A class just made, with the only copy of the token that directs it."""

    classroom: ClassroomJson
    token: str


class EnteredJson(terms.AnswerJson):
    """Whoever came, by number, and the token that acts for them: in the class, and in every game of theirs in it.

    ``sign``: what they say, as ``as``, where they watch the class: so it is known that they are not away.
    """

    classroom: ClassroomJson
    pupil: int
    token: str
    sign: str
