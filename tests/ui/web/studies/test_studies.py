"""Studies over HTTP: any record with its variations, told move by move and as SGF, or refused whole."""

import pytest

from noughts.records.formats.sgf_study import study_from_sgf
from tests.contract.held import held


def asked(visitor, **body):
    answer = visitor.http.post("/api/studies", json=body)
    assert answer.status_code == 200, answer.text
    held(answer.json(), "StudyJson")
    return answer.json()


def test_a_file_keeps_its_variations_and_notes(visitor):
    """An SGF with variations comes back with all of them, in moves that say what they follow, and as SGF again."""
    told = asked(
        visitor, record="(;GM[4]SZ[3]RU[3x3x3]PB[Ann]C[start];B[bb](;W[aa]C[holds])(;W[ba];B[aa]C[wins]))"
    )
    assert (told["board"], told["start"], told["note"], told["names"]) == (
        "3x3x3",
        ".../.../...",
        "start",
        {"X": "Ann"},
    )
    assert told["moves"] == [
        {"after": 0, "cell": "b2", "note": ""},
        {"after": 1, "cell": "a1", "note": "holds"},
        {"after": 1, "cell": "b1", "note": ""},
        {"after": 3, "cell": "a1", "note": "wins"},
    ]
    assert len(study_from_sgf(told["sgf"]).moves) == 4


def test_moves_begin_in_a_position(visitor):
    """Moves with variations are played from the position that is asked with them; nothing at all is a start alone."""
    told = asked(visitor, record="b2 c1 (b3 {too late})", board="3x3x3", position="XX./.../O..")
    assert [(move["after"], move["cell"], move["note"]) for move in told["moves"]] == [
        (0, "b2", ""),
        (1, "c1", ""),
        (1, "b3", "too late"),
    ]
    assert asked(visitor, board="4x4x4")["moves"] == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"record": "h8i7i8"}, "moves without a board: 'h8i7i8'"),
        ({"record": "b2 a1 (b2)", "board": "3x3x3"}, "move 2, 'b2': taken"),
        ({"record": "a2", "board": "3x3x3", "position": "XXX/OO./..."}, "is over"),
        ({"record": "hello"}, "not a record of a game: 'hello'"),
        ({"record": "(;GM[1]SZ[19])"}, "another game"),
        ({"board": "3x3x3", "position": "XXX/.../..."}, "impossible position"),
    ],
)
def test_what_cannot_be_read_is_refused(visitor, body, words):
    """One message quotes what is wrong; no board is guessed."""
    answer = visitor.http.post("/api/studies", json=body)
    assert answer.status_code in (400, 422)
    assert words in answer.json()["error"]
