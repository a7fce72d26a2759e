"""Classes over HTTP: one link, many pairs, a stream of all boards, and crowds that the teacher removes."""

import itertools
import json

import pytest
from sqlalchemy import text

from tests.contract.held import held
from tests.server.people import Running, Visitor, bearer, events

NONCES = (f"a nonce of pupil {number}" for number in itertools.count())


class School:
    """A teacher who makes a class, and its pupils."""

    def __init__(self, address, **wanted):
        self.visitor = Visitor(address)
        made = self.post("", json=wanted)
        assert made.status_code == 201, made.text
        body = held(made.json(), "MadeClassroomJson")
        self.id, self.teacher = body["classroom"]["id"], body["token"]
        self.tokens = {}

    def post(self, path, token=None, **more):
        headers = bearer(token) if token else {}
        return self.visitor.http.post(f"/api/classes{path}", headers=headers, **more)

    def enter(self, *names):
        for name in names:
            answer = self.post(f"/{self.id}/pupils", json={"name": name, "nonce": next(NONCES)})
            assert answer.status_code == 200, answer.text
            body = held(answer.json(), "EnteredJson")
            self.tokens[body["pupil"]] = body["token"]
        return self.look()

    def look(self):
        return held(self.visitor.http.get(f"/api/classes/{self.id}").json(), "ClassroomJson")

    def act(self, what, token=None, **body):
        return self.post(f"/{self.id}/{what}", token or self.teacher, json=body)

    def round(self):
        answer = self.act("round", round=self.look()["round"])
        assert answer.status_code == 200, answer.text
        return held(answer.json(), "ClassroomJson")

    def play(self, pair, *cells):
        """Plays in a pair's game as its two pupils do, each with the token that let them in."""
        self.visitor.id = pair["game"]
        self.visitor.tokens = {side: self.tokens[number] for side, number in pair["seats"].items()}
        for side, cell in zip(itertools.cycle("XO"), cells, strict=False):
            game = self.visitor.play(cell, side)
        return held(game, "GameJson")


WON = ("a1", "b1", "a2", "b2", "a3")


@pytest.fixture(scope="module")
def server(empty):
    """A server that trusts this machine as a proxy, which names the addresses of pupils."""
    with Running(empty(), proxies=["127.0.0.1"]) as running:
        yield running


@pytest.fixture
def school(server):
    opened = School(server.address, meanwhile="medium")
    with opened.visitor:
        yield opened


def test_pupils_play_each_other(school):
    """A new pupil is paired with one who waits, plays an ordinary game with the token of the class, and is counted."""
    room = school.enter("Ada", "Ben", "")
    assert [each["name"] for each in room["pupils"]] == ["Ada", "Ben", "Guest 3"]
    assert (room["waiting"], room["meanwhile"], room["round"]) == ([3], "medium", 1)
    (pair,) = room["pairs"]
    game = school.play(pair, *WON)
    assert [game["seats"][side]["name"] for side in "XO"] == ["Ada", "Ben"]
    assert all(game["seats"][side]["taken"] for side in "XO")
    room = school.look()
    assert room["pairs"][0]["result"] == "X"
    assert [(each["won"], each["lost"]) for each in room["pupils"]] == [(1, 0), (0, 1), (0, 0)]
    (pair,) = school.round()["pairs"]
    assert 3 in pair["seats"].values()
    assert [(each["won"], each["lost"]) for each in school.look()["pupils"]] == [(1, 0), (0, 1), (0, 0)]


def test_a_round_is_begun_once(school):
    """The same request again does nothing; one about a round that is long over is refused."""
    first = school.enter("Ada", "Ben")
    assert school.act("round", round=1).json() == school.act("round", round=1).json()
    (pair,) = school.look()["pairs"]
    assert pair["game"] != first["pairs"][0]["game"]
    assert pair["seats"] == {"X": 2, "O": 1}
    school.round()
    late = school.act("round", round=1)
    assert (late.status_code, late.json()["code"]) == (409, "stale")


def test_whoever_comes_twice_is_one(school):
    """A nonce that is sent again gets the seat and the token that it had, and is in the class once."""
    body = {"name": "Ada", "nonce": "the nonce of a pupil who lost the answer"}
    once, again = (school.post(f"/{school.id}/pupils", json=body).json() for _ in range(2))
    assert once == again
    assert len(school.look()["pupils"]) == 1


