"""docs/certificates.md is complete: a checker written from it alone accepts and refuses as the verifier does."""

import gzip
import json
import random

import pytest

from noughts import Board, Position
from tests.paths import CERTIFICATES
from tests.solver.certificate.changes import agreed, change, packed
from tests.solver.certificate.lines import held, values

KEPT = sorted(CERTIFICATES.glob("*.gz"))
SMALL = [file for file in KEPT if file.stat().st_size < 600]


@pytest.mark.parametrize(
    ("files", "least"), [(SMALL, 40), pytest.param(KEPT, 60, marks=pytest.mark.long)], ids=["small", "all"]
)
def test_both_checkers_accept_what_is_kept(files, least):
    """Every certificate beside the documents, or every small one, proves the same by the verifier and by the page."""
    assert len(files) > least
    for file in files:
        assert agreed(file.read_bytes()), file.name


def try_changes(number, seed):
    """How many of so many changes are accepted, by both checkers."""
    dice, accepted = random.Random(seed), 0
    for _ in range(number // 20):
        lines = values(dice.choice(SMALL))
        for _ in range(20):
            accepted += agreed(packed(change(lines, dice))) is not None
    return accepted


def test_both_checkers_say_the_same_of_what_was_changed():
    """Of 400 random changes to kept certificates both accept the same, and refuse the same."""
    assert 8 < try_changes(400, 41) < 200


@pytest.mark.long
def test_both_checkers_say_the_same_of_much_that_was_changed():
    """The same of 40,000 changes."""
    assert try_changes(40_000, 42) > 800


# The corners of the page, one by one

NEARLY = Position.parse("XX./OO./...")
WIN = {**held(NEARLY), "claim": "win"}
FEWEST = {**WIN, "claim": "fewest", "plies": 1}
THREE = {**held(Position.start(Board.mnk(3, 1, 3)))}
PAIRED = ["p", 0, 0, [0, 1]]
TWO = {**held(Position.start(Board.mnk(2, 1, 2)))}
SLOWER = {**TWO, "claim": "slower", "plies": 1}
SLOWER_OF_THREE = {**THREE, "claim": "slower"}
ALMOST_FULL = Position.parse("XOX/XOO/OX.")
LAST = held(ALMOST_FULL)
MASKS = ALMOST_FULL.x, ALMOST_FULL.o
WIN_IN_ONE = ["u", 3, 24, 1, 2, []]
TURNED = [2, 1, 0]
RING = {**held(Position.start(Board.torus(3, 1, 2))), "claim": "win", "symmetries": [[1, 2, 0]]}
WIN_ON_RING = ["v", 1, 2, 2, []]

CORNERS = {
    "a win at once": ([WIN, ["v", 3, 24, 2, []]], True),
    "answers after the end": ([WIN, ["v", 3, 24, 2, [5, 1, 0]]], False),
    "a win in one ply, its b2 is any integer": ([FEWEST, WIN_IN_ONE, ["n", 1, 0]], True),
    "a win in one ply, its b2 is some other integer": ([FEWEST, WIN_IN_ONE, ["n", 1, -7]], True),
    "a win in one ply, its b2 is none": ([FEWEST, WIN_IN_ONE, ["n", 1, None]], False),
    "plies at all of a claim without symmetries": ([{**FEWEST, "symmetries": []}, WIN_IN_ONE, ["n", 1, 0]], False),
    "a claim about the value without symmetries": ([{**WIN, "symmetries": []}, ["v", 3, 24, 2, []]], True),
    "1,024 symmetries": ([{**THREE, "symmetries": [[0, 1, 2]] * 1024}, PAIRED], True),
    "1,025 symmetries": ([{**THREE, "symmetries": [[0, 1, 2]] * 1025}, PAIRED], False),
    "symmetry 0 is not the identity": (
        [{**FEWEST, "symmetries": [[0, 3, 6, 1, 4, 7, 2, 5, 8]]}, ["u", 9, 18, 1, 6, []], ["n", 1, 0]],
        True,
    ),
    "the identity is wanted, another is named": (
        [{**FEWEST, "symmetries": [[0, 3, 6, 1, 4, 7, 2, 5, 8]]}, WIN_IN_ONE, ["n", 1, 0]],
        False,
    ),
    "plies below twice the cells": ([{**SLOWER, "plies": 3}, ["q", [0, 1]], ["n", 0, 1]], True),
    "as many plies as twice the cells, and one more": ([{**SLOWER, "plies": 5}, ["q", [0, 1]], ["n", 0, 1]], False),
    "an even number of plies": ([{**SLOWER, "plies": 2}, ["q", [0, 1]], ["n", 0, 1]], False),
    "a pair in a certificate of plies that shares a cell": ([SLOWER, ["q", [0, 0]], ["n", 0, 1]], False),
    "t = 1 answers nothing": ([SLOWER, ["b", 0, 0, 1, []], ["n", 0, 1]], True),
    "t = 1 answers something, well": ([SLOWER, ["q", []], ["b", 0, 0, 1, [0, 1, 1, 0]], ["n", 0, 1]], True),
    "t = 1 answers something, badly": ([SLOWER, ["q", []], ["b", 0, 0, 1, [0, 0, 1, 0]], ["n", 0, 1]], False),
    "t = 2 answers nothing": ([{**SLOWER, "plies": 3}, ["b", 0, 0, 2, []], ["n", 0, 1]], False),
    "t = 2 leans on what looks one stone ahead": (
        [{**SLOWER, "plies": 3}, ["b", 1, 2, 1, []], ["b", 0, 0, 2, [0, 1, 1, 0, 1, 0, 1, 0]], ["n", 0, 1]],
        True,
    ),
    "t = 3 leans on what looks one stone ahead": (
        [{**SLOWER_OF_THREE, "plies": 5}, ["b", 1, 2, 1, []], ["b", 0, 0, 3, [0, 1, 1, 0, -1, 0, 1, 0]], ["n", 0, 1]],
        False,
    ),
    "two roots": ([SLOWER, ["q", [0, 1]], ["n", 0, 1], ["n", 0, 2]], True),
    "a claim of plies with a first move": ([{**SLOWER, "first": 0}, ["q", [0, 1]], ["n", 0, 1]], False),
    "records of the other kind of claim": ([SLOWER, PAIRED, ["n", 0, 1]], False),
    "a first move left out": ([{k: v for k, v in THREE.items() if k != "first"}, PAIRED], True),
    "three claims": ([THREE, PAIRED] * 3, True),
    "a claim without records": ([THREE, THREE, PAIRED], False),
    "a record before any header": ([PAIRED, THREE, PAIRED], False),
    "numbers of stones that no game has": ([THREE, ["p", 7, 0, []]], False),
    "a record that nothing leans on, all of it broken": ([THREE, ["p", 0, 7, []], PAIRED], True),
    "a strong record that nothing leans on, its game over": ([THREE, ["s", 0, 7, []], PAIRED], False),
    "a strong record of a full board": (
        [LAST, ["s", MASKS[0] | 1 << 8, MASKS[1], []], ["p", *MASKS, []]],
        True,
    ),
    "a win in a claim that holds": ([THREE, ["v", 3, 0, 2, []], PAIRED], True),
    "a root of another kind": ([THREE, ["v", 3, 0, 2, []]], False),
    "an earlier cell is the one that the symmetry names": ([RING, WIN_ON_RING, ["v", 0, 0, 1, [2, 1, 0]]], True),
    "it is not the one whose name it is": ([RING, WIN_ON_RING, ["v", 0, 0, 2, [0, 1, 0]]], False),
    "a pass answers all but the reply": ([TWO, ["p", 1, 2, []], ["w", 0, 0, [-1, 0, 1, 0]]], False),
    "a move and a pass answer all": ([TWO, ["p", 1, 2, []], ["w", 0, 0, [-1, 0, 1, 0, 0, 1, 1, 0]]], True),
    "no entry at all": ([THREE, ["w", 0, 0, []]], False),
    "no part at all": ([THREE, ["c", 0, 7, []], PAIRED], True),
    "a part": ([TWO, PAIRED, ["c", 0, 0, [1, 0]]], True),
    "two parts with the same cells": ([TWO, PAIRED, ["c", 0, 0, [1, 0, 1, 0]]], False),
    "no edge to weigh": ([THREE, ["e", 0, 7, 0], PAIRED], True),
    "an edge without cells": ([THREE, ["e", 0, 0, 0], PAIRED], False),
    "a dominated move, in an empty list": ([TWO, ["p", 1, 2, []], ["w", 0, 0, [0, 1, 1, 0], []]], False),
    "a dominated move": ([TWO, ["p", 1, 2, []], ["w", 0, 0, [0, 1, 1, 0], [1, 0]]], True),
    "a move dominated twice": ([TWO, ["p", 1, 2, []], ["w", 0, 0, [0, 1, 1, 0], [1, 0, 1, 0]]], False),
    "a line of 4,300 digits": ([{**THREE, "more": 10**4299}, PAIRED], True),
    "stones that are true": ([THREE, ["p", False, 0, [0, 1]]], False),
    "cells that are 0.0": ([THREE, ["p", 0, 0, [0.0, 1]]], False),
    "a board with a leading zero": ([{**THREE, "board": "03x1x3"}, PAIRED], False),
    "the same board by another name": ([{**THREE, "board": "torus3x1x3"}, PAIRED], True),
    "two names of a board": ([THREE, PAIRED, {**THREE, "board": "torus3x1x3"}, PAIRED], False),
    "a board as people write it": ([{**THREE, "board": "3X1x3"}, PAIRED], False),
    "empty cells as people write them": ([{**THREE, "position": "___"}, PAIRED], False),
    "a board before the rows": ([{**THREE, "position": "3x1x3:..."}, PAIRED], False),
    "a mirror that is none": ([{**THREE, "symmetries": [TURNED, [0, 0, 1]]}, PAIRED], False),
    "a mirror": ([{**THREE, "symmetries": [TURNED]}, PAIRED], True),
}  # fmt: skip
"""What the page says of them: a certificate, and whether it is accepted."""


@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_is_as_the_page_says(corner):
    """Both checkers accept what the page allows, and refuse what it does not, where it is easily forgotten."""
    lines, good = CORNERS[corner]
    assert (agreed(packed(lines)) is not None) is good


# The same on line sets in which some cells lie in no line

PAIR = Board("pair", 4, 1, ((0, 1),))
TWO_PAIRS = Board("two pairs", 5, 1, ((0, 1), (2, 3)))
FORK = Board("fork", 5, 1, ((0, 1), (0, 2), (3, 4)))
FORKS = Board("forks", 9, 1, ((8, 0, 1), (8, 0, 2), (8, 3, 4), (8, 3, 5)))
BROKEN = held(Position.parse("XO..", PAIR))
THREAT = held(Position.parse("..O.X", TWO_PAIRS))
FORKED = {**held(Position.parse("........X", FORKS)), "claim": "win"}
FORKING = {**held(Position.start(FORKS)), "claim": "fewest", "plies": 5}
ELSEWHERE = [3, 3, 3, 0, 0, 0, 0, 0]
"""Where X, with the stone 8, makes two threats when O has played in cell 0, 1, 2, ..; 6 and 7 are in no line."""


def forks(replies):
    """X wins on every reply by two threats, told of these replies only: as an l, and as a u with its q."""
    size = len(replies)
    told = [number for i, r in enumerate(replies) for number in (r, size - i, 0)]
    wins = [["v", 1 << 8, 1 << r, ELSEWHERE[r], []] for r in replies]
    yield [FORKED, *wins, ["l", 1 << 8, 0, told]]
    wins = [["u", 1 << 8, 1 << r, 2, ELSEWHERE[r], []] for r in replies]
    yield [FORKING, ["q", []], *wins, ["u", 0, 0, 3, 8, told], ["n", 1, size + 2]]


ALIKE = {
    "s: one entry for all dead cells": (PAIR, [BROKEN, ["s", 5, 10, []], ["s", 1, 2, [2, 3, 1, 0]]], True),
    "w: none for what lies in its zone": (PAIR, [BROKEN, ["p", 5, 10, []], ["w", 1, 2, [2, 3, 1, 0]]], False),
    "b: one entry for all cells in no edge": (
        PAIR,
        [{**BROKEN, "claim": "slower", "plies": 3}, ["q", []], ["b", 1, 2, 2, [2, 3, 1, 0]], ["n", 0, 1]],
        True,
    ),
    **{
        f"{kind}: of 6 and 7 {told} has an entry": (FORKS, lines, bool(told))
        for told in ([6], [7], [6, 7], [])
        for kind, lines in zip("lu", forks([*range(6), *told]), strict=True)
    },
    "back 0 answers every move but r": (
        TWO_PAIRS,
        [THREAT, ["p", 24, 5, []], ["s", 16, 4, [-1, 3, 0, 99, 3, 0, 1, 0]]],
        True,
    ),
    "back 0 answers every move but r, whatever m is": (
        TWO_PAIRS,
        [THREAT, ["p", 24, 5, []], ["s", 16, 4, [1, 3, 0, 99, 3, 0, 1, 0]]],
        True,
    ),
    "back 0 does not answer r": (TWO_PAIRS, [THREAT, ["s", 16, 4, [-1, 3, 0, 0]]], False),
    "back 0 that completes nothing": (TWO_PAIRS, [THREAT, ["s", 16, 4, [-1, 0, 0, 0]]], False),
    "u: D's edges of t - 2 cells count, and are not there": (FORK, [
        {**held(Position.start(FORK)), "claim": "fewest", "plies": 3}, ["q", [0, 1, 2, 3]],
        ["u", 1, 8, 1, 1, []], ["u", 0, 0, 2, 0, [3, 1, 0]], ["q", []], ["n", 2, 1],
    ], True),
    "u: D's edges of t - 2 cells count, though the earlier record looks less far": (FORK, [
        {**held(Position.start(FORK)), "claim": "fewest", "plies": 3}, ["q", [0, 1, 2, 3]],
        ["u", 1, 8, 1, 1, []], ["u", 0, 0, 3, 0, [3, 1, 0]], ["u", 0, 0, 2, 0, []], ["q", []], ["n", 2, 1],
    ], False),
}  # fmt: skip


@pytest.mark.parametrize("corner", ALIKE)
def test_cells_are_alike_where_the_page_says(corner):
    """One entry stands for all dead cells in s, v and l, for all cells in no edge in b and u, for no other in w."""
    board, lines, good = ALIKE[corner]
    assert (agreed(packed(lines), board) is not None) is good


BYTES = {
    "a line of 65,536 characters": (65_536, True),
    "a line of one more": (65_537, False),
}


@pytest.mark.parametrize("which", BYTES)
def test_lines_have_a_longest(which):
    """65,536 characters with the line feed are read, and no more."""
    size, good = BYTES[which]
    header, record = (json.dumps(line) for line in (THREE, PAIRED))
    text = header.ljust(size - 1) + "\n" + record + "\n"
    assert (agreed(gzip.compress(text.encode())) is not None) is good


@pytest.mark.parametrize(
    "text", ["é", "\ufeff", "{}", "null\n", '{"a": NaN}\n', "[" * 3000 + "]" * 3000 + "\n"]
)
def test_what_is_no_line_of_a_certificate_is_refused_by_both(text):
    """Not ASCII, no line feed at the end, no object and no array, no field of a header, too deep."""
    assert agreed(gzip.compress(text.encode())) is None
