"""Checks claims about plies: that the attacker, to move, wins in n and not in fewer, or not in n ("slower").

Beside `verify`, whose notation this is: A attacks, D defends, A is to move in every record. With t stones of A to
come, a line matters only while its side has enough stones to come to fill it. What a line still wants is its edge,
and the edges decide the game: P are those of A's lines of at most t empty cells without D, Q those of D's lines of at
most t - 1 without A. (P, Q) is no better for A than (P', Q') when every edge of P contains one of P', and every edge
of Q' contains one of Q: extra stones, and cells in no edge, never hurt their owner.

  ["q", pairs]                    disjoint pairs of cells, [c, e, f, g, ..]. Claims: with P' = the pairs and Q' empty
                                  A never fills an edge: when A takes one cell of a pair, D takes the other.
  ["b", a, d, t, [m, r, back, sym, ..]]  A does not complete a line, and first, with its next t stones. An entry:
                                  to A's move m (-1: A passes, its edges of t cells still counted) D replies r, and
                                  the position then is no better for A than the "q" or "b" record `back` places
                                  earlier, renamed by permutation `sym`, which looks t - 1 or more stones ahead.
                                  A pass answers every move outside the record's edges and r; back = 0: r completes a
                                  line of D, and answers every move but r. t = 1: no edge of one cell, no entries.
  ["u", a, d, t, m, [r, back, sym, ..]]  A moves m and completes a line first within t stones, m among them: at once
                                  (list empty), or every reply r of D leads to an earlier "u" record for at most t - 1
                                  stones that is no better for A, or misses a cell where A then completes a line.
  ["n", b1, b2]                   last. Claim "fewest": the "u" record b1 places earlier and the "q" or "b" record b2
                                  earlier prove that n = header["plies"] is the fewest: t = (n + 1) / 2 stones win,
                                  t - 1 do not (b2 is not looked at where n = 1). Claim "slower": b1 = 0, and t
                                  stones do not win; if A has not more than t to come, A cannot win at all.
Why a pass answers a move y outside the record's edges: y's stone is in none of them, so it neither shortens one of A's
nor breaks one of D's; a line of t cells through y has t - 1 left, but then it was an edge when A passed.
Cells in no edge are all alike: an entry for one of them answers the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from noughts.game.board import Board
from noughts.solver.certificate.format import Proved, RecordReader, ints, need, renamed

Edges = tuple[frozenset[int], frozenset[int]]
Record = tuple[
    str, int, tuple[int, ...]
]  # kind, stones of A to come, both sides' stones or, of "q", the pairs


class BoundedChecker(RecordReader):
    """Reads a claim about plies: its header, then its records in order."""

    claims = ("fewest", "slower")
    lengths = {"q": (2,), "b": (5,), "u": (6,), "n": (3,)}  # noqa: RUF012

    def __init__(self, header: dict[str, Any], board: Board | None) -> None:
        super().__init__(header, board)
        need(header.get("first") is None, "a first move is given where there is none")
        need(self.attacker is self.position.to_move, "the attacker is not to move")
        need(not self.position.is_over, "the game is over")
        plies = header.get("plies")
        need(type(plies) is int and 0 < plies < 2 * self.cells and plies % 2, "the plies are no odd number")
        self.plies = int(header["plies"])

    def check(self, kind: str, *rest: Any) -> Record:
        """Checks a record."""
        checks: dict[str, Callable[..., Record]] = {
            "q": self._pairs,
            "b": self._holds,
            "u": self._wins,
            "n": self._last,
        }
        return checks[kind](*rest)

    def root(self) -> Proved:
        """The claim, if the last record proves it."""
        need(self.records[-1][0] == "n", "the last record is no root")
        wins = self.claim == "fewest"
        to_come = (self.cells - self.position.ply + 1) // 2
        never = not wins and self.plies // 2 + 1 >= to_come
        return Proved(self.position, self.attacker, wins, None if never else self.plies)

    def _edges(self, x: int, o: int, most_x: int, most_o: int) -> Edges:
        """What the attacker's lines of at most so many empty cells still want, and the defender's."""
        mine = (line & ~x for line in self.lines if not line & o)
        theirs = (line & ~o for line in self.lines if not line & x)
        return (
            frozenset(edge for edge in mine if edge.bit_count() <= most_x),
            frozenset(edge for edge in theirs if edge.bit_count() <= most_o),
        )

    def _leads(self, kinds: str, back: int, sym: int) -> tuple[int, Edges]:
        """How many stones ahead an earlier record looks, and its edges, the cells renamed."""
        (kind, t, sets), image = self.earlier(back, sym)
        need(kind in kinds, "another kind of record is wanted")
        masks = [renamed(mask, image) for mask in sets]
        if kind == "q":
            return t, (frozenset(masks), frozenset())
        return t, self._edges(masks[0], masks[1], t, t - 1)

    def _position(self, x: Any, o: Any, t: Any) -> int:
        """The empty cells of a position that is not over, t stones of the attacker to come."""
        self.masks(x, o)
        need(type(t) is int and 0 < t <= self.cells, "the stones to come are no number")
        need(not self.completes(x) and not self.completes(o), "the game is over")
        return self.full & ~int(x | o)

    def _pairs(self, cells: Any) -> Record:
        used, pairs = 0, []
        for a, b in ints(cells, 2):
            pair = self.cell(a, self.full & ~used)
            pair |= self.cell(b, self.full & ~(used | pair))
            used |= pair
            pairs.append(pair)
        return "q", self.cells, tuple(pairs)

    def _holds(self, x: Any, o: Any, t: Any, entries: Any) -> Record:
        open_moves = free = self._position(x, o, t)
        mine, theirs = self._edges(x, o, t, t - 1)
        need(all(edge & (edge - 1) for edge in mine), "the attacker completes a line")
        alike = free & ~_union(mine | theirs)
        for m, r, back, sym in ints(entries, 4):
            move = 0 if m == -1 else self.cell(m, free)
            reply = self.cell(r, free & ~move)
            if back == 0:
                need(self.completes(o | reply), "the reply completes no line")
                open_moves &= reply
                continue
            stones, edges = self._leads("qb", back, sym)
            need(stones >= t - 1, "the record looks too few stones ahead")
            after = self._edges(x | move, o | reply, t - 1 if move else t, t - 2)
            need(_no_better(after, edges), "the position is better for the attacker than the record")
            if move:
                open_moves &= ~(alike if move & alike else move)
            else:
                open_moves &= _union(edges[0] | edges[1]) | reply
        need(open_moves == 0 or t == 1, "a move of the attacker has no answer")
        return "b", t, (x, o)

    def _wins(self, x: Any, o: Any, t: Any, m: Any, entries: Any) -> Record:
        free = self._position(x, o, t)
        need(type(m) is int, "no move")
        after = x | self.cell(m, free)
        if self.completes(after):
            need(entries == [], "entries follow a move that completes a line")
        else:
            need(t > 1, "the stones to come are used up")
            self._beaten(after, o, t - 1, entries)
        return "u", t, (x, o)

    def _beaten(self, x: int, o: int, t: int, entries: Any) -> None:
        """The defender is to move, t stones of the attacker to come, and whatever it replies is met."""
        free, (mine, theirs) = self.full & ~(x | o), self._edges(x, o, t, t)
        need(
            free and all(edge & (edge - 1) for edge in theirs),
            "the defender completes a line, or the board is full",
        )
        threats, alike = _union(e for e in mine if not e & (e - 1)), free & ~_union(mine | theirs)
        open_replies = free
        if threats:
            open_replies = threats if threats & (threats - 1) == 0 else 0
        for r, back, sym in ints(entries, 3):
            reply = self.cell(r, free)
            stones, edges = self._leads("u", back, sym)
            need(stones <= t, "the record looks too many stones ahead")
            here = self._edges(x, o | reply, t, t - 1)
            need(_no_better(edges, here), "the record is better for the attacker")
            open_replies &= ~(alike if reply & alike else reply)
        need(open_replies == 0, "a reply of the defender is not met")

    def _last(self, win: Any, hold: Any) -> Record:
        need(type(win) is int and type(hold) is int, "no records")
        t, (x, o) = self.plies // 2 + 1, self.stones
        if self.claim == "fewest":
            stones, edges = self._leads("u", win, 0)
            need(stones <= t and _no_better(edges, self._edges(x, o, t, t - 1)), "no win in so many plies")
            t -= 1
        else:
            need(win == 0, "a win is named where none is claimed")
        if t:
            stones, edges = self._leads("qb", hold, 0)
            need(
                stones >= t and _no_better(self._edges(x, o, t, t - 1), edges),
                "no proof that fewer plies fail",
            )
        return "n", 0, ()


def _union(masks: Iterable[int]) -> int:
    out = 0
    for mask in masks:
        out |= mask
    return out


def _no_better(some: Edges, other: Edges) -> bool:
    """The one position's edges are no better for the attacker than the other's."""
    return _contain(some[0], other[0]) and _contain(other[1], some[1])


def _contain(large: frozenset[int], small: frozenset[int]) -> bool:
    """Every edge of the one set contains an edge of the other."""
    return all(any(s & ~edge == 0 for s in small) for edge in large if edge not in small)
