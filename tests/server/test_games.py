"""Games over HTTP, as the page plays them: against the computer, by two people, and by two computers."""

import threading

import pytest
from sqlalchemy import MetaData, select

from noughts import Board, Game, Position, player, player_names
from noughts.players.registry import LEVELS
from tests.server.people import Visitor

HOUSE = [name for name in player_names() if player(name).plays(Position.start().board)]


@pytest.mark.parametrize("opponent", [*HOUSE, *LEVELS, "minimax(randomness=1/2)"])
def test_a_whole_game_against_each_player(visitor, opponent):
    """Every move is answered in the same answer by a move that the player may choose, to the end."""
    game = visitor.make(o=opponent)
    computer = player(opponent)
    assert game["seats"]["O"] == {
        "kind": "computer",
        "player": str(computer),
        "level": opponent if opponent in LEVELS else None,
        "seconds": None,
        "taken": True,
        "name": None,
    }
    while not game["outcome"]:
        mine = game["legal"][-1]
        between = Position.parse(game["position"]).play(Position.start().board.cell(mine))
        game = visitor.play(mine, ply=game["ply"], version=game["version"])
        if not between.is_over:
            reply = Position.start().board.cell(game["moves"][-1])
            assert reply in computer.decide(between).moves
    assert Position.parse(game["position"]).is_over
    assert game["legal"] == []
    assert visitor.game() == game


def test_the_computer_opens_when_it_is_let(visitor):
    """Nobody moves until asked: the computer's first move comes with a step, once."""
    game = visitor.make(x="tic")
    assert game["moves"] == []
    opened = visitor.do("step", "O", version=0, ply=0)
    assert len(opened["moves"]) == 1
    assert visitor.do("step", "O", version=0, ply=0) == opened
    refused = visitor.send("step", "O", version=1, ply=1).json()
    assert refused["code"] == "not-yours"


def test_two_computers_are_stepped_to_the_end(visitor):
    """Who makes a game of two computers gets both tokens, lets them play, and cannot play for them."""
    game = visitor.make(x="core", o="rules")
    assert set(visitor.tokens) == {"X", "O"}
    refused = visitor.send("moves", "X", version=0, ply=0, cell="b2").json()
    assert refused["code"] == "not-yours"
    while not game["outcome"]:
        game = visitor.do("step", version=game["version"], ply=game["ply"])
    assert visitor.send("step", version=game["version"], ply=game["ply"]).json()["code"] == "game-over"


def test_a_move_is_played_once_however_often_it_is_sent(visitor):
    """The same request again, also after later moves, answers with the game as it stands and plays nothing."""
    visitor.make(o="tic")
    first = visitor.play("b2", version=0, ply=0)
    assert visitor.play("b2", version=0, ply=0) == first
    free = first["legal"][0]
    second = visitor.play(free, version=first["version"], ply=2)
    assert visitor.play("b2", version=0, ply=0) == second
    assert second["moves"][:2] == first["moves"]


def test_undo_redo_and_again_with_sides_changed(visitor):
    """Undo takes both moves back, redo plays them again; again begins a new game with the tokens' sides changed."""
    visitor.make(o="tic")
    played = visitor.play("b2")
    undone = visitor.do("undo", version=played["version"])
    assert (undone["moves"], undone["redo"]) == ([], 2)
    redone = visitor.do("redo", version=undone["version"])
    assert (redone["moves"], redone["redo"]) == (played["moves"], 0)
    over = visitor.do("again", version=redone["version"], swap=True)
    following = visitor.game(over["next"])
    assert (following["previous"], following["swapped"]) == (over["id"], True)
    assert [following["seats"][side]["kind"] for side in "XO"] == ["computer", "person"]
    token = visitor.tokens["X"]
    stepped = visitor.send("step", game=over["next"], token=token, version=0, ply=0)
    assert stepped.json()["ply"] == 1
    mine = stepped.json()["legal"][0]
    answered = visitor.send("moves", game=over["next"], token=token, version=1, ply=1, cell=mine)
    assert answered.json()["ply"] == 3


