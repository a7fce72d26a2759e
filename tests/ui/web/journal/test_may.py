"""What a game says each seat may do, against the requests themselves: in random games of every kind of seats."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.log import FRIEND, PERSON
from noughts.ui.web.journal import tokens
from noughts.ui.web.journal.game_service import GameService
from noughts.ui.web.journal.views import game_json
from noughts.ui.web.refusal import Refusal

VERBS = ("move", "step", "undo", "redo", "draw", "decline", "resign", "again")
SEATS = [
    (PERSON, PERSON),
    (PERSON, FRIEND),
    (FRIEND, PERSON),
    (PERSON, "random"),
    ("weights", PERSON),
    ("random", "weights"),
]


class Shelf:
    """A store without a database: records by their ids."""

    def __init__(self, records):
        self.records = dict(records)

    def load(self, game):
        return self.records.get(game)

    def make(self, record):
        self.records[record.header.id] = record

    def events_after(self, game, version):
        return self.records[game].log.events[version:]

    def append_all(self, changes):
        (change,) = changes
        record = self.records.get(change.game)
        after = record and replace(record, log=record.log.extended(change.events))
        for each in filter(None, (after, change.successor)):
            self.records[each.header.id] = each
        return [True]


def done(work):
    """What work comes to that waits for nobody."""
    try:
        work.send(None)
    except StopIteration as ended:
        return ended.value
    raise AssertionError("it waits")


def first_free(_, position):
    """A computer that takes the first empty cell, on every board."""
    return position.empty[0]


def send(shelf, record, verb, seat, cell=None):
    """A request of a seat to the game as it stands."""
    service, log = GameService(shelf), record.log
    seen = (record.header.id, str(seat), log.version)
    position = log.state.position
    if verb == "move":
        free = position.empty or position.board.cells
        name = position.board.cell_name(free[0] if cell is None else cell)
        return done(service.move(*seen, position.ply, name, think=first_free))
    if verb == "step":
        return done(service.step(*seen, position.ply, think=first_free))
    return done(service.again(*seen, False) if verb == "again" else service.ask(*seen, verb))


class Playing(RuleBasedStateMachine):
    """One game, whoever sits there, by random requests of both seats, each of which has a token."""

    @initialize(seats=st.sampled_from(SEATS), board=st.sampled_from(["3x3x3", "2x2x2", "3x1x3"]))
    def begin(self, seats, board):
        self.shelf = Shelf({})
        start = Position.start(Board.parse(board))
        service = GameService(self.shelf)
        record = done(service.make(start, (), dict(zip(Mark, seats, strict=True)))).record
        both = {seat: tokens.hashed(str(seat)) for seat in Mark}
        self.record = replace(record, header=replace(record.header, tokens=both))
        self.shelf.make(self.record)

    @rule(
        verb=st.sampled_from(["move", "move", "move", "step", "step", *VERBS]),
        seat=st.sampled_from(Mark),
        data=st.data(),
    )
    def ask(self, verb, seat, data):
        """A request, which may be refused."""
        cells = self.record.log.state.position.board.cells
        try:
            self.record = send(self.shelf, self.record, verb, seat, data.draw(st.sampled_from(cells)))
        except Refusal:
            return

    @invariant()
    def says_what_is_accepted(self):
        """Of every seat, `may` holds exactly the requests that are not refused."""
        if hasattr(self, "record"):
            for seat, names in game_json(self.record)["may"].items():
                assert names == [verb for verb in VERBS if self._accepted(verb, Mark(seat))]

    def _accepted(self, verb, seat):
        try:
            send(Shelf(self.shelf.records), self.record, verb, seat)
        except Refusal:
            return False
        return True


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(max_examples=40, stateful_step_count=25)
