"""A class as a log of events: pupils who join by one link, and their pairs, round after round.

Like a game's log it knows no clock, no network and no random numbers, and is never changed. A pupil who joins is paired
with the one who waits; a new round pairs all pupils who are present. So at most one waits at any time. The result of a
game enters the log when its round is over; until then the game itself has it.

Pairs of a round are a matching of minimum cost: meeting again costs much, and a little more for each time before; the
pupil left over is one who has been left over least. networkx finds it by the algorithm of Z. Galil, Efficient
algorithms for finding maximum matching in graphs, ACM Computing Surveys 18, 1986, pages 23 to 38,
https://doi.org/10.1145/6462.6502.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import reduce
from itertools import combinations
from typing import Literal, get_args

from noughts.errors import quote
from noughts.extras import needed_by
from noughts.records.log import RefusedError

Met = Callable[[int, int], int]
"""How often two have played each other."""

_AGAIN = 1_000_000
"""What it costs to meet again, in games that were played before: more than a class can play."""

_NOBODY = -1


def partners(people: Sequence[int], met: Met, waited: Callable[[int], int]) -> list[tuple[int, int]]:
    """All in pairs; of an odd number one is left over, out of those who have waited least: if it may be, the last."""
    with needed_by("pairing a class"):
        import networkx

    graph = networkx.Graph()
    for one, other in combinations(people, 2):
        before = met(one, other)
        graph.add_edge(one, other, weight=-len(people) * (before and _AGAIN + before))
    if len(people) % 2:
        least = min(map(waited, people))
        for place, one in enumerate(people):
            if waited(one) == least:
                graph.add_edge(one, _NOBODY, weight=place)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    places = {one: place for place, one in enumerate(people)}
    pairs = (sorted(pair, key=places.__getitem__) for pair in matched if _NOBODY not in pair)
    return sorted(((one, other) for one, other in pairs), key=lambda pair: places[pair[0]])


MOST_PUPILS = 100
"""Who may be there at once."""

_OF_AN_ADDRESS = 60
"""Maximum number of pupils from one address: two groups of 30 at one school."""

_PER_FREE = 3
"""Maximum number of pupils from one address, for each free place. Others can still come from elsewhere: if 60 come from
one address, 30 can from the next, 8 from a third and 2 from a fourth."""

_MOST_EVENTS = 5_000
"""Of one class: fifty rounds of a hundred. Those of who left without a trace are not counted."""

_REMEMBERED = 500
"""Of how many who left without a trace it is known that they were there: they may ask to leave again."""

Result = Literal["X", "O", "draw", "open"]
"""Who won, that nobody did, or that it was not played to its end."""

NewId = Callable[[], str]
"""Makes the id of a game."""


class Happening(Enum):
    """What happened in a class, and what an event's detail then holds."""

    ENTER = "enter"
    """The hash of the pupil's token, then the name, if there is one; a pupil who had gone has come back.

    After the hash and a dot, a label of the pupil's address. Logs of older versions have none.
    """
    LEAVE = "leave"
    """``over`` where the pupil's game is over and stands; else nothing, and the other of the pair is free."""
    PAIR = "pair"
    """The number of the pupil who is O, and the id of the game; the event's pupil is X."""
    RESULT = "result"
    """A ``Result`` of the game in which the event's pupil is X."""
    ROUND = "round"
    """The pairs of the round before are no more; the board and its rows, if others are played from now on."""
    CLOSE = "close"
    """Nothing."""
    DOOR = "door"
    """``locked`` where nobody new comes from now on; else nothing, and whoever wants to may."""
    PRESENCE = "presence"
    """``here`` where the pupil's page is open; ``away`` where it has not been for a while."""
    HELP = "help"
    """``off`` where nobody is helped in a game of the class from now on; else nothing, and whoever wants may be."""
    BAN = "ban"
    """Nothing where the pupil's token and name come in no more; ``lifted`` where they may again."""


@dataclass(frozen=True, slots=True)
class ClassEvent:
    """One thing that happened: what, to which pupil (0 for none), and the rest as text."""

    kind: Happening
    pupil: int = 0
    detail: str = ""