def test_the_score_follows_the_people(visitor, friend):
    """Wins and draws add up over a row of rematches, and change columns when the sides change."""
    visitor.make(o="friend")
    friend.join(visitor)
    for seat, cell in zip("XOXOX", ("a1", "a2", "b1", "b2", "c1"), strict=True):
        game = (visitor if seat == "X" else friend).play(cell, seat)
    assert game["outcome"]["words"] == "X wins along the top row."
    assert game["outcome"]["lines"] == [["a1", "b1", "c1"]]
    assert game["score"] == {"X": 1, "O": 0, "draw": 0}
    assert friend.do("again", "O", swap=True)["offers"] == [{"seat": "O", "what": "again", "swap": True}]
    following = visitor.game(visitor.do("again")["next"])
    assert following["score"] == {"X": 0, "O": 1, "draw": 0}
    visitor.id = friend.id = following["id"]
    visitor.tokens, friend.tokens = {"O": visitor.tokens["X"]}, {"X": friend.tokens["O"]}
    assert visitor.do("resign", "O")["score"] == {"X": 1, "O": 1, "draw": 0}


def test_two_people_at_two_devices(visitor, friend):
    """A friend joins by invitation; each plays only in turn, and a draw needs both."""
    game = visitor.make(o="friend")
    assert game["seats"]["O"]["taken"] is False
    assert set(visitor.tokens) == {"X"}
    assert friend.join(visitor).json()["seat"] == "O"
    assert visitor.game()["seats"]["O"]["taken"] is True
    assert friend.send("moves", "O", ply=0, cell="b2").json()["code"] == "wrong-turn"
    visitor.play("b2")
    offered = friend.do("draw", "O")
    assert offered["offers"] == [{"seat": "O", "what": "draw", "swap": False}]
    assert visitor.do("decline")["offers"] == []
    visitor.do("draw")
    drawn = friend.do("draw", "O")
    assert drawn["outcome"] == {
        "winner": None,
        "reason": "agreement",
        "lines": [],
        "words": "A draw by agreement.",
    }


def test_a_seat_is_taken_once(visitor, friend):
    """The same nonce gets the same token again, another nonce is refused, and so is another invitation."""
    visitor.make(o="friend")
    first = friend.join(visitor, nonce="the first to come")
    assert friend.join(visitor, nonce="the first to come").json() == first.json()
    late = friend.join(visitor, nonce="the second to come")
    assert (late.status_code, late.json()["code"]) == (409, "seat-taken")
    visitor.invitation = "not the invitation"
    assert friend.join(visitor, nonce="the first to come").json()["code"] == "wrong-token"
    assert visitor.game()["version"] == 1


def test_a_rematch_keeps_the_friends_seat(visitor, friend):
    """In the game after, the friend's token acts at once and the invitation lets nobody else in."""
    visitor.make(o="friend")
    friend.join(visitor)
    visitor.do("again")
    visitor.id = friend.id = friend.do("again", "O")["next"]
    assert visitor.game()["seats"]["O"]["taken"] is True
    visitor.play("b2")
    assert friend.play("a1", "O")["ply"] == 2
    stranger = friend.join(visitor, nonce="a nonce of a stranger")
    assert stranger.json()["code"] == "seat-taken"


def test_a_game_from_a_position_and_moves(visitor):
    """A game may begin anywhere, with moves already played, which can be taken back."""
    game = visitor.make(board="4x4x3", position="X.../..../..../...O", moves=["b2", "d1"])
    assert (game["start"], game["ply"], game["moves"]) == ("X.../..../..../...O", 4, ["b2", "d1"])
    assert visitor.do("undo", "X", version=2)["moves"] == []


def test_large_boards_are_played(visitor):
    """The weight grid answers on 15x15x5."""
    visitor.make(o="weights", board="15x15x5")
    assert visitor.play("h8")["ply"] == 2


def test_people_on_one_device_need_no_consent(visitor):
    """Who made a game of two persons holds both tokens; either side's undo, draw and again happen at once."""
    visitor.make()
    assert set(visitor.tokens) == {"X", "O"}
    visitor.play("b2")
    visitor.play("a1", "O")
    assert visitor.do("undo", "O")["moves"] == ["b2"]
    assert visitor.do("redo", "O")["moves"] == ["b2", "a1"]
    assert visitor.do("draw", "O")["outcome"]["reason"] == "agreement"
    assert visitor.do("again")["next"]


