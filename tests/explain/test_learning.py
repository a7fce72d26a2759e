"""Players that learn, as blocks: the beads of a box, and values that were learned."""

from fractions import Fraction

from noughts import Decision, Position, player
from noughts.explain.blocks import Beside, Figure, Heading, bare
from noughts.explain.learning import box_blocks, learned_blocks
from noughts.explain.say import NOTHING
from noughts.players.evidence import Box, Learned


def test_an_open_box_shows_its_beads():
    """Every kind of move has a row; cells have their beads and are heated by them; the likeliest kind is marked."""
    decision = player("menace").decide(Position.start().play("a1"))
    box = decision.evidence
    heading, pair = box_blocks(decision, box)
    assert heading == Heading("The matchbox")
    assert isinstance(pair, Beside)
    figure, table = pair.blocks
    assert max(note.heat for note in figure.notes.values()) == 1
    held = f"Box {box.number} of {box.boxes} holds {box.total} beads; one is drawn."
    assert figure.words.startswith(f"{held} It has played ")
    assert sum(row.texts[1].share for row in table.rows) == 1
    (likeliest,) = (row for row in table.rows if row.chosen)
    assert likeliest.texts[1].text == max((row.texts[1].text for row in table.rows), key=int)
    assert [row.cells for row in table.rows] == [
        tuple(decision.position.board.cell_names(cells)) for cells in box.kinds
    ]


def test_an_empty_box_says_that_the_machine_would_resign():
    """No cell has a probability of its own, and no kind of move is marked."""
    position = Position.parse("XO./XO./...")
    cells = tuple(position.empty)
    moves = {cell: Fraction(1, len(cells)) for cell in cells}
    box = Box(dict.fromkeys(cells, 0), tuple((cell,) for cell in cells), 3, 287, 10)
    _, pair = box_blocks(Decision(position, "menace", moves, box), box)
    figure, table = pair.blocks
    assert figure.words == (
        "Box 3 of 287 is empty: here the machine would resign, and as it must play, it takes any cell. "
        "It has played 10 games on each side."
    )
    assert {row.texts[2] for row in table.rows} == {NOTHING}
    assert not any(row.chosen for row in table.rows)


def test_a_last_move_has_no_box():
    """The only free cell is pointed out, without a table."""
    decision = player("menace").decide(Position.parse("XOX/XOO/OX."))
    heading, figure = box_blocks(decision, decision.evidence)
    assert heading == Heading("No box")
    assert isinstance(figure, Figure)
    assert figure.rings == ("c3",)
    assert figure.words.startswith("The last move is forced. It has played ")


def test_learned_values_are_sorted():
    """The board has two digits of each value, the table all of them, the best first; nothing is minus zero."""
    position = Position.parse("XOX/XOO/...")
    a3, b3, c3 = position.empty
    learned = Learned({a3: -0.001, b3: -0.5, c3: 0.123457}, "the `estimated` score", 2_000)
    decision = Decision(position, "td", {c3: Fraction(1)}, learned)
    heading, pair = learned_blocks(decision, learned)
    figure, table = pair.blocks
    assert heading == Heading("What it has learnt")
    assert {name: note.text for name, note in figure.notes.items()} == {
        "a3": "0.00",
        "b3": "-0.50",
        "c3": "0.12",
    }
    assert figure.words == "A value is the 'estimated' score. Learnt in 2,000 games on each side."
    assert [tuple(map(bare, row.texts)) for row in table.rows] == [
        ("c3", "0.123457", "always"),
        ("a3", "-0.001", NOTHING),
        ("b3", "-0.5", NOTHING),
    ]
    assert [row.chosen for row in table.rows] == [True, False, False]
