"""The public contract: the commands, their JSON, their exit statuses."""

import gzip
import sys
from fractions import Fraction
from io import StringIO
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts import Board, Position, UnsupportedBoardError, count, player
from noughts.cli.main import cli
from noughts.cli.parameters import answer
from tests.inside import Call

DIAGRAM = "XX./.../O.."


def test_without_a_command_it_prints_its_help(inside: Call) -> None:
    """``noughts`` alone answers what it can do, with its lines as they are, and is no error."""
    answer = inside()
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == inside("--help").out
    assert len(answer.out.splitlines()) > 20


def test_decide_answers_the_documents_example(noughts: Call) -> None:
    """``decide weights`` gives the document's position the document's grid and move."""
    answer = noughts("decide", "weights", DIAGRAM, "--json")
    assert answer.status == 0
    assert answer.err == ""
    assert {k: answer.json[k] for k in ("position", "board", "player", "moves")} == {
        "position": DIAGRAM,
        "board": "3x3x3",
        "player": "weights",
        "moves": {"c1": "1"},
    }
    assert answer.json["evidence"]["kind"] == "weights"
    assert answer.json["evidence"]["grid"] == [[0, 0, 11], [0, 3, 0], [0, 2, 2]]


@pytest.mark.parametrize(
    ("spec", "kind", "fields"),
    [
        ("tic", "ratings", {"first", "second"}),
        ("minimax", "ratings", {"first", "second"}),
        ("weights", "weights", {"grid"}),
        ("core", "rule", {"step", "line"}),
        ("newell-simon(level=3)", "rule", {"step", "line"}),
        ("rules(advanced=False)", "decision-table", {"rows", "fired", "forks"}),
    ],
)
def test_evidence_has_the_promised_fields(inside: Call, spec: str, kind: str, fields: set[str]) -> None:
    """Every kind of evidence carries the fields that the contract names."""
    evidence = inside("decide", spec, DIAGRAM, "--json").json["evidence"]
    assert evidence["kind"] == kind
    assert fields <= set(evidence)


def test_probabilities_are_exact_fractions_as_text(inside: Call) -> None:
    """The moves of ``decide --json`` are fractions as text that sum to exactly 1."""
    moves = inside("decide", "minimax(randomness=1/10)", "X../.../...", "--json").json["moves"]
    assert moves["b2"] == "73/80"
    assert moves["b1"] == "1/80"
    assert sum(map(Fraction, moves.values())) == 1


def test_analyse_answers_value_plies_and_best(inside: Call) -> None:
    """``analyse`` gives value and distance of the position and of every move, for the side to move."""
    seen = inside("analyse", "XX./OO./...", "--json").json
    assert (seen["to_move"], seen["value"], seen["plies"], seen["best"]) == ("X", "win", 1, ["c1"])
    assert seen["moves"]["c1"] == {"value": "win", "plies": 1}
    assert seen["moves"]["a3"] == {"value": "loss", "plies": 2}


def test_match_is_exact_from_the_side_of_x(inside: Call) -> None:
    """``match`` of two random players gives the known rates as one exact fraction."""
    result = inside("match", "random", "random", "--json").json
    rates = {key: Fraction(result[key]) for key in ("win", "draw", "loss")}
    assert (result["x"], result["o"]) == ("random", "random")
    assert sum(rates.values()) == 1
    assert [f"{float(rates[key]):.4f}" for key in ("win", "loss", "draw")] == ["0.5849", "0.2881", "0.1270"]


def test_exploit_gives_both_sides_with_a_line(inside: Call) -> None:
    """``exploit`` gives each side's exact score, whether it can lose, and a game it loses or null."""
    result = inside("exploit", "rules(advanced=False)", "--json").json
    assert result["player"] == "rules(advanced=False)"
    assert set(result["x"]) >= {"score", "can_lose", "line"}
    assert result["o"]["can_lose"] is True
    position = Position.start()
    for name in result["o"]["line"]:
        position = position.play(position.board.cell(name))
    assert position.outcome is not None
    assert str(position.outcome.winner) == "X"
    assert result["x"]["can_lose"] == (result["x"]["line"] is not None)


def test_solve_proves_and_verify_checks(inside: Call, tmp_path: Path) -> None:
    """``solve`` gives the value with a certificate that ``verify`` accepts, and rejects with status 1
    once it is changed.
    """
    file = tmp_path / "proof"
    verdict = inside("solve", "5x5x4", "--certificate", str(file), "--json").json
    assert (verdict["board"], verdict["value"], verdict["plies"]) == ("5x5x4", "draw", None)
    assert verdict["certificate"] == str(file)
    assert verdict["nodes"] > 0
    checked = inside("verify", str(file), "--json")
    assert (checked.status, checked.json["value"]) == (0, "draw")
    text = gzip.decompress(file.read_bytes()).decode().splitlines()
    file.write_bytes(gzip.compress("\n".join([text[0], *text[2:], ""]).encode()))
    rejected = inside("verify", str(file), "--json")
    assert (rejected.status, rejected.out, len(rejected.err.splitlines())) == (1, "", 1)


