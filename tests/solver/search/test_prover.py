"""The prover: its values are the exact table's, published verdicts are found and certified, limits hold."""

import gzip
import math
import threading

import pytest

from noughts import (
    Board,
    IllegalMoveError,
    InputTypeError,
    Limits,
    NoughtsError,
    Position,
    ProofLostError,
    Result,
    TooLargeError,
    shortest,
    solve,
    verify,
)
from noughts.solver.certificate.verify import value_of
from noughts.solver.published import published
from noughts.solver.search.verdict import start_of
from noughts.solver.small.solver_choice import solver_for
from tests.lengths import short_and_long
from tests.positions import MIXED, games

SMALL = Limits(memory=1 << 22, threads=1)


def certified(board, position, folder, limits=SMALL):
    """The verdict, once its certificate is verified to say the same."""
    verdict = solve(board, position, limits=limits, certificate=folder / "certificate")
    assert verdict.certificate == folder / "certificate"
    proved = verify(str(verdict.certificate), board)
    assert {claim.position for claim in proved} == {verdict.position}
    assert value_of(proved) is verdict.value
    return verdict


@pytest.mark.parametrize(
    ("name", "number"), short_and_long(((name, 60) for name in ("3x3x3", "4x3x3", "4x4x3", "4x4x4")), share=3)
)
def test_the_values_are_the_exact_tables(tmp_path, name, number):
    """Random positions, either to move: win, draw or loss as in the table, with a certificate that verifies."""
    board, seen = Board.parse(name), set()
    for position in games(board, number, seed=19):
        verdict = certified(board, position, tmp_path)
        assert verdict.value is solver_for(board).value(position).result, str(position)
        seen.add((position.to_move, verdict.value))
    assert len({side for side, _ in seen}) == 2
    assert len({value for _, value in seen}) >= 2


@pytest.mark.parametrize(
    "name", ["1x1x1", "2x1x2", "3x3x1", "5x2x3", "2x2x2", "torus3x3x3", "torus4x4x4", "cube2"]
)
def test_any_line_set_is_solved_from_the_empty_board(tmp_path, name):
    """Tiny boards, tori and cubes: the value of the exact table, certified."""
    board = Board.parse(name)
    verdict = certified(board, None, tmp_path)
    assert verdict.value is solver_for(board).value(Position.start(board)).result


def test_a_line_set_without_a_name_is_solved(tmp_path):
    """A board with lines of different lengths, whose certificate is verified against the board given."""
    assert certified(MIXED, None, tmp_path).value is Result.WIN


def test_the_3_cube_is_a_win(tmp_path):
    """Three in a row in three dimensions: who starts in the middle wins."""
    assert certified(Board.cube(3), None, tmp_path).value is Result.WIN


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("5x5x4", Result.DRAW),
        ("6x5x4", Result.WIN),
        ("6x6x4", Result.WIN),
        ("6x6x5", Result.DRAW),
        ("7x7x6", Result.DRAW),
        ("7x7x5", Result.DRAW),
    ],
)
def test_published_verdicts_are_computed_and_certified(tmp_path, name, value):
    """What is published of these boards is found here, and proved by a certificate that verifies."""
    board = Board.parse(name)
    verdict = certified(board, None, tmp_path, Limits(memory=1 << 26))
    assert verdict.value is value
    assert published(board).value is value
    assert verdict.nodes > 0


@pytest.mark.long
def test_boards_of_more_than_64_cells_and_lines_are_certified(tmp_path):
    """81 cells and 104 lines, 64 cells and 76 lines: both words of a set count."""
    assert certified(Board.mnk(9, 9, 6), None, tmp_path).value is Result.DRAW
    board = Board.cube(4)
    for position in games(board, 5, 20, least=48):
        assert certified(board, position, tmp_path).value is not None


# Limits


@pytest.mark.parametrize("nodes", [1, 2, 10, 100, 1000, 3000])
@pytest.mark.parametrize("name", ["4x4x3", "5x5x4", "6x5x4"])
def test_a_limit_on_nodes_gives_unknown_and_never_a_wrong_value(tmp_path, name, nodes):
    """Stopped early it is unknown and no certificate is written; what is settled in time is right."""
    board = Board.parse(name)
    limits = Limits(nodes=nodes, memory=1 << 22, threads=1)
    verdict = solve(board, limits=limits, certificate=tmp_path / "c")
    assert verdict.value in (None, published(board).value)
    assert (tmp_path / "c").exists() == (verdict.value is not None)
    assert nodes > 10 or name == "4x4x3" or verdict.word == "unknown"
    assert verdict.nodes <= nodes + 100


