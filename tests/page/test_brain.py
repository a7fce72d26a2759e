"""Inside the brain: each player's own evidence, right in one worked position, and opened by keyboard."""

import re

import pytest
from playwright.sync_api import Locator, Route, expect

from noughts import Position, player, player_names
from noughts.explain.wording import player_words
from tests.page.conftest import Visit
from tests.page.guard import Guard
from tests.page.table import Table

MINUS = "\u2212"
CHANCES = "The probability of every move it may play"


def inside(visit: Visit, player: str, position: str, board: str = "3x3x3") -> tuple[Table, Locator]:
    """The page of all brains, with one of them opened: as `article`."""
    table = visit(f"/brains?board={board}&position={position}")
    card = table.brain(player_words(player))
    expect(card.get_by_role("heading", name="What it plays")).to_be_visible()
    return table, card


def lit(table: Table, *cells: str) -> None:
    """Waits until exactly these cells of the large board are pointed out."""
    boxes = table.page.locator("noughts-board .referred [data-cell]")
    expect(boxes).to_have_count(len(cells))
    assert sorted(boxes.evaluate_all("boxes => boxes.map(box => box.dataset.cell)")) == sorted(cells)


def unfold(card: Locator, words: str) -> None:
    """Opens what can be opened, if it is not open already."""
    summary = card.get_by_text(words, exact=True)
    if not summary.evaluate("summary => summary.parentElement.open"):
        summary.click()


def unfold_all(table: Table) -> None:
    """Opens whatever can be opened, one after the other, until nothing more comes."""
    coming = table.page.locator("main [aria-busy]")
    closed = table.page.locator("article details:not([open]) > summary").filter(visible=True)
    expect(closed.first).to_be_visible()
    expect(coming).to_have_count(0)
    while closed.count():
        closed.first.click()
        expect(coming).to_have_count(0)


def rows(table: Locator) -> list[list[str]]:
    """The cells of a table's body as text."""
    lines = table.locator("tbody").get_by_role("row").all()
    return [[" ".join(text.split()) for text in line.locator("th, td").all_inner_texts()] for line in lines]


@pytest.mark.long
def test_values_are_counted_as_their_legend_says(visit: Visit):
    """How long a lost game lasts is counted in moves in simple words, else in plies, and the legend says so."""
    table, card = inside(visit, "perfect", "XX./.../O..")
    expect(card).to_contain_text("L loses, in so many moves")
    expect(card.get_by_role("cell", name="loses in 2 moves")).to_have_count(1)
    table.button("Words: simple").click()
    unfold(table.page.get_by_role("main"), "Look inside perfect")
    table.shows("L loses, in so many plies")
    expect(table.page.get_by_role("cell", name="loses in 4 plies").filter(visible=True)).to_have_count(1)


@pytest.mark.long
def test_tic_shows_both_ratings(visit: Visit):
    """X in two opposite corners: the sides draw, 0 first and 4/5 second; the corners lose and have no second."""
    _, card = inside(visit, "tic", "X../.O./..X")
    found = {line[0]: line[1:4] for line in rows(card.get_by_role("table", name="The ratings of every move"))}
    sides, corners = ["0 draws", "4/5", "by both"], [f"{MINUS}1 loses", "–", "no"]  # noqa: RUF001
    assert found == {"b1": sides, "c1": corners, "a2": sides, "c2": sides, "a3": corners, "b3": sides}
    expect(card).to_contain_text("The tree from here has 1,053 nodes and 520 complete games.")


@pytest.mark.long
def test_no_tree_is_offered_where_none_is_opened(visit: Visit):
    """Beyond nine cells there is no button that leads to a refusal, and nobody claims to have searched a tree."""
    for board in ("4x3x3", "15x15x5"):
        table = visit(f"/brains?board={board}")
        unfold_all(table)
        expect(table.page.get_by_role("heading", name="What it plays").first).to_be_visible()
        expect(table.page.get_by_text("The tree from here", exact=True)).to_have_count(0)
        assert not re.search(r"Searched: a tree", table.page.locator("main").inner_text())


@pytest.mark.long
def test_players_that_do_not_play_here_say_so(visit: Visit):
    """On 5x5x4 `core` and `rules` are absent, each with its reason, and `weights` plays."""
    table = visit("/brains?board=5x5x4")
    absent = table.page.get_by_role("region", name="What each would play").get_by_role("listitem")
    expect(absent.filter(has_text="core does not play '5x5x4'")).to_have_count(1)
    expect(absent.filter(has_text="rules")).to_have_count(1)
    expect(table.page.get_by_role("heading", name="Weights", exact=True)).to_be_visible()


@pytest.mark.long
def test_the_weight_grid_of_a_cube_stands_in_layers(visit: Visit):
    """Four layers of 4x4x4, two beside two, all cells weighed, no higher than wide: no tower of sixteen rows."""
    _, card = inside(visit, "weights", "/".join(["XO..", *["...."] * 15]), "cube4")
    grids = card.locator(".block-layers table")
    expect(grids).to_have_count(4)
    expect(card.locator(".block-layers td[data-cell]")).to_have_count(64)
    boxes = [grid.bounding_box() for grid in grids.all()]
    assert len({round(box["x"] / 20) for box in boxes}) == len({round(box["y"] / 20) for box in boxes}) == 2
    place = card.locator(".block-layers").bounding_box()
    assert place["height"] <= 1.25 * place["width"]


