"""Players that learn: the box and its beads, or the values learnt."""

from __future__ import annotations

from noughts.explain.board_text import compact_text
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import any_of, cells_words, number_words, plural
from noughts.game.board import Cell
from noughts.players.evidence import Box, Learned
from noughts.players.player import Decision


def box_sentence(decision: Decision, box: Box, cell: Cell | None) -> str:
    """Which box it draws from, and how many of its beads are for the move."""
    board = decision.position.board
    if box.number is None:
        return (
            f"Plays {cells_words(board, tuple(decision.moves))}, the only free cell: a last move has no box."
        )
    which = f"box {box.number} of {box.boxes}"
    if not box.total:
        what = f"{any_of(len(decision.moves))} free cells" if cell is None else board.cell_name(cell)
        return f"Picks {what} at random: {which} is empty, where the machine would resign."
    beads = plural(box.total, "bead")
    if cell is None:
        most = max(box.beads.values())
        likely = [c for c, number in box.beads.items() if number == most]
        each = f"{number_words(most)} of them for {cells_words(board, likely, 'or')}"
        if len(box.kinds) > 1 and len(likely) == len(box.beads):
            each = f"{number_words(most)} of them for each kind of move"
        return f"Draws one of {beads} from {which}, {each}."
    alike = next(cells for cells in box.kinds if cell in cells)
    others = cells_words(board, [c for c in alike if c != cell])
    same = f", shared with {others}, the same by symmetry" if others else ""
    return f"Plays {board.cell_name(cell)}: {number_words(box.beads[cell])} of {beads} in {which} are for it{same}."


def learned_sentence(decision: Decision, learned: Learned, cell: Cell | None) -> str:
    """What the chosen moves are worth by what was learnt, beside the others."""
    board, number = decision.position.board, len(learned.values)
    chosen = tuple(decision.moves) if cell is None else (cell,)
    names, value = cells_words(board, chosen, "or"), learned.values[chosen[0]]
    after = f"after {plural(learned.games, 'game')} on each side"
    if number == 1:
        return f"Plays {names}, the only free cell: its value is {value:g} {after}."
    if len(set(learned.values.values())) == 1:
        return f"Plays {names}: all {number_words(number)} moves are worth {value:g} {after}."
    others = len(decision.moves) - 1
    verb = "is one other" if others == 1 else f"are {number_words(others)} others"
    alike = f", as {verb}" if cell is not None and others else ""
    each = " each" if len(chosen) > 1 else ""
    return f"Plays {names}, worth {value:g}{each}, the most of {number_words(number)} moves {after}{alike}."


def box_working(decision: Decision, box: Box, _: Cell | None) -> str:
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


def learned_working(decision: Decision, learned: Learned, _: Cell | None) -> str:
    """The value of every move, what it estimates, and who is played."""
    board = decision.position.board
    rows = [["move", "value", "probability"]]
    for cell, value in sorted(learned.values.items(), key=lambda move: -move[1]):
        rows.append([board.cell_name(cell), f"{value:.6g}", str(decision.moves.get(cell, ""))])
    table = beside(compact_text(decision.position), text_table(rows, "<><"))
    after = f"Learnt in {plural(learned.games, 'game')} on each side."
    return paragraphs([table, f"A value is {learned.meaning}. {after}"])
