"""Which shape answers what: the commands, the server's addresses, and every shape by its name."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.contract.choices import BrainsJson, DecisionJson, OpponentsJson, PlayerJson, ToldDecisionJson
from noughts.contract.classes import ClassroomJson, EnteredJson, MadeClassroomJson
from noughts.contract.games import (
    AddressesJson,
    BadLineJson,
    DeletedJson,
    GameFileJson,
    GameJson,
    JoinedJson,
    MadeJson,
    QrJson,
    RefusalJson,
    StudyJson,
)
from noughts.contract.lessons import (
    ExercisesJson,
    LadderJson,
    LessonJson,
    LessonsJson,
    PositionGraphJson,
    StrategyJson,
)
from noughts.contract.matches import (
    AheadJson,
    EndedJson,
    EntrantJson,
    ExactMatchJson,
    ExploitJson,
    LearningPointJson,
    ProofsJson,
    ResultsJson,
    SampledMatchJson,
    StrengthJson,
    TournamentJson,
)
from noughts.contract.values import (
    AnalysisJson,
    BestLineJson,
    CountJson,
    HintJson,
    OpenLinesJson,
    PositionJson,
    ReviewJson,
    TreeJson,
)
from noughts.contract.verdicts import (
    BoardJson,
    BoardsJson,
    CertificateJson,
    ProofFoundJson,
    ReadCertificateJson,
    RunJson,
    SearchJson,
    ShortestJson,
    VerdictJson,
    VerifiedJson,
)

COMMANDS: Mapping[str, tuple[type, ...]] = {
    "decide": (DecisionJson, BadLineJson),
    "analyse": (AnalysisJson, BadLineJson),
    "count": (CountJson,),
    "tree": (TreeJson,),
    "match": (ExactMatchJson, SampledMatchJson),
    "exploit": (ExploitJson,),
    "tournament": (TournamentJson,),
    "players": (PlayerJson,),
    "learn": (LearningPointJson,),
    "solve": (VerdictJson, ShortestJson),
    "verify": (CertificateJson,),
    "mnk": (RunJson,),
}
"""The objects that each command with ``--json`` answers: one, one a line, or, ``players``, a list of them."""

_ACTS = ("moves", "step", "undo", "redo", "draw", "decline", "resign", "again", "name", "flag")

ENDPOINTS: Mapping[str, type] = {
    "GET /api/players": OpponentsJson,
    "GET /api/proofs": ProofsJson,
    "GET /api/decide": ToldDecisionJson,
    "GET /api/brains": BrainsJson,
    "GET /api/analyse": AnalysisJson,
    "GET /api/tree": TreeJson,
    "GET /api/review": ReviewJson,
    "GET /api/position": PositionJson,
    "GET /api/hint": HintJson,
    "GET /api/line": BestLineJson,
    "GET /api/lines": OpenLinesJson,
    "GET /api/lessons": LessonsJson,
    "GET /api/lessons/{name}": LessonJson,
    "GET /api/exercises": ExercisesJson,
    "GET /api/ladder": LadderJson,
    "GET /api/strategy": StrategyJson,
    "GET /api/positions": PositionGraphJson,
    "GET /api/results": ResultsJson,
    "GET /api/strength": StrengthJson,
    "GET /api/boards": BoardsJson,
    "GET /api/board": BoardJson,
    "GET /api/certificates/{sha256}": ReadCertificateJson,
    "GET /api/certificates/{sha256}/verified": VerifiedJson,
    "POST /api/qr": QrJson,
    "GET /api/addresses": AddressesJson,
    "POST /api/games": MadeJson,
    "GET /api/games/{game}": GameJson,
    "POST /api/games/{game}/delete": DeletedJson,
    "GET /api/games/{game}/events": GameJson,
    "GET /api/games/{game}/record.json": GameFileJson,
    "POST /api/games/{game}/seat": JoinedJson,
    "POST /api/studies": StudyJson,
    "POST /api/classes": MadeClassroomJson,
    "GET /api/classes/{class}": ClassroomJson,
    "POST /api/classes/{class}/pupils": EnteredJson,
    "POST /api/classes/{class}/leave": ClassroomJson,
    "POST /api/classes/{class}/round": ClassroomJson,
    "POST /api/classes/{class}/close": ClassroomJson,
    "POST /api/classes/{class}/door": ClassroomJson,
    "POST /api/classes/{class}/delete": DeletedJson,
    **{f"POST /api/games/{{game}}/{act}": GameJson for act in _ACTS},
}
"""What each request to the server is answered with when it is done; RefusalJson when it is not."""

EVENTS: Mapping[str, tuple[type, ...]] = {
    "GET /api/match/events": (ExactMatchJson, SampledMatchJson),
    "GET /api/exploit/events": (ExploitJson,),
    "GET /api/entrant/events": (EntrantJson,),
    "GET /api/solve/events": (SearchJson, ProofFoundJson),
    "GET /api/classes/{class}/events": (ClassroomJson, GameJson),
}
"""What streams tell: those of contests and proofs, beside AheadJson and EndedJson, how it stands, and at last the
answer; that of a class the class and the games of its round."""

SHAPES: Mapping[str, type] = {
    shape.__name__: shape
    for shape in sorted(
        {
            *ENDPOINTS.values(),
            *(shape for shapes in (*COMMANDS.values(), *EVENTS.values()) for shape in shapes),
            *(AheadJson, EndedJson, RefusalJson),
        },
        key=lambda shape: shape.__name__,
    )
}
"""Every object that is answered as a whole, by name."""
