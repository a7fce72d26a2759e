"""Boxes: as many as the paper counts, the same for symmetric positions, and a move of each kind in its place."""

from noughts import Mark, Position, count
from noughts.players.learning.menace import PLIES
from noughts.players.learning.states import BOARD, DRAWN, GOES_ON, WON, box_of, boxes, case, key_of


def positions():
    """Every unfinished position of 3x3x3, once."""
    seen, layer = set(), {Position.start()}
    while layer:
        seen |= layer
        layer = {p.play(cell) for p in layer for cell in p.moves} - seen
        layer = {p for p in layer if not p.is_over}
    return seen


def test_there_are_304_boxes_for_x():
    """Michie's count: X has 1, 12, 108 and 183 boxes before its first four moves, 304 in all; O has 289."""
    assert [len(boxes((ply,))) for ply in PLIES[Mark.X]] == [1, 12, 108, 183]
    assert len(boxes(PLIES[Mark.X])) == 304
    assert len(boxes(PLIES[Mark.O])) == 289


def test_the_boxes_are_the_canonical_positions_that_go_on():
    """Ply by ply there are as many boxes as canonical positions that are not finished, by an independent count."""
    counted = count(BOARD).by_ply
    for ply in range(BOARD.size):
        there = counted[ply].canonical - counted[ply].canonical_terminal.total
        assert len(boxes((ply,))) == there


def test_every_position_has_a_case_of_its_moves():
    """There are 4,520 positions; the kinds of moves share out the legal moves, and each leads where the rules lead."""
    everything = sorted(positions(), key=key_of)
    assert len(everything) == 4520
    for position in everything[::5]:
        at = case(key_of(position))
        moves = {move[0]: move for kind in at.kinds for move in kind}
        assert sorted(moves) == list(position.moves)
        for cell, (_, child, end) in moves.items():
            after = position.play(cell)
            ended = after.outcome and (WON if after.outcome.winner else DRAWN)
            assert (child, end) == (key_of(after), ended or GOES_ON)


def test_kinds_are_the_same_up_to_symmetry():
    """Turned or mirrored, a position has the same box and kinds, and moves of a kind lead to positions of one box."""
    for position in sorted(positions(), key=key_of)[::19]:
        at = case(key_of(position))
        for symmetry in BOARD.symmetries:
            image = case(key_of(position.transform(symmetry)))
            assert image.box == at.box
            turned = tuple(sorted(symmetry[cell] for cell in cells) for cells in at.cells)
            assert turned == tuple(sorted(cells) for cells in image.cells)
        leads = [{box_of(child) for _, child, _ in kind} for kind in at.kinds]
        assert all(len(there) == 1 for there in leads)
