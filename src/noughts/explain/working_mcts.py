"""The working of a tree of random games: its branches, by visits, means and proofs, and the best play it sees."""

from __future__ import annotations

from noughts.explain.board_text import compact_text
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import percent, plural, value_words
from noughts.players.evidence import MctsEvidence
from noughts.players.player import Decision

_FEW = 12
"""How many branches are listed."""


def mcts_working(decision: Decision, mcts: MctsEvidence) -> str:
    """The board beside the best branches; then how much was done."""
    name = decision.position.board.cell_name
    rows = [["move", "visits", "mean", "proved", "best play"]]
    for branch in mcts.branches[:_FEW]:
        mean = "" if branch.mean is None else percent(branch.mean)
        proved = value_words(branch.value) if branch.value else ""
        rows.append([name(branch.cell), f"{branch.visits:,}", mean, proved, " ".join(map(name, branch.line))])
    drawn = beside(compact_text(decision.position), text_table(rows, "<>><<"))
    left = len(mcts.branches) - _FEW
    others = f" {plural(left, 'other move')} came behind." if left > 0 else ""
    games = f"{plural(mcts.playouts, 'random game')} of the seed {mcts.seed}"
    size = f"{games} grew a tree of {plural(mcts.nodes, 'node')}."
    return paragraphs([drawn, f"{size}{others}"])
