"""A game as SGF, the Smart Game Format of A. Hollosi, FF[4]: www.red-bean.com/sgf.

    (;FF[4]GM[4]CA[UTF-8]SZ[3]RU[3x3x3];B[bb];W[aa])

GM[4] is gomoku and renju. Black, who begins, is X. A cell is two letters, column and row from the top left. SZ is the
side of a square, or ``columns:rows``. RU, which SGF leaves to the game, holds the board's name: so k, the torus and
the cube come back. AB and AW are marks set up before the first move.

A file without GM should be Go by the letter; many programs of five in a row leave it out, so it is read as theirs.

Of a foreign file the main line of its first game is read: comments, other properties and variations are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product, takewhile

from noughts.errors import NotationError, NoughtsError, quote
from noughts.game.board import Board, Cell, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.ending import Ending, ending_of
from noughts.records.formats.common import fitting, name_of, replayed
from noughts.records.game import Game

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[([^\]\\]*(?:\\.[^\]\\]*)*)\])", re.DOTALL)
_SIZE = re.compile(r"([0-9]{1,4})(?::([0-9]{1,4}))?", re.ASCII)
_LETTERS = "abcdefghijklmnopqrst"
_COLOURS = {Mark.X: "B", Mark.O: "W"}

Property = tuple[str, list[str]]
"""A property's name and its values, as they stand between the brackets."""


def to_sgf(game: Game, *, x: str = "", o: str = "", ending: Ending | None = None) -> str:
    """The moves that stand, with the players' names where they are given.

    ``ending`` tells of a game that did not end on the board.
    """
    board = game.start.board
    side = f"{board.columns}" if board.columns == board.rows else f"{board.columns}:{board.rows}"
    root = [f"FF[4]GM[4]CA[UTF-8]SZ[{side}]RU[{name_of(board)}]"]
    root += [f"{name}[{_escaped(given)}]" for name, given in (("PB", x), ("PW", o)) if given]
    root += [_result(ending or ending_of(game.outcome))]
    for name, cells in (("AB", game.start.x), ("AW", game.start.o)):
        points = "".join(f"[{_point(board, cell)}]" for cell in cells_of(cells))
        root += [f"{name}{points}"] if points else []
    if game.start.ply:
        root += [f"PL[{_COLOURS[game.start.to_move]}]"]
    sides = (game.start.to_move, game.start.to_move.other)
    moves = [f";{_COLOURS[sides[i % 2]]}[{_point(board, cell)}]" for i, cell in enumerate(game.moves)]
    return f"(;{''.join([*root, *moves])})\n"


def from_sgf(text: str, board: Board | None = None) -> Game:
    """The main line of the first game of a file.

    The board is the one given, or what RU names, or five in a row on the size that SZ tells.
    """
    properties = _main_line(text)
    chosen = _board(properties, board)
    setup = list(takewhile(lambda each: each[0] not in _COLOURS.values(), properties))
    x, o = (_stones(chosen, setup, name) for name in ("AB", "AW"))
    start = Position(chosen, x, o)
    return replayed(start, _moves(chosen, properties, start.to_move))


def players_of(text: str) -> dict[Mark, str]:
    """The players' names in an SGF, by their sides, as far as it tells them."""
    properties = _main_line(text)
    given = {mark: _first(properties, name) for mark, name in ((Mark.X, "PB"), (Mark.O, "PW"))}
    return {mark: _plain(name) for mark, name in given.items() if name and _plain(name)}


def _plain(text: str) -> str:
    """A simple text as it is meant: without the signs that escape others, on one line."""
    return " ".join(re.sub(r"\\(.)", r"\1", text).split())


def _main_line(text: str) -> list[Property]:
    """The properties of the first game along its first variations, in order.

    A file is written depth first, so the main line ends where the first variation closes.
    """
    properties: list[Property] = []
    depth, ended = 0, False
    for mark, name, value in _tokens(text):
        depth += {"(": 1, ")": -1}.get(mark, 0)
        ended = ended or mark == ")"
        if depth == 0:
            return properties
        if name and not ended:
            # Before FF[4] names could have small letters, which do not count.
            properties.append((re.sub("[a-z]", "", name), []))
        elif value is not None and not ended:
            if not properties:
                raise NotationError(f"not SGF: the value {quote(value)} belongs to no property")
            properties[-1][1].append(value)
    raise NotationError(f"SGF that breaks off: {quote(text[-60:])} ({depth} open)")


