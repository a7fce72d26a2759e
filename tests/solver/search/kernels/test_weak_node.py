"""Dominated moves: who has answered m has answered what lies in no line without m; what does not is refused."""

import random

import pytest

from noughts import Board, Mark, Position, Proved, RejectedError, verify
from tests.positions import line_set, scattered
from tests.reference import MakerBreaker
from tests.solver.certificate.lines import held, kinds, put, values
from tests.solver.certificate.replay import judged


def search(board):
    from noughts.solver.search.arrays import Tuning
    from noughts.solver.search.searches import Weak

    return Weak(board, 12, tuning=Tuning(replies=128))


@pytest.mark.parametrize(("name", "least"), [("5x5x4", 8), ("4x4x3", 3), ("torus4x4x4", 4)])
def test_a_move_dominates_what_lies_in_no_line_without_it(name, least):
    """What the search would still have to answer after an answer to c are the cells of the live lines that avoid c."""
    from noughts.solver.search.arrays import words_of
    from noughts.solver.search.kernels.state import ANY, FIRST, ROOT, live_cells, load

    board, dominated = Board.parse(name), 0
    weak = search(board)
    geo, state = weak.geo, weak.states[0][0]
    for maker, breaker, _ in scattered(board, least, 60, seed=1):
        load(geo, state, *words_of(maker), *words_of(breaker), FIRST)
        rests = {line & ~maker for line in board.masks if not line & breaker}
        rests = [rest for rest in rests if not any(less != rest and less & ~rest == 0 for less in rests)]
        for c in (c for c in board.cells if not maker >> c & 1):
            low, high = (int(word) for word in live_cells(geo, state, ROOT, c, ANY))
            still = sum(
                1 << y for y in board.cells if any(rest >> y & 1 and not rest >> c & 1 for rest in rests)
            )
            assert low | high << 64 == still
            dominated += any(rest >> c & 1 and rest & ~still & ~(1 << c) for rest in rests)
    assert dominated > 50


def test_random_lines_with_dominated_moves_are_what_the_reference_says(tmp_path):
    """Verdicts are the reference's; where moves are dominated the certificate says so and plays out."""
    from noughts.solver.certificate.write import write
    from noughts.solver.search.search_goal import Question

    dice, found = random.Random(2), {"win": 0, "hold": 0, "d": 0}
    for _ in range(60):
        board = line_set(dice, 3, 3, 10, (3, 4))
        weak, start = search(board), Position.start(board)
        claim = weak.prove(0, 0, True).claim
        assert claim == ("win" if MakerBreaker(board).maker_wins(0, 0, True) else "hold")
        found[claim] += 1
        if claim == "hold":
            write(tmp_path / "c", [Question(Mark.X, weak, start, claim="hold")])
            assert verify(str(tmp_path / "c"), board) == [Proved(start, Mark.X, False)]
            assert judged(tmp_path / "c", board) == [(board.name, start.rows_text, "X", "hold")]
            found["d"] += "d" in kinds(values(tmp_path / "c"))
    assert min(found.values()) > 4, found


CROSS = Board("cross", 4, 2, ((0, 1, 2), (0, 3, 4), (5, 6)))
"""Cell 0 dominates 1 to 4; 5 and 6 are a line of their own, and 7 lies in none."""
LEAVES = [
    ["p", 1, 1 << 1, [3, 4, 5, 6]],
    ["p", 1 << 5, 1 << 6, [1, 2, 3, 4]],
    ["p", 1 << 6, 1 << 5, [1, 2, 3, 4]],
]
ENTRIES = [0, 1, 3, 0, 5, 6, 2, 0, 6, 5, 1, 0]  # they leave 1, 3 and 4 to be answered
PAIRS = [1, 0, 3, 0, 4, 0]


def hold_of_cross(folder, *fields):
    """The claims that the verifier finds in a record about the empty CROSS with these fields."""
    start = Position.start(CROSS)
    return verify(str(put(folder / "cross", [held(start), *LEAVES, ["w", 0, 0, *fields]])), CROSS)


