"""Checks a certificate. Shares nothing with the search: the board, the position, Python, and the files `read`
(headers), `verify_plies` (claims about plies, "fewest" and "slower") and `verify_zones` (wins with zones) beside it.

A certificate is gzipped JSON lines: one claim or more, each a header and then records, every record after the
ones it leans on; docs/certificates.md has every detail. A header names the board, the position, the attacker (X or
O) and the claim: "win", the attacker wins, or "hold", the other side, the defender, keeps the attacker from winning.
Below, A and D are the attacker and the defender; a record begins with its kind and A's and D's stones as masks: bit c
is cell c, counted row by row from 0. In a record A is to move, unless it says otherwise.

HOLD  A record has a zone Z of empty cells; it claims: D, moving second and playing inside Z only, breaks
every line that has no D stone yet, even if A is given every empty cell outside Z. (So A gains nothing by a
move outside Z, and extra D stones never hurt D.)
  ["p", a, d, [c, e, f, g, ..]]   leaf: disjoint pairs (c,e), (f,g), ..; every line without D contains both
                                  cells of some pair; Z = the pairs' cells. No such line: the pairs may be [].
  ["e", a, d, z]                  leaf: an edge is what a line without D has in Z = z (one that contains another
                                  aside), and weighs 2 ** -(its cells). All edges, and those of the heaviest cell
                                  once more, weigh less than 1: D takes heaviest cells (Erdos and Selfridge 1973).
  ["c", a, d, [back, sym, ..]]    earlier records, renamed, with zones that have no cell in common: D answers in the
                                  zone that A moved in. The empty cells of every line without D contain what a line
                                  that one of them breaks has in its zone; Z = union of zones.
  ["w", a, d, [m, r, back, sym, ..]]  A's move m (-1: A passes), D's reply r, then the record `back` places
                                  earlier, its cells renamed by permutation number `sym`. Entry zone = the
                                  renamed zone + r; it answers every A move that is m or outside the entry
                                  zone. All moves must be answered by some entry; Z = union of entry zones.
  ["w", a, d, entries, [y, m, ..]]  as well, m answers y: every line without D through y (one that contains another's
                                  rest aside) goes through m, and D replies as to m, the two cells exchanged. Z
                                  has m, too.
Why an entry answers a move y outside its zone: D replies r; y, and m where it was not played, count among
the cells given to A, and the earlier record holds against all of them.

The strong game: both sides' lines count and the first complete line wins. No zones, exact stones.
  ["s", a, d, [m, r, back, sym, ..]]  as "w", but an entry that leads to an "s" record answers m only; back = 0:
                                  r completes a line of D, and so answers every move but r.
  ["v", a, d, m, [r, back, sym, ..]]  A moves m and wins: m completes a line (list empty), or each reply r of D
                                  leads to an earlier "v" record, or misses a cell where A then completes a line.
  ["l", a, d, [r, back, sym, ..]]  D is to move and each reply r leads to a "v" record in the same way: a root only.
Empty cells in no line open to either side are all alike: an entry for one of them answers the others.
The last record of a claim is its root. Where D is to move at the root of a hold, the header's "first" is D's move.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import groupby
from os import PathLike
from typing import Any

from noughts.displayable import Shown
from noughts.errors import NoughtsError, quote
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.certificate.format import (
    LONGEST,
    Proved,
    Reader,
    RecordReader,
    RejectedError,
    ints,
    need,
    renamed,
)
from noughts.solver.certificate.verify_plies import BoundedChecker
from noughts.solver.certificate.verify_zones import ZoneChecker
from noughts.solver.certificate.verify_zones_compiled import QuickZoneChecker, quick_pays
from noughts.solver.value import Result

__all__ = ["Proof", "Proved", "RejectedError", "holds_any_length", "value_of", "verify"]

Step = Callable[[int, int], None]
"""Told how many bytes of a file are read, of how many."""

Record = tuple[str, int, int, int]  # kind, the attacker's and the defender's stones, zone


class Proof(Shown, list[Proved]):
    """What a certificate proves, claim by claim."""

    def __init__(self, claims: Iterable[Proved], path: str) -> None:
        super().__init__(claims)
        self.path = path

    @property
    def position(self) -> Position:
        """The position that all claims are about."""
        return self[0].position

    @property
    def value(self) -> Result | None:
        """What it is worth to the side to move, as far as the claims tell it."""
        return value_of(self)


def verify(
    path: str | PathLike[str], board: Board | str | None = None, *, plain: bool | None = None
) -> Proof:
    """What a certificate proves; RejectedError if it does not prove all that it says, another
    NoughtsError where there is no such file.

    The board is the one that the file names; give ``board`` for a line set that has no name. Long claims by zones are
    checked by a compiled copy if compiled kernels are available; ``plain`` says whether by Python alone.
    """
    if plain is None:
        plain = not quick_pays(path)
    given = None if board is None else Board.of(board)
    return Proof(read_claims(path, partial(_checker, board=given, plain=plain)), str(path))


def read_claims(
    path: str | PathLike[str],
    checker: Callable[[dict[str, Any]], Reader],
    step: Step | None = None,
    source: AbstractContextManager[Any] | None = None,
) -> list[Proved]:
    """The claims of a file, each read by what ``checker`` makes of its header. The errors are those of ``verify``.

    ``source`` opens the file in place of ``path``, for callers that need to know which bytes were read.
    """
    try:
        with (
            source or nullcontext(path) as opened,
            gzip.open(opened, "rt", encoding="ascii", newline="\n") as file,
        ):
            return _claims(map(_parse, _watch(file, path, step) if step else _lines(file)), checker)
    except FileNotFoundError:
        raise NoughtsError(f"no such file: {quote(path, 1000)}") from None
    except RejectedError as error:
        raise RejectedError(f"{quote(path, 1000)} is no proof: {error}") from error
    except (NoughtsError, OSError, EOFError, TypeError, UnicodeError, zlib.error) as error:
        raise RejectedError(f"{quote(path, 1000)} is no readable certificate: {error}") from error


def value_of(proved: Iterable[Proved]) -> Result | None:
    """The value of the position for the side to move, as far as the proved claims tell it.

    Neither side can win: a draw. From the empty board it is enough that X cannot: if O had a winning
    strategy, X could steal it (Hales and Jewett 1963).
    """
    claims = list(proved)
    position = claims[0].position
    for claim in claims:
        if claim.wins:
            return Result.WIN if claim.attacker is position.to_move else Result.LOSS
    held = {claim.attacker for claim in claims if claim.plies is None}
    empty = position.ply == 0
    return Result.DRAW if held == set(Mark) or (empty and Mark.X in held) else None


def holds_any_length(claims: Iterable[Proved]) -> bool:
    """Return whether verified claims about a block prove its strip a draw: X, who begins, cannot win the weak game."""
    return any(
        claim.weak and claim.attacker is Mark.X and claim.position == Position.start(claim.position.board)
        for claim in claims
    )


def _claims(values: Iterable[Any], checker_of: Callable[[dict[str, Any]], Reader]) -> list[Proved]:
    checker: Reader | None = None
    proved: list[Proved] = []
    for kind, group in groupby(values, type):
        if kind is dict:
            for header in group:
                need(not checker, "a claim without records")
                checker = checker_of(header)
        else:
            need(checker, "the header is missing")
            assert checker is not None
            proved.append(checker.proof_of(group))
            checker = None
    need(proved and not checker, "a claim without records")
    about = {(claim.position.board.name, claim.position) for claim in proved}
    need(len(about) == 1, "claims about different positions")
    return proved


def _checker(header: dict[str, Any], board: Board | None, plain: bool) -> Reader:
    """Who checks the claim of a header."""
    if header.get("format") == ZoneChecker.format:
        return ZoneChecker(header, board) if plain else QuickZoneChecker(header, board)
    if header.get("claim") in BoundedChecker.claims:
        return BoundedChecker(header, board)
    return RecordChecker(header, board)


def _watch(file: Any, path: str | PathLike[str], step: Step) -> Iterator[str]:
    size = os.stat(path).st_size
    for line in _lines(file):
        step(file.buffer.fileobj.tell(), size)
        yield line


def _lines(file: Any) -> Iterator[str]:
    while text := file.readline(LONGEST):
        if not text.endswith("\n"):
            raise RejectedError("a record is cut off or too long")
        yield text


def _parse(text: str) -> Any:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RejectedError(f"not JSON: {quote(text)}") from error
    need(type(value) in (dict, list), f"neither a header nor a record: {quote(text)}")
    return value


class RecordChecker(RecordReader):
    """Reads a claim of format 1: its header, then its records in order."""

    claims = ("hold", "win")

    lengths = {"p": (4,), "e": (4,), "c": (4,), "w": (4, 5), "s": (4,), "v": (5,), "l": (4,)}  # noqa: RUF012

    def __init__(self, header: dict[str, Any], board: Board | None) -> None:
        super().__init__(header, board)
        self.first = header.get("first")

    def check(self, kind: str, *rest: Any) -> Record:
        """Checks a record."""
        checks: dict[str, Callable[..., int]] = {
            "p": self._pairs,
            "e": self._potential,
            "c": self._parts,
            "w": self._weak,
            "s": self._strong,
            "v": self._win,
            "l": self._lost,
        }
        x, o = self.masks(*rest[:2])
        return kind, x, o, checks[kind](x, o, *rest[2:])

    def root(self) -> Proved:
        """The claim, if the last record is about its position."""
        kind, x, o, _ = self.records[-1]
        wins, attacks = self.claim == "win", self.position.to_move is self.attacker
        need(kind in (("v" if attacks else "l") if wins else "pecws"), "the root proves another claim")
        need(not self.position.is_over, "the game is over")
        mine, theirs = self.stones
        if wins or attacks:
            need(self.first is None, "a first move is given where there is none")
        else:
            need(type(self.first) is int, "the defender's first move is missing")
            theirs |= self.cell(int(self.first or 0), self.full & ~(mine | theirs))
        need(x == mine and o == theirs, "the root is another position")
        return Proved(self.position, self.attacker, wins, weak=kind in "pecw")

    def _follows(self, kind: str, x: int, o: int, back: int, sym: int) -> None:
        """The earlier record is of this kind and, renamed, of exactly this position."""
        (what, cx, co, _), image = self.earlier(back, sym)
        need(what == kind and renamed(cx, image) == x and renamed(co, image) == o, "another position follows")

    def _pairs(self, x: int, o: int, cells: Any) -> int:
        zone, pairs = 0, []
        for a, b in ints(cells, 2):
            first = self.cell(a, self.full & ~(x | o | zone))
            pairs.append(first | self.cell(b, self.full & ~(x | o | zone | first)))
            zone |= pairs[-1]
        for line in self.lines:
            need(line & o or any(pair & ~line == 0 for pair in pairs), "a line has no pair")
        return zone

    def _potential(self, x: int, o: int, zone: Any) -> int:
        need(type(zone) is int and zone >= 0 and not zone & ~(self.full & ~(x | o)), "the zone is not empty")
        unit = 1 << self.cells
        weighed = [(edge, unit >> edge.bit_count()) for edge in self.least(o, zone)]
        through = (sum(w for edge, w in weighed if edge >> c & 1) for c in range(self.cells))
        need(sum(w for _, w in weighed) + max(through) < unit, "the potential is too high")
        return int(zone)

    def _parts(self, x: int, o: int, refs: Any) -> int:
        zone, claims = 0, set[int]()
        for back, sym in ints(refs, 2):
            part, broken = self._broken(x, o, back, sym)
            need(not part & zone, "two parts have a cell in common")
            zone |= part
            claims |= {line & part for line in self.lines if not line & broken}
        edges = [line & ~x for line in self.lines if not line & o]
        need(all(any(c & ~edge == 0 for c in claims) for edge in edges), "a line escapes all parts")
        return zone

    def _weak(self, x: int, o: int, entries: Any, *dominated: Any) -> int:
        union, open_moves, free, answered = 0, self.full, self.full & ~(x | o), 0
        for m, r, back, sym in ints(entries, 4):
            move = 0 if m == -1 else self.cell(m, free)
            zone = self._held(x | move, o, r, back, sym)
            union |= zone
            open_moves &= zone & ~move
            answered |= move
        for pairs in dominated:
            lesser, greater = self._dominated(x, o, pairs, answered)
            union |= greater
            open_moves &= ~lesser
        need(open_moves == 0, "a move of X has no answer")
        return union

    def _dominated(self, x: int, o: int, pairs: Any, answered: int) -> tuple[int, int]:
        """Moves of X that others answer, and those: answered themselves, and in all that the first lie in."""
        edges, free, lesser, greater = self.least(o, self.full & ~x), self.full & ~(x | o), 0, 0
        for y, m in ints(pairs, 2):
            other, move = self.cell(y, free & ~lesser), self.cell(m, answered)
            need(all(edge & move for edge in edges if edge & other), "a move does not dominate another")
            lesser |= other
            greater |= move
        return lesser, greater

    def least(self, o: int, cells: int) -> list[int]:
        """What the lines without O have in these cells, less what contains another's: breaking these breaks all."""
        edges = {line & cells for line in self.lines if not line & o}
        return [edge for edge in edges if not any(less < edge and not less & ~edge for less in edges)]

    def _broken(self, x: int, o: int, back: int, sym: int) -> tuple[int, int]:
        """The zone of an earlier weak record and the stones that break lines in it, as seen here."""
        (kind, _, co, zone), image = self.earlier(back, sym)
        need(kind in "pecw", "a weak record is wanted")
        co, zone = renamed(co, image), renamed(zone, image)
        need(not zone & (x | o), "the zone is not empty")
        return zone, co

    def _held(self, x: int, o: int, r: int, back: int, sym: int) -> int:
        """The entry zone of reply r to (x, o), when the earlier weak record covers every line left."""
        reply = self.cell(r, self.full & ~(x | o))
        o |= reply
        zone, co = self._broken(x, o, back, sym)
        claims = None
        for line in self.lines:  # a line open here and there needs no look: what breaks it lies in the zone
            if not line & o and line & co:
                if claims is None:
                    claims = {c & zone for c in self.lines if not c & co}
                need(any(c & ~(line & ~x) == 0 for c in claims), "a line escapes the earlier record")
        return zone | reply

    def _threats(self, mine: int, theirs: int) -> int:
        """The empty cells that complete a line of `mine`."""
        last = 0
        for line in self.lines:
            rest = line & ~mine
            if not rest & theirs and rest & (rest - 1) == 0:
                last |= rest
        return last

    def dead(self, x: int, o: int) -> int:
        """The empty cells in no line that a side can still complete: they are all alike."""
        alive = x | o
        for line in self.lines:
            if not (line & x and line & o):
                alive |= line
        return self.full & ~alive

    def _strong(self, x: int, o: int, entries: Any) -> int:
        free = self.full & ~(x | o)
        need(not self.completes(x) and not self.completes(o), "the game is over")
        need(not self._threats(x, o), "X completes a line")
        open_moves, dead = free, self.dead(x, o)
        for m, r, back, sym in ints(entries, 4):
            move = 0 if m == -1 else self.cell(m, free)
            if back == 0:
                need(self.completes(o | self.cell(r, free & ~move)), "the reply completes no line")
                open_moves &= 1 << r
            elif self.earlier(back, sym)[0][0] == "s":
                need(move, "a strong record answers no pass")
                self._follows("s", x | move, o | self.cell(r, free & ~move), back, sym)
                open_moves &= ~(move if move & ~dead else dead)
            else:
                open_moves &= self._held(x | move, o, r, back, sym) & ~move
        need(open_moves == 0, "a move of X has no answer")
        return 0

    def _win(self, x: int, o: int, m: Any, entries: Any) -> int:
        need(
            type(m) is int and not self.completes(o) and not self.completes(x),
            "no move, or the game is over",
        )
        x |= self.cell(m, self.full & ~(x | o))
        if self.completes(x):
            need(entries == [], "entries follow a move that completes a line")
            return 0
        return self._lost(x, o, entries)

    def _lost(self, x: int, o: int, entries: Any) -> int:
        """The defender is to move, and whatever it replies is met."""
        need(not self.completes(o) and not self.completes(x), "the game is over")
        free, dead = self.full & ~(x | o), self.dead(x, o)
        need(free and not self._threats(o, x), "the defender completes a line, or the board is full")
        threats, open_replies = self._threats(x, o), free
        if threats:
            open_replies = threats if threats & (threats - 1) == 0 else 0
        for r, back, sym in ints(entries, 3):
            reply = self.cell(r, free)
            self._follows("v", x, o | reply, back, sym)
            open_replies &= ~(reply if reply & ~dead else dead)
        need(open_replies == 0, "a reply of the defender is not met")
        return 0
