"""The survey: runs say what their certificates prove, records keep them, and docs/mnk.md is the page of the records."""

import csv
import json
import os
import re
import subprocess
from dataclasses import replace

import pytest
from tests.paths import CERTIFICATES, DOCS

from noughts import Board, Limits, NoughtsError, Position, Result, verify
from noughts.files import sha256_of
from noughts.solver.certificate.verify import value_of
from noughts.solver.published import SOURCES, published
from noughts.solver.recorded import Run, known_runs
from noughts.solver.small.solver_choice import solver_for
from research.documents.mnk import mnk_page, mnk_table
from research.mnk.machine import cost_of_verifying
from research.mnk.records import (
    MOST_KEPT,
    Records,
    answer_text,
    certificate_name,
    is_repeatable,
    to_json,
)
from research.mnk.survey import ask, boards, repeat, survey

PAGE = (DOCS / "mnk.md").read_text(encoding="utf-8")
RECORDED = known_runs()
KEPT = [run for run in RECORDED if 0 < run.certificate_bytes <= MOST_KEPT]
SMALL = Limits(memory=1 << 22, threads=1)


def a_run(name="4x4x4", question="value", **facts):
    """Some run, with these facts."""
    some = {"value": Result.DRAW, "plies": None, "plies_at_least": None, "nodes": 7, "seconds": 0.25}
    cost = {"certificate_bytes": 0, "sha256": None, "threads": 1, "version": "0", "date": "2000-01-01"}
    return Run(**{"board": Board.parse(name), "question": question, **some, **cost, **facts})


# The documents


def test_the_page_is_the_page_of_the_records():
    """docs/mnk.md and docs/mnk.csv show what was recorded; else run `python -m research.documents mnk`."""
    assert mnk_page(PAGE, RECORDED) == PAGE
    assert f"of up to {MOST_KEPT >> 10} KiB" in PAGE
    assert (DOCS / "mnk.csv").read_text(encoding="utf-8") == mnk_table(RECORDED)


def test_small_certificates_are_kept_and_no_others():
    """docs/certificates holds the certificate of every recorded run that is small, as it was recorded."""
    assert {file.name for file in CERTIFICATES.glob("*.gz")} == {certificate_name(run) for run in KEPT}
    for run in KEPT:
        file = CERTIFICATES / certificate_name(run)
        assert (file.stat().st_size, sha256_of(file)) == (run.certificate_bytes, run.sha256)


@pytest.mark.parametrize("run", KEPT, ids=certificate_name)
def test_a_kept_certificate_proves_what_is_recorded(run):
    """The value and the fewest plies that are recorded are those of the certificate beside them."""
    claims = verify(str(CERTIFICATES / certificate_name(run)))
    assert {claim.position for claim in claims} == {Position.start(run.board)}
    assert value_of(claims) is run.value
    if run.question == "plies":
        (claim,) = claims
        assert claim.plies == (run.plies if claim.wins else run.plies_at_least - 2)


def test_nothing_recorded_contradicts_what_is_known():
    """Recorded values are the published ones, and those of the exact table where the board is small enough."""
    compared = 0
    for run in RECORDED:
        known = published(run.board)
        if run.question == "value" and run.value is not None and known:
            assert run.value is known.value, run
            compared += 1
        if run.question != "strip" and run.board.size <= 12:
            value = solver_for(run.board).value(Position.start(run.board))
            assert run.value is value.result
            assert run.plies in (None, value.plies)
    assert compared > 20


def test_every_source_is_in_the_bibliography():
    """Whatever the page names as published has its source told in full, and nothing else is told."""
    boards = (
        Board.mnk(m, n, k) for m in range(3, 11) for n in range(1, m + 1) for k in range(3, min(m, 9) + 1)
    )
    named = {
        known.source for known in map(published, (*boards, Board.mnk(15, 15, 5), Board.cube(4))) if known
    }
    assert named == set(SOURCES)


