"""A game or a study as SGF, the Smart Game Format of A. Hollosi, FF[4]: www.red-bean.com/sgf.

    (;FF[4]GM[4]CA[UTF-8]SZ[3]RU[3x3x3];B[bb];W[aa])
    (;FF[4]GM[4]CA[UTF-8]SZ[3]RU[3x3x3]C[what is noted];B[bb](;W[aa])(;W[ba]C[this loses]))

A file is first read as nodes, whatever game they record ("Basic (EBNF) Definition" and "Property Value Types"): the
second file has nodes 0, 1 after 0, and 2 and 3 after 1.

GM[4] is gomoku and renju. Black, who begins, is X. A cell is two letters, column and row from the top left. SZ is the
side of a square, or ``columns:rows``. RU, which SGF leaves to the game, holds the board's name: so k, the torus and
the cube are restored; a board with lines of its own is written there as in a board file. AB and AW are marks set up
before the first move, in nodes that all variations share. X moves first and turns alternate, so the counts say who is
to move: PL must agree with them.

By the letter a file without GM is Go; many programs of five in a row leave it out, so it is read as theirs.

In files of other programs the main line of the first game is a game; a study has every variation of it, and the
comments as notes. A node without a move belongs to the one before it. Other properties, such as marks and times, are
ignored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import product, takewhile

from noughts.errors import NotationError, quote
from noughts.game.board import Board, Cell, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.formats.common import board_told, defines_lines, fitting, name_of, replay
from noughts.records.game import Game
from noughts.records.log import Ending, ending_of, person_name
from noughts.records.study import Study, StudyDraft

Property = tuple[str, list[str]]
"""A property's name and its values, as they stand between the brackets."""

_TOKEN = re.compile(r"\s*(?:([();])|([A-Za-z]+)|\[([^\]\\]*(?:\\.[^\]\\]*)*)\])", re.DOTALL)
_BEGIN = re.compile(r"\(\s*;")
_NODE_AFTER = re.compile(r"[\s)]*(;.*)", re.DOTALL)
"""A node after the end of a game: an extra parenthesis has closed the game too early."""
_HARD = re.compile(r"\r\n|\n\r|\r")


@dataclass
class SgfNode:
    """A node: the number of the one before it, -1 for the first, and its properties in order."""

    after: int
    properties: list[Property] = field(default_factory=list)


def nodes_of(text: str) -> list[SgfNode]:
    """The nodes of the first game of a file, depth first; NotationError for what is no SGF."""
    return next(collection(text))


def collection(text: str) -> Iterator[list[SgfNode]]:
    """The nodes of every game of a file, one game after another; NotationError where one is reached that is no SGF."""
    nodes: list[SgfNode] = []
    opened: list[int] = []
    at = -1
    values: list[str] | None = None
    for mark, name, value, end in _tokens(text):
        if not opened and mark != "(":
            raise NotationError(f"not SGF: {quote(mark or name or value)} stands between two games")
        if value is not None:
            if values is None:
                raise NotationError(f"not SGF: the value {quote(value)} belongs to no property")
            values.append(value)
            continue
        values = None
        if mark == "(":
            opened.append(at)
        elif mark == ")":
            at = opened.pop()
            if not opened:
                if after := _NODE_AFTER.match(text, end):
                    raise NotationError(f"not SGF: a node after the end of the game: {quote(after[1])}")
                yield nodes
                nodes, at = [], -1
        elif mark == ";":
            nodes.append(SgfNode(at))
            at = len(nodes) - 1
        elif not nodes:
            raise NotationError(
                f"not SGF: {quote(name)} stands before the first node (a game begins with '(;')"
            )
        else:
            values = []
            nodes[at].properties.append((_capitals(name), values))
    if opened:
        raise NotationError(f"SGF that breaks off: {quote(text[-60:])} ({len(opened)} open)")


