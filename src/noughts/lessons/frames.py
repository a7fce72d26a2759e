"""Pictures in a row: what an item of ``::: frames`` asks for, each by its word.

What a picture says of a position is computed from the rules and the exact table: who threatens what, how a game went,
what a player sees and does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from noughts.errors import NoughtsError, quote
from noughts.explain import say
from noughts.explain.blocks import Figure, Frame, Note, Text
from noughts.explain.explain import explain
from noughts.explain.sentences import outcome_sentence, threats_sentence
from noughts.explain.weights import running_weights
from noughts.game.board import Board, Cell, Line
from noughts.game.count import walk
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.game.threats import completions
from noughts.lessons.lesson_values import chain, decision, evidence_of, pairs, place, player_steps
from noughts.players.evidence import PlayerStep, Ratings, Rule, Weights
from noughts.players.player import Decision
from noughts.players.registry import player
from noughts.solver.analysis import analyse, best_play
from noughts.solver.value import Result

_SHOWN_FROM_PLY = 2
"""Examples have a few marks on the board, where a position allows it."""

_IMAGES = {
    "a1 b1": "as it is",
    "c1 b1": "mirrored from left to right",
    "a3 b3": "mirrored from top to bottom",
    "c3 b3": "turned by a half",
    "a1 a2": "mirrored in the diagonal from the top left",
    "c3 c2": "mirrored in the other diagonal",
    "c1 c2": "turned by a quarter to the right",
    "a3 a2": "turned by a quarter to the left",
}
"""The symmetries of the square, by where they take the top left corner and the side beside it."""


def frame(
    position: Position,
    words: Text = "",
    *,
    texts: Mapping[Cell, object] | None = None,
    rings: Iterable[Cell] = (),
    lines: Iterable[Line] = (),
) -> Frame:
    """Return a picture of a position. Without words it says what is threatened there, or how the game ended."""
    board = position.board
    return Frame(
        words or _standing(position),
        {board.cell_name(cell): Note(str(each)) for cell, each in (texts or {}).items()},
        say.names(board, rings),
        tuple(say.names(board, line) for line in lines),
        position,
    )


def joined(frames: Sequence[Frame]) -> tuple[Figure, tuple[Frame, ...]]:
    """Return a figure, and the frames that it steps through."""
    return Figure(frames[0].position or Position.start()), tuple(frames)


def game_frames(start: Position, cells: Iterable[Cell | str]) -> list[Frame]:
    """Return a game move by move, with what is threatened after each, and where the threats would be carried out.

    Where completing a line loses, nothing is a threat, and only the moves are told.
    """
    position, board = start, start.board
    shown = [frame(start, _standing(start) or f"{start.to_move} to move.", rings=_completing(start))]
    for cell in map(board.cell_of, cells):
        mover = position.to_move
        position = position.play(cell)
        words = f"{mover} plays {say.cell(board, cell)}. {_standing(position)}".strip()
        lines = position.outcome.lines if position.outcome else ()
        picture = frame(position, words, rings=_completing(position), lines=lines)
        shown.append(replace(picture, last=board.cell_name(cell)))
    return shown


def decision_frame(
    chosen: Decision,
    words: Text = "",
    texts: Callable[[Decision], Mapping[Cell, object]] = lambda _: {},
) -> Frame:
    """Return the position of a decision, the cells that the player may take ringed, and its reason after the words."""
    why = f"{words} {explain(chosen).why()}".strip()
    return frame(chosen.position, why, rings=chosen.moves, texts=texts(chosen))


def _standing(position: Position) -> str:
    """What is threatened in a position, or how the game ended."""
    if position.outcome:
        return outcome_sentence(position.outcome, position.board)
    return threats_sentence(position) if position.board.rule is GameRule.LINE else ""


def _completing(position: Position) -> tuple[Cell, ...]:
    """Where the side that has just moved would complete a line."""
    if position.is_over or position.board.rule is not GameRule.LINE:
        return ()
    return completions(position.board, position.other, position.own)


def _images(_: Text, *at: str) -> list[Frame]:
    position = place(*at)
    board = position.board
    if board.name != "3x3x3":
        raise NoughtsError(f"images are of positions of 3x3x3, not of {quote(board)}")
    return [
        frame(position.transform(each), f"The position {_IMAGES[' '.join(board.cell_names(each[:2]))]}.")
        for each in board.symmetries
    ]


def _rules(_: Text, name: str) -> list[Frame]:
    """For every rule of a player the first position with a few marks in which it decides."""
    return [_example(name, step) for step in player_steps(name)]


def _example(name: str, step: PlayerStep) -> Frame:
    board, knowing = Board.mnk(3, 3, 3), player(name)
    for x, o in walk(board):
        position = Position.unchecked(board, x, o)
        if position.is_over or position.ply < _SHOWN_FROM_PLY:
            continue
        chosen = knowing.decide(position)
        if isinstance(chosen.evidence, Rule) and chosen.evidence.step == step.number:
            return decision_frame(chosen, f"{step.number}. {step.name.capitalize()}: {step.meaning}.")
    raise NoughtsError(f"rule {step.number} of {quote(name)} never decides")


def _own_game(words: Text, name: str, side: str) -> list[Frame]:
    """The decisions of a player in its game against perfect play."""
    position, shown = Position.start(), []
    while not position.is_over:
        cell = analyse(position).best[0]
        if position.to_move is Mark(side):
            chosen = player(name).decide(position)
            shown.append(decision_frame(chosen, words))
            cell = next(iter(chosen.moves))
        position = position.play(cell)
    return shown


def _rating(words: Text, name: str, at: tuple[str, ...], first: bool) -> list[Frame]:
    """The first rating of every move, W, D or L, or the second of those that share the best, the chosen ones ringed."""
    chosen = decision(name, *at)
    ratings = evidence_of(chosen, Ratings, "rate moves")
    if first:
        texts = {cell: Result(rating).name[0] for cell, rating in ratings.first.items()}
        return [frame(chosen.position, words, texts=texts)]
    return [frame(chosen.position, words, texts=ratings.second, rings=ratings.kept_second)]


def _weighing(_: Text, name: str, *at: str) -> list[Frame]:
    """A weight grid as it grows, line by line."""
    chosen = decision(name, *at)
    board, empty = chosen.position.board, chosen.position.empty
    nothing = "At first every empty cell weighs nothing."
    shown = [frame(chosen.position, nothing, texts=dict.fromkeys(empty, 0))]
    for line, feed, totals in running_weights(chosen.position, evidence_of(chosen, Weights, "weigh cells")):
        added = f"adds {feed.weight} to {say.cells(board, feed.cells)}" if feed else "adds nothing"
        words = f"{say.capital(say.line(board, line))} {added}."
        now, cells = {cell: totals[cell] for cell in empty}, feed.cells if feed else ()
        shown.append(frame(chosen.position, words, texts=now, rings=cells, lines=(line,)))
    return [*shown, decision_frame(chosen, texts=_sums)]


def _sums(chosen: Decision) -> dict[Cell, int]:
    """The weights of the empty cells."""
    weights = evidence_of(chosen, Weights, "weigh cells").cells
    return {cell: weights[cell] for cell in chosen.position.empty}


def _pairs(words: Text, name: str) -> list[Frame]:
    """All pairs of a board at once, then every line with its own."""
    board, found = Board.parse(name), pairs(name)
    letters = {cell: chr(65 + number) for number, pair in enumerate(found) for cell in pair}
    start = Position.start(board)
    shown = [frame(start, words, texts=letters)]
    for line, pair in zip(board.lines, found, strict=True):
        told = f"{say.capital(say.line(board, line))} has the pair {letters[pair[0]]}."
        shown.append(frame(start, told, texts=letters, rings=pair, lines=(line,)))
    return shown


SERIES: dict[str, Callable[..., list[Frame]]] = {
    "board": lambda words, *at: [frame(place(*at), words)],
    "game": lambda _, start, *cells: game_frames(place(start), cells),
    "best": lambda _, *at: game_frames(place(*at), best_play(place(*at))),
    "chain": lambda _, *at: game_frames(place(*at), chain(*at)),
    "images": _images,
    "decision": lambda words, name, *at: [decision_frame(decision(name, *at), words)],
    "chances": lambda words, name, *at: [decision_frame(decision(name, *at), words, attrgetter("moves"))],
    "sums": lambda words, name, *at: [decision_frame(decision(name, *at), words, _sums)],
    "own-game": _own_game,
    "rules": _rules,
    "first-rating": lambda words, name, *at: _rating(words, name, at, first=True),
    "second-rating": lambda words, name, *at: _rating(words, name, at, first=False),
    "weighing": _weighing,
    "pairs": _pairs,
}
"""Every series of pictures that a lesson may ask for; each is given the text of its item."""
