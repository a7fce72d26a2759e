"""What players choose and what they saw: decisions, the kinds of evidence, and the players themselves."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, get_args, get_type_hints

from typing_extensions import TypeAliasType, TypedDict

from noughts.contract import terms
from noughts.contract.matches import ProofJson, SideScoreJson
from noughts.contract.values import ValueJson


class UniformJson(TypedDict):
    """Nothing was looked at."""

    kind: Literal["uniform"]


class RatingsJson(TypedDict):
    """Every move rated +1, 0 or -1; those of the best rating (``kept_first``) again by averages over replies.

    ``nodes`` and ``games``: the size of the tree. ``deep``: the averages are over all replies to the end. ``meanings``:
    what the ratings mean in the player's words; ``otherwise``: the player that reads the second in another way.
    """

    kind: Literal["ratings"]
    first: dict[terms.CellName, int]
    second: dict[terms.CellName, terms.ExactNumber]
    nodes: int
    games: int
    deep: bool
    kept_first: list[terms.CellName]
    kept_second: list[terms.CellName]
    otherwise: str
    meanings: dict[str, str]


class ValuesJson(TypedDict):
    """The exact value of every move."""

    kind: Literal["values"]
    values: dict[terms.CellName, ValueJson]


class LineWeightJson(TypedDict):
    """A line that added ``weight`` to each of its empty ``cells``."""

    line: list[terms.CellName]
    kind: str
    weight: int
    cells: list[terms.CellName]


class WeightsJson(TypedDict):
    """A weight for every cell, row by row from the top, and the lines that it comes from.

    ``adds``: what a line of each kind adds to its empty cells; ``meanings``: which cells are of the kind.
    """

    kind: Literal["weights"]
    grid: list[list[int]]
    lines: list[LineWeightJson]
    adds: dict[str, int]
    meanings: dict[str, str]


class RuleJson(TypedDict):
    """The step that fired, the line that fired it, all steps in the order they are tried, and what they mean."""

    kind: Literal["rule"]
    step: int
    name: str
    line: list[terms.CellName] | None
    steps: list[tuple[int, str]]
    meanings: dict[str, str]


class TableRowJson(TypedDict):
    """A line of the decision table: 3 for X, 5 for O, 0 for empty, their sum, and its states."""

    name: str
    cells: list[terms.CellName]
    marks: list[int]
    sum: int
    clear: bool
    blocked: bool
    filled: bool
    win_next: terms.Side | None
    win_in_two: terms.Side | None
    forks: list[terms.Side]


class ForkJson(TypedDict):
    """Two lines of one side, by the names of their rows, that meet in an empty cell."""

    side: terms.Side
    rows: list[str]
    cell: terms.CellName


class DecisionTableJson(TypedDict):
    """The decision table, the decision that fired and the rows that gave the move, and the potential forks.

    ``popularity``: in how many potential forks each line of the opponent is. ``remaining``: the empty cells. ``steps``:
    the decisions in the order they are tried, and what they mean.
    """

    kind: Literal["decision-table"]
    rows: list[TableRowJson]
    fired: str
    lines: list[str]
    forks: list[ForkJson]
    popularity: dict[str, int]
    remaining: list[terms.CellName]
    steps: list[tuple[int, str]]
    meanings: dict[str, str]


class CandidateJson(TypedDict):
    """A move that the engine searched: its score; at most that much unless ``exact``; and what is proved of it."""

    cell: terms.CellName
    score: int
    exact: bool
    value: ValueJson | None


class EngineJson(TypedDict):
    """What a search thought. Scores are thousandths of a logit: 0 is even, 1,000 is 73 in 100, 10,000 a proved win.

    ``depth``: the plies of the last depth completed, 0 where no search was needed. ``pv``: the best play of both sides;
    ``threat``: the threats that win for the side to move; ``danger``: the fours by which the other side would win next;
    ``nodes``: the positions looked at. ``value`` and ``plies``: what is proved, null where nothing is.
    """

    kind: Literal["engine"]
    score: int
    depth: int
    pv: list[terms.CellName]
    candidates: list[CandidateJson]
    threat: list[terms.CellName]
    danger: list[terms.CellName]
    nodes: int
    value: ValueJson | None
    plies: int | None


class BoxJson(TypedDict):
    """A matchbox: the beads of each cell's kind of move, and which cells are of one kind and share them.

    ``number`` counts the side's boxes from 1, of ``boxes``; null where the move is forced and there is none. ``games``:
    how many were played on each side before.
    """

    kind: Literal["box"]
    beads: dict[terms.CellName, int]
    kinds: list[list[terms.CellName]]
    number: int | None
    boxes: int
    games: int


class LearnedJson(TypedDict):
    """The value of every move as it was learnt in so many games on each side, and what it estimates in words."""

    kind: Literal["learned"]
    values: dict[terms.CellName, float]
    meaning: str
    games: int


class ThreatJson(TypedDict):
    """A line of the other side that lacks so many stones, one or two; ``line_kind``: along one axis or several."""

    line: list[terms.CellName]
    line_kind: Literal["straight", "diagonal"]
    lacks: int


class SightJson(TypedDict):
    """What a level plays, any of ``cells`` evenly, where it overlooks just these kinds of lines, and how likely.

    Where it ``sees_last`` it overlooks of them those that lack two stones, and sees those that lack one.
    """

    overlooked: list[Literal["straight", "diagonal"]]
    chance: terms.ExactNumber
    cells: list[terms.CellName]
    sees_last: bool


class FollowedJson(TypedDict):
    """The decision of another player."""

    player: terms.PlayerName
    moves: dict[terms.CellName, terms.ExactNumber]
    evidence: EvidenceJson


class LevelEvidenceJson(TypedDict):
    """What a level may overlook (``threats``), what it plays then, and whom it follows where it overlooks nothing.

    ``thought`` is null where it goes by a look at the lines.
    """

    kind: Literal["level"]
    sights: list[SightJson]
    threats: list[ThreatJson]
    thought: FollowedJson | None


class BranchJson(TypedDict):
    """A move at the root of a tree of random games: visits, the mean share of points, what is proved, what follows."""

    cell: terms.CellName
    visits: int
    mean: terms.ExactNumber | None
    value: ValueJson | None
    line: list[terms.CellName]


class MctsJson(TypedDict):
    """The top of a tree of so many random games, and its size in ``nodes``; ``pv``: the best play of both sides."""

    kind: Literal["mcts"]
    playouts: int
    seed: int
    pv: list[terms.CellName]
    branches: list[BranchJson]
    nodes: int
    value: ValueJson | None


class ProgramJson(TypedDict):
    """What is known of a program's thoughts: its protocol, the seconds it took, and its last messages."""

    kind: Literal["program"]
    protocol: Literal["gomocup", "ugi"]
    seconds: float
    said: list[str]


