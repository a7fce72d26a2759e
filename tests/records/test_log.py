"""The log of a game: what each request leads to, and the laws that hold for every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from noughts import Board, Mark, Position
from noughts.records.log import FRIEND, PERSON, Event, Kind, Log, RefusedError

X, O = Mark.X, Mark.O  # noqa: E741 - the names of the marks
START = Position.start()
CELL = START.board.cell


def log_of(x=PERSON, o=PERSON, moves=""):
    log = Log.begin(START, {X: x, O: o})
    for name in moves.split():
        log = log.add(log.move(log.state.position.to_move, CELL(name)))
    return log


def code_of(request, *args):
    with pytest.raises(RefusedError) as refused:
        request(*args)
    return refused.value.code


def test_a_move_is_played_by_the_side_to_move_only():
    """Out of turn is refused, and so are a taken cell and a finished game, each by its own code."""
    log = log_of(moves="b2")
    assert code_of(log.move, X, CELL("a1")) == "wrong-turn"
    assert code_of(log.move, O, CELL("b2")) == "taken-cell"
    won = log_of(moves="a1 a2 b1 b2 c1")
    assert code_of(won.move, O, CELL("c3")) == "game-over"


@pytest.mark.parametrize(
    ("moves", "seat", "left"),
    [("b2 a1", X, 0), ("b2 a1 c3", X, 2), ("b2 a1 c3", O, 1), ("a1 a2 b1 b2 c1", X, 4), ("b2", X, 0)],
)
def test_undo_goes_back_to_this_side(moves, seat, left):
    """Undo takes back to the last position in which the side that asks was to move, also after the end."""
    log = log_of(o="tic", moves=moves)
    undone = log.add(log.undo(seat))
    assert len(undone.state.game.moves) == left
    assert undone.state.position.to_move is seat
    assert undone.add(undone.redo(seat)).state.position == log.state.position


def test_nothing_to_undo_or_redo():
    """Who has not moved takes nothing back, and what was not taken back is not played again."""
    assert code_of(log_of().undo, X) == "nothing-to-undo"
    assert code_of(log_of(moves="b2").undo, O) == "nothing-to-undo"
    assert code_of(log_of(moves="b2").redo, X) == "nothing-to-undo"


def test_a_new_move_forgets_what_was_taken_back():
    """After another move nothing can be played again."""
    log = log_of(o="tic", moves="b2 a1")
    log = log.add(log.undo(X))
    log = log.add(log.move(X, CELL("a1")))
    assert code_of(log.redo, X) == "nothing-to-undo"


@pytest.mark.parametrize("what", ["undo", "draw", "again"])
def test_between_two_devices_both_must_ask(what):
    """The first to ask offers, and only the other's asking does it; asking twice alone never does."""
    log = log_of(o=FRIEND, moves="b2 a1")
    ask = {"undo": Log.undo, "draw": Log.draw, "again": lambda log, seat: log.again(seat, "next")}[what]
    for seat in (X, X):
        event = ask(log, seat)
        assert event == Event(Kind.OFFER, X, what)
        log = log.add(event)
    assert log.state.position == log_of(moves="b2 a1").state.position
    done = log.add(ask(log, O))
    assert done.state.offers == {}
    assert (done.state.position == START, done.state.ended is not None, done.state.next == "next") == (
        what == "undo",
        what == "draw",
        what == "again",
    )


def test_what_both_took_back_is_not_played_again_by_one():
    """After an agreed undo there is nothing to redo."""
    log = log_of(o=FRIEND, moves="b2 a1")
    log = log.add(log.undo(X))
    log = log.add(log.undo(O))
    assert code_of(log.redo, X) == "nothing-to-undo"


def test_an_offer_ends_with_the_next_move_or_a_refusal():
    """A move and a refusal each let the other side's offer lapse."""
    offered = log_of(o=FRIEND, moves="b2 a1")
    offered = offered.add(offered.draw(O))
    assert offered.add(offered.move(X, CELL("c3"))).state.offers == {}
    assert offered.add(offered.decline(X)).state.offers == {}
    assert code_of(offered.decline, O) == "no-offer"


