"""Contests and proofs as they are computed: a stream each, which is told how it stands, and ends what it watches.

Whoever leaves a stream ends its computation: nothing goes on that nobody waits for. What has an answer is remembered,
and so are the certificates that were written here, by what they are: their SHA-256.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cachetools import LRUCache

from noughts.errors import quote
from noughts.pages.boards_data import known_certificates
from noughts.solver.certificate.verify import RejectedError
from noughts.ui.web.compute.host import Hear, OutOfTimeError
from noughts.ui.web.compute.workers import CONTESTS, Workers
from noughts.ui.web.event_stream import EventStream
from noughts.ui.web.questions import tasks
from noughts.ui.web.questions.proof_folder import ProofFolder
from noughts.ui.web.questions.proof_game import play_proof
from noughts.ui.web.questions.watch import watch
from noughts.ui.web.refusal import Refusal

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.verdicts import ProofFoundJson, ProofGameJson, VerifiedJson

_ANSWERS_BYTES = 8_000_000
"""How much is remembered of what was answered."""

_CERTIFICATES_BYTES = 24_000_000
"""How much is remembered of the certificates that were written here."""


class ContestService:
    """To be used on the event loop."""

    def __init__(self, workers: Workers, proofs: Path | None = None) -> None:
        self._workers = workers
        self.proofs = ProofFolder(proofs)
        self._answers: LRUCache[tuple[Any, ...], bytes] = LRUCache(_ANSWERS_BYTES, getsizeof=len)
        self._certificates: LRUCache[str, bytes] = LRUCache(_CERTIFICATES_BYTES, getsizeof=len)

    def watch(self, who: str, ask: Callable[..., Any], *args: Any, remembered: bool = True) -> EventStream:
        """The stream of a computation: of the queue, of how it stands, and at last of its answer.

        What is ``remembered`` is given again to whoever asks the same.
        """
        key = (ask, *args)
        return watch(
            lambda hear: self._computed(who, hear, ask, args),
            partial(self._keep, key) if remembered else lambda _: None,
            self._answers.get(key),
        )

    def certificate(self, sha256: str) -> bytes:
        """A certificate on record, one of the owner's, or one written here lately; Refusal for any other."""
        body = known_certificates().get(sha256) or self._certificates.get(sha256)
        if body is None and sha256 in self.proofs.paths:
            return self.proofs.paths[sha256].read_bytes()
        if body is None:
            raise Refusal(
                "unknown-certificate",
                f"no certificate {quote(sha256)} is kept here: solve the board again, and it is",
            )
        return body

    async def verified(self, who: str, sha256: str) -> VerifiedJson:
        """What a certificate that is kept here proves."""
        body = self.certificate(sha256)
        try:
            return await self._workers.contest(who, lambda _: None, tasks.verify, sha256, body)
        except OutOfTimeError as error:
            raise Refusal("too-large-board", f"this takes too long to verify here: {error}") from None
        except RejectedError as error:
            raise Refusal("rejected", str(error)) from None

    async def played(self, who: str, sha256: str, moves: tuple[str, ...]) -> ProofGameJson:
        """The game along a certificate after these moves.

        A long one is verified first, and its index is written beside it, where that can be; later it answers at once.
        """
        source = self.proofs.paths.get(sha256) or self.certificate(sha256)
        try:
            return await self._workers.question(who, play_proof, sha256, source, moves)
        except OutOfTimeError:
            pass
        except RejectedError as error:
            raise Refusal("rejected", str(error)) from None
        try:
            return await self._workers.contest(who, lambda _: None, tasks.play_proof, sha256, source, moves)
        except OutOfTimeError as error:
            raise Refusal("too-large-board", f"this takes too long to verify here: {error}") from None
        except RejectedError as error:
            raise Refusal("rejected", str(error)) from None

    async def _computed(self, who: str, hear: Hear, ask: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        try:
            answer = await self._workers.contest(who, hear, ask, *args)
        except OutOfTimeError:
            raise OutOfTimeError(f"its {CONTESTS.seconds:.0f} seconds of computing are spent") from None
        return self._proof(*answer) if isinstance(answer, tuple) else answer

    def _keep(self, key: tuple[Any, ...], last: bytes) -> None:
        if len(last) <= self._answers.maxsize:
            self._answers[key] = last

    def _proof(self, found: ProofFoundJson, body: bytes | None) -> ProofFoundJson:
        """Keeps the certificate of a proof."""
        if body is not None and found["sha256"]:
            self._certificates[found["sha256"]] = body
        return found
