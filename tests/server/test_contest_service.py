"""Contests and proofs over HTTP: what they come to, how they stand, and that nobody takes the machine."""

import gzip
import hashlib
from fractions import Fraction

import httpx
import pytest

from noughts import NoughtsError, exploit, match, sample, verify
from noughts.contract.matches import AheadJson, EndedJson
from noughts.server import contest_tasks, rate_limits
from noughts.server.routes import ROUTES
from tests.contract.held import held
from tests.paths import CERTIFICATES
from tests.processes import PATIENCE
from tests.server.people import events

EVENTS = {route.path: route.shapes for route in ROUTES if route.shapes}


def watch(visitor, path, **params):
    """All events of a contest or a proof; each is in its declared shape."""
    with visitor.http.stream("GET", f"/api/{path}/events", params=params, timeout=PATIENCE) as answer:
        assert answer.status_code == 200, answer.read()
        told = list(events(answer))
    shapes = {"ahead": (AheadJson,), "ended": (EndedJson,), **EVENTS[f"/api/{path}/events"]}
    for kind, content in told:
        held(content, *(shape.__name__ for shape in shapes[kind]))
    assert [kind for kind, _ in told][-1] in ("done", "ended")
    return told


def answer_to(visitor, path, **params):
    """The answer, which must come."""
    kind, answer = watch(visitor, path, **params)[-1]
    assert kind == "done", answer
    return answer


def test_a_match_is_exact_where_it_can_be(visitor):
    """On a small board a match is what ``match`` computes, of a level and of a player with options, too."""
    answer = answer_to(visitor, "match", x="medium", o="core(easy=True)")
    exact = match("medium", "core(easy=True)")
    assert answer["exact"] is True
    assert [Fraction(answer[name]) for name in ("win", "draw", "loss")] == [exact.win, exact.draw, exact.loss]


def test_a_match_is_sampled_where_it_cannot(visitor):
    """On a large board a match is the sample of its seed, told while it grows, and the same when it is asked again."""
    asked = {"x": "weights", "o": "random", "board": "6x6x4", "games": 40, "seed": 7}
    told = watch(visitor, "match", **asked)
    kind, answer = told[-1]
    sampled = sample("weights", "random", "6x6x4", 40, 7, workers=1)
    assert (kind, answer["exact"], answer["games"]) == ("done", False, 40)
    assert Fraction(answer["win"]) == sampled.win.share
    assert answer["intervals"]["loss"] == [round(sampled.loss.low, 6), round(sampled.loss.high, 6)]
    assert any(0 < news["games"] < 40 for kind, news in told if kind == "news")
    assert answer_to(visitor, "match", **asked) == answer


@pytest.mark.long
def test_an_exploit_shows_a_lost_game(visitor):
    """Whoever can lose on a small board is shown losing."""
    answer = answer_to(visitor, "exploit", player="rules(advanced=False)")
    found = exploit("rules(advanced=False)")
    assert Fraction(answer["x"]["score"]) == found.x.score
    assert (answer["x"]["line"] is None, answer["o"]["line"] is None) == (
        not found.x.can_lose,
        not found.o.can_lose,
    )


@pytest.mark.long
def test_an_exploit_that_is_too_much_says_so(visitor):
    """A board with too many games is refused in words once that is seen."""
    kind, ended = watch(visitor, "exploit", player="random", board="5x5x4")[-1]
    assert (kind, ended["code"]) == ("ended", "too-large-board")
    assert "5x5x4" in ended["error"]


@pytest.mark.long
def test_anybody_can_be_put_into_the_table(visitor):
    """An entrant meets all of the table on both sides: of the house's own the matches are those of the table."""
    table = visitor.http.get("/api/results", timeout=PATIENCE).json()["tournament"]
    answer = answer_to(visitor, "entrant", player="weights")
    assert answer["of"] == len(table["players"]) == len(answer["x"])
    for side, key in (("x", "x"), ("o", "o")):
        own = [one for one in table["matches"] if one[side] == "weights"]
        assert answer[key] == own
    assert answer["exploit"]["player"] == "weights"


