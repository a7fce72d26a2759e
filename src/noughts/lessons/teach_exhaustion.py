"""What exhaustion finds of a player, as a lesson tells it: where it gives something away, and a game that it loses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from noughts.arena.blunders import choices, survey
from noughts.arena.exploit import Exploit, exploit
from noughts.explain.words import percent
from noughts.game.board import Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.lessons import blocks
from noughts.players.registry import player

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract.lessons import LessonBlockJson, TextBlockJson


def verdict(name: str) -> Iterator[LessonBlockJson]:
    """What exhaustion finds of a player, and a game to play against it: one that it loses, where there is one."""
    found = exploit(name)
    yield blocks.heading("What exhaustion finds", "What a look at every game finds")
    yield findings(found)
    side = loser(found)
    if side is None:
        yield blocks.text("So there is no game to show in which it is beaten. Try, if you like.")
        yield blocks.game(f"Against `{name}`", name, Mark.X)
        return
    chance = found.side(side).chance
    first = f"Here is a game that it loses as {side}: among those the likeliest by its own choices, then the shortest."
    last = "You play the other side: the next cell is marked."
    part, simply = (
        "It always plays its part in it."
        if chance == 1
        else f"It plays its part in it with the chance {share}; here it does."
        for share in (f"{chance}, {percent(chance)}", percent(chance))
    )
    yield blocks.text(first, part, last, simple=(first, simply, last))
    yield blocks.beaten(f"Beat `{name}`", name, side)


def findings(found: Exploit) -> TextBlockJson:
    """On which sides it can lose, and how many of its decisions give something away."""
    looked = survey(player(found.player))
    sides, simply = [], []
    for side in Mark:
        weakness = found.side(side)
        if weakness.can_lose:
            sides.append(
                f"As {side} it can lose: whoever knows it holds it to a score of {weakness.score} a game."
            )
            simply.append(f"As {side} it can be beaten by whoever knows it.")
        else:
            sides.append(f"As {side} it cannot lose.")
            simply.append(f"As {side} nobody can beat it.")
    wrong = len(looked.blunders)
    told = (
        f"{wrong:,} of the moves that it may choose give something away"
        if wrong
        else "none gives anything away"
    )
    seen = (
        f"`{found.player}` can come into {looked.positions:,} positions in which it must move, whatever the other side",
        f"does, and every one of them was looked at: {told}.",
    )
    return blocks.text(*seen, *sides, "A win counts 1, a draw 0, a loss `-1`.", simple=(*seen, *simply))


def loser(found: Exploit) -> Mark | None:
    """A side on which it can lose, O first: there it is easier."""
    return next((side for side in (Mark.O, Mark.X) if found.side(side).can_lose), None)


def slow_wins(name: str) -> Iterator[tuple[Position, list[Cell]]]:
    """Where a player can win at once and may do something else, and what."""
    for position, cells in choices(player(name)):
        wins = completions(position.board, position.own, position.other)
        if wins and not set(cells) <= set(wins):
            yield position, cells