def test_only_the_teacher_directs(school):
    """A pupil may go, and nothing else; a stranger nothing; both are told, and nothing happens."""
    room = school.enter("Ada", "Ben")
    for token, what in itertools.product((school.tokens[1], "no token at all"), ("round", "close", "delete")):
        refused = school.act(what, token, **({"round": 1} if what == "round" else {}))
        assert (refused.status_code, refused.json()["code"]) == (403, "wrong-token")
    assert school.post(f"/{school.id}/close", json={}).status_code == 401
    assert school.look() == room
    gone = school.act("leave", school.tokens[1], pupil=2).json()
    assert [each["number"] for each in gone["pupils"]] == [2]
    assert gone["waiting"] == [2]
    gone = school.act("leave", pupil=2).json()
    assert gone["pupils"] == []


def test_the_teacher_names_the_pupil_to_remove(school):
    """Without a number, the teacher's request to remove a pupil is rejected, and no pupil leaves."""
    room = school.enter("Ada", "Ben")
    refused = school.act("leave", school.teacher)
    assert (refused.status_code, refused.json()["code"]) == (422, "malformed"), refused.text
    assert school.look() == room


def test_a_closed_class_stands(school):
    """Nobody comes any more and no round begins; what was won stays; deleted, it is gone with its games."""
    (pair,) = school.enter("Ada", "Ben")["pairs"]
    school.play(pair, *WON)
    closed = held(school.act("close").json(), "ClassroomJson")
    assert closed["closed"]
    assert closed["pupils"][0]["won"] == 1
    assert school.act("close").json() == closed
    late = school.post(f"/{school.id}/pupils", json={"name": "Cleo", "nonce": next(NONCES)})
    assert (late.status_code, late.json()["code"]) == (409, "class-closed")
    held(school.act("delete").json(), "DeletedJson")
    assert school.visitor.http.get(f"/api/classes/{school.id}").status_code == 404
    assert school.visitor.http.get(f"/api/games/{pair['game']}").status_code == 404


def news(school, boards):
    """Yield the events of a class, as (kind, content)."""
    path = f"/api/classes/{school.id}/events?boards={str(boards).lower()}"
    with school.visitor.http.stream("GET", path) as answer:
        assert answer.status_code == 200
        for kind, content in events(answer):
            yield kind, held(content, "ClassroomJson" if kind == "class" else "GameJson")


def until(told, wanted):
    """Return the events until all of these (kind, test) pairs have been met."""
    heard, left = [], list(wanted)
    while left:
        heard.append(next(told))
        left = [(kind, test) for kind, test in left if kind != heard[-1][0] or not test(heard[-1][1])]
    return heard


def is_game(game, test=lambda _: True):
    return ("game", lambda told: told["id"] == game and test(told))


def test_one_stream_tells_of_all_boards(school):
    """The class and each game of the round come at once, then every move, in rematches too; then a new round's."""
    one, two = school.enter("Ada", "Ben", "Cleo", "Dan")["pairs"]
    told, quiet = news(school, True), news(school, False)
    until(told, [("class", lambda room: room["round"] == 1), is_game(one["game"]), is_game(two["game"])])
    assert next(quiet)[0] == "class"
    school.play(two, *WON)
    over = ("class", lambda room: room["pairs"][1]["result"] == "X")
    heard = until(told, [is_game(two["game"], lambda game: game["outcome"]), over])
    assert one["game"] not in {content["id"] for _, content in heard}
    rematch = [school.visitor.do("again", side, swap=True) for side in "XO"][-1]["next"]
    until(told, [is_game(two["game"], lambda game: game["next"] == rematch), is_game(rematch)])
    school.visitor.id, tokens = rematch, school.visitor.tokens
    school.visitor.tokens = {"X": tokens["O"], "O": tokens["X"]}
    school.visitor.play("b2")
    until(told, [is_game(rematch, lambda game: game["swapped"] and game["moves"] == ["b2"])])
    assert school.look()["pairs"][1]["result"] == "X"
    pairs = school.round()["pairs"]
    until(told, [("class", lambda room: room["round"] == 2), *(is_game(pair["game"]) for pair in pairs)])
    assert {kind for kind, _ in until(quiet, [("class", lambda room: room["round"] == 2)])} == {"class"}
    told.close()
    quiet.close()


