"""What the owner of a server wishes, as the options of ``noughts serve`` say it, and what that means for it."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from ipaddress import ip_address
from pathlib import Path

from noughts.adapters.programs.by_name import program
from noughts.adapters.programs.program import Program
from noughts.errors import NoughtsError, PlayerError, quote
from noughts.lessons.catalogue import readable_lessons
from noughts.players.registry import LEVELS, player_names, player_type, plug_in_names, reject_plug_ins
from noughts.records.log import FRIEND, PERSON
from noughts.server.addresses import Proxies, host_name, host_of, machine_names
from noughts.server.analysis_service import report_skipped
from noughts.server.contest_tasks import ProofFolder
from noughts.server.retention import Retention
from noughts.server.services import Setting
from noughts.server.tables import Store, Synchronous
from noughts.server.this_machine import Machine
from noughts.server.worker_processes import WorkerLimits
from noughts.server.workers import QUESTIONS

_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


_log = logging.getLogger("noughts.server")


class ServeError(NoughtsError):
    """The server cannot start."""


@dataclass(frozen=True)
class Options:
    """Each is an option of the command. Raises NoughtsError for what is no name, no program, no lesson or no
    certificate, at once.
    """

    database: str
    host: str = "127.0.0.1"
    port: int | None = None
    synchronous: Synchronous | None = None
    close_days: int | None = None
    keep_days: int | None = None
    programs: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    proxies: tuple[str, ...] = ()
    question_seconds: float = QUESTIONS.seconds
    worker_seconds: float = WorkerLimits.seconds
    worker_memory: int = WorkerLimits.memory // 1_000_000
    lessons: Path | None = None
    proofs: Path | None = None
    max_store_size: str | None = None

    def __post_init__(self) -> None:
        self._setting  # noqa: B018 - refused now, or never

    def open_store(self, address: str) -> Store:
        """The store of a server on this address: where others reach it, an answer waits for the disk.

        StoreError where it is a file that another server has.
        """
        local = ip_address(address).is_loopback
        store = Store(self.database, self.synchronous or ("normal" if local else "full"))
        try:
            store.own()
        except NoughtsError:
            store.close()
            raise
        return store

    def setting(self, address: str) -> Setting:
        """The setting of an application that is served on this address."""
        return replace(self._setting, names=tuple(self.hosts(address)))

    def hosts(self, address: str) -> set[str]:
        """Return the names, without ports, that a server on this address accepts in the Host field.

        Every IP address is accepted beside them, since no DNS record can point one at this machine.
        """
        machine = set() if ip_address(address).is_loopback else machine_names()
        host = host_of(host_name(self.host))
        return {*_LOOPBACK, *machine, host, *map(str.lower, self.names)} - {""}

    @cached_property
    def _setting(self) -> Setting:
        """The same but for the names."""
        for name in self.names:
            if not re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?", name, re.ASCII):
                raise ServeError(
                    f"not a public name: {quote(name)} (a host without a port, like play.example.org)"
                )
        rejected = check_players(self.worker_memory * 1_000_000)
        if self.lessons:
            report_skipped(readable_lessons(self.lessons)[1])
        ProofFolder(self.proofs)
        return Setting(
            proxies=Proxies(self.proxies),
            retention=Retention(self.close_days, self.keep_days),
            programs=admit(self.programs),
            question_seconds=self.question_seconds,
            host=Machine(WorkerLimits(self.worker_seconds, self.worker_memory * 1_000_000), rejected),
            lessons=self.lessons,
            proofs=self.proofs,
            max_store_bytes=None if self.max_store_size is None else parse_size(self.max_store_size),
        )


_UNITS = {"": 1, "b": 1} | {
    unit: base**power
    for base, end in ((1000, "b"), (1024, "ib"))
    for power, unit in enumerate((f"{prefix}{end}" for prefix in "kmgt"), start=1)
}


def parse_size(text: str) -> int:
    """Return the bytes of a size like ``500MB``. Raises ServeError if it is not one, or less than a byte."""
    match = re.fullmatch(r"([0-9]{1,18}(?:\.[0-9]{1,9})?) ?([a-z]*)", text.strip().lower(), re.ASCII)
    size = Decimal(match[1]) * _UNITS.get(match[2], 0) if match else Decimal()
    if size < 1:
        raise ServeError(
            f"not a size: {quote(text)} (bytes, or a number with kB, MB, GB, TB, KiB, MiB, GiB or TiB, like 500MB)"
        )
    return int(size)


def check_players(memory: int) -> Mapping[str, str]:
    """Load the installed players of others, and report and reject those that cannot be loaded within limits.

    A request must not be the first to load one: it would do so on the event loop.
    """
    names = plug_in_names()
    if not names:
        return {}
    from noughts.players.plug_in_process import check_plug_ins

    problems = check_plug_ins(names, memory)
    for problem in problems.values():
        _log.warning("%s", problem)
    reject_plug_ins(problems)
    for name in names:
        with suppress(PlayerError):
            player_type(name)
    return problems


def admit(programs: tuple[str, ...]) -> tuple[Program, ...]:
    """The owner's programs under the names given; without any, no request ever starts one."""
    chosen: dict[str, Program] = {}
    for given in programs:
        name, _, spec = given.partition("=")
        if not re.fullmatch(r"[A-Za-z][\w.-]{0,39}", name, re.ASCII) or not spec:
            raise ServeError(
                f"not a program with a name: {quote(given)} (NAME=PROGRAM, like brain=gomocup:./brain)"
            )
        if name in (*player_names(), *LEVELS, PERSON, FRIEND, *chosen):
            raise ServeError(f"the name {quote(name)} is taken (in {quote(given)})")
        chosen[name] = replace(program(spec), called=name)
    return tuple(chosen.values())
