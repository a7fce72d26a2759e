"""How the campaigns of docs/five.md stand, as part of the package, for an installed server.

``python -m research.documents five`` writes it; a test compares it with the record of campaigns.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from noughts.game.board import Board

if TYPE_CHECKING:
    from noughts.contract.verdicts import CampaignJson, OpeningJson
    from research.campaign.status import ReplyStanding


def campaigns_text(campaigns: Iterable[tuple[Board, Sequence[ReplyStanding]]]) -> str:
    """Return how campaigns stand, as the file has it."""
    told = {str(board): campaign_json(board, found) for board, found in campaigns}
    return json.dumps(told, separators=(",", ":")) + "\n"


def campaign_json(board: Board, found: Sequence[ReplyStanding]) -> CampaignJson:
    """How a campaign stands, as plain data."""
    settled = [state for state in found if state.settled]
    return {
        "first": board.cell_name(found[0].opening.first),
        "settled": len(settled),
        "records": sum(state.records for state in settled),
        "bytes": sum(state.size for state in settled),
        "openings": [_opening(board, state) for state in found],
    }


def _opening(board: Board, state: ReplyStanding) -> OpeningJson:
    begun = bool(state.second)
    return {
        "opening": state.opening.name,
        "cells": board.cell_names(sorted(state.opening.replies)),
        "state": "settled" if state.settled else "begun" if begun else "open",
        "second": state.second or None,
        "met": state.replies - state.left if begun else None,
        "replies": state.replies if begun else None,
    }
