"""Answers as plain JSON values: the public contract that other programs rely on.

Fractions are exact text (``"1/3"``), cells go by name, and moves that are never played are left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, get_args, get_type_hints

from noughts.game.board import Board, Cell
from noughts.game.count import Count, PlyCount, Tally
from noughts.players.evidence import DecisionTable, Evidence, Ratings, Row, Rule, Weights
from noughts.players.player import Decision
from noughts.players.step import read_steps
from noughts.solver.analysis import Analysis, Mistake
from noughts.solver.game_tree import HIGH, LOW, GameTree
from noughts.solver.value import Value

Json = dict[str, Any]
"""An object of the contract; its values are JSON all the way down."""


def decision_json(decision: Decision) -> Json:
    """``position``, ``board``, ``player``, ``moves`` {cell: "1/3"} and ``evidence`` with its ``kind``."""
    position = decision.position
    moves = {position.board.cell_name(cell): str(share) for cell, share in decision.moves.items() if share}
    return {
        "position": str(position),
        "board": str(position.board),
        "player": decision.player,
        "moves": moves,
        "evidence": evidence_json(decision.evidence, position.board),
    }


def analysis_json(analysis: Analysis) -> Json:
    """The value of the position and of every move for the side to move, and the best moves."""
    position = analysis.position
    name = position.board.cell_name
    return {
        "position": str(position),
        "board": str(position.board),
        "to_move": str(position.to_move),
        **value_json(analysis.value),
        "moves": {name(cell): value_json(value) for cell, value in analysis.moves.items()},
        "best": [name(cell) for cell in analysis.best],
    }


def mistake_json(mistake: Mistake) -> Json:
    """A mistake: the move, its values for the mover before and after, what would have been best, its size."""
    name = mistake.position.board.cell_name
    return {
        "ply": mistake.ply,
        "position": str(mistake.position),
        "move": name(mistake.cell),
        "before": value_json(mistake.before),
        "after": value_json(mistake.after),
        "best": [name(cell) for cell in mistake.best],
        "size": mistake.size,
    }


def value_json(value: Value) -> Json:
    """A result and its distance: ``{"value": "win", "plies": 3}``."""
    return {"value": str(value.result), "plies": value.plies}


def count_json(count: Count) -> Json:
    """Positions, canonical ones, finished ones and complete games by result, all of it by ply too."""
    return {"board": str(count.board), **_counted(count), "by_ply": [_ply_json(ply) for ply in count.by_ply]}


def tree_json(tree: GameTree, depth: int) -> Json:
    """A game tree to so many levels; ``hidden`` counts the nodes below that are not listed.

    ``result`` is +1, 0 or -1 and ``value`` the same in words, both for MAX; a node that is ``cut`` is
    never visited by alpha-beta; an open side of ``window`` is null.
    """
    size, position = tree.size, tree.position
    children = tree.children() if depth else ()
    return {
        "position": str(position),
        "move": None if tree.move is None else position.board.cell_name(tree.move),
        "copies": tree.copies,
        "level": tree.level,
        "result": tree.result,
        **value_json(tree.value),
        "window": [bound if LOW < bound < HIGH else None for bound in tree.window],
        "cut": tree.is_cut,
        "nodes": size.nodes,
        "games": size.leaves,
        "visited": size.visited,
        "hidden": 0 if depth else size.nodes - 1,
        "children": [tree_json(child, depth - 1) for child in children],
    }


def evidence_json(evidence: Evidence, board: Board) -> Json:
    """What a player saw; a dataclass that is not the house's own becomes plain JSON field by field."""
    match evidence:
        case Ratings():
            kept = {"kept_first": evidence.kept_first, "kept_second": evidence.kept_second}
            return {**plain(evidence, board), **{k: _names(cells, board) for k, cells in kept.items()}}
        case Weights():
            weights = plain(evidence, board)
            lines = weights.pop("feeds")
            return {**weights, "lines": lines}
        case DecisionTable():
            rows = [_row_json(row, board) for row in evidence.rows]
            return {**plain(evidence, board), "rows": rows, **_steps_json(evidence)}
        case Rule():
            return {**plain(evidence, board), **_steps_json(evidence)}
    return plain(evidence, board)


def plain(evidence: Evidence, board: Board) -> Json:
    """The kind and the fields of any evidence as JSON; only the kind if it is not a dataclass."""
    value: Any = evidence
    return {"kind": evidence.kind, **(_fields(value, board) if is_dataclass(value) else {})}


def _steps_json(evidence: Rule | DecisionTable) -> Json:
    """All steps by number and name, and what those of them mean that have a meaning."""
    return {
        "steps": [[step.number, step.name] for step in read_steps(evidence.steps)],
        "meanings": {step.name: step.meaning for step in evidence.all_steps if step.meaning},
    }


def _row_json(row: Row, board: Board) -> Json:
    found = _fields(row, board)
    states = {"sum": row.total, "clear": row.clear, "blocked": row.blocked, "filled": row.filled}
    line = found.pop("line")
    return {"name": found.pop("name"), "cells": line, "marks": found.pop("marks"), **states, **found}


def _counted(counts: Count | PlyCount) -> Json:
    return {
        "positions": counts.positions,
        "canonical": counts.canonical,
        "terminal": _tally_json(counts.terminal),
        "canonical_terminal": _tally_json(counts.canonical_terminal),
        "games": _tally_json(counts.games),
    }


def _ply_json(ply: PlyCount) -> Json:
    return {"ply": ply.ply, **_counted(ply)}


def _tally_json(tally: Tally) -> Json:
    return {"total": tally.total, "x": tally.x, "o": tally.o, "draw": tally.draw}


def _names(cells: Iterable[Cell], board: Board) -> list[str]:
    return [board.cell_name(cell) for cell in cells]


def _fields(value: Any, board: Board) -> Json:
    """The fields of a dataclass; their types tell which numbers are cells."""
    hints = _hints(value.__class__)
    return {f.name: _plain(getattr(value, f.name), hints.get(f.name), board) for f in fields(value)}


@cache
def _hints(kind: type) -> dict[str, Any]:
    try:
        return get_type_hints(kind)
    except NameError:  # a plug-in may name types that only its type checker knows
        return {}


def _plain(value: Any, hint: Any, board: Board) -> Any:
    """One value as JSON; ``hint`` is its declared type, or None where that is not known."""
    if hint is Cell or (isinstance(value, int) and Cell in get_args(hint)):
        return board.cell_name(value)
    if isinstance(value, Mapping):
        kinds = (*get_args(hint), None, None)
        return {str(_plain(k, kinds[0], board)): _plain(v, kinds[1], board) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(item, _item_hint(hint, i), board) for i, item in enumerate(value)]
    return _single(value, board)


def _item_hint(hint: Any, index: int) -> Any:
    """The declared type of an item of ``list[Cell]``, ``Line``, ``tuple[str, Cell]``, ``Line | None``."""
    kinds = [kind for kind in get_args(hint) if kind is not type(None)]
    if len(kinds) == 1 and get_args(kinds[0]):
        kinds = list(get_args(kinds[0]))
    many = len(kinds) == 1 or Ellipsis in kinds
    return kinds[0] if kinds and many else kinds[index] if index < len(kinds) else None


def _single(value: Any, board: Board) -> Any:
    if isinstance(value, Value):
        return value_json(value)
    if isinstance(value, Enum):
        return _single(value.value, board)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return _fields(value, board)
    return str(value)
