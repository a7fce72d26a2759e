"""What was learnt, kept in a file: a training can go on from it, and its player need not be trained again.

The file is JSON: ``format``, ``version``, the ``player`` after so many games, the state of both sides' ``dice``, and
the ``memory``, numbers by box; ``sha256`` is of all that. It holds data only, and is checked before it is believed.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import Any, Final

from noughts.errors import CheckpointError, NoughtsError, expect, quote
from noughts.files import replace_file
from noughts.game.outcome import Mark
from noughts.players.learning.states import CELLS, boxes
from noughts.players.learning.training import Learner, Training
from noughts.players.registry import player

FORMAT: Final = "noughts learning"
VERSION: Final = 1
"""Greater whenever a training of an older version would not go on as it began."""

_STATE = 625
"""The numbers in the state of Python's generator (Mersenne Twister)."""


def save_training(training: Training[Learner], path: str | os.PathLike[str]) -> None:
    """Writes what was learnt in place of the file, whole or not at all.

    Raises CheckpointError before the first game, NoughtsError where the file cannot be written.
    """
    expect(path, (str, os.PathLike), "a path")
    if not expect(training, Training, "a training").games:
        raise CheckpointError("nothing was learnt yet: there is nothing to keep")
    learner = replace(training.learner, games=training.games)
    content = {
        "format": FORMAT,
        "version": VERSION,
        "player": str(learner),
        "games": training.games,
        "dice": {str(mark): list(dice.getstate()[1]) for mark, dice in training.dice.items()},
        "memory": {str(box): numbers for box, numbers in sorted(training.memory.items())},
    }
    try:
        replace_file(path, json.dumps({**content, "sha256": _digest(content)}) + "\n")
    except OSError as error:
        raise NoughtsError(f"cannot write {quote(path)}: {error.strerror or error}") from error


def load_training(path: str | os.PathLike[str], games: int | None = None) -> Training[Learner]:
    """The training that a file keeps, to go on up to so many games; its player is known to this process.

    Raises CheckpointError for a file that is none, is damaged or is of another version, or where so many games were
    played already; NoughtsError where it cannot be read.
    """
    expect(path, (str, os.PathLike), "a path")
    content = _content(path)
    try:
        learner = player(str(content["player"]))
        if not isinstance(learner, Learner) or learner.games != content["games"]:
            raise CheckpointError(
                f"{quote(content['player'])} is no learner of {quote(content['games'])} games"
            )
        training = Training(learner)
        _fill(training, content)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CheckpointError(f"cannot take up {quote(path)}: {error}") from error
    learner = training.player
    if games is not None:
        if games <= training.games:
            raise CheckpointError(
                f"{quote(path)} has {training.games:,} games: games={quote(games)} is no more"
            )
        training.learner = replace(learner, games=games)
    return training


def _content(path: str | os.PathLike[str]) -> dict[str, Any]:
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise NoughtsError(f"cannot read {quote(path)}: {error.strerror or error}") from error
    except ValueError as error:
        raise CheckpointError(f"{quote(path)} is not what a learner has kept: it is no JSON") from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise CheckpointError(f"{quote(path)} is not what a learner has kept")
    if content.get("version") != VERSION:
        found = quote(content.get("version"))
        raise CheckpointError(
            f"{quote(path)} is of version {found}, and this program goes on from version {VERSION}"
        )
    if content.pop("sha256", None) != _digest(content):
        raise CheckpointError(f"{quote(path)} is damaged: its checksum is another")
    return content


def _digest(content: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _fill(training: Training[Learner], content: dict[str, Any]) -> None:
    """Puts what was kept into a new training; raises ValueError and the like for what is not of its shape."""
    for mark in Mark:
        state = tuple(int(number) for number in content["dice"][str(mark)])
        if len(state) != _STATE:
            raise ValueError(f"the dice of {mark} have {len(state)} numbers, not {_STATE}")
        training.dice[mark].setstate((3, state, None))
    for text, numbers in content["memory"].items():
        box = int(text)
        if not (box in boxes(tuple(range(CELLS))) and len(numbers) == training.learner.places(box)):
            raise ValueError(f"{quote(text)} is no box of {training.learner.name}")
        if not all(isinstance(number, (int, float)) and isfinite(number) for number in numbers):
            raise ValueError(f"the box {quote(text)} holds what is no number")
        training.memory[box] = list(numbers)
    training.games = training.learner.games
