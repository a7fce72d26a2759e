"""The house as a brain of Gomocup: what it answers to each command, and to what is none."""

import random
import shlex
import sys
from fractions import Fraction
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts import Board, player, sample
from noughts.adapters.programs.gomocup_program import GomocupProgram
from noughts.engine.limits import Budget
from noughts.protocols.engine_session import Mind
from noughts.protocols.gomocup import GomocupBrain


class Talk:
    """A brain, and what it has answered."""

    def __init__(self, name="perfect", k=3):
        self.answers = []
        mind = Mind(name and player(name), random.Random(1))
        self.brain = GomocupBrain(mind, self.answers.append, k)

    def tell(self, *lines):
        """The answers to these lines."""
        before = len(self.answers)
        for line in lines:
            self.brain.tell(line)
            self.brain.wait()
        return self.answers[before:]


def test_a_game_is_played_by_turns():
    """START, BEGIN, TURN: the answers are OK and moves, here of a player whose choice is known."""
    talk = Talk("minimax")
    assert talk.tell("START 3", "BEGIN") == ["OK", "0,0"]
    assert talk.tell("TURN 1,1") == ["1,0"]
    assert talk.tell("TURN 2,0") == ["0,2"]
    assert talk.tell("TURN 0,1") == ["2,1"]


def test_the_position_is_the_same_whichever_way_it_comes():
    """Stones by BOARD, in any order, are what turns would have been; the side to move follows from their number."""
    assert Talk().tell("START 3", "BOARD", "1,0,2", "0,0,1", "1,1,2", "2,2,1", "DONE") == ["OK", "1,2"]
    assert Talk().tell("START 3", "BOARD", "0,0,2", "1,1,1", "0,1,2", "DONE") == ["OK", "0,2"]
    assert Talk().tell("START 3", "TURN 0,0") == ["OK", "1,1"]


def test_a_move_is_taken_back_cell_by_cell():
    """TAKEBACK empties a cell of either side, and the game goes on from there."""
    talk = Talk("minimax")
    talk.tell("START 3", "BEGIN", "TURN 1,1")
    assert talk.tell("TAKEBACK 1,0", "TAKEBACK 1,1", "TURN 2,2") == ["OK", "OK", "2,0"]


def test_a_board_may_be_a_rectangle_and_begun_anew():
    """RECTSTART has columns, then rows; RESTART empties the board."""
    talk = Talk("random", k=2)
    assert talk.tell("RECTSTART 2,1", "TURN 0,0") == ["OK", "1,0"]
    assert talk.tell("RESTART", "TURN 1,0") == ["OK", "0,0"]


def test_it_says_who_it_is():
    """ABOUT is one line of keywords with quoted values."""
    (about,) = Talk("core").tell("ABOUT")
    assert about.startswith('name="noughts-core", version="')


def test_the_engine_tells_what_it_thinks():
    """Where no player is named the engine answers; a message has its depth, score, nodes and line before the move."""
    _, message, move = Talk(None).tell("START 3", "BOARD", "0,0,1", "1,0,1", "1,1,2", "0,2,2", "DONE")
    assert message.startswith("MESSAGE depth ")
    assert message.endswith(" pv 2,0")
    assert move == "2,0"


def test_commands_and_keys_may_be_small_and_info_is_silent():
    """Managers write commands as they like; INFO has no answer, whatever it holds, and an empty line has none."""
    assert Talk().tell(
        "info TIMEOUT_TURN 100", "INFO evaluate 3,4", "INFO", "INFO folder /tmp", "", "start 3"
    ) == ["OK"]


