"""Questions over HTTP: the same answers as the command line's, in words too, and kept by caches."""

import asyncio
import gc
import json
import multiprocessing
import random
import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from click.testing import CliRunner

from noughts import Board, Mark, Position, exploit, player, player_names
from noughts.cli.decide import decide as decide_command
from noughts.cli.positions import analyse as analyse_command
from noughts.cli.positions import tree as tree_command
from noughts.engine.analysis import can_judge
from noughts.explain.blocks import bare
from noughts.players.registry import LEVELS
from noughts.server import (
    analyses,
    workers,
)
from noughts.server import analysis_service as questions
from noughts.solver.analysis import analyse
from tests.contract.held import held
from tests.server.people import Visitor, events

POSITION = "XX./.../O.."


def ask(visitor, question, **params):
    answer = visitor.http.get(f"/api/{question}", params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


def printed(command, *args):
    return json.loads(CliRunner().invoke(command, [*args, "--json"]).stdout)


def said(text):
    """Return the precise wording of a text without marks."""
    return bare(text["precise"] if isinstance(text, dict) else text)


@pytest.mark.parametrize("name", [*player_names(), "rules(advanced=False)", "tic(deep=True)"])
def test_decide_is_what_the_command_prints_and_explain_says_why(visitor, name):
    """`/api/decide` is `noughts decide --json`; `/api/explain` has a sentence for each possible move, and blocks."""
    expected = printed(decide_command, name, POSITION)
    assert ask(visitor, "decide", player=name, position=POSITION) == expected
    answer = ask(visitor, "explain", player=name, position=POSITION)
    assert answer["moves"] == expected["moves"]
    assert answer["why"].keys() == answer["moves"].keys()
    assert all(len(said(text).split()) > 2 for text in (answer["summary"], *answer["why"].values()))
    assert len(answer["blocks"]) > 2
    without = ask(visitor, "explain", player=name, position=POSITION, blocks="false")
    assert without == {**answer, "blocks": []}


@pytest.mark.parametrize(
    ("board", "position"), [("3x3x3", POSITION), ("6x6x4", "XX..../OO..../" + "/".join(["......"] * 4))]
)
def test_a_weight_grid_is_built_line_by_line(visitor, board, position):
    """Each frame adds as much to its cells as it says, and the last grid is the decision's."""
    place = {"player": "weights", "board": board, "position": position}
    frames = next(b for b in ask(visitor, "explain", **place)["blocks"] if b["block"] == "frames")["frames"]
    weights = dict.fromkeys(frames[0]["notes"], 0)
    for frame in frames[1:]:
        added = re.search(r": \+([0-9,]+) at ", frame["words"])
        for name, note in frame.get("notes", {}).items():
            weights[name] += int(added[1].replace(",", ""))
            assert weights[name] == int(note["text"].replace(",", ""))
    board = Position.parse(position, k=int(board[-1])).board
    grid = ask(visitor, "decide", **place)["evidence"]["grid"]
    assert weights == {
        name: grid[row][column]
        for name in weights
        for row, column in [divmod(board.cell(name), board.columns)]
    }


def test_brains_are_all_decisions_side_by_side(visitor):
    """On 3x3x3 everybody answers as when asked alone; on a larger board the others say why they do not."""
    answer = ask(visitor, "brains", position=POSITION)
    assert [each["player"] for each in answer["brains"]] == list(player_names())
    alone = ask(visitor, "explain", player="tic", position=POSITION)
    assert answer["brains"][0] == {name: alone[name] for name in answer["brains"][0]}
    large = ask(visitor, "brains", board="15x15x5")
    assert {each["player"] for each in large["brains"]} == {"weights", "random", "engine", "mcts"}
    assert all("15x15x5" in each["why_not"] for each in large["absent"])
    assert len(large["brains"]) + len(large["absent"]) == len(player_names())


def test_analyse_and_tree_are_what_the_commands_print(visitor):
    """`/api/analyse` and `/api/tree` answer what `noughts analyse` and `noughts tree` print."""
    assert ask(visitor, "analyse", position=POSITION) == printed(analyse_command, POSITION)
    expected = printed(tree_command, POSITION, "--depth", "2", "--merge")
    assert ask(visitor, "tree", position=POSITION, depth=2) == expected


def test_a_path_opens_the_same_node(visitor):
    """A path of moves leads to the node that stands there when all is opened at once, window included."""
    opened = ask(visitor, "tree", position=POSITION, merge=False, depth=2)
    child = opened["children"][2]
    grandchild = child["children"][1]
    path = f"{child['move']},{grandchild['move']}"
    assert ask(visitor, "tree", position=POSITION, merge=False, depth=0, path=path) == {
        "schema": 3,
        **grandchild,
    }


def test_review_finds_what_each_ply_was_worth(visitor):
    """The values are the solver's own, ply by ply, and each mistake changed the result."""
    moves = "a1,b1,b2,c3,a3"
    answer = ask(visitor, "review", moves=moves)
    place = Position.start()
    for value, move in zip(answer["values"], [None, *moves.split(",")], strict=True):
        if move:
            place = place.play(place.board.cell(move))
        seen = analyse(place).value
        assert (value["move"], value["position"]) == (move, str(place))
        assert (value["value"], value["plies"]) == (str(seen.result), seen.plies)
        winner = {"win": value["to_move"], "draw": None, "loss": "XO".replace(value["to_move"], "")}
        assert value["winner"] == winner[value["value"]]
    assert [mistake["move"] for mistake in answer["mistakes"]] == ["b1"]
    assert "b1 gives away the draw" in said(answer["mistakes"][0]["sentence"])


@pytest.mark.parametrize("board", ["3x3x3", "4x3x3", "torus3x3x3", "5x4x4"])
def test_a_position_tells_its_legal_moves_and_threats(visitor, board):
    """Played at random to the end: legal is what can be played, and a threat where one more mark completes a line."""
    dice, place = random.Random(board), Position.start(Board.parse(board))
    while True:
        answer = ask(visitor, "position", board=board, position=str(place))
        name = place.board.cell_name
        assert (answer["ply"], answer["to_move"]) == (place.ply, str(place.to_move))
        assert answer["legal"] == [name(cell) for cell in place.moves]
        for side, own in (("X", place.x), ("O", place.o)):
            there = [
                c for c in place.moves if any((own | 1 << c) & m == m for m in place.board.masks_through[c])
            ]
            assert answer["threats"][side] == [name(cell) for cell in there]
            other = place.o if side == "X" else place.x
            two = [
                c
                for c in place.moves
                if sum((m & ~own).bit_count() == 2 and not m & other for m in place.board.masks_through[c])
                > 1
            ]
            assert answer["forks"][side] == [name(cell) for cell in two]
        if place.is_over:
            break
        assert answer["outcome"] is None
        place = place.play(dice.choice(place.moves))
    winner = place.outcome.winner
    assert answer["outcome"]["winner"] == (winner and str(winner))
    assert answer["outcome"]["lines"] == [[name(cell) for cell in line] for line in place.outcome.lines]


@pytest.mark.parametrize("move", [None, "b1", "c3"])
@pytest.mark.parametrize("board", ["3x3x3", "4x3x3", "torus3x3x3"])
def test_the_best_line_keeps_its_value_to_the_end(visitor, board, move):
    """It begins with the move, lasts as many plies as the value says, and is worth the same after each of its moves."""
    answer = ask(visitor, "line", board=board, **({"move": move} if move else {}))
    place, mover = Position.start(Board.parse(board)), Mark.X
    value = analyse(place).moves[place.board.cell(move)] if move else analyse(place).value
    assert (answer["value"], answer["plies"]) == (str(value.result), value.plies)
    assert answer["line"][:1] == [move] or move is None
    for number, name in enumerate(answer["line"], start=1):
        place = place.play(place.board.cell(name))
        assert analyse(place).value.result == (value.result if place.to_move is mover else -value.result)
        assert analyse(place).value.plies == value.plies - number
    assert place.is_over
    assert answer["winner"] == (place.outcome.winner and str(place.outcome.winner))
    assert said(answer["words"]).endswith(f" Best play: {' '.join(answer['line'])}.")


def test_the_best_line_of_a_finished_game_is_its_end(visitor):
    """Nothing follows: no cell, and the sentence says how it ended."""
    answer = ask(visitor, "line", position="XXX/OO./...")
    assert (answer["value"], answer["plies"], answer["winner"], answer["line"]) == ("loss", 0, "X", [])
    assert answer["words"] == "X wins along the top row."


def test_players_and_levels_say_whether_they_play(visitor):
    """Every player and level is listed; who does not play a board says why."""
    answer = ask(visitor, "players", board="5x5x4")
    assert [each["name"] for each in answer["players"]] == list(player_names())
    assert [each["name"] for each in answer["levels"]] == list(LEVELS)
    for each in answer["players"]:
        assert each["plays"] == player(each["name"]).plays(Position.parse("/".join(["....."] * 5), k=4).board)
        assert each["plays"] or "'5x5x4'" in each["why_not"]


@pytest.mark.long
def test_proofs_are_computed_once_and_told_with_the_players(visitor):
    """What exhaustion says is what `exploit` computes, and then it stands beside each player and level."""
    proofs = ask(visitor, "proofs")["proofs"]
    for name in ("core", "rules", "easy", "hard"):
        found = exploit(player(name))
        assert proofs[name]["x"]["can_lose"] == found.x.can_lose
        assert proofs[name]["o"]["score"] == str(found.o.score)
    answer = ask(visitor, "players")
    assert [each["proof"] for each in answer["players"]] == [proofs[name] for name in player_names()]
    assert [each["proof"] for each in answer["levels"]] == [proofs[name] for name in LEVELS]


def test_the_picture_shows_every_mark(visitor):
    """The board is answered as SVG with a cell for each cell and a mark for each mark."""
    answer = visitor.http.get("/api/board.svg", params={"position": POSITION, "last": "a3"})
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.count("data-cell") >= 9
    assert "<script" not in answer.text
    assert "style" not in answer.text


def test_the_picture_can_be_had_as_png(visitor):
    """Where the extra is installed the board is a PNG of 800 pixels; the cell must be one of the board."""
    pytest.importorskip("resvg_py")
    answer = visitor.http.get("/api/board.png", params={"position": POSITION, "last": "a3"})
    assert answer.headers["content-type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert max(int.from_bytes(answer.content[at : at + 4]) for at in (16, 20)) == 800
    assert visitor.http.get("/api/board.png", params={"last": "z9"}).json()["code"] == "malformed"


def test_without_the_extra_there_is_no_png(visitor, monkeypatch):
    """A server that cannot draw a PNG says what is missing."""
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    answer = visitor.http.get("/api/board.png", params={"position": "X../.../..."})
    assert answer.status_code == 422
    assert "noughts[png]" in answer.json()["error"]


THREES = "/".join(["." * 10] * 4 + ["....XXX...", "....OOO..."] + ["." * 10] * 4)


def watched(visitor, **place):
    """What the stream of an analysis tells, as pairs of kind and content."""
    with visitor.http.stream("GET", "/api/analyse/events", params=place) as answer:
        assert answer.status_code == 200
        return list(events(answer))


def test_an_analysis_is_watched(visitor):
    """On a small board the stream has one answer, that of `/api/analyse`; what is no position is refused at once."""
    *waits, (kind, known) = watched(visitor, position=POSITION)
    assert {each for each, _ in waits} <= {"ahead", "news"}
    asked = ask(visitor, "analyse", position=POSITION)
    assert (kind, known["value"], known["moves"]) == ("done", asked["value"], asked["moves"])
    assert watched(visitor, position=POSITION) == [("done", known)]
    assert visitor.http.get("/api/analyse/events", params={"position": "XXX/..."}).status_code == 422


@pytest.mark.skipif(not can_judge(Board.parse("10x10x5")), reason="the engine needs the extra 'solver'")
def test_an_analysis_ripens(visitor):
    """On a large board news come before the end, no less deep each than the one before, and all moves have a value."""
    *news, (kind, last) = watched(
        visitor, board="10x10x5", position=str(Position.start("10x10x5").play("e5"))
    )
    depths = [content["depth"] for each, content in news if each == "news"]
    assert depths
    assert depths == sorted(depths)
    if kind == "done":  # else the time of a question was spent on this machine
        held(last, "AnalysisJson")
        assert last["nodes"] >= 1_000_000
        assert all("estimate" in worth or worth["value"] != "unknown" for worth in last["moves"].values())


@pytest.mark.skipif(not can_judge(Board.parse("10x10x5")), reason="the engine needs the extra 'solver'")
def test_a_large_board_is_judged_by_the_engine(visitor):
    """On 10x10x5 two open threes are forks of both; analysis, hint and line tell the win that is proved."""
    place = {"board": "10x10x5", "position": THREES}
    assert ask(visitor, "position", **place)["forks"] == {"X": ["d5", "h5"], "O": ["d6", "h6"]}
    analysis = ask(visitor, "analyse", nodes=30_000, **place)
    assert (analysis["exact"], analysis["value"], analysis["plies"]) == (False, "win", 3)
    assert analysis["best"] == ["d5", "h5"]
    assert analysis["moves"]["f4"]["value"] == "loss"
    unknown = [worth for worth in analysis["moves"].values() if worth["value"] == "unknown"]
    assert unknown
    assert all(worth["plies"] is None and "estimate" in worth for worth in unknown)
    assert said(ask(visitor, "explain", player="engine", **place)["summary"]).startswith(
        "Plays d5, which wins in 3 plies"
    )
    line = ask(visitor, "line", move="h5", **place)
    assert (line["value"], line["plies"], line["winner"], line["line"][0]) == ("win", 3, "X", "h5")
    assert "Its proof begins: h5 " in said(line["words"])


@pytest.mark.skipif(not can_judge(Board.parse("10x10x5")), reason="the engine needs the extra 'solver'")
def test_a_game_on_a_large_board_is_reviewed_by_the_engine(visitor):
    """What is proved has a value, all else an estimate and none; a move that let the other side win is told."""
    review = ask(visitor, "review", board="9x9x5", moves="e5,a1,f5,a2,g5,a9,h5,d5,i5")
    values = review["values"]
    assert [each["value"] for each in values[-4:]] == ["win", "loss", "win", "loss"]
    assert all(("estimate" in each) is (each["value"] is None) for each in values)
    (mistake,) = review["mistakes"]
    assert (mistake["move"], mistake["before"]["value"], mistake["after"]["value"]) == (
        "a9",
        "unknown",
        "loss",
    )
    assert "a9 lets X win: X can win in 4 plies" in said(mistake["sentence"])


@pytest.mark.parametrize(
    ("path", "params", "code", "words"),
    [
        ("decide", {}, "malformed", ["player"]),
        ("decide", {"player": "deepblue"}, "unknown-player", ["'deepblue'"]),
        ("decide", {"player": "tic", "board": "9x9x5"}, "unsupported-board", ["'9x9x5'"]),
        ("decide", {"player": "tic", "position": "XXX/OO./..."}, "malformed", ["'XXX/OO./...'", "over"]),
        ("decide", {"player": "tic", "position": "XXX/..."}, "malformed", ["'XXX/...'"]),
        ("decide", {"player": "tic", "position": "?"}, "malformed", ["'?'"]),
        ("brains", {"board": "3"}, "malformed", ["'3'"]),
        ("analyse", {"board": "15x15x5", "nodes": 0}, "malformed", ["nodes", "'0'"]),
        ("analyse", {"board": "15x15x5", "nodes": 10**9}, "malformed", ["nodes", "'1000000000'"]),
        ("analyse", {"board": "15x15x5", "nodes": "nan"}, "malformed", ["nodes", "'nan'"]),
        ("position", {"position": "XX./.../..."}, "malformed", ["'XX./.../...'"]),
        ("position", {"board": "4x4x3", "position": ".../.../..."}, "malformed", ["4x4x3"]),
        ("line", {"move": "a9"}, "malformed", ["'a9'"]),
        ("line", {"position": "X../.../...", "move": "a1"}, "malformed", ["'a1'", "taken"]),
        ("line", {"position": "XXX/OO./...", "move": "c2"}, "malformed", ["over"]),
        ("decide", {"player": "weights", "board": "strip4x6x6"}, "malformed", ["'strip4x6x6'"]),
        ("players", {"board": "strip4x6x6"}, "malformed", ["'strip4x6x6'"]),
        ("review", {"moves": "a1,a1"}, "malformed", ["'a1'"]),
        ("tree", {"board": "4x3x3"}, "too-large-board", ["4x3x3"]),
        ("tree", {"path": "b1,b1"}, "malformed", ["'b1'"]),
        ("tree", {"depth": 9}, "malformed", ["depth", "'9'"]),
        ("board.svg", {"last": "z9"}, "malformed", ["'z9'"]),
    ],
)
def test_questions_that_make_no_sense(visitor, path, params, code, words):
    """What cannot be answered is 422, quoted, and says how large is too large."""
    answer = visitor.http.get(f"/api/{path}", params=params)
    assert (answer.status_code, answer.json()["code"]) == (422, code), answer.text
    assert all(word in answer.json()["error"] for word in words), answer.text


def test_a_browser_need_not_ask_twice(visitor):
    """A pure answer may be kept, and its tag is answered by 304 without a body."""
    first = visitor.http.get("/api/brains", params={"position": POSITION})
    assert "max-age" in first.headers["cache-control"]
    again = visitor.http.get(
        "/api/brains", params={"position": POSITION}, headers={"if-none-match": first.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    plain = visitor.http.get(
        "/api/brains", params={"position": POSITION}, headers={"accept-encoding": "identity"}
    )
    assert "content-encoding" not in plain.headers
    assert plain.json() == first.json()


def test_a_long_computation_holds_up_nobody(own_server, own_visitor, monkeypatch):
    """While a large board is computed, a whole game is played: the answer comes only after it."""
    may_end = threading.Event()
    compute = analyses.analysis

    def slowly(position, nodes):
        assert may_end.wait(60)
        return compute(position, nodes)

    monkeypatch.setattr(analyses, "analysis", slowly)
    monkeypatch.setattr(workers.Workers, "compute", lambda _, __, ___, *work: asyncio.to_thread(*work))
    with Visitor(own_server.address) as asker, ThreadPoolExecutor(1) as pool:
        asking = pool.submit(ask, asker, "analyse", board="4x3x3")
        game = own_visitor.make(o="tic")
        while not game["outcome"]:
            game = own_visitor.play(game["legal"][0])
        assert not asking.done()
        may_end.set()
        assert asking.result()["value"] == "win"


# What was half read from a process lies in memory until it is swept up, of which Python tells from 3.13 on.
@pytest.mark.filterwarnings("ignore:Exception ignored (in.|while finalizing file) <_io.BytesIO")
def test_a_process_that_dies_is_replaced(visitor):
    """Who waited for it is told to ask again, and then gets the answer."""
    ask(visitor, "decide", player="hard", board="5x5x4")
    for child in multiprocessing.active_children():
        child.kill()
        child.join()
    told = visitor.http.get("/api/decide", params={"player": "hard", "board": "6x6x4"})
    assert told.status_code == 200 or told.json()["code"] == "busy"
    assert ask(visitor, "decide", player="hard", board="6x6x4")["moves"]
    gc.collect()


def test_what_is_kept_is_bounded(own_server, own_visitor, monkeypatch):
    """Beyond a number of bytes the answer that was not asked for longest is computed anew; the others are not."""
    service = own_server.app.state.services
    monkeypatch.setattr(questions, "_REMEMBERED_BYTES", 10_000)
    service.questions = questions.QuestionService(service.workers, service.opponents)
    compute, asked = analyses.analysis, []

    def counted(position, nodes):
        asked.append(str(position))
        return compute(position, nodes)

    monkeypatch.setattr(analyses, "analysis", counted)
    places = ["X../.../...", ".X./.../...", "..X/.../..."]
    for place in (*places, places[2]):
        ask(own_visitor, "analyse", position=place)
    assert asked == places
    for number in range(20):
        ask(
            own_visitor,
            "explain",
            player=("tic", "core", "rules", "weights")[number % 4],
            position=places[number % 3],
        )
    ask(own_visitor, "analyse", position=places[0])
    assert asked == [*places, places[0]]


def test_open_lines_are_those_that_nobody_has_spoilt(visitor):
    """Of the lines through a cell those without marks of both; of a corner of the cube seven, by their cells."""
    corner = visitor.http.get("/api/lines?board=cube4&cell=a1").json()
    assert len(corner["lines"]) == 7
    assert ["a1", "b6", "c11", "d16"] in corner["lines"]
    left = visitor.http.get("/api/lines?position=XO./.../...&cell=a1").json()["lines"]
    assert left == [["a1", "a2", "a3"], ["a1", "b2", "c3"]]
    assert visitor.http.get("/api/lines?cell=d4").status_code == 422


def test_a_review_tells_where_the_game_was_decided(visitor):
    """The turning point of a lost game with what was needed; none while it goes on, and none of a faultless draw."""
    ask = visitor.http.get
    lost = ask("/api/review?position=X../.X./O.O&moves=c2,b3").json()["turning_point"]
    assert (lost["side"], lost["move"], lost["needed"]) == ("X", "c2", ["b3"])
    assert lost["sentence"] == "O had two in the bottom row: X needed b3."
    loss = ask("/api/review?position=X../.X./O.O&moves=c2,b3").json()["loss"]
    assert loss["text"] == f"{loss['what']} X could have held the game with b3."
    assert ask("/api/review?position=X../.X./O.O&moves=c2").json()["turning_point"] is None
    assert ask("/api/review?moves=b2,a1,b1,b3,a2,c2,c1,a3,c3").json()["turning_point"] is None


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
