"""Where the other side errs most easily: counted again by plain minimax, and told as it is counted."""

from noughts import analyse
from noughts.explain.blocks import bare
from noughts.explain.sentences import hint_sentence
from noughts.lessons.position_graph import position_graph
from noughts.solver.analysis import pitfalls
from tests.reference import marks_of, put, value


def test_wrong_replies_are_counted_as_minimax_counts_them():
    """In every third class of positions: the replies to each best move, and those worth less than the best."""
    looked = 0
    for position in position_graph().positions[::3]:
        if position.is_over:
            continue
        ranked = pitfalls(analyse(position))
        shares = [each.share for each in ranked]
        assert shares == sorted(shares, reverse=True)
        for each in ranked:
            marks = put(marks_of(position.rows_text), each.cell)
            after = position.play(each.cell)
            worth = [] if after.is_over else [-value(put(marks, reply)) for reply in after.moves]
            assert (each.replies, each.wrong) == (len(worth), sum(one < max(worth) for one in worth))
            looked += 1
    assert looked > 100


def test_a_hint_says_why_this_move():
    """An only move, moves that differ in what they provoke, and moves that do not."""

    def told(text):
        analysis = analyse(text)
        return bare(hint_sentence(analysis, pitfalls(analysis)))

    assert told("XX./OO./...") == "c1 wins in 1 ply: no other move is as good."
    assert told("XOX/XOO/OX.") == "c3 draws: it is the only cell left."
    assert told("X../.O./...") == (
        "All seven moves draw; after b1 the other side errs most easily: five of six replies give something away."
    )
    assert told("X../.O./..X") == (
        "Four of six moves draw, and after each of them the other side errs as easily: b1 comes first."
    )
