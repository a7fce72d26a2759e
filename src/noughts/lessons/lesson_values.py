"""What a lesson says in braces, and the positions that it names: each word with what computes it.

A value is a word and what it is asked for, like ``{nodes X.X/X.O/O..}``; a place is a position or a board as text, or
one that is looked for, like ``easiest fork``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from inspect import signature
from math import perm
from typing import Any, TypeVar

from noughts.contests.blunders import choices
from noughts.errors import NoughtsError, meant, quote
from noughts.explain.say import cells_words, listing, value_words
from noughts.explain.wording import board_words
from noughts.game.board import Board, Cell
from noughts.game.count import count, walk
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.game.threats import completions
from noughts.lessons.line_pairs import line_pairs
from noughts.lessons.puzzles import exercises
from noughts.lessons.threat_sequence import threat_sequence
from noughts.players.evidence import PlayerStep, Ratings, Rule, Weights
from noughts.players.player import Decision
from noughts.players.registry import player
from noughts.solver.analysis import analyse
from noughts.solver.game_tree import HIGH, LOW, GameTree, tree_size
from noughts.solver.small.exact import exact
from noughts.solver.value import Result

_BRACES = re.compile(r"\{([a-z][^{}]*)\}")
_Made = TypeVar("_Made")
_Seen = TypeVar("_Seen")


def fill(text: str, names: Mapping[str, str]) -> str:
    """A text with its values in it. Raises NoughtsError for a word that is none, or is asked for what it has not."""
    return _BRACES.sub(lambda found: value(meanings(found[1].split(), names)), text)


def value(words: Sequence[str]) -> str:
    """A value as it is written: numbers with their thousands apart."""
    found = make(VALUES, "value", words)
    return f"{found:,}" if isinstance(found, int) else str(found)


def make(table: Mapping[str, Callable[..., _Made]], what: str, words: Sequence[str], *more: Any) -> _Made:
    """What a word of a table makes of the words after it. Raises NoughtsError in words for those who write lessons."""
    name, *asked = words
    if name not in table:
        raise NoughtsError(f"there is no {what} {quote(name)}{meant(name, table)}")
    try:
        signature(table[name]).bind(*more, *asked)
        return table[name](*more, *asked)
    except NoughtsError:
        raise
    except (TypeError, ValueError, LookupError) as error:
        raise NoughtsError(
            f"the {what} {quote(name)} cannot be asked for {quote(' '.join(asked))}"
        ) from error


def place(*words: str) -> Position:
    """A position, or the empty one of a board, or one that is looked for."""
    return make(PLACES, "place", words) if words and words[0] in PLACES else Position.of(" ".join(words))


def meanings(words: Iterable[str], names: Mapping[str, str]) -> tuple[str, ...]:
    """Words, those that the top of a lesson gives a meaning replaced by it."""
    return tuple(names.get(word, word) for word in words)


def decision(name: str, *at: str) -> Decision:
    """What a player does in a place."""
    return player(name).decide(place(*at))


def evidence_of(chosen: Decision, kind: type[_Seen], does: str) -> _Seen:
    """What a player saw, of a kind. Raises NoughtsError, which says what the player does not do, for another."""
    if not isinstance(chosen.evidence, kind):
        raise NoughtsError(f"{quote(chosen.player)} does not {does}")
    return chosen.evidence


def slow_wins(name: str) -> Iterator[tuple[Position, list[Cell]]]:
    """Where a player can win at once and may do something else, and what."""
    for position, cells in choices(player(name)):
        wins = completions(position.board, position.own, position.other)
        if wins and not set(cells) <= set(wins):
            yield position, cells


def _slow_win(name: str) -> Position:
    for position, _ in slow_wins(name):
        return position
    raise NoughtsError(f"{quote(name)} never lets a win wait")


@cache
def differences(one: str, other: str) -> tuple[Position, ...]:
    """The positions that one player can come into where another chooses differently."""
    both = ((at, player(one).decide(at), player(other).decide(at)) for at, _ in choices(player(one)))
    found = tuple(at for at, first, second in both if first.moves != second.moves)
    if not found:
        raise NoughtsError(f"{quote(one)} and {quote(other)} never differ")
    return found


def chain(*at: str) -> tuple[Cell, ...]:
    """The moves by which the side to move wins by threats alone."""
    found = threat_sequence(place(*at))
    if not found:
        raise NoughtsError(f"nobody wins by threats in {quote(' '.join(at))}")
    return found


def _before_two(*at: str) -> Position:
    """The position of a chain of threats before the move that makes two."""
    cells = chain(*at)
    return reduce(Position.play, cells[: 2 * ((len(cells) - 3) // 2)], place(*at))


def small_boards(rule: str = "line", result: str = "") -> tuple[Board, ...]:
    """The m,n,k boards of at most nine cells on which a line fits, the smaller and narrower first.

    ``result``: what is best play's for X, on any where it is empty. Where a line loses, those of one row are left out.
    """
    sides = [(m, n) for m in range(1, 10) for n in range(1, m + 1) if m * n <= 9]
    boards = sorted((m * n, m, k, n) for m, n in sides for k in range(2, m + 1))
    of_rule = [
        Board.mnk(m, n, k).with_rule(rule) for _, m, k, n in boards if rule == GameRule.LINE.value or n > 1
    ]
    return tuple(
        each for each in of_rule if not result or analyse(each).value.result is Result[result.upper()]
    )


@cache
def extra_marks() -> tuple[int, int]:
    """How often a mark of one's own was added to a position of 3x3, and how often its owner fared worse by it.

    For each position that goes on, each side and each empty cell: the owner's value with the side to move unchanged.
    """
    board = Board.mnk(3, 3, 3)
    looked = worse = 0
    for x, o in walk(board):
        position = Position.unchecked(board, x, o)
        if position.is_over:
            continue
        own, other = position.own, position.other
        before = _worth(own, other)
        for cell in position.empty:
            bit = 1 << cell
            looked += 2
            worse += _worth(own | bit, other) < before
            worse += _worth(own, other | bit) > before
    return looked, worse


@cache
def _worth(own: int, other: int) -> int:
    """The result for the side to move of any two sets of marks, however many each side has."""
    solver = exact(Board.mnk(3, 3, 3))
    for marks, result in ((own, 1), (other, -1)):
        if solver.has_line(marks):
            return result
    free = solver.board.full & ~(own | other)
    cells = [1 << cell for cell in solver.board.cells_in(free)]
    return max((-_worth(other, own | bit) for bit in cells), default=0)


@cache
def best_first(position: Position, alpha: int = LOW, beta: int = HIGH) -> int:
    """How many nodes alpha-beta visits where it tries the best moves first, of equal ones in reading order.

    The window is that of the side to move; the root is counted.
    """
    solver, visited = exact(position.board), 1
    results = solver.results(position) if not position.is_over else {}
    for cell in sorted(results, key=lambda each: -results[each]):
        if alpha >= beta:
            break
        visited += best_first(position.play_unchecked(cell), -beta, -alpha)
        alpha = max(alpha, results[cell])
    return visited


def player_steps(name: str) -> tuple[PlayerStep, ...]:
    """The numbered steps of a player that goes by rules."""
    rule = evidence_of(decision(name, "3x3x3"), Rule, "go by rules")
    return tuple(step for step in rule.all_steps if step.number)


def _tree(*at: str) -> GameTree:
    return GameTree(place(*(at[1:] if at[0] == "merged" else at)), merge=at[0] == "merged")


def _nodes(*at: str) -> int:
    tree = _tree(*at)
    return tree_size(tree.position, merge=tree.merge)[0]


def _wins(*at: str) -> str:
    position = place(*at)
    return cells_words(position.board, completions(position.board, position.own, position.other), "or")


def _plays(name: str, *at: str) -> str:
    return cells_words(place(*at).board, tuple(decision(name, *at).moves))


def _kept(name: str, *at: str) -> str:
    kept = evidence_of(decision(name, *at), Ratings, "rate moves").kept_second
    return cells_words(place(*at).board, kept, "or")


def _adds(name: str, *at: str) -> str:
    adds = evidence_of(decision(name, *at), Weights, "weigh cells").adds
    return listing([f"{weight:,} for {kind.value}" for kind, weight in adds.items()])


def _worths(*at: str) -> str:
    moves, board = analyse(place(*at)).moves, place(*at).board
    return "; ".join(f"{board.cell_name(cell)} {value_words(each)}" for cell, each in moves.items())


def pairs(board: str) -> tuple[tuple[Cell, Cell], ...]:
    """A pair of cells for every line of a board."""
    found = line_pairs(Board.parse(board))
    if not found:
        raise NoughtsError(f"the lines of {quote(board)} have no pairs")
    return found


def _spare(board: str) -> str:
    paired = {cell for pair in pairs(board) for cell in pair}
    parsed = Board.parse(board)
    return listing(parsed.cell_names(cell for cell in parsed.cells if cell not in paired))


def _openings(board: str) -> int:
    start = place(board)
    return len({start.play(cell).canonical() for cell in start.moves})


PLACES: dict[str, Callable[..., Position]] = {
    "easiest": lambda kind: exercises(kind)[0].position,
    "hardest": lambda kind: exercises(kind)[-1].position,
    "slow-win": _slow_win,
    "differ": lambda one, other: differences(one, other)[0],
    "before-two-threats": _before_two,
    "smallest": lambda rule, result: Position.start(small_boards(rule, result)[0]),
}
"""Positions that are looked for."""

VALUES: dict[str, Callable[..., int | str]] = {
    "side": lambda *at: str(place(*at).to_move),
    "empty": lambda *at: len(place(*at).empty),
    "ways": lambda plies, *at: perm(len(place(*at).empty), int(plies)),
    "board": lambda *at: str(place(*at).board),
    "board-words": lambda *at: board_words(place(*at).board),
    "lines": lambda board: len(Board.parse(board).lines),
    "symmetries": lambda board: len(Board.parse(board).symmetries),
    "openings": _openings,
    "positions": lambda board: count(board).positions,
    "classes": lambda board: count(board).canonical,
    "games": lambda *at: tree_size(place(*at))[1],
    "nodes": _nodes,
    "visited": lambda *at: _tree(*at).size.visited,
    "cut": lambda *at: _tree(*at).size.cut,
    "visited-best-first": lambda *at: best_first(place(*at)),
    "value": lambda *at: value_words(analyse(place(*at)).value).replace("draws", "a draw"),
    "worth": _worths,
    "wins": _wins,
    "exercises": lambda kind: len(exercises(kind)),
    "small-boards": lambda *asked: len(small_boards(*asked)) or "none",
    "marks-added": lambda: extra_marks()[0],
    "times-worse": lambda: f"{extra_marks()[1]:,} times" if extra_marks()[1] else "never",
    "plays": _plays,
    "kept": _kept,
    "weights": _adds,
    "rules": lambda name: len(player_steps(name)),
    "slow-wins": lambda name: sum(1 for _ in slow_wins(name)),
    "different": lambda one, other: len(differences(one, other)),
    "chain": lambda *at: len(chain(*at)),
    "paired": lambda board: 2 * len(pairs(board)),
    "spare": _spare,
}
"""Every value that a lesson may name."""