def _tokens(text: str) -> Iterator[tuple[str, str, str | None]]:
    """Parentheses and semicolons, names, and values, from where the first game begins."""
    begin = re.search(r"\(\s*;", text)
    if begin is None:
        raise NotationError(f"not SGF: {quote(text)} (a game begins with '(;')")
    at = begin.start()
    while match := _TOKEN.match(text, at):
        yield match[1] or "", match[2] or "", match[3]
        at = match.end()
    if text[at:].strip():
        raise NotationError(f"not SGF: {quote(text[at:].strip())}")


def _board(properties: list[Property], board: Board | None) -> Board:
    """The board, once the game is known to be one of marks in a row."""
    kind, size, rules = (_first(properties, name) for name in ("GM", "SZ", "RU"))
    if kind is not None and kind.strip() != "4":
        given = quote(f"GM[{kind}]")
        raise NotationError(f"SGF of another game: {given} (gomoku is 4; Go is 1)")
    if size is None:
        if board is None:
            raise NotationError("SGF without a size: SZ is missing")
        return board
    match = _SIZE.fullmatch(size.strip())
    if match is None:
        raise NotationError(f"not a size: {quote(f'SZ[{size}]')} (a number, or columns:rows)")
    columns, rows = int(match[1]), int(match[2] or match[1])
    return fitting(columns, rows, board or _named(rules))


def _named(rules: str | None) -> Board | None:
    """The board that RU names; None for the name of a foreign rule."""
    try:
        return Board.parse(rules or "")
    except NoughtsError:
        return None


def _stones(board: Board, properties: list[Property], name: str) -> int:
    """The marks set up for one side, as a bit set."""
    return sum(
        {1 << cell for given, values in properties if given == name for cell in _points(board, values)}
    )


def _points(board: Board, values: Iterable[str]) -> Iterator[Cell]:
    """The cells of a list of points, each named once; ``aa:cb`` is a rectangle by two corners."""
    left = board.size
    for value in values:
        first, _, last = value.partition(":")
        corners = [divmod(_cell(board, point), board.columns) for point in (first, last or first)]
        (top, bottom), (left_most, right) = (sorted(ends) for ends in zip(*corners, strict=True))
        left -= (bottom - top + 1) * (right - left_most + 1)
        if left < 0:
            raise NotationError(f"more marks than cells: {quote(value)} (each cell may be named once)")
        for row, column in product(range(top, bottom + 1), range(left_most, right + 1)):
            yield Cell(row * board.columns + column)


def _moves(board: Board, properties: list[Property], to_move: Mark) -> Iterator[tuple[Cell, str]]:
    """The moves with their text, which must alternate; nothing may be set up between them."""
    begun = False
    for name, values in properties:
        text = f"{name}[{']['.join(values)}]"
        if name in ("B", "W"):
            if len(values) != 1 or name != _COLOURS[to_move]:
                raise NotationError(
                    f"not the next move: {quote(text)} ({_COLOURS[to_move]} moves; Black is X)"
                )
            yield _cell(board, values[0]), text
            begun, to_move = True, to_move.other
        elif name == "AE" or (begun and name in ("AB", "AW")):
            raise NotationError(f"marks changed by hand: {quote(text)} is not a move")


def _cell(board: Board, point: str) -> Cell:
    column, row = (_LETTERS.find(letter) for letter in point) if len(point) == 2 else (-1, -1)
    if not (0 <= column < board.columns and 0 <= row < board.rows):
        raise NotationError(f"no such cell: {quote(point)} (two letters, like bb, on a board {board})")
    return Cell(row * board.columns + column)


def _point(board: Board, cell: Cell) -> str:
    row, column = divmod(cell, board.columns)
    return _LETTERS[column] + _LETTERS[row]


def _first(properties: list[Property], name: str) -> str | None:
    return next((values[0] for given, values in properties if given == name and values), None)


def _result(ending: Ending | None) -> str:
    """RE: who won, R: a resignation, F: a forfeit, Void where nobody came back; nothing while the game goes on."""
    if ending is None:
        return ""
    if ending.winner is None:
        return "RE[Void]" if ending.reason == "abandoned" else "RE[Draw]"
    how = {"resignation": "R", "forfeit": "F"}.get(ending.reason, "")
    return f"RE[{_COLOURS[ending.winner]}+{how}]"


def _escaped(text: str) -> str:
    """A simple text: one line, with brackets, colons and backslashes escaped."""
    return re.sub(r"([\]\\:])", r"\\\1", " ".join(text.split()))
