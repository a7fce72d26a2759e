"""Analyse: what is brought is looked at, nobody moves unasked, nothing is guessed, the address holds what is seen."""

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Request, expect

from noughts import Board, Position, Result, analyse
from noughts.records.formats.file import read_study
from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.pages import LINE, THREES
from tests.page.table import Table
from tests.server.test_studies import filled


def asked(table: Table) -> dict[str, str]:
    """What the address says."""
    return {name: values[0] for name, values in parse_qs(urlsplit(table.page.url).query).items()}


def move(table: Table, name: str):
    """A move in the list."""
    return table.page.get_by_role("button", name=name, exact=True)


def here(table: Table, name: str) -> None:
    """Waits until a move is the one that is looked at."""
    expect(move(table, name)).to_have_attribute("aria-current", "true")


def bring(table: Table, text: str) -> Table:
    """Pastes a text and has it looked at."""
    table.page.get_by_label("Paste a position").fill(text)
    table.button("Look at it").click()
    return table


def test_a_link_is_looked_at_and_the_address_holds_what_is_seen(visit: Visit):
    """Variations and notes come by a link; keys walk through them, a move adds one, and a reload shows the same."""
    table = visit(LINE).holds(4).shows("The corner holds.")
    here(table, "Move 4, O c3")
    table.page.locator("body").click(position={"x": 2, "y": 300})
    table.press("ArrowLeft", "ArrowLeft", "ArrowDown").says("Move 2, O a1").holds(2)
    table.press("ArrowRight").says("The corner holds.")
    table.cell("c1").click()
    table.holds(4).says("A variation")
    here(table, "Move 4, O c1")
    assert asked(table)["moves"] == "b2b1(a1c3{The corner holds.}b3(c1))a1c3"
    table.page.reload()
    here(table, "Move 4, O c1")
    table.holds(4)
    expect(table.page.locator(".evaluation .chip")).to_have_text("exact")


@pytest.mark.long
def test_what_is_pasted_is_asked_about_and_never_guessed(visit: Visit, guard: Guard):
    """A position without a length of a line, and moves without a board, are asked for it; bad text changes nothing.

    A link without a board is asked about, too. A button beside the moves leads to the field.
    """
    guard.expects("422")
    table = visit("/analyse?board=3x3x3&moves=b2a1").holds(2)
    table.button("Paste a game or a position").click()
    expect(table.page.get_by_role("tabpanel", name="Set up").get_by_role("textbox").first).to_be_focused()
    question = (
        "A position of 3x3 cells does not say how many in a row win: write its board first, like 3x3x3."
    )
    bring(table, "xx_ ___ o__").shows(question).holds(2)
    table.button("Look at it").click()
    table.holds(3)
    assert table.position() == Position.parse("XX./.../O..")
    bring(table.tab("Set up"), "h8i7i8").shows("These moves name no board").shows("On which board?").holds(3)
    table.choose("On which board?", "15x15x5").button("Look at it").click()
    table.says("3 moves on 15 . 15, five in a row")
    assert asked(table)["moves"] == "h8i7i8"
    bring(table.tab("Set up"), "15x15 h8 i7 (g7) i8").shows("15x15x5").choose("On which board?", "15x15x6")
    table.button("Look at it").click()
    table.says("4 moves on 15 . 15, six in a row").holds(3)
    moves = asked(table)["moves"]
    for text, words in {
        "XXX/.../..?": "nknown character '?'",
        "3x3x3 XXX/.../...": "mpossible position",
        "XXX/XXX/XXX": "9 X and 0 O",
        "(;GM[4]SZ[3];B[bb](;W[aa])(;W[bb]))": "ove 2, 'b2': taken",
        "hello": "ot a record of a game",
    }.items():
        bring(table.tab("Set up"), text).shows(re.compile(re.escape(words))).holds(3)
        assert asked(table)["moves"] == moves
    table.goto("/analyse?position=XX./.../O..").shows("3x3x3").holds(0)
    table.button("Look at it").click()
    table.holds(3)


