"""The description of the server: every request is declared, and every answer is held to its declared shape."""

import re

import pytest

from noughts.lessons.catalogue import LESSONS
from noughts.lessons.puzzles import boards
from noughts.server.routes import COMMON_ERRORS, ROUTES
from noughts.solver.recorded import known_runs
from tests.contract.held import held

LONG = ",".join(f"{column}{row}" for row in (1, 2, 3) for column in "abcde")
"""A game whose first values nobody knows."""

RECORDED = next(run for run in known_runs() if run.certificate_bytes)
PLAYED = next(run for run in known_runs() if run.question == "value" and run.certificate_bytes)
"""A run whose certificate the package has."""

QUESTIONS = {
    "players": ["", "board=5x5x4"],
    "proofs": [""],
    "decide": [
        *("player=tic", "player=weights&position=XX./.../O..", "player=rules&position=.X./OOX/X.."),
        *("player=Hard&position=XX./.../O..", "player=mcts(playouts=20)"),
    ],
    "explain": [
        *("player=tic", "player=weights&position=XX./.../O..", "player=rules&position=.X./OOX/X.."),
        *("player=Hard&position=XX./.../O..", "player=mcts(playouts=20)", "player=perfect&blocks=false"),
        *(
            "player=menace&position=X../.O./...",
            "player=td&position=X../.O./...",
            "player=engine&board=6x6x4",
        ),
    ],
    "explain/tree": ["", "position=XX./OO./...&path=c1&merge=false"],
    "brains": ["position=XO./.X./..O", "board=4x3x3&position=XOXO/OXOX/...."],
    "analyse": ["position=X../.O./XO.", "position=XXX/OO./..."],
    "tree": ["", "position=XX./OO./...&path=c1&depth=2"],
    "review": ["moves=a1,b1,b2,c3", "moves=a1,b1,b2,b3,a2,c2,a3", f"board=5x5x5&moves={LONG}"],
    "position": ["", "position=XX./OO./...", "position=XXX/OO./..."],
    "hint": ["", "position=XX./OO./...", "board=6x6x4"],
    "line": ["", "position=XX./OO./...", "position=XXX/OO./..."],
    "lines": ["cell=b2", "board=cube3&cell=a9", "position=XX./OO./...&cell=c1"],
    "lessons": [""],
    **{f"lessons/{name}": [""] for name in LESSONS},
    "puzzles": ["", *(f"board={board}" for board in boards()), "board=4x4x4&kind=first"],
    "puzzles/daily": ["day=2026-11-23"],
    "puzzles/run": ["seed=3&kind=fork", ""],
    "ladder": [""],
    "strategy": ["side=X", "side=O"],
    "positions": [""],
    "results": [""],
    "addresses": [""],
    "strength": [""],
    "boards": [""],
    "board": ["", "board=cube4", "board=3x4x3", "board=20x20x5", "board=torus5x5x4"],
    f"certificates/{RECORDED.sha256}": [""],
    f"certificates/{RECORDED.sha256}/verified": [""],
    f"certificates/{PLAYED.sha256}/played": ["", "moves="],
}
GENERAL = re.compile(r"(?P<name>(?<=lessons/).+)|(?P<sha256>(?<=certificates/)[0-9a-f]{64})")
"""A lesson's name in an address, or what a certificate is called by."""

GAME = "/api/games/{game}"
JSON_ROUTES = {route.name: route.response for route in ROUTES if isinstance(route.response, type)}


def general(name):
    """A question as it is declared, whatever it asks for."""
    return GENERAL.sub(lambda found: f"{{{found.lastgroup}}}", name)


def shape(request):
    """The name of the shape that a request is answered with."""
    return JSON_ROUTES[request].__name__


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] * (name == "proofs")) for name in QUESTIONS]
)
def test_a_question_is_answered_in_its_shape(visitor, name):
    """Each question is answered in its declared shape, with no name more or less."""
    for query in QUESTIONS[name]:
        answer = visitor.http.get(f"/api/{name}?{query}")
        assert answer.status_code == 200, answer.text
        held(answer.json(), shape(f"GET /api/{general(name)}"))