def _capitals(name: str) -> str:
    """Return a property's name without small letters, which it could have before FF[4] and which do not count."""
    capitals = re.sub("[a-z]", "", name)
    if not capitals:
        raise NotationError(f"not SGF: the property {quote(name)} has no capital letter")
    return capitals


def is_sgf(text: str) -> bool:
    """Whether a game begins somewhere in a text."""
    return _BEGIN.search(text) is not None


def main_line(nodes: Sequence[SgfNode]) -> list[Property]:
    """The properties along the first variations, in order: depth first, those are the nodes before one goes back."""
    line = takewhile(lambda numbered: numbered[1].after == numbered[0] - 1, enumerate(nodes))
    return [each for _, node in line for each in node.properties]


def simple_text(value: str) -> str:
    """A simple text as it is meant: without the signs that escape others, on one line."""
    return " ".join(re.sub(r"\\(.)", r"\1", value, flags=re.DOTALL).split())


def free_text(value: str) -> str:
    """A text of several lines as it is meant: an escaped end of a line is none, other white space is a space."""
    lines = re.sub(r"\\(\n|(.))", lambda match: match[2] or "", _HARD.sub("\n", value), flags=re.DOTALL)
    return re.sub(r"[^\S\n]", " ", lines)


def escape(text: str) -> str:
    """A text, of one line or several, as it stands between brackets."""
    return re.sub(r"([\]\\:])", r"\\\1", text)


def _tokens(text: str) -> Iterator[tuple[str, str, str | None, int]]:
    """Parentheses and semicolons, names, and values, each with its end, from where the first game begins."""
    begin = _BEGIN.search(text)
    if begin is None:
        raise NotationError(f"not SGF: {quote(text)} (a game begins with '(;')")
    at = begin.start()
    while match := _TOKEN.match(text, at):
        at = match.end()
        yield match[1] or "", match[2] or "", match[3], at
    if text[at:].strip():
        raise NotationError(f"not SGF: {quote(text[at:].strip())}")


_SIZE = re.compile(r"([0-9]{1,4})(?::([0-9]{1,4}))?", re.ASCII)
_LETTERS = "abcdefghijklmnopqrst"
_COLOURS = {Mark.X: "B", Mark.O: "W"}
"""Whose move a property tells."""
_SIDES = {"b": Mark.X, "black": Mark.X, "1": Mark.X, "w": Mark.O, "white": Mark.O, "2": Mark.O}
"""The values of PL, in small letters: those of FF[4], and the words and numbers that some programs write."""


def to_sgf(game: Game, *, x: str = "", o: str = "", ending: Ending | None = None) -> str:
    """The moves that stand, with the players' names where they are given.

    ``ending`` tells of a game that did not end on the board.
    """
    return study_to_sgf(Study.of(game, x=x, o=o), ending)


def study_to_sgf(study: Study, ending: Ending | None = None) -> str:
    """The whole study; NotationError for a board that has no name."""
    return f"({_root(study, ending or ending_of(study.game().outcome))}{''.join(_moves_text(study))})\n"


def _root(study: Study, ending: Ending | None) -> str:
    """The first node: the board, the players' names, how it ended, the marks that were there before, and the note."""
    start, board = study.start, study.start.board
    side = f"{board.columns}" if board.columns == board.rows else f"{board.columns}:{board.rows}"
    root = [f";FF[4]GM[4]CA[UTF-8]SZ[{side}]RU[{escape(name_of(board))}]"]
    names = (("PB", " ".join(study.x.split())), ("PW", " ".join(study.o.split())))
    root += [f"{name}[{escape(given)}]" for name, given in names if given]
    root += [_result(ending)]
    for name, cells in (("AB", start.x), ("AW", start.o)):
        points = "".join(f"[{_point(board, cell)}]" for cell in cells_of(cells))
        root += [f"{name}{points}"] if points else []
    if start.ply:
        root += [f"PL[{_COLOURS[start.to_move]}]"]
    return "".join([*root, _note(study.note)])


