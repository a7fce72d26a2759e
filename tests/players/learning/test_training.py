"""Players that learn: their rules, by hand; the same training from the same seed; exact and symmetric when trained."""

from fractions import Fraction

import pytest

from noughts import (
    Board,
    OptionError,
    PlayerConformance,
    Position,
    Training,
    UnknownPlayerError,
    UnsupportedBoardError,
    match,
    player,
    sentence,
    working,
)
from noughts.players.learning.menace import BEADS, Menace, MenacePupil
from noughts.players.learning.states import box_of, case, key_of
from noughts.players.learning.training import memory_of
from noughts.players.learning.values import DifferencePupil, QLearning, QPupil, TemporalDifference

LEARNERS = (Menace(games=60), TemporalDifference(games=60), QLearning(games=60))


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
class TestLearners(PlayerConformance):
    """The suite of all players."""

    @pytest.fixture(autouse=True)
    def _take(self, learner):
        self.player, self.games = learner, 2


class Dice:
    """Dice that roll what they are told, in turn."""

    def __init__(self, *rolls):
        self.rolls = list(rolls)

    def randrange(self, sides):
        roll = self.rolls.pop(0)
        assert 0 <= roll < sides
        return roll


class Chance(Dice):
    """The same, and whether to explore: never."""

    def random(self):
        return 0.99


class Explore(Dice):
    """The same, and whether to explore: always."""

    def random(self):
        return 0.0


def test_the_first_box_has_twelve_beads():
    """Four beads each for a corner, a side and the centre: 12; the later boxes of a game have 3, 2 and 1 a kind."""
    decision = Menace(games=1).choice({}, Position.start())
    assert decision.evidence.total == 12
    assert decision.evidence.kinds == ((0, 2, 6, 8), (1, 3, 5, 7), (4,))
    assert set(decision.evidence.beads.values()) == {4}
    assert (decision.evidence.number, decision.evidence.boxes) == (1, 304)
    assert decision.moves == {c: Fraction(1, 3) if c == 4 else Fraction(1, 12) for c in range(9)}
    for ply, beads in zip((2, 4, 6), BEADS[1:], strict=True):
        position = Position.start()
        for cell in (0, 1, 2, 4, 3, 5)[:ply]:
            position = position.play(cell)
        assert set(Menace(games=1).choice({}, position).evidence.beads.values()) == {beads}


@pytest.mark.parametrize(("result", "beads"), [(1, 7), (0, 5), (-1, 3)])
def test_beads_come_and_go(result, beads):
    """A win adds three beads to the kind that was drawn, a draw one, a loss takes one; the others stay."""
    memory = {}
    pupil, start = MenacePupil(memory), case(0)
    kind = next(n for n, cells in enumerate(start.cells) if cells == (4,))
    roll = sum([4] * kind)
    assert pupil.move(start, Dice(roll, 0))[0] == 4
    pupil.end(result)
    assert memory[start.box] == [beads if n == kind else 4 for n in range(3)]


def test_an_empty_box_resigns_and_the_player_plays_on():
    """In training no move comes from an empty box; the player then plays any free cell, and says why."""
    position = Position.parse("X../.../...")
    at = case(key_of(position))
    memory = {at.box: [0] * len(at.kinds)}
    assert MenacePupil(memory).move(at, Dice()) is None
    choice = Menace(games=1).choice(memory, position)
    assert set(choice.moves.values()) == {Fraction(1, 8)}
    assert choice.evidence.total == 0


def test_an_afterstate_moves_a_step_towards_the_next():
    """With a step of 1/10: before a loss 0.5 becomes 0.45, before a draw it stays, before a win at hand it is 0.55."""
    memory = {}
    for result, value in ((-1, 0.45), (0, 0.5)):
        memory.clear()
        pupil = DifferencePupil(memory, 0.1, 0.1, 0.5)
        move = pupil.move(case(0), Chance(4))
        pupil.end(result)
        assert memory == {box_of(move[1]): [value]}
    memory.clear()
    pupil = DifferencePupil(memory, 0.1, 0.1, 0.5)
    before = pupil.move(case(0), Chance(0))
    won = pupil.move(case(key_of(Position.parse("XX./OO./..."))), Chance(0))
    pupil.end(1)
    assert won[0] == 2
    assert memory == {box_of(before[1]): [0.55]}