@pytest.mark.parametrize("name", ["3x3x3", "4x3x3", "4x4x4"])
def test_what_a_table_knows_is_no_matter_of_limits(tmp_path, name):
    """Where a limit ends the search the table answers; where a certificate is asked for, no proof is no value."""
    limits = Limits(nodes=1, memory=1 << 22, threads=1)
    verdict = solve(name, limits=limits)
    known = solver_for(Board.parse(name)).value(Position.start(name))
    assert (verdict.value, verdict.plies) == (known.result, known.plies)
    stopped = solve(name, limits=limits, certificate=tmp_path / "c")
    assert (stopped.value is None) == (stopped.plies is None) == (stopped.certificate is None)


def test_a_limit_on_seconds_gives_unknown_in_time():
    """A search that would take minutes is given up when the time is over, with nothing said."""
    for seconds in (0.01, 0.1):
        verdict = solve(Board.mnk(9, 4, 4), limits=Limits(seconds=seconds, memory=1 << 22, threads=1))
        assert verdict.value is None


@pytest.mark.parametrize("bad", [0, -1, -math.inf, math.nan])
@pytest.mark.parametrize("name", ["seconds", "nodes", "memory", "threads"])
def test_a_limit_that_is_not_above_0_is_refused(name, bad):
    """Zero, negative and not-a-number limits are refused, by name."""
    with pytest.raises(NoughtsError, match=name):
        Limits(**{name: bad})


def test_a_table_of_few_rows_still_gives_right_values(tmp_path):
    """With the least memory rows are overwritten all the time, and the verdict is the same."""
    limits = Limits(memory=1, threads=1)
    for name, value in (("4x4x3", Result.WIN), ("4x4x4", Result.DRAW), ("5x4x4", Result.DRAW)):
        assert certified(Board.parse(name), None, tmp_path, limits).value is value


# Bad input


def test_what_cannot_be_proved_is_refused(tmp_path):
    """Over 128 cells, lines longer than the kernels hold, or a game that is over: refused with the reason."""
    with pytest.raises(TooLargeError, match="at most 128"):
        solve(Board.mnk(12, 11, 5))
    with pytest.raises(TooLargeError, match="at most 12"):
        solve(Board.mnk(13, 2, 13))
    three = Board.mnk(3, 3, 3)
    for text in ("XXX/OO./...", "XOX/XOO/OXX"):
        with pytest.raises(IllegalMoveError, match="over"):
            solve(three, Position.parse(text))
    with pytest.raises(OSError, match="No such file"):
        solve(three, limits=SMALL, certificate=tmp_path / "no" / "c")


def test_a_position_of_another_board_is_refused():
    """A board and a position of another one do not go together."""
    with pytest.raises(NoughtsError):
        solve(Board.mnk(3, 3, 2), Position.start(Board.mnk(3, 3, 3)), limits=SMALL)


def test_who_watches_is_told_how_it_stands():
    """A report has counts from 0 on, a table filled between nothing and all, and lines no deeper than the board."""
    told = []
    verdict = solve(Board.mnk(6, 5, 4), limits=SMALL, watch=told.append)
    assert verdict.value is Result.WIN
    assert told
    assert all(0 <= report.fill <= 1 and report.seconds >= 0 and report.nodes >= 0 for report in told)
    assert 0 < max(report.depth for report in told) <= 2 * 30
    assert {report.question.split()[-1] for report in told} <= {"holds?", "wins?"}


def test_who_watches_is_told_in_its_own_thread_about_once_a_second():
    """Never from a thread of the search, and no more often than there are seconds, whatever ends meanwhile."""
    told = []
    limits = Limits(memory=1 << 24, threads=2)
    verdict = solve(Board.mnk(5, 5, 4), limits=limits, watch=lambda _: told.append(threading.get_ident()))
    assert set(told) == {threading.get_ident()}
    assert len(told) <= 1 + verdict.seconds


