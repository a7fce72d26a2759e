"""The potential: where it is low enough Breaker holds, pairing or not; its leaf is checked to the last line."""

import random
from fractions import Fraction

import pytest

from noughts import Board, Mark, Position, Proved, RejectedError, verify
from tests.positions import line_set, plane, scattered
from tests.reference import MakerBreaker
from tests.solver.certificate.lines import held, put, values

THREE = Board("three", 6, 1, ((0, 1), (2, 3), (4, 5)))
"""Three lines of two cells: 3/4, and 1/4 for the heaviest cell, is just too much."""


def search(board):
    from noughts.solver.search.arrays import Tuning
    from noughts.solver.search.searches import Weak

    return Weak(board, 12, tuning=Tuning(replies=128))


def held_by(folder, position, zone):
    """Whether the verifier takes the potential in this zone for a proof that X cannot win the position."""
    leaf = put(folder / "leaf", [held(position), ["e", position.x, position.o, zone]])
    try:
        return verify(str(leaf), position.board) == [Proved(position, Mark.X, False)]
    except RejectedError as error:
        assert "the potential is too high" in str(error)
        return False


def least(board, breaker, cells):
    """What the lines without Breaker have in these cells, less what contains another's."""
    edges = {frozenset(set(line) & cells) for line in board.lines if not any(breaker >> c & 1 for c in line)}
    return [edge for edge in edges if not any(less < edge for less in edges)]


def potential(board, edges):
    """By the book: each edge is 2 ** -cells, and those of the heaviest cell count once more."""
    through = (sum(Fraction(1, 2 ** len(edge)) for edge in edges if cell in edge) for cell in board.cells)
    return sum(Fraction(1, 2 ** len(edge)) for edge in edges) + max(through)


def cells_of(mask):
    return {cell for cell in range(mask.bit_length()) if mask >> cell & 1}


def test_the_plane_of_order_four_is_held_by_its_potential_alone(tmp_path):
    """No pairing serves 21 lines any two cells of which lie in one line only: they need 42 cells, and there are 21."""
    from noughts.solver.certificate.write import write
    from noughts.solver.search.search_goal import Question

    board = plane(4)
    pairs = [(a, b) for line in board.lines for i, a in enumerate(line) for b in line[:i]]
    assert len(set(pairs)) == len(pairs) == 21 * 20 / 2
    weak, start = search(board), Position.start(board)
    found = weak.prove(0, 0, True)
    assert (found.claim, found.looks) == ("hold", 1)
    write(tmp_path / "c", [Question(Mark.X, weak, start, claim="hold")])
    assert verify(str(tmp_path / "c"), board) == [Proved(start, Mark.X, False)]
    assert values(tmp_path / "c")[1:] == [["e", 0, 0, board.full]]


@pytest.mark.parametrize("order", [2, 3])
def test_the_smaller_planes_are_what_the_reference_says(order):
    """Fano's plane is Maker's; of both planes search and reference say the same, also at random stones."""
    board, reference = plane(order), MakerBreaker(plane(order))
    weak = search(board)
    assert weak.prove(0, 0, True).claim == ("win" if reference.maker_wins(0, 0, True) else "hold")
    assert order != 2 or reference.maker_wins(0, 0, True)
    for maker, breaker, moves in scattered(board, 3, 100, seed=2):
        wanted = "win" if reference.maker_wins(maker, breaker, moves) else "hold"
        assert weak.prove(maker, breaker, moves).claim == wanted


def test_what_the_potential_holds_the_reference_holds(tmp_path):
    """On random lines, stones and zones a leaf is taken where the sum is below 1; Maker may have all cells outside."""
    dice, counts = random.Random(3), {True: 0, False: 0}
    for _ in range(150):
        board = line_set(dice, 3, 3, dice.randint(2, 9), (2, 3, 4))
        stones = dice.sample(board.cells, 2 * dice.randrange(2))
        position = Position.start(board)
        for cell in stones:
            if position.moves:
                position = position.play(cell)
        zone = {cell for cell in position.empty if dice.random() < 0.9}
        taken = held_by(tmp_path, position, sum(1 << cell for cell in zone))
        assert taken is (potential(board, least(board, position.o, zone)) < 1)
        outside = board.full & ~(position.o | sum(1 << cell for cell in zone))
        assert not (taken and MakerBreaker(board).maker_wins(outside, position.o, True))
        counts[taken] += 1
    assert min(counts.values()) > 30


