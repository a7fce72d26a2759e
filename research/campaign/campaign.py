"""A campaign: the openings of a board settled one after another, the cheapest next step first, by one worker or many.

A step is a reply in a piece (an opening with a second stone of X), to be searched within so many positions; what it
takes to go on with a piece is estimated (`Piece.step`). Which comes first, and why, is in zone-search-trials.md.
A piece that others work on counts as dearer, since the proof of one reply often meets its neighbours.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, islice
from math import inf

from noughts.errors import CheckpointError, NoughtsError, WorkError
from noughts.game.board import Cell
from noughts.jobs import Workers, results
from noughts.solver.certificate.format import RejectedError
from research.campaign.first_replies import FirstReply, distance, first_replies
from research.campaign.folder import CampaignFolder
from research.campaign.guide import Advice
from research.campaign.opening_proof import Piece, Refutation
from research.campaign.reply_solver import ReplyAnswer, ReplyJob, Settler, believable
from research.campaign.transfer import Placement, Transfer

_ANOTHER = 1.5
"""What each way after the first adds to the cost of a piece that is not begun, in parts of it."""

_CARRIED = 0.15
"""What a piece that is not begun costs where one of another board is like it, in parts: most replies carry over."""

_NEAR = 2
"""Settled pieces whose trees are tried on a new one."""

_TRANSPOSED = 20
"""Trees of other pieces for the same stones that are tried, at most."""

_SAVE = 30.0
"""Seconds between two checkpoints."""

_MOST_FALSE = 3
"""So many answers may be no proof before the work is given up."""


@dataclass(frozen=True, slots=True)
class _Step:
    """What somebody is at work on."""

    piece: Piece
    reply: Cell
    job: ReplyJob


class Campaign:
    """The openings of a folder's board; ``settled`` are the pieces whose certificates are there and verified.

    With ``carry`` the trees of another board's campaign are tried, too, and at first nothing but these.
    """

    def __init__(
        self,
        folder: CampaignFolder,
        say: Callable[[str], None] = lambda _: None,
        carry: Transfer | None = None,
    ) -> None:
        self.folder, self.openings, self._say, self._carry = folder, first_replies(folder.board), say, carry
        self.settled: dict[FirstReply, Piece] = {}
        self.pieces: dict[tuple[Cell, Cell], Piece] = {}
        self._steps: dict[int, _Step] = {}
        self._begun: set[tuple[Cell, Cell]] = set()
        self._carrying: Iterator[_Step] = iter(())
        self._changed: dict[tuple[Cell, Cell], Piece] = {}
        self._saved = time.monotonic()
        self._false = 0
        self._refused: dict[FirstReply, NoughtsError] = {}
        for opening in self.openings:
            try:
                piece = folder.settled(opening)
            except RejectedError as error:
                self._refuse(opening, error)
                continue
            if piece:
                self.settled[opening] = self.pieces[piece.way] = piece
        if self.settled:
            say(f"{len(self.settled)} of {len(self.openings)} openings are settled and verified")

    def _refuse(self, opening: FirstReply, error: NoughtsError) -> None:
        """A file of an opening is damaged: it is told and left as it is, and the others go on."""
        self._refused[opening] = error
        self._say(str(error))

    def run(
        self,
        seconds: float = inf,
        only: str | None = None,
        workers: Workers = 1,
        advice: Advice | None = None,
    ) -> Iterator[Piece]:
        """Goes on for so many seconds, with one opening only if that is named; gives each piece that comes farther.

        Replies are settled by these workers (`noughts.jobs.results`), those that resist along the engine's moves after
        an adviser's, which is asked wherever the workers are (`Advice`). What they answer is verified. Whatever ends
        it, what is known then is in the folder. An opening with a file of something else there, or a damaged one, is
        left alone, which is said. Raises CheckpointError or RejectedError for that where no other is left, OSError
        where the folder cannot be written, WorkError where the workers fail.
        """
        wanted = [one for one in self.openings if one not in self.settled and only in (None, one.name)]
        open_ = [one for one in wanted if one not in self._refused and self._load(one)]
        if wanted and not open_:
            raise self._refused[wanted[0]]
        self._steps, self._carrying, self._saved = {}, iter(()), time.monotonic()
        try:
            for opening in open_:  # met before, but not written then
                for way in opening.ways:
                    if opening not in self.settled:
                        yield from self._end(self.pieces[way])
            jobs = self._jobs(open_, time.monotonic() + seconds)
            with closing(results(jobs, Settler, advice, workers=workers)) as answers:
                for number, answer in answers:
                    yield from self._take(self._steps.pop(number), answer)
        finally:
            for piece in self.pieces.values():
                piece.idle()
            self._save()

    def _load(self, opening: FirstReply) -> bool:
        """Reads the checkpoints of an opening; whether that succeeds."""
        try:
            for way in opening.ways:
                self.pieces.setdefault(way, self.folder.load(opening, way))
        except CheckpointError as error:
            self._refuse(opening, error)
            return False
        return True

    def _jobs(self, openings: list[FirstReply], until: float) -> Iterator[ReplyJob | None]:
        """The cheapest next step, again and again; None where all that is left to do is being done."""
        given = 0
        while (seconds := until - time.monotonic()) > 0:
            left = [one for one in openings if one not in self.settled]
            step = next(self._carrying, None) or self._cheapest(left, seconds)
            if step:
                self._steps[given] = step
                given += 1
            yield step.job if step else None

    def _carried(self, piece: Piece) -> Iterator[_Step]:
        """Every reply of a piece that is not begun, by the trees of others alone, those of another board among them."""
        todo = {*piece.left}
        while todo := todo & {*piece.left}:
            step = self._step(piece, sorted(todo), 0)
            todo.remove(step.reply)
            yield step

    def _cheapest(self, openings: list[FirstReply], seconds: float) -> _Step | None:
        best, lowest = None, inf
        for opening in openings:
            for number, way in enumerate(self._ways(opening)):
                piece = self.pieces[way]
                found = piece.step()
                if not found:
                    continue
                cost, limit, replies = found
                if not (piece.refutations or piece.attempts):
                    cost *= 1 + _ANOTHER * number
                    cost *= _CARRIED if self._laid(way, 1) else 1
                if cost < lowest:
                    best, lowest = (piece, limit, replies), cost
        if not best:
            return None
        piece, limit, replies = best
        begun = piece.refutations or piece.attempts or piece.way in self._begun
        if not begun and self._laid(piece.way, 1):
            self._begun.add(piece.way)
            self._carrying = self._carried(piece)
            return next(self._carrying)
        return self._step(piece, replies, limit, seconds)

    def _step(self, piece: Piece, replies: list[Cell], limit: int, seconds: float = inf) -> _Step:
        """The weakest of these replies as a job."""
        near = self._near(piece)
        reply = _weakest(piece, replies, near)
        return _Step(piece, reply, piece.job(reply, limit, [self._transposed(piece, reply), *near], seconds))

    def _laid(self, way: tuple[Cell, Cell], number: int) -> list[Placement]:
        """So many pieces of another board that are the most like a way here, if any are carried."""
        return self._carry.nearest(way, number) if self._carry else []

    def _ways(self, opening: FirstReply) -> Sequence[tuple[Cell, Cell]]:
        """The ways to go on after an opening: first those that a piece of another board is the most like."""
        return sorted(
            opening.ways, key=lambda way: min((one.apart for one in self._laid(way, 1)), default=inf)
        )

    def _take(self, step: _Step, answer: ReplyAnswer) -> Iterator[Piece]:
        """An answer is verified and noted; what is whole is written."""
        piece = step.piece
        if not believable(step.job, answer):
            self._false += 1
            piece.take(step.reply, step.job, replace(answer, tree=None, wide=None, moves=(), late=True))
            if self._false == _MOST_FALSE:
                raise WorkError(f"{_MOST_FALSE} answers of workers were no proofs")
            return
        piece.take(step.reply, step.job, answer)
        if piece.opening in self.settled:  # by another way, in the meantime
            return
        self._changed[piece.way] = piece
        yield piece
        yield from self._end(piece)
        if time.monotonic() - self._saved > _SAVE:
            self._save()

    def _end(self, piece: Piece) -> Iterator[Piece]:
        """Writes the certificate of a piece of which no reply is left."""
        if piece.left:
            return
        try:
            self.folder.settle(piece)
        except RejectedError as error:
            if all(one.mark == 0 for one in piece.refutations):
                raise
            self._say(f"{piece.opening.name}: {error}; each proof is now taken for its own reply only")
            piece.narrow()
            return
        self.settled[piece.opening] = piece
        for way in piece.opening.ways:
            self._changed.pop(way, None)
        yield piece

    def _save(self) -> None:
        """Saves the pieces that have changed."""
        while self._changed:
            way, piece = next(iter(self._changed.items()))
            self.folder.save(piece)
            del self._changed[way]
        self._saved = time.monotonic()

    def _near(self, piece: Piece) -> list[list[Refutation]]:
        """What pieces with the same second stone meet, those of another board, too.

        First those that know most, of these those with a like reply.
        """

        def order(other: Piece) -> tuple[bool, int]:
            return bool(other.left), distance(self.folder.board, piece.way[1], other.way[1])[0]

        like = [
            one
            for one in self.pieces.values()
            if one.way[0] == piece.way[0] and one.refutations and one is not piece
        ]
        ours = [(order(one), one.refutations) for one in sorted(like, key=order)[:_NEAR]]
        carry, laid = self._carry, self._laid(piece.way, _NEAR)
        theirs = [((not one.settled, one.apart), carry.refutations(one)) for one in laid if carry]
        return [met for _, met in sorted([*ours, *theirs], key=lambda one: one[0])[:_NEAR]]

    def _transposed(self, piece: Piece, reply: Cell) -> list[Refutation]:
        """What other pieces have for the same stones."""
        found = (piece.transposed(reply, one) for one in self.pieces.values() if one is not piece)
        return [*islice(chain.from_iterable(found), _TRANSPOSED)]


def _weakest(piece: Piece, replies: list[Cell], near: list[list[Refutation]]) -> Cell:
    """The weakest of these replies; those before all whose trees have met many in the nearest piece."""
    order = {one.reply: i for i, one in reversed([*enumerate(near[0])])} if near else {}
    return min(replies, key=lambda c: (0, order[c], 0) if c in order else (1, piece.weight(c), c))
