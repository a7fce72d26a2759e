"""The fewest plies: the exact table's, with certificates of both halves that nothing false passes as."""

import random
from dataclasses import replace

import pytest

from noughts import (
    Board,
    Checkpoint,
    IllegalMoveError,
    Limits,
    Mark,
    NoughtsError,
    Position,
    Proved,
    RejectedError,
    Result,
    shortest,
    solve,
    verify,
)
from noughts.solver.certificate.verify import value_of
from noughts.solver.small.solver_choice import solver_for
from tests.lengths import short_and_long
from tests.positions import MIXED, games
from tests.solver.certificate.changes import agreed, change, packed
from tests.solver.certificate.lines import put, values

SMALL = Limits(memory=1 << 17, threads=1)
BOARDS = ["3x3x3", "4x3x3", "4x4x3", "4x4x4"]


def exact_plies(position):
    """The plies of a win for the side to move by the exact table, None where it does not win."""
    value = solver_for(position.board).value(position)
    return value.plies if value.result is Result.WIN else None


def is_true(claim):
    """Whether the exact table says so too."""
    position, plies = claim.position, exact_plies(claim.position)
    if claim.attacker is not position.to_move:
        return False
    if claim.wins:
        return plies is not None and claim.plies in (None, plies)
    return plies is None or (claim.plies is not None and claim.plies < plies)


@pytest.mark.parametrize(("name", "number"), short_and_long([(name, 400) for name in BOARDS], share=10))
def test_random_positions_agree_with_the_exact_table(name, number):
    """On random positions of a board the fewest plies are the exact table's, and so is that there is no win."""
    board, won = Board.parse(name), 0
    for position in games(board, number, 35):
        found, plies = shortest(board, position, limits=SMALL), exact_plies(position)
        assert (found.wins, found.plies) == (plies is not None, plies), position
        won += plies is not None
    assert won > number // 10


def test_a_board_too_large_for_the_table_is_proved_both_ways(tmp_path):
    """6x5x4 is won in 11 plies and not in 9, with a certificate of both halves."""
    board = Board.mnk(6, 5, 4)
    found = shortest(board, certificate=tmp_path / "c", limits=Limits(memory=1 << 24))
    assert (found.wins, found.plies, found.certificate) == (True, 11, tmp_path / "c")
    proved = verify(str(tmp_path / "c"))
    assert proved == [Proved(Position.start(board), Mark.X, True, 11)]
    assert value_of(proved) is Result.WIN


def test_more_threads_give_the_same_answer():
    """Two threads on one table find what one finds."""
    for position in games(Board.mnk(4, 4, 3), 20, 32):
        found = shortest(position.board, position, limits=Limits(memory=1 << 17, threads=2))
        assert found.plies == exact_plies(position)


def test_lines_of_any_length_are_searched(tmp_path):
    """A board without a name, whose lines differ in length, is won at once on its line of one cell."""
    assert shortest(MIXED, limits=SMALL, certificate=tmp_path / "c").plies == 1
    assert verify(str(tmp_path / "c"), MIXED) == [Proved(Position.start(MIXED), Mark.X, True, 1)]


@pytest.fixture(scope="module")
def proofs(tmp_path_factory):
    """(file, position) of certificates about random positions, won and not won, X and O to move."""
    folder, found = tmp_path_factory.mktemp("proofs"), []
    for name in BOARDS:
        board = Board.parse(name)
        least = 5 if name == "4x4x4" else 0
        for position in [*games(board, 25, 33, least), *[Position.start(board)] * (least == 0)]:
            path = folder / str(len(found))
            shortest(board, position, limits=SMALL, certificate=path)
            found.append((path, position))
    return found


@pytest.mark.long
def test_every_certificate_is_verified_and_true(proofs):
    """A fresh certificate says the exact plies, or that there is no win, and all kinds of records occur."""
    kinds = set()
    for path, position in proofs:
        plies = exact_plies(position)
        assert verify(str(path)) == [Proved(position, position.to_move, plies is not None, plies)]
        kinds |= {line[0] for line in values(path)[1:]}
    assert kinds == set("qbun")
    assert {position.to_move for _, position in proofs} == set(Mark)


@pytest.mark.long
def test_nothing_false_is_accepted(proofs):
    """Of 2,000 random changes whatever is still accepted is true by the exact table."""
    dice, tried, accepted = random.Random(34), 0, 0
    while tried < 2000:
        lines = values(dice.choice(proofs)[0])
        changed = change(lines, dice)
        data = packed(changed)
        if data == packed(lines):
            continue
        tried += 1
        if proved := agreed(data):
            accepted += 1
            assert all(map(is_true, proved)), (lines[0], changed[0])
    assert 0 < accepted < tried / 2


@pytest.mark.parametrize("plies", [None, True, "7", 7.0, -1, 0, 1, 3, 5, 6, 8, 9, 11, 10**30])
def test_another_number_of_plies_is_refused(tmp_path, plies):
    """Of 4x3x3, won in 7, no other number of plies is proved by the same records."""
    shortest(Board.mnk(4, 3, 3), limits=SMALL, certificate=tmp_path / "c")
    header, *records = values(tmp_path / "c")
    with pytest.raises(RejectedError):
        verify(str(put(tmp_path / "bad", [{**header, "plies": plies}, *records])))


