"""How players do against each other: matches, the best reply to a player, tournaments."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from noughts.contract.terms import AnswerJson, BoardName, ByResult, CellName, ExactNumber, Pair, PlayerName


class MatchSharesJson(AnswerJson):
    """How often X wins, nobody does, and X loses, and the mean number of plies of a game."""

    x: PlayerName
    o: PlayerName
    board: BoardName
    win: ExactNumber
    draw: ExactNumber
    loss: ExactNumber
    plies: ExactNumber


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
    intervals: ByResult[Pair[float]]
    forfeits: list[ForfeitJson]


class SideScoreJson(TypedDict):
    """A player on one side: its score (win 1, draw 0, loss -1) against the best reply, and whether it can lose."""

    score: ExactNumber
    can_lose: bool


class WeaknessJson(SideScoreJson):
    """The same with a game that it loses, or null."""

    line: list[CellName] | None


class ExploitJson(AnswerJson):
    """What the best opponent makes of a player on both sides."""

    player: PlayerName
    board: BoardName
    x: WeaknessJson
    o: WeaknessJson


class LearntSideJson(TypedDict):
    """What a learner expects on one side (win 1, draw 0, loss -1): against perfect and random play, at the worst."""

    perfect: ExactNumber
    random: ExactNumber
    worst: ExactNumber


class LearningPointJson(AnswerJson):
    """How a learner stands after so many games on each side, computed from all games."""

    player: PlayerName
    board: BoardName
    games: int
    x: LearntSideJson
    o: LearntSideJson


class StandingJson(TypedDict):
    """A place in a tournament: the sums of mean scores, in all, as X and as O."""

    rank: int
    player: PlayerName
    total: ExactNumber
    x: ExactNumber
    o: ExactNumber


class TournamentJson(AnswerJson):
    """All play all: every match, and the ranking."""

    board: BoardName
    players: list[PlayerName]
    matches: list[ExactMatchJson] | list[SampledMatchJson]
    ranking: list[StandingJson]


class ProofJson(TypedDict):
    """What exhaustion finds of a player on 3x3x3, on each side; null where it does not play that."""

    x: WeaknessJson | None
    o: WeaknessJson | None


class ProofsJson(AnswerJson):
    """The proofs of every player, and of what each level is, by name."""

    board: BoardName
    proofs: dict[PlayerName, ProofJson]


class ResultsJson(AnswerJson):
    """Every player of the house with all its options against every other on 3x3x3, and how each can be exploited."""

    tournament: TournamentJson
    exploits: list[ExploitJson]


class EntrantJson(AnswerJson):
    """One player against those of ``ResultsJson``, as X and as O, and how it can be exploited, null until it is known.

    While it is computed there are as many matches as are done, of ``of`` on each side.
    """

    player: PlayerName
    board: BoardName
    of: int
    x: list[ExactMatchJson]
    o: list[ExactMatchJson]
    exploit: ExploitJson | None


class AheadJson(AnswerJson):
    """Where a contest or a proof stands in the queue: how many are computed before it, if nobody else asks."""

    ahead: int


class EndedJson(AnswerJson):
    """A contest or a proof has come to an end without its answer: its time is spent, or it was refused, and why."""

    code: str
    error: str


class LevelRatingJson(TypedDict):
    """A level's Elo above the first one's, and above the one before it, with the interval of that, null if exact."""

    player: PlayerName
    elo: int
    step: int
    interval: Pair[int] | None


class ScoreJson(TypedDict):
    """What one made of another: games, won, drawn and lost by the one, and its points in 100. Exact: no games."""

    board: BoardName
    player: PlayerName
    opponent: PlayerName
    games: int | None
    won: int | None
    drawn: int | None
    lost: int | None
    score: float


class BoardStrengthJson(TypedDict):
    """How strong the levels are on a board: computed from all games (``exact``), or from recorded ones."""

    board: BoardName
    exact: bool
    ratings: list[LevelRatingJson]
    matches: list[ScoreJson]


class ProgramScoreJson(ScoreJson):
    """The same against a program of other people, with its version and its published rating."""

    version: str
    rated: int | None


class ScaleJson(TypedDict):
    """The rating of a player on the Gomocup scale, its interval, and the programs from which it comes."""

    player: PlayerName
    elo: int
    interval: Pair[int]
    programs: list[ProgramScoreJson]


class StrengthJson(AnswerJson):
    """What is recorded of strength: the levels on each board, the engine against others, and the Gomocup scale.

    ``even``: each opening twice, with either colour; ``empty``: as X from the empty board.
    """

    boards: list[BoardStrengthJson]
    even: list[ScoreJson]
    empty: list[ScoreJson]
    scale: ScaleJson | None
