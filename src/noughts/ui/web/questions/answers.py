"""What the players, the solver and the rules say of a position, as plain JSON: the questions of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, cast

from noughts.engine.assessment import analyse, assess, judge
from noughts.engine.assessment import analysis as stream
from noughts.engine.assessment import review as review_game
from noughts.errors import NoughtsError, PlayerError, TooLargeError, quote
from noughts.explain import jsonable
from noughts.explain.decision import sentence
from noughts.explain.loss_reason import loss_reason
from noughts.explain.sentences import hint_sentence, mistake_sentence, outcome_sentence
from noughts.explain.turning_point import TurningPoint, WinByThreats, moment, refutation, turning_point
from noughts.explain.weight_words import steps
from noughts.explain.words import line_words, value_words
from noughts.game.board import Board, Cell
from noughts.game.cells import in_rows
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import completions, forks, open_rows
from noughts.players.evidence import Weights
from noughts.players.player import Decision
from noughts.players.registry import player_names
from noughts.records.game_state import ending_of
from noughts.solver.analysis import Analysis, Mistake, can_analyse
from noughts.solver.analysis import analyse as analyse_exactly
from noughts.solver.game_tree import GameTree
from noughts.solver.pitfalls import pitfalls
from noughts.solver.search.limits import Pace
from noughts.solver.value import Certainty, Result, Value
from noughts.ui.web.compute.boards import find_position
from noughts.ui.web.compute.jobs import EVERY, Tell
from noughts.ui.web.compute.opponents import pure_player
from noughts.ui.web.endings import ending_json

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.choices import AbsentJson, BrainsJson, GridStepJson, ToldDecisionJson
    from noughts.contract.terms import Side
    from noughts.contract.values import (
        AnalysisJson,
        BestLineJson,
        HintJson,
        OpenLinesJson,
        PositionJson,
        RefutationJson,
        ReviewedMistakeJson,
        ReviewedPlyJson,
        ReviewJson,
        TreeJson,
        TurningPointJson,
    )

_FEW_NODES = 2_000
"""How many positions are looked at where there is no time for more."""

_MANY_NODES = 1_000_000
"""How many are enough for somebody who watches: some seconds."""

_TREE_CELLS = 9
"""The largest board whose tree is opened here; the whole tree is measured for its sizes."""

_PNG_PIXELS = 800
"""The longer side of a PNG."""

_NODES_A_PLY = 5_000
"""Positions that the engine looks at for each ply of a reviewed game."""

_SEEN = {
    Certainty.EXACT: "Best play",
    Certainty.PROVED: "Its proof begins",
    Certainty.ESTIMATED: "The engine sees",
}
"""How the best line of a position is introduced."""

_EVERY_LINE = 25
"""Up to so many cells a grid is built up line by line; beyond, only the lines that add something are shown."""


def decide(position: Position, player: str) -> ToldDecisionJson:
    """A player's decision with its evidence and, in words, why."""
    return explanation_json(pure_player(player).decide(position))


def brains(position: Position) -> BrainsJson:
    """The decisions of every player that plays the board, and why the others do not."""
    decisions: list[ToldDecisionJson] = []
    absent: list[AbsentJson] = []
    for name in player_names():
        try:
            decisions.append(explanation_json(pure_player(name).decide(position)))
        except PlayerError as error:
            absent.append({"player": name, "why_not": str(error)})
    return {
        **jsonable.place_json(position),
        "brains": decisions,
        "absent": absent,
    }


def analysis(position: Position, nodes: int | None = None) -> AnalysisJson:
    """The value of the position and of every move: exact where it can be, else proved, else estimated."""
    return jsonable.analysis_json(analyse(position, nodes=nodes))


def live_analysis(tell: Tell, board: str | None, position: str | None) -> AnalysisJson:
    """The same, told as it becomes known, and deeper: until nothing more can be known, or so much was looked at."""
    pace = Pace(EVERY, at_once=True)
    with stream(find_position(board, position)) as seen:
        for known in seen:
            if known.nodes >= _MANY_NODES or _is_settled(known):
                seen.stop()
            elif pace.due():
                tell(jsonable.analysis_json(known))
        return jsonable.analysis_json(seen.wait())


def _is_settled(known: Analysis) -> bool:
    """Whether the position's value is known, and something of every move: looking longer tells little more."""
    return known.value.result is not None and all(value.score is not None for value in known.moves.values())


def estimate(position: Position) -> AnalysisJson:
    """The same by the engine alone, within few positions: where exact values would take too long."""
    return jsonable.analysis_json(assess(position, _FEW_NODES))


