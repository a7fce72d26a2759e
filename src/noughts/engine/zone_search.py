"""Wins with zones: searched by threats and, above them, by quiet moves after which a pass loses to threats.

Proof-number search of the upper part, whose leaves are the kernels' threats. A quiet move of the attacker is kept only
where a pass of the defender loses; the proof of that has a zone, and only replies in it are searched. Where the proof
of one reply holds with one stone more it meets all replies outside its zone, too.
Sources: docs/zones.md; L. V. Allis, M. van der Meulen, H. J. van den Herik, Proof-number search, 1994.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from noughts.engine import loading
from noughts.engine.kernels import zones as kernel
from noughts.engine.kernels.lines import WORTH, record
from noughts.errors import IllegalMoveError, quote
from noughts.game.position import Position
from noughts.solver.certificate.write_zones import END, PASS, SLACK

_NEVER = 1 << 40
"""A proof number that says that this fails."""

_WIDTH = 10
"""Quiet moves that are tried in a position, at most: the winner is seldom below the tenth."""

_DEAR = (60_000, 20_000, 8_000)
"""Positions for threats, at the root, after a quiet move and a reply, and below."""

_WHOLE = 1
"""From so many quiet moves on a move must win after a pass; before, all replies are searched where it does not."""

_FUEL = 60
"""Moves tried for the defender's own fours."""


@dataclass(slots=True)
class ZoneProof:
    """A tree's numbers, and its zone: 1 for each of its cells."""

    numbers: list[int]
    zone: Any


@dataclass(slots=True)
class Attack:
    """The attacker is to move; ``moves`` is None until it was looked at."""

    r: int
    depth: int
    moves: list[Defence] | None = None
    pn: int = 1
    dn: int = 1
    proof: ZoneProof | None = None


@dataclass(slots=True)
class Defence:
    """The attacker has played ``m``: what is proved of the replies so far, and those that are left."""

    m: int
    r: int
    numbers: list[int]
    zone: Any
    left: dict[int, Attack] = field(default_factory=dict)
    forced: bool = False
    pn: int = 1
    dn: int = 1