@pytest.mark.long
def test_solve_speaks_for_the_side_to_move(inside: Call) -> None:
    """The value of a position is that of the side to move: won here for X, and lost for O after the move."""
    assert inside("solve", "3x3x3", "X../.O./..X", "--json").json["value"] == "draw"
    assert inside("solve", "3x3x3", "XX./OO./...", "--json").json["value"] == "win"
    assert inside("solve", "3x3x3", "X.X/.O./X.O", "--json").json["value"] == "loss"


@pytest.mark.long
def test_a_limit_gives_unknown(inside: Call) -> None:
    """A search that a limit ends says "unknown", with status 1."""
    answer = inside("solve", "7x7x5", "--nodes", "5", "--json")
    assert (answer.status, answer.json["value"], answer.json["certificate"]) == (1, "unknown", None)


@pytest.mark.long
def test_solve_shortest_gives_the_plies_and_verify_both_halves(inside: Call, tmp_path: Path) -> None:
    """``solve --shortest`` gives the fewest plies, with a certificate of which ``verify`` says so."""
    file = tmp_path / "proof"
    found = inside("solve", "4x3x3", "--shortest", "--certificate", str(file), "--json").json
    assert (found["value"], found["plies"], found["certificate"]) == ("win", 7, str(file))
    assert found["plies_at_least"] == found["plies_at_most"] == 7
    assert "X wins in 7 plies, and not in 5." in inside("verify", str(file)).out
    checked = inside("verify", str(file), "--json").json
    assert checked["claims"] == [{"attacker": "X", "wins": True, "plies": 7}]
    assert "X, to move, wins in 1 ply (" in inside("solve", "3x3x3", "XX./OO./...", "--shortest").out
    assert "does not win" in inside("solve", "3x3x3", "--shortest").out


@pytest.mark.long
def test_a_limit_gives_bounds_on_the_plies(inside: Call) -> None:
    """A search for the fewest plies that a limit ends gives bounds, in words and in JSON, with status 1."""
    call = ("solve", "6x5x4", "--shortest", "--nodes", "10")
    answer = inside(*call, "--json")
    assert (answer.status, answer.json["value"], answer.json["plies"]) == (1, "unknown", None)
    assert answer.json["plies_at_least"] <= 11
    assert answer.json["plies_at_most"] is None
    assert f"if so in at least {answer.json['plies_at_least']} pl" in inside(*call).out


def test_count_json_agrees_with_the_library(inside: Call) -> None:
    """``count`` gives totals and the counts by ply."""
    found = inside("count", "4x3x3", "--json").json
    counted = count(Board.parse("4x3x3"))
    assert (found["positions"], found["canonical"]) == (111_973, 28_275)
    assert found["games"]["total"] == counted.games.total == 151_188_768
    assert [p["positions"] for p in found["by_ply"]] == [p.positions for p in counted.by_ply]


def test_lines_are_answered_in_order_and_bad_ones_do_not_stop_it(noughts: Call) -> None:
    """Each line of stdin gets one line of JSON, a bad one an error that echoes it; the status is then 1, else 0."""
    lines = [DIAGRAM, "banana" * 50, "", "X../.O./..X", "XXX/OO./..."]
    answer = noughts("decide", "core", "--json", stdin="".join(f"{line}\n" for line in lines))
    assert (answer.status, answer.err) == (1, "")
    first, bad, blank, fourth, finished = answer.lines
    assert (first["position"], fourth["position"]) == (DIAGRAM, "X../.O./..X")
    assert [line.get("input") for line in answer.lines] == [None, lines[1], "", None, lines[4]]
    assert "banana" in bad["error"]
    assert "error" in blank
    assert noughts("decide", "core", stdin=f"{DIAGRAM}\n").status == 0
    assert "XXX/OO./..." in finished["error"]


def test_a_dash_reads_stdin_too(inside: Call) -> None:
    """``-`` as the position means stdin, for decide and for analyse, with a board that is not square."""
    lines = inside("analyse", "-", "--board", "4x3x3", "--json", stdin="..../..../....\n").lines
    assert (lines[0]["value"], lines[0]["plies"]) == ("win", 7)
    assert inside("decide", "random", "-", stdin=DIAGRAM).lines[0]["player"] == "random"