def position_facts(position: Position) -> PositionJson:
    """What the rules say: legal moves, the outcome, and where each side would complete a line or threaten two."""
    board, outcome = position.board, position.outcome
    sides: dict[Side, tuple[int, int]] = {"X": (position.x, position.o), "O": (position.o, position.x)}

    def cells(look: Callable[[Board, int, int], Iterable[Cell]]) -> dict[Side, list[str]]:
        """What each side has; nothing once the game is over."""
        return {side: [] if outcome else board.cell_names(look(board, *held)) for side, held in sides.items()}

    return {
        **jsonable.place_json(position),
        "ply": position.ply,
        "to_move": jsonable.side_json(position.to_move),
        "legal": [] if outcome else board.cell_names(position.empty),
        "outcome": ending_json(ending_of(outcome), position),
        "threats": cells(completions),
        "forks": cells(forks),
        "open_rows": {
            side: [] if outcome else [board.cell_names(row) for row in open_rows(board, *held)]
            for side, held in sides.items()
        },
    }


def line(position: Position, move: str | None) -> BestLineJson:
    """The best play of both sides, after a move where one is given, and what it is worth to the side to move."""
    board, mover = position.board, position.to_move
    if move is None:
        worth, cells = judge(position)
        words = f"{mover}, to move, {value_words(worth)}." if cells else _outcome_words(position)
    else:
        cell = board.cell(move)
        following, best = judge(position.play(cell))
        worth, cells = following.before(cell), (cell, *best)
        words = f"{move} {value_words(worth)}."
    names = board.cell_names(cells)
    return {
        **jsonable.place_json(position),
        **jsonable.judgement_json(worth, board),
        "winner": _winner(worth.result, mover),
        "line": names,
        "words": f"{words} {_SEEN[worth.certainty]}: {' '.join(names)}." if names else words,
    }


def hint(position: Position) -> HintJson:
    """A recommended move and why; the errors are those of ``Player.decide`` of the engine."""
    board, ranked = position.board, []
    if position.is_over:
        raise NoughtsError(f"the game {quote(position)} is over")
    if can_analyse(position) and pure_player("perfect").plays(board):
        exact = analyse_exactly(position)
        ranked = [*pitfalls(exact)]
        cell, words = ranked[0].cell, hint_sentence(exact, ranked)
    else:
        decision = pure_player("engine").decide(position)
        cell = next(iter(decision.moves))
        words = sentence(decision, cell)
    return {
        **jsonable.place_json(position),
        "cell": board.cell_name(cell),
        "words": words,
        "ranked": [
            {"cell": board.cell_name(each.cell), "wrong": each.wrong, "replies": each.replies}
            for each in ranked
        ],
    }


def open_lines(position: Position, cell: str) -> OpenLinesJson:
    """The lines through a cell that nobody has spoilt; the errors are those of ``Board.cell``."""
    board = position.board
    at = board.cell(cell)
    through = (
        line
        for line, mask in zip(board.lines, board.masks, strict=True)
        if mask >> at & 1 and not (mask & position.x and mask & position.o)
    )
    return {
        **jsonable.place_json(position),
        "cell": board.cell_name(at),
        "lines": [board.cell_names(line) for line in through],
    }


def picture(position: Position, last: str | None, coordinates: bool, paper: bool = False) -> str:
    """The position as an SVG picture; on paper it brings its own size, ground and colours."""
    from noughts.explain.svg import board_svg

    cell = None if last is None else position.board.cell(last)
    return board_svg(position, last=cell, coordinates=coordinates, paper=paper)


def photograph(position: Position, last: str | None, coordinates: bool) -> bytes:
    """The same on paper as PNG; NoughtsError where nothing is installed that draws it."""
    from noughts.explain.png import png

    return png(picture(position, last, coordinates, paper=True), _PNG_PIXELS)


def tree(position: Position, path: tuple[str, ...], merge: bool, depth: int) -> TreeJson:
    """The node that a path of moves leads to, with its window, and what lies below it."""
    root, on = GameTree(position, merge=merge), position.board
    if on.size > _TREE_CELLS:
        limit = f"the page opens trees of at most {_TREE_CELLS} cells; noughts tree opens larger ones"
        raise TooLargeError(f"the tree of {on} is too large: {limit}")
    node = root
    for name in path:
        cell = on.cell(name)
        below = [child for child in node.children() if child.move == cell]
        if not below:
            raise NoughtsError(f"no branch {quote(name)} below {quote(node.position)}")
        (node,) = below
    return jsonable.tree_json(node, depth)