@pytest.mark.parametrize("pairs", [PAIRS, [4, 0, 1, 0, 3, 0], [*PAIRS, 2, 0], [*PAIRS, 0, 0], [*PAIRS, 7, 5]])
def test_moves_in_no_line_without_an_answered_one_are_answered(tmp_path, pairs):
    """In any order; those that are answered already, and cells in no line, may be told of too."""
    assert hold_of_cross(tmp_path, ENTRIES, pairs) == [Proved(Position.start(CROSS), Mark.X, False)]
    assert judged(tmp_path / "cross", CROSS)


@pytest.mark.parametrize(("fields", "why"), [
    ([], "no answer"), ([[]], "no answer"), ([PAIRS[2:]], "no answer"),
    ([[*PAIRS, 5, 0]], "does not dominate"), ([[*PAIRS, 6, 0]], "does not dominate"),
    ([[1, 5, 3, 0, 4, 0]], "does not dominate"), ([[1, 2, 3, 0, 4, 0]], "cell 2 "),
    ([[1, 2, 2, 1, 3, 4, 4, 3]], "cell 2 "), ([[1, 1, 3, 3, 4, 4]], "cell 1 "), ([[*PAIRS, 1, 0]], "cell 1 "),
    ([PAIRS[:-1]], "wrong length"), ([[*PAIRS, False, 0]], "integers"), ([[*PAIRS, 2, False]], "integers"),
    ([[*PAIRS, 2.0, 0]], "integers"), ([[*PAIRS, "2", 0]], "integers"), ([[*PAIRS, -1, 0]], "cell -1 "),
    ([[*PAIRS, 2, -1]], "cell -1 "), ([[*PAIRS, 8, 0]], "cell 8 "), ([[*PAIRS, 10**4000, 0]], "cell 1000"),
    ([[*PAIRS, 2, 10**4000]], "cell 1000"), ([None], "integers"), ([0], "integers"), ([False], "integers"),
    ([{}], "integers"), ([""], "integers"), ([PAIRS, PAIRS], "wrong length"), ([PAIRS, []], "wrong length"),
])  # fmt: skip
def test_pairs_that_do_not_dominate_are_refused(tmp_path, fields, why):
    """A line that avoids m, m without an entry or in a circle, y told twice, and lists that are none."""
    with pytest.raises(RejectedError, match=why):
        hold_of_cross(tmp_path, ENTRIES, *fields)


def test_the_move_that_answers_another_is_in_the_zone(tmp_path):
    """O may need m in answer to y, the cells exchanged: a record that leans on this one must have it empty."""
    start = Position.start(CROSS)
    taken = ["w", 0, 0, [0, 7, 1, 0]]
    lines = [held(start), *LEAVES, ["w", 0, 0, ENTRIES, PAIRS]]
    assert verify(str(put(tmp_path / "good", lines)), CROSS)
    with pytest.raises(RejectedError, match="the zone is not empty"):
        verify(str(put(tmp_path / "bad", [*lines, taken])), CROSS)


@pytest.mark.parametrize("lines", [((0, 1, 2), (1, 2, 3), (0, 5, 6)), ((1, 2, 3), (0, 5, 6))], ids=len)
def test_lines_that_contain_what_is_left_of_another_do_not_count(tmp_path, lines):
    """X on 0 wants 1 and 2 of the first line, so 5 dominates 3, though 3 lies with 1 and 2 in another."""
    board = Board("more", 7, 1, lines)
    later = Position.start(board).play(0).play(4)
    leaves = [["p", 0b100001, 0b1010000, [1, 2]], ["p", 0b11, 0b10100, [5, 6]]]
    record = ["w", later.x, later.o, [5, 6, 2, 0, 1, 2, 1, 0], [2, 1, 6, 5, 3, 5]]
    bad = put(tmp_path / "bad", [held(later), *leaves, record])
    if (0, 1, 2) in lines:
        assert verify(str(bad), board) == [Proved(later, Mark.X, False)]
        assert judged(bad, board)
    else:
        with pytest.raises(RejectedError, match="does not dominate"):
            verify(str(bad), board)