def test_tables_of_the_page_are_square():
    """Every row of a table has as many columns as its head."""
    for block in re.findall(r"(?:^\|.*\n)+", PAGE, re.MULTILINE):
        assert len({row.replace("\\|", "").count("|") for row in block.splitlines()}) == 1


# Runs


@pytest.mark.parametrize(("name", "questions"), [("4x3x3", ["value", "plies"]), ("3x3x3", ["value"])])
def test_a_run_says_what_the_exact_table_says(name, questions, tmp_path):
    """The value, and of a win the fewest plies; each run is recorded with its certificate."""
    board, records = Board.parse(name), Records(tmp_path / "runs", tmp_path / "kept")
    answers = list(survey(board, SMALL))
    for answer in answers:
        records.put(*answer)
    runs = [run for run, _ in answers]
    value = solver_for(board).value(Position.start(board))
    assert [run.question for run in runs] == questions
    assert {run.value for run in runs} == {value.result}
    assert value.result is not Result.WIN or runs[-1].plies == value.plies
    assert [to_json(run) for run in Records(tmp_path / "runs").runs] == [to_json(run) for run in runs]
    for run in runs:
        assert sha256_of(tmp_path / "kept" / certificate_name(run)) == run.sha256
        assert value_of(verify(str(tmp_path / "kept" / certificate_name(run)))) is value.result


def test_what_a_large_certificate_takes_is_measured(monkeypatch, tmp_path):
    """Of a certificate that is too large to be kept a run says what verifying takes, and so do record and page."""
    monkeypatch.setattr("research.mnk.survey.MOST_KEPT", 100)
    monkeypatch.setattr("research.documents.mnk.MOST_KEPT", 100)
    records = Records(tmp_path / "runs")
    run, certificate = ask(Board.mnk(4, 4, 4), "value", SMALL)
    records.put(run, certificate)
    assert run.verify_seconds > 0
    assert run.verify_memory is None or 10 < run.verify_memory < 1000
    (kept,) = Records(tmp_path / "runs").runs
    assert (kept.verify_seconds, kept.verify_memory) == (round(run.verify_seconds, 2), run.verify_memory)
    (row,) = csv.DictReader(mnk_table([kept]).splitlines())
    assert (row["bytes"], row["file"]) == (str(run.certificate_bytes), "")
    assert row["verify_seconds"] == f"{run.verify_seconds:.2f}"


def test_a_certificate_that_does_not_hold_is_not_measured(tmp_path):
    """What is refused by the verifier has no cost."""
    (tmp_path / "file").write_text("nothing")
    with pytest.raises(subprocess.CalledProcessError):
        cost_of_verifying(tmp_path / "file")


def test_a_limit_leaves_what_was_proved():
    """A run that its limit ended says unknown, or a bound that has a certificate."""
    ((run, certificate),) = survey(Board.mnk(7, 7, 5), replace(SMALL, nodes=5))
    assert (run.value, answer_text(run), certificate) == (None, "unknown", None)
    assert (run.certificate_bytes, run.sha256) == (0, None)
    assert answer_text(a_run("9x4x4", "plies", value=None, plies_at_least=19)) == "19 plies or more"
    assert answer_text(a_run("6x5x4", "plies", value=Result.WIN, plies=11, plies_at_least=11)) == "11 plies"


def test_boards_come_with_the_longer_side_first():
    """Up to four columns and three rows there are six boards of k = 3, the smaller first."""
    assert [str(b) for b in boards(4, range(1, 4), range(3, 4))] == [
        "3x1x3",
        "4x1x3",
        "3x2x3",
        "4x2x3",
        "3x3x3",
        "4x3x3",
    ]