def review(start: Position, moves: tuple[str, ...]) -> ReviewJson:
    """The value after every ply of a game, as far as it can be computed or proved, and its mistakes."""
    cells = [start.board.cell(name) for name in moves]
    values, mistakes = review_game(start, cells, _NODES_A_PLY)
    played = list(accumulate(cells, Position.play_unchecked, initial=start))
    plies = zip((None, *moves), played, values, strict=True)
    over = played[-1].outcome
    refutations = {
        mistake.ply: _refutation(mistake, cells[mistake.ply - start.ply + 1 :]) for mistake in mistakes
    }
    loss = loss_reason(start, cells, mistakes)
    turning = turning_point(mistakes, over.winner, lambda each: refutations[each.ply]) if over else None
    return {
        **jsonable.place_json(start),
        "moves": list(moves),
        "values": [_ply_json(move, each, value) for move, each, value in plies],
        "mistakes": [_mistake_json(each, refutations[each.ply]) for each in mistakes],
        "turning_point": None if turning is None else _turning_point_json(turning),
        "loss": None if loss is None else {"what": loss.what, "text": loss.text},
    }


def _refutation(mistake: Mistake, following: Sequence[Cell]) -> WinByThreats | None:
    """Return how the other side could win after a mistake, or how the mover could have won if that is not known.

    ``following`` are the moves of the game after the mistake.
    """
    lost = mistake.after.result is Result.LOSS
    if not lost and mistake.before.result is not Result.WIN:
        return None
    position = mistake.position.play(mistake.cell) if lost else mistake.position
    return refutation(position, judge(position, _NODES_A_PLY)[1], following if lost else ())


def _mistake_json(mistake: Mistake, refuted: WinByThreats | None) -> ReviewedMistakeJson:
    described = moment(mistake, refuted)
    return {
        **jsonable.mistake_json(mistake),
        "sentence": mistake_sentence(mistake),
        "what": described.what,
        "instead": described.instead,
        "refutation": _refutation_json(refuted) if refuted else None,
    }


def _refutation_json(refuted: WinByThreats) -> RefutationJson:
    board = refuted.position.board
    return {
        "side": jsonable.side_json(refuted.side),
        "line": board.cell_names(refuted.line),
        "board": str(board),
        "position": refuted.position.rows_text,
        "last": board.cell_name(refuted.last),
        "threatens": board.cell_names(refuted.threatens),
        "lines": [board.cell_names(line) for line in refuted.lines],
    }


def _turning_point_json(turning: TurningPoint) -> TurningPointJson:
    position = turning.position
    return {
        "ply": position.ply,
        "position": position.rows_text,
        "side": jsonable.side_json(turning.side),
        "move": position.board.cell_name(turning.cell),
        "needed": position.board.cell_names(turning.needed),
        "what": turning.what,
        "instead": turning.instead,
        "sentence": turning.sentence,
    }


def explanation_json(decision: Decision) -> ToldDecisionJson:
    """A decision with its evidence and, in words, why."""
    name = decision.position.board.cell_name
    told = {
        **jsonable.decision_json(decision),
        "sentence": sentence(decision),
        "why": {name(cell): sentence(decision, cell) for cell, share in decision.moves.items() if share},
    }
    if isinstance(decision.evidence, Weights):
        told["built"] = _steps_json(decision)
    return cast("ToldDecisionJson", told)


def _steps_json(decision: Decision) -> list[GridStepJson]:
    """The weight grid after each line, and what the line added."""
    board = decision.position.board
    built: list[GridStepJson] = []
    for line, feed, totals in steps(decision):
        if feed or board.size <= _EVERY_LINE:
            built.append(
                {
                    "line": board.cell_names(line),
                    "words": line_words(board, line),
                    "kind": feed.kind.value if feed else None,
                    "weight": feed.weight if feed else 0,
                    "cells": board.cell_names(feed.cells) if feed else [],
                    "grid": in_rows(totals, board.columns),
                }
            )
    return built


def _ply_json(move: str | None, position: Position, value: Value) -> ReviewedPlyJson:
    """A position's value for the side to move, and who wins with best play; null where it is not known."""
    mover, result = position.to_move, value.result
    told: ReviewedPlyJson = {
        "ply": position.ply,
        "move": move,
        "position": position.rows_text,
        "to_move": jsonable.side_json(mover),
        "value": None if result is None else jsonable.result_json(result),
        "plies": value.plies,
        "winner": _winner(result, mover),
    }
    if value.estimate is not None:
        told["estimate"] = value.estimate
    return told


def _winner(result: Result | None, mover: Mark) -> Side | None:
    """Who wins with best play, by what a position is worth to the side to move, as far as that is known."""
    if not result:
        return None
    return jsonable.side_json(mover if result is Result.WIN else mover.other)


def _outcome_words(position: Position) -> str:
    assert position.outcome
    return outcome_sentence(position.outcome, position.board)