def test_every_question_is_asked():
    """No question is left out above."""
    asked = {
        request
        for request in JSON_ROUTES
        if request.startswith("GET") and not request.startswith((f"GET {GAME}", "GET /api/classes"))
    }
    assert asked == {f"GET /api/{general(name)}" for name in QUESTIONS}


def test_every_request_is_declared(visitor):
    """Every documented route is in the OpenAPI document, with its parameters and the statuses of refusals."""
    paths = visitor.http.get("/openapi.json").json()["paths"]
    operations = {f"{method.upper()} {path}": paths[path][method] for path in paths for method in paths[path]}
    assert sorted(operations) == sorted(route.name for route in ROUTES if route.tag)
    for route in ROUTES:
        if route.tag:
            operation = operations[route.name]
            assert {int(status) for status in operation["responses"]} == {
                route.status,
                *COMMON_ERRORS,
                *route.all_errors,
            }
            places = {(each["in"], each["name"]) for each in operation.get("parameters", ())}
            assert {name for place, name in places if place == "path"} == set(
                re.findall(r"{(\w+)}", route.path)
            )
            assert ("requestBody" in operation) is (route.method == "POST" and route.model is not None)
            body = operation["responses"]["422"]["content"]["application/json"]["schema"]
            assert body == {"$ref": "#/components/schemas/RefusalJson"}


def test_a_game_keeps_its_shape_through_everything(visitor, friend):
    """Made, joined, played, offered, taken back, agreed, watched and kept: each answer is in its declared shape."""
    made = visitor.http.post("/api/games", json={"x": "person", "o": "friend"})
    held(made.json(), shape("POST /api/games"))
    visitor.id, visitor.tokens = made.json()["game"]["id"], made.json()["tokens"]
    visitor.invitation = made.json()["invitation"]
    held(friend.join(visitor).json(), shape(f"POST {GAME}/seat"))
    two = [(visitor, "X"), (friend, "O")]
    done = [visitor.play("b2"), friend.play("a1", "O")]
    for verb, (first, second) in [("undo", two), ("draw", two[::-1]), ("again", two)]:
        done += [who.do(verb, seat) for who, seat in (first, second)]
        if verb == "undo":
            done += [visitor.play("b2"), visitor.do("draw"), friend.do("decline", "O")]
    with visitor.stream() as events:
        done.append(next(events)[1])
    for game in (*done, visitor.game()):
        held(game, "GameJson")
    record = visitor.http.get(f"/api/games/{visitor.id}/record.json")
    held(record.json(), "GameFileJson")


def test_a_game_with_computers_keeps_its_shape(visitor):
    """Against a computer and between two, from the first move to the end, an answer is a game in its shape."""
    visitor.make(o="easy")
    games = [visitor.play("b2"), visitor.do("undo"), visitor.do("redo"), visitor.do("resign")]
    visitor.make(x="perfect", o="rules(advanced=False)")
    while not games[-1]["outcome"] or games[-1]["id"] != visitor.id:
        games.append(visitor.do("step", ply=visitor.game()["ply"]))
    for game in games:
        held(game, "GameJson")


def test_refusals_have_one_shape(visitor):
    """What is refused is told in one shape, with the game where there is one."""
    visitor.make()
    visitor.play("b2")
    answers = [
        visitor.http.get("/api/games/nobody"),
        visitor.http.get("/api/nothing"),
        visitor.http.get("/api/decide?player=nobody"),
        visitor.http.post("/api/games", json={"x": 1}),
        visitor.http.post(f"/api/games/{visitor.id}/moves", json={"version": 1, "ply": 1, "cell": "a1"}),
        visitor.send("moves", "O", ply=1, cell="b2"),
    ]
    assert [answer.status_code for answer in answers] == [404, 404, 422, 422, 401, 409]
    assert "game" in [held(answer.json(), "RefusalJson") for answer in answers][-1]
