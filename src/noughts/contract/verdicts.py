"""What the prover and the verifier say: verdicts, fewest plies, certificates, recorded runs."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from noughts.contract import terms


class WorkJson(terms.PositionAnswerJson):
    """What was asked, what it cost, and the file of the proof, if one was asked for and written."""

    nodes: int
    seconds: float
    certificate: str | None


class VerdictJson(WorkJson):
    """The value of a position for the side to move; ``plies`` where a table has them."""

    value: terms.ResultWord | Literal["unknown"]
    plies: int | None


class ShortestJson(WorkJson):
    """In how many plies the side to move wins; bounds where a limit ended the search. No win is a draw or a loss."""

    value: Literal["win", "no win", "unknown"]
    plies: int | None
    plies_at_least: int | None
    plies_at_most: int | None


class ClaimJson(TypedDict):
    """That the attacker wins, in so many plies and not in fewer; or that it does not win, or not in so many plies."""

    attacker: terms.Side
    wins: bool
    plies: int | None


class CertificateJson(terms.PositionAnswerJson):
    """What a certificate that was accepted proves; ``value`` is that of the side to move, null if it does not say.

    ``any_length``, of a block only: whether it proves that boards of any length are drawn (docs/mnk.md).
    """

    certificate: str
    value: terms.ResultWord | None
    claims: list[ClaimJson]
    any_length: NotRequired[bool]


class PublishedJson(TypedDict):
    """What others have published of a board, for X, and where."""

    value: terms.ResultWord
    source: str


class RunJson(terms.BoardAnswerJson):
    """A run of the prover on an empty board, its certificate verified, beside what is published.

    ``question``: the value, the fewest plies of a win, or whether the strip is a draw that the board is a block of.
    ``certificate_bytes`` is 0 where nothing was proved, ``memory`` is MiB, ``version`` is that of noughts.
    ``processor`` and ``packages`` are null where they were not recorded; ``same_bytes``: the certificate, made again,
    was the same; ``at_hand``: the server that answers gives it out. ``verify_seconds`` and ``verify_memory`` (MiB at
    most) are what a large certificate takes to be verified in a process of its own, null for the others.
    """

    question: Literal["value", "plies", "strip"]
    value: terms.ResultWord | Literal["unknown"]
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
    verify_seconds: float | None
    verify_memory: int | None
    same_bytes: NotRequired[bool]
    at_hand: NotRequired[bool]
    published: PublishedJson | None


class SourceJson(TypedDict):
    """Where something is published: the short name, and what it stands for."""

    name: str
    source: str


class BoardsJson(terms.AnswerJson):
    """Every recorded run, and the sources of what is published beside them."""

    runs: list[RunJson]
    sources: list[SourceJson]


class OpeningJson(TypedDict):
    """O's first move in a campaign, with the cells that symmetries make of it: ``state``, how many replies are met.

    ``second`` is X's second stone; null like ``met`` and ``replies`` where the opening is not begun. Where a server
    has the opening's certificate, ``sha256`` is its name and ``at`` the cell that it has the move on.
    """

    opening: str
    cells: list[str]
    state: Literal["settled", "begun", "open"]
    second: str | None
    met: int | None
    replies: int | None
    sha256: NotRequired[str]
    at: NotRequired[terms.CellName]


class CampaignJson(TypedDict):
    """A win that is proved opening by opening: X's ``first`` stone, and how each of O's replies stands.

    ``records`` and ``bytes`` are those of the certificates that are there.
    """

    first: str
    settled: int
    records: int
    bytes: int
    openings: list[OpeningJson]


class BoardJson(terms.BoardAnswerJson):
    """What is known of a board: its size, what is published, the recorded runs, and whether it can be proved here.

    ``campaign``: how it is being proved opening by opening, null where it is not.
    """

    cells: int
    lines: int
    symmetries: int
    published: PublishedJson | None
    source: str | None
    runs: list[RunJson]
    campaign: CampaignJson | None
    provable: bool
    why_not: str | None


class SearchJson(terms.AnswerJson):
    """How a proof stands: what is searched, positions expanded, seconds, deepest line in plies, how full the table is.

    Once it is settled ``records`` are those written so far.
    """

    question: str
    nodes: int
    seconds: float
    depth: int
    fill: float
    records: int


class ProofFoundJson(terms.AnswerJson):
    """The answer to a question about an empty board, and its certificate by its SHA-256, null if there is none.

    ``too_large``: there is one, and it is larger than what is kept here.
    """

    answer: VerdictJson | ShortestJson
    sha256: str | None
    bytes: int
    too_large: bool


class ProofGameJson(terms.PositionAnswerJson):
    """A game along a certificate: both sides' ``moves`` from where it begins, its answer the last, and where they lead.

    ``sides`` can play by it. ``record``, of so many ``records``, is what its answer follows; null where a line is
    completed, or nothing has to be answered. ``records`` is null where it did not move.
    """

    moves: list[terms.CellName]
    sides: list[terms.Side]
    record: int | None
    records: int | None
    legal: list[terms.CellName]
    over: bool
    winner: terms.Side | None
    lines: list[list[terms.CellName]]