@pytest.mark.long
def test_a_file_is_opened_changed_and_saved(visit: Visit, tmp_path: Path):
    """Variations are kept; one is made the main line, one deleted and brought back, a note written, all of it saved."""
    file = tmp_path / "game.sgf"
    file.write_text("(;GM[4]SZ[3]RU[3x3x3]PB[Ann]PW[Bob];B[bb](;W[ba])(;W[aa]C[holds];B[cc]))")
    table = visit("/analyse").tab("Set up")
    table.page.get_by_label("or a file, which may be dropped").set_input_files(file)
    table.shows("Ann (X) against Bob (O)").holds(2)
    move(table, "Move 3, X c3").click()
    table.button("Make it the main line").click()
    table.says("a1 is the main line now")
    table.page.get_by_label("Note on move 3, X c3").fill("the far corner")
    expect(table.page).to_have_url(re.compile("the\\+far\\+corner"))
    move(table, "Move 2, O b1").click()
    table.button("Delete from here").click()
    expect(move(table, "Move 2, O b1")).to_have_count(0)
    table.button("Bring it back").click()
    here(table, "Move 2, O b1")
    study = read_study(table.tab("Share").saved(table.button("SGF")).read_text())
    name = study.start.board.cell_name
    assert [(each.after, name(each.cell), each.note) for each in study.moves] == [
        (0, "b2", ""),
        (1, "a1", "holds"),
        (2, "c3", "the far corner"),
        (1, "b1", ""),
    ]
    assert (study.x, study.o) == ("Ann", "Bob")


@pytest.mark.long
def test_a_large_file_is_opened_and_a_larger_one_told(visit: Visit, guard: Guard, tmp_path: Path):
    """400 moves on 20x20 with notes and variations open whole; what is too long is told, and nothing is lost."""
    guard.expects("422")
    table = visit("/analyse").tab("Set up")
    place = tmp_path / "large.sgf"
    place.write_text(filled("what was thought of it, at some length, and what else there was. " * 2, 60))
    table.page.get_by_label("or a file").set_input_files(place)
    last = table.page.get_by_role("button", name=re.compile(r"^Move 400, O "))
    expect(last).to_have_attribute("aria-current", "true")
    expect(table.page.locator(".study-move")).to_have_count(1 + 400 + 61)
    table.press("[", "[")
    expect(table.page.get_by_role("button", name=re.compile(r"^Move 398, O "))).to_have_attribute(
        "aria-current", "true"
    )
    table.holds(398).tab("Set up")
    place.write_text(filled("n" * 600, 0))
    table.page.get_by_label("or a file").set_input_files(place)
    table.says("too long: .* letters. At most 200,000 are read").holds(398)


@pytest.mark.long
def test_on_a_phone_by_touch(visit: Visit):
    """Moves are tapped, tabs open over the board, a variation is chosen in them; keys of a keyboard tell the rest."""
    table = visit(LINE, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True).holds(4)
    table.button("One move back").tap()
    table.holds(3).cell("c2").tap()
    table.holds(4)
    table.page.get_by_role("tab", name="Moves").tap()
    move(table, "Move 3, X c3").tap()
    table.says("The corner holds.").holds(3)
    table.page.get_by_role("tab", name="Moves").tap()
    table.press("b").says("X has b2 and c3; O has a1. O to move.")
    table.press("l").says("Move 3, X c3")
    table.press("y").says("O, to move, can still draw.")
    table.press("z").says("All help is hidden").press("z").says("Help is shown")


@pytest.mark.long
def test_a_file_may_be_dropped(visit: Visit):
    """A file that is dropped on the page is looked at; text is left to the browser, which drags it into fields."""
    table = visit(LINE).holds(4)
    drop = """(file) => {
        const data = new DataTransfer();
        if (file) data.items.add(new File(["Piskvorky 15x15, 0:0, 0\\n8,8,0\\n9,7,0\\n-1\\n"], "game.psq"));
        else data.setData("text/plain", "3x3x3 b2");
        return ["dragover", "drop"].map((name) => {
            const event = new DragEvent(name, {dataTransfer: data, bubbles: true, cancelable: true});
            document.querySelector("main").dispatchEvent(event);
            return event.defaultPrevented;
        });
    }"""
    assert table.page.evaluate(drop, False) == [False, False]
    expect(table.page.get_by_role("tab", name="Moves")).to_have_attribute("aria-selected", "true")
    assert table.page.evaluate(drop, True) == [True, True]
    table.says("2 moves on 15 . 15, five in a row").holds(2)


