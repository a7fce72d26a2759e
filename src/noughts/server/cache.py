"""Answers as they are sent, and those given lately. Here is nothing of the server: other processes compute them too."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from noughts.game.position import Position
from noughts.server.boards import find_position
from noughts.server.opponents import is_explained_quickly, pure_player
from noughts.solver.small.exact import MAX_EMPTY, exact

_BESIDE_BYTES = 500
"""What a remembered answer takes beside its body: the question, the objects that hold both."""

Question = Callable[..., Any]
"""A function of a position, and of what else is asked, to JSON, to an SVG as text or to a PNG as bytes."""


@dataclass(frozen=True)
class Answer:
    """The body of an answer, its media type, and the tag by which a browser asks whether its copy is still good."""

    body: bytes
    kind: str
    etag: str

    def __len__(self) -> int:
        return len(self.body)


class Memory(LRUCache[Hashable, Answer]):
    """The answers given lately, by what was asked."""

    def __init__(self, most_bytes: int) -> None:
        super().__init__(most_bytes, getsizeof=lambda answer: len(answer) + _BESIDE_BYTES)

    def keep(self, key: Hashable, answer: Answer) -> Answer:
        """Remembers an answer, unless it is too long for that."""
        with suppress(ValueError):
            self[key] = answer
        return answer


def answer_of(content: Any) -> Answer:
    """Text is an SVG and bytes are a PNG, sent as they are; everything else is JSON, if it is no answer yet."""
    if isinstance(content, Answer):
        return content
    if isinstance(content, bytes):
        return tag(content, "image/png")
    if isinstance(content, str):
        return tag(content.encode(), "image/svg+xml")
    return tag(json.dumps(content, separators=(",", ":"), allow_nan=False).encode(), "application/json")


def make_answer(make: Callable[..., Any], *args: Any) -> Answer:
    """What a function makes, written out where it is made."""
    return answer_of(make(*args))


def compute_answer(question: Question, board: str | None, position: str | None, *args: Any) -> Answer:
    """The answer about a position, for any process: names are soon sent there, and a board's lines are not."""
    return _compute_at(question, find_position(board, position), *args)


def compute_if_quick(
    question: Question, player: str | None, board: str | None, position: str | None, *args: Any
) -> Answer | None:
    """The same where others may wait for it; None where it would take too long."""
    place = find_position(board, position)
    thinker = None if player is None else pure_player(player)
    if thinker:
        thinker.check(place.board)  # what is refused is refused at once
    return _compute_at(question, place, *args) if is_explained_quickly(place.board, thinker) else None


def _compute_at(question: Question, position: Position, *args: Any) -> Answer:
    try:
        return answer_of(question(position, *args))
    finally:
        if position.board.size > MAX_EMPTY:
            exact.cache_clear()  # endless many positions may be asked about: what was searched is not kept


def tag(body: bytes, kind: str) -> Answer:
    """A body of this media type, with its tag."""
    return Answer(body, kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"')
