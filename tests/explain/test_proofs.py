"""Certificates in words: claims as sentences, and records as blocks."""

import pytest

from noughts import Mark, Position
from noughts.explain.blocks import Beside, Figure, Paragraph, Table, bare
from noughts.explain.proofs import (
    certificate_blocks,
    claim_sentence,
    verified_sentence,
)
from noughts.solver.certificate.format import Proved
from noughts.solver.certificate.reading import (
    MAX_RECORDS,
    CertificateReading,
    CertificateRecord,
    read_certificate,
)
from tests.paths import CERTIFICATES


@pytest.mark.parametrize(
    ("wins", "plies", "sentence"),
    [
        (True, None, "X wins, on 3x3x3."),
        (False, None, "X cannot win, on 3x3x3."),
        (True, 7, "X wins in 7 plies and not in fewer, on 3x3x3."),
        (False, 9, "X does not win within 9 plies, on 3x3x3."),
        (True, 1, "X wins in 1 ply and not in fewer, on 3x3x3."),
    ],
)
def test_a_claim_is_a_sentence(wins, plies, sentence):
    """A claim says who wins or does not, in how many plies if it is about them, and on which board."""
    assert claim_sentence(Proved(Position.start(), Mark.X, wins, plies)) == sentence


def test_a_claim_about_stones_names_them():
    """A claim about another position than the empty board has its rows."""
    claim = Proved(Position.parse("XO./.../..."), Mark.X, True)
    assert claim_sentence(claim) == "X wins, on 3x3x3 from XO./.../...."


@pytest.mark.parametrize(("seconds", "took"), [(0.02, "less than 0.1 s"), (12.34, "12.3 s")])
def test_what_was_verified_is_a_sentence(seconds, took):
    """All claims are in one sentence, with the module that verified them in the precise wording alone."""
    claims = [Proved(Position.start(), mark, False) for mark in Mark]
    text = verified_sentence(claims, seconds, "noughts.verifier", "1.2")
    begins = "Accepted. On 3x3x3 X cannot win and O cannot win: verified just now by"
    assert bare(text) == (
        f"{begins} noughts.verifier of noughts 1.2, on this server, which shares no code with the search, in {took}."
    )
    assert bare(text, simple=True) == (
        f"{begins} the server's verifier, which shares nothing with the solver, in {took}."
    )


@pytest.mark.parametrize("name", ["4x3x3", "6x5x4", "torus5x5x4"])
def test_a_tree_is_shown_record_by_record(name):
    """Every record that was read has a picture, whose words name its kind and its moves."""
    reading = read_certificate((CERTIFICATES / f"{name}.gz").read_bytes())
    claims, kinds, note, records, digest = certificate_blocks(reading)
    assert claims == Paragraph(f"It claims: X wins, on {name}.")
    assert isinstance(kinds, Table)
    assert sum(int(row.texts[2].replace(",", "")) for row in kinds.rows) == reading.count
    assert all(row.texts[1] for row in kinds.rows)
    assert note.words.startswith(f"{reading.count} records, ")
    assert isinstance(records, Beside)
    assert len(records.blocks) == min(MAX_RECORDS, reading.count)
    assert bare(records.blocks[0].words).startswith("1: quiet, ")
    assert "after a pass: " in bare(records.blocks[1].words)
    assert reading.sha256 in digest.words


def test_records_are_shown_in_order():
    """Those without stones are texts between the pictures, the root first."""
    reading = read_certificate((CERTIFICATES / "4x3x3-plies.gz").read_bytes())
    words = []
    for block in tuple(certificate_blocks(reading))[3:-1]:
        words += [each.words for each in (block.blocks if isinstance(block, Beside) else (block,))]
    assert [int(text.partition(":")[0]) for text in words] == [record.number for record in reading.records]
    assert words[0].startswith(f"{reading.count}: n, `[")


def test_a_pairing_is_numbered_on_its_board():
    """The cells of a pair have one number, and no other cell has it."""
    reading = read_certificate((CERTIFICATES / "5x5x5.gz").read_bytes())
    pictures = [
        each
        for block in certificate_blocks(reading)
        if isinstance(block, Beside)
        for each in block.blocks
        if isinstance(each, Figure) and each.notes
    ]
    assert pictures
    for picture in pictures:
        numbers = [note.text for note in picture.notes.values()]
        assert all(numbers.count(number) == 2 for number in numbers)


def test_a_long_record_is_cut():
    """At most 400 characters of a record are shown."""
    position = Position.start()
    record = CertificateRecord(7, "w", position, (0, 0, list(range(200))))
    claim = Proved(position, Mark.X, False)
    reading = CertificateReading("0" * 64, 1, position.board, (claim,), {"w": 1}, (record,))
    (records,) = (each for each in certificate_blocks(reading) if isinstance(each, Beside))
    text = records.blocks[0].words
    assert text.startswith('7: w, `["w",0,0,[0,1,2,')
    assert text.endswith("…`")
    assert len(text.partition("`")[2]) == 402
