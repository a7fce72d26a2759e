"""Puzzles: what each says is asked again of the solver's kernels, which share nothing with what made them."""

from datetime import date, timedelta
from functools import cache

import pytest

from noughts import Board, NoughtsError, Position
from noughts.lessons.puzzles import (
    FILE,
    LEVELS,
    MEASURED_BY,
    STONES,
    Puzzle,
    boards,
    daily,
    lines,
    pick,
    puzzles,
    puzzles_json,
    questions,
    run,
)

WINS = ("win", "fork", "plan", "first")


@cache
def cropped(board_name):
    """The search that answers about a board, and that can be told of so few cells as it has room for."""
    from noughts.solver.search.searches import Bounded

    return Bounded(Board.parse(board_name), bits=16)


def search_of(puzzle):
    """A search and the puzzle's stones on it; of a board beyond its room only the cells of lines that may matter."""
    from noughts.solver.search.searches import Bounded

    position = puzzle.position
    if position.board.size <= 128:
        return cropped(str(position.board)), {cell: cell for cell in position.board.cells}
    stones = (puzzle.plies + 1) // 2 if puzzle.kind in WINS else STONES
    open_lines = [
        mask
        for own, other in ((position.x, position.o), (position.o, position.x))
        for mask in position.board.masks
        if not mask & other and (mask & ~own).bit_count() <= stones
    ]
    cells = sorted({cell for mask in open_lines for cell in position.board.cells if mask >> cell & 1})
    place = {cell: number for number, cell in enumerate(cells)}
    few = [
        tuple(place[c] for c in position.board.cells if mask >> c & 1) for mask in dict.fromkeys(open_lines)
    ]
    if len(cells) > 128 or not few:
        return None, place
    board = Board.from_lines("few", few, columns=16, rows=8, symmetries="layout")
    return Bounded(board, bits=16), place


def moved(mask, place):
    """A set of cells where they lie on the smaller board."""
    return sum(1 << to for cell, to in place.items() if mask >> cell & 1)


def wins(search, place, attacker, defender, moves, stones):
    """Whether the attacker completes a line first with so many stones, he or the other side to move."""
    search.stones = stones
    claim = search.prove(moved(attacker, place), moved(defender, place), moves).claim
    assert claim != "unknown"
    return claim == "win"


