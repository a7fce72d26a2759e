"""Studies over HTTP: any record with its variations, told move by move and as SGF, or refused whole."""

import base64
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
        (filled("n" * 600, 0), 422, "too long: 243,627 letters. At most 200,000 are read"),
        ("3x3x3 b2 " + "{a note}" * 20_000 + "(", 422, "a variation without a closing parenthesis"),
        ("3x3x3 b2 " + "(" * 100_000, 422, "must follow the move that it replaces"),
        ("1x" * 99_999, 422, "not a record of a game: '1x1x"),
        ("(;GM[4]SZ[20]" + ";B[aa]" * 30_000, 422, "breaks off"),
        (
            f"(;GM[4]SZ[20]{''.join(f'(;B[a{r}]{MANY})' for r in LETTERS)})",
            422,
            "7,620 moves.* at most 5,000",
        ),
        ('{"":' * 49_999, 422, "not JSON"),
        ("{" * 199_999, 422, "not a record of a game: '{{{"),
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
        ({}, "nothing to read: give record, record_base64, position or board"),
        ({"record": " \n", "x": "Ann"}, "nothing to read"),
        ({"record_base64": "Cg=="}, "nothing to read"),
        ({"record": "h8i7i8"}, "these moves name no board: write it first, like 15x15x5 h8 i7 i8"),
        ({"record": "(;GM[4]SZ[3])", "position": "XX./.../O.."}, "a position can be given only with moves"),
        ({"record": "XX./.../O..", "board": "3x3x3", "position": "X../.../..."}, "has its own start: 'XX./"),
        ({"record": "strip4x6 a1"}, "not a board to play on: 'strip4x6x4'"),
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


def encoded(data: bytes) -> str:
    """A file as it is sent."""
    return base64.b64encode(data).decode()


@pytest.mark.parametrize("charset", ["GB18030", "UTF-8", "ISO-8859-1"])
def test_a_file_is_read_in_the_charset_that_it_names(visitor, charset):
    """The bytes of an SGF file keep the names in it, short or long enough for another process."""
    name = "Zoë" if charset == "ISO-8859-1" else "王小明"
    text = f"(;GM[4]CA[{charset}]SZ[15]PB[{name}];B[hh];W[ii])"
    for more in ("", "\n" * 5_000):
        told = asked(visitor, record_base64=encoded((text + more).encode(charset)))
        assert told["names"] == {"X": name}
        assert len(told["moves"]) == 2


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"record_base64": "no base64"}, "not a file in base64: 'no base64'"),
        ({"record_base64": encoded(b"\x89PNG\r\n\x1a\n\xff")}, "not a text in 'UTF-8'"),
        ({"record_base64": encoded(b"(;GM[4]CA[klingon]SZ[3])")}, "not a text in 'klingon'"),
        ({"record_base64": encoded(b"x" * 200_001)}, "too long: 200,001 letters"),
        ({"record_base64": "A" * 640_004}, "record_base64: string should have at most 640000 characters"),
        ({"record": "b2", "record_base64": encoded(b"b2")}, "either record or record_base64"),
    ],
)
def test_files_that_are_no_records_are_refused(visitor, body, words):
    """Bytes that are no text in their character set are refused, and so are more than are read."""
    answer = visitor.http.post("/api/studies", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert words in answer.json()["error"]


@pytest.mark.parametrize(
    ("body", "boards"),
    [
        ({"record": "xx_ ___ o__"}, ["3x3x3", "3x3x1", "3x3x2"]),
        ({"record": "xx_ ___ o__", "likely": "torus3x3x3"}, ["torus3x3x3", "3x3x3", "3x3x1", "3x3x2"]),
        ({"record": "2x2", "likely": "2x2x1"}, ["2x2x1", "2x2x2"]),
        ({"record": "h8i7i8"}, ["10x10x5", "15x15x5", "20x20x5"]),
        ({"record": "h8i7i8", "likely": "9x9x5"}, ["9x9x5", "10x10x5", "15x15x5", "20x20x5"]),
        ({"record": "h8i7h8", "likely": "15x15x5"}, ["15x15x5", "10x10x5", "20x20x5"]),
        ({"record": "h8i7i8", "likely": "3x3x3"}, ["10x10x5", "15x15x5", "20x20x5"]),
        ({"record": "torus2x2 a1"}, ["torus2x2x2", "torus2x2x1"]),
        ({"record": "misere-2x2 a1", "likely": "2x2x1"}, ["misere-2x2x2", "misere-2x2x1"]),
        ({"position": "XX./.../O.."}, ["3x3x3", "3x3x1", "3x3x2"]),
        ({"record": "b2", "position": "XX./.../O.."}, ["3x3x3", "3x3x1", "3x3x2"]),
        (
            {"record": "b2", "position": "XX./.../O..", "likely": "torus3x3x3"},
            ["torus3x3x3", "3x3x3", "3x3x1", "3x3x2"],
        ),
        ({"record_base64": encoded(b"h8i7i8"), "board": "3x3x3"}, ["10x10x5", "15x15x5", "20x20x5"]),
        ({"record": "h8i7i8 {" + "a note " * 1_000 + "}"}, ["10x10x5", "15x15x5", "20x20x5"]),
    ],
)
def test_a_board_that_is_not_named_is_asked_for(visitor, body, boards):
    """The boards to choose from come with the refusal, the likely one first; with a choice the record is read."""
    answer = visitor.http.post("/api/studies", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "which-board")
    held(answer.json(), "RefusalJson")
    assert answer.json()["boards"] == boards
    if "h8i7h8" not in body.values():
        assert asked(visitor, **body | {"board": boards[0]})["board"] == boards[0]


def test_a_position_is_a_study_without_moves(visitor):
    """Rows as people type them are read like a record, and on the board that is given if they name none."""
    told = asked(visitor, record="4x4x3: x___/____/____/____")
    assert (told["board"], told["start"], told["moves"]) == ("4x4x3", "X.../..../..../....", [])
    assert asked(visitor, record="XX....O..", board="3x3x3")["start"] == "XX./.../O.."


def test_names_that_show_nothing_are_no_names(visitor):
    """A name of the request is rejected; one in the record is as if it were missing."""
    refused = visitor.http.post("/api/studies", json={"record": "3x3x3 b2", "x": "\u3164"})
    assert (refused.status_code, refused.json()["code"]) == (422, "malformed")
    record = "(;FF[4]GM[4]SZ[3]PB[\u3164]PW[Ada];B[bb])"
    study = visitor.http.post("/api/studies", json={"record": record, "x": "Bo"}).json()
    assert study["names"] == {"X": "Bo", "O": "Ada"}


def test_a_body_has_a_bounded_number_of_keys(visitor):
    """Thousands of unknown keys are rejected by their number, also in an object inside; one is named."""
    keys = {f"k{number}": 1 for number in range(1_001)}
    for body in (keys, {"clock": keys}, [keys]):
        refused = visitor.http.post("/api/studies", json=body)
        assert (refused.status_code, refused.json()["code"]) == (422, "malformed")
        assert "at most 1,000" in refused.json()["error"]
    assert "k1: there is no such field" in visitor.http.post("/api/studies", json={"k1": 1}).json()["error"]