def test_what_is_explored_teaches_nothing():
    """A move taken by chance leaves all values as they are, also where it wins."""
    memory = {}
    pupil = DifferencePupil(memory, 0.1, 1.0, 0.5)
    first, last = pupil.move(case(0), Explore(0)), case(key_of(Position.parse("XX./OO./...")))
    wins = [move[0] for kind in last.kinds for move in kind].index(2)
    assert pupil.move(last, Explore(wins))[0] == 2
    pupil.end(1)
    assert memory == {box_of(first[1]): [0.5]}


def test_q_moves_a_step_towards_the_best_that_follows():
    """A won game's last move goes from 0 to 0.1; the move before it then a tenth of that, once it comes again."""
    memory = {}
    last = key_of(Position.parse("XX./OO./..."))
    for _ in range(2):
        pupil = QPupil(memory, 0.1, 0.0)
        pupil.move(case(0), Chance(4))
        wins = (
            [move[0] for kind in case(last).kinds for move in kind].index(2)
            if not memory.get(case(last).box)
            else 0
        )
        pupil.move(case(last), Chance(wins))
        pupil.end(1)
    box = memory[case(last).box]
    assert sorted(box)[-1] == pytest.approx(0.19)
    assert max(memory[0]) == pytest.approx(0.01)


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
def test_the_same_seed_is_the_same_training(learner):
    """Trained again from the same seed it has learnt the same, in one go or with breaks; with another it has not."""
    once, again = Training(learner), Training(learner)
    once.run(60)
    for games in (1, 7, 60):
        assert again.run(games)
    assert once.memory == again.memory == memory_of(learner)
    other = Training(type(learner)(games=60, seed=1))
    other.run(60)
    assert other.memory != once.memory


def test_what_x_learns_is_not_what_o_rolls():
    """Against another player the sides are learnt apart: boxes of one side only are touched by its games."""
    training = Training(Menace(games=20))
    training.run(20)
    assert {key.bit_count() % 2 for key in training.memory} == {0, 1}


@pytest.mark.parametrize("kind", ["menace", "td", "q"])
def test_it_learns_against_random(kind):
    """After 400 games it scores against random play, as O, at least a quarter more than after one."""
    chance, learner, novice = player("random"), player(kind, games=400), player(kind, games=1)
    assert match(chance, learner).score < match(chance, novice).score - Fraction(1, 4)


@pytest.mark.parametrize(
    ("spec", "error"),
    [
        ("menace(games=0)", OptionError),
        ("menace(games=-5)", OptionError),
        ("td(games=1000001)", OptionError),
        ("q(games=nan)", OptionError),
        ("td(step=0)", OptionError),
        ("td(step=nan)", OptionError),
        ("td(step=3/2)", OptionError),
        ("q(explore=-1/10)", OptionError),
        ("td(draw=2)", OptionError),
        ("menace(against=)", OptionError),
        ("menace(against=a b)", OptionError),
    ],
)
def test_senseless_options_are_refused(spec, error):
    """What is no number of games, no share of one or no name is quoted and refused."""
    with pytest.raises(error):
        player(spec)


def test_who_cannot_be_learnt_from_is_refused():
    """Nobody of the name, or a player of another board."""
    with pytest.raises(UnknownPlayerError, match="nobody"):
        Training(Menace(against="nobody"))
    with pytest.raises(UnsupportedBoardError, match="4x3x3"):
        Menace(games=1).decide(Position.start(Board.parse("4x3x3")))


def test_another_learner_can_be_the_opponent():
    """One learner learns from another, trained, and from itself."""
    for name in ("td", "itself"):
        assert Training(QLearning(against=name)).run(1)


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
def test_every_decision_can_be_told(learner):
    """Sentence and working speak of the box or of the values, for several moves, for one, and for the last."""
    words = {"box": ("box", "beads"), "learned": ("worth", "games on each side")}
    for text in (".../.../...", "X../.O./...", "XO./.X./..O", "XOX/XOO/OX."):
        decision = learner.decide(Position.parse(text))
        for cell in (None, *decision.moves):
            told = sentence(decision, cell)
            assert told.endswith(".")
            assert text == "XOX/XOO/OX." or words[decision.evidence.kind][0] in told, told
        full = working(decision)
        assert "None" not in full
        assert text == "XOX/XOO/OX." or words[decision.evidence.kind][1] in full
