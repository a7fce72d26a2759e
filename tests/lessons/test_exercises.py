"""Exercises: every answer against a table made here from nothing, every kind against what it asks."""

from fractions import Fraction
from functools import cache

import pytest

from noughts import NoughtsError, Position, player
from noughts.lessons.puzzles import EXERCISES as KINDS
from noughts.lessons.puzzles import MEASURED_BY, exercises, puzzles_json
from tests.reference import NAMES, free, lines_won, marks_of, mover, put, value, winner


@cache
def every():
    """The exercises of all kinds."""
    return [exercise for kind in KINDS for exercise in exercises(kind)]


def told(exercise):
    """Its marks, its answers, and what every move is worth."""
    marks = marks_of(exercise.position.rows_text)
    return marks, set(exercise.answers), {cell: -value(put(marks, cell)) for cell in free(marks)}


def test_every_answer_is_right_and_no_other_move_is():
    """By the table the answers are all the moves that keep the value, or the quickest where that is asked."""
    for exercise in every():
        marks, answers, worth = told(exercise)
        best = {cell for cell, each in worth.items() if each == max(worth.values())}
        wins = set(lines_won(marks, mover(marks)))
        forks = {cell for cell in best if len(lines_won(put(marks, cell), mover(marks))) > 1}
        assert answers == {"win": wins, "fork": forks}.get(exercise.kind, best), exercise
        assert answers < set(worth), f"{exercise}: nothing is wrong"


def test_every_kind_is_what_it_asks_for():
    """Wins complete a line, blocks stop one, forks threaten two, plans win later, the only move is one."""
    for exercise in every():
        marks, answers, worth = told(exercise)
        side = mover(marks)
        own, theirs = lines_won(marks, side), lines_won(marks, "XO".replace(side, ""))
        best = max(worth.values())
        expected = (
            "win"
            if own
            else "block"
            if theirs
            else ("fork" if any(len(lines_won(put(marks, c), side)) > 1 for c in answers) else "plan")
            if best == 1
            else "only"
            if len(answers) == 1
            else "safe"
        )
        assert exercise.kind == expected, exercise
        assert best >= 0
        if exercise.kind == "block":
            assert answers == set(theirs)


def test_no_position_is_asked_twice_and_none_is_left_out():
    """Up to symmetry each position is asked once, and every one in which a held result can be given away."""
    classes = [exercise.position.canonical() for exercise in every()]
    assert len(set(classes)) == len(classes)
    asked = {marks_of(each.rows_text) for each in classes}
    level, open_positions = {"........."}, set()
    while level:
        open_positions |= level
        after = {put(marks, cell) for marks in level for cell in free(marks)}
        level = {marks for marks in after if value(marks) != -1 or not winner(marks)}
    for marks in open_positions:
        worth = {-value(put(marks, cell)) for cell in free(marks)}
        if len(worth) > 1 and max(worth) >= 0:
            rows = "/".join(marks[at : at + 3] for at in (0, 3, 6))
            assert marks_of(Position.parse(rows).canonical().rows_text) in asked, marks


def test_the_difficulty_is_what_players_do():
    """A player fails as often as its decision has it on wrong cells; the easiest come first; the best never fail."""
    for kind in KINDS:
        means = []
        for exercise in exercises(kind):
            chances = [chance_to_fail(name, exercise) for name in MEASURED_BY]
            assert exercise.fails == tuple(round(100 * chance) for chance in chances)
            assert chances[0] == 1 - Fraction(len(exercise.answers), len(exercise.position.moves))
            assert not chance_to_fail("impossible", exercise)
            means.append(sum(chances))
        assert means == sorted(means)


def chance_to_fail(name, exercise):
    """How likely a player's decision is none of the answers."""
    return 1 - sum(player(name).decide(exercise.position).moves.get(cell, 0) for cell in exercise.answers)


def test_they_are_told_as_json():
    """The answer of a board lists all kinds with their numbers, and cells by name."""
    answer = puzzles_json("3x3x3", "fork")
    assert {each["kind"]: each["number"] for each in answer["kinds"]} == {
        kind: len(exercises(kind)) for kind in KINDS
    }
    first = answer["puzzles"][0]
    assert set(first["answers"]) == {NAMES[cell] for cell in exercises("fork")[0].answers}


def test_a_kind_that_is_none():
    """An unknown kind is refused by its name."""
    with pytest.raises(NoughtsError, match="'chess'"):
        exercises("chess")