@pytest.mark.long
def test_from_the_empty_board_what_is_alike_is_one(visit: Visit):
    """The nine moves are three branches of Minimax's tree, two of them of four moves each, and one row for Random.

    Menace shows the beads of every kind of move in the box of the position, as it has them after its games.
    """
    table, card = inside(visit, "minimax", ".../.../...")
    unfold(card, "The tree from here")
    expect(card.get_by_role("treeitem")).to_have_count(4)
    expect(card.get_by_role("treeitem", name="times 4")).to_have_count(2)
    chances = table.brain("Random").get_by_role("table", name=CHANCES)
    expect(chances.get_by_role("row")).to_have_count(2)
    assert rows(chances)[0][1] == "1/9 each"
    card = table.brain(player_words("menace"))
    evidence = player("menace").decide(Position.start()).evidence
    expect(card).to_contain_text(f"Box 1 of 304 holds {evidence.total:,} beads; one is drawn.")
    found = rows(card.get_by_role("table", name="The beads of every kind of move"))
    assert [line[1] for line in found] == [f"{evidence.beads[cells[0]]:,}" for cells in evidence.kinds]


@pytest.mark.long
def test_weights_are_built_line_by_line(visit: Visit):
    """From zeros, line by line, to 0 0 11 / 0 3 0 / 0 2 2, each step in words, by keyboard and by itself.

    The line of a step is lit on the board while the slider has the keyboard.
    """
    table, card = inside(visit, "weights", "XX./.../O..")
    grid = card.get_by_role("table", name=re.compile("The weight grid, step"))

    def numbers() -> list[str]:
        """What is written in the cells, without the kinds and marks."""
        return [re.sub(r"[^0-9+].*", "", cell) for line in rows(grid) for cell in line[1:]]

    assert numbers() == ["", "", "11", "0", "3", "0", "", "2", "2"]
    slider = card.get_by_role("slider", name="Step")
    slider.focus()
    lit(table, "c1")
    table.press("Home")
    lit(table)
    expect(card).to_contain_text("At the start every weight is 0.")
    assert set(numbers()) == {"", "0"}
    table.press("ArrowRight")
    lit(table, "a1", "b1", "c1")
    expect(card).to_contain_text("Top row: +10 at c1 (opponent\u2019s completion)")
    expect(slider).to_have_value("1")
    table.press("ArrowRight")
    lit(table, "a2", "b2", "c2")
    table.press("Tab")
    lit(table)
    card.get_by_role("button", name="Next").click()
    expect(slider).to_have_value("3")
    card.get_by_role("button", name="Play").click()
    expect(slider).to_have_value("4")
    card.get_by_role("button", name="Pause").click()
    expect(card.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.long
def test_core_shows_the_step_that_fired(visit: Visit):
    """Two X in the top row: step 3 fired, the opening did not apply, the others were not reached.

    Its move is certain, and told in a sentence without a table.
    """
    _, card = inside(visit, "core", "X.X/.O./...")
    steps = [" ".join(step.split()) for step in card.get_by_role("listitem").all_inner_texts()]
    (fired,) = [step for step in steps if "this one fired" in step]
    assert fired.startswith("3 two in a line")
    assert next(step for step in steps if "did not apply" in step).startswith("0 opening")
    assert len([step for step in steps if "not reached" in step]) == 3
    expect(card).to_contain_text("the top row (a1, b1, c1). It plays b1.")
    expect(card).to_contain_text("b1, always.")
    expect(card.get_by_role("table", name=CHANCES)).to_have_count(0)


@pytest.mark.long
@pytest.mark.one_host("answers are held or changed on their way")
def test_a_foreign_step_is_told_in_its_own_words(visit: Visit):
    """A step of somebody else's that is called like one of the house's is told as its author means it."""
    table = visit(None)
    table.page.route(re.compile(r"/api/explain\?.*player=core"), as_a_bird_would)
    table.goto("/brains?board=3x3x3&position=X../.../...")
    card = table.brain("Core")
    expect(card.get_by_text("this one fired")).to_be_visible()
    steps = [" ".join(step.split()) for step in card.get_by_role("listitem").all_inner_texts()]
    assert [step for step in steps if re.search("apply$|fired$|reached$", step)] == [
        "1 sparrow did not apply",
        "2 corner: go where the sparrow\u2019s nest is this one fired",
        "centre not reached",
    ]


def as_a_bird_would(route: Route) -> None:
    """The server's response with the steps of another author's player, one of which has a meaning."""
    answer = route.fetch()
    steps = [
        {"number": "1", "name": "sparrow"},
        {"number": "2", "name": "corner", "meaning": "go where the sparrow's nest is", "state": "fired"},
        {"number": "", "name": "centre", "state": "unreached"},
    ]
    route.fulfill(response=answer, json={**answer.json(), "blocks": [{"block": "steps", "steps": steps}]})


@pytest.mark.long
def test_rules_shows_the_decision_table(visit: Visit):
    """X 7, 3 and O 5: primes, sums and states of every line, both forks, and the move to 4 that the document has."""
    _, card = inside(visit, "rules", "..X/.O./X..")
    table = card.get_by_role("table", name="Every line with its marks as primes and its states")
    lines = {line[0].removeprefix("→ ").split()[0]: line[1:] for line in rows(table)}
    assert [lines[name][3] for name in lines] == ["3", "5", "3", "3", "5", "3", "5", "11"]
    assert lines["row1"] == ["0", "0", "3", "3", *"·····", "1", "·", "a1 b1 c1", "1", "·"]
    expect(card).to_contain_text("row1 and col1 at a1")
    expect(card).to_contain_text("row3 and col3 at c3")
    expect(card).to_contain_text("It plays a2.")
    card.get_by_text("Intersection table").click()
    expect(card.get_by_role("table", name=re.compile("The cell that two lines share"))).to_be_visible()


def test_all_brains_side_by_side(visit: Visit):
    """Every player has its card with what it plays; clicking a cell puts another position to all."""
    table = visit("/brains?board=3x3x3&position=XX./.../O..")
    expect(table.page.get_by_role("article")).to_have_count(len(player_names()))
    for name in ("Weights", "Core", "Rules", "Minimax", "Tic", "Perfect"):
        expect(table.card(name)).to_contain_text("c1")
    table.cell("c1").click()
    expect(table.cell("c1")).to_have_accessible_name(re.compile(", O"))
    assert "position=XXO" in table.page.url
    expect(table.card("Weights")).to_contain_text("Takes b2")


@pytest.mark.long
def test_brains_think_on_any_board(visit: Visit, guard: Guard):
    """A board is chosen by its numbers; one that is rejected leaves the position as it is."""
    table = visit("/brains?board=3x4x3")
    expect(table.page.get_by_role("combobox", name="Board")).to_have_value("3x4x3")
    table.choose("Board", "other").page.get_by_role("spinbutton", name="Columns").fill("4")
    table.press("Tab")
    expect(table.grid).to_have_accessible_name(re.compile("4x4x3$"))
    assert "board=4x4x3" in table.page.url
    guard.expects("422")
    table.page.get_by_role("spinbutton", name="In a row").fill("5")
    table.press("Tab").says("can win on '4x4x5'")
    expect(table.grid).to_have_accessible_name(re.compile("4x4x3$"))
    expect(table.grid.get_by_role("gridcell")).to_have_count(16)


@pytest.mark.long
def test_the_brain_beside_a_game_follows_it(visit: Visit):
    """After the computer's move its reason is below the board and its evidence beside it, about that very move."""
    table = visit().against("core").play("a1").holds(2)
    table.shows("Why c3?").tab("Brain")
    beside = table.page.get_by_role("region", name="Inside the brain")
    expect(beside).to_contain_text("this one fired")
    expect(beside).to_contain_text("It plays c3.")
    beside.get_by_role("radio", name="In this position").check()
    expect(beside).not_to_contain_text("It plays c3.")


@pytest.mark.long
def test_computer_against_computer(visit: Visit):
    """Two computers play step by step or running, both brains in sight, and the game comes to its end."""
    table = visit().choose("X, first", "minimax").choose("O, second", "core")
    table.shows("minimax against core").button("Step").click()
    table.holds(1).button("Step").click()
    table.holds(2).tab("Brain")
    expect(table.page.get_by_role("heading", name="X: Minimax")).to_be_visible()
    expect(table.page.get_by_role("heading", name="O: Core")).to_be_visible()
    table.tab("Game").choose("Speed", "250").button("Run").click()
    table.says("X wins|O wins|A draw")
    expect(table.button("Run")).to_be_disabled()


@pytest.mark.long
def test_a_level_shows_what_it_may_overlook(visit: Visit):
    """Medium's brain: what it plays by what it overlooks, the lines that it may overlook, and whom it follows."""
    page = visit().against("medium").play("b2").holds(2).tab("Brain").page
    expect(page.get_by_role("heading", name="What it may overlook")).to_be_visible()
    expect(page.get_by_role("table", name=re.compile("The other side.s threats"))).to_contain_text("diagonal")
    page.get_by_text("Overlooking nothing it does as newell-simon(level=4)", exact=True).click()
    expect(page.get_by_text("keep the opponent from threatening two lines at once")).to_be_visible()


@pytest.mark.long
def test_a_tree_of_random_games_shows_its_top(visit: Visit):
    """The moves at the root with their games, as many as were played, and the best play."""
    _, card = inside(visit, "mcts", "X../.O./...")
    found = rows(card.get_by_role("table", name="The moves at the root"))
    assert len(found) == 7
    expect(card.get_by_role("heading", name="The best play it sees")).to_be_visible()
    expect(card).to_contain_text("Proved: ")