def game_of(nodes: Sequence[SgfNode], *, allow_custom_lines: bool = False) -> Game:
    """The main line of one game of a file.

    The board is what RU names, or that of the size that SZ tells: five in a row, or the shorter side.
    Raises NotationError if RU is a board with its own lines and ``allow_custom_lines`` is false.
    """
    properties = main_line(nodes)
    start = _start(properties, allow_custom_lines)
    return replay(start, _moves(start.board, properties, start.to_move))


def _start(properties: Sequence[Property], allow_custom_lines: bool) -> Position:
    """Where a game begins: its board, and the marks that are set up before the first move."""
    chosen = _board(properties, allow_custom_lines)
    setup = list(takewhile(lambda each: not _is_move(each), properties))
    x, o = (_stones(chosen, setup, name) for name in ("AB", "AW"))
    start = Position(chosen, x, o)
    sides = [(_side(each), each) for each in setup if each[0] == "PL"]
    for side, each in sides[-1:]:  # the last one counts: the marks may be set up in several nodes
        _check_turn(side, each, start.to_move)
    return start


def players_of(nodes: Sequence[SgfNode]) -> dict[Mark, str]:
    """Return the players' names in one game of a file, by side, without those that show nothing."""
    names = {}
    for mark, code in ((Mark.X, "PB"), (Mark.O, "PW")):
        with suppress(NotationError):
            names[mark] = person_name(simple_text(_first(main_line(nodes), code) or ""))
    return names


def _board(properties: Sequence[Property], allow_custom_lines: bool) -> Board:
    """The board, once the game is known to be one of marks in a row."""
    kind, size, rules = (_first(properties, name) for name in ("GM", "SZ", "RU"))
    if kind is not None and kind.strip() != "4":
        given = quote(f"GM[{kind}]")
        raise NotationError(f"SGF of another game: {given} (gomoku is 4; Go is 1)")
    if size is None:
        raise NotationError("SGF without a size: SZ is missing")
    match = _SIZE.fullmatch(size.strip())
    if match is None:
        raise NotationError(f"not a size: {quote(f'SZ[{size}]')} (a number, or columns:rows)")
    columns, rows = int(match[1]), int(match[2] or match[1])
    return fitting(columns, rows, _named(rules, allow_custom_lines))


def _named(rules: str | None, allow_custom_lines: bool) -> Board | None:
    """Return the board that RU names or defines, or None if it is the name of another program's rule.

    Raises ImpossibleError for the name of a board that cannot be, as `Board`.
    """
    text = simple_text(rules or "")
    if defines_lines(text):
        # If this fails, the board of SZ would be another one.
        return board_told(text, allow_custom_lines=allow_custom_lines)
    with suppress(NotationError):
        return Board.parse(text)
    return None


def _stones(board: Board, properties: Sequence[Property], name: str) -> int:
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


def _moves(board: Board, properties: Sequence[Property], to_move: Mark) -> Iterator[tuple[Cell, str]]:
    """The moves with their text, which must alternate; nothing may be set up between them."""
    begun = False
    for each in properties:
        if _is_move(each):
            yield _move(each, board, to_move), _text(each)
            begun, to_move = True, to_move.other
        elif begun or each[0] == "AE":
            _check_between(each, to_move)


def _is_move(given: Property) -> bool:
    """Whether a property is a move of either side."""
    return given[0] in _COLOURS.values()


def _move(given: Property, board: Board, to_move: Mark) -> Cell:
    """The cell of a move; NotationError where it is not this side's, or names no cell."""
    name, values = given
    if len(values) != 1 or name != _COLOURS[to_move]:
        raise NotationError(
            f"not the next move: {quote(_text(given))} ({_COLOURS[to_move]} moves; Black is X)"
        )
    return _cell(board, values[0])


def _check_between(given: Property, to_move: Mark) -> None:
    """Raise NotationError if a property changes marks by hand, or is PL and does not name the side to move."""
    if given[0] in ("AB", "AW", "AE"):
        raise NotationError(f"marks changed by hand: {quote(_text(given))} is not a move")
    if given[0] == "PL":
        _check_turn(_side(given), given, to_move)


