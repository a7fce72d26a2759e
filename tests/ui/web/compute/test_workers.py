"""Several processes on one socket: one server for whoever plays, with one set of limits, that outlives each of them."""

import contextlib
import os
import re
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from noughts.ui.web import rate_limit
from noughts.ui.web.metrics import Metrics
from noughts.ui.web.rate_limit import RATES, Rate, RateLimits, Share
from noughts.ui.web.refusal import Refusal
from noughts.ui.web.shared_buckets import SharedBuckets
from tests.processes import below, runs
from tests.ui.web.people import Visitor
from tests.ui.web.questions.test_attacks import TORUS, dear
from tests.ui.web.serve.test_serve import refused
from tests.ui.web.service import Service


def processes_of(service):
    """The processes that serve: the direct children that run what their parent gave them."""
    parent = service.process.pid
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return {int(each) for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()}


def until(condition, seconds=60):
    """Waits until it is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_permits_are_the_same_in_all_processes(tmp_path, monkeypatch):
    """What is taken through one file is missing to whoever looks through it, and fills again by the one clock."""
    monkeypatch.setitem(rate_limit.RATES, "make", Rate(3, 1))
    now = [0.0]
    kept = [SharedBuckets(tmp_path / "limits", RATES) for _ in range(2)]
    here, there = (RateLimits(lambda: now[0], each) for each in kept)
    here.take("make", "someone")
    there.take("make", "someone")
    here.take("make", "someone")
    for limits in (here, there):
        with pytest.raises(Refusal, match="wait 1 s"):
            limits.take("make", "someone")
        limits.take("make", "another")
        limits.take("look", "someone")
    now[0] += 1
    there.take("make", "someone")
    with pytest.raises(Refusal):
        here.check("make", "someone", 1)
    for each in kept:
        each.close()


def test_whoever_is_longest_silent_is_forgotten(tmp_path):
    """The table does not grow: of more than it holds those who came last are known."""
    kept = SharedBuckets(tmp_path / "limits", ["make"])
    for number in range(60_000):
        kept["make"][f"address {number}"] = (1.0, float(number))
    known = [kept["make"].get(f"address {number}", (0.0, 0.0)) == (1.0, number) for number in range(60_000)]
    assert 15_000 < sum(known) <= 16_384
    assert sum(known[-5_000:]) > 4_500
    kept.close()


@pytest.mark.long
def test_a_game_is_played_through_all_processes(database):
    """Whichever process a request or a stream comes to, the game is one; what one does the others tell."""
    with Service(database, None, "--workers", "3") as service:
        assert len(processes_of(service)) == 3
        visitor, friend = Visitor(service.address), Visitor(service.address)
        visitor.make(o="friend")
        friend.join(visitor)
        with visitor.stream() as events:
            seen = next(events)[0]
            for number, cell in enumerate(("a1", "b1", "a2", "b2", "a3")):
                seat = "XO"[number % 2]
                with httpx.Client(base_url=service.address, trust_env=False) as fresh:
                    body = {"version": number + 1, "ply": number, "cell": cell}
                    right = {"authorization": f"Bearer {(visitor.tokens | friend.tokens)[seat]}"}
                    answer = fresh.post(f"/api/games/{visitor.id}/moves", json=body, headers=right)
                    assert answer.status_code == 200, answer.text
                while seen < number + 2:
                    seen, told = next(events)
            assert told["outcome"]["winner"] == "X"
        visitor.close()
        friend.close()


@pytest.mark.long
def test_limits_are_one_for_all_processes(tmp_path):
    """Wrong tokens on connections of their own, whichever process takes them, are counted together."""
    with Service(tmp_path / "games.db", None, "--workers", "2") as service:
        visitor = Visitor(service.address)
        visitor.make()
        wrong = {"authorization": "Bearer wrong"}
        asked = []
        for _ in range(80):
            with httpx.Client(base_url=service.address, trust_env=False) as fresh:
                path = f"/api/games/{visitor.id}/resign"
                asked.append(fresh.post(path, json={"version": 0}, headers=wrong).status_code)
        assert set(asked) == {403, 429}
        assert 30 <= asked.count(403) < 55  # and one more every two seconds
        visitor.close()


def fresh_get(service, path):
    """An answer on a connection of its own, which any process may take."""
    return httpx.get(f"{service.address}{path}", timeout=60, trust_env=False)


def numbers(service):
    """What a process tells of all."""
    found = re.findall(r"^(\S+) (\S+)$", fresh_get(service, "/metrics").text, re.MULTILINE)
    return {name: float(number) for name, number in found}


@contextlib.contextmanager
def only(process, all_of_them):
    """While inside this one alone runs, and takes every connection."""
    others = all_of_them - {process}
    try:
        for each in others:
            os.kill(each, signal.SIGSTOP)
        yield
    finally:
        for each in others:
            os.kill(each, signal.SIGCONT)


def test_rows_of_numbers_are_told_as_sums(tmp_path):
    """Whichever process tells, it tells of all; one that takes another's place goes on from what that had counted."""
    first, second = (Metrics(Share(2, tmp_path, number=number)) for number in range(2))
    first.count(200, 0.3)
    first.stand({"noughts_streams": 3, "noughts_computing_seconds_total": 5})
    for seconds in (0.1, 20):
        second.count(404, seconds)
    second.stand({"noughts_streams": 4, "noughts_computing_seconds_total": 6})
    again = Metrics(Share(2, tmp_path, number=1))
    again.stand({"noughts_streams": 1, "noughts_computing_seconds_total": 2})
    again.count(404, 0.1)
    text = second.text()
    assert text.splitlines()[:3] == [
        "# TYPE noughts_answers_total counter",
        'noughts_answers_total{status="200"} 1',
        'noughts_answers_total{status="404"} 3',
    ]
    for line in (
        'noughts_answer_seconds_bucket{le="0.1"} 2',
        'noughts_answer_seconds_bucket{le="10.0"} 3',
        'noughts_answer_seconds_bucket{le="+Inf"} 4',
        "noughts_answer_seconds_sum 20.500000",
        "noughts_answer_seconds_count 4",
        "noughts_processes 2",
        "noughts_streams 4",
        "noughts_computing_seconds_total 13",
    ):
        assert f"{line}\n" in text