def test_a_zone_of_the_search_is_enough_and_no_cell_of_it_is_idle():
    """Where the search takes the potential it is below 1 in its zone, and without any one cell of that it is not."""
    from noughts.solver.search.arrays import words_of
    from noughts.solver.search.kernels.potential import potential_holds
    from noughts.solver.search.kernels.state import FIRST, ROOT, load

    dice, counts = random.Random(4), {True: 0, False: 0}
    for _ in range(40):
        board = line_set(dice, 4, 4, dice.randint(6, 20), (dice.choice((3, 4, 5)),))
        weak = search(board)
        geo, state = weak.geo, weak.states[0][0]
        for maker, breaker, _ in scattered(board, 2, 4, dice.random()):
            load(geo, state, *words_of(maker), *words_of(breaker), FIRST)
            found = bool(potential_holds(geo, state, ROOT))
            counts[found] += 1
            edges = least(board, breaker, cells_of(board.full & ~maker))
            assert not found or potential(board, edges) < 1
            if found:
                zone = cells_of(int(state.found_zone[0]))
                assert zone <= cells_of(board.full & ~(maker | breaker))
                assert potential(board, [edge & zone for edge in edges]) < 1
                for cell in zone:
                    assert potential(board, [edge & zone - {cell} for edge in edges]) >= 1
    assert min(counts.values()) > 30


def test_one_line_more_is_one_too_many(tmp_path):
    """Two lines of two cells are held; a third one makes it 1, which is not below 1, though a pairing would do."""
    two = Board("two", 6, 1, THREE.lines[:2])
    assert held_by(tmp_path, Position.start(two), two.full)
    assert held_by(tmp_path, Position.start(two), 0b1111)
    assert not held_by(tmp_path, Position.start(two), 0b111)
    assert not held_by(tmp_path, Position.start(THREE), THREE.full)


def test_of_lines_with_the_same_cells_left_one_counts(tmp_path):
    """What contains another line's rest weighs nothing: breaking the lesser breaks both."""
    board = Board("same", 4, 2, ((0, 1, 2), (0, 1, 3), (0, 1, 2, 4), (5, 6)))
    later = Position.start(board).play(2).play(5)
    assert potential(board, least(board, later.o, {0, 1})) == Fraction(1, 2)
    assert held_by(tmp_path, later, 0b11)
    assert not held_by(tmp_path, later.play(3).play(7), 0b10)


@pytest.mark.parametrize(
    "zone", [0b11, 0b10100, -1, 1 << 6, 10**4000, True, False, 1.0, None, "3", [0, 1], {}]
)
def test_a_zone_that_is_none_is_refused(tmp_path, zone):
    """Stones in a zone, cells off the board, negative and huge numbers, and what is no number at all."""
    board = Board("two", 6, 1, THREE.lines[1:])
    later = Position.start(board).play(0).play(2)
    assert held_by(tmp_path, later, 0b110000)
    bad = put(tmp_path / "bad", [held(later), ["e", later.x, later.o, zone]])
    with pytest.raises(RejectedError, match="zone"):
        verify(str(bad), board)


@pytest.mark.parametrize("record", [["e", 0, 0], ["e", 0, 0, 63, []], ["e", 0, 0, 63, 63], ["E", 0, 0, 63]])
def test_a_leaf_of_another_shape_is_refused(tmp_path, record):
    """A field too few or too many, or a kind that there is not."""
    start = Position.start(Board("two", 6, 1, THREE.lines[1:]))
    assert held_by(tmp_path, start, 63)
    with pytest.raises(RejectedError):
        verify(str(put(tmp_path / "bad", [held(start), record])), start.board)
