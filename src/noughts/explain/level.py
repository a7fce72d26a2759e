"""A level: what it may overlook, what it plays then, and whom it follows otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from noughts.engine.static_eval import LineKind, Threat
from noughts.explain import say
from noughts.explain.blocks import (
    Block,
    Details,
    Figure,
    Heading,
    Row,
    Table,
    TableCell,
    Text,
    either,
    plain_text,
    refer,
)
from noughts.explain.explain import explain
from noughts.explain.say import listing, plural, share_words
from noughts.explain.search import tables
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.players.evidence import LevelEvidence, Sight
from noughts.players.player import Decision

_LINES = {LineKind.STRAIGHT: "straight lines", LineKind.DIAGONAL: "diagonals"}

_FEW = 6
"""Maximum number of threats that are shown at once. The others are in details."""


def level_why(decision: Decision, level: LevelEvidence, cell: Cell | None) -> Text:
    """Return why the level moves to the cell, or what it plays for everything that it may overlook."""
    if cell is None:
        return _all_sights(decision, level)
    position = decision.position
    board, first = position.board, level.sights[0]
    if wins := say.win(position, cell):
        return wins
    blind = [sight for sight in level.sights if cell in sight.cells and sight.overlooked]
    missed = listing([_overlooks(sight, position.to_move.other) for sight in blind], "or")
    if cell in first.cells and not first.overlooked:
        if not blind:
            return _overlooking_nothing(decision, level, cell)
        return _either_way(decision, level, cell, missed)
    name = say.cell(board, cell)
    if first.overlooked:
        return f"Plays {name}, at a look: it {missed}."
    better = say.cells(board, first.cells, "or", limit=4)
    return f"Plays {name} because it {missed}; overlooking nothing it would play {better}."


def level_blocks(decision: Decision, level: LevelEvidence) -> Iterator[Block]:
    """Yield what it plays for everything that it may overlook, the opponent's threats, and whom it follows."""
    board = decision.position.board
    yield Heading("What it sees")
    yield Figure(decision.position, _threats_words(level.threats), rings=say.names(board, decision.moves))
    rows = tuple(_sight_row(board, sight) for sight in level.sights)
    yield Table("What it plays", ("overlooking", "chance", "plays"), rows, quiet=True)
    if level.threats:
        yield Heading("What it may overlook")
        nearest = sorted(level.threats, key=lambda threat: threat.lacks)
        threats = [_threat_row(board, threat) for threat in nearest]
        heads = ("line", "runs", "lacks")
        yield from tables("The other side's threats", heads, threats, _FEW, "other line")
    if level.thought:
        title = f"Overlooking nothing it does as {plain_text(level.thought.player)}"
        yield Details(title, tuple(explain(level.thought).evidence_blocks()))


def _either_way(decision: Decision, level: LevelEvidence, cell: Cell, missed: str) -> Text:
    """Return why it plays a move overlooking nothing and overlooking something. The more likely way comes first."""
    first, name = level.sights[0], say.cell(decision.position.board, cell)
    seeing = first.chance / len(first.cells) / decision.moves[cell]
    if seeing >= Fraction(1, 2):
        return f"{_overlooking_nothing(decision, level, cell, seeing)} Else it {missed}."
    often = either(f"in {share_words(1 - seeing)} of the cases ", "")
    blind = f"Plays {name}: {often}at a look, where it {missed}"
    return f"{blind}. Else: {_overlooking_nothing(decision, level, cell, seeing)}"


def _overlooking_nothing(
    decision: Decision, level: LevelEvidence, cell: Cell, share: Fraction | None = None
) -> Text:
    """Return why it plays a move overlooking nothing, and how likely that is if there is anything to overlook.

    ``share`` is the share of the cases in which it plays the move, if it plays it otherwise, too.
    """
    first, thought = level.sights[0], level.thought
    often = share_words(first.chance) if share is None else f"{share_words(share)} of the cases"
    seeing = f", overlooking nothing ({often})" if first.chance < 1 else ""
    if thought and cell in thought.moves:
        return f"{either(f'As {plain_text(thought.player)}{seeing}: ', '')}{explain(thought).why(cell)}"
    what = f"{say.move(decision.position, cell)}{either(seeing, '')}"
    if thought:
        return f"{what}: the game is drawn, and of the moves that keep it so this looks best."
    return f"{what}: at a look {'no cell is' if len(first.cells) == 1 else 'few cells are'} worth more."


def _all_sights(decision: Decision, level: LevelEvidence) -> Text:
    """Return what it plays for everything that it may overlook, and how likely that is."""
    board, other = decision.position.board, decision.position.to_move.other
    parts = []
    for sight in level.sights:
        cells = say.cells(board, sight.cells, "or", limit=4)
        if len(level.sights) == 1 and level.thought and set(sight.cells) == set(level.thought.moves):
            who = plain_text(level.thought.player)
            return f"{either(f'As {who}: ', '')}{explain(level.thought).why()}"
        if len(level.sights) == 1 and not sight.overlooked:
            return f"Plays {cells}, whichever chance picks: at a look they are as good."
        when = f"if it {_overlooks(sight, other)}" if sight.overlooked else "overlooking nothing"
        parts.append(f"{cells} {when}, {share_words(sight.chance)}")
    return f"Plays {'; '.join(parts)}."


def _overlooks(sight: Sight, other: Mark) -> str:
    which = " that lack two" if sight.sees_last else ""
    return f"overlooks {other}'s {listing([_LINES[kind] for kind in sight.overlooked])}{which}"


def _threats_words(threats: tuple[Threat, ...]) -> str:
    if not threats:
        return "There is nothing to overlook."
    lack = "lacks" if len(threats) == 1 else "lack"
    return f"{plural(len(threats), 'line')} of the other side {lack} two stones or one."


def _sight_row(board: Board, sight: Sight) -> Row:
    missed = "nothing"
    if sight.overlooked:
        kinds = listing([kind.value for kind in sight.overlooked])
        missed = f"{kinds} lines{' that lack two' if sight.sees_last else ''}"
    chance = TableCell(share_words(sight.chance), share=float(sight.chance))
    return Row(
        (missed, chance, say.cells(board, sight.cells, "or", limit=4)), cells=say.names(board, sight.cells)
    )


def _threat_row(board: Board, threat: Threat) -> Row:
    line = refer(" ".join(board.cell_names(threat.line)), board, threat.line)
    texts = (line, threat.line_kind.value, plural(threat.lacks, "stone"))
    return Row(texts, cells=say.names(board, threat.line))
