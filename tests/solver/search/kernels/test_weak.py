"""The weak (Maker-Breaker) search says what the slow walk of the whole tree says."""

import random
from collections import Counter

import numpy as np
import pytest

from noughts import Board, ImpossibleError, Limits, NoughtsError, TooLargeError
from tests.lengths import short_and_long
from tests.plain_kernels import lines_of
from tests.positions import MIXED, line_set, scattered
from tests.reference import MakerBreaker, image

BOARDS = [  # board, least stones, positions
    ("3x3x3", 0, 1200),
    ("3x3x2", 0, 300),
    ("1x1x1", 0, 10),
    ("2x1x2", 0, 20),
    ("5x2x3", 0, 400),
    ("4x3x3", 3, 1200),
    ("4x3x4", 4, 600),
    ("4x4x4", 9, 1500),
    ("4x4x3", 8, 1500),
    ("5x3x3", 6, 600),
    ("5x4x4", 11, 300),
    ("5x5x4", 17, 200),
    ("torus3x3x3", 0, 600),
    ("torus4x4x4", 9, 600),
    ("cube2", 0, 200),
    ("cube3", 18, 50),
    ("mixed", 0, 200),
]


def board_of(name):
    return MIXED if name == "mixed" else Board.parse(name)


def search(board, **tuning):
    """A weak search with a small table."""
    from noughts.solver.search.arrays import Tuning
    from noughts.solver.search.searches import Weak

    return Weak(board, 12, tuning=Tuning(**tuning))


def agrees(search, reference, positions, seed):
    """How many positions were settled, every one as the reference settles it; the table is emptied now and then."""
    dice, settled = random.Random(seed), 0
    for maker, breaker, maker_moves in positions:
        if dice.random() < 0.2:
            search.clear()
        found = search.prove(maker, breaker, maker_moves).claim
        wanted = "win" if reference.maker_wins(maker, breaker, maker_moves) else "hold"
        assert found in (wanted, "unknown"), (maker, breaker, maker_moves)
        settled += found == wanted
    return settled


@pytest.mark.parametrize(("name", "least", "number"), short_and_long(BOARDS))
def test_the_weak_search_equals_the_walk_of_the_whole_tree(name, least, number):
    """Random stones of either side, either to move, on any line set: the same verdict, and always one."""
    board = board_of(name)
    positions = scattered(board, least, number, seed=1)
    assert agrees(search(board, replies=128), MakerBreaker(board), positions, 2) == number


@pytest.mark.parametrize(("columns", "rows", "number", "lengths", "least"), [
    (3, 3, 7, (2, 3, 4), 0), (3, 3, 12, (3, 4), 0), (4, 3, 14, (3, 4, 5), 4), (5, 4, 24, (3, 4), 11),
])  # fmt: skip
def test_random_line_sets_equal_the_walk_of_the_whole_tree(columns, rows, number, lengths, least):
    """So do line sets of no shape at all, at random stones, where potentials, parts and dominated moves are common."""
    dice = random.Random(8)
    for _ in range(12):
        board = line_set(dice, columns, rows, number, lengths)
        positions = scattered(board, least, 25, dice.random())
        assert agrees(search(board, replies=128), MakerBreaker(board), positions, 9) == 25


