"""What the engine says: proofs are true, small boards are solved, the same question gets the same answer."""

import itertools
import math
from pathlib import Path

import pytest

from noughts import Board, IllegalMoveError, OptionError, Position, Result, UnsupportedBoardError
from noughts.engine import deepening
from noughts.engine.limits import Budget
from noughts.engine.search import Thinking, search, thinking
from noughts.solver import pool
from noughts.solver.small.solver_choice import solver_for
from tests.plain_kernels import lines_of
from tests.positions import board_of, games
from tests.reference import Distances


def think(position, nodes):
    """What the kernels say, on boards too whose values are known."""
    return Thinking(position, Budget(nodes=nodes)).think()


@pytest.mark.parametrize(
    ("name", "number", "nodes"),
    [
        ("3x3x3", 300, 50_000),
        ("4x3x3", 300, 3_000),
        ("4x4x3", 300, 500),
        pytest.param("4x4x4", 300, 3_000, marks=pytest.mark.long),
        ("4x4x4", 200, 300),
    ],
)
def test_what_is_proved_is_what_the_table_says(name, number, nodes):
    """A proved value is the position's, in no fewer plies, and so is each candidate's."""
    board = Board.parse(name)
    exact, proofs = solver_for(board), 0
    for position in games(board, number, 4):
        thought, value = think(position, nodes), exact.value(position)
        if thought.value is not None:
            proofs += 1
            assert thought.value.result == value.result, str(position)
            assert value.result is Result.DRAW or thought.value.plies >= value.plies
            assert exact.values(position)[thought.best].result == value.result
        for move in thought.candidates:
            if move.value is not None:
                assert exact.values(position)[move.cell].result == move.value.result, (str(position), move)
    assert proofs > number // 3


@pytest.mark.parametrize(("name", "nodes"), [("15x15x5", 1_000), ("10x10x5", 3_000), ("cube4", 700)])
def test_the_best_move_has_the_score(name, nodes):
    """Wherever the search is broken off, its score is that of the first candidate, which is the move it chooses."""
    for position in games(Board.parse(name), 12, 5, 2, 10):
        thought = think(position, nodes)
        first = thought.candidates[0]
        assert (first.cell, first.score, first.exact) == (thought.best, thought.score, True), str(position)


@pytest.mark.parametrize(
    "name", ["3x3x3", pytest.param("4x3x3", marks=pytest.mark.long), "5x2x3", "mixed", "torus3x3x3", "1x1x1"]
)
def test_small_boards_are_solved(name):
    """With nodes enough every position gets its value, and the move keeps it."""
    board = board_of(name)
    reference = Distances(board)
    for position in games(board, 20, 5):
        plies = reference.plies(position.own, position.other)
        thought = think(position, 10**6)
        assert thought.value is not None
        assert thought.value.result == (plies > 0) - (plies < 0), str(position)


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "5x4x4",
        "cube3",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("5x5x4", "torus4x4x4", "6x6x5")),
    ],
)
def test_proofs_late_in_the_game_are_true(name):
    """Wins and losses proved with few nodes are those of the whole game tree."""
    board = Board.parse(name)
    reference, proofs = Distances(board), 0
    for position in games(board, 60, 6, board.size - 10, board.size - 4):
        thought = search(position, Budget(nodes=400))
        if thought.value is not None:
            proofs += 1
            plies = reference.plies(position.own, position.other)
            assert thought.value.result == (plies > 0) - (plies < 0), str(position)
            assert thought.value.result is Result.DRAW or thought.value.plies >= abs(plies)
            if thought.value.result is Result.LOSS:
                assert thought.best == max(thought.candidates, key=lambda move: move.value).cell
    assert proofs


@pytest.mark.parametrize("name", ["3x3x3", "1x1x1", "mixed", "torus3x3x3"])
def test_of_the_smallest_boards_everything_is_known(name):
    """Without any kernel the value, its distance and those of all moves are exact, and the line plays them out."""
    board = board_of(name)
    exact, reference = solver_for(board), Distances(board)
    for position in games(board, 40, 11):
        thought = search(position)
        assert thought.value == exact.value(position)
        assert thought.value.result == (reference.plies(position.own, position.other) > 0) - (
            reference.plies(position.own, position.other) < 0
        )
        assert {move.cell: move.value for move in thought.candidates} == exact.values(position)
        assert len(thought.pv) == thought.value.plies
        last = position
        for cell in thought.pv:
            last = last.play(cell)
        assert last.is_over


