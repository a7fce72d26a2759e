"""A piece of a campaign: X's win after an opening, by a second stone of X, all replies to which are met one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from math import inf

from noughts.game.board import Cell, Symmetry
from noughts.game.position import Position
from noughts.solver.certificate.write_file import ALIKE, END, SLACK
from research.campaign.first_replies import FirstReply
from research.campaign.reply_solver import Proved, ReplyAnswer, ReplyJob, holds
from research.campaign.split import Split
from research.zones.zone_tree import ZoneTree

_GUIDED = (74_000_000, 334_000_000, 1_000_000_000, 2_000_000_000)
"""Up to here a reply is searched along the engine's moves (`GuidedSearch`)."""

_WHOLE = (4_000_000, 10_000_000, 14_000_000, *_GUIDED, *range(2_006_000_000, 2_066_000_000, 6_000_000))
"""Positions for a reply in all: at first, and where it has resisted, each time as one job, along the engine's moves or
in another order; what resists all that is split, so that nothing is searched anew."""

LIMITS = (*_WHOLE, 2_600_000_000, 4_000_000_000)
"""The same with those of a reply that is split."""

_SHARE = 0.15
"""What a reply takes of the first limit, on average, since most are met by the proofs of others, and of those along the
engine's moves, which most do not need."""

_RESIST = 40
"""Where more replies than this resist within a limit, the piece is reckoned as if all did that are left."""

_HINTS = 60
"""Proofs of other replies that are tried on one, at most."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """A reply and the tree that meets it: with SLACK all outside the zone, too, with ALIKE the reply's images."""

    mark: int
    reply: Cell
    tree: ZoneTree
    zone: int = 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """A reply that was not met within so many positions, and the numbers at which its search stopped."""

    limit: int
    proof: int
    disproof: int


