"""Data that come with the package: recorded runs of the prover with their small certificates, and the campaigns.

`python -m research.documents` writes the certificates and the campaigns, `python -m research.mnk` the runs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args
from zipfile import ZipFile

from noughts.errors import NoughtsError, quote
from noughts.files import json_lines
from noughts.game.board import Board
from noughts.solver.search.limits import Limits
from noughts.solver.value import Result

if TYPE_CHECKING:
    from noughts.contract.verdicts import CampaignJson

FOLDER = Path(__file__).parent / "data"
RUNS, CERTIFICATES, CAMPAIGNS = (FOLDER / name for name in ("mnk.jsonl", "certificates.zip", "five.json"))

Question = Literal["value", "plies", "strip"]

DEFAULT_MEMORY = Limits().memory >> 20
"""MiB for the tables of a run that does not record them."""


@dataclass(frozen=True, slots=True)
class Run:
    """What was asked of an empty board, what the verified certificate says, and what it cost.

    The question is the value, or the fewest plies of a win, or whether the strip is a draw that the board is a block
    of (``strips``). Where the fewest plies are not known ``plies_at_least`` is.
    ``certificate_bytes`` is 0 and ``sha256`` None where nothing was proved; ``memory`` is MiB for the tables.
    ``processor`` and ``packages`` say what it ran on, where that was recorded. Several threads race, so that another
    run counts other nodes and may write another certificate; one thread writes the same bytes again.
    ``verify_seconds`` and ``verify_memory`` (MiB at most) are what a certificate that is too large to be kept takes to
    be verified. ``made_by`` is the command that wrote the certificate, where that was another than `noughts solve`.
    """

    board: Board
    question: Question
    value: Result | None
    plies: int | None
    plies_at_least: int | None
    nodes: int
    seconds: float
    certificate_bytes: int
    sha256: str | None
    threads: int
    version: str
    date: str
    memory: int = DEFAULT_MEMORY
    processor: str | None = None
    packages: str | None = None
    verify_seconds: float | None = None
    verify_memory: int | None = None
    made_by: str | None = None

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Run:
        """What was recorded; NoughtsError for what is no run."""
        try:
            value = None if record["value"] == "unknown" else Result[record["value"].upper()]
            numbers = [record[name] for name in ("nodes", "seconds", "certificate_bytes", "threads")]
            numbers.append(record.get("memory", DEFAULT_MEMORY))
            numbers += [record.get(name) or 0 for name in ("verify_seconds", "verify_memory")]
            if not all(type(n) in (int, float) for n in numbers) or record["question"] not in get_args(
                Question
            ):
                raise TypeError
            return cls(**{**record, "board": Board.parse(record["board"]), "value": value})
        except (KeyError, TypeError, AttributeError) as error:
            raise NoughtsError(f"not a recorded run: {quote(record)}") from error


@cache
def known_runs() -> tuple[Run, ...]:
    """Return every run that the package has, those of small boards first."""
    return tuple(read_runs(RUNS))


@cache
def known_certificates() -> dict[str, bytes]:
    """Return every certificate that the package has, by its SHA-256."""
    with ZipFile(CERTIFICATES) as archive:
        files = [archive.read(name) for name in archive.namelist()]
    return {hashlib.sha256(file).hexdigest(): file for file in files}


@cache
def known_campaigns() -> dict[str, CampaignJson]:
    """Return the state of each campaign, by the name of its board."""
    campaigns: dict[str, CampaignJson] = json.loads(CAMPAIGNS.read_text(encoding="utf-8"))
    return campaigns


def read_runs(path: Path) -> list[Run]:
    """Return the runs in a file, sorted; the file need not exist.

    Raises NoughtsError for a file of something else, OSError if it cannot be read.
    """
    return sorted_runs(Run.from_json(record) for _, record in json_lines(path, "recorded runs"))


def sorted_runs(runs: Iterable[Run]) -> list[Run]:
    """Return runs by k, then by cells, the value first."""
    return sorted(runs, key=lambda r: (r.board.k or 0, r.board.size, r.board.name, r.question == "plies"))
