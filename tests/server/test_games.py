"""Games over HTTP, as the page plays them: by people and computers, on the clock, with names, and encoded once."""

import threading
from contextlib import closing, contextmanager
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlalchemy import MetaData, select, update

from noughts import Board, Game, Mark, NoughtsError, Position, player, player_names
from noughts.players.registry import LEVELS
from noughts.records import log as logs
from noughts.records.log import FRIEND, PERSON, Event, Kind, Log
from noughts.server import games
from noughts.server.games import game_json
from noughts.server.opponents import Opponents
from noughts.server.tables import TIME, Store
from tests.contract.held import held
from tests.server.people import Running, Visitor

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
    """The weight grid answers on 15x15x5, with one of its heaviest cells."""
    game = visitor.make(o="weights", board="15x15x5")
    board = Board.parse("15x15x5")
    between = Position.parse(game["position"], board=board).play(board.cell("h8"))
    answer = visitor.play("h8")["moves"][-1]
    assert board.cell(answer) in player("weights").decide(between).moves


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


def test_a_long_game_is_made_and_loaded_while_others_play(own_server, own_visitor, monkeypatch):
    """Not one of its moves is played on the event loop, whether they come as a list, a file or from the database."""
    threads, play = [], Game.play
    monkeypatch.setattr(
        Game, "play", lambda game, cell: threads.append(threading.current_thread()) or play(game, cell)
    )
    visitor, board = own_visitor, Board.parse("19x19x19")
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


def test_a_game_is_deleted_by_who_plays_it(visitor, friend):
    """With a seat's token it is gone, for all who watch it too; without one, and while two play it, it stays."""
    visitor.make(o="friend")
    friend.join(visitor)
    path = f"/api/games/{visitor.id}"
    assert visitor.http.post(f"{path}/delete").status_code == 401
    assert visitor.post("delete", token="nobody").status_code == 403  # noqa: S106 - of nobody
    answer = visitor.post("delete")
    assert (answer.status_code, answer.json()["code"]) == (409, "still-played")
    visitor.do("resign")
    with friend.stream() as events:
        next(events)
        answer = visitor.post("delete")
        assert (answer.status_code, answer.json()["deleted"]) == (200, visitor.id)
        assert list(events) == []
    for each in (visitor.http.get(path), visitor.post("delete"), friend.send("again", "O", version=2)):
        assert (each.status_code, each.json()["code"]) == (404, "unknown-game")


def test_a_game_against_a_computer_is_deleted_at_any_time(visitor):
    """Nobody else plays it."""
    visitor.make(o="tic")
    visitor.play("b2")
    assert visitor.post("delete").status_code == 200


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


@pytest.fixture
def hour(server, monkeypatch):
    """The server's time in milliseconds, which stands still until it is moved."""
    now = [1_800_000_000_000]
    monkeypatch.setattr("noughts.server.games.milliseconds", lambda: now[0])
    return now


def test_time_passes_and_the_flag_falls(visitor, friend, hour):
    """Each sees what both have left; a claim too early is refused, and at the end it ends the game."""
    game = visitor.make(x="person", o="friend", clock={"seconds": 60, "increment": 2})
    assert game["clock"] == {
        "seconds": 60,
        "increment": 2,
        "left": {"X": 60_000, "O": 60_000},
        "running": None,
    }
    friend.join(visitor)
    visitor.play("b2")
    hour[0] += 5_000
    assert visitor.game()["clock"]["left"] == {"X": 60_000, "O": 55_000}
    game = friend.play("a1", "O")
    assert (game["clock"]["left"], game["clock"]["running"]) == ({"X": 60_000, "O": 57_000}, "X")
    hour[0] += 59_999
    early = friend.post("flag", "O")
    assert (early.status_code, early.json()["code"]) == (409, "still-time")
    hour[0] += 1
    over = friend.post("flag", "O")
    assert over.status_code == 200
    held(over.json(), "GameJson")
    assert over.json()["outcome"] == {
        "winner": "O",
        "reason": "time",
        "lines": [],
        "words": "X has spent all time: O wins.",
    }
    assert over.json()["clock"]["left"]["X"] == 0
    assert visitor.post("flag").json()["outcome"]["winner"] == "O"


