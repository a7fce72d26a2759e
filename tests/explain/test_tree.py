from noughts import GameTree, Position, tree_text


def test_a_small_tree_drawn_in_full():
    """A whole tree, in ASCII: moves, levels, values for MAX, ends, and the sizes."""
    legend, tree = tree_text(GameTree(Position.parse("XOX/OX./O..")), 3, ascii_only=True).split("\n\n", 1)
    assert legend.startswith("MAX is X, to move here")
    assert tree == "\n".join(
        [
            "XOX/OX./O..  MAX  +1 X wins in 1 ply",
            "|-- c2  MIN  0 a draw",
            "|   |-- b3  MAX  +1 X wins in 2 plies",
            "|   |   `-- c3  end  +1 X has won",
            "|   `-- c3  MAX  0 a draw",
            "|       `-- b3  end  0 a draw",
            "|-- b3  MIN  0 a draw",
            "|   |-- c2  MAX  +1 X wins in 2 plies",
            "|   |   `-- c3  end  +1 X has won",
            "|   `-- c3  MAX  0 a draw",
            "|       `-- c2  end  0 a draw",
            "`-- c3  end  +1 X has won",
            "",
            "The whole tree: 12 nodes, 5 complete games. Alpha-beta in this order visits 12 of them and cuts 0.",
        ]
    )


def test_hidden_nodes_are_counted():
    """What lies below the shown depth is counted at the node that hides it."""
    text = tree_text(GameTree(Position.start()), 1)
    assert "├── a1  MIN  0 a draw  ... 59,704 nodes below" in text
    assert "549,946 nodes, 255,168 complete games" in text


def test_symmetric_siblings_and_cuts_are_marked():
    """Merged siblings carry how many they are, and a cut tells the bounds that met."""
    text = tree_text(GameTree(Position.start(), merge=True), 2)
    assert "├── a1 \N{MULTIPLICATION SIGN}4  MIN  0 a draw" in text
    assert "a2 \N{MULTIPLICATION SIGN}2  MAX  +1 X wins in 6 plies  cut: " in text


def test_boards_can_be_drawn_at_the_nodes():
    """Each node can show its board, and without Unicode nothing but ASCII is written."""
    text = tree_text(GameTree(Position.parse("XOX/.XO/O..")), 1, boards=True, ascii_only=True)
    assert text.isascii()
    assert "|-- a2  MIN  0 a draw  ... 4 nodes below\n|       X O X\n|       X X O\n|       O . ." in text


def test_the_tree_of_a_finished_game_has_nobody_to_move():
    """The legend names no side to move after the end of a game."""
    text = tree_text(GameTree(Position.parse("XXX/OO./...")), 3)
    assert text.startswith("MAX is O and takes the largest result")
