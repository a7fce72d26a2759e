"""Parts without a common cell are held apart: the verdict is the reference's, the work a sum and not a product."""

import random

import pytest

from noughts import Board, Limits, Mark, Position, Proved, RejectedError, verify
from tests.positions import line_set, one_above_the_other, plane, scattered
from tests.reference import MakerBreaker
from tests.solver.certificate.lines import held, kinds, put, values
from tests.solver.certificate.replay import judged

FOUR = Board("four", 4, 2, ((0, 1), (2, 3, 4), (4, 5), (6, 7)))
"""Three parts: 0 and 1, 2 to 5, 6 and 7."""


def search(board, **tuning):
    from noughts.solver.search.arrays import Tuning
    from noughts.solver.search.searches import Weak

    return Weak(board, 14, tuning=Tuning(**{"replies": 128} | tuning))


def shuffled(board, dice):
    """The same lines of other cells."""
    cells = dice.sample(range(board.size), board.size)
    lines = tuple(tuple(sorted(cells[c] for c in line)) for line in board.lines)
    return Board(f"{board.name}-shuffled", board.columns, board.rows, lines)


def slow_parts(board, maker, breaker):
    """The cells of the parts: what lines without Breaker have left hangs together by cells, supersets aside."""
    edges = {
        frozenset(c for c in line if not maker >> c & 1)
        for line in board.lines
        if not any(breaker >> c & 1 for c in line)
    }
    parts = []
    for edge in (edge for edge in edges if not any(less < edge for less in edges)):
        touched = [part for part in parts if part & edge]
        parts = [part for part in parts if not part & edge] + [edge.union(*touched)]
    return set(parts)


@pytest.mark.parametrize(("name", "least"), [("5x5x4", 10), ("6x6x5", 16), ("torus4x4x4", 6), ("9x9x6", 30)])
def test_parts_are_what_hangs_together(name, least):
    """On random positions the search cuts the live lines into their connected components, each told of once."""
    from noughts.solver.search.arrays import words_of
    from noughts.solver.search.kernels.components import in_parts, next_part
    from noughts.solver.search.kernels.state import FIRST, ROOT, load

    board, several = Board.parse(name), 0
    weak = search(board)
    geo, state = weak.geo, weak.states[0][0]
    for maker, breaker, _ in scattered(board, least, 150, seed=1):
        load(geo, state, *words_of(maker), *words_of(breaker), FIRST)
        wanted, found = slow_parts(board, maker, breaker), []
        assert in_parts(geo, state, ROOT) == (len(wanted) > 1)
        while wanted:
            line, low, high = next_part(geo, state, ROOT)
            if line < 0:
                break
            part = int(low) | int(high) << 64
            found.append(frozenset(c for c in board.cells if part >> c & 1))
        assert len(found) == len(wanted)
        assert set(found) == wanted
        several += len(wanted) > 1
    assert several > 10


def test_random_lines_in_two_parts_are_what_the_reference_says(tmp_path):
    """Verdicts are the reference's; where Breaker holds by parts the certificate says so and plays out."""
    from noughts.solver.certificate.write import write
    from noughts.solver.search.search_goal import Question

    dice, found = random.Random(2), {"win": 0, "hold": 0, "c": 0}
    for _ in range(60):
        board = one_above_the_other(*(line_set(dice, 5, 1, 5, (2, 3, 3)) for _ in range(2)))
        weak, start = search(board), Position.start(board)
        claim = weak.prove(0, 0, True).claim
        assert claim == ("win" if MakerBreaker(board).maker_wins(0, 0, True) else "hold")
        found[claim] += 1
        if claim == "hold":
            write(tmp_path / "c", [Question(Mark.X, weak, start, claim="hold")])
            assert verify(str(tmp_path / "c"), board) == [Proved(start, Mark.X, False)]
            assert judged(tmp_path / "c", board) == [(board.name, start.rows_text, "X", "hold")]
            found["c"] += "c" in kinds(values(tmp_path / "c"))
    assert min(found.values()) > 4, found


def test_maker_wins_parts_if_he_wins_one():
    """At random stones Maker to move wins two boards, one above the other, if and only if he wins one of them."""
    dice, counts = random.Random(3), {"win": 0, "hold": 0}
    for _ in range(25):
        pair = [line_set(dice, 4, 2, 6, (3, 4)) for _ in range(2)]
        weak, references = search(one_above_the_other(*pair)), [MakerBreaker(board) for board in pair]
        places = [scattered(board, 2, 8, dice.random()) for board in pair]
        for (m0, b0, _), (m1, b1, _) in zip(*places, strict=True):
            wins = references[0].maker_wins(m0, b0, True) or references[1].maker_wins(m1, b1, True)
            claim = weak.prove(m0 | m1 << 8, b0 | b1 << 8, True).claim
            assert claim == ("win" if wins else "hold")
            counts[claim] += 1
    assert min(counts.values()) > 30


