"""Exercises: every answer against a table made here from nothing, every kind against what it asks."""

from fractions import Fraction
from functools import cache

import pytest

from noughts.errors import NoughtsError
from noughts.game.position import Position
from noughts.lessons.exercises import KINDS, MEASURED_BY, exercises
from noughts.lessons.puzzles import puzzles_json
from noughts.players.registry import player

from .oracle import NAMES, free, lines_won, marks_of, mover, put, value, winner


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
        assert exercise.keeps == max(worth.values())


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
        found = exercises(kind)
        assert [each.difficulty for each in found] == sorted(each.difficulty for each in found)
        for exercise in found:
            assert set(exercise.fails) == set(MEASURED_BY)
            right = Fraction(len(exercise.answers), len(exercise.position.moves))
            assert exercise.fails["random"] == 1 - right
            best = player("impossible").decide(exercise.position).moves
            assert set(best) <= set(exercise.answers), exercise


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
