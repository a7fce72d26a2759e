"""Certificates changed at random, and what the two checkers say: the verifier, and the one written from the page."""

import copy
import gzip
import io
import json

from noughts import RejectedError, verify
from tests.solver.certificate.page_checker import proved as proved_by_the_page

BOARDS = ["plane3", "3x3x3", "4x3x3", "4x4x3", "4x4x4", "3x4x3", "cube2", "torus4x4x4"]
KINDS = {"win": "pecwsvl", "hold": "pecwsvl", "fewest": "qbun", "slower": "qbun"}
WIDTHS = {"p": 2, "c": 2, "q": 2, "v": 3, "l": 3, "u": 3}
"""Integers of an entry; four in the other kinds."""

ODD = [None, True, False, 1.0, "", "1", -1, 0, 1, 2, 10**30, [], [0], {}]
"""Values for places that are made for others."""


def packed(lines):
    """The bytes of a certificate of these lines."""
    return gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode(), 1)


def agreed(data, board=None):
    """What the verifier says is proved, None where it refuses; the checker from the page must say the same."""
    try:
        proved = verify(io.BytesIO(data), board)
    except RejectedError:
        proved = None
    said = proved and [
        (p.position.board.name, p.position.rows_text, str(p.attacker), p.wins, p.plies, p.weak)
        for p in proved
    ]
    by_the_page = proved_by_the_page(io.BytesIO(data), board)
    assert by_the_page == said, f"{by_the_page} by the page, {said}: {gzip.decompress(data)[:5000]!r}"
    return proved


def size_of(header):
    """How many cells the board of a certificate has."""
    return len(header["position"].replace("/", ""))


def change(lines, dice):
    """One random change to a certificate: headers, records, order, deletion, repetition."""
    lines = copy.deepcopy(lines)
    headers = [line for line in lines if isinstance(line, dict)]
    i, j = dice.randrange(len(lines)), dice.randrange(len(lines))
    size = size_of(headers[0])
    how = dice.randrange(11)
    if how == 0:
        del lines[i]
    elif how == 1:
        lines[i], lines[j] = lines[j], lines[i]
    elif how == 2:
        lines.insert(j, copy.deepcopy(lines[i]))
    elif how == 3:
        starts = [k for k, line in enumerate(lines) if isinstance(line, dict)] + [len(lines)]
        k = dice.randrange(len(headers))
        lines += copy.deepcopy(lines[starts[k] : starts[k + 1]])
    elif how in (4, 5):
        change_header(dice.choice(headers), dice)
    elif how == 6:
        put_something_odd(lines[i], dice)
    elif isinstance(lines[i], list):
        if how == 7:
            lines[i][0] = dice.choice(KINDS[headers[0]["claim"]])
        elif how == 8:
            change_stones(lines[i], size, dice)
        else:
            change_body(lines[i], size, dice)
    return lines


def change_header(header, dice):
    """One field of a header is another."""
    fields = ["board", "position", "attacker", "claim", "first", "symmetries", "drop"]
    field = dice.choice([*fields, "plies" if "plies" in header else "first"])
    text, size = header["position"], size_of(header)
    at = dice.choice([i for i, c in enumerate(text) if c != "/"])
    number, some = len(header["symmetries"]), header["symmetries"]
    changed = {
        "board": lambda: dice.choice(BOARDS),
        "position": lambda: text[:at] + dice.choice("XO.") + text[at + 1 :],
        "attacker": lambda: "O" if header["attacker"] == "X" else "X",
        "claim": lambda: dice.choice([claim for claim in KINDS if claim != header["claim"]]),
        "first": lambda: dice.choice([None, dice.randrange(size)]),
        "plies": lambda: header["plies"] + dice.choice([-4, -2, -1, 1, 2, 4]),
        "symmetries": lambda: dice.sample(some, dice.choice([number, number, number // 2])),
    }
    if field == "drop":
        header.pop(dice.choice(list(header)))
    else:
        header[field] = changed[field]()


def change_stones(record, size, dice):
    """A stone more or less, or one of the two other numbers of a claim about plies is another."""
    places = [i for i, value in enumerate(record) if i and isinstance(value, int)]
    if places:
        place = dice.choice(places)
        record[place] = record[place] ^ 1 << dice.randrange(size) if place < 3 else dice.randrange(size + 2)


def change_body(record, size, dice):
    """One number in what follows the stones is another, or one entry is gone or comes last."""
    if record[0] == "v" and (not record[-1] or dice.random() < 0.3):
        record[3] = dice.randrange(size)
        return
    if record[0] == "e":
        record[3] ^= 1 << dice.randrange(size)
        return
    if record[0] == "w" and dice.random() < 0.1:
        record[4:] = [[*(record[4] if len(record) == 5 else []), dice.randrange(size), dice.randrange(size)]]
        return
    body = record[-1]
    if isinstance(body, list) and body:
        i, how = dice.randrange(len(body)), dice.randrange(4)
        width = 2 if record[0] == "w" and len(record) == 5 else WIDTHS.get(record[0], 4)
        entry = slice(i // width * width, i // width * width + width)
        if how == 0:
            body[i] += dice.choice([-1, 1])
        elif how == 1:
            body[i] = dice.randrange(-1, max(size, 4))
        elif how == 2:
            body += body[entry]
        if how >= 2:
            del body[entry]


def put_something_odd(line, dice):
    """One value, however deep, is of another kind."""
    while True:
        place = dice.choice(list(line) if isinstance(line, dict) else range(len(line)))
        inner = line[place]
        if not (isinstance(inner, list | dict) and inner and dice.random() < 0.8):
            line[place] = dice.choice(ODD)
            return
        line = inner
