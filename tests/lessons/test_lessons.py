"""The lessons: all of them made, every claim about a position true, no figure typed."""

import re
from collections import Counter
from functools import cache

import pytest

from noughts import Board, GameTree, Mark, NoughtsError, Position, player
from noughts.game.threats import completions
from noughts.lessons.catalogue import FOLDER, LESSONS, lesson_json
from noughts.lessons.ladder import ladder_json
from noughts.lessons.lesson_values import best_first, extra_marks
from noughts.lessons.line_pairs import line_pairs, partners
from noughts.lessons.packaged import shipped
from noughts.lessons.position_graph import position_graph
from noughts.lessons.threat_sequence import threat_sequence
from noughts.players.registry import LEVELS
from tests.reference import marks_of, put, value, winner


@cache
def blocks():
    """The blocks of all lessons, each with the lesson it is in."""
    return [(name, block) for name in LESSONS for block in shipped(f"lessons/{name}")["blocks"]]


def of(kind):
    """The blocks of a kind, each with the lesson it is in."""
    found = [(name, block) for name, block in blocks() if block["block"] == kind]
    assert found
    return found


def place(block):
    """The position of a block."""
    return Position.parse(block["position"], block["board"])


def test_every_lesson_has_text_and_a_board_in_it():
    """No lesson is words alone: each has pictures, and something that is played, answered or opened."""
    for name in LESSONS:
        kinds = {block["block"] for each, block in blocks() if each == name}
        assert "paragraph" in kinds
        assert kinds & {"question", "practice-game", "drawn-tree"}, name
        assert kinds & {"frames", "drawn-tree"}, name


def test_every_question_is_answered_by_plain_minimax():
    """Whoever asks for the best moves of three by three has all of the best result; of threats, those with two."""
    looked = Counter()
    for lesson in LESSONS.values():
        asked = (p.kind for p in lesson.file.passages if p.kind in QUESTIONS for _ in range(number(p)))
        blocks_of = [
            block for block in shipped(f"lessons/{lesson.name}")["blocks"] if block["block"] == "question"
        ]
        for kind, block in zip(asked, blocks_of, strict=True):
            position = place(block)
            answers = {position.board.cell(cell) for cell in block["answers"]}
            assert 0 < len(answers) < len(position.moves)
            looked[kind] += 1
            if kind == "question":
                marks = marks_of(block["position"])
                worth = {cell: -value(put(marks, cell)) for cell in position.moves}
                assert answers == {cell for cell, each in worth.items() if each == max(worth.values())}
            elif kind == "two-threats":
                after = {cell: position.play(cell) for cell in position.moves}
                assert answers == {
                    c for c, p in after.items() if len(completions(p.board, p.other, p.own)) > 1
                }
    assert min(looked["question"], looked["two-threats"], looked["plays"]) > 1


QUESTIONS = ("question", "two-threats", "stop", "plays", "alike", "partner", "exercises")


def number(passage):
    """How many questions a directive asks."""
    return int(passage.asked[1]) if passage.kind == "exercises" else 1


def test_every_lesson_ends_in_exercises():
    """Below the last heading there are some questions and nothing that is no question follows them."""
    for name in LESSONS:
        *_, end = "".join(block["block"][0] for block in shipped(f"lessons/{name}")["blocks"]).rpartition("h")
        assert re.fullmatch("pqq+", end), name


def test_every_led_game_can_come_about_and_is_won_by_the_reader():
    """Each move of the player in it has a chance by its own decision, and the last one completes the reader's line."""
    led = [block for _, block in of("practice-game") if "line" in block]
    assert {block["player"] for block in led} >= {"weights", "core", "rules(advanced=False)"}
    for block in led:
        position = place(block)
        for cell in map(position.board.cell, block["line"]):
            if str(position.to_move) != block["side"]:
                assert cell in player(block["player"]).decide(position).moves
            position = position.play(cell)
        assert str(position.outcome.winner) == block["side"]


def test_every_frame_names_cells_of_its_board():
    """Pictures are of positions that a game can come to, and what is written on them lies on the board."""
    for _, block in of("frames"):
        for frame in block["frames"]:
            board = place(frame).board
            cells = {board.cell_name(cell) for cell in board.cells}
            assert cells >= {*frame.get("notes", ()), *frame.get("rings", ())}
            for line in frame.get("lines", ()):
                assert tuple(map(board.cell, line)) in board.lines


