"""Wins with zones: searched by threats and, above them, by quiet moves after which a pass loses to threats.

Proof-number search of the upper part, whose leaves are the kernels' threats. A quiet move of the attacker is kept only
where a pass of the defender loses; the proof of that has a zone, and only replies in it are searched. The network puts
both in order. Where the proof of one reply holds with one stone more it meets all replies outside its zone, too.
How nodes are counted is in `zone_node`, why and with what in docs/zones.md.
"""

from __future__ import annotations

from array import array

import numpy as np

from noughts.engine import encode_board
from noughts.engine.kernels import lines
from noughts.errors import IllegalMoveError, quote
from noughts.game.position import Position
from noughts.kernels.memory import Record, zeros
from noughts.solver.certificate.write_file import PASS, SLACK
from research.zones.kernels import quiet, zones
from research.zones.kernels.proof_simulation import again
from research.zones.kernels.threat_sequences import win
from research.zones.zone_node import NEVER, Attack, Defence
from research.zones.zone_tree import MARK_PASS, ROW, ZoneProof, ZoneTree

_POOL = 30
"""Quiet moves that the network puts in order, at most: those whose lines are worth most."""

_LESS = 80
"""What each place in the order before is worth, in thousandths of a logit."""

_WIDTHS = (12, 12, 20)
"""Quiet moves that are tried in a position, at most, at first and where nothing came of them."""

_BUDGETS = ((5_000, 750, 125), (15_000, 2_500, 250), (50_000, 10_000, 1_000))
"""Positions for threats at these times: at the root, after a quiet move and a reply, and below."""

_AGAIN = 40
"""The proof number of a position where nothing came of what was tried, and more may be."""

_WHOLE = 1
"""From so many quiet moves on a move must win after a pass; before, all replies are searched where it does not."""

_FUEL = 60
"""Moves tried for the defender's own fours."""

_VARIATION = 0.3
"""What is added to a move's worth in another order, at most, in parts of it."""

_SHARES = (4, 2, 16, 8)
"""What the budgets below the root are divided by in each order: each settles what the others do not."""

_LEAST = 60
"""Positions for threats, at least."""

_FIRST = 3
"""Quiet moves that are looked at first; the others where these are hard."""

_REPLAY, _ONCE = 120, 30
"""Positions for threats where a proof that is tried elsewhere does not tell them: in all, and each time."""

_NOTHING = zeros((0, 2), "i4")
"""No tree."""


