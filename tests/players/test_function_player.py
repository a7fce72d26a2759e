"""Players made of plain functions, players registered in a process, and what is asked of a decision."""

import copy
import pickle
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest

from noughts import (
    Choice,
    Facts,
    InputTypeError,
    NotationError,
    Player,
    PlayerConformance,
    PlayerError,
    Position,
    Uniform,
    UnknownPlayerError,
    as_player,
    match,
    player,
    player_names,
    register,
    sample,
    sentence,
)
from noughts.players import registry

START = Position.start()


@as_player("first-cell")
def first_cell(position):
    """Takes the first empty cell."""
    return position.moves[0]


class TestFirstCell(PlayerConformance):
    """A player of a function keeps what every player promises."""

    player = first_cell


@pytest.fixture(autouse=True)
def _forgetting(monkeypatch):
    """What a test registers is forgotten after it."""
    monkeypatch.setattr(registry, "_registered", {})


def test_a_function_is_a_player():
    """It decides, is told, plays matches, and says of itself what its documentation says."""
    decision = first_cell.decide(START)
    assert decision.moves == {0: Fraction(1)}
    assert sentence(decision) == "first-cell plays a1 (evidence: function)."
    assert (str(first_cell), first_cell.facts.title) == ("first-cell", "Takes the first empty cell.")
    assert first_cell(START) == 0
    assert match(first_cell, first_cell).win == 1


@pytest.mark.parametrize(
    ("given", "moves"),
    [
        ("b2", {4: Fraction(1)}),
        (4, {4: Fraction(1)}),
        ({"a1": 1, "b2": 2}, {0: Fraction(1, 3), 4: Fraction(2, 3)}),
        ({0: Fraction(1, 7), "a1": Fraction(1, 7), 8: 0}, {0: Fraction(1)}),
        ({"a1": 0.5, "b2": 1.5}, {0: Fraction(1, 4), 4: Fraction(3, 4)}),
        ({"a1": 0.1, "b2": 0.3}, {0: Fraction(0.1) / (Fraction(0.1) + Fraction(0.3)), 4: None}),
    ],
)
def test_cells_and_weights_become_exact_probabilities(given, moves):
    """A cell, or weights in any kind of number: the probabilities are exact, in their ratio, and sum to 1."""
    decided = as_player("any")(lambda _: given).decide(START).moves
    assert sum(decided.values()) == 1
    assert set(decided) == set(moves)
    assert all(share is None or decided[cell] == share for cell, share in moves.items())


def test_a_function_may_bring_its_evidence():
    """A Choice is taken as it is."""
    choice = Choice({4: Fraction(1)}, Uniform())
    assert as_player("any")(lambda _: choice).decide(START).evidence == Uniform()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("z9", "no such cell: 'z9'"),
        ("middle", "not a cell: 'middle'"),
        (None, "not a cell: 'None', a NoneType"),
        (4.0, "not a cell: '4.0', a float"),
        (9, "'9' is not a cell of the board"),
        (0, "a1 is taken"),
        ({}, "no cell has any weight"),
        ({"b2": 0}, "no cell has any weight"),
        ({"b2": -1}, "is negative: '-1'"),
        ({"b2": float("nan")}, "which is no finite number"),
        ({"b2": float("inf")}, "which is no finite number"),
        ({"b2": "1"}, "which is no finite number"),
        (Choice({0: Fraction(1)}, Uniform()), "a1 is taken"),
        (Choice({4: Fraction(1, 2)}, Uniform()), "the probabilities sum to 1/2, not to 1"),
        (Choice({4: 1.0}, Uniform()), "the probability '1.0' is not an exact Fraction"),
        (Choice([4], Uniform()), "'[4]' is not a mapping from cells to probabilities"),
    ],
)
def test_a_bad_decision_is_refused_where_it_is_made(given, words):
    """What is no move, or no distribution, is an error that names the player and the position, by any door."""
    bad = as_player("bad")(lambda position: "a1" if not position.ply else given)
    for ask in (
        lambda: bad.decide(START.play("a1")),
        lambda: match("random" if given is None else bad, bad),
        lambda: sample(bad, bad, games=1),
    ):
        with pytest.raises(PlayerError) as caught:
            ask()
        assert words in str(caught.value)
        assert "'bad'" in str(caught.value)
        assert "'X../.../...'" in str(caught.value)


def test_shares_of_whole_numbers_and_of_nothing_are_put_right():
    """A probability given as 1 becomes a Fraction, and one of 0 is left out."""
    moves = as_player("any")(lambda _: Choice({4: 1, 5: 0}, Uniform())).decide(START).moves
    assert moves == {4: Fraction(1)}
    assert type(moves[4]) is Fraction


