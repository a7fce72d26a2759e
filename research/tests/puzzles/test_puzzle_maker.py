"""Puzzles are made from positions: the same games give the same file, and the package has what is made."""

from collections import Counter

import pytest

from noughts import Board
from noughts.lessons.puzzles import EXERCISES, Puzzle, boards, puzzles
from noughts.lessons.puzzles import exercises as packaged_exercises
from research.puzzles.puzzle_maker import BOARDS, MOST, exercises, make_of, pack


def test_the_same_games_make_the_same_file():
    """Made twice of random games they are equal, and so is the pack file; each is parsed as it is written."""
    board = Board.parse("4x4x4")
    made = make_of(board, [], 40)
    assert made
    assert pack(made) == pack(make_of(board, [], 40))
    assert [Puzzle.parse(str(puzzle)) for puzzle in made] == made


@pytest.mark.long
def test_they_are_made_as_they_are_shipped():
    """What the package ships is what the exact table makes, puzzle for puzzle and in its order."""
    assert exercises() == [each for kind in EXERCISES for each in packaged_exercises(kind)]


@pytest.mark.long
def test_no_kind_has_too_many():
    """The package has puzzles on every board, and at most MOST of each kind."""
    assert boards() == ("3x3x3", *BOARDS)
    for name in BOARDS:
        counts = Counter(puzzle.kind for puzzle in puzzles(name))
        assert all(count <= MOST[kind] for kind, count in counts.items())