WRONG = {
    "HELLO": "UNKNOWN command 'HELLO'",
    "SWAP2BOARD": "UNKNOWN command 'SWAP2BOARD'",
    "START": "ERROR not a size: '' (a number, or two with a comma)",
    "START many": "ERROR not a size: 'many'",
    "START 0": "ERROR not a size: '0'",
    "START 3,3,3": "ERROR not a size: '3,3,3'",
    "START 999": "ERROR board out of range",
    "START 2": "ERROR nobody can win on '2x2x3'",
    "RECTSTART 6,6": "ERROR perfect does not play '6x6x3'",
    "TURN 9,9": "ERROR off the board: '9,9' on 3x3x3",
    "TURN b2": "ERROR not a cell: 'b2'",
    "TURN 1,1": "ERROR taken: '1,1'",
    "BEGIN": "ERROR the board is not empty",
    "TAKEBACK 2,1": "ERROR nothing to take back: '2,1' is empty",
    "BOARD\n0,0,3\nDONE": "ERROR not a stone: '0,0,3'",
    "BOARD\n0,0,1\n0,0,2\nDONE": "ERROR a cell that is given twice: '0,0,2'",
    "BOARD\n0,0,1\n0,1,1\nDONE": "ERROR impossible position",
    "BOARD\n0,0,2\n0,1,2\n0,2,2\n1,0,1\n1,1,1\nDONE": "ERROR the game",
    "BOARD\nSTART 3\nDONE": "ERROR not a stone: 'START 3'",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_told_and_changes_nothing(line):
    """Each bad command has one line of ERROR or UNKNOWN that quotes it, and the game goes on as if it had not come."""
    talk = Talk()
    talk.tell("START 3", "TURN 1,1")
    before = talk.brain._own, talk.brain._other
    (answer,) = talk.tell(*line.split("\n"))
    assert answer.startswith(WRONG[line])
    assert (talk.brain._own, talk.brain._other) == before


@pytest.mark.parametrize("line", ["BEGIN", "TURN 0,0", "RESTART", "TAKEBACK 0,0", "BOARD\nDONE"])
def test_nothing_is_played_before_a_start(line):
    """Without a board there is no move."""
    assert Talk().tell(*line.split("\n")) == ["ERROR there is no board: START comes first"]


def test_another_rule_is_refused_when_a_move_is_due():
    """INFO is not answered; the first command that is says that only free style is played, until the rule is that."""
    talk = Talk()
    assert talk.tell("START 3", "INFO rule 5") == ["OK"]
    (answer,) = talk.tell("BEGIN")
    assert answer == "ERROR rule 5 (exactly five in a row, renju) is not played: only free style, rule 0"
    assert len(talk.tell("INFO rule 0", "BEGIN")) == 1


def budget(**told):
    talk = Talk()
    talk.tell("START 3", *(f"INFO {key} {value}" for key, value in told.items()))
    return talk.brain._budget()


@given(st.integers(1, 10**6), st.integers(1, 2 * 10**9), st.integers(0, 2**31))
def test_the_engine_keeps_within_every_limit(turn, left, memory):
    """A move has less than its turn and a tenth of the match's rest, its tables what is left of the memory."""
    limits = budget(timeout_turn=turn, time_left=left, max_memory=memory)
    assert 0 < limits.seconds < min(turn, left / 10) / 1000
    assert limits.memory <= min(1 << 26, max(1 << 20, memory - (64 << 20)) if memory else 1 << 26)


class Slow(Mind):
    """Starts once it is let, and thinks until it is stopped."""

    def prepare(self, board, say):
        self.player.start.wait()

    def move(self, position, budget, hear, halt):
        ended = Event()
        with halt.heeded(ended.set):
            self.player.thinks.set()
            ended.wait()
        return position.moves[0]


class Signals:
    """What a slow mind waits for, and tells."""

    def __init__(self):
        self.start, self.thinks = Event(), Event()


def slow():
    """A brain that is slow, its signals, and its answers."""
    answers, signals = [], Signals()
    return GomocupBrain(Slow(signals, random.Random(1)), answers.append, 3), signals, answers


def test_who_waits_for_ok_gives_the_first_move_its_whole_time():
    """What the start took is no part of the first move where the manager has waited, in a second game neither."""
    talk = Talk(None)
    for _ in range(2):
        talk.tell("START 3", "INFO timeout_turn 1000000")
        first = talk.brain._budget().seconds
        talk.tell("BEGIN")
        assert first == talk.brain._budget().seconds


def test_what_the_start_took_is_part_of_the_first_move_of_who_does_not_wait():
    """A manager that goes on before OK gets the first move in time: what was computed before is taken off."""
    brain, signals, answers = slow()
    brain.tell("START 3")
    later = Thread(target=brain.tell, args=["INFO timeout_turn 1000000"])
    brain.wait = lambda wait=brain.wait: (signals.start.set(), wait())  # the line is there before OK is said
    later.start()
    later.join()
    first = brain._budget().seconds
    brain.tell("BEGIN")
    signals.thinks.wait()
    assert 0 < first < brain._budget().seconds
    brain.end()
    assert answers == ["OK", "0,0"]


@pytest.mark.parametrize("end", [lambda brain: brain.tell("END"), lambda brain: brain.end()])
def test_the_end_is_heard_while_it_thinks(end):
    """END, and the end of the input, end a search at once: what it knows is its move."""
    brain, signals, answers = slow()
    signals.start.set()
    brain.tell("START 3")
    brain.tell("BEGIN")
    signals.thinks.wait()
    end(brain)
    assert answers == ["OK", "0,0"]


def test_too_little_memory_is_refused():
    """The engine says what it takes where the manager allows less, and plays where it allows enough."""
    talk = Talk(None)
    talk.tell("START 3", "INFO max_memory 67108864")
    (answer,) = talk.tell("BEGIN")
    assert answer == "ERROR max_memory 67108864 is too little: the engine takes 67108864 and its tables"
    assert talk.tell("INFO max_memory 83886080", "INFO timeout_turn 100", "BEGIN")[-1] == "0,0"
    assert len(Talk().tell("START 3", "INFO max_memory 67108864", "BEGIN")) == 2


@pytest.mark.parametrize(
    "told", [{"timeout_turn": 0}, {"time_left": -5}, {"time_left": 0, "timeout_turn": 500}]
)
def test_a_move_without_time_looks_at_few_positions(told):
    """A turn of 0 means at once, as does a match whose time has run out."""
    limits = budget(**told)
    assert (limits.nodes, limits.seconds) == (1_000, Budget(nodes=1).seconds)


def test_a_match_has_its_own_limit_where_no_time_left_is_told():
    """A limit of the match alone bounds each move; without any limit a move takes a second at most."""
    assert budget(timeout_match=3000, timeout_turn=10**6).seconds < 0.1
    assert 0.5 < budget().seconds < 1


def test_the_command_speaks_it_through_a_pipe(noughts):
    """Lines that end with CR LF are read, answers come at once, and END ends it with status 0."""
    done = noughts("gomocup", "perfect", "--k", "3", stdin="START 3\r\nTURN 0,0\r\nEND\r\nBEGIN\r\n")
    assert (done.status, done.out, done.err) == (0, "OK\n1,1\n", "")


def test_the_house_plays_itself_over_the_protocol():
    """A player behind the protocol plays as it does without: two of the best draw every game."""
    command = shlex.join([sys.executable, "-m", "noughts", "gomocup", "perfect", "--k", "3"])
    brain = GomocupProgram(command=command, k=3, seconds=Fraction(30))
    result = sample(brain, player("perfect"), Board.mnk(3, 3, 3), 2)
    assert (result.draw.share, result.forfeits) == (1, {})
