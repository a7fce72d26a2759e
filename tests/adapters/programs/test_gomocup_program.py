"""Brains of Gomocup as players: what they are sent, and what becomes of those that do not play."""

import pickle

import pytest

from noughts import Board, IllegalMoveError, NotationError, OptionError, Position, UnsupportedBoardError
from noughts.adapters.programs.gomocup_program import GomocupProgram, place, read_place
from noughts.errors import ForfeitError

from .brains import SHORT, Brain

FIVE = Board.mnk(6, 5, 5)


def played(*names):
    position = Position.start(FIVE)
    for name in names:
        position = position.play(FIVE.cell(name))
    return position


def chosen(brain, *names):
    """The name of the cell that it takes after these moves."""
    (cell,) = brain.player.decide(played(*names)).moves
    return FIVE.cell_name(cell)


@pytest.fixture
def brain(tmp_path):
    made = []

    def make(manner="honest", **options):
        made.append(Brain(tmp_path, manner, **options))
        return made[-1]

    yield make
    for each in made:
        each.player.release()
        assert each.left == []


def test_a_game_is_told_move_by_move(brain):
    """A brain is started once, told of its limits, and then of one move of the other side at a time."""
    fake = brain()
    assert chosen(fake) == "a1"
    assert chosen(fake, "a1", "b1") == "c1"
    assert chosen(fake, "a1", "b1", "c1", "f5") == "d1"
    assert fake.heard == ["RECTSTART 6,5", "BEGIN", "TURN 1,0", "TURN 5,4"]
    told = " ".join(words[1] for words in fake.notes("heard"))
    for limit in ("timeout_turn 20000", "max_memory 367001600", "rule 0", "time_left 2147483647"):
        assert f"INFO {limit}" in told


def test_a_position_from_elsewhere_is_put_on_an_empty_board(brain):
    """Where a position does not follow from the last one, the stones are told in an order that can have been played."""
    fake = brain()
    assert chosen(fake, "b2") == "a1"
    assert chosen(fake, "c3", "a1", "b1") == "c1"
    assert chosen(fake, "c3", "a1") == "b1"  # the other side: a process of its own
    assert fake.heard == [
        *("RECTSTART 6,5", "TURN 1,1"),
        *("RESTART", "BOARD", "1,0,2", "0,0,1", "2,2,2", "DONE"),
        *("RECTSTART 6,5", "BOARD", "2,2,1", "0,0,2", "DONE"),
    ]


def test_a_brain_that_knows_no_restart_is_started_anew(brain):
    """UNKNOWN as the answer to RESTART ends the process, and another plays the next game."""
    fake = brain("old")
    assert (chosen(fake), chosen(fake)) == ("a1", "a1")
    assert fake.heard == ["RECTSTART 6,5", "BEGIN", "RESTART", "END", "RECTSTART 6,5", "BEGIN"]


def test_a_turn_comes_no_sooner_than_50_ms_after_the_last_answer(brain):
    """One known brain drops what arrives at once: the house waits."""
    fake = brain()
    chosen(fake)
    chosen(fake, "a1", "b1")
    (turn,) = (float(words[0]) for words in fake.notes("heard") if words[1].startswith("TURN"))
    answered = max(said for said in (float(words[0]) for words in fake.notes("said")) if said < turn)
    assert turn - answered >= 0.05


@pytest.mark.parametrize("manner", ["cr", "crlf", "suggest", "words", "twice"])
def test_brains_have_manners(brain, manner):
    """Lines may end in three ways, a move may be suggested first or said twice, and what else is said is for people."""
    fake = brain(manner)
    decision = fake.player.decide(played())
    assert [FIVE.cell_name(cell) for cell in decision.moves] == ["a1"]
    assert decision.evidence.kind == "program"
    assert decision.evidence.said[0] == "MESSAGE thinking"
    assert ("I like this game" in decision.evidence.said) == (manner == "words")
    assert chosen(fake, "a1", "b1") == "c1"


LOST = {
    "hang": "it gave no move within 0.01 s",
    "child": "it gave no move within 0.01 s",
    "emigrant": "it gave no move within 0.01 s",
    "orphan": "it gave no move within 0.01 s",
    "flood": "it gave no move within 0.01 s",
    "die": "it ended",
    "taken": "its move is none: taken: 'a1'",
    "off": "its move is none: off the board: '99,0'",
    "far": "gave no move within",
    "error": "it refused to move: 'ERROR no idea'",
    "refuse": "it does not play on 6x5x5: 'ERROR not this board'",
    "mute": "it gave no answer to START within 0.01 s",
}


@pytest.mark.parametrize("manner", LOST)
def test_who_does_not_play_loses_and_is_gone(brain, manner):
    """A brain that hangs, dies, refuses or breaks the rules forfeits, the reason is told, and nothing of it runs on."""
    late = (
        {"seconds": SHORT} if "gave no move" in LOST[manner] else {"wait": SHORT} if manner == "mute" else {}
    )
    fake = brain(manner, **late)
    with pytest.raises(ForfeitError, match="forfeits the game") as told:
        chosen(fake, "a1")
    assert LOST[manner] in str(told.value)
    assert fake.notes("pid")
    assert fake.left == []


def test_the_next_game_has_a_new_process(brain):
    """A brain that has died once is started again, and may die again."""
    fake = brain("die")
    for _ in range(2):
        with pytest.raises(ForfeitError, match="it ended"):
            chosen(fake)
    assert len(fake.notes("pid")) == 2


def test_only_the_boards_of_its_game_are_played(brain):
    """Five in a row on a rectangle, unless another k is given; no torus, no cube."""
    five, three = brain().player, brain(k=3).player
    assert [five.plays(board) for board in (FIVE, Board.mnk(3, 3, 3), Board.torus(5, 5, 5))] == [
        True,
        False,
        False,
    ]
    assert three.plays(Board.mnk(3, 3, 3))
    assert not three.plays(Board.cube(3))
    with pytest.raises(UnsupportedBoardError, match="only rectangles"):
        five.decide(Position.start())


def test_it_travels_as_its_words(brain):
    """A program can be sent to another process: only its words go, none of its own processes."""
    fake = brain()
    chosen(fake)
    assert pickle.loads(pickle.dumps(fake.player)) == fake.player


@pytest.mark.parametrize("options", [{"command": "sh", "k": 0}, {"command": "sh", "memory": -1}])
def test_numbers_out_of_range_are_refused(options):
    """There is no row of 0, and no memory below nothing."""
    with pytest.raises(OptionError, match="memory is 0 or more, k 1 or more"):
        GomocupProgram(**options)


def test_places_are_counted_from_0():
    """Every cell is ``x,y`` from 0 and back; other text is none, and other places are off the board."""
    for cell in FIVE.cells:
        assert read_place(FIVE, place(FIVE, cell)) == cell
    assert place(FIVE, FIVE.cell("f1")) == "5,0"
    for text in ("", "a1", "1", "1,", "-1,0", "1,2,3", "٣,1", "1.0,2"):
        with pytest.raises(NotationError, match="not a cell"):
            read_place(FIVE, text)
    with pytest.raises(IllegalMoveError, match="off the board"):
        read_place(FIVE, "0,5")
