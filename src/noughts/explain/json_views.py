"""Answers as plain JSON values, in the shapes of ``noughts.contract``, which other programs rely on.

Fractions are exact text (``"1/3"``), cells go by name, and moves that are never played are left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import Enum
from math import isfinite
from typing import TYPE_CHECKING, Any, cast, get_args

from noughts.contract.json_types import json_types
from noughts.contract.numbers import SCHEMA
from noughts.displayable import Json
from noughts.game.board import Board, Cell
from noughts.game.count import Count
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.player import Decision, Evidence, Player
from noughts.players.registry import defaults
from noughts.solver.analysis import Analysis, Mistake
from noughts.solver.game_tree import HIGH, LOW, GameTree
from noughts.solver.value import EstimatedValue, ExactValue, KnownValue, ProvedValue, Result, Value

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract import values
    from noughts.contract.choices import FactsJson
    from noughts.contract.terms import PositionAnswerJson, ResultWord, Side
    from noughts.explain.shapes import CountJson, DecisionJson, EvidenceJson, FollowedJson


def place_json(position: Position) -> PositionAnswerJson:
    """How an answer about a position begins."""
    return {"schema": SCHEMA, "board": str(position.board), "position": position.rows_text}


def decision_json(decision: Decision) -> DecisionJson:
    """What a player plays, with its evidence."""
    return {**place_json(decision.position), **_chosen_json(decision, decision.position.board)}


def facts_json(kind: type[Player]) -> FactsJson:
    """What a player's author declares of it, and its options."""
    facts = kind.facts
    return {
        "name": kind.name,
        "called": facts.called,
        "title": facts.title,
        "origin": facts.origin,
        "boards": facts.boards,
        "options": {name: str(default) for name, default in defaults(kind).items()},
        "deterministic": facts.deterministic,
        "breaks_symmetry": facts.breaks_symmetry,
    }


def analysis_json(analysis: Analysis) -> values.AnalysisJson:
    """What the position and every move are worth for the side to move, and the best moves."""
    position, board = analysis.position, analysis.position.board
    moves = {board.cell_name(cell): judgement_json(move, board) for cell, move in analysis.moves.items()}
    own: Json = {
        **place_json(position),
        "to_move": position.to_move.value,
        **judgement_json(analysis.value, board),
        "moves": moves,
        "best": board.cell_names(analysis.best),
        "exact": analysis.is_exact,
    }
    answer = cast("values.AnalysisJson", own)
    if analysis.nodes:
        answer["line"] = board.cell_names(analysis.line)
        answer["threat"] = board.cell_names(analysis.threat)
        answer["danger"] = board.cell_names(analysis.danger)
        answer["depth"], answer["nodes"] = analysis.depth, analysis.nodes
    return answer


def judgement_json(value: Value, board: Board) -> values.JudgementJson:
    """A value that may be no more than proved, or estimated."""
    if isinstance(value, EstimatedValue):
        unknown: values.JudgementJson = {"value": "unknown", "plies": None}
        return unknown if value.estimate is None else {**unknown, "estimate": value.estimate}
    known: values.JudgementJson = {"value": result_json(value.result), "plies": value.plies}
    if isinstance(value, ProvedValue) and value.proof:
        known["proof"] = board.cell_names(value.proof)
    return known


def mistake_json(mistake: Mistake) -> values.MistakeJson:
    """A mistake: the move, its values for the mover before and after, what would have been best, its size."""
    board = mistake.position.board
    return {
        "ply": mistake.ply,
        "position": mistake.position.rows_text,
        "move": board.cell_name(mistake.cell),
        "before": judgement_json(mistake.before, board),
        "after": judgement_json(mistake.after, board),
        "best": board.cell_names(mistake.best),
        "size": mistake.size,
    }


def value_json(value: KnownValue) -> values.ValueJson:
    """A result that is known, and its distance: ``{"value": "win", "plies": 3}``."""
    return {"value": result_json(value.result), "plies": value.plies}


def result_json(result: Result) -> ResultWord:
    """``win``, ``draw`` or ``loss``."""
    return "win" if result is Result.WIN else "draw" if result is Result.DRAW else "loss"


