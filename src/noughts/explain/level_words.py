"""A level: what it saw, what it overlooked, and what it plays by that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from noughts.engine.glance import LineKind
from noughts.explain.board_text import compact_text
from noughts.explain.search_words import move_phrase, win_sentence
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import cells_words, line_words, listing, plural, share_words
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.players.evidence import LevelEvidence, Sight
from noughts.players.player import Decision

_KINDS = {LineKind.STRAIGHT: "straight lines", LineKind.DIAGONAL: "diagonals"}

Tell = Callable[[Decision, Cell | None], str]


_FEW = 8
"""How many threats are listed."""


def level_sentence(decision: Decision, level: LevelEvidence, cell: Cell | None, tell: Tell) -> str:
    """Why the level moves to the cell, or what it plays by all that it may overlook.

    ``tell`` gives the sentence of the decision that it follows where it overlooks nothing.
    """
    if cell is None:
        return _all_sights(decision, level, tell)
    position = decision.position
    name, first = position.board.cell_name(cell), level.sights[0]
    if wins := win_sentence(position, cell):
        return wins
    blind = [sight for sight in level.sights if cell in sight.cells and sight.overlooked]
    missed = listing([_overlooks(sight, position.to_move.other) for sight in blind], "or")
    if cell in first.cells and not first.overlooked:
        if not blind:
            return _overlooking_nothing(decision, level, cell, tell)
        return _either_way(decision, level, cell, missed, tell)
    if first.overlooked:
        return f"Plays {name}, at a look: it {missed}."
    better = cells_words(position.board, first.cells, "or", limit=4)
    return f"Plays {name} because it {missed}; overlooking nothing it would play {better}."


def _either_way(decision: Decision, level: LevelEvidence, cell: Cell, missed: str, tell: Tell) -> str:
    """A move that it plays overlooking nothing and overlooking something: what is more likely comes first."""
    first, name = level.sights[0], decision.position.board.cell_name(cell)
    seeing = first.chance / len(first.cells) / decision.moves[cell]
    if seeing >= Fraction(1, 2):
        return f"{_overlooking_nothing(decision, level, cell, tell, seeing)} Else it {missed}."
    blind = f"Plays {name}: in {share_words(1 - seeing)} of the cases at a look, where it {missed}"
    return f"{blind}. Else: {_overlooking_nothing(decision, level, cell, tell, seeing)}"


def _overlooking_nothing(
    decision: Decision, level: LevelEvidence, cell: Cell, tell: Tell, share: Fraction | None = None
) -> str:
    """What it plays with open eyes, and how likely its eyes are open, where there is anything to overlook.

    ``share``: in how many of the cases in which it plays this, where it plays it otherwise, too.
    """
    first, thought = level.sights[0], level.thought
    often = share_words(first.chance) if share is None else f"{share_words(share)} of the cases"
    seeing = f", overlooking nothing ({often})" if first.chance < 1 else ""
    if thought and cell in thought.moves:
        return f"As {thought.player}{seeing}: {tell(thought, cell)}"
    what = move_phrase(decision.position, cell)
    if thought:
        return f"{what}{seeing}: the game is drawn, and of the moves that keep it so this looks best."
    return (
        f"{what}{seeing}: at a look {'no cell is' if len(first.cells) == 1 else 'few cells are'} worth more."
    )


def _all_sights(decision: Decision, level: LevelEvidence, tell: Tell) -> str:
    board, other = decision.position.board, decision.position.to_move.other
    parts = []
    for sight in level.sights:
        cells = cells_words(board, sight.cells, "or", limit=4)
        if len(level.sights) == 1 and level.thought and set(sight.cells) == set(level.thought.moves):
            return f"As {level.thought.player}: {tell(level.thought, None)}"
        if len(level.sights) == 1 and not sight.overlooked:
            return f"Plays {cells}, whichever chance picks: at a look they are as good."
        when = f"if it {_overlooks(sight, other)}" if sight.overlooked else "overlooking nothing"
        parts.append(f"{cells} {when}, {share_words(sight.chance)}")
    return f"Plays {'; '.join(parts)}."


def _overlooks(sight: Sight, other: Mark) -> str:
    kinds: Sequence[LineKind] = sight.overlooked
    which = " that lack two" if sight.sees_last else ""
    return f"overlooks {other}'s {listing([_KINDS[kind] for kind in kinds])}{which}"


def level_working(decision: Decision, level: LevelEvidence, show: Callable[[Decision], str]) -> str:
    """The board beside what it plays for all that it may overlook, the other side's threats, and whom it follows.

    ``show`` gives the working of the decision that it follows where it overlooks nothing.
    """
    board = decision.position.board
    rows = [["overlooking", "chance", "plays"]]
    for sight in level.sights:
        missed = listing([kind.value for kind in sight.overlooked]) or "nothing"
        missed += ", lacking two" if sight.sees_last else ""
        rows.append([missed, share_words(sight.chance), cells_words(board, sight.cells, "or", limit=4)])
    drawn = beside(compact_text(decision.position), text_table(rows, "<<<"))
    parts = [drawn, _threats(board, level)]
    if level.thought:
        head = f"Overlooking nothing it does as {level.thought.player}:"
        parts += [head, show(level.thought)]
    return paragraphs(parts)


def _threats(board: Board, level: LevelEvidence) -> str:
    if not level.threats:
        return "There is no threat to overlook."
    nearest = sorted(level.threats, key=lambda threat: threat.lacks)[:_FEW]
    lines = [
        f"  {line_words(board, threat.line)} ({threat.line_kind.value}) lacks {threat.lacks}"
        for threat in nearest
    ]
    left = len(level.threats) - len(nearest)
    more = [f"  and {plural(left, 'other')}"] if left else []
    return "\n".join(["What threatens, and may be overlooked:", *lines, *more])