@dataclass
class Piece:
    """What is known of an opening with a second stone; ``way`` is that stone and the reply, turned as it suits."""

    opening: FirstReply
    way: tuple[Cell, Cell]
    refutations: list[Refutation] = field(default_factory=list)
    attempts: dict[Cell, Attempt] = field(default_factory=dict)
    """Replies that resist."""
    limit: int = 0
    """Positions within which all that are left were tried."""
    positions: int = 0
    seconds: float = 0.0
    carried: int = 0
    """Replies that were met by the trees of others alone, when it was begun."""
    splits: dict[Cell, Split] = field(default_factory=dict)
    """Replies that were too much for one job."""
    proved: dict[Cell, tuple[Proved, ...]] = field(default_factory=dict)
    """What was proved below replies that resist."""
    working: set[Cell] = field(default_factory=set)
    """Replies that somebody is at work on, the others."""
    hinted: dict[Cell, int] = field(default_factory=dict)
    """How many proofs there were when they were last tried on a reply."""
    used: dict[ZoneTree, int] = field(default_factory=dict)
    """How often a tree has met another reply than its own."""

    def __post_init__(self) -> None:
        self._left = set(self.start.empty)
        for one in self.refutations:
            self._left -= self.met_by(one)

    @cached_property
    def position(self) -> Position:
        """What is claimed: X, to move, wins here."""
        return self.opening.position(self.way[1])

    @cached_property
    def start(self) -> Position:
        """With X's second stone."""
        return self.position.play_unchecked(self.way[0])

    @cached_property
    def turns(self) -> list[Symmetry]:
        """The symmetries that keep the stones."""
        return [image for image in self.opening.board.symmetries if self.start.transform(image) == self.start]

    @property
    def left(self) -> list[Cell]:
        """The replies that are not met yet."""
        return sorted(self._left)

    @property
    def resists(self) -> dict[Cell, Attempt]:
        """Of these, those that were tried."""
        return {reply: tried for reply, tried in sorted(self.attempts.items()) if reply in self._left}

    def add(self, one: Refutation) -> None:
        """A reply is met."""
        self.refutations.append(one)
        self._left -= self.met_by(one)
        self.splits = {reply: split for reply, split in self.splits.items() if reply in self._left}
        self.proved = {reply: below for reply, below in self.proved.items() if reply in self._left}

    def met_by(self, one: Refutation) -> set[Cell]:
        """The replies that a refutation meets."""
        if one.mark == SLACK:
            return {one.reply} | {cell for cell in self.start.empty if not one.zone >> cell & 1}
        return {one.reply, *(image[one.reply] for image in self.turns if one.mark == ALIKE)}

    def transposed(self, reply: Cell, other: Piece) -> list[Refutation]:
        """What another piece has for the stones that a reply here makes: O played there first what comes second here.

        Those that meet that reply as one of many come last.
        """
        ours, found = {self.opening.first, self.way[0]}, []
        for image in self.opening.board.symmetries:
            theirs = {image[other.opening.first], image[other.way[0]]}
            if theirs == ours and image[other.way[1]] == reply:
                met = [
                    one for one in other.refutations if self.way[1] in (image[c] for c in other.met_by(one))
                ]
                met.sort(key=lambda one: image[one.reply] != self.way[1])
                found += [Refutation(0, reply, one.tree.renamed(image)) for one in met]
        return found

    @property
    def records(self) -> int:
        """In the certificate."""
        return 1 + sum(one.tree.records for one in self.refutations)

    def tree(self) -> list[int]:
        """The numbers of the certificate, once no reply is left."""
        numbers: list[int] = [self.way[0]]
        for one in self.refutations:
            numbers += [*([one.mark] if one.mark else []), one.reply, *one.tree.numbers]
        return [*numbers, END]

    def narrow(self) -> None:
        """Every tree meets its own reply only: for where one does not hold with a stone more, as was said."""
        self.refutations = [Refutation(0, one.reply, one.tree) for one in self.refutations]
        self.__post_init__()

    def _within(self, reply: Cell) -> int:
        """The positions that a reply is given next; 0 where it was given the most."""
        last = max(self.limit, self._tried_within(reply))
        return next((limit for limit in LIMITS if limit > last), 0)

    def step(self) -> tuple[float, int, list[Cell]] | None:
        """What to do next: the positions that this will cost, about; a limit; and the replies to try within it.

        Those with the lowest limit, of the replies that nobody is at work on. None where there are none.
        """
        todo: dict[int, list[Cell]] = {}
        for reply in self._left - self.working:
            again = self.hinted.get(reply) != len(self.refutations)
            within = self._within(reply)
            whole = within in _WHOLE or reply not in self.splits
            if whole or again or self.splits[reply].free():
                todo.setdefault(within, []).append(reply)
        todo.pop(0, None)
        if not todo:
            return None
        limit = min(todo)
        resist = sum(tried.limit == limit for tried in self.attempts.values())
        number, each = len(todo[limit]), _more(limit) * (_SHARE if limit in (LIMITS[0], *_GUIDED) else 1.0)
        if resist > _RESIST:
            number, each = len(self._left), max(todo)
        busy = len(self.working) + sum(split.busy for split in self.splits.values())
        return number * each * (1 + busy), limit, todo[limit]

    def idle(self) -> None:
        """Nobody is at work any more."""
        self.working.clear()
        for split in self.splits.values():
            split.idle()

    def weight(self, reply: Cell) -> int:
        """How many lines through a reply have stones of one side."""
        start, weight = self.start, 0
        for line in start.board.masks_through[reply]:
            weight += (line & start.x).bit_count() if not line & start.o else 0
            weight += (line & start.o).bit_count() if not line & start.x else 0
        return weight

    def after(self, reply: Cell) -> Position:
        """The position that a reply leads to."""
        return self.start.play_unchecked(reply)

    def job(
        self, reply: Cell, limit: int, near: Sequence[Sequence[Refutation]], seconds: float = inf
    ) -> ReplyJob:
        """The reply as a job of its own, or a part of it; ``near`` is what other pieces meet: these are tried, too.

        Within no positions nothing but these trees is tried: so of a reply that is split, whenever there are new ones.
        """
        split = limit > _WHOLE[-1]
        if split and self.hinted.get(reply) == len(self.refutations):
            part = self.splits.setdefault(reply, Split(self.after(reply))).job(seconds)
            assert part
            return part
        self.working.add(reply)
        self.hinted[reply] = len(self.refutations)
        same, hints = self._hints(reply, near)
        board, rows = str(self.opening.board), self.after(reply).rows_text
        whole = _more(limit) if not split else 0  # then what was proved since may meet it
        order = sum(less < limit for less in LIMITS) if whole else 0
        opens, guided = limit == _WHOLE[-1] and whole > 0, limit in _GUIDED
        proved = self.proved.get(reply, ()) if guided else ()
        return ReplyJob(
            board, rows, whole, hints, same, seconds, opens, order=order, guided=guided, proved=proved
        )

    def _hints(self, reply: Cell, near: Sequence[Sequence[Refutation]]) -> tuple[bool, tuple[ZoneTree, ...]]:
        """Trees to try on a reply, and whether the first are of the same reply, or of one that lies alike."""
        same = [
            one.tree.renamed(image)
            for one in self.refutations
            for image in self.turns
            if image[one.reply] == reply
        ]
        same += [one.tree for met in near for one in met if one.reply == reply]
        own = sorted((one.tree for one in self.refutations), key=lambda tree: -self.used.get(tree, 0))
        theirs = (one.tree for met in near for one in met)
        return bool(same), tuple(dict.fromkeys([*same, *islice([*own, *theirs], _HINTS)]))

    def take(self, reply: Cell, job: ReplyJob, answer: ReplyAnswer) -> None:
        """Notes what came of a reply, or of a part of it."""
        self.positions += answer.positions
        self.seconds += answer.seconds
        if job.path is None:
            self._take_whole(reply, job, answer)
        elif reply in self.splits:
            self._take_part(reply, job, answer)
        if self._left:
            self.limit = max(self.limit, min(self._tried_within(reply) for reply in self._left))

    def _take_whole(self, reply: Cell, job: ReplyJob, answer: ReplyAnswer) -> None:
        self.working.discard(reply)
        if answer.tree:
            left = len(self._left)
            self._take_proof(reply, answer)
            if not job.limit and reply not in self.attempts:
                self.carried += left - len(self._left)
            if answer.hint is not None:
                hint = job.hints[answer.hint]
                self.used[hint] = self.used.get(hint, 0) + 1
            return
        if job.guided:
            self.proved[reply] = answer.proved
        if job.limit and not answer.late:
            before = (
                self.attempts.get(reply) if job.guided else None
            )  # which has no numbers of the reply itself
            numbers = (before.proof, before.disproof) if before else (answer.proof, answer.disproof)
            self.attempts[reply] = Attempt(self._within(reply), *numbers)
            if job.opens and reply in self._left and reply not in self.splits:
                self.splits[reply] = Split(self.after(reply))
                self.splits[reply].open(answer)

    def _take_part(self, reply: Cell, job: ReplyJob, answer: ReplyAnswer) -> None:
        split = self.splits[reply]
        split.take(job, answer)
        if split.tree and holds(split.position, split.tree):
            self.add(Refutation(0, reply, split.tree))
        elif split.tree:  # somebody has told parts that are none
            del self.splits[reply]
        else:
            spent = _WHOLE[-1] + split.positions
            last = [limit for limit in LIMITS if limit <= spent]
            within = LIMITS[-1] if split.fails else max(*last, self._tried_within(reply), 0)
            self.attempts[reply] = Attempt(within, split.root.pn, split.root.dn)

    def _tried_within(self, reply: Cell) -> int:
        return self.attempts[reply].limit if reply in self.attempts else 0

    def _take_proof(self, reply: Cell, answer: ReplyAnswer) -> None:
        """A reply is met, unless another proof has met it in the meantime."""
        assert answer.tree
        alike = Refutation(ALIKE, reply, answer.tree)
        images = self.met_by(alike) & self._left
        slack = Refutation(SLACK, reply, answer.wide, answer.zone) if answer.wide else None
        if slack and len(self.met_by(slack) & self._left) > len(images):
            self.add(slack)
        elif images:
            self.add(alike if len(images) > 1 else Refutation(0, reply, answer.tree))


def _more(limit: int) -> int:
    """What a limit allows more than the one before it."""
    return limit - max((less for less in LIMITS if less < limit), default=0)
