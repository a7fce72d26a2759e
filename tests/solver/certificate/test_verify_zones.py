"""Wins with zones: what is accepted is true, whatever stones the defender has besides, and wins as it is played."""

import io
import random
from itertools import islice

import pytest

from noughts import Board, Position, RejectedError, verify
from noughts.kernels.library import available
from tests.solver.certificate.forgeries import forged
from tests.solver.certificate.page_checker import proved as proved_by_the_page
from tests.solver.certificate.zones import (
    ALIKE,
    END,
    OWN,
    PASS,
    SEVERAL,
    SLACK,
    ByThePage,
    Strategy,
    Watched,
    changed,
    header,
    packed,
    planted,
    trees,
)

SEED = 31


@pytest.mark.parametrize("number", [25, pytest.param(1500, marks=pytest.mark.long)])
def test_every_accepted_record_is_true(number):
    """Each W(A, D, r, Z) of trees grown at random holds for every Y that it allows, tried out by brute force."""
    statements = added = 0
    for board, game, mine, theirs, r, tree in trees(SEED, number):
        claimed, _ = Watched(board).claims(tree, mine, theirs, r)
        for statement in claimed:
            assert game.is_true(*statement), (board, tree, statement)
            added += statement[2] > 0
        statements += len(claimed)
    assert statements > 2 * number
    assert added > number


@pytest.mark.parametrize("number", [1000, pytest.param(100_000, marks=pytest.mark.long)])
def test_no_forged_tree_is_accepted_that_is_false(number):
    """Of thousands of trees changed at random whatever is still accepted is true."""
    assert number // 50 < forged(SEED, number) < number // 2


ALL = (PASS, PASS, SLACK, SLACK, SEVERAL, ALIKE, OWN, OWN)
BUGS = {
    "nothing is made safe": ("return self._safe_zone(p, zone, r) if r else zone", "return zone", ALL),
    "safe from one stone less": ("at_most = min(r + 1,", "at_most = min(r,", ALL),
    "one cell in the zone is safe": ("zone).bit_count() < 2:", "zone).bit_count() < 1:", ALL),
    "one cell is added": ("wanted = 2 - ", "wanted = 1 - ", ALL),
    "a slack child has one stone less": ("kind in (PASS, SLACK))", "kind == PASS)", (SLACK, SLACK, OWN)),
    "a pass has one stone less": ("kind in (PASS, SLACK))", "kind == SLACK)", ALL),
    "the defender's four is not seen": ("need(not p.near[1] & ~p.mine,", "need(True,", ALL),
    "only a line of the defender is seen": (
        "need(not p.near[1] & ~p.mine,",
        "need(not p.near[0] & ~p.mine,",
        ALL,
    ),
    "a five through the defender": ("if p.near[0] & ~p.theirs:", "if p.near[0]:", ALL),
    "a four through the defender": (
        "lines, cells = p.near[1] & ~p.theirs, 0",
        "lines, cells = p.near[1], 0",
        ALL,
    ),
    "the zone of a five is empty": ("return 1 << m\n", "return 0\n", ALL),
    "the zone lacks the forced reply": (
        "zone |= c | self._win(self.fill",
        "zone |= self._win(self.fill",
        ALL,
    ),
    "the zone lacks that after a forced reply": ("zone |= c | self._win(", "zone |= c | 0 * self._win(", ALL),
    "the zone lacks the two last cells": ("zone |= c | rest & -rest", "pass", ALL),
    "the zone lacks the move": ("zone = m | self._replies", "zone = self._replies", ALL),
    "the zone lacks the children's": (
        "            zone |= child\n",
        "            zone |= child & -child\n",
        ALL,
    ),
    "replies need not be covered": ("need(not p.free & ~covered,", "need(True,", ALL),
    "a reply covers all outside its zone": (
        "covered |= 1 << y | (~child if kind == SLACK else 0)",
        "covered |= 1 << y | ~child",
        (OWN,),
    ),
    "a pass covers all": ("covered |= ~child\n", "covered |= -1\n", ALL),
    "a group covers all outside its zone": ("covered |= cells\n", "covered |= cells | ~child\n", (SEVERAL,)),
    "alike, though A changes": ("renamed(a, image) == a and ", "", (ALIKE,)),
    "alike, though D changes": (" and renamed(d, image) == d)", ")", (ALIKE,)),
    "alike, though stones may be added": ("need(r == 0,", "need(True,", (ALIKE, OWN)),
    "a group has no stones": ("p = self.fill(p, y, False)\n            cells", "cells", (SEVERAL,)),
}
"""A text of the verifier, what stands for it in one with the bug, and the children by which it is led on."""


RARE = "alike, though D changes"
"""It is caught by one tree in two hundred."""


@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_can_be_planted(bug):
    """The text that a bug replaces stands in the verifier once: whoever changes it there sees it here at once."""
    assert planted(*BUGS[bug][:2])


@pytest.mark.parametrize(
    "bug", [pytest.param(b, marks=[pytest.mark.long] * (b == RARE or n % 3 > 0)) for n, b in enumerate(BUGS)]
)
def test_a_planted_bug_is_caught(bug):
    """A verifier with the bug accepts a tree, grown until it is content, that the checker from the page refuses."""
    *text, kinds = BUGS[bug]
    module, caught = planted(*text), False
    for board, _, mine, theirs, r, tree in trees(SEED, 400, module, kinds):
        zone = Watched(board, module).zone(tree, mine, theirs, r)
        if zone is not None and ByThePage(board).zone(tree, mine, theirs, r) != zone:
            caught = True
            break
    assert caught