@pytest.mark.long
def test_a_file_is_corrected_and_another_cannot_be_read(visit: Visit, guard: Guard, tmp_path: Path):
    """The choice is cleared before the next one: browsers report no change if the same file is chosen again.

    A folder, or a file that has vanished, has no bytes: the form names it, and keeps the text in it.
    """
    guard.expects("422")
    table = visit("/analyse").tab("Set up")
    file = tmp_path / "game.txt"
    file.write_text("3x3x3 b2 zz")
    field = table.page.get_by_label("or a file")
    field.set_input_files(file)
    table.says("Move 2 is not a cell: 'zz'").holds(0)
    file.write_text("3x3x3 b2 a1")
    with table.page.expect_file_chooser() as chooser:
        field.click()
    expect(field).to_have_value("")
    chooser.value.set_files(file)
    table.says("2 moves on 3 . 3").holds(2).tab("Set up")
    table.page.get_by_label("Paste a position").fill("h8i7i8")
    table.page.evaluate(
        "() => { Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError')); }"
    )
    field.set_input_files({"name": "games", "mimeType": "", "buffer": b"b2"})
    table.says("“games” cannot be read. It may be a folder, or it may have been moved or deleted.").holds(2)
    expect(table.page.get_by_label("Paste a position")).to_have_value("h8i7i8")


@pytest.mark.long
def test_a_note_without_moves_stays_in_the_address(visit: Visit):
    """A note on the start is there again after a reload, and in the file."""
    table = visit("/analyse?board=4x3x3")
    table.page.get_by_label("Note on the start").fill("the empty board")
    expect(table.page).to_have_url(re.compile("the\\+empty\\+board"))
    table.page.reload()
    expect(table.page.get_by_label("Note on the start")).to_have_value("the empty board")
    file = table.holds(0).tab("Share").saved(table.button("SGF"))
    assert read_study(file.read_text()).note == "the empty board"


@pytest.mark.long
def test_a_position_is_set_up_by_hand(visit: Visit):
    """Letters put marks by the keyboard, clicks by the mouse; what the rules forbid is told and nothing is lost."""
    table = visit("/analyse?board=4x4x4&moves=a1").holds(1).tab("Set up")
    table.button("Set up by hand").click()
    table.cell("b2").focus()
    table.press("x", "ArrowRight", "x").shows(
        "3 X and 0 O: X moves first and turns alternate, so 2 O more"
    ).holds(3)
    table.button("Done").click()
    table.says("X moves first").holds(3)
    table.button("Cancel").click()
    table.holds(1)
    table.tab("Set up").button("Set up by hand").click()
    table.page.get_by_role("radio", name="O").check()
    table.cell("d4").click()
    table.shows("1 X and 1 O: X to move").button("Done").click()
    table.holds(2).shows("X to move").button("Bring back what was here").click()
    table.holds(1)


@pytest.mark.long
def test_a_question_keeps_its_answer_until_it_is_asked_for(visit: Visit):
    """Nothing on the page tells the value while the answer is hidden; the link that carries it says when it is not."""
    table = visit("/analyse?board=3x3x3&position=XX./.O./O..&question=What does X play%3F&show=values")
    table.shows("What does X play?").shows("Hidden, until the answer is asked for.")
    assert "wins" not in table.page.locator("main").inner_text()
    table.tab("Analysis").press("v", "h")
    assert asked(table)["tab"] == "analysis"
    assert "win" not in table.cell("c1").get_attribute("aria-label")
    table.button("Show the answer").click()
    table.shows("X plays c1, which wins in 1 move.")
    assert asked(table)["answer"] == "shown"
    table.tab("Share").page.get_by_label("A question above the board").fill("And now?")
    table.button("Ask it").click()
    table.shows("And now?")
    assert "answer" not in asked(table)


