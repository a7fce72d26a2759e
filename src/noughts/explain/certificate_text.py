"""A certificate for reading: its claims, what kinds of records it has, and those next to the root, with their stones.

What the kinds and the numbers mean is docs/certificates.md; the records of a win with zones are a tree of the
attacker's moves, from the root down. Nothing is checked here: that is the verifier's.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import stones_of
from noughts.solver.certificate.read import LONGEST
from noughts.solver.certificate.write_zones import ALIKE, END, PASS, SEVERAL, SLACK
from noughts.solver.certificate.write_zones import FORMAT as ZONES

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.verdicts import KindJson, ReadCertificateJson, RecordJson


MEANINGS = {
    "p": "pairs of cells: when one of a pair is taken, the defender takes the other, and no line is ever filled",
    "e": "cells enough: the lines that are left weigh so little that the defender breaks them all, taking the heaviest",
    "c": "several parts that have no cell in common: the defender answers in the part that was moved in",
    "w": "the defender's reply to every move, by which each leads to an earlier record",
    "s": "the same in a game where the defender threatens, too",
    "v": "a move of the attacker that wins: every reply leads to an earlier record",
    "l": "every move of the defender leads to a record in which the attacker wins",
    "q": "pairs of cells that keep the attacker from filling a line in the plies that are left",
    "b": "the defender's replies that keep the attacker from a line in the plies that are left",
    "u": "a move of the attacker that wins within the plies that are left",
    "n": "what joins both halves: the win in so many plies, and none in fewer",
    "five": "a move that completes a line",
    "double": "a move after which two lines lack one cell each: the defender can take only one of them",
    "single": "a move after which a line lacks one cell: the defender must take it, and the next record follows",
    "quiet": "a move that forces nothing: the records below it meet every reply, one of them all that do not matter",
}
"""What a record says, by its kind."""

_SHOWN = 24
"""How many records are told."""

_TEXT = 400
"""Characters of a record that are told."""

_STONES = "ecwsvlpbu"
"""The kinds that begin with the attacker's and the defender's stones."""


class ZoneRecord(NamedTuple):
    """A record: its kind, the stones before the attacker's move, and in words what it answers and the move."""

    kind: str
    mine: int
    theirs: int
    words: str


def zone_records(board: Board, header: dict[str, Any], numbers: Iterable[int]) -> Iterator[ZoneRecord]:
    """The records of a tree, the root first. Raises NoughtsError for numbers that are no tree."""
    position = Position.parse(header["position"], board)
    attacker = Mark(header["attacker"])
    stones = stones_of(position, attacker)
    reading = _Reader(board, iter(numbers))
    try:
        if position.to_move is attacker:
            yield from reading.record("", *stones)
        else:
            yield from reading.after("the defender is to move", *stones, *stones)
    except (StopIteration, RuntimeError) as error:  # a generator makes the one of the other
        raise NoughtsError("not a certificate: its tree is cut off") from error


class _Reader:
    """A tree that is being read."""

    def __init__(self, board: Board, numbers: Iterator[int]) -> None:
        self.board, self.numbers = board, numbers

    def record(self, answers: str, mine: int, theirs: int) -> Iterator[ZoneRecord]:
        """A record and all below it."""
        m = next(self.numbers)
        words = f"{answers}{': ' * bool(answers)}{self.board.cell_name(Cell(m))}"
        yield from self.after(words, mine, theirs, mine | 1 << m, theirs)

    def after(self, words: str, mine: int, theirs: int, a: int, d: int) -> Iterator[ZoneRecord]:
        """The attacker has moved: a and d are the stones now."""
        rests = {line & ~a for line in self.board.masks if not line & d}
        last = {rest for rest in rests if rest & (rest - 1) == 0}
        kind = "five" if 0 in last else "double" if len(last) > 1 else "single" if last else "quiet"
        yield ZoneRecord(kind, mine, theirs, words)
        if kind == "single":
            (c,) = last
            yield from self.record(f"after {self._names(c)}", a, d | c)
        while kind == "quiet" and (mark := next(self.numbers)) != END:
            answers, stones = self._child(mark)
            yield from self.record(answers, a, d | stones)

    def _child(self, mark: int) -> tuple[str, int]:
        """What a child answers, and the defender's stones that it is for."""
        if mark == PASS:
            return "after a pass", 0
        if mark == SEVERAL:
            stones = sum(1 << next(self.numbers) for _ in range(next(self.numbers)))
            return f"after all of {self._names(stones)}", stones
        stones = 1 << (next(self.numbers) if mark in (SLACK, ALIKE) else mark)
        more = {SLACK: " and another stone", ALIKE: " and what is alike"}.get(mark, "")
        return f"after {self._names(stones)}{more}", stones

    def _names(self, cells: int) -> str:
        return " ".join(self.board.cell_name(c) for c in self.board.cells if cells >> c & 1)