def side_json(mark: Mark) -> Side:
    """``X`` or ``O``."""
    return "X" if mark is Mark.X else "O"


def count_json(count: Count) -> CountJson:
    """Positions, canonical ones, finished ones and complete games by result, all of it by ply too."""
    return {"schema": SCHEMA, **fields_json(count, count.board)}


def tree_json(tree: GameTree, depth: int) -> values.TreeJson:
    """Return a game tree down to ``depth`` levels; ``hidden`` counts the nodes below that are not listed.

    ``result`` is +1, 0 or -1 and ``value`` the same in words, both for MAX; a node that is ``cut`` is
    never visited by alpha-beta; an open side of ``window`` is null.
    """
    return {"schema": SCHEMA, **_node_json(tree, depth)}


def _node_json(tree: GameTree, depth: int) -> values.TreeNodeJson:
    size, position = tree.size, tree.position
    alpha, beta = tree.window
    children = tree.children() if depth else ()
    return {
        "position": position.rows_text,
        "move": None if tree.move is None else position.board.cell_name(tree.move),
        "copies": tree.copies,
        "level": "MAX" if tree.is_max else "MIN",
        "result": tree.result,
        **value_json(tree.value),
        "window": [alpha if alpha > LOW else None, beta if beta < HIGH else None],
        "cut": tree.is_cut,
        "nodes": size.nodes,
        "games": size.leaves,
        "visited": size.visited,
        "hidden": 0 if depth else size.nodes - 1,
        "children": [_node_json(child, depth - 1) for child in children],
    }


def evidence_json(evidence: Evidence, board: Board) -> EvidenceJson:
    """Return the kind and the fields of any evidence; only the kind if it is not a dataclass."""
    value: Any = evidence
    return {"kind": evidence.kind, **(fields_json(value, board) if is_dataclass(value) else {})}


def moves_json(decision: Decision) -> dict[str, str]:
    """Return the probability of every move that may be played."""
    return {
        decision.position.board.cell_name(cell): str(share) for cell, share in decision.moves.items() if share
    }


def _chosen_json(chosen: Decision, board: Board) -> FollowedJson:
    """Return what a player does, and what it saw."""
    evidence = evidence_json(chosen.evidence, board)
    return {"player": chosen.player, "moves": moves_json(chosen), "evidence": evidence}


def fields_json(value: Any, board: Board) -> Json:
    """Return a dataclass as JSON, field by field; the types of the fields tell which numbers are cells."""
    kind: Any = type(value)
    return {name: _plain(getattr(value, name), hint, board) for name, hint in json_types(kind).items()}


def _plain(value: Any, hint: Any, board: Board) -> Any:
    """One value as JSON; ``hint`` is its declared type, or None where that is not known."""
    if hint is Cell or (isinstance(value, int) and Cell in get_args(hint)):
        return board.cell_name(value)
    if isinstance(value, Mapping):
        kinds = (*get_args(hint), None, None)
        return {str(_plain(k, kinds[0], board)): _plain(v, kinds[1], board) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item, _item_hint(hint, i), board) for i, item in enumerate(value)]
    return _chosen_json(value, board) if isinstance(value, Decision) else _single(value, board)


def _item_hint(hint: Any, index: int) -> Any:
    """The declared type of an item of ``list[Cell]``, ``Line``, ``tuple[str, Cell]``, ``Line | None``."""
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    if len(kinds) == 1 and get_args(kinds[0]):
        kinds = list(get_args(kinds[0]))
    many = len(kinds) == 1 or Ellipsis in kinds
    return kinds[0] if kinds and many else kinds[index] if index < len(kinds) else None


def _single(value: Any, board: Board) -> Any:
    if isinstance(value, (ExactValue, ProvedValue)):
        return value_json(value)
    if isinstance(value, Position) and value.board == board:
        return value.rows_text
    if isinstance(value, Enum):
        return _single(value.value, board)
    if value is None or isinstance(value, (bool, int, str)) or (isinstance(value, float) and isfinite(value)):
        return value
    if is_dataclass(value) and not isinstance(value, (type, Position, Board)):
        return fields_json(value, board)
    return str(value)
