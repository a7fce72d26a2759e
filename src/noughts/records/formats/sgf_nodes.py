"""The nodes of an SGF file as they stand, whatever game they tell: properties, and which node each follows.

A. Hollosi, SGF FF[4], www.red-bean.com/sgf, "Basic (EBNF) Definition" and "Property Value Types":

    (;SZ[3];B[bb](;W[aa])(;W[ba]))      four nodes: 0, then 1 after 0, then 2 and 3 after 1
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from noughts.errors import NotationError, quote

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
