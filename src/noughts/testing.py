"""The conformance suite: what every player promises, as tests that any player can be run through.

The author of a plug-in subclasses `PlayerConformance` in a test module and names the player; pytest (or any runner that
calls the ``test_`` methods of a class) does the rest: docs/player.md.

The facts of a player are those of its default options: a claim to be deterministic is tested with the
defaults only, for an option may add dice. Symmetry is tested with any options, for what a player
declares unbroken must stay so.

Nothing here needs pytest: the methods are plain asserts.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from itertools import islice
from typing import Any

from noughts.errors import IllegalMoveError, UnsupportedBoardError
from noughts.explain.explain import explanation_json, sentence, working
from noughts.game.board import Board
from noughts.game.position import Position
from noughts.players.evidence import CellKind, DecisionTable, PlayerStep, Ratings, Rule, Weights
from noughts.players.player import Player
from noughts.players.registry import player as find_player
from noughts.players.registry import player_names

USUAL_BOARDS = ("3x3x3", "3x3x2", "5x2x3", "1x1x1", "5x5x4", "torus3x3x3", "cube3")
"""The boards that are tried where a subclass names none: as many of them as the player plays."""

ODD_BOARDS = ("2x2x2", "4x3x3", "5x4x4", "torus4x4x4", "cube4", "20x20x5")
"""With the usual ones, the boards that a player must play or clearly refuse."""

_RATINGS = ("first", "second", "against", "otherwise")
"""What may have a meaning among ratings."""


class PlayerConformance:
    """Subclass it and set ``player``; see the module."""

    player: Player
    boards: tuple[Board, ...] = ()
    games: int = 12
    """How many games of random moves give the positions that are tried, a board."""

    def test_names_itself_and_states_its_facts(self) -> None:
        """A player has a name, a title, an origin and boards in words."""
        facts = self.player.facts
        for text in (self.player.name, facts.title, facts.origin, facts.boards):
            assert isinstance(text, str), f"{text!r} is not text"
            assert text.strip(), "a fact is empty"
        assert str(self.player).startswith(self.player.name)

    def test_plays_the_boards_tried(self) -> None:
        """It plays every board named in ``boards``, or at least one of the usual ones."""
        assert self._boards(), f"{self.player} plays none of {', '.join(USUAL_BOARDS)}: set boards"
        for board in self._boards():
            assert self.player.plays(board), f"{self.player} does not play {board}"

    def test_probabilities_are_exact_and_legal(self) -> None:
        """Every probability is a positive Fraction, they sum to 1, and only legal moves have one."""
        for position in self._unfinished():
            moves = self.player.decide(position).moves
            assert all(type(share) is Fraction for share in moves.values()), f"not Fractions: {moves}"
            assert all(share > 0 for share in moves.values()), f"not positive: {moves} in {position}"
            assert sum(moves.values()) == 1, f"{moves} in {position} do not sum to 1"
            assert set(moves) <= set(position.moves), f"illegal move among {moves} in {position}"

    def test_signs_its_decision(self) -> None:
        """A decision names its player and the position it is about."""
        for position in self._unfinished():
            decision = self.player.decide(position)
            assert decision.position == position
            assert decision.player == str(self.player)

    def test_is_pure(self) -> None:
        """The same position gives the same moves and evidence again, whatever was decided in between."""
        positions = list(self._unfinished())
        before = [self.player.decide(position) for position in positions]
        again = [self.player.decide(Position(p.board, p.x, p.o)) for p in reversed(positions)]
        for first, second in zip(before, reversed(again), strict=True):
            assert first.moves == second.moves, f"{first.position}: {first.moves}, then {second.moves}"
            assert first.evidence == second.evidence, f"{first.position}: other evidence the second time"

    def test_leaves_the_position_alone(self) -> None:
        """Deciding changes neither the position nor its board."""
        for position in self._unfinished():
            before = (str(position), position.x, position.o, position.board.lines)
            self.player.decide(position)
            assert before == (str(position), position.x, position.o, position.board.lines)

    def test_is_as_deterministic_as_it_claims(self) -> None:
        """A player that claims to be deterministic has one move everywhere (with its default options)."""
        if self.player.facts.deterministic and self._has_defaults():
            for position in self._unfinished():
                moves = self.player.decide(position).moves
                assert len(moves) == 1, f"{self.player} claims one move but has {moves} in {position}"

    def test_keeps_the_symmetry_it_claims(self) -> None:
        """Unless it says why not, it plays the turned or mirrored moves in a turned or mirrored position."""
        reason = self.player.facts.breaks_symmetry
        if reason is not None:
            assert reason.strip(), "a reason to break symmetry must be given in words"
            return
        for position in self._unfinished():
            decision = self.player.decide(position)
            for symmetry in position.board.symmetries:
                turned = self.player.decide(position.transform(symmetry))
                carried = {symmetry[cell]: share for cell, share in decision.moves.items()}
                assert turned.moves == carried, (
                    f"{position}: {decision.moves}, but {turned.moves} in {turned.position}"
                )

    def test_gives_evidence_of_a_kind(self) -> None:
        """The evidence names its kind, by which a renderer knows it."""
        for position in self._unfinished():
            kind = self.player.decide(position).evidence.kind
            assert isinstance(kind, str), f"{kind!r} is no kind of evidence"
            assert kind, "the kind of the evidence is empty"

    def test_its_decisions_can_be_explained(self) -> None:
        """Every move it may play has a reason, and what it saw is shown as text, HTML and JSON."""
        for position in islice(self._unfinished(), 0, None, 4):  # a picture takes longer than a decision
            decision = self.player.decide(position)
            for cell in decision.moves:
                assert sentence(decision, cell).strip(), f"no reason for {position.board.cell_name(cell)}"
            assert sentence(decision).strip(), f"no reason for its choice in {position}"
            assert working(decision, steps=True).strip()
            assert decision._repr_html_()
            json.dumps(explanation_json(decision), allow_nan=False)

    def test_its_steps_can_be_told(self) -> None:
        """Steps have names of their own, and what they mean is a part of a sentence."""
        for position in self._unfinished():
            evidence = self.player.decide(position).evidence
            if isinstance(evidence, (Rule, DecisionTable)):
                names = [step.name for step in evidence.all_steps]
                assert len(names) == len(set(names)), f"two steps of one name among {names}"
                for step in evidence.all_steps:
                    _check_step(step)

    def test_its_meanings_are_texts(self) -> None:
        """What it says that its ratings or weights mean is text, of what is there."""
        for position in self._unfinished():
            evidence = self.player.decide(position).evidence
            if isinstance(evidence, Ratings):
                _check_meanings(evidence.meanings, _RATINGS)
                assert set(evidence.first.values()) <= {-1, 0, 1}, f"no results: {evidence.first}"
            elif isinstance(evidence, Weights):
                _check_meanings(evidence.meanings, tuple(CellKind))

    def test_refuses_boards_it_does_not_play(self) -> None:
        """On a board it does not play it says so, and names itself and the board."""
        for board in map(Board.parse, (*USUAL_BOARDS, *ODD_BOARDS)):
            if not self.player.plays(board):
                message = self._refusal(Position.start(board), UnsupportedBoardError)
                assert self.player.name in message, f"{message!r} does not name the player"
                assert str(board) in message, f"{message!r} does not name the board"

    def test_refuses_finished_games(self) -> None:
        """After the end there is nothing to decide, and it says so with the position."""
        for position in self._positions():
            if position.is_over:
                message = self._refusal(position, IllegalMoveError)
                assert str(position) in message, f"{message!r} does not show {position}"

    def test_is_found_by_its_own_name(self) -> None:
        """If it is registered, the registry reads its full name back as the same player."""
        if self.player.name in player_names():
            assert find_player(str(self.player)) == self.player, f"{self.player} is not found by its name"

    def _boards(self) -> tuple[Board, ...]:
        return self.boards or tuple(b for b in map(Board.parse, USUAL_BOARDS) if self.player.plays(b))

    def _has_defaults(self) -> bool:
        return all(getattr(self.player, option.name) == option.default for option in fields(self.player))

    def _positions(self) -> Iterator[Position]:
        """The positions of some games of random moves, the same ones every time, each once a board."""
        for board in self._boards():
            rng = random.Random(f"conformance {board}")
            positions: set[Position] = set()
            for _ in range(self.games):
                position = Position.start(board)
                positions.add(position)
                while position.moves:
                    position = position.play(rng.choice(position.moves))
                    positions.add(position)
            yield from sorted(positions, key=lambda p: (p.ply, p.x, p.o))

    def _unfinished(self) -> Iterator[Position]:
        return (position for position in self._positions() if not position.is_over)

    def _refusal(self, position: Position, error: type[Exception]) -> str:
        try:
            decision = self.player.decide(position)
        except error as refused:
            return str(refused)
        raise AssertionError(f"{self.player} decided {decision.moves} in {position} on {position.board}")


def _check_step(step: PlayerStep) -> None:
    assert isinstance(step.number, int), f"{step.number!r} is no number of a step"
    assert isinstance(step.name, str), f"{step.name!r} is no name of a step"
    assert step.name.strip(), f"step {step.number} has no name"
    assert isinstance(step.meaning, str), f"{step.meaning!r} of the step {step.name} is not text"
    assert not step.meaning.endswith("."), f"a meaning is a part of a sentence: {step.meaning!r}"


def _check_meanings(meanings: Mapping[Any, str], names: tuple[object, ...]) -> None:
    for name, meaning in meanings.items():
        assert name in names, f"there is nothing called {name!r}: it may be one of {names}"
        assert isinstance(meaning, str), f"{meaning!r} of {name!r} is not text"
        assert meaning.strip(), f"{name!r} has an empty meaning"
