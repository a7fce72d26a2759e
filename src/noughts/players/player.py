"""What a player is: a pure function from a position to an exact distribution over moves, with evidence.

A player never rolls dice. Whoever plays the game picks from the distribution with a seeded generator,
which keeps contests, exploitability and explanations exact.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from noughts.displayable import Shown
from noughts.errors import IllegalMoveError, UnsupportedBoardError, quote
from noughts.game.board import Board, Cell, CellMap
from noughts.game.notation import MAX_SIDE
from noughts.game.position import Position
from noughts.game.rule import GameRule
from noughts.kernels.library import available, missing_kernels
from noughts.players.distribution import probabilities

if TYPE_CHECKING:  # with asyncio, which who decides at once need not load
    from noughts.engine.stream import Halt, Stream

_SHARES = tuple(Fraction(1, max(n, 1)) for n in range(MAX_SIDE**2 + 1))


class Evidence(Protocol):
    """Anything that names its kind."""

    kind: ClassVar[str]
    """A short name by which renderers know it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A distribution over moves and the evidence for it, before it is signed by a player."""

    moves: Mapping[Any, Fraction]
    """By the cells' indices: ``{0: Fraction(1)}``, or ``{position.moves[0]: Fraction(1)}``."""
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class Decision(Shown):
    """What a player does in a position: exact probabilities (they sum to 1) and why.

    ``player`` is the player's full name, options included. Moves of probability 0 are left out;
    a move's is asked for by the cell or its name, ``moves["b2"]``.
    """

    position: Position
    player: str
    moves: CellMap[Fraction]
    evidence: Evidence

    def __hash__(self) -> int:
        return hash((self.position, self.player, frozenset(self.moves.items())))

    def pick(self, rng: random.Random) -> Cell:
        """One move, drawn exactly as likely as the distribution says."""
        common = lcm(*(share.denominator for share in self.moves.values()))
        roll = rng.randrange(common)
        for cell, share in self.moves.items():
            roll -= share.numerator * (common // share.denominator)
            if roll < 0:
                return cell
        raise AssertionError(f"the moves of {self.player} do not sum to 1")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a player's author declares of it, with its default options; tests hold every word to account.

    ``boards`` says in words which boards it plays; ``deterministic`` claims that it draws no lots. ``breaks_symmetry``
    says why symmetric positions may get different answers, or is None where they never do. ``called`` is what people
    call it, where its name is no word that they know.
    """

    title: str
    origin: str = "not in the founding documents"
    boards: str = "every board"
    deterministic: bool = False
    breaks_symmetry: str | None = None
    called: str = ""


@dataclass(frozen=True)
class Player(ABC):
    """A computer player. A subclass is a frozen dataclass whose fields are its options."""

    name: ClassVar[str]
    facts: ClassVar[Facts]
    cells_with_kernels: ClassVar[int] = 0
    """The most cells of a board that it plays, where it needs compiled kernels for the larger ones; else 0."""
    needs_values: ClassVar[bool] = False
    """Whether it reads exact values, so that a large board must be solved before its first move."""
    thinks_long: ClassVar[bool] = False
    """Whether it takes longer than a few milliseconds even on the smallest boards."""
    reads_lines_only: ClassVar[bool] = False
    """Whether it looks at lines alone, or at nothing: on every board it moves within a millisecond."""
    reads_a_file: ClassVar[bool] = False
    """Whether its first option names a file, which may be given without the option's name. Servers refuse it: what they
    read is not for requests to name."""
    pure: ClassVar[bool] = True
    """Whether a position alone decides what it answers. What is computed from all games asks only those who are; a
    program of other people (``adapters.programs``) is not, and its games are sampled."""

    def __init_subclass__(cls) -> None:
        if "__repr__" not in vars(
            cls
        ):  # the dataclass would make one that names a class which is not exported
            cls.__repr__ = Player.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return f"player({self.full_name!r})"

    def decide(self, position: Position | str) -> Decision:
        """The player's distribution and evidence in a position, which may be given as text.

        Raises UnsupportedBoardError for a board it does not play, IllegalMoveError after the end, PlayerError where
        what it chooses is no distribution over the legal moves.
        """
        position = self._unfinished(position)
        return self.signed(position, self.choose(position))

    def thinking(self, position: Position | str) -> Stream[Decision]:
        """The decision as it ripens: the last word is that of ``decide``. Stopped, the player decides by what it has.

        Raises as ``decide`` does.
        """
        from noughts.engine.stream import Stream

        at = self._unfinished(position)
        return Stream(lambda halt: (self.signed(at, choice) for choice in self.choices(at, halt)))

    def _unfinished(self, position: Position | str) -> Position:
        position = Position.of(position)
        self.check(position.board)
        if position.is_over:
            raise IllegalMoveError(f"the game {quote(position)} is over: nothing to decide")
        return position

    def signed(self, position: Position, choice: Choice) -> Decision:
        """The decision that a choice is, under the player's name; PlayerError as in ``decide``."""
        moves = CellMap(position.board, probabilities(self, position, choice))
        return Decision(position, str(self), moves, choice.evidence)

    def choices(self, position: Position, halt: Halt) -> Iterator[Choice]:
        """What it would choose, as it comes to that, until the halt is set; at once unless a player thinks longer."""
        del halt
        yield self.choose(position)

    @abstractmethod
    def choose(self, position: Position) -> Choice:
        """The distribution and evidence in an unfinished position of a board that it plays."""

    def plays(self, board: Board) -> bool:
        """Whether it plays this board; every board unless a player says otherwise."""
        return True

    def takes_time(self, board: Board) -> bool:
        """Whether it would think longer on this board if it had the time, and can be given ``seconds``."""
        del board
        return False

    def check(self, board: Board) -> None:
        """Raises UnsupportedBoardError unless it plays this board."""
        if not self.plays(board):
            usual = "" if board.rule is GameRule.LINE else ", by the usual rule"
            reason = f"only {self.facts.boards}{usual}"
            if board.size <= self.cells_with_kernels and not available():
                reason = str(missing_kernels("it"))
            raise UnsupportedBoardError(f"{self} does not play {quote(board)}: {reason}")

    def release(self) -> None:  # noqa: B027 - most have nothing to end
        """Ends what it keeps running between two decisions; a pure function keeps nothing."""

    def __str__(self) -> str:
        return self.full_name

    @cached_property
    def full_name(self) -> str:
        """The name with every option that differs from its default: ``rules(advanced=False)``."""
        return f"{self.name}{self._options()}"

    def _options(self, *but: str) -> str:
        """The options that differ from their defaults, in brackets, without some; nothing where there are none."""
        values = {option: getattr(self, option.name) for option in fields(self) if option.name not in but}
        texts = [f"{option.name}={value}" for option, value in values.items() if value != option.default]
        return f"({', '.join(texts)})" if texts else ""


def uniform(cells: Iterable[Cell]) -> dict[Cell, Fraction]:
    """Equal exact probabilities for the given cells."""
    chosen = tuple(cells)
    return dict.fromkeys(chosen, _SHARES[len(chosen)])


def heaviest(weights: Mapping[Cell, Fraction] | Mapping[Cell, float]) -> tuple[Cell, ...]:
    """The cells of the largest weight, in the order given."""
    best = max(weights.values())
    return tuple(cell for cell, weight in weights.items() if weight == best)
