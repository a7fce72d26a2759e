"""How results show themselves: as the command line prints them, in a notebook, as JSON and as records."""

import asyncio
import copy
import json
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import pytest
from click.testing import CliRunner

import noughts
from noughts import Position, match
from noughts.cli.main import cli
from tests.contract.held import held

WON = "XO./XO./..."

RESULTS = {
    "decide weights XX./.../O..": lambda: noughts.player("weights").decide("XX./.../O.."),
    "decide perfect XX./.../O..": lambda: noughts.player("perfect").decide("XX./.../O.."),
    "decide tic XXO/.O./X..": lambda: noughts.player("tic").decide("XXO/.O./X.."),
    "decide rules X../.../...": lambda: noughts.player("rules").decide("X../.../..."),
    f"analyse {WON}": lambda: noughts.analyse(WON),
    "match random core": lambda: noughts.match("random", "core"),
    "match random core --games 50 --seed 3": lambda: noughts.sample(
        "random", "core", games=50, seed=3, workers=1
    ),
    "exploit core(easy=True)": lambda: noughts.exploit("core(easy=True)"),
    "tournament core rules": lambda: noughts.tournament(["core", "rules"]),
    "count 3x3x3": lambda: noughts.count("3x3x3"),
    f"tree {WON}": lambda: noughts.tree(WON),
}


@pytest.fixture(scope="module")
def results():
    """Every kind of result, by the command that asks for it."""
    return {command: make() for command, make in RESULTS.items()}


def run(command):
    """What a command prints on stdout."""
    done = CliRunner().invoke(cli, command.split())
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize("command", RESULTS)
def test_a_result_prints_as_the_command_line_does(results, command):
    """`str` is what the command prints, but for what it says of its own options below."""
    printed = run(command).strip()
    assert printed.removesuffix("\n\n--json gives every single match as exact fractions.") == str(
        results[command]
    )


@pytest.mark.parametrize("command", RESULTS)
def test_json_is_what_the_command_answers(results, command):
    """`to_json` is the line that `--json` prints, and `to_dict` the object in it."""
    answer = json.loads(run(f"{command} --json"))
    assert json.loads(results[command].to_json()) == results[command].to_dict() == answer


@pytest.mark.parametrize("command", RESULTS)
def test_records_are_rows_of_one_shape(results, command):
    """Every record has the same names, and values that stand alone, as a table wants them."""
    rows = results[command].to_records()
    assert rows
    for row in rows:
        assert list(row) == list(rows[0])
        assert all(value is None or isinstance(value, (str, int, float)) for value in row.values())


def test_records_say_what_the_result_says():
    """The rows are the result's own moves, matches and plies."""
    decision = noughts.player("perfect").decide("XX./.../O..")
    assert decision.to_records() == [{"move": "c1", "probability": "1", "probability_float": 1.0}]
    analysis = noughts.analyse(WON)
    assert {row["move"] for row in analysis.to_records()} == {"c1", "c2", "a3", "b3", "c3"}
    assert [row["positions"] for row in noughts.count("3x3x3").to_records()][:4] == [1, 9, 72, 252]
    game = noughts.play("perfect", "perfect", seed=4)
    assert [row["position"] for row in game.to_records()] == [p.rows_text for p in game.positions[1:]]


@pytest.mark.parametrize("command", RESULTS)
def test_a_notebook_shows_every_result(results, command):
    """There is HTML that says what is printed, without a script, or for boards a picture."""
    shown = results[command]._repr_html_()
    assert "<script" not in shown
    assert (
        ("<svg" in shown)
        == command.startswith(("decide", "analyse"))
        == (results[command]._repr_svg_() is not None)
    )


def test_markup_in_a_name_is_only_text():
    """A player's name with signs of HTML in it is shown as it is."""
    odd = noughts.as_player("odd")(lambda position: position.moves[0])
    vars(odd)["full_name"] = "<b>odd</b>"
    assert "<b>odd" not in odd.decide(noughts.Position.start())._repr_html_().replace("<p><b>", "")


def test_a_game_shows_its_board_and_moves():
    """A game prints its moves and how it ended, and is drawn with its last move ringed."""
    game = noughts.Game(noughts.Position.start()).play("b2").play("a1")
    assert str(game).startswith("X b2, O a1\n")
    assert "X to move." in str(game)
    assert 'class="ring" data-cell="a1"' in game._repr_svg_()
    assert game._repr_html_() is None


def test_the_words_of_proofs_need_no_search(tmp_path):
    """A verdict that nobody proved, bounds, and a certificate's claims are told from their fields alone."""
    start = noughts.Position.start(noughts.Board.parse("6x5x4"))
    verdict = noughts.Verdict(start, None, None, 12, 1.5)
    assert str(verdict) == "6x5x4, the empty board: unknown for X, to move (12 nodes, 1.50 s)."
    assert verdict.to_dict()["value"] == "unknown"
    bounds = noughts.Shortest(start, True, 11, 15, 12, 1.5)
    assert "wins in at least 11 and at most 15 plies" in str(bounds)
    assert held(bounds.to_dict(), "ShortestJson")["plies_at_most"] == 15


@pytest.mark.parametrize("command", RESULTS)
def test_results_are_values(results, command):
    """A result is equal to its copy and its pickle, has the same hash, and its pickle is small."""
    result = results[command]
    sent = pickle.dumps(result)
    for again in (pickle.loads(sent), copy.deepcopy(result)):
        assert again == result
        if not command.startswith("count"):
            assert hash(again) == hash(result)
    assert len(sent) < 6000


def test_threads_and_asyncio_give_the_same_answers():
    """The same questions asked at once, by threads or by asyncio, get the answers they get one by one."""
    names = ["core", "rules", "weights", "random"]
    alone = [noughts.match(name, "random") for name in names]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(noughts.match, names, ["random"] * 4)) == alone

    async def together():
        return await asyncio.gather(*(asyncio.to_thread(noughts.match, name, "random") for name in names))

    assert asyncio.run(together()) == alone


def test_another_process_gives_the_same_answer():
    """Positions and decisions travel to a process that starts afresh, and back."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        position = noughts.Position.parse("X..../...../...../...../.....", "5x5x4")
        player = noughts.player("weights")
        assert pool.submit(player.decide, position).result() == player.decide(position)


def test_records_have_floats_beside_exact_text():
    """A table's exact numbers are text, and floats beside it: what sums and draws needs no reading."""
    (row,) = match("core", "random").to_records()
    assert row["win_float"] == float(Fraction(row["win"]))
    assert {name for name in row if name.endswith("_float")} >= {"win_float", "draw_float", "loss_float"}
    assert all(isinstance(value, float) for name, value in row.items() if name.endswith("_float"))


def test_a_mark_is_its_letter():
    """A mark equals the letter that people write."""
    position = Position.start()
    assert position.to_move == "X"
    assert position.play("a1")["a1"] == "X"


def test_a_board_shows_itself():
    """A notebook shows a board as its picture, empty; its file is what ``to_dict`` gives."""
    board = noughts.Board.of("torus3x3x3")
    assert board._repr_svg_() == noughts.Position.start(board)._repr_svg_()
    assert board._repr_html_() is None
    assert len(board.to_dict()["lines"]) == len(board.lines)
