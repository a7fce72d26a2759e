"""Wins with zones: searched by threats and, above them, by quiet moves after which a pass loses to threats.

Proof-number search of the upper part, whose leaves are the kernels' threats. A quiet move of the attacker is kept only
where a pass of the defender loses; the proof of that has a zone, and only replies in it are searched. Where the proof
of one reply holds with one stone more it meets all replies outside its zone, too.
Sources: docs/zones.md; L. V. Allis, M. van der Meulen, H. J. van den Herik, Proof-number search, 1994.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from noughts.engine import loading
from noughts.engine.kernels import zones as kernel
from noughts.engine.kernels.lines import WORTH, record
from noughts.engine.kernels.replay import again, measure
from noughts.engine.kernels.threes import win
from noughts.errors import IllegalMoveError, quote
from noughts.game.position import Position
from noughts.solver.certificate.write_zones import ALIKE, END, PASS, SEVERAL, SLACK

_NEVER = 1 << 40
"""A proof number that says that this fails."""

_WIDTH = 10
"""Quiet moves that are tried in a position, at most: the winner is seldom below the tenth."""

_DEAR = (60_000, 10_000, 1_000)
"""Positions for threats, at the root, after a quiet move and a reply, and below: where less has not done."""

_CHEAP = (20_000, 3_000, 500)
"""As many at first."""

_WHOLE = 1
"""From so many quiet moves on a move must win after a pass; before, all replies are searched where it does not."""

_FUEL = 60
"""Moves tried for the defender's own fours."""


_FIRST = 3
"""Quiet moves that are looked at first; the others where these are hard."""

_REST = 6
"""The proof number of moves that were not looked at."""

_REPLAY, _ONCE = 2_000, 500
"""Positions for threats where a proof that is tried elsewhere does not tell them: in all, and each time."""


@dataclass(slots=True)
class ZoneProof:
    """A tree's numbers, each with the length of its record, and its zone: 1 for each of its cells."""

    tree: Any
    zone: Any


@dataclass(slots=True)
class Attack:
    """The attacker is to move; ``moves`` is None until it was looked at, ``waiting`` are those to be looked at.

    ``dear`` says that much is spent on threats. ``hint`` is a tree that holds at a position like this.
    """

    r: int
    depth: int
    hint: Any = None
    moves: list[Defence] | None = None
    waiting: list[int] = field(default_factory=list)
    dear: bool = False
    pn: int = 1
    dn: int = 1
    proof: ZoneProof | None = None


@dataclass(slots=True)
class Defence:
    """The attacker has played ``m``: what is proved of the replies so far, and those that are left."""

    m: int
    r: int
    parts: list[Any]
    zone: Any
    left: dict[int, Attack] = field(default_factory=dict)
    forced: bool = False
    pn: int = 1
    dn: int = 1


