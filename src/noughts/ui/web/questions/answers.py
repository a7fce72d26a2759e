"""What the players think of a position, as plain JSON: the answers to the questions of the page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from noughts.errors import NoughtsError, PlayerError, TooLargeError, quote
from noughts.explain.jsonable import (
    analysis_json,
    decision_json,
    mistake_json,
    tree_json,
    value_json,
)
from noughts.explain.sentence import mistake_sentence, outcome_sentence, sentence
from noughts.explain.words import line_words, value_words
from noughts.explain.working_weights import steps
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.players.evidence import Weights
from noughts.players.options import defaults
from noughts.players.player import Decision, Player
from noughts.players.registry import LEVELS, player_names, player_type
from noughts.records.ending import ending_of
from noughts.solver.analysis import analyse, best_play, can_analyse, mistakes
from noughts.solver.game_tree import GameTree
from noughts.solver.value import Value
from noughts.ui.web.boards import board_named
from noughts.ui.web.endings import ending_json
from noughts.ui.web.opponents import opponent

Json = Mapping[str, Any]

_TREE_CELLS = 9
"""The largest board whose tree is opened here; the whole tree is measured for its sizes."""

_PNG_PIXELS = 800
"""The longer side of a PNG."""

_EVERY_LINE = 25
"""Up to so many cells a grid is built up line by line; beyond, only the lines that add something are shown."""


def decide(position: Position, player: str) -> Json:
    """A player's decision with its evidence and, in words, why."""
    return _decided(opponent(player), position)


def brains(position: Position) -> Json:
    """The decisions of every player that plays the board, and why the others do not."""
    found: list[Json] = []
    absent: list[Json] = []
    for name in player_names():
        try:
            found.append(_decided(opponent(name), position))
        except PlayerError as error:
            absent.append({"player": name, "why_not": str(error)})
    return {"board": str(position.board), "position": str(position), "brains": found, "absent": absent}


def analysis(position: Position) -> Json:
    """The exact value of the position and of every move."""
    return analysis_json(analyse(position))


def position_facts(position: Position) -> Json:
    """What the rules say: legal moves, the outcome, and where each side would complete a line."""
    board, outcome = position.board, position.outcome
    ending = ending_of(outcome)
    sides = {} if outcome else {"X": (position.x, position.o), "O": (position.o, position.x)}
    threats = {side: completions(board, *cells) for side, cells in sides.items()}
    return {
        "board": str(board),
        "position": str(position),
        "ply": position.ply,
        "to_move": str(position.to_move),
        "legal": [] if outcome else _names(board, position.empty),
        "outcome": ending and ending_json(ending, position),
        "threats": {side: _names(board, threats.get(side, ())) for side in ("X", "O")},
    }


def line(position: Position, move: str | None) -> Json:
    """The best play of both sides, after a move where one is given, and what it is worth to the side to move."""
    board, mover = position.board, position.to_move
    if move is None:
        value, cells = analyse(position).value, best_play(position)
        words = f"{mover}, to move, {value_words(value)}." if cells else _ended(position)
    else:
        cell = board.cell(move)
        after = position.play(cell)
        value, cells = analyse(after).value.before(), (cell, *best_play(after))
        words = f"{move} {value_words(value)}."
    names = _names(board, cells)
    return {
        "board": str(board),
        "position": str(position),
        **value_json(value),
        "winner": _winner(value, mover),
        "line": names,
        "words": f"{words} Best play: {' '.join(names)}." if names else words,
    }


def picture(position: Position, last: str | None, coordinates: bool, paper: bool = False) -> str:
    """The position as an SVG picture; on paper it brings its own size, ground and colours."""
    from noughts.explain.svg import board_svg

    cell = None if last is None else position.board.cell(last)
    return board_svg(position, last=cell, coordinates=coordinates, paper=paper)


def photograph(position: Position, last: str | None, coordinates: bool) -> bytes:
    """The same on paper as PNG; NoughtsError where nothing is installed that draws it."""
    from noughts.explain.png import png
    from noughts.explain.svg import board_svg

    cell = None if last is None else position.board.cell(last)
    return png(board_svg(position, last=cell, coordinates=coordinates, paper=True, strokes=True), _PNG_PIXELS)


def tree(position: Position, path: tuple[str, ...], merge: bool, depth: int) -> Json:
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
    return tree_json(node, depth)


