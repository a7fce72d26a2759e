"""Sentences for a level: what it saw, what it overlooked, and what it plays by that."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from noughts.engine.glance import LineKind
from noughts.explain.sentence_engine import move_phrase, win_sentence
from noughts.explain.words import cells_words, listing, share_words
from noughts.game.board import Cell
from noughts.game.outcome import Mark
from noughts.players.evidence import LevelEvidence, Sight
from noughts.players.player import Decision, followed

_KINDS = {LineKind.STRAIGHT: "straight lines", LineKind.DIAGONAL: "diagonals"}

Tell = Callable[[Decision, Cell | None], str]


def level_sentence(decision: Decision, level: LevelEvidence, cell: Cell | None, tell: Tell) -> str:
    """Why the level moves to the cell, or what it plays by all that it may overlook.

    ``tell`` gives the sentence of the decision that it follows where it overlooks nothing.
    """
    if cell is None:
        return _all_sights(decision, level)
    position = decision.position
    name, first = position.board.cell_name(cell), level.sights[0]
    if wins := win_sentence(position, cell):
        return wins
    if cell in first.cells and not first.overlooked:
        return _overlooking_nothing(decision, level, cell, tell)
    blind = [sight for sight in level.sights if cell in sight.cells]
    missed = listing([_overlooks(sight, position.to_move.other) for sight in blind], "or")
    if first.overlooked or cell in first.cells:
        return f"Plays {name}, at a look: it {missed}."
    better = cells_words(position.board, first.cells, "or", limit=4)
    return f"Plays {name} because it {missed}; overlooking nothing it would play {better}."


def _overlooking_nothing(decision: Decision, level: LevelEvidence, cell: Cell, tell: Tell) -> str:
    """What it plays with open eyes, and how likely its eyes are open, where there is anything to overlook."""
    first, thought = level.sights[0], level.thought
    seeing = f", overlooking nothing ({share_words(first.chance)})" if first.chance < 1 else ""
    if thought and cell in thought.moves:
        return f"As {thought.player}{seeing}: {tell(followed(decision, thought), cell)}"
    what = move_phrase(decision.position, cell)
    if thought:
        return f"{what}{seeing}: the game is drawn, and of the moves that keep it so this looks best."
    return (
        f"{what}{seeing}: at a look {'no cell is' if len(first.cells) == 1 else 'few cells are'} worth more."
    )


def _all_sights(decision: Decision, level: LevelEvidence) -> str:
    board, other = decision.position.board, decision.position.to_move.other
    parts = []
    for sight in level.sights:
        cells = cells_words(board, sight.cells, "or", limit=4)
        if len(level.sights) == 1 and not sight.overlooked:
            return f"Plays {cells}, whichever chance picks: at a look they are as good."
        when = f"if it {_overlooks(sight, other)}" if sight.overlooked else "overlooking nothing"
        parts.append(f"{cells} {when}, {share_words(sight.chance)}")
    return f"Plays {'; '.join(parts)}."


def _overlooks(sight: Sight, other: Mark) -> str:
    kinds: Sequence[LineKind] = sight.overlooked
    return f"overlooks {other}'s {listing([_KINDS[kind] for kind in kinds])}"
