"""What the founding documents claim of their players, and what exhaustion finds.

The claims are quoted; the findings are computed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from noughts.arena.blunders import PlayerSurvey, choices, survey
from noughts.arena.exploit import Exploit
from noughts.arena.walk import SIDES
from noughts.game.board import Cell
from noughts.game.position import Position
from noughts.game.threats import completions
from noughts.markdown_table import table
from noughts.pages.markdown import game
from noughts.players.registry import player
from noughts.solver.analysis import Mistake

AUTHORS_LOSS = (Position.parse(".X./OOX/X.."), Cell(0))
"""Where the author of `rules` could still beat his first version: X 7, 2, 6 | O 5, 4, and O plays 1."""


def claims_table(exploits: Mapping[str, Exploit]) -> str:
    """Every claim beside what is found."""
    rows = ([document, f"`{who}`", words, find(exploits[who])] for document, who, words, find in CLAIMS)
    return table(("Document", "Player", "Claim", "Found by exhaustion"), rows)


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