def test_bytes_that_are_no_text_are_a_bad_line(noughts: Call) -> None:
    """A line of bytes outside UTF-8 is answered by an error like any other."""
    lines = noughts("decide", "random", stdin=b"\xff\xfe\n.../.../...\n").lines
    assert "error" in lines[0]
    assert lines[1]["position"] == ".../.../..."


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("decide", "tic", "XX/.../O.."), "XX/.../O.."),
        (("decide", "tic", "XX?/.../O.."), "?"),
        (("decide", "tic", "XXX/.../O.."), "XXX/.../O.."),
        (("decide", "tic", "XXX/OOO/..."), "XXX/OOO/..."),
        (("decide", "tic", "XXX/OO./..."), "XXX/OO./..."),
        (("decide", "tic", ""), "''"),
        (("decide", "toc", "..."), "toc"),
        (("decide", "tic(depth=3)", DIAGRAM), "depth"),
        (("decide", "tic(deep=maybe)", DIAGRAM), "maybe"),
        (("decide", "tic(deep", DIAGRAM), "tic(deep"),
        (("decide", "minimax(randomness=nan)", DIAGRAM), "nan"),
        (("decide", "minimax(randomness=1.5)", DIAGRAM), "1.5"),
        (("decide", "minimax(randomness=1e999999999)", DIAGRAM), "1e999999999"),
        (("decide", "newell-simon(level=9)", DIAGRAM), "9"),
        (("decide", "core", "..../..../....", "--board", "4x3x3"), "4x3x3"),
        (("decide", "rules", "..../..../..../....", "--board", "4x4x4"), "4x4x4"),
        (("decide", "weights", DIAGRAM, "--board", "4x4x4"), DIAGRAM),
        (("decide", "weights", DIAGRAM, "--board", "0x3x3"), "0x3x3"),
        (("decide", "weights", DIAGRAM, "--board", "3x3x9"), "3x3x9"),
        (("decide", "weights", DIAGRAM, "--board", "99999999x3x3"), "99999999x3x3"),
        (("decide", "weights", DIAGRAM, "--board", "3by3"), "3by3"),
        (("count", "21x20x5"), "21x20x5"),
        (("analyse", "--nodes", "0", "...../...../...../...../....."), "nodes='0'"),
        (("analyse", "--seconds", "nan", DIAGRAM), "seconds='nan'"),
        (("count", "6x6x4"), "6x6x4"),
        (("match", "tic", "nobody"), "nobody"),
        (("match", "core", "tic", "--board", "4x3x3"), "4x3x3"),
        (("match", "weights", "weights", "--board", "15x15x5", "--games", "0"), "0"),
        (("exploit", "weights", "--board", "15x15x5"), "15x15x5"),
        (("tree", "XX./.../...", "--depth", "2"), "XX./.../..."),
        (("tree", "--depth", "-1"), "-1"),
        (("frobnicate",), "frobnicate"),
        (("decide", "tic", DIAGRAM, "--jason"), "--jason"),
        (("solve", "12x11x5"), "12x11x5"),
        (("solve", "3x3x3", "XXX/OO./..."), "XXX/OO./..."),
        (("solve", "3x3x3", "XXX/O../..."), "XXX/O../..."),
        (("solve", "3x3x3", "--seconds", "-1"), "-1"),
        (("solve", "3x3x3", "--checkpoint", "saved", "--every", "nan"), "nan"),
        (("solve", "3x3x3", "--seconds", "nan"), "nan"),
        (("solve", "3x3x3", "--nodes", "0"), "0"),
        (("solve", "3x3x3", "--memory", "-5"), "-5"),
        (("solve", "3x3x3", "--certificate", "/no/such/folder/file"), "/no/such/folder/file"),
        (("solve", "3x3x3", "--certificate", "/"), "'/'"),
        (("solve", "3x3x3", "--resume"), "--resume"),
        (
            ("solve", "3x3x3", "--shortest", "--resume", "--checkpoint", "no-such-checkpoint"),
            "no-such-checkpoint",
        ),
        (("solve", "3x3x3", "--resume", "--checkpoint", "no-such-checkpoint"), "no-such-checkpoint"),
        (("verify", "/no/such/file"), "/no/such/file"),
        (("verify", "/"), "'/'"),
        (("play", "--opponent", "nobody"), "nobody"),
        (("play", "--side", "Z"), "Z"),
        (("play", "--opponent", "core", "--board", "4x4x4"), "4x4x4"),
        (("play", "--opponent", "tic", "-x", "core"), "tic"),
        (("play", "--position", "XXXXX"), "XXXXX"),
        (("schema", "Decision"), "Decision"),
    ],
)
def test_bad_input_is_one_line_that_quotes_it_and_exit_2(
    inside: Call, arguments: tuple[str, ...], quoted: str
) -> None:
    """Bad input gets exit status 2, nothing on stdout, and one line on stderr that quotes what was given."""
    answer = inside(*arguments)
    assert answer.status == 2, answer
    assert answer.out == ""
    assert len(answer.err.splitlines()) == 1
    assert quoted in answer.err
    assert "Traceback" not in answer.err


