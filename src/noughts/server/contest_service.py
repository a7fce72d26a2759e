"""Contests and proofs as they are computed: a stream each, which is told how it stands, and ends what it watches.

Whoever leaves a stream ends its computation: nothing goes on that nobody waits for. What has an answer is remembered,
and so are the certificates that were written here, by what they are: their SHA-256.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cachetools import LRUCache

from noughts.errors import quote
from noughts.server import contest_tasks
from noughts.server.api_errors import OutOfTimeError, Refusal
from noughts.server.cache import Memory
from noughts.server.contest_tasks import ProofFolder, play_proof
from noughts.server.event_streams import EventStream, watch
from noughts.server.worker_queue import Hear
from noughts.server.workers import CONTESTS, Workers
from noughts.solver.recorded import known_certificates

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.verdicts import ProofGameJson
    from noughts.explain.shapes import VerifiedJson

_CERTIFICATES_BYTES = 24_000_000
"""How much is remembered of the certificates that were written here."""


class ContestService:
    """To be used on the event loop."""

    def __init__(self, workers: Workers, memory: Memory, proofs: Path | None = None) -> None:
        self._workers, self._memory = workers, memory
        self.proofs = ProofFolder(proofs)
        self._certificates: LRUCache[str, bytes] = LRUCache(_CERTIFICATES_BYTES, getsizeof=len)

    def watch(self, who: str, ask: Callable[..., Any], *args: Any, remembered: bool = True) -> EventStream:
        """The stream of a computation: of the queue, of how it stands, and at last of its answer.

        What is ``remembered`` is given again to whoever asks the same.
        """
        memory = self._memory if remembered else None
        return watch(lambda hear: self._compute(who, hear, ask, args), memory, (ask, *args))

    def certificate(self, sha256: str) -> bytes:
        """A certificate on record, one of the owner's, or one written here lately; Refusal for any other."""
        if body := known_certificates().get(sha256) or self._certificates.get(sha256):
            return body
        if body := self.proofs.read(sha256):
            return body
        lost = f"no certificate {quote(sha256)} on this server: solve the board again to create it"
        raise Refusal("unknown-certificate", lost)

    async def verify(self, who: str, sha256: str) -> VerifiedJson:
        """What a certificate that is kept here proves. Raises RejectedError and OutOfTimeError."""
        body = self.certificate(sha256)
        return await self._workers.compute("contests", who, contest_tasks.verify, sha256, body)

    async def play(self, who: str, sha256: str, moves: tuple[str, ...]) -> ProofGameJson:
        """The game along a certificate after these moves. Raises RejectedError and OutOfTimeError.

        A long one is verified first, and its index is stored in the cache folder; later it answers at once.
        """
        game = (play_proof, sha256, self.proofs.paths.get(sha256) or self.certificate(sha256), moves)
        try:
            return await self._workers.compute("questions", who, *game)
        except OutOfTimeError:
            return await self._workers.compute("contests", who, *game)

    async def _compute(self, who: str, hear: Hear, ask: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        try:
            answer = await self._workers.compute("contests", who, ask, *args, hear=hear)
        except OutOfTimeError:
            raise OutOfTimeError(f"its {CONTESTS.seconds:.0f} seconds of computing are spent") from None
        if not isinstance(answer, tuple):
            return answer
        found, body = answer  # a proof, and its certificate
        if body is not None and found["sha256"]:
            self._certificates[found["sha256"]] = body
        return found