def test_a_run_of_one_thread_is_made_again_byte_for_byte():
    """One thread writes the same certificate again; a run whose threads raced, or that proved nothing, is refused."""
    ((first, _), *_) = survey(Board.mnk(5, 4, 4), SMALL)
    assert is_repeatable(first)
    assert repeat(first).sha256 == first.sha256
    with pytest.raises(NoughtsError, match="its 2 threads raced"):
        repeat(replace(first, threads=2))
    with pytest.raises(NoughtsError, match="nothing was proved"):
        repeat(replace(first, sha256=None))
    with pytest.raises(NoughtsError, match=r"made by python -m research\.campaign"):
        repeat(replace(first, made_by="python -m research.campaign 5x4x4 FOLDER --join FILE"))


@pytest.mark.long
def test_recorded_certificates_of_one_thread_are_made_again():
    """What is recorded of the runs of one thread, any run says: the same bytes; large ones take long."""
    repeatable = [run for run in RECORDED if is_repeatable(run) and run.nodes < 3000]
    assert len(repeatable) > 40
    assert [run for run in repeatable if repeat(run).sha256 != run.sha256] == []


# Records


def test_a_recorded_run_is_read_as_it_was():
    """What is written of a run gives the same run."""
    for run in (
        *RECORDED,
        a_run(),
        a_run("strip4x6x6", "strip"),
        a_run("cube4", value=None),
        a_run(made_by="x"),
    ):
        assert Run.from_json(json.loads(json.dumps(to_json(run)))) == run


def test_the_last_run_of_a_question_is_kept_unless_it_says_less(tmp_path):
    """A new run stands for the last one; an unknown, or a weaker bound, does not stand for an answer."""
    records = Records(tmp_path / "runs")
    for run in (a_run(nodes=1), a_run(nodes=2), a_run(value=None), a_run("3x3x3")):
        records.put(run, None)
    for least in (5, 9, 7):
        records.put(a_run("9x4x4", "plies", value=None, plies_at_least=least), None)
    kept = Records(tmp_path / "runs").runs
    assert [(str(r.board), r.value, r.nodes, r.plies_at_least) for r in kept] == [
        ("3x3x3", Result.DRAW, 7, None),
        ("4x4x4", Result.DRAW, 2, None),
        ("9x4x4", None, 7, 9),
    ]


def test_large_certificates_are_not_kept(tmp_path):
    """A certificate over the limit is not copied, and one that was kept before it goes."""
    records = Records(tmp_path / "runs", tmp_path / "kept")
    records.put(a_run(certificate_bytes=4), b"some")
    assert (tmp_path / "kept" / "4x4x4.gz").read_bytes() == b"some"
    records.put(a_run(certificate_bytes=MOST_KEPT + 1), b"some")
    assert list((tmp_path / "kept").iterdir()) == []


@pytest.mark.parametrize("text", [
    "hello", "[]", "3", "{}", '{"board": "3x3x3"}', "[" * 4000, "\x00",
    json.dumps({**to_json(a_run()), "board": "3by3"}),
    json.dumps({**to_json(a_run()), "value": "perhaps"}), json.dumps({**to_json(a_run()), "value": 3}),
    json.dumps({**to_json(a_run()), "more": 1}), json.dumps({**to_json(a_run()), "nodes": "many"}),
    json.dumps({**to_json(a_run()), "question": "why"}),
])  # fmt: skip
def test_what_is_no_record_is_refused(tmp_path, text):
    """A file of something else is refused with one clear error, and stays as it is."""
    (tmp_path / "runs").write_text(f"{text}\n")
    with pytest.raises(NoughtsError):
        Records(tmp_path / "runs")
    assert (tmp_path / "runs").read_text() == f"{text}\n"


def test_two_gigabytes_of_rubbish_are_no_records(tmp_path):
    """Of a huge file of something else only the beginning is read."""
    with (tmp_path / "runs").open("wb") as file:
        os.truncate(file.fileno(), 2 << 30)
    with pytest.raises(NoughtsError, match="not a file of recorded runs"):
        Records(tmp_path / "runs")