def test_where_there_is_a_table_everything_is_known():
    """On 4x4x4 the value, its distance and those of all moves are the table's, and the line plays them out."""
    board = Board.parse("4x4x4")
    exact = solver_for(board)
    for position in games(board, 40, 11):
        thought = search(position, Budget(nodes=1))
        assert thought.value == exact.value(position)
        assert {move.cell: move.value for move in thought.candidates} == exact.values(position)
        last = position
        for cell in thought.pv:
            last = last.play(cell)
        assert last.is_over


def test_of_all_draws_the_one_is_played_that_is_hardest_to_hold():
    """On 3x3 O answers a corner in the centre, the only draw; X opens there, where one reply of eight holds."""
    assert search(Position.parse("X../.../...")).best == 4
    assert search(Position.start()).best == 0


def test_the_same_nodes_give_the_same_thought():
    """With nodes alone a search is a pure function of the position, whatever was searched before."""
    board = Board.parse("15x15x5")
    positions = list(games(board, 4, 7, 4, 10))
    first = [search(position, Budget(nodes=5_000)) for position in positions]
    again = [search(position, Budget(nodes=5_000)) for position in reversed(positions)]
    assert first == again[::-1]


@pytest.mark.parametrize(
    "name", ["19x19x5", "20x20x5", "20x20x20", "torus20x20x20", "20x1x5", "cube4", "strip10x8x7", "2x2x1"]
)
def test_every_board_is_played(name):
    """On any line set up to 20 by 20, whatever its k, it answers with a legal move, and its line can be played."""
    position = Position.start(Board.parse(name))
    thought = search(position, Budget(nodes=2_000))
    assert {move.cell for move in thought.candidates} <= set(position.moves)
    for cell in thought.pv:
        position = position.play(cell)


@pytest.mark.parametrize("nodes", [50, 1_000, 30_000])
@pytest.mark.parametrize(
    ("name", "middle"),
    [
        ("15x15x5", "h8"),
        ("19x19x5", "j10"),
        ("8x8x5", "d4 e4 d5 e5"),
        ("10x10x5", "e5 f5 e6 f6"),
        ("15x10x5", "h5 h6"),
        ("torus9x9x5", "e5"),
        ("cube4", "b6 c6 b7 c7 b10 c10 b11 c11"),
        ("9x9x5", "e5"),
    ],
)
def test_an_empty_board_is_opened_in_the_middle(name, middle, nodes):
    """The first stone lies in the middle of a large board, however many positions are looked at."""
    board = Board.parse(name)
    thought = search(Position.start(board), Budget(nodes=nodes))
    assert board.cell_name(thought.best) in middle.split()
    assert thought.value is None


@pytest.mark.parametrize("value", [0, -1, math.nan, "many", True, 10**13, -math.inf])
@pytest.mark.parametrize("name", ["nodes", "seconds"])
def test_senseless_limits_are_refused(name, value):
    """A limit that is 0, negative, no number or absurd is quoted and refused."""
    if name == "seconds" and value == 10**13:
        value = 10**8
    with pytest.raises(OptionError) as refused:
        Budget(**{name: value})
    assert repr(str(value)) in str(refused.value)


@pytest.mark.parametrize("memory", [0, 1000, math.inf, math.nan, 10**15])
def test_senseless_memory_is_refused(memory):
    """Memory must be a number of bytes that a table can have."""
    with pytest.raises(OptionError, match="memory="):
        Budget(nodes=10, memory=memory)


def test_no_limit_at_all_is_refused():
    """A search that nothing would end is not begun."""
    with pytest.raises(OptionError, match="nodes or seconds"):
        Budget()


def test_a_finished_game_is_refused():
    """After the end there is nothing to search; the message shows the position."""
    with pytest.raises(IllegalMoveError, match=r"XXX/OO\./\.\.\. is over|'XXX/OO\./\.\.\.' is over"):
        search(Position.parse("XXX/OO./..."))


def test_a_board_with_too_many_lines_is_refused():
    """A line set beyond the records is refused with the number that is too high."""
    lines = tuple((0, c, d) for c in range(1, 39) for d in range(c + 1, 40))
    with pytest.raises(UnsupportedBoardError, match="741 lines through one cell, at most 255"):
        search(Position.start(Board("star", 10, 4, lines)))


