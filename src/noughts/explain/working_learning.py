"""The working of players that learn: the beads of the box, or the values learnt, on the board and in a table."""

from __future__ import annotations

from noughts.explain.board_text import compact_text
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import cells_words, plural
from noughts.players.evidence import Box, Learned
from noughts.players.player import Decision


def box_working(decision: Decision, box: Box) -> str:
    """The box open: beads by kind of move, and the probability of each cell."""
    board = decision.position.board
    drawn = compact_text(decision.position, {cell: str(number) for cell, number in box.beads.items()})
    after = f"The machine has played {plural(box.games, 'game')} on each side."
    if box.number is None:
        return paragraphs([drawn, f"The last move is forced: it has no box. {after}"])
    rows = [["beads", "for", "each cell"]]
    for cells in box.kinds:
        share = decision.moves.get(cells[0], 0) if box.total else 0
        rows.append([str(box.beads[cells[0]]), cells_words(board, cells, "or"), str(share)])
    held = f"Box {box.number} of {box.boxes} holds {plural(box.total, 'bead')}."
    empty = (
        "" if box.total else " Here the machine would resign; a player has to move, and plays any free cell."
    )
    return paragraphs([beside(drawn, text_table(rows, "><<")), f"{held}{empty} {after}"])


def learned_working(decision: Decision, learned: Learned) -> str:
    """The value of every move, what it estimates, and who is played."""
    board = decision.position.board
    rows = [["move", "value", "probability"]]
    for cell, value in sorted(learned.values.items(), key=lambda move: -move[1]):
        rows.append([board.cell_name(cell), f"{value:.6g}", str(decision.moves.get(cell, ""))])
    table = beside(compact_text(decision.position), text_table(rows, "<><"))
    after = f"Learnt in {plural(learned.games, 'game')} on each side."
    return paragraphs([table, f"A value is {learned.meaning}. {after}"])
