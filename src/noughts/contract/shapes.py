"""Which shape answers what: the commands, the server's addresses, and every shape by its name."""

from __future__ import annotations

from collections.abc import Mapping

from noughts.contract import choices, classes, games, lessons, matches, values, verdicts

COMMANDS: Mapping[str, tuple[type, ...]] = {
    "decide": (choices.DecisionJson, games.BadLineJson),
    "analyse": (values.AnalysisJson, games.BadLineJson),
    "count": (values.CountJson,),
    "tree": (values.TreeJson,),
    "match": (matches.ExactMatchJson, matches.SampledMatchJson),
    "exploit": (matches.ExploitJson,),
    "tournament": (matches.TournamentJson,),
    "players": (choices.PlayerJson,),
    "learn": (matches.LearningPointJson,),
    "puzzle": (lessons.PuzzleRunJson,),
    "solve": (verdicts.VerdictJson, verdicts.ShortestJson),
    "verify": (verdicts.CertificateJson,),
}
"""The objects that each command with ``--json`` answers: one, one a line, or, ``players``, a list of them."""

_ACTS = ("moves", "step", "undo", "redo", "draw", "decline", "resign", "again", "name", "flag")

ENDPOINTS: Mapping[str, type] = {
    "GET /api/players": choices.OpponentsJson,
    "GET /api/proofs": matches.ProofsJson,
    "GET /api/decide": choices.ToldDecisionJson,
    "GET /api/brains": choices.BrainsJson,
    "GET /api/analyse": values.AnalysisJson,
    "GET /api/tree": values.TreeJson,
    "GET /api/review": values.ReviewJson,
    "GET /api/position": values.PositionJson,
    "GET /api/hint": values.HintJson,
    "GET /api/line": values.BestLineJson,
    "GET /api/lines": values.OpenLinesJson,
    "GET /api/lessons": lessons.LessonsJson,
    "GET /api/lessons/{name}": lessons.LessonJson,
    "GET /api/puzzles": lessons.PuzzlesJson,
    "GET /api/puzzles/daily": lessons.PuzzleRunJson,
    "GET /api/puzzles/run": lessons.PuzzleRunJson,
    "GET /api/ladder": lessons.LadderJson,
    "GET /api/strategy": lessons.StrategyJson,
    "GET /api/positions": lessons.PositionGraphJson,
    "GET /api/results": matches.ResultsJson,
    "GET /api/strength": matches.StrengthJson,
    "GET /api/boards": verdicts.BoardsJson,
    "GET /api/board": verdicts.BoardJson,
    "GET /api/certificates/{sha256}": verdicts.ReadCertificateJson,
    "GET /api/certificates/{sha256}/verified": verdicts.VerifiedJson,
    "GET /api/certificates/{sha256}/played": verdicts.ProofGameJson,
    "POST /api/qr": games.QrJson,
    "GET /api/addresses": games.AddressesJson,
    "POST /api/games": games.MadeJson,
    "GET /api/games/{game}": games.GameJson,
    "POST /api/games/{game}/delete": games.DeletedJson,
    "GET /api/games/{game}/events": games.GameJson,
    "GET /api/games/{game}/record.json": games.GameFileJson,
    "POST /api/games/{game}/seat": games.JoinedJson,
    "POST /api/studies": games.StudyJson,
    "POST /api/classes": classes.MadeClassroomJson,
    "GET /api/classes/{class}": classes.ClassroomJson,
    "POST /api/classes/{class}/pupils": classes.EnteredJson,
    "POST /api/classes/{class}/leave": classes.ClassroomJson,
    "POST /api/classes/{class}/round": classes.ClassroomJson,
    "POST /api/classes/{class}/close": classes.ClassroomJson,
    "POST /api/classes/{class}/door": classes.ClassroomJson,
    "POST /api/classes/{class}/help": classes.ClassroomJson,
    "POST /api/classes/{class}/ban": classes.ClassroomJson,
    "POST /api/classes/{class}/delete": games.DeletedJson,
    **{f"POST /api/games/{{game}}/{act}": games.GameJson for act in _ACTS},
}
"""What each request to the server is answered with when it is done; RefusalJson when it is not."""

EVENTS: Mapping[str, tuple[type, ...]] = {
    "GET /api/analyse/events": (values.AnalysisJson,),
    "POST /api/games/{game}/think": (games.ThinkingJson, games.GameJson),
    "GET /api/match/events": (matches.ExactMatchJson, matches.SampledMatchJson),
    "GET /api/exploit/events": (matches.ExploitJson,),
    "GET /api/entrant/events": (matches.EntrantJson,),
    "GET /api/solve/events": (verdicts.SearchJson, verdicts.ProofFoundJson),
    "GET /api/classes/{class}/events": (classes.ClassroomJson, games.GameJson),
}
"""What streams tell: of analyses, thinking, contests and proofs, beside AheadJson and EndedJson, how it stands, and at
last the answer; that of a class the class and the games of its round."""

SHAPES: Mapping[str, type] = {
    shape.__name__: shape
    for shape in sorted(
        {
            *ENDPOINTS.values(),
            *(shape for shapes in (*COMMANDS.values(), *EVENTS.values()) for shape in shapes),
            *(matches.AheadJson, matches.EndedJson, games.RefusalJson),
        },
        key=lambda shape: shape.__name__,
    )
}
"""Every object that is answered as a whole, by name."""