ALLOWED = re.compile(
    r"\{[^{}]*\}|`[+-]?\d`|\d+x\d+x\d+|[XO./]{3,}|level=\d|\b[a-t][1-9]\b",
)
"""Digits that are no figures: what is computed, boards, positions, the numbers that stand for results."""


def test_no_figure_is_typed():
    """What a lesson says in numbers it computes: outside braces no text of theirs holds a digit that is not a name."""
    for path in FOLDER.glob("*.md"):
        _, _, body = path.read_text(encoding="utf-8").split("---\n", 2)
        told = [line for line in body.splitlines() if not line.startswith((":::", "- "))]
        assert [line for line in told if re.search(r"\d", ALLOWED.sub("", line))] == [], path.name


def test_pairs_prove_what_is_said_of_them():
    """Every line of a board holds a pair of its own and no cell is in two; boards below five by five have none."""
    for n in range(3, 9):
        board = Board.mnk(n, n, n)
        pairs = line_pairs(board)
        assert (pairs is None) == (n < 5)
        if pairs:
            cells = [cell for pair in pairs for cell in pair]
            assert len(set(cells)) == len(cells) == 2 * len(board.lines)
            assert all(set(pair) <= set(line) for pair, line in zip(pairs, board.lines, strict=True))
            assert partners(board) == {**dict(pairs), **{b: a for a, b in pairs}}


def test_threat_sequences_leave_no_choice():
    """After each threat the answer is the only move that does not lose at once; the last threat cannot be answered."""
    position = Position.parse(
        next(b for name, b in of("frames") if name == "threats")["frames"][0]["position"], k=5
    )
    line = threat_sequence(position)
    attacker = position.to_move
    for number, cell in enumerate(line):
        if position.to_move is not attacker:
            dangers = completions(position.board, position.other, position.own)
            assert completions(position.board, position.own, position.other) == ()
            assert cell in dangers
            assert (len(dangers) > 1) == (number == len(line) - 2)
        position = position.play(cell)
    assert position.outcome.winner is attacker


def test_a_shorter_sequence_is_not_overlooked():
    """On all positions of three by three a sequence is found where one plain look at forced replies finds one."""

    def forced(marks, side, other, depth=4):
        if any(winner(put(marks, c, side)) == side for c in range(9) if marks[c] == "."):
            return True
        if not depth:
            return False
        for cell in (c for c in range(9) if marks[c] == "."):
            after = put(marks, cell, side)
            if any(winner(put(marks, c, other)) == other and c != cell for c in range(9) if marks[c] == "."):
                continue
            wins = [c for c in range(9) if after[c] == "." and winner(put(after, c, side)) == side]
            if wins and forced(put(after, wins[0], other), side, other, depth - 1):
                return True
        return False

    for position in position_graph().positions:
        if not position.is_over:
            side, other = str(position.to_move), str(position.to_move.other)
            found = threat_sequence(position) is not None
            assert found == forced(marks_of(position.rows_text), side, other), position


def test_best_first_visits_least():
    """Alpha-beta with the best move first visits no more nodes than in reading order, and all of a tree of one path."""
    start = Position.start()
    assert best_first(start) < GameTree(start).size.visited
    assert best_first(Position.parse("XOX/XOO/.X.")) == GameTree(Position.parse("XOX/XOO/.X.")).size.visited


def test_a_mark_more_never_hurts():
    """As many additions as the classes of positions have cells for, and none of them hurts."""
    looked, worse = extra_marks()
    assert worse == 0
    assert looked == 2 * sum(len(each.moves) * each.orbit_size() for each in position_graph().positions)


def test_the_ladder_is_climbed_from_below():
    """Every level stands on it twice; where it asks for a win there is a game that the level loses."""
    ladder = ladder_json()
    assert shipped("ladder") == ladder, (
        "the package's data are stale: run `python -m research.documents lessons`"
    )
    rungs = ladder["rungs"]
    assert [rung["player"] for rung in rungs] == [level for level in LEVELS for _ in Mark]
    for rung in rungs:
        assert (rung["goal"] == "win") == (rung["line"] is not None)
    assert [rung["goal"] for rung in rungs][-2:] == ["draw", "draw"]


def test_a_lesson_that_is_none():
    """An unknown lesson is refused by its name, and the nearest one offered."""
    with pytest.raises(NoughtsError, match=r"'forks'.*'fork'"):
        lesson_json("forks")
