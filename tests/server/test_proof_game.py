"""Certificates are played over HTTP: those on record, and those of a folder that the owner names."""

import random
import shutil

import pytest

from noughts import NoughtsError
from noughts.server import contest_service
from noughts.server.contest_tasks import ProofFolder
from noughts.solver.recorded import known_runs
from tests.contract.held import held
from tests.inside import inside
from tests.paths import CERTIFICATES, PIECE
from tests.server.test_inline import asked


def sha256(board, question="value"):
    """The certificate on record of a board."""
    return next(run.sha256 for run in known_runs() if (str(run.board), run.question) == (board, question))


def answered(tmp_path, monkeypatch, paths, **setting):
    """What a server answers to each."""

    async def visit(client):
        return [await client.get(path) for path in paths]

    return asked(tmp_path, monkeypatch, visit, **setting)


def test_whatever_o_does_the_proof_wins(tmp_path, monkeypatch):
    """On 6x5x4 a game by dice against the certificate on record ends with X's line; each answer names its record."""
    dice, path = random.Random(7), f"/api/certificates/{sha256('6x5x4')}/played"

    async def visit(client):
        games = [(await client.get(path)).json()]
        while not games[-1]["over"]:
            line = [*games[-1]["moves"], dice.choice(games[-1]["legal"])]
            games.append((await client.get(f"{path}?moves={','.join(line)}")).json())
        return games

    games = asked(tmp_path, monkeypatch, visit)
    for game in games:
        held(game, "ProofGameJson")
        assert game["sides"] == ["X"]
        assert game["record"] is None or 1 <= game["record"] <= game["records"]
    assert (games[-1]["winner"], len(games[-1]["lines"])) == ("X", 1)


def test_who_holds_a_draw_waits_for_the_other_side(tmp_path, monkeypatch):
    """O plays by the certificate of 5x5x5: at first nothing is answered, and after X's move O has one."""
    path = f"/api/certificates/{sha256('5x5x5')}/played"
    first, then = answered(tmp_path, monkeypatch, (path, f"{path}?moves=c3"))
    assert (first.json()["moves"], first.json()["records"], first.json()["sides"]) == ([], None, ["O"])
    assert len(then.json()["moves"]) == 2


def test_a_folder_of_certificates_is_played(tmp_path, monkeypatch):
    """The opening that the folder has is named with its certificate, which then answers; nothing is written there."""
    folder = tmp_path / "proofs"
    folder.mkdir()
    shutil.copy(PIECE, folder)
    (name,) = ProofFolder(folder).paths
    board, played = answered(
        tmp_path,
        monkeypatch,
        ("/api/board?board=15x15x5", f"/api/certificates/{name}/played"),
        proofs=folder,
    )
    held(board.json(), "BoardJson")
    (opening,) = [one for one in board.json()["campaign"]["openings"] if "sha256" in one]
    assert (opening["opening"], opening["sha256"]) == ("h8-a1", name)
    assert opening["at"] in opening["cells"]
    held(played.json(), "ProofGameJson")
    assert played.json()["records"] > 100_000
    assert [file.name for file in sorted(folder.iterdir())] == ["h8-a1.gz"]


def test_a_recorded_certificate_of_the_folder_is_at_hand(tmp_path):
    """What is too large to be in the package is given out and played where the folder has it, by its hash."""
    shutil.copy(CERTIFICATES / "6x5x4.gz", tmp_path)
    runs = [{"sha256": name, "at_hand": False} for name in (sha256("6x5x4"), sha256("5x5x5"), None)]
    told = ProofFolder(tmp_path).with_proofs({"runs": runs, "campaign": None})
    assert [run["at_hand"] for run in told["runs"]] == [True, False, False]
    assert [run["at_hand"] for run in runs] == [False, False, False]


def test_what_cannot_be_played_is_refused(tmp_path, monkeypatch):
    """Unknown hashes, moves that are none, moves off the proof, claims about plies, damaged files: no path is told."""
    folder = tmp_path / "proofs"
    folder.mkdir()
    whole = (CERTIFICATES / "6x5x4.gz").read_bytes()
    (folder / "damaged.gz").write_bytes(whole[:-100])
    (damaged,) = ProofFolder(folder).paths
    win, plies = sha256("6x5x4"), sha256("6x5x4", "plies")
    asks = {
        f"{'0' * 64}/played": (404, "no certificate"),
        f"{win}/played?moves=z9": (422, "z9"),
        f"{win}/played?moves=a1,a2": (422, "this certificate says nothing of"),
        f"{plies}/played": (422, "nothing can be played by the certificate"),
        f"{damaged}/played": (422, "does not prove what it says"),
    }
    answers = answered(tmp_path, monkeypatch, [f"/api/certificates/{ask}" for ask in asks], proofs=folder)
    for answer, (status, words) in zip(answers, asks.values(), strict=True):
        assert (answer.status_code, words in answer.json()["error"]) == (status, True), answer.text
        assert str(tmp_path) not in answer.text


def test_a_file_that_changed_is_not_given_out_by_its_old_hash(tmp_path, monkeypatch):
    """A certificate whose file was replaced or removed since the start is unknown, and not played."""
    folder = tmp_path / "proofs"
    folder.mkdir()
    monkeypatch.setattr(contest_service, "known_certificates", dict)
    for name in ("6x5x4", "7x5x4", "6x6x4"):
        shutil.copy(CERTIFICATES / f"{name}.gz", folder)
    paths = [
        f"{sha256(name)}{path}"
        for name in ("6x5x4", "7x5x4", "6x6x4")
        for path in ("", "/file.gz", "/played")
    ]

    async def visit(client):
        shutil.copy(CERTIFICATES / "6x6x4.gz", folder / "6x5x4.gz")
        (folder / "7x5x4.gz").unlink()
        return [await client.get(f"/api/certificates/{path}") for path in paths]

    answers = asked(tmp_path, monkeypatch, visit, proofs=folder)
    assert [answer.status_code for answer in answers] == [404, 404, 422] * 2 + [200] * 3
    assert "has changed since the server started" in answers[2].json()["error"]


def test_a_folder_without_certificates_is_told_at_the_start(tmp_path):
    """One sentence that quotes it, and exit status 2."""
    with pytest.raises(NoughtsError, match="no certificates in"):
        ProofFolder(tmp_path)
    answer = inside("serve", "--no-browser", "--proofs", str(tmp_path))
    assert answer.status == 2
    assert answer.err.count("\n") == 1
    assert str(tmp_path) in answer.err
