"""A class: whatever happens, everybody who is there plays or is the one who waits."""

from collections import Counter
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.records.classroom import MOST_PUPILS, ClassEvent, Classroom, Happening
from noughts.records.log import RefusedError


class Teaching:
    """A class with ids that are counted, and what has happened in it."""

    def __init__(self):
        self.room, self.events, self._ids = Classroom(), [], map(str, count())

    def do(self, request, *args):
        events = getattr(self.room, request)(*args)
        self.events += events
        self.room = self.room.extended(events)
        return events

    def new(self):
        return next(self._ids)

    def enter(self, name="", origin=""):
        return self.do("enter", f"hash{self.room.entered}", name, self.new, origin)

    def again(self, results=()):
        return self.do("next_round", dict(results), self.new)

    def check(self):
        """Nobody is in two pairs or in one with themselves, and nobody is lost: at most one waits."""
        inside = [number for pair in self.room.pairs for number in (pair.x, pair.o)]
        assert max(Counter(inside).values(), default=0) < 2
        here = {each.number for each in self.room.pupils if each.here and not each.away}
        assert here <= {*inside, *self.room.waiting}
        assert not set(inside) & set(self.room.waiting)
        assert len(self.room.waiting) < 2 or self.room.closed
        assert Classroom().extended(self.events) == self.room
        known = {each.number for each in self.room.pupils}
        met = [
            {each.pupil, int(each.detail.split()[0])} for each in self.events if each.kind is Happening.PAIR
        ]
        assert sum(both <= known for both in met) == sum(self.room.met.values())


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["enter", "enter", "leave", "over", "all", "round", "away", "back", "ban"]),
        st.integers(1, 12),
    )
)


@given(ACTS)
def test_nobody_is_lost(acts):
    """However they come, go and begin rounds, each who is there is in one pair or is the only one who waits."""
    teaching = Teaching()
    for act, number in acts:
        try:
            if act == "enter":
                teaching.enter()
            elif act == "round":
                teaching.again()
            elif act in ("away", "back"):
                teaching.do("presence", number, act == "away", teaching.new)
            elif act == "all":
                present = [each.number for each in teaching.room.pupils if each.number <= number]
                teaching.do("leave", dict.fromkeys(present, False), teaching.new)
            elif act == "ban":
                teaching.do("ban", {number: False}, True, teaching.new)
            else:
                teaching.do("leave", {number: act == "over"}, teaching.new)
        except RefusedError as refused:
            assert refused.code in ("too-few", "unknown-pupil")
        teaching.check()


@given(st.integers(2, 11))
def test_rounds_are_fair(number):
    """Of those who stay nobody meets again before half of all have met, all wait equally often, but for one, and nobody
    is much more often X than O.
    """
    teaching = Teaching()
    for _ in range(number):
        teaching.enter()
    for round_ in range(1, 3 * number):
        most = max(teaching.room.met.values())
        assert most == 1 or round_ > number // 2
        assert most <= round_
        waits = [each.waited for each in teaching.room.pupils]
        assert max(waits) - min(waits) <= 1
        teaching.again()
        teaching.check()
    assert number < 3 or max(abs(each.tilt) for each in teaching.room.pupils) <= 3


def test_as_they_come_they_are_paired():
    """The first waits, the second plays the first, the third waits for the fourth; the first of a pair is X."""
    teaching = Teaching()
    waiting = []
    for _ in range(4):
        teaching.enter()
        waiting.append(teaching.room.waiting)
    assert waiting == [(1,), (), (3,), ()]
    assert [(pair.x, pair.o) for pair in teaching.room.pairs] == [(1, 2), (3, 4)]


def test_whoever_is_left_plays_the_next():
    """A partner who goes leaves the other free, unless their game is over."""
    teaching = Teaching()
    for _ in range(4):
        teaching.enter()
    teaching.do("leave", {1: False}, teaching.new)
    assert teaching.room.waiting == (2,)
    teaching.do("leave", {3: True}, teaching.new)
    assert teaching.room.waiting == (2,)
    teaching.enter()
    assert {teaching.room.pairs[-1].x, teaching.room.pairs[-1].o} == {2, 5}
    assert teaching.do("leave", {1: False}, teaching.new) == ()


def test_results_are_counted_once_told():
    """A round's end tells how its games ended: won, lost, drawn; what was not played to its end counts for nobody."""
    teaching = Teaching()
    for _ in range(6):
        teaching.enter()
    games = [pair.game for pair in teaching.room.pairs]
    teaching.again({games[0]: "O", games[1]: "draw", games[2]: "open"})
    told = [(each.won, each.drawn, each.lost) for each in teaching.room.pupils]
    assert told == [(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 1, 0), (0, 0, 0), (0, 0, 0)]
    teaching.do("close", {pair.game: "X" for pair in teaching.room.pairs})
    assert sum(each.won for each in teaching.room.pupils) == 4
    for request in (teaching.enter, teaching.again):
        with pytest.raises(RefusedError, match="over"):
            request()


def test_a_class_is_full_some_time():
    """So many may be there at once; when one has gone another may come."""
    teaching = Teaching()
    for _ in range(MOST_PUPILS):
        teaching.enter()
    with pytest.raises(RefusedError, match="full"):
        teaching.enter()
    teaching.do("leave", {7: False}, teaching.new)
    teaching.enter()
    teaching.check()


