"""A class at two servers on one PostgreSQL: everybody comes at once, and each of both tells all of it."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tests.server.people import Visitor
from tests.server.service import Service
from tests.server.test_classes import WON, School, is_game, news, until

pytestmark = pytest.mark.long

PUPILS = 24


def test_a_class_at_two_servers(cluster):
    """Twenty-four come at both at once and all are in one pair; each server tells what happens at the other."""
    database = cluster.database()
    with ExitStack() as stack:
        addresses = [stack.enter_context(Service(database)).address for _ in range(2)]
        school = School(addresses[0])
        elsewhere = School.__new__(School)
        elsewhere.visitor, elsewhere.id, elsewhere.teacher = Visitor(addresses[1]), school.id, school.teacher
        told = news(elsewhere, True)
        next(told)

        def come(number):
            visitor = Visitor(addresses[number % 2])
            body = {"name": f"Pupil {number}", "nonce": f"the nonce of pupil number {number}"}
            answer = visitor.http.post(f"/api/classes/{school.id}/pupils", json=body)
            visitor.close()
            assert answer.status_code == 200, answer.text
            return answer.json()["pupil"], answer.json()["token"]

        with ThreadPoolExecutor(PUPILS) as crowd:
            school.tokens = dict(crowd.map(come, range(PUPILS)))
        room = school.look()
        assert sorted(number for pair in room["pairs"] for number in pair["seats"].values()) == list(
            range(1, PUPILS + 1)
        )
        assert room["waiting"] == []
        until(told, [is_game(pair["game"]) for pair in room["pairs"]])
        school.play(room["pairs"][0], *WON)
        until(told, [is_game(room["pairs"][0]["game"], lambda game: game["outcome"])])
        pairs = school.round()["pairs"]
        until(told, [("class", lambda room: room["round"] == 2), *(is_game(pair["game"]) for pair in pairs)])
        assert elsewhere.look() == school.look()
        elsewhere.round()
        assert school.look()["round"] == 3
        told.close()
        for each in (school, elsewhere):
            each.visitor.close()