_HouseEvidenceJson = (
    UniformJson
    | RatingsJson
    | ValuesJson
    | WeightsJson
    | RuleJson
    | DecisionTableJson
    | EngineJson
    | BoxJson
    | LearnedJson
    | LevelEvidenceJson
    | MctsJson
    | ProgramJson
)
_KINDS = [get_args(get_type_hints(shape)["kind"])[0] for shape in get_args(_HouseEvidenceJson)]

OtherEvidenceJson = TypeAliasType(
    "OtherEvidenceJson",
    Annotated[
        dict[str, Any],
        terms.Says(
            description="What a player that is not the house's own saw: its kind, and the fields of its evidence.",
            required=["kind"],
            properties={"kind": {"type": "string", "not": {"enum": _KINDS}}},
        ),
    ],
)
EvidenceJson = TypeAliasType("EvidenceJson", _HouseEvidenceJson | OtherEvidenceJson)


class DecisionJson(terms.PositionAnswerJson, FollowedJson):
    """What a player plays: exact probabilities that sum to 1, moves that are never played left out, and why."""


class GridStepJson(TypedDict):
    """The weight grid after one more line, and what that line added to which cells; ``kind`` is null for nothing."""

    line: list[terms.CellName]
    words: str
    kind: str | None
    weight: int
    cells: list[terms.CellName]
    grid: list[list[int]]


class ToldDecisionJson(DecisionJson):
    """A decision with its reason as a sentence, one for each move that may be played, and how a grid was built."""

    sentence: str
    why: dict[terms.CellName, str]
    built: NotRequired[list[GridStepJson]]


class AbsentJson(TypedDict):
    """A player that does not play the board, and why."""

    player: terms.PlayerName
    why_not: str


class BrainsJson(terms.PositionAnswerJson):
    """One position put to every player."""

    brains: list[ToldDecisionJson]
    absent: list[AbsentJson]


class FactsJson(TypedDict):
    """What a player's author declares of it, and its options with their defaults.

    ``called`` is what people call it, and empty where that is its name.
    """

    name: str
    called: str
    title: str
    origin: str
    boards: str
    options: dict[str, str]
    deterministic: bool
    breaks_symmetry: str | None


class PlayerJson(terms.AnswerJson, FactsJson):
    """A player, and what exhaustion proves of it on 3x3x3; null where it does not play that."""

    x: SideScoreJson | None
    o: SideScoreJson | None


class PlaysJson(TypedDict):
    """Whether somebody plays a board, if not why; ``seconds`` a move it may be given; ``proof``: null before asked."""

    plays: bool
    why_not: str | None
    seconds: list[int]
    proof: ProofJson | None


class OpponentJson(FactsJson, PlaysJson):
    """A player that can be played against; ``house`` is false of those that came from elsewhere."""

    house: bool


class BrokenPlayerJson(PlaysJson):
    """A player that is installed and cannot be loaded."""

    name: str
    house: bool


class LevelJson(PlaysJson):
    """A level in plain words, which is a player of that name, and what it does in a few words."""

    name: str
    title: str


class OpponentsJson(terms.BoardAnswerJson):
    """Who plays a board."""

    players: list[OpponentJson | BrokenPlayerJson]
    levels: list[LevelJson]
