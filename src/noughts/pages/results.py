"""The page docs/results.md: who is really unbeatable, what the authors claim, and beside it every exact result.

Every verdict on the page is computed here, and every number but the known rates; the words between are the page's own.
It is the same wherever and whenever it is made: a test holds it to this module.
"""

from __future__ import annotations

from noughts.arena.exploit import Exploit, Weakness
from noughts.arena.match import MatchResult
from noughts.arena.tournament import Field, Tournament
from noughts.arena.walk import SIDES
from noughts.game.board import Board
from noughts.game.outcome import Mark
from noughts.markdown_table import fill, table
from noughts.pages.claims import claims_table
from noughts.pages.markdown import comma_separated, decimal, exact, game
from noughts.players.newell_simon import NewellSimon
from noughts.players.random_moves import Random
from noughts.players.registry import house_variants
from noughts.records.game import Game


class ExactResults:
    """The page and its table, of one tournament and its players' weaknesses."""

    def __init__(self) -> None:
        field = Field(house_variants())
        self.board: Board = field.walk.board
        self.exploits: dict[str, Exploit] = {exploit.player: exploit for exploit in field.exploits()}
        self.tournament: Tournament[MatchResult] = field.tournament()

    def text(self, page: str) -> str:
        """The page, all that is computed of it made anew."""
        parts = {
            "unbeatable": f"{self.unbeatable()}\n\n{self.summary()}",
            "losing": self.losing(),
            "claims": claims_table(self.exploits),
            "ladder": self.ladder(),
            "checks": self.checks(),
            "ranking": self.ranking(),
            "scores": self.scores(),
        }
        return fill(page, parts)

    def unbeatable(self) -> str:
        """The verdict and the score of every player on both sides."""
        head = ("Player", "As X", "As O", "Score as X", "Score as O")
        rows = (
            (f"`{e.player}`", _verdict(e.x), _verdict(e.o), exact(e.x.score), exact(e.o.score))
            for e in self.exploits.values()
        )
        return table(head, rows, numbers=2)

    def summary(self) -> str:
        """The same, player by player, in four sentences."""
        exploits = self.exploits.values()
        groups = {
            "Cannot lose on either side": (e for e in exploits if not e.can_lose),
            "Cannot lose as X, but can as O": (e for e in exploits if e.o.can_lose and not e.x.can_lose),
            "Cannot lose as O, but can as X": (e for e in exploits if e.x.can_lose and not e.o.can_lose),
            "Can lose on both sides": (e for e in exploits if e.x.can_lose and e.o.can_lose),
        }
        told = {what: ", ".join(f"`{e.player}`" for e in group) for what, group in groups.items()}
        return "\n".join(f"- {what}: {players or 'none'}." for what, players in told.items())

    def losing(self) -> str:
        """A lost game of everyone who can lose."""
        head = ("Player", "Side", "Game", "Final position", "Chance")
        rows = (
            (
                f"`{exploit.player}`",
                str(w.side),
                game(self.board, w.line),
                f"`{Game(self.board, w.line).position}`",
                exact(w.chance),
            )
            for exploit in self.exploits.values()
            for w in map(exploit.side, SIDES)
            if w.line is not None
        )
        return table(head, rows, numbers=1)

    def ladder(self) -> str:
        """From which of its rungs on nothing can be lost."""
        rungs = [(level, self.exploits[str(NewellSimon(level))]) for level in range(1, 9)]
        first = {
            side: next(
                (str(n) for n, e in rungs if not any(f.side(side).can_lose for m, f in rungs if m >= n)),
                "none",
            )
            for side in SIDES
        }
        return f"Unbeatable from level {first[Mark.X]} on as X, from level {first[Mark.O]} on as O."

    def checks(self) -> str:
        """The rates of two random players."""
        last = self.tournament.players.index(str(Random()))
        result = self.tournament.table[last][last]
        rows = [("X wins", exact(result.win)), ("O wins", exact(result.loss)), ("draw", exact(result.draw))]
        return table(("Random against random", "Exact"), [*rows, ("plies", exact(result.plies))], numbers=1)

    def ranking(self) -> str:
        """The places."""
        head = ("Rank", "Player", "As X", "As O", "Total", "Exact total")
        rows = (
            (
                str(s.rank),
                f"`{s.player}`",
                decimal(s.as_x, 4),
                decimal(s.as_o, 4),
                decimal(s.total, 4),
                str(s.total),
            )
            for s in self.tournament.ranking()
        )
        return table(head, rows, numbers=4)

    def scores(self) -> str:
        """The square of rounded scores; columns by number."""
        players = self.tournament.players
        numbers = [str(i) for i in range(1, len(players) + 1)]
        rows = (
            (f"{i} `{row[0].x}`", *(decimal(result.score, 3) for result in row))
            for i, row in enumerate(self.tournament.table, start=1)
        )
        return table(("X \\ O", *numbers), rows, numbers=len(numbers))

    def table(self) -> str:
        """Every match on a line: what docs/results.csv holds."""
        return comma_separated(
            [
                {
                    "x": r.x,
                    "o": r.o,
                    "win": r.win,
                    "draw": r.draw,
                    "loss": r.loss,
                    "plies": decimal(r.plies, 2),
                }
                for r in self.tournament.results
            ]
        )


def _verdict(weakness: Weakness) -> str:
    return "can lose" if weakness.can_lose else "**cannot lose**"
