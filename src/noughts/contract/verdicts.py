"""What the prover and the verifier say: verdicts, fewest plies, certificates, recorded runs."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from noughts.contract.terms import AnswerJson, BoardName, PositionText, ResultWord, Side


class WorkJson(AnswerJson):
    """What was asked, what it cost, and the file of the proof, if one was asked for and written."""

    board: BoardName
    position: PositionText
    nodes: int
    seconds: float
    certificate: str | None


class VerdictJson(WorkJson):
    """The value of a position for the side to move; ``plies`` where a table has them."""

    value: ResultWord | Literal["unknown"]
    plies: int | None


class ShortestJson(WorkJson):
    """In how many plies the side to move wins; bounds where a limit ended the search. No win is a draw or a loss."""

    value: Literal["win", "no win", "unknown"]
    plies: int | None
    plies_at_least: int | None
    plies_at_most: int | None


class ClaimJson(TypedDict):
    """That the attacker wins, in so many plies and not in fewer; or that it does not win, or not in so many plies."""

    attacker: Side
    wins: bool
    plies: int | None


class CertificateJson(AnswerJson):
    """What a certificate that was accepted proves; ``value`` is that of the side to move, null if it does not say.

    ``any_length``, of a block only: whether it proves that boards of any length are drawn (docs/mnk.md).
    """

    certificate: str
    board: BoardName
    position: PositionText
    value: ResultWord | None
    claims: list[ClaimJson]
    any_length: NotRequired[bool]


class PublishedJson(TypedDict):
    """What others have published of a board, for X, and where."""

    value: ResultWord
    source: str


class RunJson(AnswerJson):
    """A run of the prover on an empty board, its certificate verified, beside what is published.

    ``question``: the value, the fewest plies of a win, or whether the strip is a draw that the board is a block of.
    ``certificate_bytes`` is 0 where nothing was proved, ``memory`` is MiB, ``version`` is that of noughts.
    ``processor`` and ``packages`` are null where they were not recorded; ``same_bytes``: the certificate, made again,
    was the same.
    """

    board: BoardName
    question: Literal["value", "plies", "strip"]
    value: ResultWord | Literal["unknown"]
    plies: int | None
    plies_at_least: int | None
    nodes: int
    seconds: float
    certificate_bytes: int
    sha256: str | None
    threads: int
    version: str
    date: str
    memory: int
    processor: str | None
    packages: str | None
    same_bytes: NotRequired[bool]
    published: PublishedJson | None