def test_a_move_too_late_is_none(visitor, hour):
    """Whoever moves after the last millisecond has lost; the next game has the same clock, whole."""
    visitor.make(clock={"seconds": 10})
    visitor.play("b2")
    hour[0] += 10_000
    game = visitor.play("a1", "O")
    assert (game["moves"], game["outcome"]["winner"]) == (["b2"], "X")
    assert "RE[B+T]" in visitor.http.get(f"/api/games/{visitor.id}/record.sgf").text
    following = visitor.do("again")["next"]
    clock = visitor.game(following)["clock"]
    assert (clock["seconds"], clock["left"], clock["running"]) == (10, {"X": 10_000, "O": 10_000}, None)


def test_a_clock_is_for_two_people(visitor):
    """With a computer, or of a length that nobody means, it is refused; without one nothing can be claimed."""
    for body in (
        {"o": "tic", "clock": {"seconds": 60}},
        {"clock": {"seconds": 1}},
        {"clock": {"seconds": 60, "increment": 99}},
    ):
        answer = visitor.http.post("/api/games", json={"x": "person", "o": "person", **body})
        assert answer.status_code == 422
    visitor.make()
    assert visitor.post("flag").json()["code"] == "still-time"


@pytest.fixture
def machine(monkeypatch):
    """The clocks of a machine, which stand still until they are moved: that of the day, and one that nobody sets."""
    clocks = SimpleNamespace(day=1_800_000_000.0, since_boot=1_000.0)

    def wait(seconds):
        clocks.day += seconds
        clocks.since_boot += seconds

    clocks.wait, clocks.time, clocks.monotonic = wait, lambda: clocks.day, lambda: clocks.since_boot
    monkeypatch.setattr("noughts.server.game_time.time", clocks)
    return clocks


def on_the_clock(visitor):
    """Two people, one of whom has moved in a game of a minute each; O thinks."""
    visitor.make(clock={"seconds": 60})
    visitor.play("b2")


def left(visitor):
    return visitor.game()["clock"]["left"]


@pytest.mark.parametrize("jump", [-3_600.0, 120.0])
def test_a_clock_that_is_set_costs_nobody_time(tmp_path, machine, jump):
    """An hour back or two minutes forward: what counts is the time that passed."""
    with Running(f"sqlite:///{tmp_path / 'games.db'}") as server, Visitor(server.address) as visitor:
        on_the_clock(visitor)
        machine.wait(10)
        machine.day += jump
        assert left(visitor) == {"X": 60_000, "O": 50_000}
        machine.wait(10)
        assert visitor.play("a1", "O")["clock"]["left"] == {"X": 60_000, "O": 40_000}


def test_no_time_passes_while_no_server_runs(tmp_path, machine):
    """Stopped for an hour, with the clock of the day set meanwhile, a server goes on where it was."""
    url = f"sqlite:///{tmp_path / 'games.db'}"
    with Running(url) as server, Visitor(server.address) as visitor:
        on_the_clock(visitor)
        machine.wait(10)
    machine.wait(3_600)
    machine.day -= 86_400
    with Running(url) as server, Visitor(server.address) as again:
        machine.wait(5)
        again.id, again.tokens = visitor.id, visitor.tokens
        assert left(again) == {"X": 60_000, "O": 45_000}
        assert again.post("flag").json()["code"] == "still-time"


def test_servers_of_one_postgres_go_by_its_clock(cluster):
    """Time passes from one word to the next, of whichever server, but not while none gave one for a while."""
    with closing(Store(cluster.database())) as one, closing(Store(one.engine.url)) as other:
        one.keep_time(0)

        def passes(seconds):
            """How much time passes if the last server gave its word so long ago."""
            with one.engine.begin() as connection:
                connection.execute(update(TIME).values(alive=TIME.c.alive - int(seconds * 1_000)))
            return other.keep_time(0) - before

        before = one.keep_time(0)
        assert passes(2) >= 2_000
        before = one.keep_time(0)
        assert passes(3_600) == 0


VERBS = ("move", "step", "undo", "redo", "draw", "decline", "resign", "again")
SEATS = [
    (PERSON, PERSON),
    (PERSON, FRIEND),
    (FRIEND, PERSON),
    (PERSON, "random"),
    ("weights", PERSON),
    ("random", "weights"),
]


def first_free(_, position):
    """A computer that takes the first empty cell, on every board."""
    return position.empty[0]


