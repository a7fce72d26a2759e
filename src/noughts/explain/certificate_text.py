"""A certificate for reading: its claims, what kinds of records it has, and those next to the root, with their stones.

What the kinds and the numbers mean is docs/certificates.md; the records of a win with zones are a tree of the
attacker's moves, from the root down, which its checker reads. Nothing else is checked here: that is the verifier's.
"""

from __future__ import annotations

import gzip
import json
from collections import Counter, deque
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError
from noughts.files import UNREADABLE
from noughts.game.board import Board, cells_of
from noughts.game.position import Position
from noughts.solver.certificate.format import LONGEST
from noughts.solver.certificate.verify_zones import ALIKE, PASS, SEVERAL, SLACK, ZoneChecker, ZoneStones

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


class _ZoneReading(ZoneChecker):
    """A win with zones while it is checked: how many records of each kind it has, and the first of them."""

    def __init__(self, header: dict[str, Any]) -> None:
        super().__init__(header, None)
        self.kinds: Counter[str] = Counter()
        self.first: list[RecordJson] = []
        self._answers = "" if self.attacks else "the defender is to move"

    def _win(self, p: ZoneStones, a: int, d: int, r: int) -> int:
        before = self.kinds.total()
        zone = super()._win(p, a, d, r)
        if self.kinds.total() == before:  # the move completes a line, which is all of the zone
            self._tell("five", a, d, zone)
        return zone

    def _after(self, p: ZoneStones, a: int, d: int, r: int, m: int) -> int:
        last = self.last_cells(p)
        self._tell("double" if last & (last - 1) else "single" if last else "quiet", a & ~m, d, m)
        self._answers = f"after {self._names(last)}"
        return super()._after(p, a, d, r, m)

    def _child(self, kind: int, p: ZoneStones, a: int, d: int, r: int, cells: int) -> int:
        names = self._names(cells)
        words = {
            PASS: "a pass",
            SEVERAL: f"all of {names}",
            SLACK: f"{names} and another stone",
            ALIKE: f"{names} and what is alike",
        }
        self._answers = f"after {words.get(kind, names)}"
        return super()._child(kind, p, a, d, r, cells)

    def _tell(self, kind: str, mine: int, theirs: int, move: int) -> None:
        """A record: the stones before the attacker's move, and in words what it answers and the move."""
        self.kinds[kind] += 1
        if len(self.first) < _SHOWN:
            self.first.append(
                {
                    "number": len(self.first) + 1,
                    "kind": kind,
                    "text": ": ".join(filter(None, (self._answers, self._names(move)))),
                    "position": _rows(self.position.board, self.header, mine, theirs),
                    "pairs": [],
                }
            )

    def _names(self, cells: int) -> str:
        return " ".join(map(self.position.board.cell_name, cells_of(cells)))


def read_certificate(sha256: str, body: bytes) -> ReadCertificateJson:
    """A certificate as it can be read. Raises NoughtsError for what is none."""
    try:
        return _read(sha256, body)
    except NoughtsError:
        raise
    except UNREADABLE as error:
        raise NoughtsError(f"not a certificate: {error}") from error


def _read(sha256: str, body: bytes) -> ReadCertificateJson:
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
        elif header["format"] == ZoneChecker.format:
            reading = _ZoneReading(header)
            reading.proof_of(chain([record], (part for _, part in values)))
            kinds, tree = reading.kinds, reading.first
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


def _lines(body: bytes) -> Iterator[str]:
    """The lines of the file, no more of which is unpacked than is being read."""
    with gzip.open(BytesIO(body), "rt", encoding="ascii") as file:
        while line := file.readline(LONGEST):
            if not line.endswith("\n"):
                raise NoughtsError("not a certificate: a record is cut off or too long")
            yield line


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
