"""Contests as plain JSON values, in the shapes of ``noughts.contract.matches``."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from noughts.contests.exploit import Exploit, Weakness
from noughts.contests.learning_curve import LearningPoint, LearntSide
from noughts.contests.match import MatchResult
from noughts.contests.sampled import SampledResult
from noughts.contests.tournament import Field, Tournament
from noughts.contract.numbers import SCHEMA, estimate
from noughts.game.board import Board
from noughts.players.learning.states import BOARD
from noughts.players.registry import house_variants

if TYPE_CHECKING:  # shapes are for the type checker: nothing of them is needed at run time
    from noughts.contract import matches


def match_json(result: MatchResult) -> matches.ExactMatchJson:
    """The exact probabilities of a match from X's side."""
    return {**_shares(result, result.win, result.draw, result.loss), "exact": True}


def sampled_json(result: SampledResult) -> matches.SampledMatchJson:
    """The shares of a sampled match from X's side, each with its interval."""
    win, draw, loss = result.win, result.draw, result.loss
    return {
        **_shares(result, win.share, draw.share, loss.share),
        "exact": False,
        "games": result.tally.games,
        "seed": result.seed,
        "level": result.level,
        "intervals": {
            "win": [estimate(win.low), estimate(win.high)],
            "draw": [estimate(draw.low), estimate(draw.high)],
            "loss": [estimate(loss.low), estimate(loss.high)],
        },
        "forfeits": [{"reason": why, "games": games} for why, games in result.forfeits.items()],
    }


def _shares(
    result: MatchResult | SampledResult, win: Fraction, draw: Fraction, loss: Fraction
) -> matches.MatchSharesJson:
    return {
        "schema": SCHEMA,
        "x": result.x,
        "o": result.o,
        "board": str(result.board),
        "win": str(win),
        "draw": str(draw),
        "loss": str(loss),
        "plies": str(result.plies),
    }


def exploit_json(exploit: Exploit) -> matches.ExploitJson:
    """What the best opponent makes of a player, on both sides."""
    return {
        "schema": SCHEMA,
        "player": exploit.player,
        "board": str(exploit.board),
        "x": weakness_json(exploit.x, exploit.board),
        "o": weakness_json(exploit.o, exploit.board),
    }


def weakness_json(weakness: Weakness, board: Board) -> matches.WeaknessJson:
    """One side of it, with a game that is lost."""
    line = weakness.line
    return {
        **score_json(weakness),
        "line": None if line is None else board.cell_names(line),
    }


def results_json() -> matches.ResultsJson:
    """The players of the house with all their options on 3x3x3: all play all, and each against its best reply."""
    field = Field(house_variants())
    return {
        "schema": SCHEMA,
        "tournament": tournament_json(field.tournament()),
        "exploits": [exploit_json(each) for each in field.exploits()],
    }


def learning_json(player: str, point: LearningPoint) -> matches.LearningPointJson:
    """How a learner stands after so many games."""
    return {
        "schema": SCHEMA,
        "player": player,
        "board": str(BOARD),
        "games": point.games,
        "x": _learnt_json(point.x),
        "o": _learnt_json(point.o),
    }


def _learnt_json(side: LearntSide) -> matches.LearntSideJson:
    return {"perfect": str(side.perfect), "random": str(side.random), "worst": str(side.worst)}


def score_json(weakness: Weakness) -> matches.SideScoreJson:
    """One side of it, without."""
    return {"score": str(weakness.score), "can_lose": weakness.can_lose}


def tournament_json(tournament: Tournament[MatchResult | SampledResult]) -> matches.TournamentJson:
    """Every match, and the ranking."""
    return {
        "schema": SCHEMA,
        "board": str(tournament.board),
        "players": list(tournament.players),
        "matches": _matches(tournament),
        "ranking": [
            {
                "rank": standing.rank,
                "player": standing.player,
                "total": str(standing.total),
                "x": str(standing.as_x),
                "o": str(standing.as_o),
            }
            for standing in tournament.ranking()
        ],
    }


def _matches(
    tournament: Tournament[MatchResult | SampledResult],
) -> list[matches.ExactMatchJson] | list[matches.SampledMatchJson]:
    sampled = [sampled_json(each) for each in tournament.results if isinstance(each, SampledResult)]
    return sampled or [match_json(each) for each in tournament.results if isinstance(each, MatchResult)]
