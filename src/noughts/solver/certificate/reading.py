"""Reads a certificate without verifying it: its claims, its records by kind, and those next to the root.

docs/certificates.md says what the kinds and the numbers mean. The records of a win with zones are a tree of the
attacker's moves, from the root down, which its checker reads.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import Any

from noughts.errors import NoughtsError, quote
from noughts.files import UNREADABLE
from noughts.game.board import Board, Cell, cells_of
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.certificate.format import LONGEST, Proved
from noughts.solver.certificate.verify_zones import ALIKE, PASS, SEVERAL, SLACK, ZoneChecker, ZoneStones

MAX_RECORDS = 24
"""Maximum number of records that are read in full."""

_STONES = frozenset("ecwsvlpbu")
"""Kinds of records that begin with the attacker's and the defender's stones."""

_KINDS = _STONES | frozenset("qn")
"""Kinds of records that are not parts of a tree."""

_REPLIES = {PASS: "pass", SEVERAL: "several", SLACK: "slack", ALIKE: "alike"}


@dataclass(frozen=True, slots=True)
class DefenderReply:
    """The reply of the defender that a record of a tree follows.

    ``kind`` is "cell" (it takes the cell), "pass", "several" (it takes all of the cells), "slack" (it takes the cell
    and another one), "alike" (it takes the cell or one that is the same by symmetry), or "first" (the defender is to
    move at the root).
    """

    kind: str
    cells: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class CertificateRecord:
    """A record of a certificate, and the stones that it is about, if it has any.

    ``members`` are the members of the record in the file, without its kind, and ``pairs`` those of a pairing. A record
    of a tree has the attacker's ``move`` instead, if there is one, and the ``reply`` before it.
    """

    number: int
    kind: str
    position: Position | None
    members: tuple[Any, ...] = ()
    pairs: tuple[tuple[Cell, Cell], ...] = ()
    reply: DefenderReply | None = None
    move: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class CertificateReading:
    """The contents of a certificate. Nothing of it is verified.

    ``kinds`` has the number of records of each kind, the most frequent first. ``records`` are those next to the root,
    the root first.
    """

    sha256: str
    size: int
    board: Board
    claims: tuple[Proved, ...]
    kinds: Mapping[str, int]
    records: tuple[CertificateRecord, ...]

    @property
    def count(self) -> int:
        """The number of all records."""
        return sum(self.kinds.values())


class _TreeReader(ZoneChecker):
    """A win with zones while it is checked: how many records of each kind it has, and the first of them."""

    def __init__(self, header: dict[str, Any]) -> None:
        super().__init__(header, None)
        self.kinds: Counter[str] = Counter()
        self.first: list[CertificateRecord] = []
        self._reply = None if self.attacks else DefenderReply("first")

    def _win(self, p: ZoneStones, a: int, d: int, r: int) -> int:
        before = self.kinds.total()
        zone = super()._win(p, a, d, r)
        if self.kinds.total() == before:  # the move completes a line, which is all of the zone
            self._add("five", a, d, zone)
        return zone

    def _after(self, p: ZoneStones, a: int, d: int, r: int, m: int) -> int:
        last = self.last_cells(p)
        self._add("double" if last & (last - 1) else "single" if last else "quiet", a & ~m, d, m)
        self._reply = DefenderReply("cell", tuple(cells_of(last)))
        return super()._after(p, a, d, r, m)

    def _child(self, kind: int, p: ZoneStones, a: int, d: int, r: int, cells: int) -> int:
        self._reply = DefenderReply(_REPLIES.get(kind, "cell"), tuple(cells_of(cells)))
        return super()._child(kind, p, a, d, r, cells)

    def _add(self, kind: str, mine: int, theirs: int, move: int) -> None:
        """Add a record: the stones before the attacker's move, the reply that it follows, and the move."""
        self.kinds[kind] += 1
        if len(self.first) < MAX_RECORDS:
            position = _position(self.position.board, self.header, mine, theirs)
            number = len(self.first) + 1
            self.first.append(
                CertificateRecord(number, kind, position, reply=self._reply, move=tuple(cells_of(move)))
            )


def read_certificate(body: bytes) -> CertificateReading:
    """Return the contents of a certificate. Raises NoughtsError if the bytes are not a certificate."""
    try:
        return _read(body)
    except NoughtsError:
        raise
    except UNREADABLE as error:
        raise NoughtsError(f"not a certificate: {error}") from error


def _read(body: bytes) -> CertificateReading:
    claims: list[Proved] = []
    kinds: Counter[str] = Counter()
    last: deque[tuple[int, Any, dict[str, Any]]] = deque(maxlen=MAX_RECORDS)
    tree: list[CertificateRecord] = []
    header: dict[str, Any] = {}
    values = enumerate(map(json.loads, _lines(body)))
    for number, record in values:
        if isinstance(record, dict):
            header = record
            claims.append(_claim(record))
        elif header["format"] == ZoneChecker.format:
            reader = _TreeReader(header)
            reader.proof_of(chain([record], (part for _, part in values)))
            kinds, tree = reader.kinds, reader.first
        else:
            if record[0] not in _KINDS:
                raise NoughtsError(f"not a certificate: no kind of record is named {quote(record[0])}")
            kinds[record[0]] += 1
            last.append((number, record, header))
    if not claims:
        raise NoughtsError("not a certificate: it has no claim")
    board = claims[0].position.board
    return CertificateReading(
        hashlib.sha256(body).hexdigest(),
        len(body),
        board,
        tuple(claims),
        dict(kinds.most_common()),
        tuple(tree or [_record(board, *each) for each in reversed(last)]),
    )


def _lines(body: bytes) -> Iterator[str]:
    """Yield the lines of the file. No more is unpacked than is read."""
    with gzip.open(BytesIO(body), "rt", encoding="ascii") as file:
        while line := file.readline(LONGEST):
            if not line.endswith("\n"):
                raise NoughtsError("not a certificate: a record is cut off or too long")
            yield line


def _claim(header: dict[str, Any]) -> Proved:
    """Return what a claim says."""
    has_plies, wins = {
        "win": (False, True),
        "hold": (False, False),
        "fewest": (True, True),
        "slower": (True, False),
    }[header["claim"]]
    position = Position.parse(header["position"], Board.parse(header["board"]))
    return Proved(position, Mark(header["attacker"]), wins, int(header["plies"]) if has_plies else None)


def _record(board: Board, number: int, record: Any, header: dict[str, Any]) -> CertificateRecord:
    kind, *members = record
    pairs = record[-1] if kind in ("p", "q") else []
    cells = board.cells
    return CertificateRecord(
        number,
        kind,
        _position(board, header, *members[:2]) if kind in _STONES else None,
        tuple(members),
        tuple((cells[one], cells[other]) for one, other in zip(pairs[::2], pairs[1::2], strict=True)),
    )


def _position(board: Board, header: dict[str, Any], mine: int, theirs: int) -> Position:
    """Return the position with stones of the attacker and of the defender."""
    x, o = (mine, theirs) if header["attacker"] == "X" else (theirs, mine)
    return Position.unchecked(board, x, o)