@pytest.mark.parametrize("board", [
    plane(3), Board.torus(4, 4, 4), Board.mnk(5, 4, 4), line_set(random.Random(6), 5, 4, 26, (4,)),
], ids=str)  # fmt: skip
def test_copies_take_the_sum_of_the_work_and_not_the_product(board):
    """Copies without a common cell are worth what one is, two and three of them for 3 and 4.5 times its work at most.

    Their cells are shuffled: symmetries that the search sees in one copy and not in two would make that one cheap.
    """
    dice = random.Random(1)
    copies = [shuffled(board, dice) for _ in range(3)]
    one = search(copies[0]).prove(0, 0, True)
    for number in (2, 3):
        bound = 3 * number * one.looks // 2
        assert one.looks**number > 10 * bound
        found = search(one_above_the_other(*copies[:number])).prove(0, 0, True, Limits(nodes=2 * bound))
        assert found.claim == one.claim
        assert found.looks <= bound


LEAVES = [
    ["p", 0, 0b11111100, [0, 1]],  # 5 back
    ["p", 0, 0b11000011, [2, 3, 4, 5]],
    ["p", 0, 0b00111111, [6, 7]],
    ["p", 0, 0b11000001, [2, 3, 4, 5]],  # the first part is broken by a stone of O that is not there
    ["p", 0, 0b11001100, [0, 1, 4, 5]],  # 1 back
]


def hold_of_parts(folder, refs, leaves=LEAVES):
    """The claims that the verifier finds in leaves of FOUR and a record of parts."""
    start = Position.start(FOUR)
    return verify(str(put(folder / "parts", [held(start), *leaves, ["c", 0, 0, refs]])), FOUR)


@pytest.mark.parametrize("refs", [[5, 0, 4, 0, 3, 0], [3, 0, 4, 0, 5, 0], [2, 0, 3, 0, 5, 0]])
def test_parts_that_break_every_line_hold(tmp_path, refs):
    """All three parts, in any order and by any of their records."""
    assert hold_of_parts(tmp_path, refs) == [Proved(Position.start(FOUR), Mark.X, False)]


@pytest.mark.parametrize(("refs", "why"), [
    ([], "escapes"), ([5, 0, 4, 0], "escapes"), ([4, 0, 3, 0], "escapes"), ([4, 0, 2, 0, 3, 0], "in common"),
    ([1, 0, 4, 0, 3, 0], "in common"), ([5, 0, 5, 0, 4, 0, 3, 0], "in common"), ([1, 0, 3, 0], "escapes"),
    ([5, 0, 4, 0, 3], "wrong length"), ([5, 0, 4, 0, 3, False], "integers"), ([5, 0, 4, 0, True, 0], "integers"),
    ([5, 0, 4, 0, 3.0, 0], "integers"), (None, "integers"), ({}, "integers"), (7, "integers"), ("5040", "integers"),
    ([5, 0, 4, 0, 0, 0], "not there"), ([5, 0, 4, 0, -3, 0], "not there"), ([5, 0, 4, 0, 6, 0], "not there"),
    ([5, 0, 4, 0, 10**4000, 0], "no proof|not there"), ([5, 0, 4, 0, 3, 1], "symmetry"),
    ([5, 0, 4, 0, 3, -1], "symmetry"),
])  # fmt: skip
def test_parts_that_do_not_are_refused(tmp_path, refs, why):
    """A line that escapes, parts with a common cell, and references that are none."""
    with pytest.raises(RejectedError, match=why):
        hold_of_parts(tmp_path, refs)


@pytest.mark.parametrize(("x", "o"), [(2, 6), (6, 2), (7, 3)])
def test_a_part_with_a_stone_in_its_zone_is_refused(tmp_path, x, o):
    """A part is held in empty cells only: with a stone of either side in its zone its record says nothing here."""
    later = Position.start(FOUR).play(x).play(o)
    parts = [held(later), *LEAVES[:3], ["c", later.x, later.o, [3, 0, 2, 0, 1, 0]]]
    with pytest.raises(RejectedError, match="the zone is not empty"):
        verify(str(put(tmp_path / "bad", parts)), FOUR)


def test_a_part_of_the_strong_game_is_refused(tmp_path):
    """Where the defender's own lines count, parts are not independent: a record of that game is no part."""
    board = Board("threats", 6, 1, ((0, 1), (0, 2), (3, 4)))
    later = Position.start(board).play(5).play(0)
    strong = ["s", later.x, later.o, [-1, 1, 0, 0, -1, 2, 0, 0]]
    assert verify(str(put(tmp_path / "good", [held(later), strong])), board) == [Proved(later, Mark.X, False)]
    with pytest.raises(RejectedError, match="a weak record is wanted"):
        verify(str(put(tmp_path / "bad", [held(later), strong, ["c", later.x, later.o, [1, 0]]])), board)