def test_what_cannot_be_is_refused(server, school):
    """A board or player that is none, an end to begin with, a name that shows nothing: told in words."""
    for wanted, quoted in (
        ({"board": "chess"}, "chess"),
        ({"meanwhile": "nobody"}, "nobody"),
        ({"position": "XXX/OO./..."}, "XXX/OO./..."),
        ({"clock": {"seconds": 1}}, "1"),
    ):
        refused = school.post("", json=wanted)
        assert refused.status_code == 422
        assert quoted in refused.json()["error"]
    named = school.post(f"/{school.id}/pupils", json={"name": "\u200b", "nonce": next(NONCES)})
    assert named.status_code == 422
    unknown = school.visitor.http.get("/api/classes/bcdf-ghjk")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "unknown-class")
    assert school.act("leave", pupil=7).json()["code"] == "unknown-pupil"
    assert school.act("round", round=1).json()["code"] == "too-few"


HELP = (
    ("hint", {}),
    ("analyse", {}),
    ("line", {}),
    ("review", {"moves": "a1"}),
    ("decide", {"player": "tic"}),
)


def test_nobody_is_helped_in_a_round_without_help(school):
    """With help off what is asked for a game of the round is refused until all its games are over, or help is on."""
    one, two = school.enter("Ada", "Ben", "Cleo", "Dan")["pairs"]

    def asked(game, where, **more):
        query = {"board": "3x3x3", "position": ".../.../...", "game": game, **more}
        return school.visitor.http.get(f"/api/{where}", params=query)

    assert asked(one["game"], "hint").status_code == 200
    assert held(school.act("help", help=False).json(), "ClassroomJson")["help"] is False
    for where, more in HELP:
        refused = asked(one["game"], where, **more)
        assert (refused.status_code, refused.json()["code"]) == (409, "no-help")
    assert asked(one["game"], "position").status_code == 200
    assert asked(None, "hint").status_code == asked("of another", "hint").status_code == 200
    school.play(one, *WON)
    assert asked(one["game"], "review").status_code == 409
    school.play(two, *WON)
    assert asked(one["game"], "review").status_code == 200
    (again, _) = school.round()["pairs"]
    assert asked(again["game"], "hint").status_code == 409
    assert school.act("help", school.tokens[1], help=True).status_code == 403
    assert school.act("help", help=True).json()["help"]
    assert asked(again["game"], "hint").status_code == 200


def test_the_teacher_sets_the_board_of_a_round(school):
    """A round is played on the board that is named, and the next as this one was; what cannot be is refused."""
    school.enter("Ada", "Ben")
    begun = held(
        school.act("round", round=1, board="4x4x4", position="X.../..../..../...O").json(), "ClassroomJson"
    )
    assert (begun["board"], begun["start"]) == ("4x4x4", "X.../..../..../...O")
    for pairs in (begun["pairs"], school.round()["pairs"]):
        game = school.visitor.game(pairs[0]["game"])
        assert (game["board"], game["start"], game["classroom"]) == (
            "4x4x4",
            "X.../..../..../...O",
            school.id,
        )
    assert school.act("round", round=3, board="3x3x3").json()["start"] == ".../.../..."
    for wanted in ({"board": "chess"}, {"position": "XXX/OO./..."}):
        assert school.act("round", round=4, **wanted).status_code == 422
    assert school.look()["round"] == 4


def test_whoever_is_kept_out_does_not_come_in(school):
    """Neither that browser nor that name comes in, whatever else it says; let in again, both do."""
    nonce = "a nonce of somebody who is sent away"
    first = school.post(f"/{school.id}/pupils", json={"name": "Ada", "nonce": nonce}).json()
    school.enter("Ben")
    out = held(school.act("ban", pupil=first["pupil"]).json(), "ClassroomJson")
    assert (out["banned"], out["waiting"]) == ([{"number": 1, "name": "Ada"}], [2])
    assert school.act("ban", pupil=1).json() == out
    for body in ({"name": "Eve", "nonce": nonce}, {"name": "ADA", "nonce": next(NONCES)}):
        refused = school.post(f"/{school.id}/pupils", json=body)
        assert (refused.status_code, refused.json()["code"]) == (403, "banned")
    assert school.act("ban", school.tokens[2], pupil=2).status_code == 403
    assert school.act("ban", pupil=1, banned=False).json()["banned"] == []
    assert school.post(f"/{school.id}/pupils", json={"name": "Ada", "nonce": nonce}).status_code == 200