def send(game, verb, seat, cell=None):
    """A game after a request of a seat."""
    seen = (game, str(seat), game.log.version)
    position = game.log.state.position
    if verb == "move":
        free = position.empty or position.board.cells
        name = position.board.cell_name(free[0] if cell is None else cell)
        change = games.move(*seen, position.ply, name, think=first_free)
    elif verb == "step":
        change = games.step(*seen, position.ply, think=first_free)
    else:
        change = games.again(*seen, False) if verb == "again" else games.ask(*seen, verb)
    return replace(game, log=change.log) if change else game


class Playing(RuleBasedStateMachine):
    """One game, whoever sits there, by random requests of both seats, each of which has a token."""

    @initialize(seats=st.sampled_from(SEATS), board=st.sampled_from(["3x3x3", "2x2x2", "3x1x3"]))
    def begin(self, seats, board):
        start = Position.start(Board.parse(board))
        made = games.new_game(Opponents(), start, (), dict(zip(Mark, seats, strict=True))).record
        both = {seat: games.token_digest(str(seat)) for seat in Mark}
        self.game = replace(made, header=replace(made.header, tokens=both))

    @rule(
        verb=st.sampled_from(["move", "move", "move", "step", "step", *VERBS]),
        seat=st.sampled_from(Mark),
        data=st.data(),
    )
    def ask(self, verb, seat, data):
        """A request, which may be refused."""
        cells = self.game.log.state.position.board.cells
        try:
            self.game = send(self.game, verb, seat, data.draw(st.sampled_from(cells)))
        except NoughtsError:
            return

    @invariant()
    def says_what_is_accepted(self):
        """Of every seat, `may` holds exactly the requests that are not refused."""
        if hasattr(self, "game"):
            for seat, names in game_json(self.game)["may"].items():
                assert names == [verb for verb in VERBS if self._accepted(verb, Mark(seat))]

    def _accepted(self, verb, seat):
        try:
            send(self.game, verb, seat)
        except NoughtsError:
            return False
        return True


TestPlaying = Playing.TestCase


TestPlaying.settings = settings(stateful_step_count=25)


def named(person, seat, name):
    """What comes of saying a name."""
    return person.post("name", seat, json={"name": name})


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


TWO_PEOPLE = [
    ("name", "X", {"name": "Zoë"}),
    ("moves", "X", {"ply": 0, "cell": "b2"}),
    ("moves", "O", {"ply": 1, "cell": "a1"}),
    ("undo", "O", {}),
    ("decline", "X", {}),
    ("draw", "X", {}),
    ("decline", "O", {}),
    ("resign", "O", {}),
    ("again", "X", {"swap": True}),
    ("again", "O", {"swap": True}),
]


COMPUTER = [
    ("step", "O", {"ply": 0}),
    ("moves", "O", {"ply": 1, "cell": "a2"}),
    ("undo", "O", {}),
    ("redo", "O", {}),
]


@contextmanager
def event_data(visitor):
    """The data of the events of a visitor's game, as an iterator of bytes."""
    with visitor.http.stream("GET", f"/api/games/{visitor.id}/events") as answer:
        yield _data(answer.iter_bytes())


def _data(pieces):
    rest = b""
    for piece in pieces:
        *events, rest = (rest + piece).split(b"\n\n")
        for event in events:
            _, is_game, data = event.partition(b"\ndata: ")
            if is_game:
                yield data


def check_responses(visitor, tokens, requests):
    """Send requests; each response must be the data of the event that a watcher receives next."""
    with event_data(visitor) as events:
        next(events)
        for verb, seat, body in requests:
            sent = body if verb == "name" else {"version": visitor.game()["version"], **body}
            answer = visitor.post(verb, token=tokens[seat], json=sent)
            assert answer.status_code == 200, answer.text
            assert answer.content == next(events), verb
            assert answer.content == visitor.http.get(f"/api/games/{visitor.id}").content, verb


def test_responses_are_the_events_of_two_people(visitor, friend):
    """Without a clock, the response to every request is byte for byte the data of the event."""
    visitor.make(o="friend")
    friend.join(visitor)
    check_responses(visitor, {**visitor.tokens, **friend.tokens}, TWO_PEOPLE)


