"""`proof`: plays by a certificate, record by record. ``proof(8x8x5.gz)`` follows that file.

Where it has the winning side it wins against anybody, where it holds a draw nobody beats it, and it says which record
it follows. Of positions that its file says nothing of, the other side's among them, it draws lots.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from noughts.errors import OptionError, quote
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.evidence import PlayerStep, ProofRule
from noughts.players.player import Choice, Facts, Player, uniform
from noughts.solver.certificate.verify import Step
from noughts.solver.strategy.certificate import LONG, Certificate, ProofMove, certificate

_LINE = PlayerStep(1, "line", "complete a line")
_FREE = PlayerStep(3, "anything", "play anywhere, as nothing has to be answered")
_LOTS = PlayerStep(4, "lots", "draw lots, as the proof says nothing of this")


@dataclass(frozen=True)
class ProofPlayer(Player):
    """Follows a certificate."""

    file: str = ""

    name: ClassVar[str] = "proof"
    reads_a_file: ClassVar[bool] = True
    facts: ClassVar[Facts] = Facts(
        title="Follows a proof, record by record",
        boards="the board of its certificate",
        breaks_symmetry="a proof has one way where symmetric ones would do as well",
    )

    def __post_init__(self) -> None:
        if not self.file:
            raise OptionError(f"which certificate? {quote('proof(FILE)')} names its file")

    @property
    def certificate(self) -> Certificate:
        """What it follows; verified when it is first asked for. The errors are those of `noughts.certificate`."""
        try:
            state = Path(self.file).stat()
        except OSError:
            return certificate(self.file)  # which says what is wrong
        return _certificate(self.file, state.st_mtime_ns, state.st_size)

    def prepare(self, step: Step) -> None:
        """Makes the index of a long proof that has none, telling ``step`` how far it is. The errors are as above."""
        place = Path(self.file)
        if place.is_file() and place.stat().st_size > LONG:
            certificate(place, step=step)

    def plays(self, board: Board) -> bool:
        return self.certificate.position.board == board

    def choose(self, position: Position) -> Choice:
        answer = self.certificate.find(position)
        record = _record(answer)
        step = _LOTS if answer is None else _LINE if answer.completes else record if answer.record else _FREE
        cells = [answer.cell] if answer and step in (_LINE, record) else position.empty
        rule = ProofRule.of(step, steps=(_LINE, record, _FREE, _LOTS))
        if answer and step is record:
            rule = replace(rule, record=answer.record or 0, records=answer.records)
        return Choice(uniform(cells), rule)


@lru_cache(maxsize=4)
def _certificate(path: str, changed: int, size: int) -> Certificate:
    return certificate(path)


def _record(answer: ProofMove | None) -> PlayerStep:
    """Return the step of the record that is followed."""
    which = "a record of the proof"
    if answer and answer.record:
        which = f"record {answer.record:,} of {answer.records:,}"
    return PlayerStep(2, "record", f"play what {which} says")