def test_where_no_line_is_left_it_is_a_draw():
    """A position in which nobody can win any more is told as a draw, with a move."""
    position = Position.parse("XOX/XOO/OX.")
    assert think(position, 100).value.result is Result.DRAW
    position = Position.parse("XOXO/XOXO/OXOX/OX..")
    thought = search(position)
    assert thought.value.result is Result.DRAW
    assert thought.best in position.moves


INTERPRETED = """
from noughts.engine.limits import Budget
from noughts.engine.search import Thinking, search
from noughts.game.board import Board
for name, nodes in (("3x3x3", 150), ("5x4x4", 120), ("9x9x5", 60)):
    for position in games(Board.parse(name), 3, 8, 4, 7):
        thought = Thinking(position, Budget(nodes=nodes)).think()
        print(position, thought.score, thought.depth, thought.pv, thought.nodes)
"""


@pytest.mark.long
def test_the_compiler_changes_no_answer():
    """Kernels as plain Python give equal scores, lines and node counts."""
    wanted = []
    for name, nodes in (("3x3x3", 150), ("5x4x4", 120), ("9x9x5", 60)):
        for position in games(Board.parse(name), 3, 8, 4, 7):
            thought = think(position, nodes)
            wanted.append(f"{position} {thought.score} {thought.depth} {thought.pv} {thought.nodes}")
    assert lines_of(INTERPRETED) == wanted


def test_whoever_stops_a_search_without_end_has_its_answer():
    """A search without limits says what it thinks after every depth, and once it is stopped a legal move."""
    depths = []
    position = Position.start(Board.parse("15x15x5"))
    with thinking(position, Budget(seconds=10**6)) as thoughts:
        for thought in thoughts:
            depths.append(thought.depth)
            thoughts.stop()
    assert depths == sorted(depths)
    assert thought.best in position.moves


def test_the_last_of_its_thoughts_is_the_answer():
    """What a search thinks on its way changes nothing of what it answers."""
    position = Position.start(Board.parse("9x9x5"))
    *before, last = thinking(position, Budget(nodes=2_000))
    assert last == search(position, Budget(nodes=2_000))
    assert [thought.depth for thought in before] == list(range(1, len(before) + 1))


WINS = [line.split() for line in (Path(__file__).parent / "wins.txt").read_text().splitlines()]
"""Kind, plies at most, position: wins on 15x15x5 that a slow walk of all threats and all replies found in noisy games.

`vcf`: by fours alone, in so many plies; `vct`: by fours and threes, with so many plies of moves at the most. The last
twelve are from the engine's games with itself: a proof-number search alone needed 14,000 to 139,000 positions for them.
"""


@pytest.mark.parametrize(
    ("kind", "plies", "text"), WINS, ids=[f"{w[0]}{w[1]}-{i}" for i, w in enumerate(WINS)]
)
def test_forced_wins_are_solved(kind, plies, text):
    """Each of them is proved within the positions that are searched in a second, by a line that wins."""
    position = Position.parse(text, Board.parse("15x15x5"))
    thought = search(position, Budget(nodes=800_000))
    assert thought.value is not None
    assert thought.value.result is Result.WIN
    assert kind == "vct" or thought.value.plies >= int(plies)
    mover = position.to_move
    for cell in thought.threat:
        position = position.play(cell)
    assert not thought.threat or position.outcome.winner is mover
    assert thought.threat or kind == "vct"


def test_time_ends_a_search_with_a_move():
    """With seconds alone a search ends by itself, with a legal move, however few it has."""
    position = Position.start(Board.parse("15x15x5"))
    for seconds in (1e-9, 0.05):
        assert search(position, Budget(seconds=seconds)).best in position.moves


def test_without_threads_a_slow_beginning_ends_no_search(monkeypatch):
    """Where only the positions that seem to fit end a search, it goes on while there is time, however few seemed to."""
    clock = itertools.count(0, 0.5)
    monkeypatch.setattr(pool, "THREADS", False)
    monkeypatch.setattr(deepening, "perf_counter", lambda: next(clock))
    thought = search(Position.start("9x9x5").play("e5"), Budget(seconds=10))
    assert thought.value is None
    assert next(clock) > 10