class ZoneSearch:
    """One question: does the side to move win? Asked in portions; it goes on where it was.

    ``root.hint`` may be the tree of a position like this, which may prove it, too, or most of it. In a tree of a larger
    board the number ``board.size`` stands for cells that are not here: nobody takes them, as if the defender had them.
    ``order`` is 0, or the seed of another order in which replies and moves are looked at, with more or less spent on
    each: how long it takes depends much on that, so what resists in one may be found soon in another.
    ``along`` is the only move that is looked at in the position itself; ``replies`` are those to it that are left.
    Raises IllegalMoveError for a finished position, UnsupportedBoardError for a board beyond the engine's room.
    """

    def __init__(self, position: Position, order: int = 0, along: int | None = None) -> None:
        if position.is_over:
            raise IllegalMoveError(f"the game {quote(position)} is over: nothing to search")
        board = position.board
        state, writer = encode_board.state(position), Record(zones.ZONES[0])
        state.limit = 1 << 60
        state.held[board.size : board.size + 1] = 1 - state.turn
        self.geo, self.state, self.writer = encode_board.geometry(board), state, writer
        self.tree = encode_board.tree(1 << 24, 1 << 20)
        self.count = board.size
        # Views of fields that are read often: an attribute of a record takes longer.
        self.held, self.out, self.move = state.held.numbers, writer.out.data, writer.move.numbers
        self.nodes, self.probes, self.ply = (state[name].numbers for name in ("nodes", "probes", "ply"))
        self.length, self.moves = writer["length"].numbers, writer["moves"].numbers
        self.zone = np.asarray(writer.zone)[:, : self.count]
        for place, line in enumerate(sorted(range(len(board.lines)), key=board.masks.__getitem__)):
            writer.order[place], writer.place[line] = line, place
        writer.lines = len(board.lines)
        writer.degree[: self.count] = [len(through) for through in board.masks_through]
        writer.factor = 1.0
        self.root, self.until = Attack(), 0.0
        self.dice = np.random.default_rng(order) if order else None
        self.along = along
        self.share = _SHARES[order % len(_SHARES)]
        self.favourites: list[int] = []  # quiet moves that have won, the last first

    @property
    def spent(self) -> int:
        """Positions looked at."""
        spent: int = self.nodes[0] + self.probes[0]
        return spent

    @property
    def open(self) -> bool:
        """Whether there is more to search."""
        return self.root.proof is None and self.root.dn > 0

    def run(self, positions: float) -> list[int] | None:
        """The numbers of a tree that proves the win, None where none was found in so many positions more."""
        self.until = self.spent + positions
        while self.open and self.spent < self.until:
            self._visit(self.root)
        return self.root.proof.numbers if self.root.proof else None

    def opened(self) -> list[Defence]:
        """The moves at the root of a search that has begun, all looked at."""
        self._widen(self.root, len(self.root.waiting))
        self._decide(self.root)
        return self.root.moves or []

    @property
    def replies(self) -> list[int]:
        """The replies to the first move at the root that are left, those that are the nearest to a proof first."""
        left = self.root.moves[0].left if self.root.moves else {}
        return sorted(left, key=lambda y: left[y].pn)

    def tell(self, y: int, tree: ZoneTree) -> None:
        """A tree that proves a reply to the first move at the root; it is tried on the others, too."""
        assert self.root.moves
        defence = self.root.moves[0]
        self._step(defence.move)
        self._tell(defence, [y, *defence.left], tree)
        defence.count()
        self._back(defence.move)
        self._decide(self.root)

    def _step(self, cell: int) -> None:
        lines.make(self.geo, self.state, cell)

    def _back(self, cell: int) -> None:
        lines.unmake(self.geo, self.state, cell)

    def replayed(self, tree: ZoneTree, r: int, fuel: int = _REPLAY, after: int = PASS) -> ZoneProof | None:
        """A win of the side to move by a tree that holds elsewhere, ``after`` a reply if that is a cell."""
        won = again(self.geo, self.state, self.writer, self.tree, tree.array, after, r, fuel, _ONCE)
        written, level = self._written(won), self.ply[0] + (after >= 0)
        return None if written is None else ZoneProof(written, self.zone[level].astype(bool))

    def _written(self, won: bool) -> ZoneTree | None:
        """What the kernels have written."""
        return ZoneTree(self.out[: self.length[0] * ROW].tobytes()) if won else None

    def _visit(self, attack: Attack) -> None:
        """Goes down to a node that was not looked at, and sets the numbers on the way back.

        As long as its own do not change it would be chosen again, so it goes on here.
        """
        if attack.moves is None or attack.again:
            self._look(attack)
            self._decide(attack)
            return
        numbers = attack.pn, attack.dn, attack.again
        while (attack.pn, attack.dn, attack.again) == numbers and self.spent < self.until:
            defence = min(attack.moves, key=lambda move: move.pn, default=None)
            if attack.waiting and (defence is None or defence.pn > attack.pn):
                self._widen(attack, len(attack.waiting))
            elif defence:
                self._follow(attack, defence)
            self._decide(attack)

    def _follow(self, attack: Attack, defence: Defence) -> None:
        """Goes down below a move of the attacker."""
        self._step(defence.move)
        if not (defence.forced or defence.ordered):
            self._order(defence)
        y = defence.easiest
        reply = defence.own(y)
        self._step(y)
        self._visit(reply)
        self._back(y)
        if reply.proof:
            self._met(defence, y, reply.proof)
        defence.count()
        self._back(defence.move)

    def _order(self, defence: Defence) -> None:
        """Puts the hardest of the replies that are left first: what meets it often meets others."""
        n = self.moves[0] = len(defence.left)
        self.move[:n] = array("q", defence.left)
        if self.dice:
            self.dice.shuffle(np.asarray(self.move[:n]))
        defence.left = {y: defence.left[y] for y in self._sorted()}
        defence.easiest, defence.ordered = next(iter(defence.left)), True

    def _decide(self, attack: Attack) -> None:
        """The numbers of an attack by its moves."""
        for move in attack.moves or ():
            if not move.left:
                attack.proof, attack.pn, attack.dn = move.record, 0, NEVER
                others = [m for m in self.favourites if m != move.move]
                self.favourites = [move.move, *others][: _WIDTHS[0]]
                return
        if attack.proof is None:
            attack.count()
            attack.again = attack.pn >= NEVER and attack.level + 1 < len(_BUDGETS)
            if attack.again:
                attack.pn, attack.dn = _AGAIN, 1

    def _look(self, attack: Attack) -> None:
        """Looks at a position: cheaply at first, and at more moves with more for each where nothing came of that."""
        levels = (0, 1) if attack.moves is None else (attack.level + 1,)
        attack.moves, attack.again = [], False
        for attack.level in levels:
            records = self.geo, self.state, self.writer, self.tree
            attack.proof = self._written(win(*records, self._budget(attack), 0))
            if attack.proof:
                attack.pn, attack.dn = 0, NEVER
                return
            along = self.along if attack is self.root else None
            attack.waiting = self._candidates(_WIDTHS[attack.level]) if along is None else [along]
            if attack.hint is not None:
                self._take(attack, attack.hint.move, attack.hint)
            else:
                self._widen(attack, _FIRST)
            while attack.waiting and not attack.moves:
                self._widen(attack, _FIRST)
            if attack.moves:
                return

    def _budget(self, attack: Attack) -> int:
        """Positions for threats."""
        budget = _BUDGETS[attack.level][min(attack.depth, len(_BUDGETS[0]) - 1)]
        return max(budget // self.share, _LEAST) if attack.depth else budget

    def _widen(self, attack: Attack, number: int) -> None:
        """Looks at so many moves more."""
        for m in attack.waiting[:number]:
            self._take(attack, m)

    def _take(self, attack: Attack, m: int, hint: ZoneTree | None = None) -> None:
        """Looks at a move of the attacker."""
        if m in attack.waiting:
            attack.waiting.remove(m)
        if m >= self.count or self.held[m] >= 0:
            return
        defence = self._defence(m, attack, hint)
        if defence:
            defence.count(fresh=hint is None)
            assert attack.moves is not None
            attack.moves.append(defence)

    def _candidates(self, width: int) -> list[int]:
        """The attacker's moves worth a try, so many and some that have won elsewhere, the best first."""
        must: int = zones.must(self.geo, self.state, 0)
        if must >= 0:
            return [must]
        if self.dice:
            self.writer.factor[: self.count] = 1 + _VARIATION * self.dice.random(self.count)
        quiet.best(self.geo, self.state, self.writer, _POOL)
        best = self._sorted()[:width]
        known = [m for m in self.favourites if self.held[m] < 0][:3]
        return [*known, *(m for m in best if m not in known)]

    def _sorted(self) -> list[int]:
        """Return the moves of the record, those that the network would rather play first."""
        quiet.sort(self.geo, self.state, self.writer, _LESS)
        return self._moves

    @property
    def _moves(self) -> list[int]:
        """The moves of the record."""
        moves: list[int] = self.move[: self.moves[0]].tolist()
        return moves

    def _defence(self, m: int, attack: Attack, hint: ZoneTree | None) -> Defence | None:
        """The attacker plays m: what is left of the replies, None where that fails."""
        known = {y: tree for _, y, tree in hint.children()} if hint is not None else {}
        passed = known.pop(PASS, None)
        old = passed.array if passed else _NOTHING
        budget = self._budget(attack) // 2
        records = self.geo, self.state, self.writer, self.tree
        must: int = quiet.try_move(*records, old, m, _REPLAY, _ONCE, budget, _FUEL)
        won = must == quiet.PASSED
        if must == zones.WINS or (must < 0 and not won and attack.depth >= _WHOLE):
            return None
        if must >= 0:
            return Defence(m, True, left={must: Attack(attack.depth)})
        after_pass = self._written(won)
        parts = [MARK_PASS, after_pass.data] if after_pass else []
        defence = Defence(m, False, parts, dict.fromkeys(self._moves, Attack(attack.depth + 1)))
        if known:
            self._hinted(defence, known)
        return defence

    def _hinted(self, defence: Defence, known: dict[int, ZoneTree]) -> None:
        """Trees that met replies elsewhere are tried on these, and gone into where they do not."""
        self._step(defence.move)
        for y in [y for y in defence.left if y in known]:
            self._tell(defence, [y], known[y])
        self._back(defence.move)

    def _tell(self, defence: Defence, replies: list[int], tree: ZoneTree) -> None:
        """Tries a tree that holds elsewhere on those of the replies that are left; it is a hint where it fails."""
        for y in replies:
            if y in defence.left:
                proof = self.replayed(tree, 0, after=y)
                if proof:
                    self._met(defence, y, proof.tree, spread=False)
                else:
                    defence.own(y).hint = tree

    def _met(self, defence: Defence, y: int, tree: ZoneTree, spread: bool = True) -> None:
        """Reply y is proved lost: it is told, with one stone more where that meets others, too.

        The proof is tried on the others, and given to them as a hint.
        """
        met, mark = [y], [] if defence.forced else [y]
        if len(defence.left) > 1:
            wide = self.replayed(tree, 1, after=y)
            others = [c for c in defence.left if c != y and wide and not wide.zone[c]]
            if wide and others:
                tree, met, mark = wide.tree, [y, *others], [SLACK, y]
        defence.meet(met, mark, tree)
        if spread:
            self._tell(defence, [c for c, left in defence.left.items() if left.moves is None], tree)
