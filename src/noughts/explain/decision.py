"""A decision in words: why a player moves there, in one plain sentence, and the full working behind it.

Nothing is said that the decision does not show: its position, its probabilities and its evidence. What each kind of
evidence says stands in a module of its own, but for a level's: where it overlooks nothing, it is told as the decision
that it follows.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from noughts.engine.static_eval import LineKind
from noughts.errors import PlayerError, expect
from noughts.explain import explain, learning_words, rating_words, search_words, weight_words
from noughts.explain.board_text import compact_text
from noughts.explain.render_text import render_text
from noughts.explain.search_words import move_phrase, win_sentence
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import (
    any_of,
    cells_words,
    line_words,
    listing,
    number_words,
    percent,
    plural,
    share_words,
)
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.players import evidence as kinds
from noughts.players.player import Decision, Evidence

_LINES = {LineKind.STRAIGHT: "straight lines", LineKind.DIAGONAL: "diagonals"}

_FEW = 8
"""How many threats are listed."""


def sentence(decision: Decision, cell: int | str | None = None) -> str:
    """Why the player moves to ``cell``, by name or index; without a cell, what it does where it may choose.

    Raises PlayerError for a cell that the player never chooses in this position.
    """
    board = expect(decision, Decision, "a decision").position.board
    place = None if cell is None else board.place(cell)
    if place is None and len(decision.moves) == 1:
        (place,) = decision.moves
    if place is not None and place not in decision.moves:
        name = repr(board.cell_name(place) if place in board.cells else place)
        raise PlayerError(f"{decision.player} never plays {name} in {str(decision.position)!r}")
    return _words_of(decision)[0](decision, decision.evidence, place)


def working(decision: Decision, cell: int | str | None = None) -> str:
    """Everything the player saw and what came of it, in paragraphs: evidence, then probabilities.

    ``cell`` chooses one cell whose weight is broken down. Who plays, and the sentence, are not repeated.
    """
    board = expect(decision, Decision, "a decision").position.board
    place = None if cell is None else board.place(cell)
    to_move = f"{decision.position.to_move} to move."
    return paragraphs([to_move, _evidence_working(decision, place), chances(decision)])


def chances(decision: Decision) -> str:
    """The probability of every move that is played, exactly and as a percentage; equal ones together."""
    cells: dict[Fraction, list[Cell]] = {}
    for cell, share in decision.moves.items():
        cells.setdefault(share, []).append(cell)
    parts = (_chance(decision, share, alike) for share, alike in cells.items())
    return f"Probability: {'; '.join(parts)}."


def _chance(decision: Decision, share: Fraction, cells: list[Cell]) -> str:
    board = decision.position.board
    exactly = "1" if share == 1 else f"{share} ({percent(share)})"
    each = " each" if len(cells) > 1 else ""
    return f"{exactly}{each} for {cells_words(board, cells, limit=board.size)}"


def _evidence_working(decision: Decision, cell: Cell | None = None) -> str:
    return _words_of(decision)[1](decision, decision.evidence, cell)


def _uniform_sentence(decision: Decision, uniform: kinds.Uniform, cell: Cell | None) -> str:
    """At random among the free cells; of a player that looks at nothing but leaves some out, no more is said."""
    position, number = decision.position, len(decision.moves)
    if number < len(position.empty) or len(set(decision.moves.values())) > 1:
        return _any_sentence(decision, uniform, cell)
    if cell is None:
        share = share_words(next(iter(decision.moves.values())))
        return f"Picks {any_of(number)} free cells at random, each with probability {share}."
    name = position.board.cell_name(cell)
    if number == 1:
        return f"Plays {name}, the only free cell."
    return f"Picks {name} at random, one of {number_words(number)} free cells."


def _program_sentence(decision: Decision, program: kinds.ProgramEvidence, _: Cell | None) -> str:
    answer = cells_words(decision.position.board, tuple(decision.moves))
    return f"The program answers {answer}, after {program.seconds:.1f} s."


def _program_working(decision: Decision, program: kinds.ProgramEvidence, _: Cell | None) -> str:
    heard = ["It said meanwhile:", *program.said] if program.said else ["It said nothing else."]
    return paragraphs([compact_text(decision.position), "\n  ".join(heard)])


def _any_sentence(decision: Decision, evidence: Evidence, cell: Cell | None) -> str:
    """For evidence of which no more can be told: only the move, its probability and the kind."""
    board, kind = decision.position.board, evidence.kind
    if cell is None:
        cells = cells_words(board, tuple(decision.moves), "or")
        return f"{decision.player} plays {cells} (evidence: {kind})."
    share = decision.moves[cell]
    chance = "" if share == 1 else f" with probability {share_words(share)}"
    return f"{decision.player} plays {board.cell_name(cell)}{chance} (evidence: {kind})."


def _level_sentence(decision: Decision, level: kinds.LevelEvidence, cell: Cell | None) -> str:
    """Why the level moves to the cell, or what it plays by all that it may overlook."""
    if cell is None:
        return _all_sights(decision, level)
    position = decision.position
    name, first = position.board.cell_name(cell), level.sights[0]
    if wins := win_sentence(position, cell):
        return wins
    blind = [sight for sight in level.sights if cell in sight.cells and sight.overlooked]
    missed = listing([_overlooks(sight, position.to_move.other) for sight in blind], "or")
    if cell in first.cells and not first.overlooked:
        if not blind:
            return _overlooking_nothing(decision, level, cell)
        return _either_way(decision, level, cell, missed)
    if first.overlooked:
        return f"Plays {name}, at a look: it {missed}."
    better = cells_words(position.board, first.cells, "or", limit=4)
    return f"Plays {name} because it {missed}; overlooking nothing it would play {better}."


def _either_way(decision: Decision, level: kinds.LevelEvidence, cell: Cell, missed: str) -> str:
    """A move that it plays overlooking nothing and overlooking something: what is more likely comes first."""
    first, name = level.sights[0], decision.position.board.cell_name(cell)
    seeing = first.chance / len(first.cells) / decision.moves[cell]
    if seeing >= Fraction(1, 2):
        return f"{_overlooking_nothing(decision, level, cell, seeing)} Else it {missed}."
    blind = f"Plays {name}: in {share_words(1 - seeing)} of the cases at a look, where it {missed}"
    return f"{blind}. Else: {_overlooking_nothing(decision, level, cell, seeing)}"


def _overlooking_nothing(
    decision: Decision, level: kinds.LevelEvidence, cell: Cell, share: Fraction | None = None
) -> str:
    """What it plays with open eyes, and how likely its eyes are open, where there is anything to overlook.

    ``share``: in how many of the cases in which it plays this, where it plays it otherwise, too.
    """
    first, thought = level.sights[0], level.thought
    often = share_words(first.chance) if share is None else f"{share_words(share)} of the cases"
    seeing = f", overlooking nothing ({often})" if first.chance < 1 else ""
    if thought and cell in thought.moves:
        return f"As {thought.player}{seeing}: {sentence(thought, cell)}"
    what = move_phrase(decision.position, cell)
    if thought:
        return f"{what}{seeing}: the game is drawn, and of the moves that keep it so this looks best."
    return (
        f"{what}{seeing}: at a look {'no cell is' if len(first.cells) == 1 else 'few cells are'} worth more."
    )


def _all_sights(decision: Decision, level: kinds.LevelEvidence) -> str:
    board, other = decision.position.board, decision.position.to_move.other
    parts = []
    for sight in level.sights:
        cells = cells_words(board, sight.cells, "or", limit=4)
        if len(level.sights) == 1 and level.thought and set(sight.cells) == set(level.thought.moves):
            return f"As {level.thought.player}: {sentence(level.thought)}"
        if len(level.sights) == 1 and not sight.overlooked:
            return f"Plays {cells}, whichever chance picks: at a look they are as good."
        when = f"if it {_overlooks(sight, other)}" if sight.overlooked else "overlooking nothing"
        parts.append(f"{cells} {when}, {share_words(sight.chance)}")
    return f"Plays {'; '.join(parts)}."


def _overlooks(sight: kinds.Sight, other: Mark) -> str:
    which = " that lack two" if sight.sees_last else ""
    return f"overlooks {other}'s {listing([_LINES[kind] for kind in sight.overlooked])}{which}"


def _level_working(decision: Decision, level: kinds.LevelEvidence, _: Cell | None) -> str:
    """The board beside what it plays for all that it may overlook, the other side's threats, and whom it follows."""
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
        parts += [head, _evidence_working(level.thought)]
    return paragraphs(parts)