class ZoneSearch:
    """One question: does the side to move win? Asked in portions; it goes on where it was.

    ``hint`` is the tree of a position like this, which may prove it, too, or most of it.
    Raises IllegalMoveError for a finished position, UnsupportedBoardError for a board beyond the engine's room.
    """

    def __init__(self, position: Position, r: int = 0, hint: Any = None) -> None:
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
        self.root = Attack(r, 0, hint)
        self.favourites: list[int] = []  # quiet moves that have won, the last first

    @property
    def spent(self) -> int:
        """Positions looked at."""
        return int(self.state.nodes + self.state.probes)

    @property
    def open(self) -> bool:
        """Whether there is more to search."""
        return self.root.proof is None and self.root.dn > 0

    def run(self, positions: float) -> list[int] | None:
        """The numbers of a tree that proves the win, None where none was found in so many positions more."""
        until = self.spent + positions
        while self.root.proof is None and self.root.dn and self.spent < until:
            self._visit(self.root)
        return self.root.proof.tree[:, 0].tolist() if self.root.proof else None

    def _step(self, cell: int) -> None:
        kernel.step(self.geo, self.state, cell)

    def _back(self, cell: int) -> None:
        kernel.back(self.geo, self.state, cell)

    def _threats(self, r: int, budget: int) -> ZoneProof | None:
        """A win by threats of the side to move."""
        return self._written(win(self.geo, self.state, self.writer, self.tree, budget, r))

    def replayed(self, tree: Any, r: int, fuel: int = 0, most: int = 0) -> ZoneProof | None:
        """A win of the side to move by the moves of a tree that holds elsewhere."""
        return self._written(
            again(self.geo, self.state, self.writer, self.tree, tree, r, fuel or _REPLAY, most or _ONCE)
        )

    def _written(self, won: bool) -> ZoneProof | None:
        """What the kernels have written."""
        if not won:
            return None
        writer, zone = self.writer, self.writer.zone[self.state.ply, : self.count]
        return ZoneProof(writer.out[: writer.length].copy(), zone.astype(bool))

    def _visit(self, attack: Attack) -> None:
        """Goes down to a node that was not looked at, and sets the numbers on the way back."""
        if attack.moves is None:
            self._look(attack)
        else:
            defence = min(attack.moves, key=lambda move: move.pn, default=None)
            if attack.waiting and (defence is None or defence.pn > _REST):
                self._widen(attack, len(attack.waiting))
            elif defence:
                self._follow(attack, defence)
        self._decide(attack)

    def _follow(self, attack: Attack, defence: Defence) -> None:
        """Goes down below a move of the attacker."""
        self._step(defence.m)
        y, reply = min(defence.left.items(), key=lambda item: item[1].dn)
        self._step(y)
        self._visit(reply)
        self._back(y)
        if reply.proof:
            self._met(defence, y, reply)
        self._count(defence)
        self._back(defence.m)

    def _decide(self, attack: Attack) -> None:
        """The numbers of an attack by its moves."""
        for move in attack.moves or ():
            if not move.left:
                attack.proof, attack.pn, attack.dn = self._whole(move), 0, _NEVER
                self.favourites = [move.m, *(m for m in self.favourites if m != move.m)][:_WIDTH]
                return
        if attack.proof is None:
            numbers = [(move.pn, move.dn) for move in attack.moves or ()] + [(_REST, 1)] * bool(
                attack.waiting
            )
            attack.pn = min((pn for pn, _ in numbers), default=_NEVER)
            attack.dn = min(sum(dn for _, dn in numbers), _NEVER)

    def _count(self, defence: Defence) -> None:
        """The numbers of a defence by the replies that are left."""
        replies = defence.left.values()
        defence.pn = min(sum(reply.pn for reply in replies), _NEVER)
        defence.dn = min((reply.dn for reply in replies), default=_NEVER)

    def _look(self, attack: Attack) -> None:
        """Looks at a position for the first time: cheaply, and again where that finds nothing."""
        attack.moves = []
        for attack.dear in (False, True):
            attack.proof = self._threats(attack.r, self._budget(attack))
            if attack.proof:
                attack.pn, attack.dn = 0, _NEVER
                return
            attack.waiting = self._candidates()
            if attack.hint is not None:
                self._take(attack, int(attack.hint[0, 0]), attack.hint)
            else:
                self._widen(attack, _FIRST)
            while attack.waiting and not attack.moves:
                self._widen(attack, _FIRST)
            if attack.moves:
                return

    def _budget(self, attack: Attack) -> int:
        """Positions for threats."""
        return (_DEAR if attack.dear else _CHEAP)[min(attack.depth, len(_DEAR) - 1)]

    def _widen(self, attack: Attack, number: int) -> None:
        """Looks at so many moves more."""
        for m in attack.waiting[:number]:
            self._take(attack, m)

    def _take(self, attack: Attack, m: int, hint: Any = None) -> None:
        """Looks at a move of the attacker."""
        if m in attack.waiting:
            attack.waiting.remove(m)
        if self.state.held[m] >= 0:
            return
        self._step(m)
        defence = self._defence(m, attack, hint)
        if defence:
            self._count(defence)
            assert attack.moves is not None
            attack.moves.append(defence)
        self._back(m)

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

    def _defence(self, m: int, attack: Attack, hint: Any) -> Defence | None:
        """The attacker has played m: what is left of the replies, None where that fails."""
        must = kernel.answer(self.geo, self.state, _FUEL)
        if must == -2:
            return None
        zone = np.zeros(self.count, bool)
        zone[m] = True
        known = {y: tree for _, y, tree in children(hint)} if hint is not None else {}
        if must >= 0:
            zone[must] = True
            return Defence(m, attack.r, [], zone, {must: Attack(attack.r, attack.depth)}, forced=True)
        proof = self._passing(attack, known.pop(PASS, None))
        free = self.state.held[: self.count] < 0
        if proof is None and attack.depth >= _WHOLE:
            return None
        replies = np.flatnonzero(proof.zone & free if proof else free).tolist()
        left = {y: Attack(attack.r, attack.depth + 1, known.get(y)) for y in replies}
        defence = Defence(m, attack.r, [], zone, left)
        if proof:
            defence.parts, defence.zone = [_MARK_PASS, proof.tree], zone | proof.zone
        for y in [y for y in replies if y in known]:
            if y in left:
                self._tell(defence, y, known[y])
        return defence

    def _passing(self, attack: Attack, hint: Any) -> ZoneProof | None:
        """The attacker has moved: how he wins if the defender passes."""
        self._step(PASS)
        proof = self.replayed(hint, attack.r + 1) if hint is not None else None
        proof = proof or self._threats(attack.r + 1, self._budget(attack) // 2)
        self._back(PASS)
        return proof

    def _tell(self, defence: Defence, y: int, tree: Any) -> bool:
        """Tries a tree that holds elsewhere on a reply; whether it is met."""
        reply = defence.left[y]
        self._step(y)
        reply.proof = self.replayed(tree, reply.r)
        if reply.proof:
            self._back(y)
            self._met(defence, y, reply, spread=False)
            return True
        self._back(y)
        return False

    def _met(self, defence: Defence, y: int, reply: Attack, spread: bool = True) -> None:
        """Reply y is proved lost: it is told, with one stone more where that meets others, too.

        The proof is tried on the others, and given to them as a hint.
        """
        proof = reply.proof
        assert proof is not None
        del defence.left[y]
        mark = []
        if not defence.forced:
            if defence.left:
                self._step(y)
                wide = self.replayed(proof.tree, reply.r + 1)
                self._back(y)
                met = [other for other in defence.left if wide and not wide.zone[other]]
                if wide and met:
                    proof = wide
                    for other in met:
                        del defence.left[other]
                    mark = [SLACK]
            mark.append(y)
        defence.parts += [_marks(mark), proof.tree]
        defence.zone |= proof.zone
        if spread and not defence.forced:
            for other, attack in list(defence.left.items()):
                if (
                    other in defence.left
                    and attack.moves is None
                    and not self._tell(defence, other, proof.tree)
                ):
                    attack.hint = proof.tree

    def _whole(self, move: Defence) -> ZoneProof:
        """The record of a move all of whose replies are met; the position is the one before it."""
        self._step(move.m)
        if move.r:
            kernel.secure(self.geo, self.state, self.writer, move.zone, move.r)
        self._back(move.m)
        tree = np.concatenate([_marks([move.m]), *move.parts, _marks([] if move.forced else [END])])
        tree[0, 1] = len(tree)
        return ZoneProof(tree, move.zone)


def _marks(numbers: list[int]) -> Any:
    """Numbers that begin no record."""
    marks = np.zeros((len(numbers), 2), np.int32)
    marks[:, 0] = numbers
    return marks


_MARK_PASS = _marks([PASS])


def children(tree: Any) -> Iterator[tuple[int, int, Any]]:
    """The children of a record with a quiet move: mark (0 for none), reply (PASS for none) and tree; else none."""
    if len(tree) == 1 or tree[1, 1]:
        return
    i = 1
    while tree[i, 0] != END:
        mark = int(tree[i, 0]) if tree[i, 0] in (SLACK, ALIKE, SEVERAL) else 0
        cells = tree[i + 2 : i + 2 + int(tree[i + 1, 0])] if mark == SEVERAL else tree[i + bool(mark) :][:1]
        i += (mark == SEVERAL) + bool(mark) + len(cells)
        length = int(tree[i, 1])
        for y in cells[:, 0].tolist():
            yield mark, y, tree[i : i + length]
        i += length


def measured(position: Position, numbers: list[int]) -> Any:
    """A tree of the side to move that was verified, each number with the length of the record that it begins."""
    tree = _marks(numbers)
    measure(loading.geometry(position.board), loading.state(position), tree)
    return tree