def test_a_forfeit_gives_the_game_to_the_other_and_tells_why():
    """A computer that gives no legal move has lost, and a repeated request for its move is known as done."""
    log = log_of(moves="b2")
    version = log.version
    log = log.add(Event(Kind.FORFEIT, O, "it ended"))
    assert (log.state.ending.winner, log.state.ending.reason, log.state.ending.why) == (
        X,
        "forfeit",
        "it ended",
    )
    assert log.repeats(version, "move", O)
    for request in (log.resign, log.undo, log.draw):
        assert code_of(request, X) == "game-over"


def test_resignation_gives_the_game_to_the_other_and_ends_it():
    """Who resigns loses, in or out of turn, and nothing but a new game follows."""
    log = log_of(moves="b2")
    log = log.add(log.resign(X))
    assert (log.state.ending.winner, log.state.ending.reason) == (O, "resignation")
    for request in (log.resign, log.undo, log.draw):
        assert code_of(request, O) == "game-over"
    assert log.again(O, "next").kind is Kind.AGAIN


def test_after_again_nothing_more_happens():
    """A game that goes on in another is closed."""
    log = log_of(moves="b2")
    log = log.add(log.again(X, "next"))
    for request in (log.undo, log.redo, log.resign, log.draw):
        assert code_of(request, X) == "game-over"
    assert code_of(log.move, O, CELL("a1")) == "game-over"
    assert code_of(log.again, X, "another") == "game-over"


def test_a_computer_agrees_to_no_draw():
    """A draw by agreement needs two people."""
    assert code_of(log_of(o="tic").draw, X) == "not-yours"


def test_the_offer_says_whether_sides_change():
    """Who agrees to play again gets what was offered, whatever the own request says."""
    log = log_of(o=FRIEND)
    log = log.add(log.again(X, "next", swap=True))
    assert log.swaps(False) is True
    log = log.add(log.again(X, "next", swap=False))
    assert log.state.offers == {"again": X}
    assert log.swaps(True) is False


def test_repeats_are_known_by_what_followed_the_version():
    """The same request at the same old version is a repeat; another, or one from the future, is stale."""
    log = log_of(moves="b2 a1")
    assert log.repeats(0, "move", X, "b2")
    assert log.repeats(2, "move", X, "c3") is False
    for version, verb, seat, cell in (
        (0, "move", X, "c3"),
        (0, "move", O, "b2"),
        (0, "undo", X, None),
        (3, "move", X, "b2"),
        (-1, "move", X, "b2"),
    ):
        assert code_of(log.repeats, version, verb, seat, cell) == "stale"


RULE_WORK = ("play", "play_unchecked", "take_back_unchecked", "outcome", "is_over")


def rule_work(monkeypatch, work):
    """How often a position is played on or asked for its end while some work is done."""
    calls = []

    def counting(name, member):
        def call(*args):
            calls.append(name)
            return member(*args)

        return call

    with monkeypatch.context() as patch:
        for name in RULE_WORK:
            member = vars(Position).get(name)
            if isinstance(member, property):
                patch.setattr(Position, name, property(counting(name, member.fget)))
            elif member:
                patch.setattr(Position, name, counting(name, member))
        work()
    return len(calls)


def long_log(plies, o=PERSON):
    """A game on 19x19 that is still going on after so many moves."""
    start = Position.start(Board.mnk(19, 19, 19))
    cells = [start.board.cell_name(cell) for cell in start.board.cells]
    seats = [X, O] * plies
    moves = [Event(Kind.MOVE, seat, cell) for seat, cell in zip(seats[:plies], cells, strict=False)]
    return Log.begin(start, {X: PERSON, O: o}, moves)


@pytest.mark.parametrize("verb", ["move", "undo", "redo"])
def test_an_event_costs_the_same_however_long_the_game(monkeypatch, verb):
    """A move, taking back and playing again ask as much of the rules at ply 300 as at ply 4."""

    def at(plies):
        log = long_log(plies, o="tic")
        if verb == "redo":
            log = log.add(log.undo(X))
        free = log.state.position.empty[0]
        ask = {"move": lambda: log.move(X, free), "undo": lambda: log.undo(X), "redo": lambda: log.redo(X)}
        return rule_work(monkeypatch, lambda: log.add(ask[verb]()).state.ending)

    assert at(4) == at(300) <= 4


