"""The house as an engine that speaks UGI: what it answers to each command, and to what is none."""

import random

import pytest

from noughts import Board, player
from noughts.protocols.engine_session import Mind
from noughts.protocols.ugi import UgiEngine


class Talk:
    """An engine, and what it has answered."""

    def __init__(self, name="minimax", board="3x3x3"):
        self.answers = []
        mind = Mind(name and player(name), random.Random(1))
        self.engine = UgiEngine(mind, self.answers.append, Board.parse(board))

    def tell(self, *lines):
        """The answers to these lines, when the search has ended."""
        before = len(self.answers)
        for line in lines:
            self.engine.tell(line)
        self.engine.wait()
        return self.answers[before:]


def test_it_introduces_itself():
    """``ugi`` is answered with names, options and ``ugiok``, ``isready`` with ``readyok``."""
    said = Talk().tell("ugi", "isready")
    assert said[0].startswith("id name noughts ")
    assert "option name board type string default 3x3x3" in said
    assert "option name player type string default minimax" in said
    assert said[-2:] == ["ugiok", "readyok"]


RULES = {
    "position startpos": ("false", "true", "none"),
    "position startpos moves b2": ("false", "false", "none"),
    "position startpos moves a1 b1 a2 b2 a3": ("true", "false", "p1win"),
    "position fen XX./OOO/X..": ("true", "true", "p2win"),
    "position fen XOX/XOO/OX. moves c3": ("true", "false", "draw"),
    "position fen X.../..../.... 4x3x3 moves d3": ("false", "true", "none"),
}


@pytest.mark.parametrize("position", RULES)
def test_the_rules_are_asked_for(position):
    """Whether the game is over, whose turn it is and who has won follow from the start and the moves."""
    said = Talk().tell(position, "query gameover", "query p1turn", "query result")
    assert said == [f"response {answer}" for answer in RULES[position]]


def test_a_move_is_a_cell():
    """``go`` is answered with the player's move, whatever its limits."""
    talk = Talk()
    for limits in ("", " movetime 10", " nodes 5", " p1time 100 p2time 100 p1inc 1 p2inc 1"):
        assert talk.tell("position startpos moves a1 b2", f"go{limits}") == ["bestmove b1"]


def test_the_engine_tells_what_it_thinks():
    """Where no player is named the engine answers, with its depth, score, nodes and line before the move."""
    info, move = Talk(None).tell("position fen XX./.O./O..", "go movetime 20")
    assert info.startswith("info depth ")
    assert info.endswith("pv c1")
    assert move == "bestmove c1"
    *thoughts, move = Talk(None).tell("setoption name board value 9x9x5", "go nodes 2000")
    depths = [int(info.split()[2]) for info in thoughts]
    assert depths == [*range(1, len(depths)), depths[-1]]
    assert move == f"bestmove {thoughts[-1].split()[-len(thoughts[-1].split(' pv ')[1].split())]}"


def test_endless_thinking_is_stopped():
    """``go infinite`` is answered at ``stop``, and once."""
    moves = [line for line in Talk(None).tell("go infinite", "stop", "stop") if line.startswith("bestmove")]
    assert len(moves) == 1


def test_options_choose_the_board_and_the_player():
    """The options it declares are obeyed, and others do no harm: managers send theirs to all."""
    talk = Talk()
    assert talk.tell("setoption name board value 4x3x3", "setoption name player value weights") == []
    assert talk.tell("position startpos moves a1 d3 b1 d1", "go") == ["bestmove c1"]
    assert talk.tell("setoption name hash value 128") == ["info string no option 'hash'"]


WRONG = {
    "hello": "info string unknown command 'hello'",
    "position": "info string error: cannot read the position ''",
    "position fen": "info string error: cannot read the position 'fen'",
    "position fen XX./.../...": "info string error: impossible position",
    "position fen X./..": "info string error: 'X./..' has 2 columns",
    "position startpos moves b2 b2": "info string error: taken: 'b2'",
    "position startpos moves z9": "info string error: no such cell: 'z9'",
    "query weather": "info string error: no answer to 'weather' (gameover, p1turn, result)",
    "setoption board": "info string error: cannot read 'board'",
    "setoption name board value 3by3": "info string error: not a board",
    "setoption name player value nobody": "info string error: unknown player 'nobody'",
    "setoption name player value ugi:sh": "info string error: not a player: 'ugi:sh'",
    "go movetime": "info string error: cannot read 'movetime': 'movetime' needs a number",
    "go movetime soon": "info string error: cannot read 'movetime soon'",
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_told_and_changes_nothing(line):
    """Each bad command has one line that quotes it, and the position stays."""
    talk = Talk()
    talk.tell("position startpos moves a1")
    (answer,) = talk.tell(line)
    assert answer.startswith(WRONG[line])
    assert talk.tell("query p1turn", "query gameover") == ["response false", "response false"]


def test_a_finished_game_has_no_move():
    """Whoever asks for a move after the end is told so, and gets an answer all the same."""
    said = Talk().tell("position startpos moves a1 b1 a2 b2 a3", "go")
    assert said == ["info string error: the game 'XO./XO./X..' is over", "bestmove 0000"]


def test_the_command_speaks_it_through_a_pipe(noughts):
    """What is asked before the input ends is answered; ``quit`` ends it with status 0."""
    asked = "ugi\nposition startpos moves b2\ngo\nquit\ngo\n"
    done = noughts("ugi", "perfect", "--board", "3x3x3", "--seed", "1", stdin=asked)
    assert (done.status, done.err) == (0, "")
    assert [line for line in done.out.splitlines() if line.startswith("bestmove")] != []
