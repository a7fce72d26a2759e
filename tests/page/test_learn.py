"""Learning in a browser: lessons, exercises, the ladder and the maps, by mouse and keyboard, on screen and on paper."""

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

from noughts import Board, GameTree, Position, analyse, count
from noughts.explain.wording import board_words, player_words
from noughts.lessons.catalogue import LESSONS, lesson_json
from noughts.lessons.lesson_text import lesson_text
from noughts.lessons.puzzles import exercises
from noughts.players.registry import house_variants
from tests.page.conftest import Visit
from tests.page.pages import problems
from tests.page.table import Table
from tests.server.service import Service


def test_a_lesson_is_stepped_and_played(visit: Visit):
    """From the contents to a lesson: pictures are stepped by keyboard, and a player is beaten along its line."""
    table = visit("/learn")
    table.page.get_by_role("link", name="The weight grid").click()
    table.shows("A number for every cell")
    steps = table.page.get_by_role("slider").first
    steps.focus()
    table.press("ArrowRight", "ArrowRight")
    table.shows("The middle row adds nothing")
    game = table.page.locator(".learn-game")
    for move in ("a1", "a2", "b2", "c2"):
        game.get_by_text(f"Your move: {move}.").wait_for()
        game.get_by_role("button", name=re.compile(rf"^{move}\b")).click()
    game.get_by_text("You win.").wait_for()
    table.says("You win")


@pytest.mark.long
def test_the_path_tells_what_is_done_and_what_comes_next(visit: Visit):
    """A lesson is done when its questions are answered; one button goes on, and the path has it done after a reload."""
    table = visit("/learn")
    begin = table.page.get_by_role("link", name="Begin: What a fork is")
    begin.click()
    end = table.page.get_by_role("region", name="The end of this lesson")
    asked = [block for block in lesson_json("fork")["blocks"] if block["block"] == "question"]
    expect(end.get_by_role("status")).to_have_text(f"0 of {len(asked)} questions answered.")
    for place, block in zip(table.page.locator(".learn-question").all(), asked, strict=True):
        place.get_by_role("button", name=re.compile(rf"^{block['answers'][0]}\b")).click()
    expect(end.get_by_role("status")).to_have_text(f"Done: {len(asked)} questions answered.")
    table.goto("/learn")
    expect(table.page.get_by_role("link", name="What a fork is")).to_contain_text("Done")
    table.page.get_by_role("link", name="Go on: Mirrors and turns").click()
    expect(table.page.get_by_role("heading", level=1)).to_have_text("Mirrors and turns")
    expect(table.page.get_by_role("link", name="Go on: Why O never wins")).to_be_visible()


@pytest.mark.long
@pytest.mark.one_host("answers are held or changed on their way")
def test_an_empty_page_says_that_it_comes(visit: Visit):
    """Whoever waits for a slow answer is told so; then the contents are there."""
    table = visit(None)
    held = table.hold("**/api/lessons")
    table.page.goto(f"{table.address}/learn")
    table.shows("Fetching this page")
    table.until(lambda: held)
    held.pop(0).continue_()
    expect(table.page.get_by_role("link", name="The only move")).to_be_visible()


def test_an_exercise_is_judged_by_the_table_and_the_streak_is_kept(visit: Visit):
    """A wrong answer is told what it comes to and ends the streak, a right one counts; both outlast a reload."""
    first, second = exercises("fork")[:2]
    table = visit("/learn/puzzles?kind=fork")
    name = first.position.board.cell_name
    table.cell(name(first.answers[0])).click()
    table.shows("Right: ").shows("1 right answer in a row").shows("How likely others are")
    table.button("Next").click()
    table.shows(f"{second.position.to_move} to move").shows("Number 2 of")
    wrong = next(cell for cell in second.position.moves if cell not in second.answers)
    table.cell(name(wrong)).click()
    table.says(f"Not {name(wrong)}").shows("0 right answers in a row, 1 at most")
    table.page.reload()
    table.shows("1 solved").shows("0 right answers in a row, 1 at most")