@pytest.mark.long
def test_the_numbers_are_those_of_all_processes(tmp_path):
    """Each of two answers alone for a while; both then tell of all answers, and no number falls when one is killed."""
    with Service(tmp_path / "games.db", None, "--workers", "2") as service:
        visitor = Visitor(service.address)
        visitor.make()
        both = processes_of(service)
        for times, process in zip((3, 5), both, strict=True):
            with only(process, both):
                asked = [fresh_get(service, "/api/nothing").status_code for _ in range(times)]
                assert asked == [404] * times
        for process in both:
            with only(process, both):
                assert numbers(service)['noughts_answers_total{status="404"}'] == 8
        with visitor.stream() as events:
            next(events)
            for process in both:  # one of them has the stream, and may tell it a second later
                until(lambda: numbers(service)["noughts_streams"] == 1)
                with only(process, both):
                    assert numbers(service)["noughts_streams"] == 1
        os.kill(min(both), signal.SIGKILL)
        until(lambda: len(processes_of(service) - both) == 1)
        told = numbers(service)
        assert told['noughts_answers_total{status="404"}'] == 8
        assert told["noughts_processes"] == 2
        visitor.close()


@pytest.mark.long
def test_a_process_that_dies_is_replaced(tmp_path):
    """Killed, it loses nothing; another takes its place, and games go on meanwhile."""
    with Service(tmp_path / "games.db", None, "--workers", "2") as service:
        visitor = Visitor(service.address)
        visitor.make(o="tic")
        played = visitor.play("b2")
        for _ in range(2):
            before = processes_of(service)
            victim = min(before)
            os.kill(victim, signal.SIGKILL)
            until(lambda old=before: len(processes_of(service) - old) == 1)
            with httpx.Client(base_url=service.address, trust_env=False, timeout=60) as fresh:
                assert fresh.get(f"/api/games/{visitor.id}").json() == played
        assert "another begins" in service.log.read_text()
        visitor.close()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_all_end_with_the_first(tmp_path, number):
    """Told to stop, or killed, it leaves no process behind, also while somebody watches a game."""
    with Service(tmp_path / "games.db", None, "--workers", "2") as service:
        visitor = Visitor(service.address)
        visitor.make()
        serving = processes_of(service)
        with visitor.stream() as events:
            next(events)
            service.process.send_signal(number)
            service.process.wait(60)
        until(lambda: not any(map(runs, serving)))
        assert service.process.returncode == -number
        service.process.stdout.close()
        visitor.close()


@pytest.mark.long
def test_all_end_in_time_whatever_they_compute(tmp_path):
    """Both compute what takes long, and a game is watched: told to stop, none goes on, nor anything that they began."""
    options = ("--workers", "2", "--question-seconds", "600")
    with Service(tmp_path / "games.db", None, *options) as service, ThreadPoolExecutor(20) as pool:
        visitor = Visitor(service.address)
        visitor.make()
        fresh_get(service, "/api/decide?player=hard&board=6x6x4")
        asked = []
        for number in range(20):  # each on a connection of its own, until both have taken one
            question = httpx.QueryParams(board=TORUS, position=dear(number))
            asked.append(pool.submit(fresh_get, service, f"/api/analyse?{question}"))
            time.sleep(0.2)
            if numbers(service)["noughts_questions_computing"] == 2:
                break
        else:
            until(lambda: numbers(service)["noughts_questions_computing"] == 2)
        begun = below(service.process.pid)
        assert len(begun) >= 4
        with visitor.stream() as events:
            next(events)
            service.process.terminate()
            assert service.process.wait(60) == -signal.SIGTERM
        until(lambda: not any(map(runs, begun)))
        for each in asked:
            with contextlib.suppress(httpx.TransportError):
                assert each.result().status_code == 503
        service.process.stdout.close()
        visitor.close()


@pytest.mark.long
def test_what_keeps_them_from_starting_is_said_once():
    """A database that cannot be opened is one line and exit 2, however many would have opened it."""
    status, said = refused(
        "--workers", "3", "--port", "0", "--database", "sqlite:////nowhere/at/all/games.db"
    )
    assert status == 2
    assert "unable to open" in said
