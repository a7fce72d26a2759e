"""The engine, and the tree of random games: what they proved or expect, and the moves that they searched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from noughts.engine.search_info import Candidate
from noughts.explain import say
from noughts.explain.blocks import (
    Block,
    Details,
    Figure,
    Heading,
    Note,
    Paragraph,
    Row,
    Table,
    TableCell,
    Text,
    bare,
)
from noughts.explain.say import estimate_words, percent, plural, score_words
from noughts.game.board import Board, Cell
from noughts.game.threats import completed
from noughts.players.evidence import EngineEvidence, MctsEvidence
from noughts.players.player import Decision
from noughts.solver.value import Result

_FEW = 8
"""Maximum number of moves that are shown at once. The others are in details."""

_SCORES = "A score is in thousandths of a logit: 0 is even, +1,000 is 73 in 100. It is an estimate, no value."
_DANGER = "By these fours the other side would win if nothing were done."
_MEAN = "The mean is the share of points; a draw is half a point."


def engine_why(decision: Decision, engine: EngineEvidence, _: Cell | None) -> Text:
    """Return the win, the loss that the move delays, the threat that it meets, or the score."""
    position, value, cell = decision.position, engine.value, next(iter(decision.moves))
    board = position.board
    if wins := say.win(position, cell):
        return wins
    if value and value.result is Result.WIN:
        how = " by threats" if engine.threat else ""
        line = f": {say.moves(board, engine.pv)}" if len(engine.pv) > 1 else ""
        return f"Plays {say.cell(board, cell)}, which {say.value(value)}{how}{line}."
    what = say.move(position, cell)
    if value and value.result is Result.LOSS:
        return f"{what}, though it {say.value(value)}: no other move was found to last longer."
    if value:
        return f"{what}, which draws: no other move does better."
    effort = say.effort(engine.nodes, engine.depth)
    return f"{_reason(decision, engine, cell)}: {score_words(engine.score)}, after {effort}."


def engine_blocks(decision: Decision, engine: EngineEvidence) -> Iterator[Block]:
    """Yield the best play and the threats of both sides on the board, and the score of every move."""
    board = decision.position.board
    worth = f"Nothing is proved; {score_words(engine.score)}."
    if engine.value:
        worth = f"Proved: {say.cell(board, engine.best)} {say.value(engine.value)}."
    yield Heading("The best play it sees")
    yield _play(decision, engine.pv, worth)
    if engine.threat:
        yield Heading("The threats that win")
        length = plural(len(engine.threat), "ply", "plies")
        yield _play(decision, engine.threat, f"{length}: every answer is forced, or loses sooner.")
    if engine.danger:
        yield Heading("What it must meet")
        yield _play(decision, engine.danger, _DANGER)
    yield Heading("The moves it searched")
    rows = [_candidate_row(board, each) for each in _scored_candidates(engine)]
    rows[0] = replace(rows[0], chosen=True)
    heads = ("move", "score", "expected", "proved")
    yield from tables("The moves that were searched", heads, rows, _FEW, "other move", "<>><")
    yield Paragraph(f"Searched: {bare(say.effort(engine.nodes, engine.depth))}. {_SCORES}", note=True)


def mcts_why(decision: Decision, mcts: MctsEvidence, _: Cell | None) -> Text:
    """Return the win that is proved, or how often the move was tried and the mean of its games."""
    position, best = decision.position, mcts.branches[0]
    if wins := say.win(position, best.cell):
        return wins
    what = say.move(position, best.cell)
    if mcts.value:
        proved = f"{what}, which {say.value(mcts.value)}: proved in {plural(mcts.playouts, 'random game')}"
        if mcts.value.result is Result.WIN:
            return f"{proved}, {say.moves(position.board, best.line)}."
        return f"{proved}."
    mean = f", with {percent(best.mean)} of the points" if best.mean is not None else ""
    return f"{what}: {best.visits:,} of {plural(mcts.playouts, 'random game')} began with it{mean}."


def mcts_blocks(decision: Decision, mcts: MctsEvidence) -> Iterator[Block]:
    """Yield the best play on the board, how often each move was tried, and how its games went."""
    board = decision.position.board
    best = "Nothing is proved."
    if mcts.value:
        best = f"Proved: {say.cell(board, mcts.pv[0])} {say.value(mcts.value)}."
    yield Heading("The best play it sees")
    yield _play(decision, mcts.pv, best)
    yield Heading("The top of the tree")
    most = max([1, *(branch.visits for branch in mcts.branches)])
    rows = [
        Row(
            (
                say.cell(board, branch.cell),
                TableCell(f"{branch.visits:,}", share=branch.visits / most),
                say.NOTHING if branch.mean is None else percent(branch.mean),
                say.value(branch.value) if branch.value else say.NOTHING,
                say.moves(board, branch.line),
            ),
            cells=say.names(board, [branch.cell]),
        )
        for branch in mcts.branches
    ]
    heads = ("move", "games", "mean", "proved", "best play")
    yield from tables("The moves at the root", heads, rows, _FEW, "other move", "<>><<")
    games = f"{plural(mcts.playouts, 'random game')} of the seed {mcts.seed}"
    yield Paragraph(f"{games} grew a tree of {plural(mcts.nodes, 'node')}. {_MEAN}", note=True)


def _reason(decision: Decision, engine: EngineEvidence, cell: Cell) -> Text:
    """Return the move and its purpose, if one can be named."""
    position, what = decision.position, say.move(decision.position, cell)
    if completed(position, position.to_move.other, cell):
        return what
    if engine.danger:
        fours = say.moves(position.board, engine.danger)
        return f"{what} against {position.to_move.other}'s next fours ({fours})"
    return f"{what}, the best of {plural(len(engine.candidates), 'move')}"


def _play(decision: Decision, moves: Sequence[Cell], words: Text) -> Figure:
    """Return the board with moves numbered, and words after their names. A cell played twice has its first number."""
    board = decision.position.board
    names = say.names(board, moves)
    notes: dict[str, Note] = {}
    for number, name in enumerate(names, start=1):
        notes.setdefault(name, Note(str(number)))
    return Figure(decision.position, f"{say.moves(board, moves)}. {words}", notes, rings=names[:1])


def _scored_candidates(engine: EngineEvidence) -> tuple[Candidate, ...]:
    """Return the candidates. The chosen one has the score of the decision, even if an interrupted search bounds it."""
    first, *others = engine.candidates
    return (first if first.exact else replace(first, score=engine.score, exact=True), *others)


def _candidate_row(board: Board, candidate: Candidate) -> Row:
    """Return a move with its score, which is a bound if the move was only shown not to be better."""
    proves = candidate.exact or candidate.score < 0  # that it wins at most proves nothing
    value, score = candidate.value if proves else None, candidate.score
    bound = "" if candidate.exact or value else "at most "
    expected = say.NOTHING if value else f"{bound}{estimate_words(score)} in 100"
    texts = (
        say.cell(board, candidate.cell),
        f"{bound}{say.signed(score)}",
        expected,
        say.value(value) if value else say.NOTHING,
    )
    return Row(texts, cells=say.names(board, [candidate.cell]))


def tables(
    caption: str, head: tuple[str, ...], rows: Sequence[Row], few: int, other: str, align: str = ""
) -> Iterator[Block]:
    """Yield a table of the first ``few`` rows, and the others in details. ``other`` is what they are called."""
    yield Table(caption, head, tuple(rows[:few]), align, quiet=True)
    if others := tuple(rows[few:]):
        title = plural(len(others), other)
        yield Details(title, (Table(caption, head, others, align, quiet=True),))
