"""The engine and the tree of random games: what they proved, feared or expect, the working behind it, and analyses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from noughts.engine.search_info import Candidate
from noughts.explain.board_text import compact_text, fitting_text, value_overlay
from noughts.explain.text_table import beside, paragraphs, text_table
from noughts.explain.words import estimate_words, lines_words, percent, plural, value_words
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.game.threats import completed
from noughts.players.evidence import EngineEvidence, LevelEvidence, MctsEvidence
from noughts.players.player import Decision
from noughts.solver.analysis import Analysis
from noughts.solver.value import Result

_FEW = 12
"""So many moves are listed; the others are counted."""

ESTIMATES = "W wins, L loses in so many plies, D draws: proved. ~62 is an estimate, 62 in 100, and no value."


def engine_sentence(decision: Decision, engine: EngineEvidence, _: Cell | None) -> str:
    """Why the engine moves there: the win, the loss that it delays, the threat that it meets, or the score."""
    board, value, cell = decision.position.board, engine.value, next(iter(decision.moves))
    if wins := win_sentence(decision.position, cell):
        return wins
    if value and value.result is Result.WIN:
        how = " by threats" if engine.threat else ""
        return f"Plays {board.cell_name(cell)}, which {value_words(value)}{how}: {moves_words(board, engine.pv)}."
    what = move_phrase(decision.position, cell)
    if value and value.result is Result.LOSS:
        return f"{what}, though it {value_words(value)}: no other move was found to last longer."
    if value:
        return f"{what}, which draws: no other move does better."
    return f"{_reason(decision, engine, cell)}: {score_words(engine.score)}, after {_searched(engine)}."


def thinking_words(decision: Decision) -> str:
    """How a decision stands that ripens, in one line: how deep, what it expects, and the best play so far."""
    evidence = decision.evidence
    if isinstance(evidence, LevelEvidence) and evidence.thought:
        evidence = evidence.thought.evidence
    board = decision.position.board
    if not isinstance(evidence, EngineEvidence):
        return f"{decision.player} plays {moves_words(board, tuple(decision.moves))}"
    worth = value_words(evidence.value) if evidence.value else score_words(evidence.score)
    return f"{decision.player} thinks: {_depth_words(evidence)}: {worth}; {moves_words(board, evidence.pv)}"


def win_sentence(position: Position, cell: Cell) -> str:
    """That a move completes lines, and which; nothing where it completes none."""
    board, side = position.board, position.to_move
    wins = completed(position, side, cell)
    return f"Wins at {board.cell_name(cell)}: {side} completes {lines_words(board, wins)}." if wins else ""


def move_phrase(position: Position, cell: Cell) -> str:
    """A move, and what it blocks: ``Blocks the row from c4 to g4 at e4``, ``Plays e4``."""
    board, blocks = position.board, completed(position, position.to_move.other, cell)
    name = board.cell_name(cell)
    return f"Blocks {lines_words(board, blocks)} at {name}" if blocks else f"Plays {name}"


def moves_words(board: Board, cells: Sequence[Cell]) -> str:
    """Moves one after another: ``d5 c5 h5``."""
    return " ".join(board.cell_names(cells))


def score_words(score: int) -> str:
    """What a score says that proves nothing: ``it expects to score about 62 in 100``."""
    return f"it expects to score about {estimate_words(score)} in 100"


def _reason(decision: Decision, engine: EngineEvidence, cell: Cell) -> str:
    """What the move is for, as far as one thing can be named."""
    position, what = decision.position, move_phrase(decision.position, cell)
    if completed(position, position.to_move.other, cell):
        return what
    if engine.danger:
        fours = moves_words(position.board, engine.danger)
        return f"{what} against {position.to_move.other}'s next fours ({fours})"
    return f"{what}, the best of {plural(len(engine.candidates), 'move')}"


def _searched(search: EngineEvidence | Analysis) -> str:
    """How much was looked at: ``1,234 positions, 5 plies deep``."""
    depth = f", {plural(search.depth, 'ply', 'plies')} deep" if search.depth else ""
    return f"{plural(search.nodes, 'position')}{depth}"


def _depth_words(search: EngineEvidence | Analysis) -> str:
    """The same while it is going on: ``5 plies deep, 1,234 positions``."""
    return f"{plural(search.depth, 'ply', 'plies')} deep, {plural(search.nodes, 'position')}"


def mcts_sentence(decision: Decision, mcts: MctsEvidence, _: Cell | None) -> str:
    """Why it moves there: the win that is proved, or its visits and the mean of its games."""
    position, best = decision.position, mcts.branches[0]
    if wins := win_sentence(position, best.cell):
        return wins
    what = move_phrase(position, best.cell)
    if mcts.value:
        proved = f"{what}, which {value_words(mcts.value)}: proved in {plural(mcts.playouts, 'random game')}"
        if mcts.value.result is Result.WIN:
            return f"{proved}, {moves_words(position.board, best.line)}."
        return f"{proved}."
    mean = f", with {percent(best.mean)} of the points" if best.mean is not None else ""
    return f"{what}: {best.visits:,} of {plural(mcts.playouts, 'random game')} began with it{mean}."


def engine_working(decision: Decision, engine: EngineEvidence, _: Cell | None) -> str:
    """The board with the moves of the best play numbered, beside the candidates; then what was found."""
    numbered: dict[Cell, str] = {}
    for number, cell in enumerate(engine.pv, start=1):
        numbered.setdefault(cell, str(number))
    drawn = compact_text(decision.position, numbered)
    return paragraphs([beside(drawn, _candidates(decision, engine)), "\n".join(_report(decision, engine))])


def _candidates(decision: Decision, engine: EngineEvidence) -> str:
    """The best moves by score; one that was only shown not to be better has at most its score."""
    rows = [["move", "score", "in 100", "proved"]]
    for candidate in _scored_candidates(engine)[:_FEW]:
        proves = candidate.exact or candidate.score < 0  # at most a win proves nothing
        value = candidate.value if proves else None
        most = "" if candidate.exact or value else "at most "
        share = "" if value else f"{most}{estimate_words(candidate.score)}"
        proved = value_words(value) if value else ""
        rows.append(
            [decision.position.board.cell_name(candidate.cell), f"{most}{candidate.score:+,}", share, proved]
        )
    left = len(engine.candidates) - _FEW
    more = f"and {plural(left, 'other move')}" if left > 0 else ""
    return "\n".join(line for line in (text_table(rows, "<>><"), more) if line)


def _scored_candidates(engine: EngineEvidence) -> tuple[Candidate, ...]:
    """The candidates; the chosen one has the score that the decision goes by, also where a broken search bounds it."""
    first, *others = engine.candidates
    return (first if first.exact else replace(first, score=engine.score, exact=True), *others)


def _report(decision: Decision, engine: EngineEvidence) -> list[str]:
    """The best play, the threats of both sides, how much was looked at, and what a score is."""
    other = decision.position.to_move.other
    lines: Sequence[tuple[str, Sequence[Cell]]] = (
        ("Best play seen", engine.pv),
        ("Winning threats found", engine.threat),
        (f"The fours by which {other} would win if nothing were done", engine.danger),
    )
    board = decision.position.board
    told = [f"{head}: {moves_words(board, cells)}." for head, cells in lines if cells]
    return [
        *told,
        f"Searched: {_searched(engine)}.",
        "A score is in thousandths of a logit: 0 is even, +1,000 is 73 in 100.",
    ]


def mcts_working(decision: Decision, mcts: MctsEvidence, _: Cell | None) -> str:
    """The board beside the best branches; then how much was done."""
    name = decision.position.board.cell_name
    rows = [["move", "visits", "mean", "proved", "best play"]]
    for branch in mcts.branches[:_FEW]:
        mean = "" if branch.mean is None else percent(branch.mean)
        proved = value_words(branch.value) if branch.value else ""
        rows.append([name(branch.cell), f"{branch.visits:,}", mean, proved, " ".join(map(name, branch.line))])
    drawn = beside(compact_text(decision.position), text_table(rows, "<>><<"))
    left = len(mcts.branches) - _FEW
    others = f" {plural(left, 'other move')} came behind." if left > 0 else ""
    games = f"{plural(mcts.playouts, 'random game')} of the seed {mcts.seed}"
    size = f"{games} grew a tree of {plural(mcts.nodes, 'node')}."
    return paragraphs([drawn, f"{size}{others}"])


def analysis_text(analysis: Analysis) -> str:
    """Who does what, the board with the values of the moves, the best of them; of the engine also what it sees."""
    position = analysis.position
    board = position.board
    drawn = fitting_text(position, value_overlay(analysis.moves))
    words = f"{position.to_move}, to move, {value_words(analysis.value)}."
    best = f"best: {', '.join(board.cell_names(analysis.best))}" if analysis.best else ""
    seen = _engine_report(analysis, board) if analysis.nodes else ""
    return paragraphs([words, drawn, best, seen])


def standing_words(analysis: Analysis) -> str:
    """How an analysis stands, in one line: how deep, for how much, and the best play."""
    line = moves_words(analysis.position.board, analysis.line)
    return f"{_depth_words(analysis)}: {value_words(analysis.value)}; {line}"


def _engine_report(analysis: Analysis, board: Board) -> str:
    """What the letters mean, the best play, the threats, and how much was looked at."""
    other = analysis.position.to_move.other
    lines = [ESTIMATES, f"Best play seen: {moves_words(board, analysis.line)}."]
    if analysis.threat:
        lines.append(f"Winning threats: {moves_words(board, analysis.threat)}.")
    if analysis.danger:
        lines.append(f"If nothing is done {other} wins by fours: {moves_words(board, analysis.danger)}.")
    return "\n".join([*lines, f"Searched: {_searched(analysis)}."])
