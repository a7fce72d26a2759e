"""The page docs/results.md: who is really unbeatable, what the authors claim, and beside it every exact result.

Every verdict on the page is computed here, and every number but the known rates; the words between are the page's own.
It is the same wherever and whenever it is made: a test holds it to this module. What the founding documents claim of
their players is quoted, and what exhaustion finds is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from noughts.contests.blunders import PlayerSurvey, choices, survey
from noughts.contests.exploit import Exploit, Weakness
from noughts.contests.match import MatchResult
from noughts.contests.tournament import Field, Tournament
from noughts.contests.tree_walk import SIDES
from noughts.game.board import Board, Cell
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.lessons.lesson_text import markdown_table
from noughts.players.newell_simon import NewellSimon
from noughts.players.random_moves import Random
from noughts.players.registry import house_variants, player
from noughts.records.game import Game
from noughts.solver.analysis import Mistake
from research.documents.markdown import comma_separated, decimal, exact, fill, game

AUTHORS_LOSS = (Position.parse(".X./OOX/X.."), Cell(0))
"""Where the author of `rules` could still beat his first version: X 7, 2, 6 | O 5, 4, and O plays 1."""


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
        return markdown_table(head, rows, numbers=2)

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
        return markdown_table(head, rows, numbers=1)

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
        return markdown_table(
            ("Random against random", "Exact"), [*rows, ("plies", exact(result.plies))], numbers=1
        )

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
        return markdown_table(head, rows, numbers=4)

    def scores(self) -> str:
        """The square of rounded scores; columns by number."""
        players = self.tournament.players
        numbers = [str(i) for i in range(1, len(players) + 1)]
        rows = (
            (f"{i} `{row[0].x}`", *(decimal(result.score, 3) for result in row))
            for i, row in enumerate(self.tournament.table, start=1)
        )
        return markdown_table(("X \\ O", *numbers), rows, numbers=len(numbers))

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


def claims_table(exploits: Mapping[str, Exploit]) -> str:
    """Every claim beside what is found."""
    rows = ([document, f"`{who}`", words, find(exploits[who])] for document, who, words, find in CLAIMS)
    return markdown_table(("Document", "Player", "Claim", "Found by exhaustion"), rows)


def orbit(position: Position, cell: Cell) -> tuple[tuple[int, int, int], ...]:
    """A move and its turned and mirrored twins, in order: equal for symmetric moves only."""
    images = ((position.transform(s), s[cell]) for s in position.board.symmetries)
    return tuple(sorted({(image.x, image.o, moved) for image, moved in images}))


def losing_moves(player_survey: PlayerSurvey) -> list[list[Mistake]]:
    """The blunders that lose, symmetric ones together, by ply and the least of their twins."""
    classes: dict[tuple[tuple[int, int, int], ...], list[Mistake]] = {}
    for mistake in player_survey.lost:
        classes.setdefault(orbit(mistake.position, mistake.cell), []).append(mistake)
    return list(classes.values())


def _unbeatable(exploit: Exploit) -> str:
    """Whether it loses, and how."""
    lost = [w for w in map(exploit.side, SIDES) if w.can_lose]
    if not lost:
        return "True: no line of positive probability loses, on either side."
    lines = "; ".join(f"as {w.side} by {game(exploit.board, w.line or ())}" for w in lost)
    return f"It can lose: {lines}."


def _best_move(exploit: Exploit) -> str:
    """Whether its choices are the best there are."""
    player_survey = survey(player(exploit.player))
    wrong = len(player_survey.blunders)
    verdict = "None" if wrong == 0 else str(wrong)
    return (
        f"{verdict} of the moves that it may choose in its {player_survey.positions:,} positions worsens the result; "
        f"in {len(player_survey.slow)} of them it may miss the quickest win or the longest loss. {_unbeatable(exploit)}"
    )


def _priorities(exploit: Exploit) -> str:
    """Whether it always wins at once where it can, and else stops the opponent's win."""
    won = stopped = missed = 0
    for position, cells in choices(player(exploit.player)):
        wins = set(completions(position.board, position.own, position.other))
        threats = set(completions(position.board, position.other, position.own))
        won += bool(wins)
        stopped += bool(threats) and not wins
        missed += not set(cells) <= (wins or threats or set(cells))
    return (
        f"Of its decisions on 3x3x3, {won} can win at once and {stopped} more must stop a win; "
        f"{missed or 'none'} of them may do otherwise. {_unbeatable(exploit)}"
    )


def _first_version(exploit: Exploit) -> str:
    """Which of its decisions lose, and whether the author's is among them."""
    classes = losing_moves(survey(player(exploit.player)))
    authors = orbit(*AUTHORS_LOSS)
    parts = []
    for moves in sorted(classes, key=lambda moves: orbit(moves[0].position, moves[0].cell) != authors):
        is_authors = orbit(moves[0].position, moves[0].cell) == authors
        shown = ", ".join(_move(mistake) for mistake in moves)
        parts.append(f"{'the one its author found' if is_authors else 'one he does not mention'}: {shown}")
    total = sum(map(len, classes))
    counted = f"{total} decisions lose, {len(classes)} up to symmetry"
    return f"{counted}: {'; '.join(parts)}. {_unbeatable(exploit)}"


def _move(mistake: Mistake) -> str:
    position = mistake.position
    return f"`{position}` {position.to_move} plays {position.board.cell_name(mistake.cell)}"


CLAIMS: tuple[tuple[str, str, str, Callable[[Exploit], str]], ...] = (
    ("000", "tic", "“it always returns the really best move”", _best_move),
    ("000", "tic(deep=True)", "the same, as its prose has it", _best_move),
    ("001", "minimax", "“you will never be able to beat the computer”", _unbeatable),
    ("001", "minimax(randomness=1/10)", "“more interesting” by “certain degree of randomness”", _unbeatable),
    (
        "002",
        "weights",
        "wins where it can, else stops the opponent's win; of not losing it says nothing",
        _priorities,
    ),
    ("003", "core", "of not losing it says nothing", _unbeatable),
    ("003", "core(easy=True)", "of not losing it says nothing", _unbeatable),
    ("004", "rules", "“Unbeatable”", _unbeatable),
    ("004", "rules(advanced=False)", "loses after X 7, 2, 6, O 5, 4 and 1", _first_version),
)
"""Document, player, what is said of it, and what finds whether that is so; in the order of the documents."""
