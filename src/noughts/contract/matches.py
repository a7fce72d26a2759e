"""How players do against each other: matches, the best reply to a player, tournaments."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from noughts.contract import terms


class MatchSharesJson(terms.BoardAnswerJson):
    """How often X wins, nobody does, and X loses, and the mean number of plies of a game."""

    x: terms.PlayerName
    o: terms.PlayerName
    win: terms.ExactNumber
    draw: terms.ExactNumber
    loss: terms.ExactNumber
    plies: terms.ExactNumber


class ExactMatchJson(MatchSharesJson):
    """A match computed from all games."""

    exact: Literal[True]


class ForfeitJson(TypedDict):
    """Why games were lost without a legal move, and how many."""

    reason: str
    games: int


class SampledMatchJson(MatchSharesJson):
    """A match of so many games; the interval of each share holds the true one with the probability ``level``.

    ``forfeits``: what programs did that lost games at once, which count among those lost.
    """

    exact: Literal[False]
    games: int
    seed: int
    level: float
    intervals: terms.ByResult[terms.Pair[float]]
    forfeits: list[ForfeitJson]


class SideScoreJson(TypedDict):
    """A player on one side: its score (win 1, draw 0, loss -1) against the best reply, and whether it can lose."""

    score: terms.ExactNumber
    can_lose: bool


class WeaknessJson(SideScoreJson):
    """The same with a game that it loses, or null."""

    line: list[terms.CellName] | None


class ExploitJson(terms.BoardAnswerJson):
    """What the best opponent makes of a player on both sides."""

    player: terms.PlayerName
    x: WeaknessJson
    o: WeaknessJson


class LearntSideJson(TypedDict):
    """What a learner expects on one side (win 1, draw 0, loss -1): against perfect and random play, at the worst."""

    perfect: terms.ExactNumber
    random: terms.ExactNumber
    worst: terms.ExactNumber


class LearningPointJson(terms.BoardAnswerJson):
    """How a learner stands after so many games on each side, computed from all games."""

    player: terms.PlayerName
    games: int
    x: LearntSideJson
    o: LearntSideJson


class StandingJson(TypedDict):
    """A place in a tournament: the sums of mean scores, in all, as X and as O."""

    rank: int
    player: terms.PlayerName
    total: terms.ExactNumber
    x: terms.ExactNumber
    o: terms.ExactNumber


class TournamentJson(terms.BoardAnswerJson):
    """All play all: every match, and the ranking."""

    players: list[terms.PlayerName]
    matches: list[ExactMatchJson] | list[SampledMatchJson]
    ranking: list[StandingJson]


class ProofJson(TypedDict):
    """What exhaustion finds of a player on 3x3x3, on each side; null where it does not play that."""

    x: WeaknessJson | None
    o: WeaknessJson | None


class ProofsJson(terms.BoardAnswerJson):
    """The proofs of every player, and of what each level is, by name."""

    proofs: dict[terms.PlayerName, ProofJson]


class ResultsJson(terms.AnswerJson):
    """Every player of the house with all its options against every other on 3x3x3, and how each can be exploited."""

    tournament: TournamentJson
    exploits: list[ExploitJson]


class EntrantJson(terms.BoardAnswerJson):
    """One player against those of ``ResultsJson``, as X and as O, and how it can be exploited, null until it is known.

    While it is computed there are as many matches as are done, of ``of`` on each side.
    """

    player: terms.PlayerName
    of: int
    x: list[ExactMatchJson]
    o: list[ExactMatchJson]
    exploit: ExploitJson | None


class AheadJson(terms.AnswerJson):
    """The place of a computation in the queue: the number that is computed before it, if nobody else asks."""

    ahead: int


class EndedJson(terms.AnswerJson):
    """The end of a computation without a result: code and message of the error; ``time`` if it took too long."""

    code: str
    error: str


class LevelRatingJson(TypedDict):
    """A level's Elo above the first one's, and above the one before it, with the interval of that, null if exact."""

    player: terms.PlayerName
    elo: int
    step: int
    interval: terms.Pair[int] | None


class ScoreJson(TypedDict):
    """What one made of another: games, won, drawn and lost by the one, and its points in 100. Exact: no games."""

    board: terms.BoardName
    player: terms.PlayerName
    opponent: terms.PlayerName
    games: int | None
    won: int | None
    drawn: int | None
    lost: int | None
    score: float


class BoardStrengthJson(TypedDict):
    """How strong the levels are on a board: computed from all games (``exact``), or from recorded ones."""

    board: terms.BoardName
    exact: bool
    ratings: list[LevelRatingJson]
    matches: list[ScoreJson]


class ProgramScoreJson(ScoreJson):
    """The same against a program of other people, with its version and its published rating."""

    version: str
    rated: int | None


class ScaleJson(TypedDict):
    """The rating of a player on the Gomocup scale, its interval, and the programs from which it comes."""

    player: terms.PlayerName
    elo: int
    interval: terms.Pair[int]
    programs: list[ProgramScoreJson]


class StrengthJson(terms.AnswerJson):
    """What is recorded of strength: the levels on each board, the engine against others, and the Gomocup scale.

    ``even``: each opening twice, with either colour; ``empty``: as X from the empty board.
    """

    boards: list[BoardStrengthJson]
    even: list[ScoreJson]
    empty: list[ScoreJson]
    scale: ScaleJson | None