def _threats(board: Board, level: kinds.LevelEvidence) -> str:
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


_Words = Callable[[Decision, Any, Cell | None], str]

_WORDS: dict[type, tuple[_Words, _Words]] = {
    kinds.Uniform: (
        _uniform_sentence,
        lambda decision, *_: paragraphs([compact_text(decision.position), "Nothing was looked at."]),
    ),
    kinds.Ratings: (rating_words.ratings_sentence, rating_words.ratings_working),
    kinds.Weights: (weight_words.weights_sentence, weight_words.weights_working),
    kinds.EngineEvidence: (search_words.engine_sentence, search_words.engine_working),
    kinds.MctsEvidence: (search_words.mcts_sentence, search_words.mcts_working),
    kinds.Box: (learning_words.box_sentence, learning_words.box_working),
    kinds.Learned: (learning_words.learned_sentence, learning_words.learned_working),
    kinds.LevelEvidence: (_level_sentence, _level_working),
    kinds.ProgramEvidence: (_program_sentence, _program_working),
}
"""The sentence and the working of each kind of evidence."""


def _words_of(decision: Decision) -> tuple[_Words, _Words]:
    """Those of a decision's evidence; those of `explain` for kinds that it explains."""
    return _WORDS.get(type(decision.evidence), (_explained_sentence, _explained_working))


def _explained_sentence(decision: Decision, _: Evidence, cell: Cell | None) -> str:
    return explain.sentence(decision, cell)


def _explained_working(decision: Decision, _: Evidence, __: Cell | None) -> str:
    return render_text(explain.explain(decision).evidence_blocks())