def false_statement(bug, number):
    """A statement that a verifier with the bug accepts and that is false, None among so many trees."""
    *text, kinds = BUGS[bug]
    module = planted(*text)
    for board, game, mine, theirs, r, tree in trees(2, number, module, kinds):
        for statement in Watched(board, module).claims(tree, mine, theirs, r)[0]:
            if not game.is_true(*statement):
                return statement
    return None


GRAVE = [
    "nothing is made safe",
    "safe from one stone less",
    "the defender's four is not seen",
    "a pass covers all",
]
"""Bugs whose false statements turn up among few small boards; those of the others need luck, and larger ones."""


@pytest.mark.parametrize("bug", GRAVE)
def test_a_planted_bug_lets_false_statements_pass(bug):
    """So does brute force: a verifier with the bug accepts a statement that is false."""
    assert false_statement(bug, 400)


def said(data, board, plain):
    """Whether the verifier accepts."""
    try:
        return bool(verify(io.BytesIO(data), board, plain=plain))
    except RejectedError:
        return False


@pytest.mark.skipif(not available(), reason="the kernel needs the extra 'solver'")
@pytest.mark.parametrize("number", [20, pytest.param(1500, marks=pytest.mark.long)])
def test_three_checkers_say_the_same(number):
    """Plain Python, compiled, and written from the page: all accept the same trees and changed trees."""
    dice, accepted, tried = random.Random(SEED), 0, 0
    for board, _, mine, theirs, r, tree in trees(SEED, number):
        if abs(mine.bit_count() - theirs.bit_count()) > 1 or r:
            continue
        for numbers in [tree] + [changed(tree, board.size, dice) for _ in range(6)]:
            data = packed(header(board, mine, theirs), numbers)
            given = None if board.is_named else board
            plain = said(data, given, True)
            assert plain == said(data, given, False), (board, tree, numbers)
            assert plain == bool(proved_by_the_page(io.BytesIO(data), given)), (board, tree, numbers)
            accepted, tried = accepted + plain, tried + 1
    assert 0 < accepted < tried


def test_a_certified_win_is_played_out():
    """Against every reply, and every reply to that, the attacker completes a line as the tree says, and first."""
    games = 0
    wanted = (each for each in trees(33, 200, kinds=(PASS, SLACK, SEVERAL, OWN)) if each[4] == 0)
    for board, _, mine, theirs, r, tree in islice(wanted, 12):
        strategy, script = Strategy(board, tree, mine, theirs, r), []

        def reply(a, d, script=script, board=board):
            free = sorted(set(board.cells) - a - d)
            ply = len(a | d) // 2
            at = next((i for level, i, _ in script if level == ply), None)
            if at is None:
                at = 0
                script.append((ply, 0, len(free)))
            return free[at] if free else None

        while True:
            assert strategy.wins(reply), (board, tree, script)
            games += 1
            while script and script[-1][1] + 1 >= script[-1][2]:
                script.pop()
            if not script:
                break
            script[-1] = (script[-1][0], script[-1][1] + 1, script[-1][2])
    assert games > 50


LINE = Board.from_lines("one line", [(0, 1, 2), (3, 4, 5)], columns=7, rows=1, symmetries="layout")
CROSS = Board.from_lines("cross", [(0, 1), (0, 2), (3, 4)], columns=5, rows=1, symmetries="layout")
CORNERS = {
    "a five": (LINE, 0b11, 0b11000, [2], True),
    "a five, and something more": (LINE, 0b11, 0b11000, [2, 5], False),
    "no tree": (LINE, 0b11, 0b11000, [], False),
    "a cell that is taken": (LINE, 0b11, 0b11000, [1], False),
    "a cell off the board": (LINE, 0b11, 0b11000, [7], False),
    "a cell beyond every word": (LINE, 0b11, 0b11000, [10**30], False),
    "a number that is none": (LINE, 0b11, 0b11000, [2.0], False),
    "a number that is true": (CROSS, 0, 0, [True], False),
    "the defender's four": (LINE, 0b11, 0b11000, [6, 5, 2], False),
    "a double": (CROSS, 0, 0, [0], True),
    "a single, and no child": (CROSS, 0, 0, [1], False),
    "no reply is met": (LINE, 0b1, 0b1000, [1, END], False),
    "a mark without a meaning": (CROSS, 0, 0, [-6], False),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_a_corner_of_the_page(corner):
    """All checkers accept what the page allows, and refuse what it does not."""
    board, mine, theirs, tree, good = CORNERS[corner]
    data = packed(header(board, mine, theirs), tree)
    assert said(data, board, True) is good
    assert said(data, board, False) is good or not available()
    assert bool(proved_by_the_page(io.BytesIO(data), board)) is good


def test_a_full_board_is_no_win():
    """A move that fills the board and completes nothing wins nothing, though no reply is left to be met."""
    board, bug = Board.mnk(3, 3, 3), planted('need(zone, "no reply is met")', "pass")
    x, o = Position.parse("XOX/XOO/OX.").x, Position.parse("XOX/XOO/OX.").o
    assert not Watched(board).claims([8, END], x, o)[1]
    assert Watched(board, bug).claims([8, END], x, o)[1]


@pytest.mark.long
def test_the_defender_may_be_to_move():
    """A tree without its first move proves the position in which that was made; all checkers agree."""
    tried = 0
    for board, _, mine, theirs, r, tree in trees(34, 60):
        own, after = mine.bit_count() + 1 - theirs.bit_count(), mine | 1 << tree[0]
        if r or own not in {0, 1} or any(line & ~after == 0 for line in board.masks):
            continue
        lines = header(board, after, theirs, "X" if own else "O"), tree[1:]
        given, tried = None if board.is_named else board, tried + 1
        assert said(packed(*lines), given, True)
        assert said(packed(*lines), given, False) or not available()
        assert proved_by_the_page(io.BytesIO(packed(*lines)), given)
    assert tried > 3