def test_what_is_registered_goes_by_its_name():
    """Functions and classes with options are found by name, the last of a name counts, and results name them."""
    register(as_player("mine")(lambda position: position.moves[-1]))
    register(first_cell)
    assert player("first-cell") is not None
    assert player("first-cell") == first_cell
    assert player_names()[-2:] == ("mine", "first-cell")
    assert match("first-cell", "mine").x == "first-cell"
    again = register(as_player("mine")(lambda position: position.moves[0]))
    assert player("mine") == again

    @register
    @dataclass(frozen=True)
    class Nth(Player):
        """The cell of a number."""

        number: int = 0
        name: ClassVar[str] = "nth"
        facts: ClassVar[Facts] = Facts("The nth cell", "this test", "every board", deterministic=True)

        def choose(self, position):
            return Choice({position.moves[self.number]: Fraction(1)}, Uniform())

    assert player("nth(number=2)").decide(START).moves == {2: Fraction(1)}
    assert repr(Nth(3)) == "player('nth(number=3)')"


@pytest.mark.parametrize("name", ["perfect", "hard", "with space", "x(y)", "a(b", "", "1st", 3])
def test_a_name_that_cannot_be_registered_is_refused(name):
    """Names of the house and its levels, and such as nobody can type, are refused, quoting them."""
    with pytest.raises(PlayerError, match="cannot be a player"):
        as_player(name)
    kind = type("Odd", (type(player("random")),), {"name": name})
    with pytest.raises(PlayerError, match="cannot be registered"):
        register(kind)


@pytest.mark.parametrize("wrong", [3, None, str, object(), "core"])
def test_what_is_no_player_cannot_be_registered(wrong):
    """Only players are registered, and only what can be called becomes one."""
    with pytest.raises(PlayerError, match="cannot be registered"):
        register(wrong)
    if not callable(wrong):
        with pytest.raises(PlayerError, match="cannot be called"):
            as_player("any")(wrong)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Hard", "hard"),
        (" impossible ", "impossible"),
        ("PERFECT", "perfect"),
        ("newell_simon(level=3)", "newell-simon(level=3)"),
        ("Rules(advanced=False)", "rules(advanced=False)"),
    ],
)
def test_players_are_read_as_people_write_them(typed, name):
    """Levels are players, and neither capitals nor an underscore for a dash matter."""
    assert str(player(typed)) == name


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ("perfct", UnknownPlayerError, "did you mean 'perfect'?"),
        ("imposible", UnknownPlayerError, "did you mean 'impossible'?"),
        ("newell", UnknownPlayerError, "did you mean 'newell-simon'?"),
        ("minmax(randomnes=1)", UnknownPlayerError, "did you mean 'minimax'?"),
        ("minimax(randomnes=1)", PlayerError, "did you mean 'randomness'?"),
        ("two words", NotationError, "not a player: 'two words'"),
        (3, InputTypeError, "not a player: '3', a int"),
        (lambda position: 0, InputTypeError, "as_player makes one of a function"),
    ],
)
def test_a_wrong_name_asks_what_was_meant(wrong, error, words):
    """An unknown player or option is answered with the nearest known name; what is no text, by its type."""
    with pytest.raises(error) as caught:
        player(wrong)
    assert words in str(caught.value)


def test_a_player_is_itself():
    """A player may be given where a name may, and with options it becomes another."""
    assert player(first_cell) is first_cell
    assert str(player(player("core"), easy=True)) == "core(easy=True)"


def test_a_players_function_can_be_sent_if_it_can_be_found():
    """A function at the top of a module travels by its name; one without a place does not, and says so."""
    assert pickle.loads(pickle.dumps(first_cell)).decide(START).moves == {0: Fraction(1)}
    with pytest.raises(pickle.PicklingError, match="cannot send player\\('any'\\)"):
        pickle.dumps(as_player("any")(lambda position: 0))


def test_a_player_that_cannot_be_sent_plays_in_this_process(monkeypatch):
    """Where processes start afresh, a notebook's own player takes part in a sampled match all the same."""
    monkeypatch.setattr("noughts.jobs.active_count", lambda: 2)
    own = as_player("own")(lambda position: position.moves[0])
    result = sample(own, "random", games=40, seed=1, workers=2)
    monkeypatch.undo()
    assert result.tally == sample(own, "random", games=40, seed=1, workers=1).tally


def test_a_decision_is_asked_for_cells_by_name():
    """A decision's moves, and a copy's, answer for a cell and for its name, and so does the sentence."""
    decision = player("core").decide(".../.../...")
    for made in (decision, copy.deepcopy(decision), pickle.loads(pickle.dumps(decision))):
        assert made.moves["b2"] == made.moves[4] == made.moves.get("b2") == Fraction(1, 5)
        assert "b2" in made.moves
        assert "b1" not in made.moves
        assert made.moves.get("b1") is None
    assert sentence(decision, "b2") == sentence(decision, 4)
    with pytest.raises(PlayerError, match="never plays 'b1'"):
        sentence(decision, "b1")
    with pytest.raises(NotationError, match="no such cell: 'd9'"):
        sentence(decision, "d9")
