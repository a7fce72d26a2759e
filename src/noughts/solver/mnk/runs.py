"""Recorded runs of the prover: a line of JSON each, the last of every question, and their small certificates."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

from noughts.errors import NoughtsError, quote
from noughts.files import json_lines, replace_file
from noughts.game.board import Board
from noughts.solver.search.limits import Limits
from noughts.solver.value import Result

Question = Literal["value", "plies", "strip"]

MOST_KEPT = 1 << 14
"""Bytes of the largest certificate that is kept beside the records."""

_MEMORY = Limits().memory >> 20


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
    memory: int = _MEMORY
    processor: str | None = None
    packages: str | None = None
    verify_seconds: float | None = None
    verify_memory: int | None = None
    made_by: str | None = None

    @property
    def answer(self) -> str:
        """In a word or two: ``draw``, ``11 plies``, ``19 plies or more``, ``unknown``."""
        if self.plies_at_least is None:
            return "unknown" if self.value is None else str(self.value)
        return f"{self.plies_at_least} plies{' or more' * (self.plies is None)}"

    @property
    def command(self) -> str:
        """What asks the same again."""
        if self.made_by:
            return self.made_by
        memory = f" --memory {self.memory}" if self.memory != _MEMORY else ""
        alone = " --threads 1" if self.is_repeatable else ""
        if self.question == "strip":
            return f"noughts mnk {self.board} --seconds 3600{memory}{alone}"
        asked = " --shortest" if self.question == "plies" else ""
        return f"noughts solve {self.board}{asked}{memory}{alone} --certificate FILE"

    @property
    def is_repeatable(self) -> bool:
        """Whether its certificate can be made again byte for byte: one thread wrote it."""
        return self.threads == 1 and self.sha256 is not None and not self.made_by

    @property
    def file(self) -> str:
        """The name of its certificate, where that is kept."""
        return f"{self.board}{'-plies' * (self.question == 'plies')}.gz"

    @property
    def known(self) -> tuple[bool, bool, int]:
        """How much it says: the more, the greater."""
        return self.value is not None, self.plies is not None, self.plies_at_least or 0

    def to_json(self) -> dict[str, Any]:
        """A line of the record, by the names of the fields."""
        facts = {field.name: getattr(self, field.name) for field in fields(self)}
        if not self.made_by:
            del facts["made_by"]
        value = "unknown" if self.value is None else str(self.value)
        if self.verify_seconds is not None:
            facts["verify_seconds"] = round(self.verify_seconds, 2)
        return {**facts, "board": str(self.board), "value": value, "seconds": round(self.seconds, 2)}

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Run:
        """What was recorded; NoughtsError for what is no run."""
        try:
            value = None if record["value"] == "unknown" else Result[record["value"].upper()]
            numbers = [record[name] for name in ("nodes", "seconds", "certificate_bytes", "threads")]
            numbers.append(record.get("memory", _MEMORY))
            numbers += [record.get(name) or 0 for name in ("verify_seconds", "verify_memory")]
            if not all(type(n) in (int, float) for n in numbers) or record["question"] not in get_args(
                Question
            ):
                raise TypeError
            return cls(**{**record, "board": Board.parse(record["board"]), "value": value})
        except (KeyError, TypeError, AttributeError) as error:
            raise NoughtsError(f"not a recorded run: {quote(record)}") from error


class Records:
    """The runs in a file, which need not be there yet; small certificates go to a folder, if one is given.

    Raises NoughtsError for a file of something else, OSError where it cannot be read or written.
    """

    def __init__(self, path: Path, folder: Path | None = None) -> None:
        self.path, self.folder = path, folder
        self.runs = _sorted(_read(path))

    def put(self, run: Run, certificate: bytes | None) -> None:
        """Records a run, in place of the last with the same question unless that says more."""
        self.runs = _sorted(_read(self.path))  # another process may have written
        last = next((r for r in self.runs if (r.board, r.question) == (run.board, run.question)), None)
        if last and last.known > run.known:
            return
        self.runs = _sorted([*(r for r in self.runs if r is not last), run])
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            if certificate and run.certificate_bytes <= MOST_KEPT:
                replace_file(self.folder / run.file, certificate)
            else:
                (self.folder / run.file).unlink(missing_ok=True)
        replace_file(self.path, "".join(f"{json.dumps(r.to_json())}\n" for r in self.runs))


def _read(path: Path) -> list[Run]:
    return [Run.from_json(record) for _, record in json_lines(path, "recorded runs")]


def _sorted(runs: Iterable[Run]) -> list[Run]:
    """By k, then by cells, the value first."""
    return sorted(runs, key=lambda r: (r.board.k or 0, r.board.size, r.board.name, r.question == "plies"))