def test_a_board_is_not_solved_for_a_player_that_refuses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that does not play the board says so before anything is computed for it."""
    solved: list[Board] = []
    monkeypatch.setattr("noughts.cli.play.ready", solved.append)
    done = CliRunner().invoke(cli, ["play", "--opponent", "core", "--board", "4x4x4"])
    assert isinstance(done.exception, UnsupportedBoardError)
    assert solved == []


def test_a_huge_argument_is_cut_in_the_message(inside: Call) -> None:
    """A message quotes the beginning of a huge argument, not all of it."""
    answer = inside("decide", "tic", "X" * 100_000)
    assert answer.status == 2
    assert len(answer.err) < 300


def test_help_and_version_need_no_game(noughts: Call) -> None:
    """``--help`` lists every command and ``--version`` names the version."""
    help_text = noughts("--help").out
    for command in (
        "decide",
        "analyse",
        "match",
        "exploit",
        "tournament",
        "count",
        "tree",
        "players",
        "play",
    ):
        assert f"\n  {command}" in help_text
    assert noughts("--version").out.startswith("noughts 0.")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(inside: Call, shell: str) -> None:
    """``completion`` prints a script for the shell that calls the program back."""
    assert "_NOUGHTS_COMPLETE" in inside("completion", shell).out


def test_completion_knows_players_and_boards() -> None:
    """A shell that asks is told the players, and the boards, that begin as typed."""
    from click.shell_completion import ShellComplete

    complete = ShellComplete(cli, {}, "noughts", "_NOUGHTS_COMPLETE")
    assert [item.value for item in complete.get_completions(["decide"], "we")] == ["weights"]
    assert "15x15x5" in [item.value for item in complete.get_completions(["count"], "15")]


def test_answers_in_words_match_the_library(inside: Call) -> None:
    """What people read names the move that the library gives."""
    decision = player("core").decide(Position.parse(DIAGRAM))
    (cell,) = decision.moves
    assert decision.position.board.cell_name(cell) in inside("decide", "core", DIAGRAM).out


@pytest.mark.long
def test_nothing_is_coloured_in_a_pipe(inside: Call) -> None:
    """Output that is piped carries no escape codes."""
    for arguments in (("count",), ("players",), ("tree", "--depth", "1"), ("decide", "rules", DIAGRAM)):
        assert "\x1b" not in inside(*arguments).out


def test_the_module_and_the_script_are_the_same(noughts: Call) -> None:
    """``noughts`` and ``python -m noughts`` give the same answer."""
    import subprocess

    script = Path(sys.executable).with_name("noughts")
    done = subprocess.run([script, "count", "--json"], capture_output=True, check=True, text=True)
    assert done.stdout == noughts("count", "--json").out


@pytest.mark.parametrize("typed", ["4x3x3", "4x3x3:", "4X3X3"])
def test_a_board_is_a_position(inside: Call, typed: str) -> None:
    """Every command that takes a position takes a board's name for its empty board."""
    for command in (["analyse"], ["decide", "random"], ["tree", "--depth=0"]):
        answer = inside(*command, typed, "--json")
        assert (answer.status, answer.json["position"]) == (0, "..../..../....")


def test_a_board_among_lines_is_a_position(noughts: Call) -> None:
    """A line of stdin may be a board's name, too."""
    assert [line["board"] for line in noughts("decide", "random", stdin="9x9x5\n15x15\n").lines] == [
        "9x9x5",
        "15x15x5",
    ]


def test_a_board_alone_at_a_terminal_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """``--board`` without a position at a terminal is the empty board: nothing waits for a line that nobody types."""

    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("noughts.cli.parameters.sys.stdin", Terminal())
    done: list[Position] = []
    answer("-", None, True, jsonable=lambda position: done.append(position) or {}, show=str)
    answer(None, Board.of("9x9x5"), True, jsonable=lambda position: done.append(position) or {}, show=str)
    assert done == [Position.start("9x9x5")]


def test_the_board_that_rows_were_taken_for_is_named(inside: Call) -> None:
    """Where rows alone may be meant on more boards than one, stderr names the one that was taken."""
    rows = "/".join(["." * 15] * 15)
    taken = inside("decide", "random", rows, "--json")
    assert taken.json["board"] == "15x15x5"
    assert taken.err == "5 in a row win on 15x15x5; --board names another board\n"
    assert inside("decide", "random", rows, "--board=15x15x6", "--json").err == ""
