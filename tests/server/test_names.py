"""Two people are called what they say, and a link comes to another device."""

import re

import pytest

from noughts.server.addresses import outside_addresses
from tests.contract.held import held


def named(person, seat, name):
    """What comes of saying a name."""
    right = {"authorization": f"Bearer {person.tokens[seat]}"}
    return person.http.post(f"/api/games/{person.id}/name", json={"name": name}, headers=right)


def test_people_are_called_what_they_say(visitor, friend):
    """A name is told to all who look, moves no game on, is kept in the next game, also when the sides change."""
    visitor.make(x="person", o="friend")
    friend.join(visitor)
    game = named(visitor, "X", "  Ada \n Lovelace ").json()
    held(game, "GameJson")
    assert game["seats"]["X"]["name"] == "Ada Lovelace"
    assert named(friend, "O", "Bo").json()["seats"]["O"]["name"] == "Bo"
    version = friend.game()["version"]
    assert named(visitor, "X", "Ada Lovelace").json()["version"] == version
    visitor.play("b2")
    visitor.do("again", swap=True)
    following = friend.do("again", "O", swap=True)["next"]
    seats = visitor.game(following)["seats"]
    assert (seats["X"]["name"], seats["O"]["name"]) == ("Bo", "Ada Lovelace")


@pytest.mark.parametrize("name", ["", "   ", "\u202e\u200b", "a" * 31, "tab\x00"])
def test_a_name_can_be_seen(visitor, name):
    """What shows nothing, or hides or turns what stands beside it, is no name: 422, which quotes it."""
    visitor.make()
    answer = named(visitor, "X", name)
    assert answer.status_code == 422
    held(answer.json(), "RefusalJson")
    assert visitor.game()["seats"]["X"]["name"] is None


def test_only_whoever_sits_there_names_them(visitor):
    """Without a token nobody is named, and a computer keeps its own name."""
    visitor.make(x="person", o="tic")
    assert visitor.http.post(f"/api/games/{visitor.id}/name", json={"name": "Eve"}).status_code == 401
    assert named(visitor, "X", "Ada").json()["seats"]["O"] == {
        "kind": "computer",
        "player": "tic",
        "level": None,
        "seconds": None,
        "taken": True,
        "name": None,
    }


def test_a_link_becomes_a_qr_code(visitor):
    """The modules are a square with the three finder patterns of ISO/IEC 18004, larger for a longer text."""
    sizes = []
    for text in ("http://192.168.1.5:8000/", "x" * 500):
        answer = visitor.http.post("/api/qr", json={"text": text}).json()
        rows = held(answer, "QrJson")["modules"]
        size = len(rows)
        assert size % 4 == 1
        assert all(re.fullmatch(f"[01]{{{size}}}", row) for row in rows)
        for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
            corner = [row[left : left + 7] for row in rows[top : top + 7]]
            assert corner == ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        sizes.append(size)
    assert sizes[0] < sizes[1]
    assert visitor.http.post("/api/qr", json={"text": "x" * 501}).status_code == 422


def test_where_others_reach_it(own_server, visitor):
    """A server that listens for others says where, to its own machine alone; one that does not says nothing."""
    assert visitor.http.get("/api/addresses").json() == {"schema": 3, "addresses": []}
    assert outside_addresses("127.0.0.1", 8000) == outside_addresses("::1", 8000) == ()
    assert outside_addresses("192.168.1.5", 8000) == ("http://192.168.1.5:8000",)
    assert outside_addresses("2001:db8::7", 80) == ("http://[2001:db8::7]:80",)
    for everywhere in ("0.0.0.0", "::"):  # noqa: S104 - what is said of it, not bound
        assert all(
            "127.0.0.1" not in one and one.endswith(":8000") for one in outside_addresses(everywhere, 8000)
        )
    own_server.app.state.services.addresses = ("http://192.168.1.5:8000",)
    with_proxy = {"x-forwarded-for": "203.0.113.9"}
    asked = [
        visitor.http.get(f"{own_server.address}/api/addresses", headers=headers).json()["addresses"]
        for headers in ({}, with_proxy)
    ]
    assert asked == [["http://192.168.1.5:8000"], []]