@pytest.mark.long
def test_the_ladder_is_climbed(visit: Visit):
    """Whoever beats Easy as X has climbed the first rung, and finds it so again."""
    table = visit("/learn/ladder")
    status = table.page.locator(".learn-game .learn-verdict")
    for _ in range(300):
        table.page.wait_for_function(
            "() => /Your move|wins|draw/.test(document.querySelector('.learn-game .learn-verdict').textContent)"
        )
        if "Your move" in status.inner_text():
            position = place(table)
            cell = position.board.cell_name(analyse(position).best[0])
            table.cell(cell).click()
            expect(table.cell(cell)).to_have_accessible_name(re.compile(", X"))
        elif "You win" in status.inner_text():
            break
        else:
            table.button("From the start").click()
    expect(status).to_contain_text("You win")
    table.button("The next rung").click()
    table.shows("You are O, against Easy.")
    table.page.reload()
    expect(table.button("Easy as X, climbed")).to_be_visible()


def place(table: Table) -> Position:
    """The position, read from the names of the cells."""
    names = table.grid.get_by_role("button").evaluate_all("cells => cells.map(cell => cell.ariaLabel)")
    marks = [re.search(r", (X|O|empty)\b", name)[1].replace("empty", ".") for name in names]
    return Position.parse("/".join("".join(marks[at : at + 3]) for at in (0, 3, 6)))


@pytest.mark.long
def test_the_tree_is_searched_step_by_step(visit: Visit):
    """A drawn search begins with nothing known and ends with the values and cuts of the game tree; it can be saved."""
    rows = "X.X/X.O/O.."
    table = visit(f"/learn/tree?position={rows}")
    items = table.page.get_by_role("treeitem")
    expect(items.first).to_have_accessible_name("The top, O to move, draw")
    expect(table.page.get_by_label("Leave out what cannot matter")).to_be_checked()
    table.button("Words: simple").click()
    expect(items.first).to_have_accessible_name("The root, MAX, 0")
    names = [item.split(", ") for item in items.evaluate_all("all => all.map((each) => each.ariaLabel)")]
    expected = [tuple(name) for name in in_words(GameTree(Position.parse(rows), merge=True))]
    assert sorted(map(tuple, names)) == sorted(expected)
    table.button("From the start").click()
    table.says("To the root: MAX is to choose")
    expect(table.page.get_by_role("treeitem", name="not known yet")).to_have_count(len(names))
    items.first.focus()
    table.press("]", "]")
    table.says("To b1 b2: MAX is to choose")
    table.press("ArrowDown", "Enter")
    expect(items).to_have_count(len(names) - below(GameTree(Position.parse(rows), merge=True).children()[0]))
    picture = table.saved(table.button("Save as SVG")).read_text()
    root = ElementTree.fromstring(picture)  # noqa: S314 - the page has drawn it
    assert root.tag.endswith("svg")
    assert "class=" not in picture


def in_words(node: GameTree) -> Iterator[tuple[str, ...]]:
    """The names of a node and of what lies below it, as far as alpha-beta goes."""
    move = "The root" if node.move is None else node.position.board.cell_name(node.move)
    name = f"{move} times {node.copies}" if node.copies > 1 else move
    worth = "cut" if node.is_cut else {1: "+1", 0: "0", -1: "\u22121"}[node.result]
    yield name, "the end" if node.is_leaf else node.level, worth
    if not node.is_cut:
        for child in node.children():
            yield from in_words(child)


def below(node: GameTree) -> int:
    """How many nodes are drawn below one."""
    return len(list(in_words(node))) - 1


