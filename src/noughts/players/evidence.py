"""What a player saw before it chose, as data. Renderers read it; players do not render.

Every kind of evidence is a frozen dataclass with a ``kind``; `players.player.Evidence` is their union by protocol,
so that a plug-in may bring its own. What a step, a rating or a weight means the player says in its own words,
which are data like the rest. A player whose moves are explained in words of their own has a class of its own, by which
`explain.explain` finds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import ClassVar, Self

from noughts.engine.mcts.growing import TreeTop
from noughts.engine.search_info import Thought
from noughts.engine.static_eval import LineKind, Threat
from noughts.game.board import Cell, Line
from noughts.game.outcome import Mark
from noughts.players.player import Decision, heaviest
from noughts.solver.value import ExactValue


@dataclass(frozen=True, slots=True)
class Uniform:
    """Nothing was looked at: every legal move is as good as the others."""

    kind: ClassVar[str] = "uniform"


@dataclass(frozen=True, slots=True)
class Ratings:
    """Every legal move rated from +1 (wins) to -1 (loses); and again where the best were tied.

    The second rating averages over all replies of the opponent: over its next one, with best play after it,
    or, where ``deep``, over all its replies to the end. ``nodes`` and ``games`` are the size of the game tree
    below the position, itself included.

    ``meanings`` has the player's words for ``first`` and ``second`` (left out by a player that rates once), and for
    ``against``: whom a second rating is scored against, like ``a random reply``. ``otherwise`` is the full name of
    the player that reads the second rating in another way, if there is one, and has its words there too.
    """

    first: dict[Cell, int]
    second: dict[Cell, Fraction] = field(default_factory=dict)
    nodes: int = 0
    games: int = 0
    deep: bool = False
    otherwise: str = ""
    meanings: Mapping[str, str] = field(default_factory=dict)
    kind: ClassVar[str] = "ratings"

    @property
    def kept_first(self) -> tuple[Cell, ...]:
        """The moves that share the best first rating."""
        return heaviest(self.first)

    @property
    def kept_second(self) -> tuple[Cell, ...]:
        """Those of them that share the best second rating, where there is one."""
        return heaviest(self.second) if self.second else ()


@dataclass(frozen=True, slots=True)
class Values:
    """The exact value of every legal move, distance included."""

    values: dict[Cell, ExactValue]
    kind: ClassVar[str] = "values"


class CellKind(Enum):
    """The three kinds of empty cell of the weight grid, and what each stands for."""

    POTENTIAL = "potential line cell"
    """On a line with marks of one side only and more than one empty cell."""
    OPPONENT = "opponent's completion"
    """The last empty cell of a line that the opponent would complete."""
    PLAYER = "player's completion"
    """The last empty cell of a line that the player itself would complete."""


@dataclass(frozen=True, slots=True)
class Feed:
    """A line that added ``weight`` to each of its empty ``cells``."""

    line: Line
    kind: CellKind
    weight: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Weights:
    """A weight for every cell of the board, row by row, and the lines that fed them, in line order.

    ``adds`` tells what a line of each kind adds to its empty cells, ``meanings`` which cells are of the kind.
    """

    grid: tuple[tuple[int, ...], ...]
    feeds: tuple[Feed, ...]
    adds: Mapping[CellKind, int] = field(default_factory=dict)
    meanings: Mapping[CellKind, str] = field(default_factory=dict)
    kind: ClassVar[str] = "weights"

    @property
    def cells(self) -> tuple[int, ...]:
        """The weights in reading order: that of a cell is at its index."""
        return tuple(weight for row in self.grid for weight in row)

    def fed(self, cell: Cell) -> tuple[Feed, ...]:
        """The lines that fed one cell."""
        return tuple(feed for feed in self.feeds if cell in feed.cells)


@dataclass(frozen=True, slots=True)
class PlayerStep:
    """A step that a player tries: its number, its name and its meaning.

    ``meaning`` is a part of a sentence without a full stop, like ``take the centre``. It may be empty.
    """

    number: int
    name: str
    meaning: str = ""


StepLike = PlayerStep | tuple[int, str]
"""A step, or its number and its name alone."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The step that fired, by its number and name, and the line that made it fire, if there is one.

    ``steps`` are all steps that the player knows, in the order in which it tries them.
    """

    step: int
    name: str
    line: Line | None = None
    steps: tuple[StepLike, ...] = ()
    kind: ClassVar[str] = "rule"

    def __post_init__(self) -> None:
        # A player without meanings may give its steps as numbers and names.
        object.__setattr__(self, "steps", _read_steps(self.steps))

    @classmethod
    def of(cls, fired: PlayerStep, line: Line | None = None, steps: tuple[PlayerStep, ...] = ()) -> Self:
        """Return the rule of a step that fired. Without ``steps`` it is the only one."""
        return cls(fired.number, fired.name, line, steps or (fired,))

    @property
    def fired_step(self) -> PlayerStep:
        """The step that fired, with its meaning where the player gives one."""
        same = (
            step for step in _read_steps(self.steps) if (step.number, step.name) == (self.step, self.name)
        )
        return next(same, PlayerStep(self.step, self.name))

    @property
    def all_steps(self) -> tuple[PlayerStep, ...]:
        """The steps in order; one that fired without being among them comes last."""
        return _with(self.fired_step, _read_steps(self.steps))


@dataclass(frozen=True, slots=True)
class CoreRule(Rule):
    """A step of `core`."""


@dataclass(frozen=True, slots=True)
class LadderRule(Rule):
    """A rule of `newell-simon`."""


@dataclass(frozen=True, slots=True)
class ProofRule(Rule):
    """A step of `proof`, and the ``record`` of its file that it follows, of ``records``; 0 if it follows none."""

    record: int = 0
    records: int = 0
    kind: ClassVar[str] = "proof"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a decision table: a line, its marks as primes, and all its states."""

    name: str
    line: Line
    marks: tuple[int, ...]
    win_next: Mark | None
    win_in_two: Mark | None
    forks: tuple[Mark, ...]

    @property
    def total(self) -> int:
        """The sum of the marks: X counts 3, O counts 5."""
        return sum(self.marks)

    @property
    def clear(self) -> bool:
        """No marks at all."""
        return self.total == 0

    @property
    def filled(self) -> bool:
        """No empty cell left."""
        return all(self.marks)

    @property
    def blocked(self) -> bool:
        """Marks of both sides."""
        return 3 in self.marks and 5 in self.marks


