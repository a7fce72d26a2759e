"""What a game says each seat may do, against the requests themselves: in random games of every kind of seats."""

from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from noughts import Board, Mark, NoughtsError, Position
from noughts.records.log import FRIEND, PERSON
from noughts.server import games
from noughts.server.games import game_json
from noughts.server.opponents import Opponents

VERBS = ("move", "step", "undo", "redo", "draw", "decline", "resign", "again")
SEATS = [
    (PERSON, PERSON),
    (PERSON, FRIEND),
    (FRIEND, PERSON),
    (PERSON, "random"),
    ("weights", PERSON),
    ("random", "weights"),
]


def first_free(_, position):
    """A computer that takes the first empty cell, on every board."""
    return position.empty[0]


def send(game, verb, seat, cell=None):
    """A game after a request of a seat."""
    seen = (game, str(seat), game.log.version)
    position = game.log.state.position
    if verb == "move":
        free = position.empty or position.board.cells
        name = position.board.cell_name(free[0] if cell is None else cell)
        change = games.move(*seen, position.ply, name, think=first_free)
    elif verb == "step":
        change = games.step(*seen, position.ply, think=first_free)
    else:
        change = games.again(*seen, False) if verb == "again" else games.ask(*seen, verb)
    return replace(game, log=change.log) if change else game


class Playing(RuleBasedStateMachine):
    """One game, whoever sits there, by random requests of both seats, each of which has a token."""

    @initialize(seats=st.sampled_from(SEATS), board=st.sampled_from(["3x3x3", "2x2x2", "3x1x3"]))
    def begin(self, seats, board):
        start = Position.start(Board.parse(board))
        made = games.new_game(Opponents(), start, (), dict(zip(Mark, seats, strict=True))).record
        both = {seat: games.token_digest(str(seat)) for seat in Mark}
        self.game = replace(made, header=replace(made.header, tokens=both))

    @rule(
        verb=st.sampled_from(["move", "move", "move", "step", "step", *VERBS]),
        seat=st.sampled_from(Mark),
        data=st.data(),
    )
    def ask(self, verb, seat, data):
        """A request, which may be refused."""
        cells = self.game.log.state.position.board.cells
        try:
            self.game = send(self.game, verb, seat, data.draw(st.sampled_from(cells)))
        except NoughtsError:
            return

    @invariant()
    def says_what_is_accepted(self):
        """Of every seat, `may` holds exactly the requests that are not refused."""
        if hasattr(self, "game"):
            for seat, names in game_json(self.game)["may"].items():
                assert names == [verb for verb in VERBS if self._accepted(verb, Mark(seat))]

    def _accepted(self, verb, seat):
        try:
            send(self.game, verb, seat)
        except NoughtsError:
            return False
        return True


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(stateful_step_count=25)