@pytest.mark.long
def test_the_graph_holds_every_position_as_a_link(visit: Visit):
    """Arrows go from board to board and tell what each is worth; a click leads to the tree from there."""
    table = visit("/learn/positions")
    links = table.page.locator(".learn-graph-links a")
    expect(links).to_have_count(count("3x3x3").canonical)
    links.first.focus()
    table.press("ArrowDown")
    table.shows("After 1 move. O, to move, draws.")
    drawn = "() => new Set(document.querySelector('canvas').getContext('2d').getImageData(0, 0, 400, 400).data).size"
    table.page.wait_for_function(f"() => ({drawn})() > 2")
    table.press("ArrowRight", "Enter")
    table.page.wait_for_url(re.compile(r"/learn/tree\?position="))
    expect(table.page.get_by_role("treeitem").first).to_be_visible()


@pytest.mark.long
def test_learning_by_touch(visit: Visit):
    """On a phone pictures are stepped, exercises answered and trees opened by taps; the graph by one finger and two."""
    table = visit("/learn/fork", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    step = table.page.get_by_role("button", name="Next").first
    step.tap()
    table.shows("O plays c1.")
    first = exercises("fork")[0]
    table.goto("/learn/puzzles?kind=fork")
    table.cell(first.position.board.cell_name(first.answers[0])).tap()
    table.shows("Right: ").shows("1 right answer in a row")
    table.goto("/learn/tree?position=X.X/X.O/O..")
    items = table.page.get_by_role("treeitem")
    expect(items.first).to_be_visible()
    before = items.count()
    items.nth(1).tap()
    expect(items).not_to_have_count(before)
    table.goto("/learn/positions")
    links = table.page.locator(".learn-graph-links a")
    expect(links).to_have_count(count("3x3x3").canonical)
    view = table.page.locator(".learn-graph")
    view.scroll_into_view_if_needed()
    box = view.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    width = links.first.bounding_box()["width"]
    table.fingers([(x - 20, y), (x + 20, y)], [(x - 60, y), (x + 60, y)], [(x - 120, y), (x + 120, y)])
    table.page.wait_for_function(
        f"() => document.querySelector('.learn-graph-links a').getBoundingClientRect().width > {2 * width}"
    )
    place = links.first.bounding_box()["x"]
    table.fingers([(x, y)], [(x + 30, y)], [(x + 60, y)])
    table.page.wait_for_function(
        f"() => document.querySelector('.learn-graph-links a').getBoundingClientRect().x > {place + 40}"
    )
    assert table.page.url.endswith("/learn/positions")


def typed(text: str) -> str:
    """Return a text without the page's typographic apostrophes and minus signs."""
    return text.replace("\u2019", "'").replace("\u2212", "-")


@pytest.mark.long
def test_every_lesson_is_told_in_the_register_that_is_chosen(visit: Visit):
    """The page tells what the text does; the switch changes every block in place, and nothing played is lost."""
    table = visit("/learn")
    for name in LESSONS:
        table.goto(f"/learn/{name}")
        article = table.page.get_by_role("article")
        for register in ("simple", "precise"):
            expect(table.button(f"Words: {register}")).to_be_visible()
            expect(article.get_by_role("heading", level=1)).to_have_text(LESSONS[name].words(register)[0])
            text = typed(re.sub(r"\[([^]]+)\]\(/\S*\)", r"\1", lesson_text(name, register).replace("`", "")))
            for words in article.locator(
                "> p, > h2, figcaption, .block-frame-words, .learn-words, .learn-asked, caption"
            ).all_inner_texts():
                shown = re.sub(r"^\d+ of \d+\. ", "", typed(words))
                assert shown in text or re.search("are open|Step back|^To the (top|root): ", words), words
            table.button(f"Words: {register}").click()
    table.goto("/learn/weights")
    table.page.get_by_role("slider").first.focus()
    table.press("ArrowRight")
    game = table.page.locator(".learn-game")
    game.get_by_text("Your move: a1.").wait_for()
    game.get_by_role("button", name=re.compile(r"^a1\b")).click()
    game.get_by_text("Your move: a2.").wait_for()
    table.page.get_by_role("button", name=re.compile("^Words: ")).click()
    expect(table.page.get_by_role("slider").first).to_have_value("1")
    expect(game.get_by_text("Your move: a2.")).to_be_visible()


def test_the_page_and_the_library_name_players_and_boards_alike(visit: Visit):
    """Players and boards have the same simple names on the page as in the library's texts."""
    names, boards = [str(each) for each in house_variants()], ["3x3x3", "misere-4x3x3", "last-7x5x4"]
    table = visit("/learn")
    told = table.page.evaluate(
        """async ([host, names, boards]) => {
            const { players, playerWords } = await import(`${host}/static/core/players.js`);
            await players("3x3x3");
            const { boardWords } = await import(`${host}/static/core/notation.js`);
            return [names.map(playerWords), boards.map(boardWords)];
        }""",
        [table.address, names, boards],
    )
    assert told == [[*map(player_words, names)], [board_words(Board.parse(each)) for each in boards]]


@pytest.mark.long
def test_who_wins_has_its_own_colour_in_a_tree(visit: Visit):
    """Where O wins in a tree, that is said in the colour of O, and where X wins in that of X."""
    table = visit("/learn/tree?position=X.O/.../...")
    tree = table.page.get_by_role("tree")
    for side in ("X", "O"):
        words = tree.get_by_role("treeitem").get_by_text(f"{side} wins").first
        colour, own = words.evaluate(
            """(words, side) => {
                const probe = words.cloneNode();
                probe.style.fill = `var(--${side.toLowerCase()})`;
                words.parentNode.append(probe);
                return [words, probe].map((each) => getComputedStyle(each).fill);
            }""",
            side,
        )
        assert colour == own


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in LESSONS if name not in ("plan", "fork")])
def test_every_lesson_is_gone_through_to_its_end(visit: Visit, name: str):
    """Its questions are answered one after the other, and with the last it is done, on the path as on its page."""
    table = visit(f"/learn/{name}")
    asked = [block for block in lesson_json(name)["blocks"] if block["block"] == "question"]
    for place, block in zip(table.page.locator(".learn-question").all(), asked, strict=True):
        place.get_by_role("button", name=re.compile(rf"^{block['answers'][0]}\b")).click()
    table.shows(f"Done: {len(asked)} questions answered.")
    title = table.page.get_by_role("heading", level=1).inner_text()
    table.goto("/learn")
    expect(table.page.get_by_role("listitem").filter(has_text=title)).to_contain_text("Done")


