"""A crowd at one address does not fill a class, and the teacher sees and removes it at once."""

from contextlib import ExitStack

import pytest
from sqlalchemy import text

from noughts.server import rate_limits
from tests.contract.held import held
from tests.server.people import Running, Visitor
from tests.server.test_classes import WON, School

BOTS = 96


class Crowd(School):
    """A class whose pupils come from addresses that a proxy names."""

    def come(self, address, names):
        """Enter pupils, and return the errors of those who may not."""
        errors = []
        for name in names:
            nonce = f"the nonce of {name}, random"
            answer = self.visitor.http.post(
                f"/api/classes/{self.id}/pupils",
                json={"name": name, "nonce": nonce},
                headers={"x-forwarded-for": address},
            )
            if answer.is_error:
                assert answer.status_code == 409, answer.text
                errors.append(answer.json()["code"])
            else:
                self.tokens[answer.json()["pupil"]] = answer.json()["token"]
        return errors

    def groups(self):
        answer = self.act("groups")
        assert answer.status_code == 200, answer.text
        return held(answer.json(), "ClassGroupsJson")["groups"]


@pytest.fixture
def crowd(proxied):
    school = Crowd(proxied.address)
    yield school
    school.visitor.close()


@pytest.fixture
def proxied(empty):
    running = Running(empty(), proxies=["127.0.0.1"])
    yield running
    running.stop()


def names(word, number):
    return [f"{word} {index}" for index in range(number)]


def test_a_crowd_leaves_places_to_a_class(crowd):
    """60 of 96 enter from one address, then 30 from another and one from a third."""
    assert crowd.come("192.0.2.1", names("Bot", BOTS)) == ["class-full"] * 36
    assert not crowd.come("198.51.100.7", names("Pupil", 30))
    assert not crowd.come("203.0.113.9", ["Ada"])
    assert [len(numbers) for numbers in crowd.groups()] == [60, 30, 1]


def test_the_addresses_of_one_subscriber_are_one(crowd):
    """A crowd behind one IPv6 /64 has one share; the next /64 is another's."""
    for index in range(65):
        crowd.come(f"2001:db8:0:1::{index:x}", [f"Bot {index}"])
    assert not crowd.come("2001:db8:0:2::1", ["Ada"])
    assert [len(numbers) for numbers in crowd.groups()] == [60, 1]


def test_the_teacher_removes_a_crowd_at_once(crowd):
    """Pupils whose opponents were removed are paired with each other, and bots from two addresses are two groups."""
    for index in range(20):
        crowd.come("192.0.2.1", [f"Bot {index}"])
        crowd.come("198.51.100.7" if index % 2 else "203.0.113.9", [f"Pupil {index}"])
    before = crowd.look()
    bots = crowd.groups()[0]
    assert bots == list(range(1, 41, 2))
    answer = crowd.act("leave", pupil=bots)
    assert answer.status_code == 200, answer.text
    after = held(answer.json(), "ClassroomJson")
    assert [each["name"] for each in after["pupils"]] == names("Pupil", 20)
    assert (len(after["pairs"]), after["waiting"]) == (10, [])
    assert after["version"] == before["version"] + 20 + 10
    game = crowd.play(after["pairs"][0], *WON)
    assert game["outcome"]["winner"] == "X"
    assert crowd.act("leave", pupil=bots).json() == crowd.look()


def test_a_list_is_checked(crowd):
    """Unknown numbers, an empty list and a long one are rejected, and no pupil is removed."""
    crowd.come("192.0.2.1", ["Ada", "Ben"])
    for wanted, status in (([1, 77], 404), ([], 422), ([1] * 101, 422), (["Ada"], 422), (None, 422)):
        assert crowd.act("leave", pupil=wanted).status_code == status
        assert crowd.act("ban", pupil=wanted).status_code == status
    assert all(each["here"] for each in crowd.look()["pupils"])
    assert crowd.act("leave", crowd.tokens[1], pupil=[2]).status_code == 200
    assert [each["name"] for each in crowd.look()["pupils"]] == ["Ben"]
    assert crowd.act("ban", crowd.tokens[2], pupil=[2]).status_code == 403


def test_the_teacher_bans_many_at_once(crowd):
    """They cannot enter again until the teacher lets them."""
    crowd.come("192.0.2.1", ["Bot 1", "Bot 2"])
    crowd.come("198.51.100.7", ["Ada"])
    assert [each["name"] for each in crowd.act("ban", pupil=[1, 2]).json()["banned"]] == ["Bot 1", "Bot 2"]
    answer = crowd.post(f"/{crowd.id}/pupils", json={"name": "bot 2", "nonce": "another nonce of a bot"})
    assert answer.json()["code"] == "banned"
    assert crowd.act("ban", pupil=[1, 2], banned=False).json()["banned"] == []


def test_only_the_teacher_sees_who_came_from_one_address(crowd, proxied):
    """Pupils and strangers do not, and neither the class, its stream nor the database has the address."""
    crowd.come("192.0.2.1", ["Ada", "Ben"])
    for token in (crowd.tokens[1], "wrong"):
        assert crowd.act("groups", token).status_code == 403
    assert crowd.post(f"/{crowd.id}/groups", json={}).status_code == 401
    look = crowd.visitor.http.get(f"/api/classes/{crowd.id}").text
    with proxied.store.engine.connect() as connection:
        rows = connection.execute(text("select detail from log where kind = 'enter'")).scalars().all()
    labels = {row.split()[0].partition(".")[2] for row in rows}
    assert [len(label) for label in labels] == [8]
    assert labels.pop() not in look
    assert not any("192.0.2.1" in each for each in (look, *rows))


def test_groups_survive_a_restart(tmp_path):
    """Another server on the database knows them, and puts who enters there into the same groups."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with ExitStack() as stack:
        first = Running(url, proxies=["127.0.0.1"])
        stopped = stack.enter_context(ExitStack())
        stopped.callback(first.stop)
        school = Crowd(first.address)
        school.come("192.0.2.1", ["Ada"])
        school.come("198.51.100.7", ["Ben"])
        school.visitor.close()
        stopped.close()
        second = Running(url, proxies=["127.0.0.1"])
        stack.callback(second.stop)
        school.visitor = Visitor(second.address)
        school.come("192.0.2.1", ["Cleo"])
        assert school.groups() == [[1, 3], [2]]
        school.visitor.close()


def test_an_address_enters_as_often_as_before():
    """The share comes in addition to the rate."""
    assert rate_limits.RATES["enter"] == rate_limits.Rate(200, 0.1)