@dataclass(frozen=True)
class Classmate:
    """Somebody who came: their games so far, how often they waited through a round, and were X rather than O.

    ``away``: whether their page has not been open for a while; None where it never was. ``origin``: a label of the
    address from which they came, if it is known.
    """

    number: int
    token: str
    name: str = ""
    here: bool = True
    won: int = 0
    drawn: int = 0
    lost: int = 0
    waited: int = 0
    tilt: int = 0
    away: bool | None = None
    origin: str = ""

    @property
    def present(self) -> bool:
        """Whether they are in the class, and not away."""
        return self.here and not self.away

    @property
    def called(self) -> str:
        """The name, or what stands for it."""
        return self.name or f"Guest {self.number}"

    def after(self, result: Result, side: Result) -> Classmate:
        """With one game more."""
        if result == "open":
            return self
        if result == "draw":
            return replace(self, drawn=self.drawn + 1)
        return replace(self, won=self.won + 1) if result == side else replace(self, lost=self.lost + 1)


@dataclass(frozen=True)
class PupilPair:
    """Two who play each other in this round: their numbers, and the id of their game; the result once it is told."""

    x: int
    o: int
    game: str
    result: Result | None = None


@dataclass(frozen=True)
class Classroom:
    """Where a class stands; every change returns a new one. ``met`` is how often two have been a pair."""

    pupils: tuple[Classmate, ...] = ()
    pairs: tuple[PupilPair, ...] = ()
    round: int = 1
    met: Mapping[frozenset[int], int] = field(default_factory=dict)
    closed: bool = False
    locked: bool = False
    """Whether nobody new comes in, and so nobody who was sent away."""
    version: int = 0
    entered: int = 0
    """How many have come, those who left without a trace included."""
    folded: int = 0
    """How many events of those who left without a trace there are."""
    gone: Mapping[str, int] = field(default_factory=dict)
    """The numbers of those of them who left last, by the hashes of their tokens."""
    place: str = ""
    """The board and the rows that are played from since some round, where they are others than the class began with."""
    help: bool = True
    """Whether anybody may be helped in a game of the class that is not over."""
    banned: tuple[Classmate, ...] = ()
    """Who may not come in, by their token and by their name, as they were when they were sent away."""

    def extended(self, events: Iterable[ClassEvent]) -> Classroom:
        """The class after more events, which must follow: what was decided is not decided again."""
        return reduce(_after, events, self)

    def pupil(self, number: int) -> Classmate:
        """The pupil of a number; RefusedError where there is none."""
        pupil = next((each for each in self.pupils if each.number == number), None)
        if pupil is None:
            raise RefusedError("unknown-pupil", f"there is no pupil {quote(number)} in this class")
        return pupil

    def pair_of(self, number: int) -> PupilPair | None:
        """The pair that a pupil is in."""
        return next((pair for pair in self.pairs if number in (pair.x, pair.o)), None)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Who is there, not away, and in no pair, in the order in which they came."""
        busy = {number for pair in self.pairs for number in (pair.x, pair.o)}
        return tuple(each.number for each in self.pupils if each.present and each.number not in busy)

    # Requests. Each answers the events that it leads to, or raises RefusedError.

    def enter(self, token: str, name: str, new_id: NewId, origin: str = "") -> tuple[ClassEvent, ...]:
        """Enter a pupil by the hash of a token, and pair them with the one who waits.

        Pupils with the same label ``origin`` have a share of the places.
        """
        self.check_open()
        self._check_not_banned(token, name)
        if self.locked:
            raise RefusedError(
                "class-locked", "the door of this class is locked: nobody new comes in just now"
            )
        free = MOST_PUPILS - sum(each.here for each in self.pupils)
        if free <= 0:
            raise RefusedError("class-full", f"this class is full: {MOST_PUPILS} are in it")
        near = sum(each.here and each.origin == origin for each in self.pupils) if origin else 0
        if near >= min(_OF_AN_ADDRESS, _PER_FREE * free):
            raise RefusedError(
                "class-full",
                f"{near} pupils came from your network: this class is full for it until some leave",
            )
        before = next((each.number for each in self.pupils if each.token == token), None)
        number = self.entered + 1 if before is None else before
        stored = f"{token}.{origin}" if origin else token
        came = ClassEvent(Happening.ENTER, number, f"{stored} {name}".rstrip())
        return self._then_paired((came,), new_id)

    def leave(self, leaving: Mapping[int, bool], new_id: NewId) -> tuple[ClassEvent, ...]:
        """Remove pupils, and pair those who are free then.

        Args:
            leaving: Pupils' numbers, with whether their game is over. Those who have left already are skipped.
            new_id: Makes the ids of games.
        """
        self._check_not_closed()
        left = self.gone.values()
        here = [number for number in leaving if number not in left and self.pupil(number).here]
        if not here:
            return ()
        gone = [ClassEvent(Happening.LEAVE, number, "over" if leaving[number] else "") for number in here]
        return self._then_paired(tuple(gone), new_id)

    def next_round(
        self, results: Mapping[str, Result], new_id: NewId, place: str = ""
    ) -> tuple[ClassEvent, ...]:
        """All who are there are paired anew, perhaps on another board; ``results`` are those of this round, by game."""
        self.check_open()
        if sum(each.present for each in self.pupils) < 2:
            raise RefusedError("too-few", "a round needs two who are there")
        begun = ClassEvent(Happening.ROUND, 0, place)
        return self._then_paired((*self._result_events(results), begun), new_id)

    def close(self, results: Mapping[str, Result]) -> tuple[ClassEvent, ...]:
        """No more rounds, and nobody comes any more."""
        self._check_not_closed()
        return (*self._result_events(results), ClassEvent(Happening.CLOSE))

    def door(self, locked: bool) -> tuple[ClassEvent, ...]:
        """Locks the door, or opens it; nothing where it is so already."""
        self.check_open()
        return () if locked == self.locked else (ClassEvent(Happening.DOOR, 0, "locked" if locked else ""),)

    def switch_help(self, on: bool) -> tuple[ClassEvent, ...]:
        """Lets all be helped, or nobody; nothing where it is so already."""
        self.check_open()
        return () if on == self.help else (ClassEvent(Happening.HELP, 0, "" if on else "off"),)

    def presence(self, number: int, away: bool, new_id: NewId) -> tuple[ClassEvent, ...]:
        """A pupil's page is open, or has not been for a while; whoever comes back without a game is paired.

        Nothing where it is known already, the pupil has gone, or the class has had more than enough events.
        """
        pupil = next((each for each in self.pupils if each.number == number), None)
        tired = self.closed or self.version >= 2 * _MOST_EVENTS
        if tired or pupil is None or not pupil.here or pupil.away is away:
            return ()
        told = ClassEvent(Happening.PRESENCE, number, "away" if away else "here")
        return self._then_paired((told,), new_id)

    def ban(self, leaving: Mapping[int, bool], banned: bool, new_id: NewId) -> tuple[ClassEvent, ...]:
        """Remove pupils as ``leave`` does, and ban their tokens and names; or let them enter again.

        Those of several who have left without a trace are skipped.
        """
        self.check_open()
        before = {each.number for each in self.banned}
        changed = [number for number in leaving if (number in before) is not banned]
        if not banned:
            return tuple(ClassEvent(Happening.BAN, number, "lifted") for number in changed)
        if len(leaving) > 1:
            changed = [number for number in changed if number not in self.gone.values()]
        bans = [ClassEvent(Happening.BAN, self.pupil(number).number) for number in changed]
        return (*bans, *self.leave({number: leaving[number] for number in changed}, new_id))

    def check_open(self) -> None:
        """Raises RefusedError where nothing more can happen but the end."""
        self._check_not_closed()
        counted = self.version - self.folded
        if counted >= _MOST_EVENTS:
            raise RefusedError("too-long", f"{counted:,} events are as many as a class may have")

    def _check_not_closed(self) -> None:
        if self.closed:
            raise RefusedError("class-closed", "this class is over")

    def _check_not_banned(self, token: str, name: str) -> None:
        for each in self.banned:
            if token == each.token:
                raise RefusedError("banned", "whoever directs this class has sent you away")
            if each.name and name.casefold() == each.name.casefold():
                raise RefusedError("banned", f"the name {quote(name)} is not let into this class any more")

    def _result_events(self, results: Mapping[str, Result]) -> Iterator[ClassEvent]:
        for pair in self.pairs:
            yield ClassEvent(Happening.RESULT, pair.x, results.get(pair.game, "open"))

    def _then_paired(self, events: tuple[ClassEvent, ...], new_id: NewId) -> tuple[ClassEvent, ...]:
        after = self.extended(events)
        if after.closed:
            return events
        pairs = partners(after.waiting, after._meetings, lambda number: after.pupil(number).waited)
        return (*events, *(after._pair(one, other, new_id()) for one, other in pairs))

    def _meetings(self, one: int, other: int) -> int:
        return self.met.get(frozenset((one, other)), 0)

    def _pair(self, one: int, other: int, game: str) -> ClassEvent:
        """X is whoever was X less often."""
        x, o = sorted((one, other), key=lambda number: self.pupil(number).tilt)
        return ClassEvent(Happening.PAIR, x, f"{o} {game}")

    # What events do.

    def _with(self, *changed: Classmate) -> Classroom:
        known = {each.number: each for each in changed}
        return replace(self, pupils=tuple(known.get(each.number, each) for each in self.pupils))

    def _enter(self, event: ClassEvent) -> Classroom:
        stored, _, name = event.detail.partition(" ")
        token, _, origin = stored.partition(".")
        if event.pupil <= self.entered:
            back = replace(self.pupil(event.pupil), name=name, here=True, away=None, origin=origin)
            return self._with(back)
        pupils = (*self.pupils, Classmate(event.pupil, token, name, origin=origin))
        return replace(self, pupils=pupils, entered=event.pupil)

    def _leave(self, event: ClassEvent) -> Classroom:
        gone = replace(self.pupil(event.pupil), here=False)
        stand = [pair for pair in self.pairs if event.detail or event.pupil not in (pair.x, pair.o)]
        folded = self.folded + len(self.pairs) - len(stand)
        after = replace(self._with(gone), pairs=tuple(stand), folded=folded)
        played = gone.won + gone.drawn + gone.lost
        return after if played or after.pair_of(gone.number) else after._without(gone)

    def _without(self, gone: Classmate) -> Classroom:
        """The class without somebody who left no trace: to come and go does not fill it."""
        return replace(
            self,
            pupils=tuple(each for each in self.pupils if each.number != gone.number),
            met={both: times for both, times in self.met.items() if gone.number not in both},
            folded=self.folded + 2,
            gone=dict([*self.gone.items(), (gone.token, gone.number)][-_REMEMBERED:]),
        )

    def _sit_down(self, event: ClassEvent) -> Classroom:
        number, game = event.detail.split()
        pair = PupilPair(event.pupil, int(number), game)
        x, o = self.pupil(pair.x), self.pupil(pair.o)
        both = frozenset((pair.x, pair.o))
        met = {**self.met, both: self._meetings(pair.x, pair.o) + 1}
        sat = self._with(replace(x, tilt=x.tilt + 1), replace(o, tilt=o.tilt - 1))
        return replace(sat, pairs=(*self.pairs, pair), met=met)

    def _result(self, event: ClassEvent) -> Classroom:
        pair = next(pair for pair in self.pairs if pair.x == event.pupil)
        result = next(word for word in get_args(Result) if word == event.detail)
        x, o = self.pupil(pair.x).after(result, "X"), self.pupil(pair.o).after(result, "O")
        pairs = [replace(each, result=result) if each is pair else each for each in self.pairs]
        return replace(self._with(x, o), pairs=tuple(pairs))

    def _begin_round(self, event: ClassEvent) -> Classroom:
        waited = [replace(one, waited=one.waited + 1) for one in map(self.pupil, self.waiting)]
        place = event.detail or self.place
        return replace(self._with(*waited), pairs=(), round=self.round + 1, place=place)

    def _see(self, event: ClassEvent) -> Classroom:
        """It comes and goes by itself, so that it does not fill the class."""
        seen = replace(self.pupil(event.pupil), away=event.detail == "away")
        return replace(self._with(seen), folded=self.folded + 1)

    def _ban(self, event: ClassEvent) -> Classroom:
        if event.detail:
            return replace(self, banned=tuple(each for each in self.banned if each.number != event.pupil))
        return replace(self, banned=(*self.banned, self.pupil(event.pupil)))


_FOLDS: Mapping[Happening, Callable[[Classroom, ClassEvent], Classroom]] = {
    Happening.ENTER: Classroom._enter,
    Happening.LEAVE: Classroom._leave,
    Happening.PAIR: Classroom._sit_down,
    Happening.RESULT: Classroom._result,
    Happening.ROUND: Classroom._begin_round,
    Happening.CLOSE: lambda room, _: replace(room, closed=True),
    Happening.DOOR: lambda room, event: replace(room, locked=bool(event.detail)),
    Happening.PRESENCE: Classroom._see,
    Happening.HELP: lambda room, event: replace(room, help=not event.detail),
    Happening.BAN: Classroom._ban,
}


def _after(room: Classroom, event: ClassEvent) -> Classroom:
    """The class after one more event."""
    return replace(_FOLDS[event.kind](room, event), version=room.version + 1)
