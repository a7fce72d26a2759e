"""The graph of all positions of 3x3 up to symmetry: its nodes with their values, its moves, and a drawing of it.

On the drawing every ply is a ring around the empty board, as wide as its boards need. Within a ring the boards are
sorted so that moves are short: again and again each board goes to the mean direction of those that it is linked with
(the barycentre heuristic: K. Sugiyama, S. Tagawa and M. Toda, Methods for visual understanding of hierarchical system
structures, IEEE Trans. SMC 11, 1981, 109-125), here on circles.
"""

from __future__ import annotations

from cmath import phase, rect
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise
from math import pi
from typing import TYPE_CHECKING

from noughts.contract.numbers import SCHEMA
from noughts.explain.json_views import value_json
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.small.solver_choice import solver_for
from noughts.solver.value import Result

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import PositionGraphJson, PositionNodeJson

_SPACE = 1.28
"""From one board of a ring to the next, in sides of a board."""

_RING = 3.2
"""From one ring to the next at least."""

_ROUNDS = 60
"""How often the rings are sorted."""

_SURE = 9
"""Digits that are the same on every machine."""


@dataclass(frozen=True)
class PositionGraph:
    """The canonical positions by ply, and the moves between them as pairs of places in ``positions``."""

    positions: tuple[Position, ...]
    moves: tuple[tuple[int, int], ...]

    @property
    def plies(self) -> list[list[int]]:
        """The places of every ply."""
        places = range(len(self.positions))
        return [[*ring] for _, ring in groupby(places, key=lambda place: self.positions[place].ply)]

    def drawing(self) -> list[complex]:
        """Where every position lies, as a complex number around the empty board at 0."""
        linked: list[list[int]] = [[] for _ in self.positions]
        for a, b in self.moves:
            linked[a].append(b)
            linked[b].append(a)
        at = [0j] * len(self.positions)
        rings = self.plies
        radii = _radii(rings)
        for ring, radius in zip(rings, radii, strict=True):
            _lay(ring, at, radius, {})
        for _ in range(_ROUNDS):
            for ring, radius in list(zip(rings, radii, strict=True))[1:]:
                pulled = {node: sum((_unit(at[other]) for other in linked[node]), 0j) for node in ring}
                ring.sort(key=lambda node: _direction(pulled[node] or at[node]))
                _lay(ring, at, radius, pulled)
        return at


@cache
def position_graph() -> PositionGraph:
    """The graph of 3x3x3."""
    positions = [Position.start(Board.mnk(3, 3, 3)).canonical()]
    places, moves = {positions[0]: 0}, []
    for position in positions:  # which grow meanwhile
        for child in dict.fromkeys(position.play_unchecked(cell).canonical() for cell in position.moves):
            if child not in places:
                places[child] = len(positions)
                positions.append(child)
            moves.append((places[position], places[child]))
    return PositionGraph(tuple(positions), tuple(moves))


def position_graph_json() -> PositionGraphJson:
    """The same with values and the drawing."""
    graph = position_graph()
    nodes = [_node(position, at) for position, at in zip(graph.positions, graph.drawing(), strict=True)]
    return {
        "schema": SCHEMA,
        "board": "3x3x3",
        "nodes": nodes,
        "moves": [list(move) for move in graph.moves],
        "wins": {mark.value: sum(node["winner"] == str(mark) for node in nodes) for mark in Mark},
    }


def _node(position: Position, at: complex) -> PositionNodeJson:
    value = solver_for(position.board).value(position)
    mover = position.to_move
    winner = {Result.WIN: mover, Result.DRAW: None, Result.LOSS: mover.other}[value.result]
    return {
        "position": position.rows_text,
        "ply": position.ply,
        "copies": position.orbit_size(),
        **value_json(value),
        "winner": None if winner is None else winner.value,
        "over": position.is_over,
        "at": [_round(at.real, 2), _round(at.imag, 2)],
    }


def _radii(rings: list[list[int]]) -> list[float]:
    """How wide each ring is: so that its boards have room, and there is room between rings."""
    radii = [0.0]
    for _, ring in pairwise(rings):
        radii.append(max(radii[-1] + _RING, len(ring) * _SPACE / (2 * pi)))
    return radii


def _lay(ring: list[int], at: list[complex], radius: float, pulled: dict[int, complex]) -> None:
    """Lays a ring's boards evenly in their order, the ring turned to where its boards are drawn to as a whole."""
    step = rect(1, 2 * pi / len(ring))
    slots = [rect(1, -pi) * step**number for number in range(len(ring))]
    turn = sum((pulled.get(node, 0j) * slot.conjugate() for node, slot in zip(ring, slots, strict=True)), 0j)
    for node, slot in zip(ring, slots, strict=True):
        at[node] = radius * slot * (_unit(turn) or 1)


def _direction(at: complex) -> float:
    """Which way a place lies. Another machine's sines differ in the last digit, and may not change an order."""
    return round(phase(complex(_round(at.real, _SURE), _round(at.imag, _SURE))), _SURE)


def _round(number: float, digits: int) -> float:
    """With so many digits, and of the two zeros the one without a sign."""
    return round(number, digits) + 0.0


def _unit(at: complex) -> complex:
    return at / abs(at) if at else 0j