def review(start: Position, moves: tuple[str, ...]) -> Json:
    """The value after every ply of a game, as far as it can be computed, and its mistakes."""
    played = [start]
    cells = [start.board.cell(name) for name in moves]
    for cell in cells:
        played.append(played[-1].play(cell))
    known = [can_analyse(each) for each in played]
    if not any(known):
        analyse(played[-1])  # raises TooLargeError, in its words
    first = known.index(True)
    values = [_value_json(each, can) for each, can in zip(played, known, strict=True)]
    found = mistakes(played[first], cells[first:])
    return {
        "board": str(start.board),
        "position": str(start),
        "moves": list(moves),
        "values": [{"move": move, **value} for move, value in zip((None, *moves), values, strict=True)],
        "mistakes": [{**mistake_json(each), "sentence": mistake_sentence(each)} for each in found],
    }


def players(board: str | None) -> Json:
    """Every player and every level, and whether it plays the board; no ``proof`` yet, for that is computed."""
    on = board_named("3x3x3" if board is None else board)
    found = []
    for name in player_names():
        try:
            found.append({**player_facts(player_type(name)), **_plays(name, on), "proof": None})
        except PlayerError as error:
            found.append({"name": name, "plays": False, "why_not": str(error), "proof": None})
    levels = [
        {"name": level, "player": str(opponent(name)), **_plays(name, on), "proof": None}
        for level, name in LEVELS.items()
    ]
    return {"board": str(on), "players": found, "levels": levels}


def player_facts(kind: type[Player]) -> Json:
    """What a player's author declares of it."""
    facts = kind.facts
    return {
        "name": kind.name,
        "title": facts.title,
        "origin": facts.origin,
        "boards": facts.boards,
        "options": {name: str(default) for name, default in defaults(kind).items()},
        "deterministic": facts.deterministic,
        "breaks_symmetry": facts.breaks_symmetry,
    }


def proved_names() -> list[str]:
    """Whoever there is something to prove of: every player, and what the levels in plain words are."""
    return list(dict.fromkeys([*player_names(), *(str(opponent(name)) for name in LEVELS.values())]))


def proved(name: str) -> Json:
    """What exhaustion says of a player on 3x3x3: its score against the best reply, and a game that it loses."""
    from noughts.arena.exploit import exploit

    board = Board.mnk(3, 3, 3)
    try:
        found = exploit(opponent(name))
    except PlayerError:
        return {"x": None, "o": None}
    sides = {"x": found.x, "o": found.o}
    return {
        side: {
            "score": str(seen.score),
            "can_lose": seen.can_lose,
            "line": [board.cell_name(cell) for cell in seen.line] if seen.line else None,
        }
        for side, seen in sides.items()
    }


def _plays(name: str, board: Board) -> Json:
    try:
        opponent(name).check(board)
    except PlayerError as error:
        return {"plays": False, "why_not": str(error)}
    return {"plays": True, "why_not": None}


def _decided(player: Player, position: Position) -> Json:
    decision = player.decide(position)
    name = position.board.cell_name
    return {
        **decision_json(decision),
        "sentence": sentence(decision),
        "why": {name(cell): sentence(decision, cell) for cell, share in decision.moves.items() if share},
        **({"built": _built(decision)} if isinstance(decision.evidence, Weights) else {}),
    }


def _built(decision: Decision) -> list[Json]:
    """The weight grid after each line, and what the line added."""
    board = decision.position.board
    assert isinstance(decision.evidence, Weights)
    feeds = {feed.line: feed for feed in decision.evidence.feeds}
    found: list[Json] = []
    for line, grid in steps(decision):
        feed = feeds.get(line)
        if feed or board.size <= _EVERY_LINE:
            found.append(
                {
                    "line": [board.cell_name(cell) for cell in line],
                    "words": line_words(board, line),
                    "kind": feed and feed.kind.value,
                    "weight": feed.weight if feed else 0,
                    "cells": [board.cell_name(cell) for cell in feed.cells] if feed else [],
                    "grid": grid,
                }
            )
    return found


def _value_json(position: Position, known: bool) -> Json:
    """A position's value for the side to move, and who wins with best play; null where it is not known."""
    mover = position.to_move
    place: Json = {"ply": position.ply, "position": str(position), "to_move": str(mover)}
    if not known:
        return {**place, "value": None, "plies": None, "winner": None}
    value = analyse(position).value
    return {**place, **value_json(value), "winner": _winner(value, mover)}


def _winner(value: Value, mover: Mark) -> str | None:
    """Who wins with best play, by what a position is worth to the side to move."""
    winner: Mark | None = {1: mover, -1: mover.other}.get(int(value.result))
    return winner and str(winner)


def _ended(position: Position) -> str:
    assert position.outcome
    return outcome_sentence(position.outcome, position.board)


def _names(board: Board, cells: Iterable[Cell]) -> list[str]:
    return [board.cell_name(cell) for cell in cells]
