"""How an application is set up: by whoever starts it, on whatever host."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from noughts.adapters.programs.program import Program
from noughts.ui.web.addresses import Proxies
from noughts.ui.web.compute.host import Host
from noughts.ui.web.compute.workers import QUESTIONS
from noughts.ui.web.journal.retention import Retention


def _this_machine() -> Host:
    """This machine: only where no other host is given is imported what has processes."""
    from noughts.ui.web.compute.this_machine import Machine

    return Machine()


@dataclass(frozen=True)
class Setting:
    """The defaults are those of a server for its own machine.

    ``names`` are those under which it may be asked for, without ports; none means any name. What ``proxies`` say of a
    request is believed. Games are kept as ``retention`` says. ``programs`` of other people may be played against. The
    answer to a question may take ``question_seconds`` of CPU time. What an address may do in a time is ``limited``.
    Without a ``host`` it is this machine. The ``lessons`` are those of a folder, or of the house. The certificates in
    the folder ``proofs`` may be played against.
    """

    names: tuple[str, ...] = ()
    proxies: Proxies = field(default_factory=Proxies)
    retention: Retention = field(default_factory=Retention)
    programs: tuple[Program, ...] = ()
    question_seconds: float = QUESTIONS.seconds
    limited: bool = True
    host: Host = field(default_factory=_this_machine)
    lessons: Path | None = None
    proofs: Path | None = None
