"""Levels in plain words, easy to impossible, on every board: each errs by a law that is stated.

How they err is told in docs/strength.md, and how strong each is was measured there. What strikes the eye is seen by one
more chance; a look is one ply deep (`static_eval`), and the thinker of a level is the engine with so many positions, a
rung of the ladder `newell-simon` on 3x3x3, or a look again. A decision is an exact mixture of at most seven.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, combinations
from math import prod
from typing import ClassVar

from noughts.engine.limits import Budget
from noughts.engine.static_eval import LineKind, Threat, middle, threats, worths
from noughts.engine.stream import Halt
from noughts.game.board import Board, Cell
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.game.threats import completions
from noughts.players.engine import Engine
from noughts.players.evidence import EngineEvidence, LevelEvidence, Sight
from noughts.players.newell_simon import NewellSimon
from noughts.players.perfect import Perfect
from noughts.players.player import Choice, Decision, Evidence, Facts, Player, uniform
from noughts.solver.value import Result

SMALL, MIDDLE = 25, 64
"""Cells of the largest small board, and of the largest middle one."""

FIRST = 9
"""At a look the first stone on a board of more than ``SMALL`` cells lies in this part of it, in the middle."""

_TRIED = 6
"""How many moves are tried where the game is drawn and the other side may still go wrong."""

Oversight = tuple[tuple[LineKind, ...], bool]
"""The kinds of line that are overlooked, and whether those of them that lack one stone are seen all the same."""

_thinks = partial(
    Facts,
    boards=Engine.facts.boards,
    breaks_symmetry="of moves that are worth the same the engine takes the one searched first",
)
"""The facts of a level that the engine thinks for, but for its title."""


@dataclass(frozen=True, slots=True)
class Law:
    """How a level errs.

    ``thinker`` is whom it follows where it overlooks nothing, None for a look. ``overlooks``: the chance that threats
    of a kind of line are not seen. ``near``: at a look, cells that are worth so much of the best are as good to it.
    ``alert``: the chance that it sees lines that lack one stone where it overlooks their kind.
    """

    thinker: Player | None
    overlooks: Mapping[LineKind, Fraction]
    near: Fraction = Fraction(1)
    alert: Fraction = Fraction(0)


def _law(thinker: Player | None, straight: str, diagonal: str, near: str = "1", alert: str = "0") -> Law:
    chances = {LineKind.STRAIGHT: Fraction(straight), LineKind.DIAGONAL: Fraction(diagonal)}
    return Law(thinker, chances, Fraction(near), Fraction(alert))


class Level(Player):
    """A player that errs by its law; small boards forgive more, so that it errs more there.

    Middle boards have the law of the larger ones unless there is one of their own.
    """

    law: ClassVar[Law]
    law_of_middle: ClassVar[Law | None] = None
    law_of_small: ClassVar[Law]
    law_of_3x3x3: ClassVar[Law]

    def on(self, board: Board) -> Law:
        """The law by which it errs on a board."""
        if board == Board.mnk(3, 3, 3):
            return self.law_of_3x3x3
        if board.size <= SMALL:
            return self.law_of_small
        return (self.law_of_middle if board.size <= MIDDLE else None) or self.law

    def laws(self) -> tuple[tuple[str, Law], ...]:
        """Its laws, and on which boards they hold, in words."""
        laws = [("3x3x3", self.law_of_3x3x3), (f"others of at most {SMALL} cells", self.law_of_small)]
        if self.law_of_middle:
            laws.append((f"{SMALL + 1} to {MIDDLE} cells", self.law_of_middle))
        return (*laws, ("larger", self.law))

    def plays(self, board: Board) -> bool:
        thinker = self.on(board).thinker
        return board.rule is GameRule.LINE and (thinker is None or thinker.plays(board))

    def choose(self, position: Position) -> Choice:
        wins = completions(position.board, position.own, position.other)
        if wins:
            return _mixture(LevelEvidence((Sight((), Fraction(1), wins),), ()))
        law, met = self.on(position.board), threats(position)
        sights, thought = [], None
        for (overlooked, sees_last), chance in _oversights(law, met).items():
            if overlooked or not law.thinker:
                cells = _at_a_look(position, frozenset(overlooked), sees_last, law.near)
            else:
                thought = law.thinker.decide(position)
                cells = _of_draws(thought, law.thinker) or tuple(thought.moves)
            sights.append(Sight(overlooked, chance, cells, sees_last))
        return _mixture(LevelEvidence(tuple(sights), met, thought))


def _oversights(law: Law, met: tuple[Threat, ...]) -> dict[Oversight, Fraction]:
    """All that may be overlooked of these threats, nothing first, with its chance where that is not 0."""
    of = {kind: {threat.lacks for threat in met if threat.line_kind is kind} for kind in LineKind}
    kinds = tuple(kind for kind in LineKind if of[kind])
    chances: dict[Oversight, Fraction] = {}
    for some in chain.from_iterable(combinations(kinds, number) for number in range(len(kinds) + 1)):
        chance = prod(
            (law.overlooks[kind] if kind in some else 1 - law.overlooks[kind] for kind in kinds),
            start=Fraction(1),
        )
        last = any(1 in of[kind] for kind in some)
        unseen = tuple(kind for kind in some if of[kind] != {1})
        for oversight, share in (
            ((some, False), 1 - law.alert if last else Fraction(1)),
            ((unseen, any(1 in of[kind] for kind in unseen)), law.alert if last else Fraction(0)),
        ):
            if chance * share:
                chances[oversight] = chances.get(oversight, Fraction(0)) + chance * share
    return dict(sorted(chances.items(), key=lambda each: bool(each[0][0])))


def _at_a_look(
    position: Position, overlooked: Set[LineKind], sees_last: bool, near: Fraction
) -> tuple[Cell, ...]:
    worth = worths(position, overlooked, sees_last)
    board = position.board
    if not position.own and board.size > SMALL:
        worth = {cell: each for cell, each in worth.items() if cell in middle(board, FIRST)}
    least = max(worth.values()) * near
    return tuple(cell for cell, each in worth.items() if each >= least)


def _of_draws(thought: Decision, thinker: Player) -> tuple[Cell, ...]:
    """Where the engine knows the game to be drawn: of the moves that look best, the first that keeps it so."""
    if not _is_drawn(thought.evidence):
        return ()
    worth = worths(thought.position)
    for cell in sorted(worth, key=lambda cell: -worth[cell])[:_TRIED]:
        after = thought.position.play_unchecked(cell)
        if after.is_over or _is_drawn(thinker.decide(after).evidence):
            return (cell,)
    return ()


def _is_drawn(evidence: Evidence) -> bool:
    known = evidence.value if isinstance(evidence, EngineEvidence) else None
    return known is not None and known.result is Result.DRAW


def _mixture(evidence: LevelEvidence) -> Choice:
    """Each sight's cells evenly, as likely as it is."""
    moves: dict[Cell, Fraction] = {}
    for sight in evidence.sights:
        for cell, share in uniform(sight.cells).items():
            moves[cell] = moves.get(cell, Fraction(0)) + sight.chance * share
    return Choice(dict(sorted(moves.items())), evidence)


