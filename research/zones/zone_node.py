"""The two nodes of the proof-number search for a win with zones: where the attacker is to move, and where he has moved.

The search in one process (`zone_search`) and a reply that is shared out as jobs (`campaign.split`) grow the same tree
and count it alike; each has fields of its own in it.
Sources: L. V. Allis, M. van der Meulen, H. J. van den Herik, Proof-number search, 1994; T. Ueda, T. Hashimoto,
J. Hashimoto, H. Iida, Weak proof-number search, Computers and Games, LNCS 5131 (2008) 157-168.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

from research.zones.zone_tree import ZoneTree, marks

NEVER = 1 << 40
"""A proof number that says that this fails; a disproof number that says that it is proved."""

_REST = 6
"""The proof number of moves that were not looked at."""

_CHAIN = 8
"""What a forced reply adds to a proof number below the first quiet move: a chain of fours is no easier for having one
reply each."""


@dataclass(slots=True)
class Attack:
    """The attacker is to move: a leaf while ``moves`` is None; ``waiting`` are moves that were not looked at yet.

    ``pn`` and ``dn`` say how far it is from being proved and from failing, ``depth`` how many quiet moves led here.
    Of a search: ``hint`` is a tree that holds at a position like this, ``level`` says how much is spent on it,
    ``again`` that nothing came of that, and more may.
    Of a reply that is shared out: ``busy`` counts the workers at or below it.
    """

    depth: int = 0
    pn: int = 1
    dn: int = 1
    moves: list[Defence] | None = None
    waiting: list[int] = field(default_factory=list)
    proof: ZoneTree | None = None
    hint: ZoneTree | None = None
    level: int = 0
    again: bool = False
    busy: int = 0

    def count(self) -> None:
        """The numbers, by those of the moves."""
        moves = self.moves or ()
        pns, dns = [move.pn for move in moves], [move.dn for move in moves]
        if self.waiting:
            pns.append(_REST)
            dns.append(1)
        self.pn, self.dn = min(pns, default=NEVER), min(sum(dns), NEVER)

    def all(self) -> Iterator[Attack]:
        """This and all below it where the attacker is to move."""
        yield self
        for move in self.moves or ():
            for reply in move.left.values():
                yield from reply.all()


@dataclass(slots=True)
class Defence:
    """The attacker has played ``move``: the parts of its record that are there, and the replies that are left.

    ``forced`` says that the only reply is that to a four. Replies that were not looked at may share a node.
    ``easiest`` is the first reply with the least disproof number. ``ordered``: they are in the order in which they are
    to be looked at.
    """

    move: int
    forced: bool = False
    parts: list[bytes] = field(default_factory=list)
    left: dict[int, Attack] = field(default_factory=dict)
    pn: int = 1
    dn: int = 1
    easiest: int = -1
    ordered: bool = False

    def own(self, y: int) -> Attack:
        """The node of a reply, which it shares no more."""
        reply = self.left[y]
        if reply.moves is None:
            reply = self.left[y] = Attack(reply.depth, hint=reply.hint)
        return reply

    def count(self, fresh: bool = False) -> None:
        """The numbers by those of the replies that are left: the hardest, and twice the root of how many others.

        ``fresh``: none of them was looked at, so they are alike.

        Not their sum, since what meets one reply often meets its neighbours (Weak proof-number search), and less than
        one for each, so that a move with a wide zone is looked into before all others are spent (docs/zones.md).
        """
        if not self.left:
            self.pn, self.dn = 0, NEVER
            return
        replies = [*self.left.values()][: 1 if fresh else None]
        hardest = max([reply.pn for reply in replies])
        deep = self.forced and any(reply.depth for reply in replies)
        chain = _CHAIN if deep else 0
        self.pn = min(hardest + round(2 * sqrt(len(self.left) - 1)) + chain, NEVER)
        dns = [reply.dn for reply in replies]
        self.dn = min(dns)
        self.easiest = [*self.left][dns.index(self.dn)]

    def meet(self, replies: list[int], mark: list[int], tree: ZoneTree) -> None:
        """A tree meets these of the replies that are left; ``mark`` is what the record has before it."""
        for y in replies:
            del self.left[y]
        self.parts += [marks(mark), tree.data]

    def bare(self, deeper: int = 0) -> Defence:
        """The same without what is below the replies that are left, so many quiet moves deeper."""
        left = {y: Attack(deeper + each.depth, each.pn, each.dn) for y, each in self.left.items()}
        return Defence(self.move, self.forced, [*self.parts], left)

    @property
    def record(self) -> ZoneTree:
        """What there is of the record."""
        return ZoneTree.record(self.move, self.parts, self.forced)