def test_responses_are_the_events_against_a_computer(visitor):
    """Responses are the events where a computer moves and where moves are taken back, too."""
    visitor.make(x="tic")
    check_responses(visitor, visitor.tokens, COMPUTER)


@pytest.fixture
def count(monkeypatch):
    """The number of calls of `game_json` under any imported name: of a function that it calls once."""
    calls, plain = [], games._clock_json
    monkeypatch.setattr(games, "_clock_json", lambda log: calls.append(log.version) or plain(log))
    return lambda: len(calls)


@pytest.fixture
def own_player(tmp_path):
    """A visitor of a server with a file, which reads no game again."""
    with Running(f"sqlite:///{tmp_path / 'games.db'}") as running, Visitor(running.address) as someone:
        yield someone


MOVES = ["b2", "a1", "c3", "a2"]


def play(own_player, version):
    """Send the move after a version, and nothing else."""
    return own_player.send("moves", "XO"[version % 2], version=version, ply=version, cell=MOVES[version])


def test_a_move_is_encoded_once(own_player, count):
    """A move is encoded once, with and without a watcher; a request that was done already is not encoded again."""
    own_player.make()
    before = count()
    for version in (0, 1):
        assert play(own_player, version).status_code == 200
    assert count() == before + 2
    with event_data(own_player) as events:
        next(events)
        for version in (2, 3):
            assert play(own_player, version).content == next(events)
        assert count() == before + 4
        assert play(own_player, 3).status_code == 200
        assert count() == before + 4


def test_a_running_clock_is_encoded_again(own_player, count, monkeypatch):
    """The time left is that of each response while a clock runs; once the game is over the JSON stays."""
    now = [1_000_000]
    monkeypatch.setattr(games, "milliseconds", lambda: now[0])
    own_player.make(clock={"seconds": 60})
    own_player.play("b2")
    own_player.play("a1", "O")
    left = own_player.game()["clock"]["left"]["X"]
    now[0] += 7_000
    assert own_player.game()["clock"]["left"]["X"] == left - 7_000
    own_player.do("resign")
    before = count()
    assert own_player.game() == own_player.game()
    assert count() == before


def test_a_game_has_so_many_events(visitor, monkeypatch):
    """Beyond that nothing is added but its end: the refusal says so, and `may` offers what is left."""
    monkeypatch.setattr(logs, "MOST_EVENTS", 7)
    visitor.make()
    visitor.play("b2")
    for verb in ("undo", "redo", "undo", "redo", "undo", "redo"):
        game = visitor.do(verb)
    assert (game["version"], game["may"]) == (
        7,
        {"X": ["draw", "resign", "again"], "O": ["draw", "resign", "again"]},
    )
    for verb, body in (("undo", {}), ("moves", {"ply": 1, "cell": "a1"})):
        answer = visitor.send(verb, "O" if body else "X", **body)
        assert (answer.status_code, answer.json()["code"]) == (409, "too-long")
        assert "7 events" in answer.json()["error"]
    assert visitor.do("resign")["outcome"]["reason"] == "resignation"
    assert visitor.do("again")["next"]


def test_two_who_only_make_offers_come_to_an_end(visitor, friend, monkeypatch):
    """Offers of another game are allowed a little longer, so that two can agree on it; and not for ever."""
    monkeypatch.setattr(logs, "MOST_EVENTS", 1)
    monkeypatch.setattr(logs, "_LAST_OFFERS", 3)
    visitor.make(o="friend")
    friend.join(visitor)
    assert visitor.send("draw").json()["code"] == "too-long"
    for _ in range(3):
        game = visitor.do("again", swap=bool(visitor.game()["version"] % 2))
    assert visitor.send("again", swap=bool(game["version"] % 2)).json()["code"] == "too-long"
    assert friend.do("again", "O")["next"]


def test_a_long_game_that_was_kept_before_is_still_read():
    """What was written when games had no limit is there as it was."""
    seats = dict.fromkeys(Mark, PERSON)
    turns = [Event(kind, Mark.X, "1") for _ in range(1_200) for kind in (Kind.UNDO, Kind.REDO)]
    log = Log.begin(Position.start(Board.parse("3x3x3")), seats, [Event(Kind.MOVE, Mark.X, "b2"), *turns])
    assert log.version > logs.MOST_EVENTS
    assert str(log.state.position) == ".../.X./..."
