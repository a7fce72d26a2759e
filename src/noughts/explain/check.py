"""Checks of blocks that a player of others yields. Blocks that pass can be shown by every renderer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from noughts.errors import InputTypeError, quote
from noughts.explain.blocks import Block, BlockBase, Figure, Frames, Table
from noughts.game.board import Board
from noughts.game.position import Position


def checked(blocks: Iterable[Block], board: Board) -> Iterator[Block]:
    """Yield blocks. Cells are on ``board`` unless a figure has another one.

    Raises InputTypeError for a value that a field does not accept, and NotationError for a cell off the board.
    """
    for block in blocks:
        if not isinstance(block, BlockBase):
            raise InputTypeError(f"not a block: {_given(block)}")
        _check(block, type(block), board, type(block).__name__)
        yield block


def check_text(text: object) -> None:
    """Raise InputTypeError if this is not a text."""
    _check_plain(text, str, "the sentence")


def _check(value: Any, hint: Any, board: Board, place: str) -> None:
    """Raise an error that names the ``place`` if a value is not of the declared type ``hint``."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        _check_plain(value, str, place)
        if args[1] == "cell" and value:
            board.cell(value)
    elif origin is Literal:
        if value not in args:
            raise InputTypeError(f"{place} is {_given(value)}: it may be {', '.join(map(repr, args))}")
    elif origin in (Union, UnionType):
        if not (value is None and NoneType in args):
            _check(value, next((each for each in args if _is_of(value, each)), args[0]), board, place)
    elif origin is tuple:
        _check_tuple(value, args, board, place)
    elif origin is Mapping:
        _check_plain(value, Mapping, place)
        for key, each in value.items():
            _check(key, args[0], board, f"a key of {place}")
            _check(each, args[1], board, f"{place}[{key!r}]")
    elif is_dataclass(hint) and hint is not Position:
        _check_fields(value, hint, board, place)
    else:
        _check_plain(value, hint, place)


def _check_tuple(value: Any, args: tuple[Any, ...], board: Board, place: str) -> None:
    _check_plain(value, tuple, place)
    kinds = (args[0],) * len(value) if args[-1] is Ellipsis else args
    if len(value) != len(kinds):
        raise InputTypeError(f"{place} has {len(value)} items instead of {len(kinds)}")
    for i, (each, kind) in enumerate(zip(value, kinds, strict=True)):
        _check(each, kind, board, f"{place}[{i}]")


def _check_fields(value: Any, kind: Any, board: Board, place: str) -> None:
    _check_plain(value, kind, place)
    figure = value.figure if isinstance(value, Frames) else value
    if isinstance(figure, Figure) and isinstance(figure.position, Position):
        board = figure.position.board
    if isinstance(value, Frames) and not value.frames:
        raise InputTypeError(f"{place}.frames is empty")
    for name, hint in _hints(kind).items():
        _check(getattr(value, name), hint, board, f"{place}.{name}")
    if isinstance(value, Table) and value.head:
        for i, row in enumerate(value.rows):
            if len(row.texts) != len(value.head):
                where = f"{place}.rows[{i}].texts"
                raise InputTypeError(f"{where} has {len(row.texts)} items, and the head {len(value.head)}")


def _check_plain(value: Any, kind: Any, place: str) -> None:
    """Check a value that has no parts to be checked. A number must be finite."""
    accepted = (int, float) if kind is float else kind
    if not isinstance(value, accepted) or (kind in (int, float) and isinstance(value, bool)):
        raise InputTypeError(f"{place} is {_given(value)} instead of {_article(kind.__name__)}")
    if kind is float and not isfinite(value):
        raise InputTypeError(f"{place} is {value} instead of a finite number")


def _is_of(value: Any, hint: Any) -> bool:
    kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    return isinstance(kind, type) and isinstance(value, kind)


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    """Return the types of the fields of a class of blocks."""
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: hints[each.name] for each in fields(kind)}


def _given(value: object) -> str:
    return f"{quote(value)}, {_article(type(value).__name__)},"


def _article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiouAEIOU' else 'a'} {noun}"