@pytest.mark.one_host("it starts a server of its own")
@pytest.mark.long
def test_skipped_lessons_are_listed_for_the_teacher(visit: Visit, tmp_path: Path):
    """Files of the lessons folder that cannot be read stand under Learn, and where a class is opened, as text."""
    folder = tmp_path / "lessons"
    folder.mkdir()
    head = "---\ntitle: Mine\nsummary: Own.\npart: All\npicture: 3x3x3\n---\n\n"
    (folder / "1-mine.md").write_text(f"{head}Text.")
    (folder / "2-<b>.md").symlink_to("nowhere")
    with Service(tmp_path / "games.db", None, "--lessons", str(folder)) as service:
        assert "'2-<b>.md': it is not a regular file" in service.log.read_text()
        for path in ("/learn", "/class"):
            table = visit(path, on=service)
            note = table.page.get_by_role("note", name="Lessons that cannot be read")
            expect(note.get_by_role("listitem")).to_have_text("Skipped: 2-<b>.md: it is not a regular file")
            assert problems(table) == []
        (folder / "2-<b>.md").unlink()
        table = visit("/learn", on=service)
        expect(table.page.get_by_role("link", name="Begin: Mine")).to_be_visible()
        expect(table.page.get_by_role("note", name="Lessons that cannot be read")).to_have_count(0)