@dataclass(frozen=True)
class Easy(Level):
    """Looks at the lines as they stand, sees what lacks one stone nine times in ten, and overlooks most of the rest.

    On boards of at most 25 cells it overlooks everything.
    """

    name: ClassVar[str] = "easy"
    law: ClassVar[Law] = _law(None, "3/5", "3/4", "1/2", "6/7")
    law_of_small: ClassVar[Law] = _law(None, "1", "1", "1/4")
    law_of_3x3x3: ClassVar[Law] = _law(NewellSimon(1), "0", "0")
    facts: ClassVar[Facts] = Facts("Looks at the lines, overlooks many threats")


@dataclass(frozen=True)
class Medium(Level):
    """Looks at the lines as they stand, and overlooks some of what threatens."""

    name: ClassVar[str] = "medium"
    law: ClassVar[Law] = _law(None, "2/5", "3/5", "2/3", "6/7")
    law_of_small: ClassVar[Law] = _law(None, "7/9", "1", "1/2")
    law_of_3x3x3: ClassVar[Law] = _law(NewellSimon(4), "11/12", "19/20")
    facts: ClassVar[Facts] = Facts("Looks at the lines, overlooks some threats")


@dataclass(frozen=True)
class Hard(Level):
    """Thinks a little ahead, and seldom overlooks a threat."""

    name: ClassVar[str] = "hard"
    law: ClassVar[Law] = _law(Engine(150), "1/7", "2/7", "1/2", "3/4")
    law_of_small: ClassVar[Law] = _law(Engine(100), "3/5", "4/5", "1/2")
    law_of_3x3x3: ClassVar[Law] = _law(NewellSimon(6), "2/5", "3/5")
    facts: ClassVar[Facts] = _thinks("Thinks a little ahead, overlooks few threats")
    cells_with_kernels: ClassVar[int] = Engine.cells_with_kernels