def test_no_secret_is_given_out_or_kept(server, visitor, friend):
    """Tokens and invitations are in no later answer and not in the database, where only hashes are."""
    visitor.make(o="friend")
    joined = friend.join(visitor)
    visitor.play("b2")
    secrets = [visitor.tokens["X"], joined.json()["token"], visitor.invitation]
    with visitor.stream() as events:
        streamed = str(next(events))
    seen = [visitor.http.get(f"/api/games/{visitor.id}").text, streamed, joined.json()["game"]]
    refused = friend.send("moves", token="wrong", version=2, ply=1, cell="a1").text  # noqa: S106 - of nobody
    tables = MetaData()
    tables.reflect(server.store.engine)
    with server.store.engine.connect() as connection:
        kept = str([connection.execute(select(table)).all() for table in tables.sorted_tables])
    assert visitor.id in kept
    for secret in secrets:
        assert len(secret) >= 43
        assert all(secret not in str(text) for text in [*seen, refused, kept])


def test_all_tokens_and_ids_differ(visitor):
    """No token, invitation or id comes twice."""
    found = []
    for _ in range(20):
        visitor.make(o="friend")
        found += [visitor.id, visitor.invitation, *visitor.tokens.values()]
    assert len(set(found)) == 60


@pytest.mark.parametrize("form", ["sgf", "psq", "json"])
def test_a_game_goes_out_as_a_file_and_comes_in_again(visitor, form):
    """A game is given out in each format, and a new game that is made from the file stands where it stood."""
    game = visitor.make(moves=["b2", "a1", "c3"])
    answer = visitor.http.get(f"/api/games/{visitor.id}/record.{form}")
    assert answer.status_code == 200
    assert f'filename="noughts-{visitor.id}.{form}"' in answer.headers["content-disposition"]
    copy = visitor.make(record=answer.text)
    assert copy["id"] != game["id"]
    assert [copy[key] for key in ("board", "start", "moves")] == [
        game[key] for key in ("board", "start", "moves")
    ]


def test_a_record_names_its_players_and_moves_are_one_too(visitor):
    """The names in an SGF come with the game that is made from it; moves alone are played on the board asked for."""
    seats = {"x": "person", "o": "person"}
    made = visitor.http.post("/api/games", json={**seats, "record": "(;PB[Ada]PW[Bo]SZ[20];B[tt])"}).json()
    assert made["names"] == {"X": "Ada", "O": "Bo"}
    assert (made["game"]["board"], made["game"]["moves"]) == ("20x20x5", ["t20"])
    made = visitor.http.post("/api/games", json={**seats, "board": "15x15x5", "record": "h8i7i8"}).json()
    assert "names" not in made
    assert (made["game"]["board"], made["game"]["moves"]) == ("15x15x5", ["h8", "i7", "i8"])


def test_a_record_with_blank_lines_is_read_whole(visitor):
    """A blank line ends no PSQ record: a game and a study have the moves after it."""
    record = "Piskvorky 15x15, 0:0, 0\n8,8,0\n\n9,7,0\n-1\n"
    assert visitor.make(record=record)["moves"] == ["h8", "i7"]
    study = visitor.http.post("/api/studies", json={"record": record}).json()
    assert [move["cell"] for move in study["moves"]] == ["h8", "i7"]


def test_a_file_that_cannot_be_written_or_read_is_said(visitor):
    """A format that has no such board, an unknown one, and a text that is no record: 422, quoted."""
    visitor.make(board="cube3")
    for form, word in (("psq", "cube3"), ("pgn", "'pgn'")):
        answer = visitor.http.get(f"/api/games/{visitor.id}/record.{form}")
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
        assert word in answer.json()["error"]
    late = "Piskvorky 15x15, 0:0, 0\n8,8,0\n-1\n9,7,0\n"
    for text in ("(;GM[1]SZ[19])", "hello", late, '{"board": "3x3x3", "moves": ["b2", "b2"]}'):
        answer = visitor.http.post("/api/games", json={"x": "person", "o": "person", "record": text})
        assert (answer.status_code, answer.json()["code"]) == (422, "malformed"), answer.text


