"""The weight grid: how it grows line by line, and the lines behind each weight.

The steps follow the drawings of the document (a weblog of 2007; founding document 002).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import log1p
from operator import itemgetter

from noughts.explain import say
from noughts.explain.blocks import (
    Block,
    CellFrame,
    Details,
    Figure,
    Frame,
    Frames,
    Heading,
    Note,
    Paragraph,
    Row,
    Table,
    TableCell,
    Text,
)
from noughts.explain.say import any_of, cells_words, line_words, number_words
from noughts.game.board import Cell, Line
from noughts.game.position import Position
from noughts.players.evidence import CellKind, Feed, Weights
from noughts.players.player import Decision, heaviest

_SMALL = 25
"""Maximum cells of a board on which every line is a step and every weight is broken down."""

_BROKEN_DOWN = 24
"""Maximum number of cells whose weight is broken down on larger boards."""

_SHORT = {CellKind.POTENTIAL: "PL", CellKind.OPPONENT: "OC", CellKind.PLAYER: "PC"}
_FRAMES: dict[CellKind, CellFrame] = {
    CellKind.POTENTIAL: "thin",
    CellKind.OPPONENT: "dashed",
    CellKind.PLAYER: "double",
}
_ORDER = tuple(CellKind)


def weights_why(decision: Decision, weights: Weights, cell: Cell | None) -> Text:
    """Return why the weight grid moves to the cell, or to several."""
    position = decision.position
    board, cells, best = position.board, len(position.empty), tuple(decision.moves)
    number = number_words(cells)
    weighed = weights.cells
    is_heaviest = set(best) == set(heaviest({empty: weighed[empty] for empty in position.empty}))
    if cell is None:
        return _several(decision, weights, is_heaviest=is_heaviest)
    if not is_heaviest:
        return f"Plays {say.cell(board, cell)}: {_weight_words(decision, weights, cell)}."
    name, why = say.cell(board, cell), _weight_words(decision, weights, cell)
    if cells == 1:
        return f"Takes {name}, the only free cell: {why}."
    if len(best) == 1:
        return f"Takes {name}, the heaviest of {number} cells: {why}."
    others = say.cells(board, [each for each in best if each != cell], limit=4)
    among = f"{number} equally heavy cells" if len(best) == cells else f"the heaviest of {number} cells"
    return f"Picks {name} at random among {among}, with {others}: {why}."


def _several(decision: Decision, weights: Weights, *, is_heaviest: bool) -> Text:
    """Return among which cells chance picks."""
    best, cells = tuple(decision.moves), len(decision.position.empty)
    names, weight = say.cells(decision.position.board, best, "or"), weights.cells[best[0]]
    if not is_heaviest:
        return f"Plays {names}, whatever they weigh."
    if len(best) == cells:
        return f"Picks {any_of(cells)} cells at random: each has weight {weight:,}."
    heaviest_of = f"the heaviest of {number_words(cells)} cells"
    return f"Picks {names} at random, {heaviest_of}: each has weight {weight:,}."


def weights_blocks(decision: Decision, weights: Weights) -> Iterator[Block]:
    """Yield the grid as it grows line by line, what each kind of cell is, and where each weight comes from."""
    yield Heading("The weight grid, line by line")
    figure = Figure(decision.position, numbers=True)
    yield Frames("The weight grid", figure, tuple(_frames(decision, weights)), at_end=True)
    rows = [_key_row(kind, weight, weights.meanings.get(kind, "")) for kind, weight in weights.adds.items()]
    if rows:
        yield Table("The kinds of cell", (), tuple(rows), quiet=True)
    yield Details("Where each weight comes from", tuple(_sources(decision, weights)))


def _weight_words(decision: Decision, weights: Weights, cell: Cell) -> Text:
    """Return the lines behind a weight, by kind: ``weight 11 = 10 for blocking the top row + 1 for ...``."""
    weight, fed = weights.cells[cell], weights.fed(cell)
    board = decision.position.board
    parts = [
        (
            feed.weight,
            f"{'completing' if feed.kind is CellKind.PLAYER else 'blocking'} {say.line(board, feed.line)}",
        )
        for feed in fed
        if feed.kind is not CellKind.POTENTIAL
    ]
    potential = [feed.weight for feed in fed if feed.kind is CellKind.POTENTIAL]
    if potential:
        lines = "line" if len(potential) == 1 else "lines"
        parts.append((sum(potential), f"{number_words(len(potential))} potential {lines}"))
    parts.sort(key=itemgetter(0), reverse=True)
    if len(parts) < 2:
        return f"weight {weight:,} for {parts[0][1]}" if parts else f"weight {weight:,}"
    return f"weight {weight:,} = {' + '.join(f'{points:,} for {what}' for points, what in parts)}"


def running_weights(
    position: Position, weights: Weights
) -> Iterator[tuple[Line, Feed | None, Mapping[Cell, int]]]:
    """Yield every line in line order, what it adds, and the weights of the empty cells after it."""
    feeds = {feed.line: feed for feed in weights.feeds}
    totals: dict[Cell, int] = dict.fromkeys(position.empty, 0)
    for line in position.board.lines:
        feed = feeds.get(line)
        if feed:
            totals |= {cell: totals[cell] + feed.weight for cell in feed.cells}
        yield line, feed, dict(totals)


def _frames(decision: Decision, weights: Weights) -> Iterator[Frame]:
    """Yield the grid at the start, after each line, and at the choice.

    On large boards only lines that add something are steps.
    """
    position, board, greatest = decision.position, decision.position.board, max(weights.cells)
    zeros = {name: Note("0") for name in say.names(board, position.empty)}
    yield Frame("At the start every weight is 0.", zeros)
    kinds: dict[Cell, CellKind] = {}
    for line, feed, totals in running_weights(position, weights):
        if feed:
            strongest = {
                cell: max(kinds.get(cell, feed.kind), feed.kind, key=_ORDER.index) for cell in feed.cells
            }
            kinds.update(strongest)
        if feed or board.size <= _SMALL:
            yield _line_frame(decision, line, feed, totals, kinds, greatest)
    chosen = tuple(decision.moves)
    names, weight = say.cells(board, chosen), f"{weights.cells[chosen[0]]:,}"
    words = f"The heaviest is {names}, of weight {weight}: it is played."
    if len(chosen) > 1:
        words = f"The heaviest are {names}, of weight {weight}: chance picks one."
    yield Frame(words, rings=say.names(board, chosen))


def _line_frame(
    decision: Decision,
    line: Line,
    feed: Feed | None,
    totals: Mapping[Cell, int],
    kinds: Mapping[Cell, CellKind],
    greatest: int,
) -> Frame:
    """Return the step of one line. Its cells are seen in the frame, so that the words do not refer to them."""
    board = decision.position.board
    title = line_words(board, line).removeprefix("the ").capitalize()
    struck = (say.names(board, line),)
    if feed is None:
        return Frame(f"{title}: adds nothing.", lines=struck)
    cells = cells_words(board, feed.cells, limit=board.size)
    words = f"{title}: +{feed.weight:,} at {cells} ({feed.kind.value})."
    added = f"+{feed.weight:,}" if board.size <= _SMALL else ""
    notes = {}
    for cell in feed.cells:
        kind, heat = kinds[cell], log1p(totals[cell]) / log1p(greatest)
        note = Note(f"{totals[cell]:,}", added=added, heat=round(heat, 3), frame=_FRAMES[kind])
        if board.size <= _SMALL or kind is not CellKind.POTENTIAL:  # there is no room for more
            note = replace(note, under=_SHORT[kind], meaning=kind.value)
        notes[board.cell_name(cell)] = note
    return Frame(words, notes, lines=struck)


def _key_row(kind: CellKind, weight: int, meaning: str) -> Row:
    sample = Note(under=_SHORT[kind], frame=_FRAMES[kind])
    return Row((TableCell(f"{kind.value}, +{weight:,}", sample=sample), meaning))


def _sources(decision: Decision, weights: Weights) -> Iterator[Block]:
    """Yield the lines behind each weight: as a table on small boards, else cell by cell, the heaviest first."""
    board = decision.position.board
    weighed = weights.cells
    fed = sorted((c for c in decision.position.empty if weights.fed(c)), key=lambda c: -weighed[c])
    if not fed:
        yield Paragraph("No line adds anything yet: every cell weighs 0.")
    elif board.size <= _SMALL:
        rows = tuple(row for cell in fed for row in _source_rows(decision, weights, cell))
        head = ("cell", "weight", "adds", "line and kind")
        yield Table("The lines behind the weight", head, rows, "<>><", quiet=True)
    else:
        chosen = [
            *(cell for cell in fed if cell in decision.moves),
            *(c for c in fed if c not in decision.moves),
        ]
        frames = tuple(_source_frame(decision, weights, cell) for cell in chosen[:_BROKEN_DOWN])
        yield Frames("The lines that feed a cell", Figure(decision.position), frames)


def _source_rows(decision: Decision, weights: Weights, cell: Cell) -> Iterator[Row]:
    board = decision.position.board
    first = (say.cell(board, cell), f"{weights.cells[cell]:,}")
    for feed in weights.fed(cell):
        line = f"{say.line(board, feed.line)} ({_SHORT[feed.kind]})"
        yield Row((*first, f"+{feed.weight:,}", line), cells=say.names(board, feed.line))
        first = ("", "")


def _source_frame(decision: Decision, weights: Weights, cell: Cell) -> Frame:
    board, fed = decision.position.board, weights.fed(cell)
    lines = "; ".join(
        f"+{each.weight:,} {line_words(board, each.line)} ({_SHORT[each.kind]})" for each in fed
    )
    is_heaviest = ", the heaviest" if cell in decision.moves else ""
    return Frame(
        f"{say.cell(board, cell)} has weight {weights.cells[cell]:,}{is_heaviest}: {lines}.",
        rings=say.names(board, [cell]),
        lines=_names_of_lines(decision, fed),
    )


def _names_of_lines(decision: Decision, fed: Sequence[Feed]) -> tuple[tuple[str, ...], ...]:
    return tuple(say.names(decision.position.board, feed.line) for feed in fed)