@pytest.mark.parametrize("record", [
    [], ["q"], ["p", 0, 0, []], ["q", [0]], ["q", [0, 0]], ["q", [0, 12]], ["q", [0, 1, 1, 2]], ["q", "ab"],
    ["b", 0, 0, 0, []], ["b", 0, 0, 2, []], ["b", 3, 0, 1, []], ["b", 1, 1, 1, []], ["b", 0, 0, 10**9, []],
    ["b", 0, 0, True, []], ["b", 0, 0, 2, [0, 1, 0, 0]], ["b", 0, 0, 2, [0, 1, 5, 0]], ["b", -1, 0, 1, []],
    ["u", 0, 0, 1, 0, []], ["u", 3, 0, 2, 0, []], ["u", 0, 0, 2, None, []], ["u", 0, 0, 3, 0, [1, -1, 0]],
    ["n", 0, 0], ["n", -1, 1], ["n", None, 1], [None, 0, 0], [["q"], []],
])  # fmt: skip
def test_a_record_that_is_none_is_refused(tmp_path, record):
    """Wrong kinds, lengths, types and sizes in a record are refused, whatever else is proved."""
    shortest(Board.mnk(4, 3, 3), limits=SMALL, certificate=tmp_path / "c")
    header, *records = values(tmp_path / "c")
    with pytest.raises(RejectedError):
        verify(str(put(tmp_path / "bad", [header, record, *records])))


def test_not_in_so_many_plies_is_no_draw(tmp_path):
    """That there is no win in 5 plies of 4x3x3 is a claim of its own, and says nothing of the value."""
    shortest(Board.mnk(4, 3, 3), limits=SMALL, certificate=tmp_path / "c")
    header, *records, root = values(tmp_path / "c")
    changed = [{**header, "claim": "slower", "plies": 5}, *records, ["n", 0, root[2]]]
    proved = verify(str(put(tmp_path / "slower", changed)))
    assert proved == [Proved(Position.start(Board.mnk(4, 3, 3)), Mark.X, False, 5)]
    assert value_of(proved) is None


@pytest.mark.parametrize("nodes", [1, 10, 100, 2000, 5000])
def test_limits_leave_bounds_and_the_proof_of_the_lower_one(nodes, tmp_path):
    """A search cut short says between which bounds the 11 plies of 6x5x4 lie, and proves that fewer do not do."""
    board, limits = Board.mnk(6, 5, 4), Limits(nodes=nodes, memory=1 << 20, threads=1)
    found = shortest(board, limits=limits, certificate=tmp_path / "c")
    assert found.plies_at_least is not None
    assert found.plies_at_least <= 11 <= (found.plies_at_most or 11)
    assert found.plies in (None, 11)
    assert found.nodes <= nodes + 10
    assert found.certificate == tmp_path / "c"
    least = Proved(Position.start(board), Mark.X, False, found.plies_at_least - 2)
    assert found.plies == 11 or verify(str(tmp_path / "c")) == [least]


def test_a_run_goes_on_from_its_checkpoint(tmp_path):
    """A search that a limit ended goes on with what it knew: its bounds hold at once, and the answer is the same."""
    board, saved = Board.mnk(6, 5, 4), Checkpoint(tmp_path / "run")
    part = shortest(board, limits=Limits(nodes=2000, memory=1 << 20, threads=1), checkpoint=saved)
    assert part.plies is None
    assert [file.name for file in tmp_path.iterdir()] == ["run.X-bounded"]
    again = replace(saved, resume=True)
    stopped = shortest(board, limits=Limits(nodes=1, memory=1 << 20, threads=1), checkpoint=again)
    assert (stopped.plies_at_least, stopped.plies_at_most) == (part.plies_at_least, part.plies_at_most)
    assert stopped.nodes == part.nodes
    whole = shortest(board, limits=Limits(memory=1 << 20, threads=1), checkpoint=again)
    assert whole.plies == 11
    assert whole.nodes > part.nodes
    assert whole.seconds > part.seconds


def test_only_its_own_checkpoint_is_taken_up(tmp_path):
    """Nothing there, or what was saved of another board, position or kind of search: refused by name."""
    board, saved = Board.mnk(4, 3, 3), Checkpoint(tmp_path / "run", resume=True)
    with pytest.raises(NoughtsError, match="nothing to resume"):
        shortest(board, limits=SMALL, checkpoint=saved)
    shortest(board, limits=SMALL, checkpoint=replace(saved, resume=False))
    for other in (Position.start(Board.mnk(4, 4, 3)), Position.parse("XO../..../....", board)):
        with pytest.raises(NoughtsError, match="another board, position or tuning"):
            shortest(other.board, other, limits=SMALL, checkpoint=saved)
    solve(board, limits=Limits(memory=1 << 17, threads=1), checkpoint=Checkpoint(tmp_path / "other"))
    strong = next(tmp_path.glob("other.X-*"))
    strong.rename(tmp_path / "run.X-bounded")
    with pytest.raises(NoughtsError, match="another board, position or tuning"):
        shortest(board, limits=SMALL, checkpoint=saved)


def test_a_limit_of_time_ends_it():
    """A hundredth of a second is not enough for a board that takes minutes, and gives no answer."""
    found = shortest(Board.mnk(9, 4, 4), limits=Limits(seconds=0.01, memory=1 << 20))
    assert (found.wins, found.plies) == (None, None)


def test_a_finished_game_is_refused():
    """There is nothing to win where the game is over."""
    with pytest.raises(IllegalMoveError):
        shortest(Board.mnk(3, 3, 3), Position.parse("XXX/OO./..."))
