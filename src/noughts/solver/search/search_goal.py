"""Whether one side can win from a position: a search that is asked in slices of time, saved and taken up again.

A run asks questions about one position, under limits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path

from noughts.errors import NoughtsError, quote
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import stones_of
from noughts.solver.search import checkpoint
from noughts.solver.search.limits import TELL, Checkpoint, Limits, Pace
from noughts.solver.search.searches import Search, SearchResult


@dataclass(frozen=True, slots=True)
class Report:
    """How a search stands: expansions, proof and disproof number, table fill 0 to 1, deepest line in plies.

    Once it is settled, ``records`` are those of the certificate written so far.
    """

    question: str
    nodes: int
    seconds: float
    proof: int = 0
    disproof: int = 0
    fill: float = 0.0
    depth: int = 0
    records: int = 0


@dataclass(eq=False)
class Question:
    """Whether a side can win from the position, asked of one search; ``words`` are what ``watch`` is told."""

    attacker: Mark
    search: Search
    position: Position
    words: str = ""
    slice: float = inf
    longest: float = inf
    file: Path | None = None
    nodes: int = 0
    claim: str = "unknown"
    exhausted: bool = False
    looked: bool = False
    standing: SearchResult | None = None
    """How the search stood when it was last looked at."""

    @property
    def open(self) -> bool:
        """Whether it is worth searching on: a weak win proves nothing, and ends this search only."""
        return self.claim == "unknown" and not self.exhausted

    @property
    def wins(self) -> bool:
        """Whether the side was found to win."""
        return self.claim == "win"

    @property
    def attacks(self) -> bool:
        """Whether the attacker is to move."""
        return self.position.to_move is self.attacker

    @property
    def stones(self) -> tuple[int, int]:
        """The attacker's cells and the defender's."""
        return stones_of(self.position, self.attacker)

    def ask(self, limits: Limits, look: Callable[[], None] | None = None) -> None:
        """Searches on for a while; ``look`` is called about once a second, and whatever it raises ends it."""
        before = self.nodes

        def count(standing: SearchResult) -> None:
            self.standing = standing
            self.nodes = before + standing.nodes
            if look is not None:
                look()

        if not self.looked:
            self.looked = True  # one node first, as ever: so a run on one thread writes the same proof
            self.search.prove(*self.stones, self.attacks, Limits(nodes=1))
        result = self.search.prove(*self.stones, self.attacks, limits, count)
        self.claim = result.claim
        self.exhausted = self.search.exhausted
        if self.wins and self.search.kind == "weak":
            self.claim, self.exhausted = "unknown", True

    def save(self, seconds: float) -> None:
        """Writes what the search knows, if it has a file; its workers must rest."""
        if self.file and self.nodes:
            checkpoint.save(self.file, self.search, list(self.stones), self.nodes, seconds)

    def resume(self) -> float | None:
        """Takes up its file, if there is one; the seconds that it had taken."""
        if not self.file or not self.file.exists():
            return None
        head = checkpoint.load(self.file, self.search, list(self.stones))
        self.nodes = int(head["nodes"])
        return float(head["seconds"])


@dataclass(eq=False)
class ProofRun:
    """Questions about a position, under limits: what they have taken, and when to save them and to tell of them."""

    position: Position
    limits: Limits
    checkpoint: Checkpoint | None
    watch: Callable[[Report], None] | None
    questions: Sequence[Question]

    def __post_init__(self) -> None:
        self.save_pace = Pace(self.checkpoint.every if self.checkpoint else inf)
        self.tell_pace = Pace(TELL, at_once=True)
        self.began, self.earlier = time.perf_counter(), 0.0

    def resume(self) -> None:
        """Load the checkpoint if the run is to resume, and start the clock.

        Raises NoughtsError if there is nothing to resume.
        """
        if self.checkpoint and self.checkpoint.resume:
            spent = [question.resume() for question in self.questions]
            if not any(seconds is not None for seconds in spent):
                raise NoughtsError(f"nothing to resume: no checkpoint at {quote(self.checkpoint.path)}")
            self.earlier = max(seconds or 0.0 for seconds in spent)
        self.began = time.perf_counter()

    def save(self) -> None:
        """Saves all searches that have a file; their workers must rest."""
        for question in self.questions:
            question.save(self.seconds)

    def look(self, question: Question) -> None:
        """Saves all searches, and tells how one stands, where it is time; their workers must rest."""
        if self.save_pace.due():
            self.save()
        self.tell(question)

    def tell(self, question: Question) -> None:
        """Tells ``watch``, if it is time, how a search stands."""
        standing = question.standing
        if self.watch and standing and self.tell_pace.due():
            holds = question.search.kind == "weak"  # what it can prove is that the other side does
            numbers = standing.numbers[::-1] if holds else standing.numbers
            found = *numbers, standing.fill, standing.depth
            self.watch(Report(question.words, question.nodes, self.seconds, *found))

    def tell_records(self, records: int, *, last: bool = False) -> None:
        """Tells ``watch``, if it is time or all are written, how many records of the certificate there are."""
        if self.watch and (last or self.tell_pace.due()):
            self.watch(Report("proved", self.nodes, self.seconds, records=records))

    @property
    def nodes(self) -> int:
        """Expansions of all searches."""
        return sum(question.nodes for question in self.questions)

    @property
    def seconds(self) -> float:
        """Seconds spent searching, including earlier runs."""
        return self.earlier + time.perf_counter() - self.began

    @property
    def seconds_left(self) -> float:
        """Seconds left of the limits; 0 if the nodes are used up."""
        spent = time.perf_counter() - self.began
        return 0.0 if self.nodes >= self.limits.nodes else self.limits.seconds - spent

    def rest(self, seconds: float = inf, nodes: float = inf, threads: int | None = None) -> Limits:
        """What is left of the limits, for so many seconds and nodes at the most."""
        nodes = max(1, min(nodes, self.limits.nodes - self.nodes))
        seconds = max(0.001, min(seconds, self.seconds_left))
        return replace(self.limits, seconds=seconds, nodes=nodes, threads=threads or self.limits.threads)
