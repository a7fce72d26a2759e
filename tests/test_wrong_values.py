"""Whatever is public and is called with a value of the wrong kind refuses it with one of the house's errors."""

import inspect
from operator import attrgetter
from pathlib import Path
from random import Random

import pytest

import noughts
from noughts import Board, NoughtsError, Position

DECISION = noughts.player("core").decide("3x3x3")

GOOD = {
    "analyse": ["3x3x3"],
    "analysis": ["3x3x3"],
    "as_player": ["fine"],
    "best_play": ["3x3x3"],
    "board_svg": ["3x3x3"],
    "certificate": ["no.gz"],
    "count": ["3x3x3"],
    "exploit": ["core"],
    "learning_curve": ["td(games=1)"],
    "load_training": ["no.json"],
    "match": ["core", "tic"],
    "mistakes": ["3x3x3", ["a1"]],
    "play": ["core", "tic"],
    "player": ["core"],
    "playout": ["3x3x3", 1],
    "png": ["<svg viewBox='0 0 1 1'/>", 10],
    "read_board": ["no.json"],
    "register": [DECISION],
    "sample": ["core", "tic", "3x3x3", 4],
    "save_training": [noughts.train("td", games=1), "no.json"],
    "schema": ["DecisionJson"],
    "sentence": [DECISION, "b2"],
    "shortest": ["3x3x3"],
    "solve": ["3x3x3"],
    "tournament": [["core", "tic"], "3x3x3"],
    "train": ["td"],
    "tree": ["3x3x3"],
    "tree_text": [noughts.tree("3x3x3")],
    "verify": ["no.gz", "3x3x3"],
    "widget": ["core", "X", "3x3x3"],
    "working": [DECISION],
    "Board.animal": ["XX/X.", 4, 4],
    "Board.cube": [3, 3],
    "Board.from_lines": ["own", [[0, 1], [1, 2]]],
    "Board.mnk": [3, 3, 3],
    "Board.of": ["3x3x3"],
    "Board.parse": ["3x3x3"],
    "Board.torus": [3, 3, 3],
    "Checkpoint": [Path("run"), 60.0],
    "Game": [Position.start(), ["a1"], ["b2"]],
    "Game.read": ["(;GM[4]SZ[3])"],
    "Game.read_all": ["(;GM[4]SZ[3])"],
    "Limits": [1.0, 1, 1 << 20, 1],
    "Position": [Board.of("3x3"), 0, 0],
    "Position.of": ["3x3x3", "3x3x3"],
    "Position.parse": ["3x3x3", "3x3x3"],
    "Position.start": ["3x3x3"],
    "Stream": [lambda halt: iter((halt,))],
    "Study.read": ["(;GM[4]SZ[3])"],
    "Study.read_all": ["(;GM[4]SZ[3])"],
    "Training": [noughts.player("td")],
}
"""What each takes in its places. Left out are the classes of results, which the house makes, and teams."""
CALLS = [(name, at) for name, good in GOOD.items() for at in range(len(good))]


class Stranger:
    """Nothing that anything takes."""

    def __str__(self):
        return "a stranger"

    __repr__ = __str__


@pytest.mark.parametrize(("name", "at"), CALLS, ids=str)
def test_a_stranger_is_refused_and_quoted(name, at):
    """A value that no call takes is quoted in an error of the house's, in every place of every public function."""
    given = [*GOOD[name][:at], Stranger(), *GOOD[name][at + 1 :]]
    with pytest.raises(NoughtsError, match="a stranger"):
        attrgetter(name)(noughts)(*given)


def test_every_public_function_is_tried():
    """A function that becomes public comes to the list above."""
    functions = {name for name in noughts.__all__ if inspect.isfunction(getattr(noughts, name))}
    assert functions - {"player_names"} == {name for name in GOOD if name in functions}


def test_what_is_listed_is_what_is_public():
    """``dir`` shows the public names and nothing that the module needed."""
    assert dir(noughts) == sorted(noughts.__all__)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: noughts.schema("Nope"), "'Nope'"),
        (lambda: noughts.png("<svg/>", 10), "'<svg/>'"),
        (lambda: noughts.png("no svg", 10), "'no svg'"),
        (lambda: noughts.png("", 0), "'0'"),
        (lambda: noughts.sample("core", "tic", games=1.5), "games='1.5' is no whole number"),
        (lambda: noughts.png(noughts.board_svg("3x3x3"), -1), "no picture of '-1' pixels"),
        (lambda: Board.from_lines("x", ["abc"]), "not a line: 'abc'"),
        (lambda: Board.of("3x3x3").cell_name(99), r"no such cell: '99' \(the board ends at c3, 8\)"),
        (lambda: Position("3x3x3"), r"'3x3x3'.* \(a text is read by Position.parse\)"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(call, told):
    """What a newcomer types wrong is an error of the house's that quotes it, and says what is meant."""
    with pytest.raises(NoughtsError, match=told):
        call()


def test_a_playout_goes_by_a_seed():
    """The same seed plays the same game; a position may be its name."""
    assert noughts.playout("3x3", 7) == noughts.playout(Position.start(), Random(7))
