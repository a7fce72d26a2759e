"""Write recorded runs of the prover: a line of JSON each, the last of every question, and their small certificates."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

from noughts.files import replace_file
from noughts.solver.recorded import DEFAULT_MEMORY, Run, read_runs, sorted_runs

MOST_KEPT = 1 << 14
"""Bytes of the largest certificate that is kept beside the records."""


def answer_text(run: Run) -> str:
    """Return the answer in a word or two: ``draw``, ``11 plies``, ``19 plies or more``, ``unknown``."""
    if run.plies_at_least is None:
        return "unknown" if run.value is None else str(run.value)
    return f"{run.plies_at_least} plies{' or more' * (run.plies is None)}"


def command(run: Run) -> str:
    """Return the command that asks the same again."""
    if run.made_by:
        return run.made_by
    memory = f" --memory {run.memory}" if run.memory != DEFAULT_MEMORY else ""
    alone = " --threads 1" if is_repeatable(run) else ""
    asked = " --shortest" if run.question == "plies" else ""
    return f"noughts solve {run.board}{asked}{memory}{alone} --certificate FILE"


def is_repeatable(run: Run) -> bool:
    """Return whether the certificate can be made again byte for byte: one thread wrote it."""
    return run.threads == 1 and run.sha256 is not None and not run.made_by


def certificate_name(run: Run) -> str:
    """Return the name of the file of the certificate, if it is kept."""
    return f"{run.board}{'-plies' * (run.question == 'plies')}.gz"


def to_json(run: Run) -> dict[str, Any]:
    """Return a line of the record, by the names of the fields."""
    facts = {field.name: getattr(run, field.name) for field in fields(run)}
    if not run.made_by:
        del facts["made_by"]
    value = "unknown" if run.value is None else str(run.value)
    if run.verify_seconds is not None:
        facts["verify_seconds"] = round(run.verify_seconds, 2)
    return {**facts, "board": str(run.board), "value": value, "seconds": round(run.seconds, 2)}


class Records:
    """The runs in a file, which need not be there yet; small certificates go to a folder, if one is given.

    Raises NoughtsError for a file of something else, OSError where it cannot be read or written.
    """

    def __init__(self, path: Path, folder: Path | None = None) -> None:
        self.path, self.folder = path, folder
        self.runs = read_runs(path)

    def put(self, run: Run, certificate: bytes | None) -> None:
        """Records a run, in place of the last with the same question unless that says more."""
        self.runs = read_runs(self.path)  # another process may have written
        last = next((r for r in self.runs if (r.board, r.question) == (run.board, run.question)), None)
        if last and _known(last) > _known(run):
            return
        self.runs = sorted_runs([*(r for r in self.runs if r is not last), run])
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)
            if certificate and run.certificate_bytes <= MOST_KEPT:
                replace_file(self.folder / certificate_name(run), certificate)
            else:
                (self.folder / certificate_name(run)).unlink(missing_ok=True)
        replace_file(self.path, "".join(f"{json.dumps(to_json(r))}\n" for r in self.runs))


def _known(run: Run) -> tuple[bool, bool, int]:
    """Return how much a run says: the more, the greater."""
    return run.value is not None, run.plies is not None, run.plies_at_least or 0