@dataclass(frozen=True)
class Expert(Level):
    """Thinks ahead, and very seldom overlooks a threat."""

    name: ClassVar[str] = "expert"
    law: ClassVar[Law] = _law(Engine(3_000), "1/40", "1/20", "1/2")
    law_of_middle: ClassVar[Law | None] = _law(Engine(1_500), "1/18", "1/9", "1/2", "1/2")
    law_of_small: ClassVar[Law] = _law(Engine(1_000), "1/3", "3/5", "1/2")
    law_of_3x3x3: ClassVar[Law] = _law(NewellSimon(8), "1/6", "1/3")
    facts: ClassVar[Facts] = _thinks("Thinks ahead, seldom overlooks a threat")
    cells_with_kernels: ClassVar[int] = Engine.cells_with_kernels


@dataclass(frozen=True)
class Impossible(Level):
    """Thinks as far ahead as the engine does, and overlooks nothing.

    With ``seconds`` it thinks for so long by the clock, on boards that are not known by heart. It is no pure function
    then, for the machine decides, too.
    """

    seconds: int = 0

    name: ClassVar[str] = "impossible"
    law: ClassVar[Law] = _law(Engine(20_000), "0", "0")
    law_of_small: ClassVar[Law] = _law(Engine(20_000), "0", "0")
    law_of_3x3x3: ClassVar[Law] = _law(Perfect(), "0", "0")
    facts: ClassVar[Facts] = _thinks("Thinks far ahead, overlooks nothing")
    cells_with_kernels: ClassVar[int] = Engine.cells_with_kernels

    def __post_init__(self) -> None:
        if self.seconds:
            Budget(seconds=self.seconds)
            object.__setattr__(self, "pure", False)  # of this one, not of its class

    def takes_time(self, board: Board) -> bool:
        thinker = self.on(board).thinker
        return isinstance(thinker, Engine) and thinker.takes_time(board) and self.plays(board)

    def choose(self, position: Position) -> Choice:
        if not (self.seconds and self.takes_time(position.board)):
            return super().choose(position)
        *_, last = self.choices(position, Halt())
        return last

    def choices(self, position: Position, halt: Halt) -> Iterator[Choice]:
        board = position.board
        wins = completions(board, position.own, position.other)
        if wins or not (self.seconds and self.takes_time(board)):
            yield super().choose(position)
            return
        met, thinker = threats(position), Engine(seconds=self.seconds)
        for choice in thinker.choices(position, halt):
            thought = thinker.signed(position, choice)
            yield _mixture(LevelEvidence((Sight((), Fraction(1), tuple(thought.moves)),), met, thought))
        steady = self.on(board).thinker
        if steady and (cells := _of_draws(thought, steady)):
            yield _mixture(LevelEvidence((Sight((), Fraction(1), cells),), met, thought))


FOR_PEOPLE = 1
"""Seconds that a level which takes time thinks before a move against a person who asks for no other."""


def against_people(player: Player | None, board: Board) -> Player | None:
    """The player as a person meets it who names no time: `impossible` thinks for a second where it thinks."""
    if isinstance(player, Impossible) and not player.seconds and player.takes_time(board):
        return Impossible(FOR_PEOPLE)
    return player