def test_a_log_is_loaded_in_one_pass(monkeypatch):
    """Folding n events asks a constant number of times n of the rules."""
    work = {plies: rule_work(monkeypatch, lambda n=plies: long_log(n).state.ending) for plies in (30, 300)}
    assert work[300] <= 3 * 300
    assert work[30] <= 3 * 30


@given(st.lists(st.integers(0, 8), max_size=30), st.data())
def test_the_events_alone_rebuild_the_game(cells, data):
    """Folding the events of any game again gives the same state: nothing else is remembered."""
    log = log_of(o="tic")
    for cell in cells:
        seat = data.draw(st.sampled_from(Mark))
        try:
            match data.draw(st.sampled_from(["move", "undo", "redo"])):
                case "move":
                    log = log.add(log.move(seat, cell))
                case "undo":
                    log = log.add(log.undo(seat))
                case _:
                    log = log.add(log.redo(seat))
        except RefusedError:
            continue
    again = Log.begin(START, log.seats, log.events)
    assert again == log
    assert again.version == len(log.events)


class TwoPeople(RuleBasedStateMachine):
    """Two people at two devices whose requests are lost, late and repeated.

    Each sends what the page would, to the version last seen; an answer may be lost, and everything ever sent may
    arrive again. The slow reference is a plain list of moves that only accepted requests touch.
    """

    @initialize()
    def begin(self):
        self.log = log_of(o=FRIEND)
        self.seen = {X: 0, O: 0}
        self.sent = []
        self.reference = []

    def _deliver(self, request):
        version, verb, seat, cell = request
        try:
            if self.log.repeats(version, verb, seat, None if cell is None else START.board.cell_name(cell)):
                return
            asks = {
                "move": lambda: self.log.move(seat, cell),
                "undo": lambda: self.log.undo(seat),
                "draw": lambda: self.log.draw(seat),
                "decline": lambda: self.log.decline(seat),
                "resign": lambda: self.log.resign(seat),
            }
            event = asks[verb]()
        except RefusedError:
            return
        assert version == self.log.version
        self.log = self.log.add(event)
        if event.kind is Kind.MOVE:
            self.reference.append(cell)
        elif event.kind is Kind.UNDO:
            del self.reference[len(self.reference) - int(event.detail) :]

    @rule(
        seat=st.sampled_from(Mark),
        cell=st.integers(0, 8),
        verb=st.sampled_from(["move", "move", "move", "move", "undo", "draw", "decline", "resign"]),
        times=st.integers(0, 3),
    )
    def send(self, seat, cell, verb, times):
        """A request goes out; it arrives never, once or several times."""
        request = (self.seen[seat], verb, seat, cell if verb == "move" else None)
        self.sent.append(request)
        for _ in range(times):
            self._deliver(request)

    @rule(seat=st.sampled_from(Mark))
    def reconnect(self, seat):
        """A device sees the game as it stands."""
        self.seen[seat] = self.log.version

    @rule(data=st.data())
    def late(self, data):
        """Something sent long ago arrives now."""
        if self.sent:
            self._deliver(data.draw(st.sampled_from(self.sent)))

    @rule(data=st.data())
    def repeated(self, data):
        """What was done is not done again, whenever it is sent."""
        before = self.log
        for version, event in enumerate(before.events):
            if event.kind is Kind.MOVE and data.draw(st.booleans()):
                self._deliver((version, "move", event.seat, CELL(event.detail)))
        assert self.log == before

    @invariant()
    def agrees_with_the_reference(self):
        """The moves are those of the accepted requests, alternate, and never hold a cell twice."""
        if hasattr(self, "log"):
            assert list(self.log.state.game.moves) == self.reference
            assert len(set(self.reference)) == len(self.reference)
            assert self.log.state.position.ply == len(self.reference)
            standing = Log.begin(START, self.log.seats, self.log.events)
            assert standing == self.log


TestTwoPeople = TwoPeople.TestCase
