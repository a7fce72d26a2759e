"""A certificate for reading: its claims, what kinds of records it has, and those next to the root, with their stones.

What the kinds mean is docs/certificates.md in a line each. Nothing is checked here: that is the verifier's.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from noughts.contract.numbers import SCHEMA
from noughts.errors import NoughtsError
from noughts.explain.zone_records import MEANINGS as ZONE_MEANINGS
from noughts.explain.zone_records import zone_records
from noughts.game.board import Board, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.certificate.read import LONGEST
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
    **ZONE_MEANINGS,
}
"""What a record says, by its kind."""

_SHOWN = 24
"""How many records are told."""

_TEXT = 400
"""Characters of a record that are told."""

_STONES = "ecwsvlpbu"
"""The kinds that begin with the attacker's and the defender's stones."""


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
            kinds[_kind(record)] += 1
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


def _kind(record: Any) -> str:
    return str(record[0])


def _record(board: Board, number: int, record: Any, header: dict[str, Any]) -> RecordJson:
    kind, text = _kind(record), json.dumps(record, separators=(",", ":"))
    pairs = record[-1] if kind in "pq" else []
    name = board.cell_name
    return {
        "number": number,
        "kind": kind,
        "text": text if len(text) <= _TEXT else f"{text[:_TEXT]}…",
        "position": _stones(board, record, header) if kind in _STONES else None,
        "pairs": [[name(one), name(other)] for one, other in zip(pairs[::2], pairs[1::2], strict=True)],
    }


def _stones(board: Board, record: Any, header: dict[str, Any]) -> str:
    """The stones that a record begins with, as a position's rows."""
    return _rows(board, header, record[1], record[2])


def _rows(board: Board, header: dict[str, Any], mine: int, theirs: int) -> str:
    """Stones of the attacker and of the defender, as a position's rows."""
    attacker = Mark(header["attacker"])
    marks = dict.fromkeys(cells_of(mine), attacker) | dict.fromkeys(cells_of(theirs), attacker.other)
    rows = Position.start(board).rows_text.split("/")
    cells = iter(board.cells)
    return "/".join("".join(str(marks.get(next(cells), ".")) for _ in row) for row in rows)
