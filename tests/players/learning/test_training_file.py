"""What was learnt, kept in a file: taken up it goes on as if it had never stopped; what is no such file is refused."""

import json

import pytest

from noughts import CheckpointError, NoughtsError, Position, Training, load_training, player, save_training
from noughts.players.learning.menace import Menace
from noughts.players.learning.training_file import FORMAT
from noughts.players.learning.values import QLearning, TemporalDifference


@pytest.mark.parametrize(
    "learner", [Menace(games=40), TemporalDifference(games=40), QLearning(games=40, against="itself")]
)
def test_it_goes_on_as_if_it_had_never_stopped(learner, tmp_path):
    """Kept after 15 games and taken up, after 40 it has learnt what an unbroken training has; dice and all."""
    file = tmp_path / "learnt"
    whole, part = Training(learner), Training(learner)
    whole.run(40)
    part.run(15)
    save_training(part, file)
    again = load_training(file, 40)
    assert (again.games, str(again.learner)) == (15, str(learner))
    again.run(40)
    assert again.memory == whole.memory
    assert player(str(type(learner)(games=15, against=learner.against))).decide(Position.start()).moves


def kept(tmp_path, **changes):
    """A file of ten games with some of its content changed."""
    file = tmp_path / "learnt"
    training = Training(Menace(games=10))
    training.run(10)
    save_training(training, file)
    content = {**json.loads(file.read_text()), **changes}
    file.write_text(json.dumps(content))
    return file


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version": 0}, "is of version '0'"),
        ({"version": 2}, "goes on from version 1"),
        ({"format": "noughts checkpoint"}, "is not what a learner has kept"),
        ({"memory": {}}, "damaged"),
        ({"sha256": "0"}, "damaged"),
    ],
)
def test_another_version_and_damage_are_refused(changes, words, tmp_path):
    """A file of another version, of another format, or with anything changed is named and refused."""
    with pytest.raises(CheckpointError, match=words):
        load_training(kept(tmp_path, **changes))


@pytest.mark.parametrize(
    "changes",
    [
        {"memory": {"0": [1, 2]}},
        {"memory": {"3": [1, 2, 3]}},
        {"memory": {"0": [1, 2, float("nan")]}},
        {"memory": {"x": [1]}},
        {"dice": {"X": [1, 2], "O": []}},
        {"player": "tic"},
        {"player": "menace(games=11)"},
    ],
    ids=str,
)
def test_a_wrong_content_is_refused_even_with_its_checksum(changes, tmp_path):
    """Whoever writes another content with a right checksum meets the checks of every part."""
    from noughts.players.learning.training_file import _digest

    file = kept(tmp_path, **changes)
    content = json.loads(file.read_text())
    content.pop("sha256")
    file.write_text(json.dumps({**content, "sha256": _digest(content)}))
    with pytest.raises(CheckpointError):
        load_training(file)


def test_what_cannot_be_read_or_kept_is_told(tmp_path):
    """No file, no JSON, nothing learnt yet, no such folder, no more games: one sentence each."""
    with pytest.raises(NoughtsError, match="cannot read"):
        load_training(tmp_path / "nothing")
    (tmp_path / "text").write_text("not json")
    with pytest.raises(CheckpointError, match="no JSON"):
        load_training(tmp_path / "text")
    with pytest.raises(CheckpointError, match="nothing was learnt"):
        save_training(Training(Menace()), tmp_path / "none")
    training = Training(Menace(games=3))
    training.run(3)
    with pytest.raises(NoughtsError, match="cannot write"):
        save_training(training, tmp_path / "no" / "such")
    save_training(training, tmp_path / "three")
    assert json.loads((tmp_path / "three").read_text())["format"] == FORMAT
    with pytest.raises(CheckpointError, match="3 games"):
        load_training(tmp_path / "three", 3)