def test_a_board_is_solved_and_its_certificate_read_kept_and_verified(visitor, tmp_path):
    """A proof made here can be read, downloaded and verified, here and by whoever has the file."""
    found = answer_to(visitor, "solve", board="4x3x3", question="plies")
    assert (found["answer"]["plies"], found["answer"]["value"]) == (7, "win")
    digest = found["sha256"]
    read = visitor.http.get(f"/api/certificates/{digest}").json()
    held(read, "ReadCertificateJson")
    assert read["blocks"][0]["words"] == "It claims: X wins in 7 plies and not in fewer, on 4x3x3."
    file = visitor.http.get(f"/api/certificates/{digest}/file.gz").content
    assert hashlib.sha256(file).hexdigest() == digest
    assert len(file) == read["bytes"] == found["bytes"]
    place = tmp_path / "certificate.gz"
    place.write_bytes(file)
    (claim,) = verify(place)
    assert (claim.wins, claim.plies) == (True, 7)
    verified = visitor.http.get(f"/api/certificates/{digest}/verified", timeout=PATIENCE).json()
    held(verified, "VerifiedJson")
    assert verified["claims"] == [{"attacker": "X", "wins": True, "plies": 7}]
    assert verified["text"]["simple"].startswith(
        "Accepted. On 4x3x3 X wins in 7 plies and not in fewer: verified just now by the server's verifier, "
    )


def test_what_cannot_be_is_refused_before_it_begins(visitor):
    """Unknown players, boards that they do not play, certificates that nobody wrote: one sentence that quotes it."""
    asked = (
        ("match/events?x=nobody&o=tic", 422, "nobody"),
        ("match/events?x=tic&o=tic&board=4by4", 422, "4by4"),
        ("match/events?x=tic&o=tic&board=15x15x5", 422, "15x15x5"),
        ("match/events?x=tic&o=tic&games=0", 422, "games"),
        ("exploit/events?player=mcts(playouts=9000000)", 422, "9000000"),
        (f"certificates/{'0' * 64}", 404, "000"),
        ("certificates/short", 422, "short"),
        ("board?board=strip4x6x6", 422, "strip4x6x6"),
    )
    for path, status, quoted in asked:
        answer = visitor.http.get(f"/api/{path}")
        assert (path, answer.status_code) == (path, status)
        held(answer.json(), "RefusalJson")
        assert quoted in answer.json()["error"]
    kind, ended = watch(visitor, "solve", board="20x20x5")[-1]
    assert (kind, ended["code"]) == ("ended", "too-large-board")


def test_who_has_spent_their_seconds_waits(visitor, monkeypatch):
    """An address pays contests with the seconds that they take; with none left it is refused, and games go on."""
    monkeypatch.setitem(rate_limits.RATES, "contest", rate_limits.Rate(1e-6, 1e-9))
    answer_to(visitor, "match", x="random", o="weights", games=3, board="4x4x4")
    answer = visitor.http.get("/api/match/events?x=tic&o=tic")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    visitor.make(x="person", o="tic")
    visitor.play("b2")


def test_whoever_leaves_ends_what_they_watched(own_server):
    """A match that nobody watches any more is computed no more, and the next one's turn comes."""
    lane = own_server.app.state.services.workers.lanes["contests"]
    with httpx.Client(base_url=own_server.address, timeout=PATIENCE, trust_env=False) as client:
        asked = {"x": "hard", "o": "hard", "board": "15x15x5", "games": 10_000}
        with client.stream("GET", "/api/match/events", params=asked) as answer:
            assert next(events(answer)) == ("ahead", {"schema": 3, "ahead": 0})
        with client.stream("GET", "/api/match/events", params={"x": "tic", "o": "tic"}) as answer:
            assert list(events(answer))[-1][0] == "done"
    assert (lane.running, lane.waiting) == (0, 0)


def test_a_board_says_how_its_campaign_stands(visitor):
    """Of 15x15x5 it is told how each of O's replies stands, of a board without a campaign nothing."""
    told = visitor.http.get("/api/board", params={"board": "15x15x5"}).json()["campaign"]
    assert told["first"] == "h8"
    assert len(told["openings"]) == 35
    assert sum(len(one["cells"]) for one in told["openings"]) == 15 * 15 - 1
    assert visitor.http.get("/api/board", params={"board": "3x3x3"}).json()["campaign"] is None


def test_a_read_certificate_is_json_of_its_shape():
    """The JSON has the digest, the size, the board and the blocks; other bytes are rejected."""
    body = (CERTIFICATES / "5x4x3.gz").read_bytes()
    read = held(contest_tasks.read(body), "ReadCertificateJson")
    assert (read["bytes"], read["board"]) == (len(body), "5x4x3")
    assert [block["block"] for block in read["blocks"]][:2] == ["paragraph", "table"]
    with pytest.raises(NoughtsError, match="not a certificate"):
        contest_tasks.read(gzip.compress(b"{}"))
