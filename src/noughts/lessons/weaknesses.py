"""What exhaustion finds of a player, as a lesson tells it: where it gives something away, and a game that it loses."""

from __future__ import annotations

from noughts.arena.blunders import survey
from noughts.arena.exploit import Exploit
from noughts.explain.words import percent
from noughts.game.outcome import Mark
from noughts.lessons.lesson_file import Words
from noughts.players.registry import player


def findings(found: Exploit) -> Words:
    """On which sides a player can lose, and how many of its decisions give something away."""
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
        f"`{found.player}` can come into {looked.positions:,} positions in which it must move, whatever the other side "
        f"does, and every one of them was looked at: {told}."
    )
    precise = " ".join((seen, *sides, "A win counts 1, a draw 0, a loss `-1`."))
    return Words(precise, " ".join((seen, *simply)))


def last_words(found: Exploit) -> Words:
    """What leads to the game below: one that the player loses, or a free one."""
    side = loser(found)
    if side is None:
        return Words("So there is no game to show in which it is beaten. Try, if you like.")
    chance = found.side(side).chance
    first = f"Here is a game that it loses as {side}: among those the likeliest by its own choices, then the shortest."
    last = "You play the other side: the next cell is marked."
    precise, simple = (
        "It always plays its part in it."
        if chance == 1
        else f"It plays its part in it with the chance {share}; here it does."
        for share in (f"{chance}, {percent(chance)}", percent(chance))
    )
    return Words(f"{first} {precise} {last}", f"{first} {simple} {last}")


def loser(found: Exploit) -> Mark | None:
    """A side on which it can lose, O first: there it is easier."""
    return next((side for side in (Mark.O, Mark.X) if found.side(side).can_lose), None)
