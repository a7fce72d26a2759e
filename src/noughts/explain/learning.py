"""Players that learn: the box and its beads, or the value learned of every move."""

from __future__ import annotations

from collections.abc import Iterator

from noughts.explain import say
from noughts.explain.blocks import (
    Beside,
    Block,
    Figure,
    Heading,
    Note,
    Row,
    Table,
    TableCell,
    Text,
    plain_text,
)
from noughts.explain.say import any_of, number_words, plural, share_words
from noughts.explain.values import valued_moves
from noughts.game.board import Cell
from noughts.players.evidence import Box, Learned
from noughts.players.player import Decision


def box_why(decision: Decision, box: Box, cell: Cell | None) -> Text:
    """Return which box it draws from, and how many of its beads are for the move."""
    board = decision.position.board
    if box.number is None:
        return f"Plays {say.cells(board, tuple(decision.moves))}, the only free cell: a last move has no box."
    which = f"box {box.number} of {box.boxes}"
    if not box.total:
        what = f"{any_of(len(decision.moves))} free cells" if cell is None else say.cell(board, cell)
        return f"Picks {what} at random: {which} is empty, where the machine would resign."
    beads = plural(box.total, "bead")
    if cell is None:
        most = max(box.beads.values())
        likely = [c for c, number in box.beads.items() if number == most]
        each = f"{number_words(most)} of them for {say.cells(board, likely, 'or')}"
        if len(box.kinds) > 1 and len(likely) == len(box.beads):
            each = f"{number_words(most)} of them for each kind of move"
        return f"Draws one of {beads} from {which}, {each}."
    alike = next(cells for cells in box.kinds if cell in cells)
    others = say.cells(board, [c for c in alike if c != cell])
    same = f", shared with {others}, the same by symmetry" if others else ""
    return f"Plays {say.cell(board, cell)}: {number_words(box.beads[cell])} of {beads} in {which} are for it{same}."


def box_blocks(decision: Decision, box: Box) -> Iterator[Block]:
    """Yield the open box: the beads of every kind of move, and the probability of each cell."""
    position, board = decision.position, decision.position.board
    rings = say.names(board, decision.moves)
    after = f"It has played {plural(box.games, 'game')} on each side."
    if box.number is None:
        yield Heading("No box")
        yield Figure(position, f"The last move is forced. {after}", rings=rings)
        return
    total, most = box.total, max([1, *box.beads.values()])
    words = f"Box {box.number} of {box.boxes} holds {plural(total, 'bead')}; one is drawn. {after}"
    if not total:
        empty = "is empty: here the machine would resign, and as it must play, it takes any cell."
        words = f"Box {box.number} of {box.boxes} {empty} {after}"
    notes = {board.cell_name(cell): Note(str(n), heat=n / most) for cell, n in box.beads.items()}
    rows = []
    for cells in box.kinds:
        beads = box.beads[cells[0]]
        count = TableCell(f"{beads:,}", share=beads / max(1, total))
        share = share_words(decision.moves[cells[0]]) if beads else say.NOTHING
        texts = (say.cells(board, cells, "or", limit=12), count, share)
        rows.append(Row(texts, chosen=beads == most, cells=say.names(board, cells)))
    heads = ("kind of move", "beads", "each cell")
    yield Heading("The matchbox")
    table = Table("The beads of every kind of move", heads, tuple(rows), "<><", quiet=True)
    yield Beside((Figure(position, words, notes, rings=rings), table))


def learned_why(decision: Decision, learned: Learned, cell: Cell | None) -> Text:
    """Return the value learned of the chosen moves, compared with the others."""
    board, number = decision.position.board, len(learned.values)
    chosen = tuple(decision.moves) if cell is None else (cell,)
    names, value = say.cells(board, chosen, "or"), learned.values[chosen[0]]
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


def learned_blocks(decision: Decision, learned: Learned) -> Iterator[Block]:
    """Yield the value learned of every move, on the board and in a table, and what a value estimates."""
    name = decision.position.board.cell_name
    notes = {
        name(cell): Note(f"{round(value, 2) + 0.0:.2f}")  # adding 0 turns -0 into 0
        for cell, value in learned.values.items()
    }
    best_first = sorted(learned.values.items(), key=lambda move: -move[1])
    texts = {cell: f"{value:g}" for cell, value in best_first}
    words = (
        f"A value is {plain_text(learned.meaning)}. Learnt in {plural(learned.games, 'game')} on each side."
    )
    yield Heading("What it has learnt")
    yield valued_moves(decision, words, notes, texts, "The value learnt of every move", "<><")