def check(puzzle):
    """Every claim of a puzzle; whether the solver has room for it."""
    position, answers = puzzle.position, set(puzzle.answers)
    search, place = search_of(puzzle)
    if search is None:
        return False
    own, other = position.own, position.other
    for cell in position.moves:
        if puzzle.kind in WINS:
            stones = (puzzle.plies + 1) // 2
            after = own | 1 << cell
            done = any(mask & after == mask for mask in position.board.masks)
            won = done or (stones > 1 and wins(search, place, after, other, False, stones - 1))
            assert won == (cell in answers), (puzzle, cell)
        else:
            held = not wins(search, place, other, own | 1 << cell, True, STONES)
            assert held == (cell in answers), (puzzle, cell)
    if puzzle.kind in WINS and puzzle.plies > 1:
        assert not wins(search, place, own, other, True, (puzzle.plies - 1) // 2), f"{puzzle}: it is quicker"
    if puzzle.kind not in WINS:
        assert wins(search, place, other, own, True, (puzzle.plies + 1) // 2), f"{puzzle}: nothing threatens"
        assert not wins(search, place, own, other, True, 1 if puzzle.kind == "block" else STONES), puzzle
    return True


@cache
def those_of(board_name):
    """The puzzles of a board, read once for all tests."""
    return puzzles(board_name)


def larger():
    """The puzzles of all boards but 3x3x3, whose exercises have their own tests."""
    return [puzzle for name in boards() if name != "3x3x3" for puzzle in those_of(name)]


@pytest.mark.long
def test_a_sample_is_right_by_the_solver():
    """Of each board some puzzles: by the bounded search all answers are right, no other move is, and the plies hold."""
    for name in boards()[1:]:
        some = those_of(name)[::60]
        assert sum(map(check, some)) > 0, name


@pytest.mark.long
def test_every_puzzle_is_right_by_the_solver():
    """The same of all of them; few are beyond its room."""
    every = larger()
    assert sum(map(check, every)) > 0.8 * len(every)


@pytest.mark.long
def test_the_file_holds_what_it_promises():
    """All within 500,000 bytes; each position once up to symmetry, in order, each line itself."""
    assert boards()[0] == "3x3x3"
    assert FILE.stat().st_size < 500_000
    for name in boards():
        some = those_of(name)
        assert len({puzzle.position.canonical() for puzzle in some}) == len(some)
        for kind in {puzzle.kind for puzzle in some}:
            ranks = [puzzle.rank for puzzle in some if puzzle.kind == kind]
            assert name == "3x3x3" or ranks == sorted(ranks)
    assert [str(puzzle) for name in boards() for puzzle in those_of(name)] == list(lines())
    kind = some[-1].kind
    assert puzzles(name, kind) == tuple(puzzle for puzzle in some if puzzle.kind == kind)


def test_a_puzzle_is_what_its_kind_says():
    """Answers are some of the legal moves, the line begins with one and wins; wins have their plies, forks three."""
    for puzzle in larger()[::5]:
        position = puzzle.position
        assert set(puzzle.answers) < set(position.moves)
        assert len(puzzle.fails) == len(MEASURED_BY)
        assert all(0 <= share <= 100 for share in puzzle.fails)
        if puzzle.kind in WINS:
            for cell in puzzle.line:
                position = position.play(cell)
            assert puzzle.line[0] in puzzle.answers
            assert len(puzzle.line) == puzzle.plies
            assert position.outcome
            assert position.outcome.winner is puzzle.position.to_move
        allowed = {"win": {1}, "block": {1}, "fork": {3}, "plan": {5, 7}, "first": {5, 7}}
        assert puzzle.plies in allowed.get(puzzle.kind, {3, 5}), puzzle
        assert len(puzzle.answers) <= {"block": 1, "only": 1}.get(puzzle.kind, 3)


def test_a_day_has_one_puzzle_and_a_run_is_drawn():
    """The same day is the same puzzle, a year has many; a run is drawn by its seed, the easiest first, none twice."""
    days = [date(2026, 1, 1) + timedelta(number) for number in range(365)]
    assert daily(days[0]) == daily(date(2026, 1, 1)) == pick("2026-01-01")
    assert len({str(daily(day)) for day in days}) > 200
    some = run(7, "4x4x4")
    assert some == run(7, "4x4x4") != run(8, "4x4x4")
    assert [each.rank for each in some] == sorted(each.rank for each in some)
    assert len(set(map(str, some))) == len(some)
    assert {str(each.board) for each in some} == {"4x4x4"}


def test_levels_are_thirds():
    """What is drawn of a harder level is never easier than what is drawn of an easier one."""
    drawn = [[pick(str(key), "3x3x3", "win", level).difficulty for key in range(20)] for level in LEVELS]
    assert max(drawn[0]) <= min(drawn[1])
    assert max(drawn[1]) <= min(drawn[2])


def test_what_is_asked_names_who_is_to_move():
    """Both registers begin with the side to move; the precise one says in how many plies, the simple one does not."""
    for name in boards():
        for puzzle in {puzzle.kind: puzzle for puzzle in those_of(name)}.values():
            precise, simple = questions(puzzle)
            assert precise.startswith(f"{puzzle.position.to_move} to move. ")
            assert simple.startswith(f"{puzzle.position.to_move} to move. ")
            assert "plies" not in simple


def test_what_there_is_not():
    """A board, a kind or a kind on a board without puzzles is refused by its name; a line that is none, too."""
    for asked, name in ((("5x5x4", ""), "5x5x4"), (("", "chess"), "chess"), (("3x3x3", "first"), "first")):
        with pytest.raises(NoughtsError, match=name):
            puzzles(*asked)
    with pytest.raises(NoughtsError, match="'chess'"):
        puzzles_json("4x4x4", "chess")
    with pytest.raises(NoughtsError, match="'chess'"):
        Puzzle.parse("3x3x3\tchess\t.../.../...\ta1\t0\t0\t0,0,0,0,0\t")
    assert isinstance(puzzles("3x3x3", "win")[0].position, Position)