@pytest.mark.parametrize(("name", "least", "number"), short_and_long(row for row in BOARDS if row[2] >= 600))
def test_cut_replies_lose_verdicts_but_give_no_wrong_one(name, least, number):
    """Where only the three best replies are looked at, what is settled is right, and much is settled."""
    board = board_of(name)
    positions = scattered(board, least, number // 3, seed=3)
    assert agrees(search(board, replies=3), MakerBreaker(board), positions, 4) > number // 6


@pytest.mark.parametrize("name", ["3x3x3", "4x3x3", "4x4x4", "5x5x4", "torus4x4x4", "cube3"])
def test_all_images_of_a_position_are_worth_the_same(name):
    """What is proved of a position is proved of its image under every symmetry of the board."""
    board = Board.parse(name)
    weak = search(board, replies=128)
    for maker, breaker, maker_moves in scattered(board, board.size // 2, 25, seed=5):
        claims = set()
        for symmetry in board.symmetries:
            weak.clear()
            claims.add(weak.prove(image(maker, symmetry), image(breaker, symmetry), maker_moves).claim)
        assert claims in ({"win"}, {"hold"})


def test_two_workers_say_what_one_says():
    """Two threads on one table settle positions as one does."""
    from noughts.solver.search.arrays import Tuning
    from noughts.solver.search.searches import Weak

    board = Board.mnk(4, 4, 3)
    pair = Weak(board, 12, workers=2, tuning=Tuning(replies=128))
    assert agrees(pair, MakerBreaker(board), scattered(board, 7, 200, seed=6), 7) == 200


@pytest.mark.parametrize(
    ("name", "game"), [("10x5x5", "Weak"), pytest.param("7x4x4", "Strong", marks=pytest.mark.long)]
)
def test_two_workers_prove_what_one_proves(name, game):
    """Two threads over one table prove what one thread proves; each finds there what the team has settled."""
    from noughts.solver.search import searches

    one, two = (getattr(searches, game)(Board.parse(name), 20, workers) for workers in (1, 2))
    assert one.prove(0, 0, True).claim == two.prove(0, 0, True).claim == "hold"
    two.begin(0, 0, searches.FIRST, 2)
    for worker in two.states:
        two.work(worker, 1)
        assert two.claim(worker[0]) == "hold"


def visits(search, other=None):
    """How often one worker of a team is at each move of the root, looked at every fifty nodes until it is settled.

    Another that does nothing stays below one of these moves, if it is given.
    """
    from noughts.solver.search.searches import FIRST, ROOT

    search.begin(0, 0, FIRST, 2)
    (worker, _), times = search.states, Counter()
    while not search.stop[0] and times.total() < 100:
        search.paths[1, ROOT] = 0 if other is None else other + 1
        search.work(worker, 50)
        times[int(worker[0].child_move[ROOT, worker[0].child[ROOT]])] += 1
    return times


@pytest.mark.parametrize(("name", "game"), [("5x5x4", "Weak"), ("5x5x4", "Strong"), ("6x5x4", "Strong")])
def test_workers_keep_apart(name, game):
    """Where another is below the move that a worker would go into most, it goes there a quarter as often at most."""
    from noughts.solver.search import searches

    alone, beside = (getattr(searches, game)(Board.parse(name), 12, workers=2) for _ in range(2))
    ((best, often),) = visits(alone).most_common(1)
    assert often > 10
    assert visits(beside, best)[best] <= often // 4


def test_a_table_that_grows_keeps_what_is_known(monkeypatch):
    """A small table becomes four times as large, up to its size, with every row in the bucket of its key."""
    from noughts.solver.search import searches
    from noughts.solver.search.kernels.transposition import BUCKET, NUMBERS, bucket_of, key_in

    monkeypatch.setattr(searches, "FIRST_BITS", 6)
    weak = searches.Weak(Board.mnk(4, 4, 3), 9)
    weak.prove(0, 0, True, Limits(nodes=40))
    for rows in (256, 512, 512):
        known = sorted(row for row in weak.table.tolist() if row[NUMBERS])
        assert known
        weak.grow(1.0)
        assert len(weak.table) == rows
        assert sorted(row for row in weak.table.tolist() if row[NUMBERS]) == known
        words = np.asarray(weak.table)
        for at in words[:, NUMBERS].nonzero()[0]:
            first = bucket_of(int(key_in(*words[at])), rows)
            assert first <= at < first + BUCKET


def test_a_search_whose_table_grows_says_what_the_walk_of_the_whole_tree_says(monkeypatch):
    """Tables that start with sixteen rows and are looked at all the time: the same verdicts."""
    from noughts.solver.search import searches
    from noughts.solver.search.arrays import Tuning

    monkeypatch.setattr(searches, "FIRST_BITS", 4)
    board, sizes = Board.mnk(4, 4, 3), set()
    reference = MakerBreaker(board)
    for maker, breaker, moves in scattered(board, 7, 60, seed=14):
        weak = searches.Weak(board, 12, tuning=Tuning(replies=128))
        weak.every = 0.001
        found = weak.prove(maker, breaker, moves).claim
        assert found == ("win" if reference.maker_wins(maker, breaker, moves) else "hold")
        sizes.add(len(weak.table))
    assert sizes <= {16, 64, 256, 1024, 4096}


def test_what_no_kernel_can_hold_is_refused():
    """Boards over 128 cells, lines over 12 cells, stones that overlap or lie off the board, silly sizes."""
    from noughts.solver.search.searches import Weak

    with pytest.raises(TooLargeError, match="at most 128"):
        search(Board.mnk(13, 10, 5))
    with pytest.raises(TooLargeError, match="at most 12"):
        search(Board.mnk(13, 2, 13))
    weak = search(Board.mnk(3, 3, 3))
    for first, second in ((1, 1), (1 << 9, 0), (-1, 0), (0, -1)):
        with pytest.raises(ImpossibleError):
            weak.prove(first, second, True)
    for bits, workers in ((3, 1), (41, 1), (12, 0), (12, 65)):
        with pytest.raises(NoughtsError):
            Weak(Board.mnk(3, 3, 3), bits, workers)


INTERPRETED = """
import random, sys
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.certificate.write import write
from noughts.solver.search.search_goal import Question
from noughts.solver.search.arrays import Tuning
from noughts.solver.search.searches import Weak
from noughts.solver.certificate.verify import verify
from tests.solver.certificate.lines import kinds, values
dice, found = random.Random(12), set()
boards = [one_above_the_other(KNOT, KNOT), *(line_set(dice, 3, 3, 10, (3, 4)) for _ in range(10))]
for board in boards:
    weak = Weak(board, 12, tuning=Tuning(replies=128, steps=5))
    wins = MakerBreaker(board).maker_wins(0, 0, True)
    assert weak.prove(0, 0, True).claim == ("win" if wins else "hold")
    if not wins:
        write(sys.argv[1], [Question(Mark.X, weak, Position.start(board), claim="hold")])
        verify(sys.argv[1], board)
        found |= kinds(values(sys.argv[1]))
print(*sorted(found))
"""


@pytest.mark.long
def test_line_sets_agree_without_the_compiler(tmp_path):
    """Kernels as plain Python prove line sets by all kinds of weak records."""
    assert lines_of(INTERPRETED, tmp_path / "c") == ["c d e p w"]


@pytest.mark.parametrize("name", ["4x3x3", "3x3x3", "4x4x4"])
def test_the_last_of_128_cells_is_a_cell_like_any_other(name):
    """A small board in the last corner of one of 128 cells is worth what it is worth alone."""
    small = Board.parse(name)
    places = [
        (8 - small.rows + c // small.columns) * 16 + 16 - small.columns + c % small.columns
        for c in small.cells
    ]
    assert places[-1] == 127
    corner = Board("corner", 16, 8, tuple(tuple(places[c] for c in line) for line in small.lines))
    alone = search(small, replies=128).prove(0, 0, True)
    assert (
        search(corner, replies=128).prove(0, 0, True, Limits(nodes=20 * alone.nodes + 100)).claim
        == alone.claim
        != "unknown"
    )


def test_what_a_worker_raises_is_raised(monkeypatch):
    """A search whose kernel raises an error ends with that error, and not never."""
    from noughts.solver.search.searches import Weak

    def broken(*_):
        raise TypeError("no such kernel")

    monkeypatch.setattr(Weak, "runner", broken)
    with pytest.raises(TypeError, match="no such kernel"):
        search(Board.mnk(3, 3, 3)).prove(0, 0, True)