def test_whoever_was_sent_away_comes_back_as_who_they_were(school):
    """The same browser that comes in again has its number and its points, and is paired."""
    nonce = "a nonce of somebody who comes back"
    first = school.post(f"/{school.id}/pupils", json={"name": "Ada", "nonce": nonce}).json()
    school.tokens[first["pupil"]] = first["token"]
    school.play(school.enter("Ben")["pairs"][0], *WON)
    school.round()
    school.act("leave", pupil=1)
    again = school.post(f"/{school.id}/pupils", json={"name": "Ada", "nonce": nonce}).json()
    assert (again["pupil"], again["token"]) == (first["pupil"], first["token"])
    assert [(each["name"], each["won"]) for each in again["classroom"]["pupils"]] == [("Ada", 1), ("Ben", 0)]
    assert len(again["classroom"]["pairs"]) == 1


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
def crowd(server):
    opened = Crowd(server.address)
    with opened.visitor:
        yield opened


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


def test_only_the_teacher_sees_who_came_from_one_address(crowd, server):
    """Pupils and strangers do not, and neither the class, its stream nor the database has the address."""
    crowd.come("192.0.2.1", ["Ada", "Ben"])
    for token in (crowd.tokens[1], "wrong"):
        assert crowd.act("groups", token).status_code == 403
    assert crowd.post(f"/{crowd.id}/groups", json={}).status_code == 401
    look = crowd.visitor.http.get(f"/api/classes/{crowd.id}").text
    with server.store.engine.connect() as connection:
        asked = text("select detail from log where kind = 'enter' and id = :id")
        rows = connection.execute(asked, {"id": crowd.id}).scalars().all()
    labels = {row.split()[0].partition(".")[2] for row in rows}
    assert [len(label) for label in labels] == [8]
    assert labels.pop() not in look
    assert not any("192.0.2.1" in each for each in (look, *rows))


def test_who_comes_and_goes_is_told_no_more(school):
    """After fifty who came and went a class is told in as many bytes as before; to leave again is no fault."""
    before = len(json.dumps(school.enter("Ada")))
    for number in range(2, 52):
        school.enter(f"Somebody {number}")
        for _ in range(2):
            assert school.act("leave", school.tokens[number]).status_code == 200
    after = school.look()
    assert [each["name"] for each in after["pupils"]] == ["Ada"]
    assert len(json.dumps(after)) < before + 10


def test_the_teacher_locks_the_door(school):
    """No new pupil enters, nor one who was removed; only the teacher locks the class, and everybody sees it."""
    assert not school.enter("Ada", "Ben")["locked"]
    assert school.act("door", school.tokens[1], locked=True).status_code == 403
    assert school.act("door", locked=True).json()["locked"]
    school.act("leave", pupil=2)
    refused = school.post(f"/{school.id}/pupils", json={"name": "Ben", "nonce": "another nonce of Ben's"})
    assert (refused.status_code, refused.json()["code"]) == (409, "class-locked")
    assert not school.act("door", locked=False).json()["locked"]
    assert [each["name"] for each in school.enter("Cleo")["pupils"]] == ["Ada", "Cleo"]


def test_a_class_goes_on_after_a_restart(tmp_path):
    """Another server on the database knows the class, its rounds, its points and who came from one address."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Running(url, proxies=["127.0.0.1"]) as first:
        crowd = Crowd(first.address, clock={"seconds": 60, "increment": 1})
        crowd.come("192.0.2.1", ["Ada"])
        crowd.come("198.51.100.7", ["Ben", "Cleo"])
        crowd.play(crowd.look()["pairs"][0], *WON)
        before = crowd.round()
        crowd.visitor.close()
    with Running(url, proxies=["127.0.0.1"]) as second, Visitor(second.address) as crowd.visitor:
        assert crowd.look() == before
        game = crowd.play(crowd.round()["pairs"][0], *WON)
        assert game["clock"]["seconds"] == 60
        crowd.come("192.0.2.1", ["Dan", "Eve"])
        assert crowd.groups() == [[1, 4, 5], [2, 3]]
