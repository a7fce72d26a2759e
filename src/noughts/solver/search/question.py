"""Whether one side can win from a position: a search that is asked in slices of time, saved and taken up again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.solver.search.limits import Limits

if TYPE_CHECKING:  # the searches need Numba
    from noughts.solver.certificate.write import Claim
    from noughts.solver.search.searches import Search, SearchResult


@dataclass
class Question:
    """Whether a side can win from the position, asked of one search."""

    attacker: Mark
    search: Search
    position: Position
    slice: float
    longest: float
    nodes: int = 0
    claim: str = "unknown"
    exhausted: bool = False

    @property
    def open(self) -> bool:
        """Whether it is worth searching on: a weak win proves nothing, and ends this search only."""
        return self.claim == "unknown" and not self.exhausted

    @property
    def stones(self) -> tuple[int, int]:
        """The attacker's cells and the defender's."""
        position = self.position
        return (position.x, position.o) if self.attacker is Mark.X else (position.o, position.x)

    def warm_up(self) -> None:
        """Looks at one node, so that all kernels are compiled or loaded."""
        from noughts.solver.search.searches import SearchLimits

        self.search.prove(*self.stones, self.position.to_move is self.attacker, SearchLimits(nodes=1))

    def ask(self, limits: Limits, watch: Callable[[SearchResult], None], every: float = 1.0) -> None:
        """Searches on for a while; whatever ``watch`` raises ends it."""
        from noughts.solver.search.searches import SearchLimits

        attacks, before = self.position.to_move is self.attacker, self.nodes

        def count(found: SearchResult) -> None:
            self.nodes = before + found.nodes
            watch(found)

        self.search.active = limits.threads
        some = SearchLimits(limits.seconds, limits.nodes)
        result = self.search.prove(*self.stones, attacks, some, count, every)
        self.claim = result.claim
        self.exhausted = self.search.exhausted
        if self.claim == "win" and self.search.kind == "weak":
            self.claim, self.exhausted = "unknown", True

    def save(self, path: Path, seconds: float) -> None:
        """Writes what the search knows; its workers must rest."""
        from noughts.solver.search import checkpoint

        checkpoint.save(self._file(path), self.search, list(self.stones), self.nodes, seconds)

    def resume(self, path: Path) -> float | None:
        """Takes up a file, if there is one; the seconds that it had taken."""
        from noughts.solver.search import checkpoint

        file = self._file(path)
        if not file.exists():
            return None
        head = checkpoint.load(file, self.search, list(self.stones))
        self.nodes = int(head["nodes"])
        return float(head["seconds"])

    def _file(self, path: Path) -> Path:
        return path.with_name(f"{path.name}.{self.attacker}-{self.search.kind}")

    def proved(self) -> Claim:
        """What the settled search says."""
        from noughts.solver.certificate.write import Claim

        return Claim(self.position, self.attacker, self.claim == "win", self.search)