def _side(given: Property) -> Mark:
    """Return the side that PL names; raise NotationError if it names none."""
    values = [simple_text(value).lower() for value in given[1]]
    if len(values) != 1 or values[0] not in _SIDES:
        raise NotationError(f"not a side: {quote(_text(given))} (B or W)")
    return _SIDES[values[0]]


def _check_turn(side: Mark, given: Property, to_move: Mark) -> None:
    if side is not to_move:
        what = f"{quote(_text(given))} ({_COLOURS[to_move]} is to move: Black is X and moves first)"
        raise NotationError(f"not the side to move: {what}")


def _text(given: Property) -> str:
    """A property as it stands in the file."""
    return f"{given[0]}[{']['.join(given[1])}]"


def _cell(board: Board, point: str) -> Cell:
    column, row = (_LETTERS.find(letter) for letter in point) if len(point) == 2 else (-1, -1)
    if not (0 <= column < board.columns and 0 <= row < board.rows):
        raise NotationError(f"no such cell: {quote(point)} (two letters, like bb, on a board {board})")
    return Cell(row * board.columns + column)


def _point(board: Board, cell: Cell) -> str:
    """A cell's two letters: column and row from the top left."""
    row, column = divmod(cell, board.columns)
    return _LETTERS[column] + _LETTERS[row]


def _first(properties: Sequence[Property], name: str) -> str | None:
    return next((values[0] for given, values in properties if given == name and values), None)


def _result(ending: Ending | None) -> str:
    """RE: who won, R: resigned, F: forfeited, T: out of time, Void: nobody came back; nothing while it goes on."""
    if ending is None:
        return ""
    if ending.winner is None:
        return "RE[Void]" if ending.reason == "abandoned" else "RE[Draw]"
    how = {"resignation": "R", "forfeit": "F", "time": "T"}.get(ending.reason, "")
    return f"RE[{_COLOURS[ending.winner]}+{how}]"


def study_of(nodes: Sequence[SgfNode], *, allow_custom_lines: bool = False) -> Study:
    """One game of a file with its variations and comments; errors and the board are those of ``game_of``."""
    start = _start(main_line(nodes), allow_custom_lines)
    draft = StudyDraft()
    variations = Counter(node.after for node in nodes)
    stands: list[tuple[StudyDraft, Mark, bool]] = []
    for node in nodes:
        at, to_move, is_shared = stands[node.after] if stands else (draft, start.to_move, True)
        is_shared = is_shared and variations[node.after] == 1  # what is set up here, all variations have
        for each in node.properties:
            if _is_move(each):
                at = at.play(_move(each, start.board, to_move))
                to_move = to_move.other
            elif not (is_shared and at is draft) or each[0] == "AE":
                _check_between(each, to_move)
        at.say(_comment(node))
        stands.append((at, to_move, is_shared))
    names = players_of(nodes)
    return draft.study(start, x=names.get(Mark.X, ""), o=names.get(Mark.O, ""))


def _comment(node: SgfNode) -> str:
    return "\n".join(free_text(value) for name, values in node.properties if name == "C" for value in values)


def _moves_text(study: Study) -> Iterator[str]:
    """The moves in order; where there is a choice each is a variation, closed when one goes back beyond it."""
    board, sides = study.start.board, (study.start.to_move, study.start.to_move.other)
    line: list[tuple[int, bool]] = []  # the moves that lead here, and whether each opened a variation
    for number, move in enumerate(study.moves, start=1):
        while line and line[-1][0] != move.after:
            yield ")" * line.pop()[1]
        opens = len(study.following(move.after)) > 1
        colour = _COLOURS[sides[len(line) % 2]]
        yield f"{'(' * opens};{colour}[{_point(board, move.cell)}]{_note(move.note)}"
        line.append((number, opens))
    yield ")" * sum(opens for _, opens in line)


def _note(note: str) -> str:
    return f"C[{escape(note)}]" if note else ""
