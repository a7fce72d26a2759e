"""Studies over HTTP: any record with its variations, told move by move and as SGF, or refused whole."""

import re

import pytest

from noughts import Study
from tests.contract.held import held

LETTERS = "abcdefghijklmnopqrst"


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
    assert len(Study.read(told["sgf"]).moves) == 4


def test_moves_begin_in_a_position(visitor):
    """Moves with variations are played from the position that is asked with them; nothing at all is a start alone."""
    told = asked(visitor, record="b2 c1 (b3 {too late})", board="3x3x3", position="XX./.../O..")
    assert [(move["after"], move["cell"], move["note"]) for move in told["moves"]] == [
        (0, "b2", ""),
        (1, "c1", ""),
        (1, "b3", "too late"),
    ]
    assert asked(visitor, board="4x4x4")["moves"] == []


MANY = "".join(f"(;W[{c}{r}])" for c in LETTERS[1:] for r in LETTERS)
"""Every cell but those of the first column, as what might be played second."""


def filled(note: str, variations: int) -> str:
    """A game that fills 20x20 without five in a row, noted at every move; each variation is two other first moves."""
    points = [(column, row) for row in range(20) for column in range(20)]
    sides = [[point for point in points if (point[0] // 2 + point[1]) % 2 == side] for side in (0, 1)]
    cells = [f"{LETTERS[c]}{LETTERS[r]}" for pair in zip(*sides, strict=True) for c, r in pair]
    main = "".join(f";{'BW'[i % 2]}[{cell}]C[{note}]" for i, cell in enumerate(cells))
    others = "".join(f"(;B[{cells[1]}];W[{cell}]C[{note}])" for cell in cells[2 : 2 + variations])
    return f"(;GM[4]SZ[20]RU[20x20x5]({main}){others})"


def test_a_large_record_is_read_whole(visitor):
    """A game that fills 20x20 comes with every note and variation, and with and without gzip the same."""
    record = filled("h8 i9: depth 20, 5 612 331 nodes, and what was thought of it besides. " * 3, 60)
    assert 90_000 < len(record) < 150_000
    told = asked(visitor, record=record)
    line = [move for number, move in enumerate(told["moves"][:400]) if move["after"] == number]
    assert (len(line), len(told["moves"])) == (400, 400 + 61)
    assert all("what was thought" in move["note"] for move in line)
    assert Study.read(told["sgf"]).moves == Study.read(record).moves
    plain = visitor.http.post(
        "/api/studies", json={"record": record}, headers={"Accept-Encoding": "identity"}
    )
    assert "content-encoding" not in plain.headers
    assert plain.json() == told


@pytest.mark.parametrize(
    ("record", "status", "words"),
    [
        (filled("n" * 600, 0), 422, "record: string should have at most 200000 characters"),
        ("3x3x3 b2 " + "{a note}" * 20_000 + "(", 422, "not moves"),
        ("1x" * 99_999, 422, "not a record of a game: '1x1x"),
        ("(;GM[4]SZ[20]" + ";B[aa]" * 30_000, 422, "breaks off"),
        (
            f"(;GM[4]SZ[20]{''.join(f'(;B[a{r}]{MANY})' for r in LETTERS)})",
            422,
            "7,620 moves.* at most 5,000",
        ),
        ("{" * 199_999, 422, "not JSON"),
        ("x" * 700_000, 413, "larger than 655,360 bytes"),
    ],
)
def test_more_than_is_read_is_told(visitor, record, status, words):
    """What is too long, has too many moves or leads a reader astray is refused in words, and at once."""
    answer = visitor.http.post("/api/studies", json={"record": record})
    assert answer.status_code == status, answer.text
    assert re.search(words, answer.json()["error"])


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"record": "h8i7i8"}, "moves without a board: 'h8i7i8'"),
        ({"record": "b2 a1 (b2)", "board": "3x3x3"}, "move 2, 'b2': taken"),
        ({"record": "a2", "board": "3x3x3", "position": "XXX/OO./..."}, "is over"),
        ({"record": "hello"}, "not a record of a game: 'hello'"),
        ({"record": "(;GM[1]SZ[19])"}, "another game"),
        ({"record": "(;GM[4]SZ[3]AB[aa]AW[bb]PL[W])"}, "not the side to move: 'PL[W]'"),
        ({"record": "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,x\n"}, "line 3: not a move: '9,x'"),
        ({"record": "Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n9,7,0\n"}, "line 4: a move after the end"),
        ({"board": "3x3x3", "position": "XXX/.../..."}, "impossible position"),
    ],
)
def test_what_cannot_be_read_is_refused(visitor, body, words):
    """One message quotes what is wrong; no board is guessed."""
    answer = visitor.http.post("/api/studies", json=body)
    assert answer.status_code in (400, 422)
    assert words in answer.json()["error"]