@dataclass(frozen=True, slots=True)
class Fork:
    """Two lines of one side, named by their rows, that meet in an empty cell."""

    side: Mark
    rows: tuple[str, str]
    cell: Cell


@dataclass(frozen=True, slots=True)
class DecisionTable:
    """The decision table, the potential forks of both sides, and which decision fired.

    ``lines`` names the rows that gave the move; ``popularity`` tells, for the opponent's lines, in how
    many potential forks each is; ``remaining`` are the cells not yet played. ``steps`` are the decisions in the
    order in which they are tried, of which ``fired`` names one.
    """

    rows: tuple[Row, ...]
    fired: str
    lines: tuple[str, ...]
    forks: tuple[Fork, ...]
    popularity: dict[str, int]
    remaining: tuple[Cell, ...]
    steps: tuple[PlayerStep, ...] = ()
    kind: ClassVar[str] = "decision-table"

    @property
    def fired_step(self) -> PlayerStep:
        """The decision that fired, with its meaning where the player gives one."""
        return next((step for step in self.steps if step.name == self.fired), PlayerStep(0, self.fired))

    @property
    def all_steps(self) -> tuple[PlayerStep, ...]:
        """The decisions in order; one that fired without being among them comes last."""
        return _with(self.fired_step, self.steps)


@dataclass(frozen=True, slots=True)
class PrimeTable(DecisionTable):
    """The decision table of `rules`."""


EngineEvidence = Thought
"""What a search thought is the evidence of who plays by it."""

MctsEvidence = TreeTop
"""What a tree of random games says, likewise."""


@dataclass(frozen=True, slots=True)
class Box:
    """A matchbox: how many beads there are of each cell's kind of move; cells of one kind share them.

    ``number`` counts the boxes of the side to move from 1, of ``boxes``; None where there is none, the move being
    forced. ``games`` were played on each side before.
    """

    beads: dict[Cell, int]
    kinds: tuple[tuple[Cell, ...], ...]
    number: int | None
    boxes: int
    games: int
    kind: ClassVar[str] = "box"

    @property
    def total(self) -> int:
        """All beads in the box."""
        return sum(self.beads[cells[0]] for cells in self.kinds) if self.beads else 0


@dataclass(frozen=True, slots=True)
class Learned:
    """The value of every move, as it was learnt in so many games on each side; ``meaning`` says what it estimates."""

    values: dict[Cell, float]
    meaning: str
    games: int
    kind: ClassVar[str] = "learned"


@dataclass(frozen=True, slots=True)
class Sight:
    """What a level plays where it overlooks the threats of these kinds of line: any of the cells, evenly.

    ``chance`` is how likely it overlooks just these. Where it ``sees_last`` those that lack one stone are seen.
    """

    overlooked: tuple[LineKind, ...]
    chance: Fraction
    cells: tuple[Cell, ...]
    sees_last: bool = False


@dataclass(frozen=True, slots=True)
class LevelEvidence:
    """What a level may overlook, and what it plays then; the chances of the sights sum to 1.

    ``threats`` are the other side's, whether it sees them or not. ``thought`` is the decision of whom it follows where
    it overlooks nothing, None where it goes by a look at the lines.
    """

    sights: tuple[Sight, ...]
    threats: tuple[Threat, ...]
    thought: Decision | None = None
    kind: ClassVar[str] = "level"


@dataclass(frozen=True, slots=True)
class ProgramEvidence:
    """What is known of a program's thoughts: the protocol it was asked by, its time, and what it said meanwhile.

    ``seconds`` is the time from the question to the answer, as the house measured it; ``said`` are its last messages.
    """

    protocol: str
    seconds: float
    said: tuple[str, ...] = ()
    kind: ClassVar[str] = "program"


def _read_steps(steps: tuple[StepLike, ...]) -> tuple[PlayerStep, ...]:
    """Return steps as `PlayerStep`. One given as a number and a name has no meaning."""
    return tuple(step if isinstance(step, PlayerStep) else PlayerStep(*step) for step in steps)


def _with(fired: PlayerStep, steps: tuple[PlayerStep, ...]) -> tuple[PlayerStep, ...]:
    return steps if fired in steps else (*steps, fired)
