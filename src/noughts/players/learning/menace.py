"""`menace`: a machine of matchboxes and beads that learns noughts and crosses.

D. Michie, Trial and error, Science Survey 1961, part 2, 129-145; Experiments on the mechanization of game-learning,
The Computer Journal 6 (1963) 232-236. Its rules, and what is ours in them, are in docs/learning.md.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.players.evidence import Box
from noughts.players.learning.states import CELLS, Case, Move, boxes, case, key_of
from noughts.players.learning.training import Learner, Memory, Pupil
from noughts.players.player import Choice, Facts, uniform

BEADS = (4, 3, 2, 1)
"""The beads of each kind at first, before the machine's first, second, third and fourth move."""

REWARD = {1: 3, 0: 1, -1: -1}
"""What a won, a drawn and a lost game add to the beads of each move."""

PLIES = {Mark.X: (0, 2, 4, 6), Mark.O: (1, 3, 5, 7)}
"""The plies at which a side has boxes."""


@dataclass(frozen=True)
class Menace(Learner):
    """Draws its move from the box of the position, as it was left by its games."""

    name: ClassVar[str] = "menace"
    facts: ClassVar[Facts] = Facts(
        title="Matchboxes and beads that learn",
        origin="D. Michie's MENACE, 1961 and 1963; not in the founding documents",
        boards="3x3x3",
    )

    def pupil(self, memory: Memory) -> Pupil:
        return MenacePupil(memory)

    def choice(self, memory: Memory, position: Position) -> Choice:
        at, all_boxes = case(key_of(position)), boxes(PLIES[position.to_move])
        forced = len(position.empty) == 1
        numbers = [] if forced else memory.get(at.box, _full_box(at))
        beads = [(cells, int(number)) for cells, number in zip(at.cells, numbers, strict=not forced)]
        total = sum(number for _, number in beads)
        shares = {cell: Fraction(n, total * len(cells)) for cells, n in beads if n for cell in cells}
        moves = dict(sorted(shares.items())) if total else uniform(position.empty)
        held = {cell: n for cells, n in beads for cell in cells}
        number = None if forced else all_boxes.index(at.box) + 1
        return Choice(moves, Box(dict(sorted(held.items())), at.cells, number, len(all_boxes), self.games))


def _full_box(at: Case) -> list[float]:
    """A box as it is at first."""
    return [BEADS[at.box.bit_count() // 2]] * len(at.kinds)


class MenacePupil:
    """The machine in one game."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._drawn: list[tuple[list[float], int]] = []

    def move(self, case: Case, dice: random.Random) -> Move | None:
        """The move of a bead; None, which resigns, where there is none."""
        if case.key.bit_count() == CELLS - 1:
            return case.kinds[0][0]
        beads = self._memory.setdefault(case.box, _full_box(case))
        total = int(sum(beads))
        if not total:
            return None
        roll, kind = dice.randrange(total), 0
        while roll >= beads[kind]:
            roll -= int(beads[kind])
            kind += 1
        self._drawn.append((beads, kind))
        alike = case.kinds[kind]
        return alike[dice.randrange(len(alike))]

    def end(self, result: int) -> None:
        """Three beads more for each move of a won game, one for a drawn, one less for a lost."""
        for beads, kind in self._drawn:
            beads[kind] += REWARD[result]
