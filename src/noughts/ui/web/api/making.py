"""A new game: what was asked for, prepared where that keeps nobody waiting, and kept."""

from __future__ import annotations

from collections.abc import Sequence

from noughts.contract.games import MadeJson
from noughts.contract.numbers import SCHEMA
from noughts.explain.jsonable import side_json
from noughts.game.outcome import Mark
from noughts.game.position import Position
from noughts.records.formats.file import players_named, read
from noughts.ui.web.api import schemas
from noughts.ui.web.api.services import Services
from noughts.ui.web.compute.boards import board_named, is_at_hand, position_named
from noughts.ui.web.journal.game_service import GameService, MadeGame
from noughts.ui.web.journal.views import game_json

_FEW = 9
"""Up to so many moves are played over while others wait."""


async def made_game(services: Services, body: schemas.NewGame, who: str) -> MadeJson:
    """The answer to whoever asks for a game; it costs a permit."""
    services.limits.take("make", who)
    prepared = (
        _prepared(services.games, body)
        if _is_short(body)
        else await services.workers.waiting(who, _prepared, services.games, body)
    )
    made = await services.games.keep(prepared)
    answer: MadeJson = {
        "schema": SCHEMA,
        "game": game_json(made.record),
        "tokens": {side_json(seat): token for seat, token in made.tokens.items()},
        "invitation": made.invitation,
    }
    if names := players_named(body.record or ""):
        answer["names"] = {side_json(seat): name for seat, name in names.items()}
    return answer


def _is_short(body: schemas.NewGame) -> bool:
    """Whether a game is made so soon that others may wait for it: few moves, and a board that was there before."""
    return body.record is None and len(body.moves) <= _FEW and is_at_hand(body.board)


def _prepared(games: GameService, body: schemas.NewGame) -> MadeGame:
    start, moves = _asked(body)
    return games.prepared(
        start, moves, {Mark.X: body.x, Mark.O: body.o}, body.clock.text if body.clock else None
    )


def _asked(body: schemas.NewGame) -> tuple[Position, Sequence[str]]:
    """Where a new game starts, and the moves to begin with: as they are given, or from a record."""
    if body.record is None:
        return position_named(body.board, body.position), body.moves
    game = read(body.record, board_named(body.board))
    board_named(str(game.start.board))  # a record, too, may name only a board to play on
    return game.start, game.start.board.cell_names(game.moves)
