"""Why a game was lost: every sentence is replayed against the moves that were played."""

import random
import re
from functools import cache

import pytest

from noughts import Board, Position, player
from noughts.explain.loss_reason import loss_reason
from noughts.server.analyses import review
from tests.explain.replay import LossReading, MistakeReading

LEVELS = ("easy", "medium", "hard", "expert", "impossible")
SMALL = ("3x3x2", "3x3x3", "misere-3x3x3", "last-3x3x3", "torus3x3x3", "strip4x3x3")
LARGE = ("torus4x4x3", "cube3", "strip6x4x4", "6x6x4", "misere-4x4x4", "last-4x4x4", "15x15x5")
PAIRS = [(x, o) for x in LEVELS for o in LEVELS]


@cache
def decision(name, position):
    """The decision of a level."""
    return player(name).decide(position)


def played(start, x, o, seed):
    """The moves of a game between two players, by a seed."""
    rng, position, names = random.Random(seed), start, []
    while not position.is_over:
        name = x if position.to_move == "X" else o
        cell = rng.choice(position.moves) if name == "any" else decision(name, position).pick(rng)
        names.append(position.board.cell_name(cell))
        position = position.play(cell)
    return tuple(names)


def read(start, moves):
    """Check everything that the review of a game says of a loss and of mistakes; return the kinds of sentences."""
    answer = review(start, moves)
    kinds = []
    if answer["loss"]:
        what, text = answer["loss"]["what"], answer["loss"]["text"]
        reading = LossReading(start, moves)
        kinds = [*reading.read(what), *reading.read(text)]
        assert not re.search(r"\b(?:ply|plies)\b", text)
    for mistake in answer["mistakes"]:
        side = str(Position.parse(f"{start.board}:{mistake['position']}").to_move)
        MistakeReading(start, moves).read({**mistake, "side": side})
    return kinds


def check_games(board, x, o, seeds):
    """Check games by their seeds; return how many of them were lost, and the kinds of sentences."""
    start, lost, seen = Position.start(Board.parse(board)), 0, set()
    for seed in seeds:
        moves = played(start, x, o, seed)
        replay = LossReading(start, moves)
        if replay.winner:
            kinds = read(start, moves)
            assert kinds or not replay.wins_by_line()
            lost, seen = lost + 1, seen | set(kinds)
    return lost, seen


@pytest.mark.parametrize(
    ("start", "moves", "what", "better"),
    [
        (
            "3x3x3",
            "a1 a2 b1 a3 c1",
            "After b1, X threatened to win with c1. O played a3 instead of blocking, "
            "and X completed the top row with c1. An earlier mistake was a2: O could have held the game ",
            ("there.", "with b2."),
        ),
        (
            "3x3x3",
            "b3 c2 c1 b1 a2 a1 a3 c3 b2",
            "With a3, X made two threats at once, at b2 and c3: O could stop only one. "
            "The decisive mistake was a1: O could have held the game ",
            ("there.", "with a3."),
        ),
        (
            "X../.X./O.O",
            "c2 b3",
            "O threatened to win with b3. X played c2 instead of blocking, and O completed the bottom row with b3.",
            ("", " X could have held the game with b3."),
        ),
        (
            "XX./OO./...",
            "a3 b3 c1",
            "X threatened to win with c1. O played b3 instead of blocking, and X completed the top row with c1. "
            "O could have won by completing the middle row",
            (".", " with c2."),
        ),
        (
            "X.X/OO./...",
            "c3 b3 b1",
            "After c3, X had two threats at once, at b1 and c2. O could have won by completing the middle row",
            (".", " with c2."),
        ),
    ],
)
def test_the_reason_is_what_was_played(start, moves, what, better):
    """A blockable line comes first, then a double threat; better moves are in the text alone."""
    found = review(Position.of(start), tuple(moves.split()))["loss"]
    assert (found["what"], found["text"]) == tuple(f"{what}{each}" for each in better)


@pytest.mark.parametrize("moves", ["b2 a1 b1 b3 a2 c2 c1 a3 c3", "a1 a2 b1"])
def test_without_a_loss_there_is_no_reason(moves):
    """A draw and an unfinished game have no reason for a loss."""
    assert review(Position.start(), tuple(moves.split()))["loss"] is None


def test_what_was_not_played_is_only_possible():
    """The win that could have come after a mistake is worded as possible, and as played if it was."""
    could = review(Position.start(), ("a1", "a2", "b1", "a3", "c1"))["mistakes"][0]["what"]
    assert could == (
        "After a2, X could have threatened a line with b1, then made two threats at once with b2, at b3 and c3: "
        "O could have stopped only one"
    )
    moves = ("b3", "c2", "c1", "b1", "a2", "a1", "a3", "c3", "b2")
    did = review(Position.start(), moves)["mistakes"][-1]["what"]
    assert did == "After a1, X made two threats at once with a3, at b2 and c3: O could stop only one"


@pytest.mark.parametrize("games", [(20, 2), pytest.param((500, 200), marks=pytest.mark.long)])
@pytest.mark.parametrize(("x", "o"), PAIRS)
def test_every_sentence_is_true_of_the_game(x, o, games):
    """Of games of every pair of levels every sentence can be replayed."""
    for board, number in zip(("3x3x3", "4x3x3"), games, strict=True):
        check_games(board, x, o, range(number))


@pytest.mark.parametrize(
    ("board", "games"),
    [
        *((board, 10) for board in SMALL),
        *(pytest.param(board, 300, marks=pytest.mark.long) for board in SMALL),
        *(pytest.param(board, 30, marks=pytest.mark.long) for board in LARGE),
    ],
)
def test_every_sentence_is_true_on_other_boards(board, games):
    """Of games with any moves, in which threats stay open for long, every sentence can be replayed."""
    lost, _ = check_games(board, "any", "any", range(games))
    assert lost or board in LARGE


@pytest.mark.parametrize("board", LARGE)
def test_threats_are_read_off_the_game_on_large_boards(board):
    """Without knowing any mistake, too, the reason names what was played, on boards of every kind."""
    start, texts = Position.start(Board.parse(board)), []
    for seed in range(10):
        moves = played(start, "any", "any", seed)
        found = loss_reason(start, [start.board.cell(name) for name in moves], [])
        if found:
            LossReading(start, moves).read(found.text)
            assert found.what == found.text or "could have won" in found.text
            texts.append(found.text)
    assert texts or board.startswith("misere")


@pytest.mark.long
@pytest.mark.parametrize("board", ["5x4x4", "7x7x5", "15x15x5"])
def test_every_sentence_is_true_on_larger_boards(board):
    """The same of games of every pair of levels where the engine reviews them, and of any moves."""
    lost = 0
    for x, o in PAIRS:
        lost += check_games(board, x, o, range(3))[0]
    assert lost > 20


@pytest.mark.long
def test_every_kind_of_sentence_occurs():
    """Games with any moves on 3x3x3 have all kinds of sentences but those of the engine."""
    _, seen = check_games("3x3x3", "any", "any", range(2000))
    assert seen == {"threat", "unblocked", "fork", "missed", "mistake", "better"}