@pytest.mark.long
def test_what_is_tried_while_the_answer_is_hidden_is_judged(visit: Visit):
    """Every move is judged as the exact table judges it, in both registers; nobody plays, and no other move is told."""
    rows = "XX./.O./..O"
    known, cell = analyse(rows), Board.parse("3x3x3").cell_name
    table = visit(f"/analyse?position={rows}&board=3x3x3&question=What does X play%3F")
    table.shows("Try a move on the board.")
    answer = table.page.locator(".asked-answer")
    for move, value in known.moves.items():
        table.cell(cell(move)).click()
        right = move in known.best
        expect(answer).to_contain_text(re.compile(rf"^{'Right:' if right else 'Not'} {cell(move)}\b"))
        table.says(f"{'Right:' if right else 'Not'} {cell(move)}")
        if value.result is Result.WIN:
            expect(answer).to_contain_text(f"X wins in {(value.plies + 1) // 2} move")
        others = {cell(other) for other in known.moves} - {cell(move)}
        assert not others & set(re.findall(r"[a-c][1-3]", answer.inner_text()))
    table.holds(4 + (max(known.moves) in known.best))
    assert "answer" not in asked(table)
    assert "moves" not in asked(table)
    slow = next(
        move for move, value in known.moves.items() if value.result is Result.WIN and move not in known.best
    )
    table.cell(cell(slow)).click()
    expect(answer).to_contain_text("quicker way")
    table.button("Words: simple").click()
    expect(answer).to_contain_text(f"in {known.moves[slow].plies} plies")
    table.page.get_by_label("Type a move").fill(cell(known.best[0]))
    table.press("Enter")
    table.shows(f"Right: {cell(known.best[0])}.")
    table.button("Show the answer").click()
    table.cell(cell(slow)).click()
    table.holds(5)


@pytest.mark.long
def test_where_nothing_is_exact_the_engine_judges(visit: Visit):
    """On a large board the engine's proof or estimate is the verdict, and is called one."""
    table = visit(f"/analyse?board=10x10x5&position={THREES}&question=What does X play%3F")
    table.cell("d5").click()
    table.says("Right: d5")
    table.cell("a1").click()
    table.says("Not a1")


@pytest.mark.long
@pytest.mark.one_host("answers are held or changed on their way")
def test_threats_of_every_kind_and_live_values(visit: Visit):
    """Open threes, forks and what is proved are told; the engine's estimate is marked, and ends when one moves on."""
    table = visit(f"/analyse?board=10x10x5&position={THREES}&tab=analysis")
    table.shows("X has an open three: e5, f5 and g5.").shows(
        "O would threaten two lines at once at d6 or h6."
    )
    table.shows("proved").shows("X wins by threats: d5")
    table.goto("/analyse?board=20x20x5&moves=j10k10").shows("estimate")
    table.page.route("**/api/analyse/events?**", lambda _: None)

    def new(request: Request) -> bool:
        """Whether it asks about the position with X's second stone: the one before is still looked at, too."""
        return "/api/analyse" in request.url and request.url.count("X") == 2

    with table.page.expect_request(new):
        table.cell("k11").click()
    with table.page.expect_event("requestfailed", new):
        table.button("One move back").click()
    table.page.unroute("**/api/analyse/events?**")


@pytest.mark.long
def test_a_game_begins_from_here_with_its_moves(visit: Visit):
    """Whom to play is chosen; the game has the moves so far, and the player's answer where it is its turn."""
    table = visit("/analyse?board=3x3x3&moves=b2a1(b1)c3").holds(3)
    table.page.get_by_role("group", name="Play this from here").get_by_role("button", name="As X").click()
    table.page.get_by_role("dialog", name="Who plays O?").locator("[data-who='minimax']").click()
    expect(table.page.get_by_role("heading", level=1)).to_have_text("You against Minimax")
    table.holds(4).tab("Share").shows("b2 a1 c3")
    table.page.get_by_role("link", name="Look at it in Analyse").click()
    expect(table.page.get_by_role("heading", level=1)).to_have_text("Analyse")
    table.holds(4)
    assert asked(table)["moves"].startswith("b2a1c3")