def read_certificate(sha256: str, body: bytes) -> ReadCertificateJson:
    """A certificate as it can be read. Raises NoughtsError for what is none."""
    claims: list[str] = []
    kinds: Counter[str] = Counter()
    last: deque[tuple[int, Any, dict[str, Any]]] = deque(maxlen=_SHOWN)
    tree: list[RecordJson] = []
    header: dict[str, Any] = {}
    values = enumerate(map(json.loads, _lines(body)))
    for number, record in values:
        if isinstance(record, dict):
            header = record
            claims.append(_claim(record))
        elif header["format"] == ZONES:
            kinds, tree = _tree(header, chain(record, chain.from_iterable(part for _, part in values)))
        else:
            kinds[record[0]] += 1
            last.append((number, record, header))
    if not claims:
        raise NoughtsError("not a certificate: it has no claim")
    board = Board.parse(header["board"])
    found: list[KindJson] = [
        {"kind": kind, "meaning": MEANINGS[kind], "count": count} for kind, count in kinds.most_common()
    ]
    return {
        "schema": SCHEMA,
        "sha256": sha256,
        "bytes": len(body),
        "board": str(board),
        "claims": claims,
        "records": kinds.total(),
        "kinds": found,
        "last": tree or [_record(board, *each) for each in reversed(last)],
    }


def _tree(header: dict[str, Any], numbers: Iterable[int]) -> tuple[Counter[str], list[RecordJson]]:
    """How many records of each kind a win with zones has, and the first of them."""
    board = Board.parse(header["board"])
    kinds: Counter[str] = Counter()
    first: list[RecordJson] = []
    for number, record in enumerate(zone_records(board, header, numbers), 1):
        kinds[record.kind] += 1
        if number <= _SHOWN:
            first.append(
                {
                    "number": number,
                    "kind": record.kind,
                    "text": record.words,
                    "position": _rows(board, header, record.mine, record.theirs),
                    "pairs": [],
                }
            )
    return kinds, first


def _lines(body: bytes) -> Iterator[str]:
    """The lines of the file, no more of which is unpacked than is being read."""
    unpacking = zlib.decompressobj(wbits=31)
    packed, rest = body, b""
    while packed and not unpacking.eof:
        rest += unpacking.decompress(packed, LONGEST)
        packed = unpacking.unconsumed_tail
        *whole, rest = rest.split(b"\n")
        yield from (line.decode("ascii") for line in whole if line)
        if len(rest) > LONGEST:
            raise NoughtsError("not a certificate: a record is too long")


def _claim(header: dict[str, Any]) -> str:
    """What a claim says, in a sentence."""
    side, plies = header["attacker"], header.get("plies")
    said = {
        "win": f"{side} wins",
        "hold": f"{side} cannot win",
        "fewest": f"{side} wins in {plies} plies and not in fewer",
        "slower": f"{side} does not win within {plies} plies",
    }[header["claim"]]
    stones = header["position"] if set(header["position"]) & {"X", "O"} else ""
    return f"{said}, on {header['board']}{' from ' * bool(stones)}{stones}."


def _record(board: Board, number: int, record: Any, header: dict[str, Any]) -> RecordJson:
    kind, text = str(record[0]), json.dumps(record, separators=(",", ":"))
    pairs = record[-1] if kind in "pq" else []
    name = board.cell_name
    return {
        "number": number,
        "kind": kind,
        "text": text if len(text) <= _TEXT else f"{text[:_TEXT]}…",
        "position": _rows(board, header, record[1], record[2]) if kind in _STONES else None,
        "pairs": [[name(one), name(other)] for one, other in zip(pairs[::2], pairs[1::2], strict=True)],
    }


def _rows(board: Board, header: dict[str, Any], mine: int, theirs: int) -> str:
    """Stones of the attacker and of the defender, as a position's rows."""
    x, o = (mine, theirs) if header["attacker"] == "X" else (theirs, mine)
    return Position.unchecked(board, x, o).rows_text
