"""Players that know the exact value of every move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from noughts.explain import say
from noughts.explain.blocks import Beside, Block, Figure, Heading, Note, Row, Table, Text, either
from noughts.explain.say import number_words, share_words, some_of
from noughts.explain.tree import tree_below
from noughts.game.board import Cell
from noughts.players.evidence import Values
from noughts.players.player import Decision
from noughts.solver.value import Result, Value


def values_why(decision: Decision, values: Values, cell: Cell | None) -> Text:
    """Return why the exact values move to the cell, or to several."""
    best = max(values.values.values())
    chosen = tuple(decision.moves) if cell is None else (cell,)
    names = say.cells(decision.position.board, chosen, "or")
    if cell is not None and values.values[cell] != best:
        return f"Plays {names}, which {say.value(values.values[cell])}."
    if any(values.values[c] != best for c in chosen):
        return f"Plays {names}, whatever they are worth."
    if len(values.values) == 1:
        return f"Plays {names}, the only free cell: it {say.value(best)}."
    return f"{_compare(tuple(values.values.values()), best, names, len(chosen))}."


def values_blocks(decision: Decision, values: Values) -> Iterator[Block]:
    """Yield the value of every move, on the board and in a table, and the tree below the position."""
    position, name = decision.position, decision.position.board.cell_name
    length = either("plies", "moves")
    legend = f"W wins, D draws, L loses, in so many {length} with best play; a draw fills the board."
    notes = {name(cell): say.value_note(value) for cell, value in values.values.items()}
    texts = {cell: say.value(value) for cell, value in values.values.items()}
    yield Heading("The value of every move")
    yield valued_moves(decision, legend, notes, texts, "The exact value of every move")
    yield from tree_below(position)


def valued_moves(
    decision: Decision,
    words: Text,
    notes: Mapping[str, Note],
    values: Mapping[Cell, Text],
    caption: str,
    align: str = "",
) -> Beside:
    """Return the board with notes, beside a table of the value and the probability of every move."""
    board, moves = decision.position.board, decision.moves
    rows = tuple(
        Row(
            (say.cell(board, cell), value, share_words(moves[cell]) if cell in moves else say.NOTHING),
            chosen=cell in moves,
            cells=say.names(board, [cell]),
        )
        for cell, value in values.items()
    )
    figure = Figure(decision.position, words, notes, rings=say.names(board, moves))
    return Beside((figure, Table(caption, ("move", "value", "probability"), rows, align, quiet=True)))


def _compare(values: Sequence[Value], best: Value, names: Text, chosen: int) -> Text:
    """Return the chosen moves compared with the other moves of their result, and with the rest."""
    alike, equal = sum(v.result == best.result for v in values), sum(v == best for v in values)
    start = f"Plays {names}, {'each of which' if chosen > 1 else 'which'} {say.value(best)}"
    if alike == 1:
        only = f"the only one of {number_words(len(values))} moves"
        return f"{start}, {only} that does{' not lose' * (best.result == Result.DRAW)}"
    if equal == len(values):
        return f"{start}, as {some_of(equal, equal)} moves do"
    if best.result is Result.DRAW:
        return f"{start}: {some_of(equal, len(values))} moves do"
    win = best.result is Result.WIN
    if equal == 1:
        speed, kind = ("quickest", "wins") if win else ("slowest", "losses")
        return f"{start}, the {speed} of {number_words(alike)} {kind}"
    none_better = "none wins sooner" if win else "none loses later"
    return f"{start}: {some_of(equal, len(values))} moves do, and {none_better}"