def test_a_long_game_is_made_and_loaded_while_others_play(own_server, monkeypatch):
    """Not one of its moves is played on the event loop, whether they come as a list, a file or from the database."""
    threads, play = [], Game.play
    monkeypatch.setattr(
        Game, "play", lambda game, cell: threads.append(threading.current_thread()) or play(game, cell)
    )
    visitor, board = Visitor(own_server.address), Board.parse("19x19x19")
    made = visitor.make(board="19x19x19", moves=[board.cell_name(cell) for cell in board.cells[:300]])
    visitor.make(record=visitor.http.get(f"/api/games/{visitor.id}/record.json").text)
    assert len(threads) >= 600  # as a list and from a file, which another process reads
    count = len(threads)
    own_server.app.state.services.journal._records.clear()  # as after a new start
    assert visitor.game(made["id"]) == made
    assert len(threads) == count + 300
    assert own_server.thread not in threads
    visitor.play("s19")
    assert threads.count(own_server.thread) == 1
    visitor.close()


@pytest.mark.parametrize("how", [{"board": "strip4x6x6"}, {"record": '{"board": "strip4x6x6"}'}])
def test_no_game_is_played_on_a_strip(visitor, how):
    """A block of an endless strip is for proofs: 422, and the message names it."""
    answer = visitor.http.post("/api/games", json={"x": "person", "o": "person", **how})
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert "'strip4x6x6'" in answer.json()["error"]


def test_a_game_is_deleted_by_who_plays_it(visitor, friend):
    """With a seat's token it is gone, for all who watch it too; without one, and while two play it, it stays."""
    visitor.make(o="friend")
    friend.join(visitor)
    path, right = f"/api/games/{visitor.id}", {"authorization": f"Bearer {visitor.tokens['X']}"}
    assert visitor.http.post(f"{path}/delete").status_code == 401
    assert visitor.http.post(f"{path}/delete", headers={"authorization": "Bearer nobody"}).status_code == 403
    answer = visitor.http.post(f"{path}/delete", headers=right)
    assert (answer.status_code, answer.json()["code"]) == (409, "still-played")
    visitor.do("resign")
    with friend.stream() as events:
        next(events)
        answer = visitor.http.post(f"{path}/delete", headers=right)
        assert (answer.status_code, answer.json()["deleted"]) == (200, visitor.id)
        assert list(events) == []
    for each in (
        visitor.http.get(path),
        visitor.http.post(f"{path}/delete", headers=right),
        friend.send("again", "O", version=2),
    ):
        assert (each.status_code, each.json()["code"]) == (404, "unknown-game")


def test_a_game_against_a_computer_is_deleted_at_any_time(visitor):
    """Nobody else plays it."""
    visitor.make(o="tic")
    visitor.play("b2")
    right = {"authorization": f"Bearer {visitor.tokens['X']}"}
    assert visitor.http.post(f"/api/games/{visitor.id}/delete", headers=right).status_code == 200


@pytest.mark.parametrize(("takes", "gets"), [("gzip", "gzip"), ("gzip;q=0", None), ("identity", None)])
def test_a_game_on_a_large_board_is_compressed_for_who_takes_it(visitor, takes, gets):
    """A game that is made, and one after a move, come as those who ask can read them; caches know of it."""
    headers = {"accept-encoding": takes}
    body = {"board": "15x15x5", "x": "person", "o": "person"}
    made = visitor.http.post("/api/games", json=body, headers=headers)
    right = {**headers, "authorization": f"Bearer {made.json()['tokens']['X']}"}
    path, move = f"/api/games/{made.json()['game']['id']}/moves", {"version": 0, "ply": 0, "cell": "h8"}
    for answer in (made, visitor.http.post(path, json=move, headers=right)):
        assert answer.is_success
        assert answer.headers.get("content-encoding") == gets
        assert answer.headers["vary"] == "Accept-Encoding"