def test_one_alone_has_no_round():
    """A round needs two."""
    teaching = Teaching()
    teaching.enter("Ada")
    with pytest.raises(RefusedError, match="two"):
        teaching.again()
    assert [each.called for each in teaching.room.pupils] == ["Ada"]


def test_coming_and_going_fills_no_class():
    """Whoever leaves without a game that counts leaves no trace: a class bears as many of them as come."""
    teaching = Teaching()
    teaching.enter("Ada")
    for number in range(2, 1_200):
        teaching.enter()
        teaching.do("leave", {number: False}, teaching.new)
    assert teaching.room.version > 2_000
    assert [each.called for each in teaching.room.pupils] == ["Ada"]
    assert (teaching.room.pairs, teaching.room.waiting, dict(teaching.room.met)) == ((), (1,), {})
    assert len(teaching.room.gone) <= 500
    assert teaching.do("leave", {1_199: False}, teaching.new) == ()
    teaching.enter("Ben")
    assert [pair.x + pair.o for pair in teaching.room.pairs] == [1 + 1_200]
    teaching.check()


def test_nobody_new_comes_through_a_locked_door():
    """Who is there stays and plays; who was sent away does not come back until the door is open again."""
    teaching = Teaching()
    for _ in range(3):
        teaching.enter()
    teaching.do("door", True)
    assert teaching.do("door", True) == ()
    teaching.do("leave", {3: False}, teaching.new)
    with pytest.raises(RefusedError, match="locked") as refused:
        teaching.enter()
    assert refused.value.code == "class-locked"
    teaching.again()
    teaching.do("door", False)
    teaching.enter()
    assert teaching.room.waiting == (4,)


def test_an_address_has_a_share_of_a_class():
    """A crowd at one address leaves places to a class at another; many addresses leave some to one more."""
    teaching = Teaching()

    def crowd(origin, most=MOST_PUPILS):
        entered = 0
        try:
            while entered < most:
                teaching.enter(origin=origin)
                entered += 1
        except RefusedError as refused:
            assert refused.code == "class-full"
        return entered

    assert crowd("bots") == 60
    assert crowd("school") == 30
    assert crowd("others") == 8
    assert crowd("one", 1) == 1
    teaching.do("leave", dict.fromkeys(range(1, 61), False), teaching.new)
    assert crowd("school", 30) == 30
    teaching.check()


def test_a_class_behind_one_address_comes_twice():
    """Thirty come from one address, then thirty more; a hundred come from as many addresses."""
    teaching, other = Teaching(), Teaching()
    for _ in range(60):
        teaching.enter(origin="school")
    for number in range(100):
        other.enter(origin=f"home {number}")
    assert [sum(each.here for each in one.room.pupils) for one in (teaching, other)] == [60, 100]


def test_whoever_comes_back_comes_from_another_address():
    """The label of the last address counts."""
    teaching = Teaching()
    teaching.enter("Ada", "home")
    teaching.enter("Ben", "home")
    teaching.again({teaching.room.pairs[0].game: "X"})
    teaching.do("leave", {1: True}, teaching.new)
    teaching.do("enter", "hash0", "Ada", teaching.new, "school")
    assert {each.name: each.origin for each in teaching.room.pupils} == {"Ada": "school", "Ben": "home"}


def test_logs_without_addresses_are_read():
    """Events that older versions stored have no label, and mean the same."""
    old = [ClassEvent(Happening.ENTER, 1, "hash Ada B."), ClassEvent(Happening.ENTER, 2, "hash2")]
    assert [(each.token, each.name, each.origin) for each in Classroom().extended(old).pupils] == [
        ("hash", "Ada B.", ""),
        ("hash2", "", ""),
    ]


def test_many_are_removed_at_once():
    """Those who played them are paired with each other, in the same batch of events; a game that is over stands."""
    teaching = Teaching()
    for number in range(1, 11):
        teaching.enter("bot" if number % 2 else "pupil")
    bots = {number: number == 9 for number in range(1, 11, 2)}
    teaching.do("leave", bots, teaching.new)
    teaching.check()
    pairs = [{pair.x, pair.o} for pair in teaching.room.pairs]
    assert len(pairs) == 3
    assert {9, 10} in pairs
    assert set.union(*pairs) == {2, 4, 6, 8, 9, 10}
    assert teaching.do("leave", bots, teaching.new) == ()


def test_many_are_banned_at_once():
    """Neither their tokens nor their names enter again; who has left meanwhile is skipped."""
    teaching = Teaching()
    for name in ("Bot 1", "Bot 2", "Ada"):
        teaching.enter(name)
    teaching.do("leave", {2: False}, teaching.new)
    teaching.do("ban", {1: False, 2: False}, True, teaching.new)
    assert [each.name for each in teaching.room.pupils if each.here] == ["Ada"]
    with pytest.raises(RefusedError, match="not let into"):
        teaching.enter("bot 1")
    teaching.do("ban", {1: False}, False, teaching.new)
    teaching.enter("Bot 1")
