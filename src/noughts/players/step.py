"""A step of a player: what it is called, what it means, and how a move that it gave is told.

A sentence is a text with places in braces, like ``Takes {cell}, the last empty corner.`` Whoever explains a decision
fills the places with names in words; a part in square brackets is left out where one of its places has nothing to
name. So the words stand in the player's own file, and nobody else need know the player.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from string import Formatter

from noughts.errors import PlayerError, quote

PLACES = {
    # the move
    "cell": "the cell that is played: c1; nothing where the sentence is about several",
    "place": "the same and where it lies: the centre, b2",
    "cells": "the cells among which chance picks: a1 or c1; nothing where the sentence is about one",
    "any": "how many these are, as a free choice: either of two, any of nine",
    "number": "how many cells may be played, in words; nothing where it is one",
    "opposite": "the cell opposite the one played, through the middle of the board",
    "corners": "how many corners are empty, in words; nothing where it is one or none",
    "sides": "the same of the cells that are neither a corner nor the centre",
    # the two sides
    "side": "who moves: X",
    "opponent": "who does not: O",
    "theirs": "the opponent's cells; nothing where it has none",
    # the lines of the evidence
    "line": "the line that gave the move: the top row; of two lines the first",
    "own_line": "the same where the side completes it by the move",
    "other_line": "the second of two lines that gave the move",
    # what the move does
    "completes": "the lines that the side completes by the move",
    "blocks": "the lines that the opponent would complete there",
    "it": "these in a word: it, them",
    "builds": "the lines of the side that lack one more cell after the move",
    "wins": "the other cells where the side would complete a line",
    "threats": "the other cells where the opponent would complete a line",
    "answers": "where the opponent must then fill the lines that the move builds",
    "forks": "the cells where the opponent could fork",
    "fork_lines": "along which lines it could do so at the cell played",
    # the decision table
    "sum": "the sum of the line",
    "marks": "the marks on the line: two X",
    "fork": "the one potential fork that the other line is in: c1 (the top row and the right column)",
    "fork_here": "the same where it is at the cell played",
    "whose_fork": "the same by its side: X's potential fork, one of X's potential forks",
    "fork_share": "how many potential forks the other line is in: two of X's three; nothing below two",
}
"""What each place of a sentence names."""

_OPTIONAL = re.compile(r"\[([^][]*)\]")


@dataclass(frozen=True, slots=True)
class PlayerStep:
    """One thing that a player tries: its number, its name, what it means, and how a move by it is told.

    ``meaning`` is a part of a sentence in the player's own words, like ``take the centre``. Of the ``sentences`` the
    first is told that has something to name at each of its `PLACES`; where there is none, the number, the name and
    the meaning are told. Raises PlayerError, quoting it, for a sentence that cannot be filled in.
    """

    number: int
    name: str
    meaning: str = ""
    sentences: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.sentences, str):
            raise PlayerError(f"the sentences of a step are a tuple of texts, not {quote(self.sentences)}")
        for text in self.sentences:
            unknown = [place for part in parts(text) for place in places(part) if place not in PLACES]
            if unknown:
                names = ", ".join(PLACES)
                raise PlayerError(f"no place {quote(unknown[0])} in {quote(text)}: places are {names}")


def parts(sentence: str) -> list[str]:
    """The parts of a sentence: every second one, from the second on, stood in square brackets."""
    return _OPTIONAL.split(sentence)


def places(part: str) -> list[str]:
    """The places that a part of a sentence names, in order; PlayerError if its braces cannot be read."""
    try:
        return [field for _, field, _, _ in Formatter().parse(part) if field is not None]
    except ValueError as error:
        raise PlayerError(f"cannot read the sentence {quote(part)}: {error}") from None


def read_steps(steps: tuple[PlayerStep | tuple[int, str], ...]) -> tuple[PlayerStep, ...]:
    """Steps as `PlayerStep`; those of players that know no meanings are given as a number and a name."""
    return tuple(step if isinstance(step, PlayerStep) else PlayerStep(*step) for step in steps)