class ZoneSearch:
    """One question: does the side to move win? Asked in portions; it goes on where it was.

    Raises IllegalMoveError for a finished position, UnsupportedBoardError for a board beyond the engine's room.
    """

    def __init__(self, position: Position, r: int = 0) -> None:
        if position.is_over:
            raise IllegalMoveError(f"the game {quote(position)} is over: nothing to search")
        board = position.board
        self.geo, self.state = loading.geometry(board), loading.state(position)
        self.state.limit = 1 << 60
        self.tree = loading.tree(1 << 24, 1 << 20)
        self.writer = record(kernel.zones_type())
        order = sorted(range(len(board.lines)), key=board.masks.__getitem__)
        self.writer.order[: len(order)], self.writer.lines = order, len(order)
        self.count = board.size
        self.degree = np.array([len(lines) for lines in board.masks_through])
        self.root = Attack(r, 0)
        self.favourites: list[int] = []  # quiet moves that have won, the last first

    @property
    def spent(self) -> int:
        """Positions looked at."""
        return int(self.state.nodes + self.state.probes)

    def run(self, positions: float) -> list[int] | None:
        """The numbers of a tree that proves the win, None where none was found in so many positions more."""
        until = self.spent + positions
        while self.root.proof is None and self.root.dn and self.spent < until:
            self._visit(self.root)
        return self.root.proof.numbers if self.root.proof else None

    def _step(self, cell: int) -> None:
        kernel.step(self.geo, self.state, cell)

    def _back(self, cell: int) -> None:
        kernel.back(self.geo, self.state, cell)

    def _threats(self, r: int, budget: int) -> ZoneProof | None:
        """A win by threats of the side to move."""
        if not kernel.win(self.geo, self.state, self.writer, self.tree, budget, r):
            return None
        writer = self.writer
        return ZoneProof(
            writer.out[: writer.length].tolist(), writer.zone[self.state.ply, : self.count].astype(bool)
        )

    def _visit(self, attack: Attack) -> None:
        """Goes down to a node that was not looked at, and sets the numbers on the way back."""
        if attack.moves is None:
            self._look(attack)
        else:
            defence = min(attack.moves, key=lambda move: move.pn)
            self._step(defence.m)
            y, reply = min(defence.left.items(), key=lambda item: item[1].dn)
            self._step(y)
            self._visit(reply)
            self._back(y)
            if reply.proof:
                self._met(defence, y, reply, attack.depth)
            self._count(defence)
            self._back(defence.m)
        self._decide(attack)

    def _decide(self, attack: Attack) -> None:
        """The numbers of an attack by its moves."""
        for move in attack.moves or ():
            if not move.left:
                attack.proof, attack.pn, attack.dn = self._whole(move), 0, _NEVER
                self.favourites = [move.m, *(m for m in self.favourites if m != move.m)][:_WIDTH]
                return
        if attack.proof is None:
            attack.pn = min((move.pn for move in attack.moves or ()), default=_NEVER)
            attack.dn = min(sum(move.dn for move in attack.moves or ()), _NEVER)

    def _count(self, defence: Defence) -> None:
        """The numbers of a defence by the replies that are left."""
        replies = defence.left.values()
        defence.pn = min(sum(reply.pn for reply in replies), _NEVER)
        defence.dn = min((reply.dn for reply in replies), default=_NEVER)

    def _look(self, attack: Attack) -> None:
        """Looks at a position for the first time."""
        budget = _DEAR[min(attack.depth, len(_DEAR) - 1)]
        attack.proof = self._threats(attack.r, budget)
        attack.moves = []
        if attack.proof:
            attack.pn, attack.dn = 0, _NEVER
            return
        for m in self._candidates():
            self._step(m)
            defence = self._defence(m, attack, budget)
            self._back(m)
            if defence:
                attack.moves.append(defence)

    def _candidates(self) -> list[int]:
        """The attacker's moves worth a try, the best first."""
        state, a = self.state, int(self.state.turn)
        must = kernel.answer(self.geo, state, 0)
        if must >= 0:
            return [must]
        worth = (state.hist[: self.count, a] >> WORTH) + (state.hist[: self.count, 1 - a] >> WORTH) * 3 // 4
        worth = worth * len(self.degree) + self.degree  # an empty line is worth nothing yet
        worth[state.held[: self.count] >= 0] = -1
        best = [int(c) for c in np.argsort(-worth, kind="stable")[:_WIDTH] if worth[c] > 0]
        known = [m for m in self.favourites if state.held[m] < 0][:3]
        return [*known, *(m for m in best if m not in known)]

    def _defence(self, m: int, attack: Attack, budget: int) -> Defence | None:
        """The attacker has played m: what is left of the replies, None where that fails."""
        must = kernel.answer(self.geo, self.state, _FUEL)
        if must == -2:
            return None
        zone = np.zeros(self.count, bool)
        zone[m] = True
        if must >= 0:
            zone[must] = True
            return Defence(m, attack.r, [], zone, {must: Attack(attack.r, attack.depth)}, forced=True)
        self._step(PASS)
        proof = self._threats(attack.r + 1, budget // 2)
        self._back(PASS)
        free = self.state.held[: self.count] < 0
        if proof is None:
            if attack.depth >= _WHOLE:
                return None
            proof = ZoneProof([], free)
        replies = np.flatnonzero(proof.zone & free).tolist()
        left = {y: Attack(attack.r, attack.depth + 1) for y in replies}
        numbers = [PASS, *proof.numbers] if proof.numbers else []
        return Defence(m, attack.r, numbers, zone | proof.zone if numbers else zone, left, pn=len(left))

    def _met(self, defence: Defence, y: int, reply: Attack, depth: int) -> None:
        """Reply y is proved lost: it is told, with one stone more where that meets others, too."""
        proof = reply.proof
        assert proof is not None
        del defence.left[y]
        if not defence.forced:
            wide = self._wider(y, reply, depth) if defence.left else None
            others = [other for other in defence.left if wide and not wide.zone[other]]
            if wide and others:
                proof = wide
                for other in others:
                    del defence.left[other]
                defence.numbers.append(SLACK)
            defence.numbers.append(y)
        defence.numbers += proof.numbers
        defence.zone |= proof.zone

    def _wider(self, y: int, reply: Attack, depth: int) -> ZoneProof | None:
        """The proof of a reply with one stone more to add, where threats find it again."""
        if reply.moves:
            return None
        self._step(y)
        proof = self._threats(reply.r + 1, _DEAR[min(depth + 1, len(_DEAR) - 1)])
        self._back(y)
        return proof

    def _whole(self, move: Defence) -> ZoneProof:
        """The record of a move all of whose replies are met; the position is the one before it."""
        self._step(move.m)
        if move.r:
            kernel.secure(self.geo, self.state, self.writer, move.zone, move.r)
        self._back(move.m)
        end = [] if move.forced else [END]
        return ZoneProof([move.m, *move.numbers, *end], move.zone)