@pytest.mark.parametrize("threads", [1, 2])
def test_what_who_watches_raises_ends_the_search_and_is_raised(threads):
    """It reaches the caller of `solve`, from the race of two searches too, and nobody is told anything after it."""
    told = []

    class EnoughError(Exception):
        pass

    def enough(report):
        told.append(report)
        raise EnoughError

    with pytest.raises(EnoughError):
        solve(Board.mnk(9, 4, 4), limits=Limits(memory=1 << 22, threads=threads), watch=enough)
    assert len(told) == 1


def test_a_proof_that_is_lost_is_an_error_of_the_house(tmp_path, monkeypatch):
    """Where the search does not find its own proof again, it is told so in one sentence, and no file is there."""
    from noughts.solver.certificate.write_weak import WeakProof

    monkeypatch.setattr(WeakProof, "reply", lost)
    with pytest.raises(NoughtsError, match="no reply found"):
        solve(Board.mnk(7, 7, 5), limits=SMALL, certificate=tmp_path / "c")
    assert list(tmp_path.iterdir()) == []


def lost(*_):
    """Stands for a search whose table was overwritten."""
    raise ProofLostError("no reply found to Maker 1, Breaker 2")


@pytest.mark.long
def test_who_watches_is_told_of_the_certificate(tmp_path):
    """Once a verdict is there it is told how many records are written, ever more of them; before that none."""
    told = []
    solve(Board.mnk(8, 7, 5), limits=SMALL, certificate=tmp_path / "c", watch=told.append)
    written = [report.records for report in told]
    assert written == sorted(written)
    with gzip.open(tmp_path / "c") as lines:
        assert written[0] == 0 < written[-1] <= sum(1 for _ in lines)


def test_a_verdict_says_its_distance_where_a_table_has_it():
    """On boards small enough for the table the plies are given with the value."""
    board = Board.mnk(4, 3, 3)
    found = solver_for(board).value(Position.start(board))
    verdict = solve(board, limits=SMALL)
    assert (verdict.value, verdict.plies) == (found.result, found.plies) == (Result.WIN, 7)
    assert solve(Board.mnk(5, 5, 4), limits=SMALL).plies is None


def test_what_is_to_be_solved_may_be_given_in_any_form():
    """A board, its name, a position or its text alone, or a board and a position of it, mean the same; two do not."""
    board = Board.parse("6x5x4")
    start, later = Position.start(board), Position.start(board).play("c3")
    assert {start_of(given, None, None) for given in (board, "6x5x4", start, str(start))} == {start}
    assert {
        start_of(later, None, None),
        start_of(str(later), None, None),
        start_of("6x5x4", later.rows_text, None),
        start_of(board, later, None),
    } == {later}
    with pytest.raises(NoughtsError, match="two positions to solve"):
        start_of(start, later, None)
    with pytest.raises(NoughtsError, match="is a position of 6x5x4, not of '5x5x4'"):
        start_of("5x5x4", later, None)


@pytest.mark.parametrize("name", ["8x6x5", "7x7x5"])
def test_a_small_proof_is_the_same_with_a_second_thread(tmp_path, name):
    """It needs no second thread: the search takes the same nodes and writes the same certificate, byte by byte."""
    nodes, files = set(), []
    for threads in (1, 2):
        files.append(tmp_path / str(threads))
        nodes.add(solve(Board.parse(name), limits=Limits(threads=threads), certificate=files[-1]).nodes)
    assert len(nodes) == 1
    one, two = (gzip.decompress(file.read_bytes()).splitlines() for file in files)
    assert one[1:] == two[1:]


def test_limits_go_by_their_names():
    """What ``Limits`` holds may be given by name, beside them or without; a name that is none is refused."""
    assert solve("3x3x3", seconds=60).value is Result.DRAW
    assert solve("9x9x5", nodes=1, limits=SMALL).value is None
    assert shortest("3x3x2", seconds=60, threads=1).plies == 3
    with pytest.raises(TypeError, match="minutes"):
        solve("3x3x3", minutes=1)


@pytest.mark.parametrize("wrong", [{"seconds": "1"}, {"nodes": None}, {"threads": 1.5}, {"memory": True}])
def test_a_limit_that_is_no_number_is_refused(wrong):
    """A limit of another kind is told by its name, as it was given."""
    ((name, value),) = wrong.items()
    for ask in (Limits, lambda **limits: solve("3x3x3", **limits)):
        with pytest.raises(InputTypeError, match=f"{name}='{value}' is no"):
            ask(**wrong)
